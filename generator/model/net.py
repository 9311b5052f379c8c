"""A net: panels to be cut out in one piece, folded and glued, and how its lines are drawn; mm."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from generator.geometry.matrix import Matrix
from generator.geometry.path import Points, Segment
from generator.model.picture import Paint

LineKind = Literal["cut", "mountain", "valley", "glue"]

# One look for the lines of all kits, without color: solid is cut, dash and dot folds back, dashes fold forward.
LINES: Mapping[LineKind, Paint] = {
    "cut": Paint(fill=None, stroke="#000000", width=0.35, join="round"),
    "mountain": Paint(fill=None, stroke="#000000", width=0.35, dash=(3.0, 0.9, 0.3, 0.9)),
    "valley": Paint(fill=None, stroke="#000000", width=0.35, dash=(1.4, 1.0)),
    "glue": Paint(fill=None, stroke="#6b6b6b", width=0.2),
}


class Panel(Struct, frozen=True):
    """A face of the solid: `points` is its outline in its own coordinates, `matrix` leads from these to the net.

    `value` is what the data says of it, such as the number on a face of a die.
    """

    id: str
    points: Points
    matrix: Matrix
    value: Any = None


class Fold(NamedTuple):
    """A fold from x1, y1 to x2, y2 on the net, between two panels or a panel and a tab (by id).

    `angle` is by how many degrees the paper is turned out of its plane there, 0 to 180; a mountain fold turns it away
    from whoever looks at the printed side.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    kind: Literal["mountain", "valley"]
    angle: float
    one: str
    other: str


class Tab(Struct, frozen=True):
    """A glue area on the net: `onto` is the id of the panel that comes to lie on it, or of another tab."""

    id: str
    points: Points
    onto: str


class Net(Struct, frozen=True, eq=False):
    """A net in a box of width x height with its top left at 0, 0; `cut` is the line round it, holes included.

    `facts` are measures for templates and claims, such as base, height and slant of a pyramid; mm and degrees.
    """

    width: float
    height: float
    panels: tuple[Panel, ...]
    folds: tuple[Fold, ...]
    tabs: tuple[Tab, ...]
    cut: tuple[Segment, ...]
    facts: Mapping[str, float] = {}
