"""Groups of shapes: what they need, how many shapes they hold, and the paths of those that clip.

A region of a PDF's page is cut down to what a clip leaves of it, so that files hold no more of a page than is seen.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from operator import is_

from msgspec.structs import replace

from generator.geometry.bounds import segment_bounds, transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices
from generator.geometry.path import transform_segments
from generator.geometry.tolerances import DEGENERATE
from generator.geometry.types import Box, Segment
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Group, Image, Path, Shape, Text, walk_leaves
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES, href
from generator.render.svg.elements import Element
from generator.render.svg.style import Style, read_declarations, resolve_properties


def find_clip_rule(child: Element, style: Style, ids: Mapping[str, Element], depth: int) -> str:
    """Return the clip-rule of a shape, followed through <use>."""
    style, _, geometry = resolve_properties(
        read_declarations(child), style, GEOMETRY_ATTRIBUTES.get(child.name, frozenset()), child.name
    )
    used = ids.get(href(geometry).removeprefix("#")) if child.name == "use" and depth < 50 else None
    return find_clip_rule(used, style, ids, depth + 1) if used is not None else style.clip_rule


def check_no_content(element: Element) -> None:
    """Raise DrawingError for content of a shape other than a title or a description."""
    for part in element.content:
        if isinstance(part, str):
            raise DrawingError(f"<{element.name}> cannot contain text: {part.strip()[:20]!r}", element.at)
        if part.name not in ("title", "desc"):
            raise DrawingError(f"<{part.name}> inside <{element.name}> is not in the profile", part.at)


def wrap_group(group: Group) -> tuple[Shape, ...]:
    """Return a group if a matrix, a clip, a mask, an opacity, a blend mode or a name needs it, or else its shapes.

    A clip isolates what blends inside it, as in SVG (Compositing and Blending 1, 3.3).
    Shapes that paint nothing are dropped from a named group, since checks take what is there for what is seen.
    """
    matrix, clip, mask, opacity = group.matrix, group.clip, group.mask, group.opacity
    shapes = _drop_unpainted(group.shapes) if group.name else group.shapes
    if not shapes or opacity <= 0:
        return ()
    if (clip is not None and not clip.segments) or (mask is not None and not mask.shapes):
        return ()
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < DEGENERATE:
        return ()
    special = mask is not None or group.blend != "normal"
    isolates = not special and opacity >= 1 and (group.isolated or clip is not None) and _blend_with_ground(shapes)
    if opacity < 1 and clip is None and not special and (folded := _fold_opacity(shapes, opacity)):
        shapes, opacity = folded, 1.0
    if matrix == IDENTITY and clip is None and opacity >= 1 and not group.name and not special and not isolates:
        return shapes
    kept = shapes if clip is None else narrow_regions(shapes, clip)
    return (replace(group, shapes=kept, opacity=opacity, isolated=isolates),)


def _blend_with_ground(shapes: tuple[Shape, ...]) -> bool:
    """Return whether some of the shapes blend with what is behind all of them."""
    return any(isinstance(shape, Group) and _blends(shape) for shape in shapes)


def _blends(group: Group) -> bool:
    if group.blend != "normal":
        return True
    alone = group.isolated or group.opacity < 1 or group.mask is not None
    return not alone and _blend_with_ground(group.shapes)


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


def clip_paths(shapes: tuple[Shape, ...], matrix: Matrix) -> Iterator[tuple[Segment, ...] | None]:
    """Yield the segments of the shapes of a clip path; None for what is no path, or is cut itself."""
    for shape in shapes:
        match shape:
            case Path():
                yield transform_segments(shape.segments, matrix)
            case Group(clip=None, mask=None):
                yield from clip_paths(shape.shapes, multiply_matrices(matrix, shape.matrix))
            case _:
                yield None


_LEAST = 1e-6  # mm


def narrow_regions(shapes: tuple[Shape, ...], clip: Clip) -> tuple[Shape, ...]:
    """Return shapes, in which regions of pages are no larger than the box around a clip."""
    if not any(isinstance(shape, Image) and shape.region is not None for shape, _ in walk_leaves(shapes)):
        return shapes
    box = segment_bounds(clip.segments, IDENTITY)
    return shapes if box is None else _narrow(shapes, box)


def _narrow(shapes: tuple[Shape, ...], box: Box) -> tuple[Shape, ...]:
    narrowed = tuple(kept for shape in shapes if (kept := _narrow_shape(shape, box)) is not None)
    is_same = len(shapes) == len(narrowed) and all(map(is_, shapes, narrowed))
    return shapes if is_same else narrowed


def _narrow_shape(shape: Shape, box: Box) -> Shape | None:
    if isinstance(shape, Group):
        back = invert_matrix(shape.matrix)
        if back is None:
            return shape
        left, top, right, bottom = box
        inner = _narrow(shape.shapes, transformed_box_bounds(left, top, right - left, bottom - top, back))
        return shape if inner is shape.shapes else replace(shape, shapes=inner)
    if not isinstance(shape, Image) or shape.region is None:
        return shape
    return _narrow_image(shape, shape.region, box)


def _narrow_image(image: Image, region: Box, box: Box) -> Image | None:
    """Return what a box leaves of a region of a page; None if it leaves nothing."""
    left, top = max(image.x, box[0]), max(image.y, box[1])
    right, bottom = min(image.x + image.width, box[2]), min(image.y + image.height, box[3])
    width, height = right - left, bottom - top
    if min(width, height) < _LEAST:
        return None
    if width > image.width - _LEAST and height > image.height - _LEAST:
        return image
    across, down = region[2] / image.width, region[3] / image.height
    cut = region[0] + (left - image.x) * across, region[1] + (top - image.y) * down, width * across, height * down
    key = sha256(f"{image.key} {cut}".encode()).hexdigest()
    return replace(image, x=left, y=top, width=width, height=height, key=key, region=cut)
