"""Keep what was drawn so far, before and after its paints were changed, to know what lies under the next shape; mm."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import floor
from typing import NamedTuple

from generator.geometry.bezier import flatten_cubic, steps_within
from generator.geometry.tolerances import CURVE_STEPS
from generator.geometry.types import Box, Point, Segment
from generator.render.ink.tints import WHITE, Rgb, cover

_CELL = 6.0  # mm: the layers that reach into such a square are looked up together
_MOST_CELLS = 4000  # of one layer
_OPAQUE = 0.004  # of what lies below: less does not show
_NEAR = 0.02  # mm: how far the chords of a curve may lie from it

PointTest = Callable[[float, float], bool]


class Ground(NamedTuple):
    """The paint under or beside a shape, as it was and as it is now."""

    old: Rgb
    new: Rgb


class InkLayer(NamedTuple):
    """Paint on a region, as it was and as it is now, with their opacity."""

    box: Box
    holds: PointTest
    old: Rgb
    new: Rgb
    opacity: float


class Grounds:
    """The layers of a picture, the lowest first."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[InkLayer]] = defaultdict(list)

    def add(self, layer: InkLayer) -> None:
        """Lay paint over all others."""
        left, top, right, bottom = (floor(value / _CELL) for value in layer.box)
        if (right - left + 1) * (bottom - top + 1) > _MOST_CELLS:
            return  # far larger than any paper: a shape that is drawn by mistake
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                self._cells[column, row].append(layer)

    def under(self, x: float, y: float) -> Ground:
        """Return the paint at a point, as it was and as it is now; white paper where there is none."""
        old: list[tuple[Rgb, Rgb, float]] = []
        left = 1.0
        for layer in reversed(self._cells.get((floor(x / _CELL), floor(y / _CELL)), ())):
            x1, y1, x2, y2 = layer.box
            if x1 <= x <= x2 and y1 <= y <= y2 and layer.holds(x, y):
                old.append((layer.old, layer.new, layer.opacity))
                left *= 1 - layer.opacity
                if left < _OPAQUE:
                    break
        before, after = WHITE, WHITE
        for was, now, opacity in reversed(old):
            before, after = cover(was, opacity, before), cover(now, opacity, after)
        return Ground(before, after)


def straighten_curves(segments: Sequence[Segment], scale: float) -> tuple[Segment, ...]:
    """Return segments whose long curves, which a region would draw too coarsely, are short chords."""
    made: list[Segment] = []
    at: Point = (0.0, 0.0)
    for segment in segments:
        kind, *flat = segment
        if kind == "C":
            curve = at, (flat[0], flat[1]), (flat[2], flat[3]), (flat[4], flat[5])
            steps = steps_within(*curve, _NEAR / (scale or 1.0))
            made += [("L", *end) for end in flatten_cubic(*curve, steps)] if steps > CURVE_STEPS else [segment]
        else:
            made.append(segment)
        at = (flat[-2], flat[-1]) if flat else at
    return tuple(made)
