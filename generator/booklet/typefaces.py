"""Fonts of booklets in reportlab, with kerning."""

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from typing import Any

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from generator.booklet.blocks import Face
from generator.fonts.kerning import Kerning
from generator.model.picture import Font

Names = Mapping[Face, str]


def register(fonts: Mapping[str, Font]) -> Names:
    """Register the fonts with reportlab; return the font name of each face.

    Names are derived from the bytes of the font, so registering a font again changes nothing.
    """
    return {key: _register(fonts[key].data) for key in Face.__args__}  # type: ignore[attr-defined]


def _register(data: bytes) -> str:
    name = f"gutterfold-{sha256(data).hexdigest()[:16]}"
    if name not in pdfmetrics.getRegisteredFontNames():
        # not registerFont, which reuses the first font's glyphs for another file with the same PostScript name
        pdfmetrics._fonts[name] = KernedFont(name, BytesIO(data))
        pdfmetrics.registerFontFamily(name)
    return name


class KernedFont(TTFont):  # type: ignore[misc]
    """A font whose widths include kerning, as KernedText sets it; its soft hyphen is drawn as a hyphen."""

    def __init__(self, name: str, file: Any) -> None:
        super().__init__(name, file)
        for known in (self.face.charToGlyph, self.face.charWidths):
            if 0x2D in known:
                known.setdefault(0xAD, known[0x2D])

    @cached_property
    def kerning(self) -> Kerning:
        """Return the kerning of the font's GPOS table; a font without one has none (the `kern` table is not read)."""
        gpos = self.face.get_table("GPOS") if "GPOS" in self.face.table else b""
        return Kerning(gpos, self.face.charToGlyph, self.face.unitsPerEm)

    @cached_property
    def _widths(self) -> dict[str, float]:
        return {}

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: N802  ReportLab's name
        """Return the width of a text, in the unit of its size."""
        width = self._widths.get(text)
        if width is None:
            plain = super().stringWidth(text, 1, encoding)
            width = self._widths[text] = plain + sum(self.gaps(text)) / 1000
        return width * size

    def gaps(self, text: str) -> list[float]:
        """Return the kerning between each two letters, in thousandths of the size."""
        kerning = self.kerning
        return [kerning[pair] for pair in pairwise(text)]


class KernedText(PDFTextObject):  # type: ignore[misc]
    """A text object that kerns as KernedFont measures (PDF 1.7, 9.4.3: TJ)."""

    def _formatText(self, text: str) -> str:  # noqa: N802  ReportLab's name
        """Return the operators that show a text; letters without kerning stay in one string."""
        font = getFont(self._fontname)
        gaps = font.gaps(text) if isinstance(font, KernedFont) else []
        if not any(gaps):
            return str(super()._formatText(text))
        gaps.append(0.0)
        document, at, operators = self._canvas._doc, 0, []
        for subset, codes in font.splitString(text, document):
            if subset != self._curSubset:
                name = font.getSubsetInternalName(subset, document)
                operators.append(f"{name} {fp_str(self._fontsize)} Tf {fp_str(self._leading)} TL")
                self._curSubset: Any = subset
            operators.append(self._shown(codes, gaps[at : at + len(codes)]))
            at += len(codes)
        return " ".join(operators)

    def _shown(self, codes: bytes, gaps: list[float]) -> str:
        """Return the TJ operator for the codes of one font subset, each with the kerning that follows it."""
        parts, begin = [], 0
        for end, gap in enumerate(gaps, start=1):
            if gap or end == len(codes):
                number = f" {fp_str(-gap)} " if gap else ""
                parts.append(f"({self._canvas._escape(codes[begin:end])}){number}")
                begin = end
        return f"[{''.join(parts).rstrip()}] TJ"


class KernedCanvas(Canvas):  # type: ignore[misc]
    """A canvas that kerns all text."""

    def beginText(self, x: float = 0, y: float = 0, direction: Any = None) -> KernedText:  # noqa: N802
        """Return a new text object."""
        return KernedText(self, x, y, direction=direction)
