"""Operators of a PDF go in, those that matter to named groups and texts come out (PDF 1.7, 8.2 and 9.4)."""

import re
from typing import NamedTuple

from generator.model.picture import IDENTITY, Matrix
from generator.read.pdf_text import STRING
from generator.read.pieces import six, unclear

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
