"""Repaint a figure so that each of its texts, paths and faces has a color of its own, and its pixels can be counted."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import rectangle_segments
from generator.model.picture import Gradient, Group, Image, Paint, Path, Picture, Shape, Text

_MIXER = 0x9E3779  # odd, so that different numbers give different colors of 24 bits, far apart
OPAQUE = 0.6  # a shape less opaque than this covers nothing


class FlatItem(NamedTuple):
    """A text, a path, an image or a whole face of the kit in a figure; `number` is its color in repainted pictures.

    `names` are the named groups around it. `is_face` tells a face of the kit, whose own shapes do not count.
    """

    number: int
    shape: Shape
    matrix: Matrix
    names: tuple[str, ...]
    is_face: bool = False
    opacity: float = 1.0

    @property
    def text(self) -> Text | None:
        """Return the text, if it is one."""
        return self.shape if isinstance(self.shape, Text) else None


class FlatPicture(NamedTuple):
    """The items of a figure, and its pictures: as it is, without its texts, and the texts over all else."""

    items: tuple[FlatItem, ...]
    pictures: tuple[Picture, Picture, Picture]


class _Repainter:
    """Numbers the shapes of a picture in the order of drawing."""

    def __init__(self, faces: Collection[Shape]) -> None:
        self._faces = faces
        self.items: list[FlatItem] = []

    def repaint(
        self, shapes: Sequence[Shape], matrix: Matrix, opacity: float, names: tuple[str, ...]
    ) -> Iterator[Shape]:
        """Yield the shapes in the colors of their numbers."""
        for shape in shapes:
            if isinstance(shape, Group) and shape not in self._faces:
                inner = multiply_matrices(matrix, shape.matrix)
                within = (*names, shape.name) if shape.name else names
                made = tuple(self.repaint(shape.shapes, inner, opacity * shape.opacity, within))
                yield replace(shape, shapes=made, opacity=1.0, name="")
            elif made_shape := self._repaint_leaf(shape, matrix, opacity, names):
                yield made_shape

    def _repaint_leaf(self, shape: Shape, matrix: Matrix, opacity: float, names: tuple[str, ...]) -> Shape | None:
        number = len(self.items) + 1
        self.items.append(FlatItem(number, shape, matrix, names, isinstance(shape, Group), opacity))
        color = "#{:02x}{:02x}{:02x}".format(*item_color(number))
        flat = Paint(fill=color)
        match shape:
            case Group():
                segments = shape.clip.segments if shape.clip else ()
                return Group((Path(segments, flat),), shape.matrix) if segments else None
            case Image():
                return Path(rectangle_segments(shape.x, shape.y, shape.width, shape.height), flat)
            case Text():
                return replace(shape, paint=flat) if shape.paint.fill is not None else None
            case Path():
                paint = shape.paint
                fill = color if paint.fill and paint.fill_opacity * opacity >= OPAQUE else None
                stroke = color if paint.stroke and paint.stroke_opacity * opacity >= OPAQUE else None
                made = replace(paint, fill=fill, fill_opacity=1.0, stroke=stroke, stroke_opacity=1.0)
                return Path(shape.segments, made) if fill or stroke else None


def flatten_picture(picture: Picture, faces: Collection[Shape]) -> FlatPicture:
    """Return the items of a picture and its repainted pictures; `faces` are the groups that draw faces of the kit."""
    painter = _Repainter(faces)
    shapes = tuple(painter.repaint(picture.shapes, IDENTITY, 1.0, ()))
    bare = tuple(_drop_texts(shapes))
    texts = tuple(_lift_texts(shapes, IDENTITY))
    made = (shapes, bare, (*bare, *texts))
    return FlatPicture(
        tuple(painter.items),
        tuple(Picture(picture.x, picture.y, picture.width, picture.height, each) for each in made),  # type: ignore[arg-type]
    )


def _drop_texts(shapes: Sequence[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield replace(shape, shapes=tuple(_drop_texts(shape.shapes)))
        elif not isinstance(shape, Text):
            yield shape


def _lift_texts(shapes: Sequence[Shape], matrix: Matrix) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield Group((shape,), matrix)
        elif isinstance(shape, Group):
            yield from _lift_texts(shape.shapes, multiply_matrices(matrix, shape.matrix))


def measure_face(item: FlatItem) -> float:
    """Return the area of a whole face, mm2, of the box round its trim."""
    group = item.shape
    if not isinstance(group, Group) or group.clip is None:
        return 0.0
    a, b, c, d, _, _ = multiply_matrices(item.matrix, group.matrix)
    left, top, right, bottom = segment_bounds(group.clip.segments, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    return abs(a * d - b * c) * (right - left) * (bottom - top)


def item_color(number: int) -> tuple[int, int, int]:
    """Return the color of an item as red, green and blue."""
    mixed = number * _MIXER % (1 << 24)
    return mixed >> 16, mixed >> 8 & 255, mixed & 255


def number_of_color(items: int) -> Mapping[tuple[int, int, int], int]:
    """Return the numbers of items by their colors."""
    return {item_color(number): number for number in range(1, items + 1)}


def flat_fill(paint: Paint) -> str | None:
    """Return the color that a path shows in its inside, or else along its line; None for a gradient."""
    fill = paint.fill or paint.stroke
    return None if isinstance(fill, Gradient) else fill
