"""A font of a PDF and a string shown in it go in, characters come out, by the font's own map (PDF 1.7, 9.10.3)."""

import codecs
import re
from typing import Any, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix
from generator.readback.pieces import six, unclear

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


MARK = b"/Mark"
_NAME = rb"/[^\s/<>()\[\]{}%]+"
_SHOWN = rb"(%s [\d.]+) Tf \((%s)\) Tj " % (_NAME, STRING)  # a font with its size, and a string
MORE = re.compile(_SHOWN)
# where a text stands with how it is set, what it says first, and what else it says
TEXT = re.compile(
    rb"BT(?<!\SBT) (?:[0-2] Tr )?([-+.\d ]+ Tm %s [\d.]+) Tf \((%s)\) Tj "
    rb"((?:%s [\d.]+ Tf \(%s\) Tj )*)(?:0 Tr )?ET(?!\S)" % (_NAME, STRING, _NAME, STRING)
)

# Strings and comments are passed over as a whole, so that nothing in them is taken for an operator.
_STRINGS = rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>"
_COMMENT = rb"%[^\r\n]*"
_FORM = rb"(?P<form>" + _NAME + rb")\s+Do(?!\S)"
_TOKEN = re.compile(
    _STRINGS
    + rb"|(?P<comment>%s)|" % _COMMENT
    + _FORM
    + rb"|(?P<mark>/Mark(?=\s*<<))(?:\s*<<\s*/ID\s*\((?P<name>[^()\\]*)\)\s*>>\s*BDC(?!\S))?"
    rb"|(?P<point>/Marked\s+MP(?!\S))"
    rb"|(?P<odd>\()"
    rb"|(?<!\S)(?:(?P<cm>cm)|(?P<q>q)|(?P<Q>Q)|(?P<end>EMC)|(?P<begin>B[MD]C)|(?P<show>BT|ET|T[A-Za-z*]|['\"]))(?!\S)",
    re.DOTALL,
)
PATH = re.compile(
    _STRINGS + rb"|" + _COMMENT + rb"|" + _FORM + rb"|(?<!\S)(?P<word>cm|[bBf]\*|[qQmlcvyhsbSBfFn])(?!\S)", re.DOTALL
)


class Token(NamedTuple):
    """An operator: its kind, where it begins and ends, the name that it has and the matrix that it sets."""

    kind: str
    start: int
    end: int
    name: bytes = b""
    matrix: Matrix = IDENTITY


def tokens(operators: bytes, where: str, last: bool) -> tuple[Token, ...]:
    """Return the operators that matter in what stands before a text, or at last; GF117 for what is not written well."""
    found: list[Token] = []
    for token in _TOKEN.finditer(operators):
        kind = token.lastgroup
        if kind in ("mark", "odd", "show") or (kind == "comment" and token.end() == len(operators) and not last):
            what = "mark does not begin" if kind == "mark" else "text does not stand"
            start = operators[token.start() :][:60].decode("latin-1")
            raise unclear(where, f"a {what} as one: {start!r}")
        if kind == "cm":
            found.append(Token(kind, *token.span(), matrix=moved_by(operators, token.start(), where)))
        elif kind and kind != "comment":
            found.append(Token(kind, *token.span(), token["name"] or token["form"] or b""))
    return tuple(found)


def moved_by(operators: bytes, end: int, where: str) -> Matrix:
    """Return the operands of a `cm`."""
    return six(b" ".join(operands(operators, end, 6)), where, "a `cm` of a piece")


def operands(operators: bytes, end: int, count: int) -> list[bytes]:
    """Return the last operands before an operator."""
    return operators[max(0, end - 32 * count) : end].rsplit(None, count)[-count:]
