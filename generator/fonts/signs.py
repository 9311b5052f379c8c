"""Find a font for signs that the font of a text lacks, one Unicode block at a time.

A font is opened when a sign asks for it, and only the block of the sign is converted. So a text without signs pays
nothing, and one with a Chinese character does not load ten thousand of them.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from struct import error as struct_error
from typing import NamedTuple
from unicodedata import category, name

from generator.fonts.conversion import convert_block
from generator.fonts.truetype import read_font
from generator.model.finding import DrawingError
from generator.model.picture import Font, SignFinder

_BLOCK = 256  # characters that are converted at a time
_MOST_BYTES = 64 * 1024 * 1024  # of a font of a package
_BUNDLED = ("Noto Sans Symbols2", "Noto Sans Symbols", "Noto Sans Math", "Noto Music")
_SCRIPTS = """Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam
Myanmar Oriya Sinhala Tamil Telugu Thai""".split()


class SignFont(NamedTuple):
    """A font that signs may be taken from: its name, and what reads its file and its number in it."""

    name: str
    read: Callable[[], tuple[bytes, int]]


class SignBlocks:
    """One font of signs, opened at its first use."""

    def __init__(self, source: SignFont) -> None:
        self.name, self._read = source.name, source.read
        self.stem = re.sub(r"[^A-Za-z0-9]", "", source.name)[:40]  # of the names of its blocks
        self._blocks: dict[int, Font] = {}

    def find(self, char: str) -> Font | None:
        """Return the font of the block of a character; None if the font lacks it, or cannot be read."""
        if char not in self.characters:
            return None
        block = ord(char) // _BLOCK
        if block not in self._blocks:
            held = [each for each in map(chr, range(block * _BLOCK, (block + 1) * _BLOCK)) if each in self.characters]
            called = f"{self.stem}-{block:X}"
            try:
                data = convert_block(*self._file, held, called)
                self._blocks[block] = read_font(data, called, self.name, 400, italic=False)
            except (DrawingError, LookupError, ValueError, struct_error):
                self.__dict__["characters"] = frozenset()  # a color font, or a damaged one
                return None
        font = self._blocks[block]
        return font if font.bounds[char] != (0.0, 0.0) or char.isspace() else None

    @cached_property
    def _file(self) -> tuple[bytes, int]:
        return self._read()

    @cached_property
    def characters(self) -> frozenset[str]:
        """Return the characters that the font draws; none of a font that cannot be read."""
        import uharfbuzz as hb

        try:
            return frozenset(map(chr, hb.Face(*self._file).unicodes))
        except (OSError, DrawingError, ImportError):
            return frozenset()

    @property
    def digest(self) -> str:
        """Return the digest of the font's file."""
        return sha256(self._file[0]).hexdigest()


class Signs:
    """The fonts of signs of a game, in the order in which they are asked; those `beyond` are looked for at last."""

    def __init__(self, sources: Iterable[SignFont], beyond: Callable[[], Iterable[SignFont]] = tuple) -> None:
        self.sources = [*sources]
        self._fonts, self._beyond = [*map(SignBlocks, self.sources)], beyond
        self.find = cache(self._find)

    @cached_property
    def _others(self) -> list[SignBlocks]:
        return [*map(SignBlocks, self._beyond())]

    def _find(self, char: str) -> Font | None:
        """Return a font that draws a character; None if none does, as of those that are not drawn at all."""
        if category(char) in ("Cc", "Cf"):
            return None
        found = next(filter(None, (each.find(char) for each in self._fonts)), None)
        return found or next(filter(None, (each.find(char) for each in self._others)), None)

    def identify_others(self, text: str) -> list[str]:
        """Return a digest of each font beyond the game's and ours that draws some of a text."""
        unknown = (char for char in {*text} if not any(char in each.characters for each in self._fonts))
        used = {next((each for each in self._others if each.find(char)), None) for char in sorted(unknown)}
        return sorted(each.digest for each in used if each)

    def list_fonts(self) -> list[SignBlocks]:
        """Return all fonts of signs, in their order."""
        return [*self._fonts, *self._others]

    def find_by_pdf_name(self, name: str) -> Font | None:
        """Return a block by the name that a PDF gives it; one that is not open yet is opened."""
        stem, _, block = name.rpartition("-")
        if not re.fullmatch("[0-9A-F]{1,4}", block):
            return None
        held = [*map(chr, range(int(block, 16) * _BLOCK, min((int(block, 16) + 1) * _BLOCK, sys.maxunicode)))]
        named = (each for each in (*self._fonts, *self._others) if stem == each.stem)
        return next(filter(None, (each.find(char) for each in named for char in held)), None)


class SignChain(NamedTuple):
    """What finds a sign in one place, or else in another."""

    first: SignFinder
    other: SignFinder

    def find(self, char: str, /) -> Font | None:
        """Return a font that draws a character; None if there is none."""
        return self.first.find(char) or self.other.find(char)


_CJK = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC", "FULLWIDTH")


def suggest_fonts(char: str) -> str:
    """Return what to do for a character that no font draws: the free fonts that have it, and where they go."""
    called = name(char, "")
    if called.startswith(_CJK) or "\u3000" <= char <= "\u303f":  # punctuation
        return 'pip install "gutterfold[cjk]", or put Noto Sans CJK, or Noto Sans JP, SC, TC or KR into fonts/'
    what = f"for {called}, " if called else ""
    return f"{what}put Noto Sans, DejaVu Sans or Symbola into fonts/"


@cache
def _read_bundled(called: str) -> tuple[bytes, int]:
    return import_module(f"pymupdf_fonts.{called.replace(' ', '')}_Regular").fontbuffer, 0


def read_packaged_font(package: str, file: str) -> tuple[bytes, int]:
    """Return the bytes of a font file of an installed package, and its number in the file."""
    from importlib.resources import files  # few texts have such signs

    from generator.safety.files import read_regular_file

    return read_regular_file(Path(str(files(package).joinpath(file))), _MOST_BYTES), 0


def bundled_sign_fonts() -> Iterator[SignFont]:
    """Yield the fonts of signs that come along: symbols, emoji, and scripts that few fonts have."""
    for each in _BUNDLED:
        yield SignFont(each, partial(_read_bundled, each))
    for each in ("Noto Emoji", *(f"Noto Sans {script}" for script in _SCRIPTS)):
        yield SignFont(each, partial(read_packaged_font, "manimgx_fonts", f"{each.replace(' ', '')}[wght].ttf"))
