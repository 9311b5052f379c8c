"""Measure what differs between two images of the same face: how much ink, where, and inside which outlines."""

from collections.abc import Sequence
from math import ceil, floor

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
) -> FaceChange:
    """Return what differs between two images of a box (mm); `areas` are those of each fact that was changed."""
    levels = _strongest_difference(one, other)
    ink = _measure_ink(levels, dpi)
    found = levels.getbbox()
    left, top, _, _ = align_to_pixels(box, dpi)
    if found is None:
        return FaceChange(side, 0.0, box, tuple(0.0 for _ in areas), None)
    where = _to_millimeters(found, left, top, dpi)
    if not any(areas):
        return FaceChange(side, ink, where, tuple(ink for _ in areas), None)
    inside = tuple(_measure_inside(levels, outlines, left, top, dpi) for outlines in areas)
    every = [points for outlines in areas for points in outlines]
    rest = ImageChops.subtract(levels, _draw_mask(every, levels.size, left, top, dpi))
    beyond = rest.getbbox() if _measure_ink(rest, dpi) else None
    elsewhere = _to_millimeters(beyond, left, top, dpi) if beyond else None
    return FaceChange(side, ink, where, inside, elsewhere)


def measure_difference(one: Image.Image, other: Image.Image, outline: Points, dpi: float) -> float:
    """Return the ink (mm2) that differs inside an outline; the images show the box around it."""
    levels = _strongest_difference(one, other)
    if levels.getbbox() is None:
        return 0.0
    left, top, scale = min(x for x, _ in outline), min(y for _, y in outline), dpi / 25.4
    mask = Image.new("L", levels.size, 0)
    pen = ImageDraw.Draw(mask)
    corners = [((x - left) * scale, (y - top) * scale) for x, y in outline]
    pen.polygon(corners, fill=255)
    pen.line([*corners, corners[0]], fill=0)
    return _measure_ink(ImageChops.multiply(levels, mask), dpi)


def _strongest_difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return the greatest difference of the channels of each pixel; 0 where an eye sees none."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point(_CONTRAST)


def _measure_ink(levels: Image.Image, dpi: float) -> float:
    """Return the area of a difference in mm2, as if all of it had full contrast."""
    counts = levels.histogram()
    return sum(level * count for level, count in enumerate(counts)) / 255 * (25.4 / dpi) ** 2


def _measure_inside(levels: Image.Image, outlines: Sequence[Points], left: float, top: float, dpi: float) -> float:
    """Return the ink inside some outlines; only the box around them is looked at."""
    scale, margin = dpi / 25.4, 2 * _TOLERANCE
    xs, ys = [x for points in outlines for x, _ in points], [y for points in outlines for _, y in points]
    box = (
        max(0, floor((min(xs) - margin - left) * scale)),
        max(0, floor((min(ys) - margin - top) * scale)),
        min(levels.width, ceil((max(xs) + margin - left) * scale)),
        min(levels.height, ceil((max(ys) + margin - top) * scale)),
    )
    if box[0] >= box[2] or box[1] >= box[3]:
        return 0.0
    crop = levels.crop(box)
    if crop.getbbox() is None:
        return 0.0
    mask = _draw_mask(outlines, crop.size, left + box[0] / scale, top + box[1] / scale, dpi)
    return _measure_ink(ImageChops.multiply(crop, mask), dpi)


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
