"""The generator of concentric rings: their cells and joins."""

from collections.abc import Iterable, Iterator
from math import ceil, cos, floor, inf, pi, radians, sin, sqrt
from typing import Annotated, Any, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from generator.components.boards.lattice import Lattice, check_cell_count
from generator.geometry.tolerances import CURVE_CHORD, ROUNDING
from generator.geometry.types import Points
from generator.model.board import Cell, Join
from generator.model.data_types import Strict
from generator.model.finding import KeyedError

CENTER = "center"
Span = Annotated[float, Meta(ge=1, le=2000)]
Spaces = Annotated[int, Meta(ge=3, le=400)]
Number = Annotated[int, Meta(ge=1, le=40)]
Offset = Annotated[int, Meta(ge=0, le=399)]


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
        apart = _chord_length(self.radius, self.step)
        if self.length > 1 and apart < self.diameter - ROUNDING:
            says = f"starts of {self.diameter:g} mm overlap: a step of {self.step:g} degrees is {apart:.4g} mm"
            raise KeyedError("step", says)


class Places(Strict, frozen=True, kw_only=True):
    """Places in the center, in two rows or arcs, so that a seam through the middle spares them; joined to nothing."""

    labels: Annotated[list[str], Meta(min_length=1, max_length=12, description="what is written on each")]
    diameter: Annotated[Span, Meta(description="of each, mm")]
    radius: Annotated[Span | None, Meta(description="of the circle on which they lie, mm; default: rows")] = None


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
    bridges: Annotated[list[Bridge], Meta(description="ways inward", max_length=400)] = field(default_factory=list)
    starts: Annotated[Starts | None, Meta(description="queues outside the rings")] = None
    places: Annotated[Places | None, Meta(description="places in the center")] = None

    def __post_init__(self) -> None:
        """Refuse spaces, bridges, starts and places that do not fit together (KeyedError)."""
        _check_spaces(self)
        _check_bridges(self)
        if self.starts:
            _check_starts(self, self.starts)
        if self.places:
            _check_places(self.center, self.places)


def make_rings(data: Rings) -> Lattice:
    """Return the center, its places, the rings from the outermost inward and the queues, with their joins.

    Joins are of the kinds `side` along a ring, `bridge`, `queue` and `enter`.
    """
    middle = data.starts.radius + data.starts.diameter / 2 if data.starts else inner_radius(data, 1) + data.width
    cells = [Cell(CENTER, middle, middle, _circle_points(data.center), kind=CENTER), *_make_places(data, middle)]
    cells += [cell for ring in range(1, len(data.spaces) + 1) for cell in _make_ring(data, ring, middle)]
    cells += _make_queues(data, data.starts, middle) if data.starts else ()
    entering = _join_queues(data, data.starts) if data.starts else ()
    return Lattice(
        2 * middle, 2 * middle, {each.id: each for each in cells}, (*_join_rings(data), *_join_bridges(data), *entering)
    )


def ring_values(data: Rings) -> dict[str, Any]:
    """Return `cell`, the width of a ring, `center`, the radius of the center, and `rings`, for the template.

    A ring is {number, spaces, inner, outer, arc}; mm and degrees.
    """
    found = [
        {"number": number, "spaces": count, "inner": edge, "outer": edge + data.width, "arc": 360 / count}
        for number, count in enumerate(data.spaces, 1)
        for edge in (inner_radius(data, number),)
    ]
    return {"cell": data.width, "rings": found, "center": data.center}


def _angle_sign(data: Rings) -> int:
    """Return 1 if spaces are numbered clockwise, -1 if counterclockwise."""
    return 1 if data.direction == "clockwise" else -1


def _make_ring(data: Rings, ring: int, middle: float) -> Iterator[Cell]:
    count, edge = data.spaces[ring - 1], inner_radius(data, ring)
    outline = _sector_points(edge, edge + data.width, 360 / count)
    bridges = {bridge.start for bridge in data.bridges if bridge.ring == ring}
    for number in range(count):
        turn = _angle_sign(data) * (number + 0.5) * 360 / count
        kind = "bridge" if number % spaces_per_sector(data, ring) in bridges else "plain"
        yield _make_cell(f"ring{ring}.{number}", middle, edge + data.width / 2, turn, outline, kind=kind)


def _make_queues(data: Rings, starts: Starts, middle: float) -> Iterator[Cell]:
    outline = _circle_points(starts.diameter / 2)
    for sector in range(data.sectors):
        entry = (sector * spaces_per_sector(data, 1) + starts.entry + 0.5) * 360 / data.spaces[0]
        for number in range(starts.length):
            turn = _angle_sign(data) * (entry - number * starts.step)
            name, label = f"start{sector + 1}.{number + 1}", str(number + 1)
            yield replace(_make_cell(name, middle, starts.radius, turn, outline, kind="start"), label=label)


def _make_cell(name: str, middle: float, radius: float, turn: float, outline: Points, kind: str) -> Cell:
    """Return a cell at an angle clockwise from 3 o'clock; its outline is given for 6 o'clock, and turned."""
    x, y = middle + radius * cos(radians(turn)), middle + radius * sin(radians(turn))
    facing = round((turn - 90) % 360, 9) % 360
    c, s = cos(radians(facing)), sin(radians(facing))
    points = tuple((round(c * px - s * py, 9), round(s * px + c * py, 9)) for px, py in outline)
    return Cell(name, round(x, 9), round(y, 9), points, kind=kind, turn=facing)


def _circle_points(radius: float) -> Points:
    """Return a circle as a polygon whose corners include the rightmost, lowest, leftmost and topmost points."""
    count = 4 * max(6, ceil(_count_chords(radius, 360) / 4))
    turns = (2 * pi * number / count for number in range(count))
    return _round_points((radius * cos(turn), radius * sin(turn)) for turn in turns)


def _sector_points(inside: float, outside: float, arc: float) -> Points:
    """Return a sector of a ring at 6 o'clock, around the middle of its width, clockwise from the inner right corner."""
    middle, half, steps = (inside + outside) / 2, radians(arc) / 2, _count_chords(outside, arc)
    turns = [half * (1 - 2 * number / steps) for number in range(steps + 1)]
    above = [(inside * sin(turn), inside * cos(turn) - middle) for turn in reversed(turns)]
    below = [(outside * sin(turn), outside * cos(turn) - middle) for turn in turns]
    return _round_points((*above, *below))


def _round_points(points: Iterable[tuple[float, float]]) -> Points:
    """Return the corners rounded to 0.0000002 mm.

    Outlines are compared and drawn to 0.000001 mm; no multiple of 0.0000002 lies halfway between two of these values,
    so an outline that is turned with its cell and back again stays the same.
    """
    return tuple((round(x * 5e6) / 5e6, round(y * 5e6) / 5e6) for x, y in points)


def _count_chords(radius: float, degrees: float) -> int:
    """Return how many chords approximate an arc within CURVE_CHORD (sagitta = r (1 - cos(a/2)))."""
    return max(2, ceil(radians(degrees) / (2 * sqrt(2 * CURVE_CHORD / radius))))


def _make_places(data: Rings, middle: float) -> Iterator[Cell]:
    if data.places is None:
        return
    outline = _circle_points(data.places.diameter / 2)
    for number, (label, (x, y)) in enumerate(
        zip(data.places.labels, _place_positions(data, data.places), strict=True), 1
    ):
        yield Cell(f"place.{number}", middle + x, middle + y, outline, kind="place", label=label)


def _place_positions(data: Rings, places: Places) -> Iterator[tuple[float, float]]:
    """Yield the middles of the places, relative to that of the center, row by row; a single one lies in the middle."""
    many = place_rows(places)
    if len(many) == 1:
        yield 0.0, 0.0
        return
    if places.radius is not None:
        for above, count in zip((-1, 1), many, strict=True):
            # each half of the circle begins where pawns that go around come to it
            turns = (above * 90 + _angle_sign(data) * (180 * (number + 0.5) / count - 90) for number in range(count))
            yield from ((places.radius * cos(radians(turn)), places.radius * sin(radians(turn))) for turn in turns)
        return
    for sign, count in zip((-1, 1), many, strict=True):
        away = _row_distance(data.center, places.diameter / 2, (count - 1) / 2)
        across = places.diameter / 2 + away
        yield from (((number - (count - 1) / 2) * across, sign * away) for number in range(count))


def _row_distance(center: float, radius: float, k: float) -> float:
    """Return the distance of a row from the middle that gives its places equal gaps on all sides.

    With k = half of the steps in a row, u solves (k (r + u))^2 + u^2 = (R - u)^2.
    """
    root = sqrt(center**2 + k**2 * center * (center + 2 * radius))
    return (center**2 - (k * radius) ** 2) / (center + k**2 * radius + root)


def _join_rings(data: Rings) -> Iterator[Join]:
    for ring, count in enumerate(data.spaces, 1):
        for number in range(count):
            one, other = f"ring{ring}.{number}", f"ring{ring}.{(number + 1) % count}"
            yield Join(one, other, one_way=data.direction != "both")


def _join_bridges(data: Rings) -> Iterator[Join]:
    for sector in range(data.sectors):
        for bridge in data.bridges:
            start = f"ring{bridge.ring}.{sector * spaces_per_sector(data, bridge.ring) + bridge.start}"
            end = CENTER
            if bridge.end is not None:
                end = f"ring{bridge.ring + 1}.{sector * spaces_per_sector(data, bridge.ring + 1) + bridge.end}"
            yield Join(start, end, "bridge", one_way=True)


def _join_queues(data: Rings, starts: Starts) -> Iterator[Join]:
    for sector in range(data.sectors):
        entry = f"ring1.{sector * spaces_per_sector(data, 1) + starts.entry}"
        yield Join(f"start{sector + 1}.1", entry, "enter", one_way=True)
        for number in range(1, starts.length):
            yield Join(f"start{sector + 1}.{number + 1}", f"start{sector + 1}.{number}", "queue", one_way=True)


_MIN_LENGTH = 1.0  # least length in mm of a space at its inner edge, where it is shortest
_PLACE_GAP = 0.5  # least gap in mm between places and the edge of the center, its middle and each other


def inner_radius(data: Rings, ring: int) -> float:
    """Return the radius of a ring's inner edge, mm; ring 1 is the outermost."""
    return data.center + (len(data.spaces) - ring) * data.width


def spaces_per_sector(data: Rings, ring: int) -> int:
    """Return the number of spaces of a ring in each sector."""
    return data.spaces[ring - 1] // data.sectors


def place_rows(places: Places) -> tuple[int, ...]:
    """Return the number of places above and below the middle, the longer row below; (1,) for a single place."""
    count = len(places.labels)
    return (count // 2, count - count // 2) if count > 1 else (1,)


def _check_spaces(data: Rings) -> None:
    check_cell_count(sum(data.spaces) + 1, "spaces")
    for number, count in enumerate(data.spaces):
        if count % data.sectors:
            says = f"{count} spaces cannot be divided evenly among {data.sectors} sectors"
            raise KeyedError("spaces", says, number)
        long = 2 * pi * inner_radius(data, number + 1) / count
        if long < _MIN_LENGTH - ROUNDING:
            says = f"each of {count} spaces is {long:.2g} mm long at its inner edge; the minimum is {_MIN_LENGTH:g} mm"
            raise KeyedError("spaces", says, number)


def _check_bridges(data: Rings) -> None:
    first: dict[tuple[int, int], int] = {}
    for number, bridge in enumerate(data.bridges):
        _check_bridge(data, bridge, number)
        here = first.setdefault((bridge.ring, bridge.start), number)
        if here != number:
            says = f"a bridge already leaves space {bridge.start} of ring {bridge.ring}: item {here + 1}"
            raise KeyedError("bridges", says, number, "from")


def _check_bridge(data: Rings, bridge: Bridge, number: int) -> None:
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
        if offset is not None and offset >= spaces_per_sector(data, ring):
            raise KeyedError("bridges", _describe_missing_space(data, ring, offset), number, key)


def _describe_missing_space(data: Rings, ring: int, offset: int) -> str:
    return f"ring {ring} has no space {offset} in a sector; its spaces are 0 to {spaces_per_sector(data, ring) - 1}"


def _check_starts(data: Rings, starts: Starts) -> None:
    """Refuse starts with no entry, or that overlap the outermost ring or another queue (KeyedError)."""
    if starts.entry >= spaces_per_sector(data, 1):
        raise KeyedError("starts", _describe_missing_space(data, 1, starts.entry), "entry")
    edge = inner_radius(data, 1) + data.width
    if starts.radius - starts.diameter / 2 < edge - ROUNDING:
        says = f"starts of {starts.diameter:g} mm clear the outermost ring only from a radius of"
        raise KeyedError("starts", f"{says} {edge + starts.diameter / 2:g} mm, not {starts.radius:g}", "radius")
    sector = 360 / data.sectors
    turns = sorted(number * starts.step % sector for number in range(starts.length))
    gap = min(other - one for one, other in zip(turns, (*turns[1:], turns[0] + sector), strict=True))
    if _chord_length(starts.radius, gap) < starts.diameter - ROUNDING:
        says = f"queues of {starts.length} overlap with a step of {starts.step:g} degrees"
        raise KeyedError("starts", f"{says}: a sector is {sector:g} degrees", "length")


def _chord_length(radius: float, degrees: float) -> float:
    """Return the distance in mm of two points on a circle."""
    return 2 * radius * sin(radians(min(degrees, 180)) / 2)


def _check_places(center: float, places: Places) -> None:
    """Refuse places that are too large for the center, or for their circle in it (KeyedError)."""
    if places.radius is not None:
        _check_circle(center, places, places.radius)
        return
    most = _largest_diameter(center, place_rows(places))
    if places.diameter > most + ROUNDING:
        says = f"{len(places.labels)} places of {places.diameter:g} mm do not fit in a center of radius {center:g} mm"
        raise KeyedError("places", f"{says}; the largest that fit are {floor(most * 10) / 10:g} mm", "diameter")


def _check_circle(center: float, places: Places, radius: float) -> None:
    """Refuse places that do not keep their gap on a circle of this radius (KeyedError)."""
    count = max(place_rows(places))
    if len(places.labels) == 1:
        raise KeyedError("places", "a single place lies in the middle; leave out `radius`", "radius")
    apart = _chord_length(radius, 180 / count) - _PLACE_GAP if count > 1 else inf
    most = min(2 * (center - radius - _PLACE_GAP), 2 * (radius * sin(radians(90 / count)) - _PLACE_GAP), apart)
    if places.diameter > most + ROUNDING:
        fits = max(0.0, floor((most + ROUNDING) * 10) / 10)
        says = f"{len(places.labels)} places of {places.diameter:g} mm do not fit on a circle of radius {radius:g} mm"
        raise KeyedError("places", f"{says}; the largest that fit are {fits:g} mm", "diameter")


def _largest_diameter(center: float, many: tuple[int, ...]) -> float:
    """Return the largest diameter with which places keep their gap to the edge, to the middle and to each other.

    With k = half of the steps in a row, the radius r solves (k (2r + c))^2 + (r + c)^2 = (R - r - c)^2.
    """
    if len(many) == 1:
        return max(0.0, 2 * (center - _PLACE_GAP))
    k = (max(many) - 1) / 2
    room = center**2 - 2 * center * _PLACE_GAP - (k * _PLACE_GAP) ** 2
    half = 2 * k**2 * _PLACE_GAP + center
    return 2 * room / (half + sqrt(half**2 + 4 * k**2 * room)) if room > 0 else 0.0
