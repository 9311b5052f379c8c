"""Angles and radii go in, points for templates come out: 0 degrees is up, and turns run clockwise."""

from math import cos, radians, sin


def _point(cx: float, cy: float, r: float, degrees: float) -> str:
    turn = radians(degrees)
    return f"{cx + r * sin(turn):.4f},{cy - r * cos(turn):.4f}"


def polar(cx: float, cy: float, r: float, degrees: float) -> str:
    """Return `x,y` at a radius and an angle from a center."""
    return _point(cx, cy, r, degrees)


def regular(cx: float, cy: float, r: float, n: int, turn: float = 0.0) -> str:
    """Return the points of a regular polygon, its first corner at `turn`."""
    return " ".join(_point(cx, cy, r, turn + 360 * k / n) for k in range(n))


def star(cx: float, cy: float, r: float, inner: float = 0.5, n: int = 5) -> str:
    """Return the points of a star; `inner` is the radius of its notches as a part of r."""
    return " ".join(_point(cx, cy, r if k % 2 == 0 else r * inner, 180 * k / n) for k in range(2 * n))
