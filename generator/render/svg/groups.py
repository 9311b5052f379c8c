"""A clipPath and what it cuts go in, the region that stays comes out (SVG 1.1, 14.3)."""

from collections.abc import Callable, Iterator, Mapping
from operator import is_
from typing import Any

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY, Matrix, multiply
from generator.geometry.path import Segment, transform_segments
from generator.geometry.tolerances import DEGENERATE, FLOAT_NOISE
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Gradient, Group, Paint, Path, Shape, Text
from generator.render.bounds import of_shapes
from generator.render.svg.attributes import KNOWN, SHAPES, href
from generator.render.svg.elements import Element
from generator.render.svg.style import CURRENT, Own, Style, declarations, resolve
from generator.render.svg.transform import parse


def clip_of(
    target: Element,
    ids: Mapping[str, Element],
    shapes: tuple[Shape, ...],
    draw: Callable[[Element, Style], tuple[Shape, ...]],
) -> Clip:
    """Return the clip; it holds no segments where nothing stays."""
    inner, own, geometry = resolve(declarations(target), Style(), KNOWN["clipPath"], "clipPath")
    if own != Own():
        raise DrawingError("a clipPath can not have an opacity, a clip or a display of its own", target.at)
    child = _child(target)
    declared = declarations(child)
    if "opacity" in declared or "display" in declared or "visibility" in declared:
        raise DrawingError("a shape in a clipPath can not have an opacity, a visibility or a display", child.at)
    matrix = _matrix(target, geometry, shapes)
    paths = list(path_of(draw(child, inner), matrix, child))
    if len(paths) > 1:
        raise DrawingError("a clipPath holds one shape and nothing else", target.at)
    return Clip(paths[0] if paths else (), _rule(child, inner, ids, 0) == "evenodd")


def _child(target: Element) -> Element:
    found = [part for part in target.content if isinstance(part, Element) and part.name not in ("title", "desc")]
    if len(found) != 1:
        raise DrawingError("a clipPath holds one shape and nothing else", target.at)
    if found[0].name not in SHAPES | {"use"}:
        raise DrawingError(f"<{found[0].name}> inside <clipPath> is not in the profile", found[0].at)
    return found[0]


def _matrix(target: Element, geometry: dict[str, str], shapes: tuple[Shape, ...]) -> Matrix:
    matrix = parse(geometry.get("transform", ""))
    units = geometry.get("clipPathUnits", "userSpaceOnUse")
    if units == "objectBoundingBox" and (box := of_shapes(shapes, IDENTITY)):
        return multiply((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), matrix)
    if units != "userSpaceOnUse":
        raise DrawingError(f"clipPathUnits={units!r} is not known, or clips nothing", target.at)
    return matrix


def _rule(child: Element, style: Style, ids: Mapping[str, Element], depth: int) -> str:
    """Return the clip-rule of the shape itself, also where it is used from elsewhere."""
    style, _, geometry = resolve(declarations(child), style, KNOWN.get(child.name, frozenset()), child.name)
    used = ids.get(href(geometry).removeprefix("#")) if child.name == "use" and depth < 50 else None
    return _rule(used, style, ids, depth + 1) if used is not None else style.clip_rule


def flat(segments: tuple[Segment, ...]) -> bool:
    """Tell whether all points lie on one line, so that there is nothing to fill: pdfium would draw a hair there."""
    numbers: list[float] = [value for _, *flat in segments for value in flat]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    x, y = points[0]
    dx, dy = max(((px - x, py - y) for px, py in points), key=lambda reach: abs(reach[0]) + abs(reach[1]))
    return all(abs((px - x) * dy - (py - y) * dx) <= FLOAT_NOISE * (dx * dx + dy * dy) for px, py in points)


def painted(style: Style, fill: str | Gradient | None, opacity: float) -> Paint:
    """Return the paint of a style with its fill found."""
    if (style.stroke or "").startswith("url:"):
        raise DrawingError("a stroke can not be a gradient")
    known: Any = style
    stroke = style.color if style.stroke == CURRENT else style.stroke
    return Paint(
        style.color if fill == CURRENT else fill,
        opacity,
        style.fill_rule == "evenodd",
        stroke if style.stroke_width > 0 else None,
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
        if isinstance(part, str):
            raise DrawingError(f"text stands where <{element.name}> can not hold it: {part.strip()[:20]!r}", element.at)
        if part.name not in ("title", "desc"):
            raise DrawingError(f"<{part.name}> inside <{element.name}> is not in the profile", part.at)


def wrapped(
    shapes: tuple[Shape, ...], matrix: Matrix, clip: Clip | None, opacity: float, name: str = ""
) -> tuple[Shape, ...]:
    """Return the shapes as a group where a matrix, a clip, an opacity or a name asks for one.

    What a named group holds without painting it is left away: checks take what is there for what is seen.
    """
    if name:
        shapes = _inked(shapes)
    if not shapes or opacity <= 0:
        return ()
    if clip is not None and not clip.segments:
        return ()
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < DEGENERATE:
        return ()
    if opacity < 1 and clip is None and (folded := _folded(shapes, opacity)):
        shapes, opacity = folded, 1.0
    if matrix == IDENTITY and clip is None and opacity >= 1 and not name:
        return shapes
    return (Group(shapes, matrix, clip, opacity, name),)


def _inked(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the shapes without those that paint nothing, and without groups of nothing else."""
    left = [each for shape in shapes if (each := _seen(shape))]
    return shapes if len(left) == len(shapes) and all(map(is_, left, shapes)) else tuple(left)


def _seen(shape: Shape) -> Shape | None:
    """Return a shape without fill or stroke of no opacity, or None where nothing is left."""
    match shape:
        case Path(paint=paint) | Text(paint=paint):
            fill = paint.fill if paint.fill_opacity > 0 else None
            stroke = paint.stroke if paint.stroke_opacity > 0 else None
            if fill is None and stroke is None:
                return None
            same = fill is paint.fill and stroke is paint.stroke
            return shape if same else replace(shape, paint=replace(paint, fill=fill, stroke=stroke))
        case Group(shapes=shapes):
            inner = _inked(shapes)
            return shape if inner is shapes else replace(shape, shapes=inner) if inner else None
    return shape


def _folded(shapes: tuple[Shape, ...], opacity: float) -> tuple[Shape, ...]:
    """Return a lone shape that is only filled or only stroked with the opacity in its paint, or nothing."""
    shape = shapes[0]
    if len(shapes) > 1 or not isinstance(shape, Path) or (shape.paint.fill and shape.paint.stroke):
        return ()
    paint = shape.paint
    thin = replace(paint, fill_opacity=paint.fill_opacity * opacity, stroke_opacity=paint.stroke_opacity * opacity)
    return (Path(shape.segments, thin),)


def weigh(shapes: tuple[Shape, ...], most: int, deep: int) -> int:
    """Return how many shapes there are, each as often as it is drawn; more than `most` if groups nest beyond `deep`."""
    count = 0 if deep else most + 1
    for shape in shapes:
        count += weigh(shape.shapes, most - count, deep - 1) if isinstance(shape, Group) else 1
        if count > most:
            break
    return count


def path_of(shapes: tuple[Shape, ...], matrix: Matrix, element: Element) -> Iterator[tuple[Segment, ...]]:
    """Yield the outlines that a clip path is made of; anything but shapes is refused."""
    for shape in shapes:
        match shape:
            case Path():
                yield transform_segments(shape.segments, matrix)
            case Group(clip=None, name=""):
                yield from path_of(shape.shapes, multiply(matrix, shape.matrix), element)
            case Group(clip=None):
                raise DrawingError(f"a clipPath cuts, and can not hold the group {shape.name!r}", element.at)
            case _:
                raise DrawingError("a clipPath can hold a shape only: no text, image or clip", element.at)
