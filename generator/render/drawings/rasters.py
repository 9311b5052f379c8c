"""Draw what has a filter as an image with alpha, at 300 dpi where that is quick enough (Filter Effects 1)."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from io import BytesIO
from math import inf, sqrt
from typing import TYPE_CHECKING

from generator.geometry.bounds import transformed_box_bounds, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices
from generator.geometry.types import Box
from generator.model.finding import DrawingError
from generator.render.drawings.cleaning import DrawingRemark, list_references
from generator.render.drawings.nodes import URL, DrawingNode, Properties
from generator.render.drawings.properties import SILENT_PREFIXES
from generator.render.drawings.units import format_length
from generator.render.svg.attribute_values import parse_transform
from generator.render.svg.elements import SVG, XLINK

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

_MM = 25.4  # in an inch
_RESOLUTIONS = (300, 200, 150)  # dpi; the lower ones for a filter that would take too long
_MOST_PIXELS = 40_000_000
_SURVEY = 50  # dpi of the pictures that tell where an element draws
_LARGE, _MOST_SHARE = 1_500_000, 0.7  # pixels of a page, and the share of it, from which and up to which they pay
_AROUND, _UNLIKE = 3, 64  # pixels round what is drawn, and of 255, by which the edges in a part may differ
_MOST_STEPS = 2_000_000_000  # 8 s at 4 ns each, as measured with feMorphology
_BLUR_STEPS = 60  # of a blur, or an octave of feTurbulence, for each pixel, measured likewise
_USUAL_REGION = 4.0  # pages, or boxes of the shape: a filter with a larger region is taken to draw all of it
_MOST_PAGES = 20.0  # that the library draws of a large region, as measured
# feConvolveMatrix and the lights work on pixels, so at 300 dpi they look unlike they do on a screen; programs do not
# agree about feDisplacementMap, and feTile rounds its tiles to pixels
_PRIMITIVES = frozenset(
    """feGaussianBlur feDropShadow feFlood feOffset feMerge feMergeNode feColorMatrix feComposite feBlend
    feComponentTransfer feFuncR feFuncG feFuncB feFuncA feMorphology feTurbulence feImage""".split()
)
# the functions of CSS that blur, cast a shadow or change colors; programs agree about lengths in pixels, and about
# those of a shadow without a unit
_FUNCTIONS = re.compile(
    r"(?:(?:blur|drop-shadow|grayscale|sepia|saturate|hue-rotate|brightness|contrast|invert|opacity)"
    r"\((?:[^()]|\([^()]*+\))*+\)\s*+)++"
)
_LENGTHS = re.compile(r"(?:blur|drop-shadow)\((?:[^()]|\([^()]*+\))*+")
_OTHER_LENGTH = {
    "blur": re.compile(r"(?<![\w.#])(?!0(?![\d.]))[\d.]++(?!\d|\.|px\b)"),
    "drop-shadow": re.compile(r"(?<![\w.#])[\d.]++(?:%|(?!px\b)[a-z])", re.IGNORECASE),
}


class _SlowFilterError(DrawingError):
    """A filter that would take many seconds at some resolution."""


class FilterDrawer:
    """Replaces elements with a filter by images of what they draw.

    `page` is the box of the drawing in its user units, of which one is `unit` mm.
    """

    def __init__(self, root: DrawingNode, inherited: Mapping[int, Properties], page: Box, unit: float) -> None:
        self._ids = root.index_ids()
        self._inherited = inherited
        self._page, self._unit = page, unit
        self.remarks: list[DrawingRemark] = []

    def draw(self, node: DrawingNode, to_page: Matrix = IDENTITY) -> None:
        """Replace the elements below a node; `to_page` leads from its coordinates to those of the page."""
        for index, part in enumerate(node.content):
            if not isinstance(part, DrawingNode) or part.name in _UNDRAWN:
                continue
            if part.attributes.get("filter", "none") != "none":
                node.content[index] = self._draw_image(part, node, to_page)
            elif part.content:
                self._enter(part, to_page)

    def _enter(self, part: DrawingNode, to_page: Matrix) -> None:
        inner = multiply_matrices(to_page, parse_transform(part.attributes.get("transform", "")))
        if part.name == "svg" and any(name in part.attributes for name in ("x", "y", "width", "height", "viewBox")):
            if any(each.attributes.get("filter", "none") != "none" for each in part.walk()):
                raise DrawingError("a filter inside a nested svg is not in the profile", part.at)
            return
        self.draw(part, inner)

    def _draw_image(self, node: DrawingNode, around: DrawingNode, to_page: Matrix) -> DrawingNode:
        """Return an image of what an element draws, in the coordinates of the element around it."""
        self._check_filter(node)
        # the region of a filter turns with the element, so the image is made without its transform and turned then
        transform = node.attributes.get("transform", "")
        kept = {name: value for name, value in node.attributes.items() if name != "transform"}
        node = DrawingNode(node.name, kept, node.content, node.at)
        to_page = multiply_matrices(to_page, parse_transform(transform))
        back = invert_matrix(to_page)
        if back is None:
            return DrawingNode("g", {"display": "none"}, [], node.at)
        x, y, width, height = self._page
        left, top, right, bottom = transformed_box_bounds(x, y, width, height, back)
        inches = sqrt(abs(to_page[0] * to_page[3] - to_page[1] * to_page[2])) * self._unit / _MM
        area = self._find_drawn_area(node, around, (left, top, right - left, bottom - top), inches)
        dpi = self._choose_resolution(node, area[2:], inches)
        wide, high = _count_pixels(area[2:], inches * dpi)
        image = _render(self._write(node, around, area), wide, high, node)
        seen = image.getchannel("A").getbbox()
        if seen is not None:
            size = f"{(seen[2] - seen[0]) * _MM / dpi:.1f} x {(seen[3] - seen[1]) * _MM / dpi:.1f} mm"
            says = f"<{node.name}> has a filter, so {size} of the face are printed as an image of {dpi} dpi"
            self.remarks.append(DrawingRemark(node.at, "GF212", "note", says))
        placed = _place_image(image, area[:2], area[2] / wide, node)
        if transform:
            placed.attributes["transform"] = transform
        return placed

    def _check_filter(self, node: DrawingNode) -> None:
        """Raise DrawingError for filters that are not drawn alike everywhere, and for text."""
        text = node.attributes["filter"]
        if not _FUNCTIONS.fullmatch(text):
            self._check_element(node)
        elif found := next((each for each in _LENGTHS.findall(text) if _has_other_length(each)), None):
            raise DrawingError(f"filter: {found.strip()!r} has a length that is not in px; write it in px", node.at)
        used = [node, *(self._ids[name] for name in self._list_used(node) if name in self._ids)]
        if any(part.name in ("text", "tspan", "textPath") for each in used for part in each.walk()):
            raise DrawingError("a text with a filter would be printed as pixels; convert it to paths", node.at)
        for part in (part for each in used for part in each.walk() if part.name == "image"):
            if not _find_link(part).startswith("data:"):
                says = "an image file with a filter cannot be drawn; embed the image in the drawing"
                raise DrawingError(says, part.at or node.at)

    def _check_element(self, node: DrawingNode) -> None:
        """Raise DrawingError for a filter element that is not in the profile, or not there."""
        match = URL.fullmatch(node.attributes["filter"])
        if match is None:
            says = f"filter={node.attributes['filter']!r} is not in the profile; use a <filter> element"
            raise DrawingError(says, node.at)
        found = self._ids.get(match[1])
        if found is None or found.name != "filter":
            raise DrawingError(f"filter refers to #{match[1]}, which is not a filter in this file", node.at)
        for part in found.walk():
            if part is not found and part.name not in _PRIMITIVES:
                says = f"<{part.name}> in a filter is not in the profile; save what has the filter as an image"
                raise DrawingError(says, part.at or node.at)
            if part.name == "feImage" and not _find_link(part).startswith(("#", "data:")):
                says = "<feImage> shows an image file; embed the image in the drawing"
                raise DrawingError(says, part.at or node.at)

    def _find_drawn_area(self, node: DrawingNode, around: DrawingNode, page: Box, inches: float) -> Box:
        """Return the part of a large page on which an element draws; `inches` is the length of a unit on paper.

        Small pictures tell where that is. It is the whole page if a part alone would look different.
        """
        wide, high = _count_pixels(page[2:], inches * _RESOLUTIONS[0])
        size = _count_pixels(page[2:], inches * _SURVEY)
        if wide * high < _LARGE or not all(size) or wide * high > _MOST_PIXELS:
            return page
        try:
            self._check_work(node, size, inches * _SURVEY)
        except _SlowFilterError:
            return page
        bare = DrawingNode(node.name, {**node.attributes, "filter": "none"}, node.content, node.at)
        seen, plain = (_render(self._write(each, around, page), *size, node) for each in (node, bare))
        inked = [box for image in (seen, plain) if (box := image.getchannel("A").getbbox()) is not None]
        if not inked:
            return page
        left, top, right, bottom = _grow_box(union_boxes(inked), size)
        if (right - left) * (bottom - top) > _MOST_SHARE * size[0] * size[1]:
            return page
        x, y, across, down = page
        part: Box = (
            x + across * left / size[0],
            y + down * top / size[1],
            across * (right - left) / size[0],
            down * (bottom - top) / size[1],
        )
        again = _render(self._write(node, around, part), right - left, bottom - top, node)
        return part if _is_like(again, seen.crop((left, top, right, bottom))) else page

    def _choose_resolution(self, node: DrawingNode, area: Sequence[float], inches: float) -> int:
        """Return the dpi at which an element is drawn; `inches` is the length of a unit of its area on paper.

        DrawingError if even the lowest takes too many pixels, or a filter many seconds.
        """
        wide, high = _count_pixels(area, inches * _RESOLUTIONS[0])
        if not 0 < wide * high <= _MOST_PIXELS:
            raise DrawingError(f"an element with a filter takes {wide:,} x {high:,} pixels at 300 dpi", node.at)
        for dpi in _RESOLUTIONS[:-1]:
            with suppress(_SlowFilterError):
                self._check_work(node, _count_pixels(area, inches * dpi), inches * dpi)
                return dpi
        self._check_work(node, _count_pixels(area, inches * _RESOLUTIONS[-1]), inches * _RESOLUTIONS[-1])
        return _RESOLUTIONS[-1]

    def _check_work(self, node: DrawingNode, size: tuple[int, int], scale: float) -> None:
        """Raise DrawingError if a filter would take many seconds; `scale` is pixels in a unit."""
        used = [self._ids[name] for name in self._list_used(node) if name in self._ids]
        steps = 0.0
        for each in (each for each in used if each.name == "filter"):
            unit = max(size) if each.attributes.get("primitiveUnits") == "objectBoundingBox" else scale
            spread = _measure_region(each, self._page)
            for primitive in each.children():
                steps += _count_steps(primitive, unit) * spread
                if not steps * size[0] * size[1] <= _MOST_STEPS:
                    says = "a filter takes too long; make its region or radius smaller, or save it as an image"
                    raise _SlowFilterError(says, primitive.at or node.at)

    def _list_used(self, node: DrawingNode) -> list[str]:
        """Return the ids of all that an element needs to be drawn."""
        used: list[str] = []
        waiting = [node]
        while waiting:
            for name in (each for part in waiting.pop().walk() for each in list_references(part)):
                if name not in used:
                    used.append(name)
                    if name in self._ids:
                        waiting.append(self._ids[name])
        return used

    def _write(self, node: DrawingNode, around: DrawingNode, box: Box) -> str:
        """Return an SVG of one element and of what it refers to."""
        needed = [self._ids[name] for name in self._list_used(node) if name in self._ids]
        inside = {id(each) for each in node.walk()}
        defs = "".join("".join(_write_node(each)) for each in needed if id(each) not in inside)
        style = "".join(
            f' {name}="{escape(value)}"'
            for name, value in sorted(self._inherited.get(id(around), {}).items())
            if not name.startswith("{")
        )
        view = " ".join(map(format_length, box))
        head = f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" viewBox="{view}" preserveAspectRatio="none">'
        return f"{head}<defs>{defs}</defs><g{style}>{''.join(_write_node(node))}</g></svg>"


_UNDRAWN = frozenset({"defs", "symbol", "marker", "pattern", "mask", "clipPath", "filter", "linearGradient"})


_MARK_UNLIKE = [255 * (value > _UNLIKE) for value in range(256)]


def _grow_box(box: Box, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return a box of pixels with a margin, as far as the image reaches."""
    left, top, right, bottom = map(int, box)
    return (
        max(0, left - _AROUND),
        max(0, top - _AROUND),
        min(size[0], right + _AROUND),
        min(size[1], bottom + _AROUND),
    )


def _is_like(one: "PillowImage", other: "PillowImage") -> bool:
    """Return whether two images of a size look the same."""
    from PIL.ImageChops import difference

    bands = difference(one.convert("RGBa"), other.convert("RGBa")).split()
    return not any(band.point(_MARK_UNLIKE).getbbox() for band in bands)


def _count_pixels(area: Sequence[float], scale: float) -> tuple[int, int]:
    """Return the width and height of an area in pixels, of which `scale` are in a unit."""
    return round(area[0] * scale), round(area[1] * scale)


def _has_other_length(function: str) -> bool:
    """Return whether a function of CSS has a length that programs read differently."""
    name, _, lengths = function.partition("(")
    return bool(_OTHER_LENGTH[name].search(re.sub(r"\([^()]*\)", "", lengths)))


def _count_steps(primitive: DrawingNode, scale: float) -> float:
    """Return about how many steps a filter primitive takes for each pixel; `scale` is pixels in a unit."""
    if primitive.name == "feMorphology":
        radii = [scale * abs(number) for number in _read_numbers(primitive, "radius", "0")]
        if (not radii[0]) != (not radii[-1]):  # which the library draws for minutes
            raise DrawingError("feMorphology has a radius of zero one way; write two that are above zero", primitive.at)
        return (2 * radii[0] + 1) * (2 * radii[-1] + 1)
    if primitive.name == "feTurbulence":
        return _BLUR_STEPS * abs(_read_numbers(primitive, "numOctaves", "1")[0])
    return _BLUR_STEPS if primitive.name in ("feGaussianBlur", "feDropShadow") else 2


def _measure_region(found: DrawingNode, page: Box) -> float:
    """Return how much larger than the page the region of a filter may be, at least 1.

    Of a larger region, the library draws up to twenty pages.
    """
    if found.attributes.get("filterUnits") != "userSpaceOnUse":
        sizes = [_read_share(found.attributes.get(name, "120%")) for name in ("width", "height")]
        return min(max(sizes[0] * sizes[1] / _USUAL_REGION, 1.0), _MOST_PAGES)
    wide, high = (
        _read_share(found.attributes.get(name, "100%"), size)
        for name, size in zip(("width", "height"), page[2:], strict=True)
    )
    return min(max(wide * high / (page[2] * page[3] * _USUAL_REGION), 1.0), _MOST_PAGES)


def _read_share(text: str, whole: float = 1.0) -> float:
    """Return a length, or a percentage of a whole; infinite if it is neither, as programs may read it in their way."""
    number, percent, rest = text.strip().partition("%")
    try:
        return inf if rest else abs(float(number)) * (whole / 100 if percent else 1.0)
    except ValueError:
        return inf


def _read_numbers(primitive: DrawingNode, name: str, default: str) -> list[float]:
    try:
        return [float(each) for each in primitive.attributes.get(name, default).replace(",", " ").split()] or [0.0]
    except ValueError:
        says = f"{name}={primitive.attributes[name]!r} is not a number"
        raise DrawingError(says, primitive.at) from None


def _find_link(node: DrawingNode) -> str:
    return node.attributes.get("href", node.attributes.get(f"{{{XLINK}}}href", "#"))


def _write_node(node: DrawingNode) -> Iterator[str]:
    """Yield the markup of an element and of what is in it."""
    yield f"<{node.name}"
    for name, value in node.attributes.items():
        local = name.replace(f"{{{XLINK}}}", "xlink:")
        if not local.startswith(("{", *SILENT_PREFIXES)):
            yield f' {local}="{escape(value)}"'
    yield ">"
    for part in node.content:
        if isinstance(part, DrawingNode):
            yield from _write_node(part)
    yield f"</{node.name}>"


def _render(text: str, wide: int, high: int, node: DrawingNode) -> "PillowImage":
    import resvg_py  # few templates have filters
    from PIL import Image

    try:
        data = resvg_py.svg_to_bytes(svg_string=text, width=wide, height=high, skip_system_fonts=True)
    except ValueError as error:
        raise DrawingError(f"an element with a filter cannot be drawn: {error}", node.at) from None
    return Image.open(BytesIO(bytes(data))).convert("RGBA")


def _place_image(image: "PillowImage", corner: tuple[float, float], pixel: float, node: DrawingNode) -> DrawingNode:
    """Return an image element for the part of an image that is not clear."""
    seen = image.getchannel("A").getbbox()
    if seen is None:
        return DrawingNode("g", {"display": "none"}, [], node.at)
    stream = BytesIO()
    _spread_colors(image.crop(seen)).save(stream, "PNG")
    numbers = {
        "x": corner[0] + seen[0] * pixel,
        "y": corner[1] + seen[1] * pixel,
        "width": (seen[2] - seen[0]) * pixel,
        "height": (seen[3] - seen[1]) * pixel,
    }
    attributes = {name: format_length(value) for name, value in numbers.items()}
    attributes["preserveAspectRatio"] = "none"
    attributes["href"] = f"data:image/png;base64,{b64encode(stream.getvalue()).decode()}"
    return DrawingNode("image", attributes, [], node.at)


def _spread_colors(image: "PillowImage") -> "PillowImage":
    """Return an image whose clear pixels have the colors of what is beside them, not black.

    Viewers that smooth an image mix the colors of neighbors, whatever their alpha, and would show dark edges.
    """
    from PIL.ImageFilter import BoxBlur

    alpha = image.getchannel("A")
    spread = image.convert("RGBa").filter(BoxBlur(1)).convert("RGBA")
    spread.paste(image, mask=alpha.point(lambda value: 255 if value else 0))
    spread.putalpha(alpha)
    return spread
