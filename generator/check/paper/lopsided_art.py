"""Find things that a board draws between its cells in one place but not in the matching ones (GF179, notes)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

from generator.check.analysis.board_symmetry import cells_at, index_cells, turn_point
from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.arrowheads import find_corners
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import point_bounds
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.types import Box, Point
from generator.language.plurals import count_noun
from generator.model.board import Board
from generator.model.picture import Path, Text

_FEWEST = 4  # shapes with a counterpart, for one without to mean anything
_AGREE = 0.6  # of the shapes: with fewer counterparts, the drawing is meant to be uneven
_MOST_SHAPES = 2000
_MOST_ROUTES = 12
_ONE_SIDED = 0.2  # of the size of a shape, from its middle to that of the board
_GRID = 0.5  # mm to which boxes are compared
_CELLS = ("cell.", "legend.")

_Move = Callable[[float, float], Point]


class _Motion(NamedTuple):
    name: str
    move: _Move


def find_lopsided_art(face: Face) -> Iterator[PageFault]:
    """Report shapes between and over cells without a counterpart, if the board is the same turned or mirrored (GF179).

    Nearly all other shapes must have theirs; texts, legends and what lies beside the cells may be in one place only.
    """
    board = face.part.board
    if board is None or face.side == "back" or not 1 < len(board.cells) <= _MOST_SHAPES:
        return
    shapes = list(_list_free_shapes(face, board))
    if not _FEWEST < len(shapes) <= _MOST_SHAPES:
        return
    for motion in _list_motions(board):
        alone = [each for each in _find_alone(shapes, board, motion.move) if not _covers_middle(each, board)]
        if alone and len(alone) <= (1 - _AGREE) * len(shapes):
            others = count_noun(len(shapes) - len(alone), "other shape")
            for each in alone:
                what = _describe(face, each)
                same = f"the cells and {others} look the same when the board is {motion.name}"
                text = f"{what} is not symmetric: {same}, but it does not"
                yield PageFault("GF179", "lopsided", text, each.address, "note", "use")
            return


def find_odd_turns(face: Face) -> Iterator[PageFault]:
    """Report the one of several identical drawings around the middle of a board that is turned differently (GF179)."""
    board = face.part.board
    if board is None or face.side == "back" or len(face.drawing.shapes) > _MOST_SHAPES:
        return
    rings: dict[Hashable, list[tuple[int, DrawnShape]]] = defaultdict(list)
    for each in _list_free_shapes(face, board):
        if isinstance(each.shape, Path):
            x, y = each.matrix[4] - board.width / 2, each.matrix[5] - board.height / 2
            turn = degrees(atan2(each.matrix[1], each.matrix[0])) - degrees(atan2(y, x))
            rings[each.shape.segments, each.shape.paint, round(hypot(x, y))].append((round(turn) % 360, each))
    told: set[object] = set()
    for found in rings.values():
        counts = Counter(turn for turn, _ in found).most_common()
        if len(found) < _FEWEST or len(counts) != 2 or counts[1][1] != 1:
            continue
        odd = next(each for turn, each in found if turn == counts[1][0])
        if odd.matrix not in told:
            told.add(odd.matrix)
            off = (counts[1][0] - counts[0][0]) % 360
            text = f"this is turned by {off} degrees relative to the {len(found) - 1} others like it around the middle"
            yield PageFault("GF179", "turned", f"{text}: the board is not symmetric here", odd.address, "note", "use")


def _describe(face: Face, each: DrawnShape) -> str:
    """Return what a message calls a shape: a line or a shape, with the named group that it is in."""
    is_line = isinstance(each.shape, Path) and each.shape.paint.fill is None
    around = [group.name for group in face.drawing.groups if each.address[: len(group.address)] == group.address]
    return f"this {'line' if is_line else 'shape'}" + (f" of {around[-1]!r}" if around else "")


def find_unmarked_routes(face: Face) -> Iterator[PageFault]:
    """Report what is drawn over the cell where one route begins or ends, and not where the others do (GF179)."""
    board = face.part.board
    routes = {name: route for name, route in board.routes.items() if route} if board else {}
    if board is None or face.side == "back" or not 1 < len(routes) <= _MOST_ROUTES:
        return
    shapes = [each for each in _list_free_shapes(face, board) if each.box and _is_small(each.box, board)]
    yield from _find_marked_ends(board, routes, shapes)
    for end, word in ((0, "begins"), (-1, "ends")):
        cells = {name: route[end] for name, route in routes.items()}
        marked = _find_marked(board, cells, shapes)
        bare = sorted(routes.keys() - marked.keys())
        if marked and bare and len({*cells.values()}) == len(cells) and len(bare) <= len(marked):
            name, each = next(iter(marked.items()))
            says = f"this marks where the route {name!r} {word}, but nothing marks where {bare[0]!r} does"
            yield PageFault("GF179", "unmarked", says, each.address, "note")


def _find_marked_ends(
    board: Board, routes: Mapping[str, Sequence[str]], shapes: Sequence[DrawnShape]
) -> Iterator[PageFault]:
    """Report arrowheads where all routes end, if nothing is drawn where they begin (GF179)."""
    heads = [each for each in shapes if find_corners(each) is not None]
    starts, ends = ({name: route[end] for name, route in routes.items()} for end in (0, -1))
    marked = _find_marked(board, ends, heads)
    if len({*ends.values()}) == len(routes) == len(marked) and not _find_marked(board, starts, shapes):
        name, each = next(iter(marked.items()))
        says = (
            f"this arrowhead marks where the route {name!r} ends, as for all routes, but nothing marks where they begin"
        )
        yield PageFault("GF179", "ends", says, each.address, "note")


def _find_marked(board: Board, cells: Mapping[str, str], shapes: Sequence[DrawnShape]) -> dict[str, DrawnShape]:
    """Return the shapes that lie in the cells of routes, by the names of the routes."""
    return {name: each for name, cell in cells.items() for each in shapes if _lies_in(each, board, cell)}


def _is_small(box: Box, board: Board) -> bool:
    cell = next(iter(board.cells.values())).box
    return max(box[2] - box[0], box[3] - box[1]) < max(cell[2] - cell[0], cell[3] - cell[1])


def _lies_in(each: DrawnShape, board: Board, cell: str) -> bool:
    left, top, right, bottom = each.box or (0.0, 0.0, 0.0, 0.0)
    return depth_in_polygons((board.cells[cell].board_points,), (left + right) / 2, (top + bottom) / 2) > 0


def _list_free_shapes(face: Face, board: Board) -> Iterator[DrawnShape]:
    """Yield what is drawn within the board's cells as a whole, except for the cells' own groups and texts."""
    own = {
        number
        for group in face.drawing.groups
        if group.name.startswith(_CELLS)
        for number in range(group.first, group.end)
    }
    left, top, right, bottom = point_bounds([point for cell in board.cells.values() for point in cell.board_points])
    for number, each in enumerate(face.drawing.shapes):
        if number in own or each.box is None or isinstance(each.shape, Text):
            continue
        x, y = (each.box[0] + each.box[2]) / 2, (each.box[1] + each.box[3]) / 2
        if left < x < right and top < y < bottom:
            yield each


def _list_motions(board: Board) -> Iterator[_Motion]:
    """Yield the turns and mirrorings by which each cell lies on one of its kind."""
    motions = (
        _Motion("rotated by a 1/4 turn", lambda x, y: turn_point(x, y, 90)),
        _Motion("rotated by a 1/2 turn", lambda x, y: (-x, -y)),
        _Motion("mirrored left to right", lambda x, y: (-x, y)),
        _Motion("mirrored top to bottom", lambda x, y: (x, -y)),
    )
    mesh, x, y = index_cells(board.cells.values()), board.width / 2, board.height / 2
    for motion in motions:
        there = ((cell, motion.move(cell.x - x, cell.y - y)) for cell in board.cells.values())
        if all(any(other.kind == cell.kind for other in cells_at(mesh, x + a, y + b)) for cell, (a, b) in there):
            yield motion


def _covers_middle(each: DrawnShape, board: Board) -> bool:
    """Return whether a shape lies over the middle of a board, mostly to one side, as the hands of a clock do."""
    if each.box is None:
        return False
    left, top, right, bottom = each.box
    x, y = board.width / 2, board.height / 2
    off = hypot((left + right) / 2 - x, (top + bottom) / 2 - y)
    return left < x < right and top < y < bottom and off > _ONE_SIDED * max(right - left, bottom - top)


def _find_alone(shapes: Sequence[DrawnShape], board: Board, move: _Move) -> Iterator[DrawnShape]:
    """Yield the shapes whose boxes match no other box after a motion."""
    x, y = board.width / 2, board.height / 2
    boxes = {_round_box(each.box) for each in shapes if each.box}
    for each in shapes:
        if each.box is None:
            continue
        ends = [move(a - x, b - y) for a in each.box[::2] for b in each.box[1::2]]
        moved = point_bounds([(a + x, b + y) for a, b in ends])
        if boxes.isdisjoint(_near_boxes(moved)):
            yield each


def _round_box(box: Box) -> tuple[int, int, int, int]:
    """Return the middle and the size of a box on a grid."""
    left, top, right, bottom = box
    return (
        round((left + right) / 2 / _GRID),
        round((top + bottom) / 2 / _GRID),
        round((right - left) / _GRID / 2),
        round((bottom - top) / _GRID / 2),
    )


def _near_boxes(box: Box) -> set[tuple[int, int, int, int]]:
    """Return the grid places that a box may fall on if it is rounded the other way."""
    a, b, c, d = _round_box(box)
    steps = (-1, 0, 1)
    return {(a + i, b + j, c + k, d + m) for i in steps for j in steps for k in steps for m in steps}
