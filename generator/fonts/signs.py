"""Find a font for signs that the font of a text lacks, one Unicode block at a time.

A font is opened when a sign asks for it, and only the block of the sign is converted. So a text without signs pays
nothing, and one with a Chinese character does not load ten thousand of them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from generator.fonts.conversion import convert_block
from generator.fonts.truetype import postscript_name, read_font
from generator.model.finding import DrawingError
from generator.model.picture import Font

_BLOCK = 256  # characters that are converted at a time
_BUNDLED = ("NotoSansSymbols2", "NotoSansSymbols", "NotoSansMath", "NotoMusic")


class SignFont(NamedTuple):
    """A font that signs may be taken from: its name, and what reads its file and its number in it."""

    name: str
    read: Callable[[], tuple[bytes, int]]


class SignBlocks:
    """One font of signs, opened at its first use."""

    def __init__(self, source: SignFont) -> None:
        self.name, self._read = source.name, source.read
        self._data, self._number = b"", 0
        self._characters: frozenset[str] | None = None
        self._blocks: dict[int, Font] = {}

    def find(self, char: str) -> Font | None:
        """Return the font of the block of a character; None if the font lacks it, or cannot be read."""
        if char not in self.characters:
            return None
        block = ord(char) // _BLOCK
        if block not in self._blocks:
            held = [each for each in map(chr, range(block * _BLOCK, (block + 1) * _BLOCK)) if each in self.characters]
            name = f"{self.name.replace(' ', '')[:40]}-{block:X}"
            data = convert_block(self._data, self._number, held, name)
            self._blocks[block] = read_font(data, name, self.name, 400, italic=False)
        return self._blocks[block]

    @property
    def characters(self) -> frozenset[str]:
        """Return the characters that the font draws; none of a font that cannot be read."""
        if self._characters is None:
            import uharfbuzz as hb

            try:
                self._data, self._number = self._read()
                codes = hb.Face(self._data, self._number).unicodes
                self._characters = frozenset(map(chr, codes))
            except (OSError, DrawingError, ImportError):
                self._characters = frozenset()
        return self._characters


class Signs:
    """The fonts of signs of a game, in the order in which they are asked."""

    def __init__(self, sources: Sequence[SignFont]) -> None:
        self.fonts = [*map(SignBlocks, sources)]
        self.find = cache(self._find)

    def _find(self, char: str) -> Font | None:
        """Return a font that draws a character; None if none does."""
        return next((found for each in self.fonts if (found := each.find(char))), None)

    def find_by_pdf_name(self, name: str) -> Font | None:
        """Return a block by the name that a PDF gives it; one that is not open yet is opened."""
        stem, _, block = name.rpartition("-")
        for each in self.fonts:
            if stem != each.name.replace(" ", "")[:40]:
                continue
            held = (char for char in map(chr, range(int(block, 16) * _BLOCK, (int(block, 16) + 1) * _BLOCK)))
            found = next(filter(None, map(each.find, held)), None)
            if found is not None and postscript_name(found.data) == name:
                return found
        return None


@cache
def _read_bundled(name: str) -> tuple[bytes, int]:
    return import_module(f"pymupdf_fonts.{name}_Regular").fontbuffer, 0


def bundled_sign_fonts() -> Iterator[SignFont]:
    """Yield the fonts of signs that come along."""
    for name in _BUNDLED:
        yield SignFont(name, lambda name=name: _read_bundled(name))  # type: ignore[misc]
