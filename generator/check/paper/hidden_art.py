"""Find shapes of boards, tracks and folded pieces that are completely covered by others (GF150)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageChops

from generator.check.analysis.drawing import Address, DrawnShape
from generator.check.paper.face_pages import FaceViews, PageFault
from generator.model.picture import Group, Paint, Path, Picture, Shape

_PLACES = ("cell.", "space.", "face.")  # other named groups are looked at one by one
_LEAST = 2.0  # mm: smaller shapes may have no pixel of their own
_PAPER = "#ffffff"
_LEAST_VISIBLE = 0.4  # of a pixel
_OPAQUE = 0.6  # a shape that is less opaque covers nothing
_MIXER = 0x9E3779  # odd, so that different numbers give 24-bit colors that are far apart
_MOST_COLORS = 1 << 20

Color = tuple[int, int, int]


def find_hidden_art(views: FaceViews) -> Iterator[PageFault]:
    """Report each drawing that cannot be seen at all wherever it is on the face (GF150).

    The face is rendered with each shape in a color of its own; those whose color is on no pixel may be covered. What is
    left of a shape may be narrower than a pixel, so these are looked at again one by one.
    """
    part, shapes = views.face.part, views.face.drawing.shapes
    if part.board is None and views.face.designs[0].net is None and part.kind != "track":
        return
    kinds: dict[Any, list[int]] = defaultdict(list)
    named = {
        number
        for group in views.face.drawing.groups
        if not group.name.startswith(_PLACES)
        for number in range(group.first, group.end)
    }
    for number, each in enumerate(shapes):
        if number not in named and _is_judged(each):
            assert isinstance(each.shape, Path)
            kinds[each.shape.segments, each.shape.paint].append(number)
    if not kinds:
        return
    flat = _render_flat(views)
    colors = {color for _, color in flat.getcolors(_MOST_COLORS) or ()}
    for numbers in kinds.values():
        if not any(_color(number) in colors for number in numbers) and not _is_glimpsed(views, numbers):
            cover = _find_cover(views, flat, numbers[0])
            text = "this drawing cannot be seen: something drawn later covers it"
            if cover is not None:
                text = "this completely covers another drawing, which cannot be seen"
            address = shapes[numbers[0] if cover is None else cover].address
            yield PageFault("GF150", "hidden art", text, address, "warning", where="use")


def _is_judged(each: DrawnShape) -> bool:
    if not isinstance(each.shape, Path) or each.box is None or each.opacity < _OPAQUE:
        return False
    paint = each.shape.paint
    is_filled = paint.fill is not None and paint.fill_opacity >= _OPAQUE
    if paint.fill == _PAPER and paint.stroke in (None, _PAPER):
        return False  # a ground that lets nothing shine through
    return is_filled and min(each.box[2] - each.box[0], each.box[3] - each.box[1]) >= _LEAST


def _render_flat(views: FaceViews) -> Image.Image:
    """Return the page with each shape in a color of its own."""
    return views.look([_flatten_picture(views, {})])[0].convert("RGB")


def _is_glimpsed(views: FaceViews, numbers: Sequence[int]) -> bool:
    """Return whether much of any pixel changes if some shapes are painted black, and then white.

    Where the edge of a shape lies under that of another, a quarter of a pixel may change.
    """
    black, white = (_flatten_picture(views, dict.fromkeys(numbers, (each, each, each))) for each in (0, 255))
    dark, light = (look.convert("L") for look in views.look([black, white]))
    _, most = ImageChops.difference(dark, light).getextrema()
    return float(most) > _LEAST_VISIBLE * 255  # type: ignore[arg-type]


def _flatten_picture(views: FaceViews, own: Mapping[int, Color]) -> Picture:
    """Return the page with each shape in its `own` color, or in one that no other has."""
    drawing = views.face.drawing
    colors = {each.address: own.get(number, _color(number)) for number, each in enumerate(drawing.shapes)}
    return replace(drawing.picture, shapes=tuple(_repaint_shapes(drawing.picture.shapes, (), 1.0, colors)))


def _find_cover(views: FaceViews, flat: Image.Image, number: int) -> int | None:
    """Return the number of the shape that is seen in the middle of a hidden one, if it is drawn later."""
    box = views.face.drawing.shapes[number].box
    assert box is not None
    left, top, right, bottom = views.pixels_of(box)
    color = flat.getpixel((min((left + right) // 2, flat.width - 1), min((top + bottom) // 2, flat.height - 1)))
    later = range(number + 1, len(views.face.drawing.shapes))
    return next((each for each in later if _color(each) == color), None)


def _color(number: int) -> Color:
    mixed = (number + 1) * _MIXER % (1 << 24)
    return mixed >> 16, mixed >> 8 & 255, mixed & 255


def _repaint_shapes(
    shapes: Sequence[Shape], address: Address, opacity: float, colors: Mapping[Address, Color]
) -> Iterator[Shape]:
    """Yield the shapes, each in its color; those that cover nothing are left out."""
    for index, shape in enumerate(shapes):
        here = (*address, index)
        if isinstance(shape, Group):
            inner = tuple(_repaint_shapes(shape.shapes, here, opacity * shape.opacity, colors))
            if inner:
                yield replace(shape, shapes=inner, opacity=1.0, name="")
        elif isinstance(shape, Path) and here in colors:
            paint = _flatten(shape.paint, opacity, "#{:02x}{:02x}{:02x}".format(*colors[here]))
            if paint is not None:
                yield replace(shape, paint=paint)


def _flatten(paint: Paint, opacity: float, color: str) -> Paint | None:
    """Return a paint in one opaque color; None if it covers nothing."""
    fill = color if paint.fill is not None and paint.fill_opacity * opacity >= _OPAQUE else None
    stroke = color if paint.stroke is not None and paint.stroke_opacity * opacity >= _OPAQUE else None
    if fill is None and stroke is None:
        return None
    return replace(paint, fill=fill, fill_opacity=1.0, stroke=stroke, stroke_opacity=1.0)
