"""Find the parts of an outline that are seen: where what lies on both sides of it differs; lengths in mm."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from math import ceil, dist

from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.regions import flatten_path
from generator.geometry.types import Point, Segment
from generator.render.ink.tints import Rgb

_STEP = 1.5  # between the spots that are looked at
_BESIDE = 0.15  # from the edge to the spots on both sides
_ALIKE = 0.04  # of a channel: paints that differ less are one
_LITTLE = 0.04  # of an outline: less of it is not told from the rest
_FEW = 0.04  # of shapes that are alike: what fewer show is chance

Look = Callable[[float, float], Rgb]
SeenPieces = tuple[bool, ...]


def find_seen_pieces(segments: Sequence[Segment], matrix: Matrix, look: Look) -> SeenPieces:
    """Tell which short pieces of an outline are seen."""
    lines = [line for line, _ in flatten_path(segments)]
    return tuple(_is_seen(*piece, matrix, look) for line in lines for piece in _cut_pieces(line, matrix))


def merge_seen_pieces(found: Sequence[SeenPieces]) -> SeenPieces:
    """Return the pieces that are seen on several of some shapes that are alike."""
    return tuple(sum(each) > _FEW * len(found) for each in zip(*found, strict=True))


def draw_seen_pieces(segments: Sequence[Segment], matrix: Matrix, seen: SeenPieces) -> tuple[Segment, ...] | None:
    """Return the lines of the pieces that are seen; None if all are, or nearly all."""
    shown = sum(seen)
    if shown >= (1 - _LITTLE) * len(seen):
        return None
    if shown <= _LITTLE * len(seen):
        return ()
    pieces = [list(_cut_pieces(line, matrix)) for line, _ in flatten_path(segments)]
    flags = iter(seen)
    return tuple(each for some in pieces for each in _join_pieces(some, [next(flags) for _ in some]))


def _cut_pieces(line: Sequence[Point], matrix: Matrix) -> Iterator[tuple[Point, Point]]:
    """Yield short pieces of a closed line, in its own coordinates."""
    for one, other in pairwise([*line, line[0]]):
        length = dist(transform_point(matrix, *one), transform_point(matrix, *other))
        count = max(1, ceil(length / _STEP))
        dx, dy = (other[0] - one[0]) / count, (other[1] - one[1]) / count
        ends = [(one[0] + dx * number, one[1] + dy * number) for number in range(count)]
        yield from pairwise([*ends, other]) if length else ()


def _is_seen(one: Point, other: Point, matrix: Matrix, look: Look) -> bool:
    (x1, y1), (x2, y2) = transform_point(matrix, *one), transform_point(matrix, *other)
    x, y, length = (x1 + x2) / 2, (y1 + y2) / 2, dist((x1, y1), (x2, y2))
    dx, dy = (y1 - y2) * _BESIDE / length, (x2 - x1) * _BESIDE / length
    sides = zip(look(x + dx, y + dy), look(x - dx, y - dy), strict=True)
    return any(abs(left - right) > _ALIKE for left, right in sides)


def _join_pieces(pieces: Sequence[tuple[Point, Point]], seen: Sequence[bool]) -> Iterator[Segment]:
    """Yield the lines of all pieces that are seen; one that runs through the start of the outline stays one."""
    first = next((number for number, each in enumerate(seen) if not each), 0)
    turned = [*zip(pieces, seen, strict=True)]
    for shown, run in groupby([*turned[first:], *turned[:first]], key=lambda each: each[1]):
        if shown:
            line = [piece for piece, _ in run]
            yield "M", *_round(line[0][0])
            yield from (("L", *_round(end)) for _, end in line)


def _round(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)
