"""Repaint a drawing so that each of its shapes has a color of its own, and what is seen of it can be counted."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace
from PIL import Image as Pixels

from generator.check.analysis.drawing import DIE_LINES, Address, Drawing, NamedGroup
from generator.geometry.path import rectangle_segments
from generator.model.picture import Group, Image, Paint, Path, Picture, Shape, Text

_MIXER = 0x9E3779  # odd, so that different numbers give different colors of 24 bits, far apart
_MOST_COLORS = (
    1 << 14
)  # of a flat page, more than a drawing may have shapes; Pillow clears a table of so many each time
OPAQUE = 0.6  # what is less opaque covers nothing: what lies below shines through

Color = tuple[int, int, int]


def flatten_drawing(
    drawing: Drawing, numbers: Collection[int] | None = None, solids: Collection[NamedGroup] = ()
) -> Picture:
    """Return the picture of some shapes, of all unless given, in the colors of their numbers.

    `solids` are clipped groups that cover all within their clips, as pieces do: each is painted as its first shape.
    """
    chosen = range(len(drawing.shapes)) if numbers is None else numbers
    colors = {drawing.shapes[number].address: color_of(number) for number in chosen}
    colors |= {group.address: color_of(group.first) for group in solids}
    return replace(drawing.picture, shapes=tuple(_repaint(drawing.picture.shapes, (), 1.0, colors)))


def _repaint(
    shapes: Sequence[Shape], address: Address, opacity: float, colors: Mapping[Address, Color]
) -> Iterator[Shape]:
    for index, shape in enumerate(shapes):
        here = (*address, index)
        if isinstance(shape, Group):
            if here in colors and shape.clip is not None:
                yield Group((Path(shape.clip.segments, Paint(fill=_hex(colors[here]))),), shape.matrix)
            elif shape.name not in DIE_LINES:
                inner = tuple(_repaint(shape.shapes, here, opacity * shape.opacity, colors))
                if inner:
                    yield replace(shape, shapes=inner, opacity=1.0, name="")
        elif here in colors and (flat := _repaint_shape(shape, opacity, _hex(colors[here]))):
            yield flat


def _hex(color: Color) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)


def _repaint_shape(shape: Path | Text | Image, opacity: float, color: str) -> Shape | None:
    """Return a shape in one opaque color; None for one that covers nothing. Faint texts stay: they are to be read."""
    if isinstance(shape, Image):
        return Path(rectangle_segments(shape.x, shape.y, shape.width, shape.height), Paint(fill=color))
    least = 0.0 if isinstance(shape, Text) else OPAQUE
    paint = shape.paint
    fill = color if paint.fill is not None and paint.fill_opacity * opacity >= least else None
    stroke = color if paint.stroke is not None and paint.stroke_opacity * opacity >= least else None
    if fill is None and stroke is None:
        return None
    return replace(shape, paint=replace(paint, fill=fill, stroke=stroke, fill_opacity=1.0, stroke_opacity=1.0))


def color_of(number: int) -> Color:
    """Return the color of the shape of a number; none is white, the color of the paper."""
    mixed = (number + 1) * _MIXER % (1 << 24)
    return mixed >> 16, mixed >> 8 & 255, mixed & 255


def count_colors(image: Pixels.Image) -> Mapping[Color, int]:
    """Return the number of pixels of each color of a flat image."""
    return {color: count for count, color in image.getcolors(min(_MOST_COLORS, image.width * image.height)) or ()}  # type: ignore[misc]
