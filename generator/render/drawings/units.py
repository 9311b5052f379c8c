"""Resolve lengths with units, percentages and keywords to user units (CSS Values 4; SVG 2, chapter 8)."""

import re
from math import hypot, sqrt
from typing import NamedTuple

from generator.model.finding import DrawingError
from generator.render.svg.attribute_values import NUMBER

ABSOLUTE_UNITS = {
    "": 1.0,
    "px": 1.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "pt": 96 / 72,
    "pc": 16.0,
    "q": 96 / 101.6,
}
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z]*+|%)\s*+")
_X_HEIGHT = 0.5  # em; CSS lets a program assume it where the font does not say
_FONT_SIZES = frozenset({"xx-small", "x-small", "small", "large", "x-large", "xx-large", "larger", "smaller"})


class Scope(NamedTuple):
    """What relative lengths refer to: the font size here and in the root, and the viewport; user units.

    `physical` says that the drawing has a size of its own, so that a millimeter in it is one on paper.
    """

    font_size: float
    root_size: float
    width: float
    height: float
    physical: bool

    def resolve(self, text: str, axis: str) -> float | None:
        """Return a length in user units; `axis` is x, y, or anything else for a diagonal. None if it is no length."""
        match = _LENGTH.fullmatch(text)
        if match is None:
            return None
        value, unit = float(match[1]), match[2].lower()
        if unit == "%":
            if not self.width:
                raise DrawingError(f"{text.strip()!r} is a share of a size that only a <use> knows; write a number")
            return value / 100 * self._extent(axis)
        if unit in ABSOLUTE_UNITS:
            if unit not in ("", "px") and not self.physical:
                raise DrawingError(
                    f"{text.strip()!r} has a unit, but the svg has no width and height that say how large it is;"
                    " write a number, which is in millimeters"
                )
            return value * ABSOLUTE_UNITS[unit]
        return value * {"em": 1.0, "ex": _X_HEIGHT}[unit] * self.font_size if unit in ("em", "ex") else None

    def _extent(self, axis: str) -> float:
        if axis in "xy":
            return self.width if axis == "x" else self.height
        return hypot(self.width, self.height) / sqrt(2)

    def resolve_font_size(self, text: str) -> float | None:
        """Return a font size in user units, relative to that of the parent; None if it is none."""
        word = text.strip().lower()
        if word == "medium":
            return self.root_size
        if word in _FONT_SIZES:
            raise DrawingError(f"font-size={word!r} has another size in each program; write a number")
        match = _LENGTH.fullmatch(text)
        if match and match[2] == "%":
            return float(match[1]) / 100 * self.font_size
        return self.resolve(text, "")


def parse_absolute(text: str) -> float | None:
    """Return an absolute length in mm (px at 96 an inch); None for a percentage, `auto`, or what is no length."""
    match = _LENGTH.fullmatch(text)
    if match is None or match[2].lower() not in ABSOLUTE_UNITS:
        return None
    return float(match[1]) * ABSOLUTE_UNITS[match[2].lower()] * 25.4 / 96


def format_length(value: float) -> str:
    """Return a number as an attribute, with nine digits."""
    return f"{value:.9g}"
