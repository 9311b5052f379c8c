"""What a machine cuts, scores and folds on a sheet: lines on the paper, by layer; mm, y downwards from the top left."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import dist, hypot
from typing import Literal, NamedTuple

from generator.geometry.bezier import steps_within
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.path import outline_segments, transform_segments
from generator.geometry.regions import flatten_path
from generator.geometry.types import Point, Segment
from generator.model.game import Design, Part

LayerName = Literal["cuts", "scores", "folds", "registration"]
LAYERS: tuple[LayerName, ...] = ("scores", "folds", "cuts", "registration")
CHORD = 0.004  # mm between a curve and its chords: less than half of what the lines are held to
_KEY = 3  # decimals of a corner by which two edges are the same


class CutPath(NamedTuple):
    """A line on a layer; a closed one ends where it begins."""

    layer: LayerName
    points: tuple[Point, ...]
    is_closed: bool


def trace_cut(part: Part, design: Design, corners: float) -> tuple[Segment, ...]:
    """Return the line that a piece is cut along, in its own coordinates; corners of rectangles are rounded."""
    if design.net is not None:
        return design.net.cut
    return outline_segments(part.trim_of(design), 0.0 if part.board is not None else corners)


def trace_piece(part: Part, design: Design, place: Matrix, corners: float) -> Iterator[CutPath]:
    """Yield the lines of a piece that lies on the paper by a matrix: its folds, then its cuts."""
    for fold in design.net.folds if design.net is not None else ():
        ends = transform_point(place, fold.x1, fold.y1), transform_point(place, fold.x2, fold.y2)
        yield CutPath("scores" if fold.kind == "mountain" else "folds", ends, False)
    yield from flatten_cut(transform_segments(trace_cut(part, design, corners), place))


def flatten_cut(segments: Sequence[Segment]) -> Iterator[CutPath]:
    """Yield the loops of a path as cuts, curves as chords."""
    for points, is_closed in flatten_path(segments, partial(steps_within, chord=CHORD)):
        closes = dist(points[0], points[-1]) < 1e-6
        kept = points[:-1] if closes and len(points) > 2 else points
        yield CutPath("cuts", tuple(kept), is_closed or closes)


def share_edges(paths: Iterable[CutPath]) -> Iterator[CutPath]:
    """Yield the lines without edges that were cut before, as of cards that lie side by side."""
    known: set[tuple[Point, Point]] = set()
    for path in paths:
        if path.layer != "cuts" or not path.is_closed:
            yield path
            continue
        edges = [_key_edge(one, other) for one, other in _edges_of(path)]
        again = [edge in known for edge in edges]
        known.update(edges)
        if not any(again):
            yield path
        else:
            yield from _keep_edges(path, again)


def _edges_of(path: CutPath) -> list[tuple[Point, Point]]:
    return list(zip(path.points, (*path.points[1:], path.points[0]), strict=True))


def _key_edge(one: Point, other: Point) -> tuple[Point, Point]:
    first, last = ((round(x, _KEY) + 0.0, round(y, _KEY) + 0.0) for x, y in (one, other))
    return min(first, last), max(first, last)


def _keep_edges(path: CutPath, again: Sequence[bool]) -> Iterator[CutPath]:
    """Yield the runs of a loop's edges that are new, beginning after one that is not."""
    edges, count = _edges_of(path), len(again)
    start = again.index(True) + 1
    run: list[Point] = []
    for k in (number % count for number in range(start, start + count)):
        if again[k]:
            if run:
                yield CutPath("cuts", tuple(run), False)
            run = []
        else:
            run = run or [edges[k][0]]
            run.append(edges[k][1])


def overcut(path: CutPath, far: float) -> CutPath:
    """Return a closed cut that runs on past its start, so that the blade frees the piece."""
    if not far or not path.is_closed or path.layer != "cuts":
        return path
    points, left = [*path.points, path.points[0]], far
    for one, other in _edges_of(path):
        long = hypot(other[0] - one[0], other[1] - one[1])
        if long >= left:
            part = left / long
            points.append((one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
            break
        points.append(other)
        left -= long
    return CutPath(path.layer, tuple(points), False)


def distance_to_line(point: Point, lines: Sequence[CutPath]) -> float:
    """Return the distance from a point to the nearest of some lines."""
    x, y = point
    best = float("inf")
    for path in lines:
        ends = path.points if not path.is_closed else (*path.points, path.points[0])
        for (x1, y1), (x2, y2) in pairwise(ends):
            dx, dy = x2 - x1, y2 - y1
            along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy or 1.0)))
            best = min(best, hypot(x - x1 - along * dx, y - y1 - along * dy))
    return best
