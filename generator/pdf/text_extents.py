"""Follow the text state of a content stream (PDF 1.7, 9.3 and 9.4), far enough to tell where a text may be seen."""

from functools import cache
from typing import Any

from pikepdf import Array, Dictionary, String

from generator.geometry.bounds import transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box

_USUAL = 0.6  # em: the width of a letter of which nothing is known
_BELOW, _ABOVE = 0.4, 1.1  # em, of the baseline: more than letters have


class GlyphWidths:
    """The widths of a font's codes, em."""

    def __init__(self, font: Any) -> None:
        self._is_wide = font.get("/Subtype") == "/Type0"
        self._widths: dict[int, float] = {}
        self._usual = _USUAL
        if self._is_wide:
            inner = font.get("/DescendantFonts", [Dictionary()])[0]
            self._usual = float(inner.get("/DW", 1000)) / 1000
            self._read_wide(list(inner.get("/W", ())))
        elif "/Widths" in font:
            scale = float(font.get("/FontMatrix", [0.001])[0])
            first = int(font.get("/FirstChar", 0))
            self._widths = {first + at: float(each) * scale for at, each in enumerate(font.Widths)}
        else:
            self._widths = _find_standard_widths(str(font.get("/BaseFont", ""))[1:])

    def _read_wide(self, told: list[Any]) -> None:
        """Read lists such as `3 [500 600] 7 9 250` (9.7.4.3)."""
        while len(told) > 1:
            first, second = int(told[0]), told[1]
            if isinstance(second, Array):
                self._widths |= {first + at: float(each) / 1000 for at, each in enumerate(second)}
                told = told[2:]
            else:
                self._widths |= dict.fromkeys(range(first, min(int(second), 65_535) + 1), float(told[2]) / 1000)
                told = told[3:]

    def measure(self, shown: bytes) -> tuple[float, int]:
        """Return the width of a string in em, and its number of codes."""
        codes = (
            [int.from_bytes(shown[at : at + 2], "big") for at in range(0, len(shown), 2)] if self._is_wide else shown
        )
        return sum(self._widths.get(code, self._usual) for code in codes), len(codes)


@cache
def _find_standard_widths(name: str) -> dict[int, float]:
    """Return the widths of a standard font, which a PDF need not tell."""
    from reportlab.pdfbase import pdfmetrics

    if name not in pdfmetrics.standardFonts:
        return {}
    return {code: width / 1000 for code, width in enumerate(pdfmetrics.getFont(name).widths)}


class TextState:
    """Where the next text begins, and how it is set."""

    def __init__(self) -> None:
        self.size, self.spacing, self.blanks, self.leading, self.rise, self.stretch = 0.0, 0.0, 0.0, 0.0, 0.0, 1.0
        self.widths: GlyphWidths | None = None
        self._line, self._at = IDENTITY, IDENTITY

    def begin(self) -> None:
        """Start a text object (`BT`)."""
        self._line = self._at = IDENTITY

    def set(self, operator: str, operands: Any) -> None:
        """Carry out an operator that sets how text is shown."""
        value = float(operands[-1])
        match operator:
            case "Tf":
                self.size = value
            case "Tc":
                self.spacing = value
            case "Tw":
                self.blanks = value
            case "TL":
                self.leading = value
            case "Ts":
                self.rise = value
            case "Tz":
                self.stretch = value / 100

    def move(self, operator: str, operands: Any) -> None:
        """Carry out an operator that says where the next line begins."""
        if operator == "Tm":
            a, b, c, d, e, f = (float(each) for each in operands)
            self._line = (a, b, c, d, e, f)
        else:
            x, y = (0.0, -self.leading) if operator == "T*" else (float(operands[0]), float(operands[1]))
            if operator == "TD":
                self.leading = -y
            self._line = multiply_matrices(self._line, (1.0, 0.0, 0.0, 1.0, x, y))
        self._at = self._line

    def show(self, shown: Any, matrix: Matrix) -> Box:
        """Return where a string, or strings with gaps between them, may be seen; the next text begins behind it."""
        wide = low = high = 0.0
        for each in [*shown] if isinstance(shown, Array) else [shown]:
            if isinstance(each, String):
                ems, count = self.widths.measure(bytes(each)) if self.widths else (_USUAL * len(bytes(each)), 1)
                wide += ems * self.size + count * self.spacing + bytes(each).count(b" ") * self.blanks
            else:
                wide -= float(each) / 1000 * self.size
            low, high = min(low, wide), max(high, wide)
        box = (low * self.stretch, self.rise - _BELOW * self.size, (high - low) * self.stretch)
        to = multiply_matrices(matrix, self._at)
        self._at = multiply_matrices(self._at, (1.0, 0.0, 0.0, 1.0, wide * self.stretch, 0.0))
        return transformed_box_bounds(*box, (_ABOVE + _BELOW) * self.size, to)
