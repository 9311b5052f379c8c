"""Return whether one route, area or list of cells is another mirrored or turned: the images of cells on a board."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from generator.check.analysis import board_symmetry as turns
from generator.check.analysis.value_text import spell_value
from generator.check.claims.board_access import (
    CELL_KEYS,
    board_here,
    declared_board,
    get_cell_ids,
    places_of_keys,
)
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import ExpressionError
from generator.geometry.polygon import is_same_outline
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Point
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell

Move = Callable[[float, float], Point]  # of a point around the middle of the board
AXES = ("x", "y")


class CellSeries(NamedTuple):
    """Cells that a claim names: a route or a list in order, an area without."""

    cells: list[str]
    ordered: bool
    label: str


def read_series(world: ClaimContext, board: str, what: Any) -> CellSeries:
    """Return the cells of a route, an area, a cell or a list of cells (ExpressionError)."""
    whole, here = declared_board(world, board), board_here(world, board)
    if not isinstance(what, str):
        return CellSeries(get_cell_ids(world, board, what), True, "the list")
    if what in whole.routes and what in whole.areas:
        both = f"{what!r} is both a route and an area of {board!r}"
        raise ExpressionError(f"{both}; write route({board!r}, {what!r}) or area({board!r}, {what!r})")
    if what in whole.routes:
        return CellSeries(list(here.routes[what]), True, repr(what))
    if what in whole.areas:
        return CellSeries(list(here.areas[what]), False, repr(what))
    if what in whole.cells:
        return CellSeries(get_cell_ids(world, board, what), True, repr(what))
    known = did_you_mean(what, [*whole.routes, *whole.areas])
    raise ExpressionError(f"{board!r} has no route, area or cell {spell_value(what)}{known}")


def mirror(axis: str) -> Move:
    """Return the move that makes left and right change places (x), or top and bottom (y); ExpressionError."""
    if axis not in AXES:
        says = "'x', which swaps left and right, or 'y', which swaps top and bottom"
        raise ExpressionError(f"mirrored() needs {says}, not {spell_value(axis)}")
    return (lambda x, y: (-x, y)) if axis == "x" else (lambda x, y: (x, -y))


def turn(degrees: float) -> Move:
    """Return the move that turns clockwise, as players see the board."""
    return lambda x, y: turns.turn_point(x, y, -degrees)


def find_image(board: Board, start: Cell, move: Move, mesh: turns.CellIndex) -> str | None:
    """Return the cell on which a cell comes to lie, of the same outline; None if there is none."""
    middle = board.width / 2, board.height / 2
    x, y = move(start.x - middle[0], start.y - middle[1])
    outline = tuple(move(*point) for point in start.points)
    for other in turns.cells_at(mesh, x + middle[0], y + middle[1]):
        if is_same_outline(outline, other.points, VISIBLE):
            return other.id
    return None


def compare_images(world: ClaimContext, board: str, one: Any, other: Any, move: Move, text: str) -> bool:
    """Return whether the images of some cells are some other cells, of routes and lists in their order.

    A difference is recorded as a call of its own, so that a false claim tells it.
    """
    whole, first, second = board_here(world, board), read_series(world, board, one), read_series(world, board, other)
    mesh = turns.index_cells(whole.cells.values())
    images = [find_image(whole, whole.cells[name], move, mesh) for name in first.cells]
    ordered = first.ordered and second.ordered
    result = images == second.cells if ordered else {*images} == {*second.cells}
    places = places_of_keys(world, board, ("routes",), ("areas",), *CELL_KEYS)
    world.record_call(text, result, places, prints=world.prints(board))
    if not result:
        record = partial(world.record_call, places=places, prints=world.prints(board))
        _record_difference(record, first, second, images, ordered)
    return result


def _record_difference(
    record: Callable[[str, Any], Any],
    first: CellSeries,
    second: CellSeries,
    images: Sequence[str | None],
    ordered: bool,
) -> None:
    """Record the first cell whose image is not where it should be."""
    if len(first.cells) != len(second.cells):
        for series in (first, second):
            record(f"cells of {series.label}", len(series.cells))
        return
    wanted: Sequence[Any] = second.cells if ordered else [each if each in second.cells else None for each in images]
    for number, (name, image, there) in enumerate(zip(first.cells, images, wanted, strict=True), 1):
        if image is None or image != there:
            step = f", number {number} of {first.label}," if first.ordered else f" of {first.label}"
            record(f"the image of {name!r}{step}", image or "no cell")
            if ordered:
                record(f"number {number} of {second.label}", second.cells[number - 1])
            return
