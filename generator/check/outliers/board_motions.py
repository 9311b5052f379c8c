"""How a board can be laid on itself: the turns and reflections that map its cells onto cells."""

from collections.abc import Callable, Iterator, Mapping
from math import dist, hypot
from typing import NamedTuple

from generator.check.analysis.board_symmetry import cells_at, index_cells, turn_point
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Point
from generator.model.board import Board, Cell

_TURNS = (6, 5, 4, 3, 2)  # parts of the circle
_FEWEST_ORBITS = 3  # of cells that a motion moves, for it to mean anything


class BoardMotion(NamedTuple):
    """A symmetry of a board: its name in messages, its order, and the image of each joined cell."""

    name: str
    order: int
    image: Mapping[str, str]


def find_motions(board: Board) -> Iterator[BoardMotion]:
    """Yield the turns and the reflections that map the cells of a board onto cells."""
    moves = [(f"turned by 1/{parts}", parts, _turn(360 / parts)) for parts in _TURNS]
    moves += [("mirrored left to right", 2, _flip(-1, 1)), ("mirrored top to bottom", 2, _flip(1, -1))]
    for name, order, move in moves:
        if motion := _lay(board, name, order, move):
            yield motion


def _turn(angle: float) -> Callable[[float, float], Point]:
    return lambda x, y: turn_point(x, y, angle)


def _flip(across: int, down: int) -> Callable[[float, float], Point]:
    return lambda x, y: (across * x, down * y)


def _lay(board: Board, name: str, order: int, move: Callable[[float, float], Point]) -> BoardMotion | None:
    """Return the image of each joined cell; None if one lands on no cell of the same shape."""
    joined = {name for join in board.joins for name in (join.one, join.other)}
    cells = [cell for cell in board.cells.values() if cell.id in joined]
    mesh, x, y = index_cells(cells), board.width / 2, board.height / 2
    sizes = {cell.id: _measure(cell) for cell in cells}
    image = dict[str, str]()
    for cell in cells:
        dx, dy = move(cell.x - x, cell.y - y)
        there = (each.id for each in cells_at(mesh, x + dx, y + dy))
        other = next((each for each in there if dist(sizes[each], sizes[cell.id]) < VISIBLE), None)
        if other is None:
            return None
        image[cell.id] = other
    moved = sum(one != other for one, other in image.items())
    return BoardMotion(name, order, image) if moved >= order * _FEWEST_ORBITS else None


def _measure(cell: Cell) -> Point:
    """Return how far the nearest and the farthest corner of a cell are from its middle, which no motion changes."""
    far = [hypot(x, y) for x, y in cell.points]
    return min(far), max(far)
