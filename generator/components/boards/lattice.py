"""What every generator of boards makes: cells and joins before any amendment; mm from the top left of the cells."""

from collections.abc import Mapping
from typing import NamedTuple

from generator.geometry.path import Points
from generator.model.board import Cell, Join


class Lattice(NamedTuple):
    """The cells of a board by id and the joins between them, in a box of width x height.

    Each cell's `turn` faces the player at its side. `blocked` is the list of the cells that are taken away,
    as it stands in the data.
    """

    width: float
    height: float
    cells: Mapping[str, Cell]
    joins: tuple[Join, ...]
    blocked: tuple[str, ...] = ()


def square(side: float) -> Points:
    """Return the corners of a square round its middle, clockwise from the top left."""
    half = side / 2
    return (-half, -half), (half, -half), (half, half), (-half, half)
