"""Text and the size of its box go in, lines that fit come out; what does not fit is refused, never cut."""

import re
from collections.abc import Callable
from functools import partial
from math import floor
from typing import Any

from jinja2 import pass_context
from markupsafe import Markup

from generator.fonts.truetype import FontBook
from generator.geometry.tolerances import FLOAT_NOISE, ROUNDING
from generator.model.color import Color, mix, parse_hex, readable_on
from generator.model.finding import DrawingError
from generator.model.language import Language
from generator.model.picture import Font
from generator.render.svg.text_runs import measure

_BLANKS = re.compile(r"[ \t\r\f\v]+")
_SANS = "Source Sans Pro"


class Ruler:
    """Measures with the metrics that the writers draw with, and remembers the width of each word."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._widths: dict[tuple[str, int, bool], tuple[Font, dict[str, float]]] = {}

    def _known(self, family: str, weight: int, italic: bool) -> tuple[Font, dict[str, float]]:
        key = family, weight, italic
        if key not in self._widths:
            self._widths[key] = self._fonts.find(family, weight, italic), {}
        return self._widths[key]

    def width(self, text: object, size: float, font: str = _SANS, weight: int = 400, italic: bool = False) -> float:
        """Return the width in mm of one line at a size in mm per em."""
        return measure(_plain(text), self._known(font, weight, italic)[0]) * size

    def wrap(
        self, text: object, width: float, size: float = 3.2, font: str = _SANS, weight: int = 400, italic: bool = False
    ) -> list[str]:
        """Return the lines of a text broken at its blanks to a width in mm; a word that is wider is refused (GF202)."""
        face, widths = self._known(font, weight, italic)
        if len(widths) > 50_000:
            widths.clear()
        room = width / size + FLOAT_NOISE
        space = measure(" ", face)
        lines: list[str] = []
        for paragraph in _plain(text).split("\n"):
            line: list[str] = []
            used = -space
            for word in _words(paragraph):
                wide = widths.get(word)
                if wide is None:
                    wide = widths[word] = measure(word, face)
                if used + space + wide > room and line:
                    lines.append(" ".join(line))
                    line, used = [], -space
                if wide > room:
                    raise DrawingError(
                        f"the word {word!r} is {wide * size:.1f} mm wide; {width:g} mm is there", code="GF202"
                    )
                line.append(word)
                used += space + wide
            lines.append(" ".join(line))
        return lines

    def fit(
        self,
        text: object,
        width: float,
        height: float,
        size: float = 3.2,
        leading: float | None = None,
        font: str = _SANS,
        weight: int = 400,
        italic: bool = False,
    ) -> list[str]:
        """Return the lines of a text in a box in mm, `leading` (1.25 sizes) apart; one that overflows is refused."""
        step = size * 1.25 if leading is None else leading
        lines = self.wrap(text, width, size, font, weight, italic)
        room = int((height - size) / step + ROUNDING) + 1 if height >= size else 0
        if len(lines) > room:
            shown = str(text) if len(str(text)) <= 40 else str(text)[:39] + "…"
            message = (
                f"the text needs {len(lines)} lines and its box of {width:g} x {height:g} mm holds {room}: {shown!r}"
            )
            raise DrawingError(message, code="GF202")
        return lines

    def size_to(
        self,
        text: object,
        width: float,
        largest: float,
        smallest: float,
        font: str = _SANS,
        weight: int = 400,
        italic: bool = False,
    ) -> float:
        """Return the size in mm, between the two that the template names, at which one line fills a width at most."""
        wide = measure(_plain(text), self._known(font, weight, italic)[0])
        size = min(largest, floor(width / wide * 10_000) / 10_000) if wide else largest
        if size < smallest:
            message = f"{text!s:.40} is {wide * smallest:.1f} mm wide at {smallest:g} mm; {width:g} mm is there"
            raise DrawingError(message, code="GF202")
        return size


def _plain(text: object) -> str:
    """Return the words that will be read: what a macro or `e` escaped is escaped again when it is written."""
    return text.unescape() if isinstance(text, Markup) else str(text)


def _words(paragraph: str) -> list[str]:
    """Return the words between blanks; a no-break space is no blank."""
    if paragraph.isascii():
        return paragraph.split()
    return [word for word in _BLANKS.split(paragraph) if word]


def _paint(value: object) -> str:
    found = value.paint if isinstance(value, Color) else parse_hex(str(value))
    if found is None:
        raise DrawingError(f"{value!r} is not a color; colors are #rgb or #rrggbb", code="GF203")
    return parse_hex(found) or found


def tint(paint: object, part: float) -> str:
    """Return the paint thinned with white: 1 leaves it, 0 is white."""
    return mix("#ffffff", _paint(paint), part)


def shade(paint: object, part: float) -> str:
    """Return the paint darkened: 0 leaves it, 1 is black."""
    return mix(_paint(paint), "#000000", part)


def ink(paint: object) -> str:
    """Return black or white, whichever reads better on the paint."""
    return readable_on(_paint(paint))


class Speech:
    """The words of the drawings of one language, the game's first unless given; `used` are the texts asked for.

    `tag` is that of another language than the first.
    """

    def __init__(self, language: Language | None = None) -> None:
        self._says = language.says if language else None
        self._file = language.words if language else ""
        self.tag = language.tag if language else ""
        self.used: set[str] = set()

    @pass_context  # or it is worked out while a template is compiled, and what is compiled is kept for all languages
    def say(self, context: Any, text: object) -> object:
        """Return what stands there: in the first language the text; PictureError (GF005) for one that is missing."""
        words = " ".join(str(text).split())
        self.used.add(words)
        if self._says is None or not any(map(str.isalpha, words)):
            return text
        if words not in self._says:
            raise DrawingError(f"{self._file} has no `words` for {words!r}, which is said here", "", "GF005", text)
        return self._says[words]


def filters(fonts: FontBook, speech: Speech | None = None) -> dict[str, Callable[..., Any]]:
    """Return the filters that templates have beside Jinja2's own; without `speech` those of the first language."""
    ruler = Ruler(fonts)
    return {
        "width": partial(ruler.width),
        "wrap": partial(ruler.wrap),
        "fit": partial(ruler.fit),
        "size_to": partial(ruler.size_to),
        "tint": tint,
        "shade": shade,
        "ink": ink,
        "say": (speech or Speech()).say,
    }
