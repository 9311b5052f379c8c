"""Measure what differs between two images of the same face: how much ink, where, and inside which outlines."""

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw

from generator.geometry.types import Box, Points
from generator.model.facts import FaceChange
from generator.model.paper import Side
from generator.readback.raster import align_to_pixels

_SILENT = 12  # of 255: less is no change that an eye sees, nor rounding of a renderer
_TOLERANCE = 1.0  # mm round an area: a line on the edge of a cell belongs to it, and so does a label close by
_CONTRAST = [0 if level < _SILENT else level for level in range(256)]


def measure_change(
    side: Side,
    one: Image.Image,
    other: Image.Image,
    box: Box,
    dpi: float,
    areas: Sequence[Sequence[Points]],
    in_groups: Sequence[bool | None],
) -> FaceChange:
    """Return what differs between two images of a box (mm); `areas` are those of each fact that was changed."""
    levels = _strongest_difference(one, other)
    ink = _measure_ink(levels, dpi)
    found = levels.getbbox()
    left, top, _, _ = align_to_pixels(box, dpi)
    if found is None:
        return FaceChange(side, 0.0, box, tuple(0.0 for _ in areas), None, tuple(in_groups))
    where = _to_millimeters(found, left, top, dpi)
    if not any(areas):
        return FaceChange(side, ink, where, tuple(ink for _ in areas), None, tuple(in_groups))
    masks = [_draw_mask(outlines, levels.size, left, top, dpi) for outlines in areas]
    inside = tuple(_measure_ink(ImageChops.multiply(levels, mask), dpi) for mask in masks)
    rest = levels
    for mask in masks:
        rest = ImageChops.subtract(rest, mask)
    beyond = rest.getbbox() if _measure_ink(rest, dpi) else None
    elsewhere = _to_millimeters(beyond, left, top, dpi) if beyond else None
    return FaceChange(side, ink, where, inside, elsewhere, tuple(in_groups))


def _strongest_difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return the greatest difference of the channels of each pixel; 0 where an eye sees none."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point(_CONTRAST)


def _measure_ink(levels: Image.Image, dpi: float) -> float:
    """Return the area of a difference in mm2, as if all of it had full contrast."""
    counts = levels.histogram()
    return sum(level * count for level, count in enumerate(counts)) / 255 * (25.4 / dpi) ** 2


def _to_millimeters(box: tuple[int, int, int, int], left: float, top: float, dpi: float) -> Box:
    scale = 25.4 / dpi
    return left + box[0] * scale, top + box[1] * scale, left + box[2] * scale, top + box[3] * scale


def _draw_mask(outlines: Sequence[Points], size: tuple[int, int], left: float, top: float, dpi: float) -> Image.Image:
    """Return 255 inside some outlines, which are enlarged by the tolerance, and 0 elsewhere."""
    mask, scale = Image.new("L", size, 0), dpi / 25.4
    pen = ImageDraw.Draw(mask)
    for points in outlines:
        corners = [((x - left) * scale, (y - top) * scale) for x, y in points]
        pen.polygon(corners, fill=255)
        pen.line([*corners, corners[0], corners[1]], fill=255, width=max(1, round(2 * _TOLERANCE * scale)))
    return mask
