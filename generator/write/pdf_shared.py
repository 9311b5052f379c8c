"""What pages refer to by name goes in: fonts, forms, shadings, images, opacities; one document's resources come out."""

import re
import zlib
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from reportlab.pdfbase import pdfdoc

from generator.model.picture import Font, Gradient
from generator.write.digits import digits
from generator.write.pdf_faces import KnownFont
from generator.write.pdf_fonts import Face
from generator.write.pdf_ink import LEVEL, TOKEN, Box, Definitions, parts

_TEXT = re.compile(f"{TOKEN}[^{TOKEN}]*{TOKEN}")
_EDGE = 1 / 250  # of a gradient's length: pdfium takes 256 samples of it, and never the very last


class Shared:
    """The resources that all pages and forms of a document of ReportLab's share.

    `find` gives the font of a face; `known` gives ReportLab's own font for one that the document uses besides, or None.
    """

    def __init__(
        self,
        document: Any,
        find: Callable[[str, int, bool], Font],
        known: Callable[[Font], Any] = lambda font: None,
    ) -> None:
        self._document, self._find, self._known = document, find, known
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.basicFonts()
        self._resources.ProcSet = []
        self.resources = document.Reference(self._resources, "Shared")
        self._faces: dict[str, Face] = {}

    def define(self, definitions: Definitions) -> None:
        """Take what the pages to come refer to; what is there already stays as it is."""
        resources = self._resources
        for name, face in definitions.fonts.items():
            if name not in self._faces:
                font = self._find(*face)
                self._faces[name] = Face(name, self._known(font) or KnownFont(name, font), self._document)
        for name, (fill, stroke) in definitions.alphas.items():
            state = {"ca": digits(fill), "CA": digits(stroke)}
            resources.ExtGState.setdefault(name, pdfdoc.PDFDictionary(state))
        for name, gradient in definitions.shadings.items():
            if name not in resources.Shading:
                resources.Shading[name] = self._document.Reference(_shading(gradient), name)
        for name, image in definitions.images.items():
            if name not in resources.XObject:
                from generator.write.pdf_images import streams

                resources.XObject[name] = streams(pdfdoc, self._document, name, image)
        for name, form in definitions.forms.items():
            if name not in resources.XObject:
                self.form(name, form.operators, form.box, form.group)

    def form(self, name: str, operators: str, box: Box, group: bool) -> None:
        """Give operators a name by which they are drawn; `box` is what they stay in, in their own units."""
        entries: dict[str, Any] = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArrayCompact(list(map(digits, box))),
            "Resources": self.resources,
        }
        if group:
            kind = {"S": pdfdoc.PDFName("Transparency"), "I": "true"}
            entries["Group"] = pdfdoc.PDFDictionary(kind)
        stream = self._stream(self.packed(operators), entries)
        self._resources.XObject[name] = self._document.Reference(stream, name)

    def packed(self, operators: str) -> bytes:
        """Encode the texts that were left to the file, and pack the stream."""
        written = _TEXT.sub(self._text, operators) if TOKEN in operators else operators
        return zlib.compress(written.encode("latin-1"), LEVEL)

    def _text(self, token: re.Match[str]) -> str:
        name, size, text = parts(token[0])
        return self._faces[name].show(text, size)

    def _stream(self, packed: bytes, entries: Mapping[str, Any]) -> Any:
        filled = {**entries, "Filter": pdfdoc.PDFName("FlateDecode")}
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(filled), packed)


def _shading(gradient: Gradient) -> Any:
    """Return an axial or radial shading that is extended at both ends, as `pad` asks."""
    stops = [(offset, tuple(int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))) for offset, color in gradient.stops]
    stops = _spread([(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])])
    pairs = [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
    functions = [pdfdoc.PDFExponentialFunction(_three(a[1]), _three(b[1]), 1) for a, b in pairs]
    bounds = [digits(b[0]) for _, b in pairs[:-1]]
    function = functions[0]
    if len(functions) > 1:
        encode = [0, 1] * len(functions)
        function = pdfdoc.PDFStitchingFunction(functions, bounds, encode, Domain=pdfdoc.PDFArrayCompact((0, 1)))
    extend = pdfdoc.PDFArrayCompact(("true", "true"))
    if gradient.kind == "linear":
        return pdfdoc.PDFAxialShading(*gradient.geometry, function, "DeviceRGB", Extend=extend)
    cx, cy, r, fx, fy = gradient.geometry
    return pdfdoc.PDFRadialShading(fx, fy, 0, cx, cy, r, function, "DeviceRGB", Extend=extend)


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
