"""Find the pictures of a game's `images/` on a face: where each lies, how it is cropped, and how fine it is printed."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote

from generator.geometry.bounds import transformed_box_bounds
from generator.geometry.types import Box
from generator.model.picture import Shape
from generator.proof.placed_images import measure_dpi, walk_images

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
    for image, matrix, box in walk_images(shapes):
        name = unquote(image.name.strip("'\""))
        if name.startswith(_FOLDER) and (dpi := measure_dpi(image, matrix)):
            whole = transformed_box_bounds(image.x, image.y, image.width, image.height, matrix)
            each = PlacedPicture(name.removeprefix(_FOLDER), dpi, whole, box)
            found[each.name] = max(found.get(each.name, each), each, key=lambda one: one.dpi)
    return list(found.values())
