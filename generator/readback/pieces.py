"""What both formats share in reading back: names to words, numbers to matrices, bodies to looks, faults to findings."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, cast

from generator.geometry.bounds import Box
from generator.geometry.matrix import IDENTITY, Matrix, apply, multiply
from generator.model.finding import DataError, refuse
from generator.model.paper import Side
from generator.model.place import Place
from generator.model.printed import PIECE, Mark, Run

# how the names of marks begin whose segments are wanted, and whose points
FOLDED = (b"cut", b"mountain", b"valley")
LINED = (b"route.", b"line.", b"join.", *FOLDED)
End = tuple[float, float, bytes]  # of a segment, with the operator that says so, or an operator alone
FAR = 1e8  # what no number of a sheet comes near
# what comes of reading where something of another kind is expected
ODD = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
Words = tuple[str, str, str, int, Side]
Segments = tuple[Box, ...]
MOVES = frozenset((b"m", b"l", b"c", b"v", b"y", b"M", b"L", b"C"))
CLOSES = frozenset((b"h", b"s", b"b", b"b*", b"Z", b"z"))


def unclear(file: str, message: str, line: int = 0, column: int = 0) -> DataError:
    """Return the error for a file that cannot be read back, GF117."""
    return refuse("GF117", Place(file, line, column), message)


def words(name: bytes, file: str) -> Words:
    """Return id, part, design, copy and side of the name of a piece."""
    found = PIECE.fullmatch(name.decode("utf-8", "replace"))
    if found is None:
        raise unclear(file, f"{name.decode('utf-8', 'replace')!r} is no name of a piece, such as hand.red.3.c1.front")
    return found[0], found["part"], found["design"], int(found["copy"]), cast(Side, found["side"])


@lru_cache(maxsize=4096)
def numbers(text: bytes) -> tuple[float, ...]:
    """Return the numbers of a matrix or a box, parted by spaces or commas; ValueError for others and for huge ones."""
    found = tuple(map(float, text.replace(b",", b" ").split()))
    if b"_" in text or not all(-FAR < number < FAR for number in found):
        raise ValueError
    return found


def six(text: bytes, file: str, what: str) -> Matrix:
    """Return the six numbers of a matrix."""
    try:
        a, b, c, d, e, f = numbers(text)
    except ValueError:
        raise unclear(file, f"{what} is not six numbers: {text[:60].decode('latin-1')!r}") from None
    return a, b, c, d, e, f


def four(text: bytes, file: str, what: str) -> tuple[float, float, float, float]:
    """Return the four numbers of a box."""
    try:
        x, y, width, height = numbers(text)
    except ValueError:
        raise unclear(file, f"{what} is not four numbers: {text[:60].decode('latin-1')!r}") from None
    return x, y, width, height


class Drawn(NamedTuple):
    """What is drawn: named groups in the order in which they begin, and texts in the order in which they are drawn."""

    marks: tuple[Mark, ...] = ()
    runs: tuple[Run, ...] = ()

    def moved(self, matrix: Matrix) -> "Drawn":
        """Return the same in the coordinates to which the matrix leads."""
        if matrix == IDENTITY:
            return self
        return Drawn(moved(self.marks, matrix), tuple(_run_moved(run, matrix) for run in self.runs))


NOTHING = Drawn()


def _run_moved(run: Run, matrix: Matrix) -> Run:
    return run._replace(matrix=multiply(matrix, run.matrix))


def look(body: bytes) -> bytes:
    """Return a digest: equal bodies are equal looks."""
    return blake2b(body.strip(), digest_size=12).digest()


def moved(marks: tuple[Mark, ...], matrix: Matrix) -> tuple[Mark, ...]:
    """Return the marks in the coordinates to which the matrix leads."""
    if not marks:
        return marks
    return tuple(
        Mark(
            name,
            multiply(matrix, own),
            shape,
            tuple(apply(matrix, *end) for end in points),
            text,
            tuple((*apply(matrix, *line[:2]), *apply(matrix, *line[2:])) for line in lines),
            inside,
        )
        for name, own, shape, points, text, lines, inside in marks
    )


def points(ends: Iterable[End]) -> tuple[tuple[float, float], ...]:
    """Return where segments begin and end."""
    return tuple((x, y) for x, y, word in ends if word in MOVES)


def segments(ends: Iterable[End]) -> Segments:
    """Return the segments, and those that close a line; of a path that is never painted there are none."""
    found: list[tuple[float, float, float, float]] = []
    first = last = (0.0, 0.0)
    painted = 0
    for x, y, word in ends:
        if word in MOVES:
            if word not in b"mM":
                found.append((*last, x, y))
            last = x, y
            first = last if word in b"mM" else first
            continue
        if word in CLOSES and last != first:
            found.append((*last, *first))
            last = first
        if word == b"n":
            del found[painted:]
        elif word not in b"hZz":
            painted = len(found)
    return tuple(found)


def upright(matrix: Matrix) -> Matrix:
    """Return the matrix of a text whose letters stand along y downwards, of one where they stand along y upwards."""
    a, b, c, d, e, f = matrix
    return a, b, 0.0 - c, 0.0 - d, e, f


def says(runs: Iterable[Run]) -> str:
    """Return what some runs say, with a blank between them."""
    return " ".join(run.text for run in runs)
