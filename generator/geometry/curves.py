"""Arcs and cubic curves go in, segments and corners come out, near enough for any knife; mm, y downwards."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin, sqrt, tan

from generator.geometry.path import Points, Segment

EIGHTH = pi / 4
CHORD = 0.01  # mm between a curve and the polygon that stands for it


def arc(cx: float, cy: float, radius: float, start: float, sweep: float) -> tuple[Segment, ...]:
    """Return cubics along an arc that runs clockwise; radians, 0 points right.

    Control points at 4/3 tan(a/4) of the radius touch the arc at ends and middle; with pieces of an eighth of a turn
    they stay within 0.000005 of the radius (M. Goldapp, Computer Aided Geometric Design 8, 1991). The pieces end at
    whole eighths, so that what is farthest left, right, up and down is an end.
    """
    first, last = floor(start / EIGHTH + 1e-9) + 1, ceil((start + sweep) / EIGHTH - 1e-9)
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
                points += _along((*points[-1], *controls))
            case (_, x, y):
                points.append((x, y))
    closed = hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) < 1e-6
    return tuple(points[:-1] if closed else points)


def _along(flat: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Yield points on a cubic after its start, as many as its second differences ask for (G. Wang, 1984)."""
    x0, y0, x1, y1, x2, y2, x3, y3 = flat
    bend = max(hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = max(1, ceil(sqrt(6 * bend / (8 * CHORD))))
    for k in range(1, count + 1):
        t, u = k / count, 1 - k / count
        a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
