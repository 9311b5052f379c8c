"""The generators of hexagons and triangles, whose edges and corners can be cells too."""

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import Annotated, Any, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from generator.components.boards.borders import (
    BorderCells,
    BorderSizes,
    make_border_cells,
    rename_border,
    shortest_edge_length,
)
from generator.components.boards.lattice import CellNames, Count, Lattice, check_cell_count
from generator.geometry.bounds import union_boxes
from generator.geometry.types import Point, Points
from generator.model.board import Cell, Join
from generator.model.cell_ranges import CellId, join_cell_names, parse_cells
from generator.model.data_types import Positive, Strict
from generator.model.finding import KeyedError

_ROOT3 = sqrt(3)
Axial = tuple[int, int]
Coordinate = Annotated[int, Meta(ge=-200, le=200)]
AxialPair = Annotated[list[Coordinate], Meta(min_length=2, max_length=2)]
HexList = Annotated[list[AxialPair], Meta(min_length=1, max_length=20_000)]
Radius = Annotated[int, Meta(ge=0, le=80)]
_STEPS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1))  # to half of the neighbors of a hex, axial


class Edges(Strict, frozen=True, kw_only=True):
    """The edges of cells that are cells too."""

    width: Annotated[Positive, Meta(description="mm")]
    only: Annotated[CellNames, Meta(description="these and no others: A1+A2", min_length=1)]


class Corners(Strict, frozen=True, kw_only=True):
    """The corners of cells that are cells too."""

    diameter: Annotated[Positive, Meta(description="mm")]
    only: Annotated[CellNames, Meta(description="these and no others: A1+A2+B2", min_length=1)]


class Bordered(Strict, frozen=True, kw_only=True):
    """What hexagons and triangles have in common: size, edges and corners."""

    cell: Annotated[Positive, Meta(description="mm: between opposite sides of a hex; the side of a triangle")]
    blocked: Annotated[CellNames, Meta(description="cells that do not exist")] = field(default_factory=list)
    edges: Annotated[Positive | Edges | None, Meta(description="their edges are cells too, of this width, mm")] = None
    corners: Annotated[
        Positive | Corners | None, Meta(description="their corners are cells too, of this diameter, mm")
    ] = None
    touch: Annotated[bool, Meta(description="edges and corners are joined to the cells around them too")] = False
    faces: Annotated[bool, Meta(description="false: only edges and corners are cells")] = True

    @property
    def border_sizes(self) -> BorderSizes:
        """Return the sizes of the cells of edges and corners, 0 for none."""
        edge = self.edges.width if isinstance(self.edges, Edges) else self.edges
        corner = self.corners.diameter if isinstance(self.corners, Corners) else self.corners
        return BorderSizes(edge or 0.0, corner or 0.0)


class Hexes(Bordered, frozen=True, kw_only=True):
    """Hexagons by axial coordinates: `q0r0`, then `q1r0` on its right (on its lower right if flat) and `q0r1` below.

    A rectangle, a hexagon, or a list.
    """

    top: Annotated[Literal["pointy", "flat"], Meta(description="what is at the top of each hex")] = "pointy"
    columns: Annotated[Count | None, Meta(description="of a rectangle")] = None
    rows: Annotated[Count | None, Meta(description="of a rectangle")] = None
    radius: Annotated[Radius | None, Meta(description="of a hexagon: rings of hexes around the one in the middle")] = (
        None
    )
    hexes: Annotated[HexList | None, Meta(description="any shape, by a list of [q, r]")] = None

    def __post_init__(self) -> None:
        """Refuse hexes without a shape, or with several (KeyedError)."""
        _check_shape(self, {"rectangle": ("columns", "rows"), "hexagon": ("radius",), "list": ("hexes",)})
        count = len(_list_hexes(self))
        check_cell_count(count * (6 if self.edges or self.corners else 1), "rows" if self.rows else "radius")
        if self.hexes and len({*map(tuple, self.hexes)}) < len(self.hexes):
            twice = next(each for number, each in enumerate(self.hexes) if each in self.hexes[:number])
            raise KeyedError("hexes", f"`hexes` lists {twice} twice")
        _check_borders(self, self.cell / _ROOT3, self.cell)


class Triangles(Bordered, frozen=True, kw_only=True):
    """Triangles in rows, `r0c0` at the top left, pointing up and down by turns; a rectangle, triangle or hexagon."""

    columns: Annotated[Count | None, Meta(description="of a rectangle: triangles in a row")] = None
    rows: Annotated[Count | None, Meta(description="of a rectangle")] = None
    side: Annotated[Count | None, Meta(description="of a large triangle: triangles along its side")] = None
    radius: Annotated[Count | None, Meta(description="of a hexagon: triangles along its side")] = None

    def __post_init__(self) -> None:
        """Refuse triangles without a shape, or with several (KeyedError)."""
        _check_shape(self, {"rectangle": ("columns", "rows"), "triangle": ("side",), "hexagon": ("radius",)})
        spots = len(_list_triangles(self))
        key = "rows" if self.rows else "side" if self.side else "radius"
        check_cell_count(spots * (3 if self.edges or self.corners else 1), key)
        _check_borders(self, self.cell, self.cell / _ROOT3)


def _check_shape(data: Any, shapes: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse keys of no shape, of several, or of half of one (KeyedError)."""
    given = [name for name, keys in shapes.items() if any(getattr(data, key) is not None for key in keys)]
    wanted = ", or ".join(" and ".join(f"`{key}`" for key in keys) + f" for a {name}" for name, keys in shapes.items())
    if len(given) != 1:
        found = " and ".join(f"those of a {name}" for name in given) or "none"
        raise KeyedError(shapes[given[1]][0] if given else "", f"give {wanted}; found {found}")
    if lacks := next((key for key in shapes[given[0]] if getattr(data, key) is None), ""):
        raise KeyedError("", f"a {given[0]} needs `{lacks}` too")


def _check_borders(data: Bordered, side: float, width: float) -> None:
    """Refuse edges and corners that overlap, or that leave nothing (KeyedError); `width` is that of a cell."""
    sizes = data.border_sizes
    if not data.faces and not any(sizes):
        raise KeyedError("faces", "`faces: false` leaves no cells; give `edges` or `corners` a size too")
    if data.touch and not (data.faces and any(sizes)):
        raise KeyedError("touch", "`touch` joins edges or corners to the cells around them; give `edges` or `corners`")
    if sizes.corner >= side:
        raise KeyedError("corners", f"corners of {sizes.corner:g} mm meet: a side is {side:.4g} mm")
    if sizes.edge and (sizes.edge >= width / 2 or shortest_edge_length(side, sizes) < 1):
        room = f"a side of {side:.4g} mm" + f" with corners of {sizes.corner:g} mm" * bool(sizes.corner)
        raise KeyedError("edges", f"edges of {sizes.edge:g} mm do not fit: there is {room}")


def make_hexes(data: Hexes) -> Lattice:
    """Return the hexes row by row, joined across their sides, with their edges and corners if they are cells."""
    spots, pointy = _list_hexes(data), data.top == "pointy"
    points = _hex_points(data.cell / _ROOT3, pointy)
    cells = {name: Cell(name, *_hex_middle(data.cell, pointy, *spot), points) for name, spot in spots.items()}
    names = {spot: name for name, spot in spots.items()}
    order = sorted(cells, key=lambda name: (round(cells[name].y, 3), cells[name].x))
    joins = tuple(
        Join(name, names[other])
        for name in order
        for q, r in _STEPS
        if (other := (spots[name][0] + q, spots[name][1] + r)) in names
    )
    grid = _find_rows(spots, pointy)
    return Lattice(0.0, 0.0, {name: cells[name] for name in order}, joins, tuple(data.blocked), spots=grid)


def _list_hexes(data: Hexes) -> dict[str, Axial]:
    """Return the axial coordinates of the hexes by their ids."""
    spots: list[Axial]
    if data.hexes is not None:
        spots = [(q, r) for q, r in data.hexes]
    elif data.radius is not None:
        n = data.radius
        spots = [(q, r) for q in range(-n, n + 1) for r in range(-n, n + 1) if abs(q + r) <= n]
    else:
        spots = [
            (column - row // 2, row) if data.top == "pointy" else (column, row - column // 2)
            for row in range(data.rows or 0)
            for column in range(data.columns or 0)
        ]
    return {f"q{q}r{r}": (q, r) for q, r in spots}


def _hex_middle(cell: float, pointy: bool, q: int, r: int) -> Point:
    far, near = cell * _ROOT3 / 2, cell
    return (near * (q + r / 2), far * r) if pointy else (far * q, near * (r + q / 2))


def _hex_points(side: float, pointy: bool) -> Points:
    """Return the corners clockwise from the top, or from the left of the top side."""
    half, wide = side / 2, side * _ROOT3 / 2
    if pointy:
        return (0.0, -side), (wide, -half), (wide, half), (0.0, side), (-wide, half), (-wide, -half)
    return (-half, -wide), (half, -wide), (side, 0.0), (half, wide), (-half, wide), (-side, 0.0)


def _find_rows(spots: Mapping[str, Axial], pointy: bool) -> dict[str, tuple[int, int]]:
    """Return a row and a column for each hex: its line across, and its place in it; for flat hexes the other way."""
    lines: dict[int, list[str]] = {}
    along, across = (1, 0) if pointy else (0, 1)
    for name, spot in sorted(spots.items(), key=lambda item: item[1][across]):
        lines.setdefault(spot[along], []).append(name)
    first, most = min(lines), max(map(len, lines.values()))
    found: dict[str, tuple[int, int]] = {}
    for line, names in lines.items():
        for number, name in enumerate(names):
            # the lowest of a column of flat hexes is in the last row, so that all columns count from 1 at the bottom
            found[name] = (line - first, number) if pointy else (most - len(names) + number, line - first)
    return found


def make_triangles(data: Triangles) -> Lattice:
    """Return the triangles row by row, joined across their sides, with their edges and corners if they are cells."""
    high, spots = data.cell * _ROOT3 / 2, _list_triangles(data)
    cells: dict[str, Cell] = {}
    for (row, column), up in spots.items():
        name = f"r{row}c{column}"
        y = high * (row + (2 / 3 if up else 1 / 3))
        cells[name] = Cell(name, (column + 1) * data.cell / 2, y, _triangle_points(data.cell, up))
    joins = tuple(
        Join(f"r{row}c{column}", f"r{down}c{right}")
        for (row, column), up in spots.items()
        for down, right in ((row, column + 1), *(((row + 1, column),) if up else ()))
        if (down, right) in spots
    )
    grid = {f"r{row}c{column}": (row, column) for row, column in spots}
    return Lattice(0.0, 0.0, cells, joins, tuple(data.blocked), spots=grid)


def _list_triangles(data: Triangles) -> dict[tuple[int, int], bool]:
    """Return the row and column of each triangle, and whether it points up."""
    if data.side is not None:
        n = data.side
        return {(row, n - 1 - row + k): k % 2 == 0 for row in range(n) for k in range(2 * row + 1)}
    if data.radius is not None:
        n = data.radius
        return dict(_hexagon_triangles(n))
    return {(r, c): (r + c) % 2 == 0 for r in range(data.rows or 0) for c in range(data.columns or 0)}


def _hexagon_triangles(n: int) -> Iterator[tuple[tuple[int, int], bool]]:
    for row in range(2 * n):
        far = min(row, 2 * n - 1 - row)  # rows between it and the nearer end
        start = n - 1 - far
        yield from (((row, start + k), (k % 2 == 0) == (row < n)) for k in range(2 * (n + far) + 1))


def _triangle_points(side: float, up: bool) -> Points:
    """Return the corners clockwise around the center of gravity."""
    half, far, near = side / 2, side / _ROOT3, side / _ROOT3 / 2
    if up:
        return (0.0, -far), (half, near), (-half, near)
    return (-half, -near), (half, -near), (0.0, far)


def add_borders(data: Bordered, made: Lattice, named: Mapping[str, str], blocked: Iterable[str] = ()) -> Lattice:
    """Return the lattice with its edges and corners, moved so that the box of what is to be seen begins at 0, 0.

    Edges and corners of blocked cells that border no other cell are not there. `named` are the names of the cells, and
    `blocked` are those that the board blocks beside the generator's.
    """
    faces = made.cells
    named = {name: named.get(name, name) for name in faces}
    gone = pick_cells(faces.values(), (*data.blocked, *blocked), named)
    here = {name: cell for name, cell in faces.items() if name not in gone}
    sizes, joins = data.border_sizes, made.joins if data.faces else ()
    borders = make_border_cells(here, sizes, data.touch) if any(sizes) else BorderCells({}, ())
    shown = {**(here if data.faces else {}), **borders.cells}
    only = {
        key: tuple(each.only)
        for key, each in (("edges", data.edges), ("corners", data.corners))
        if isinstance(each, Edges | Corners)
    }
    for key, items in only.items():
        sort = [cell for cell in borders.cells.values() if cell.border == key[:-1]]
        kept = pick_cells(sort, items, named)
        gone |= {cell.id for cell in sort if kept and cell.id not in kept}
    gone |= pick_cells(borders.cells.values(), blocked, named)
    seen = [cell for name, cell in shown.items() if name not in gone]
    left, top, right, bottom = union_boxes([cell.box for cell in seen]) if seen else (0.0, 0.0, 0.0, 0.0)
    cells = {**(faces if data.faces else {}), **borders.cells}
    moved = {name: replace(cell, x=round(cell.x - left, 6), y=round(cell.y - top, 6)) for name, cell in cells.items()}
    return made._replace(
        width=round(right - left, 6),
        height=round(bottom - top, 6),
        cells=moved,
        joins=joins + borders.joins,
        blocked=made.blocked if data.faces else (),
        only=only,
    )


def pick_cells(cells: Iterable[Cell], items: Iterable[str], named: Mapping[str, str]) -> set[str]:
    """Return the ids of those cells, edges and corners that a list has by one of their names, new or old."""
    entries = [parse_cells(item) for item in items]
    ids = {join_cell_names(each.text.split("+")) for each in entries if isinstance(each, CellId)}
    sets = [each for each in entries if not isinstance(each, CellId)]
    found = set[str]()
    for cell in cells if entries else ():
        new = rename_border(cell, named) if cell.border else replace(cell, id=named[cell.id])
        names = {cell.id, new.id, *cell.names, *new.names}
        if not ids.isdisjoint(names) or any(each.covers(name) for each in sets for name in names):
            found.add(cell.id)
    return found


def bordered_values(data: Bordered) -> dict[str, Any]:
    """Return `cell`, the size of a cell, for the template."""
    return {"cell": data.cell}
