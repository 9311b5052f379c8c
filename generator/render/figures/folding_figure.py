"""Figure of a net as it is folded, part of the way or to the end: values for templates/figures/fold.svg.j2."""

from collections.abc import Iterator, Mapping
from math import cos, dist, radians, sin
from typing import Any

from generator.geometry.bounds import point_bounds
from generator.geometry.solids import FoldedPolygon, Motion, SpacePoint, cross, fold_polygons, subtract
from generator.language.suggestions import did_you_mean
from generator.model.net import Net, net_hinges, net_polygons
from generator.render.figures.draft import FigureDraft, round_mm

_TILT, _TURN = radians(-50), radians(28)  # the paper is seen from above and from its left
_RISE, _AROUND = radians(24), radians(27)  # what stands is seen from a little above, and not straight on
_BEHIND = 0.2  # of the box: how far a blank side lies behind the printed side that it is glued to
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


def draw_leaves(net: Net, size: tuple[float, float], share: float, foot: str = "") -> Iterator[dict[str, str]]:
    """Yield the points and the fill of each panel and tab, from back to front, in a box of this size (mm).

    The first panel of the net lies flat; if a panel is the `foot`, the piece stands on it.
    """
    tabs = {tab.id for tab in net.tabs}
    folded = fold_polygons(net_polygons(net), net_hinges(net, share))
    if share == 1:  # the tabs are glued under their faces
        folded = {name: leaf for name, leaf in folded.items() if name not in tabs}
    look = _turn
    if foot in folded:
        folded, look = _stand_up(folded, foot), _look_down
    seen = {name: FoldedPolygon(tuple(map(look, leaf.corners)), look(leaf.normal)) for name, leaf in folded.items()}
    left, top, right, bottom = point_bounds([corner[:2] for leaf in seen.values() for corner in leaf.corners])
    wide, high = size
    scale = min((wide - 2 * _MARGIN) / (right - left), (high - 2 * _MARGIN) / (bottom - top))
    x, y = (wide - (left + right) * scale) / 2, (high - (top + bottom) * scale) / 2
    behind = _BEHIND * (right - left + bottom - top) if foot else 0.0
    for name, leaf in sorted(seen.items(), key=lambda each: _order(each[1], behind)):
        points = " ".join(f"{round_mm(px * scale + x):g},{round_mm(py * scale + y):g}" for px, py, _ in leaf.corners)
        yield {"points": points, "fill": _shade(leaf, name in tabs)}


def _stand_up(folded: Mapping[str, FoldedPolygon], foot: str) -> dict[str, FoldedPolygon]:
    """Return a piece turned so that its foot lies below it, its first edge along x."""
    (start, end, *_), down = folded[foot].corners, folded[foot].normal
    long = dist(start, end)
    across, up, away = subtract(end, start)
    along = across / long, up / long, away / long
    turn = Motion((along, cross(down, along), down), (0.0, 0.0, 0.0))
    return {
        name: FoldedPolygon(tuple(map(turn.turn_vector, leaf.corners)), turn.turn_vector(leaf.normal))
        for name, leaf in folded.items()
    }


def _turn(point: SpacePoint) -> SpacePoint:
    """Return a point of lying paper as the viewer has it: turned about the upright axis, then tilted."""
    x, y, z = point
    x, z = x * cos(_TURN) + z * sin(_TURN), z * cos(_TURN) - x * sin(_TURN)
    return x, y * cos(_TILT) - z * sin(_TILT), y * sin(_TILT) + z * cos(_TILT)


def _look_down(point: SpacePoint) -> SpacePoint:
    """Return a point of a standing piece, whose z leads down, as the viewer has it."""
    x, y, z = point
    x, near = x * cos(_AROUND) - y * sin(_AROUND), x * sin(_AROUND) + y * cos(_AROUND)
    return x, z * cos(_RISE) + near * sin(_RISE), z * sin(_RISE) - near * cos(_RISE)


def _order(leaf: FoldedPolygon, behind: float) -> tuple[float, bool]:
    """Return what sorts leaves from back to front; one that turns away lies farther back by so much, or just behind."""
    toward = leaf.normal[2] < 0
    depth = sum(corner[2] for corner in leaf.corners) / len(leaf.corners) + (0.0 if toward else behind)
    return -round(depth, 3), toward


def _shade(leaf: FoldedPolygon, is_tab: bool) -> str:
    """Return the fill of a leaf: gray where its printed side is seen, lighter the more it faces the viewer."""
    facing = -leaf.normal[2]
    if facing <= 0 or is_tab:
        return _BLANK
    level = round(_DARKEST + (_LIGHTEST - _DARKEST) * facing)
    return f"#{level:02x}{level:02x}{level:02x}"
