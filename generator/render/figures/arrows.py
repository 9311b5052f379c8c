"""Arrows through a row of points, with rounded corners; lengths in mm."""

from collections.abc import Collection, Sequence
from itertools import combinations, pairwise
from math import hypot
from typing import NamedTuple

from generator.geometry.path import line_length, point_along
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Point
from generator.render.figures.callouts import segment_distance

ArrowLine = list[Point]
ArrowStep = tuple[Point, Point]
HEAD_LENGTH = 2.4  # mm from the tip of an arrow to the back of its head
_HEAD_HALF_WIDTH = 0.4375  # half the width of its back, as a share of its length
_HEAD_SPACING = 32.0  # mm of line for each head of a long arrow


class Arrow(NamedTuple):
    """The path data of the shaft, the points of each head, and the line that the shaft follows."""

    shaft: str
    heads: tuple[str, ...]
    line: tuple[Point, ...]


def draw_arrow(points: Sequence[Point], radius: float, start: float, stop: float, heavy: float = 1.0) -> Arrow:
    """Return an arrow that begins `start` mm after the first point and ends `stop` mm before the last.

    Corners are rounded by `radius`, or by half of the shorter line at the corner; heads are `heavy` times as large.
    """
    line = shorten_line(points, start, stop)
    whole = line_length(line)
    # a long arrow has several heads, so that each part shows its direction
    count = max(1, round(whole / _HEAD_SPACING))
    long = heavy * HEAD_LENGTH
    heads = [
        _arrow_head(point_along(line, whole * each / count - long), point_along(line, whole * each / count), long)
        for each in range(1, count)
    ]
    heads.append(_arrow_head(line[-2], line[-1], long))
    shaft = shorten_line(line, 0.0, min(0.75 * long, whole / 2))
    return Arrow(round_corners(shaft, radius), tuple(heads), tuple(line))


def _arrow_head(before: Point, tip: Point, length: float) -> str:
    """Return the points of a head, so long (mm), with its tip at `tip`, on a line from `before`."""
    (x1, y1), (x2, y2) = before, tip
    long = hypot(x2 - x1, y2 - y1) or 1.0
    u, v = (x2 - x1) / long, (y2 - y1) / long
    half = length * _HEAD_HALF_WIDTH
    back = x2 - length * u, y2 - length * v
    corners = (x2, y2), (back[0] - half * v, back[1] + half * u), (back[0] + half * v, back[1] - half * u)
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in corners)


def shorten_line(points: Sequence[Point], start: float, stop: float) -> ArrowLine:
    """Return the line without `start` and `stop` mm at its ends; at least a third of it is left."""
    whole = line_length(points)
    if start + stop > whole * 2 / 3:
        start, stop = (each * whole * 2 / 3 / (start + stop) for each in (start, stop))
    first, last, along = point_along(points, start), point_along(points, whole - stop), 0.0
    inner: ArrowLine = []
    for before, point in pairwise(points):
        along += hypot(point[0] - before[0], point[1] - before[1])
        if start + ROUNDING < along < whole - stop - ROUNDING and (not inner or inner[-1] != point):
            inner.append(point)
    return [first, *inner, last]


def round_corners(points: Sequence[Point], radius: float) -> str:
    """Return the path data of a line with rounded corners."""
    parts = [f"M{points[0][0]:.3f} {points[0][1]:.3f}"]
    for before, (x, y), after in zip(points, points[1:], points[2:], strict=False):
        (ax, ay), (bx, by) = _point_towards((x, y), before, radius), _point_towards((x, y), after, radius)
        parts.append(f"L{ax:.3f} {ay:.3f} Q{x:.3f} {y:.3f} {bx:.3f} {by:.3f}")
    parts.append(f"L{points[-1][0]:.3f} {points[-1][1]:.3f}")
    return " ".join(parts)


def _point_towards(corner: Point, other: Point, most: float) -> Point:
    long = hypot(other[0] - corner[0], other[1] - corner[1])
    part = min(most, long / 2) / long if long else 0.0
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part


def find_shared_steps(walks: Sequence[Sequence[str]]) -> set[frozenset[str]]:
    """Return the pairs of neighboring cells that are walked more than once, by one walk or by several."""
    seen: set[frozenset[str]] = set()
    again: set[frozenset[str]] = set()
    for walk in walks:
        for pair in pairwise(walk):
            (again if frozenset(pair) in seen else seen).add(frozenset(pair))
    return again


def offset_line(
    walk: Sequence[str], points: Sequence[Point], shared: Collection[frozenset[str]], aside: float
) -> ArrowLine:
    """Return the points of a walk, moved `aside` mm to the right on steps that are shared."""
    moved: ArrowLine = []
    for number, point in enumerate(points):
        ways = [
            (one, other)
            for one, other in ((number - 1, number), (number, number + 1))
            if one >= 0 and other < len(points) and frozenset((walk[one], walk[other])) in shared
        ]
        normals = [_right_normal(points[one], points[other]) for one, other in ways]
        if len(normals) == 2 and _turns_back(*normals):
            moved += [(point[0] + u * aside, point[1] + v * aside) for u, v in normals]
            continue
        u, v = (sum(each) for each in zip(*normals, strict=True)) if normals else (0.0, 0.0)
        if len(normals) == 2:  # a corner between two lines that are both moved
            (a, b), (c, d) = normals
            u, v = u / (1 + a * c + b * d), v / (1 + a * c + b * d)
        moved.append((point[0] + u * aside, point[1] + v * aside))
    return moved


def _turns_back(one: Point, other: Point) -> bool:
    """Return whether a line turns back, from its right normals before and after a point."""
    return one[0] * other[0] + one[1] * other[1] < -0.7


def _right_normal(one: Point, other: Point) -> Point:
    """Return the unit vector to the right of the direction from a point to another, y downwards."""
    long = hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    return -(other[1] - one[1]) / long, (other[0] - one[0]) / long


def count_crossings(lines: Sequence[Sequence[Point]]) -> int:
    """Return how often lines cross or touch one another or themselves, apart from consecutive steps."""
    steps = [(number, at, pair) for number, line in enumerate(lines) for at, pair in enumerate(pairwise(line))]
    return sum(
        _can_touch(one, other) and segment_distance(one, other) < ROUNDING
        for (line, at, one), (next_line, next_at, other) in combinations(steps, 2)
        if line != next_line or next_at - at > 1
    )


def _can_touch(one: ArrowStep, other: ArrowStep) -> bool:
    """Return whether the bounding boxes of two steps touch."""
    return all(
        min(one[0][k], one[1][k]) <= max(other[0][k], other[1][k]) + ROUNDING
        and min(other[0][k], other[1][k]) <= max(one[0][k], one[1][k]) + ROUNDING
        for k in (0, 1)
    )
