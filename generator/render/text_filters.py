"""Filters for templates: measure, wrap and fit text, mix colors, translate. Text that does not fit is an error."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from math import floor
from types import MappingProxyType
from typing import Any

from jinja2 import pass_context
from markupsafe import Markup

from generator.fonts.font_book import FontBook
from generator.geometry.tolerances import FLOAT_NOISE
from generator.language.typography import bind_units, has_unspaced_words, split_units
from generator.model.color import Color, choose_readable_ink, mix_paints, parse_hex
from generator.model.finding import DrawingError
from generator.model.language import Language
from generator.model.picture import PLAIN, Font, TextSetting
from generator.render.rich_text import IconBook, TextSetter
from generator.render.svg.font_features import parse_features
from generator.render.svg.style import Style
from generator.render.svg.text_runs import check_features, measure_text
from generator.render.text_fitting import FittedLines, ShrunkTexts, TextBox, fit_text

_BLANK_CHARACTERS = " \t\r\f\v\u200b"
_WORD = re.compile(r"[^ \t\r\f\v]+")
_SANS = "sans-serif"
_MOST_SETTINGS = 1000  # a spacing in mm is another setting at each size
_HALVINGS = 24  # of a range of sizes


class TextRuler:
    """Measures text with the font metrics that the writers use, and remembers the width of each word.

    `spacing` (mm) and `features` are the `letter-spacing` and `font-feature-settings` that the text is drawn with.
    """

    def __init__(self, fonts: FontBook, shrunk: ShrunkTexts | None = None) -> None:
        self._fonts = fonts
        self._shrunk = ShrunkTexts() if shrunk is None else shrunk
        self._widths: dict[tuple[str, int, bool, TextSetting], tuple[Font, dict[str, float]]] = {}

    def _find_widths(
        self, family: str, weight: int, italic: bool, setting: TextSetting
    ) -> tuple[Font, dict[str, float]]:
        key = family, weight, italic, setting
        if key not in self._widths:
            if len(self._widths) > _MOST_SETTINGS:
                self._widths.clear()
            font = self._fonts.find_font(family, weight, italic)
            check_features(setting, font)
            self._widths[key] = font, {}
        return self._widths[key]

    def width(
        self,
        text: object,
        size: float,
        font: str = _SANS,
        weight: int = 400,
        italic: bool = False,
        spacing: float = 0.0,
        features: str = "",
    ) -> float:
        """Return the width (mm) of a text, whose lines break where it says, at a size in mm per em."""
        setting = _make_setting(spacing, size, features)
        face, _ = self._find_widths(font, weight, italic, setting)
        return max(measure_text(line, face, setting) for line in _plain_text(text).split("\n")) * size

    def wrap(
        self,
        text: object,
        width: float,
        size: float = 3.2,
        font: str = _SANS,
        weight: int = 400,
        italic: bool = False,
        spacing: float = 0.0,
        features: str = "",
    ) -> list[str]:
        """Return a text broken at blanks into lines of a width (mm); DrawingError (GF202) for a word that is wider.

        A number and its unit stay together where they fit on a line.
        """
        setting = _make_setting(spacing, size, features)
        face, widths = self._find_widths(font, weight, italic, setting)
        if len(widths) > 50_000:
            widths.clear()
        room = width / size + FLOAT_NOISE
        space = measure_text(" ", face, setting)

        def measure(word: str) -> float:
            if (wide := widths.get(word)) is None:
                wide = widths[word] = measure_text(word, face, setting)
            return wide

        def split(word: str) -> list[str]:
            return word.split(" ") if " " in word and measure(word) > room else [word]

        lines: list[str] = []
        for paragraph in _plain_text(text).split("\n"):
            line: list[str] = []
            used = -space
            if has_unspaced_words(paragraph):
                lines += _wrap_units(paragraph, room, face, size, setting)
                continue
            for word in (part for each in _split_words(paragraph) for part in split(each)):
                wide = measure(word)
                if used + space + wide > room and line:
                    lines.append(" ".join(line))
                    line, used = [], -space
                if wide > room:
                    raise _too_wide(word, wide * size, width)
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
        spacing: float = 0.0,
        features: str = "",
        least: float | None = None,
    ) -> FittedLines:
        """Return the lines of a text in a box (mm), `leading` apart (1.25 sizes); DrawingError if they overflow.

        With `least`, a text that is too long is set smaller, down to that size.
        """
        box = TextBox(width, height, size, least, leading)
        fitted = fit_text(
            str(text),
            box,
            lambda smaller: self.wrap(text, width, smaller, font, weight, italic, spacing=spacing, features=features),
            lambda lines: sum(len(line.split()) for line in lines),
        )
        self._shrunk.note(_plain_text(text), box, fitted)
        return FittedLines(fitted.lines, fitted.size, fitted.leading)

    def size_to(
        self,
        text: object,
        width: float,
        largest: float,
        smallest: float,
        font: str = _SANS,
        weight: int = 400,
        italic: bool = False,
        spacing: float = 0.0,
        features: str = "",
    ) -> float:
        """Return the largest size (mm) from `smallest` to `largest` at which a line fits; DrawingError if none.

        `spacing` stays as it is at any size.
        """
        wide = self.width(text, largest, font, weight, italic, spacing=spacing, features=features) / largest
        size = min(largest, floor(width / wide * 10_000) / 10_000) if wide else largest
        if spacing and size < largest:
            low, high = smallest, largest
            for _ in range(_HALVINGS):
                size = (low + high) / 2
                fits = self.width(text, size, font, weight, italic, spacing=spacing, features=features) <= width
                low, high = (size, high) if fits else (low, size)
            size = floor(low * 10_000) / 10_000
            wide = self.width(text, smallest, font, weight, italic, spacing=spacing, features=features) / smallest
        if size < smallest or (spacing and wide * smallest > width):
            message = f"{text!s:.40} is {wide * smallest:.1f} mm wide at {smallest:g} mm; there are only {width:g} mm"
            raise DrawingError(message, "", "GF202", str(text), str(text))
        return size


@lru_cache(maxsize=256)
def _make_setting(spacing: float, size: float, features: str) -> TextSetting:
    """Return how text is set, exactly as a text element with these attributes sets it."""
    if not spacing and not features:
        return PLAIN
    style = Style(size=size, spacing=spacing)
    if features:
        style = style._replace(features=tuple(parse_features("font-feature-settings", features).items()))
    return style.make_text_setting()


def _plain_text(text: object) -> str:
    """Return a text without HTML escapes, such as those of a macro; it is escaped again when it is written."""
    return text.unescape() if isinstance(text, Markup) else str(text)


def _too_wide(word: str, wide: float, width: float) -> DrawingError:
    return DrawingError(
        f"the word {word!r} is {wide:.1f} mm wide, but there are only {width:g} mm", "", "GF202", word, word
    )


def _wrap_units(paragraph: str, room: float, face: Font, size: float, setting: TextSetting) -> list[str]:
    """Return lines of a text whose language has no blanks between words, broken by Unicode Standard Annex 14."""
    lines: list[str] = []
    line = ""
    for unit in split_units(paragraph):
        longer = line + unit
        if line and measure_text(longer.rstrip(_BLANK_CHARACTERS), face, setting) > room:
            lines.append(line.rstrip(_BLANK_CHARACTERS))
            longer = unit
        line = longer
        wide = measure_text(line.rstrip(_BLANK_CHARACTERS), face, setting)
        if wide > room:
            raise _too_wide(line.rstrip(_BLANK_CHARACTERS), wide * size, (room - FLOAT_NOISE) * size)
    return [*lines, line.rstrip(_BLANK_CHARACTERS)]


def _split_words(paragraph: str) -> list[str]:
    """Return the words between blanks; a no-break space is not a blank, nor is one between a number and its unit."""
    bound = bind_units(paragraph)
    if bound.isascii():
        return bound.split()
    return [paragraph[slice(*word.span())] for word in _WORD.finditer(bound)]


def _to_hex(value: object) -> str:
    found = value.paint if isinstance(value, Color) else parse_hex(str(value))
    if found is None:
        raise DrawingError(f"{value!r} is not a color; write #rgb or #rrggbb", code="GF203")
    return parse_hex(found) or found


def tint(paint: object, part: float) -> str:
    """Return a tint of a color, mixed with white: 1 leaves it, 0 is white."""
    return mix_paints("#ffffff", _to_hex(paint), part)


def shade(paint: object, part: float) -> str:
    """Return a shade of a color, mixed with black: 0 leaves it, 1 is black."""
    return mix_paints(_to_hex(paint), "#000000", part)


def ink(paint: object) -> str:
    """Return black or white, whichever is easier to read on a color."""
    return choose_readable_ink(_to_hex(paint))


class Translator:
    """Translates the texts of drawings into one language; without one, leaves them in the game's first language.

    `used` are the texts that were asked for, and `tag` is the tag of the language, empty for the first, in which
    `sheet_words` are what gutterfold prints on sheets. `spoken` is the tag of either, by which words are hyphenated.
    """

    def __init__(
        self,
        language: Language | None = None,
        sheet_words: Mapping[str, str] = MappingProxyType({}),
        first_tag: str = "en",
    ) -> None:
        self._says = language.says if language else None
        self._file = language.words if language else ""
        self._own = language.sheet_words if language else sheet_words
        self.tag = language.tag if language else ""
        self.spoken = self.tag or first_tag
        self.used_texts: set[str] = set()

    @pass_context  # otherwise Jinja2 evaluates it at compile time, and languages share compiled templates
    def say(self, context: Any, text: object) -> object:
        """Return the translation of a text, in the first language the text itself; DrawingError (GF005) if missing."""
        words = " ".join(str(text).split())
        self.used_texts.add(words)
        if self._says is None or not any(map(str.isalpha, words)):
            return text
        if words not in self._says:
            raise DrawingError(f"{self._file} has no entry in `words` for {words!r}", "", "GF005", text)
        return self._says[words]

    @pass_context
    def said(self, context: Any, value: object) -> object:
        """Return the translation of a value of the data; the value itself if the table has none."""
        words = " ".join(str(value).split())
        if self._says is None or words not in self._says:
            return value
        self.used_texts.add(words)
        return self._says[words]

    @pass_context
    def own_words(self, context: Any, text: object) -> object:
        """Return the translation of words that come with gutterfold; the text itself if there is none."""
        return self._own.get(str(text), text)

    def translate(self, text: str) -> str:
        """Return the translation of a text that the game or gutterfold has, the text itself if there is none."""
        return (self._says or {}).get(" ".join(text.split())) or self._own.get(text, text)


def template_filters(
    fonts: FontBook,
    speech: Translator | None = None,
    icons: IconBook | None = None,
    shrunk: ShrunkTexts | None = None,
) -> dict[str, Callable[..., Any]]:
    """Return the filters that are added to Jinja2's own; without `speech`, `say` leaves texts as they are.

    What is set smaller to fit is noted in `shrunk`.
    """
    speech, shrunk = speech or Translator(), ShrunkTexts() if shrunk is None else shrunk
    ruler = TextRuler(fonts, shrunk)
    setter = TextSetter(fonts, icons or IconBook({}, {}, None), shrunk, lambda: speech.spoken)
    return {
        "width": partial(ruler.width),
        "wrap": partial(ruler.wrap),
        "fit": partial(ruler.fit),
        "size_to": partial(ruler.size_to),
        "rich": partial(setter.rich),
        "tint": tint,
        "shade": shade,
        "ink": ink,
        "say": speech.say,
        "said": speech.said,
        "own_words": speech.own_words,
    }
