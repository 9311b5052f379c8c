"""Compare the outlines of cells on a board, mm."""

from collections.abc import Iterator
from math import dist, hypot
from typing import Literal

from generator.geometry.path import Points
from generator.geometry.tolerances import TOUCHING
from generator.geometry.types import Edge, Point


def touching(one: Points, other: Points) -> Literal["side", "corner", ""]:
    """Return how two outlines touch: along a line longer than twice TOUCHING, in a point, or not at all."""
    edges, others = list(_ring_edges(one)), list(_ring_edges(other))
    if any(_share_line(edge, each) for edge in edges for each in others):
        return "side"
    nearest = min(
        *(_distance_to(point, edge) for point in one for edge in others),
        *(_distance_to(point, edge) for point in other for edge in edges),
    )
    return "corner" if nearest <= TOUCHING and not _overlap_inside(one, other) else ""


def reach(points: Points) -> float:
    """Return the distance from 0, 0 to the nearest point of an outline."""
    return min(_distance_to((0.0, 0.0), edge) for edge in _ring_edges(points))


def same_line(one: Points, other: Points, near: float) -> bool:
    """Tell whether two outlines are nowhere more than `near` mm apart, wherever they start and whichever way they run.

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
    return all(any(_distance_to(spot, edge) <= near for edge in edges) for spot in spots)


def _ring_edges(points: Points) -> Iterator[Edge]:
    """Yield the edges in clockwise order on the paper."""
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True))
    loop = points if area > 0 else points[::-1]
    yield from zip(loop, (*loop[1:], loop[0]), strict=True)


def _share_line(edge: Edge, other: Edge) -> bool:
    """Tell whether two edges lie on one line, with their outlines on opposite sides, and share more than a point."""
    (x1, y1), (x2, y2) = edge
    long = hypot(x2 - x1, y2 - y1)
    if long < TOUCHING:
        return False
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    ways = [((x - x1) * ux + (y - y1) * uy, abs((x - x1) * uy - (y - y1) * ux)) for x, y in other]
    (start, off_start), (end, off_end) = ways
    shared = min(long, start) - max(0.0, end)
    return start > end and max(off_start, off_end) <= TOUCHING and shared > 2 * TOUCHING


def _distance_to(point: Point, edge: Edge) -> float:
    """Return the distance of a point from an edge."""
    (x1, y1), (x2, y2) = edge
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / square)) if square else 0.0
    return hypot(point[0] - x1 - share * dx, point[1] - y1 - share * dy)


def _overlap_inside(one: Points, other: Points) -> bool:
    """Tell whether a corner, the middle of an edge or the center of one lies well inside the other."""
    pairs = [(point, other) for point in _sample_points(one)] + [(point, one) for point in _sample_points(other)]
    return any(
        _contains_point(*pair) and min(_distance_to(pair[0], e) for e in _ring_edges(pair[1])) > TOUCHING
        for pair in pairs
    )


def _sample_points(points: Points) -> Iterator[Point]:
    yield from points
    yield from (((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in _ring_edges(points))
    yield sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _contains_point(point: Point, points: Points) -> bool:
    """Tell whether a point is inside (even-odd): count the edges that a ray to the right crosses."""
    x, y = point
    crossed = [
        (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in _ring_edges(points)
    ]
    return sum(crossed) % 2 == 1
