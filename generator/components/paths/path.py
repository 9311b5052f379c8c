"""Cards of paths: patterns of lines, orders of colors and shifts go in; their ports, lines and designs come out."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from generator.geometry.outline import Outline
from generator.geometry.tolerances import FLOAT_NOISE
from generator.model.finding import KeyedError
from generator.model.game import Dealt, PartData
from generator.model.path import Line, Port
from generator.model.place import Place
from generator.model.strict import Positive, Value

Shifts = Annotated[list[int], Meta(min_length=1, description="how far the order is moved on, a card each")]
Ports = Annotated[list[float], Meta(min_length=1, max_length=8)]
_ROOM, _APART = 0.1, 0.05  # of a side, between a port and its ends, and between two ports: nearer, lines would touch
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
        """Refuse ports that leave no room for lines (KeyedError)."""
        room = self.size / 2 - max(map(abs, self.ports))
        apart = min((after - before for before, after in pairwise(self.ports)), default=self.size)
        if min(room / _ROOM, apart / _APART) < self.size - FLOAT_NOISE:
            least = f"{_ROOM * self.size:g} mm from its ends and {_APART * self.size:g} mm from one another"
            raise KeyedError("ports", f"`ports` lie along a side in order, at least {least}")


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
    """Return a card for each shift; DataError for all that is wrong with the row (GF003, GF005, GF006, GF008)."""
    from generator.components.paths.patterns import read_pattern
    from generator.components.paths.ribbons import field
    from generator.components.paths.strands import strands

    ends, order = read_pattern(row, 4 * len(path.ports), path.colors, path.shifts, roles, at)
    shown = strands(ends, ports(path), field(path.size, path.ports, path.bend))
    found = []
    for shift in path.shifts:
        colors = {end: order[(number + shift) % len(order)] for number, end in enumerate(ends)}
        lines = tuple(Line(*end, color) for end, color in colors.items())
        drawn = [{**each, "color": colors[each["one"], each["other"]]} for each in shown]
        found.append(Dealt(str(shift), {"shift": shift}, {"lines": drawn}, lines))
    return found
