"""Figure of one face with labels: values for templates/figures/face.svg.j2."""

from typing import Any

from generator.geometry.types import Box, Point
from generator.language.suggestions import did_you_mean
from generator.model.figure import LabelData
from generator.render.figures.callouts import lay_out_callouts, pin_label
from generator.render.figures.draft import FigureDraft, FigurePiece, piece_values
from generator.render.trimmed_faces import group_boxes, group_names

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
        known = did_you_mean(label.at, group_names((piece.face.group,)))
        sketch.add_finding("GF008", f"{piece.name} has no group {label.at!r}{known}", "labels", number, "at")
        return None
    return min((_point_beside_group(box, label.side, width) for box in boxes), key=lambda found: found[0])[1]


def _point_beside_group(box: Box, side: str | None, width: float) -> tuple[tuple[float, float], Point]:
    """Return how far a group is from its label (the upper of two alike is nearer), and the point beside the group."""
    x1, y1, x2, y2 = box
    on_left = side == "left" or (side is None and (x1 + x2) / 2 < width / 2)
    x = max(x1 - _GROUP_GAP, 0.0) if on_left else min(x2 + _GROUP_GAP, width)
    return (round(x if on_left else width - x, 1), y1), (x, (y1 + y2) / 2)
