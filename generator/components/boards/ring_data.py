"""The generator of concentric rings: its data, its cells and their joins."""

from math import floor, pi, radians, sin, sqrt
from typing import Annotated, Literal

from msgspec import Meta, field

from generator.geometry.tolerances import ROUNDING
from generator.model.finding import KeyedError
from generator.model.strict import Strict

LEAST = 1.0  # least length in mm of a space at its inner edge, where it is shortest
CLEAR = 0.5  # least gap in mm between places and the edge of the center, its middle and each other
Span = Annotated[float, Meta(ge=1, le=2000)]
Spaces = Annotated[int, Meta(ge=3, le=400)]
Offset = Annotated[int, Meta(ge=0, le=399)]
Number = Annotated[int, Meta(ge=1, le=40)]


class Bridge(Strict, frozen=True, kw_only=True):
    """A way inward in each sector, from a space of a ring to one of the next; from the innermost to the center."""

    ring: Annotated[Number, Meta(description="the ring that it leaves; 1 is the outermost")]
    start: Annotated[Offset, Meta(description="its space, counted from 0 within the sector")] = field(name="from")
    end: Annotated[Offset | None, Meta(description="space of the next ring; none leads to the center")] = field(
        default=None, name="to"
    )


class Starts(Strict, frozen=True, kw_only=True):
    """A queue of spaces outside the rings in each sector; the first of them leads to the entry."""

    length: Annotated[Number, Meta(description="spaces in a queue")]
    entry: Annotated[Offset, Meta(description="space of the outermost ring, counted from 0 within the sector")] = 0
    radius: Annotated[Span, Meta(description="from the center of the board to their middles, mm")]
    diameter: Annotated[Span, Meta(description="of each, mm")]
    step: Annotated[float, Meta(description="degrees from one to the next", gt=0, le=90)]

    def __post_init__(self) -> None:
        """Refuse a step that makes the spaces of a queue overlap (KeyedError)."""
        apart = _apart(self.radius, self.step)
        if self.length > 1 and apart < self.diameter - ROUNDING:
            says = f"starts of {self.diameter:g} mm overlap: a step of {self.step:g} degrees is {apart:.4g} mm"
            raise KeyedError("step", says)


class Places(Strict, frozen=True, kw_only=True):
    """Places in the center, in two rows, so that a seam through the middle spares them; joined to nothing."""

    labels: Annotated[list[str], Meta(min_length=1, max_length=12, description="what is written on each")]
    diameter: Annotated[Span, Meta(description="of each, mm")]


class Rings(Strict, frozen=True, kw_only=True):
    """Concentric rings of spaces round a center; `ring1.0` is in the outermost ring, just after 3 o'clock.

    Spaces are counted in the direction of travel, and counterclockwise where there is none.
    """

    spaces: Annotated[list[Spaces], Meta(min_length=1, max_length=40, description="of each ring, outermost first")]
    width: Annotated[Span, Meta(description="of a ring, from its inner to its outer edge, mm")]
    center: Annotated[Span, Meta(description="radius of the center, mm")]
    direction: Annotated[
        Literal["counterclockwise", "clockwise", "both"], Meta(description="the way that spaces lead")
    ] = "both"
    sectors: Annotated[Number, Meta(description="equal parts of the circle; bridges and starts come again in each")] = 1
    bridges: Annotated[list[Bridge], Meta(description="ways inward")] = field(default_factory=list)
    starts: Annotated[Starts | None, Meta(description="queues outside the rings")] = None
    places: Annotated[Places | None, Meta(description="places in the center")] = None

    def __post_init__(self) -> None:
        """Refuse spaces, bridges, starts and places that do not fit together (KeyedError)."""
        _judge_spaces(self)
        _judge_bridges(self)
        if self.starts:
            _judge_starts(self, self.starts)
        if self.places:
            _judge_places(self.center, self.places)


def inner_radius(data: Rings, ring: int) -> float:
    """Return the radius of a ring's inner edge, mm; ring 1 is the outermost."""
    return data.center + (len(data.spaces) - ring) * data.width


def share(data: Rings, ring: int) -> int:
    """Return the number of spaces of a ring in each sector."""
    return data.spaces[ring - 1] // data.sectors


def rows(places: Places) -> tuple[int, ...]:
    """Return the number of places above and below the middle, the longer row below; (1,) for a single place."""
    count = len(places.labels)
    return (count // 2, count - count // 2) if count > 1 else (1,)


def _judge_spaces(data: Rings) -> None:
    for number, count in enumerate(data.spaces):
        if count % data.sectors:
            says = f"{count} spaces cannot be divided among {data.sectors} sectors"
            raise KeyedError("spaces", says, number)
        long = 2 * pi * inner_radius(data, number + 1) / count
        if long < LEAST - ROUNDING:
            says = f"each of {count} spaces is {long:.2g} mm long at its inner edge; the minimum is {LEAST:g} mm"
            raise KeyedError("spaces", says, number)


def _judge_bridges(data: Rings) -> None:
    first: dict[tuple[int, int], int] = {}
    for number, bridge in enumerate(data.bridges):
        _judge_bridge(data, bridge, number)
        here = first.setdefault((bridge.ring, bridge.start), number)
        if here != number:
            says = f"a bridge already leaves space {bridge.start} of ring {bridge.ring}: item {here + 1}"
            raise KeyedError("bridges", says, number, "from")


def _judge_bridge(data: Rings, bridge: Bridge, number: int) -> None:
    """Refuse a bridge from or to a space that does not exist (KeyedError)."""
    most = len(data.spaces)
    if bridge.ring > most:
        says = f"there is no ring {bridge.ring}; the innermost is {most}"
        raise KeyedError("bridges", says, number, "ring")
    if bridge.ring == most and bridge.end is not None:
        says = f"a bridge from the innermost ring leads to the center and takes no `to`; here it is {bridge.end}"
        raise KeyedError("bridges", says, number, "to")
    if bridge.ring < most and bridge.end is None:
        raise KeyedError("bridges", f"the bridge from ring {bridge.ring} needs `to`, a space of the next ring", number)
    for key, ring, offset in (("from", bridge.ring, bridge.start), ("to", bridge.ring + 1, bridge.end)):
        if offset is not None and offset >= share(data, ring):
            raise KeyedError("bridges", _no_space(data, ring, offset), number, key)


def _no_space(data: Rings, ring: int, offset: int) -> str:
    return f"ring {ring} has no space {offset} in a sector; its spaces are 0 to {share(data, ring) - 1}"


def _judge_starts(data: Rings, starts: Starts) -> None:
    """Refuse starts with no entry, or that overlap the outermost ring or another queue (KeyedError)."""
    if starts.entry >= share(data, 1):
        raise KeyedError("starts", _no_space(data, 1, starts.entry), "entry")
    edge = inner_radius(data, 1) + data.width
    if starts.radius - starts.diameter / 2 < edge - ROUNDING:
        says = f"starts of {starts.diameter:g} mm clear the outermost ring only from a radius of"
        raise KeyedError("starts", f"{says} {edge + starts.diameter / 2:g} mm, not {starts.radius:g}", "radius")
    sector = 360 / data.sectors
    turns = sorted(number * starts.step % sector for number in range(starts.length))
    gap = min(other - one for one, other in zip(turns, (*turns[1:], turns[0] + sector), strict=True))
    if _apart(starts.radius, gap) < starts.diameter - ROUNDING:
        says = f"queues of {starts.length} overlap with a step of {starts.step:g} degrees"
        raise KeyedError("starts", f"{says}: a sector is {sector:g} degrees", "length")


def _apart(radius: float, degrees: float) -> float:
    """Return the distance in mm of two points on a circle."""
    return 2 * radius * sin(radians(min(degrees, 180)) / 2)


def _judge_places(center: float, places: Places) -> None:
    """Refuse places that are too large for the center (KeyedError)."""
    most = _largest(center, rows(places))
    if places.diameter > most + ROUNDING:
        says = f"{len(places.labels)} places of {places.diameter:g} mm do not fit in a center of radius {center:g} mm"
        raise KeyedError("places", f"{says}; the largest that fit are {floor(most * 10) / 10:g} mm", "diameter")


def _largest(center: float, many: tuple[int, ...]) -> float:
    """Return the largest diameter with which places keep their gap to the edge, to the middle and to each other.

    With k = half of the steps in a row, the radius r solves (k (2r + c))^2 + (r + c)^2 = (R - r - c)^2.
    """
    if len(many) == 1:
        return max(0.0, 2 * (center - CLEAR))
    k = (max(many) - 1) / 2
    room = center**2 - 2 * center * CLEAR - (k * CLEAR) ** 2
    half = 2 * k**2 * CLEAR + center
    return 2 * room / (half + sqrt(half**2 + 4 * k**2 * room)) if room > 0 else 0.0
