"""Clip paths (SVG 1.1, 14.3), paints, and groups of shapes."""

from collections.abc import Callable, Iterator, Mapping
from operator import is_
from typing import Any

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import transform_segments
from generator.geometry.tolerances import DEGENERATE, FLOAT_NOISE
from generator.geometry.types import Segment
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Gradient, Group, Paint, Path, Shape, Text
from generator.render.bounds import shape_bounds
from generator.render.svg.attribute_values import parse_transform
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES, SHAPES, href
from generator.render.svg.elements import Element
from generator.render.svg.style import CURRENT, OwnProperties, Style, read_declarations, resolve_properties

_THINNEST_STROKE = 1e-4  # mm; the last digit of a width in a finished file, and a PDF draws a width of 0 as a hairline


def resolve_clip(
    target: Element,
    ids: Mapping[str, Element],
    shapes: tuple[Shape, ...],
    draw: Callable[[Element, Style], tuple[Shape, ...]],
) -> Clip:
    """Return the clip of a clipPath element; without segments if it clips everything away."""
    inner, own, geometry = resolve_properties(
        read_declarations(target), Style(), GEOMETRY_ATTRIBUTES["clipPath"], "clipPath"
    )
    if own != OwnProperties():
        raise DrawingError("a clipPath cannot have an opacity, a clip or a display of its own", target.at)
    child = _clip_child(target)
    declared = read_declarations(child)
    if "opacity" in declared or "display" in declared or "visibility" in declared:
        raise DrawingError("a shape in a clipPath cannot have an opacity, a visibility or a display", child.at)
    matrix = _clip_matrix(target, geometry, shapes)
    paths = list(clip_paths(draw(child, inner), matrix, child))
    if len(paths) > 1:
        raise DrawingError("a clipPath must contain one shape and nothing else", target.at)
    return Clip(paths[0] if paths else (), _find_clip_rule(child, inner, ids, 0) == "evenodd")


def _clip_child(target: Element) -> Element:
    found = [part for part in target.content if isinstance(part, Element) and part.name not in ("title", "desc")]
    if len(found) != 1:
        raise DrawingError("a clipPath must contain one shape and nothing else", target.at)
    if found[0].name not in SHAPES | {"use"}:
        raise DrawingError(f"<{found[0].name}> inside <clipPath> is not in the profile", found[0].at)
    return found[0]


def _clip_matrix(target: Element, geometry: dict[str, str], shapes: tuple[Shape, ...]) -> Matrix:
    matrix = parse_transform(geometry.get("transform", ""))
    units = geometry.get("clipPathUnits", "userSpaceOnUse")
    if units == "objectBoundingBox" and (box := shape_bounds(shapes, IDENTITY)):
        return multiply_matrices((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), matrix)
    if units != "userSpaceOnUse":
        raise DrawingError(f"clipPathUnits={units!r} is unknown, or has nothing to clip", target.at)
    return matrix


def _find_clip_rule(child: Element, style: Style, ids: Mapping[str, Element], depth: int) -> str:
    """Return the clip-rule of a shape, followed through <use>."""
    style, _, geometry = resolve_properties(
        read_declarations(child), style, GEOMETRY_ATTRIBUTES.get(child.name, frozenset()), child.name
    )
    used = ids.get(href(geometry).removeprefix("#")) if child.name == "use" and depth < 50 else None
    return _find_clip_rule(used, style, ids, depth + 1) if used is not None else style.clip_rule


def is_flat(segments: tuple[Segment, ...]) -> bool:
    """Return whether all points are on one line, so that there is nothing to fill; pdfium would draw a hairline."""
    numbers: list[float] = [value for _, *flat in segments for value in flat]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    x, y = points[0]
    dx, dy = max(((px - x, py - y) for px, py in points), key=lambda reach: abs(reach[0]) + abs(reach[1]))
    return all(abs((px - x) * dy - (py - y) * dx) <= FLOAT_NOISE * (dx * dx + dy * dy) for px, py in points)


def make_paint(style: Style, fill: str | Gradient | None, opacity: float) -> Paint:
    """Return the paint of a style, with its fill resolved."""
    if (style.stroke or "").startswith("url:"):
        raise DrawingError("a stroke cannot be a gradient")
    known: Any = style
    stroke = style.color if style.stroke == CURRENT else style.stroke
    return Paint(
        style.color if fill == CURRENT else fill,
        opacity,
        style.fill_rule == "evenodd",
        stroke if style.stroke_width >= _THINNEST_STROKE else None,
        style.stroke_opacity,
        style.stroke_width,
        style.dash,
        style.dash_offset,
        known.cap,
        known.join,
        style.miter,
    )


def check_no_content(element: Element) -> None:
    """Raise DrawingError for content of a shape other than a title or a description."""
    for part in element.content:
        if isinstance(part, str):
            raise DrawingError(f"<{element.name}> cannot contain text: {part.strip()[:20]!r}", element.at)
        if part.name not in ("title", "desc"):
            raise DrawingError(f"<{part.name}> inside <{element.name}> is not in the profile", part.at)


def wrap_group(
    shapes: tuple[Shape, ...], matrix: Matrix, clip: Clip | None, opacity: float, name: str = ""
) -> tuple[Shape, ...]:
    """Return the shapes in a group if a matrix, a clip, an opacity or a name needs one.

    Shapes that paint nothing are dropped from a named group, since checks take what is there for what is seen.
    """
    if name:
        shapes = _drop_unpainted(shapes)
    if not shapes or opacity <= 0:
        return ()
    if clip is not None and not clip.segments:
        return ()
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < DEGENERATE:
        return ()
    if opacity < 1 and clip is None and (folded := _fold_opacity(shapes, opacity)):
        shapes, opacity = folded, 1.0
    if matrix == IDENTITY and clip is None and opacity >= 1 and not name:
        return shapes
    return (Group(shapes, matrix, clip, opacity, name),)


def _drop_unpainted(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the shapes without those that paint nothing, and without groups that become empty."""
    left = [each for shape in shapes if (each := _keep_painted(shape))]
    return shapes if len(left) == len(shapes) and all(map(is_, left, shapes)) else tuple(left)


def _keep_painted(shape: Shape) -> Shape | None:
    """Return a shape without a fill or stroke of zero opacity; None if nothing is left."""
    match shape:
        case Path(paint=paint) | Text(paint=paint):
            fill = paint.fill if paint.fill_opacity > 0 else None
            stroke = paint.stroke if paint.stroke_opacity > 0 else None
            if fill is None and stroke is None:
                return None
            same = fill is paint.fill and stroke is paint.stroke
            return shape if same else replace(shape, paint=replace(paint, fill=fill, stroke=stroke))
        case Group(shapes=shapes):
            inner = _drop_unpainted(shapes)
            return shape if inner is shapes else replace(shape, shapes=inner) if inner else None
    return shape


def _fold_opacity(shapes: tuple[Shape, ...], opacity: float) -> tuple[Shape, ...]:
    """Return a single filled or stroked shape with the opacity in its paint; empty if a group is needed."""
    shape = shapes[0]
    if len(shapes) > 1 or not isinstance(shape, Path) or (shape.paint.fill and shape.paint.stroke):
        return ()
    paint = shape.paint
    thin = replace(paint, fill_opacity=paint.fill_opacity * opacity, stroke_opacity=paint.stroke_opacity * opacity)
    return (Path(shape.segments, thin),)


def count_shapes(shapes: tuple[Shape, ...], most: int, deep: int) -> int:
    """Return how many shapes are drawn; more than `most` if there are more, or if groups nest deeper than `deep`.

    Eight segments of a path, and twenty letters of a text, take as long to draw as one more shape.
    """
    count = 0 if deep else most + 1
    for shape in shapes:
        match shape:
            case Group():
                count += count_shapes(shape.shapes, most - count, deep - 1)
            case Path():
                count += 1 + len(shape.segments) // 8
            case Text():
                count += 1 + len(shape.text) // 20
            case _:
                count += 1
        if count > most:
            break
    return count


def clip_paths(shapes: tuple[Shape, ...], matrix: Matrix, element: Element) -> Iterator[tuple[Segment, ...]]:
    """Yield the segments of the shapes of a clip path; DrawingError for anything but shapes."""
    for shape in shapes:
        match shape:
            case Path():
                yield transform_segments(shape.segments, matrix)
            case Group(clip=None, name=""):
                yield from clip_paths(shape.shapes, multiply_matrices(matrix, shape.matrix), element)
            case Group(clip=None):
                raise DrawingError(f"a clipPath cannot contain the named group {shape.name!r}", element.at)
            case _:
                raise DrawingError("a clipPath can contain only a shape: no text, image or clip", element.at)
