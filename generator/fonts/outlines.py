"""Draw glyph outlines with HarfBuzz and write them as path data."""

from collections.abc import Iterable
from functools import cache

from generator.fonts.shaping import open_harfbuzz_font
from generator.model.picture import Font

XY = tuple[float, float]


class FontOutlines:
    """The outlines of one font, drawn on demand; `em` is the number of font units in an em."""

    def __init__(self, font: Font) -> None:
        self._shapes = open_harfbuzz_font(font)
        self.em = font.em

    def glyph_path(self, glyph: int) -> str:
        """Return the path data of a glyph in font units, y upward; empty if it has no ink."""
        pen = PathPen()
        self._shapes.draw_glyph(glyph, pen)
        return pen.data


@cache
def open_outlines(font: Font) -> FontOutlines:
    """Return the outlines of a font; each font is opened once in a process."""
    return FontOutlines(font)


class PathPen:
    """Writes contours as SVG path data with relative commands, which need half the bytes of absolute ones.

    Its methods are those of a fontTools pen, which HarfBuzz draws with.
    """

    def __init__(self) -> None:
        self.data = self._last = ""
        self._here = self._start = (0.0, 0.0)
        self._mirrored: XY | None = None  # the control point with which `t` goes on from a curve
        self._line: tuple[str, str] | None = None  # the data and the letter before a line that was drawn last

    def moveTo(self, to: XY) -> None:  # noqa: N802  a pen's name
        """Begin a contour."""
        self._write("m", to, self._steps(to))
        self._start = to

    def lineTo(self, to: XY) -> None:  # noqa: N802  a pen's name
        """Draw a line; a horizontal one becomes `h`, a vertical one `v`."""
        line = self.data, self._last
        ((across, up),) = self._steps(to)
        if up == 0:
            self._write("h", to, [(across,)])
        elif across == 0:
            self._write("v", to, [(up,)])
        else:
            self._write("l", to, [(across, up)])
        self._line = line

    def qCurveTo(self, control: XY, to: XY) -> None:  # noqa: N802  a pen's name
        """Draw a quadratic curve; one that goes on smoothly from the curve before it becomes `t`."""
        goes_on = control == self._mirrored
        self._write("t" if goes_on else "q", to, self._steps(to) if goes_on else self._steps(control, to))
        self._mirrored = (2 * to[0] - control[0], 2 * to[1] - control[1])

    def curveTo(self, *points: XY) -> None:  # noqa: N802  a pen's name
        """Draw a cubic curve."""
        self._write("c", points[-1], self._steps(*points))

    def closePath(self) -> None:  # noqa: N802  a pen's name
        """End a contour; `z` draws the line to its start, so one that was drawn is dropped."""
        if self._line and self._here == self._start:
            self.data, self._last = self._line
        self._write("z", self._start, ())

    def _steps(self, *points: XY) -> list[XY]:
        return [(x - self._here[0], y - self._here[1]) for x, y in points]

    def _write(self, letter: str, to: XY, steps: Iterable[tuple[float, ...]]) -> None:
        """Write a command; a letter is not repeated, and spaces stand only where two numbers would run together."""
        self.data += "" if letter == self._last else letter
        for number in (number for step in steps for number in step):
            digits = f"{number:g}"
            self.data += digits if digits[0] == "-" or self.data[-1:].isalpha() else f" {digits}"
        self._last, self._here, self._mirrored, self._line = letter, to, None, None
