"""Show what a board shows inside a loop, and a little round it; lengths in mm on the board."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, dist, sqrt

from generator.geometry.bounds import point_bounds
from generator.geometry.loops import offset_loop
from generator.geometry.matrix import IDENTITY, Matrix, transform_point
from generator.geometry.path import polygon_segments, rectangle_segments
from generator.geometry.polygon import depth_in_polygons
from generator.geometry.regions import FillRegion, flatten_path
from generator.geometry.shares import find_inner_point
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Box, Point, Points
from generator.model.picture import Clip, Image, Path, Shape, Text
from generator.render.bounds import text_run_corners, walk_leaves

_SAMPLED = 2.0  # mm between the points of a line that are looked at


def clip_to_loop(loop: Points, far: float = 0.0) -> Clip:
    """Return the clip of what lies in a loop, or within `far` mm of it: no line shows between it and its bleed."""
    left, top, right, bottom = point_bounds(loop)
    return Clip(polygon_segments(offset_loop(loop, far, (left - far, top - far, right + far, bottom + far)) or loop))


def clip_round_loop(loop: Points, far: float, box: Box) -> Clip:
    """Return the clip of what lies within `far` mm round a loop; all round it in the box if its notches are narrow."""
    left, top, right, bottom = box
    outer = offset_loop(loop, far, box)
    edge = polygon_segments(outer) if outer else rectangle_segments(left, top, right - left, bottom - top)
    return Clip((*edge, *polygon_segments(loop)), even_odd=True)


def shapes_in_loop(shapes: Iterable[Shape], loop: Points) -> Iterator[Shape]:
    """Yield the shapes of which something is seen in a loop: their lines run there, or their fill covers it."""
    inner = find_inner_point(loop)
    yield from (shape for shape in shapes if _reaches_into(shape, loop, inner))


def _reaches_into(shape: Shape, loop: Points, inner: Point) -> bool:
    for leaf, matrix in walk_leaves((shape,), IDENTITY):
        if isinstance(leaf, Path) and leaf.paint.fill and FillRegion(leaf.segments, matrix).contains(*inner):
            return True
        depths = [depth_in_polygons((loop,), *point) for point in _sample_points(leaf, matrix)]
        along = VISIBLE - _measure_stroke(leaf, matrix) / 2  # half of a line that lies along the seam is seen
        if any(depth > VISIBLE for depth in depths) or (depths and min(depths) > along):
            return True
    return False


def _measure_stroke(leaf: Path | Text | Image, matrix: Matrix) -> float:
    """Return the width of the line of a path, mm; 0 without one."""
    if not isinstance(leaf, Path) or not leaf.paint.stroke:
        return 0.0
    return leaf.paint.width * sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def _sample_points(leaf: Path | Text | Image, matrix: Matrix) -> Iterator[Point]:
    """Yield points on the lines of a path, or round a text or an image, and in their middle."""
    match leaf:
        case Path():
            lines = [[transform_point(matrix, *point) for point in line] for line, _ in flatten_path(leaf.segments)]
        case Text():
            corners = text_run_corners(leaf, matrix)
            lines = [[*corners, corners[0], corners[2]]]
        case Image():
            right, bottom = leaf.x + leaf.width, leaf.y + leaf.height
            corners = ((leaf.x, leaf.y), (right, leaf.y), (right, bottom), (leaf.x, bottom))
            lines = [[transform_point(matrix, *corners[n]) for n in (0, 1, 2, 3, 0, 2)]]
    for (x1, y1), (x2, y2) in (edge for line in lines for edge in pairwise(line)):
        steps = max(1, ceil(dist((x1, y1), (x2, y2)) / _SAMPLED))
        yield from ((x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(steps + 1))
