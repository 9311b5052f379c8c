"""Check that arrowheads in the cells of boards point the way that pieces go (GF147)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import dist, hypot
from typing import NamedTuple

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.matrix import transform_point
from generator.geometry.types import Point
from generator.model.board import Board
from generator.model.picture import Path

_FEWEST = 5  # arrowheads with a clear direction
_AGREE = 0.85  # of them
_STRAIGHT = 0.6  # the cosine between an arrowhead and the way, beyond which it points along it or against it
_EVEN, _UNEVEN = 0.1, 0.15  # two sides of an arrowhead are as long as each other, and the third is not
_JOIN, _AT_TIP = "join.", 1.0  # mm between the tip of a shaft and that of its head
_LARGEST = 0.5  # of a cell: larger triangles are drawings of something else


class _Head(NamedTuple):
    """An arrowhead, its cell, and the cosine between it and the direction in which pieces leave the cell."""

    each: DrawnShape
    cell: str
    along: float


def find_backward_arrows(face: Face) -> Iterator[PageFault]:
    """Report arrowheads that point against one-way joins and routes: all on a board, or a few of many (GF147)."""
    board = face.part.board
    if board is None or face.side == "back":
        return
    heads = [each for each in _list_heads(face, board) if abs(each.along) > _STRAIGHT]
    back = [each for each in heads if each.along < 0]
    share = len(back) / len(heads) if heads else 0.0
    if not back or 1 - _AGREE < share < _AGREE or (len(heads) < _FEWEST and not _mark_starts(back, board)):
        return
    for each in back:
        text = f"this arrowhead in the cell {each.cell!r} points against the direction in which pieces move from there"
        yield PageFault("GF147", "backward", text, each.each.address, "warning")


def find_backward_barbs(face: Face) -> Iterator[PageFault]:
    """Report the first arrow of a join whose barbs extend past its tip instead of back along its shaft (GF147)."""
    for group in face.drawing.groups:
        if not group.name.startswith(_JOIN):
            continue
        shapes = face.drawing.shapes[group.first : group.end]
        lines = [(each, line) for each in shapes for line in list_lines(each)]
        for each, barbs in lines:
            back = [_measure_barbs(line, barbs) for _, line in lines if len(barbs) == 3 and line is not barbs]
            if any(along < -_STRAIGHT for along in back):
                text = f"the head of the arrow {group.name!r} points the wrong way: its barbs extend past its tip"
                yield PageFault("GF147", "barbs", text, each.address, "warning")
                return


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


def _measure_barbs(shaft: Sequence[Point], barbs: Sequence[Point]) -> float:
    """Return the cosine between a shaft, from its tip, and the middle of two barbs; 0 if they are not at its tip."""
    one, tip, other = barbs
    for end, before in ((shaft[-1], shaft[-2]), (shaft[0], shaft[1])):
        if dist(end, tip) < _AT_TIP and len(shaft) != 3:
            between = (one[0] + other[0]) / 2 - tip[0], (one[1] + other[1]) / 2 - tip[1]
            return _cosine((before[0] - tip[0], before[1] - tip[1]), between)
    return 0.0


def _mark_starts(heads: Sequence[_Head], board: Board) -> bool:
    """Return whether there is one arrowhead where each of several routes begins, and no other."""
    starts = {route[0] for route in board.routes.values() if route}
    return len(starts) > 1 and sorted(each.cell for each in heads) == sorted(starts)


def _list_heads(face: Face, board: Board) -> Iterator[_Head]:
    ways = _find_ways(board)
    cells = {name: board.cells[name] for name in ways}
    for each in face.drawing.shapes if ways else ():
        points = find_corners(each)
        if points is None or each.box is None:
            continue
        x, y = (each.box[0] + each.box[2]) / 2, (each.box[1] + each.box[3]) / 2
        for name, cell in cells.items():
            west, north, east, south = cell.box
            if not (west < x < east and north < y < south) or depth_in_polygons((cell.board_points,), x, y) < 0:
                continue
            if max(dist(*pair) for pair in combinations(points, 2)) < _LARGEST * min(east - west, south - north):
                yield _Head(each, name, _cosine(measure_direction(each, points), ways[name]))
            break


def _find_ways(board: Board) -> Mapping[str, Point]:
    """Return the direction in which all one-way joins and routes lead from a cell, for cells where they agree."""
    steps: dict[str, set[str]] = defaultdict(set)
    for join in board.joins:
        if join.one_way and join.kind == "side":
            steps[join.one].add(join.other)
    for route in board.routes.values() if not steps else ():
        for one, other in pairwise(route):
            steps[one].add(other)
    found = {}
    for name, others in steps.items():
        if len(others) == 1:
            here, there = board.cells[name], board.cells[next(iter(others))]
            found[name] = there.x - here.x, there.y - here.y
    return found


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


def _cosine(one: Point, other: Point) -> float:
    long = hypot(*one) * hypot(*other)
    return (one[0] * other[0] + one[1] * other[1]) / long if long else 0.0
