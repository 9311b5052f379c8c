"""Split a line into stretches of one ink each, where the ink depends on the point; lengths in mm."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil, hypot
from typing import NamedTuple

from generator.geometry.bezier import split_curve
from generator.geometry.regions import flatten_path
from generator.geometry.tolerances import INK_CHANGE, ROUNDING
from generator.geometry.types import Point, Segment

SHORTEST_STRETCH = 1.5  # mm: shorter stretches, such as where thin art crosses a line, take the ink of their neighbors
_SAMPLE_STEP = 1.0  # mm between samples at most: at least one in each stretch that counts, whose ends are then searched
LinePiece = tuple[Point, ...]  # the ends of a straight line, or the four points of a cubic
InkAt = Callable[[Point, Point], str]  # the ink at a point of a line with that direction


class InkStretch(NamedTuple):
    """A part of a line, as distances along it (mm), and its ink; on a closed line it may run past the start."""

    start: float
    end: float
    ink: str


class MeasuredLine:
    """One subpath, with points addressed by their distance along it."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(segments)
        self.closed = segments[-1][0] == "Z"
        self._pieces = tuple(_line_pieces(segments))
        self._ends = (0.0, *accumulate(_piece_length(step) for step in self._pieces))
        self.length = self._ends[-1]

    def point_at(self, place: float) -> tuple[Point, Point]:
        """Return the point at a distance and the unit direction there; on a closed line, distances wrap round."""
        place = place % self.length if self.closed else place
        number = min(bisect_right(self._ends, place), len(self._pieces)) - 1
        start, end = self._ends[number : number + 2]
        return _point_on_piece(self._pieces[number], (place - start) / (end - start))

    def segments_between(self, start: float, end: float) -> Iterator[Segment]:
        """Yield the segments between two distances; curves are split exactly."""
        yield ("M", *self.point_at(start)[0])
        begun = start // self.length if self.closed else 0.0
        for turn in (begun * self.length, (begun + 1) * self.length)[: 1 + self.closed]:
            for step, (low, high) in zip(self._pieces, pairwise(self._ends), strict=True):
                one, other = max(start - turn, low), min(end - turn, high)
                if other - one > ROUNDING:
                    points = _cut_piece(step, (one - low) / (high - low), (other - low) / (high - low))
                    yield ("L" if len(step) == 2 else "C", *(value for point in points[1:] for value in point))


def measured_lines(segments: Sequence[Segment]) -> Iterator[MeasuredLine]:
    """Yield the subpaths that have a length."""
    starts = [number for number, segment in enumerate(segments) if segment[0] == "M"]
    for start, end in pairwise((*starts, len(segments))):
        line = MeasuredLine(segments[start:end])
        if line.length:
            yield line


def find_ink_stretches(line: MeasuredLine, ink: InkAt) -> list[InkStretch]:
    """Return the stretches of a line in order, without gaps; those of a closed line begin where the ink changes."""
    found = _sample_ink(line, ink, 0.0)
    if line.closed and len(found) > 1:
        widest = max(found, key=_stretch_length)
        found = _merge_short_stretches(_sample_ink(line, ink, (widest.start + widest.end) / 2))
        if len(found) > 1 and found[0].ink == found[-1].ink:
            first, *rest, last = found
            found = [*rest, InkStretch(last.start, first.end + line.length, last.ink)]
        return found
    return _merge_short_stretches(found)


def _stretch_length(stretch: InkStretch) -> float:
    return stretch.end - stretch.start


def _sample_ink(line: MeasuredLine, ink: InkAt, origin: float) -> list[InkStretch]:
    """Return the stretches from a distance to the end of the line, or once round it, by sampling the ink."""
    count = ceil(line.length / _SAMPLE_STEP)
    places = [origin + (k + 0.5) * line.length / count for k in range(count)]
    seen = [(place, ink(*line.point_at(place))) for place in places]
    found: list[InkStretch] = []
    start = origin
    for (one, before), (other, after) in pairwise(seen):
        if before != after:
            change = _find_ink_change(line, ink, one, other)
            found.append(InkStretch(start, change, before))
            start = change
    return [*found, InkStretch(start, origin + line.length, seen[-1][1])]


def _find_ink_change(line: MeasuredLine, ink: InkAt, one: float, other: float) -> float:
    """Return where the ink changes between two distances, by bisection."""
    before = ink(*line.point_at(one))
    while other - one > INK_CHANGE:
        middle = (one + other) / 2
        if ink(*line.point_at(middle)) == before:
            one = middle
        else:
            other = middle
    return (one + other) / 2


def _merge_short_stretches(found: list[InkStretch]) -> list[InkStretch]:
    """Return the stretches without short ones: each, the shortest first, is merged with its neighbors."""
    while len(found) > 1:
        short = min(range(len(found)), key=lambda k: _stretch_length(found[k]))
        if _stretch_length(found[short]) >= SHORTEST_STRETCH:
            break
        low, high = max(0, short - 1), min(len(found), short + 2)
        ink = found[low if low < short else high - 1].ink
        found[low:high] = [InkStretch(found[low].start, found[high - 1].end, ink)]
    return found


def _line_pieces(segments: Sequence[Segment]) -> Iterator[LinePiece]:
    """Yield the straight lines and cubics of a subpath that have a length."""
    _, *first = segments[0]
    start = here = (first[0], first[1])
    for kind, *flat in segments[1:]:
        points = tuple(zip(flat[::2], flat[1::2], strict=True)) if kind != "Z" else (start,)
        step = here, *points
        if _piece_length(step) > ROUNDING:
            yield step
        here = points[-1]


def _piece_length(step: LinePiece) -> float:
    """Return the length of a straight line, or of the chords of a cubic."""
    points: Sequence[Point] = step
    if len(step) == 4:
        curve: Segment = ("C", *(value for point in step[1:] for value in point))
        ((points, _),) = flatten_path((("M", *step[0]), curve))
    return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))


def _point_on_piece(step: LinePiece, part: float) -> tuple[Point, Point]:
    """Return the point at parameter 0 to 1 and the unit direction there."""
    if len(step) == 2:
        (x1, y1), (x2, y2) = step
        x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
    else:
        before, after = split_curve(step, part)
        x, y = after[0]
        (x1, y1), (x2, y2) = before[2:] if part > 0.5 else after[:2]
    long = hypot(x2 - x1, y2 - y1) or 1.0
    return (x, y), ((x2 - x1) / long, (y2 - y1) / long)


def _cut_piece(step: LinePiece, one: float, other: float) -> LinePiece:
    """Return the piece between two parameters; its own ends are kept to the last digit."""
    if other < 1:
        step = split_curve(step, other)[0]
    return split_curve(step, one / other)[1] if one > 0 else step
