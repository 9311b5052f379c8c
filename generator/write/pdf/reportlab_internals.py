"""ReportLab's canvas comes out without Pillow, which it imports for pictures that few games have, until one is met."""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec
from io import BytesIO
from struct import unpack_from
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.pdfdoc import PDFPage, PDFStream
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from generator.model.picture import Font


def lean_canvas() -> type[Any]:
    """Return ReportLab's Canvas; Pillow, half of what it imports, is read when something of it is asked for."""
    if "PIL.Image" not in sys.modules:
        _import_later("PIL", "Image")
    from reportlab.pdfgen.canvas import Canvas

    found: type[Any] = Canvas
    return found


def _import_later(package: str, name: str) -> None:
    """Put a module into its place that reads itself at its first use, as importlib's own documentation has it."""
    spec = find_spec(f"{package}.{name}")
    if spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(sys.modules[package], name, module)


class _Face(TTFontFace):  # type: ignore[misc]
    def __init__(self, font: Font) -> None:
        self._font = font
        super().__init__(BytesIO(font.data))

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803  ReportLab's names
        """Take names and heights as ReportLab reads them, characters and widths as the press knows them."""
        super().extractInfo(charInfo=0)
        known = self._font
        self.charToGlyph = {ord(char): glyph for char, glyph in known.glyphs.items()}
        self.charWidths = {ord(char): advance * 1000 for char, advance in known.advances.items()}
        self.glyphToChar: dict[int, list[int]] = {}
        count = unpack_from(">H", self.get_table("hhea"), 34)[0]
        table = self.get_table("hmtx")
        pairs = unpack_from(f">{2 * count}H", table)
        rest = unpack_from(f">{self.numGlyphs - count}H", table, 4 * count)
        self.hmetrics = [*zip(pairs[::2], pairs[1::2], strict=True), *((pairs[-2], bearing) for bearing in rest)]
        self.defaultWidth = pairs[0] * 1000 / self.unitsPerEm
        self.glyphPos = self._glyph_positions()
        for one, other in ((0x20, 0xA0), (0xA0, 0x20)):  # as ReportLab does: a space is a space
            if one in self.charToGlyph and other not in self.charToGlyph:
                self.charToGlyph[other], self.charWidths[other] = self.charToGlyph[one], self.charWidths[one]

    def _glyph_positions(self) -> list[int]:
        loca = self.get_table("loca")
        long = unpack_from(">h", self.get_table("head"), 50)[0]
        if long:
            return list(unpack_from(f">{self.numGlyphs + 1}L", loca))
        return [2 * half for half in unpack_from(f">{self.numGlyphs + 1}H", loca)]


class KnownFont(TTFont):  # type: ignore[misc]
    """A TTFont of a face that is read already; ASCII keeps its own codes."""

    def __init__(self, name: str, font: Font) -> None:
        self.fontName = name
        self.face = _Face(font)
        self.encoding = TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable = 1
        self.shapable = False


class Leaf(PDFPage):  # type: ignore[misc]
    """A page whose boxes and resources are known; `boxes` is bytes such as `/MediaBox [0 0 595 842]`."""

    def __init__(self, contents: Any, resources: Any, boxes: bytes) -> None:
        super().__init__()
        self.Contents, self.Resources = contents, resources
        self._boxes = boxes

    def format(self, document: Any) -> bytes:
        """Return the page's dictionary."""
        parent = document.Reference(document.Pages).format(document)
        contents, resources = self.Contents.format(document), self.Resources.format(document)
        return b"<< /Type /Page /Parent %b /Contents %b /Resources %b %b >>" % (
            parent,
            contents,
            resources,
            self._boxes,
        )


class Packed(PDFStream):  # type: ignore[misc]
    """A stream of deflated operators and nothing else."""

    def format(self, document: Any) -> bytes:
        """Return the stream."""
        return b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream\n" % (len(self.content), self.content)
