"""Path cards: cards whose lines join ports at their edges."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from generator.geometry.tolerances import FLOAT_NOISE
from generator.geometry.types import Outline
from generator.model.data_types import Positive, Value
from generator.model.finding import KeyedError, Place
from generator.model.game import ComponentKind, KindTraits, PartData, PathLine, Port, RowDesign

ShiftList = Annotated[  # at most one for each line, of which a card with eight ports at a side has sixteen
    list[int], Meta(min_length=1, max_length=16, description="how far the order is moved on, a card each")
]
PortOffsets = Annotated[list[float], Meta(min_length=1, max_length=8)]
# Least distance of a port from the ends of its side and from the next port, as shares of the side: closer lines touch.
_MIN_END_SHARE, _MIN_GAP_SHARE = 0.1, 0.05
_INWARD_VECTORS = ((0, 1), (-1, 0), (0, -1), (1, 0))  # inward from the upper, right, lower and left side


class PathCardData(PartData, frozen=True, kw_only=True):
    """A square card whose lines join ports at its edges, each port to one other; its rows are patterns.

    A row has `lines`, such as 0-2, and `order`, a color for each of them; it makes a card for each shift of the order.
    """

    size: Annotated[Positive, Meta(description="side of the card, mm")]
    ports: Annotated[PortOffsets, Meta(description="where lines end: mm from the middle of a side, clockwise")]
    colors: Annotated[str, Meta(description="color group of the lines")]
    shifts: ShiftList = msgspec.field(default_factory=lambda: [0])
    bend: Annotated[float, Meta(description="how far lines swing in from the edge", gt=0, le=1)] = 0.6

    def __post_init__(self) -> None:
        """Refuse ports that leave no room for lines (KeyedError)."""
        room = self.size / 2 - max(map(abs, self.ports))
        apart = min((after - before for before, after in pairwise(self.ports)), default=self.size)
        if min(room / _MIN_END_SHARE, apart / _MIN_GAP_SHARE) < self.size - FLOAT_NOISE:
            least = f"{_MIN_END_SHARE * self.size:g} mm from its ends and {_MIN_GAP_SHARE * self.size:g} mm apart"
            raise KeyedError("ports", f"`ports` must be in order along a side, at least {least}")

    @property
    def pieces_per_row(self) -> int:
        """Return how many cards a pattern makes: one for each shift."""
        return len(self.shifts)


def path_card_outline(path: PathCardData) -> Outline:
    """Return the trim, a square."""
    return Outline(path.size, path.size)


def list_ports(path: PathCardData) -> tuple[Port, ...]:
    """Return the ports, clockwise from the upper left."""
    half = path.size / 2
    found: list[Port] = []
    for dx, dy in _INWARD_VECTORS:
        for along in path.ports:
            found.append(Port(len(found), half - half * dx + along * dy, half - half * dy - along * dx, dx, dy))
    return tuple(found)


def path_card_values(path: PathCardData) -> dict[str, Any]:
    """Return `ports`, a list of {number, x, y, dx, dy} in mm with the unit vector inward, for the template."""
    return {"ports": [port._asdict() for port in list_ports(path)]}


def deal_path_cards(
    path: PathCardData, row: Mapping[str, Value], roles: Collection[str], at: Callable[..., Place]
) -> Sequence[RowDesign]:
    """Return a card for each shift; DataError with every fault of the row (GF003, GF005, GF006, GF008)."""
    from generator.components.paths.line_patterns import read_pattern

    ends, order = read_pattern(row, 4 * len(path.ports), path.colors, path.shifts, roles, at=at)
    shown = _lay_out(ends, list_ports(path), path.size, tuple(path.ports), path.bend)
    found = []
    for shift in path.shifts:
        colors = {end: order[(number + shift) % len(order)] for number, end in enumerate(ends)}
        lines = tuple(PathLine(*end, color) for end, color in colors.items())
        drawn = [{**each, "color": colors[each["one"], each["other"]]} for each in shown]
        found.append(RowDesign(str(shift), {"shift": shift}, {"lines": drawn}, lines))
    return found


@lru_cache(maxsize=64)  # a check deals cards again with other colors, on the same lines
def _lay_out(
    ends: tuple[tuple[int, int], ...], ports: tuple[Port, ...], size: float, offsets: tuple[float, ...], bend: float
) -> Sequence[Mapping[str, Any]]:
    from generator.components.paths.hyperbolic_curves import make_disc_map
    from generator.components.paths.line_layout import lay_out_lines

    return lay_out_lines(ends, ports, make_disc_map(size, offsets, bend))


PATH = ComponentKind(
    PathCardData,
    path_card_outline,
    path_card_values,
    safe=3.0,
    ports=list_ports,
    deal=deal_path_cards,
    stock="card",
    traits=KindTraits(product="card", held=True),
)
