"""What stands before the pieces of a PDF's page goes in, the crop marks in it come out, on the paper in mm.

Crop marks are the lines of marked content named `crop` outside the pieces; a template's group is inside one.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, apply, multiply
from generator.model.printed import Mark, Run
from generator.readback.pdf.resources import Form, Names, Opened, state
from generator.readback.pdf.tokens import MARK, MORE, PATH, TEXT, Token, moved_by, operands, said
from generator.readback.pieces import (
    FOLDED,
    LINED,
    MOVES,
    Drawn,
    End,
    Segments,
    look,
    numbers,
    points,
    says,
    segments,
    unclear,
)

_CROP = b"/Mark <</ID (crop)>> BDC\n"
_END = b"\n EMC"


class Crops:
    """The crop marks of one file, worked out once where pages begin alike."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._known: dict[tuple[bytes, Matrix, Names], Segments] = {}

    def find(self, furniture: bytes, to_paper: Matrix, names: Names, where: str) -> Segments:
        """Return the crop marks; GF117 where something else than lines is called so."""
        last = furniture.rfind(_CROP)
        if last < 0:
            return ()
        key = furniture[: furniture.find(_END, last)], to_paper, names
        found = self._known.get(key)
        return self._known.setdefault(key, _segments(furniture, to_paper, names, where)) if found is None else found


def _segments(furniture: bytes, to_paper: Matrix, names: Names, where: str) -> Segments:
    found: list[tuple[float, float, float, float]] = []
    at = 0
    while (at := furniture.find(_CROP, at)) >= 0:
        end = furniture.find(_END, at)
        if end < 0:
            raise unclear(where, "the crop marks have no end")
        matrix = multiply(to_paper, state(furniture[:at], [IDENTITY], where)[-1])
        begun: tuple[float, float] | None = None
        for x, y, word in ends(Form(furniture[at + len(_CROP) : end], matrix, names), where):
            if word == b"l" and begun is not None:
                found.append((*begun, x, y))
            elif word == b"S":
                continue
            elif word != b"m":
                raise unclear(where, "a crop mark is no line")
            begun = x, y
        at = end
    return tuple(found)


SOLE = re.compile(rb"\s*(/[^\s/<>()\[\]]+) Do\s*")
_NAMES = re.compile(rb"/Mark <<[^>]*>> BDC")
_DEEP = 50


class _Begun(NamedTuple):
    """A named group that has no end yet: where its content begins, and how many texts and marks came before it."""

    name: bytes
    matrix: Matrix
    start: int
    before: int
    marks: int


def read(drawn: Form, opened: Opened, where: str, deep: int = _DEEP) -> Drawn:
    """Return what the operators draw, in the coordinates of whoever draws them."""
    walk, body, at = _Walk(drawn, opened, where, deep), drawn.body, 0
    known, runs, states = opened.tokens, walk.runs, walk.states
    for text in TEXT.finditer(body):
        start, end = text.span()
        gap = body[at:start]
        steps = known[gap] if gap in known else opened.between(gap, where)
        if steps:
            walk.take(steps, at)
        setting, shown, more = text.groups()
        face, size, to = drawn.names.set(setting, where)
        runs.append(Run(said(shown, face, where), face.name, size, to))
        if more or states[-1] is not IDENTITY:
            walk.set(more)
        at = end
    walk.take(opened.between(body[at:], where, True), at)
    if walk.begun:
        raise unclear(where, "a mark inside a piece has no end")
    walk.marks.sort(key=lambda each: each[0])
    return Drawn(tuple(mark for _, mark in walk.marks), tuple(walk.runs))


class _Walk:
    """A walk through operators: the matrices in force, and what was found so far; each mark with where it begins."""

    __slots__ = ("announced", "begun", "deep", "drawn", "marks", "opened", "runs", "states", "where")

    def __init__(self, drawn: Form, opened: Opened, where: str, deep: int) -> None:
        self.drawn, self.opened, self.where, self.deep = drawn, opened, where, deep
        self.marks: list[tuple[int, Mark]] = []
        self.runs: list[Run] = []
        self.begun: list[_Begun | None] = []
        self.states = [drawn.matrix]
        self.announced = False

    def take(self, steps: tuple[Token, ...], at: int) -> None:
        """Take what stands between two texts, from a place on."""
        for token in steps:
            _STEPS[token.kind](self, token, at)

    def set(self, more: bytes) -> None:
        """Move the last text to its place, and join what else it says: a font of many characters is in pieces."""
        text, name, size, matrix = self.runs[-1]
        for setting, shown in MORE.findall(more):
            face, its = self.drawn.names.face(setting, self.where)
            if (face.name, its) != (name, size):
                raise unclear(self.where, f"a text is set in {name} and goes on in {face.name} or in another size")
            text += said(shown, face, self.where)
        self.runs[-1] = Run(text, name, size, multiply(self.states[-1], matrix))

    def form(self, token: Token, at: int) -> None:
        """Note what a form draws, worked out once; one with no text, and of which no mark is told, is not read."""
        if not self.deep:
            raise unclear(self.where, "forms are drawn by one another too deeply")
        form = self.drawn.names.form(token.name, self.where)
        announced, self.announced = self.announced, False
        if not announced and b"BT" not in form.body and b"Do" not in form.body:
            return
        known = self.opened.drawn
        if form.key not in known:
            known[form.key] = read(form, self.opened, self.where, self.deep - 1)
        inner = known[form.key].moved(self.states[-1])
        self.runs += inner.runs
        if announced:
            self.marks += [(at + token.start, mark) for mark in inner.marks]

    def move(self, token: Token, _at: int) -> None:
        """Take a matrix."""
        self.states[-1] = multiply(self.states[-1], token.matrix)

    def save(self, _token: Token, _at: int) -> None:
        """Keep the matrix in force."""
        self.states.append(self.states[-1])

    def restore(self, _token: Token, _at: int) -> None:
        """Go back to the matrix that was kept."""
        self.states.pop()
        if not self.states:
            raise unclear(self.where, "a `Q` inside a piece undoes nothing")

    def mark(self, token: Token, at: int) -> None:
        """Begin a named group."""
        self.begun.append(_Begun(token.name, self.states[-1], at + token.end, len(self.runs), len(self.marks)))

    def begin(self, _token: Token, _at: int) -> None:
        """Begin marked content that is no named group."""
        self.begun.append(None)

    def end(self, token: Token, at: int) -> None:
        """Note a named group that ends."""
        if not self.begun:
            raise unclear(self.where, "an EMC inside a piece ends no mark")
        if (group := self.begun.pop()) is not None:
            content = Form(self.drawn.body[group.start : at + token.start], group.matrix, self.drawn.names)
            mark = _mark(group.name, content, says(self.runs[group.before :]), self.where)
            self.marks.append((group.start, mark._replace(inside=len(self.marks) - group.marks)))

    def point(self, _token: Token, _at: int) -> None:
        """Hear that there is a mark in the form that comes next."""
        self.announced = True


_STEPS: dict[str, Callable[[_Walk, Token, int], None]] = {
    "form": _Walk.form,
    "cm": _Walk.move,
    "q": _Walk.save,
    "Q": _Walk.restore,
    "name": _Walk.mark,
    "begin": _Walk.begin,
    "end": _Walk.end,
    "point": _Walk.point,
}


def _mark(name: bytes, content: Form, text: str, where: str) -> Mark:
    sole = SOLE.fullmatch(content.body)
    shown = content.names.form(sole[1], where) if sole else content
    body = _NAMES.sub(MARK, shown.body) if MARK in shown.body else shown.body
    shape = look(body if not sole or shown.matrix == IDENTITY else repr(shown.matrix).encode() + body)
    found = list(ends(content, where)) if name.startswith(LINED) else []
    lines = segments(found) if name.startswith(FOLDED) else ()
    return Mark(name.decode("latin-1"), content.matrix, shape, points(found), text, lines)


def ends(drawn: Form, where: str, deep: int = _DEEP) -> Iterator[End]:
    """Yield where segments begin and end, each with its operator, and operators that close or paint a path."""
    if not deep:
        raise unclear(where, "forms are drawn by one another too deeply")
    states = [drawn.matrix]
    for token in PATH.finditer(drawn.body):
        word = token["word"]
        if token["form"]:
            form = drawn.names.form(token["form"], where)
            yield from ends(form._replace(matrix=multiply(states[-1], form.matrix)), where, deep - 1)
        elif word == b"cm":
            states[-1] = multiply(states[-1], moved_by(drawn.body, token.start(), where))
        elif word == b"q":
            states.append(states[-1])
        elif word == b"Q":
            states.pop()
            if not states:
                raise unclear(where, "a `Q` inside a mark undoes nothing")
        elif word and word not in MOVES:
            yield 0.0, 0.0, word
        elif word:
            try:
                x, y = numbers(b" ".join(operands(drawn.body, token.start(), 2)))
            except ValueError:
                raise unclear(where, "the end of a segment is not two numbers") from None
            yield *apply(states[-1], x, y), word
