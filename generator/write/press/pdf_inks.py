"""Convert a PDF to the inks of a press: all that its pages draw, however deep it lies.

Streams are copied with the resources that they use, so nothing in RGB is left in the file. What a mask draws becomes
gray instead, because its brightness counts.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from math import inf
from typing import Any

from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Page, Pdf, Stream, unparse_content_stream

from generator.geometry.types import Box
from generator.pdf.content import parse_operators
from generator.pdf.cutting import PageCutter
from generator.write.press.color_spaces import (
    ColorSpace,
    UnconvertedError,
    convert_color,
    evaluate_function,
    find_brightness,
    read_space,
)
from generator.write.press.content_colors import PATTERN_INKS, ContentColors
from generator.write.press.image_inks import convert_image, convert_to_brightness, measure_image
from generator.write.press.press_inks import PressInks
from generator.write.spool import Spool

_DEEPEST = 60  # streams within one another
_SAMPLES = 256  # of a gradient
_PLANES = (2, 3)  # the kinds of gradients along an axis and between circles
_TILES = 1  # the kind of patterns that are not gradients
_OUTLINES = ("/FontFile", "/FontFile2", "/FontFile3")
_NO_MORE = ("/TR", "/TR2", "/HT", "/HTP", "/BG", "/BG2", "/UCR", "/UCR2")  # of a graphics state, PDF/X-4 forbids


class PdfInks:
    """Converts the objects of one PDF, each once for its use in art, and once for that in masks.

    `note` is told the sums of inks of all that is painted, of 4, but for spot colors; endless where it is not known.
    """

    def __init__(self, pdf: Pdf, inks: PressInks, note: Callable[[float], None] | None = None) -> None:
        self._note = note
        self._pdf, self._inks = pdf, inks
        self._known: dict[tuple[object, ...], Any] = {}
        self._deep = 0

    def convert_page(self, page: Page) -> None:
        """Convert all that a page draws, and let it blend its colors in inks."""
        held = page.obj.get("/Contents", Array())
        streams = [held] if isinstance(held, Stream) else [*held]
        key = (*(each.objgen for each in streams), page.resources.objgen)
        if key not in self._known or (0, 0) in key:
            data = b"\n".join(each.read_bytes() for each in streams)
            self._known[key] = self._convert_content(Stream(self._pdf, data), page.resources, False)
        content, resources = self._known[key]
        if not isinstance(content, Stream):
            content = self._pdf.make_indirect(Stream(self._pdf, content, Dictionary(Filter=Name.FlateDecode)))
            self._known[key] = content, resources
        page.obj.Contents, page.obj.Resources = content, resources
        page.obj.Group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceCMYK)

    def _convert_content(self, stream: Any, resources: Any, is_mask: bool) -> tuple[bytes, Any]:
        """Return operators, packed, and the resources that they use."""
        self._deep += 1
        if self._deep > _DEEPEST:
            raise UnconvertedError("too many drawings within one another")

        colors = ContentColors(resources, self._choose_conversion(is_mask), "g" if is_mask else "k")
        colors.rewrite(parse_operators(stream))
        made = self._copy_resources(colors, resources, is_mask)
        self._deep -= 1
        return zlib.compress(unparse_content_stream(colors.out), 6), made

    def _choose_conversion(self, is_mask: bool) -> Callable[[ColorSpace, Sequence[float], bool], tuple[float, ...]]:
        if is_mask:
            return lambda space, color, is_plain: (find_brightness(space, color),)
        return self._convert_paint

    def _convert_paint(self, space: ColorSpace, color: Sequence[float], is_plain: bool) -> tuple[float, ...]:
        ink = convert_color(space, color, self._inks, is_plain)
        if self._note is not None:
            self._note(sum(ink))
        return ink

    def _copy_resources(self, colors: ContentColors, resources: Any, is_mask: bool) -> Any:
        converters: dict[str, Callable[[Any], Any]] = {
            "XObject": lambda held: self._convert_object(held, resources, is_mask),
            "Shading": lambda held: self._convert_shading(held, is_mask),
            "Pattern": lambda held: self._convert_pattern(held, resources, is_mask),
            "ExtGState": lambda held: self._convert_state(held, resources),
            "Font": lambda held: self._convert_font(held, resources, is_mask),
        }
        made: dict[str, Any] = {}
        for category, names in colors.used.items():
            held = resources.get(f"/{category}", Dictionary())
            found = {
                name: converters.get(category, lambda each: each)(held[name]) for name in sorted(names) if name in held
            }
            if PATTERN_INKS in names:
                found[PATTERN_INKS] = Array([Name.Pattern, Name.DeviceGray if is_mask else Name.DeviceCMYK])
            made[f"/{category}"] = Dictionary(found)
        return Dictionary(made)

    def _remember(self, kind: str, held: Any, is_mask: bool, make: Callable[[], Any]) -> Any:
        """Return what an object is converted to; it is made once."""
        if held.objgen == (0, 0):
            return make()
        key = kind, held.objgen, is_mask
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def _convert_object(self, held: Any, resources: Any, is_mask: bool) -> Any:
        if held.get("/Subtype") != "/Image":
            return self._remember("form", held, is_mask, lambda: self._convert_form(held, resources, is_mask))
        if is_mask:
            return self._remember("image", held, True, lambda: convert_to_brightness(self._pdf, held, resources))
        if self._note is not None:
            self._note(_measure_or_doubt(lambda: measure_image(held, resources)))
        return self._remember("image", held, False, lambda: convert_image(self._pdf, held, resources, self._inks))

    def _convert_form(self, held: Any, outer: Any, is_mask: bool) -> Any:
        """Return a form, or a tile of a pattern, with all that it draws."""
        data, resources = self._convert_content(held, held.get("/Resources", outer), is_mask)
        entries = dict(held.stream_dict.items()) | {"/Resources": resources, "/Filter": Name.FlateDecode}
        for key in ("/Length", "/DecodeParms"):
            entries.pop(key, None)
        if "/CS" in entries.get("/Group", {}):
            group = dict(entries["/Group"].items())
            entries["/Group"] = Dictionary({**group, "/CS": Name.DeviceGray if is_mask else Name.DeviceCMYK})
        return self._pdf.make_indirect(Stream(self._pdf, data, Dictionary(entries)))

    def _convert_pattern(self, held: Any, resources: Any, is_mask: bool) -> Any:
        if held.get("/PatternType") == _TILES:
            return self._remember("form", held, is_mask, lambda: self._convert_form(held, resources, is_mask))
        shading = self._convert_shading(held.Shading, is_mask)
        return Dictionary({**dict(held.items()), "/Shading": shading})

    def _convert_shading(self, held: Any, is_mask: bool) -> Any:
        return self._remember("shading", held, is_mask, lambda: self._convert_gradient(held, is_mask))

    def _convert_gradient(self, held: Any, is_mask: bool) -> Any:
        """Return a gradient whose function is replaced by samples in inks."""
        space = read_space(held.ColorSpace, Dictionary())
        if space.kind == "gray" or (space.kind in ("cmyk", "kept") and not is_mask):
            if space.kind == "cmyk" and self._note is not None:
                self._note(_measure_or_doubt(lambda: max(map(sum, _sample_gradient(held)))))
            return held
        convert = self._choose_conversion(is_mask)
        low, high = _read_domain(held)
        colors = [convert(space, each, False) for each in _sample_gradient(held)]
        entries: dict[str, Any] = {key: value for key, value in held.items() if key != "/Background"}
        if "/Background" in held:
            background = [float(each) for each in held.Background]
            entries["/Background"] = Array([*convert(space, background, False)])
        entries |= {
            "/ColorSpace": Name.DeviceGray if is_mask else Name.DeviceCMYK,
            "/Function": self._sample(colors, low, high),
        }
        return self._pdf.make_indirect(Dictionary(entries))

    def _sample(self, colors: Sequence[Sequence[float]], low: float, high: float) -> Any:
        """Return a function that runs through colors (PDF 1.7, 7.10.2)."""
        data = bytes(round(255 * min(1.0, max(0.0, each))) for color in colors for each in color)
        entries = Dictionary(
            FunctionType=0,
            Domain=[low, high],
            Range=[0, 1] * len(colors[0]),
            Size=[len(colors)],
            BitsPerSample=8,
            Filter=Name.FlateDecode,
        )
        return self._pdf.make_indirect(Stream(self._pdf, zlib.compress(data, 6), entries))

    def _convert_state(self, held: Any, resources: Any) -> Any:
        entries = {key: value for key, value in held.items() if key not in _NO_MORE}
        mask = entries.get("/SMask")
        if isinstance(mask, Dictionary):
            told = {key: value for key, value in mask.items() if key not in ("/TR", "/BC")}
            told["/G"] = self._remember("form", mask.G, True, lambda: self._convert_form(mask.G, resources, True))
            if "/BC" in mask:
                space = read_space(mask.G.Group.get("/CS", Name.DeviceGray), resources)
                told["/BC"] = Array([find_brightness(space, [float(each) for each in mask.BC])])
            entries["/SMask"] = Dictionary(told)
        return Dictionary(entries)

    def _convert_font(self, held: Any, resources: Any, is_mask: bool) -> Any:
        """Return a font; if its glyphs are drawings, with these converted."""
        if held.get("/Subtype") != "/Type3":
            _require_outlines(held)
            return held
        return self._remember("font", held, is_mask, lambda: self._convert_glyphs(held, resources, is_mask))

    def _convert_glyphs(self, font: Any, outer: Any, is_mask: bool) -> Any:
        glyphs, own = dict[str, Any](), dict[str, dict[str, Any]]()
        for name, stream in font.CharProcs.items():
            data, resources = self._convert_content(stream, font.get("/Resources", outer), is_mask)
            glyphs[name] = self._pdf.make_indirect(Stream(self._pdf, data, Dictionary(Filter=Name.FlateDecode)))
            for category, found in resources.items():
                own.setdefault(category, {}).update(found.items())
        entries = {**dict(font.items()), "/CharProcs": Dictionary(glyphs)}
        entries["/Resources"] = Dictionary({category: Dictionary(found) for category, found in own.items()})
        return self._pdf.make_indirect(Dictionary(entries))


def _require_outlines(font: Any) -> None:
    """Refuse a font that is only named, as PDF/X does: a printer would set another in its place."""
    inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
    if not any(key in inner.get("/FontDescriptor", {}) for key in _OUTLINES):
        raise UnconvertedError(f"the font {str(font.get('/BaseFont', '/unnamed'))[1:]} without its outlines")


def _read_domain(gradient: Any) -> tuple[float, float]:
    low, high = (float(each) for each in gradient.get("/Domain", (0, 1)))
    return low, high


def _sample_gradient(gradient: Any) -> Iterator[list[float]]:
    if int(gradient.ShadingType) not in _PLANES or "/Function" not in gradient:
        raise UnconvertedError("a gradient over a mesh")
    low, high = _read_domain(gradient)
    for step in range(_SAMPLES):
        yield evaluate_function(gradient.Function, low + (high - low) * step / (_SAMPLES - 1))


def _measure_or_doubt(measure: Callable[[], float]) -> float:
    """Return a sum of inks; endless for what is not decoded."""
    with suppress(UnconvertedError):
        return measure()
    return inf


def measure_region(data: bytes, region: Box, inks: PressInks) -> float:
    """Return the most ink, of 4, that something in a region of a PDF's only page is painted with.

    It is endless where that is not known. UnconvertedError for what cannot be converted.
    """
    found = [0.0]
    with Pdf.open(BytesIO(data)) as pdf:
        page = pdf.pages[0]
        page.Resources.XObject.P = PageCutter(pdf).cut_region(region)
        page.externalize_inline_images()
        PdfInks(pdf, inks, found.append).convert_page(page)
    return max(found)


def convert_to_inks(source: Spool, inks: PressInks, finish: Callable[[Pdf], None]) -> Spool:
    """Return a PDF in the inks of a press; `finish` adds what it says of itself.

    UnconvertedError for what cannot be converted.
    """
    out = Spool()
    with Pdf.open(source.open_file()) as pdf:  # type: ignore[arg-type]
        _move_inline_images(pdf)
        converter = PdfInks(pdf, inks)
        for page in pdf.pages:
            converter.convert_page(page)
        finish(pdf)
        pdf.save(out, deterministic_id=True, force_version="1.6", object_stream_mode=ObjectStreamMode.disable)  # type: ignore[arg-type]
    return out


def _move_inline_images(pdf: Pdf) -> None:
    """Make images in content streams resources; of pages that share their resources, the forms there are read once."""
    read: set[tuple[int, int]] = set()
    for page in pdf.pages:
        shared = page.obj.Resources.objgen
        page.externalize_inline_images(shallow=shared in read)
        read |= {shared} if shared != (0, 0) else set()
