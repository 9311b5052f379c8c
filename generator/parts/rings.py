"""Rings, their directions, bridges, starts and places go in; the cells of concentric rings and their joins come out."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, radians, sin
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from generator.model.board import Cell, Join, Points
from generator.model.finding import KeyedError
from generator.model.game import Positive, Strict
from generator.parts.lattice import Lattice

CENTER = "center"
TRUE = 0.01  # mm by which an outline may miss the arc that it stands for
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
    radius: Annotated[Positive, Meta(description="from the center of the board to their middles, mm")]
    diameter: Annotated[Positive, Meta(description="of each, mm")]
    step: Annotated[float, Meta(description="degrees from one to the next", gt=0, le=90)]


class Places(Strict, frozen=True, kw_only=True):
    """Places in the center, in two rows, so that a seam through the middle spares them; joined to nothing."""

    labels: Annotated[list[str], Meta(min_length=1, max_length=12, description="what is written on each")]
    diameter: Annotated[Positive, Meta(description="of each, mm")]


class Rings(Strict, frozen=True, kw_only=True):
    """Concentric rings of spaces round a center; `ring1.0` is in the outermost ring, just after 3 o'clock.

    Spaces are counted in the direction of travel, and anti-clockwise where there is none.
    """

    spaces: Annotated[list[Spaces], Meta(min_length=1, max_length=40, description="of each ring, outermost first")]
    width: Annotated[Positive, Meta(description="of a ring, from its inner to its outer edge, mm")]
    center: Annotated[Positive, Meta(description="radius of the center, mm")]
    direction: Annotated[
        Literal["anticlockwise", "clockwise", "both"], Meta(description="the way that spaces lead")
    ] = "both"
    sectors: Annotated[Number, Meta(description="equal parts of the circle; bridges and starts come again in each")] = 1
    bridges: Annotated[list[Bridge], Meta(description="ways inward")] = field(default_factory=list)
    starts: Annotated[Starts | None, Meta(description="queues outside the rings")] = None
    places: Annotated[Places | None, Meta(description="places in the center")] = None

    def __post_init__(self) -> None:
        """Refuse rings that sectors do not divide, and bridges and entries that lead nowhere (KeyedError)."""
        if odd := [count for count in self.spaces if count % self.sectors]:
            raise KeyedError("spaces", f"{odd[0]} spaces can not be shared by {self.sectors} sectors")
        for bridge in self.bridges:
            _hold(self, bridge)
        if self.starts and self.starts.entry >= self.spaces[0] // self.sectors:
            raise KeyedError("starts", f"the outermost ring has no space {self.starts.entry} in a sector")


def _hold(data: Rings, bridge: Bridge) -> None:
    """Refuse a bridge from or to a space that is not there (KeyedError)."""
    if bridge.ring > len(data.spaces):
        raise KeyedError("bridges", f"a bridge leaves ring {bridge.ring}, and there are {len(data.spaces)}")
    inmost = bridge.ring == len(data.spaces)
    if inmost != (bridge.end is None):
        what = "leads to the center and has no `to`" if inmost else "needs an `to` on the next ring"
        raise KeyedError("bridges", f"the bridge from ring {bridge.ring} {what}")
    for ring, offset in ((bridge.ring, bridge.start), (bridge.ring + 1, bridge.end)):
        if offset is not None and offset >= data.spaces[ring - 1] // data.sectors:
            raise KeyedError("bridges", f"ring {ring} has no space {offset} in a sector; the first is 0")


def rings(data: Rings) -> Lattice:
    """Return the center, its places, the rings from the outermost and the queues, with all ways that lead on.

    Joins are of the kinds `side` along a ring, `bridge`, `queue` and `enter`.
    """
    size = 2 * _reach(data)
    cells = [Cell(CENTER, size / 2, size / 2, _circle(data.center), kind=CENTER), *_places(data, size / 2)]
    cells += [cell for ring in range(1, len(data.spaces) + 1) for cell in _ring(data, ring, size / 2)]
    cells += _queues(data, size / 2)
    joins = (*_round(data), *_inward(data), *_entering(data))
    return Lattice(size, size, {each.id: each for each in cells}, joins)


def values(data: Rings) -> dict[str, Any]:
    """Give the template `cell`, the width of a ring, `center`, its radius, and `rings`.

    A ring is {number, spaces, inner, outer, arc}; mm and degrees.
    """
    found = [
        {"number": number, "spaces": count, "inner": inner, "outer": inner + data.width, "arc": 360 / count}
        for number, count in enumerate(data.spaces, 1)
        for inner in (_inner(data, number),)
    ]
    return {"cell": data.width, "rings": found, "center": data.center}


def _inner(data: Rings, ring: int) -> float:
    return data.center + (len(data.spaces) - ring) * data.width


def _reach(data: Rings) -> float:
    """Return the radius of all that is drawn."""
    outer = _inner(data, 1) + data.width
    return max(outer, data.starts.radius + data.starts.diameter / 2) if data.starts else outer


def _way(data: Rings) -> int:
    """Return 1 where angles on paper, clockwise, grow with the numbers of spaces, and -1 where they shrink."""
    return 1 if data.direction == "clockwise" else -1


def _circle(radius: float) -> Points:
    count = max(24, 4 * -(-_steps(radius, 360) // 4))
    turns = [2 * pi * k / count for k in range(count)]
    return tuple((round(radius * cos(turn), 6), round(radius * sin(turn), 6)) for turn in turns)


def _steps(radius: float, degrees: float) -> int:
    """Return into how many chords an arc is cut so that each is true (sagitta = r (1 - cos(a/2)))."""
    step = 2 * (2 * TRUE / radius) ** 0.5
    return max(2, -int(-radians(degrees) // step))


def _ring(data: Rings, ring: int, middle: float) -> Iterator[Cell]:
    count, inner = data.spaces[ring - 1], _inner(data, ring)
    outline = _sector(inner, inner + data.width, 360 / count)
    share = count // data.sectors
    bridges = {bridge.start for bridge in data.bridges if bridge.ring == ring}
    for number in range(count):
        turn = _way(data) * (number + 0.5) * 360 / count
        kind = "bridge" if number % share in bridges else "plain"
        yield _cell(f"ring{ring}.{number}", middle, inner + data.width / 2, turn, outline, kind)


def _cell(name: str, middle: float, radius: float, turn: float, outline: Points, kind: str) -> Cell:
    """Return a cell at an angle clockwise from 3 o'clock; its outline is drawn for one at 6 o'clock, and turned."""
    x, y = middle + radius * cos(radians(turn)), middle + radius * sin(radians(turn))
    facing = round((turn - 90) % 360, 9) % 360
    c, s = cos(radians(facing)), sin(radians(facing))
    points = tuple((round(c * px - s * py, 9), round(s * px + c * py, 9)) for px, py in outline)
    return Cell(name, x, y, points, kind=kind, turn=facing)


def _sector(inner: float, outer: float, arc: float) -> Points:
    """Return a piece of a ring at 6 o'clock round the middle of its width, clockwise from the outer left."""
    middle, half = (inner + outer) / 2, radians(arc) / 2
    steps = _steps(outer, arc)
    angles = [half * (2 * k / steps - 1) for k in range(steps + 1)]
    below = [(outer * sin(-angle), outer * cos(angle) - middle) for angle in reversed(angles)]
    above = [(inner * sin(-angle), inner * cos(angle) - middle) for angle in angles]
    return tuple((round(x, 6), round(y, 6)) for x, y in (*above, *below))


def _queues(data: Rings, middle: float) -> Iterator[Cell]:
    if data.starts is None:
        return
    outline, share = _circle(data.starts.diameter / 2), data.spaces[0] // data.sectors
    for sector in range(data.sectors):
        for number in range(data.starts.length):
            entry = (sector * share + data.starts.entry + 0.5) * 360 / data.spaces[0]
            turn = _way(data) * (entry - number * data.starts.step)
            yield _cell(f"start{sector + 1}.{number + 1}", middle, data.starts.radius, turn, outline, "start")


def _places(data: Rings, middle: float) -> Iterator[Cell]:
    if data.places is None:
        return
    outline = _circle(data.places.diameter / 2)
    for number, (label, (x, y)) in enumerate(zip(data.places.labels, _spots(data, data.places), strict=True), 1):
        yield Cell(f"place.{number}", middle + x, middle + y, outline, kind="place", label=label)


def _spots(data: Rings, places: Places) -> Sequence[tuple[float, float]]:
    """Return the middles of the places round that of the center: the shorter row above the longer one."""
    count = len(places.labels)
    above, down = count // 2, (data.center - places.diameter / 2) / 2
    across = places.diameter * 1.1
    rows = [(above, -down), (count - above, down)] if above else [(count, 0.0)]
    spots = [((k - (many - 1) / 2) * across, y) for many, y in rows for k in range(many)]
    if any(hypot(x, y) + places.diameter / 2 > data.center for x, y in spots):
        raise ValueError(f"{count} places of {places.diameter:g} mm do not fit the center")
    return spots


def _round(data: Rings) -> Iterator[Join]:
    for ring, count in enumerate(data.spaces, 1):
        for number in range(count):
            one, other = f"ring{ring}.{number}", f"ring{ring}.{(number + 1) % count}"
            yield Join(one, other, one_way=data.direction != "both")


def _inward(data: Rings) -> Iterator[Join]:
    for sector in range(data.sectors):
        for bridge in data.bridges:
            start = sector * data.spaces[bridge.ring - 1] // data.sectors + bridge.start
            end = CENTER
            if bridge.end is not None:
                end = f"ring{bridge.ring + 1}.{sector * data.spaces[bridge.ring] // data.sectors + bridge.end}"
            yield Join(f"ring{bridge.ring}.{start}", end, "bridge", one_way=True)


def _entering(data: Rings) -> Iterator[Join]:
    if data.starts is None:
        return
    for sector in range(data.sectors):
        entry = f"ring1.{sector * data.spaces[0] // data.sectors + data.starts.entry}"
        yield Join(f"start{sector + 1}.1", entry, "enter", one_way=True)
        for number in range(1, data.starts.length):
            yield Join(f"start{sector + 1}.{number + 1}", f"start{sector + 1}.{number}", "queue", one_way=True)
