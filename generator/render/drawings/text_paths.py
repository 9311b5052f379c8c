"""Measure paths along which text runs."""

from bisect import bisect_left
from itertools import accumulate, pairwise
from math import atan2, degrees, hypot
from typing import NamedTuple

from generator.geometry.bezier import flatten_cubic, steps_within
from generator.geometry.types import Point, Segment

_CHORD = 1e-4  # of the size of the path: the length and the directions of its chords stand for those of its curves
_LEAST_STEPS = 32  # of a curve: letters turn with it


class PathPoint(NamedTuple):
    """A point of a path, and the direction there in degrees."""

    x: float
    y: float
    angle: float


class MeasuredPath:
    """The corners of a path with the length up to each; the pen is lifted between its parts."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self._chords = list(_list_chords(segments))
        self._ends = list(accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in self._chords))

    @property
    def length(self) -> float:
        """Return the length of all parts together."""
        return self._ends[-1] if self._ends else 0.0

    def find(self, at: float) -> PathPoint | None:
        """Return the point at a length from the start; None before the start and beyond the end."""
        if not 0 <= at <= self.length or not self._ends:
            return None
        index = min(bisect_left(self._ends, at), len(self._ends) - 1)
        (ax, ay), (bx, by) = self._chords[index]
        size = hypot(bx - ax, by - ay)
        share = 1 - (self._ends[index] - at) / size
        return PathPoint(ax + share * (bx - ax), ay + share * (by - ay), degrees(atan2(by - ay, bx - ax)))


def _list_chords(segments: tuple[Segment, ...]) -> "list[tuple[Point, Point]]":
    numbers = (abs(float(value)) for each in segments for value in each[1:])
    size = max(numbers, default=1.0) or 1.0
    chords: list[tuple[Point, Point]] = []
    pen: Point = (0.0, 0.0)
    begun = pen
    for segment in segments:
        match segment:
            case ("M", x, y):
                pen = begun = (x, y)
            case ("L", x, y):
                chords.append((pen, (x, y)))
                pen = x, y
            case ("C", x1, y1, x2, y2, x, y):
                curve = pen, (x1, y1), (x2, y2), (x, y)
                steps = max(_LEAST_STEPS, steps_within(*curve, _CHORD * size))
                chords += pairwise([pen, *flatten_cubic(*curve, min(steps, 1000))])
                pen = x, y
            case _:
                chords.append((pen, begun))
                pen = begun
    return [chord for chord in chords if chord[0] != chord[1]]
