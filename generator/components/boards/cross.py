"""The generator of cross-shaped boards: four arms around a center."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from generator.components.boards.grid import Count
from generator.components.boards.lattice import Lattice, square
from generator.model.board import Cell, Join
from generator.model.data_types import Positive, Strict
from generator.model.finding import KeyedError

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


def make_cross(data: Cross) -> Lattice:
    """Return the center, then the cells arm by arm, joined across common sides."""
    size = (2 * data.length + data.width) * data.cell
    middle = Cell(CENTER, size / 2, size / 2, square(data.width * data.cell), kind=CENTER)
    cells = [_make_cell(data, arm, column, row) for arm, column, row in _list_positions(data)]
    joins = (*_join_arms(data), *(_join_corners(data) if data.corners else ()))
    return Lattice(size, size, {each.id: each for each in (middle, *cells)}, joins)


def _list_positions(data: Cross) -> Iterator[tuple[int, int, int]]:
    for arm in range(4):
        for row in range(1, data.length + 1):
            yield from ((arm, column, row) for column in range(1, data.width + 1))


def _cell_id(data: Cross, arm: int, column: int, row: int) -> str:
    return f"{data.arms[arm]}.{column}.{row}"


def _make_cell(data: Cross, arm: int, column: int, row: int) -> Cell:
    """Return a cell of the bottom arm, turned counterclockwise by a quarter for each arm before its own."""
    x, y = column - (data.width + 1) / 2, data.width / 2 + row - 0.5
    for _ in range(arm):
        x, y = y, -x
    middle = data.length + data.width / 2
    spot = (middle + x) * data.cell, (middle + y) * data.cell
    return Cell(_cell_id(data, arm, column, row), *spot, square(data.cell), turn=-90.0 * arm % 360)


def _join_arms(data: Cross) -> Iterator[Join]:
    """Yield the joins within the arms and with the center."""
    for arm, column, row in _list_positions(data):
        here = _cell_id(data, arm, column, row)
        yield Join(CENTER if row == 1 else _cell_id(data, arm, column, row - 1), here)
        if column < data.width:
            yield Join(here, _cell_id(data, arm, column + 1, row))


def _join_corners(data: Cross) -> Iterator[Join]:
    """Yield the joins from the last column of an arm to the first of the next, across a corner of the center."""
    for arm in range(4):
        yield Join(_cell_id(data, arm, data.width, 1), _cell_id(data, (arm + 1) % 4, 1, 1), "corner")
