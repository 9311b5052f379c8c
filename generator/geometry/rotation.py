"""Find the rotation that gives points the smallest box."""

from collections.abc import Iterable
from math import atan2, cos, pi, sin

from generator.geometry.path import Points
from generator.geometry.types import Point


def least_turn(points: Iterable[Point]) -> float:
    """Return the rotation, in radians clockwise, that gives the points the bounding box of least area.

    One edge of the convex hull is then level (Freeman and Shapira, Communications of the ACM 18, 1975).
    """
    hull = _convex_hull(points)
    edges = zip(hull, (*hull[1:], hull[0]), strict=True)
    turns = [_without_quarters(-atan2(y2 - y1, x2 - x1)) for (x1, y1), (x2, y2) in edges]
    return min(turns, key=lambda turn: (round(_turned_box_area(hull, turn), 3), round(abs(turn), 6)))


def _without_quarters(turn: float) -> float:
    """Return an angle reduced by quarter turns to between -pi/4 and pi/4."""
    return turn - pi / 2 * round(turn / (pi / 2))


def _turned_box_area(points: Points, turn: float) -> float:
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
            while len(half) > 1 and _cross_product(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def _cross_product(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
