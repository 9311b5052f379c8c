"""Pages in reading order go in, the sheets of a saddle-stitched booklet come out, outermost first, side by side."""

import math
from collections.abc import Iterator, Sequence

from generator.geometry.path import Segment
from generator.geometry.tolerances import SAME_LENGTH
from generator.impose.marks import FINE, drawable, small, wide
from generator.model.folio import Folio, Leaf, Pair, Spread
from generator.model.language import Terms
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Path, Picture, Shape


def folios(pages: int, back_cover: bool) -> tuple[Folio, ...]:
    """Return the sheets of a booklet of so many pages; ValueError where there is none.

    Of N = 4 * ceil(pages / 4) pages, sheet s, counted from 0 at the outside, has (N - 2s, 2s + 1) on its outer side and
    (2s + 2, N - 2s - 1) on its inner one. For a leaf of it is two pages from either end of the booklet, the sheets
    outside it have taken 2s pages of each end, and what lies right of the fold on one side lies left of it on the
    other. Blank pages come last, or before the back cover, which is the last page; one page alone is the front cover.
    """
    if pages < 1:
        raise ValueError(f"a booklet needs a page; there are {pages}")
    count = 4 * -(-pages // 4)
    blanks = [None] * (count - pages)
    kept = 1 if back_cover and pages > 1 else 0
    body: list[int | None] = list(range(1, pages + 1 - kept))
    order = [*body, *blanks, *range(pages + 1 - kept, pages + 1)]
    return tuple(
        Folio((order[count - 2 * s - 1], order[2 * s]), (order[2 * s + 1], order[count - 2 * s - 2]))
        for s in range(count // 4)
    )


def creep(sheet: int, thickness: float) -> float:
    """Return how far the pages of a sheet, 0 for the outermost, move towards the fold, in mm as the thickness is.

    Each sheet outside it pushes its fold, and with it its pages, out of the booklet by one thickness of the paper.
    """
    return sheet * thickness


def thickest(sheets: int, inner: float) -> float:
    """Return how thick the paper of so many sheets can be, mm, rounded down to 0.01; without an end for a single one.

    The innermost pages, with `inner` mm white beside the fold, then come no nearer to it than its label needs.
    """
    return math.floor((inner - GUTTER) / (sheets - 1) * 100) / 100 if sheets > 1 else math.inf


def spreads(
    sheets: Sequence[Folio], paper: Paper, page: Paper, thickness: float, terms: Terms, build: str, font: Font
) -> Iterator[Spread]:
    """Yield the sides in the order of the printer, outer and inner, of sheets that lie: `paper` is given upright.

    Pages stand against the fold, moved over it by their creep and cut off there. ValueError where two pages side by
    side are larger than the sheet.
    """
    if 2 * page.width > paper.height + SAME_LENGTH or page.height > paper.width + SAME_LENGTH:
        raise ValueError(f"two pages of {page.name} are larger than a sheet of {paper.name}")
    for s, folio in enumerate(sheets):
        for side, pair in (("outer", folio.outer), ("inner", folio.inner)):
            shapes = furniture(paper, s + 1, len(sheets), side == "outer", terms, build, font)
            leaves = tuple(_leaves(pair, paper, page, creep(s, thickness)))
            yield Spread(leaves, Picture(0, 0, paper.height, paper.width, shapes))


def _leaves(pair: Pair, paper: Paper, page: Paper, shift: float) -> Iterator[Leaf]:
    """Yield the pages left and right of the fold, in the middle between head and foot."""
    fold, y = paper.height / 2, (paper.width - page.height) / 2
    left, right = pair
    if left is not None:
        yield Leaf(left, fold - page.width + shift, y, page.width, page.height, (0.0, fold))
    if right is not None:
        yield Leaf(right, fold - shift, y, page.width, page.height, (fold, paper.height))


TICK = 3.0, 10.0  # from the edge: of printers that keep 6.7 mm white, too, some of it comes out
STAPLE = 12.0  # a staple's width
LEG = 0.8  # of a staple's mark, to each side of the fold
FOOT = 11.0  # from the foot to the label of an inner side
CLEAR = 1.2  # from the fold to a label
GUTTER = 4.0  # from the fold to the text of a page, at the least: a label stands between them


def furniture(
    paper: Paper, number: int, of: int, outer: bool, terms: Terms, build: str, font: Font
) -> tuple[Shape, ...]:
    """Return the marks of a side, and its label along the fold; sheet 1 is the outermost, `paper` is given upright.

    An outer side shows where to fold, and that of sheet 1 where to staple, unless it is the only one: in the finished
    booklet that is its spine, and the label lies on the back cover, between the staples. All else is in the gutter.
    """
    fold, height = paper.height / 2, paper.width
    said = terms.sheet.format(sheet=number, sheets=of)
    if not outer:
        return (_label(fold, height - FOOT, f"{said}, {terms.inner}", font),)
    says = f"{said}, {terms.outer}, {terms.flip}, {build}"
    segments = list(_ticks(fold, height))
    if number == 1 and of > 1:
        segments += _staples(fold, height)
    return Path(tuple(segments), FINE), _label(fold, (height + wide(says, font)) / 2, says, font)


def _ticks(fold: float, height: float) -> Iterator[Segment]:
    """Yield the ends of the fold, at head and foot."""
    start, end = TICK
    yield from _line(fold, start, fold, end)
    yield from _line(fold, height - end, fold, height - start)


def _staples(fold: float, height: float) -> Iterator[Segment]:
    """Yield the staples with their legs, in the middles of the upper and the lower half."""
    for middle in (height / 4, height * 3 / 4):
        ends = middle - STAPLE / 2, middle + STAPLE / 2
        yield from _line(fold, ends[0], fold, ends[1])
        for y in ends:
            yield from _line(fold - LEG, y, fold + LEG, y)


def _line(*at: float) -> tuple[Segment, ...]:
    x, y, to_x, to_y = at
    return ("M", x, y), ("L", to_x, to_y)


def _label(fold: float, y: float, text: str, font: Font) -> Shape:
    """Return words left of the fold, read upwards from y."""
    return Group((small(0, 0, drawable(text, font), font),), (0, -1, 1, 0, fold - CLEAR, y))
