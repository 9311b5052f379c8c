"""Divide a page among groups of polygons: along their sides, and halfway between their middles elsewhere; mm.

Every line on which an owner can change is split where lines meet. Who owns the points on its two sides says whether it
is a border, and borders are walked into loops. So polygons may touch, overlap a little or lie apart.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import dist, hypot
from typing import NamedTuple

from generator.geometry.bounds import SpatialIndex, box_corners, point_bounds
from generator.geometry.loops import drop_straight_corners, split_edges, walk_loops
from generator.geometry.polygon import depth_in_polygons, loop_edges, signed_area
from generator.geometry.types import Edge, Point, Points

_STEPS = 10_000  # of a mm, to which corners are rounded
_SAME = 4  # steps within which corners are one
_BESIDE = 0.01  # mm from a line to the points that are asked for on its sides
_ROUNDS = 4  # in which pieces that are cut off from their group are handed on
_Corner = tuple[int, int]
_Side = tuple[Point, int]


class Share(NamedTuple):
    """What a group gets of a page: its loop, and the numbers of its polygons that are not inside it."""

    loop: Points
    apart: tuple[int, ...]
    has_holes: bool


def divide_page(groups: Sequence[Sequence[Points]], page: Points) -> list[Share]:
    """Return the share of each group of polygons in a page; an empty loop for one that gets nothing."""
    return _Division(groups, page).divide()


class _Division:
    def __init__(self, groups: Sequence[Sequence[Points]], page: Points) -> None:
        self._groups, self._page = groups, page
        self._polygons = [(number, points) for number, group in enumerate(groups) for points in group]
        self._middles = [_middle(points) for _, points in self._polygons]
        self._mesh = SpatialIndex({str(n): point_bounds(points) for n, (_, points) in enumerate(self._polygons)})
        self._handed: list[tuple[Points, int]] = []

    def divide(self) -> list[Share]:
        edges = self._split_lines()
        for _ in range(_ROUNDS):
            loops = self._find_loops(edges)
            if not self._hand_on(loops):
                break
        return [self._make_share(number, own) for number, own in enumerate(loops)]

    def _split_lines(self) -> set[tuple[_Corner, _Corner]]:
        """Return all lines on which the owner can change, split where they meet."""
        lines = [*loop_edges(self._page), *self._halfway_lines()]
        lines += [edge for _, points in self._polygons for edge in loop_edges(points)]
        known: dict[_Corner, _Corner] = {}
        rounded = [(_round(one, known), _round(other, known)) for one, other in lines]
        whole = dict.fromkeys((min(one, other), max(one, other)) for one, other in rounded if one != other)
        crossings = [_round(point, known) for point in _find_crossings([(_point(a), _point(b)) for a, b in whole])]
        return {(one, other) for one, other in split_edges([*whole], crossings) if one < other}

    def _halfway_lines(self) -> Iterator[Edge]:
        """Yield the borders of the Voronoi diagram of the middles, on the page's box, between two groups."""
        box = box_corners(point_bounds(self._page))
        for number, here in enumerate(self._middles):
            own = self._polygons[number][0]
            sides = [(point, own) for point in box]
            for other in sorted(range(len(self._middles)), key=lambda n: dist(self._middles[n], here)):
                there = self._middles[other]
                if dist(here, there) > 2 * max(dist(here, point) for point, _ in sides):
                    break
                if there != here:
                    sides = _cut_halfway(sides, here, there, self._polygons[other][0])
            for (one, beyond), (after, _) in zip(sides, (*sides[1:], sides[0]), strict=True):
                if beyond > own:
                    yield one, after

    def _find_owner(self, x: float, y: float) -> int:
        """Return the number of the group that owns a point; -1 off the page."""
        if depth_in_polygons((self._page,), x, y) <= 0:
            return -1
        for loop, owner in self._handed:
            if depth_in_polygons((loop,), x, y) > 0:
                return owner
        for name in self._mesh.find_near((x, y, x, y)):
            owner, points = self._polygons[int(name)]
            if depth_in_polygons((points,), x, y) > 0:
                return owner
        return self._polygons[min(range(len(self._middles)), key=lambda n: dist(self._middles[n], (x, y)))][0]

    def _find_loops(self, edges: set[tuple[_Corner, _Corner]]) -> list[list[Points]]:
        """Return the loops of each group, clockwise; counterclockwise round what it encloses."""
        onward: list[dict[_Corner, list[_Corner]]] = [defaultdict(list) for _ in self._groups]
        for one, other in sorted(edges):
            (x1, y1), (x2, y2) = _point(one), _point(other)
            share = _BESIDE / hypot(x2 - x1, y2 - y1)
            x, y, across, down = (x1 + x2) / 2, (y1 + y2) / 2, (y1 - y2) * share, (x2 - x1) * share
            right, left = self._find_owner(x + across, y + down), self._find_owner(x - across, y - down)
            if right == left:
                continue
            if right >= 0:
                onward[right][one].append(other)
            if left >= 0:
                onward[left][other].append(one)
        return [[drop_straight_corners([*map(_point, loop)]) for loop in walk_loops(own)] for own in onward]

    def _hand_on(self, loops: list[list[Points]]) -> bool:
        """Give the pieces of a group in which no polygon of it lies to the group that they touch most; say if any."""
        before = len(self._handed)
        for number, own in enumerate(loops):
            for loop in own:
                if signed_area(loop) < 0 or any(_lies_in(points, loop) for points in self._groups[number]):
                    continue
                beside = Counter[int]()
                for one, other in loop_edges(loop):
                    share = 2 * _BESIDE / dist(one, other)
                    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
                    owner = self._find_owner(x + (other[1] - one[1]) * share, y - (other[0] - one[0]) * share)
                    beside[owner] += round(dist(one, other) * _STEPS) if owner not in (-1, number) else 0
                if beside.total():
                    self._handed.append((loop, beside.most_common(1)[0][0]))
        return len(self._handed) > before

    def _make_share(self, number: int, loops: list[Points]) -> Share:
        loop = max(loops, key=signed_area, default=())
        apart = tuple(n for n, points in enumerate(self._groups[number]) if not loop or not _lies_in(points, loop))
        return Share(loop, apart, any(signed_area(each) < 0 for each in loops))


def _middle(points: Points) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _lies_in(points: Points, loop: Points) -> bool:
    """Return whether a polygon lies in a loop, by a point inside the polygon."""
    x, y = find_inner_point(points)
    return depth_in_polygons((loop,), x, y) > 0


def find_inner_point(points: Points) -> Point:
    """Return the middle of a polygon, or of a triangle of three corners in a row if that is nearer to its edge."""
    middles = [_middle(points), *(_middle(three) for three in zip(points, points[1:], points[2:], strict=False))]
    return max(middles, key=lambda point: depth_in_polygons((points,), *point))


def _round(point: Point, known: dict[_Corner, _Corner]) -> _Corner:
    """Return a point in steps; the one that came before within _SAME steps, if any."""
    x, y = round(point[0] * _STEPS), round(point[1] * _STEPS)
    column, row = x // _SAME, y // _SAME
    near = [found for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (found := known.get((column + dx, row + dy)))]
    best = min(near, key=lambda found: dist(found, (x, y)), default=None)
    if best is not None and dist(best, (x, y)) <= _SAME:
        return best
    return known.setdefault((column, row), (x, y))


def _point(corner: _Corner) -> Point:
    return corner[0] / _STEPS, corner[1] / _STEPS


def _cut_halfway(sides: list[_Side], here: Point, there: Point, beyond: int) -> list[_Side]:
    """Return the part of a convex polygon nearer to `here`; each corner has the number of what its next side meets."""

    def depth(point: Point) -> float:
        return dist(point, there) ** 2 - dist(point, here) ** 2

    found: list[_Side] = []
    for (one, past), (other, _) in zip(sides, (*sides[1:], sides[0]), strict=True):
        a, b = depth(one), depth(other)
        if a > 0:
            found.append((one, past))
        if (a > 0) != (b > 0):
            share = a / (a - b)
            cut = one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
            found.append((cut, beyond if a > 0 else past))
    return found or sides


def _find_crossings(lines: Sequence[Edge]) -> Iterator[Point]:
    """Yield where two lines cross away from their ends."""
    mesh = SpatialIndex({str(n): point_bounds(line) for n, line in enumerate(lines)})
    for number, line in enumerate(lines):
        for other in map(int, mesh.find_near(point_bounds(line))):
            if other > number and (point := _cross(line, lines[other])):
                yield point


def _cross(one: Edge, other: Edge) -> Point | None:
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    turn = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if abs(turn) < 1e-9:
        return None
    s = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / turn
    t = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / turn
    return (x1 + s * (x2 - x1), y1 + s * (y2 - y1)) if 0 < s < 1 and 0 < t < 1 else None
