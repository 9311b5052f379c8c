"""Bounding boxes of shapes and texts, in mm."""

from collections.abc import Iterable

from generator.fonts.shaping import measure_text_ink
from generator.geometry.bounds import point_bounds, segment_bounds, transformed_box_bounds
from generator.geometry.clearance import text_corners
from generator.geometry.matrix import Matrix
from generator.geometry.types import Box, Quad
from generator.model.picture import Group, Image, Path, Shape, Text


def shape_bounds(shapes: Iterable[Shape], matrix: Matrix) -> Box | None:
    """Return the bounding box of fills, images and texts, without strokes and clips; None if there are none."""
    from generator.geometry.matrix import multiply_matrices

    boxes: list[Box | None] = []
    for shape in shapes:
        match shape:
            case Path():
                boxes.append(segment_bounds(shape.segments, matrix))
            case Group():
                boxes.append(shape_bounds(shape.shapes, multiply_matrices(matrix, shape.matrix)))
            case Image():
                boxes.append(transformed_box_bounds(shape.x, shape.y, shape.width, shape.height, matrix))
            case Text():
                boxes.append(text_bounds(shape, matrix))
    found = [box for box in boxes if box is not None]
    if not found:
        return None
    return min(b[0] for b in found), min(b[1] for b in found), max(b[2] for b in found), max(b[3] for b in found)


def text_bounds(text: Text, matrix: Matrix) -> Box:
    """Return the box of a text run: as wide as its advance, as high as the ink of its characters."""
    return point_bounds(text_run_corners(text, matrix))


def text_run_corners(text: Text, matrix: Matrix) -> Quad:
    """Return the corners of the box of a text run, which may be rotated."""
    return text_corners(
        measure_text_ink(text.font, text.text, text.setting), text.size, text.x, text.y, text.width, matrix
    )
