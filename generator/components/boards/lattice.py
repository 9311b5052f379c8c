"""What every generator of boards is and makes: `Generator`, a row of `GENERATORS`, and its `Lattice` of cells."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from generator.geometry.polygon import rectangle_points
from generator.geometry.types import Points
from generator.model.board import Cell, Join
from generator.model.data_types import CellName, Strict
from generator.model.finding import KeyedError

Count = Annotated[int, Meta(ge=1, le=200)]
MOST_CELLS = 20_000  # fifty times those of a game of Go; they are drawn, read back and surveyed in some seconds
CellNames = Annotated[list[CellName], Meta(max_length=MOST_CELLS)]


class Lattice(NamedTuple):
    """The cells of a board by id and the joins between them, in a box of width x height, before any amendment.

    Each cell's `turn` faces the player at its side. `blocked` is the list of the cells to be taken away, as written in
    the data. `spots` are the rows (from the top) and columns (from the left) by which cells can be named. `only` are
    the edges and the corners that are kept, empty for all.
    """

    width: float
    height: float
    cells: Mapping[str, Cell]
    joins: tuple[Join, ...]
    blocked: tuple[str, ...] = ()
    spots: Mapping[str, tuple[int, int]] = {}
    only: Mapping[str, tuple[str, ...]] = {}


class Generator(NamedTuple):
    """A row of the table of generators: the shape of its data, its cells, and the values that templates get of it."""

    data: type[Strict]
    make_lattice: Callable[[Any], Lattice]
    template_values: Callable[[Any], dict[str, Any]]
    description: str


def check_cell_count(count: int, key: str) -> None:
    """Refuse a board of more than 20,000 cells (KeyedError at the key that makes it so large)."""
    if count > MOST_CELLS:
        raise KeyedError(key, f"a board has at most {MOST_CELLS:,} cells, not {count:,}")


def square(side: float) -> Points:
    """Return the corners of a square around its middle, clockwise from the top left."""
    return rectangle_points(side, side)
