"""What a generator of boards is, and the cells and joins that it makes; mm from the top left of the cells."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from generator.geometry.types import Points
from generator.model.board import Cell, Join
from generator.model.data_types import Strict


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
