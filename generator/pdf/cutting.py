"""Leave out of a page what lies outside a region: cards of one page do not hold each other's texts and pictures.

What a clip would hide anyway is left out, where that is certain; what changes the state of later operators is kept.
"""

import zlib
from contextlib import suppress
from math import sqrt
from typing import Any

from pikepdf import Dictionary, Name, Operator, Stream, unparse_content_stream

from generator.geometry.bounds import boxes_overlap, boxes_touch, point_bounds, transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.geometry.types import Box, Point
from generator.pdf.content import parse_operators
from generator.pdf.text_extents import GlyphWidths, TextState

_DEEPEST = 20  # forms within one another that are looked into
_SHARED = 0.05  # mm: what lies beside the region shares an edge with it
_EDGE = 0.3  # mm around a path, for what smooths its edges
_MITER = 2.0  # times half its width, that a line reaches beyond its points
_BUILDS = {"m": 1, "l": 1, "c": 3, "v": 2, "y": 2, "h": 0}  # operators that construct a path, and their points
_PAINTS = frozenset(("n", "f", "F", "f*", "B", "B*", "b", "b*", "S", "s"))
_FILLS = frozenset(("f", "F", "f*"))
_MOVES, _SETS = frozenset(("Td", "TD", "Tm", "T*")), frozenset(("Tf", "Tc", "Tw", "TL", "Ts", "Tz"))
Instruction = tuple[list[Any], Operator]


class PageCutter:
    """Cuts regions out of the one page of a PDF that was cleaned; each stream is parsed once."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self._parsed: dict[tuple[int, int], list[Any]] = {}

    def cut_region(self, region: Box) -> Any:
        """Return a form XObject with what the page shows in a region: x, y, width and height in mm."""
        x, y, width, height = region
        form = self.pdf.pages[0].Resources.XObject.P
        return self.cut_form(form, matrix_of(form), (x, y, x + width, y + height), _DEEPEST)

    def cut_form(self, form: Any, matrix: Matrix, box: Box, deep: int) -> Any:
        """Return a form with what it shows in a box (left, top, right, bottom) of what a matrix leads to."""
        cutter = _FormCutter(self, form, box, deep)
        cutter.read(matrix, self._parse(form))
        entries = dict(form.stream_dict.items())
        held = form.get("/Resources", Dictionary())
        entries["/Resources"] = Dictionary({**held, "/XObject": Dictionary(cutter.drawn)})
        entries["/Filter"] = Name.FlateDecode
        entries.pop("/Length", None)
        data = zlib.compress(unparse_content_stream(cutter.out), 6)
        return self.pdf.make_indirect(Stream(self.pdf, data, Dictionary(entries)))

    def _parse(self, form: Any) -> list[Any]:
        if form.objgen not in self._parsed:
            self._parsed[form.objgen] = parse_operators(form)
        return self._parsed[form.objgen]


def matrix_of(form: Any) -> Matrix:
    """Return the matrix of a form XObject."""
    a, b, c, d, e, f = (float(each) for each in form.get("/Matrix", IDENTITY))
    return a, b, c, d, e, f


class _FormCutter:
    """Copies the operators of one form that may show something in a box."""

    def __init__(self, page: PageCutter, form: Any, box: Box, deep: int) -> None:
        self._page, self._form, self._box, self._deep = page, form, box, deep
        self.out: list[Instruction] = []
        self.drawn: dict[str, Any] = {}
        self._saved: list[tuple[Matrix, float, int, bool]] = []
        self._matrix, self._width, self._draws = IDENTITY, 1.0, False
        self._path: list[Instruction] = []
        self._points: list[Point] = []
        self._clips = False
        self._text, self._line, self._line_is_seen = TextState(), list[Instruction](), False
        self._widths: dict[str, GlyphWidths] = {}

    def read(self, matrix: Matrix, instructions: list[Any]) -> None:
        """Read the instructions of the form, given the matrix from its own units."""
        self._matrix = matrix
        for each in instructions:
            self._take([each.iimage] if hasattr(each, "iimage") else [*each.operands], each.operator)

    def _take(self, operands: list[Any], operator: Operator) -> None:
        word, instruction = str(operator), (operands, operator)
        if word in _BUILDS or word in ("re", "W", "W*"):
            self._build(instruction, word)
        elif word in _PAINTS:
            self._paint(instruction, word)
        elif word in ("Tj", "TJ", "'", '"', "BT", "ET") or word in _MOVES or word in _SETS:
            self._set_text(instruction, word)
        elif word == "Do":
            self._draw_object(instruction)
        elif word == "INLINE IMAGE":
            self._emit(instruction, transformed_box_bounds(0, 0, 1, 1, self._matrix))
        elif word in ("q", "Q"):
            self._save(instruction, word)
        else:
            if word == "cm":
                self._matrix = multiply_matrices(self._matrix, _to_matrix(operands))
            elif word == "w":
                self._width = float(operands[0])
            self._draws |= word == "sh"
            (self._line if self._line else self.out).append(instruction)

    def _save(self, instruction: Instruction, word: str) -> None:
        """Follow `q` and `Q`; what draws nothing between them goes."""
        if word == "q":
            self._saved.append((self._matrix, self._width, len(self.out), self._draws))
            self._draws = False
            self.out.append(instruction)
        elif self._saved:
            self._matrix, self._width, start, drew = self._saved.pop()
            if self._draws:
                self.out.append(instruction)
            else:
                del self.out[start:]
            self._draws |= drew

    def _emit(self, instruction: Instruction, bounds: Box) -> None:
        if boxes_overlap(bounds, self._box, _SHARED):
            self.out.append(instruction)
            self._draws = True

    def _build(self, instruction: Instruction, word: str) -> None:
        self._path.append(instruction)
        self._clips |= word.startswith("W")
        numbers = [float(each) for each in instruction[0]] if word not in ("h", "W", "W*") else []
        if word == "re" and len(numbers) == 4:
            x, y, wide, high = numbers
            spots = [(x, y), (x + wide, y), (x, y + high), (x + wide, y + high)]
        else:
            spots = list(zip(numbers[0::2], numbers[1::2], strict=False))
        self._points += [transform_point(self._matrix, *spot) for spot in spots]

    def _paint(self, instruction: Instruction, word: str) -> None:
        a, b, c, d, *_ = self._matrix
        reach = _EDGE + self._width * sqrt(abs(a * d - b * c)) / 2 * _MITER
        is_seen = False
        if self._points and word != "n":
            left, top, right, bottom = bounds = point_bounds(self._points)
            is_seen = boxes_overlap(bounds, self._box, _SHARED)
            if word not in _FILLS:
                is_seen = boxes_touch((left - reach, top - reach, right + reach, bottom + reach), self._box)
        if is_seen or self._clips:
            self.out += [*self._path, instruction if is_seen or word == "n" else ([], Operator("n"))]
            self._draws |= is_seen
        self._path, self._points, self._clips = [], [], False

    def _set_text(self, instruction: Instruction, word: str) -> None:
        operands, _ = instruction
        if word in ("'", '"'):
            if word == '"':
                self._set_text(([operands[0]], Operator("Tw")), "Tw")
                self._set_text(([operands[1]], Operator("Tc")), "Tc")
            self._set_text(([], Operator("T*")), "T*")
            self._set_text((operands[-1:], Operator("Tj")), "Tj")
            return
        if word in ("BT", "ET") or word in _MOVES:
            self._end_line()
            self.out.append(instruction)
            if word == "BT":
                self._text.begin()
            elif word != "ET":
                self._text.move(word, operands)
            return
        self._line.append(instruction)
        if word in _SETS:
            self._text.set(word, operands)
            if word == "Tf":
                self._text.widths = self._find_widths(str(operands[0]))
        elif operands:
            self._line_is_seen |= boxes_overlap(self._text.show(operands[0], self._matrix), self._box, _SHARED)

    def _end_line(self) -> None:
        """Keep the strings of a line, which begin one behind the other, if any of them may be seen."""
        kept = [each for each in self._line if self._line_is_seen or str(each[1]) not in ("Tj", "TJ")]
        self.out += kept
        self._draws |= self._line_is_seen
        self._line, self._line_is_seen = [], False

    def _find_widths(self, name: str) -> GlyphWidths | None:
        font = self._form.get("/Resources", {}).get("/Font", {}).get(name)
        if font is not None and name not in self._widths:
            with suppress(AttributeError, IndexError, KeyError, TypeError, ValueError):  # a font may be damaged
                self._widths[name] = GlyphWidths(font)
        return self._widths.get(name)

    def _draw_object(self, instruction: Instruction) -> None:
        name = str(instruction[0][0])
        held = self._form.get("/Resources", {}).get("/XObject", {}).get(name)
        if held is None:
            return
        if held.get("/Subtype") == "/Image":
            bounds = transformed_box_bounds(0, 0, 1, 1, self._matrix)
        else:
            inner = multiply_matrices(self._matrix, matrix_of(held))
            left, bottom, right, top = (float(each) for each in held.BBox)
            bounds = transformed_box_bounds(left, bottom, right - left, top - bottom, inner)
            if boxes_overlap(bounds, self._box, _SHARED) and not _lies_inside(bounds, self._box) and self._deep:
                held = self._page.cut_form(held, inner, self._box, self._deep - 1)
                name = f"/GfC{len(self.drawn)}"
        if boxes_overlap(bounds, self._box, _SHARED):
            self.drawn[name] = held
            self._emit(([Name(name)], instruction[1]), bounds)


def _lies_inside(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _to_matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(each) for each in operands)
    return a, b, c, d, e, f
