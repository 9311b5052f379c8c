"""Clips and masks (CSS Masking 1; SVG 1.1, chapter 14)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import rectangle_segments
from generator.geometry.types import Box
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Gradient, Group, Image, Mask, Shape
from generator.render.svg.attribute_values import parse_share, parse_transform
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES, SHAPES, href
from generator.render.svg.elements import Element
from generator.render.svg.groups import clip_paths, find_clip_rule
from generator.render.svg.style import OwnProperties, Style, read_declarations, resolve_properties

DrawElement = Callable[[Element, Style], tuple[Shape, ...]]
_CLIPPING = SHAPES | {"use", "text"}
_DEEPEST = 20
_LUMINANCE = (0.2125, 0.7154, 0.0721)  # of red, green and blue


class Cutter(NamedTuple):
    """Resolves what clips and masks the shapes of one element.

    `measure` returns the box of the shapes, with those that are not seen; `draw` draws an element of the document, and
    `style_of` returns what an element of it inherits.
    """

    ids: Mapping[str, Element]
    draw: DrawElement
    measure: Callable[[], Box | None]
    style_of: Callable[[Element], Style]

    def resolve_clip(self, name: str, depth: int = 0) -> Clip | Mask:
        """Return a clip; without segments if it clips everything away, a mask if it is not one plain shape."""
        target = self._find_target(name, "clip-path", "clipPath", depth)
        style, own, geometry = resolve_properties(
            read_declarations(target), self.style_of(target), GEOMETRY_ATTRIBUTES["clipPath"], "clipPath"
        )
        if own._replace(clip="", opacity=1.0, overflow="") != OwnProperties():
            raise DrawingError("a clipPath cannot have a display, a mask or a blend mode of its own", target.at)
        matrix = self._find_matrix(target, geometry)
        if matrix is None:
            return Clip(())
        children = [part for part in target.content if isinstance(part, Element) and part.name not in ("title", "desc")]
        for child in children:
            used = self.ids.get(href(child.attributes).removeprefix("#")) if child.name == "use" else None
            if child.name not in _CLIPPING or (used is not None and used.name not in SHAPES | {"text"}):
                raise DrawingError(f"<{child.name}> inside <clipPath> is not in the profile", child.at)
        if len(children) == 1 and not own.clip and (simple := self._simple_clip(children[0], style, matrix)):
            return simple
        style = style._replace(clipping=True, visible=True)
        shapes = tuple(shape for child in children for shape in self.draw(child, style))
        if not shapes:
            return Clip(())
        seen = self._cut((Group(shapes, matrix),), own.clip, depth)
        return Mask(seen) if seen else Clip(())

    def _cut(self, shapes: tuple[Shape, ...], name: str, depth: int) -> tuple[Shape, ...]:
        """Return the shapes as a clip leaves them; nothing if it clips all away."""
        if not name:
            return shapes
        clip = self.resolve_clip(name, depth + 1)
        if isinstance(clip, Mask):
            return (Group(shapes, mask=clip),)
        return (Group(shapes, clip=clip),) if clip.segments else ()

    def _find_target(self, name: str, attribute: str, kind: str, depth: int) -> Element:
        """Return the clipPath or mask with an id; DrawingError if there is none, or if it refers to itself."""
        target = self.ids.get(name)
        if target is None or target.name != kind:
            raise DrawingError(f"{attribute} refers to #{name}, which is not a {kind} in this file")
        if depth > _DEEPEST:
            raise DrawingError(f"{kind} elements refer to one another in a loop", target.at)
        return target

    def _simple_clip(self, child: Element, style: Style, matrix: Matrix) -> Clip | None:
        """Return the clip of one shape; None if it is a text, is clipped itself, or is several shapes."""
        if child.name == "text" or read_declarations(child).get("clip-path", "none") != "none":
            return None
        shapes = self.draw(child, style._replace(clipping=True, visible=True))
        paths = list(clip_paths(shapes, matrix))
        if len(paths) > 1 or None in paths:
            return None
        return Clip(paths[0] or () if paths else (), find_clip_rule(child, style, self.ids, 0) == "evenodd")

    def _find_matrix(self, target: Element, geometry: dict[str, str]) -> Matrix | None:
        """Return the matrix from the coordinates of a clipPath; None if there is no box that it could refer to."""
        matrix = parse_transform(geometry.get("transform", ""))
        return self._unit_matrix(geometry.get("clipPathUnits", "userSpaceOnUse"), "clipPathUnits", matrix, target)

    def _unit_matrix(self, units: str, name: str, matrix: Matrix, target: Element) -> Matrix | None:
        if units == "userSpaceOnUse":
            return matrix
        if units != "objectBoundingBox":
            raise DrawingError(f"{name}={units!r} is not userSpaceOnUse or objectBoundingBox", target.at)
        box = self.measure()
        if box is None or box[2] <= box[0] or box[3] <= box[1]:
            return None
        return multiply_matrices(matrix, (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]))

    def resolve_mask(self, name: str, depth: int = 0) -> Mask:
        """Return a mask; without shapes if it hides everything."""
        target = self._find_target(name, "mask", "mask", depth)
        style, own, geometry = resolve_properties(
            read_declarations(target), self.style_of(target), GEOMETRY_ATTRIBUTES["mask"], "mask"
        )
        kind = geometry.get("mask-type", "luminance")
        if kind not in ("luminance", "alpha"):
            raise DrawingError(f"mask-type={kind!r} is not luminance or alpha", target.at)
        if own.clip:
            says = "a mask cannot have a clip-path of its own, which few programs draw"
            raise DrawingError(f"{says}; clip what is in it", target.at)
        region = self._find_region(geometry, target)
        matrix = self._unit_matrix(
            geometry.get("maskContentUnits", "userSpaceOnUse"), "maskContentUnits", IDENTITY, target
        )
        if region is None or matrix is None:
            return Mask(())
        shapes = tuple(
            shape for part in target.content if isinstance(part, Element) for shape in self.draw(part, style)
        )
        if not shapes:
            return Mask(())
        if kind == "luminance":
            shapes = tuple(map(_grey_shape, shapes))
        left, top, wide, high = region
        region_clip = Clip(rectangle_segments(left, top, wide, high))
        seen: tuple[Shape, ...] = (Group((Group(shapes, matrix),), clip=region_clip),)
        if own.mask:
            outer = self.resolve_mask(own.mask, depth + 1)
            seen = (Group(seen, mask=outer),) if outer.shapes else ()
        return Mask(seen, kind == "alpha")

    def _find_region(self, geometry: dict[str, str], target: Element) -> tuple[float, float, float, float] | None:
        """Return x, y, width and height of the region that a mask shows; None if there is none."""
        names = {"x": "-0.1", "y": "-0.1", "width": "1.2", "height": "1.2"}
        missing = [name for name in names if name not in geometry]
        if missing and geometry.get("maskUnits") == "userSpaceOnUse":
            raise DrawingError(f"a mask in userSpaceOnUse units has no {missing[0]}", target.at)
        x, y, width, height = (parse_share(geometry.get(name, value), name) for name, value in names.items())
        if geometry.get("maskUnits", "objectBoundingBox") == "userSpaceOnUse":
            return (x, y, width, height) if width > 0 and height > 0 else None
        to = self._unit_matrix("objectBoundingBox", "maskUnits", IDENTITY, target)
        if to is None or width <= 0 or height <= 0:
            return None
        return to[0] * x + to[4], to[3] * y + to[5], to[0] * width, to[3] * height


def _grey_shape(shape: Shape) -> Shape:
    """Return a shape in greys as bright as SVG takes its colors for; PDF weighs red, green and blue otherwise."""
    match shape:
        case Group():
            return replace(shape, shapes=tuple(map(_grey_shape, shape.shapes)))
        case Image():
            from generator.render.svg.images import grey_image  # few masks have any

            return grey_image(shape, _LUMINANCE)
    paint = shape.paint
    fill = paint.fill
    if isinstance(fill, Gradient):
        fill = replace(fill, stops=tuple((offset, _grey_color(color)) for offset, color in fill.stops))
    elif fill is not None:
        fill = _grey_color(fill)
    stroke = None if paint.stroke is None else _grey_color(paint.stroke)
    return replace(shape, paint=replace(paint, fill=fill, stroke=stroke))


def _grey_color(color: str) -> str:
    """Return the grey of a color's luminance (Filter Effects 1, 9.6)."""
    channels = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    level = round(sum(share * channel for share, channel in zip(_LUMINANCE, channels, strict=True)))
    return "#" + f"{level:02x}" * 3
