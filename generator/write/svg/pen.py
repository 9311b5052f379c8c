"""Draw shapes as SVG elements, made by svgwrite and cached, with the definitions they refer to.

svgwrite writes a tag once for each look, and its numbers are put in afterwards. They are not checked again (`debug`):
what a picture holds was checked when it was read.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from itertools import zip_longest
from typing import Any, NamedTuple

from svgwrite import container, gradients, image, masking, path

from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.types import Segment
from generator.model.lru_cache import LRUCache
from generator.model.picture import (
    Clip,
    Gradient,
    Group,
    Image,
    LaidShapes,
    Mask,
    Paint,
    Path,
    Shape,
    SharedLayout,
    Text,
)
from generator.pdf.raster import DPI, encode_region
from generator.safety.image_files import convert_inks, read_image_data
from generator.write.coordinates import format_matrix, format_number
from generator.write.svg.words import Needs, SvgDefinition, SvgTextWriter


class SvgMarkup(NamedTuple):
    """Markup and the definitions it refers to."""

    markup: str
    needs: Needs


class SvgPen:
    """Draws shapes as markup. Definitions are named by their digests, so equal ones share a name on every sheet."""

    def __init__(self, live: bool) -> None:
        self._known: LRUCache[Shape, SvgMarkup] = LRUCache(4096)
        self._gradients: LRUCache[Gradient, tuple[str, SvgDefinition]] = LRUCache(1024)
        self._paints: LRUCache[tuple[Paint, float], str] = LRUCache(4096)
        self._tags: LRUCache[Paint, SvgMarkup] = LRUCache(4096)
        self._words = SvgTextWriter(live)
        self._layouts: LRUCache[SharedLayout, list[SvgMarkup]] = LRUCache(256)
        self._unheld: dict[str, Image] = {}

    def draw(self, shapes: Iterable[Shape], needs: Needs) -> str:
        """Return the markup of the shapes in order, and add the definitions they refer to to `needs`."""
        if type(shapes) is LaidShapes:
            return self._draw_laid(shapes, needs)
        out: list[str] = []
        for shape in shapes:
            if type(shape) is Text:
                out.append(self._words.write(shape, self._format_paint, needs))
                continue
            drawn = self._known.get(shape) or self._known.put(shape, self._draw_shape(shape))
            out.append(drawn.markup)
            if drawn.needs:
                needs.update(drawn.needs)
        return "".join(out)

    def _draw_laid(self, shapes: LaidShapes, needs: Needs) -> str:
        """Draw the shapes of a face whose layout is drawn once, but for its texts."""
        layout = shapes.layout
        parts = self._layouts.get(layout) or self._layouts.put(
            layout, [self._draw_part(part) for part in layout.split()]
        )
        out: list[str] = []
        for part, slot in zip_longest(parts, layout.slots):
            out.append(part.markup)
            if part.needs:
                needs.update(part.needs)
            if slot is not None and type(text := shapes[slot]) is Text:
                out.append(self._words.write(text, self._format_paint, needs))
        return "".join(out)

    def _draw_part(self, shapes: tuple[Shape, ...]) -> SvgMarkup:
        needs = Needs()
        return SvgMarkup(self.draw(shapes, needs), needs)

    def clip(self, clip: Clip) -> tuple[str, SvgDefinition]:
        """Return the name and the definition of a clip path."""
        element, rule = masking.ClipPath(debug=False), "evenodd" if clip.even_odd else "nonzero"
        element.add(path.Path(d=_format_path_data(clip.segments), clip_rule=rule, debug=False))
        return make_definition(element, "c", {})

    def _draw_shape(self, shape: Shape) -> SvgMarkup:
        match shape:
            case Text():
                needs = Needs()
                return SvgMarkup(self._words.write(shape, self._format_paint, needs), needs)
            case Path():
                return self._draw_path(shape)
            case Image():
                return self._draw_image(shape)
            case Group():
                return self._draw_group(shape)

    def _draw_image(self, shape: Image) -> SvgMarkup:
        """Return a use of an image, which is defined once in a sheet; one whose bytes are not held has a token in it.

        The group around a region of a PDF's page says that it became pixels.
        """
        data = _encode_pixels(shape) if not shape.source else f"{_TOKEN}{shape.key}"
        if shape.source:
            self._unheld[data] = shape
        at, size = (
            (format_number(shape.x), format_number(shape.y)),
            (format_number(shape.width), format_number(shape.height)),
        )
        element = image.Image(data, at, size, preserveAspectRatio="none", debug=False)
        if not shape.smooth:
            element["image-rendering"] = "optimizeSpeed"
        symbol = container.Symbol(overflow="visible", debug=False)
        name, definition = make_definition(symbol, "image-", {}, _serialize(element))
        markup = f'<use xlink:href="#{name}"/>'
        markup = markup if shape.region is None else f"<g><title>{_PIXELS}</title>{markup}</g>"
        return SvgMarkup(markup, {name: definition})

    def fill_in_images(self, text: str) -> str:
        """Return the text of a file with the images that are not held, which are read now."""
        if _TOKEN not in text:
            return text
        return _TOKENS.sub(lambda found: _encode_pixels(self._unheld[found[0]]), text)

    def _draw_path(self, shape: Path) -> SvgMarkup:
        tag = self._tags.get(shape.paint) or self._tags.put(shape.paint, self._make_path_tag(shape.paint))
        return tag._replace(markup=tag.markup.replace(_DATA, f'd="{_format_path_data(shape.segments)}"'))

    def _make_path_tag(self, paint: Paint) -> SvgMarkup:
        """Return the tag of a path with a slot for its data."""
        needs, style = Needs(), _list_paint_attributes(paint, 1.0)
        if isinstance(paint.fill, Gradient):
            name, needs[name] = self._define_gradient(paint.fill)
            style["fill"] = f"url(#{name})"
        return SvgMarkup(_serialize(path.Path(d=_SLOT, **style, debug=False)), needs)

    def _draw_group(self, group: Group) -> SvgMarkup:
        needs = Needs()
        inner = self.draw(group.shapes, needs)
        style = _write_group_style(group)
        moved, clipped, masked = group.matrix != IDENTITY, group.clip is not None, group.mask is not None
        tag = _make_group_tag(group.name, group.opacity, moved, clipped, masked, style=style)
        if group.matrix != IDENTITY:
            tag = tag.replace(_TRANSFORM, f'transform="{transform_value(group.matrix)}"')
        if group.clip is not None:
            name, needs[name] = self.clip(group.clip)
            tag = tag.replace(_CLIP, f'clip-path="url(#{name})"')
        if group.mask is not None:
            name, needs[name] = self._define_mask(group.mask)
            tag = tag.replace(_MASK, f'mask="url(#{name})"')
        return SvgMarkup(f"{tag}{inner}</g>", needs)

    def _define_mask(self, mask: Mask) -> tuple[str, SvgDefinition]:
        """Return the name and the definition of a mask, whose region is all that can be drawn."""
        inner = Needs()
        markup = self.draw(mask.shapes, inner)
        start, size, units = (-_FAR, -_FAR), (2 * _FAR, 2 * _FAR), "userSpaceOnUse"
        element = masking.Mask(start, size, maskUnits=units, maskContentUnits=units, debug=False)
        name, definition = make_definition(element, "m", inner, markup)
        if mask.alpha:  # an attribute of SVG 2, which svgwrite does not know
            marked = definition.markup.replace("<mask", '<mask mask-type="alpha"', 1)
            return name, definition._replace(markup=marked)
        return name, definition

    def _define_gradient(self, gradient: Gradient) -> tuple[str, SvgDefinition]:
        return self._gradients.get(gradient) or self._gradients.put(
            gradient, make_definition(_make_gradient(gradient), "p", {})
        )

    def _format_paint(self, paint: Paint, scale: float) -> str:
        key = paint, scale if paint.stroke is not None else 1.0
        found = self._paints.get(key)
        if found is None:
            style = _list_paint_attributes(paint, scale).items()
            found = self._paints.put(key, "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style))
        return found


_SLOT = "@"
_DATA, _TRANSFORM, _CLIP, _MASK = (f'{name}="{_SLOT}"' for name in ("d", "transform", "clip-path", "mask"))
_FAR = 100_000  # user units; beyond what pictures reach


@lru_cache(maxsize=4096)
def _make_group_tag(name: str, opacity: float, moved: bool, clipped: bool, masked: bool, style: str) -> str:
    """Return the tag that opens a group, with slots for its transform, its clip path and its mask."""
    element = container.Group(debug=False)
    if name:
        element["class"] = name
    if moved:
        element["transform"] = _SLOT
    if opacity < 1:
        element["opacity"] = format_number(opacity)
    if clipped:
        element["clip-path"] = _SLOT
    if masked:
        element["mask"] = _SLOT
    if style:
        element["style"] = style
    return _open_tag(element)


def _write_group_style(group: Group) -> str:
    """Return what is no attribute of SVG; a clip, like an opacity, isolates a group anyway."""
    if group.blend != "normal":
        return f"mix-blend-mode:{group.blend}"
    return "isolation:isolate" if group.isolated and group.clip is None else ""


def _serialize(element: Any) -> str:
    return str(element.tostring())


def _open_tag(element: Any) -> str:
    return f"{_serialize(element).removesuffix('/>').rstrip()}>"


def make_definition(element: Any, letter: str, needs: Needs, markup: str = "") -> tuple[str, SvgDefinition]:
    """Return the name (a letter and a digest) and the definition of an element with markup inside."""
    text = f"{_open_tag(element)}{markup}</{element.elementname}>" if markup else _serialize(element)
    name = letter + blake2b(text.encode(), digest_size=6).hexdigest()
    return name, SvgDefinition(text.replace(f"<{element.elementname}", f'<{element.elementname} id="{name}"', 1), needs)


def _make_gradient(gradient: Gradient) -> Any:
    g, units = [format_number(value) for value in gradient.geometry], "userSpaceOnUse"
    if gradient.kind == "linear":
        element = gradients.LinearGradient((g[0], g[1]), (g[2], g[3]), gradientUnits=units, debug=False)
    else:
        element = gradients.RadialGradient((g[0], g[1]), g[2], (g[3], g[4]), gradientUnits=units, debug=False)
    if gradient.matrix != IDENTITY:
        element["gradientTransform"] = transform_value(gradient.matrix)
    for offset, color in gradient.stops:
        element.add_stop_color(format_number(offset), color)
    return element


_TOKEN = "image-file:"  # in place of an image that is read when the sheet is written
_TOKENS = re.compile(f"{_TOKEN}[0-9a-f]{{64}}")
_PIXELS = f"A page of a PDF, as pixels of {DPI:g} dpi"


def _encode_pixels(shape: Image) -> str:
    """Return the pixels of an image as a data URI; a region of a PDF's page becomes pixels."""
    if shape.region is not None:
        data, mime = encode_region(shape.data, shape.region), "image/png"
    else:
        data, mime = read_image_data(shape), shape.mime
    data = convert_inks(data) if mime == "image/jpeg" else data
    return f"data:{mime};base64,{b64encode(data).decode('ascii')}"


def _list_paint_attributes(paint: Paint, scale: float) -> dict[str, Any]:
    """Return the attributes of a paint that differ from SVG's initial values."""
    style: dict[str, Any] = {"fill": paint.fill if isinstance(paint.fill, str) else "none"}
    if paint.fill_opacity < 1 and paint.fill is not None:
        style["fill_opacity"] = format_number(paint.fill_opacity)
    if paint.even_odd:
        style["fill_rule"] = "evenodd"
    if paint.stroke is None:
        return style
    style |= {"stroke": paint.stroke, "stroke_width": f"{paint.width / scale:.6g}"}
    if paint.stroke_opacity < 1:
        style["stroke_opacity"] = format_number(paint.stroke_opacity)
    if paint.dash:
        style["stroke_dasharray"] = ",".join(f"{length / scale:.6g}" for length in paint.dash)
        style["stroke_dashoffset"] = f"{paint.dash_offset / scale:.6g}"
    plain = {"stroke_linecap": (paint.cap, "butt"), "stroke_linejoin": (paint.join, "miter")}
    style |= {name: value for name, (value, default) in plain.items() if value != default}
    if paint.miter != 4:
        style["stroke_miterlimit"] = format_number(paint.miter)
    return style


def _format_path_data(segments: tuple[Segment, ...]) -> str:
    return "".join("Z" if s[0] == "Z" else f"{s[0]}{' '.join(map(format_number, s[1:]))}" for s in segments)


@lru_cache(maxsize=4096)
def transform_value(to: Matrix) -> str:
    """Return the value of a transform attribute."""
    return f"matrix({format_matrix(to)})"
