"""A Font goes in, ReportLab's own font comes out, without reading again what the press has read: characters and widths.

ReportLab takes a number from the file at a time; the tables that only subsetting needs are read here in one piece each.
"""

from io import BytesIO
from struct import unpack_from
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from generator.model.picture import Font


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
