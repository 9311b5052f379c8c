"""Nets: panels that are cut out in one piece, folded and glued, and the styles of their lines; mm.

Templates draw the panels and the program draws the lines, so a line is where the panels meet. Boxes and nets of a
game's own are folded by `geometry/solids.py` before they are believed; a test folds the finished file without our code.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.solids import FoldedPolygon, Hinge, fold_polygons
from generator.geometry.types import Points, Segment
from generator.model.picture import Paint

LineKind = Literal["cut", "mountain", "valley", "glue"]

# One style for all kits, without color: solid lines are cut, dash-dot lines folded back, dashed lines forward.
LINE_STYLES: Mapping[LineKind, Paint] = {
    "cut": Paint(fill=None, stroke="#000000", width=0.35, join="round"),
    "mountain": Paint(fill=None, stroke="#000000", width=0.35, dash=(3.0, 0.9, 0.3, 0.9)),
    "valley": Paint(fill=None, stroke="#000000", width=0.35, dash=(1.4, 1.0)),
    "glue": Paint(fill=None, stroke="#6b6b6b", width=0.2),
}


class Corner(NamedTuple):
    """A corner of a panel that shows a value, as on a die of four faces: its mark and the number of the value.

    `matrix` leads from the coordinates of the corner, in which its text stands upright, to those of the panel.
    """

    id: str
    number: int
    value: Any
    matrix: Matrix


class Panel(Struct, frozen=True):
    """A face of the solid: `points` is its outline in its own coordinates, `matrix` leads from these to the net.

    `value` comes from the data, such as the number on a face of a die; a die of four has its values at `corners`.
    A flap is tucked in and not glued. A panel that `may_be_blank` is a foot, a sole or a flap, which its template need
    not draw. `whole` is the outline of the face of which this is a share, empty if it is all.
    """

    id: str
    points: Points
    matrix: Matrix
    value: Any = None
    corners: tuple[Corner, ...] = ()
    is_flap: bool = False
    may_be_blank: bool = False
    whole: Points = ()


class Fold(NamedTuple):
    """A fold from x1, y1 to x2, y2 on the net, between two panels or a panel and a tab (by id).

    `angle` is how far the paper is bent, 0 to 180 degrees; a mountain fold bends it away from the viewer of the printed
    side.
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
    """A glue tab on the net: `onto` is the id of the panel, or of the tab, that is glued to it.

    `number` is printed on it; 0 for its place among the tabs of its net.
    """

    id: str
    points: Points
    onto: str
    number: int = 0


class TabLabel(NamedTuple):
    """The number of a tab of another piece, around x, y beside the edge under which that tab is glued."""

    number: int
    x: float
    y: float


class Net(Struct, frozen=True, eq=False):
    """A net in a box of width x height with its top left at 0, 0; `cut` is its outline, holes included.

    `facts` are measures for templates and claims, such as base, height and slant of a pyramid; mm and degrees.
    `labels` stand outside the line of a piece of a larger net.
    """

    width: float
    height: float
    panels: tuple[Panel, ...]
    folds: tuple[Fold, ...]
    tabs: tuple[Tab, ...]
    cut: tuple[Segment, ...]
    facts: Mapping[str, float] = {}
    labels: tuple[TabLabel, ...] = ()

    @property
    def values(self) -> list[Any]:
        """Return the values of its faces, or of its corners, in the order of the data."""
        corners = {corner.number: corner.value for panel in self.panels for corner in panel.corners}
        return [corners[number] for number in sorted(corners)] or [panel.value for panel in self.panels]


def fold_panels(net: Net) -> dict[str, FoldedPolygon]:
    """Return the panels of a net as they lie in space when all folds are made."""
    tabs = {tab.id for tab in net.tabs}
    return fold_polygons(
        {name: points for name, points in net_polygons(net).items() if name not in tabs}, net_hinges(net)
    )


def net_polygons(net: Net) -> dict[str, Points]:
    """Return the panels and tabs by id, as they lie on the net; the first panel comes first."""
    panels = {panel.id: tuple(transform_point(panel.matrix, *point) for point in panel.points) for panel in net.panels}
    return panels | {tab.id: tab.points for tab in net.tabs}


def net_hinges(net: Net, share: float = 1.0) -> list[Hinge]:
    """Return the folds of a net, each bent by this share of its angle."""
    return [
        Hinge(
            ((fold.x1, fold.y1), (fold.x2, fold.y2)),
            fold.one,
            fold.other,
            fold.angle * share * (1 if fold.kind == "mountain" else -1),
        )
        for fold in net.folds
    ]
