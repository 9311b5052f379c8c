"""Nets of a game's own: faces, the folds between their edges and tabs, as the data list them."""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Annotated

from msgspec import Meta, field

from generator.components.nets.assembly import FOLDED_KIND, make_net, panel_points
from generator.components.nets.plan import (
    FoldPlan,
    LaidNet,
    NetFace,
    NetPlan,
    PlanError,
    TabPlan,
    find_gap,
    lay_out,
    name_edge,
)
from generator.geometry.polygon import find_smallest_box_turn, signed_area
from generator.geometry.solids import FoldedPolygon, angle_between, dot, find_meeting_edges, subtract
from generator.geometry.tolerances import DISPLAYED_ROUNDING, FOLDED
from generator.geometry.types import Points
from generator.language.suggestions import did_you_mean
from generator.model.data_types import ID, Positive, Strict, Value, WidthHeight
from generator.model.finding import KeyedError, Place, refuse
from generator.model.game import KindTraits, PartData
from generator.model.net import Net, fold_panels

_MOST_FACES = 60  # each is compared with every other
_MOST_CORNERS = 60
_RECTANGLE_EDGES = ("top", "right", "bottom", "left")
_Sides = Annotated[int, Meta(ge=3, le=24)]
_PlanePoint = Annotated[list[Annotated[float, Meta(ge=-1000, le=1000)]], Meta(min_length=2, max_length=2)]
_Corners = Annotated[list[_PlanePoint], Meta(min_length=3, max_length=_MOST_CORNERS)]
_EdgeName = Annotated[str, Meta(description="an edge, as face.top or face.2", pattern=r"^[a-z][a-z0-9-]*\.[a-z0-9]+$")]


class NetFaceData(Strict, frozen=True, kw_only=True):
    """A face: a rectangle by its `size`, a regular polygon by `sides` and `edge`, or any polygon by its `points`."""

    size: Annotated[
        WidthHeight | None, Meta(description="[width, height], mm; its edges are top, right, bottom, left")
    ] = None
    sides: Annotated[_Sides | None, Meta(description="of a regular polygon; side 1 is at the bottom")] = None
    edge: Annotated[Positive | None, Meta(description="length of each of its sides, mm")] = None
    points: Annotated[
        _Corners | None, Meta(description="corners, mm, clockwise; edge 1 leads from the first to the second")
    ] = None
    value: Annotated[str | int | float | None, Meta(description="for the template")] = None

    def __post_init__(self) -> None:
        """Refuse a face with no shape, or with two (KeyedError)."""
        given = [self.size is not None, self.sides is not None, self.points is not None]
        if sum(given) != 1:
            raise KeyedError("", "a face needs one of `size`, `points`, or `sides` with `edge`")
        if (self.sides is None) != (self.edge is None):
            raise KeyedError("edge" if self.edge else "sides", "`sides` and `edge` go together")


class NetFoldData(Strict, frozen=True, kw_only=True):
    """A fold between two edges of the same length."""

    between: Annotated[list[_EdgeName], Meta(description="the two edges", min_length=2, max_length=2)]
    angle: Annotated[
        float, Meta(description="degrees by which the second face is bent back; negative for forward", ge=-180, le=180)
    ] = 90.0

    def __post_init__(self) -> None:
        """Refuse a fold that bends nothing (KeyedError)."""
        if not self.angle:
            raise KeyedError("angle", "a fold of 0 degrees bends nothing; merge the two faces into one")


class NetTabData(Strict, frozen=True, kw_only=True):
    """A glue tab on one edge, glued under the face of the other, which it meets once the net is folded."""

    edge: Annotated[_EdgeName, Meta(description="the edge that has the tab")]
    onto: Annotated[_EdgeName, Meta(description="the edge that it is glued along")]
    depth: Annotated[Positive, Meta(description="greatest depth, mm")] = 6.0


class NetData(PartData, frozen=True, kw_only=True):
    """A net of the game's own: the first face stays in place, and folds lead from it to all others."""

    faces: Annotated[
        dict[Annotated[str, Meta(pattern=ID)], NetFaceData],
        Meta(description="the faces by name", max_length=_MOST_FACES),
    ]
    folds: Annotated[list[NetFoldData], Meta(min_length=1, max_length=_MOST_FACES)]
    tabs: Annotated[list[NetTabData], Meta(max_length=3 * _MOST_FACES)] = field(default_factory=list)
    closed: Annotated[bool | None, Meta(description="whether each edge meets another once the net is folded")] = None


def unfold_net(data: NetData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net; DataError if it cannot be laid out, a tab misses its edge, or it is not closed as it says."""
    faces = {name: _plan_face(name, face, at) for name, face in data.faces.items()}
    folds = [_plan_fold(faces, fold, at("folds", number)) for number, fold in enumerate(data.folds)]
    plan = NetPlan(faces, folds)
    solid = _fold(_lay_out(plan, at))
    tabs = [_plan_tab(plan, solid, tab, at("tabs", number)) for number, tab in enumerate(data.tabs)]
    laid = _lay_out(plan._replace(tabs=tabs), at)
    _hold_closed(data, plan, solid, at)
    polygons = [panel_points(panel) for panel in laid.panels] + [tab.points for tab in laid.tabs]
    turn = find_smallest_box_turn([point for polygon in polygons for point in polygon])
    return make_net(laid.panels, laid.folds, laid.tabs, {}, turn=turn)


def _plan_fold(faces: Mapping[str, NetFace], fold: NetFoldData, place: Place) -> FoldPlan:
    (one, edge), (other, its) = (_find_edge(faces, text, place) for text in fold.between)
    return FoldPlan(one, edge, other, its, fold.angle)


def _plan_face(name: str, face: NetFaceData, at: Callable[..., Place]) -> NetFace:
    if face.size is not None:
        x, y = face.size[0] / 2, face.size[1] / 2
        return NetFace(((-x, -y), (x, -y), (x, y), (-x, y)), face.value, _RECTANGLE_EDGES)
    if face.sides is not None and face.edge is not None:
        return NetFace(regular_polygon(face.sides, face.edge), face.value)
    given = tuple((x, y) for x, y in face.points or ())
    if signed_area(given) < 1:
        text = "list the corners of a face clockwise as you see it, so that they enclose an area"
        raise refuse("GF006", at("faces", name, "points"), text)
    x, y = (sum(values) / len(given) for values in zip(*given, strict=True))
    return NetFace(tuple((px - x, py - y) for px, py in given), face.value)


def regular_polygon(sides: int, edge: float) -> Points:
    """Return a regular polygon around 0, 0; its first side is at its foot, and the others follow clockwise."""
    radius = edge / 2 / sin(pi / sides)
    turns = (pi / 2 - pi / sides + 2 * pi * n / sides for n in range(sides))
    return tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)


def _find_edge(faces: Mapping[str, NetFace], text: str, place: Place) -> tuple[str, int]:
    """Return the face and the number of an edge; GF008 for one that there is not."""
    name, _, edge = text.partition(".")
    if name not in faces:
        raise refuse("GF008", place, f"there is no face {name!r}{did_you_mean(name, faces)}")
    face = faces[name]
    names = [face.name_edge(number) for number in range(len(face.points))]
    if edge not in names:
        raise refuse("GF008", place, f"the face {name!r} has no edge {edge!r}; its edges are {', '.join(names)}")
    return name, names.index(edge)


def _lay_out(plan: NetPlan, at: Callable[..., Place]) -> LaidNet:
    try:
        return lay_out(plan)
    except PlanError as error:
        raise refuse("GF006", at(error.sort, error.key), str(error)) from None


def _fold(laid: LaidNet) -> Mapping[str, FoldedPolygon]:
    return fold_panels(make_net(laid.panels, laid.folds, laid.tabs, {}))


def _plan_tab(plan: NetPlan, solid: Mapping[str, FoldedPolygon], tab: NetTabData, place: Place) -> TabPlan:
    """Return the plan of a tab, bent so that it lies under the face that it is glued to (GF006 if it misses that)."""
    one, other = _find_edge(plan.faces, tab.edge, place), _find_edge(plan.faces, tab.onto, place)
    planned = TabPlan(*one, *other, 0.0, tab.depth)
    if (far := find_gap(solid, planned)) > FOLDED:
        text = f"once folded, {tab.edge} and {tab.onto} are {max(far, DISPLAYED_ROUNDING):.3g} mm apart"
        raise refuse("GF006", place, f"{text}; {_describe_meeting(plan, solid, one)}")
    here, there = solid[one[0]], solid[other[0]]
    x, y, z = (sum(values) / len(there.corners) for values in zip(*there.corners, strict=True))
    is_behind = dot(subtract((x, y, z), here.corners[one[1]]), here.normal) < FOLDED
    return planned._replace(angle=angle_between(here.normal, there.normal) * (1 if is_behind else -1))


def _describe_meeting(plan: NetPlan, solid: Mapping[str, FoldedPolygon], edge: tuple[str, int]) -> str:
    """Return which edges an edge meets instead."""
    met = next(others for name, number, others in find_meeting_edges(solid) if (name, number) == edge)
    names = " and ".join(name_edge(plan, *other) for other in met)
    return f"{name_edge(plan, *edge)} meets {names or 'no edge: correct an angle or a length'}"


def _hold_closed(data: NetData, plan: NetPlan, solid: Mapping[str, FoldedPolygon], at: Callable[..., Place]) -> None:
    """Refuse a net that is not as closed as it says (GF006)."""
    open_edges = [name_edge(plan, name, edge) for name, edge, others in find_meeting_edges(solid) if len(others) != 1]
    if data.closed is True and open_edges:
        more = f" and {len(open_edges) - 1} more" if len(open_edges) > 1 else ""
        text = f"once folded, the net is not closed: {open_edges[0]}{more} meet no other edge"
        raise refuse("GF006", at("closed"), text)
    if data.closed is False and not open_edges:
        raise refuse("GF006", at("closed"), "once folded, each edge of the net meets another: it is closed")


NET = FOLDED_KIND._replace(data=NetData, net=unfold_net, traits=KindTraits(stacks=False, divided=True, free=True))
