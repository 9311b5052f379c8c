"""The ports of a card and the pairs that its lines join go in; what templates draw of each line comes out."""

from cmath import phase
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from math import atan2, degrees
from typing import Any

from generator.components.paths.ribbons import Curve, Field, curve
from generator.geometry.bezier import step_weights
from generator.geometry.tolerances import CURVE_STEPS
from generator.model.path import Line, Port

_RUN = 3.0  # mm that a line's `run` goes on beyond the edge


def strands(ends: Sequence[tuple[int, int]], every: Sequence[Port], over: Field) -> list[dict[str, Any]]:
    """Return what the template knows of the lines, the lowest first, but for their colors; mm and degrees."""
    curves = [_curve(over, every[one], every[other]) for one, other in ends]
    points = [flat(curve) for curve in curves]
    room = [spots(number, points, 2 * over.half) for number in range(len(ends))]
    return [_line(ends[each], every, curves[each], points[each], room[each]) for each in layers(ends, points)]


def _curve(over: Field, one: Port, other: Port) -> Curve:
    places = [complex(port.x, port.y) for port in (one, other)]
    return curve(over, one.number, other.number, places, [complex(port.dx, port.dy) for port in (one, other)])


Points = tuple[complex, ...]


def _line(
    ends: tuple[int, int], every: Sequence[Port], curve: Curve, points: Points, room: Sequence[tuple[complex, float]]
) -> dict[str, Any]:
    one, other = every[ends[0]], every[ends[1]]
    words = [f"{_word(point.real)},{_word(point.imag)}" for point in curve]
    first, last = (f"{_word(port.x - _RUN * port.dx)},{_word(port.y - _RUN * port.dy)}" for port in (one, other))
    bends = f"C{' '.join(words[1:])}"
    return {
        "mark": Line(*ends, "").mark,
        "one": one.number,
        "other": other.number,
        "d": f"M{words[0]} {bends}",
        "run": f"M{first} L{words[0]} {bends} L{last}",
        "points": [(round(point.real, 3), round(point.imag, 3)) for point in points],
        "length": round(length(points), 2),
        "ends": [{"x": port.x, "y": port.y, "turn": _facing(port)} for port in (one, other)],
        "spots": [{"x": round(at.real, 2), "y": round(at.imag, 2), "turn": round(turn, 1)} for at, turn in room],
    }


def _facing(port: Port) -> int:
    """Return how far a drawing is turned clockwise, degrees, so that its top is towards the edge."""
    return round(degrees(atan2(-port.dx, port.dy))) % 360


def _word(length: float) -> str:
    """Return a length to the micrometer, in as few digits as will do."""
    return f"{round(length, 3) + 0.0:.7g}"


_BADGE = 6.0  # mm from a letter to the edge, and to the middle of another ribbon: 3 of them paper or ribbon
_APART = 12.0  # mm between two letters of one line, at the least


def flat(curve: Curve) -> Points:
    """Return points along a curve, both ends included."""
    found = [curve[0]]
    for k in range(0, len(curve) - 1, 3):
        a, b, c, d = curve[k : k + 4]
        for e, f, g, h in step_weights(CURVE_STEPS):
            found.append(e * a + f * b + g * c + h * d)
    return tuple(found)


def length(points: Points) -> float:
    """Return the length of a line; on a curve of `flat`, near enough for anything but a knife."""
    return sum(abs(other - one) for one, other in pairwise(points))


def layers(ends: Sequence[tuple[int, int]], lines: Sequence[Points]) -> tuple[int, ...]:
    """Return the lines from the lowest to the topmost, so that along them over and under alternate where they can.

    Lines are moved up and down one at a time for as long as that makes it better; of equals, the first order stands.
    """
    met = _met(ends, lines)
    order = tuple(range(len(lines)))
    best = _changes(order, met)
    while True:
        better = max(_moved(order), key=lambda each: _changes(each, met), default=order)
        if _changes(better, met) <= best:
            return order
        order, best = better, _changes(better, met)


def _moved(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every order of up to four lines, and of more those in which one line has another place."""
    if len(order) <= 4:
        yield from permutations(order)
        return
    for line in order:
        rest = [each for each in order if each != line]
        yield from ((*rest[:at], line, *rest[at:]) for at in range(len(order)))


def _met(ends: Sequence[tuple[int, int]], lines: Sequence[Points]) -> Mapping[int, list[int]]:
    """Return the lines that each line crosses, in the order in which it comes to them."""
    found: dict[int, list[tuple[int, int]]] = {number: [] for number in range(len(lines))}
    for one, (a, b) in enumerate(ends):
        for other in range(one + 1, len(ends)):
            if (a < ends[other][0] < b) != (a < ends[other][1] < b):
                near = min((abs(p - q), at, to) for at, p in enumerate(lines[one]) for to, q in enumerate(lines[other]))
                found[one].append((near[1], other))
                found[other].append((near[2], one))
    return {number: [other for _, other in sorted(each)] for number, each in found.items()}


def _changes(order: Sequence[int], met: Mapping[int, list[int]]) -> int:
    """Count how often a line that went over the last one goes under the next, or the other way round."""
    rank = {line: at for at, line in enumerate(order)}
    overs = ([rank[line] > rank[other] for other in others] for line, others in met.items())
    return sum(one != other for each in overs for one, other in pairwise(each))


def spots(line: int, lines: Sequence[Points], size: float) -> list[tuple[complex, float]]:
    """Return where on a line there is room for a letter, with the line's direction there: near each end, or one.

    The first point on the way from either end that keeps clear of the edge and of all other lines is taken, or where
    there is none, the one that keeps clearest.
    """
    points = lines[line]
    others = [point for number, each in enumerate(lines) if number != line for point in each[::2]]
    room = {}
    for at in range(1, len(points) - 1):
        x, y = points[at].real, points[at].imag
        room[at] = min(x, y, size - x, size - y, min((abs(points[at] - other) for other in others), default=size))
    middle = (len(points) - 1) // 2
    found = [_roomy(range(1, middle + 1), room), _roomy(range(len(points) - 2, middle - 1, -1), room)]
    if abs(points[found[0]] - points[found[1]]) < _APART:
        found = [max(found, key=lambda at: room[at])]
    return [(points[at], _upright(points[at + 1] - points[at - 1])) for at in found]


def _roomy(choice: Sequence[int], room: Mapping[int, float]) -> int:
    return next((at for at in choice if room[at] >= _BADGE), max(choice, key=lambda at: room[at]))


def _upright(way: complex) -> float:
    """Return a direction in degrees clockwise from the right, or its opposite, which stands letters on their feet."""
    turn = degrees(phase(way))
    return turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
