"""A board: its cells and joins, its named routes and areas, and the sections it is cut into; mm."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.geometry.bounds import box_corners
from generator.geometry.types import Points

Joint = Literal["butt", "tab", "overlap"]
COUNTER = "counter"  # the kind of cells on which something is put that is counted
OWN_CELLS = "cells"  # the `generator` of a board whose cells have places of their own
_SMALL_CELL = 15.0  # mm: a cell that is smaller has no room for what is written of it
_CAPTION_REACH = (20.0, 10.0)  # mm to its sides, and above and below it
MAX_GLUE_TAB = 8.0  # greatest width in mm of a glue tab under its neighbor: wide enough for a glue stick


class Cell(Struct, frozen=True):
    """A cell with its middle at x, y on the board; `points` is its outline around its middle.

    `turn` is the clockwise turn of its drawing in degrees: 0, or toward the player who sits at its side.
    `path` is the id of the template's path that it was traced from. `border` says that it is an edge or a corner of
    other cells, and `names` are what else it can be called.
    """

    id: str
    x: float
    y: float
    points: Points
    kind: str = "plain"
    color: str = ""
    label: str = ""
    turn: float = 0.0
    path: str = ""
    border: Literal["", "edge", "corner"] = ""
    names: tuple[str, ...] = ()

    @property
    def board_points(self) -> Points:
        """Return its outline in the coordinates of the board."""
        return tuple((self.x + x, self.y + y) for x, y in self.points)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom of its outline on the board."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return self.x + min(xs), self.y + min(ys), self.x + max(xs), self.y + max(ys)


def has_room_for_label(outline: Points, kind: str) -> bool:
    """Return whether a label fits into a cell; counters and small cells have none."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return max(max(xs) - min(xs), max(ys) - min(ys)) >= _SMALL_CELL and kind != COUNTER


def find_caption_area(outline: Points) -> tuple[float, float, float, float]:
    """Return the box round a cell in which its label may stand."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    across, down = _CAPTION_REACH
    return min(xs) - across, min(ys) - down, max(xs) + across, max(ys) + down


class Join(NamedTuple):
    """Two cells between which a piece can step; only from the first to the second if `one_way`."""

    one: str
    other: str
    kind: str = "side"
    one_way: bool = False


class Section(Struct, frozen=True):
    """A piece of a board: `box` is left, top, right, bottom of the visible area, on the board; mm.

    `window` is the box extended by the glue tabs, which go under its neighbors; its top left is the piece's origin.
    `tabs` are outlines on the board, on which the picture runs on if it `overlaps`. `seams` are the ends x1, y1, x2, y2
    of the edges shared with other sections. `loop` is what it is cut along on the board if it follows its cells, and
    `box` is the box around it; empty if it is a box itself.
    """

    id: str
    title: str
    box: tuple[float, float, float, float]
    window: tuple[float, float, float, float]
    tabs: tuple[Points, ...] = ()
    seams: tuple[tuple[float, float, float, float], ...] = ()
    overlaps: bool = False
    loop: Points = ()

    @property
    def corners(self) -> Points:
        """Return the corners of its visible area on the board, clockwise."""
        return self.loop or box_corners(self.box)


class Board(Struct, frozen=True, eq=False):
    """A board; routes are walks from cell to cell, areas are sets of cells, both by name.

    `slots` are cells for cards, each with the id of the part that belongs there, empty for any; they have no joins.
    `divisible` are cells that a seam may cut. `sections` is empty for a board in one piece, and for one whose seams are
    still to be found. `generator` is the key in the data under which its cells are described. `outline` is the loop
    that it is cut along, empty for its box. `drawn` are the routes whose lines must be printed, `numbered` those whose
    step numbers must be, with the number of their first cell. `gates` are cells by which pieces enter or leave it.
    `names` leads from what else its cells can be called to their ids.
    """

    width: float
    height: float
    cells: Mapping[str, Cell]
    joins: tuple[Join, ...]
    routes: Mapping[str, tuple[str, ...]]
    areas: Mapping[str, tuple[str, ...]]
    joint: Joint = "butt"
    sections: tuple[Section, ...] = ()
    slots: Mapping[str, str] = {}
    divisible: frozenset[str] = frozenset()
    generator: str = ""
    outline: Points = ()
    drawn: frozenset[str] = frozenset()
    numbered: Mapping[str, int] = {}
    gates: tuple[tuple[str, Literal["in", "out"]], ...] = ()
    names: Mapping[str, str] = {}

    @property
    def inner_cells(self) -> tuple[Cell, ...]:
        """Return the cells that are neither edges nor corners of others."""
        return tuple(cell for cell in self.cells.values() if not cell.border)
