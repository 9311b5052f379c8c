"""Show of a face that is printed in shares what a piece has of it, with bleed beyond the cuts; mm."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from msgspec.structs import replace

from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import polygon_segments
from generator.geometry.types import Box, Point, Points
from generator.model.net import Net, net_polygons
from generator.model.picture import Clip, Group, Shape
from generator.render.bounds import shape_bounds

_BLEED = 2.0  # mm that art runs on beyond a cut, over the tab that goes under the neighbor: no white if a cut is off


def clip_to_shares(shapes: tuple[Shape, ...], net: Net) -> tuple[Shape, ...]:
    """Return the art of a piece without what other pieces show of its faces; of a net without shares, all of it."""
    if not any(panel.whole for panel in net.panels):
        return shapes
    names = {panel.id for panel in net.panels}
    panels = [points for name, points in net_polygons(net).items() if name in names]
    kept = tuple(_keep_near(shapes, IDENTITY, [point_bounds(points) for points in panels]))
    edge = tuple(segment for points in panels for area in _grow(points) for segment in polygon_segments(area))
    return (Group(kept, clip=Clip(edge)),) if kept else ()


def _keep_near(shapes: Sequence[Shape], matrix: Matrix, boxes: Sequence[Box]) -> Iterator[Shape]:
    """Yield the shapes that reach into one of the boxes, and groups with those of their shapes that do."""
    for shape in shapes:
        if isinstance(shape, Group):
            inner = tuple(_keep_near(shape.shapes, multiply_matrices(matrix, shape.matrix), boxes))
            if inner:
                yield shape if inner == shape.shapes else replace(shape, shapes=inner)
            continue
        box = shape_bounds((shape,), matrix)
        if box is not None and any(boxes_overlap(box, each) for each in boxes):
            yield shape


def _grow(points: Points) -> Iterator[Points]:
    """Yield a polygon and a strip of bleed along each of its edges, all clockwise as seen."""
    yield points
    for (x1, y1), (x2, y2) in pairwise((*points, points[0])):
        long = hypot(x2 - x1, y2 - y1)
        along: Point = (_BLEED * (x2 - x1) / long, _BLEED * (y2 - y1) / long)
        out: Point = (along[1], -along[0])
        start, end = (x1 - along[0], y1 - along[1]), (x2 + along[0], y2 + along[1])
        yield start, (start[0] + out[0], start[1] + out[1]), (end[0] + out[0], end[1] + out[1]), end
