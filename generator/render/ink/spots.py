"""Find the spots that tell on which grounds a shape stands, and tell marks from grounds; lengths in mm."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import dist

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, transform_point
from generator.geometry.regions import flatten_path
from generator.geometry.types import Point, Segment
from generator.model.picture import Path
from generator.render.ink.grounds import Ground

SMALL = 7.5  # the longer side of a shape that is a mark
THIN = 1.1  # the width of a line, and twice the area of a shape over its perimeter
_SAMPLES = 8  # of a fill, and of each line of a path
_INWARD = 0.2  # of the way from the edge to the middle
_BESIDE = 0.2  # mm from the edge of a line to the ground beside it
_SHARE = 0.2  # of the spots of a line: a ground that has fewer is crossed


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
