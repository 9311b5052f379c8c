"""Figures of pieces: one face with labels, pieces on a table, or a piece that folds; values for their templates."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import cos, dist, radians, sin
from typing import Any, NamedTuple

from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices
from generator.geometry.solids import FoldedPolygon, Motion, SpacePoint, cross, fold_polygons, subtract
from generator.geometry.types import Box, Point
from generator.language.suggestions import did_you_mean
from generator.model.figure import LabelData, ThingData
from generator.model.net import Net, net_hinges, net_polygons
from generator.model.picture import walk_groups
from generator.render.figures.callouts import lay_out_callouts, pin_label
from generator.render.figures.draft import (
    LEADING,
    TEXT_SIZE,
    FigureDraft,
    FigurePiece,
    piece_box,
    piece_values,
    round_mm,
)
from generator.render.trimmed_faces import group_boxes, round_corners

_GROUP_GAP = 0.8  # mm of the face from the ink of a group to the end of its leader line


def compose_face(sketch: FigureDraft) -> dict[str, Any]:
    """Return the values for the template: the face, where it stands, and the labels with their leader lines."""
    data = sketch.data
    piece = sketch.find_piece(data.part or "", data.design, data.side or "front")
    if piece is None:
        return {}
    _, _, width, height = piece.face.box
    labels = [
        pin_label(sketch, label, number, at, width)
        for number, label in enumerate(data.labels or ())
        if (at := _find_label_point(sketch, piece, label, number)) is not None
    ]
    made = lay_out_callouts(sketch, width, height, labels)
    middle = made.x + width * made.scale / 2, made.y + height * made.scale / 2
    return {"piece": piece_values(piece, width * made.scale, *middle), "labels": made.labels}


def _find_label_point(sketch: FigureDraft, piece: FigurePiece, label: LabelData, number: int) -> Point | None:
    """Return the point that a label leads to (mm from the top left of the face); None if its group is not there.

    Of several groups of one name, the nearest to the label is taken.
    """
    left, top, width, height = piece.face.box
    if not isinstance(label.at, str):
        if not (0 <= label.at[0] <= width and 0 <= label.at[1] <= height):
            message = f"{label.at[0]:g}, {label.at[1]:g} is outside the face, which is {width:g} x {height:g} mm"
            sketch.add_finding("GF006", message, "labels", number, "at")
        return label.at
    boxes = [
        (x1 - left, y1 - top, x2 - left, y2 - top) for x1, y1, x2, y2 in group_boxes(label.at, (piece.face.group,))
    ]
    if not boxes:
        known = did_you_mean(label.at, [group.name for group, _ in walk_groups((piece.face.group,)) if group.name])
        sketch.add_finding("GF008", f"{piece.name} has no group {label.at!r}{known}", "labels", number, "at")
        return None
    return min((_point_beside_group(box, label.side, width) for box in boxes), key=lambda found: found[0])[1]


def _point_beside_group(box: Box, side: str | None, width: float) -> tuple[tuple[float, float], Point]:
    """Return how far a group is from its label (the upper of two alike is nearer), and the point beside the group."""
    x1, y1, x2, y2 = box
    on_left = side == "left" or (side is None and (x1 + x2) / 2 < width / 2)
    x = max(x1 - _GROUP_GAP, 0.0) if on_left else min(x2 + _GROUP_GAP, width)
    return (round(x if on_left else width - x, 1), y1), (x, (y1 + y2) / 2)


_STACK_OFFSET = 0.6  # mm from a piece of a stack to the next
_MOST_DRAWN = 5  # pieces of a stack that are drawn at most
_DISC = 3.0  # mm from the edge of the figure to the middle of the number of a step
_DISC_AWAY = 2.0  # mm from the corner of a thing, across and up, to the middle of its number, so that it hides nothing
_CAPTION_GAP = 1.2  # mm from a thing to its caption
_BASELINE_OFFSET = 2.15


class _PlacedThing(NamedTuple):
    """The boxes of a thing and of its caption, and the values for the template."""

    box: Box
    words: Box | None
    drawn: dict[str, Any]


def compose_table(sketch: FigureDraft) -> dict[str, Any]:
    """Return the values for the template: the things with their stacks and captions."""
    laid = [_place_thing(sketch, thing, number) for number, thing in enumerate(sketch.data.things or ())]
    for number, each in enumerate(laid):
        if each is not None:
            _check_inside(sketch, each, number)
    _check_words_clear(sketch, laid)
    ground = sketch.find_color(sketch.data.ground, "ground") if sketch.data.ground else None
    return {"things": [each.drawn for each in laid if each], "ground": ground}


def _place_thing(sketch: FigureDraft, thing: ThingData, number: int) -> _PlacedThing | None:
    piece = sketch.find_piece(thing.part, thing.design, thing.side, "things", number)
    if piece is None:
        return None
    width = thing.width or piece.face.box[2]
    if sketch.data.corners and sketch.faces.parts[thing.part].traits.sleeved:
        piece = piece._replace(face=round_corners(piece.face, sketch.data.corners))
    drawn = piece_values(piece, width, *thing.at, thing.turn)
    under = min(thing.copies, _MOST_DRAWN) - 1
    left, top, right, bottom = piece_box(drawn)
    box = left, top - under * _STACK_OFFSET, right + under * _STACK_OFFSET, bottom
    lines: list[str] = []
    if thing.says is not None:
        says = sketch.find_words(thing.says, "things", number, "says")
        lines = sketch.wrap_words(says, max(box[2] - box[0], 24.0), "things", number, "says")
    wide, (x, y) = sketch.widest_line(lines), thing.at
    top = box[3] + _CAPTION_GAP
    words = (x - wide / 2, top, x + wide / 2, top + TEXT_SIZE + LEADING * (len(lines) - 1)) if lines else None
    texts = [{"text": line, "y": round_mm(top + _BASELINE_OFFSET + LEADING * row)} for row, line in enumerate(lines)]
    stack = [
        {"x": round_mm(x + _STACK_OFFSET * each), "y": round_mm(y - _STACK_OFFSET * each)}
        for each in range(under, 0, -1)
    ]
    disc = (
        {
            "number": thing.step,
            "x": round_mm(max(box[0] - _DISC_AWAY, _DISC)),
            "y": round_mm(max(box[1] - _DISC_AWAY, _DISC)),
        }
        if thing.step
        else None
    )
    return _PlacedThing(box, words, {**drawn, "stack": stack, "lines": texts, "disc": disc})


def _check_inside(sketch: FigureDraft, laid: _PlacedThing, number: int) -> None:
    """Report a thing or a caption that reaches beyond the figure."""
    for box, key, what in ((laid.box, "at", "it reaches"), (laid.words, "says", "its caption reaches")):
        if box is not None:
            sketch.check_inside(box, what, "things", number, key)


def _check_words_clear(sketch: FigureDraft, laid: Iterable[_PlacedThing | None]) -> None:
    """Report captions that lie on another thing or on its caption."""
    known = [(number, each) for number, each in enumerate(laid) if each is not None]
    for (one, first), (other, second) in combinations(known, 2):
        for number, own, others in ((one, first, second), (other, second, first)):
            if own.words and (
                boxes_overlap(own.words, others.box) or (others.words and boxes_overlap(own.words, others.words))
            ):
                sketch.add_finding(
                    "GF202", "its caption overlaps another thing or its caption", "things", number, "says"
                )
                break


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


def draw_leaves(net: Net, size: tuple[float, float], share: float, foot: str = "") -> Iterator[dict[str, Any]]:
    """Yield the points and the fill of each panel and tab, from back to front, in a box of this size (mm).

    A panel whose printed side is seen has a `panel`, the `box` and the `matrix` of its face, and the `shade` on that.

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
    panels = {panel.id: panel.points for panel in net.panels}
    for name, leaf in sorted(seen.items(), key=lambda each: _order(each[1], behind)):
        corners = [(round_mm(px * scale + x), round_mm(py * scale + y)) for px, py, _ in leaf.corners]
        points, fill = " ".join(f"{px:g},{py:g}" for px, py in corners), _shade(leaf, name in tabs)
        told: dict[str, Any] = {"points": points, "fill": fill}
        if fill != _BLANK and (matrix := _lay_face(panels[name], corners)):
            told |= {"panel": name, "box": point_bounds(panels[name]), "matrix": matrix}
            told["shade"] = 0.3 * (1 + leaf.normal[2])
        yield told


def _lay_face(flat: Sequence[Point], seen: Sequence[Point]) -> Matrix | None:
    """Return the matrix that lays a panel on the leaf that is seen, unless its first corners lie on one line."""
    one, other = ((x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0) for (x0, y0), (x1, y1), (x2, y2) in (flat[:3], seen[:3]))
    back = invert_matrix(one)
    return multiply_matrices(other, back) if back else None


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
