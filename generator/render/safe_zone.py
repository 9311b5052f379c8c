"""Check that text keeps its distance from cuts, folds and tabs; lengths in mm."""

from collections.abc import Container, Iterator, Mapping, Sequence

from generator.geometry.bounds import Box, boxes_overlap
from generator.geometry.clearance import in_net, in_outline, loops_of
from generator.geometry.matrix import IDENTITY, Matrix, multiply
from generator.geometry.outline import Outline
from generator.model.finding import DrawingError
from generator.model.net import Net
from generator.model.picture import Group, Shape, Text
from generator.render.bounds import corners_of_text, of_text

Places = Mapping[Shape, str]


def clear(
    shapes: tuple[Shape, ...], outline: Outline, safe: float, places: Places, but: Container[Shape] = frozenset()
) -> None:
    """Raise DrawingError (GF209) for text outside the safe zone of the trim; skip the groups in `but`."""
    right_edge, bottom_edge = outline.width - safe, outline.height - safe
    for text, matrix in texts(shapes, IDENTITY, but):
        if (
            matrix is IDENTITY
            and outline.shape == "rect"
            and text.x >= safe
            and text.x + text.width <= right_edge
            and text.y - text.size * text.font.ascent >= safe
            and text.y - text.size * text.font.descent <= bottom_edge
        ):
            continue  # the font's ascent and descent are inside: no need to look at each letter
        _refuse(text, in_outline(corners_of_text(text, matrix), outline, safe), places)


def clear_in_boxes(shapes: tuple[Shape, ...], boxes: Sequence[Box], safe: float, places: Places) -> None:
    """Raise DrawingError (GF209) for text outside the safe zone of the one section box that it touches."""
    for text, matrix in texts(shapes, IDENTITY):
        own = of_text(text, matrix)
        touched = [box for box in boxes if boxes_overlap(own, box)]
        if len(touched) == 1:
            left, top, right, bottom = touched[0]
            corners = corners_of_text(text, multiply((1.0, 0.0, 0.0, 1.0, -left, -top), matrix))
            _refuse(text, in_outline(corners, Outline(right - left, bottom - top), safe), places)


def clear_in_net(shapes: tuple[Shape, ...], net: Net, safe: float, places: Places) -> None:
    """Raise DrawingError (GF209) for text on a fold or tab, or too near to the cut of a net."""
    loops = tuple(loops_of(net.cut))
    for text, matrix in texts(shapes, IDENTITY):
        _refuse(text, in_net(corners_of_text(text, matrix), net.folds, net.tabs, loops, safe), places)


def _refuse(text: Text, says: str, places: Places) -> None:
    """Raise DrawingError (GF209) for a text if `says` tells what is wrong with it."""
    if says:
        raise DrawingError(f"the text {text.text[:40]!r} {says}", places.get(text, ""), "GF209")


def texts(
    shapes: tuple[Shape, ...], matrix: Matrix, but: Container[Shape] = frozenset()
) -> Iterator[tuple[Text, Matrix]]:
    """Yield each text with the matrix from its coordinates to those of the picture; skip the groups in `but`."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape, matrix
        elif isinstance(shape, Group) and shape not in but:
            yield from texts(shape.shapes, multiply(matrix, shape.matrix), but)
