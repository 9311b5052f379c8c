"""Figure of a net as it is folded, part of the way or to the end: values for templates/figures/fold.svg.j2."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any

from generator.geometry.bounds import point_bounds
from generator.geometry.solids import FoldedPolygon, SpacePoint, fold_polygons
from generator.geometry.types import Point
from generator.language.suggestions import did_you_mean
from generator.model.net import Net, net_hinges, net_polygons
from generator.render.figures.draft import FigureDraft, round_mm

_TILT, _TURN = radians(-50), radians(28)  # the paper is seen from above and from its left
_MARGIN = 0.6  # mm round the drawing, for its lines
_DARKEST, _LIGHTEST = 205, 250  # gray of a printed side that is seen from its edge, and straight on
_BLANK = "#ffffff"  # a tab, or the side without print


def compose_fold(sketch: FigureDraft) -> dict[str, Any]:
    """Return the values for the template: the panels and tabs from back to front, as large as the figure."""
    part = sketch.faces.parts[sketch.data.part or ""]
    design = next((each for each in part.designs if sketch.data.design in (None, each.id)), None)
    if design is None:
        known = did_you_mean(sketch.data.design or "", [each.id for each in part.designs])
        sketch.add_finding("GF008", f"{part.id!r} has no design {sketch.data.design!r}{known}", "design")
        return {}
    if design.net is None:
        sketch.add_finding("GF006", f"{part.id!r} is a {part.kind}, which is not folded", "part")
        return {}
    share = 0.6 if sketch.data.bent is None else sketch.data.bent
    return {"leaves": list(draw_leaves(design.net, sketch.data.size, share))}


def draw_leaves(net: Net, size: tuple[float, float], share: float) -> Iterator[dict[str, str]]:
    """Yield the points and the fill of each panel and tab, from back to front, in a box of this size (mm)."""
    tabs = {tab.id for tab in net.tabs}
    folded = fold_polygons(net_polygons(net), net_hinges(net, share))
    if share == 1:  # the tabs are glued under their faces
        folded = {name: leaf for name, leaf in folded.items() if name not in tabs}
    seen = {name: [_project(corner) for corner in leaf.corners] for name, leaf in folded.items()}
    left, top, right, bottom = point_bounds([point for points in seen.values() for point in points])
    wide, high = size
    scale = min((wide - 2 * _MARGIN) / (right - left), (high - 2 * _MARGIN) / (bottom - top))
    x, y = (wide - (left + right) * scale) / 2, (high - (top + bottom) * scale) / 2
    for name in sorted(folded, key=lambda name: -_depth(folded[name])):
        points = " ".join(f"{round_mm(px * scale + x):g},{round_mm(py * scale + y):g}" for px, py in seen[name])
        yield {"points": points, "fill": _shade(folded[name], name in tabs)}


def _turn(point: SpacePoint) -> SpacePoint:
    """Return a point as the viewer has it: turned about the upright axis, then tilted."""
    x, y, z = point
    x, z = x * cos(_TURN) + z * sin(_TURN), z * cos(_TURN) - x * sin(_TURN)
    return x, y * cos(_TILT) - z * sin(_TILT), y * sin(_TILT) + z * cos(_TILT)


def _project(point: SpacePoint) -> Point:
    return _turn(point)[:2]


def _depth(leaf: FoldedPolygon) -> float:
    """Return how far the middle of a leaf is from the viewer."""
    return sum(_turn(corner)[2] for corner in leaf.corners) / len(leaf.corners)


def _shade(leaf: FoldedPolygon, is_tab: bool) -> str:
    """Return the fill of a leaf: gray where its printed side is seen, lighter the more it faces the viewer."""
    facing = -_turn(leaf.normal)[2]
    if facing <= 0 or is_tab:
        return _BLANK
    level = round(_DARKEST + (_LIGHTEST - _DARKEST) * facing)
    return f"#{level:02x}{level:02x}{level:02x}"
