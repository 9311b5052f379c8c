"""The generator of square grids."""

from typing import Annotated

from msgspec import Meta, field

from generator.components.boards.lattice import Lattice, square
from generator.geometry.types import Points
from generator.model.board import Cell, Join
from generator.model.data_types import Positive, Strict

Count = Annotated[int, Meta(ge=1, le=200)]
_SIDE_STEPS = ((0, 1, "side"), (1, 0, "side"))
_CORNER_STEPS = ((1, 1, "corner"), (1, -1, "corner"))


class Grid(Strict, frozen=True, kw_only=True):
    """A grid of square cells; `r0c0` is its top left cell, and `r0c1` stands on the right of it."""

    columns: Count
    rows: Count
    cell: Annotated[Positive, Meta(description="side of a cell, mm")]
    blocked: Annotated[list[str], Meta(description="cells that are not there")] = field(default_factory=list)
    diagonal: Annotated[bool, Meta(description="cells that meet at a corner are joined too")] = False


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
