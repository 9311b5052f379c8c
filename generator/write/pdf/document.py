"""Bind drawn pages into one PDF, held by reportlab.

Lengths are given in mm and written in points (72 to the inch). Equal input gives equal bytes.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from generator.geometry.types import Box
from generator.model.paper import DuplexFlip, Paper
from generator.model.picture import Font
from generator.write.coordinates import format_number
from generator.write.pdf.pages import POINT, PdfDefinitions, PdfPage, blank_page

_SHORT = 4000  # bytes of a compressed stream up to which it is kept for sharing: about a sheet of backs


class PdfFile:
    """A PDF that is written page by page; `find` returns the font of a family, weight and slant."""

    def __init__(self, paper: Paper, title: str, flip: DuplexFlip, find: Callable[[str, int, bool], Font]) -> None:
        from generator.fonts import reportlab_internals  # a slow import: another process may be drawing meanwhile
        from generator.write.pdf.resources import SharedResources

        self._reportlab = reportlab_internals
        size = paper.width * POINT, paper.height * POINT
        self._canvas = reportlab_internals.BareCanvas(
            BytesIO(), pagesize=size, pageCompression=1, invariant=1, lang="en"
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("gutterfold")
        self._canvas.setAuthor("gutterfold")
        self._canvas.setSubject("print-and-play sheets; print at 100 %")
        self._canvas.setViewerPreference("PrintScaling", "None")
        duplex = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "none": "Simplex"}[flip]
        self._canvas.setViewerPreference("Duplex", duplex)
        self._canvas.showOutline()
        self._document = self._reportlab.document_of(self._canvas)
        self._height = paper.height
        self._shared = SharedResources(self._document, find)
        self._media = " ".join(map(format_number, (0, 0, *size)))
        self._streams: dict[bytes, Any] = {}
        self.pages = 0

    def add_definitions(self, definitions: PdfDefinitions) -> None:
        """Add definitions that the next pages refer to; known names are kept."""
        self._shared.add_definitions(definitions)

    def add_bookmark(self, title: str, level: int = 0) -> None:
        """Add the next page to the outline."""
        key = f"p{self.pages}.{title}"
        self._canvas.bookmarkPage(key, fit="Fit")
        self._canvas.addOutlineEntry(title, key, level)

    def add_page(self, inked: PdfPage) -> None:
        """Add a page; equal pages, such as backs, share one stream."""
        packed = inked.stream if isinstance(inked.stream, bytes) else self._shared.compress_operators(inked.stream)
        stream = self._streams.get(packed)
        if stream is None:
            stream = self._document.Reference(self._reportlab.PackedStream(content=packed), f"C{self.pages}")
            if len(packed) < _SHORT:
                self._streams[packed] = stream
        trim, bleed = self._box(inked.trim), self._box(inked.bleed)
        boxes = f"/MediaBox [{self._media}] /TrimBox [{trim}] /BleedBox [{bleed}]".encode()
        self._document.addPage(self._reportlab.SheetPage(stream, self._shared.resources, boxes))
        self.pages += 1

    def _box(self, box: Box | None) -> str:
        if box is None:
            return self._media
        left, top, right, bottom = box
        corners = (left * POINT, (self._height - bottom) * POINT, right * POINT, (self._height - top) * POINT)
        return " ".join(map(format_number, corners))

    def to_bytes(self) -> bytes:
        """Return the file."""
        if not self.pages:
            self.add_page(blank_page())
        data: bytes = self._document.GetPDFData(self._canvas)
        return data
