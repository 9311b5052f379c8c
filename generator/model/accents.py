"""Choose the hue of headings and rules in a booklet, and of the page on how to print."""

from collections.abc import Iterable
from typing import NamedTuple

from generator.model.color import Color, mix_paints, relative_luminance, to_rgb

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
