"""Runs and faces go in, a finding for each character that its face cannot draw comes out: never a silent box."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.booklet.blocks import Block, Face, texts
from generator.model.finding import Finding
from generator.model.picture import Font
from generator.model.place import Place

_SPACES = " \n"


def can_draw(text: str, fonts: Mapping[str, Font]) -> bool:
    """Return whether every face can draw a text."""
    return all(char in font.advances for font in fonts.values() for char in text)


def missing(blocks: Iterable[Block], source: Sequence[str], file: str, fonts: Mapping[str, Font]) -> list[Finding]:
    """Return a finding for each line and character without a glyph; `source` is the lines of the file."""
    return [
        _finding(char, Place(file, line), "", fonts[run.face])
        for runs, lines in texts(blocks)
        for run in runs
        if not run.image
        for char in _lacking(run.text, fonts[run.face])
        for line in _lines_with(char, source, lines) or (run.line,)
    ]


def missing_from_imprint(
    imprint: Iterable[tuple[str, str, Face]], file: str, fonts: Mapping[str, Font]
) -> list[Finding]:
    """Return the same for what does not stand in the rules: pairs of a name and a text, and the face it is set in."""
    return [
        _finding(char, Place(file), f" in the {name}", fonts[face])
        for name, text, face in imprint
        for char in _lacking(text, fonts[face])
    ]


def _lacking(text: str, font: Font) -> Iterator[str]:
    return (char for char in dict.fromkeys(text) if char not in _SPACES and char not in font.advances)


def _lines_with(char: str, source: Sequence[str], lines: tuple[int, int]) -> list[int]:
    """Find the character itself; an entity such as &starf; is not there, and its run's line has to do."""
    return [line for line in range(lines[0], lines[1] + 1) if char in source[line - 1]]


def _finding(char: str, place: Place, where: str, font: Font) -> Finding:
    shown = f"{char!r} (U+{ord(char):04X})"
    return Finding("GF205", place, f"the character {shown}{where} has no glyph in {font.name}")
