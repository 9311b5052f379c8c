"""Add fonts, images, forms and shadings to a document of reportlab, which makes the font subsets."""

import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from itertools import pairwise
from typing import Any

from reportlab.pdfbase import pdfdoc

from generator.fonts.pdf_text import format_segments, mark_logical_text
from generator.fonts.reportlab_internals import KnownFont, embed_font
from generator.geometry.types import Box
from generator.model.picture import Font, Gradient, Image, TextSetting
from generator.safety.image_files import read_image_data, read_jpeg_head
from generator.safety.png_files import GRAY, INDEXED, PngHead, join_pixels, read_png_head
from generator.write.coordinates import format_number
from generator.write.pdf.pages import LEVEL, TOKEN, PdfDefinitions, split_token


class EmbeddedFont:
    """A font of reportlab in one document, where it is called `name`."""

    def __init__(self, name: str, font: Any, document: Any) -> None:
        self._face = font
        embed_font(font, name, document)
        self._document = document
        self._names: dict[int, str] = {}

    def show(self, text: str, size: str, setting: TextSetting) -> str:
        """Return `/F size Tf (text) Tj`, once for each run of a subset."""
        encoder = self._face.find_encoder(self._document, setting)
        shown = format_segments(encoder.encode(text), self._name, size)
        return mark_logical_text(shown, text) if encoder.runs_both_ways(text) else shown

    def note_texts(self, texts: Iterable[str]) -> None:
        """Take notice of what pages show that are drawn already."""
        self._face.note_texts(texts, self._document)

    def _name(self, subset: int) -> str:
        if subset not in self._names:
            self._names[subset] = self._face.getSubsetInternalName(subset, self._document)
        return self._names[subset]


Repack = Callable[[bytes], tuple[bytes, Mapping[str, str]]]  # gives an image file other colors: data and entries


class ImageStream(pdfdoc.PDFObject):  # type: ignore[misc]
    """An image XObject, which is read and packed when the file is written."""

    def __init__(self, name: str, image: Image, repack: Repack | None = None) -> None:
        self._name, self._image, self._repack = name, image, repack

    def format(self, document: Any) -> bytes:
        """Return the stream."""
        stream = pack_image(document, self._name, self._image)
        if self._repack is not None and stream.dictionary["ColorSpace"] == pdfdoc.PDFName("DeviceRGB"):
            stream.content, entries = self._repack(read_image_data(self._image))
            for key in ("DecodeParms", "Decode"):
                stream.dictionary.dict.pop(key, None)
            stream.dictionary.dict |= entries
        found: bytes = stream.format(document)
        return found


def pack_image(document: Any, name: str, image: Image) -> Any:
    """Return an image XObject: a JPEG unchanged, a plain PNG with its pixels as they are packed, others as pixels.

    What is clear in others becomes a soft mask.
    """
    from PIL import Image as Pillow

    data = read_image_data(image)
    if image.mime == "image/jpeg":
        jpeg = read_jpeg_head(data, name)
        space = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}[jpeg.channels]
        inverted = {"Decode": pdfdoc.PDFArrayCompact([1, 0] * 4)} if jpeg.channels == 4 and jpeg.is_adobe else {}
        entries = {"ColorSpace": pdfdoc.PDFName(space), "Filter": pdfdoc.PDFName("DCTDecode"), **inverted}
        return _make_stream((jpeg.width, jpeg.height), data, entries, smooth=image.smooth)
    head = read_png_head(data)
    if head is not None and head.is_plain:
        return _make_stream((head.width, head.height), join_pixels(data), _describe_png(head), smooth=image.smooth)
    with Pillow.open(BytesIO(data)) as opened:
        mask = None
        if opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info:
            alpha = opened.convert("RGBA").getchannel("A")
            grey = _make_stream(
                opened.size, zlib.compress(alpha.tobytes(), 6), _describe_pixels("DeviceGray"), image.smooth
            )
            mask = document.Reference(grey, f"{name}m")
        pixels = zlib.compress(opened.convert("RGBA").convert("RGB").tobytes(), 6)
        stream = _make_stream(opened.size, pixels, _describe_pixels("DeviceRGB"), image.smooth)
        if mask is not None:
            stream.dictionary["SMask"] = mask
        return stream


def _describe_pixels(space: str) -> dict[str, Any]:
    return {"ColorSpace": pdfdoc.PDFName(space), "Filter": pdfdoc.PDFName("FlateDecode")}


def _describe_png(head: PngHead) -> dict[str, Any]:
    """Return the entries of an image whose pixels are packed as in a PNG (PDF 1.7, 7.4.4.4)."""
    if head.color == INDEXED:
        colors = f"<{head.palette.hex()}>"
        space = pdfdoc.PDFArrayCompact(["/Indexed", "/DeviceRGB", str(len(head.palette) // 3 - 1), colors])
    else:
        space = pdfdoc.PDFName("DeviceGray" if head.color == GRAY else "DeviceRGB")
    packing = {
        "Predictor": 15,
        "Colors": head.channels,
        "BitsPerComponent": head.depth,
        "Columns": head.width,
    }
    return {
        "BitsPerComponent": head.depth,
        "ColorSpace": space,
        "Filter": pdfdoc.PDFName("FlateDecode"),
        "DecodeParms": pdfdoc.PDFDictionary(packing),
    }


def _make_stream(size: tuple[int, int], data: bytes, entries: Mapping[str, Any], smooth: bool) -> Any:
    both: dict[str, Any] = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": size[0],
        "Height": size[1],
        "BitsPerComponent": 8,
        **entries,
    }
    if smooth:
        both["Interpolate"] = "true"
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(both), data)


_TEXT = re.compile(f"{TOKEN}[^{TOKEN}]*{TOKEN}")


class SharedResources:
    """The resources that all pages and forms of a document share.

    `find` returns the font of a face; `known` returns reportlab's own font for it if the document's text uses it;
    `repack` gives images in RGB other colors.
    """

    def __init__(
        self,
        document: Any,
        find: Callable[[str, int, bool], Font],
        known: Callable[[Font], Any] = lambda font: None,
        repack: Repack | None = None,
    ) -> None:
        self._document, self._find, self._known, self._repack = document, find, known, repack
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.basicFonts()
        self._resources.ProcSet = []
        self.resources = document.Reference(self._resources, "Shared")
        self._faces: dict[str, EmbeddedFont] = {}
        self._pages: Any = None
        self.level = LEVEL

    def add_definitions(self, definitions: PdfDefinitions) -> None:
        """Add definitions that the next pages refer to; known names are kept."""
        resources = self._resources
        for name, face in definitions.fonts.items():
            if name not in self._faces:
                font = self._find(*face)
                self._faces[name] = EmbeddedFont(name, self._known(font) or KnownFont(name, font), self._document)
        for name, characters in definitions.characters.items():
            self._faces[name].note_texts(characters)
        for name, gradient in definitions.shadings.items():
            if name not in resources.Shading:
                resources.Shading[name] = self._document.Reference(_make_shading(gradient), name)
        for name, image in definitions.images.items():
            if name not in resources.XObject:
                resources.XObject[name] = self._embed(name, image)
        for name, form in definitions.forms.items():
            if name not in resources.XObject:
                self.add_form(name, form.operators, form.box, form.group)
        self._add_states(definitions)

    def _embed(self, name: str, image: Image) -> Any:
        if image.region is None:
            return self._document.Reference(ImageStream(name, image, self._repack), name)
        if self._pages is None:
            from generator.write.pdf.page_art import PageEmbedder  # few games have any

            self._pages = PageEmbedder(self._document)
        return self._pages.embed(image)

    def _add_states(self, definitions: PdfDefinitions) -> None:
        """Add graphics states: opacities, blend modes, and masks, whose forms are there already."""
        resources = self._resources
        for name, (fill, stroke) in definitions.alphas.items():
            state = {"ca": format_number(fill), "CA": format_number(stroke)}
            resources.ExtGState.setdefault(name, pdfdoc.PDFDictionary(state))
        for name, mode in definitions.blends.items():
            resources.ExtGState.setdefault(name, pdfdoc.PDFDictionary({"BM": pdfdoc.PDFName(_name_blend_mode(mode))}))
        for name, (form_name, alpha) in definitions.masks.items():
            if name not in resources.ExtGState:
                resources.ExtGState[name] = _make_mask_state(resources.XObject[form_name], alpha)

    def add_form(self, name: str, operators: str, box: Box, group: bool) -> None:
        """Add a form XObject; `box` is its bounding box in its own units."""
        entries: dict[str, Any] = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArrayCompact(list(map(format_number, box))),
            "Resources": self.resources,
        }
        if group:
            kind = {"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName("DeviceRGB"), "I": "true"}
            entries["Group"] = pdfdoc.PDFDictionary(kind)
        stream = self._make_stream(self.compress_operators(operators), entries)
        self._resources.XObject[name] = self._document.Reference(stream, name)

    def compress_operators(self, operators: str) -> bytes:
        """Encode the texts whose tokens are in the operators, and compress the stream."""
        written = _TEXT.sub(self._text, operators) if TOKEN in operators else operators
        return zlib.compress(written.encode("latin-1"), self.level)

    def _text(self, token: re.Match[str]) -> str:
        name, size, text, setting = split_token(token[0])
        return self._faces[name].show(text, size, setting)

    def _make_stream(self, packed: bytes, entries: Mapping[str, Any]) -> Any:
        filled = {**entries, "Filter": pdfdoc.PDFName("FlateDecode")}
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(filled), packed)


def _name_blend_mode(mode: str) -> str:
    """Return the name of a blend mode in PDF (PDF 1.7, 11.3.5): those of CSS without hyphens."""
    return "".join(word.capitalize() for word in mode.split("-"))


def _make_mask_state(form: Any, alpha: bool) -> Any:
    """Return a graphics state with a form as its soft mask (PDF 1.7, 11.6.5.2)."""
    kind = pdfdoc.PDFName("Alpha" if alpha else "Luminosity")
    mask = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Mask"), "S": kind, "G": form})
    return pdfdoc.PDFDictionary({"SMask": mask})


def _make_shading(gradient: Gradient) -> Any:
    """Return an axial or radial shading, extended at both ends as `pad` requires."""
    stops = [(offset, tuple(int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))) for offset, color in gradient.stops]
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    pairs = [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
    functions = [pdfdoc.PDFExponentialFunction(_format_color(a[1]), _format_color(b[1]), 1) for a, b in pairs]
    bounds = [format_number(b[0]) for _, b in pairs[:-1]]
    function = functions[0]
    if len(functions) > 1:
        encode = [0, 1] * len(functions)
        function = pdfdoc.PDFStitchingFunction(functions, bounds, encode, Domain=pdfdoc.PDFArrayCompact((0, 1)))
    extend = pdfdoc.PDFArrayCompact(("true", "true"))
    if gradient.kind == "linear":
        return pdfdoc.PDFAxialShading(*gradient.geometry, function, "DeviceRGB", Extend=extend)
    cx, cy, r, fx, fy = gradient.geometry
    return pdfdoc.PDFRadialShading(fx, fy, 0, cx, cy, r, function, "DeviceRGB", Extend=extend)


def _format_color(color: tuple[float, ...]) -> tuple[str, ...]:
    return tuple(format_number(channel) for channel in color)
