"""Measure paths: those along which text runs, and those whose dashes count by `pathLength` (SVG 2, 9.6.1)."""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate, pairwise
from math import atan2, degrees, hypot
from typing import NamedTuple

from generator.geometry.bezier import steps_within
from generator.geometry.path import transform_segments
from generator.geometry.regions import flatten_path
from generator.geometry.types import Point, Segment
from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode, Properties
from generator.render.drawings.units import Scope, format_length
from generator.render.svg.attribute_values import parse_number, parse_numbers, parse_transform
from generator.render.svg.attributes import SHAPES
from generator.render.svg.path_segments import shape_segments

_CHORD = 1e-4  # of the size of the path: the length and the directions of its chords stand for those of its curves
_LEAST_STEPS = 32  # of a curve: letters turn with it


class PathPoint(NamedTuple):
    """A point of a path, and the direction there in degrees."""

    x: float
    y: float
    angle: float


class MeasuredPath:
    """The corners of a path with the length up to each; the pen is lifted between its parts."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self._chords = list(_list_chords(segments))
        self._ends = list(accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in self._chords))

    @property
    def length(self) -> float:
        """Return the length of all parts together."""
        return self._ends[-1] if self._ends else 0.0

    def find(self, at: float) -> PathPoint | None:
        """Return the point at a length from the start; None before the start and beyond the end."""
        if not 0 <= at <= self.length or not self._ends:
            return None
        index = min(bisect_left(self._ends, at), len(self._ends) - 1)
        (ax, ay), (bx, by) = self._chords[index]
        size = hypot(bx - ax, by - ay)
        share = 1 - (self._ends[index] - at) / size
        return PathPoint(ax + share * (bx - ax), ay + share * (by - ay), degrees(atan2(by - ay, bx - ax)))


def _list_chords(segments: tuple[Segment, ...]) -> list[tuple[Point, Point]]:
    numbers = (abs(float(value)) for each in segments for value in each[1:])
    size = max(numbers, default=1.0) or 1.0

    def count_steps(one: Point, two: Point, three: Point, four: Point) -> int:
        return min(1000, max(_LEAST_STEPS, steps_within(one, two, three, four, _CHORD * size)))

    lines = ([*line, *line[:is_closed]] for line, is_closed in flatten_path(segments, count_steps))
    return [chord for line in lines for chord in pairwise(line) if chord[0] != chord[1]]


def measure_path(node: DrawingNode, ids: Mapping[str, DrawingNode]) -> MeasuredPath:
    """Return the shape that a textPath follows; DrawingError if there is none."""
    attributes = node.attributes
    if attributes.get("side", "left") != "left" or attributes.get("method", "align") != "align":
        raise DrawingError("a textPath with a side or a method of its own is not in the profile", node.at)
    if "path" in attributes:
        raise DrawingError("not every program knows the path of a textPath; refer to a path by href", node.at)
    target = ids.get(node.reference())
    if target is None or target.name not in ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"):
        raise DrawingError(
            f"a textPath refers to {node.reference() or 'nothing'!r}, which is not a shape in this file", node.at
        )
    segments = shape_segments(target.name, target.attributes)
    matrix = parse_transform(target.attributes.get("transform", ""))
    return MeasuredPath(transform_segments(segments, matrix))


def find_start(node: DrawingNode, measured: MeasuredPath, scope: Scope) -> float:
    """Return how far along its path the text of a textPath begins, in user units."""
    text = node.attributes.get("startOffset", "0").strip()
    if text.endswith("%"):
        try:
            return float(text[:-1]) / 100 * measured.length
        except ValueError:
            raise DrawingError(f"startOffset={text!r} is not a length", node.at) from None
    value = scope.resolve(text, "x")
    if value is None:
        raise DrawingError(f"startOffset={text!r} is not a length", node.at)
    return value


def apply_path_lengths(root: DrawingNode, inherited: Mapping[int, Properties]) -> None:
    """Write the dashes of shapes with a `pathLength` in user units, and drop it."""
    nodes = [node for node in root.walk() if "pathLength" in node.attributes and node.name in SHAPES]
    if not nodes:
        return
    followed = {node.reference() for node in root.walk() if node.name == "textPath"}
    for node in nodes:
        if node.attributes.get("id") in followed:
            raise DrawingError(
                "text runs along a path with a pathLength, which is not in the profile; drop it", node.at
            )
        _scale_dashes(node, inherited.get(id(node), {}))


def _scale_dashes(node: DrawingNode, known: Properties) -> None:
    said = parse_number(node.attributes.pop("pathLength"), "pathLength")
    dashes = known.get("stroke-dasharray", "none")
    if dashes == "none":
        return
    if said <= 0:
        raise DrawingError("the pathLength of a dashed line is not above zero", node.at)
    scale = MeasuredPath(shape_segments(node.name, node.attributes)).length / said
    lengths = [value * scale for value in parse_numbers(dashes, "stroke-dasharray")]
    node.attributes["stroke-dasharray"] = " ".join(map(format_length, lengths))
    offset = parse_number(known.get("stroke-dashoffset", "0"), "stroke-dashoffset")
    node.attributes["stroke-dashoffset"] = format_length(offset * scale)
