"""The one rule: which thing of a table of features is odd, and when none is."""

from collections.abc import Sequence
from typing import Any

import pytest

from generator.check.outliers.feature_table import FOLLOWS, MATCHES, OWN, SAME_RULE, Feature, FeatureTable

SUITS = ["red"] * 4 + ["blue"] * 4 + ["gold"] * 4
RANKS = [1, 2, 3, 4] * 3


def find_odd(values: Sequence[Any], rule: str, **columns: Sequence[Any]) -> list[int]:
    """Return the numbers of the odd things."""
    return [odd.thing for odd in FeatureTable(columns, {"it": Feature("it", values, (rule,))}).find_odd()]


@pytest.mark.parametrize(
    ("values", "odd"),
    [
        ([7] * 8, []),
        ([7] * 7 + [8], [7]),
        ([7] * 6 + [8], []),  # too few others
        ([7] * 7 + [8, 9], []),  # two of them
        ([7] * 7 + [None, 8], [8]),  # what lacks the feature does not count
    ],
)
def test_all_are_the_same(values: Sequence[Any], odd: list[int]) -> None:
    assert find_odd(values, SAME_RULE) == odd


@pytest.mark.parametrize(
    ("values", "odd"),
    [
        (RANKS, []),
        ([*RANKS[:5], 3, *RANKS[6:]], [5]),
        ([*RANKS[:5], 3, 2, *RANKS[7:]], [5]),  # two that have each other's value are one fault
        ([*RANKS[:5], 3, 1, *RANKS[7:]], []),  # two that have not
        ([*RANKS[:5], "II", *RANKS[6:]], []),  # no value of the column: another way to write it
    ],
)
def test_each_shows_a_column(values: Sequence[Any], odd: list[int]) -> None:
    assert find_odd(values, MATCHES, rank=RANKS) == odd


@pytest.mark.parametrize(
    ("changes", "odd"),
    [
        ({}, []),
        ({5: "disc"}, [5]),
        ({5: "star"}, [5]),
        ({5: "disc", 9: "disc"}, []),  # two classes are mixed
        ({0: "ring", 1: "ring", 2: "ring", 3: "ring"}, []),
    ],
)
def test_each_follows_from_a_column(changes: dict[int, str], odd: list[int]) -> None:
    marks = {"red": "disc", "blue": "ring", "gold": "star"}
    values = [changes.get(number, marks[suit]) for number, suit in enumerate(SUITS)]
    assert find_odd(values, FOLLOWS, suit=SUITS, rank=RANKS) == odd


def test_what_follows_from_any_column_is_not_odd() -> None:
    values = ["disc"] * 5 + ["ring"] * 3 + ["star"] * 4
    sorts = ["a"] * 5 + ["b"] * 3 + ["c"] * 4
    assert find_odd(values, FOLLOWS, suit=SUITS) == [4]
    assert find_odd(values, FOLLOWS, suit=SUITS, sort=sorts) == []


@pytest.mark.parametrize(
    ("values", "odd"),
    [
        ([*"abcdefgh"], []),
        ([*"abcdefga"], [7]),
        ([*"abcdeffe"], []),  # two pairs
        ([*"abcdea"], []),  # too few others
        ([*"abcdefaa"], []),  # three of them
    ],
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
