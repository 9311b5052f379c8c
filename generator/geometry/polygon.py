"""Measure polygons: areas, unions, contact and the smallest box; mm and square mm."""

from collections.abc import Iterator, Sequence
from math import hypot

from generator.geometry.path import Points
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Edge, Point


def area(points: Sequence[Point]) -> float:
    """Return the area of a polygon (shoelace formula)."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _polygon_edges(points))) / 2


def common(points: Sequence[Point], convex: Sequence[Point]) -> float:
    """Return the area that a polygon shares with a convex one, whose corners run clockwise on the paper.

    The polygon is clipped at each edge of the convex one in turn (Sutherland and Hodgman, 1974).
    """
    rest = list(points)
    for one, other in _polygon_edges(convex):
        rest = list(_clip_at_edge(rest, one, other))
    return area(rest)


def _polygon_edges(points: Sequence[Point]) -> Iterator[Edge]:
    return zip(points, [*points[1:], *points[:1]], strict=True)


def _clip_at_edge(points: Sequence[Point], start: Point, end: Point) -> Iterator[Point]:
    """Yield the corners of the polygon without the part to the left of an edge, seen along it on the paper."""
    (x0, y0), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    for one, other in _polygon_edges(points):
        here, there = (dx * (y - y0) - dy * (x - x0) for x, y in (one, other))
        if here >= 0:
            yield one
        if (here < 0) != (there < 0):
            part = here / (here - there)
            yield one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def rim(polygons: Sequence[Points]) -> Points:
    """Return the outline of the union of polygons that share edges: edges that run both ways cancel out.

    All polygons run the same way round. The union must be in one piece and touch itself nowhere.
    """
    known: list[Point] = []
    loops = [[_snap_point(point, known) for point in polygon] for polygon in polygons]
    steps = {step for loop in loops for step in _split_edges(loop, known)}
    onward = {one: other for one, other in steps if (other, one) not in steps}
    assert len(onward) == sum((other, one) not in steps for one, other in steps), "polygons that touch in one point"
    first = min(onward)
    loop = [first]
    while (after := onward.pop(loop[-1])) != first:
        loop.append(after)
    assert not onward, "polygons in several pieces"
    return _drop_flat_corners([known[number] for number in loop])


def _snap_point(point: Point, known: list[Point]) -> int:
    """Return the index of a point in `known`, adding it if it is new; points that differ by rounding are one."""
    for number, other in enumerate(known):
        if abs(point[0] - other[0]) < ROUNDING and abs(point[1] - other[1]) < ROUNDING:
            return number
    known.append(point)
    return len(known) - 1


def _split_edges(loop: list[int], known: list[Point]) -> list[tuple[int, int]]:
    """Return the edges of a polygon as pairs of indices, split at every known point that lies on them."""
    out = []
    for one, other in zip(loop, (*loop[1:], loop[0]), strict=True):
        on = [number for number, point in enumerate(known) if _is_between(point, known[one], known[other])]
        ordered = sorted(
            on, key=lambda number: hypot(known[number][0] - known[one][0], known[number][1] - known[one][1])
        )
        out += list(zip((one, *ordered), (*ordered, other), strict=True))
    return out


def _is_between(point: Point, one: Point, other: Point) -> bool:
    """Tell whether a point lies on an edge, away from its ends."""
    (x, y), (x1, y1), (x2, y2) = point, one, other
    # most points do not even lie in the box of the edge
    if not min(x1, x2) - ROUNDING <= x <= max(x1, x2) + ROUNDING:
        return False
    if not min(y1, y2) - ROUNDING <= y <= max(y1, y2) + ROUNDING:
        return False
    whole = hypot(other[0] - one[0], other[1] - one[1])
    ways = [hypot(point[0] - end[0], point[1] - end[1]) for end in (one, other)]
    return min(ways) > ROUNDING and _line_distance(point, one, other) < ROUNDING and max(ways) < whole


def _line_distance(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from the line through two others."""
    (x, y), (x1, y1), (x2, y2) = point, one, other
    return abs((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) / hypot(x2 - x1, y2 - y1)


def _drop_flat_corners(points: list[Point]) -> Points:
    """Leave out corners on a straight line: a knife does not stop where two panels meet in one line."""
    around = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
    return tuple(here for before, here, after in around if _line_distance(here, before, after) > ROUNDING)
