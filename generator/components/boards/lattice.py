"""What every generator of boards is and makes: `Generator`, a row of `GENERATORS`, and its `Lattice` of cells."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from generator.geometry.types import Points
from generator.model.board import Cell, Join
from generator.model.data_types import Strict

Count = Annotated[int, Meta(ge=1, le=200)]


class Lattice(NamedTuple):
    """The cells of a board by id and the joins between them, in a box of width x height, before any amendment.

    Each cell's `turn` faces the player at its side. `blocked` is the list of the cells to be taken away, as written in
    the data.
    """

    width: float
    height: float
    cells: Mapping[str, Cell]
    joins: tuple[Join, ...]
    blocked: tuple[str, ...] = ()


class Generator(NamedTuple):
    """A row of the table of generators: the shape of its data, its cells, and the values that templates get of it."""

    data: type[Strict]
    make_lattice: Callable[[Any], Lattice]
    template_values: Callable[[Any], dict[str, Any]]
    description: str


def square(side: float) -> Points:
    """Return the corners of a square around its middle, clockwise from the top left."""
    half = side / 2
    return (-half, -half), (half, -half), (half, half), (-half, half)
