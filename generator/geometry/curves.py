"""Circular arcs as cubics, and outlines as polygons; mm, y downwards."""

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin, tan

from generator.geometry.bezier import flatten_cubic, steps_within
from generator.geometry.path import Points, Segment
from generator.geometry.tolerances import CURVE_CHORD, FLOAT_NOISE, ROUNDING

_EIGHTH = pi / 4


def arc(cx: float, cy: float, radius: float, start: float, sweep: float) -> tuple[Segment, ...]:
    """Return the cubics of a clockwise arc; angles in radians, 0 points right.

    With control points at 4/3 tan(a/4) of the radius the cubics touch the arc at their ends and middles; pieces of an
    eighth of a turn stay within 0.000005 of the radius (M. Goldapp, Computer Aided Geometric Design 8, 1991). They end
    at whole eighths, so that the leftmost, rightmost, top and bottom points are ends of pieces.
    """
    first, last = floor(start / _EIGHTH + FLOAT_NOISE) + 1, ceil((start + sweep) / _EIGHTH - FLOAT_NOISE)
    ends = [start, *(number * _EIGHTH for number in range(first, last)), start + sweep]
    return tuple(_arc_piece(cx, cy, radius, one, other) for one, other in pairwise(ends))


def _arc_piece(cx: float, cy: float, radius: float, start: float, end: float) -> Segment:
    reach = 4 / 3 * tan((end - start) / 4)
    x1, y1 = cx + radius * (cos(start) - reach * sin(start)), cy + radius * (sin(start) + reach * cos(start))
    x2, y2 = cx + radius * (cos(end) + reach * sin(end)), cy + radius * (sin(end) - reach * cos(end))
    return "C", x1, y1, x2, y2, cx + radius * cos(end), cy + radius * sin(end)


def corners(segments: Iterable[Segment]) -> Points:
    """Return the corners of a closed path, each once; curves as chords that stay within CURVE_CHORD of them."""
    points: list[tuple[float, float]] = []
    for segment in segments:
        match segment:
            case ("C", *controls):
                x1, y1, x2, y2, x3, y3 = controls
                curve = points[-1], (x1, y1), (x2, y2), (x3, y3)
                points += flatten_cubic(*curve, steps_within(*curve, CURVE_CHORD))
            case (_, x, y):
                points.append((x, y))
    closed = hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) < ROUNDING
    return tuple(points[:-1] if closed else points)
