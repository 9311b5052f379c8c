"""Arcs and cubic curves go in, segments and corners come out, near enough for any knife; mm, y downwards."""

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin, tan

from generator.geometry.bezier import flatten_cubic, steps_within
from generator.geometry.path import Points, Segment
from generator.geometry.tolerances import CURVE_CHORD, FLOAT_NOISE, ROUNDING

EIGHTH = pi / 4


def arc(cx: float, cy: float, radius: float, start: float, sweep: float) -> tuple[Segment, ...]:
    """Return cubics along an arc that runs clockwise; radians, 0 points right.

    Control points at 4/3 tan(a/4) of the radius touch the arc at ends and middle; with pieces of an eighth of a turn
    they stay within 0.000005 of the radius (M. Goldapp, Computer Aided Geometric Design 8, 1991). The pieces end at
    whole eighths, so that what is farthest left, right, up and down is an end.
    """
    first, last = floor(start / EIGHTH + FLOAT_NOISE) + 1, ceil((start + sweep) / EIGHTH - FLOAT_NOISE)
    ends = [start, *(number * EIGHTH for number in range(first, last)), start + sweep]
    return tuple(_piece(cx, cy, radius, one, other) for one, other in pairwise(ends))


def _piece(cx: float, cy: float, radius: float, start: float, end: float) -> Segment:
    reach = 4 / 3 * tan((end - start) / 4)
    x1, y1 = cx + radius * (cos(start) - reach * sin(start)), cy + radius * (sin(start) + reach * cos(start))
    x2, y2 = cx + radius * (cos(end) + reach * sin(end)), cy + radius * (sin(end) - reach * cos(end))
    return "C", x1, y1, x2, y2, cx + radius * cos(end), cy + radius * sin(end)


def corners(segments: Iterable[Segment]) -> Points:
    """Return the corners of a closed line, each once; on curves so many that no chord is 0.01 mm from its curve."""
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
