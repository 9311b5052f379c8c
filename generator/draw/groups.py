"""Shapes and what their element says of them go in, painted and grouped shapes come out."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from generator.draw import outlines
from generator.draw.elements import Element
from generator.draw.errors import PictureError
from generator.draw.style import Style
from generator.model.picture import IDENTITY, Clip, Gradient, Group, Matrix, Paint, Path, Segment, Shape, multiply


def painted(style: Style, fill: str | Gradient | None, opacity: float) -> Paint:
    """Return the paint of a style with its fill found."""
    if (style.stroke or "").startswith("url:"):
        raise PictureError("a stroke can not be a gradient")
    known: Any = style
    return Paint(
        fill,
        opacity,
        style.fill_rule == "evenodd",
        style.stroke if style.stroke_width > 0 else None,
        style.stroke_opacity,
        style.stroke_width,
        style.dash,
        style.dash_offset,
        known.cap,
        known.join,
        style.miter,
    )


def only_words(element: Element) -> None:
    """Refuse content in a shape, other than a title or a description."""
    for part in element.content:
        if isinstance(part, str) or part.name not in ("title", "desc"):
            raise PictureError(f"<{element.name}> can hold nothing but a title", element.at)


def wrapped(shapes: tuple[Shape, ...], matrix: Matrix, clip: Clip | None, opacity: float) -> tuple[Shape, ...]:
    """Return the shapes as a group where a matrix, a clip or an opacity asks for one."""
    if not shapes or opacity <= 0:
        return ()
    if opacity < 1 and clip is None and (folded := _folded(shapes, opacity)):
        shapes, opacity = folded, 1.0
    if matrix == IDENTITY and clip is None and opacity >= 1:
        return shapes
    return (Group(shapes, matrix, clip, opacity),)


def _folded(shapes: tuple[Shape, ...], opacity: float) -> tuple[Shape, ...]:
    """Return a lone shape that is only filled or only stroked with the opacity in its paint, or nothing."""
    shape = shapes[0]
    if len(shapes) > 1 or not isinstance(shape, Path) or (shape.paint.fill and shape.paint.stroke):
        return ()
    paint = shape.paint
    thin = replace(paint, fill_opacity=paint.fill_opacity * opacity, stroke_opacity=paint.stroke_opacity * opacity)
    return (Path(shape.segments, thin),)


def path_of(shapes: tuple[Shape, ...], matrix: Matrix, element: Element) -> Iterator[tuple[Segment, ...]]:
    """Yield the outlines that a clip path is made of; anything but shapes is refused."""
    for shape in shapes:
        match shape:
            case Path():
                yield outlines.moved(shape.segments, matrix)
            case Group(clip=None):
                yield from path_of(shape.shapes, multiply(matrix, shape.matrix), element)
            case _:
                raise PictureError("a clipPath can hold a shape only: no text, image or clip", element.at)
