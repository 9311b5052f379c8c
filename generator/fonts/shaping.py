"""Shape text with HarfBuzz: kerning, ligatures, marks on their letters, scripts that join or run from right to left.

A line is shaped word by word, and each word once, in font units; so a deck does not pay twice for its words. A line is
shaped as a whole where a blank matters: if it runs from right to left, if its letters are spaced, or if the font kerns
a letter of it with a blank.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar
from unicodedata import category

from generator.geometry.clearance import text_corners
from generator.geometry.matrix import Matrix
from generator.geometry.types import Quad
from generator.language.direction import RIGHT_TO_LEFT, find_directed_runs
from generator.model.characters import ISOLATES, is_unseen
from generator.model.picture import PLAIN, Font, Text, TextSetting

Known = TypeVar("Known")
_MOST_WORDS = 4096  # that are remembered of one font and setting
_MOST_LINES = 1024  # those of a few sheets, which are measured, written as PDF and written as SVG
_FEATURES_OFF_IF_SPACED = dict.fromkeys(("liga", "clig", "dlig", "hlig", "calt"), 0)  # CSS Text 3, 8.2
_NOTHING_REPLACED = dict.fromkeys(("liga", "clig", "calt", "locl", "ccmp"), 0)
SIGN = 1 << 16  # more than a font has glyphs: the first number of those of another font
_ISOLATE = re.compile(f"[{ISOLATES}]")
_NEUTRAL_SCRIPTS = frozenset(("", "Zyyy", "Zinh", "Zzzz"))
_CURSIVE_SCRIPTS = frozenset(("Arab", "Mand", "Mong", "Nkoo", "Phag", "Rohg", "Syrc"))  # not spaced: CSS Text 3, 8.2.1
_FIGURES = "0123456789"
_ASCII_LETTERS = tuple(map(chr, range(0x21, 0x7F)))
# those of Latin, Greek and Cyrillic, which some fonts kern with a blank
_LETTERS = (*_ASCII_LETTERS, *(char for char in map(chr, range(0xA1, 0x530)) if char.isalpha() or char in "«»"))


class ShapedGlyph(NamedTuple):
    """A glyph of a word in font units: its number, the characters that it stands for, and where it lies.

    Several glyphs that stand for some characters together share them out; one that is left over has none. `at` is where
    the characters begin in the text.
    """

    number: int
    text: str
    x: int
    y: int
    at: int


class ShapedText(NamedTuple):
    """A word, or a whole line: its advance, and its glyphs from left to right."""

    advance: int
    glyphs: tuple[ShapedGlyph, ...]


class WordMemory(dict[str, Known]):
    """What was found out about words; what is not known of a word yet is found out by `learn`."""

    def __init__(self, learn: Callable[[str], Known], most: int = _MOST_WORDS) -> None:
        super().__init__()
        self._learn, self._most = learn, most

    def __missing__(self, word: str) -> Known:
        found = self._learn(word)
        if len(self) >= self._most:
            self.clear()
        self[word] = found
        return found


class MissingGlyphError(KeyError):
    """A character that the font cannot draw."""


class Shaper:
    """Shapes text in one font and setting, and remembers each word."""

    def __init__(self, font: Font, setting: TextSetting = PLAIN) -> None:
        self.font, self.setting, self._em = font, setting, font.em
        self._whole = setting.spacing != 0 or setting.rtl
        self._lines = WordMemory(self._split, _MOST_LINES)
        self._advances = WordMemory(self._measure_word)
        self._inks = WordMemory(self._find_ink)
        self._words = WordMemory(self._shape)
        self._hb, self._features = open_harfbuzz_font(font), dict(setting.features)
        if setting.spacing:
            self._features = _FEATURES_OFF_IF_SPACED | self._features
        self.spacing = round(setting.spacing * font.em)
        self.blank = self._hb.advance_of(" ") + self.spacing if " " in font.glyphs else 0

    def runs_both_ways(self, text: str) -> bool:
        """Return whether some of a line may run from right to left."""
        return self.setting.rtl or (not text.isascii() and RIGHT_TO_LEFT.search(text) is not None)

    def split(self, text: str) -> Sequence[str]:
        """Return the words of a line between its blanks, or the whole line as one word."""
        return self._lines[text]

    def _split(self, text: str) -> list[str]:
        if self._whole:
            return [text]
        words = text.split(" ")
        if len(words) > 1:
            plain = text.isascii()
            kerned = self._ascii_kerned if plain else self._all_kerned
            if (kerned and kerned.search(text)) or (not plain and RIGHT_TO_LEFT.search(text)):
                return [text]
        return words

    def shape(self, word: str) -> ShapedText:
        """Return a word of a line, or a whole line; MissingGlyphError for a character without a glyph."""
        return self._words[word]

    @cached_property
    def _ascii_kerned(self) -> re.Pattern[str] | None:
        return find_blank_kerning(self.font, _ASCII_LETTERS)

    @cached_property
    def _all_kerned(self) -> re.Pattern[str] | None:
        return find_blank_kerning(self.font, _LETTERS)

    def measure(self, text: str) -> float:
        """Return the width of a line in em; MissingGlyphError for a character without a glyph."""
        words = self._lines[text]
        wide = sum(map(self._advances.__getitem__, words))
        blanks = len(words) - 1
        if blanks:
            if not self.blank and " " not in self.font.glyphs:
                raise MissingGlyphError(" ")
            wide += blanks * self.blank
        return wide / self._em

    def _measure_word(self, word: str) -> int:
        """Return the advance of a word that was not measured before."""
        if self.stands_alone(word):
            return sum(map(self._figure_advances.__getitem__, word))
        return self.shape(word).advance

    @cached_property
    def _figure_advances(self) -> dict[str, int]:
        return {figure: self._hb.advance_of(figure) for figure in _FIGURES}

    def measure_words(self, words: Sequence[str]) -> int:
        """Return the width of the words of a line with the blanks between them, in font units."""
        hyphenated = (f"{word[:-1]}-" if word.endswith("\u00ad") else word for word in words)
        return sum(self.shape(word).advance for word in hyphenated) + (len(words) - 1) * self.blank

    def find_ink(self, text: str) -> tuple[float, float]:
        """Return the bottom and top of the ink of a line, in em."""
        inks = [self._inks[word] for word in self.split(text)]
        return min(low for low, _ in inks) / self.font.em, max(high for _, high in inks) / self.font.em

    def _find_ink(self, word: str) -> tuple[int, int]:
        inks = [(self._hb.ink_of(glyph.number), glyph.y) for glyph in self.shape(word).glyphs] or [((0, 0), 0)]
        return min(low + y for (low, _), y in inks), max(high + y for (_, high), y in inks)

    def stands_alone(self, word: str) -> bool:
        """Return whether a word is figures alone, such as a card's number, that the font does not kern or replace."""
        return word.isdecimal() and word.isascii() and self._has_plain_figures

    @cached_property
    def _has_plain_figures(self) -> bool:
        if self._features or self.spacing or not all(figure in self.font.glyphs for figure in _FIGURES):
            return False
        pairs = "".join(one + other for one in _FIGURES for other in _FIGURES)
        number_of, advance_of = self.font.glyphs, self._hb.glyph_advance
        return all(
            number == number_of[text] and advance == advance_of(number) and not dx and not dy
            for number, text, _, advance, dx, dy in self._hb.shape(pairs, False, {}, "Latn")
        )

    def _set_figures(self, word: str) -> ShapedText:
        at, out, number_of, advance_of = 0, list[ShapedGlyph](), self.font.glyphs, self._figure_advances
        for index, figure in enumerate(word):
            out.append(ShapedGlyph(number_of[figure], figure, at, 0, index))
            at += advance_of[figure]
        return ShapedText(at, tuple(out))

    def _shape(self, word: str) -> ShapedText:
        if self.stands_alone(word):
            return self._set_figures(word)
        try:
            return self._shape_runs(word, [(None, *run) for run in self._find_runs(word)])
        except MissingGlyphError:
            if self.font.signs is None or _ISOLATE.search(word):
                raise
        runs = [each for run in self._find_runs(word) for each in self._split_by_font(word, *run)]
        return self._shape_runs(word, runs)

    def _split_by_font(self, text: str, begin: int, end: int, rtl: bool) -> list[tuple[Font | None, int, int, bool]]:
        """Return the runs of one font each, None for the shaper's own; MissingGlyphError if none draws a character."""
        runs: list[tuple[Font | None, int, int, bool]] = []
        for at in range(begin, end):
            char, before = text[at], runs[-1][0] if runs else None
            font = None if char in self.font.glyphs else self._find_sign_font(char, before)
            if runs and font is before:
                runs[-1] = (font, runs[-1][1], at + 1, rtl)
            else:
                runs.append((font, at, at + 1, rtl))
        return runs[::-1] if rtl else runs

    def _find_sign_font(self, char: str, before: Font | None) -> Font | None:
        if is_unseen(char) or (before is not None and category(char) in ("Mn", "Me")):
            return before
        found = self.font.signs.find(char) if self.font.signs else None
        if found is None:
            raise MissingGlyphError(char)
        return found

    def _shape_runs(self, word: str, runs: Sequence[tuple[Font | None, int, int, bool]]) -> ShapedText:
        at, out, spacing = 0, list[ShapedGlyph](), self.spacing
        unseen = ""  # a run of marks that are not drawn, such as U+200F, goes with the glyph after it
        for font, begin, end, rtl in runs:
            script = self._hb.find_script(word, begin, end)
            spaced = script not in _CURSIVE_SCRIPTS  # no gaps can come between letters that join
            if font is None:
                glyphs = self._hb.shape(word[begin:end], rtl, self._features, script)
            else:
                glyphs = self._hb.shape_signs(font, word[begin:end], rtl, script)
            if not glyphs:
                unseen += word[begin:end]
            for number, text, start, advance, dx, dy in glyphs:
                if not number:
                    raise MissingGlyphError(next((char for char in text if char not in self.font.glyphs), text[:1]))
                out.append(ShapedGlyph(number, unseen + text, at + dx, dy, begin + start))
                unseen = ""
                at += advance
                if spacing and advance and text and (spaced or text == " "):
                    at += spacing
        if unseen and out:
            out[-1] = out[-1]._replace(text=out[-1].text + unseen)
        return ShapedText(at, tuple(out))

    def _find_runs(self, text: str) -> Sequence[tuple[int, int, bool]]:
        """Return the runs of one script and direction from left to right, each with whether it runs to the left."""
        if text.isascii() and not self.setting.rtl:
            return ((0, len(text), False),) if text else ()
        if (isolate := _ISOLATE.search(text)) is not None:  # the library of directions knows none
            raise MissingGlyphError(isolate[0])
        if self.setting.rtl or RIGHT_TO_LEFT.search(text):
            levels = find_directed_runs(text, self.setting.rtl)
        else:
            levels = [(0, len(text), False)]
        return [run for begin, end, rtl in levels for run in self._split_by_script(text, begin, end, rtl)]

    def _split_by_script(self, text: str, begin: int, end: int, rtl: bool) -> list[tuple[int, int, bool]]:
        """Return the runs of one script each; what belongs to no script goes with the letters before it."""
        runs: list[tuple[int, int, bool]] = []
        last = ""
        for at in range(begin, end):
            script = self._hb.script_of(text[at])
            if script not in _NEUTRAL_SCRIPTS and last and script != last:
                runs.append((begin, at, rtl))
                begin = at
            last = last if script in _NEUTRAL_SCRIPTS else script
        runs.append((begin, end, rtl))
        return runs[::-1] if rtl else runs


class ScalingPen:
    """Hands what it draws to another pen, at another scale; its methods are those of a fontTools pen."""

    def __init__(self, pen: Any, scale: float) -> None:
        self._pen, self._scale = pen, scale

    def __getattr__(self, name: str) -> Callable[..., None]:
        draw: Callable[..., None] = getattr(self._pen, name)
        return lambda *points: draw(*((round(x * self._scale), round(y * self._scale)) for x, y in points))


class HarfBuzzFont:
    """A font as HarfBuzz has it; signs of other fonts have numbers from `SIGN` on."""

    def __init__(self, font: Font) -> None:
        import uharfbuzz as hb  # a slow import, which a build without text does not need

        self._face = hb.Face(font.data)
        self._shape, self._font = hb.shape, hb.Font(self._face)
        self._buffer, self._probe = hb.Buffer(), hb.Buffer()
        self._buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        self._buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        self._scripts: dict[str, str] = {}
        self._inks: dict[int, tuple[int, int]] = {}
        self._glyphs = font.glyphs
        self._em = font.em
        self.sign_fonts: list[Font] = []  # by their numbers, less 1, in the upper half of a glyph's number

    def draw_glyph(self, glyph: int, pen: Any) -> None:
        """Draw the outline of a glyph in font units with a pen of fontTools' form."""
        if glyph < SIGN:
            self._font.draw_glyph_with_pen(glyph, pen)
            return
        font, number = self.find_sign(glyph)
        open_harfbuzz_font(font).draw_glyph(number, ScalingPen(pen, self._em / font.em))

    def find_sign(self, glyph: int) -> tuple[Font, int]:
        """Return the font of a sign, and its glyph in that font."""
        number, inner = divmod(glyph, SIGN)
        return self.sign_fonts[number - 1], inner

    def shape_signs(self, font: Font, text: str, rtl: bool, script: str) -> list[tuple[int, str, int, int, int, int]]:
        """Return the glyphs of signs in another font, as `shape` does, in units of this font and with its numbers."""
        if font not in self.sign_fonts:
            self.sign_fonts.append(font)
        base, scale = SIGN * (self.sign_fonts.index(font) + 1), self._em / font.em
        return [
            (base + number if number else 0, char, at, round(advance * scale), round(dx * scale), round(dy * scale))
            for number, char, at, advance, dx, dy in open_harfbuzz_font(font).shape(text, rtl, {}, script)
        ]

    def shape(
        self, text: str, rtl: bool, features: dict[str, int], script: str
    ) -> list[tuple[int, str, int, int, int, int]]:
        """Return the glyphs of a run from left to right: number, characters, where they begin, advance and offset."""
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_str(text)
        buffer.direction = "rtl" if rtl else "ltr"
        buffer.language = "en"  # the same everywhere, not that of the machine
        buffer.script = script
        self._shape(self._font, buffer, features)
        if not buffer.glyph_infos:
            return []
        infos, places = buffer.glyph_infos, [place.position for place in buffer.glyph_positions]
        clusters = [info.cluster for info in infos]
        if clusters == [*range(len(text))]:
            return [
                (info.codepoint, char, at, advance, dx, dy)
                for at, (info, char, (dx, dy, advance, _)) in enumerate(zip(infos, text, places, strict=True))
            ]
        shares = _share_characters(text, clusters, rtl)
        return [
            (info.codepoint, text[start:end], start, advance, dx, dy)
            for info, (dx, dy, advance, _), (start, end) in zip(infos, places, shares, strict=True)
        ]

    def measure_glyphs(self, text: str) -> list[int]:
        """Return the advances of the glyphs of a text whose letters are kerned, but each keeps its own glyph."""
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_str(text)
        buffer.direction, buffer.language, buffer.script = "ltr", "en", "Latn"
        self._shape(self._font, buffer, _NOTHING_REPLACED)
        return [place.x_advance for place in buffer.glyph_positions]

    @cached_property
    def features(self) -> frozenset[str]:
        """Return the tags of the features that choose glyphs, in any script."""
        scripts = len(self._face.get_table_script_tags("GSUB"))
        return frozenset(
            tag for script in range(scripts) for tag in self._face.get_language_feature_tags("GSUB", script)
        )

    def find_script(self, text: str, begin: int, end: int) -> str:
        """Return the script of the first letter of a run in a text.

        Signs and figures alone have the script of the letters before them (UAX 24, 5.2), Latin without any.
        """
        if text.isascii():
            return "Latn"
        here, before = map(self.script_of, text[begin:end]), map(self.script_of, text[:begin][::-1])
        return next((found for each in (here, before) for found in each if found not in _NEUTRAL_SCRIPTS), "Latn")

    def script_of(self, char: str) -> str:
        """Return the script of a character, such as Latn, as ISO 15924 names it; Zyyy for one of many scripts."""
        found = self._scripts.get(char)
        if found is None:
            self._probe.reset()
            self._probe.add_str(char)
            self._probe.guess_segment_properties()
            found = self._scripts[char] = str(self._probe.script or "")
        return found

    def advance_of(self, char: str) -> int:
        """Return the advance of a character by itself."""
        return int(self._font.get_glyph_h_advance(self._glyphs[char]))

    def glyph_advance(self, glyph: int) -> int:
        """Return the advance of a glyph."""
        if glyph < SIGN:
            return int(self._font.get_glyph_h_advance(glyph))
        font, number = self.find_sign(glyph)
        return round(open_harfbuzz_font(font).glyph_advance(number) * self._em / font.em)

    def ink_of(self, glyph: int) -> tuple[int, int]:
        """Return the bottom and top of a glyph's ink; 0, 0 if it has none."""
        found = self._inks.get(glyph)
        if found is None and glyph >= SIGN:
            font, number = self.find_sign(glyph)
            low, high = open_harfbuzz_font(font).ink_of(number)
            found = self._inks[glyph] = round(low * self._em / font.em), round(high * self._em / font.em)
        if found is None:
            extents: Any = self._font.get_glyph_extents(glyph)
            top = extents.y_bearing if extents else 0
            found = self._inks[glyph] = (top + extents.height, top) if extents else (0, 0)
        return found


def _share_characters(text: str, clusters: Sequence[int], rtl: bool) -> list[tuple[int, int]]:
    """Return which characters each glyph stands for, so that all glyphs in their order spell the text.

    The characters of a cluster are shared out among its glyphs one by one, and the last glyph has the rest. What is
    ignored before the first glyph goes with it.
    """
    members: dict[int, list[int]] = {}
    for index, cluster in enumerate(clusters):
        members.setdefault(cluster, []).append(index)
    shares = [(0, 0)] * len(clusters)
    starts = sorted(members)
    for start, after in zip(starts, [*starts[1:], len(text)], strict=True):
        indexes = members[start][::-1] if rtl else members[start]
        at = 0 if start == starts[0] else start
        for index in indexes:
            end = after if index == indexes[-1] else min(at + 1, after)
            shares[index] = at, end
            at = end
    return shares


@cache
def open_harfbuzz_font(font: Font) -> HarfBuzzFont:
    """Return a font as HarfBuzz has it; each is opened once in a process."""
    return HarfBuzzFont(font)


@cache
def open_shaper(font: Font, setting: TextSetting = PLAIN) -> Shaper:
    """Return the shaper of a font and setting; each is opened once in a process."""
    return Shaper(font, setting)


@cache
def find_blank_kerning(font: Font, alphabet: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return a pattern of the letters that the font kerns with a blank beside them; None if there are none."""
    letters = [char for char in alphabet if char in font.glyphs]
    if " " not in font.glyphs or not letters:
        return None
    wide = open_harfbuzz_font(font).measure_glyphs(f" {' '.join(letters)} ")
    if len(wide) != 2 * len(letters) + 1:
        return None
    advances = font.advances
    blank, em = round(advances[" "] * font.em), font.em
    if sum(wide) == (len(letters) + 1) * blank + sum([round(advances[letter] * em) for letter in letters]):
        return None
    odd = {
        letter
        for at, letter in enumerate(letters)
        if wide[2 * at] != blank or wide[2 * at + 1] != round(advances[letter] * em)
    }
    if not odd:
        return None
    some = "".join(map(re.escape, sorted(odd)))
    return re.compile(f"[{some}] | [{some}]")


def measure_text_ink(font: Font, text: str, setting: TextSetting = PLAIN) -> tuple[float, float]:
    """Return the bottom and top of the ink of a line, in em."""
    return open_shaper(font, setting).find_ink(text)


def text_run_corners(text: Text, matrix: Matrix) -> Quad:
    """Return the corners of the box of a text run, which may be rotated: as wide as its advance, as high as its ink."""
    ink = measure_text_ink(text.font, text.text, text.setting)
    return text_corners(ink, text.size, text.x, text.y, text.width, matrix=matrix)
