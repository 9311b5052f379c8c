"""What the PDF and the SVG reader share: names, numbers, path segments, drawings and errors."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, cast

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.geometry.types import Box
from generator.model.finding import DataError, Place, refuse
from generator.model.paper import Side
from generator.model.printed import PIECE_ID, Mark, TextRun

# prefixes of the names of marks whose segments, or whose end points, are collected
SEGMENT_PREFIXES = (b"cut", b"mountain", b"valley")
POINT_PREFIXES = (b"route.", b"line.", b"join.", *SEGMENT_PREFIXES)
PathStep = tuple[float, float, bytes]  # x, y and the operator; operators without operands have 0, 0
NUMBER_LIMIT = 1e8  # limit for every number in a sheet
# raised when malformed data reach code that expects another type or range
MALFORMED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
PieceName = tuple[str, str, str, int, Side]
Segments = tuple[Box, ...]
POINT_OPERATORS = frozenset((b"m", b"l", b"c", b"v", b"y", b"M", b"L", b"C"))
_CLOSING_OPERATORS = frozenset((b"h", b"s", b"b", b"b*", b"Z", b"z"))


def readback_error(file: str, message: str, line: int = 0, column: int = 0) -> DataError:
    """Return the error for a file that cannot be read back (GF117)."""
    return refuse("GF117", Place(file, line, column), message)


def parse_piece_name(name: bytes, file: str) -> PieceName:
    """Split the name of a piece into id, part, design, copy and side; raise GF117 for any other name."""
    found = PIECE_ID.fullmatch(name.decode("utf-8", "replace"))
    if found is None:
        raise readback_error(
            file, f"{name.decode('utf-8', 'replace')!r} is not the name of a piece, such as hand.red.3.c1.front"
        )
    return found[0], found["part"], found["design"], int(found["copy"]), cast(Side, found["side"])


@lru_cache(maxsize=4096)
def parse_numbers(text: bytes) -> tuple[float, ...]:
    """Parse numbers separated by spaces or commas; raise ValueError for anything else, and for huge numbers."""
    found = tuple(map(float, text.replace(b",", b" ").split()))
    if b"_" in text or not all(-NUMBER_LIMIT < number < NUMBER_LIMIT for number in found):
        raise ValueError
    return found


def parse_matrix(text: bytes, file: str, what: str) -> Matrix:
    """Parse the six numbers of a matrix; raise GF117 for anything else."""
    try:
        a, b, c, d, e, f = parse_numbers(text)
    except ValueError:
        raise readback_error(file, f"{what} is not six numbers: {text[:60].decode('latin-1')!r}") from None
    return a, b, c, d, e, f


def parse_box(text: bytes, file: str, what: str) -> tuple[float, float, float, float]:
    """Parse the four numbers of a box; raise GF117 for anything else."""
    try:
        x, y, width, height = parse_numbers(text)
    except ValueError:
        raise readback_error(file, f"{what} is not four numbers: {text[:60].decode('latin-1')!r}") from None
    return x, y, width, height


class ReadDrawing(NamedTuple):
    """What was drawn: named groups in the order in which they begin, and texts in drawing order."""

    marks: tuple[Mark, ...] = ()
    runs: tuple[TextRun, ...] = ()

    def transform(self, matrix: Matrix) -> "ReadDrawing":
        """Return the drawing with a matrix applied."""
        if matrix == IDENTITY:
            return self
        return ReadDrawing(transform_marks(self.marks, matrix), tuple(_transform_run(run, matrix) for run in self.runs))


EMPTY_DRAWING = ReadDrawing()


def _transform_run(run: TextRun, matrix: Matrix) -> TextRun:
    return run._replace(matrix=multiply_matrices(matrix, run.matrix))


def hash_look(body: bytes) -> bytes:
    """Return a digest of drawing code without surrounding whitespace; equal code looks the same."""
    return blake2b(body.strip(), digest_size=12).digest()


def transform_marks(marks: tuple[Mark, ...], matrix: Matrix) -> tuple[Mark, ...]:
    """Return the marks with a matrix applied."""
    if not marks:
        return marks
    return tuple(
        Mark(
            name,
            multiply_matrices(matrix, own),
            shape,
            tuple(transform_point(matrix, *end) for end in points),
            text,
            lines=tuple((*transform_point(matrix, *line[:2]), *transform_point(matrix, *line[2:])) for line in lines),
            inside=inside,
        )
        for name, own, shape, points, text, lines, inside in marks
    )


def path_points(ends: Iterable[PathStep]) -> tuple[tuple[float, float], ...]:
    """Return the ends of the segments of a path."""
    return tuple((x, y) for x, y, word in ends if word in POINT_OPERATORS)


def path_segments(ends: Iterable[PathStep]) -> Segments:
    """Return the segments of painted paths, including those that close a subpath."""
    found: list[tuple[float, float, float, float]] = []
    first = last = (0.0, 0.0)
    painted = 0
    for x, y, word in ends:
        if word in POINT_OPERATORS:
            if word not in b"mM":
                found.append((*last, x, y))
            last = x, y
            first = last if word in b"mM" else first
            continue
        if word in _CLOSING_OPERATORS and last != first:
            found.append((*last, *first))
            last = first
        if word == b"n":
            del found[painted:]
        elif word not in b"hZz":
            painted = len(found)
    return tuple(found)


def flip_text_matrix(matrix: Matrix) -> Matrix:
    """Flip the y axis of a text matrix, between letters that point down y and letters that point up y."""
    a, b, c, d, e, f = matrix
    return a, b, 0.0 - c, 0.0 - d, e, f


def join_text(runs: Iterable[TextRun]) -> str:
    """Join the text of runs with spaces."""
    return " ".join(run.text for run in runs)
