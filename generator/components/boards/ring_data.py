"""What the data say of rings goes in; it comes out as records that fit together, or it is refused at its key."""

from math import floor, pi, radians, sin, sqrt
from typing import Annotated, Literal

from msgspec import Meta, field

from generator.geometry.tolerances import ROUNDING
from generator.model.finding import KeyedError
from generator.model.strict import Strict

LEAST = 1.0  # mm that a space is long at its inner edge, where it is shortest
CLEAR = 0.5  # mm that places in the center keep from its edge, from its middle and from one another
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
        """Refuse a step so short that the spaces of a queue overlap (KeyedError)."""
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
        """Refuse what does not fit together: spaces, bridges, starts and places (KeyedError)."""
        _judge_spaces(self)
        _judge_bridges(self)
        if self.starts:
            _judge_starts(self, self.starts)
        if self.places:
            _judge_places(self.center, self.places)


def inner(data: Rings, ring: int) -> float:
    """Return the radius of a ring's inner edge, mm; ring 1 is the outermost."""
    return data.center + (len(data.spaces) - ring) * data.width


def share(data: Rings, ring: int) -> int:
    """Return how many spaces of a ring are in a sector."""
    return data.spaces[ring - 1] // data.sectors


def rows(places: Places) -> tuple[int, ...]:
    """Return how many places are above the middle and how many below it, where the longer row is; one is by itself."""
    count = len(places.labels)
    return (count // 2, count - count // 2) if count > 1 else (1,)


def _judge_spaces(data: Rings) -> None:
    for number, count in enumerate(data.spaces):
        if count % data.sectors:
            says = f"{count} spaces can not be shared by {data.sectors} sectors"
            raise KeyedError("spaces", says, number)
        long = 2 * pi * inner(data, number + 1) / count
        if long < LEAST - ROUNDING:
            says = f"each of {count} spaces is {long:.2g} mm long at its inner edge, and {LEAST:g} mm is the least"
            raise KeyedError("spaces", says, number)


def _judge_bridges(data: Rings) -> None:
    first: dict[tuple[int, int], int] = {}
    for number, bridge in enumerate(data.bridges):
        _judge_bridge(data, bridge, number)
        here = first.setdefault((bridge.ring, bridge.start), number)
        if here != number:
            says = f"a bridge leaves space {bridge.start} of ring {bridge.ring} already: item {here + 1}"
            raise KeyedError("bridges", says, number, "from")


def _judge_bridge(data: Rings, bridge: Bridge, number: int) -> None:
    """Refuse a bridge from or to a space that is not there (KeyedError)."""
    most = len(data.spaces)
    if bridge.ring > most:
        says = f"there is no ring {bridge.ring}; the innermost is {most}"
        raise KeyedError("bridges", says, number, "ring")
    if bridge.ring == most and bridge.end is not None:
        says = f"the bridge leaves the innermost ring, so it leads to the center and has no `to`, not {bridge.end}"
        raise KeyedError("bridges", says, number, "to")
    if bridge.ring < most and bridge.end is None:
        raise KeyedError("bridges", f"the bridge from ring {bridge.ring} needs `to`, a space of the next ring", number)
    for key, ring, offset in (("from", bridge.ring, bridge.start), ("to", bridge.ring + 1, bridge.end)):
        if offset is not None and offset >= share(data, ring):
            raise KeyedError("bridges", _no_space(data, ring, offset), number, key)


def _no_space(data: Rings, ring: int, offset: int) -> str:
    return f"ring {ring} has no space {offset} in a sector; the last is {share(data, ring) - 1}, the first 0"


def _judge_starts(data: Rings, starts: Starts) -> None:
    """Refuse starts that lead nowhere, or that lie on the outermost ring or on those of another sector (KeyedError)."""
    if starts.entry >= share(data, 1):
        raise KeyedError("starts", _no_space(data, 1, starts.entry), "entry")
    edge = inner(data, 1) + data.width
    if starts.radius - starts.diameter / 2 < edge - ROUNDING:
        says = f"starts of {starts.diameter:g} mm stand clear of the outermost ring from a radius of"
        raise KeyedError("starts", f"{says} {edge + starts.diameter / 2:g} mm, not {starts.radius:g}", "radius")
    sector = 360 / data.sectors
    turns = sorted(number * starts.step % sector for number in range(starts.length))
    gap = min(other - one for one, other in zip(turns, (*turns[1:], turns[0] + sector), strict=True))
    if _apart(starts.radius, gap) < starts.diameter - ROUNDING:
        says = f"queues of {starts.length} overlap with a step of {starts.step:g} degrees"
        raise KeyedError("starts", f"{says}: a sector has {sector:g}", "length")


def _apart(radius: float, degrees: float) -> float:
    """Return how far two points on a circle are from one another, mm."""
    return 2 * radius * sin(radians(min(degrees, 180)) / 2)


def _judge_places(center: float, places: Places) -> None:
    """Refuse places that are too large for the center (KeyedError)."""
    most = _largest(center, rows(places))
    if places.diameter > most + ROUNDING:
        says = f"{len(places.labels)} places of {places.diameter:g} mm do not fit a center of radius {center:g} mm"
        raise KeyedError("places", f"{says}, where {floor(most * 10) / 10:g} mm is the most", "diameter")


def _largest(center: float, many: tuple[int, ...]) -> float:
    """Return the diameter at which places just fit: the outermost of a row meets the edge, all keep clear.

    With k = half of the steps in a row, the radius r solves (k (2r + c))^2 + (r + c)^2 = (R - r - c)^2.
    """
    if len(many) == 1:
        return max(0.0, 2 * (center - CLEAR))
    k = (max(many) - 1) / 2
    room = center**2 - 2 * center * CLEAR - (k * CLEAR) ** 2
    half = 2 * k**2 * CLEAR + center
    return 2 * room / (half + sqrt(half**2 + 4 * k**2 * room)) if room > 0 else 0.0
