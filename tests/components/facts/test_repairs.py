"""Values that may repair a claim: none for a gap that no value of that type can bridge."""

from math import inf, nan

import pytest

from generator.components.facts.repairs import DataSpot, EditedData, list_wanted
from generator.model.finding import Place
from generator.model.rules import RepairHints
from tests.check.kit import GAME


@pytest.mark.parametrize(
    ("value", "gaps", "wanted"),
    [
        (2, [1, -2], [3, 0]),
        (2, [inf, -inf, nan, 1], [3]),
        (2, [10**400], [2 + 10**400]),
        (0.5, [10**400, 1], [1.5]),
    ],
)
def test_a_number_is_moved_by_the_gap_of_a_claim(value: float, gaps: list[float], wanted: list[float]) -> None:
    spot = DataSpot(("data", "copies"), Place("game.yaml"), value)
    data = EditedData("bird", {}, [spot], lambda _: GAME)
    assert list(list_wanted(spot, data, RepairHints(gaps=gaps))) == wanted
