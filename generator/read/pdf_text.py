"""A font of a PDF and a string shown in it go in, characters come out, by the font's own map (PDF 1.7, 9.10.3)."""

import codecs
import re
from typing import Any, NamedTuple

from generator.read.pieces import unclear

STRING = rb"[^()\\]*(?:\\.[^()\\]*)*"  # what stands between the parentheses, none of them bare
_PARTS = re.compile(rb"(begin|end)(bfchar|bfrange)|<([0-9A-Fa-f\s]*)>|(\[)")
_SPECIAL = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n?|\n)|(.))", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_CODES, _NOTHING = 256, "\ufffe"  # what codecs take for no character
_TAG = re.compile(r"/(?:[A-Z]{6}\+)?")


class Face(NamedTuple):
    """A subset of a font: its name without the subset's tag, and the text that each of its codes stands for.

    Where every code stands for one character at most, `codes` is a text of 256: it is decoded many times as fast.
    """

    name: str
    codes: str | dict[int, str]


def face(font: Any, where: str) -> Face:
    """Return a font of a page's resources; GF117 where it does not tell its name or its codes."""
    name, told = font.get("/BaseFont"), font.get("/ToUnicode")
    if name is None or told is None:
        raise unclear(where, f"the font {name or 'without a name'} does not tell which characters its codes are")
    codes = _codes(told.read_bytes(), where)
    if all(len(text) == 1 and code < _CODES for code, text in codes.items()):
        return Face(_TAG.sub("", str(name), count=1), "".join(codes.get(code, _NOTHING) for code in range(_CODES)))
    return Face(_TAG.sub("", str(name), count=1), codes)


def _codes(told: bytes, where: str) -> dict[int, str]:
    """Return the codes of one byte that a ToUnicode map names; those that it gives to U+0000 stand for nothing."""
    found: dict[int, str] = {}
    kind, values = b"", list[bytes]()
    for part in _PARTS.finditer(told):
        edge, what, digits, bracket = part.groups()
        if edge == b"begin":
            kind, values = what, []
        elif edge:
            found.update(_listed(values) if kind == b"bfchar" else _ranged(values))
            kind = b""
        elif bracket and kind:
            raise unclear(where, "the map of a font's codes holds an array, which no sheet has")
        elif kind:
            values.append(digits)
    return {code: text for code, text in found.items() if text != "\0"}


def _listed(values: list[bytes]) -> dict[int, str]:
    return {int(code, 16): _text(text) for code, text in zip(values[::2], values[1::2], strict=True)}


def _ranged(values: list[bytes]) -> dict[int, str]:
    found = {}
    for first, last, text in zip(values[::3], values[1::3], values[2::3], strict=True):
        start, begin, end = _text(text), int(first, 16), int(last, 16)
        if end >= _CODES:
            raise ValueError
        for code in range(begin, end + 1):
            found[code] = start[:-1] + chr(ord(start[-1]) + code - begin)
    return found


def _text(digits: bytes) -> str:
    return bytes.fromhex(digits.decode("ascii")).decode("utf-16-be", "replace")


def said(shown: bytes, by: Face, where: str) -> str:
    """Return the text of a string as it stands between its parentheses; GF117 for a code that stands for nothing."""
    if b"\\" in shown:
        shown = _SPECIAL.sub(_plain, shown)
    try:
        return codecs.charmap_decode(shown, "strict", by.codes)[0]
    except UnicodeDecodeError as error:
        code = f"its code {shown[error.start]:#04x} stands for no character"
        raise unclear(where, f"a text in {by.name} cannot be read: {code}") from None


def _plain(escaped: re.Match[bytes]) -> bytes:
    octal, newline, char = escaped.groups()
    if octal:
        return bytes([int(octal, 8) & 255])
    return b"" if newline else _LETTERS.get(char, char)
