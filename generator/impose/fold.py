"""A side of a booklet's sheet goes in, what is printed in and beside its fold comes out: marks and a label; mm."""

from collections.abc import Iterator

from generator.impose.marks import FINE, drawable, small, wide
from generator.model.language import Terms
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Path, Segment, Shape

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
