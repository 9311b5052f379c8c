"""A path and the ink that each place on it needs go in, the path in stretches of one ink each comes out; mm."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil, hypot
from typing import NamedTuple

from generator.geometry.bezier import split_curve
from generator.geometry.path import Segment
from generator.geometry.regions import flattened
from generator.geometry.tolerances import INK_CHANGE, ROUNDING
from generator.geometry.types import Point

LEAST = 1.5  # mm: what is shorter takes the ink of its neighbors, such as where thin art crosses a line
_STEP = 1.0  # mm between samples at the most: one at least in every stretch that counts, whose ends are then found
Step = tuple[Point, ...]  # the ends of a straight, or the four points of a curve
InkAt = Callable[[Point, Point], str]  # the ink at a point of a line that runs that way


class Stretch(NamedTuple):
    """A part of a line from start to end, as far along it; the last of a closed line may run on past its start."""

    start: float
    end: float
    ink: str


class Line:
    """One line of a path, to be walked along."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(segments)
        self.closed = segments[-1][0] == "Z"
        self._steps = tuple(_steps(segments))
        self._ends = (0.0, *accumulate(_length(step) for step in self._steps))
        self.long = self._ends[-1]

    def at(self, place: float) -> tuple[Point, Point]:
        """Return a point and which way the line runs there, at a length of 1; a closed line is walked round again."""
        place = place % self.long if self.closed else place
        number = min(bisect_right(self._ends, place), len(self._steps)) - 1
        start, end = self._ends[number : number + 2]
        return _at(self._steps[number], (place - start) / (end - start))

    def part(self, start: float, end: float) -> Iterator[Segment]:
        """Yield the segments from one place to another: curves are cut in two, not drawn anew."""
        yield ("M", *self.at(start)[0])
        begun = start // self.long if self.closed else 0.0
        for turn in (begun * self.long, (begun + 1) * self.long)[: 1 + self.closed]:
            for step, (low, high) in zip(self._steps, pairwise(self._ends), strict=True):
                one, other = max(start - turn, low), min(end - turn, high)
                if other - one > ROUNDING:
                    points = _cut(step, (one - low) / (high - low), (other - low) / (high - low))
                    yield ("L" if len(step) == 2 else "C", *(value for point in points[1:] for value in point))


def lines(segments: Sequence[Segment]) -> Iterator[Line]:
    """Yield the lines of a path; what has no length is none."""
    starts = [number for number, segment in enumerate(segments) if segment[0] == "M"]
    for start, end in pairwise((*starts, len(segments))):
        line = Line(segments[start:end])
        if line.long:
            yield line


def stretches(line: Line, ink: InkAt) -> list[Stretch]:
    """Return the stretches of a line, in order and without gaps; a closed line begins where its ink changes."""
    found = _runs(line, ink, 0.0)
    if line.closed and len(found) > 1:
        widest = max(found, key=_long)
        found = _settled(_runs(line, ink, (widest.start + widest.end) / 2))
        if len(found) > 1 and found[0].ink == found[-1].ink:
            first, *rest, last = found
            found = [*rest, Stretch(last.start, first.end + line.long, last.ink)]
        return found
    return _settled(found)


def _long(stretch: Stretch) -> float:
    return stretch.end - stretch.start


def _runs(line: Line, ink: InkAt, origin: float) -> list[Stretch]:
    """Return where which ink is needed, from a place on the line to its end, or round it."""
    count = ceil(line.long / _STEP)
    places = [origin + (k + 0.5) * line.long / count for k in range(count)]
    seen = [(place, ink(*line.at(place))) for place in places]
    found: list[Stretch] = []
    start = origin
    for (one, before), (other, after) in pairwise(seen):
        if before != after:
            change = _change(line, ink, one, other)
            found.append(Stretch(start, change, before))
            start = change
    return [*found, Stretch(start, origin + line.long, seen[-1][1])]


def _change(line: Line, ink: InkAt, one: float, other: float) -> float:
    """Return where between two places the ink changes, by halves."""
    before = ink(*line.at(one))
    while other - one > INK_CHANGE:
        middle = (one + other) / 2
        if ink(*line.at(middle)) == before:
            one = middle
        else:
            other = middle
    return (one + other) / 2


def _settled(found: list[Stretch]) -> list[Stretch]:
    """Return the stretches, the shortest first given to their neighbors until none is too short."""
    while len(found) > 1:
        short = min(range(len(found)), key=lambda k: _long(found[k]))
        if _long(found[short]) >= LEAST:
            break
        low, high = max(0, short - 1), min(len(found), short + 2)
        ink = found[low if low < short else high - 1].ink
        found[low:high] = [Stretch(found[low].start, found[high - 1].end, ink)]
    return found


def _steps(segments: Sequence[Segment]) -> Iterator[Step]:
    """Yield what a line consists of; what has no length is left out."""
    _, *first = segments[0]
    start = here = (first[0], first[1])
    for kind, *flat in segments[1:]:
        points = tuple(zip(flat[::2], flat[1::2], strict=True)) if kind != "Z" else (start,)
        step = here, *points
        if _length(step) > ROUNDING:
            yield step
        here = points[-1]


def _length(step: Step) -> float:
    """Return the length of a step, that of a curve by chords."""
    points: Sequence[Point] = step
    if len(step) == 4:
        curve: Segment = ("C", *(value for point in step[1:] for value in point))
        ((points, _),) = flattened((("M", *step[0]), curve))
    return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))


def _at(step: Step, part: float) -> tuple[Point, Point]:
    """Return the point after a part of a step, 0 to 1, and the way there."""
    if len(step) == 2:
        (x1, y1), (x2, y2) = step
        x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
    else:
        before, after = split_curve(step, part)
        x, y = after[0]
        (x1, y1), (x2, y2) = before[2:] if part > 0.5 else after[:2]
    long = hypot(x2 - x1, y2 - y1) or 1.0
    return (x, y), ((x2 - x1) / long, (y2 - y1) / long)


def _cut(step: Step, one: float, other: float) -> Step:
    """Return what lies between two parts of a step; its own ends are kept to the last digit."""
    if other < 1:
        step = split_curve(step, other)[0]
    return split_curve(step, one / other)[1] if one > 0 else step
