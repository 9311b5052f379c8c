"""Measure how far apart two paints are, as normal sight, three kinds of color blindness and a gray print have them.

coloraide does the arithmetic and is slow to import, so a `Colorimeter` remembers what it measured, from one run to the
next if it has a store.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from generator.language.color_words import COLOR_TERMS

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
_MOST_REMEMBERED = 5000
_STORE_KEY = ("colors", "1")  # raise the number when a measure changes


class MeasureStore(Protocol):
    """Keeps values from one run to the next."""

    def read(self, *key: str) -> Any:
        """Return what was written under a key, or None."""

    def write(self, value: Any, *key: str) -> None:
        """Keep a value under a key."""


class Colorimeter:
    """Measures paints, each written as `#rrggbb`."""

    def __init__(self, store: MeasureStore | None = None) -> None:
        self._store = store
        self._known: dict[str, Any] | None = None
        self._is_new = False

    def difference(self, paint: str, other: str, sight: str = NORMAL) -> float:
        """Return the difference of two paints by CIEDE2000 (CIE 142:2001), as a kind of sight has them."""
        one, two = sorted((paint, other))

        def measure() -> float:
            return float(see_paint(one, sight).delta_e(see_paint(two, sight), method="2000"))

        return float(self._recall(f"{sight} {one} {two}", measure))

    def lightness(self, paint: str) -> float:
        """Return the lightness in CIELAB under D65, 0 to 100."""
        return float(self._recall(f"lightness {paint}", lambda: _to_lab(paint)["lightness"]))

    def nearest_term(self, paint: str) -> str:
        """Return the basic color term whose paints come nearest, by distance in CIELAB."""
        return str(self._recall(f"term {paint}", lambda: nearest_color_term(paint)))

    def save(self) -> None:
        """Keep what was measured, if anything is new."""
        if self._is_new and self._store is not None and self._known is not None:
            kept = self._known if len(self._known) <= _MOST_REMEMBERED else {}
            self._store.write(kept, *_STORE_KEY)
        self._is_new = False

    def _recall(self, key: str, measure: Callable[[], float | str]) -> float | str:
        if self._known is None:
            found = self._store.read(*_STORE_KEY) if self._store is not None else None
            self._known = found if isinstance(found, dict) else {}
        value = self._known.get(key)
        if not isinstance(value, str if key.startswith("term ") else float):
            value = self._known[key] = measure()
            self._is_new = True
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
def _to_lab(paint: str) -> "MeasuredColor":
    return see_paint(paint, NORMAL).convert("lab-d65")


@lru_cache(maxsize=512)
def nearest_color_term(paint: str) -> str:
    """Return the basic color term whose paints come nearest."""
    here = _to_lab(paint)
    near = {
        word: min(here.distance(_to_lab(f"#{each}"), space="lab-d65") for each in paints.split())
        for word, paints in COLOR_TERMS.items()
    }
    return min(near, key=lambda word: near[word])
