"""Segments and shapes go in, the boxes that hold them come out."""

from collections.abc import Iterable

from generator.geometry.bounds import Box, point_bounds, segment_bounds, transformed_box_bounds
from generator.geometry.clearance import text_corners
from generator.geometry.matrix import Matrix
from generator.geometry.types import Quad
from generator.model.picture import Group, Image, Path, Shape, Text


def of_shapes(shapes: Iterable[Shape], matrix: Matrix) -> Box | None:
    """Return the box of the shapes' geometry: fills, images and lines of text, without strokes or clips."""
    from generator.geometry.matrix import multiply

    boxes: list[Box | None] = []
    for shape in shapes:
        match shape:
            case Path():
                boxes.append(segment_bounds(shape.segments, matrix))
            case Group():
                boxes.append(of_shapes(shape.shapes, multiply(matrix, shape.matrix)))
            case Image():
                boxes.append(transformed_box_bounds(shape.x, shape.y, shape.width, shape.height, matrix))
            case Text():
                boxes.append(of_text(shape, matrix))
    found = [box for box in boxes if box is not None]
    if not found:
        return None
    return min(b[0] for b in found), min(b[1] for b in found), max(b[2] for b in found), max(b[3] for b in found)


def of_text(text: Text, matrix: Matrix) -> Box:
    """Return the box of a run: its advance wide, as high as the ink of its characters."""
    return point_bounds(corners_of_text(text, matrix))


def corners_of_text(text: Text, matrix: Matrix) -> Quad:
    """Return the corners of a run's own box, which may be turned."""
    return text_corners(text.font.ink_extent(text.text), text.size, text.x, text.y, text.width, matrix)
