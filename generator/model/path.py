"""Path cards: ports at the edges and the lines that join them; mm from the top left."""

from typing import NamedTuple


class Port(NamedTuple):
    """A place at the edge of a path card where a line ends; `dx`, `dy` is the unit vector inwards, mm.

    Numbers run clockwise from 0, the leftmost port of the upper side.
    """

    number: int
    x: float
    y: float
    dx: float
    dy: float


class Line(NamedTuple):
    """A line of a path card between two ports, the lower number first, in a color role."""

    one: int
    other: int
    color: str

    @property
    def mark(self) -> str:
        """Return the name of its group in templates and finished files."""
        return f"line.{self.one}-{self.other}"
