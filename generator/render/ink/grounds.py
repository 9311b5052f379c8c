"""Know on which grounds shapes stand: what was drawn so far, as it was and as it is now; lengths in mm.

Spots tell on which grounds a shape stands, and short pieces of its outline whether what lies on both sides differs.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from math import ceil, dist, floor
from typing import NamedTuple

from generator.geometry.bezier import flatten_cubic, steps_within
from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, transform_point
from generator.geometry.regions import flatten_path
from generator.geometry.tolerances import CURVE_STEPS
from generator.geometry.types import Box, Point, Segment
from generator.model.picture import Path
from generator.render.ink.paints import WHITE, Ground, Rgb, cover

_CELL = 6.0  # mm: the layers that reach into such a square are looked up together
_MOST_CELLS = 4000  # of one layer
_OPAQUE = 0.004  # of what lies below: less does not show
SMALL = 7.5  # the longer side of a shape that is a mark
THIN = 1.1  # the width of a line, and twice the area of a shape over its perimeter
_SAMPLES = 8  # of a fill, and of each line of a path
_INWARD = 0.2  # of the way from the edge to the middle
_BESIDE = 0.2  # mm from the edge of a line to the ground beside it
_SHARE = 0.2  # of the spots of a line: a ground that has fewer is crossed
_STEP = 1.5  # between the spots that are looked at
_BESIDE_EDGE = 0.15  # from the edge to the spots on both sides
_ALIKE = 0.04  # of a channel: paints that differ less are one
_LITTLE = 0.04  # of an outline: less of it is not told from the rest
_FEW = 0.04  # of shapes that are alike: what fewer show is chance
_NEAR = 0.02  # mm: how far the chords of a curve may lie from it

PointTest = Callable[[float, float], bool]


class InkLayer(NamedTuple):
    """Paint on a region, as it was and as it is now, with their opacity."""

    box: Box
    holds: PointTest
    old: Rgb
    new: Rgb
    opacity: float


class Grounds:
    """The layers of a picture, the lowest first."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[InkLayer]] = defaultdict(list)

    def add(self, layer: InkLayer) -> None:
        """Lay paint over all others."""
        left, top, right, bottom = (floor(value / _CELL) for value in layer.box)
        if (right - left + 1) * (bottom - top + 1) > _MOST_CELLS:
            return  # far larger than any paper: a shape that is drawn by mistake
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                self._cells[column, row].append(layer)

    def under(self, x: float, y: float) -> Ground:
        """Return the paint at a point, as it was and as it is now; white paper where there is none."""
        old: list[tuple[Rgb, Rgb, float]] = []
        left = 1.0
        for layer in reversed(self._cells.get((floor(x / _CELL), floor(y / _CELL)), ())):
            x1, y1, x2, y2 = layer.box
            if x1 <= x <= x2 and y1 <= y <= y2 and layer.holds(x, y):
                old.append((layer.old, layer.new, layer.opacity))
                left *= 1 - layer.opacity
                if left < _OPAQUE:
                    break
        before, after = WHITE, WHITE
        for was, now, opacity in reversed(old):
            before, after = cover(was, opacity, before), cover(now, opacity, after)
        return Ground(before, after)


def straighten_curves(segments: Sequence[Segment], scale: float) -> tuple[Segment, ...]:
    """Return segments whose long curves, which a region would draw too coarsely, are short chords."""
    made: list[Segment] = []
    at: Point = (0.0, 0.0)
    for segment in segments:
        kind, *flat = segment
        if kind == "C":
            curve = at, (flat[0], flat[1]), (flat[2], flat[3]), (flat[4], flat[5])
            steps = steps_within(*curve, _NEAR / (scale or 1.0))
            made += [("L", *end) for end in flatten_cubic(*curve, steps)] if steps > CURVE_STEPS else [segment]
        else:
            made.append(segment)
        at = (flat[-2], flat[-1]) if flat else at
    return tuple(made)


def inner_spots(segments: Sequence[Segment], matrix: Matrix) -> list[Point]:
    """Return some spots of a fill, a little in from its edge, where its neighbors do not reach."""
    points = [point for line, _ in flatten_path(segments) for point in line]
    if not points:
        return []
    step = max(1, len(points) // _SAMPLES)
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    found = [(px + (x - px) * _INWARD, py + (y - py) * _INWARD) for px, py in points[::step][:_SAMPLES]]
    return [transform_point(matrix, *each) for each in found]


def side_spots(segments: Sequence[Segment], matrix: Matrix, width: float) -> list[Point]:
    """Return spots on both sides of a line of some width, evenly along it; those on its middle if it has no length."""
    spots: list[Point] = []
    for line, closed in flatten_path(segments):
        points = [transform_point(matrix, *point) for point in ([*line, line[0]] if closed else line)]
        for (x1, y1), (x2, y2), share in _walk_evenly(points):
            length = dist((x1, y1), (x2, y2))
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            dx, dy = (away * (width / 2 + _BESIDE) / length for away in (y1 - y2, x2 - x1))
            spots += (x + dx, y + dy), (x - dx, y - dy)
    return spots or [transform_point(matrix, *point) for line, _ in flatten_path(segments) for point in line[:1]]


def _walk_evenly(points: Sequence[Point]) -> Iterator[tuple[Point, Point, float]]:
    """Yield chords of a line, and how far along each a sample lies."""
    chords = [(one, other) for one, other in pairwise(points) if one != other]
    ends = list(accumulate(dist(*chord) for chord in chords))
    at = 0
    for number in range(_SAMPLES if ends else 0):
        wanted = ends[-1] * (number + 0.5) / _SAMPLES
        while ends[at] < wanted and at < len(ends) - 1:
            at += 1
        length = dist(*chords[at])
        yield *chords[at], (wanted - ends[at] + length) / length


def find_most_common(grounds: Sequence[Ground]) -> list[Ground]:
    """Return the ground on which most of a shape stands; of two alike, the darker."""
    counts = Counter(map(_name_ground, grounds))
    best = max(counts, key=lambda old: (counts[old], -sum(old)))
    return [next(each for each in grounds if _name_ground(each) == best)]


def find_common(grounds: Sequence[Ground]) -> list[Ground]:
    """Return the grounds that a line lies between or runs through, without those that it only crosses."""
    counts = Counter(map(_name_ground, grounds))
    named = {_name_ground(each): each for each in reversed(grounds)}
    kept = [named[old] for old, count in counts.items() if count >= _SHARE * len(grounds)]
    return kept or find_most_common(grounds)


def _name_ground(ground: Ground) -> tuple[float, ...]:
    return tuple(round(channel, 2) for channel in ground.old)


def is_mark(path: Path, scale: float) -> bool:
    """Return whether a fill is small or thin."""
    box = segment_bounds(path.segments, IDENTITY)
    assert box is not None
    return max(box[2] - box[0], box[3] - box[1]) * scale <= SMALL or is_thin(path, scale)


def is_thin(path: Path, scale: float) -> bool:
    """Return whether a fill is as thin as a line all along."""
    areas, around = [0.0], 0.0
    for line, _ in flatten_path(path.segments):
        closed = [*line, line[0]]
        areas.append(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(closed)) / 2)
        around += sum(dist(one, other) for one, other in pairwise(closed))
    area = abs(sum(areas)) if not path.paint.even_odd else 2 * max(map(abs, areas)) - sum(map(abs, areas))
    return 2 * abs(area) / (around or 1.0) * scale < THIN


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
    dx, dy = (y1 - y2) * _BESIDE_EDGE / length, (x2 - x1) * _BESIDE_EDGE / length
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
