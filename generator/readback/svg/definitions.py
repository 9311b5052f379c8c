"""Read the definitions of an SVG sheet, and check that each word is drawn with the letters of its name.

A name alone proves nothing: a word must be composed of the letters that its name spells, and SvgReader checks that
equal ids have equal markup in all sheets.
"""

import re
import sys
import unicodedata
from functools import lru_cache
from operator import lt
from typing import NamedTuple

from generator.readback.drawings import readback_error
from generator.readback.svg.tags import SvgTag, parse_tag

_NAME = re.compile(rb"[a-z]{4,}_((?:[0-9A-Za-z]|-[0-9a-f]+-)+)")
_SPELLED = re.compile(rb"-([0-9a-f]+)-|(.)", re.DOTALL)
_WORD = re.compile(
    rb"<(?:path id=\"([^\"<>&]+)\" d=\"[^\"<>&]+\"/>"
    rb"|g id=\"([^\"<>&]+)\">((?:<use xlink:href=\"#[^\"<>&]+\"(?: x=\"\d+\")?/>)+)</g>)"
)
_PLACES = re.compile(rb"\"(?: x=\"(\d+)\")?/>")
_REFERS = re.compile(rb"href=[\"']#([^\"'<>&]+)")


class ReadDefinition(NamedTuple):
    """A definition: its id, the word that it draws (if any), the ids that it refers to, and its markup.

    A no-break space is read as a space, as in PDF.
    """

    name: bytes
    word: str | None
    refers: tuple[bytes, ...]
    markup: bytes


@lru_cache(maxsize=4096)
def decode_word_id(name: bytes) -> str | None:
    """Return the word that an id spells, or None if the id is not that of a word."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    if b"-" not in found[1]:
        return found[1].decode("ascii")
    chars = [chr(_parse_code(code)) if code else char.decode("ascii") for code, char in _SPELLED.findall(found[1])]
    return None if "\0" in chars else "".join(chars)


def _parse_code(told: bytes) -> int:
    """Return a code point, or 0 if it is not a valid character."""
    code = int(told, 16)
    return 0 if code > sys.maxunicode or 0xD800 <= code < 0xE000 else code


def parse_definitions(markup: bytes, file: str) -> list[ReadDefinition] | None:
    """Return the definitions in some markup, or None if it ends in the middle of one.

    Raises GF117 for a word that is not drawn with its letters. Also checks that markup with a word is well-formed.
    """
    found = _WORD.fullmatch(markup)
    if found is not None and (word := decode_word_id(found[1] or found[2])) is not None:
        return [_read_word(found, word, markup, file)]
    out: list[ReadDefinition] = []
    begun, at, opened = 0, 0, list[SvgTag]()
    for item in markup.split(b"<")[1:]:
        at = markup.index(b"<" + item, at)
        each = parse_tag(item, file)
        if each is None or (each.kind == "close" and not opened):
            return None
        if not opened:
            begun, first = at, each
        if each.kind == "open":
            opened.append(each)
        elif each.kind == "close":
            opened.pop()
        if not opened:
            out.append(_read_definition(first.attributes.get(b"id", b""), markup[begun : at + each.size], file))
        at += 1
    return None if opened else out


def _read_definition(name: bytes, markup: bytes, file: str) -> ReadDefinition:
    if decode_word_id(name) is not None:
        return _read_word(_WORD.fullmatch(markup), decode_word_id(name) or "", markup, file)
    return ReadDefinition(name, None, tuple(_REFERS.findall(markup)), markup)


def _read_word(found: re.Match[bytes] | None, word: str, markup: bytes, file: str) -> ReadDefinition:
    if found is not None and found[1] and len(word) == 1:
        return ReadDefinition(found[1], word, (), markup)
    refers = tuple(_REFERS.findall(markup))
    letters = [decode_word_id(name) or "?" for name in refers]
    if letters and not _spells(letters, word):
        raise readback_error(file, f"the definition of the word {word!r} draws {''.join(letters)!r}")
    if found is None or not found[2]:
        raise readback_error(file, f"the definition of the word {word!r} has an unexpected structure")
    places = [int(place or b"0") for place in _PLACES.findall(found[3])]
    if not all(map(lt, places, places[1:])) and not _in_order(letters, places):
        raise readback_error(file, f"the letters of the word {word!r} are out of order")
    font = found[2][: found[2].index(b"_") + 1]
    if not all(name.startswith(font) for name in refers):
        raise readback_error(file, f"the definition of the word {word!r} mixes letters of two fonts")
    return ReadDefinition(found[2], word.replace("\u00a0", " "), refers, markup)


def _in_order(letters: list[str], places: list[int]) -> bool:
    """Report whether each letter is to the right of the one before; a combining mark may be at the same place."""
    rising = zip(letters, places, places[1:], strict=False)
    return all(
        one < other or (one == other and unicodedata.category(letter).startswith("M")) for letter, one, other in rising
    )


def _spells(letters: list[str], word: str) -> bool:
    """Report whether the letters spell a word; characters without ink may be missing."""
    if "".join(letters) == word:
        return True
    rest = iter(letters)
    letter = next(rest, None)
    for char in word:
        if char == letter:
            letter = next(rest, None)
        elif not (char.isspace() or unicodedata.category(char) in ("Cf", "Zs")):
            return False
    return letter is None and bool(letters)
