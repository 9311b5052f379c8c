"""Color roles, conversions of paints written as `#rrggbb`, and the hue of headings and rules.

A color has two names: `name` never changes, and ids, claims and rows use it; `called` is for people and follows the
paint.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def parse_hex(text: str) -> str | None:
    """Return `#rgb` or `#rrggbb` as `#rrggbb` in lower case, or None if the text is neither."""
    if not _HEX.fullmatch(text):
        return None
    digits = text[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(d + d for d in digits))


def to_rgb(paint: str) -> tuple[int, int, int]:
    """Return the three channels, 0 to 255, of a `#rrggbb`."""
    return int(paint[1:3], 16), int(paint[3:5], 16), int(paint[5:7], 16)


def to_linear_rgb(paint: str) -> list[float]:
    """Return the three channels of a `#rrggbb` in linear light, 0 to 1 (IEC 61966-2-1)."""
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in to_rgb(paint))]


def mix_paints(paint: str, other: str, part: float) -> str:
    """Return a mixture with `part` (0 to 1) of the other paint, channel by channel in sRGB."""
    pairs = zip(to_rgb(paint), to_rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def relative_luminance(paint: str) -> float:
    """Return the relative luminance, 0 black to 1 white (WCAG 2.2, definition of relative luminance)."""
    linear = to_linear_rgb(paint)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def choose_readable_ink(paint: str) -> str:
    """Return black or white, whichever has the higher WCAG contrast on the paint."""
    return "#000000" if relative_luminance(paint) > 0.1791 else "#ffffff"


COLOR_FIELDS = ("letter", "name", "called", "mark", "role", "paint")  # that a named group of a template can show


class Color(Struct, frozen=True):
    """A color role with its paint in the current palette; `mark` is its cue besides color.

    `name` stands for it in ids, claims and rows, whatever the palette; `renamed` is its name in the palette, if other.
    """

    role: str
    name: str
    paint: str
    mark: str = ""
    letter: str = ""
    renamed: str = ""

    @property
    def called(self) -> str:
        """Return the name for people, which suits the current paint."""
        return self.renamed or self.name

    def __str__(self) -> str:
        return self.paint


_CONTRAST = 5.1  # of headings: 4.5 (WCAG 2.2, 1.4.3), also on the tinted ground of notes
_LEAST_CHROMA = 40  # of 255, between the largest and the smallest channel: less looks gray
_STEPS = 20
PAPER, SCREEN = "#FFFFFF", "#16181C"  # the grounds of paper, and of the web page at night


class Accents(NamedTuple):
    """The paint of headings and rules on white, and on a dark screen."""

    light: str = "#000000"
    dark: str = "#FFFFFF"


def choose_accents(colors: Iterable[Color], role: str | None = None) -> Accents:
    """Return the paint of a role, or the most vivid one that the game has, so dark or light that text in it is read.

    Roles of no group come first, and those of players last, since their color means a player.
    """
    known = list(colors)
    named = [color.paint for color in known if color.role == role]
    paint = named[0] if named else _find_vivid_paint(known)
    return Accents(_adjust(paint, PAPER, "#000000"), _adjust(paint, SCREEN, "#FFFFFF")) if paint else Accents()


def _find_vivid_paint(colors: list[Color]) -> str:
    vivid = [color for color in colors if _chroma(color.paint) >= _LEAST_CHROMA]
    first = min((_rank(color) for color in vivid), default=0)
    ranked = [color.paint for color in vivid if _rank(color) == first]
    legible = [paint for paint in ranked if _contrast(paint, PAPER) >= _CONTRAST]
    return max(legible or ranked, key=_chroma, default="")


def _rank(color: Color) -> int:
    return 2 if color.role.startswith("player.") else int("." in color.role)


def _chroma(paint: str) -> int:
    channels = to_rgb(paint)
    return max(channels) - min(channels)


def _contrast(paint: str, ground: str) -> float:
    low, high = sorted((relative_luminance(paint), relative_luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def _adjust(paint: str, ground: str, toward: str) -> str:
    """Mix a paint with black or white until it can be read on a ground."""
    mixed = (mix_paints(paint, toward, step / _STEPS) for step in range(_STEPS + 1))
    return next((each for each in mixed if _contrast(each, ground) >= _CONTRAST), toward)
