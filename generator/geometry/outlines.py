"""Two outlines on a board go in (mm); whether they share a side, touch in a corner or are one line comes out."""

from collections.abc import Iterator
from math import dist, hypot
from typing import Literal

from generator.geometry.path import Points
from generator.geometry.tolerances import TOUCHING
from generator.geometry.types import Edge, Point


def touching(one: Points, other: Points) -> Literal["side", "corner", ""]:
    """Return how two outlines touch: along a line longer than twice TOUCHING, in a point, or not."""
    edges, others = list(_edges(one)), list(_edges(other))
    if any(_along(edge, each) for edge in edges for each in others):
        return "side"
    nearest = min(
        *(_from_edge(point, edge) for point in one for edge in others),
        *(_from_edge(point, edge) for point in other for edge in edges),
    )
    return "corner" if nearest <= TOUCHING and not _overlap(one, other) else ""


def reach(points: Points) -> float:
    """Return how far an outline is from 0, 0 where it is nearest."""
    return min(_from_edge((0.0, 0.0), edge) for edge in _edges(points))


def same_line(one: Points, other: Points, near: float) -> bool:
    """Return whether two outlines are nowhere farther apart, from whatever point on and round whatever way they run.

    Corners mostly lie on corners. Where they do not, as in two circles of many corners, each corner and middle of an
    edge has to lie on the other line.
    """
    start = next((k for k, point in enumerate(other) if dist(point, one[0]) <= near), None)
    if start is not None and len(one) == len(other):
        onward = (*other[start:], *other[:start])
        if all(dist(*pair) <= near for pair in zip(one, onward, strict=True)):
            return True
    return _follows(one, other, near) and _follows(other, one, near)


def _follows(one: Points, other: Points, near: float) -> bool:
    edges = list(_edges(other))
    spots = (*one, *(((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in _edges(one)))
    return all(any(_from_edge(spot, edge) <= near for edge in edges) for spot in spots)


def _edges(points: Points) -> Iterator[Edge]:
    """Yield the edges, clockwise as one sees them."""
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True))
    loop = points if area > 0 else points[::-1]
    yield from zip(loop, (*loop[1:], loop[0]), strict=True)


def _along(edge: Edge, other: Edge) -> bool:
    """Return whether two edges lie on one line, each with its own side of it, and share more than a point."""
    (x1, y1), (x2, y2) = edge
    long = hypot(x2 - x1, y2 - y1)
    if long < TOUCHING:
        return False
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    ways = [((x - x1) * ux + (y - y1) * uy, abs((x - x1) * uy - (y - y1) * ux)) for x, y in other]
    (start, off_start), (end, off_end) = ways
    shared = min(long, start) - max(0.0, end)
    return start > end and max(off_start, off_end) <= TOUCHING and shared > 2 * TOUCHING


def _from_edge(point: Point, edge: Edge) -> float:
    """Return the distance of a point from an edge."""
    (x1, y1), (x2, y2) = edge
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / square)) if square else 0.0
    return hypot(point[0] - x1 - share * dx, point[1] - y1 - share * dy)


def _overlap(one: Points, other: Points) -> bool:
    """Return whether a corner of one, the middle of an edge of it or its own middle lies well inside the other."""
    pairs = [(point, other) for point in _spots(one)] + [(point, one) for point in _spots(other)]
    return any(_inside(*pair) and min(_from_edge(pair[0], e) for e in _edges(pair[1])) > TOUCHING for pair in pairs)


def _spots(points: Points) -> Iterator[Point]:
    yield from points
    yield from (((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in _edges(points))
    yield sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _inside(point: Point, points: Points) -> bool:
    """Count the edges that a ray to the right crosses."""
    x, y = point
    crossed = [
        (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in _edges(points)
    ]
    return sum(crossed) % 2 == 1
