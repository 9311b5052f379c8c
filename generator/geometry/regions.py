"""The regions that a fill and a stroke cover, tested point by point, mm."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import floor, inf

from generator.geometry.bezier import flatten_cubic
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.tolerances import CURVE_STEPS
from generator.geometry.types import Box, Point, Segment

Line = list[Point]
_Chord = tuple[float, float, float, float, float, float, float]


def control_bounds(segments: Sequence[Segment], matrix: Matrix, reach: float = 0.0) -> Box:
    """Return the box of all points of a path, control points included, enlarged by `reach` on all sides."""
    a, b, c, d, e, f = matrix
    points = [(flat[k], flat[k + 1]) for _, *flat in segments for k in range(0, len(flat), 2)]
    xs, ys = [a * x + c * y + e for x, y in points], [b * x + d * y + f for x, y in points]
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


class FillRegion:
    """The region that a fill covers; `matrix` leads from the path to the picture."""

    def __init__(self, segments: Sequence[Segment], matrix: Matrix, even_odd: bool = False) -> None:
        self._segments, self._matrix, self._even_odd = segments, matrix, even_odd
        self._edges: list[tuple[float, float, float, float]] = []

    def contains(self, x: float, y: float) -> bool:
        """Return whether the fill covers a point of the picture (SVG 1.1, 11.3, fill-rule)."""
        turns = 0
        for x1, y1, x2, y2 in self._edges or self._flatten_edges():
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                turns += 1 if y2 > y1 else -1
        return turns % 2 == 1 if self._even_odd else turns != 0

    def _flatten_edges(self) -> list[tuple[float, float, float, float]]:
        for line, _ in flatten_path(self._segments):
            points = [transform_point(self._matrix, x, y) for x, y in line]
            self._edges += [(*p, *q) for p, q in pairwise([*points, points[0]])]
        return self._edges


class StrokeRegion:
    """The region that a stroke covers; `back` leads from the picture to the path.

    Joins are round, and so are caps unless butt.
    """

    def __init__(self, segments: Sequence[Segment], back: Matrix, width: float, butt: bool) -> None:
        self._segments, self._back = segments, back
        self._width, self._reach, self._butt = width, (width / 2) ** 2, butt
        self._cell = 0.0  # the side of the squares by which chords are found
        self._near: dict[tuple[int, int], list[_Chord]] = {}

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point of the picture lies within half a width of the path."""
        if not self._cell:
            self._sort_chords()
        x, y = transform_point(self._back, x, y)
        for x1, y1, dx, dy, square, low, high in self._near.get((floor(x / self._cell), floor(y / self._cell)), ()):
            part = ((x - x1) * dx + (y - y1) * dy) / square
            if low <= part <= high:
                part = min(1.0, max(0.0, part))
                if (x - x1 - part * dx) ** 2 + (y - y1 - part * dy) ** 2 <= self._reach:
                    return True
        return False

    def _sort_chords(self) -> None:
        """List the chords that each square of the path's coordinates may meet."""
        chords = [chord for line, closed in flatten_path(self._segments) for chord in self._chords_of(line, closed)]
        self._cell = max([2 * self._width, *(square**0.5 for _, _, _, _, square, _, _ in chords)]) or 1.0
        reach = self._width / 2
        for chord in chords:
            x, y, dx, dy, *_ = chord
            columns = (
                floor((at + way * reach) / self._cell) for at, way in ((min(x, x + dx), -1), (max(x, x + dx), 1))
            )
            rows = (floor((at + way * reach) / self._cell) for at, way in ((min(y, y + dy), -1), (max(y, y + dy), 1)))
            left, right, top, bottom = *columns, *rows
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    self._near.setdefault((column, row), []).append(chord)

    def _chords_of(self, line: Line, closed: bool) -> Iterator[_Chord]:
        """Yield chords as x, y, dx, dy, squared length, and the range of the parameter that the stroke covers."""
        points = [*line, line[0]] if closed else line
        for number, ((x1, y1), (x2, y2)) in enumerate(pairwise(points), 2):
            cut = self._butt and not closed
            low, high = 0.0 if cut and number == 2 else -inf, 1.0 if cut and number == len(points) else inf
            dx, dy = x2 - x1, y2 - y1
            yield x1, y1, dx, dy, dx * dx + dy * dy or 1.0, low, high


def flatten_path(
    segments: Iterable[Segment], count_steps: Callable[[Point, Point, Point, Point], int] = lambda *_: CURVE_STEPS
) -> Iterator[tuple[Line, bool]]:
    """Yield each subpath as points, and whether it is closed; each curve as so many chords."""
    line: Line = []
    for kind, *flat in segments:
        if kind in "MZ":
            if len(line) > 1:
                yield line, kind == "Z"
            line = [(flat[0], flat[1])] if kind == "M" else line[:1]
        elif kind == "L":
            line.append((flat[0], flat[1]))
        else:
            x1, y1, x2, y2, x3, y3 = flat
            curve = line[-1], (x1, y1), (x2, y2), (x3, y3)
            line += flatten_cubic(*curve, count_steps(*curve))
    if len(line) > 1:
        yield line, False
