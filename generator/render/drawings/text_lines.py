"""The lines under, over and through text, and the shifts of its baseline, by the measures of its font."""

from collections.abc import Mapping
from functools import lru_cache
from struct import unpack_from
from typing import NamedTuple

from generator.fonts.truetype import FontTables
from generator.model.finding import DrawingError
from generator.model.picture import Font
from generator.render.drawings.units import Scope

LINES = ("underline", "overline", "line-through")


class LineMeasures(NamedTuple):
    """Where the lines of a text lie above its baseline, and how thick they are, in em.

    `x_height` is that of an `x`; by `raised` and `lowered` superscripts and subscripts are shifted.
    """

    underline: float
    overline: float
    through: float
    thickness: float
    x_height: float
    raised: float
    lowered: float

    def find(self, line: str) -> float:
        """Return how far a line lies above the baseline."""
        return {"underline": self.underline, "overline": self.overline}.get(line, self.through)


@lru_cache(maxsize=64)
def measure_lines(font: Font) -> LineMeasures:
    """Return what a font says of its lines (OpenType, `post` and `OS/2`)."""
    tables = FontTables(font.data)
    position, thickness, through, raised, lowered = -100, 50, 300, 350, 150
    if "post" in tables.offsets:
        position, thickness = unpack_from(">hh", font.data, tables.offsets["post"] + 8)
    x_height = font.bounds["x"][1] if "x" in font.glyphs else font.cap_height * 0.7
    if "OS/2" in tables.offsets:
        lowered, raised, through = unpack_from(">h6xh2xh", font.data, tables.offsets["OS/2"] + 16)
    em = font.em
    thick = max(thickness, 1) / em
    return LineMeasures(position / em, font.ascent, through / em, thick, x_height, raised / em, lowered / em)


def parse_lines(text: str) -> tuple[str, ...]:
    """Return the lines that `text-decoration` draws; DrawingError for those that are not plain."""
    words = text.split()
    if words in (["none"], ["inherit"], ["initial"], []):
        return ()
    for word in words:
        if word not in (*LINES, "solid", "auto", "currentcolor"):
            raise DrawingError(f"text-decoration={text!r} is not {', '.join(LINES)}, in the color of the text")
    return tuple(line for line in LINES if line in words)


def find_baseline_shift(attributes: Mapping[str, str], font: Font, size: float, scope: Scope) -> float:
    """Return by how much `baseline-shift` raises a text, in user units."""
    text = attributes.get("baseline-shift", "baseline").strip()
    if text in ("baseline", "0"):
        return 0.0
    if text in ("super", "sub"):
        lines = measure_lines(font)
        return (lines.raised if text == "super" else -lines.lowered) * size
    if text.endswith("%"):
        try:
            return float(text[:-1]) / 100 * size
        except ValueError:
            pass
    value = scope._replace(font_size=size).resolve(text, "")
    if value is None:
        raise DrawingError(f"baseline-shift={text!r} is not sub, super, a length or a percentage")
    return value


def find_baseline(name: str, font: Font) -> float:
    """Return how far a baseline that text hangs on lies above the usual one, in em (CSS Inline 3)."""
    lines = measure_lines(font)
    known = {
        "middle": lines.x_height / 2,
        "central": (font.ascent + font.descent) / 2,
        "hanging": font.ascent * 0.8,
        "mathematical": font.ascent * 0.5,
        "text-before-edge": font.ascent,
        "before-edge": font.ascent,
        "text-top": font.ascent,
        "text-after-edge": font.descent,
        "after-edge": font.descent,
        "text-bottom": font.descent,
        "ideographic": font.descent,
    }
    if name in ("auto", "alphabetic", "baseline", "use-script", "no-change", "reset-size"):
        return 0.0
    if name not in known:
        raise DrawingError(f"dominant-baseline={name!r} is not in the profile; move the text by dy")
    return known[name]
