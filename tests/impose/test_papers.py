"""Letter paper holds as much as A4: rulers and labels give way where that saves a sheet."""

import pytest

from generator.impose.tiling import count_needed_pieces, tile_board
from generator.model.paper import PAPERS, BackLayout
from generator.model.picture import Group, Text
from tests.impose.samples import Piece, crop_mark_boxes, impose_pages, printed_box, ruler_boxes
from tests.samples import for_each

CARD = Piece("a", 63, 88, (9,), 0.0, 3.0)


@for_each(["a4", "letter", "a4-letter"])
def test_nine_cards_on_a_sheet(paper: str) -> None:
    front, back = impose_pages([CARD], paper)
    assert (front.of, len(front.placements), len(back.placements)) == (1, 9, 9)


def test_furniture_gives_way_on_letter_paper() -> None:
    front, back = impose_pages([CARD], "letter")
    assert {round(p.y, 2) for p in front.placements} == {7.7, 95.7, 183.7}
    # no ruler below the cards, the label in the right margin, and marks of two millimeters that printers reach
    assert max(bar[3] for bar in ruler_boxes(front)) < 200
    assert all(isinstance(shape, Group) and shape.matrix[4] > 200 for shape in (*front.label, *back.label))
    ends = sorted({mark[1] for mark in crop_mark_boxes(front) if mark[0] == mark[2]})
    assert [round(each, 2) for each in ends] == [5.2, 272.2]
    # the bleed of the backs ends 5 mm from the edge
    assert min(printed_box(p)[1] for p in back.placements) == pytest.approx(5.0)


def test_furniture_stays_where_it_costs_no_sheet() -> None:
    (page,) = impose_pages([Piece("a", 63, 88, (6,))], "letter")
    assert not any(isinstance(shape, Group) for shape in page.label)


@for_each(["a4", "letter", "a4-letter"])
def test_a_board_of_260_mm_takes_two_pieces(paper: str) -> None:
    assert count_needed_pieces(260, 260, PAPERS[paper], "butt") == 2


def test_no_section_is_a_sliver_if_another_seam_is_as_good() -> None:
    cells = [(10.0 * k, 0.0, 10.0 * k + 10, 10.0) for k in range(28)]
    found = tile_board(280, 150, cells, [], PAPERS["a5"], "butt")
    assert min(min(right - left, bottom - top) for left, top, right, bottom in found.pieces.values()) >= 40
    assert found.cells_cut == 0


@for_each(["long-edge", "short-edge"])
def test_the_label_at_the_side_lies_on_no_art(flip: BackLayout) -> None:
    _, back = impose_pages([CARD], "a4-letter", flip)
    (group,) = back.label
    assert isinstance(group, Group)
    size = max(shape.size for shape in group.shapes if isinstance(shape, Text))
    left = group.matrix[4] - 0.75 * size  # ascenders
    assert max(printed_box(each)[2] for each in back.placements) == pytest.approx(202.0)
    assert left > 202.2
