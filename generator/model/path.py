"""A card of paths: the ports at its edges and the lines that join them; mm from its top left."""

from typing import NamedTuple


class Port(NamedTuple):
    """A place at the edge where a line ends; `dx`, `dy` is the unit vector inward. Numbers run clockwise from 0.

    The first port of the upper side, seen from the left, is number 0.
    """

    number: int
    x: float
    y: float
    dx: float
    dy: float


class Line(NamedTuple):
    """A line from port to port, the lower number first, in a color role; `mark` names its group in the files."""

    one: int
    other: int
    color: str

    @property
    def mark(self) -> str:
        """Return the name of the group that draws it."""
        return f"line.{self.one}-{self.other}"
