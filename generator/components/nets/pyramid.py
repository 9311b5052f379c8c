"""Pyramids: nets of square pyramids."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, pairwise
from math import acos, atan, atan2, cos, degrees, hypot, radians, sin
from typing import Annotated, NamedTuple

from msgspec import Meta

from generator.components.nets.assembly import (
    FOLDED_KIND,
    TAB_ANGLE,
    make_fold,
    make_net,
    make_tab,
    min_tab_depth,
    panel_points,
)
from generator.geometry.matrix import Matrix
from generator.geometry.polygon import find_smallest_box_turn, rectangle_points, turned_box_area
from generator.geometry.types import Points
from generator.model.data_types import Positive, Value
from generator.model.finding import Place, refuse
from generator.model.game import KindTraits, PartData
from generator.model.net import Fold, Net, Panel, Tab

RIGHT_SIDE, BASE_SIDE = 0, 1  # edges of a side of the pyramid
# (edge of the base, steps from the side that the base hangs on to the side that this edge meets)
BASE_EDGES = ((1, 1), (2, 2), (3, 3))
_DECIMAL = re.compile(r"\d{1,6}(\.\d{1,6})?")

TabWithFold = tuple[Tab, Fold]


class PyramidData(PartData, frozen=True, kw_only=True):
    """A square pyramid; `base` and `height` in mm, here or in each row; `scale` multiplies them, but not the tabs."""

    base: Annotated[Positive | None, Meta(description="edge of the base, mm; or a column `base`")] = None
    height: Annotated[Positive | None, Meta(description="height of the pyramid, mm; or a column `height`")] = None
    scale: Annotated[Positive, Meta(description="multiplies base and height")] = 1.0
    tab: Annotated[Positive, Meta(description="depth of the tab on the open side, mm")] = 5.0
    base_tab: Annotated[Positive, Meta(description="depth of the tabs on the base, mm")] = 4.0


def unfold_pyramid(pyramid: PyramidData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net with the smallest bounding box; DataError for invalid lengths or a net that cannot be closed.

    The four sides form a fan around the apex, and the base hangs on one of them. GF005, GF006.
    """
    base, height = (pyramid.scale * _read_length(pyramid, row, name, at) for name in ("base", "height"))
    facts = pyramid_facts(base, height) | {"scale": pyramid.scale}
    for name, deep, edge in (("tab", pyramid.tab, "edge"), ("base_tab", pyramid.base_tab, "base")):
        if deep < (least := min_tab_depth(facts[edge])):
            message = f"{name} must be at least {least:.3g} mm deep on an edge of {facts[edge]:.4g} mm, not {deep:g}"
            raise refuse("GF006", at(name), message)
    plans = [made for side in (2, 3, 1, 4) if (made := _plan_net(facts, side, pyramid.tab, pyramid.base_tab))]
    if not plans:
        size = f"a base of {base:g} mm and a height of {height:g} mm"
        raise refuse("GF006", at("height"), f"{size} leave no room for the tabs of the net, so it cannot be closed")
    smallest = min(plans, key=lambda plan: round(turned_box_area(plan.points, plan.turn), 3))
    return make_net(smallest.panels, smallest.folds, smallest.tabs, facts, turn=smallest.turn)


def pyramid_facts(base: float, height: float) -> dict[str, float]:
    """Return the measures that follow from base and height, in mm and degrees.

    slant s = sqrt(h² + b²/4), edge e = sqrt(s² + b²/4), apex angle = 2 atan(b / 2s), face to base = atan(2h / b).
    """
    slant = hypot(height, base / 2)
    apex = 2 * degrees(atan(base / 2 / slant))
    return {
        "base": base,
        "height": height,
        "slant": slant,
        "edge": hypot(slant, base / 2),
        "apex": apex,
        "base_angle": 90 - apex / 2,
        "fan": 4 * apex,
        "face_to_base": degrees(atan(2 * height / base)),
    }


def fold_angles(facts: Mapping[str, float]) -> tuple[float, float]:
    """Return the fold angles in degrees between two sides, and between a side and the base.

    Outward normals of neighboring sides are (h, 0, b/2) / s and (0, h, b/2) / s: their product is the cosine, b² / 4s².
    """
    between = acos((facts["base"] / 2 / facts["slant"]) ** 2)
    return degrees(between), 180 - facts["face_to_base"]


def _read_length(pyramid: PyramidData, row: Mapping[str, Value], name: str, at: Callable[..., Place]) -> float:
    given, own = row.get(name), pyramid.base if name == "base" else pyramid.height
    if given is None and own is None:
        raise refuse("GF005", at(name), f"a pyramid needs `{name}`: a length in mm, here or as a column of its rows")
    if given is not None and own is not None:
        raise refuse("GF006", at(name), f"{name} is given both for the part and in its rows; keep one of them")
    value = float(given) if isinstance(given, str) and _DECIMAL.fullmatch(given) else own if given is None else given
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise refuse("GF006", at(name), f"{name} must be a length above 0, in mm, not {given!r}")
    return value


class _NetPlan(NamedTuple):
    """The parts of a net, all of their corners, and the turn, in radians, to the smallest box around them."""

    panels: Sequence[Panel]
    folds: Sequence[Fold]
    tabs: Sequence[Tab]
    points: Points
    turn: float


def _plan_net(facts: Mapping[str, float], hanging: int, deep: float, base_deep: float) -> _NetPlan | None:
    """Return the plan of the net with the base on that side; None if a tab has no room."""
    sides = [_side_panel(facts, number) for number in (1, 2, 3, 4)]
    base = _base_panel(facts, sides[hanging - 1])
    between, below = fold_angles(facts)
    folds = [make_fold(one, RIGHT_SIDE, other, "mountain", between) for one, other in pairwise(sides)]
    folds.append(make_fold(sides[hanging - 1], BASE_SIDE, base, "mountain", below))
    flaps = _make_flaps(facts, sides[3], base, hanging, deep, base_deep=base_deep)
    if None in flaps:
        return None
    tabs = [flap[0] for flap in flaps if flap]
    folds += [flap[1] for flap in flaps if flap]
    panels = [*sides, base]
    points = tuple(chain(*map(panel_points, panels), *(tab.points for tab in tabs)))
    return _NetPlan(panels, folds, tabs, points, find_smallest_box_turn(points))


def _side_panel(facts: Mapping[str, float], number: int) -> Panel:
    """Return a side around the center of its inscribed circle (radius b s / (b + 2 e)); apex at 0, 0 of the net."""
    base, slant = facts["base"], facts["slant"]
    radius = base * slant / (base + 2 * facts["edge"])
    points = (0.0, radius - slant), (base / 2, radius), (-base / 2, radius)
    turn = radians(facts["apex"]) * (2.5 - number)
    return Panel(str(number), points, _apex_matrix(turn, slant - radius))


def _base_panel(facts: Mapping[str, float], side: Panel) -> Panel:
    turn = atan2(side.matrix[1], side.matrix[0])
    return Panel(
        "base", rectangle_points(facts["base"], facts["base"]), _apex_matrix(turn, facts["slant"] + facts["base"] / 2)
    )


def _apex_matrix(turn: float, down: float) -> Matrix:
    """Return the matrix that moves down, then turns clockwise around 0, 0; radians."""
    return cos(turn), sin(turn), -sin(turn), cos(turn), -sin(turn) * down, cos(turn) * down


def _make_flaps(
    facts: Mapping[str, float], last: Panel, base: Panel, hanging: int, deep: float, base_deep: float
) -> list[TabWithFold | None]:
    """Return the tab of the open side and three of the base, with ends slanted so that each stays inside its face.

    Side 1 receives the tab of side 4 and, unless the base hangs on it, one of the base; the two share its corner.
    """
    between, below = fold_angles(facts)
    shared = TAB_ANGLE if hanging == 1 else min(TAB_ANGLE, facts["base_angle"] / 2)
    tip = min(TAB_ANGLE, 0.8 * facts["apex"], 0.8 * (360 - facts["fan"]))
    flaps = [make_tab(last, RIGHT_SIDE, "1", deep, between, ends=(tip, shared))]
    for index, after in BASE_EDGES:
        onto = (hanging + after - 1) % 4 + 1
        ends = (min(shared, 0.9 * facts["base_angle"]) if onto == 1 else _base_tab_angle(facts), _base_tab_angle(facts))
        flaps.append(make_tab(base, index, str(onto), base_deep, below, ends=ends))
    return flaps


def _base_tab_angle(facts: Mapping[str, float]) -> float:
    return min(TAB_ANGLE, 0.9 * facts["base_angle"])


PYRAMID = FOLDED_KIND._replace(
    data=PyramidData, net=unfold_pyramid, traits=KindTraits(stacks=False, divided=True, foot="base")
)
