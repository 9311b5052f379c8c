"""Cubic Bezier curves: evaluate, flatten, split and bound them."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, hypot, sqrt

from generator.geometry.tolerances import DEGENERATE
from generator.geometry.types import Point

Weights = tuple[float, float, float, float]


def cubic_weights(t: float) -> Weights:
    """Return the weights of a cubic's four points at t, 0 to 1 (Bernstein polynomials)."""
    u = 1 - t
    return u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t


@cache
def step_weights(steps: int) -> tuple[Weights, ...]:
    """Return the weights of the points after the start that cut a cubic at equal steps of its parameter."""
    return tuple(cubic_weights(step / steps) for step in range(1, steps + 1))


def flatten_cubic(one: Point, two: Point, three: Point, four: Point, steps: int) -> Iterator[Point]:
    """Yield the points of a cubic after its start, at equal steps of its parameter."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = one, two, three, four
    for a, b, c, d in step_weights(steps):
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def steps_within(one: Point, two: Point, three: Point, four: Point, chord: float) -> int:
    """Return into how many equal steps a cubic is cut so that no chord is farther from it than `chord` mm.

    The second differences of its points bound the distance (G. Wang, 1984).
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = one, two, three, four
    bend = max(hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    return max(1, ceil(sqrt(6 * bend / (8 * chord))))


def split_curve(points: Sequence[Point], t: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return a line or a curve, given by its control points, in two at t, 0 to 1 (de Casteljau's construction)."""
    rows = [tuple(points)]
    while len(rows[-1]) > 1:
        rows.append(tuple((a + t * (c - a), b + t * (d - b)) for (a, b), (c, d) in pairwise(rows[-1])))
    return tuple(row[0] for row in rows), tuple(row[-1] for row in reversed(rows))


def cubic_extremes(a: float, b: float, c: float, d: float) -> list[float]:
    """Return the values of one coordinate of a cubic where its derivative is zero, between its ends."""
    u, v, w = -a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a
    if abs(u) < DEGENERATE:
        roots = [-w / v] if abs(v) > DEGENERATE else []
    else:
        square = v * v - 4 * u * w
        roots = [(-v + sign * sqrt(square)) / (2 * u) for sign in (1, -1)] if square >= 0 else []
    weights = (cubic_weights(t) for t in roots if 0 < t < 1)
    return [e * a + f * b + g * c + h * d for e, f, g, h in weights]
