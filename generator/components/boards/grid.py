"""The generators of square cells: grids and crosses."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field

from generator.components.boards.lattice import CellNames, Count, Lattice, check_cell_count, square
from generator.geometry.types import Points
from generator.model.board import Cell, Join
from generator.model.data_types import Positive, Strict
from generator.model.finding import KeyedError

_SIDE_STEPS = ((0, 1, "side"), (1, 0, "side"))
_CORNER_STEPS = ((1, 1, "corner"), (1, -1, "corner"))


class Grid(Strict, frozen=True, kw_only=True):
    """A grid of square cells; `r0c0` is its top left cell, and `r0c1` stands on the right of it."""

    columns: Count
    rows: Count
    cell: Annotated[Positive, Meta(description="side of a cell, mm")]
    blocked: Annotated[CellNames, Meta(description="cells that do not exist")] = field(default_factory=list)
    diagonal: Annotated[bool, Meta(description="cells that meet at a corner are joined too")] = False

    def __post_init__(self) -> None:
        """Refuse a grid with too many cells (KeyedError)."""
        check_cell_count(self.columns * self.rows, "rows")


def make_grid(data: Grid) -> Lattice:
    """Return the cells, row by row, joined across common sides and, with `diagonal`, common corners."""
    spots = [(row, column) for row in range(data.rows) for column in range(data.columns)]
    steps = _SIDE_STEPS + _CORNER_STEPS if data.diagonal else _SIDE_STEPS
    corners = square(data.cell)
    return Lattice(
        data.columns * data.cell,
        data.rows * data.cell,
        {_cell_id(*spot): _make_cell(data, *spot, corners) for spot in spots},
        tuple(
            Join(_cell_id(row, column), _cell_id(row + down, column + right), kind)
            for row, column in spots
            for down, right, kind in steps
            if row + down < data.rows and 0 <= column + right < data.columns
        ),
        tuple(data.blocked),
        spots={_cell_id(*spot): spot for spot in spots},
    )


def _cell_id(row: int, column: int) -> str:
    return f"r{row}c{column}"


def _make_cell(data: Grid, row: int, column: int, corners: Points) -> Cell:
    middle = (column + 0.5) * data.cell, (row + 0.5) * data.cell
    return Cell(_cell_id(row, column), *middle, corners, turn=_outward_turn(data, row, column))


def _outward_turn(data: Grid, row: int, column: int) -> float:
    """Return the turn (degrees) toward the nearest side of the grid; 0 if two sides are equally near."""
    far = below, left, above, _ = data.rows - 1 - row, column, row, data.columns - 1 - column
    least = min(far)
    if far.count(least) > 1 or below == least:
        return 0.0
    return 90.0 if left == least else 180.0 if above == least else 270.0


CENTER = "center"
Arms = Annotated[list[str], Meta(min_length=4, max_length=4, description="names, counterclockwise from the bottom")]


class Cross(Strict, frozen=True, kw_only=True):
    """A cross; the cell `south.2.8` is in column 2 and row 8 of the arm south.

    Columns count from the left of the player who sits at the end of the arm and looks at the center, rows outward.
    """

    arms: Arms
    length: Annotated[Count, Meta(description="rows of an arm")]
    width: Annotated[Count, Meta(description="columns of an arm, and cells along the side of the center")]
    cell: Annotated[Positive, Meta(description="side of a cell, mm")]
    corners: Annotated[bool, Meta(description="neighboring arms are joined over the corners of the center")] = False

    def __post_init__(self) -> None:
        """Refuse arms that share a name, or one named like the center (KeyedError)."""
        if len({*self.arms, CENTER}) < 5:
            raise KeyedError("arms", f"`arms` must be four different names, none of them {CENTER!r}")
        check_cell_count(4 * self.length * self.width + 1, "length")


def make_cross(data: Cross) -> Lattice:
    """Return the center, then the cells arm by arm, joined across common sides."""
    size = (2 * data.length + data.width) * data.cell
    middle = Cell(CENTER, size / 2, size / 2, square(data.width * data.cell), kind=CENTER)
    cells = [_make_arm_cell(data, arm, column, row) for arm, column, row in _list_positions(data)]
    joins = (*_join_arms(data), *(_join_corners(data) if data.corners else ()))
    return Lattice(size, size, {each.id: each for each in (middle, *cells)}, joins)


def _list_positions(data: Cross) -> Iterator[tuple[int, int, int]]:
    for arm in range(4):
        for row in range(1, data.length + 1):
            yield from ((arm, column, row) for column in range(1, data.width + 1))


def _arm_cell_id(data: Cross, arm: int, column: int, row: int) -> str:
    return f"{data.arms[arm]}.{column}.{row}"


def _make_arm_cell(data: Cross, arm: int, column: int, row: int) -> Cell:
    """Return a cell of the bottom arm, turned counterclockwise by a quarter for each arm before its own."""
    x, y = column - (data.width + 1) / 2, data.width / 2 + row - 0.5
    for _ in range(arm):
        x, y = y, -x
    middle = data.length + data.width / 2
    spot = (middle + x) * data.cell, (middle + y) * data.cell
    return Cell(_arm_cell_id(data, arm, column, row), *spot, square(data.cell), turn=-90.0 * arm % 360)


def _join_arms(data: Cross) -> Iterator[Join]:
    """Yield the joins within the arms and with the center."""
    for arm, column, row in _list_positions(data):
        here = _arm_cell_id(data, arm, column, row)
        yield Join(CENTER if row == 1 else _arm_cell_id(data, arm, column, row - 1), here)
        if column < data.width:
            yield Join(here, _arm_cell_id(data, arm, column + 1, row))


def _join_corners(data: Cross) -> Iterator[Join]:
    """Yield the joins from the last column of an arm to the first of the next, across a corner of the center."""
    for arm in range(4):
        yield Join(_arm_cell_id(data, arm, data.width, 1), _arm_cell_id(data, (arm + 1) % 4, 1, 1), "corner")
