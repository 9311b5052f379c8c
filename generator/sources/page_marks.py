"""Read what tells where the cards of a page are: lines, boxes, pictures and clips, in mm from its top left corner."""

from io import BytesIO
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Stream

from generator.geometry.bounds import point_bounds, transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.geometry.types import Box, Point
from generator.pdf.content import parse_operators

_MOST_MARKS = 200_000
_DEEPEST = 20
_STRAIGHT = 0.15  # mm: a line that leans by less is upright
_THIN = 0.8  # mm: a box that is no wider is a line
_SHORTEST = 1.0  # mm
_ENDS = frozenset(("n", "f", "F", "f*", "B", "B*", "b", "b*", "S", "s"))
_STROKES = frozenset(("B", "B*", "b", "b*", "S", "s"))


class PageMark(NamedTuple):
    """A line, upright or level, or a box that is painted, clipped to or filled by a picture.

    The box is left, top, right, bottom in mm; `stroke` is the width of the line that is drawn along it.
    """

    is_line: bool
    box: Box
    stroke: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Return the width and height."""
        left, top, right, bottom = self.box
        return right - left, bottom - top

    @property
    def is_upright(self) -> bool:
        """Return whether it is higher than wide."""
        wide, high = self.size
        return high > wide


def read_marks(data: bytes) -> list[PageMark]:
    """Return the marks of the one page of a PDF that was cleaned."""
    with pikepdf.open(BytesIO(data)) as pdf:
        form = pdf.pages[0].Resources.XObject.P
        reader = _MarkReader()
        reader.read(form, _matrix_of(form), _DEEPEST)
        return reader.found


class _MarkReader:
    """Follows paths, matrices and forms."""

    def __init__(self) -> None:
        self.found: list[PageMark] = []
        self._known: dict[tuple[int, int], Any] = {}

    def read(self, form: Any, matrix: Matrix, deep: int) -> None:
        """Add the marks of a form, given the matrix from its own units to mm."""
        state, states, path = matrix, list[tuple[Matrix, float]](), _OpenPath()
        width = 1.0
        for operands, operator in self._parse(form):
            if len(self.found) > _MOST_MARKS:
                return
            if operator == "q":
                states.append((state, width))
            elif operator == "Q" and states:
                state, width = states.pop()
            elif operator == "w":
                width = float(operands[0])
            elif operator == "cm":
                state = multiply_matrices(state, _to_matrix(operands))
            elif operator == "Do":
                self._draw(form, str(operands[0]), state, deep)
            elif operator in _ENDS:
                if path.clips or operator != "n":
                    a, b, c, d, *_ = state
                    stroke = width * sqrt(abs(a * d - b * c)) if operator in _STROKES else 0.0
                    self._add_path(path, stroke)
                path = _OpenPath()
            else:
                path.take(operator, operands, state)

    def _parse(self, form: Any) -> list[tuple[Any, str]]:
        if form.objgen not in self._known:
            self._known[form.objgen] = [(each.operands, str(each.operator)) for each in parse_operators(form)]
        found: list[tuple[Any, str]] = self._known[form.objgen]
        return found

    def _draw(self, form: Any, name: str, state: Matrix, deep: int) -> None:
        held = form.get("/Resources", {}).get("/XObject", {}).get(name)
        if not isinstance(held, Stream):
            return
        if held.get("/Subtype") == "/Image":
            self._add_box(transformed_box_bounds(0, 0, 1, 1, state))
        elif deep:
            inner = multiply_matrices(state, _matrix_of(held))
            left, bottom, right, top = _to_floats(held.BBox)
            self._add_box(transformed_box_bounds(left, bottom, right - left, top - bottom, inner))
            self.read(held, inner, deep - 1)

    def _add_path(self, path: "_OpenPath", stroke: float) -> None:
        for points in path.parts:
            if len(points) > 1:
                box = point_bounds(points)
                if path.bent or _is_box(points, box):
                    self._add_box(box, stroke)
                elif stroke:
                    for one, other in pairwise(points):
                        self._add_line(one, other, stroke)

    def _add_line(self, one: Point, other: Point, stroke: float) -> None:
        wide, high = abs(one[0] - other[0]), abs(one[1] - other[1])
        if min(wide, high) < _STRAIGHT and max(wide, high) >= _SHORTEST:
            self.found.append(PageMark(True, point_bounds([one, other]), stroke))

    def _add_box(self, box: Box, stroke: float = 0.0) -> None:
        left, top, right, bottom = box
        wide, high = right - left, bottom - top
        if max(wide, high) < _SHORTEST:
            return
        is_line = min(wide, high) < _THIN
        self.found.append(PageMark(is_line, box, max(stroke, min(wide, high)) if is_line else stroke))


class _OpenPath:
    """A path while it is made: its parts in mm, whether it has curves, and whether it clips."""

    def __init__(self) -> None:
        self.parts: list[list[Point]] = []
        self.bent = self.clips = False

    def take(self, operator: str, operands: Any, state: Matrix) -> None:
        """Add an operator that constructs a path."""
        if operator == "m":
            self.parts.append([transform_point(state, *_to_floats(operands))])
        elif operator == "re":
            self.parts.append(_corners(state, *_to_floats(operands)))
        elif operator in ("W", "W*"):
            self.clips = True
        elif self.parts and operator == "h":
            self.parts[-1].append(self.parts[-1][0])
        elif self.parts and operator in ("l", "c", "v", "y"):
            self.bent |= operator != "l"
            self.parts[-1].append(transform_point(state, *_to_floats(operands)[-2:]))


def _is_box(points: list[Point], box: Box) -> bool:
    """Return whether points run along the four sides of their bounding box, or along a line that has a width."""
    if len(points) not in (4, 5):
        return False
    return all(
        min(abs(x - box[0]), abs(x - box[2])) < _STRAIGHT and min(abs(y - box[1]), abs(y - box[3])) < _STRAIGHT
        for x, y in points
    )


def _corners(state: Matrix, x: float, y: float, wide: float, high: float) -> list[Point]:
    spots = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y))
    return [transform_point(state, *spot) for spot in spots]


def _to_floats(operands: Any) -> list[float]:
    return [float(each) for each in operands]


def _to_matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = _to_floats(operands)
    return a, b, c, d, e, f


def _matrix_of(form: Any) -> Matrix:
    return _to_matrix(form.Matrix) if "/Matrix" in form else IDENTITY
