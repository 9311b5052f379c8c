"""Bounding boxes of points and paths, and an index of boxes by place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import floor, sqrt

from generator.geometry.bezier import cubic_extremes
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.tolerances import OVERLAP
from generator.geometry.types import Box, Point, Points, Segment


def segment_bounds(segments: Iterable[Segment], matrix: Matrix) -> Box | None:
    """Return left, top, right and bottom of a path without its stroke; curves by their exact extremes."""
    xs: list[float] = []
    ys: list[float] = []
    last = (0.0, 0.0)
    for segment in segments:
        flat = segment[1:]
        points = [transform_point(matrix, x, y) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        if segment[0] == "C":
            xs += cubic_extremes(last[0], *(x for x, _ in points))
            ys += cubic_extremes(last[1], *(y for _, y in points))
        if points:
            last = points[-1]
            xs.append(last[0])
            ys.append(last[1])
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def transformed_box_bounds(x: float, y: float, width: float, height: float, matrix: Matrix) -> Box:
    """Return the bounding box of a transformed rectangle."""
    return point_bounds([transform_point(matrix, px, py) for px in (x, x + width) for py in (y, y + height)])


def point_bounds(points: Sequence[Point]) -> Box:
    """Return the bounding box of points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def union_boxes(boxes: Sequence[Box]) -> Box:
    """Return the bounding box of boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def measure_overlap(one: Box, other: Box) -> Point:
    """Return how far two boxes overlap across and down (mm); negative where they are apart."""
    return min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])


def box_area(box: Box) -> float:
    """Return the area of a box (mm²)."""
    return (box[2] - box[0]) * (box[3] - box[1])


def shared_box_area(one: Box, other: Box) -> float:
    """Return the area that two boxes share (mm²)."""
    across, down = measure_overlap(one, other)
    return across * down if across > 0 and down > 0 else 0.0


def boxes_touch(one: Box, other: Box) -> bool:
    """Return whether two boxes share at least a point."""
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def box_contains(outer: Box, inner: Box) -> bool:
    """Return whether no part of a box lies outside another."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def box_corners(box: Box) -> Points:
    """Return the corners of a box, clockwise from the top left."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def box_middle(box: Box) -> Point:
    """Return the point in the middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def boxes_overlap(one: Box, other: Box, least: float = OVERLAP) -> bool:
    """Return whether two boxes share more than `least` mm both across and down.

    A box without width or height is a line, whose stroke reaches to both sides: it overlaps whatever it touches.
    """
    return all(
        min(high, top) - max(low, bottom) > least or (high - low <= least and bottom - least <= low <= top + least)
        for low, high, bottom, top in (
            (one[0], one[2], other[0], other[2]),
            (one[1], one[3], other[1], other[3]),
        )
    )


def move_margins(
    matrix: Matrix, width: float, height: float, margins: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """Return the margins (top, right, bottom, left) of the largest upright box inside a moved one, mm.

    The box that is moved lies within `margins` of a page; the matrix turns it by a small angle at most.
    """
    top, right, bottom, left = margins
    corners = [[transform_point(matrix, x, y) for x in (left, width - right)] for y in (top, height - bottom)]
    ((x1, y1), (x2, y2)), ((x3, y3), (x4, y4)) = corners
    return max(y1, y2), width - min(x2, x4), height - min(y3, y4), max(x1, x3)


class SpatialIndex:
    """A grid of squares about as large as the boxes, each square with the boxes that reach into it.

    Building it and asking for each box once takes time in proportion to their number.
    """

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        areas = [(right - left) * (bottom - top) for left, top, right, bottom in boxes.values()]
        self.side = max(1.0, sqrt(sum(areas) / max(1, len(areas))))
        self.names: list[str] = []
        self.squares: dict[tuple[int, int], list[int]] = {}
        for name, box in boxes.items():
            self.add(name, box)

    def add(self, name: str, box: Box) -> None:
        """Add a named box."""
        for square in self._covered_squares(box):
            self.squares.setdefault(square, []).append(len(self.names))
        self.names.append(name)

    def find_near(self, box: Box) -> list[str]:
        """Return the names of all boxes that share a square with this one, in the order in which they were added."""
        found = {number for square in self._covered_squares(box) for number in self.squares.get(square, ())}
        return [self.names[number] for number in sorted(found)]

    def _covered_squares(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (floor(edge / self.side) for edge in box)
        return product(range(left, right + 1), range(top, bottom + 1))
