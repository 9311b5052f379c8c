"""Cut regions of pages down to what a clip leaves of them: a PDF then holds no more of a page than is seen."""

from hashlib import sha256
from operator import is_

from msgspec.structs import replace

from generator.geometry.bounds import segment_bounds, transformed_box_bounds
from generator.geometry.matrix import IDENTITY, invert_matrix
from generator.geometry.types import Box
from generator.model.picture import Clip, Group, Image, Shape

_LEAST = 1e-6  # mm


def narrow_regions(shapes: tuple[Shape, ...], clip: Clip) -> tuple[Shape, ...]:
    """Return shapes, in which regions of pages are no larger than the box around a clip."""
    box = segment_bounds(clip.segments, IDENTITY)
    return shapes if box is None else _narrow(shapes, box)


def _narrow(shapes: tuple[Shape, ...], box: Box) -> tuple[Shape, ...]:
    narrowed = tuple(kept for shape in shapes if (kept := _narrow_shape(shape, box)) is not None)
    is_same = len(shapes) == len(narrowed) and all(map(is_, shapes, narrowed))
    return shapes if is_same else narrowed


def _narrow_shape(shape: Shape, box: Box) -> Shape | None:
    if isinstance(shape, Group):
        back = invert_matrix(shape.matrix)
        if back is None:
            return shape
        left, top, right, bottom = box
        inner = _narrow(shape.shapes, transformed_box_bounds(left, top, right - left, bottom - top, back))
        return shape if inner is shape.shapes else replace(shape, shapes=inner)
    if not isinstance(shape, Image) or shape.region is None:
        return shape
    return _narrow_image(shape, shape.region, box)


def _narrow_image(image: Image, region: Box, box: Box) -> Image | None:
    """Return what a box leaves of a region of a page; None if it leaves nothing."""
    left, top = max(image.x, box[0]), max(image.y, box[1])
    right, bottom = min(image.x + image.width, box[2]), min(image.y + image.height, box[3])
    width, height = right - left, bottom - top
    if min(width, height) < _LEAST:
        return None
    if width > image.width - _LEAST and height > image.height - _LEAST:
        return image
    across, down = region[2] / image.width, region[3] / image.height
    cut = region[0] + (left - image.x) * across, region[1] + (top - image.y) * down, width * across, height * down
    key = sha256(f"{image.key} {cut}".encode()).hexdigest()
    return replace(image, x=left, y=top, width=width, height=height, key=key, region=cut)
