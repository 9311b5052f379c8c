"""The placements of a sheet go in, the legend of the lines to cut, fold and glue that lie on it comes out; mm."""

from collections.abc import Iterable, Iterator

from generator.impose.marks import small, wide
from generator.model.net import LINES, LineKind
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Path, Segment, Shape
from generator.model.sheet import Placement

_SAYS: dict[LineKind, str] = {"cut": "cut", "mountain": "fold back", "valley": "fold forward", "glue": "glue"}
_BASE = 5.6  # base line, from the edge: its letters stay between 5 and 7.4, clear of crop marks
_SAMPLE = 10.0  # length of a sample
_TO_WORD = 1.5
_TO_NEXT = 6.0
_CAPITAL = 1.8
_HATCH = 1.55  # between the lines of a glue area, along its edge


def kinds(placements: Iterable[Placement]) -> list[LineKind]:
    """Return which lines the nets and the glue tabs have, in the order of the legend."""
    found: set[LineKind] = set()
    for net in {each.design.net: None for each in placements if each.design.net is not None}:
        found |= {"cut", *(fold.kind for fold in net.folds)}
        found |= {"glue"} if net.tabs else set()
    if any(each.design.section is not None and each.design.section.tabs for each in placements):
        found |= {"cut", "glue"}
    return [kind for kind in _SAYS if kind in found]


def legend(used: Iterable[LineKind], paper: Paper, font: Font) -> tuple[Shape, ...]:
    """Return the legend in the middle of the right margin, read from below like the ruler on the left."""
    shapes: list[Shape] = []
    x = 0.0
    for kind in used:
        x += _TO_NEXT if shapes else 0.0
        shapes += _sample(kind, x)
        x += _SAMPLE + _TO_WORD
        shapes.append(small(x, 0.0, _SAYS[kind], font))
        x += wide(_SAYS[kind], font)
    return (Group(tuple(shapes), (0, -1, 1, 0, paper.width - _BASE, (paper.height + x) / 2)),) if shapes else ()


def _sample(kind: LineKind, x: float) -> Iterator[Path]:
    """Yield a line in its own style, at half the height of the capitals; glue as a field of its hatch."""
    middle, end = -_CAPITAL / 2, x + _SAMPLE
    if kind != "glue":
        yield Path((("M", x, middle), ("L", end, middle)), LINES[kind])
        return
    lines: list[Segment] = []
    while x + _CAPITAL <= end:
        lines += [("M", x, 0.0), ("L", x + _CAPITAL, -_CAPITAL)]
        x += _HATCH
    yield Path(tuple(lines), LINES["glue"])
