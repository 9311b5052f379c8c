"""Tokenize content streams, and decode strings by a font's ToUnicode map (PDF 1.7, 9.10.3)."""

import codecs
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix
from generator.readback.drawings import NUMBER_LIMIT, parse_matrix, readback_error

_CMAP_PART = re.compile(rb"(begin|end)(bfchar|bfrange)|<([0-9A-Fa-f\s]*)>|(\[)")
_SPECIAL = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n?|\n)|(.))", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_CODE_COUNT, _UNDEFINED = 256, "\ufffe"  # the codecs module treats U+FFFE as undefined
_MOST_KNOWN = 20_000  # words of a font that are remembered
_BLANK, _ARRAY, _ESCAPE, _END = b" [\\)"  # as numbers, which are found in bytes far sooner than bytes are
_TAG = re.compile(r"/(?:[A-Z]{6}\+)?")


class PdfFont(NamedTuple):
    """A font subset: its name without the subset tag, and the text and width (in thousandths of an em) of each code.

    If each code stands for at most one character, `codes` is a string of 256 characters, which decodes many times
    faster. `texts` and `advances` (in em) are those of the words that were decoded before. `blank` is the width in em
    of the code of a blank; None if that code stands for something else, so that words end elsewhere.
    """

    name: str
    codes: str | dict[int, str]
    widths: tuple[float, ...]
    blank: float | None
    texts: dict[bytes, str]
    advances: dict[bytes, float]


def read_font(font: Any, read_stream: Callable[[Any], bytes], where: str) -> PdfFont:
    """Read a font of a page's resources; raise GF117 if it has no name or no ToUnicode map."""
    name, told = font.get("/BaseFont"), font.get("/ToUnicode")
    if name is None or told is None:
        raise readback_error(
            where, f"the font {name or 'without a name'} does not say which characters its codes stand for"
        )
    codes: str | dict[int, str] = _read_codes(read_stream(told), where)
    assert isinstance(codes, dict)
    if all(len(text) == 1 and code < _CODE_COUNT for code, text in codes.items()):
        codes = "".join(codes.get(code, _UNDEFINED) for code in range(_CODE_COUNT))
    widths, said = _read_widths(font, where), codes[_BLANK] if isinstance(codes, str) else codes.get(_BLANK)
    blank = widths[_BLANK] / 1000 if said == " " else None
    return PdfFont(_TAG.sub("", str(name), count=1), codes, widths, blank, {}, advances={})


def _read_widths(font: Any, where: str) -> tuple[float, ...]:
    """Return the width of each code; 0 for one that has none."""
    first, widths = int(font.get("/FirstChar", 0)), [float(each) for each in font.get("/Widths", ())]
    if first < 0 or first + len(widths) > _CODE_COUNT or not all(0 <= each < NUMBER_LIMIT for each in widths):
        raise readback_error(where, "the widths of a font are not those of at most 256 codes")
    return (*[0.0] * first, *widths, *[0.0] * (_CODE_COUNT - first - len(widths)))


def _read_codes(told: bytes, where: str) -> dict[int, str]:
    """Return the one-byte codes of a ToUnicode map, without those that it maps to U+0000."""
    found: dict[int, str] = {}
    kind, values = b"", list[bytes]()
    for part in _CMAP_PART.finditer(told):
        edge, what, digits, bracket = part.groups()
        if edge == b"begin":
            kind, values = what, []
        elif edge:
            found.update(_map_chars(values) if kind == b"bfchar" else _map_ranges(values))
            kind = b""
        elif bracket and kind:
            raise readback_error(where, "the ToUnicode map of a font holds an array, which sheets never do")
        elif kind:
            values.append(digits)
    return {code: text for code, text in found.items() if text != "\0"}


def _map_chars(values: list[bytes]) -> dict[int, str]:
    return {int(code, 16): _decode_hex(text) for code, text in zip(values[::2], values[1::2], strict=True)}


def _map_ranges(values: list[bytes]) -> dict[int, str]:
    found = {}
    for first, last, text in zip(values[::3], values[1::3], values[2::3], strict=True):
        start, begin, end = _decode_hex(text), int(first, 16), int(last, 16)
        if end >= _CODE_COUNT:
            raise ValueError
        for code in range(begin, end + 1):
            found[code] = start[:-1] + chr(ord(start[-1]) + code - begin)
    return found


def _decode_hex(digits: bytes) -> str:
    return bytes.fromhex(digits.decode("ascii")).decode("utf-16-be", "replace")


def decode_shown(shown: bytes, by: PdfFont, where: str) -> tuple[str, float]:
    """Return the text and the width (em) of the operands of a `Tj` or `TJ`.

    GF117 for a code that stands for no character.
    """
    shown = shown[2:-2] if shown[0] == _ARRAY else shown[1:-1]
    blank = by.blank
    if blank is None or _ESCAPE in shown:
        return _decode_codes_and_gaps(shown, by, where)
    words = shown.split(b" ")
    try:
        text, wide = " ".join(map(by.texts.__getitem__, words)), sum(map(by.advances.__getitem__, words))
    except KeyError:
        known = by.texts.get
        text = " ".join([known(word) or _decode_new_word(word, by, where) for word in words])
        wide = sum(map(by.advances.__getitem__, words))
    return text, wide + blank * (len(words) - 1)


def _decode_new_word(word: bytes, by: PdfFont, where: str) -> str:
    """Return the text of a word that was not decoded before, and remember it and its width."""
    by.texts[word], by.advances[word] = _decode_codes_and_gaps(word, by, where)
    return by.texts[word]


def _decode_codes_and_gaps(shown: bytes, by: PdfFont, where: str) -> tuple[str, float]:
    """Decode strings with gaps between them, without their outer parentheses."""
    gaps = 0.0
    if _END in shown:
        parts = _GAP.split(shown)
        gaps, shown = sum(map(float, parts[1::2])), b"".join(parts[::2])
        if not -NUMBER_LIMIT < gaps < NUMBER_LIMIT:
            raise readback_error(where, f"the letters of a text in {by.name} are too far apart")
    if _ESCAPE in shown:
        shown = _SPECIAL.sub(_unescape, shown)
    return _decode_codes(shown, by, where), (sum(map(by.widths.__getitem__, shown)) - gaps) / 1000


def _decode_codes(shown: bytes, by: PdfFont, where: str) -> str:
    try:
        return codecs.charmap_decode(shown, "strict", by.codes)[0]
    except UnicodeDecodeError as error:
        code = f"its code {shown[error.start]:#04x} stands for no character"
        raise readback_error(where, f"a text in {by.name} cannot be read: {code}") from None


def decode_hexadecimal(digits: bytes) -> str:
    """Return a text in UTF-16 with a byte order mark, written as hexadecimal digits."""
    return bytes.fromhex(digits.decode("ascii")).decode("utf-16", "replace")


def _unescape(escaped: re.Match[bytes]) -> bytes:
    octal, newline, char = escaped.groups()
    if octal:
        return bytes([int(octal, 8) & 255])
    return b"" if newline else _LETTERS.get(char, char)


MARK_TAG = b"/Mark"
_NAME = rb"/[^\s/<>()\[\]{}%]+"
# what follows the first letters of a string: an escaped one, or in an array a gap, and more letters
_LETTERS_ON, _GAP_ON = rb"[^()\\]*+", rb"\)-?\d++(?:\.\d++)?\("
# the operands of Tj or TJ
_SHOWN = rb"(?:\(%s(?:\\.%s)*+\)(?= Tj)|\[\(%s(?:(?:\\.|%s)%s)*+\)\](?= TJ))" % (
    _LETTERS_ON,
    _LETTERS_ON,
    _LETTERS_ON,
    _GAP_ON,
    _LETTERS_ON,
)
_GAP = re.compile(rb"\)(-?\d++(?:\.\d++)?)\(")  # a parenthesis within a string is escaped, so this ends one
# what follows the first string: a text that several glyphs stand for together, font and size, a rise, a string
_SPAN, _RISE = rb"/Span <</ActualText <%s>>> BDC ", rb"-?[\d.]+(?:e-\d+)? Ts "
TEXT_CONTINUATION = re.compile(
    rb"(?:%s)?(%s [\d.]+) Tf (?:%s)?(%s) T[jJ] (?:0 Ts )?(EMC )?" % (_SPAN % rb"([0-9a-f]++)", _NAME, _RISE, _SHOWN),
    re.DOTALL,
)
TYPED_LINE = re.compile(rb"/Line <</Typed <([0-9a-f]++)>>> BDC ")  # a line that runs from right to left
_MORE = (
    rb"(?:/Line <</Typed <[0-9a-f]++>>> BDC )?(?:(?:%s)?%s [\d.]+ Tf (?:%s)?%s T[jJ] (?:0 Ts )?(?:EMC )?)*+(?:EMC )?"
    % (
        _SPAN % rb"[0-9a-f]++",
        _NAME,
        _RISE,
        _SHOWN,
    )
)
# a text object: matrix and font, the first string, further strings
TEXT_OBJECT = re.compile(
    rb"BT(?<!\SBT) (?:[0-2] Tr )?([-+.\d ]+ Tm %s [\d.]+) Tf (%s) T[jJ] (%s)(?:0 Tr )?ET(?!\S)"
    % (_NAME, _SHOWN, _MORE),
    re.DOTALL,
)

# Strings and comments are matched as a whole, so that nothing inside them looks like an operator.
_OPEN = rb"\((?:\\.|[^\\()])*+"
_HEXADECIMAL = rb"<[0-9A-Fa-f\s]*>"
SKIPPED_STRINGS = _OPEN + rb"\)?+|" + _HEXADECIMAL  # one without an end is skipped too: no search begins in it again
_COMMENT = rb"%[^\r\n]*"
_FORM = rb"(?P<form>" + _NAME + rb")\s+Do(?!\S)"
_TOKEN = re.compile(
    _OPEN
    + rb"\)|"
    + _HEXADECIMAL
    + rb"|(?P<comment>%s)|" % _COMMENT
    + _FORM
    + rb"|(?P<mark>/Mark(?=\s*<<))(?:\s*<<\s*/ID\s*\((?P<name>[^()\\]*)\)\s*>>\s*BDC(?!\S))?"
    rb"|(?P<point>/Marked\s+MP(?!\S))"
    rb"|(?P<odd>" + _OPEN + rb")"
    rb"|(?<!\S)(?:(?P<cm>cm)|(?P<q>q)|(?P<Q>Q)|(?P<end>EMC)|(?P<begin>B[MD]C)|(?P<show>BT|ET|T[A-Za-z*]|['\"]))(?!\S)",
    re.DOTALL,
)
PATH_OPERATOR = re.compile(
    SKIPPED_STRINGS + rb"|" + _COMMENT + rb"|" + _FORM + rb"|(?<!\S)(?P<word>cm|[bBf]\*|[qQmlcvyhsbSBfFn])(?!\S)",
    re.DOTALL,
)


class PdfToken(NamedTuple):
    """An operator of interest: its kind, its span, its name operand, and the matrix of a `cm`."""

    kind: str
    start: int
    end: int
    name: bytes = b""
    matrix: Matrix = IDENTITY


def tokenize_operators(operators: bytes, where: str, last: bool) -> tuple[PdfToken, ...]:
    """Return the operators of interest before a text, or after the last one; raise GF117 for unexpected syntax."""
    found: list[PdfToken] = []
    for token in _TOKEN.finditer(operators):
        kind = token.lastgroup
        if kind in ("mark", "odd", "show") or (kind == "comment" and token.end() == len(operators) and not last):
            what = "mark" if kind == "mark" else "text"
            start = operators[token.start() :][:60].decode("latin-1")
            raise readback_error(where, f"a {what} is not written as expected: {start!r}")
        if kind == "cm":
            found.append(PdfToken(kind, *token.span(), matrix=parse_cm_operands(operators, token.start(), where)))
        elif kind and kind != "comment":
            found.append(PdfToken(kind, *token.span(), token["name"] or token["form"] or b""))
    return tuple(found)


def parse_cm_operands(operators: bytes, end: int, where: str) -> Matrix:
    """Return the matrix of the `cm` that ends at an offset."""
    return parse_matrix(b" ".join(last_operands(operators, end, 6)), where, "a `cm` of a piece")


def last_operands(operators: bytes, end: int, count: int) -> list[bytes]:
    """Return the last operands before an operator."""
    return operators[max(0, end - 32 * count) : end].rsplit(None, count)[-count:]
