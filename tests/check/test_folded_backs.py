"""GF116 in kits to fold, and in kits whose backs come after all fronts: a back out of place is told with its piece."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from generator.check.check_context import CheckContext
from generator.check.sheets.backs import check_backs
from generator.model.paper import PageOrder
from generator.model.printed import ReadPiece
from tests.check.kit import A4, FRONTS, GAME, HAND, LONG, Piece, see
from tests.samples import for_each

VERTICAL = ((105.0, 8.0, 105.0, 12.0), (105.0, 285.0, 105.0, 289.0))
HORIZONTAL = ((8.0, 148.5, 12.0, 148.5),)
ONE, OTHER = Piece("hand.red.1.c1.front", 2, 30, 20), Piece("hand.red.2.c1.front", 2, 30, 110)
BACKS = (Piece("hand.red.1.c1.back", 2, 120, 20), Piece("hand.red.2.c1.back", 2, 120, 110))
LOW = (Piece("hand.red.1.c1.back", 2, 30, 197, turn=180), Piece("hand.red.2.c1.back", 2, 110, 197, turn=180))


def find_faults(
    folder: Path,
    pieces: Sequence[Piece],
    folds: tuple[tuple[float, float, float, float], ...] = VERTICAL,
    order: PageOrder = "interleaved",
) -> list[str]:
    """Return what is told of the PDF of these pieces, on pages with these fold marks."""
    pdf: tuple[ReadPiece, ...] = tuple(each._replace(folds=folds) for each in see(folder, pieces)[0])
    backs = "fold" if order == "interleaved" else "long-edge"
    case = CheckContext(GAME, [HAND], [HAND], A4, backs, pdf, order=order)  # type: ignore[arg-type]
    return [f"{each.code} {each.message}" for each in check_backs(case, case.formats[0])]


def told(name: str, text: str, page: int = 2) -> list[str]:
    return [f"GF116 {name} in wren.pdf, page {page} does not line up with its front: {text}"]


def test_backs_across_a_vertical_and_a_horizontal_fold(tmp_path: Path) -> None:
    assert find_faults(tmp_path, (ONE, OTHER, *BACKS)) == []
    high = (ONE, replace(OTHER, x=110, y=20))
    assert find_faults(tmp_path, (*high, *LOW), HORIZONTAL) == []


def test_a_back_that_is_not_folded_onto_its_front(tmp_path: Path) -> None:
    moved = (BACKS[0], replace(BACKS[1], y=110.2))
    assert find_faults(tmp_path, (ONE, OTHER, *moved)) == told(
        "hand.red.2.c1.back", "it is 0.2 mm off when the sheet is folded"
    )
    turned = (replace(BACKS[0], turn=180), BACKS[1])
    assert find_faults(tmp_path, (ONE, OTHER, *turned)) == told(
        "hand.red.1.c1.back", "it is rotated by 180 degrees instead of 0"
    )


@pytest.mark.parametrize("folds", [(), ((104.0, 8.0, 104.0, 12.0),), (*VERTICAL, (100.0, 8.0, 100.0, 9.0))])
def test_fold_marks_stand_in_the_middle(tmp_path: Path, folds: tuple[tuple[float, float, float, float], ...]) -> None:
    assert find_faults(tmp_path, (ONE, OTHER, *BACKS), folds) == told(
        "hand.red.1.c1.back", "there are no fold marks in the middle of the sheet"
    )


def test_art_over_the_fold(tmp_path: Path) -> None:
    near, behind = replace(ONE, x=44), replace(BACKS[0], x=106)
    assert find_faults(tmp_path, (near, behind)) == told("hand.red.1.c1.back", "the front reaches 2 mm over the fold")
    bare = replace(near, clip="0 0 60 80")
    assert find_faults(tmp_path, (bare, behind)) == told("hand.red.1.c1.back", "the back reaches 2 mm over the fold")


def test_a_back_on_the_next_sheet(tmp_path: Path) -> None:
    front, back = replace(ONE, page=2), replace(LONG[0], page=3, x=120)
    assert find_faults(tmp_path, (front, back), ()) == []
    assert find_faults(tmp_path, (front, replace(back, x=121)), ()) == told(
        "hand.red.1.c1.back", "it is 1 mm off when two sheets are glued back to back", 3
    )
    assert find_faults(tmp_path, (front, replace(back, page=4)), ()) == told(
        "hand.red.1.c1.back", "its front is on page 2", 4
    )


@for_each(
    [("fronts-then-backs", (4, 5), "hand.red.1.c1.back"), ("fronts-then-reversed-backs", (5, 4), "hand.red.1.c1.back")]
)
def test_backs_after_all_fronts(tmp_path: Path, order: PageOrder, pages: tuple[int, int], wrong: str) -> None:
    fronts = (replace(FRONTS[0], page=2), replace(FRONTS[1], page=3))
    backs = tuple(replace(back, page=page) for back, page in zip(LONG, pages, strict=True))
    assert find_faults(tmp_path, (*fronts, *backs), (), order) == []
    swapped = tuple(replace(back, page=page) for back, page in zip(LONG, pages[::-1], strict=True))
    assert find_faults(tmp_path, (*fronts, *swapped), (), order) == told(wrong, "its front is on page 2", pages[1])
