"""The one rule: which thing of a table of features is odd, and when none is."""

from collections.abc import Sequence
from typing import Any

from generator.check.outliers.feature_table import OWN, SAME_RULE, Feature, FeatureTable
from tests.samples import for_each


def find_odd(values: Sequence[Any], rule: str, **columns: Sequence[Any]) -> list[int]:
    """Return the numbers of the odd things."""
    return [odd.thing for odd in FeatureTable(columns, {"it": Feature("it", values, (rule,))}).find_odd()]


@for_each(
    [
        ([7] * 8, []),
        ([7] * 7 + [8], [7]),
        ([7] * 6 + [8], []),  # too few others
        ([7] * 7 + [8, 9], []),  # two of them
        ([7] * 7 + [None, 8], [8]),  # what lacks the feature does not count
    ]
)
def test_all_are_the_same(values: Sequence[Any], odd: list[int]) -> None:
    assert find_odd(values, SAME_RULE) == odd


@for_each(
    [
        ([*"abcdefgh"], []),
        ([*"abcdefga"], [7]),
        ([*"abcdeffe"], []),  # two pairs
        ([*"abcdea"], []),  # too few others
        ([*"abcdefaa"], []),  # three of them
    ]
)
def test_each_has_its_own(values: Sequence[Any], odd: list[int]) -> None:
    assert find_odd(values, OWN) == odd


def test_the_only_one_of_its_kind_is_not_odd() -> None:
    values = [7] * 11 + [8]
    assert find_odd(values, SAME_RULE, kind=["plain"] * 12) == [11]
    assert find_odd(values, SAME_RULE, kind=["plain"] * 11 + ["king"]) == []
    assert find_odd(values, SAME_RULE, kind=["a", "b"] * 5 + ["a", "b"], form=["c"] * 11 + ["c"]) == [11]
    assert find_odd(values, SAME_RULE, kind=["a"] * 6 + ["b"] * 6, form=["c"] * 6 + ["d"] * 5 + ["c"]) == []


def test_nothing_is_said_where_more_than_two_things_are_odd() -> None:
    features = {n: Feature("it", [8 if thing == n else 7 for thing in range(9)], (SAME_RULE,)) for n in range(3)}
    assert list(FeatureTable({}, features).find_odd()) == []
    del features[2]
    assert [odd.thing for odd in FeatureTable({}, features).find_odd()] == [0, 1]
