"""Sample the color of a picture at a point: all shapes composited over white paper; lengths in mm.

Clips, opacities and strokes count. Text does not: letters are thin, and a line crosses mostly what is below them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.geometry.bounds import boxes_touch, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.path import rectangle_segments
from generator.geometry.regions import FillRegion, StrokeRegion, control_bounds
from generator.geometry.types import Box
from generator.model.color import to_rgb
from generator.model.lru_cache import LRUCache
from generator.model.picture import Gradient, Group, Image, Path, Shape, Text
from generator.pdf.raster import DPI, render_region
from generator.safety.image_files import read_image_data

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

_CELL = 5.0  # mm: the layers that reach into such a square are looked up once for all points in it
_INVISIBLE_SHARE = 0.004  # a layer below that shows through less than this is not looked at
Rgba = tuple[float, float, float, float]  # premultiplied: 0 to 255 times the opacity; then the opacity, 0 to 1
PointTest = Callable[[float, float], bool]
ColorAt = Callable[[float, float], Rgba]


class _PaintLayer(NamedTuple):
    """Paint on a region of the picture: the region's `box`, whether it `holds` a point, and the color at a point.

    Layers of the same `source` are the same.
    """

    box: Box
    holds: PointTest
    color_at: ColorAt
    source: tuple[Any, ...]


class ColorSampler:
    """Some layers of paint, the topmost first, prepared for sampling; equal if the layers are the same."""

    def __init__(self, layers: tuple[_PaintLayer, ...]) -> None:
        self._layers = layers
        self.sources = tuple(coat.source for coat in layers)
        self._cells: dict[tuple[float, float], tuple[_PaintLayer, ...]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ColorSampler) and self.sources == other.sources

    def __hash__(self) -> int:
        return hash(self.sources)

    def limit_to(self, *boxes: Box) -> "ColorSampler":
        """Return the layers that reach into some boxes (left, top, right, bottom): a sampler for points there."""
        return ColorSampler(tuple(coat for coat in self._layers if any(boxes_touch(coat.box, box) for box in boxes)))

    def color_at(self, x: float, y: float) -> tuple[float, float, float]:
        """Return red, green and blue at a point of the picture, 0 to 255."""
        key = x // _CELL, y // _CELL
        coats = self._cells.get(key)
        if coats is None:
            cell = _find_cell_box(*key)
            coats = self._cells[key] = tuple(coat for coat in self._layers if boxes_touch(coat.box, cell))
        red, green, blue, whole = _blend_layers(coats, x, y)
        paper = 255 * (1 - whole)
        return red + paper, green + paper, blue + paper


def read_paint(shapes: Iterable[Shape]) -> ColorSampler:
    """Return a sampler of a picture."""
    return ColorSampler(tuple(_paint_layers(shapes, IDENTITY))[::-1])


def _find_cell_box(column: float, row: float) -> Box:
    left, top = column * _CELL, row * _CELL
    return left, top, left + _CELL, top + _CELL


def _blend_layers(coats: Sequence[_PaintLayer], x: float, y: float) -> Rgba:
    """Return the layers blended at a point, from the topmost down to where nothing shows through."""
    red, green, blue, left = 0.0, 0.0, 0.0, 1.0
    for (x1, y1, x2, y2), holds, laid, _ in coats:
        if x1 <= x <= x2 and y1 <= y <= y2 and holds(x, y):
            r, g, b, a = laid(x, y)
            red, green, blue, left = red + left * r, green + left * g, blue + left * b, left * (1 - a)
            if left < _INVISIBLE_SHARE:
                break
    return red, green, blue, 1 - left


def _paint_layers(shapes: Iterable[Shape], matrix: Matrix) -> Iterator[_PaintLayer]:
    """Yield the layers of some shapes, the lowest first; `matrix` maps the shapes to the picture."""
    for shape in shapes:
        match shape:
            case Group():
                yield from _group_layers(shape, multiply_matrices(matrix, shape.matrix))
            case Path() if back := invert_matrix(matrix):
                yield from _path_layers(shape, matrix, back)
            case Image() if back := invert_matrix(matrix):
                region = rectangle_segments(shape.x, shape.y, shape.width, shape.height)
                yield _PaintLayer(
                    control_bounds(region, matrix),
                    FillRegion(region, matrix).contains,
                    partial(_image_color, shape, back),
                    (shape, matrix),
                )
            case Text() | Path() | Image():
                pass


def _group_layers(group: Group, matrix: Matrix) -> Iterator[_PaintLayer]:
    inner = tuple(_paint_layers(group.shapes, matrix))
    if group.clip is None and group.opacity == 1:
        yield from inner
    elif inner:
        box, holds = union_boxes([coat.box for coat in inner]), lambda x, y: True
        if group.clip is not None:
            box = control_bounds(group.clip.segments, matrix)
            holds = FillRegion(group.clip.segments, matrix, group.clip.even_odd).contains
        yield _PaintLayer(box, holds, partial(_blend_group, inner[::-1], group.opacity), (group, matrix))


def _path_layers(path: Path, matrix: Matrix, back: Matrix) -> Iterator[_PaintLayer]:
    """Yield the fill of a path and the stroke over it; dashes count as a stroke of lower opacity."""
    paint = path.paint
    if not path.segments:
        return
    source = path.segments, paint, matrix
    if paint.fill is not None:
        if isinstance(paint.fill, Gradient):
            across = invert_matrix(paint.fill.matrix) or IDENTITY
            laid: ColorAt = partial(_gradient_color, paint.fill, multiply_matrices(across, back), paint.fill_opacity)
        else:
            laid = _flat_color(paint.fill, paint.fill_opacity)
        yield _PaintLayer(
            control_bounds(path.segments, matrix),
            FillRegion(path.segments, matrix, paint.even_odd).contains,
            laid,
            ("fill", *source),
        )
    if paint.stroke is not None and paint.width > 0:
        drawn = sum(paint.dash[::2]) / sum(paint.dash) if sum(paint.dash) else 1.0
        longest = max(hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])) * 2**0.5
        box = control_bounds(path.segments, matrix, paint.width / 2 * longest)
        yield _PaintLayer(
            box,
            StrokeRegion(path.segments, back, paint.width, paint.cap == "butt").contains,
            _flat_color(paint.stroke, paint.stroke_opacity * drawn),
            ("stroke", *source),
        )


def _flat_color(paint: str, opacity: float) -> ColorAt:
    red, green, blue = to_rgb(paint)
    same = red * opacity, green * opacity, blue * opacity, opacity
    return lambda x, y: same


def _blend_group(coats: Sequence[_PaintLayer], opacity: float, x: float, y: float) -> Rgba:
    red, green, blue, whole = _blend_layers(coats, x, y)
    return red * opacity, green * opacity, blue * opacity, whole * opacity


def _gradient_color(gradient: Gradient, back: Matrix, opacity: float, x: float, y: float) -> Rgba:
    """Return the color of a gradient; for a radial one, the focus is taken to be at the center."""
    x, y = transform_point(back, x, y)
    x1, y1, x2, *rest = gradient.geometry
    if gradient.kind == "radial":
        at = hypot(x - x1, y - y1) / x2
    else:
        dx, dy = x2 - x1, rest[0] - y1
        at = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
    before = gradient.stops[0]
    for stop in gradient.stops:
        if stop[0] > at:
            part = (at - before[0]) / (stop[0] - before[0]) if stop[0] > before[0] else 0.0
            red, green, blue = (a + (b - a) * part for a, b in zip(to_rgb(before[1]), to_rgb(stop[1]), strict=True))
            return red * opacity, green * opacity, blue * opacity, opacity
        before = stop
    red, green, blue = to_rgb(before[1])
    return red * opacity, green * opacity, blue * opacity, opacity


def _image_color(image: Image, back: Matrix, x: float, y: float) -> Rgba:
    """Return the color of an image at a point, averaged over a small area."""
    x, y = transform_point(back, x, y)
    return make_thumbnail(image).color_at((x - image.x) / image.width, (y - image.y) / image.height)


_DAMAGED = (128, 128, 128, 255)  # as most programs show what they cannot decode
_SAMPLED_DPI = 40.0  # of a page: a card has a hundred pixels either way
_THUMBNAIL_SIZE = 48  # pixels either way: on a folded piece, the area of one is shorter than a stretch of line


class Thumbnail(NamedTuple):
    """An image as rows of RGBA pixels of four bytes."""

    width: int
    height: int
    pixels: bytes

    def color_at(self, across: float, down: float) -> tuple[float, float, float, float]:
        """Return the premultiplied color at a point; `across` and `down` run from 0 to 1."""
        column = min(self.width - 1, max(0, int(across * self.width)))
        row = min(self.height - 1, max(0, int(down * self.height)))
        red, green, blue, opacity = self.pixels[4 * (row * self.width + column) :][:4]
        part = opacity / 255
        return red * part, green * part, blue * part, part


_THUMBNAILS: LRUCache[str, Thumbnail] = LRUCache(32)


def make_thumbnail(image: Image) -> Thumbnail:
    """Return a small copy of an image, which is made once, wherever it is placed."""
    return _THUMBNAILS.get(image.key) or _THUMBNAILS.put(image.key, _shrink_image(image))


def _shrink_image(image: Image) -> Thumbnail:
    from PIL.Image import Resampling

    whole = open_rgba(image, _SAMPLED_DPI)
    small = whole.resize((min(_THUMBNAIL_SIZE, whole.width), min(_THUMBNAIL_SIZE, whole.height)), Resampling.BOX)
    return Thumbnail(small.width, small.height, small.tobytes())


def open_rgba(image: Image, dpi: float = DPI) -> "PillowImage":
    """Return the pixels of an image, with their opacity; those of a page at a resolution."""
    from PIL import Image as Pillow

    if image.region is not None:
        return render_region(image.data, image.region, dpi)
    try:
        with Pillow.open(BytesIO(read_image_data(image)), formats=("PNG", "JPEG")) as opened:
            plain = opened if opened.mode in ("RGB", "RGBA", "L", "LA", "P", "PA") else opened.convert("RGB")
            return plain.convert("RGBA")
    except OSError:  # data of a JPEG that are damaged are only met here
        return Pillow.new("RGBA", image.pixels, _DAMAGED)
