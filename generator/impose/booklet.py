"""Impose pages on the sheets of a saddle-stitched booklet."""

import math
from collections.abc import Iterator, Sequence

from generator.geometry.tolerances import SAME_LENGTH
from generator.geometry.types import Segment
from generator.impose.marks import FINE, set_small_print, small_print_width
from generator.model.language import Terms
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Path, Picture, Shape
from generator.model.sheet import BookletSheet, BookletSide, PagePair, PlacedPage


def order_pages(pages: int, back_cover: bool, at_right: bool = False) -> tuple[BookletSheet, ...]:
    """Return the sheets of a booklet, outermost first; ValueError if it has no page.

    Of N = 4 * ceil(pages / 4) pages, sheet s, counted from 0 at the outside, has (N - 2s, 2s + 1) on its outer side and
    (2s + 2, N - 2s - 1) on its inner one: the s sheets outside it have taken 2s pages from each end of the booklet, and
    the right half of one side is the left half of the other. Blank pages come last, or before the back cover, which is
    the last page; a single page is the front cover. Bound `at_right`, the pages of each side change places.
    """
    if pages < 1:
        raise ValueError(f"a booklet needs at least one page, not {pages}")
    count = 4 * -(-pages // 4)
    blanks = [None] * (count - pages)
    kept = 1 if back_cover and pages > 1 else 0
    body: list[int | None] = list(range(1, pages + 1 - kept))
    order = [*body, *blanks, *range(pages + 1 - kept, pages + 1)]
    if at_right:
        order.reverse()
    return tuple(
        BookletSheet((order[count - 2 * s - 1], order[2 * s]), (order[2 * s + 1], order[count - 2 * s - 2]))
        for s in range(count // 4)
    )


def creep_offset(sheet: int, thickness: float) -> float:
    """Return the creep of a sheet (0 is the outermost): how far its pages move towards the fold, mm.

    Each sheet outside it pushes its fold outwards, and its pages with it, by one thickness of the paper.
    """
    return sheet * thickness


def greatest_thickness(sheets: int, inner: float) -> float:
    """Return the greatest thickness of paper for so many sheets, mm, rounded down to 0.01; infinity for a single sheet.

    At that thickness the innermost pages, with `inner` mm of white beside the fold, still leave room for its label.
    """
    return math.floor((inner - GUTTER) / (sheets - 1) * 100) / 100 if sheets > 1 else math.inf


def impose_spreads(
    sheets: Sequence[BookletSheet], paper: Paper, page: Paper, thickness: float, terms: Terms, build: str, font: Font
) -> Iterator[BookletSide]:
    """Yield the sides in printing order, outer and inner, of landscape sheets; `paper` is given in portrait.

    Pages stand against the fold, shifted over it by their creep and clipped there. ValueError if two pages side by side
    are larger than the sheet.
    """
    if 2 * page.width > paper.height + SAME_LENGTH or page.height > paper.width + SAME_LENGTH:
        raise ValueError(f"two {page.name} pages do not fit on a sheet of {paper.name} paper")
    for s, folio in enumerate(sheets):
        for side, pair in (("outer", folio.outer), ("inner", folio.inner)):
            shapes = draw_side_marks(paper, s + 1, len(sheets), side == "outer", terms, build=build, font=font)
            leaves = tuple(_place_pages(pair, paper, page, creep_offset(s, thickness)))
            yield BookletSide(leaves, Picture(0, 0, paper.height, paper.width, shapes))


def _place_pages(pair: PagePair, paper: Paper, page: Paper, shift: float) -> Iterator[PlacedPage]:
    """Yield the pages left and right of the fold, centered between head and foot."""
    fold, y = paper.height / 2, (paper.width - page.height) / 2
    left, right = pair
    if left is not None:
        yield PlacedPage(left, fold - page.width + shift, y, page.width, page.height, room=(0.0, fold))
    if right is not None:
        yield PlacedPage(right, fold - shift, y, page.width, page.height, room=(fold, paper.height))


TICK = 3.0, 10.0  # mm from the edge: part of it prints even if the printer keeps a margin of 6.7 mm
STAPLE_MARK = 10.0  # mm: a staple is about 12 wide, and so covers its mark
FOOT = 11.0  # mm from the foot to the label of an inner side
LABEL_GAP = 1.2  # mm from the fold to a label
GUTTER = 4.0  # mm at least from the fold to the text of a page: a label stands between them


def draw_side_marks(
    paper: Paper, number: int, of: int, outer: bool, terms: Terms, build: str, font: Font
) -> tuple[Shape, ...]:
    """Return the marks of a side and its label along the fold; sheet 1 is the outermost, `paper` is given in portrait.

    Nothing is seen of them on the finished booklet: the cover shows where to staple, under the staples, and the middle
    pages have no marks. On all other sides, another sheet covers the fold, and the label is in the gutter.
    """
    fold, height = paper.height / 2, paper.width
    if outer and number == 1:
        return (Path(tuple(_draw_staple_marks(fold, height)), FINE),) if of > 1 else ()
    if not outer and number == of:
        return ()
    heading = f"{terms.sheet.format(sheet=number, sheets=of)}, {terms.outer if outer else terms.inner}"
    says = f"{heading}, {terms.flip}, {build}" if outer or number == 1 else heading
    start = (height + small_print_width(says, font)) / 2 if outer or number == 1 else height - FOOT
    return Path(tuple(_draw_fold_ticks(fold, height)), FINE), _draw_label(fold, start, says, font)


def _draw_fold_ticks(fold: float, height: float) -> Iterator[Segment]:
    """Yield fold marks at head and foot."""
    start, end = TICK
    yield from _line_segments(fold, start, fold, end)
    yield from _line_segments(fold, height - end, fold, height - start)


def _draw_staple_marks(fold: float, height: float) -> Iterator[Segment]:
    """Yield the marks of two staples, in the middle of the upper and of the lower half."""
    for middle in (height / 4, height * 3 / 4):
        yield from _line_segments(fold, middle - STAPLE_MARK / 2, fold, middle + STAPLE_MARK / 2)


def _line_segments(*at: float) -> tuple[Segment, ...]:
    x, y, to_x, to_y = at
    return ("M", x, y), ("L", to_x, to_y)


def _draw_label(fold: float, y: float, text: str, font: Font) -> Shape:
    """Return a label left of the fold that reads upwards from y."""
    return Group((set_small_print(0, 0, font.replace_missing(text), font),), (0, -1, 1, 0, fold - LABEL_GAP, y))
