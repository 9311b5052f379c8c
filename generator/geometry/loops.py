"""Loops round groups of polygons: union, offset, rounded corners, and clipping to a box; mm, clockwise on the paper."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, dist, hypot, pi, sin, sqrt, tan

from generator.geometry.bounds import SpatialIndex
from generator.geometry.polygon import loop_corners, loop_edges, signed_area
from generator.geometry.tolerances import CURVE_CHORD, ROUNDING
from generator.geometry.types import Box, Point, Points

_STEPS = 10_000  # of a mm, to which corners of neighbors are one
_STRAIGHT = 0.02  # radians by which a line may turn at a corner that no knife notices
_Corner = tuple[int, int]


def find_outer_loop(polygons: Sequence[Points]) -> Points:
    """Return the outer loop of polygons that share edges, whole or in part; holes inside it are filled.

    Of several pieces it is the largest one.
    """
    return max(find_loops(polygons), key=signed_area, default=())


def find_loops(polygons: Sequence[Points]) -> list[Points]:
    """Return the loops round polygons that share edges, whole or in part; those of holes run the other way."""
    loops = [_clockwise([_snap(point) for point in polygon]) for polygon in polygons]
    steps = set(split_edges(loops))
    onward: dict[_Corner, list[_Corner]] = defaultdict(list)
    for one, other in sorted(steps):
        if (other, one) not in steps:
            onward[one].append(other)
    return [drop_straight_corners([(x / _STEPS, y / _STEPS) for x, y in loop]) for loop in walk_loops(onward)]


def _snap(point: Point) -> _Corner:
    return round(point[0] * _STEPS), round(point[1] * _STEPS)


def _clockwise(loop: list[_Corner]) -> list[_Corner]:
    kept = [one for one, other in zip(loop, (*loop[1:], loop[0]), strict=True) if one != other]
    return kept if signed_area(kept) > 0 else kept[::-1]


def split_edges(
    loops: Sequence[Sequence[_Corner]], others: Iterable[_Corner] = ()
) -> Iterator[tuple[_Corner, _Corner]]:
    """Yield the edges of loops, split at all of their corners, and at other points, that lie on them."""
    corners = list({*others, *(corner for loop in loops for corner in loop)})
    mesh = SpatialIndex({str(n): (x / _STEPS, y / _STEPS, x / _STEPS, y / _STEPS) for n, (x, y) in enumerate(corners)})
    for loop in loops:
        for one, other in zip(loop, (*loop[1:], loop[0]), strict=True):
            box = min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])
            near = mesh.find_near((box[0] / _STEPS, box[1] / _STEPS, box[2] / _STEPS, box[3] / _STEPS))
            on = [corner for corner in (corners[int(name)] for name in near) if _lies_between(corner, one, other)]
            chain = [one, *sorted(on, key=lambda corner: dist(corner, one)), other]
            yield from pairwise(chain)


def _lies_between(corner: _Corner, one: _Corner, other: _Corner) -> bool:
    """Return whether a corner lies on an edge, within two steps, away from its ends."""
    if corner in (one, other):
        return False
    dx, dy = other[0] - one[0], other[1] - one[1]
    long = hypot(dx, dy)
    along = ((corner[0] - one[0]) * dx + (corner[1] - one[1]) * dy) / long
    across = abs((corner[0] - one[0]) * dy - (corner[1] - one[1]) * dx) / long
    return across <= 2 and 0 < along < long


def walk_loops(onward: dict[_Corner, list[_Corner]]) -> Iterator[list[_Corner]]:
    """Yield the loops of directed edges; where several lead on, take the one that turns most to the left."""
    while start := next((corner for corner, ends in onward.items() if ends), None):
        loop, here = [start], onward[start].pop(0)
        while here != start:
            before = loop[-1]
            loop.append(here)
            ends = onward[here]
            if not ends:
                break  # an edge that leads nowhere: outlines that cross
            at = min(range(len(ends)), key=lambda n: _turn(before, here, ends[n]))
            here = ends.pop(at)
        else:
            yield loop


def _turn(before: Point, here: Point, after: Point) -> float:
    """Return the turn at a corner in radians, above 0 to the right as seen on the paper."""
    one, other = (here[0] - before[0], here[1] - before[1]), (after[0] - here[0], after[1] - here[1])
    return atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1])


def drop_straight_corners(points: Sequence[Point]) -> Points:
    """Return a loop without the corners at which it does not turn."""
    if len(points) < 3:
        return tuple(points)
    return tuple(corner[1] for corner in loop_corners(points) if abs(_turn(*corner)) > ROUNDING * 100)


def offset_loop(points: Points, far: float, box: Box) -> Points:
    """Return a loop moved outward by `far` mm, with sharp corners; rounded ones if sharp ones would leave a box.

    An empty loop if its notches are too narrow for that.
    """
    if far <= 0:
        return points
    sharp = tuple(_miter(*corner, far) for corner in loop_corners(points))
    inside = all(box[0] - 1e-6 <= x <= box[2] + 1e-6 and box[1] - 1e-6 <= y <= box[3] + 1e-6 for x, y in sharp)
    made = sharp if inside else tuple(point for corner in loop_corners(points) for point in _round_offset(*corner, far))
    kept = _runs_along(points, sharp)
    return made if kept else ()


def _runs_along(points: Points, moved: Points) -> bool:
    """Return whether all edges of a moved loop run in the directions that they had."""
    return all(
        (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) > 0
        for (a, b), (c, d) in zip(loop_edges(points), loop_edges(moved), strict=True)
    )


def _normal(one: Point, other: Point) -> Point:
    """Return the unit vector to the outside of an edge that runs clockwise."""
    long = dist(one, other)
    return (other[1] - one[1]) / long, -(other[0] - one[0]) / long


def _miter(before: Point, here: Point, after: Point, far: float) -> Point:
    (ax, ay), (bx, by) = _normal(before, here), _normal(here, after)
    share = far / (1 + ax * bx + ay * by)
    return here[0] + (ax + bx) * share, here[1] + (ay + by) * share


def _round_offset(before: Point, here: Point, after: Point, far: float) -> Iterator[Point]:
    turn = _turn(before, here, after)
    if turn <= _STRAIGHT:
        yield _miter(before, here, after, far)
        return
    ax, ay = _normal(before, here)
    start, steps = atan2(ay, ax), _count_chords(far, turn)
    for number in range(steps + 1):
        angle = start + turn * number / steps
        yield here[0] + far * cos(angle), here[1] + far * sin(angle)


def _count_chords(radius: float, turn: float) -> int:
    """Return how many chords of an arc stay within CURVE_CHORD of it."""
    return max(2, ceil(abs(turn) / (2 * sqrt(2 * CURVE_CHORD / max(radius, CURVE_CHORD)))))


def round_corners(points: Points, radius: float) -> Points:
    """Return a loop with its corners rounded, outer and inner ones; by less where edges are too short."""
    if radius <= 0:
        return points
    return tuple(point for corner in loop_corners(points) for point in _round_corner(*corner, radius))


def _round_corner(before: Point, here: Point, after: Point, radius: float) -> Iterator[Point]:
    turn = _turn(before, here, after)
    if abs(turn) < 0.2 or abs(turn) > pi - 0.01:  # part of a curve already
        yield here
        return
    reach = min(radius * tan(abs(turn) / 2), dist(before, here) / 2, dist(here, after) / 2)
    radius = reach / tan(abs(turn) / 2)
    nx, ny = _normal(before, here)
    sign = 1 if turn > 0 else -1
    share = reach / dist(before, here)
    x, y = here[0] + (before[0] - here[0]) * share, here[1] + (before[1] - here[1]) * share
    cx, cy = x - sign * nx * radius, y - sign * ny * radius
    start, steps = atan2(y - cy, x - cx), _count_chords(radius, turn)
    for number in range(steps + 1):
        angle = start + turn * number / steps
        yield cx + radius * cos(angle), cy + radius * sin(angle)


def clip_loop(points: Points, box: Box) -> tuple[Points, ...]:
    """Return the loops of a polygon inside a box."""
    loops = [points]
    for axis, bound, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        loops = [part for loop in loops for part in _clip_at_line(loop, axis, bound, sign)]
    return tuple(loops)


def _clip_at_line(points: Points, axis: int, bound: float, sign: int) -> Iterator[Points]:
    """Yield the loops of a polygon on one side of a line x = bound (axis 0) or y = bound (axis 1)."""
    depth = [sign * (point[axis] - bound) for point in points]
    inside = [each > -ROUNDING for each in depth]
    if all(inside) or not any(inside):
        yield from (points,) if all(inside) else ()
        return
    chains = list(_find_chains(points, depth, inside))
    along = 1 - axis
    ends = sorted(
        [(chain[0][along], number, True) for number, chain in enumerate(chains)]
        + [(chain[-1][along], number, False) for number, chain in enumerate(chains)]
    )
    partner: dict[int, int] = {}
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        leaving, entering = (one, other) if not one[2] else (other, one)
        partner[leaving[1]] = entering[1]
    while partner:
        first = next(iter(partner))
        loop, number = list[Point](), first
        while number in partner:
            loop += chains[number]
            number = partner.pop(number)
        cleaned = tuple(one for one, other in loop_edges(loop) if dist(one, other) > ROUNDING)
        if len(cleaned) > 2 and abs(signed_area(cleaned)) > ROUNDING:
            yield drop_straight_corners(cleaned)


def _find_chains(points: Points, depth: Sequence[float], inside: Sequence[bool]) -> Iterator[list[Point]]:
    """Yield the stretches of a loop on the inner side of a line, from where each enters to where it leaves."""
    count = len(points)
    start = next(n for n in range(count) if inside[n] and not inside[n - 1])
    chain: list[Point] = []
    for n in range(start, start + count):
        here, before, after = n % count, (n - 1) % count, (n + 1) % count
        if not inside[here]:
            continue
        if not inside[before]:
            chain = [_cut_edge(points, depth, before, here)]
        chain.append(points[here])
        if not inside[after]:
            yield [*chain, _cut_edge(points, depth, here, after)]


def _cut_edge(points: Points, depth: Sequence[float], one: int, other: int) -> Point:
    """Return where the edge between two corners meets the line."""
    share = depth[one] / (depth[one] - depth[other])
    (x1, y1), (x2, y2) = points[one], points[other]
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def move_loops(loops: Iterable[Points], dx: float, dy: float) -> tuple[Points, ...]:
    """Return loops moved by a vector, to a millionth of a mm."""
    return tuple(tuple((round(x + dx, 6) + 0.0, round(y + dy, 6) + 0.0) for x, y in loop) for loop in loops)
