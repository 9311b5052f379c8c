"""Sample the color of a picture at a point: all shapes composited over white paper; lengths in mm.

Clips, opacities and strokes count. Text does not: letters are thin, and a line crosses mostly what is below them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from io import BytesIO
from math import hypot
from typing import NamedTuple

from generator.geometry.bounds import Box, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, apply, invert, multiply
from generator.geometry.path import rectangle
from generator.geometry.regions import Along, Inside, box_of
from generator.model.color import rgb
from generator.model.picture import Gradient, Group, Image, Path, Shape, Text

_CELL = 5.0  # mm: the layers that reach into such a square are looked up once for all points in it
_HIDDEN = 0.004  # a layer below that shows through less than this is not looked at
Rgba = tuple[float, float, float, float]  # premultiplied: 0 to 255 times the opacity; then the opacity, 0 to 1
Where = Callable[[float, float], bool]
Laid = Callable[[float, float], Rgba]


class _Coat(NamedTuple):
    """Paint on a region of the picture: the region's `box`, whether it `holds` a point, and the color at a point."""

    box: Box
    holds: Where
    color_at: Laid


class Ground:
    """The layers of paint of a picture, prepared for sampling."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self._layers = tuple(_coats(shapes, IDENTITY))[::-1]
        self._cells: dict[tuple[float, float], tuple[_Coat, ...]] = {}

    def color_at(self, x: float, y: float) -> tuple[float, float, float]:
        """Return red, green and blue at a point of the picture, 0 to 255."""
        key = x // _CELL, y // _CELL
        coats = self._cells.get(key)
        if coats is None:
            coats = self._cells[key] = tuple(coat for coat in self._layers if _reaches(coat.box, *key))
        red, green, blue, whole = _over(coats, x, y)
        paper = 255 * (1 - whole)
        return red + paper, green + paper, blue + paper


def _reaches(box: Box, column: float, row: float) -> bool:
    left, top = column * _CELL, row * _CELL
    return box[0] <= left + _CELL and box[2] >= left and box[1] <= top + _CELL and box[3] >= top


def _over(coats: Sequence[_Coat], x: float, y: float) -> Rgba:
    """Return the layers blended at a point, from the topmost down to where nothing shows through."""
    red, green, blue, left = 0.0, 0.0, 0.0, 1.0
    for (x1, y1, x2, y2), holds, laid in coats:
        if x1 <= x <= x2 and y1 <= y <= y2 and holds(x, y):
            r, g, b, a = laid(x, y)
            red, green, blue, left = red + left * r, green + left * g, blue + left * b, left * (1 - a)
            if left < _HIDDEN:
                break
    return red, green, blue, 1 - left


def _coats(shapes: Iterable[Shape], matrix: Matrix) -> Iterator[_Coat]:
    """Yield the layers of some shapes, the lowest first; `matrix` maps the shapes to the picture."""
    for shape in shapes:
        match shape:
            case Group():
                yield from _grouped(shape, multiply(matrix, shape.matrix))
            case Path() if back := invert(matrix):
                yield from _painted(shape, matrix, back)
            case Image() if back := invert(matrix):
                region = rectangle(shape.x, shape.y, shape.width, shape.height)
                yield _Coat(box_of(region, matrix), Inside(region, matrix).contains, partial(_pixel, shape, back))
            case Text() | Path() | Image():
                pass


def _grouped(group: Group, matrix: Matrix) -> Iterator[_Coat]:
    inner = tuple(_coats(group.shapes, matrix))
    if group.clip is None and group.opacity == 1:
        yield from inner
    elif inner:
        box, holds = union_boxes([coat.box for coat in inner]), _anywhere
        if group.clip is not None:
            box = box_of(group.clip.segments, matrix)
            holds = Inside(group.clip.segments, matrix, group.clip.even_odd).contains
        yield _Coat(box, holds, partial(_thinned, inner[::-1], group.opacity))


def _painted(path: Path, matrix: Matrix, back: Matrix) -> Iterator[_Coat]:
    """Yield the fill of a path and the stroke over it; dashes count as a stroke of lower opacity."""
    paint = path.paint
    if not path.segments:
        return
    if isinstance(paint.fill, Gradient):
        across = invert(paint.fill.matrix) or IDENTITY
        laid: Laid = partial(_shaded, paint.fill, multiply(across, back), paint.fill_opacity)
        yield _Coat(box_of(path.segments, matrix), Inside(path.segments, matrix, paint.even_odd).contains, laid)
    elif paint.fill is not None:
        laid = _flat(paint.fill, paint.fill_opacity)
        yield _Coat(box_of(path.segments, matrix), Inside(path.segments, matrix, paint.even_odd).contains, laid)
    if paint.stroke is not None and paint.width > 0:
        drawn = sum(paint.dash[::2]) / sum(paint.dash) if sum(paint.dash) else 1.0
        longest = max(hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])) * 2**0.5
        box = box_of(path.segments, matrix, paint.width / 2 * longest)
        yield _Coat(
            box,
            Along(path.segments, back, paint.width, paint.cap == "butt").contains,
            _flat(paint.stroke, paint.stroke_opacity * drawn),
        )


def _flat(paint: str, opacity: float) -> Laid:
    red, green, blue = rgb(paint)
    same = red * opacity, green * opacity, blue * opacity, opacity
    return lambda x, y: same


def _thinned(coats: Sequence[_Coat], opacity: float, x: float, y: float) -> Rgba:
    red, green, blue, whole = _over(coats, x, y)
    return red * opacity, green * opacity, blue * opacity, whole * opacity


def _shaded(gradient: Gradient, back: Matrix, opacity: float, x: float, y: float) -> Rgba:
    """Return the color of a gradient; for a radial one, the focus is taken to be at the center."""
    x, y = apply(back, x, y)
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
            red, green, blue = (a + (b - a) * part for a, b in zip(rgb(before[1]), rgb(stop[1]), strict=True))
            return red * opacity, green * opacity, blue * opacity, opacity
        before = stop
    red, green, blue = rgb(before[1])
    return red * opacity, green * opacity, blue * opacity, opacity


def _pixel(image: Image, back: Matrix, x: float, y: float) -> Rgba:
    """Return the color of an image at a point, averaged over a small area."""
    x, y = apply(back, x, y)
    return thumbnail(image.data).color_at((x - image.x) / image.width, (y - image.y) / image.height)


def _anywhere(x: float, y: float) -> bool:
    return True


_MOST = 48  # pixels either way: on a folded piece, the area of one is shorter than a stretch of line


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


@lru_cache(maxsize=32)
def thumbnail(data: bytes) -> Thumbnail:
    """Return a small copy of a PNG or JPEG that was checked before."""
    from PIL import Image as Pillow

    with Pillow.open(BytesIO(data), formats=("PNG", "JPEG")) as opened:
        plain = opened if opened.mode in ("RGB", "RGBA", "L", "LA", "P", "PA") else opened.convert("RGB")
        whole = plain.convert("RGBA")
    small = whole.resize((min(_MOST, whole.width), min(_MOST, whole.height)), Pillow.Resampling.BOX)
    return Thumbnail(small.width, small.height, small.tobytes())
