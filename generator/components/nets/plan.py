"""Lay out a net from a plan: faces as polygons, the folds between their edges, and the tabs; mm and degrees.

Faces run clockwise as seen on the printed side. Edges are counted from 0; edge n leads from corner n to the next.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import dist
from typing import Any, NamedTuple

from generator.components.nets.assembly import find_tab_ends, hang_on, make_fold, make_tab, panel_edge, panel_points
from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.polygon import OutlineError, distance_from_origin, outline_union, polygons_overlap
from generator.geometry.solids import FoldedPolygon
from generator.geometry.tolerances import SAME_LENGTH
from generator.geometry.types import Points
from generator.model.net import Fold, Panel, Tab

_DEPTH_OF_ROOM = 0.7  # of the distance from the middle of a face to its edge: tabs from two edges stay apart


class PlanError(Exception):
    """A plan that cannot be folded; `sort` is faces, folds or tabs, `key` the name or number of the entry at fault."""

    def __init__(self, sort: str, key: str | int, message: str) -> None:
        self.sort, self.key = sort, key
        super().__init__(message)


class NetFace(NamedTuple):
    """A face around 0, 0 with its value, and the names of its edges."""

    points: Points
    value: Any = None
    edges: tuple[str, ...] = ()

    def name_edge(self, number: int) -> str:
        """Return the name of an edge: its own, or its number counted from 1."""
        return self.edges[number] if self.edges else str(number + 1)


class FoldPlan(NamedTuple):
    """A fold between two edges; `angle` above 0 bends the second face away from the viewer, below 0 toward."""

    one: str
    edge: int
    other: str
    its_edge: int
    angle: float


class TabPlan(NamedTuple):
    """A tab on an edge that is glued under another edge; it is bent by `angle`, and at most so deep (mm)."""

    one: str
    edge: int
    onto: str
    its_edge: int
    angle: float
    deep: float


class NetPlan(NamedTuple):
    """The faces of a net by name, the first of which stays in place, with its folds and tabs."""

    faces: Mapping[str, NetFace]
    folds: Sequence[FoldPlan]
    tabs: Sequence[TabPlan] = ()


class LaidNet(NamedTuple):
    """The panels, folds and tabs of a plan, before they are moved and turned."""

    panels: Sequence[Panel]
    folds: Sequence[Fold]
    tabs: Sequence[Tab]


def lay_out(plan: NetPlan) -> LaidNet:
    """Return the net of a plan; PlanError if edges differ, a face is left over, faces overlap or a tab has no room."""
    panels = _hang_faces(plan)
    _refuse_overlaps(panels)
    kinds = ("mountain" if each.angle > 0 else "valley" for each in plan.folds)
    folds = [
        make_fold(panels[each.one], each.edge, panels[each.other], kind, abs(each.angle))
        for each, kind in zip(plan.folds, kinds, strict=True)
    ]
    flaps = [_lay_tab(plan, panels, number) for number in range(len(plan.tabs))]
    tabs = [tab for tab, _ in flaps]
    _refuse_tab_overlaps(panels, tabs)
    _refuse_pinches(panels, tabs)
    return LaidNet([*panels.values()], [*folds, *(fold for _, fold in flaps)], tabs)


def _hang_faces(plan: NetPlan) -> dict[str, Panel]:
    """Return the panels: the first in place, each other one on the panel to which a fold leads."""
    first = next(iter(plan.faces))
    placed = {first: _make_panel(plan, first, IDENTITY)}
    waiting = list(enumerate(plan.folds))
    while waiting:
        ready = [each for each in waiting if each[1].one in placed or each[1].other in placed]
        if not ready:
            raise PlanError("folds", waiting[0][0], f"this fold does not lead to {first!r}, the first face")
        for number, fold in ready:
            _refuse_unequal(plan, number, fold)
            _hang_one(plan, placed, number, fold)
            waiting.remove((number, fold))
    if left := [name for name in plan.faces if name not in placed]:
        raise PlanError("faces", left[0], f"the face {left[0]!r} is attached to no other; give it a fold")
    return placed


def _make_panel(plan: NetPlan, name: str, matrix: Matrix) -> Panel:
    return Panel(name, plan.faces[name].points, matrix, plan.faces[name].value)


def _hang_one(plan: NetPlan, placed: dict[str, Panel], number: int, fold: FoldPlan) -> None:
    if fold.one in placed and fold.other in placed:
        text = f"{fold.one!r} and {fold.other!r} are joined already; leave out one of the folds, or make it a tab"
        raise PlanError("folds", number, text)
    held, edge, new, its = (
        (fold.one, fold.edge, fold.other, fold.its_edge)
        if fold.one in placed
        else (fold.other, fold.its_edge, fold.one, fold.edge)
    )
    matrix = hang_on(plan.faces[new].points, its, panel_edge(placed[held], edge))
    placed[new] = _make_panel(plan, new, matrix)


def _refuse_unequal(plan: NetPlan, number: int, fold: FoldPlan) -> None:
    one = edge_length(plan.faces[fold.one].points, fold.edge)
    other = edge_length(plan.faces[fold.other].points, fold.its_edge)
    if abs(one - other) > SAME_LENGTH:
        names = (name_edge(plan, fold.one, fold.edge), name_edge(plan, fold.other, fold.its_edge))
        text = f"{names[0]} is {one:.4g} mm long and {names[1]} {other:.4g} mm; edges that are folded must be equal"
        raise PlanError("folds", number, text)


def name_edge(plan: NetPlan, face: str, edge: int) -> str:
    """Return an edge as the data name it: `floor.top`."""
    return f"{face}.{plan.faces[face].name_edge(edge)}"


def edge_length(points: Points, index: int) -> float:
    """Return the length of an edge."""
    return dist(points[index], points[(index + 1) % len(points)])


def _refuse_overlaps(panels: Mapping[str, Panel]) -> None:
    laid = {name: panel_points(panel) for name, panel in panels.items()}
    for one, other in combinations(laid, 2):
        if polygons_overlap(laid[one], laid[other]):
            text = f"the faces {one!r} and {other!r} overlap; attach one of them to another edge"
            raise PlanError("faces", other, text)


def _lay_tab(plan: NetPlan, panels: Mapping[str, Panel], number: int) -> tuple[Tab, Fold]:
    """Return a tab, as deep as the face has room that it is glued to."""
    each = plan.tabs[number]
    face = plan.faces[each.onto].points
    deep = min(each.deep, _DEPTH_OF_ROOM * distance_from_origin(face))
    ends = find_tab_ends(face, each.its_edge)
    flap = make_tab(panels[each.one], each.edge, each.onto, deep, abs(each.angle), ends=ends)
    if flap is None:
        where = name_edge(plan, each.one, each.edge)
        raise PlanError("tabs", number, f"there is no room for a tab on {where}; make the piece larger")
    return flap if each.angle > 0 else (flap[0], flap[1]._replace(kind="valley"))


def _refuse_tab_overlaps(panels: Mapping[str, Panel], tabs: Sequence[Tab]) -> None:
    taken = [(f"the face {name!r}", panel_points(panel)) for name, panel in panels.items()]
    for number, tab in enumerate(tabs):
        points = tab.points[::-1]
        for what, other in taken:
            if polygons_overlap(points, other):
                raise PlanError("tabs", number, f"this tab lies on {what}; put it on the other edge that it joins")
        taken.append((f"tab {number + 1}", points))


def _refuse_pinches(panels: Mapping[str, Panel], tabs: Sequence[Tab]) -> None:
    """Refuse a net that no single line goes round: where two faces or tabs touch, a knife would part them."""
    try:
        outline_union([panel_points(panel) for panel in panels.values()] + [tab.points for tab in tabs])
    except OutlineError:
        text = (
            "two faces or tabs touch in one point, so no single line can go around the net; attach one to another edge"
        )
        raise PlanError("faces", next(iter(panels)), text) from None


def find_gap(solid: Mapping[str, FoldedPolygon], tab: TabPlan) -> float:
    """Return how far the two edges of a tab are apart once the net is folded, mm."""
    one, other = ([*solid[name].edges][edge] for name, edge in ((tab.one, tab.edge), (tab.onto, tab.its_edge)))
    return max(dist(one[0], other[1]), dist(one[1], other[0]))
