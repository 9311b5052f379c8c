"""Imposition of booklets: page order, positions, creep, and the marks in the fold."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.fonts.font_book import bundled_font
from generator.impose.booklet import (
    GUTTER,
    LABEL_GAP,
    creep_offset,
    draw_side_marks,
    greatest_thickness,
    impose_spreads,
    order_pages,
)
from generator.model.language import Terms
from generator.model.paper import PAPERS, Paper, booklet_page
from generator.model.picture import Group, Path, Shape, Text
from generator.model.sheet import BookletSheet, PlacedPage
from tests.saddle import read_through
from tests.samples import for_each

A4, A5 = PAPERS["a4"], PAPERS["a5"]
FONT = bundled_font("Source Sans Pro", 400, False)
Line = tuple[float, ...]


def read_folded_pages(pages: int, back_cover: bool) -> list[int | None]:
    """Return the pages as they follow one another in the folded booklet."""
    sides = [side for folio in order_pages(pages, back_cover) for side in folio]
    return [number for number, _ in read_through(sides)]


def test_eight_pages_are_two_sheets() -> None:
    assert order_pages(8, back_cover=False) == (BookletSheet((8, 1), (2, 7)), BookletSheet((6, 3), (4, 5)))
    assert order_pages(8, back_cover=True) == order_pages(8, back_cover=False)


def test_a_booklet_bound_at_the_right_reads_from_its_other_cover() -> None:
    found = order_pages(7, back_cover=True, at_right=True)
    assert found == (BookletSheet((1, 7), (None, 2)), BookletSheet((3, 6), (5, 4)))
    seen = read_through([side for folio in found for side in folio], at_right=True)
    assert seen == [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 1), (None, 0), (7, 0)]


def test_blanks_are_last_or_before_the_back_cover() -> None:
    assert order_pages(5, back_cover=False) == (BookletSheet((None, 1), (2, None)), BookletSheet((None, 3), (4, 5)))
    assert order_pages(5, back_cover=True) == (BookletSheet((5, 1), (2, None)), BookletSheet((None, 3), (4, None)))
    assert order_pages(2, back_cover=True) == (BookletSheet((2, 1), (None, None)),)


def test_single_page_is_the_front_cover() -> None:
    assert (
        order_pages(1, back_cover=False) == order_pages(1, back_cover=True) == (BookletSheet((None, 1), (None, None)),)
    )


def test_sixty_four_pages_end_on_the_innermost_sheet() -> None:
    found = order_pages(64, back_cover=True)
    assert (len(found), found[0], found[15]) == (16, BookletSheet((64, 1), (2, 63)), BookletSheet((34, 31), (32, 33)))


@for_each([0, -1])
def test_booklet_needs_a_page(pages: int) -> None:
    with pytest.raises(ValueError, match=f"page.* {pages}$"):
        order_pages(pages, back_cover=False)


@given(st.integers(1, 400), st.booleans())
def test_folded_sheets_read_in_page_order(pages: int, back_cover: bool) -> None:
    blanks: list[int | None] = [None] * (-pages % 4)
    every: list[int | None] = list(range(1, pages + 1))
    kept = pages - 1 if back_cover and pages > 1 else pages
    assert read_folded_pages(pages, back_cover) == [*every[:kept], *blanks, *every[kept:]]


def test_folding_the_sheets_in_another_order_is_noticed() -> None:
    sides = [side for folio in reversed(order_pages(8, back_cover=False)) for side in folio]
    assert [number for number, _ in read_through(sides)] == [3, 4, 1, 2, 7, 8, 5, 6]


# -- where they stand ----------------------------------------------------------------------------------------------


def test_each_sheet_outside_adds_one_thickness_of_creep() -> None:
    assert [creep_offset(sheet, 0.1) for sheet in (0, 1, 5)] == [0, 0.1, 0.5]


@for_each([(1, math.inf), (2, 22), (25, 0.91), (26, 0.88)])
def test_creep_leaves_the_label_between_the_fold_and_the_text(sheets: int, most: float) -> None:
    assert greatest_thickness(sheets, 26.0) == most


def test_a_label_takes_less_than_the_gutter() -> None:
    assert LABEL_GAP + draw_marks(2, 2, outer=True)[1].size < GUTTER


def impose_leaves(pages: int, paper: Paper, page: Paper, thickness: float) -> list[tuple[PlacedPage, ...]]:
    found = impose_spreads(order_pages(pages, back_cover=False), paper, page, thickness, Terms(), "build b", FONT)
    return [spread.leaves for spread in found]


def test_inner_pages_shift_over_the_fold_and_are_clipped_there() -> None:
    assert impose_leaves(7, A4, A5, 0.25) == [
        (PlacedPage(1, 148.5, 0, 148, 210, (148.5, 297)),),
        (PlacedPage(2, 0.5, 0, 148, 210, (0, 148.5)), PlacedPage(7, 148.5, 0, 148, 210, (148.5, 297))),
        (PlacedPage(6, 0.75, 0, 148, 210, (0, 148.5)), PlacedPage(3, 148.25, 0, 148, 210, (148.5, 297))),
        (PlacedPage(4, 0.75, 0, 148, 210, (0, 148.5)), PlacedPage(5, 148.25, 0, 148, 210, (148.5, 297))),
    ]


def test_small_pages_are_centered_vertically() -> None:
    assert impose_leaves(1, A4, Paper("low", 100, 150), 0.1)[0] == (PlacedPage(1, 148.5, 30, 100, 150, (148.5, 297)),)


@pytest.mark.parametrize(
    "paper", [paper for paper in PAPERS.values() if booklet_page(paper)], ids=lambda paper: paper.name
)
def test_two_halves_of_each_paper_fit_it(paper: Paper) -> None:
    page = booklet_page(paper)
    assert page is not None
    left, right = impose_leaves(4, paper, page, 0)[0]
    assert [left.x + left.width, right.x] == pytest.approx([paper.height / 2, paper.height / 2])
    assert 0 <= left.x < 0.6
    assert 0 <= left.y < 0.01


def test_pages_that_are_too_large_are_refused() -> None:
    for page in (Paper("broad", 149, 210), Paper("high", 148, 211)):
        with pytest.raises(ValueError, match=f"{page.name} pages .* a4"):
            impose_leaves(1, A4, page, 0)


# -- what is printed in the fold -----------------------------------------------------------------------------------


def draw_marks(number: int, of: int, outer: bool, terms: Terms | None = None) -> tuple[list[Line], Text, float, float]:
    """Return the marks of a side as lines, its label, and where that begins."""
    *marks, label = draw_side_marks(A4, number, of, outer, terms or Terms(), "build b", FONT)
    assert isinstance(label, Group)
    assert label.matrix[:4] == (0, -1, 1, 0), "read upwards"
    (text,) = label.shapes
    assert isinstance(text, Text)
    return [line for mark in marks for line in list_lines(mark)], text, round(label.matrix[4], 6), label.matrix[5]


def list_lines(shape: Shape) -> list[Line]:
    """Return each line as x, y, x, y."""
    assert isinstance(shape, Path)
    assert (shape.paint.width, shape.paint.fill) == (0.2, None)
    numbers = [round(value, 6) for segment in shape.segments for value in segment[1:]]
    return [tuple(numbers[k : k + 4]) for k in range(0, len(numbers), 4)]


TICKS = [(148.5, 3, 148.5, 10), (148.5, 200, 148.5, 207)]


def test_a_fold_is_marked_at_head_and_foot_where_another_sheet_covers_it() -> None:
    outer, inner = [(2, True), (3, True)], [(1, False), (2, False)]
    assert [draw_marks(number, 3, outer=side)[0] for number, side in outer + inner] == [TICKS] * 4


def test_the_cover_has_nothing_but_two_lines_that_the_staples_cover() -> None:
    (marks,) = draw_side_marks(A4, 1, 2, True, Terms(), "build b", FONT)
    assert list_lines(marks) == [(148.5, 47.5, 148.5, 57.5), (148.5, 152.5, 148.5, 162.5)]


@for_each([1, 2, 5])
def test_the_middle_pages_and_a_single_sheet_have_no_marks(sheets: int) -> None:
    assert draw_side_marks(A4, sheets, sheets, False, Terms(), "build b", FONT) == ()
    assert draw_side_marks(A4, 1, 1, True, Terms(), "build b", FONT) == ()


def test_label_names_the_sheet_left_of_the_fold_between_the_staples() -> None:
    _, text, x, y = draw_marks(1, 3, outer=False)
    assert text.text == "sheet 1 of 3, inner side, flip on the short edge, build b"
    assert text.size * FONT.cap_height >= 1.8
    assert (x, round(y - text.width / 2, 6)) == (147.3, 105)
    assert 58.5 < y - text.width < y < 151.5
    assert draw_marks(2, 3, outer=True)[1].text == "sheet 2 of 3, outer side, flip on the short edge, build b"
    _, text, x, y = draw_marks(2, 3, outer=False)
    assert (text.text, x, y) == ("sheet 2 of 3, inner side", 147.3, 199)


def test_label_is_translated_within_the_font_s_characters() -> None:
    terms = Terms(sheet="Bogen {sheet}/{sheets}", outer="außen", inner="innen", flip="kurze Kante \N{SNOWMAN}")
    assert draw_marks(2, 3, outer=True, terms=terms)[1].text == "Bogen 2/3, außen, kurze Kante ?, build b"
    assert draw_marks(2, 3, outer=False, terms=terms)[1].text == "Bogen 2/3, innen"
