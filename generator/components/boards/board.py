"""The data of boards, the table of generators, and what templates get of a board."""

from collections.abc import Mapping, Sequence
from math import atan2, cos, degrees, radians, sin
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from msgspec import Meta, defstruct, field
from msgspec.structs import replace

from generator.components.boards.grid import Cross, Grid, make_cross, make_grid
from generator.components.boards.hexes import (
    Bordered,
    Hexes,
    Triangles,
    add_borders,
    bordered_values,
    make_hexes,
    make_triangles,
    pick_cells,
)
from generator.components.boards.lattice import MOST_CELLS, Generator, Lattice
from generator.components.boards.names import CellNaming, spell_spots
from generator.components.boards.own_cells import Amendment, Connection, Spot
from generator.components.boards.pockets import Pocket, Slot
from generator.components.boards.rings import Rings, make_rings, ring_values
from generator.components.boards.tracks import CounterSet, TableSet, TrackSet
from generator.geometry.types import Outline, Points
from generator.model import board as model
from generator.model.data_types import MOST_ENTRIES, CellName, Length, Positive, WidthHeight
from generator.model.finding import KeyedError
from generator.model.game import PartData


def _pitch_values(data: Grid | Cross) -> dict[str, Any]:
    return {"cell": data.cell}


# To add a form of board, write a module and add a row. The row's name is the key in the data.
GENERATORS: dict[str, Generator] = {
    "grid": Generator(Grid, make_grid, _pitch_values, "columns and rows"),
    "cross": Generator(Cross, make_cross, _pitch_values, "four arms around a center"),
    "rings": Generator(Rings, make_rings, ring_values, "rings around a center"),
    "hex": Generator(Hexes, make_hexes, bordered_values, "hexagons"),
    "triangles": Generator(Triangles, make_triangles, bordered_values, "triangles"),
}


def add_generator_keys(base: type[PartData], generators: Mapping[str, Generator]) -> type[PartData]:
    """Return the struct with an optional key for each generator."""
    keys: list[tuple[str, Any, None]] = [
        (name, Annotated[row.data | None, Meta(description=f"generator: {row.description}")], None)
        for name, row in generators.items()
    ]
    made = defstruct(base.__name__, keys, bases=(base,), frozen=True, kw_only=True)
    return cast(type[PartData], made)


if TYPE_CHECKING:
    _GeneratedPartData = PartData  # the keys of generators are only read by their names
else:
    _GeneratedPartData = add_generator_keys(PartData, GENERATORS)

CellList = Annotated[list[CellName], Meta(min_length=1, max_length=MOST_CELLS)]
CellSets = Annotated[dict[str, CellList], Meta(max_length=500)]  # as many as a board has names for
DrawingTurn = Literal["upright", "outward"]
MOST_JOINS = 4 * MOST_CELLS  # each cell of a grid with its eight neighbors
CellPair = Annotated[list[CellName], Meta(min_length=2, max_length=2)]


SlotSet = Annotated[dict[str, Slot], Meta(max_length=MOST_ENTRIES)]
PocketSet = Annotated[dict[str, Pocket], Meta(max_length=MOST_ENTRIES)]
SectionSet = Annotated[dict[str, CellList], Meta(max_length=100)]  # nobody assembles more pieces
AmendmentSet = Annotated[dict[str, Amendment], Meta(max_length=MOST_CELLS)]
JoinList = Annotated[list[list[CellName]], Meta(max_length=MOST_JOINS)]
RouteNames = Annotated[list[str], Meta(max_length=500)]
FirstNumbers = Annotated[dict[str, Annotated[int, Meta(ge=0, le=100_000)]], Meta(max_length=500)]
CutList = Annotated[list[CellPair], Meta(max_length=MOST_JOINS)]


class BoardData(_GeneratedPartData, frozen=True, kw_only=True):
    """A board of cells that are joined: made by one generator, or each with a place of its own, then amended; mm.

    Lists of cells hold ids, runs such as r0c1..3, and, but for routes, patterns such as south.*.
    """

    border: Annotated[Length, Meta(description="paper around the cells")] = 0.0
    size: Annotated[WidthHeight | None, Meta(description="of a board whose cells all have places, or an `origin`")] = (
        None
    )
    origin: Annotated[
        Spot | None, Meta(description="[x, y] of the top left of the generated cells on a board with a `size`, mm")
    ] = None
    spot: Annotated[Positive, Meta(description="diameter of a cell that is given by a point")] = 6.0
    connect: Annotated[
        Connection | None, Meta(description="joins cells of your own that touch, or whose middles are so near (mm)")
    ] = None
    names: Annotated[
        CellNaming | None,
        Meta(description="of generated cells: chess, spreadsheet, rows, or a list"),
    ] = None
    cut: Annotated[Literal["box", "outline"], Meta(description="outline: along the loop around its cells")] = "box"
    round: Annotated[Length, Meta(description="radius of the corners of that loop")] = 0.0
    name_labels: Annotated[bool, Meta(description="the label of a cell is its name")] = False
    tracks: Annotated[TrackSet, Meta(description="numbered or named spaces in a line")] = field(default_factory=dict)
    counters: Annotated[CounterSet, Meta(description="places to keep a count")] = field(default_factory=dict)
    tables: Annotated[TableSet, Meta(description="entries in rows and columns")] = field(default_factory=dict)
    turn: Annotated[DrawingTurn, Meta(description="outward: drawings face the player at their side")] = "upright"
    slots: Annotated[SlotSet, Meta(description="room for cards")] = field(default_factory=dict)
    pockets: Annotated[PocketSet, Meta(description="cells outside the edge")] = field(default_factory=dict)
    kinds: Annotated[CellSets, Meta(description="kind -> its cells; others are plain")] = field(default_factory=dict)
    colors: Annotated[CellSets, Meta(description="color role -> its cells")] = field(default_factory=dict)
    cells: Annotated[AmendmentSet, Meta(description="one by one; those with a place are added")] = field(
        default_factory=dict
    )
    joins: Annotated[JoinList, Meta(description="[cell, cell, kind, one-way]")] = field(default_factory=list)
    cuts: Annotated[CutList, Meta(description="joins that are removed")] = field(default_factory=list)
    routes: Annotated[CellSets, Meta(description="walks from cell to cell")] = field(default_factory=dict)
    drawn: Annotated[RouteNames, Meta(description="routes whose lines must be printed")] = field(default_factory=list)
    numbered: Annotated[FirstNumbers, Meta(description="routes whose step numbers must be printed -> the first")] = (
        field(default_factory=dict)
    )
    areas: Annotated[CellSets, Meta(description="named sets of cells")] = field(default_factory=dict)
    sections: Annotated[SectionSet, Meta(description="pieces that the board is cut into")] = field(default_factory=dict)
    divisible: Annotated[CellList, Meta(description="cells that a seam may cut")] = field(default_factory=list)
    joint: Annotated[
        model.Joint, Meta(description="how sections meet; tab: with glue tabs; overlap: with strips of the picture")
    ] = "butt"
    image: Annotated[
        str, Meta(description="picture in images/ that fills the board, unless it has a `front`", min_length=1)
    ] = ""

    def __post_init__(self) -> None:
        """Refuse a board without cells, and one with several generators (KeyedError)."""
        given = [name for name in GENERATORS if getattr(self, name) is not None]
        if len(given) > 1 or not (given or self.has_own_cells or self.has_spaces or self.is_picture):
            *most, last = (f"`{name}`" for name in GENERATORS)
            wanted = f"{', '.join(most)} or {last}"
            found = " and ".join(f"`{name}`" for name in given) or "none"
            more = "" if given else "; or give each of its `cells` a place: `at: [x, y]`, a `polygon` or a `path`"
            raise KeyedError(given[1] if given else "", f"a board needs one generator: {wanted}; found {found}{more}")
        _check_own_keys(self, given)

    @property
    def is_picture(self) -> bool:
        """Return whether it may have no cells: it has a size, and is all that its image or its template shows."""
        return self.size is not None and self.origin is None and bool(self.image or self.front)

    @property
    def has_spaces(self) -> bool:
        """Return whether some of its cells are spaces of tracks, counters, tables, or slots with a place."""
        placed = any(slot.at is not None for slot in self.slots.values())
        return bool(self.tracks or self.counters or self.tables) or placed

    @property
    def has_own_cells(self) -> bool:
        """Return whether some cells have a place of their own."""
        return any(cell.has_place for cell in self.cells.values())

    @property
    def pieces_per_row(self) -> int:
        """Return how many sections the data cut the board into."""
        return len(self.sections) or 1


def _check_own_keys(data: BoardData, given: Sequence[str]) -> None:
    """Refuse keys of boards with a generator on one without, and the other way round (KeyedError)."""
    if data.size is not None and given and data.origin is None:
        says = f"`size` is for a board without a generator; `{given[0]}` makes it as large as it is"
        raise KeyedError("size", f"{says}; to give it a place on a larger board, add `origin: [x, y]`")
    if data.origin is not None and not (data.size and given):
        raise KeyedError("origin", "`origin` is the place of a generator's cells on a board with a `size`; add both")
    if data.origin is not None and data.border and data.cut == "box":
        raise KeyedError(
            "border", "`size` and `origin` say how much paper there is around the cells; leave `border` out"
        )
    if data.names is not None and not given:
        raise KeyedError("names", "`names` renames the cells of a generator; cells of your own have names already")
    if data.round and data.cut == "box":
        raise KeyedError("round", "`round` rounds the corners of `cut: outline`; add that key, or leave `round` out")
    if data.cut == "outline" and data.joint != "butt":
        raise KeyedError(
            "joint", f"`joint: {data.joint}` needs straight edges; a board with `cut: outline` has `joint: butt`"
        )
    if data.size is None and not given and data.has_spaces:
        raise KeyedError("", "a board of slots, tracks, counters and tables needs its `size`: [width, height] in mm")
    if data.connect is not None and not data.has_own_cells:
        raise KeyedError(
            "connect", "`connect` joins cells with a place of their own (`at`, `polygon`, `path`); no cell has one"
        )


def generator_key(data: BoardData) -> str:
    """Return the key of the board's generator, `cells` if it has none."""
    return next((name for name in GENERATORS if getattr(data, name) is not None), "cells")


def make_lattice(data: BoardData) -> Lattice:
    """Return the cells and joins that the board's generator makes; none without a generator."""
    name = generator_key(data)
    if name not in GENERATORS:
        return Lattice(0.0, 0.0, {}, ())
    generator = getattr(data, name)
    made = GENERATORS[name].make_lattice(generator)
    if not isinstance(generator, Bordered):
        return made
    blocked = [key for key, cell in data.cells.items() if cell.blocked]
    return add_borders(generator, made, name_spots(data, made), blocked)


def name_spots(data: BoardData, made: Lattice) -> dict[str, str]:
    """Return the names that generated cells get by their rows and columns or by a list; none without such names.

    A list names the cells in order, without those that the generator blocks.
    """
    if isinstance(data.names, str):
        return spell_spots(data.names, made.spots)
    inner = [cell for cell in made.cells.values() if not cell.border]
    gone = pick_cells(inner, made.blocked, {cell.id: cell.id for cell in inner}) if data.names else frozenset()
    return dict(zip((cell.id for cell in inner if cell.id not in gone), data.names or (), strict=False))


def board_outline(data: BoardData) -> Outline:
    """Return the trim of the whole board: its size, or its cells and their border."""
    if data.size is not None:
        return Outline(data.size[0], data.size[1])
    made = make_lattice(data)
    return Outline(made.width + 2 * data.border, made.height + 2 * data.border)


def generator_values(data: BoardData) -> dict[str, Any]:
    """Return the generator's values for the template, such as `cell`, the pitch of the cells in mm."""
    name = generator_key(data)
    values = GENERATORS[name].template_values(getattr(data, name)) if name in GENERATORS else {"cell": data.spot}
    return {**values, "image": data.image} if data.image else values


def board_values(board: model.Board) -> dict[str, Any]:
    """Return `cells`, `joins`, `routes` and `areas` as lists of cells, and the path `outline`, for the template.

    A cell is {id, mark, kind, color, label, x, y, at, points, width, height, turn}; mm and degrees. The points are in
    the cell's own coordinates, which `at` transforms to the board's. A join is {mark, one, other, kind, one_way}.
    """
    return compose_board_values(board, {name: cell_values(cell) for name, cell in board.cells.items()})


def compose_board_values(board: model.Board, cells: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the values of a board for the template, given those of its cells by their ids."""
    routes = {name: [cells[each] for each in route] for name, route in board.routes.items()}
    areas = {name: [cells[each] for each in area] for name, area in board.areas.items()}
    joins = [
        {"mark": f"join.{one}.{other}", "one": cells[one], "other": cells[other], "kind": kind, "one_way": one_way}
        for one, other, kind, one_way in board.joins
    ]
    steps = {name: _list_steps(board, name, walk) for name, walk in routes.items()}
    gates = [
        {"mark": f"join.in.{cell}" if way == "in" else f"join.{cell}.out", "cell": cells[cell], "way": way}
        for cell, way in board.gates
    ]
    edge = f"M{' L'.join(f'{x:.8g} {y:.8g}' for x, y in board.outline)} Z" if board.outline else ""
    graph = {"cells": list(cells.values()), "routes": routes, "areas": areas, "joins": joins}
    return {**graph, "steps": steps, "gates": gates, "outline": edge}


def _list_steps(board: model.Board, name: str, walk: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the cells of a route with their numbers: {number, mark, at, cell}."""
    first = board.numbered.get(name, 1)
    return [
        {"number": number, "mark": f"step.{name}.{number}", "at": cell["at"], "cell": cell}
        for number, cell in enumerate(walk, first)
    ]


def cell_values(cell: model.Cell) -> dict[str, Any]:
    """Return what templates get of a cell."""
    points = _start_at_leftmost(_round_points(_turn_points(cell.points, -cell.turn)))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    turn = f" rotate({cell.turn:g})" if cell.turn else ""
    return {
        "id": cell.id,
        "mark": f"cell.{cell.id}",
        "kind": cell.kind,
        "color": cell.color,
        "label": cell.label,
        "x": cell.x,
        "y": cell.y,
        "at": f"translate({cell.x:.8g} {cell.y:.8g}){turn}",
        "points": " ".join(f"{x:z.4f},{y:z.4f}" for x, y in points),
        "width": max(xs) - min(xs),
        "height": max(ys) - min(ys),
        "turn": cell.turn,
        "path": cell.path,
        "from_board": f"translate({-cell.x:.8g} {-cell.y:.8g})" if cell.path else "",
        "border": cell.border,
        "angle": _find_angle(cell) if cell.border == "edge" else 0.0,
        "names": list(cell.names),
    }


def _find_angle(edge: model.Cell) -> float:
    """Return the direction of an edge, degrees clockwise from a line to the right, above -90 and at most 90."""
    (x1, y1), (x2, y2) = edge.points[:2]
    return round(90 - (90 - degrees(atan2(y2 - y1, x2 - x1))) % 180, 3) + 0.0


def _turn_points(points: Points, clockwise: float) -> Points:
    """Return the points turned clockwise around 0, 0."""
    if not clockwise:
        return points
    c, s = cos(radians(clockwise)), sin(radians(clockwise))
    return tuple((c * x - s * y, s * x + c * y) for x, y in points)


def _round_points(points: Points) -> Points:
    """Return the points rounded to a millionth of a mm, so that cells that differ only in turn are drawn as one."""
    return tuple((round(x, 6), round(y, 6)) for x, y in points)


def _start_at_leftmost(points: Points) -> Points:
    """Return the outline from its leftmost (then topmost) point on, so that equal cells are drawn by equal text."""
    first = points.index(min(points))
    return points[first:] + points[:first]


def place_cell(cell: model.Cell, data: BoardData) -> model.Cell:
    """Return a generator's cell in its position on the board, upright unless drawings face outward."""
    outward = data.turn == "outward"
    right, down = data.origin or (data.border, data.border)
    if not right and not down and (outward or not cell.turn):
        return cell
    return replace(cell, x=cell.x + right, y=cell.y + down, turn=cell.turn if outward else 0.0)
