"""The middles of cells go in, an arrow through them comes out: corners rounded, its head short of the last; mm."""

from collections.abc import Collection, Sequence
from itertools import combinations, pairwise
from math import hypot
from typing import NamedTuple

from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Point
from generator.render.figures.callouts import apart

Line = list[Point]
Step = tuple[Point, Point]
HEAD = 2.4  # mm from the tip of an arrow to the back of its head
_HALF = 1.05  # mm from the middle of its back to a corner
_EACH = 32.0  # mm of a long way for each of its heads


class Arrow(NamedTuple):
    """The `d` of the shaft, the points of each head, and the line that the shaft follows."""

    shaft: str
    heads: tuple[str, ...]
    line: tuple[Point, ...]


def arrow(points: Sequence[Point], radius: float, start: float, stop: float) -> Arrow:
    """Return the arrow that begins `start` mm after the first point and whose tip is `stop` mm before the last.

    Corners are rounded by `radius`, or by half of the shorter line beside them.
    """
    line = cut(points, start, stop)
    whole = length(line)
    count = max(1, round(whole / _EACH))  # of a long way all parts are seen to go the same way round
    heads = [
        _head(along_at(line, whole * each / count - HEAD), along_at(line, whole * each / count))
        for each in range(1, count)
    ]
    heads.append(_head(line[-2], line[-1]))
    return Arrow(rounded(cut(line, 0.0, min(0.75 * HEAD, whole / 2)), radius), tuple(heads), tuple(line))


def _head(before: Point, tip: Point) -> str:
    """Return the points of a head whose tip is there, on a line that comes from a point before."""
    (x1, y1), (x2, y2) = before, tip
    long = hypot(x2 - x1, y2 - y1) or 1.0
    u, v = (x2 - x1) / long, (y2 - y1) / long
    back = x2 - HEAD * u, y2 - HEAD * v
    corners = (x2, y2), (back[0] - _HALF * v, back[1] + _HALF * u), (back[0] + _HALF * v, back[1] - _HALF * u)
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in corners)


def length(points: Sequence[Point]) -> float:
    """Return how long a line is, mm."""
    return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))


def cut(points: Sequence[Point], start: float, stop: float) -> Line:
    """Return the line without so many mm at its ends; at least a third of it is left."""
    whole = length(points)
    if start + stop > whole * 2 / 3:
        start, stop = (each * whole * 2 / 3 / (start + stop) for each in (start, stop))
    first, last, along = along_at(points, start), along_at(points, whole - stop), 0.0
    inner: Line = []
    for before, point in pairwise(points):
        along += hypot(point[0] - before[0], point[1] - before[1])
        if start + ROUNDING < along < whole - stop - ROUNDING and (not inner or inner[-1] != point):
            inner.append(point)
    return [first, *inner, last]


def along_at(points: Sequence[Point], far: float) -> Point:
    """Return the point so many mm along a line."""
    for (x1, y1), (x2, y2) in pairwise(points):
        long = hypot(x2 - x1, y2 - y1)
        if far <= long and long > 0:
            return x1 + (x2 - x1) * far / long, y1 + (y2 - y1) * far / long
        far -= long
    return points[-1]


def rounded(points: Sequence[Point], radius: float) -> str:
    """Return the `d` of a line whose corners are rounded."""
    parts = [f"M{points[0][0]:.3f} {points[0][1]:.3f}"]
    for before, (x, y), after in zip(points, points[1:], points[2:], strict=False):
        (ax, ay), (bx, by) = _towards((x, y), before, radius), _towards((x, y), after, radius)
        parts.append(f"L{ax:.3f} {ay:.3f} Q{x:.3f} {y:.3f} {bx:.3f} {by:.3f}")
    parts.append(f"L{points[-1][0]:.3f} {points[-1][1]:.3f}")
    return " ".join(parts)


def _towards(corner: Point, other: Point, most: float) -> Point:
    long = hypot(other[0] - corner[0], other[1] - corner[1])
    part = min(most, long / 2) / long if long else 0.0
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part


def twice(walks: Sequence[Sequence[str]]) -> set[frozenset[str]]:
    """Return the pairs of cells between which some walk goes that comes, or another, again."""
    seen: set[frozenset[str]] = set()
    again: set[frozenset[str]] = set()
    for walk in walks:
        for pair in pairwise(walk):
            (again if frozenset(pair) in seen else seen).add(frozenset(pair))
    return again


def beside(walk: Sequence[str], points: Sequence[Point], shared: Collection[frozenset[str]], aside: float) -> Line:
    """Return the points, moved `aside` mm to the right of the way where it goes a step that is shared."""
    moved: Line = []
    for number, point in enumerate(points):
        ways = [
            (one, other)
            for one, other in ((number - 1, number), (number, number + 1))
            if one >= 0 and other < len(points) and frozenset((walk[one], walk[other])) in shared
        ]
        normals = [_right(points[one], points[other]) for one, other in ways]
        if len(normals) == 2 and _back(*normals):
            moved += [(point[0] + u * aside, point[1] + v * aside) for u, v in normals]
            continue
        u, v = (sum(each) for each in zip(*normals, strict=True)) if normals else (0.0, 0.0)
        if len(normals) == 2:  # the corner of two lines that are both moved
            (a, b), (c, d) = normals
            u, v = u / (1 + a * c + b * d), v / (1 + a * c + b * d)
        moved.append((point[0] + u * aside, point[1] + v * aside))
    return moved


def _back(one: Point, other: Point) -> bool:
    """Tell whether a way turns back, by what lies to its right before and after."""
    return one[0] * other[0] + one[1] * other[1] < -0.7


def _right(one: Point, other: Point) -> Point:
    """Return the unit vector to the right of the way from a point to another, y downwards."""
    long = hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    return -(other[1] - one[1]) / long, (other[0] - one[0]) / long


def crossings(lines: Sequence[Sequence[Point]]) -> int:
    """Return how often lines cross or touch themselves and one another, but for a step and the next."""
    steps = [(number, at, pair) for number, line in enumerate(lines) for at, pair in enumerate(pairwise(line))]
    return sum(
        _near(one, other) and apart(one, other) < ROUNDING
        for (line, at, one), (next_line, next_at, other) in combinations(steps, 2)
        if line != next_line or next_at - at > 1
    )


def _near(one: Step, other: Step) -> bool:
    """Tell at a glance whether two steps can touch."""
    return all(
        min(one[0][k], one[1][k]) <= max(other[0][k], other[1][k]) + ROUNDING
        and min(other[0][k], other[1][k]) <= max(one[0][k], one[1][k]) + ROUNDING
        for k in (0, 1)
    )
