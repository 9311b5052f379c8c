"""Paths of absolute M, L, C and Z segments."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import acos, ceil, cos, dist, floor, hypot, pi, radians, sin, sqrt, tan

from generator.geometry.bezier import steps_within
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.regions import flatten_path
from generator.geometry.tolerances import CURVE_CHORD, FLOAT_NOISE, ROUNDING
from generator.geometry.types import Outline, Point, Points, Segment

# Distance of the control points of a quarter circle from its ends, in radii: 4/3 tan(pi/8) meets the circle halfway.
_KAPPA = 4 / 3 * tan(pi / 8)


def arc_segments(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x2: float, y2: float
) -> Iterator[Segment]:
    """Yield cubics for an elliptical arc, at most a quarter each (SVG 1.1, appendix F.6.5 and F.6.6)."""
    rx, ry = abs(rx), abs(ry)
    if (x1, y1) == (x2, y2):
        return
    mx, my = (x1 - x2) / 2, (y1 - y2) / 2
    half, longer = hypot(mx, my), max(rx, ry)
    if half < FLOAT_NOISE or min(rx, ry) <= FLOAT_NOISE * longer:  # a point, or an ellipse as flat as a line
        yield ("L", x2, y2)
        return
    if longer < half:  # too small to reach: only the proportions count (F.6.6)
        rx, ry = rx / longer * half, ry / longer * half
    c, s = cos(radians(turn)), sin(radians(turn))
    px, py = c * mx + s * my, c * my - s * mx
    grow = max(1.0, sqrt((px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    top = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
    k = sqrt(top / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    qx, qy = k * rx * py / ry, -k * ry * px / rx
    cx, cy = c * qx - s * qy + (x1 + x2) / 2, s * qx + c * qy + (y1 + y2) / 2
    begin = _angle_between(1, 0, (px - qx) / rx, (py - qy) / ry)
    sweep_by = _angle_between((px - qx) / rx, (py - qy) / ry, (-px - qx) / rx, (-py - qy) / ry)
    if sweep and sweep_by < 0:
        sweep_by += 2 * pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * pi
    yield from _quarter_arcs(cx, cy, rx, ry, c, s=s, begin=begin, sweep=sweep_by, end=(x2, y2))


def _angle_between(ux: float, uy: float, vx: float, vy: float) -> float:
    ratio = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return (-1 if ux * vy - uy * vx < 0 else 1) * acos(max(-1.0, min(1.0, ratio)))


def _quarter_arcs(
    cx: float,
    cy: float,
    rx: float,
    ry: float,
    c: float,
    s: float,
    begin: float,
    sweep: float,
    end: tuple[float, float],
) -> Iterator[Segment]:
    count = max(1, ceil(abs(sweep) / (pi / 2) - FLOAT_NOISE))
    step = sweep / count
    k = 4 / 3 * tan(step / 4)

    def place(u: float, v: float) -> Point:
        return cx + c * rx * u - s * ry * v, cy + s * rx * u + c * ry * v

    for index in range(count):
        t, n = begin + index * step, begin + (index + 1) * step
        last = end if index == count - 1 else place(cos(n), sin(n))
        first, second = place(cos(t) - k * sin(t), sin(t) + k * cos(t)), place(cos(n) + k * sin(n), sin(n) - k * cos(n))
        yield ("C", *first, *second, *last)


def ellipse_segments(cx: float, cy: float, rx: float, ry: float) -> tuple[Segment, ...]:
    """Return a closed ellipse of four cubics, clockwise from its right end."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def rectangle_segments(x: float, y: float, w: float, h: float, rx: float = 0.0, ry: float = 0.0) -> tuple[Segment, ...]:
    """Return a closed rectangle, its corners rounded by rx, ry (never more than half a side)."""
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return (("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",))
    kx, ky, r, b = rx * (1 - _KAPPA), ry * (1 - _KAPPA), x + w, y + h
    return (
        ("M", x + rx, y),
        ("L", r - rx, y),
        ("C", r - kx, y, r, y + ky, r, y + ry),
        ("L", r, b - ry),
        ("C", r, b - ky, r - kx, b, r - rx, b),
        ("L", x + rx, b),
        ("C", x + kx, b, x, b - ky, x, b - ry),
        ("L", x, y + ry),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def outline_segments(outline: Outline, corners: float = 0.0) -> tuple[Segment, ...]:
    """Return an outline as a path; the corners of a rectangle are rounded by a radius."""
    width, height = outline.width, outline.height
    if outline.shape == "disc":
        return ellipse_segments(width / 2, height / 2, width / 2, height / 2)
    if outline.shape == "polygon":
        return polygon_segments(outline.points)
    return rectangle_segments(0.0, 0.0, width, height, corners, ry=corners)


def polygon_segments(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return a polygon as a closed path."""
    return ("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",)


def polyline_segments(points: list[float], closed: bool) -> tuple[Segment, ...]:
    """Return the path through x1, y1, x2, y2, ..., an even number of values."""
    pairs = list(zip(points[::2], points[1::2], strict=True))
    drawn: list[Segment] = [("L" if index else "M", x, y) for index, (x, y) in enumerate(pairs)]
    return (*drawn, ("Z",)) if closed and drawn else tuple(drawn)


def transform_segments(segments: tuple[Segment, ...], matrix: Matrix) -> tuple[Segment, ...]:
    """Return a path transformed by a matrix."""
    return tuple(transform_segment(segment, matrix) for segment in segments)


def transform_segment(segment: Segment, matrix: Matrix) -> Segment:
    """Return one segment transformed by a matrix."""
    flat = segment[1:]
    points = [transform_point(matrix, x, y) for x, y in zip(flat[::2], flat[1::2], strict=True)]
    return (segment[0], *(value for point in points for value in point))


_EIGHTH = pi / 4


def circle_arc_segments(cx: float, cy: float, radius: float, start: float, sweep: float) -> tuple[Segment, ...]:
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


def flatten_outline(segments: Iterable[Segment]) -> Points:
    """Return the corners of a closed path, each once; curves as chords that stay within CURVE_CHORD of them."""
    lines = flatten_path(segments, partial(steps_within, chord=CURVE_CHORD))
    points = [point for line, _ in lines for point in line]
    closed = hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) < ROUNDING
    return tuple(points[:-1] if closed else points)


def line_length(points: Sequence[Point]) -> float:
    """Return the length of a line (mm)."""
    return sum(dist(one, other) for one, other in pairwise(points))


def point_along(points: Sequence[Point], far: float) -> Point:
    """Return the point `far` mm along a line."""
    for (x1, y1), (x2, y2) in pairwise(points):
        long = hypot(x2 - x1, y2 - y1)
        if far <= long and long > 0:
            return x1 + (x2 - x1) * far / long, y1 + (y2 - y1) * far / long
        far -= long
    return points[-1]
