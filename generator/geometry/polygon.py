"""Measure polygons: areas, unions, contact and the smallest box; mm and square mm."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import atan2, cos, dist, hypot, pi, sin
from typing import Literal

from generator.geometry.tolerances import ROUNDING, SAME_LENGTH, SLIVER_AREA, TOUCHING
from generator.geometry.types import Edge, Point, Points


def rectangle_points(width: float, height: float) -> Points:
    """Return a rectangle around 0, 0, whose edges are top, right, bottom and left."""
    x, y = width / 2, height / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def mirror_points(points: Points, width: float) -> Points:
    """Return a polygon as it lies on the back of a page of that width, running the same way round."""
    return tuple((width - x, y) for x, y in reversed(points))


def polygon_area(points: Sequence[Point]) -> float:
    """Return the area of a polygon."""
    return abs(signed_area(points))


def signed_area(points: Sequence[Point]) -> float:
    """Return the area of a polygon, above 0 if it runs clockwise on the paper (shoelace formula)."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in loop_edges(points)) / 2


def shared_area(points: Sequence[Point], convex: Sequence[Point]) -> float:
    """Return the area that a polygon shares with a convex one, whose corners run clockwise on the paper.

    The polygon is clipped at each edge of the convex one in turn (Sutherland and Hodgman, 1974).
    """
    return polygon_area(clip_polygon(points, convex))


def clip_polygon(points: Sequence[Point], convex: Sequence[Point]) -> Points:
    """Return the part of a polygon within a convex one, whose corners run clockwise on the paper; empty for none."""
    rest = list(points)
    for one, other in loop_edges(convex):
        rest = list(_clip_at_edge(rest, one, other))
    return tuple(rest) if polygon_area(rest) > SLIVER_AREA else ()


def find_shared_edge(one: Points, other: Points) -> Edge | None:
    """Return the stretch that an edge of a polygon, or a line of two points, has in common with one of another."""
    for (a, b), (c, d) in product(loop_edges(one), loop_edges(other)):
        long = dist(a, b)
        beside = (abs(distance_beside(end, (a, b))) > SAME_LENGTH for end in (c, d))
        if min(long, dist(c, d)) < SAME_LENGTH or any(beside):
            continue
        along = [((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / long for x, y in (c, d)]
        start, end = max(0.0, min(along)), min(long, max(along))
        if end - start > SAME_LENGTH:
            way = (b[0] - a[0]) / long, (b[1] - a[1]) / long
            first, last = ((a[0] + far * way[0], a[1] + far * way[1]) for far in (start, end))
            return first, last
    return None


def loop_edges(points: Sequence[Point]) -> Iterator[Edge]:
    """Return the edges between the corners of a polygon, the last one back to the first corner."""
    return zip(points, [*points[1:], *points[:1]], strict=True)


def _clip_at_edge(points: Sequence[Point], start: Point, end: Point) -> Iterator[Point]:
    """Yield the corners of the polygon without the part to the left of an edge, seen along it on the paper."""
    (x0, y0), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    for one, other in loop_edges(points):
        here, there = (dx * (y - y0) - dy * (x - x0) for x, y in (one, other))
        if here >= 0:
            yield one
        if (here < 0) != (there < 0):
            part = here / (here - there)
            yield one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])


def loop_corners(points: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    """Return the corners of a polygon, each between the one before and the one after it."""
    return zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)


def cross_diagonal(points: Sequence[Point], total: float) -> list[Point]:
    """Return the points where the line x + y = total crosses the edges of a polygon."""
    found = []
    for (x1, y1), (x2, y2) in loop_edges(points):
        before, after = x1 + y1 - total, x2 + y2 - total
        if (before < 0) != (after < 0):
            part = before / (before - after)
            found.append((x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
    return found


class OutlineError(ValueError):
    """Polygons whose union has no single outline."""


def outline_union(polygons: Sequence[Points]) -> Points:
    """Return the outline of the union of polygons that share edges: edges that run both ways cancel out.

    All polygons run the same way round. The union must be in one piece and touch itself nowhere (OutlineError).
    """
    known: list[Point] = []
    loops = [[_snap_point(point, known) for point in polygon] for polygon in polygons]
    steps = {step for loop in loops for step in _split_edges(loop, known)}
    onward = {one: other for one, other in steps if (other, one) not in steps}
    if len(onward) != sum((other, one) not in steps for one, other in steps):
        raise OutlineError("polygons touch in one point")
    first = min(onward)
    loop = [first]
    while (after := onward.pop(loop[-1])) != first:
        loop.append(after)
    if onward:
        raise OutlineError("polygons are in several pieces")
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
        # most points do not even lie in the box of the edge
        (left, right), (top, bottom) = (sorted(values) for values in zip(known[one], known[other], strict=True))
        near = [
            number
            for number, (x, y) in enumerate(known)
            if left - ROUNDING <= x <= right + ROUNDING and top - ROUNDING <= y <= bottom + ROUNDING
        ]
        on = [number for number in near if _is_between(known[number], known[one], known[other])]
        ordered = sorted(
            on, key=lambda number: hypot(known[number][0] - known[one][0], known[number][1] - known[one][1])
        )
        out += list(zip((one, *ordered), (*ordered, other), strict=True))
    return out


def _is_between(point: Point, one: Point, other: Point) -> bool:
    """Return whether a point lies on an edge, away from its ends."""
    whole = hypot(other[0] - one[0], other[1] - one[1])
    ways = [hypot(point[0] - end[0], point[1] - end[1]) for end in (one, other)]
    return min(ways) > ROUNDING and abs(distance_beside(point, (one, other))) < ROUNDING and max(ways) < whole


def _drop_flat_corners(points: list[Point]) -> Points:
    """Leave out corners on a straight line: a knife does not stop where two panels meet in one line."""
    corners = loop_corners(points)
    return tuple(here for before, here, after in corners if abs(distance_beside(here, (before, after))) > ROUNDING)


def classify_contact(one: Points, other: Points) -> Literal["side", "corner", ""]:
    """Return how two outlines touch: along a line longer than twice TOUCHING, in a point, or not at all."""
    edges, others = list(_ring_edges(one)), list(_ring_edges(other))
    if any(_share_line(edge, each) for edge in edges for each in others):
        return "side"
    nearest = min(
        *(distance_to_edge(point, edge) for point in one for edge in others),
        *(distance_to_edge(point, edge) for point in other for edge in edges),
    )
    return "corner" if nearest <= TOUCHING and not _overlap_inside(one, other) else ""


def distance_from_origin(points: Points) -> float:
    """Return the distance from 0, 0 to the nearest point of an outline."""
    return min(distance_to_edge((0.0, 0.0), edge) for edge in _ring_edges(points))


def is_same_outline(one: Points, other: Points, near: float) -> bool:
    """Return whether two outlines are nowhere more than `near` mm apart, wherever they start and however they run.

    Usually corners lie on corners. Otherwise, as in two circles of many corners, each corner and each middle of an edge
    must lie on the other outline.
    """
    start = next((k for k, point in enumerate(other) if dist(point, one[0]) <= near), None)
    if start is not None and len(one) == len(other):
        onward = (*other[start:], *other[:start])
        if all(dist(*pair) <= near for pair in zip(one, onward, strict=True)):
            return True
    return _lies_along(one, other, near) and _lies_along(other, one, near)


def _lies_along(one: Points, other: Points, near: float) -> bool:
    edges = list(_ring_edges(other))
    spots = (*one, *(((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in _ring_edges(one)))
    return all(any(distance_to_edge(spot, edge) <= near for edge in edges) for spot in spots)


def _ring_edges(points: Points) -> Iterator[Edge]:
    """Return the edges in clockwise order on the paper."""
    return loop_edges(points if signed_area(points) > 0 else points[::-1])


def _share_line(edge: Edge, other: Edge) -> bool:
    """Return whether two edges lie on one line, with their outlines on opposite sides, and share more than a point."""
    (x1, y1), (x2, y2) = edge
    long = hypot(x2 - x1, y2 - y1)
    if long < TOUCHING:
        return False
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    ways = [((x - x1) * ux + (y - y1) * uy, abs((x - x1) * uy - (y - y1) * ux)) for x, y in other]
    (start, off_start), (end, off_end) = ways
    shared = min(long, start) - max(0.0, end)
    return start > end and max(off_start, off_end) <= TOUCHING and shared > 2 * TOUCHING


def distance_to_edge(point: Point, edge: Edge) -> float:
    """Return the distance of a point from an edge."""
    (x1, y1), (x2, y2) = edge
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / square)) if square else 0.0
    return hypot(point[0] - x1 - share * dx, point[1] - y1 - share * dy)


def polygons_overlap(one: Points, other: Points) -> bool:
    """Return whether two polygons, convex or not, share more than their edges."""
    crossing = any(_edges_cross(edge, its) for edge in _ring_edges(one) for its in _ring_edges(other))
    return crossing or _overlap_inside(one, other)


def _edges_cross(one: Edge, other: Edge) -> bool:
    """Return whether two edges cross, well inside both."""
    return all(
        min(abs(first), abs(second)) > TOUCHING and (first > 0) != (second > 0)
        for line, ends in ((one, other), (other, one))
        for first, second in [tuple(distance_beside(end, line) for end in ends)]
    )


def distance_beside(point: Point, line: Edge) -> float:
    """Return the distance of a point from the line through two others, above 0 on its right."""
    return cross_product(*line, point) / dist(*line)


def _overlap_inside(one: Points, other: Points) -> bool:
    """Return whether a corner, the middle of an edge or the center of one lies well inside the other."""
    pairs = [(point, other) for point in _sample_points(one)] + [(point, one) for point in _sample_points(other)]
    return any(depth_in_polygons((polygon,), *point) > TOUCHING for point, polygon in pairs)


def _sample_points(points: Points) -> Iterator[Point]:
    yield from points
    yield from (((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in _ring_edges(points))
    yield sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def depth_in_polygons(loops: tuple[Points, ...], x: float, y: float) -> float:
    """Return the distance of a point from the nearest edge of the polygons, negative outside them (even-odd)."""
    far, odd = float("inf"), False
    for loop in loops:
        for (x1, y1), (x2, y2) in loop_edges(loop):
            dx, dy = x2 - x1, y2 - y1
            long = dx * dx + dy * dy
            part = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / long)) if long else 0.0
            far = min(far, hypot(x - x1 - part * dx, y - y1 - part * dy))
            odd ^= (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * dx
    return far if odd else -far


def find_smallest_box_turn(points: Iterable[Point]) -> float:
    """Return the rotation, in radians clockwise, that gives the points the bounding box of least area.

    One edge of the convex hull is then level (Freeman and Shapira, Communications of the ACM 18, 1975).
    """
    hull = _convex_hull(points)
    turns = [_without_quarters(-atan2(y2 - y1, x2 - x1)) for (x1, y1), (x2, y2) in loop_edges(hull)]
    return min(turns, key=lambda turn: (round(turned_box_area(hull, turn), 3), round(abs(turn), 6)))


def _without_quarters(turn: float) -> float:
    """Return an angle reduced by quarter turns to between -pi/4 and pi/4."""
    return turn - pi / 2 * round(turn / (pi / 2))


def turned_box_area(points: Points, turn: float) -> float:
    """Return the area of the bounding box of points that are turned clockwise, radians."""
    xs = [x * cos(turn) - y * sin(turn) for x, y in points]
    ys = [x * sin(turn) + y * cos(turn) for x, y in points]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _convex_hull(points: Iterable[Point]) -> Points:
    """Return the convex hull, by Andrew's monotone chain (1979)."""
    ordered = sorted(set(points))
    halves: list[list[Point]] = []
    for way in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in way:
            while len(half) > 1 and cross_product(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def cross_product(one: Point, two: Point, three: Point) -> float:
    """Return on which side of the line from one to two the third point lies: above 0 to its right."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
