"""Outlines of cells go in; where they lie, and the area that they have or have in common, comes out; mm, square mm."""

from collections.abc import Iterator, Sequence

from generator.geometry.types import Point


def area(points: Sequence[Point]) -> float:
    """Return the area of a polygon (shoelace formula)."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _edges(points))) / 2


def common(points: Sequence[Point], convex: Sequence[Point]) -> float:
    """Return the area that a polygon has in common with a convex one whose corners run clockwise on the paper.

    The polygon is cut at each edge of the convex one in turn (Sutherland and Hodgman, 1974).
    """
    rest = list(points)
    for one, other in _edges(convex):
        rest = list(_inside(rest, one, other))
    return area(rest)


def _edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(points, [*points[1:], *points[:1]], strict=True)


def _inside(points: Sequence[Point], start: Point, end: Point) -> Iterator[Point]:
    """Yield the polygon without what lies to the left of an edge, as one goes along it on the paper."""
    (x0, y0), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    for one, other in _edges(points):
        here, there = (dx * (y - y0) - dy * (x - x0) for x, y in (one, other))
        if here >= 0:
            yield one
        if (here < 0) != (there < 0):
            part = here / (here - there)
            yield one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])
