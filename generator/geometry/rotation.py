"""Points go in, the turn after which they lie in the smallest box comes out."""

from collections.abc import Iterable
from math import atan2, cos, pi, sin

from generator.geometry.path import Points


def least_turn(points: Iterable[tuple[float, float]]) -> float:
    """Return the turn, radians clockwise, after which the points lie in the box of least area.

    It lays an edge of the hull level (Freeman and Shapira, Communications of the ACM 18, 1975).
    """
    hull = _hull(points)
    edges = zip(hull, (*hull[1:], hull[0]), strict=True)
    turns = [_small(-atan2(y2 - y1, x2 - x1)) for (x1, y1), (x2, y2) in edges]
    return min(turns, key=lambda turn: (round(_area(hull, turn), 3), round(abs(turn), 6)))


def _small(turn: float) -> float:
    """Return the turn without its quarters, between -pi/4 and pi/4."""
    return turn - pi / 2 * round(turn / (pi / 2))


def _area(points: Points, turn: float) -> float:
    xs = [x * cos(turn) - y * sin(turn) for x, y in points]
    ys = [x * sin(turn) + y * cos(turn) for x, y in points]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _hull(points: Iterable[tuple[float, float]]) -> Points:
    """Return the convex hull, by Andrew's monotone chain (1979)."""
    ordered = sorted(set(points))
    halves: list[list[tuple[float, float]]] = []
    for way in (ordered, ordered[::-1]):
        half: list[tuple[float, float]] = []
        for x, y in way:
            while len(half) > 1 and _turns(half[-2], half[-1], (x, y)) <= 0:
                half.pop()
            half.append((x, y))
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def _turns(one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
