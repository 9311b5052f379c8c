"""Walk through the body of an SVG sheet, and collect its pieces, named groups, texts, crop and fold marks."""

import re
from collections.abc import Callable, Mapping
from html import unescape
from itertools import islice
from operator import lt
from typing import NamedTuple, Protocol

from msgspec import json

from generator.geometry.matrix import IDENTITY, Matrix
from generator.model.printed import Mark, TextRun
from generator.readback.drawings import (
    POINT_PREFIXES,
    SEGMENT_PREFIXES,
    PathStep,
    ReadDrawing,
    Segments,
    flip_text_matrix,
    hash_look,
    join_text,
    parse_numbers,
    path_points,
    path_segments,
    readback_error,
)
from generator.readback.svg.parsing import path_steps
from generator.readback.svg.tags import OUTER_ATTRIBUTES, PIECE_ATTRIBUTES, SvgTag, nest_matrix


class UnexpectedMarkupError(Exception):
    """Markup that may be well-formed, but is not what our sheets contain."""


class SvgSymbol(NamedTuple):
    """A symbol that `use` refers to: the digest of its markup, and what it draws."""

    look: bytes
    drawn: ReadDrawing


class SvgPiece(NamedTuple):
    """A piece: its name, its matrix, the id of its clip path, the digest of its markup, and what it draws."""

    name: bytes
    matrix: Matrix
    clip: bytes
    look: bytes
    drawn: ReadDrawing


class SheetContext(Protocol):
    """What a walk needs from its sheet: the file name, the words that it defines, its tags and symbols."""

    file: str
    words: dict[bytes, str | None]

    def find_tag(self, item: bytes) -> SvgTag:
        """Return a tag that has not been met before; raise OddError if it is not one."""

    def find_symbol(self, name: bytes) -> SvgSymbol:
        """Return the symbol with an id; raise GF117 if there is none."""

    def find_sheet_marks(self, name: bytes, content: bytes, matrix: Matrix) -> Segments:
        """Return the crop or fold marks in a group; raise GF117 if they are not lines."""


class OpenElement(NamedTuple):
    """An open element: its tag, its matrix, its index, and the number of texts and marks before it."""

    tag: SvgTag
    matrix: Matrix | None
    start: int
    before: int
    marks: int


_BETWEEN, _NUL = b'"/><use xlink:href="#', b"\0"  # the markup between two words of a text, and its replacement
_FIRST, _BEFORE = b"-0", b"-1"  # start of a text: a word at x = 0, or before a word with an x of its own
_SHEET_MARKS = frozenset({b"crop", b"fold", b"corner"})
_ENDS = b"/g>"
_USE, _END, _AT = b'use xlink:href="#', b'"/>', b'" x="'
_WORDS_TAG = re.compile(rb'use xlink:href="#[^"\0]+(?:" x="\d+)?(?:\0[^"\0]+" x="\d+)*"/>')
_NAMES = re.compile(rb"(<g\b[^<>]*?)\sclass\s*+=\s*+(?:\"[^\"]*\"|'[^']*')")
_SOLE = re.compile(rb"\s*<use (?:xlink:)?href=\"#([^\"]+)\"\s*/>\s*")

_SAME = (1.0, 0.0, 0.0, 1.0)


def join_words(markup: bytes) -> bytes:
    """Merge the `use` elements of each text into one item, separated by NUL, which XML cannot contain.

    This keeps the number of tags small.
    """
    return markup.replace(_BETWEEN, _NUL)


def _split_words(item: bytes) -> list[bytes]:
    """Split merged words into the tags that they were made of."""
    return item.replace(_NUL, _BETWEEN).split(b"<")


class SvgWalk:
    """A walk through joined markup; inside a piece, `marks` and `runs` are in the piece's coordinates."""

    __slots__ = (
        "_fresh",
        "_items",
        "_n",
        "_opened",
        "_outer",
        "_places",
        "_sheet",
        "_word",
        "found",
        "marks",
        "runs",
        "sheet_marks",
    )

    def __init__(self, sheet: SheetContext, body: bytes, matrix: Matrix) -> None:
        root = SvgTag("open", b"svg", {}, b"", b"", matrix=matrix, text=b"", size=0, proof=b"")
        self._sheet = sheet
        self._word: Callable[[bytes], str] = sheet.words.__getitem__  # type: ignore[assignment]
        self._items, self._n = body.split(b"<"), 1
        self._opened = [OpenElement(root, matrix, 0, 0, 0)]
        self._outer: Matrix | None = None  # the matrix of the open piece
        self._fresh = True
        self._places: list[bytes] = []  # the x of each word in its text
        self.runs: list[TextRun] = []
        self.marks: list[tuple[int, Mark]] = []
        self.found: list[SvgPiece] = []
        self.sheet_marks: dict[bytes, list[tuple[float, float, float, float]]] = {}

    def process_tags(self, known: Mapping[bytes, SvgTag]) -> None:
        """Process all tags; `known` holds those already known to be well-formed."""
        items, n = self._items, 1
        while n < len(items):
            item = items[n]
            tag = known.get(item)
            if tag is None:
                if self._add_words(item, _flip_matrix(self._opened[-1].matrix)):
                    n += 1
                    continue
                if _NUL in item:
                    items[n : n + 1] = _split_words(item)
                    continue
                tag = self._sheet.find_tag(item)
            elif tag.plain and n + 2 < len(items) and items[n + 2] == _ENDS:
                # a group that holds only a text, as nearly all do
                self._fresh = True
                if self._add_words(items[n + 1], nest_matrix(self._opened[-1].matrix, tag.upright)):
                    self._fresh, n = True, n + 3
                    continue
            self._n = n
            _STEPS[tag.kind](self, tag)
            n += 1
        self._n = n
        if len(self._opened) > 1:
            raise UnexpectedMarkupError
        self._check_word_order()

    def _check_word_order(self) -> None:
        """Check that each word stands to the right of the one before, for all texts at once, which is much faster."""
        places = json.decode(b"[%b]" % b",".join(self._places), type=list[int])
        starts = self._places.count(_FIRST) + self._places.count(_BEFORE)
        if sum(map(lt, places, islice(places, 1, None))) != len(places) - starts:
            raise readback_error(self._sheet.file, "the words of a text are out of order")

    def drawn(self) -> ReadDrawing:
        """Return the marks and the texts."""
        self.marks.sort(key=lambda each: each[0])
        return ReadDrawing(tuple(mark for _, mark in self.marks), tuple(self.runs))

    def _add_words(self, item: bytes, matrix: Matrix | None) -> bool:
        """Add the words of a text, or return False if the item is something else."""
        if not _WORDS_TAG.fullmatch(item):
            return False
        names = (
            item[len(_USE) : -len(_END)].replace(_AT, _NUL).split(_NUL)
        )  # names alternate with x values; the first x may be missing
        odd = len(names) % 2
        if odd:
            names.insert(1, _FIRST if self._fresh else b"0")
        try:
            text = " ".join(map(self._word, names[::2]))
        except (KeyError, TypeError):
            return False
        if not odd and self._fresh:
            self._places.append(_BEFORE)
        self._places += names[1::2]
        if self._fresh and matrix is not None:
            self.runs.append(TextRun(text, "", 0.0, matrix))
            self._fresh = False
        else:
            self._add_text(text, "", 0.0, matrix)
        return True

    def _add_text(self, text: str, font: str, size: float, matrix: Matrix | None) -> None:
        if matrix is None:
            raise readback_error(self._sheet.file, f"the text {text!r} has a transform other than a matrix")
        if self._fresh:
            self.runs.append(TextRun(text, font, size, matrix))
            self._fresh = False
        else:
            self.runs[-1] = self.runs[-1]._replace(text=f"{self.runs[-1].text} {text}")

    def _open_element(self, tag: SvgTag) -> None:
        if tag.element == b"defs":
            raise UnexpectedMarkupError
        matrix = nest_matrix(self._opened[-1].matrix, tag.matrix)
        if tag.piece:
            self._begin_piece(tag, matrix)
            matrix = IDENTITY
        self._fresh = True
        self._opened.append(OpenElement(tag, matrix, self._n, len(self.runs), len(self.marks)))
        if tag.element == b"text":
            self._add_live_text(tag, matrix)

    def _begin_piece(self, tag: SvgTag, matrix: Matrix | None) -> None:
        shown = tag.piece.decode("utf-8", "replace")
        if self._outer is not None:
            outer = next(each.tag.piece for each in self._opened if each.tag.piece)
            raise readback_error(self._sheet.file, f"the piece {shown} lies inside {outer.decode('utf-8', 'replace')}")
        if matrix is None:
            raise readback_error(self._sheet.file, f"the piece {shown} has a transform other than a matrix")
        around = self._opened[1:]
        more = tag.attributes.keys() - PIECE_ATTRIBUTES if tag.attributes else ()
        if more or (around and not all(each.tag.attributes.keys() <= OUTER_ATTRIBUTES for each in around)):
            raise readback_error(
                self._sheet.file, f"{shown}, or a group around it, has attributes other than its position"
            )
        self._outer, self.runs, self.marks = matrix, [], []

    def _close_element(self, tag: SvgTag) -> None:
        if len(self._opened) < 2 or self._opened[-1].tag.element != tag.element:
            raise UnexpectedMarkupError
        group = self._opened.pop()
        if tag.element != b"g" and self._n > group.start + 1:  # only groups have content
            raise UnexpectedMarkupError
        self._fresh = True
        if group.tag.name:
            self._add_mark(group, self._content_of(group))
        if group.tag.piece:
            assert self._outer is not None
            self._end_piece(group.tag, self._outer, self._content_of(group))
            self._outer, self.runs, self.marks = None, [], []

    def _content_of(self, group: OpenElement) -> bytes:
        """Return the markup between the tags of a group that ends here."""
        first, *rest = self._items[group.start : self._n]
        return b"<".join((first[group.tag.size - 1 :], *rest))

    def _add_mark(self, group: OpenElement, content: bytes) -> None:
        name, file = group.tag.name.decode("utf-8", "replace"), self._sheet.file
        if group.matrix is None:
            raise readback_error(file, f"the group {name!r} has a transform other than a matrix")
        if group.tag.name in _SHEET_MARKS and self._outer is None:
            marks = self._sheet.find_sheet_marks(group.tag.name, content, group.matrix)
            self.sheet_marks.setdefault(group.tag.name, []).extend(marks)
            return
        rest = b"".join(b" %b=%b" % each for each in group.tag.attributes.items() if each[0] not in _OWN)
        shape = hash_look(rest + b">" + (_NAMES.sub(rb"\1", content) if b"class=" in content else content))
        found: list[PathStep] = []
        if group.tag.name.startswith(POINT_PREFIXES):
            found = list(path_steps(content, group.matrix, f"the group {name!r}", file))
        lines = path_segments(found) if group.tag.name.startswith(SEGMENT_PREFIXES) else ()
        text, inside = join_text(self.runs[group.before :]), len(self.marks) - group.marks
        mark = Mark(name, group.matrix, shape, path_points(found), text, lines=lines, inside=inside)
        self.marks.append((group.start, mark))

    def _end_piece(self, tag: SvgTag, matrix: Matrix, content: bytes) -> None:
        sole = _SOLE.fullmatch(content)
        shape = (
            self._sheet.find_symbol(sole[1]).look
            if sole and self._sheet.words.get(sole[1]) is None
            else hash_look(content)
        )
        self.found.append(SvgPiece(tag.piece, matrix, tag.clip, shape, self.drawn()))

    def _add_leaf(self, tag: SvgTag) -> None:
        if tag.piece:
            self._begin_piece(tag, nest_matrix(self._opened[-1].matrix, tag.matrix))
            assert self._outer is not None
            self._end_piece(tag, self._outer, b"")
            self._outer = None
        elif tag.element == b"use":
            self._add_use(tag)
        else:
            self._fresh = True

    def _add_use(self, tag: SvgTag) -> None:
        """Add what a `use` element refers to: a word, or the content of a symbol."""
        name = tag.attributes.get(b"xlink:href", b"")
        name = name[1:] if name.startswith(b"#") else b""
        matrix = nest_matrix(self._opened[-1].matrix, tag.matrix)
        word = self._sheet.words.get(name)
        if b"y" in tag.attributes:  # only the glyphs of a word have one
            raise readback_error(self._sheet.file, "<use y> is not used in sheets")
        if word is not None:
            place = tag.attributes.get(b"x", b"0")
            if not place.isdigit():
                raise UnexpectedMarkupError
            self._places += [_BEFORE, place] if self._fresh else [place]
            self._add_text(word, "", 0.0, _flip_matrix(matrix))
            return
        drawn, self._fresh = self._sheet.find_symbol(name).drawn, True
        if matrix is None and (drawn.marks or drawn.runs):
            shown = name.decode("utf-8", "replace")
            raise readback_error(self._sheet.file, f"the symbol {shown!r} has a transform other than a matrix")
        if matrix is not None:
            inner = drawn.transform(nest_matrix(matrix, (*_SAME, *_position(tag))) or matrix)
            self.runs += inner.runs
            self.marks += [(self._n, mark) for mark in inner.marks]

    def _add_live_text(self, tag: SvgTag, matrix: Matrix | None) -> None:
        told = {name.decode(): unescape(value.decode("utf-8", "replace")) for name, value in tag.attributes.items()}
        font = f"{told.get('font-family', '')} {told.get('font-weight', '')} {told.get('font-style', '')}".strip()
        if not _FEATURES.fullmatch(tag.attributes.get(b"style", b"")):
            raise readback_error(self._sheet.file, "the style of a text is not a list of font features")
        try:
            (size,) = parse_numbers(tag.attributes.get(b"font-size", b""))
        except ValueError:
            raise readback_error(self._sheet.file, "a text has no font size") from None
        own = nest_matrix(matrix, (*_SAME, *_position(tag)))
        text = unescape(tag.text.decode("utf-8", "replace"))
        self._add_text(text.replace("\u00a0", " "), font, size, own)  # as in outlined words and in PDF


def _flip_matrix(matrix: Matrix | None) -> Matrix | None:
    return None if matrix is None else flip_text_matrix(matrix)


_STEPS = {"open": SvgWalk._open_element, "close": SvgWalk._close_element, "leaf": SvgWalk._add_leaf}
_OWN = frozenset({b"class", b"transform"})
_FEATURES = re.compile(rb"(?:font-feature-settings: '[ -&(-~]{4}' \d+(?:, '[ -&(-~]{4}' \d+)*)?")


def _position(tag: SvgTag) -> tuple[float, float]:
    """Return the x and y attributes of an element."""
    x, y = parse_numbers(tag.attributes.get(b"x", b"0") + b" " + tag.attributes.get(b"y", b"0"))
    return x, y
