"""What the streams of a PDF refer to by name goes in, forms and fonts come out, each opened once."""

import re
from typing import Any, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply
from generator.readback.pdf.tokens import TEXT, Face, Token, face, tokens
from generator.readback.pieces import Drawn, numbers, six, unclear, upright

Setting = tuple[Face, float, Matrix]
_MANY = 20_000


class Names:
    """The forms and fonts of one dictionary of resources, as far as they were asked for."""

    def __init__(self, resources: Any, opened: "Opened") -> None:
        self._resources, self._opened = resources, opened
        self._forms: dict[bytes, Form] = {}
        self._faces: dict[bytes, tuple[Face, float]] = {}
        self._settings: dict[bytes, Setting] = {}

    def form(self, name: bytes, where: str) -> "Form":
        """Return a form by its name; GF117 where there is none, with `where` as its place."""
        found = self._forms.get(name)
        if found is None:
            try:
                held = self._resources["/XObject"][name.decode("latin-1")]
            except KeyError:
                raise unclear(where, f"the page draws {name.decode('latin-1')}, which it does not have") from None
            found = self._forms[name] = self._opened.form(name, held, self)
        return found

    def face(self, asked: bytes, where: str) -> tuple[Face, float]:
        """Return the font and the size of what stands before a Tf."""
        found = self._faces.get(asked)
        if found is None:
            name, size = asked.split()
            try:
                held = self._resources["/Font"][name.decode("latin-1")]
            except KeyError:
                says = f"a text is set in {name.decode('latin-1')}, which the page does not have"
                raise unclear(where, says) from None
            found = self._faces[asked] = self._opened.face(held, where), numbers(size)[0]
        return found

    def set(self, asked: bytes, where: str) -> Setting:
        """Return the font and the size of a text, and the matrix where it stands."""
        found = self._settings.get(asked)
        if found is None:
            to, _, font = asked.partition(b" Tm ")
            found = *self.face(font, where), upright(six(to, where, "the matrix of a text"))
            if len(self._settings) < _MANY:
                self._settings[asked] = found
        return found


class Form(NamedTuple):
    """Operators, the matrix from their coordinates to those of whoever draws them, and what they refer to by name.

    `key` is equal for what is the same stream.
    """

    body: bytes
    matrix: Matrix
    names: Names
    key: object = None


class Opened:
    """What was opened of one file.

    `drawn` is what each form draws, in the coordinates of whoever draws it; `tokens` are those between texts.
    """

    def __init__(self) -> None:
        self.drawn: dict[object, Drawn] = {}
        self.tokens: dict[bytes, tuple[Token, ...]] = {}
        self._names: dict[object, Names] = {}
        self._forms: dict[object, Form] = {}
        self._faces: dict[object, Face] = {}

    def between(self, operators: bytes, where: str, last: bool = False) -> tuple[Token, ...]:
        """Return what matters in what stands before a text, or at last: the same stands between many."""
        found = self.tokens.get(operators)
        if found is None:
            found = tokens(operators, where, last)
            if len(self.tokens) < _MANY:
                self.tokens[operators] = found
        return found

    def names(self, resources: Any) -> Names:
        """Return the names of a dictionary; one that stands where it is used is like no other."""
        key = getattr(resources, "objgen", (0, 0))
        if key == (0, 0):
            return Names({} if resources is None else resources, self)
        return self._names.get(key) or self._names.setdefault(key, Names(resources, self))

    def form(self, name: bytes, held: Any, outer: Names) -> Form:
        """Return a form; one without resources of its own has those of whoever draws it."""
        key = held.objgen
        if key not in self._forms:
            a, b, c, d, e, f = (float(each) for each in held.get("/Matrix", IDENTITY))
            # an image holds no operators: its name stands for it
            body = b"%" + name if held.get("/Subtype") == "/Image" else held.read_bytes()
            inner = held.get("/Resources")
            names = outer if inner is None else self.names(inner)
            self._forms[key] = Form(body, (a, b, c, d, e, f), names, key)
        return self._forms[key]

    def face(self, held: Any, where: str) -> Face:
        """Return a font."""
        key = held.objgen
        if key == (0, 0):
            return face(held, where)
        return self._faces.get(key) or self._faces.setdefault(key, face(held, where))


_STATE = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>|c(?<!\Sc)(m)(?!\S)|([qQ](?<!\S.)|EMC(?<!\S...)|B(?<!\SB)[MD]C)(?!\S)"
    rb"|(T(?<!\ST)[crswz])(?!\S)",
    re.DOTALL,
)


def state(gap: bytes, states: list[Matrix], file: str) -> list[Matrix]:
    """Return the stack of matrices after what stands between two pieces (GF117)."""
    if not gap.strip():
        return states
    states, marks = list(states), 0
    for found in _STATE.finditer(gap):
        moves, word, bent = found.groups()
        if moves:
            before = b" ".join(gap[: found.start()].rsplit(None, 6)[-6:])
            states[-1] = multiply(states[-1], six(before, file, "a `cm` of the page"))
        elif bent and bent in TEXT.sub(b"", gap).split():
            raise unclear(file, f"a `{bent.decode()}` of the page bends or hides what is written after it")
        elif word == b"q":
            states.append(states[-1])
        elif word == b"Q" and len(states) > 1:
            states.pop()
        elif word == b"Q":
            raise unclear(file, "a `Q` of the page undoes nothing")
        elif word:
            marks += 1 if word != b"EMC" else -1
        if marks < 0:
            raise unclear(file, "an EMC ends no piece")
    return states
