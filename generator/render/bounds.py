"""Bounding boxes of shapes and texts, in mm."""

from collections.abc import Callable, Iterable

from generator.fonts.shaping import text_run_corners
from generator.geometry.bounds import point_bounds, segment_bounds, transformed_box_bounds, union_boxes
from generator.geometry.matrix import Matrix
from generator.geometry.types import Box
from generator.model.picture import Image, Path, Shape, Text, walk_leaves


def shape_bounds(
    shapes: Iterable[Shape], matrix: Matrix, box_text: Callable[[Text, Matrix], Box] | None = None
) -> Box | None:
    """Return the bounding box of fills, images and texts, without strokes and clips; None if there are none.

    `box_text` returns that of a text, by default `text_bounds`.
    """
    boxes: list[Box | None] = []
    for shape, at in walk_leaves(shapes, matrix):
        match shape:
            case Path():
                boxes.append(segment_bounds(shape.segments, at))
            case Image():
                boxes.append(transformed_box_bounds(shape.x, shape.y, shape.width, shape.height, at))
            case Text():
                boxes.append((box_text or text_bounds)(shape, at))
    found = [box for box in boxes if box is not None]
    return union_boxes(found) if found else None


def text_bounds(text: Text, matrix: Matrix) -> Box:
    """Return the box of a text run: as wide as its advance, as high as the ink of its characters."""
    return point_bounds(text_run_corners(text, matrix))


def em_bounds(text: Text, matrix: Matrix) -> Box:
    """Return the box of a text run from its ascent to its descent, to which clips and paints refer (SVG 2, 8.10)."""
    top, height = text.y - text.font.ascent * text.size, (text.font.ascent - text.font.descent) * text.size
    return transformed_box_bounds(text.x, top, text.width, height, matrix)
