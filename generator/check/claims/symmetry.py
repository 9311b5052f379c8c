"""Claim functions about boards that are turned or mirrored, and about circuits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Any, NamedTuple

from generator.check.analysis import board_symmetry as turns
from generator.check.claims.board_access import CELL_KEYS, JOIN_KEYS, BoardView
from generator.check.claims.calls import Answer, ClaimCall
from generator.check.claims.context import ClaimContext
from generator.geometry.polygon import is_same_outline
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Point
from generator.language.expressions import ExpressionError, spell_briefly, spell_value
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell

Move = Callable[[float, float], Point]  # of a point around the middle of the board
AXES = ("x", "y")
_COLORED_KEYS = (("kinds",), ("colors",), ("cells",), *JOIN_KEYS)


class _CellSeries(NamedTuple):
    """Cells that a claim names: a route or a list in order, an area without."""

    cells: list[str]
    ordered: bool
    label: str


def _read_series(view: BoardView, what: Any) -> _CellSeries:
    """Return the cells of a route, an area, a cell or a list of cells (ExpressionError)."""
    whole, here, board = view.declared, view.here, view.name
    if not isinstance(what, str):
        return _CellSeries(view.get_ids(what), True, "the list")
    if what in whole.routes and what in whole.areas:
        both = f"{what!r} is both a route and an area of {board!r}"
        raise ExpressionError(f"{both}; write route({board!r}, {what!r}) or area({board!r}, {what!r})")
    if what in whole.routes:
        return _CellSeries(list(here.routes[what]), True, repr(what))
    if what in whole.areas:
        return _CellSeries(list(here.areas[what]), False, repr(what))
    if what in whole.cells:
        return _CellSeries(view.get_ids(what), True, repr(what))
    known = did_you_mean(what, [*whole.routes, *whole.areas])
    raise ExpressionError(f"{board!r} has no route, area or cell {spell_value(what)}{known}")


def mirror(axis: str) -> Move:
    """Return the move that makes left and right change places (x), or top and bottom (y); ExpressionError."""
    if axis not in AXES:
        says = "'x', which swaps left and right, or 'y', which swaps top and bottom"
        raise ExpressionError(f"mirrored() needs {says}, not {spell_value(axis)}")
    return (lambda x, y: (-x, y)) if axis == "x" else (lambda x, y: (x, -y))


def _find_image(board: Board, start: Cell, move: Move, mesh: turns.CellIndex) -> str | None:
    """Return the cell on which a cell comes to lie, of the same outline; None if there is none."""
    middle = board.width / 2, board.height / 2
    x, y = move(start.x - middle[0], start.y - middle[1])
    outline = tuple(move(*point) for point in start.points)
    for other in turns.cells_at(mesh, x + middle[0], y + middle[1]):
        if is_same_outline(outline, other.points, VISIBLE):
            return other.id
    return None


def compare_images(world: ClaimContext, board: str, one: Any, other: Any, move: Move) -> Answer[bool]:
    """Return whether the images of some cells are some other cells, of routes and lists in their order.

    A difference is recorded as a call of its own, so that a false claim tells it.
    """
    view = BoardView(world, board)
    whole, first, second = view.here, _read_series(view, one), _read_series(view, other)
    mesh = turns.index_cells(whole.cells.values())
    images = [_find_image(whole, whole.cells[name], move, mesh) for name in first.cells]
    ordered = first.ordered and second.ordered
    answer = view.answer(
        images == second.cells if ordered else {*images} == {*second.cells}, ("routes",), ("areas",), *CELL_KEYS
    )
    if answer.result:
        return answer
    told = _describe_difference(first, second, images, ordered)
    return answer._replace(details=[ClaimCall(*each, answer.places, world.prints(board)) for each in told])


def _describe_difference(
    first: _CellSeries, second: _CellSeries, images: Sequence[str | None], ordered: bool
) -> Iterator[tuple[str, Any]]:
    """Yield what to record of the first cell whose image is not where it should be."""
    if len(first.cells) != len(second.cells):
        yield from ((f"cells of {series.label}", len(series.cells)) for series in (first, second))
        return
    wanted: Sequence[Any] = second.cells if ordered else [each if each in second.cells else None for each in images]
    for number, (name, image, there) in enumerate(zip(first.cells, images, wanted, strict=True), 1):
        if image is None or image != there:
            step = f", number {number} of {first.label}," if first.ordered else f" of {first.label}"
            yield f"the image of {name!r}{step}", image or "no cell"
            if ordered:
                yield f"number {number} of {second.label}", second.cells[number - 1]
            return


def turned(
    world: ClaimContext,
    board: str,
    what: str | Sequence[str],
    onto: Any = None,
    quarters: int | None = None,
    /,
    *,
    degrees: float | None = None,
) -> Answer[Any]:
    """Return the cells where cells land when the board is turned clockwise by quarters about its middle.

    With two routes, areas or lists, return whether the first, turned by quarters or degrees, is the second.
    """
    if quarters is not None or degrees is not None:
        angle = _read_angle(quarters, degrees)
        return compare_images(world, board, what, onto, lambda x, y: turns.turn_point(x, y, -angle))
    view, quarters = BoardView(world, board), onto
    if isinstance(quarters, bool) or not isinstance(quarters, int):
        raise ExpressionError(f"turned() needs a whole number of quarters, not {spell_value(quarters)}")
    names = [what] if isinstance(what, str) else list(what)
    mesh = turns.index_cells(view.here.cells.values())
    found = [_find_landing(view.here, view.get_cell(name), quarters % 4, mesh) for name in names]
    return view.answer(found[0] if isinstance(what, str) else found, *CELL_KEYS)


def _read_angle(quarters: Any, degrees: Any) -> float:
    """Return the angle of a turn in degrees (ExpressionError unless one of both is given, and is a number)."""
    given = quarters if degrees is None else degrees
    is_number = isinstance(given, int | float) and not isinstance(given, bool) and isfinite(given)
    if not is_number or None not in (quarters, degrees):
        raise ExpressionError(f"turned() needs a number of quarters, or degrees=60, not {spell_value(given)}")
    return float(given if degrees is not None else 90 * given)


def _find_landing(board: Board, start: Cell, quarters: int, mesh: turns.CellIndex) -> str:
    """Return the cell with the position and size at which `start` lands."""
    x, y = start.x - board.width / 2, start.y - board.height / 2
    for _ in range(quarters):
        x, y = -y, x
    size = _cell_size(start)[:: -1 if quarters % 2 else 1]
    for other in turns.cells_at(mesh, x + board.width / 2, y + board.height / 2):
        if all(abs(one - two) <= VISIBLE for one, two in zip(_cell_size(other), size, strict=True)):
            return other.id
    raise ExpressionError(f"there is no cell for {start.id!r} to land on when turned clockwise by {quarters} quarters")


def _cell_size(cell: Cell) -> tuple[float, float]:
    xs, ys = zip(*cell.points, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def symmetry(world: ClaimContext, board: str, degrees: float, group: str, /) -> Answer[dict[str, str] | None]:
    """Return which color of a group each is mapped to when the board is turned counterclockwise about its middle.

    The board must be mapped onto itself apart from these colors; none if it is not.
    """
    if isinstance(degrees, bool) or not isinstance(degrees, int | float) or not isfinite(degrees):
        raise ExpressionError(f"symmetry() needs a number of degrees, not {spell_value(degrees)}")
    names, view = _names_by_role(world, group), BoardView(world, board)
    found = turns.map_colors(view.here, degrees, names)
    result = None if found is None else {names[one]: names[other] for one, other in found.items()}
    return view.answer(result, *_COLORED_KEYS)


def orbits(world: ClaimContext, board: str, group: str, seats: Sequence[str], /) -> Answer[list[list[str]]]:
    """Return the orbits of the seats, by names of a group's colors, under turns of the board.

    Turns count that map the board onto itself apart from the colors, and leave the same seats taken.
    """
    names = _names_by_role(world, group)
    roles = {name: role for role, name in names.items()}
    if not isinstance(seats, list | tuple) or not all(isinstance(each, str) for each in seats):
        raise ExpressionError(f"orbits() needs a list of colors as seats, not {spell_briefly(seats)}")
    view = BoardView(world, board)
    colored = {view.here.cells[name].color for join in view.here.joins for name in (join.one, join.other)}
    for seat in seats:
        if seat not in roles:
            raise ExpressionError(f"there is no {group} {seat!r}{did_you_mean(seat, roles)}")
        if seats.count(seat) > 1:
            raise ExpressionError(f"orbits() needs each seat once, but {seat!r} is given {seats.count(seat)} times")
        if roles[seat] not in colored:
            raise ExpressionError(f"{board!r}{view.origin} has no joined cell of the color {seat!r}")
    found = turns.find_orbits(view.here, names, [roles[seat] for seat in seats])
    return view.answer([[names[role] for role in each] for each in found], *_COLORED_KEYS)


def _names_by_role(world: ClaimContext, group: Any) -> dict[str, str]:
    """Return the names of a group's colors by their roles (ExpressionError)."""
    return {color.role: color.name for color in world.get_colors(group)}


def circuit(world: ClaimContext, board: str, area: str, /) -> Answer[str | None]:
    """Return the direction in which the joins within an area lead through all its cells, one after the other and back.

    `clockwise` or `counterclockwise`, as seen; none if they form no such circuit, or other joins are among them.
    """
    view = BoardView(world, board)
    view.require("area", area, view.declared.areas)
    inside = {*view.here.areas[area]}
    joins = [join for join in view.here.joins if {join.one, join.other} <= inside]
    onward = {join.one: join.other for join in joins}
    lone = len(joins) == len(onward) == len(inside) and all(join.one_way for join in joins)
    return view.answer(_find_direction(view.here, onward) if lone and onward else None, ("areas", area), *JOIN_KEYS)


def _find_direction(board: Board, onward: Mapping[str, str]) -> str | None:
    """Return the direction of a circuit by the sign of its area (y points down); None if it misses a cell."""
    walk = [next(iter(onward))]
    while len(walk) <= len(onward):
        walk.append(onward[walk[-1]])
    if len({*walk}) < len(onward):
        return None
    places = [(board.cells[name].x, board.cells[name].y) for name in walk]
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(places)) / 2
    return None if abs(area) <= VISIBLE else "clockwise" if area > 0 else "counterclockwise"
