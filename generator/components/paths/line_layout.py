"""Lay out the lines of a path card for its template: curves, layers and room for letters."""

from cmath import phase
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, permutations
from math import atan2, degrees
from typing import Any

from generator.components.paths.hyperbolic_curves import CubicChain, DiscMap, connect_ports
from generator.geometry.bezier import step_weights
from generator.geometry.tolerances import CURVE_STEPS
from generator.model.game import PathLine, Port

_EDGE_OVERRUN = 3.0  # mm by which a line's `run` extends beyond the edge


def lay_out_lines(ends: Sequence[tuple[int, int]], every: Sequence[Port], over: DiscMap) -> list[dict[str, Any]]:
    """Return the template values of the lines, the lowest first, except their colors; mm and degrees."""
    curves = [_connect_line(over, every[one], every[other]) for one, other in ends]
    points = [flatten_curve(curve) for curve in curves]
    room = [find_letter_spots(number, points, 2 * over.half) for number in range(len(ends))]
    return [
        _line_values(ends[each], every, curves[each], points[each], room[each]) for each in order_layers(ends, points)
    ]


def _connect_line(over: DiscMap, one: Port, other: Port) -> CubicChain:
    places = [complex(port.x, port.y) for port in (one, other)]
    return connect_ports(over, one.number, other.number, places, [complex(port.dx, port.dy) for port in (one, other)])


ComplexPoints = tuple[complex, ...]


def _line_values(
    ends: tuple[int, int],
    every: Sequence[Port],
    curve: CubicChain,
    points: ComplexPoints,
    room: Sequence[tuple[complex, float]],
) -> dict[str, Any]:
    one, other = every[ends[0]], every[ends[1]]
    words = [f"{_format_length(point.real)},{_format_length(point.imag)}" for point in curve]
    first, last = (
        f"{_format_length(port.x - _EDGE_OVERRUN * port.dx)},{_format_length(port.y - _EDGE_OVERRUN * port.dy)}"
        for port in (one, other)
    )
    bends = f"C{' '.join(words[1:])}"
    return {
        "mark": PathLine(*ends, "").mark,
        "one": one.number,
        "other": other.number,
        "d": f"M{words[0]} {bends}",
        "run": f"M{first} L{words[0]} {bends} L{last}",
        "points": [(round(point.real, 3), round(point.imag, 3)) for point in points],
        "length": round(polyline_length(points), 2),
        "ends": [{"x": port.x, "y": port.y, "turn": _outward_turn(port)} for port in (one, other)],
        "spots": [{"x": round(at.real, 2), "y": round(at.imag, 2), "turn": round(turn, 1)} for at, turn in room],
    }


def _outward_turn(port: Port) -> int:
    """Return the clockwise turn in degrees that points the top of a drawing at the edge."""
    return round(degrees(atan2(-port.dx, port.dy))) % 360


def _format_length(length: float) -> str:
    """Return a length as text, rounded to the micrometer."""
    return f"{round(length, 3) + 0.0:.7g}"


_LETTER_CLEARANCE = 6.0  # least distance in mm from a letter to the edge and to the middle of another line
_MIN_LETTER_DISTANCE = 12.0  # least distance in mm between two letters of one line


def flatten_curve(curve: CubicChain) -> ComplexPoints:
    """Return points along a curve, both ends included."""
    found = [curve[0]]
    for k in range(0, len(curve) - 1, 3):
        a, b, c, d = curve[k : k + 4]
        for e, f, g, h in step_weights(CURVE_STEPS):
            found.append(e * a + f * b + g * c + h * d)
    return tuple(found)


def polyline_length(points: ComplexPoints) -> float:
    """Return the length of a polyline."""
    return sum(abs(other - one) for one, other in pairwise(points))


def order_layers(ends: Sequence[tuple[int, int]], lines: Sequence[ComplexPoints]) -> tuple[int, ...]:
    """Return the lines from the lowest to the topmost, so that each alternates between over and under where possible.

    Hill climbing: single lines are moved while that adds alternations; among equal orders the first is kept.
    """
    met = _find_crossings(ends, lines)
    order = tuple(range(len(lines)))
    best = _count_alternations(order, met)
    while True:
        better = max(_neighbor_orders(order), key=lambda each: _count_alternations(each, met), default=order)
        if _count_alternations(better, met) <= best:
            return order
        order, best = better, _count_alternations(better, met)


def _neighbor_orders(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every order of up to four lines; for more lines, those in which one line is moved."""
    if len(order) <= 4:
        yield from permutations(order)
        return
    for line in order:
        rest = [each for each in order if each != line]
        yield from ((*rest[:at], line, *rest[at:]) for at in range(len(order)))


def _find_crossings(ends: Sequence[tuple[int, int]], lines: Sequence[ComplexPoints]) -> Mapping[int, list[int]]:
    """Return the lines that each line crosses, in the order along it."""
    found: dict[int, list[tuple[int, int]]] = {number: [] for number in range(len(lines))}
    for one, (a, b) in enumerate(ends):
        for other in range(one + 1, len(ends)):
            if (a < ends[other][0] < b) != (a < ends[other][1] < b):
                near = min((abs(p - q), at, to) for at, p in enumerate(lines[one]) for to, q in enumerate(lines[other]))
                found[one].append((near[1], other))
                found[other].append((near[2], one))
    return {number: [other for _, other in sorted(each)] for number, each in found.items()}


def _count_alternations(order: Sequence[int], met: Mapping[int, list[int]]) -> int:
    """Count the alternations of over and under along all lines."""
    rank = {line: at for at, line in enumerate(order)}
    overs = ([rank[line] > rank[other] for other in others] for line, others in met.items())
    return sum(one != other for each in overs for one, other in pairwise(each))


def find_letter_spots(line: int, lines: Sequence[ComplexPoints], size: float) -> list[tuple[complex, float]]:
    """Return points for letters on a line, with the line's direction there: one near each end, or a single one.

    From either end, it is the first point far enough from the edge and all other lines, or else the farthest.
    """
    points = lines[line]
    others = [point for number, each in enumerate(lines) if number != line for point in each[::2]]

    @cache  # most points are farther along than the one that is found
    def room(at: int) -> float:
        x, y = points[at].real, points[at].imag
        return min(x, y, size - x, size - y, min((abs(points[at] - other) for other in others), default=size))

    middle = (len(points) - 1) // 2
    found = [_pick_spot(range(1, middle + 1), room), _pick_spot(range(len(points) - 2, middle - 1, -1), room)]
    if abs(points[found[0]] - points[found[1]]) < _MIN_LETTER_DISTANCE:
        found = [max(found, key=room)]
    return [(points[at], _upright_angle(points[at + 1] - points[at - 1])) for at in found]


def _pick_spot(choice: Sequence[int], room: Callable[[int], float]) -> int:
    found = next((at for at in choice if room(at) >= _LETTER_CLEARANCE), None)
    return max(choice, key=room) if found is None else found


def _upright_angle(way: complex) -> float:
    """Return a direction in degrees clockwise from the right, or its opposite, so that letters stand upright."""
    turn = degrees(phase(way))
    return turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
