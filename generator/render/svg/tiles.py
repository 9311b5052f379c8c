"""Cover an area with the tiles of a pattern (SVG 2, 14.3).

Shapes of neighboring tiles become one path, because the edges of two shapes that meet leave a seam.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, floor, hypot
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.bounds import box_contains, segment_bounds, transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices
from generator.geometry.path import polygon_segments, transform_segments
from generator.geometry.polygon import signed_area
from generator.geometry.regions import flatten_path
from generator.geometry.tolerances import FLOAT_NOISE
from generator.geometry.types import Box, Point, Segment
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Gradient, Group, Paint, Path, Shape

_MOST_TILES = 50_000  # of a pattern
_MOST_RECTANGLES = 30  # of a tile that are looked at
_MOST_SEGMENTS = 200_000  # of the paths of all tiles together


class Tiles(NamedTuple):
    """A tile of a pattern, the matrix of the pattern, and the box of the tile in its coordinates.

    What lies outside its box is cut off if the tile is `clipped`.
    """

    shapes: tuple[Shape, ...]
    matrix: Matrix
    box: Box
    clipped: bool = False

    def cover(self, area: Box) -> tuple[Shape, ...]:
        """Return the tiles that cover a box; DrawingError if they are too many."""
        back = invert_matrix(self.matrix)
        if not self.shapes or back is None:
            return ()
        left, top, right, bottom = transformed_box_bounds(area[0], area[1], area[2] - area[0], area[3] - area[1], back)
        x, y, x2, y2 = self.box
        columns = range(floor((left - x) / (x2 - x)), ceil((right - x) / (x2 - x)))
        rows = range(floor((top - y) / (y2 - y)), ceil((bottom - y) / (y2 - y)))
        count = len(columns) * len(rows)
        if count > _MOST_TILES:
            raise DrawingError(f"a pattern has {count:,} tiles here; at most {_MOST_TILES:,} are drawn")
        moves = [(column * (x2 - x), row * (y2 - y)) for row in rows for column in columns]
        tiles = self._join(moves) or self._repeat(moves)
        return (Group(tiles, self.matrix),) if self.matrix != IDENTITY else tiles

    def is_solid(self) -> bool:
        """Return whether nothing is seen through a tile: opaque rectangles cover it."""
        boxes = [
            box
            for path in self._list_paths() or ()
            if isinstance(path.paint.fill, str)
            and path.paint.fill_opacity >= 1
            and (box := _find_rectangle(path.segments))
        ]
        return len(boxes) <= _MOST_RECTANGLES and _cover(boxes, self.box)

    def _repeat(self, moves: Sequence[Point]) -> tuple[Shape, ...]:
        x, y, x2, y2 = self.box
        clip = Clip(polygon_segments(((x, y), (x2, y), (x2, y2), (x, y2))))
        tile = (Group(self.shapes, clip=clip),) if self.clipped else self.shapes
        return tuple(Group(tile, (1.0, 0.0, 0.0, 1.0, *move)) for move in moves)

    def _join(self, moves: Sequence[Point]) -> tuple[Shape, ...]:
        """Return one path for each path of a tile; nothing if a tile holds what cannot be joined."""
        paths = self._list_paths()
        if paths is None or len(moves) * sum(len(path.segments) for path in paths) > _MOST_SEGMENTS:
            return ()
        return tuple(
            Path(tuple(part for move in moves for part in _move(path.segments, move)), path.paint)
            for path in paths
            if path.segments
        )

    def _list_paths(self) -> list[Path] | None:
        """Return the paths of a tile, cut at its box; None if it holds anything else, or what it cannot cut."""
        paths = list(_flatten(self.shapes, IDENTITY))
        if None in paths:
            return None
        if not self.clipped:
            return [path for path in paths if path is not None]
        cut = [part for path in paths if path is not None for part in _cut_parts(path, self.box)]
        return None if None in cut else [path for path in cut if path is not None]


def _flatten(shapes: Sequence[Shape], matrix: Matrix) -> Iterator[Path | None]:
    """Yield plain paths in the coordinates of the pattern, and None for any other shape."""
    for shape in shapes:
        match shape:
            case Path(paint=paint) if not isinstance(paint.fill, Gradient) and (
                paint.stroke is None or matrix[:4] == IDENTITY[:4]
            ):
                yield Path(transform_segments(shape.segments, matrix), paint)
            case Group(clip=None, mask=None, blend="normal", name="") if shape.opacity >= 1:
                yield from _flatten(shape.shapes, multiply_matrices(matrix, shape.matrix))
            case _:
                yield None


def _cut_parts(path: Path, box: Box) -> Iterator[Path | None]:
    """Yield a path as the box of a tile cuts it, or else its fill and its stroke."""
    whole = _cut_path(path, box)
    if whole is None and path.paint.fill is not None and path.paint.stroke is not None:
        yield _cut_path(Path(path.segments, replace(path.paint, stroke=None)), box)
        yield _cut_path(Path(path.segments, replace(path.paint, fill=None)), box)
    else:
        yield whole


def _cut_path(path: Path, box: Box) -> Path | None:
    """Return a path as the box of a tile cuts it; None for strokes and curves that leave the box."""
    reach = segment_bounds(path.segments, IDENTITY)
    half = path.paint.width * max(1.5, path.paint.miter) / 2 if path.paint.stroke else 0.0
    if reach is None or box_contains(box, (reach[0] - half, reach[1] - half, reach[2] + half, reach[3] + half)):
        return path
    if path.paint.stroke is not None:
        lines = _outline_lines(path) if path.paint.fill is None else None
        return lines and _cut_path(lines, box)
    if any(segment[0] == "C" for segment in path.segments):
        return None
    cut = [_cut_polygon(points, box) for points, _ in flatten_path(path.segments)]
    segments = [segment for points in cut if points for segment in polygon_segments(points)]
    return Path(tuple(segments), path.paint)


def _outline_lines(path: Path) -> Path | None:
    """Return straight strokes, such as those of a hatch or a grid, as polygons that turn the same way.

    None for strokes that are curved, dashed or round. The miter of a corner is that of SVG 2, 13.5.3.
    """
    paint = path.paint
    is_round = "round" in (paint.cap, paint.join)
    if paint.stroke is None or paint.dash or is_round or any(segment[0] == "C" for segment in path.segments):
        return None
    polygons = [each for points in _list_lines(path.segments) for each in _outline_line(points, paint)]
    corners = (points if signed_area(points) > 0 else points[::-1] for points in polygons)
    segments = tuple(segment for points in corners for segment in polygon_segments(points))
    return Path(segments, Paint(paint.stroke, paint.stroke_opacity))


def _list_lines(segments: Sequence[Segment]) -> Iterator[list[Point]]:
    """Yield the corners of each line; one that is closed ends with its first two corners."""
    for points, is_closed in flatten_path(segments):
        distinct = [points[0], *(there for here, there in pairwise(points) if there != here)]
        if is_closed:
            ring = distinct[:-1] if len(distinct) > 1 and distinct[-1] == distinct[0] else distinct
            distinct = [*ring, *ring[:2]]
        yield distinct


def _outline_line(points: Sequence[Point], paint: Paint) -> Iterator[list[Point]]:
    """Yield a rectangle for each stretch of a line, and a polygon for each corner between two."""
    half = paint.width / 2
    steps = [(x, y, x2, y2, hypot(x2 - x, y2 - y)) for (x, y), (x2, y2) in pairwise(points)]
    is_closed = len(points) > 3 and points[:2] == points[-2:]
    sides = [(half * (x2 - x) / long, half * (y2 - y) / long) for x, y, x2, y2, long in steps]
    for number, ((x, y, x2, y2, _), (ux, uy)) in enumerate(zip(steps, sides, strict=True)):
        first = paint.cap == "square" and number == 0 and not is_closed
        last = paint.cap == "square" and number == len(steps) - 1 and not is_closed
        ax, ay, bx, by = x - ux * first, y - uy * first, x2 + ux * last, y2 + uy * last
        yield [(ax - uy, ay + ux), (bx - uy, by + ux), (bx + uy, by - ux), (ax + uy, ay - ux)]
    for (x, y), one, other in zip(points[1:], sides, sides[1:], strict=False):
        turn = one[0] * other[1] - one[1] * other[0]
        if abs(turn) > FLOAT_NOISE:
            (ax, ay), (bx, by) = ((uy, -ux) if turn > 0 else (-uy, ux) for ux, uy in (one, other))
            middle = (ax + bx) / 2, (ay + by) / 2
            squared = (middle[0] ** 2 + middle[1] ** 2) / half**2  # of the sine of half the angle at the corner
            is_sharp = paint.join == "bevel" or squared * paint.miter**2 < 1
            tip = [] if is_sharp else [(x + middle[0] / squared, y + middle[1] / squared)]
            yield [(x, y), (x + ax, y + ay), *tip, (x + bx, y + by)]


def _cut_polygon(points: Sequence[Point], box: Box) -> list[Point]:
    """Return the part of a polygon inside a box, side by side (Sutherland and Hodgman)."""
    found = list(points)
    for axis, limit, sign in ((0, box[0], 1.0), (1, box[1], 1.0), (0, box[2], -1.0), (1, box[3], -1.0)):
        given, found = found, []
        for before, point in zip([*given[-1:], *given[:-1]], given, strict=True):
            was, seen = sign * (before[axis] - limit) >= 0, sign * (point[axis] - limit) >= 0
            if was != seen:
                share = (limit - before[axis]) / (point[axis] - before[axis])
                other = before[1 - axis] + share * (point[1 - axis] - before[1 - axis])
                found.append((limit, other) if axis == 0 else (other, limit))
            if seen:
                found.append(point)
    return found


def _find_rectangle(segments: Sequence[Segment]) -> Box | None:
    """Return the box of a path that is an upright rectangle; None for any other path."""
    corners = {tuple(segment[1:]) for segment in segments if segment[0] in "ML"}
    reach = segment_bounds(segments, IDENTITY)
    if reach is None or len(segments) > 6 or any(segment[0] == "C" for segment in segments):
        return None
    return reach if corners == {(x, y) for x in reach[::2] for y in reach[1::2]} else None


def _cover(boxes: Sequence[Box], area: Box) -> bool:
    """Return whether boxes cover an area: each field between their edges lies in one of them."""
    near = FLOAT_NOISE * max(map(abs, (*area, 1.0)))
    columns, rows = (
        sorted(
            {
                min(max(edge, area[axis]), area[axis + 2])
                for box in (*boxes, area)
                for edge in (box[axis], box[axis + 2])
            }
        )
        for axis in (0, 1)
    )
    return all(
        any(box[0] < (left + right) / 2 < box[2] and box[1] < (top + bottom) / 2 < box[3] for box in boxes)
        for left, right in pairwise(columns)
        for top, bottom in pairwise(rows)
        if right - left > near and bottom - top > near
    )


def _move(segments: Sequence[Segment], move: Point) -> Iterator[Segment]:
    dx, dy = move
    for kind, *numbers in segments:
        flat = [value + (dy if index % 2 else dx) for index, value in enumerate(numbers)]
        yield (kind, *flat)
