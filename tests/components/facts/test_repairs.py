"""Values that may repair a claim, and where they are tried first."""

from math import inf, nan

from generator.components.facts.repairs import DataSpot, EditedData, list_close, list_wanted, rank_spot
from generator.model.finding import Place
from generator.model.rules import RepairHints
from tests.check.kit import GAME
from tests.samples import for_each


@for_each(
    [
        (2, [1, -2], [3, 0]),
        (2, [inf, -inf, nan, 1], [3]),
        (2, [10**400], [2 + 10**400]),
        (0.5, [10**400, 1], [1.5]),
    ]
)
def test_a_number_is_moved_by_the_gap_of_a_claim(value: float, gaps: list[float], wanted: list[float]) -> None:
    spot = DataSpot(("data", "copies"), Place("game.yaml"), value)
    data = EditedData("bird", {}, [spot], lambda _: GAME)
    assert list(list_wanted(spot, data, RepairHints(gaps=gaps))) == wanted


def test_a_cell_with_a_negative_number_is_moved_to_zero_without_a_sign() -> None:
    spot = DataSpot(("data", "cells", 0), Place("game.yaml"), "q2r-1")
    found = [*list_close(spot, EditedData("map", {}, [spot], lambda _: GAME), RepairHints())]
    assert found == ["q3r-1", "q2r-2", "q1r-1", "q2r0", "q4r-1", "q2r-3", "q0r-1"]


def test_cells_by_a_pattern_that_claims_call_wrong_are_tried_before_others() -> None:
    spots = [DataSpot(("data", "colors", name, 0), Place("game.yaml", 3), f"{name}.*") for name in ("a", "start1")]
    hints = RepairHints(wrong=("start1.2",), lines={("game.yaml", 3): 1})
    assert [each.value for each in sorted(spots, key=lambda spot: rank_spot(spot, hints))] == ["start1.*", "a.*"]
