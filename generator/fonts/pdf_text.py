"""Write shaped text as strings of a PDF (PDF 1.7, 9.4.3): codes of font subsets, and the distances between them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, Protocol
from unicodedata import bidirectional, category

from generator.fonts.shaping import ShapedGlyph, ShapedText, Shaper, WordMemory, open_harfbuzz_font, open_shaper
from generator.model.picture import PLAIN, Font, TextSetting

SOFT_HYPHEN = "\u00ad"  # drawn as a hyphen, but distinct from a real one when text is copied
_STEP = 3  # decimals of a distance, in thousandths of an em


# what one glyph shows and many texts have: the codes that ASCII leaves free are theirs in the first subset of every
# document, so that a page can be written before its document is
_FIXED_TEXTS = "- ff fi fl ft ffi ffl fft fj ’ ‘ “ ” „ – — … × · é è à ê ç ü ä ö ß É ô û î".split()  # noqa: RUF001
FIXED_CODES = {text: code for code, text in enumerate(_FIXED_TEXTS) if code}
_CODE = re.compile(r"\\(?:[()\\]|([0-7]{3}))")


class SubsetFont(Protocol):
    """A font whose glyphs are embedded in subsets of 256 codes."""

    font: Font

    def find_code(self, glyph: int, text: str, doc: Any) -> tuple[int, int]:
        """Return the subset of a glyph with its text, and its code in it."""

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:  # noqa: N802  reportlab's name
        """Return the name of a subset."""


class TextSegment(NamedTuple):
    """What one operator shows: the subset of its font, the rise above the baseline, its operands and its text.

    `rise` is in thousandths of an em. `text` is told apart from the codes for the glyphs of one `cluster`, which are a
    letter with marks above or below it.
    """

    subset: int
    rise: float
    operator: str
    text: str = ""
    cluster: int = 0


class WordEncoder:
    """Encodes words of one font as they stand between the parentheses of a string, with the kerning between letters.

    `find_code` returns the code of a glyph with its text in the first subset, None if it has none there.
    """

    def __init__(self, font: Font, find_code: Callable[[int, str], int | None]) -> None:
        self._find_code, self._em = find_code, font.em
        self._advance_of = open_harfbuzz_font(font).glyph_advance
        self._glyphs: dict[tuple[int, str], tuple[str, int]] = {}
        self._gaps: dict[int, str] = {0: ""}

    def encode(self, word: ShapedText) -> str | None:
        """Return the codes of a word; None if a glyph has no code, or is not on the baseline."""
        out, pen, known, gaps = list[str](), 0, self._glyphs, self._gaps
        for number, text, x, y, _ in word.glyphs:
            found = known.get((number, text)) or self._add_glyph(number, text)
            if y or not found[0]:
                return None
            if x != pen:
                out.append(gaps.get(x - pen) or self._add_gap(x - pen))
            out.append(found[0])
            pen = x + found[1]
        if word.advance != pen:
            out.append(gaps.get(word.advance - pen) or self._add_gap(word.advance - pen))
        return "".join(out)

    def _add_glyph(self, number: int, text: str) -> tuple[str, int]:
        """Remember and return the escaped code of a glyph, empty if it has none, and its advance."""
        code = self._find_code(number, text) if text else None
        found = self._glyphs[number, text] = "" if code is None else escape_code(code), self._advance_of(number)
        return found

    def _add_gap(self, gap: int) -> str:
        found = self._gaps[gap] = format_gap(gap * 1000 / self._em)
        return found


def find_fixed_code(font: Font, glyph: int, text: str) -> int | None:
    """Return the code that a glyph with its text has in every document; None if each document assigns one."""
    return FIXED_CODES.get(text, ord(text[0])) if glyph == find_fixed_glyph(font, text) else None


@lru_cache(maxsize=4096)
def find_fixed_glyph(font: Font, text: str) -> int | None:
    """Return the glyph that shows a character of ASCII, or a text with a code of its own; None if the font has none."""
    if len(text) == 1:
        return font.glyphs.get(text) if text.isascii() or text in FIXED_CODES else None
    if text not in FIXED_CODES or not font.glyphs.keys() >= {*text}:
        return None
    glyphs = open_shaper(font).shape(text).glyphs
    return glyphs[0].number if len(glyphs) == 1 else None


def list_fixed_texts(operator: str) -> Iterator[str]:
    """Yield the texts whose codes of their own are in the operand of an operator."""
    codes = (int(code, 8) for code in _CODE.findall(operator) if code)
    return (_FIXED_TEXTS[code] for code in codes)


def show_words(words: Iterable[str]) -> str:
    """Return the operator that shows encoded words with blanks between them."""
    body = " ".join(words)
    return f"[({body})] TJ" if ")" in body else f"({body}) Tj"


@lru_cache(maxsize=4096)
def format_gap(gap: float) -> str:
    """Return what moves the next code, in thousandths of an em, between two strings of an array."""
    return f"){f'{-gap:.{_STEP}f}'.rstrip('0').rstrip('.')}(" if gap else ""


@lru_cache(maxsize=256)
def escape_code(code: int) -> str:
    """Return a code as part of a string."""
    char = chr(code)
    return "\\" + char if char in "()\\" else f"\\{code:03o}" if code < 32 else char


class TextEncoder:
    """Encodes text in one font and setting for one document, which assigns the codes."""

    def __init__(self, face: SubsetFont, document: Any, setting: TextSetting = PLAIN) -> None:
        self._face, self._document = face, document
        self._shaper: Shaper = open_shaper(face.font, setting)
        self._advance_of = open_harfbuzz_font(face.font).glyph_advance
        self._encoder = WordEncoder(face.font, self._find_first_code)
        self._words = WordMemory(self._encode_word)
        self._codes: dict[tuple[int, str], tuple[int, int]] = {}

    def runs_both_ways(self, text: str) -> bool:
        """Return whether some of a line may run from right to left."""
        return self._shaper.runs_both_ways(text)

    def encode(self, text: str) -> list[TextSegment]:
        """Return what shows a line."""
        words = self._shaper.split(text)
        shown = [encoded for word in words if (encoded := self._words[word]) is not None]
        if len(shown) < len(words):
            return self._encode_glyphs(words)
        return [TextSegment(0, 0.0, show_words(shown))]

    def _encode_word(self, word: str) -> str | None:
        return None if SOFT_HYPHEN in word else self._encoder.encode(self._shaper.shape(word))

    def _find_first_code(self, glyph: int, text: str) -> int | None:
        subset, code = self._find_code(glyph, text)
        return None if subset else code

    def _find_code(self, glyph: int, text: str) -> tuple[int, int]:
        found = self._codes.get((glyph, text))
        if found is None:
            found = self._codes[glyph, text] = self._face.find_code(glyph, text, self._document)
        return found

    def _place_glyphs(self, words: Sequence[str]) -> Iterator[ShapedGlyph]:
        """Yield the glyphs of a line from left to right."""
        at = 0
        blank = self._shaper.shape(" ").glyphs if len(words) > 1 else ()
        for number, word in enumerate(words):
            if number:
                yield blank[0]._replace(x=at - self._shaper.blank)
            hyphenated = word.endswith(SOFT_HYPHEN)
            shaped = self._shaper.shape(f"{word[:-1]}-" if hyphenated else word)
            last = shaped.glyphs[-1] if hyphenated else None
            for glyph in shaped.glyphs:
                yield glyph._replace(x=at + glyph.x, text=SOFT_HYPHEN if glyph is last else glyph.text)
            at += shaped.advance + self._shaper.blank

    def _encode_glyphs(self, words: Sequence[str]) -> list[TextSegment]:
        """Return a segment for each run of glyphs of one subset and rise, and for a letter with its marks.

        The first segment is on the baseline and stands for no text apart, though it may be empty.
        """
        out: list[TextSegment] = []
        parts: list[str] = []
        pen, scale, here = 0.0, 1000 / self._shaper.font.em, (0, 0.0, 0, "")
        for number, cluster in enumerate(_join_raised_marks([*self._place_glyphs(words)])):
            says = "".join(turn_to_visual(glyph.text) for glyph in cluster) if len(cluster) > 1 else ""
            for glyph in cluster:
                subset, code = self._find_code(glyph.number, glyph.text)
                there = subset, glyph.y * scale, number if says else 0, says
                if there != here:
                    out.append(_make_segment(here, parts))
                    parts, here = [], there
                gap = round(glyph.x * scale - pen, _STEP)
                parts.append(format_gap(gap) + escape_code(code))
                pen += gap + self._advance_of(glyph.number) * scale
        end = round(self._shaper.measure_words(words) * scale - pen, _STEP)
        return [*out, _make_segment(here, [*parts, format_gap(end)])]


def _make_segment(setting: tuple[int, float, int, str], parts: Sequence[str]) -> TextSegment:
    subset, rise, cluster, text = setting
    return TextSegment(subset, rise, show_words(["".join(parts)]), text, cluster)


def _join_raised_marks(glyphs: Sequence[ShapedGlyph]) -> list[list[ShapedGlyph]]:
    """Return each letter with those of its marks that are not on the baseline, which readers would take apart.

    Glyphs that are left over, without characters of their own, are joined to those before them too.
    """
    out: list[list[ShapedGlyph]] = []
    waits = False  # for the letter of marks that stand left of it
    for index, glyph in enumerate(glyphs):
        joins = not glyph.text or (glyph.y != 0 and category(glyph.text[0]).startswith("M"))
        before_letter = joins and index + 1 < len(glyphs) and glyphs[index + 1].at < glyph.at
        if out and (waits or (joins and not before_letter)):
            out[-1].append(glyph)
        else:
            out.append([glyph])
        waits = before_letter
    return out


def turn_to_visual(text: str) -> str:
    """Return what one glyph stands for in the order in which readers expect it, from left to right."""
    return text[::-1] if len(text) > 1 and bidirectional(text[0]) in ("R", "AL") else text


def format_segments(segments: Sequence[TextSegment], names: Callable[[int], str], size: str) -> str:
    """Return the operators of a line in a font of a size, in the unit of the page; `names` are those of its subsets."""
    out: list[str] = []
    for cluster, group in groupby(segments, key=lambda segment: (segment.cluster, segment.text)):
        shown = " ".join(_format_segment(segment, names(segment.subset), size) for segment in group)
        out.append(f"/Span <</ActualText <{_to_hex(cluster[1])}>>> BDC {shown} EMC" if cluster[1] else shown)
    return " ".join(out)


def mark_logical_text(operators: str, text: str) -> str:
    """Return the operators of a line that runs from right to left, with its text in the order in which it is typed.

    Other readers do not know the mark, and find that order by the rules of Unicode.
    """
    first, _, rest = operators.partition(" Tf ")
    return f"{first} Tf () Tj /Line <</Typed <{_to_hex(text)}>>> BDC {first} Tf {rest} EMC"


def _to_hex(text: str) -> str:
    return f"feff{text.encode('utf-16-be').hex()}"


def _format_segment(segment: TextSegment, name: str, size: str) -> str:
    shown = segment.operator
    if segment.rise:
        shown = f"{segment.rise * float(size) / 1000:.6g} Ts {shown} 0 Ts"
    return f"{name} {size} Tf {shown}"
