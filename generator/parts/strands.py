"""The ports of a card and the pairs that its lines join go in; what templates draw of each line comes out."""

from collections.abc import Sequence
from math import atan2, degrees
from typing import Any

from generator.model.path import Line, Port
from generator.parts.ribbons import Curve, Field, curve
from generator.parts.weave import Points, flat, layers, length, spots

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
