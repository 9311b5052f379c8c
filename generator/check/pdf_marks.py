"""What a piece or a form of a PDF draws goes in, the named groups in it come out (PDF 1.7, 14.6 and 8.10).

A named group is found where it stands. Forms are opened for lines, and where a marked-content point says that
there is a mark in the one that comes next.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.check.pieces import LINED, look, six, unclear
from generator.model.picture import IDENTITY, Matrix, apply, multiply
from generator.model.printed import Mark

MARK = b"/Mark"
SOLE = re.compile(rb"\s*(/[^\s/<>()\[\]]+) Do\s*")
_NAMES = re.compile(rb"/Mark <<[^>]*>> BDC")
_DEEP = 50
# strings and comments are passed over as a whole, so that nothing in them is taken for an operator
_TOKEN = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*"
    rb"|(?P<mark>/Mark(?=\s*<<))(?:\s*<<\s*/ID\s*\((?P<name>[^()\\]*)\)\s*>>\s*BDC(?!\S))?"
    rb"|(?P<point>/Marked\s+MP(?!\S))"
    rb"|(?P<form>/[^\s/<>()\[\]{}%]+)\s+Do(?!\S)"
    rb"|(?<!\S)(?P<word>cm|q|Q|EMC|BMC|BDC|m|l|c|v|y)(?!\S)",
    re.DOTALL,
)


class Form(NamedTuple):
    """Operators, the matrix from their coordinates to those of whoever draws them, and what they refer to by name.

    `key` is equal for what is the same stream.
    """

    body: bytes
    matrix: Matrix
    resources: Any
    key: object = None


class Forms:
    """The forms of one file, each opened once."""

    def __init__(self) -> None:
        self._opened: dict[object, Form] = {}

    def find(self, name: bytes, resources: Any, where: str) -> Form:
        """Return a form by its name; GF117 where there is none, with `where` as its place."""
        try:
            found = resources["/XObject"][name.decode("latin-1")]
        except KeyError:
            raise unclear(where, f"the page draws {name.decode('latin-1')}, which it does not have") from None
        if found.objgen not in self._opened:
            a, b, c, d, e, f = (float(each) for each in found.get("/Matrix", IDENTITY))
            # an image holds no operators: its name stands for it
            body = b"%" + name if found.get("/Subtype") == "/Image" else found.read_bytes()
            inner = found.get("/Resources", resources)
            self._opened[found.objgen] = Form(body, (a, b, c, d, e, f), inner, found.objgen)
        return self._opened[found.objgen]


class _Opened(NamedTuple):
    name: bytes
    matrix: Matrix
    start: int


def marks(drawn: Form, forms: Forms, where: str, deep: int = _DEEP) -> tuple[Mark, ...]:
    """Return the marks in the order in which they begin, in the coordinates of whoever draws the operators."""
    found: list[tuple[int, Mark]] = []
    opened: list[_Opened | None] = []
    announced = False
    for token, matrix in _walk(drawn, where):
        kind, word = token.lastgroup, token["word"]
        if kind == "point":
            announced = True
        elif kind == "form" and announced:
            inner = _inner(token, matrix, drawn, forms, where, deep)
            found += [(token.start(), mark) for mark in marks(inner, forms, where, deep - 1)]
            announced = False
        elif kind == "mark":
            raise unclear(
                where, f"a mark does not begin as one: {drawn.body[token.start() :][:60].decode('latin-1')!r}"
            )
        elif kind == "name":
            opened.append(_Opened(token["name"], matrix, token.end()))
        elif word in (b"BDC", b"BMC"):
            opened.append(None)
        elif word == b"EMC":
            if not opened:
                raise unclear(where, "an EMC inside a piece ends no mark")
            if begun := opened.pop():
                content = Form(drawn.body[begun.start : token.start()], begun.matrix, drawn.resources)
                found.append((begun.start, _mark(begun.name, content, forms, where)))
    if opened:
        raise unclear(where, "a mark inside a piece has no end")
    return tuple(mark for _, mark in sorted(found, key=lambda each: each[0]))


def _mark(name: bytes, content: Form, forms: Forms, where: str) -> Mark:
    sole = SOLE.fullmatch(content.body)
    shown = forms.find(sole[1], content.resources, where) if sole else content
    body = _NAMES.sub(MARK, shown.body) if MARK in shown.body else shown.body
    shape = look(body if not sole or shown.matrix == IDENTITY else repr(shown.matrix).encode() + body)
    points = tuple(_ends(content, forms, where, _DEEP)) if name.startswith(LINED) else ()
    return Mark(name.decode("latin-1"), content.matrix, shape, points)


def _ends(drawn: Form, forms: Forms, where: str, deep: int) -> Iterator[tuple[float, float]]:
    """Yield where segments begin and end."""
    for token, matrix in _walk(drawn, where):
        if token.lastgroup == "form":
            yield from _ends(_inner(token, matrix, drawn, forms, where, deep), forms, where, deep - 1)
        elif token["word"] in (b"m", b"l", b"c", b"v", b"y"):
            x, y = _numbers(drawn.body, token.start(), 2)
            try:
                yield apply(matrix, float(x), float(y))
            except ValueError:
                raise unclear(where, "the end of a segment is not two numbers") from None


def _inner(token: re.Match[bytes], matrix: Matrix, drawn: Form, forms: Forms, where: str, deep: int) -> Form:
    """Return what is drawn by its name, moved to where that stands; an image draws nothing that is looked for."""
    if not deep:
        raise unclear(where, "forms are drawn by one another too deeply")
    form = forms.find(token["form"], drawn.resources, where)
    return form._replace(matrix=multiply(matrix, form.matrix))


def _walk(drawn: Form, where: str) -> Iterator[tuple[re.Match[bytes], Matrix]]:
    """Yield what is not a mere string, with the matrix in force there."""
    states = [drawn.matrix]
    for token in _TOKEN.finditer(drawn.body):
        word = token["word"]
        if word == b"cm":
            numbers = b" ".join(_numbers(drawn.body, token.start(), 6))
            states[-1] = multiply(states[-1], six(numbers, where, "a `cm` of a piece"))
        elif word == b"q":
            states.append(states[-1])
        elif word == b"Q":
            states.pop()
            if not states:
                raise unclear(where, "a `Q` inside a piece undoes nothing")
        elif token.lastgroup:
            yield token, states[-1]


def _numbers(body: bytes, end: int, count: int) -> list[bytes]:
    """Return the last operands before an operator."""
    return body[max(0, end - 32 * count) : end].rsplit(None, count)[-count:]
