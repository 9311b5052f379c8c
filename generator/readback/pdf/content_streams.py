"""Read the content streams of a PDF: crop and fold marks of a page, named groups and texts of a piece.

Crop marks are the lines in marked content named `crop`, and fold marks those in `fold`, outside the pieces; a group of
that name in a template lies inside a piece.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.model.printed import Mark, TextRun
from generator.readback.drawings import (
    POINT_OPERATORS,
    POINT_PREFIXES,
    SEGMENT_PREFIXES,
    PathStep,
    ReadDrawing,
    Segments,
    hash_look,
    join_text,
    parse_numbers,
    path_points,
    path_segments,
    readback_error,
)
from generator.readback.pdf.resources import PdfCache, ReadForm, ResourceReader, follow_state
from generator.readback.pdf.tokens import (
    MARK_TAG,
    PATH_OPERATOR,
    TEXT_CONTINUATION,
    TEXT_OBJECT,
    TYPED_LINE,
    PdfToken,
    decode_hexadecimal,
    decode_shown,
    last_operands,
    parse_cm_operands,
)

_MARKED = b"/Mark <</ID (%b)>> BDC\n"
_END = b"\n EMC"


class SheetMarkFinder:
    """Find crop marks, fold marks and corners; pages with equal content beside their pieces are read once."""

    def __init__(self, cache: PdfCache) -> None:
        self._cache = cache
        self._known: dict[tuple[bytes, bytes, Matrix, ResourceReader], Segments] = {}

    def find_marks(
        self, name: bytes, furniture: bytes, to_paper: Matrix, resources: ResourceReader, where: str
    ) -> Segments:
        """Return the marks in the groups `name` beside the pieces; raise GF117 if they are not lines, or arcs."""
        last = furniture.rfind(_MARKED % name)
        if last < 0:
            return ()
        key = name, furniture[: furniture.find(_END, last)], to_paper, resources
        if key not in self._known:
            self._known[key] = _mark_segments(name, furniture, to_paper, resources, where)
        return self._known[key]


def _mark_segments(name: bytes, furniture: bytes, to_paper: Matrix, resources: ResourceReader, where: str) -> Segments:
    found: list[tuple[float, float, float, float]] = []
    opening, at, wanted = _MARKED % name, 0, b"c" if name == b"corner" else b"l"
    while (at := furniture.find(opening, at)) >= 0:
        end = furniture.find(_END, at)
        if end < 0:
            raise readback_error(where, f"the {name.decode()} marks have no end")
        matrix = multiply_matrices(to_paper, follow_state(furniture[:at], [IDENTITY], where)[-1])
        begun: tuple[float, float] | None = None
        for x, y, word in path_steps(ReadForm(furniture[at + len(opening) : end], matrix, resources), where):
            if word == wanted and begun is not None:
                found.append((*begun, x, y))
            elif word == b"S":
                continue
            elif word != b"m":
                raise readback_error(where, f"a {name.decode()} mark is not {'an arc' if wanted == b'c' else 'a line'}")
            begun = x, y
        at = end
    return tuple(found)


SOLE_FORM = re.compile(rb"\s*(/[^\s/<>()\[\]]+) Do\s*")
_DRAWN_FORM = re.compile(rb"(/[^\s/<>()\[\]]++) Do(?!\S)")
_NAMES = re.compile(rb"/Mark <<(?:[^>/]++|/(?!Mark <<))*+>> BDC")
_DEEPEST = 50


class _OpenMark(NamedTuple):
    """An open named group: where its content begins, and the number of texts and marks before it."""

    name: bytes
    matrix: Matrix
    start: int
    before: int
    marks: int


def read_form(drawn: ReadForm, cache: PdfCache, where: str, deep: int = _DEEPEST) -> ReadDrawing:
    """Return what the operators of a form draw, in the coordinates of the stream that draws the form."""
    walk, body, at = _ContentWalk(drawn, cache, where, deep), drawn.body, 0
    known, runs, states = cache.tokens, walk.runs, walk.states
    for text in TEXT_OBJECT.finditer(body):
        start, end = text.span()
        gap = body[at:start]
        steps = known[gap] if gap in known else cache.tokens_between(gap, where)
        if steps:
            walk.take_tokens(steps, at)
        setting, shown, more = text.groups()
        face, size, to = drawn.resources.read_setting(setting, where)
        said, wide = decode_shown(shown, face, where)
        runs.append(TextRun(said, face.name, size, to, wide))
        if more or states[-1] is not IDENTITY:
            walk.extend_text(more)
        at = end
    walk.take_tokens(cache.tokens_between(body[at:], where, True), at)
    if walk.begun:
        raise readback_error(where, "a mark inside a piece has no end")
    walk.marks.sort(key=lambda each: each[0])
    return ReadDrawing(tuple(mark for _, mark in walk.marks), tuple(walk.runs))


class _ContentWalk:
    """The state of a walk through operators: the stack of matrices, and the texts and marks found so far.

    Each mark is stored with the position where it begins.
    """

    __slots__ = ("announced", "begun", "cache", "deep", "drawn", "marks", "runs", "states", "where")

    def __init__(self, drawn: ReadForm, cache: PdfCache, where: str, deep: int) -> None:
        self.drawn, self.cache, self.where, self.deep = drawn, cache, where, deep
        self.marks: list[tuple[int, Mark]] = []
        self.runs: list[TextRun] = []
        self.begun: list[_OpenMark | None] = []
        self.states = [drawn.matrix]
        self.announced = False

    def take_tokens(self, steps: tuple[PdfToken, ...], at: int) -> None:
        """Process the tokens between two texts; `at` is their offset in the stream."""
        for token in steps:
            _STEPS[token.kind](self, token, at)

    def extend_text(self, more: bytes) -> None:
        """Transform the last text, and append the strings that continue it.

        A font with more characters than one subset holds is split, so one text may be several strings. So is a text
        with glyphs above or below its baseline, with glyphs that stand for some characters together, or with signs of
        another font.
        """
        text, name, size, matrix, wide = self.runs[-1]
        typed = TYPED_LINE.match(more)
        cluster, spelled = "", ""
        for told, setting, shown, ends in TEXT_CONTINUATION.findall(more):
            face, its = self.drawn.resources.find_font(setting, self.where)
            if its != size:
                raise readback_error(self.where, f"a text starts in {name} and continues in another size")
            said, advance = decode_shown(shown, face, self.where)
            cluster = decode_hexadecimal(told) if told else cluster
            spelled = spelled + said if cluster else ""
            if cluster and ends:
                self._check_same_text(cluster, spelled)
                cluster, spelled = "", ""
            text, wide = text + said, wide + advance
        if typed:
            logical = decode_hexadecimal(typed[1])
            self._check_same_text("".join(sorted(logical.replace("\u00a0", " "))), "".join(sorted(text)))
            text = logical.replace("\u00a0", " ")
        self.runs[-1] = TextRun(text, name, size, multiply_matrices(self.states[-1], matrix), wide)

    def _check_same_text(self, told: str, said: str) -> None:
        if told != said:
            raise readback_error(self.where, f"a text says {told!r}, but its glyphs stand for {said!r}")

    def draw_form(self, token: PdfToken, at: int) -> None:
        """Add what a form XObject draws; each form is read once.

        Skips a form without text and without announced marks.
        """
        if not self.deep:
            raise readback_error(self.where, "forms are nested too deeply")
        form = self.drawn.resources.find_form(token.name, self.where)
        announced, self.announced = self.announced, False
        if not announced and b"BT" not in form.body and b"Do" not in form.body:
            return
        known = self.cache.drawn
        if form.key not in known:
            known[form.key] = read_form(form, self.cache, self.where, self.deep - 1)
        inner = known[form.key].transform(self.states[-1])
        self.runs += inner.runs
        if announced:
            self.marks += [(at + token.start, mark) for mark in inner.marks]

    def apply_matrix(self, token: PdfToken, _at: int) -> None:
        """Apply a `cm`."""
        self.states[-1] = multiply_matrices(self.states[-1], token.matrix)

    def save_state(self, _token: PdfToken, _at: int) -> None:
        """Push the matrix (`q`)."""
        self.states.append(self.states[-1])

    def restore_state(self, _token: PdfToken, _at: int) -> None:
        """Pop the matrix (`Q`)."""
        self.states.pop()
        if not self.states:
            raise readback_error(self.where, "a `Q` inside a piece has no matching `q`")

    def open_mark(self, token: PdfToken, at: int) -> None:
        """Open a named group."""
        self.begun.append(_OpenMark(token.name, self.states[-1], at + token.end, len(self.runs), len(self.marks)))

    def open_content(self, _token: PdfToken, _at: int) -> None:
        """Open marked content that is not a named group."""
        self.begun.append(None)

    def close_content(self, token: PdfToken, at: int) -> None:
        """Close marked content, and record it as a mark if it is a named group."""
        if not self.begun:
            raise readback_error(self.where, "an EMC inside a piece closes no mark")
        if (group := self.begun.pop()) is not None:
            content = ReadForm(self.drawn.body[group.start : at + token.start], group.matrix, self.drawn.resources)
            mark = _build_mark(group.name, content, join_text(self.runs[group.before :]), self.where)
            self.marks.append((group.start, mark._replace(inside=len(self.marks) - group.marks)))

    def announce_marks(self, _token: PdfToken, _at: int) -> None:
        """Note that the next form contains marks."""
        self.announced = True


_STEPS: dict[str, Callable[[_ContentWalk, PdfToken, int], None]] = {
    "form": _ContentWalk.draw_form,
    "cm": _ContentWalk.apply_matrix,
    "q": _ContentWalk.save_state,
    "Q": _ContentWalk.restore_state,
    "name": _ContentWalk.open_mark,
    "begin": _ContentWalk.open_content,
    "end": _ContentWalk.close_content,
    "point": _ContentWalk.announce_marks,
}


def _build_mark(name: bytes, content: ReadForm, text: str, where: str) -> Mark:
    sole = SOLE_FORM.fullmatch(content.body)
    shown = content.resources.find_form(sole[1], where) if sole else content
    body = shown.body
    if MARK_TAG in body:
        body = _NAMES.sub(MARK_TAG, _inline_forms(shown, where) if b" Do" in body else body)
    shape = hash_look(body if not sole or shown.matrix == IDENTITY else repr(shown.matrix).encode() + body)
    found = list(path_steps(content, where)) if name.startswith(POINT_PREFIXES) else []
    lines = path_segments(found) if name.startswith(SEGMENT_PREFIXES) else ()
    return Mark(name.decode("latin-1"), content.matrix, shape, path_points(found), text, lines=lines)


def path_steps(drawn: ReadForm, where: str, deep: int = _DEEPEST) -> Iterator[PathStep]:
    """Yield the ends of path segments with their operators, and the operators that close or paint a path.

    Follows form XObjects.
    """
    if not deep:
        raise readback_error(where, "forms are nested too deeply")
    states = [drawn.matrix]
    for token in PATH_OPERATOR.finditer(drawn.body):
        word = token["word"]
        if token["form"]:
            form = drawn.resources.find_form(token["form"], where)
            yield from path_steps(form._replace(matrix=multiply_matrices(states[-1], form.matrix)), where, deep - 1)
        elif word == b"cm":
            states[-1] = multiply_matrices(states[-1], parse_cm_operands(drawn.body, token.start(), where))
        elif word == b"q":
            states.append(states[-1])
        elif word == b"Q":
            states.pop()
            if not states:
                raise readback_error(where, "a `Q` inside a mark has no matching `q`")
        elif word and word not in POINT_OPERATORS:
            yield 0.0, 0.0, word
        elif word:
            try:
                x, y = parse_numbers(b" ".join(last_operands(drawn.body, token.start(), 2)))
            except ValueError:
                raise readback_error(where, "the end of a segment is not two numbers") from None
            yield *transform_point(states[-1], x, y), word


def hash_face(drawn: ReadForm, where: str) -> bytes:
    """Return a digest of a face, in which a named group may be a form if another face drew the same before."""
    is_marked = MARK_TAG in drawn.body and b" Do" in drawn.body
    return hash_look(_inline_forms(drawn, where) if is_marked else drawn.body)


def _inline_forms(drawn: ReadForm, where: str) -> bytes:
    """Return a body with its forms in place of their names: what is within a mark may be either, on any page."""

    def expand(found: re.Match[bytes]) -> bytes:
        form = drawn.resources.find_form(found[1], where)
        return form.body.strip() if form.body and form.matrix == IDENTITY else found[0]

    return _DRAWN_FORM.sub(expand, drawn.body)
