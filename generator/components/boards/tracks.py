"""Tracks, counters and tables: spaces that stand beside a board's cells, or make a player's mat."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import asin, ceil, cos, pi, radians, sin
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from generator.components.boards.cell_lists import BoardDraft
from generator.components.boards.lattice import MOST_CELLS, square
from generator.components.boards.own_cells import Spot, circle_points
from generator.geometry.bounds import SpatialIndex
from generator.geometry.polygon import rectangle_points, shared_area
from generator.geometry.tolerances import ROUNDING, SLIVER_AREA
from generator.geometry.types import Point
from generator.language.row_ids import make_row_id
from generator.model.board import COUNTER, Cell, Join
from generator.model.data_types import ID, Length, Positive, SpaceNumber, Strict, Value, WidthHeight
from generator.model.finding import KeyedError

StepName = Annotated[str, Meta(description="Very low", pattern=r"[^\s!-/:-@\[-`{-~]", max_length=60)]  # not signs alone
StepNames = Annotated[list[StepName], Meta(min_length=2, max_length=1000)]
Offset = Annotated[float, Meta(ge=-1000, le=1000)]
Vector = Annotated[list[Offset], Meta(min_length=2, max_length=2)]
Spots = Annotated[list[Spot], Meta(min_length=2, max_length=1000)]
RowLength = Annotated[int, Meta(ge=1, le=1000)]
Shape = Literal["row", "around", "circle", "spiral", "points"]
_KEYS: Mapping[Shape, tuple[str, ...]] = {
    "row": ("at", "by", "columns", "snake"),
    "around": ("inset",),
    "circle": ("at", "radius", "start", "counterclockwise"),
    "spiral": ("at", "radius", "pitch", "start", "counterclockwise"),
    "points": ("points",),
}
_NEEDS: Mapping[Shape, tuple[str, ...]] = {
    "row": ("at",),
    "around": (),
    "circle": ("at", "radius"),
    "spiral": ("at", "radius"),
    "points": ("points",),
}
_GAP = 1.08  # of a space: from one to the next in a spiral, and from one turn to the next


class TrackLine(Strict, frozen=True, kw_only=True):
    """A track: numbered or named spaces in a row, around the board, in a circle, a spiral, or at points."""

    first: Annotated[SpaceNumber, Meta(description="number of the first space")] = field(name="from", default=0)
    last: Annotated[SpaceNumber | None, Meta(description="number of the last space; this or `steps`")] = field(
        name="to", default=None
    )
    steps: Annotated[StepNames | None, Meta(description="names of the spaces in order; this or `from` and `to`")] = None
    shape: Annotated[Shape, Meta(description="how the spaces lie; default row")] = "row"
    cell: Annotated[Positive, Meta(description="side or diameter of a space, mm")]
    disc: Annotated[bool, Meta(description="the spaces are discs")] = False
    at: Annotated[Spot | None, Meta(description="middle of the first space of a row, or of the circle or spiral")] = (
        None
    )
    by: Annotated[Vector | None, Meta(description="row: from a space to the next, mm; [cell, 0] unless given")] = None
    columns: Annotated[RowLength | None, Meta(description="row: spaces before the next row begins")] = None
    snake: Annotated[bool, Meta(description="row: every second row runs backward")] = False
    inset: Annotated[Length, Meta(description="around: from the edge of the board to the spaces")] = 0.0
    radius: Annotated[Positive | None, Meta(description="circle, spiral: to the middle of the first space")] = None
    pitch: Annotated[Positive | None, Meta(description="spiral: from one turn to the next")] = None
    start: Annotated[float, Meta(description="circle, spiral: degrees clockwise from the top", ge=-360, le=360)] = 0.0
    counterclockwise: Annotated[bool, Meta(description="circle, spiral: the way it runs")] = False
    points: Annotated[Spots | None, Meta(description="the middle of each space")] = None
    loop: Annotated[bool, Meta(description="the last space leads to the first")] = False
    kind: Annotated[str, Meta(description="kind of its spaces", pattern=ID)] = "space"

    def __post_init__(self) -> None:
        """Refuse keys of another shape, and spaces that are neither numbered nor named (KeyedError)."""
        if (self.last is None) == (self.steps is None):
            raise KeyedError("steps" if self.steps else "", "a track has `from` and `to`, or `steps`, a list of names")
        if self.last is not None and not 1 <= self.last - self.first <= 999:
            raise KeyedError("to", f"`to` must be 1 to 999 above `from`, {self.first}, not {self.last}")
        for shape, keys in _KEYS.items():
            for key in keys:
                if key not in _KEYS[self.shape] and getattr(self, key) not in (None, False, 0.0):
                    raise KeyedError(key, f"`{key}` belongs to `shape: {shape}`, and this one is `{self.shape}`")
        if lacks := next((key for key in _NEEDS[self.shape] if getattr(self, key) is None), ""):
            raise KeyedError("", f"`shape: {self.shape}` needs `{lacks}`")

    @property
    def names(self) -> list[str]:
        """Return the names of the spaces, or their numbers."""
        return self.steps or [str(number) for number in range(self.first, (self.last or self.first) + 1)]


class Counter(Strict, frozen=True, kw_only=True):
    """A place for what is counted: a pile of cubes, a marker, a die."""

    at: Annotated[Spot, Meta(description="its middle")]
    diameter: Annotated[Positive | None, Meta(description="it is a circle; this or `size`")] = None
    size: Annotated[WidthHeight | None, Meta(description="it is a rectangle")] = None
    label: Annotated[str, Meta(description="what is written on it")] = ""
    color: Annotated[str, Meta(description="color role")] = ""

    def __post_init__(self) -> None:
        """Refuse a counter without a size, or with two (KeyedError)."""
        if (self.diameter is None) == (self.size is None):
            raise KeyedError("size" if self.size else "", "a counter has a `diameter` or a `size`")


TableRow = Annotated[list[Value], Meta(min_length=1, max_length=100)]


class Table(Strict, frozen=True, kw_only=True):
    """A table of texts and numbers: costs, scores, rounds."""

    at: Annotated[Spot, Meta(description="its top left")]
    cell: Annotated[WidthHeight, Meta(description="width and height of an entry, mm")]
    rows: Annotated[list[TableRow], Meta(description="its entries, row by row", min_length=1, max_length=100)]
    kind: Annotated[str, Meta(description="kind of its entries", pattern=ID)] = "entry"

    def __post_init__(self) -> None:
        """Refuse rows of different lengths (KeyedError)."""
        if len({*map(len, self.rows)}) > 1:
            number = next(n for n, row in enumerate(self.rows) if len(row) != len(self.rows[0]))
            says = f"row {number + 1} of `rows` has {len(self.rows[number])} entries, and the first {len(self.rows[0])}"
            raise KeyedError("rows", says)


TrackSet = Annotated[dict[str, TrackLine], Meta(max_length=100)]
CounterSet = Annotated[dict[str, Counter], Meta(max_length=500)]
TableSet = Annotated[dict[str, Table], Meta(max_length=100)]


def add_spaces(
    draft: BoardDraft, tracks: TrackSet, counters: CounterSet, tables: TableSet, size: Point
) -> dict[str, tuple[str, ...]]:
    """Add the spaces of tracks, counters and tables; return a route for each track.

    A space of a track is `score.7`, labeled by its number or name, of which its id is made; an entry of a table is
    `costs.r0c1`. GF006 for a shape without room, and for spaces that lie on others or beyond the board.
    """
    before, routes = {*draft.cells}, dict[str, tuple[str, ...]]()
    for name, line in tracks.items():
        spots = _place_spaces(line, size)
        if isinstance(spots, str):
            draft.add_finding("GF006", f"the track {name!r} {spots}", "tracks", name)
            continue
        outline = circle_points(line.cell) if line.disc else square(line.cell)
        cells = [
            Cell(f"{name}.{make_row_id(step)}", round(x, 6), round(y, 6), outline, line.kind, label=step)
            for step, (x, y) in zip(line.names, spots, strict=True)
        ]
        routes[name] = tuple(cell.id for cell in cells)
        ends = [*pairwise(cells), *([(cells[-1], cells[0])] if line.loop else [])]
        draft.joins.update({frozenset((a.id, b.id)): Join(a.id, b.id) for a, b in ends})
        _add_cells(draft, cells, "tracks", name)
    for name, counter in counters.items():
        points = circle_points(counter.diameter) if counter.diameter else rectangle_points(*counter.size or [1, 1])
        cell = Cell(name, counter.at[0], counter.at[1], points, COUNTER, color=counter.color, label=counter.label)
        _add_cells(draft, [cell], "counters", name)
    for name, table in tables.items():
        _add_cells(draft, list(_list_entries(name, table)), "tables", name)
    keys = dict.fromkeys(counters, "counters") | dict.fromkeys(tables, "tables") | dict.fromkeys(tracks, "tracks")
    _check_room(draft, [name for name in draft.cells if name not in before], size, keys)
    return routes


def _add_cells(draft: BoardDraft, cells: Sequence[Cell], key: str, name: str) -> None:
    if len(draft.cells) + len(cells) > MOST_CELLS:
        draft.add_finding("GF006", f"with {name!r} the board has more than {MOST_CELLS:,} cells", key, name)
        return
    for cell in cells:
        if cell.id in draft.cells:
            draft.add_finding("GF006", f"there is already a cell {cell.id!r}; choose another name", key, name)
        draft.cells.setdefault(cell.id, cell)


def _list_entries(name: str, table: Table) -> Iterator[Cell]:
    wide, high = table.cell
    for row, entries in enumerate(table.rows):
        for column, entry in enumerate(entries):
            x, y = table.at[0] + (column + 0.5) * wide, table.at[1] + (row + 0.5) * high
            yield Cell(f"{name}.r{row}c{column}", x, y, rectangle_points(wide, high), table.kind, label=_spell(entry))


def _spell(entry: Any) -> str:
    if isinstance(entry, bool) or entry is None:
        return "" if entry is None else "true" if entry else "false"
    return (
        f"{entry:g}"
        if isinstance(entry, float)
        else " ".join(map(str, entry))
        if isinstance(entry, list)
        else str(entry)
    )


def _place_spaces(line: TrackLine, size: Point) -> list[Point] | str:
    """Return the middles of the spaces, or what is wrong."""
    count = len(line.names)
    match line.shape:
        case "row":
            return list(_place_in_rows(line, count))
        case "around":
            return _place_around(line, count, size)
        case "circle":
            return _place_in_circle(line, count)
        case "spiral":
            return _place_in_spiral(line, count)
        case "points":
            points = [(x, y) for x, y in line.points or ()]
            says = f"has {count} spaces and {len(points)} `points`; give one for each space"
            return points if len(points) == count else says


def _place_in_rows(line: TrackLine, count: int) -> Iterator[Point]:
    """Yield the middles of spaces in rows, each below the one before (or beside it, if rows run down)."""
    dx, dy = line.by or [line.cell, 0.0]
    down = (0.0, abs(dx) or line.cell) if abs(dx) >= abs(dy) else (abs(dy), 0.0)
    x, y = line.at or [0.0, 0.0]
    wide = line.columns or count
    for number in range(count):
        row, column = divmod(number, wide)
        column = wide - 1 - column if line.snake and row % 2 else column
        yield x + column * dx + row * down[0], y + column * dy + row * down[1]


def _describe_room(cell: float, count: int, wide: float, high: float) -> str:
    """Return how many spaces have room, and by how much the board is too small; `wide` and `high` lack one space."""
    across, down = int(wide / cell), int(high / cell)
    more = (across + max(1, ceil(count / 2) - across - down)) * cell - wide
    room = f"but room for {across + 1} across and {down + 1} down, {2 * (across + down)} all round"
    return f"{room}; make `cell` smaller, or the board {ceil(more * 10) / 10:g} mm wider"


def _place_around(line: TrackLine, count: int, size: Point) -> list[Point] | str:
    """Return spaces clockwise along the edge from the top left, one of them in each corner; or what is wrong."""
    wide, high = (side - 2 * line.inset - line.cell for side in size)
    least = f"{count} spaces of {line.cell:g} mm"
    if count % 2:
        return f"has {count} spaces; a track around a board has an even number, one of them in each corner"
    if min(wide, high) < line.cell:
        return f"does not fit: {least} leave no room for a corner space at each end of a side"
    across = min(max(1, round(count / 2 * wide / (wide + high))), count // 2 - 1)
    choices = [n for n in (across, across - 1, across + 1) if 0 < n < count / 2]
    fits = [n for n in choices if min(wide / n, high / (count / 2 - n)) >= line.cell - ROUNDING]
    if not fits:
        return f"does not fit around the board: it has {least}, {_describe_room(line.cell, count, wide, high)}"
    nx, ny = fits[0], count // 2 - fits[0]
    left, top = line.inset + line.cell / 2, line.inset + line.cell / 2
    spots = [(left + n * wide / nx, top) for n in range(nx)] + [(left + wide, top + n * high / ny) for n in range(ny)]
    spots += [(left + wide - n * wide / nx, top + high) for n in range(nx)]
    return spots + [(left, top + high - n * high / ny) for n in range(ny)]


def _place_in_circle(line: TrackLine, count: int) -> list[Point] | str:
    """Return spaces at equal angles, or what is wrong."""
    assert line.radius is not None
    diagonal = line.cell if line.disc else line.cell * 2**0.5
    apart = 2 * line.radius * sin(pi / count)
    if apart < diagonal - ROUNDING:
        least = diagonal / 2 / sin(pi / count)
        return (
            f"does not fit: {count} spaces of {line.cell:g} mm need a `radius` of at least {ceil(least * 10) / 10:g} mm"
        )
    sign = -1 if line.counterclockwise else 1
    return [_polar(line, line.radius, radians(line.start) + sign * 2 * pi * n / count) for n in range(count)]


def _polar(line: TrackLine, radius: float, angle: float) -> Point:
    """Return a point by its distance from the middle and its angle clockwise from the top."""
    x, y = line.at or [0.0, 0.0]
    return x + radius * sin(angle), y - radius * cos(angle)


def _place_in_spiral(line: TrackLine, count: int) -> list[Point] | str:
    """Return spaces at equal distances along a spiral that runs inward, or what is wrong."""
    assert line.radius is not None
    reach = line.cell if line.disc else line.cell * 2**0.5
    pitch, sign = line.pitch or reach * _GAP, -1 if line.counterclockwise else 1
    if pitch < reach - ROUNDING:
        return f"runs into itself: turns of spaces of {line.cell:g} mm need a `pitch` of at least {reach:.4g} mm"
    angle, found = 0.0, list[Point]()
    for number in range(count):
        radius = line.radius - pitch * angle / (2 * pi)
        if radius < reach:
            return f"ends at its middle after {number} of {count} spaces; make `radius` larger, or `cell` smaller"
        found.append(_polar(line, radius, radians(line.start) + sign * angle))
        angle += 2 * asin(min(1.0, reach * _GAP / 2 / radius))
    return found


def _check_room(draft: BoardDraft, names: Sequence[str], size: Point, keys: Mapping[str, str]) -> None:
    """Report spaces that lie beyond the board or on other cells (GF006), the first of each set."""
    mesh, told = SpatialIndex({name: cell.box for name, cell in draft.cells.items()}), set[str]()
    for name in reversed(names):  # of two that lie on each other, the later one is told
        cell, owner = draft.cells[name], name.partition(".")[0]
        left, top, right, bottom = cell.box
        if owner in told:
            continue
        beyond = max(-left, -top, right - size[0], bottom - size[1])
        if beyond > ROUNDING:
            message = f"{name!r} reaches {beyond:.4g} mm beyond the board of {size[0]:g} x {size[1]:g} mm; move it"
        elif over := next((each for each in mesh.find_near(cell.box) if _lies_on(draft.cells[each], cell)), ""):
            told.add(over.partition(".")[0])
            message = f"{name!r} lies on {over!r}; move one of them"
        else:
            continue
        told.add(owner)
        draft.add_finding("GF006", message, keys[owner], owner)


def _lies_on(one: Cell, other: Cell) -> bool:
    return one.id != other.id and shared_area(one.board_points, other.board_points) > SLIVER_AREA
