"""Cards of paths: patterns of lines, orders of colors and shifts go in; ports, lines and their curves come out."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import atan2, degrees
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from generator.model.finding import DataError, Finding, KeyedError, refuse
from generator.model.game import Dealt, Outline, PartData, Positive, Value
from generator.model.path import Line, Port
from generator.model.place import Place
from generator.parts.ribbons import Curve, Field, curve, field
from generator.parts.weave import Points, flat, layers, length, spots

Shifts = Annotated[list[int], Meta(min_length=1, description="how far the order is moved on, a card each")]
Ports = Annotated[list[float], Meta(min_length=1, max_length=8)]
_RUN = 3.0  # mm that a line's `run` goes on beyond the edge
_SIDES = ((0, 1), (-1, 0), (0, -1), (1, 0))  # inward from the upper, right, lower and left side


class Path(PartData, frozen=True, kw_only=True):
    """A square card whose lines join ports at its edges, each port to one other; its rows are patterns.

    A row has `lines`, such as 0-2, and `order`, a color for each of them; it makes a card for each shift of the order.
    """

    size: Annotated[Positive, Meta(description="side of the card, mm")]
    ports: Annotated[Ports, Meta(description="where lines end: mm from the middle of a side, clockwise")]
    colors: Annotated[str, Meta(description="color group of the lines")]
    shifts: Shifts = msgspec.field(default_factory=lambda: [0])
    bend: Annotated[float, Meta(description="how far lines swing in from the edge", gt=0, le=1)] = 0.6

    def __post_init__(self) -> None:
        """Refuse ports that are not in order along the side (KeyedError)."""
        if sorted(set(self.ports)) != self.ports or max(map(abs, self.ports)) >= self.size / 2:
            raise KeyedError("ports", "`ports` are different places along a side, in order, and within its ends")


def outline(path: Path) -> Outline:
    """Return the trim, a square."""
    return Outline(path.size, path.size)


def ports(path: Path) -> tuple[Port, ...]:
    """Return the ports, clockwise from the upper left."""
    half = path.size / 2
    found: list[Port] = []
    for dx, dy in _SIDES:
        for along in path.ports:
            found.append(Port(len(found), half - half * dx + along * dy, half - half * dy - along * dx, dx, dy))
    return tuple(found)


def values(path: Path) -> dict[str, Any]:
    """Give the template `ports`: a list of {number, x, y, dx, dy}; mm, and the unit vector inward."""
    return {"ports": [port._asdict() for port in ports(path)]}


def deal(path: Path, row: Mapping[str, Value], roles: Collection[str], at: Callable[..., Place]) -> Sequence[Dealt]:
    """Return a card for each shift; DataError for lines that do not join every port once (GF006, GF008)."""
    ends = _ends(path, row, at)
    order = _order(path, row, roles, len(ends), at)
    found = []
    shown = _drawn([Line(one, other, "") for one, other in ends], path)
    for shift in path.shifts:
        colors = {end: order[(number + shift) % len(order)] for number, end in enumerate(ends)}
        lines = tuple(Line(*end, color) for end, color in colors.items())
        drawn = [{**each, "color": colors[each["one"], each["other"]]} for each in shown]
        found.append(Dealt(str(shift), {"shift": shift}, {"lines": drawn}, lines))
    return found


def _ends(path: Path, row: Mapping[str, Value], at: Callable[..., Place]) -> list[tuple[int, int]]:
    lines = row.get("lines")
    if not isinstance(lines, list) or not lines:
        raise refuse("GF005", at("lines"), "a pattern needs `lines`: a list of ports that are joined, such as 0-2")
    count = 4 * len(path.ports)
    findings, seen, found = list[Finding](), dict[int, int](), list[tuple[int, int]]()
    for number, line in enumerate(lines):
        words = str(line).split("-")
        if len(words) != 2 or not all(word.isascii() and word.isdigit() and int(word) < count for word in words):
            message = f"a line joins two of the ports 0 to {count - 1}, as in 0-2, and not {line!r}"
            findings.append(Finding("GF006", at("lines", number), message))
            continue
        one, other = sorted(map(int, words))
        for port in {one, other}:
            if port in seen or one == other:
                message = f"lines[{number}]: the port {port} has a line already"
                findings.append(Finding("GF006", at("lines", number), message))
                break
            seen[port] = number
        found.append((one, other))
    if not findings and len(seen) < count:
        free = next(port for port in range(count) if port not in seen)
        findings.append(Finding("GF006", at("lines"), f"no line leads to the port {free}"))
    if findings:
        raise DataError(findings)
    return found


def _order(
    path: Path, row: Mapping[str, Value], roles: Collection[str], count: int, at: Callable[..., Place]
) -> list[str]:
    order = row.get("order")
    if not isinstance(order, list) or len(order) != count:
        raise refuse("GF006", at("order"), f"a pattern needs an `order` of {count} colors, one for each line")
    found = [f"{path.colors}.{word}" for word in order]
    wrong = [number for number, role in enumerate(found) if role not in roles]
    if wrong:
        raise DataError(
            Finding("GF008", at("order", n), f"order[{n}]: there is no color role {found[n]!r}") for n in wrong
        )
    return found


def _drawn(lines: Sequence[Line], path: Path) -> list[dict[str, Any]]:
    """Return what the template knows of the lines, the lowest first; of one order of colors, it is that of all."""
    over = field(path.size, path.ports, path.bend)
    every = ports(path)
    ends = [(line.one, line.other) for line in lines]
    curves = [_curve(over, every[one], every[other]) for one, other in ends]
    points = [flat(curve) for curve in curves]
    return [
        _line(lines[at], every, curves[at], points[at], spots(at, points, path.size)) for at in layers(ends, points)
    ]


def _curve(over: Field, one: Port, other: Port) -> Curve:
    places = [complex(port.x, port.y) for port in (one, other)]
    return curve(over, one.number, other.number, places, [complex(port.dx, port.dy) for port in (one, other)])


def _line(
    line: Line, every: Sequence[Port], curve: Curve, points: Points, room: Sequence[tuple[complex, float]]
) -> dict[str, Any]:
    one, other = every[line.one], every[line.other]
    words = [f"{_word(point.real)},{_word(point.imag)}" for point in curve]
    first, last = (f"{_word(port.x - _RUN * port.dx)},{_word(port.y - _RUN * port.dy)}" for port in (one, other))
    bends = f"C{' '.join(words[1:])}"
    return {
        "mark": line.mark,
        "one": line.one,
        "other": line.other,
        "color": line.color,
        "d": f"M{words[0]} {bends}",
        "run": f"M{first} L{words[0]} {bends} L{last}",
        "points": [(round(point.real, 3), round(point.imag, 3)) for point in points],
        "length": round(length(points), 2),
        "ends": [
            {"x": port.x, "y": port.y, "turn": round(degrees(atan2(-port.dx, port.dy))) % 360} for port in (one, other)
        ],
        "spots": [{"x": round(at.real, 2), "y": round(at.imag, 2), "turn": round(turn, 1)} for at, turn in room],
    }


def _facing(port: Port) -> int:
    """Return how far a drawing is turned clockwise, degrees, so that its top is towards the edge."""
    return round(degrees(atan2(-port.dx, port.dy))) % 360


def _word(length: float) -> str:
    """Return a length to the micrometer, in as few digits as will do."""
    return f"{round(length, 3) + 0.0:.7g}"
