"""Cards of paths: patterns of lines, orders of colors and shifts go in; ports, lines and their curves come out."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import hypot
from typing import Annotated, Any

from msgspec import Meta, field

from generator.model.finding import DataError, Finding, KeyedError, refuse
from generator.model.game import Dealt, Outline, PartData, Positive, Value
from generator.model.path import Line, Port
from generator.model.place import Place

Ports = Annotated[list[float], Meta(min_length=1, max_length=8)]
_SIDES = ((0, 1), (-1, 0), (0, -1), (1, 0))  # inward from the upper, right, lower and left side


class Path(PartData, frozen=True, kw_only=True):
    """A square card whose lines join ports at its edges, each port to one other; its rows are patterns.

    A row has `lines`, such as 0-2, and `order`, a color for each of them; it makes a card for each shift of the order.
    """

    size: Annotated[Positive, Meta(description="side of the card, mm")]
    ports: Annotated[Ports, Meta(description="where lines end: mm from the middle of a side, clockwise")]
    colors: Annotated[str, Meta(description="color group of the lines")]
    shifts: Annotated[list[int], Meta(min_length=1, description="how far the order is moved on, a card each")] = field(
        default_factory=lambda: [0]
    )
    bend: Annotated[float, Meta(description="how far lines run straight on from their ports", gt=0, le=1)] = 0.5

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
    every = ports(path)
    found = []
    for shift in path.shifts:
        lines = tuple(
            Line(one, other, order[(number + shift) % len(order)]) for number, (one, other) in enumerate(ends)
        )
        drawn = [_drawn(line, every, path.bend) for line in lines]
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


def _drawn(line: Line, every: Sequence[Port], bend: float) -> dict[str, Any]:
    one, other = every[line.one], every[line.other]
    reach = bend * hypot(other.x - one.x, other.y - one.y)
    bends = [(port.x + port.dx * reach, port.y + port.dy * reach) for port in (one, other)]
    points = [(one.x, one.y), *bends, (other.x, other.y)]
    words = [f"{x:.4g},{y:.4g}" for x, y in points]
    return {
        "mark": line.mark,
        "one": line.one,
        "other": line.other,
        "color": line.color,
        "d": f"M{words[0]} C{' '.join(words[1:])}",
        "points": points,
    }
