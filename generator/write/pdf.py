"""Inked pages and their definitions go in, the bytes of one PDF come out: ReportLab holds the document.

Lengths are mm on the way in and points (72 to the inch) in the file. Equal input gives equal bytes.
"""

import re
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from itertools import pairwise
from typing import Any

from generator.model.paper import Backs, Paper
from generator.model.picture import Font, Gradient
from generator.write.digits import digits
from generator.write.pdf_fonts import Face
from generator.write.pdf_ink import LEVEL, POINT, TOKEN, Box, Definitions, Inked, blank, parts

_TEXT = re.compile(f"{TOKEN}[^{TOKEN}]*{TOKEN}")
_EDGE = 1 / 250  # of a gradient's length: pdfium takes 256 samples of it, and never the very last
_SHORT = 4000  # bytes of a packed stream up to which it is worth remembering: that of a sheet of backs


class PdfFile:
    """A PDF being written, page by page; `find` gives the font of a family, weight and slant."""

    def __init__(self, paper: Paper, title: str, flip: Backs, find: Callable[[str, int, bool], Font]) -> None:
        from reportlab.pdfbase import pdfdoc
        from reportlab.pdfgen.canvas import Canvas

        class Bare(Canvas):  # type: ignore[misc]
            """A canvas that names no font of its own, so that none is left unembedded."""

            def _make_preamble(self) -> None:
                self._preamble = ""

        from generator.write import pdf_faces, pdf_objects  # here, where another process may be drawing meanwhile

        self._pdf, self._objects, self._font = pdfdoc, pdf_objects, pdf_faces.KnownFont
        size = paper.width * POINT, paper.height * POINT
        self._canvas = Bare(BytesIO(), pagesize=size, pageCompression=1, invariant=1, lang="en")
        self._canvas.setTitle(title)
        self._canvas.setCreator("gutterfold")
        self._canvas.setAuthor("gutterfold")
        self._canvas.setSubject("print-and-play sheets; print at 100 %")
        self._canvas.setViewerPreference("PrintScaling", "None")
        duplex = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "none": "Simplex"}[flip]
        self._canvas.setViewerPreference("Duplex", duplex)
        self._canvas.showOutline()
        self._document = self._canvas._doc
        self._height = paper.height
        self._find = find
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.basicFonts()
        self._resources.ProcSet = []
        self._shared = self._document.Reference(self._resources, "Shared")
        self._media = " ".join(map(digits, (0, 0, *size)))
        self._faces: dict[str, Face] = {}
        self._streams: dict[bytes, Any] = {}
        self.pages = 0

    def define(self, definitions: Definitions) -> None:
        """Take what the pages to come refer to; what is there already stays as it is."""
        resources, pdf = self._resources, self._pdf
        for name, face in definitions.fonts.items():
            if name not in self._faces:
                self._faces[name] = Face(name, self._font(name, self._find(*face)), self._document)
        for name, (fill, stroke) in definitions.alphas.items():
            state = {"ca": digits(fill), "CA": digits(stroke)}
            resources.ExtGState.setdefault(name, pdf.PDFDictionary(state))
        for name, gradient in definitions.shadings.items():
            if name not in resources.Shading:
                resources.Shading[name] = self._document.Reference(_shading(pdf, gradient), name)
        for name, image in definitions.images.items():
            if name not in resources.XObject:
                from generator.write.pdf_images import streams

                resources.XObject[name] = streams(pdf, self._document, name, image)
        for name, form in definitions.forms.items():
            if name not in resources.XObject:
                self._form(name, form.operators, form.box, form.group)

    def _form(self, name: str, operators: str, box: Box, group: bool) -> None:
        entries: dict[str, Any] = {
            "Type": self._pdf.PDFName("XObject"),
            "Subtype": self._pdf.PDFName("Form"),
            "BBox": self._pdf.PDFArrayCompact(list(map(digits, box))),
            "Resources": self._shared,
        }
        if group:
            kind = {"S": self._pdf.PDFName("Transparency"), "I": "true"}
            entries["Group"] = self._pdf.PDFDictionary(kind)
        stream = self._stream(self._packed(operators), entries)
        self._resources.XObject[name] = self._document.Reference(stream, name)

    def _packed(self, operators: str) -> bytes:
        """Encode the texts that were left to the file, and pack the stream."""
        written = _TEXT.sub(self._text, operators) if TOKEN in operators else operators
        return zlib.compress(written.encode("latin-1"), LEVEL)

    def _text(self, token: re.Match[str]) -> str:
        name, size, text = parts(token[0])
        return self._faces[name].show(text, size)

    def _stream(self, packed: bytes, entries: Mapping[str, Any]) -> Any:
        filled = {**entries, "Filter": self._pdf.PDFName("FlateDecode")}
        return self._pdf.PDFStream(self._pdf.PDFDictionary(filled), packed)

    def bookmark(self, title: str, level: int = 0) -> None:
        """Name the page that comes next in the outline."""
        key = f"p{self.pages}.{title}"
        self._canvas.bookmarkPage(key, fit="Fit")
        self._canvas.addOutlineEntry(title, key, level)

    def add(self, inked: Inked) -> None:
        """Add a page; pages that look alike, such as backs, share one stream."""
        packed = inked.stream if isinstance(inked.stream, bytes) else self._packed(inked.stream)
        stream = self._streams.get(packed)
        if stream is None:
            stream = self._document.Reference(self._objects.Packed(content=packed), f"C{self.pages}")
            if len(packed) < _SHORT:
                self._streams[packed] = stream
        trim, bleed = self._box(inked.trim), self._box(inked.bleed)
        boxes = f"/MediaBox [{self._media}] /TrimBox [{trim}] /BleedBox [{bleed}]".encode()
        self._document.addPage(self._objects.Leaf(stream, self._shared, boxes))
        self.pages += 1

    def _box(self, box: Box | None) -> str:
        if box is None:
            return self._media
        left, top, right, bottom = box
        corners = (left * POINT, (self._height - bottom) * POINT, right * POINT, (self._height - top) * POINT)
        return " ".join(map(digits, corners))

    def finish(self) -> bytes:
        """Return the file."""
        if not self.pages:
            self.add(blank())
        data: bytes = self._document.GetPDFData(self._canvas)
        return data


def _shading(pdf: Any, gradient: Gradient) -> Any:
    """Return an axial or radial shading that is extended at both ends, as `pad` asks."""
    stops = [(offset, tuple(int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))) for offset, color in gradient.stops]
    stops = _spread([(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])])
    pairs = [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
    functions = [pdf.PDFExponentialFunction(_three(a[1]), _three(b[1]), 1) for a, b in pairs]
    bounds = [digits(b[0]) for _, b in pairs[:-1]]
    function = functions[0]
    if len(functions) > 1:
        encode = [0, 1] * len(functions)
        function = pdf.PDFStitchingFunction(functions, bounds, encode, Domain=pdf.PDFArrayCompact((0, 1)))
    extend = pdf.PDFArrayCompact(("true", "true"))
    if gradient.kind == "linear":
        return pdf.PDFAxialShading(*gradient.geometry, function, "DeviceRGB", Extend=extend)
    cx, cy, r, fx, fy = gradient.geometry
    return pdf.PDFRadialShading(fx, fy, 0, cx, cy, r, function, "DeviceRGB", Extend=extend)


def _spread(stops: list[tuple[float, tuple[float, ...]]]) -> list[tuple[float, tuple[float, ...]]]:
    """Move a hard edge at an end a little inwards, so that what lies beyond the end has the color of the end."""
    first = [color for offset, color in stops if offset == 0]
    last = [color for offset, color in stops if offset == 1]
    low = _EDGE if first[0] != first[-1] else 0.0
    high = 1 - _EDGE if last[0] != last[-1] else 1.0
    inner = [(min(max(offset, low), high), color) for offset, color in stops[1:-1]]
    return [stops[0], *inner, stops[-1]]


def _three(color: tuple[float, ...]) -> tuple[str, ...]:
    return tuple(digits(channel) for channel in color)
