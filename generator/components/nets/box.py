"""Boxes: tuck boxes, trays and their lids, sized by what they hold; mm."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from generator.components.nets.assembly import FOLDED_KIND, make_net
from generator.components.nets.plan import FoldPlan, NetFace, NetPlan, PlanError, TabPlan, lay_out
from generator.geometry.polygon import rectangle_points
from generator.model.data_types import Length, Positive, Value
from generator.model.finding import KeyedError, Place, refuse
from generator.model.game import KindTraits, PartData, PieceStack
from generator.model.net import Net

TOP, RIGHT, BOTTOM, LEFT = range(4)
_EDGES = ("top", "right", "bottom", "left")
_TAB_DEPTH = 12.0  # greatest depth of a glue tab
_TUCK_DEPTH = 16.0  # greatest depth of the flap that is tucked in
_TAPER = 1.0  # mm by which a flap that is tucked in is narrower at each side, so that it slides in
_NOTCH_STEPS = 24  # chords of the thumb notch: within 0.03 mm of a half circle of 9 mm radius
_SLEEVE = (2.5, 3.0)  # mm that a sleeve adds to width and height: 66 x 91 mm for cards of 63.5 x 88
_SLEEVE_THICKNESS = 0.12  # mm that two layers of it add
_LID_PLAY = 0.4  # mm between the walls of a tray and of its lid, at each side

Inner = Annotated[list[Positive], Meta(min_length=3, max_length=3)]
Held = Annotated[list[str], Meta(min_length=1, max_length=20)]
Sleeves = Annotated[dict[str, Positive], Meta(min_length=1, max_length=20)]


class BoxData(PartData, frozen=True, kw_only=True):
    """A box of card: its inner size, or the flat parts that it holds in one stack."""

    style: Annotated[
        Literal["tuck", "tray", "lid"], Meta(description="a tuck box, an open tray, or a lid over a tray")
    ] = "tuck"
    inner: Annotated[Inner | None, Meta(description="[width, height, depth] of the room inside, mm; or `holds`")] = None
    holds: Annotated[Held | None, Meta(description="flat parts that lie in it, one stack; or `inner`")] = None
    thickness: Annotated[Positive, Meta(description="of one piece that it holds, mm")] = 0.3
    sleeves: Annotated[
        bool | Positive | Sleeves,
        Meta(description="the pieces are in sleeves, of this thickness, or: part -> thickness"),
    ] = False
    clearance: Annotated[Length, Meta(description="on each side of what it holds, mm")] = 0.5
    board: Annotated[Positive, Meta(description="thickness of the card that the box is made of, mm")] = 0.3
    notch: Annotated[Length, Meta(description="width of the thumb notch of a tuck box, mm; 0 for none")] = 18.0

    def __post_init__(self) -> None:
        """Refuse a box without a size, or with two (KeyedError)."""
        if (self.inner is None) == (self.holds is None):
            raise KeyedError("inner" if self.inner else "", "a box needs either `inner` or `holds`, and not both")
        if self.sleeves and self.inner:
            raise KeyedError("sleeves", "`sleeves` are of what a box `holds`; the size of this one is its `inner`")
        if other := next((name for name in self.sleeve_map if name not in (self.holds or ())), ""):
            raise KeyedError("sleeves", f"the box does not hold {other!r}; `sleeves` names parts that it `holds`")

    @property
    def sleeve_map(self) -> Mapping[str, float]:
        """Return the thickness of the sleeves of each part that is in sleeves, mm."""
        if isinstance(self.sleeves, dict):
            return self.sleeves
        thickness = _SLEEVE_THICKNESS if self.sleeves is True else self.sleeves
        return dict.fromkeys(self.holds or (), thickness) if thickness else {}


def fit_box(box: BoxData, stacks: Sequence[PieceStack]) -> BoxData:
    """Return the box with the inner size that its stacks need."""
    width = height = depth = 0.0
    for name, stack in zip(box.holds or (), stacks, strict=True):
        sleeve = box.sleeve_map.get(name, 0.0)
        wider, higher = _SLEEVE if sleeve else (0.0, 0.0)
        width, height = max(width, stack.width + wider), max(height, stack.height + higher)
        depth += stack.pieces * (box.thickness + sleeve)
    room = [each + 2 * box.clearance for each in (width, height, depth)]
    return replace(box, inner=room, holds=None, sleeves=False)


def unfold_box(box: BoxData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net; DataError for a box too small for its tabs (GF006).

    Card is folded in the middle of its thickness, so that the room inside is narrower than the walls are apart.
    """
    width, height, depth = box.inner or (0.0, 0.0, 0.0)
    over = 2 * (box.board + _LID_PLAY) if box.style == "lid" else 0.0
    ends = 2 if box.style == "tuck" else 1  # walls above and below: a tray has only one
    inside = width + over, height + over, depth
    walls = inside[0] + box.board, inside[1] + box.board, depth + ends * box.board / 2
    outside = inside[0] + 2 * box.board, inside[1] + 2 * box.board, depth + ends * box.board
    hanging = TOP if box.style == "lid" else BOTTOM  # a lid goes over a tray: its walls hang
    plan = _plan_tuck_box(*walls, box.notch) if box.style == "tuck" else _plan_walls(*walls, hanging)
    try:
        laid = lay_out(plan)
    except PlanError as error:
        key = "inner" if box.holds is None else "holds"
        raise refuse("GF006", at(key), f"this box is too small to be folded and glued: {error}") from None
    panels = [replace(panel, is_flap=panel.id in _FLAPS, may_be_blank=panel.id != "front") for panel in laid.panels]
    names = ("width", "height", "depth", "outer_width", "outer_height", "outer_depth")
    return make_net(panels, laid.folds, laid.tabs, dict(zip(names, (*inside, *outside), strict=True)))


def _plan_tuck_box(width: float, height: float, depth: float, notch: float) -> NetPlan:
    """Return four walls in a row, the bottom glued, a lid with a flap that is tucked in, and two flaps under it."""
    walls = {name: _rectangle(size, height) for name, size in (("right", depth), ("back", width), ("left", depth))}
    front = _front(width, height, min(notch, 0.6 * width, 0.8 * height))
    tuck = _flap(width, min(_TUCK_DEPTH, 0.6 * height))
    dust = _flap(depth, min(depth, 0.45 * width))
    ends = {"lid": _rectangle(width, depth), "bottom": _rectangle(width, depth)}
    faces = {"front": front, **walls, **ends, "tuck": tuck, "dust-right": dust, "dust-left": dust}
    right, bottom, left = (front.edges.index(name) for name in ("right", "bottom", "left"))
    folds = [
        FoldPlan("front", right, "right", LEFT, 90.0),
        FoldPlan("right", RIGHT, "back", LEFT, 90.0),
        FoldPlan("back", RIGHT, "left", LEFT, 90.0),
        FoldPlan("front", bottom, "bottom", TOP, 90.0),
        FoldPlan("back", TOP, "lid", TOP, 90.0),
        FoldPlan("lid", BOTTOM, "tuck", TOP, 90.0),
        FoldPlan("right", TOP, "dust-right", TOP, 90.0),
        FoldPlan("left", TOP, "dust-left", TOP, 90.0),
    ]
    tabs = [
        TabPlan("left", RIGHT, "front", left, 90.0, deep=_TAB_DEPTH),
        TabPlan("bottom", BOTTOM, "back", BOTTOM, 90.0, deep=_TAB_DEPTH),
        TabPlan("right", BOTTOM, "bottom", RIGHT, 90.0, deep=_TAB_DEPTH),
        TabPlan("left", BOTTOM, "bottom", LEFT, 90.0, deep=_TAB_DEPTH),
    ]
    return NetPlan(faces, folds, tabs)


def _plan_walls(width: float, height: float, depth: float, hanging: int) -> NetPlan:
    """Return a base with four walls, which hang on it by that edge, joined at the corners by tabs on two of them."""
    sides = (("north", TOP, width), ("east", RIGHT, height), ("south", BOTTOM, width), ("west", LEFT, height))
    faces = {"base": _rectangle(width, height), **{name: _rectangle(long, depth) for name, _, long in sides}}
    folds = [FoldPlan("base", edge, name, hanging, 90.0) for name, edge, _ in sides]
    first, second = (LEFT, RIGHT) if hanging == TOP else (RIGHT, LEFT)
    tabs = [
        TabPlan(one, edge, onto, RIGHT + LEFT - edge, 90.0, deep=_TAB_DEPTH)
        for one, beside in (("north", ("east", "west")), ("south", ("west", "east")))
        for edge, onto in zip((first, second), beside, strict=True)
    ]
    return NetPlan(faces, folds, tabs)


_FLAPS = frozenset({"tuck", "dust-right", "dust-left"})


def _rectangle(width: float, height: float) -> NetFace:
    return NetFace(rectangle_points(width, height), None, _EDGES)


def _flap(width: float, deep: float) -> NetFace:
    """Return a flap that hangs on its top edge and tapers toward the other."""
    x, y = width / 2, deep / 2
    taper = min(_TAPER + 0.15 * deep, 0.4 * width)
    return NetFace(
        ((-x, -y), (x, -y), (x - _TAPER / 2, y - taper), (x - taper, y), (taper - x, y), (_TAPER / 2 - x, y - taper))
    )


def _front(width: float, height: float, notch: float) -> NetFace:
    """Return the front wall, with a half round notch for the thumb in its top edge."""
    x, y = width / 2, height / 2
    curve = tuple(_notch_points(notch / 2, -y)) if notch else ()
    names = ("top", *(f"notch{n}" for n in range(1, len(curve))), "top2") if curve else ("top",)
    return NetFace(((-x, -y), *curve, (x, -y), (x, y), (-x, y)), None, (*names, "right", "bottom", "left"))


def _notch_points(radius: float, y: float) -> Iterator[tuple[float, float]]:
    for step in range(_NOTCH_STEPS + 1):
        turn = pi * step / _NOTCH_STEPS
        yield -radius * cos(turn), y + radius * sin(turn)


BOX = FOLDED_KIND._replace(
    data=BoxData, net=unfold_box, fit=fit_box, traits=KindTraits(stacks=False, divided=True, holds=True, foot="bottom")
)
