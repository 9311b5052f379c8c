"""The curves between the ports of a path card; mm.

Two curves cross once if they must, and otherwise do not meet. The straight lines of the hyperbolic plane have this
property, and leave its edge at right angles, so its disc model (H. Poincaré, 1882) is mapped onto the card.
"""

from cmath import rect
from collections.abc import Sequence
from itertools import pairwise
from math import atan2, pi, sqrt
from typing import NamedTuple

_ANGLE_WEIGHT = 0.7  # weight of a port's angle on the card in its angle in the disc; the rest spaces the ports evenly
# shares of the chord between two ports at which points of the curve are taken from the disc
_CHORD_SHARES = (0.1, 0.5, 0.9)
_QUARTER_KAPPA = 4 / 3 * (sqrt(2) - 1)  # distance of the control points of a quarter circle, in radii

CubicChain = tuple[complex, ...]  # start, then two control points and the end of each cubic


class DiscMap(NamedTuple):
    """The map of the disc onto a card: the angle of each port, clockwise from the right, and the terms.

    A term (m, a, b) is z(a + b|z|^2) for m = 1, and z^m (for m < 0, the conjugate to the power of -m) times
    |z|^2 (a + b|z|^2) for all others, so that the middle of the card is hardly distorted.
    """

    half: float
    angles: tuple[float, ...]
    terms: tuple[tuple[int, complex, complex], ...]


def make_disc_map(size: float, ports: Sequence[float], bend: float) -> DiscMap:
    """Return the map of the disc to a square card with these ports on each side.

    It has as many terms as a side has ports, and the symmetry of the square. Each port is mapped to its place, and the
    line from the middle of the disc arrives there at a right angle, with a derivative of `bend` sides of the card.
    """
    half, count = size / 2, len(ports)
    angles = []
    for number, along in enumerate(ports):
        even = (number - (count - 1) / 2) * pi / 2 / count
        angles.append(_ANGLE_WEIGHT * atan2(along, half) + (1 - _ANGLE_WEIGHT) * even)
    orders = [1 + 4 * (-(n // 2) - 1 if n % 2 else n // 2) for n in range(count)]
    rows = [[rect(1, order * angle) for order in orders] for angle in angles]
    places = _solve_linear(rows, [complex(half, along) for along in ports])
    speeds = _solve_linear(rows, [complex(bend * size)] * count)
    terms = []
    for order, place, speed in zip(orders, places, speeds, strict=True):
        power = 1 if order == 1 else abs(order) + 2
        rest = (speed - power * place) / 2
        terms.append((order, place - rest, rest))
    sides = (-pi / 2, 0.0, pi / 2, pi)
    return DiscMap(half, tuple(side + angle for side in sides for angle in angles), tuple(terms))


def connect_ports(
    over: DiscMap, one: int, other: int, ends: Sequence[complex], inward: Sequence[complex]
) -> CubicChain:
    """Return the curve between two ports, from their places and inward unit vectors: cubics with continuous curvature.

    Between neighboring ports around a corner it is a quarter of an ellipse.
    """
    start, end = ends
    count = len(over.angles)
    neighbors = (other - one) % count in (1, count - 1)
    if neighbors and abs((inward[0] * inward[1].conjugate()).real) < 0.5:
        corner = _corner_point(start, end, inward[0])
        return start, start + _QUARTER_KAPPA * (corner - start), end + _QUARTER_KAPPA * (corner - end), end
    stops = [_map_point(over, _disc_point(over.angles[one], over.angles[other], part)) for part in _CHORD_SHARES]
    return _fit_spline([start, *stops, end], inward[0], -inward[1])


def _corner_point(start: complex, end: complex, inward: complex) -> complex:
    """Return the point where perpendicular lines inward from both ends meet."""
    return start + inward * ((end - start) * inward.conjugate()).real


def _disc_point(one: float, other: float, part: float) -> complex:
    """Return a point of the line in Poincaré's disc, from the chord in that of F. Klein (1871)."""
    chord = (1 - part) * rect(1, one) + part * rect(1, other)
    return chord / (1 + sqrt(max(0.0, 1 - abs(chord) ** 2)))


def _map_point(over: DiscMap, z: complex) -> complex:
    """Return the point of the card to which a point of the disc is mapped."""
    square = abs(z) ** 2
    found = complex(over.half, over.half)
    for order, a, b in over.terms:
        calm = 1.0 if order == 1 else square
        found += (z**order if order > 0 else z.conjugate() ** -order) * calm * (a + b * square)
    return found


def _fit_spline(points: Sequence[complex], first: complex, last: complex) -> CubicChain:
    """Return the cubic spline through the points, parametrized by chord length, with these derivatives at its ends."""
    spans = [abs(end - start) for start, end in pairwise(points)]
    slopes = [(end - start) / span for (start, end), span in zip(pairwise(points), spans, strict=True)]
    count = len(spans)
    rows = [[complex(row == column) for column in range(count + 1)] for row in range(count + 1)]
    right = [first, *[0j] * (count - 1), last]
    for k in range(1, count):
        before, after = spans[k - 1], spans[k]
        rows[k][k - 1 : k + 2] = complex(after), complex(2 * (before + after)), complex(before)
        right[k] = 3 * (after * slopes[k - 1] + before * slopes[k])
    speeds = _solve_linear(rows, right)
    found = [points[0]]
    for k, span in enumerate(spans):
        found += points[k] + speeds[k] * span / 3, points[k + 1] - speeds[k + 1] * span / 3, points[k + 1]
    return tuple(found)


def _solve_linear(rows: Sequence[Sequence[complex]], right: Sequence[complex]) -> list[complex]:
    """Return the solution of linear equations, by Gaussian elimination with partial pivoting."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    size = len(table)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        for row in range(size):
            if row != column and table[row][column]:
                factor = table[row][column] / table[column][column]
                table[row] = [a - factor * b for a, b in zip(table[row], table[column], strict=True)]
    return [table[row][size] / table[row][row] for row in range(size)]
