"""Write shaped text as strings of a PDF (PDF 1.7, 9.4.3): codes of font subsets, and the distances between them."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from generator.fonts.shaping import ShapedGlyph, ShapedText, Shaper, open_harfbuzz_font, open_shaper
from generator.model.picture import PLAIN, Font, TextSetting

SOFT_HYPHEN = "\u00ad"  # drawn as a hyphen, but distinct from a real one when text is copied
_MOST_WORDS = 50_000
_STEP = 3  # decimals of a distance, in thousandths of an em


class SubsetFont(Protocol):
    """A font whose glyphs are embedded in subsets of 256 codes."""

    font: Font

    def char_of(self, glyph: ShapedGlyph) -> str:
        """Return the character that stands for a glyph and its text."""

    def splitString(self, text: str, doc: Any) -> list[tuple[int, bytes]]:  # noqa: N802  reportlab's name
        """Return subsets with codes in them."""

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:  # noqa: N802  reportlab's name
        """Return the name of a subset."""


class TextSegment(NamedTuple):
    """What one operator shows: the subset of its font, the rise above the baseline, its operands and its text.

    `rise` is in thousandths of an em. `text` is told apart from the codes if several glyphs stand for it together.
    """

    subset: int
    rise: float
    operator: str
    text: str = ""


class _PlacedCode(NamedTuple):
    """A code of a subset, where it lies and how far it advances, in thousandths of an em."""

    subset: int
    code: int
    x: float
    y: float
    advance: float


def encode_word(
    word: ShapedText, code_of: Callable[[ShapedGlyph], int | None], advance_of: Callable[[int], int], em: int
) -> str | None:
    """Return the codes of a word as they stand between the parentheses of a string, with the kerning between them.

    None if a glyph has no code, or is not on the baseline.
    """
    out, pen, scale = list[str](), 0.0, 1000 / em
    for glyph in word.glyphs:
        code = code_of(glyph)
        if code is None or glyph.y or not glyph.text:
            return None
        gap = round(glyph.x * scale - pen, _STEP)
        out.append(_format_gap(gap) + escape_code(code))
        pen += gap + advance_of(glyph.number) * scale
    return "".join(out) + _format_gap(round(word.advance * scale - pen, _STEP))


def show_words(words: Sequence[str]) -> str:
    """Return the operator that shows encoded words with blanks between them."""
    body = " ".join(words)
    return f"[({body})] TJ" if ")" in body else f"({body}) Tj"


@lru_cache(maxsize=4096)
def _format_gap(gap: float) -> str:
    return f"){-gap:.6g}(" if gap else ""


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
        self._words: dict[str, str | None] = {}
        self._codes: dict[tuple[int, str], tuple[int, int]] = {}

    def encode(self, text: str) -> list[TextSegment]:
        """Return what shows a line."""
        words = self._shaper.split(text)
        known = self._words
        try:
            shown = [known[word] for word in words]
        except KeyError:
            if len(known) > _MOST_WORDS:
                known.clear()
            known.update((word, self._encode_word(word)) for word in words)
            shown = [known[word] for word in words]
        if None in shown:
            return self._encode_glyphs(words)
        return [TextSegment(0, 0.0, show_words(shown))]  # type: ignore[arg-type]

    def _encode_word(self, word: str) -> str | None:
        if SOFT_HYPHEN in word:
            return None
        return encode_word(self._shaper.shape(word), self._find_first_code, self._advance_of, self._shaper.font.em)

    def _find_first_code(self, glyph: ShapedGlyph) -> int | None:
        subset, code = self._find_code(glyph)
        return None if subset else code

    def _find_code(self, glyph: ShapedGlyph) -> tuple[int, int]:
        key = glyph.number, glyph.text
        found = self._codes.get(key)
        if found is None:
            ((subset, codes),) = self._face.splitString(self._face.char_of(glyph), self._document)
            found = self._codes[key] = subset, codes[0]
        return found

    def _place_glyphs(self, words: Sequence[str]) -> Iterator[tuple[_PlacedCode, str]]:
        """Yield each glyph of a line with its text."""
        at, scale = 0, 1000 / self._shaper.font.em
        blank = self._shaper.shape(" ").glyphs
        for number, word in enumerate(words):
            hyphenated = word.endswith(SOFT_HYPHEN)
            shaped = self._shaper.shape(f"{word[:-1]}-" if hyphenated else word)
            glyphs = [glyph._replace(x=at + glyph.x) for glyph in shaped.glyphs]
            if hyphenated:
                glyphs[-1] = glyphs[-1]._replace(text=SOFT_HYPHEN)
            if number:
                glyphs.insert(0, blank[0]._replace(x=at - self._shaper.blank))
            for glyph in glyphs:
                subset, code = self._find_code(glyph)
                wide = self._advance_of(glyph.number) * scale
                yield _PlacedCode(subset, code, glyph.x * scale, glyph.y * scale, wide), glyph.text
            at += shaped.advance + self._shaper.blank

    def _encode_glyphs(self, words: Sequence[str]) -> list[TextSegment]:
        """Return a segment for each run of glyphs of one subset and rise, and for glyphs that stand for text together.

        The first segment is on the baseline and stands for no text, though it may be empty.
        """
        placed = list(_join_clusters(self._place_glyphs(words)))
        out: list[TextSegment] = []
        parts: list[str] = []
        pen, here = 0.0, (placed[0][0][0].subset, 0.0, "") if placed else (0, 0.0, "")
        for codes, text in placed:
            for code in codes:
                there = code.subset, code.y, text
                if there != here:
                    out.append(_make_segment(*here, parts))
                    parts, here = [], there
                gap = round(code.x - pen, _STEP)
                parts.append(_format_gap(gap) + escape_code(code.code))
                pen += gap + code.advance
        return [*out, _make_segment(*here, parts)]


def _make_segment(subset: int, rise: float, text: str, parts: Sequence[str]) -> TextSegment:
    return TextSegment(subset, rise, show_words(["".join(parts)]), text)


def _join_clusters(
    glyphs: Iterator[tuple[_PlacedCode, str]],
) -> Iterator[tuple[list[_PlacedCode], str]]:
    """Yield the glyphs that stand for text together with their text, and each other glyph with no text."""
    held: list[_PlacedCode] = []
    says = ""
    for code, text in glyphs:
        if text and held:
            yield held, says if len(held) > 1 else ""
            held = []
        held.append(code)
        says = text or says
    if held:
        yield held, says if len(held) > 1 else ""


def format_segment(segment: TextSegment, name: str, size: str) -> str:
    """Return the operators of a segment in a font of a size, in the unit of the page."""
    shown = segment.operator
    if segment.rise:
        shown = f"{segment.rise * float(size) / 1000:.6g} Ts {shown} 0 Ts"
    shown = f"{name} {size} Tf {shown}"
    if segment.text:
        shown = f"/Span <</ActualText <feff{segment.text.encode('utf-16-be').hex()}>>> BDC {shown} EMC"
    return shown
