"""Cut lines, rounded corners and pages without marks."""

import pytest
from msgspec.structs import replace

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Outline
from generator.impose.crop_marks import Slug
from generator.impose.grid import Field
from generator.impose.guides import draw_guides
from generator.impose.imposition import Imposition
from generator.model.finding import DataError
from generator.model.paper import PAPERS
from generator.model.picture import Group, Path
from generator.model.sheet import ArtTraits, CutStyle, Page, Placement
from tests.impose.samples import Piece, crop_mark_boxes, label_font, make_part
from tests.samples import for_each


def impose(piece: Piece, cutting: CutStyle) -> Page:
    look = ArtTraits(piece.front, 0.0, False, True)
    press = Imposition(
        [make_part(piece)], lambda _: look, PAPERS["a4"], "none", label_font(), "Wren", "0123abcd", cutting=cutting
    )
    (page,) = press.pages()
    return page


def list_starts(page: Page) -> list[tuple[float, ...]]:
    line = page.guides[1]
    if isinstance(line, Group):  # the corners, which have a name
        assert line.name == "corner"
        (line,) = line.shapes
    assert isinstance(line, Path)
    return [tuple(round(value, 3) for value in segment[1:]) for segment in line.segments if segment[0] == "M"]


def test_marks_can_be_left_out() -> None:
    piece = Piece("a", designs=(1,) * 9)
    assert len(crop_mark_boxes(impose(piece, CutStyle()))) == 16
    assert crop_mark_boxes(impose(piece, CutStyle("none"))) == []
    assert impose(piece, CutStyle("none")).guides == ()


def test_lines_follow_each_cut_from_mark_to_mark() -> None:
    page = impose(Piece("a", designs=(1,) * 9), CutStyle("lines"))
    assert list_starts(page) == [
        *((x, 12.5) for x in (10.5, 73.5, 136.5, 199.5)),
        *((8.0, y) for y in (16.5, 104.5, 192.5, 280.5)),
    ]
    assert len(crop_mark_boxes(page)) == 16


def test_corners_are_drawn_within_each_piece() -> None:
    page = impose(Piece("a", 40, 30), CutStyle(corners=4.0))
    (placed,) = page.placements
    right, bottom = placed.x + 40, placed.y + 30
    assert list_starts(page) == [
        (round(x, 3), round(y, 3))
        for x, y in (
            (right, bottom - 4),
            (placed.x + 4, bottom),
            (placed.x, placed.y + 4),
            (right - 4, placed.y),
        )
    ]
    line = page.guides[1]
    if isinstance(line, Group):  # the corners, which have a name
        assert line.name == "corner"
        (line,) = line.shapes
    assert isinstance(line, Path)
    assert segment_bounds(line.segments, IDENTITY) == pytest.approx((placed.x, placed.y, right, bottom))


def test_round_pieces_have_no_corners_to_round() -> None:
    assert impose(Piece("a", 20, 20, round=True), CutStyle(corners=4.0)).guides == ()


def test_corners_that_would_meet_are_refused() -> None:
    with pytest.raises(DataError) as error:
        impose(Piece("a", 12, 30), CutStyle(corners=7.0))
    (finding,) = error.value.findings
    assert (finding.code, "at most 6 mm" in finding.message) == ("GF006", True)


def test_marks_of_pieces_that_share_no_cut_stand_2_mm_off() -> None:
    page = impose(Piece("a", 40, 30), CutStyle())
    (placed,) = page.placements
    ends = [mark for mark in crop_mark_boxes(page) if mark[2] < placed.x or mark[0] > placed.x + 40]
    assert sorted({round(placed.x - mark[2], 3) for mark in ends if mark[2] < placed.x}) == [2.0]
    assert sorted({round(mark[0] - placed.x - 40, 3) for mark in ends if mark[0] > placed.x + 40}) == [2.0]


def test_lines_follow_the_outline_of_a_disc_and_no_box() -> None:
    page = impose(Piece("a", 20, 20, designs=(2,), round=True), CutStyle("lines"))
    one, two = page.placements
    assert list_starts(page) == [(round(each.x + 20, 3), round(each.y + 10, 3)) for each in (one, two)]
    line = page.guides[1]
    assert isinstance(line, Path)
    box = segment_bounds(line.segments, IDENTITY)
    assert box == pytest.approx((one.x, one.y, two.x + 20, two.y + 20), abs=0.01)


@for_each([False, True])
def test_lines_follow_the_outline_of_a_polygon_as_it_lies(turned: bool) -> None:
    part = make_part(Piece("a", 30, 20))
    trim = Outline(30, 20, "polygon", ((0, 0), (30, 0), (15, 20)))
    part = replace(part, outline=trim)
    lies = (20.0, 30.0) if turned else (30.0, 20.0)
    placed = Placement(part, part.designs[0], 1, "front", 100, 50, *lies, 90 if turned else 0, (0, 0, 0, 0))
    halo, line = draw_guides([], [placed], Slug(Field(PAPERS["a4"])), lines=True, radius=0.0)
    assert isinstance(halo, Path)
    assert isinstance(line, Path)
    corners = [segment[1:] for segment in line.segments if segment[0] != "Z"]
    assert corners == ([(120, 50), (120, 80), (100, 65)] if turned else [(100, 50), (130, 50), (115, 70)])
