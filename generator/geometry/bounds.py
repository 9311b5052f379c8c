"""Bounding boxes of points and paths."""

from collections.abc import Iterable, Sequence

from generator.geometry.bezier import cubic_extremes
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.tolerances import OVERLAP
from generator.geometry.types import Box, Point, Segment


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


def boxes_overlap(one: Box, other: Box, least: float = OVERLAP) -> bool:
    """Tell whether two boxes share more than `least` mm both across and down.

    A box without width or height is a line, whose stroke reaches to both sides: it overlaps whatever it touches.
    """
    return all(
        min(high, top) - max(low, bottom) > least or (high - low <= least and bottom - least <= low <= top + least)
        for low, high, bottom, top in (
            (one[0], one[2], other[0], other[2]),
            (one[1], one[3], other[1], other[3]),
        )
    )
