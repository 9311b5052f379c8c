"""Find the pictures of a game's `images/` on a face: where each lies, how it is cropped, and how fine it is printed."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple
from urllib.parse import unquote

from generator.geometry.bounds import segment_bounds, transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box
from generator.model.picture import Group, Image, Shape

_MM = 25.4  # in an inch
_FOLDER = "images/"


class PlacedPicture(NamedTuple):
    """A picture on a face: its file below `images/`, its resolution (dpi), where it lies, and the box that shows it.

    `whole` and `box` are in mm from the corner of the face's trim; a picture that is not cropped has no box.
    """

    name: str
    dpi: float
    whole: Box
    box: Box | None = None


def list_placed_pictures(shapes: Sequence[Shape]) -> list[PlacedPicture]:
    """Return the pictures of a face that are made of pixels; of one that is drawn twice, the finer."""
    found: dict[str, PlacedPicture] = {}
    for each in _walk(shapes, IDENTITY, None):
        if each.name not in found or found[each.name].dpi < each.dpi:
            found[each.name] = each
    return list(found.values())


def _walk(shapes: Sequence[Shape], matrix: Matrix, box: Box | None) -> Iterator[PlacedPicture]:
    for shape in shapes:
        if isinstance(shape, Group):
            inner = multiply_matrices(matrix, shape.matrix)
            own = segment_bounds(shape.clip.segments, inner) if shape.clip else None
            yield from _walk(shape.shapes, inner, own or box)
        elif isinstance(shape, Image) and (name := unquote(shape.name.strip("'\""))).startswith(_FOLDER):
            a, b, c, d, *_ = matrix
            wide, high = hypot(a, b) * shape.width, hypot(c, d) * shape.height
            if shape.pixels[0] and wide > 0 and high > 0:
                dpi = min(shape.pixels[0] / wide, shape.pixels[1] / high) * _MM
                whole = transformed_box_bounds(shape.x, shape.y, shape.width, shape.height, matrix)
                yield PlacedPicture(name.removeprefix(_FOLDER), dpi, whole, box)
