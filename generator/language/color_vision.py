"""Measure how far apart two paints are, as normal sight, three kinds of color blindness and a gray print have them.

coloraide does the arithmetic of differences and is slow to import, so a `Colorimeter` remembers what it measured, from
one run to the next if it has a memory.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import dist
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from generator.language.color_words import COLOR_TERMS
from generator.model.color import to_linear_rgb

if TYPE_CHECKING:
    from coloraide import Color as MeasuredColor

NORMAL, GRAY = "normal", "gray"
SIGHTS: Mapping[str, str] = MappingProxyType({  # by their ids: the names for people
    NORMAL: "normal sight",
    "protan": "protanopia",
    "deutan": "deuteranopia",
    "tritan": "tritanopia",
    GRAY: "gray",
})  # fmt: skip
_RGB_TO_XYZ = (  # of linear sRGB; the sum of a row is the white of D65
    (0.4123907992659593, 0.357584339383878, 0.1804807884018343),
    (0.21263900587151024, 0.715168678767756, 0.07219231536073371),
    (0.01933081871559182, 0.11919477979462598, 0.9505321522496607),
)
MEASURES, MOST_MEASURES = ("colors", "1"), 5000  # raise the number in the name when a measure changes


class MeasureMemory(Protocol):
    """Keeps measures from one run to the next."""

    def find(self, key: str) -> Any:
        """Return what was added under a key, or None."""

    def add(self, key: str, value: float) -> None:
        """Keep a measure under a key."""

    def save(self) -> None:
        """Write what was added."""


class Colorimeter:
    """Measures paints, each written as `#rrggbb`."""

    def __init__(self, memory: MeasureMemory) -> None:
        self._memory = memory

    def difference(self, paint: str, other: str, sight: str = NORMAL) -> float:
        """Return the difference of two paints by CIEDE2000 (CIE 142:2001), as a kind of sight has them."""
        one, two = sorted((paint, other))

        def measure() -> float:
            return float(see_paint(one, sight).delta_e(see_paint(two, sight), method="2000"))

        return self._recall(f"{sight} {one} {two}", measure)

    def lightness(self, paint: str) -> float:
        """Return the lightness in CIELAB under D65, 0 to 100."""
        return _to_lab(paint)[0]

    def save(self) -> None:
        """Keep what was measured, if anything is new."""
        self._memory.save()

    def _recall(self, key: str, measure: Callable[[], float]) -> float:
        value = self._memory.find(key)
        if not isinstance(value, float):
            value = measure()
            self._memory.add(key, value)
        return value


def see_paint(paint: str, sight: str) -> "MeasuredColor":
    """Return a paint as a kind of sight has it; gray keeps the luminance alone."""
    from coloraide import Color  # slow: 0.1 s

    color = Color(paint)
    if sight == GRAY:
        return Color("lab-d65", [color.convert("lab-d65")["lightness"], 0, 0])
    return color if sight == NORMAL else color.filter(sight)


def show_paint(paint: str, sight: str) -> str:
    """Return the `#rrggbb` that looks to normal sight as a paint does to a kind of sight."""
    return see_paint(paint, sight).convert("srgb").fit(method="clip").to_string(hex=True)


@lru_cache(maxsize=512)
def _to_lab(paint: str) -> tuple[float, float, float]:
    """Return lightness, a and b in CIELAB under D65 (CIE 15:2004) of a paint in sRGB (IEC 61966-2-1)."""
    linear = to_linear_rgb(paint)
    shares = (sum(a * b for a, b in zip(row, linear, strict=True)) / sum(row) for row in _RGB_TO_XYZ)
    x, y, z = (share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@lru_cache(maxsize=512)
def nearest_color_term(paint: str) -> str:
    """Return the basic color term whose paints come nearest, by distance in CIELAB."""
    here = _to_lab(paint)
    near = {
        word: min(dist(here, _to_lab(f"#{each}")) for each in paints.split()) for word, paints in COLOR_TERMS.items()
    }
    return min(near, key=lambda word: near[word])
