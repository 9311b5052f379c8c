"""Read the lines and the corners of drawn arrows; its users in check/figures go with the words of captions."""

from collections.abc import Iterator, Sequence
from math import dist

from generator.check.analysis.drawing import DrawnShape
from generator.geometry.matrix import transform_point
from generator.geometry.types import Point
from generator.model.picture import Path

_EVEN, _UNEVEN = 0.1, 0.15  # two sides of an arrowhead are as long as each other, and the third is not


def list_lines(each: DrawnShape) -> Iterator[Sequence[Point]]:
    """Yield the points of each open line of straight segments of a shape."""
    if not isinstance(each.shape, Path) or each.shape.paint.fill is not None:
        return
    line: list[Point] = []
    for segment in each.shape.segments:
        if segment[0] == "M":
            if len(line) > 1:
                yield line
            line = []
        if segment[0] not in "ML" or len(segment) < 3:
            return
        line.append(transform_point(each.matrix, float(segment[-2]), float(segment[-1])))
    if len(line) > 1:
        yield line


def find_corners(each: DrawnShape) -> Sequence[Point] | None:
    """Return the three corners of a triangle or of a bent line, None for anything else."""
    if not isinstance(each.shape, Path) or any(segment[0] not in "MLZ" for segment in each.shape.segments):
        return None
    ends = [
        transform_point(each.matrix, float(segment[-2]), float(segment[-1]))
        for segment in each.shape.segments
        if len(segment) > 2
    ]
    if len(ends) == 4 and dist(ends[0], ends[3]) < 0.01:
        ends.pop()
    starts = sum(segment[0] == "M" for segment in each.shape.segments)
    return ends if len(ends) == 3 and starts == 1 else None


def measure_direction(each: DrawnShape, points: Sequence[Point]) -> Point:
    """Return the direction in which a triangle or a bent line points; 0, 0 if it is ambiguous."""
    assert isinstance(each.shape, Path)
    is_closed = each.shape.paint.fill is not None
    for number in range(3) if is_closed else (1,):
        tip, one, other = points[number], points[number - 2], points[number - 1]
        sides = dist(tip, one), dist(tip, other)
        base = dist(one, other)
        even = abs(sides[0] - sides[1]) <= _EVEN * max(sides)
        if even and (not is_closed or abs(base - sides[0]) > _UNEVEN * sides[0]):
            return tip[0] - (one[0] + other[0]) / 2, tip[1] - (one[1] + other[1]) / 2
    return 0.0, 0.0
