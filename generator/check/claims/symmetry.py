"""Claim functions about boards that are turned, and about circuits."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Any

from generator.check.analysis import board_symmetry as turns
from generator.check.analysis.value_text import spell_briefly, spell_value
from generator.check.claims.board_access import (
    CELL_KEYS,
    JOIN_KEYS,
    board_here,
    declared_board,
    get_cell,
    name_origin,
    places_of_keys,
    require_known,
)
from generator.check.claims.calls import format_call
from generator.check.claims.context import ClaimContext
from generator.check.claims.reflections import compare_images, turn
from generator.check.claims.sandbox import ExpressionError
from generator.geometry.tolerances import VISIBLE
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell

_COLORED_KEYS = (("kinds",), ("colors",), ("cells",), *JOIN_KEYS)


def turned(
    world: ClaimContext,
    board: str,
    what: str | Sequence[str],
    onto: Any = None,
    quarters: int | None = None,
    /,
    *,
    degrees: float | None = None,
) -> str | list[str] | bool:
    """Return the cells where cells land when the board is turned clockwise by quarters about its middle.

    With two routes, areas or lists, return whether the first, turned by quarters or degrees, is the second.
    """
    if quarters is not None or degrees is not None:
        return _compare_turned(world, board, (what, onto), quarters, degrees)
    quarters = onto
    whole = board_here(world, board)
    if isinstance(quarters, bool) or not isinstance(quarters, int):
        raise ExpressionError(f"turned() needs a whole number of quarters, not {spell_value(quarters)}")
    names = [what] if isinstance(what, str) else list(what)
    mesh = turns.index_cells(whole.cells.values())
    found = [_find_landing(whole, get_cell(world, board, name), quarters % 4, mesh) for name in names]
    result = found[0] if isinstance(what, str) else found
    return world.record_call(
        format_call("turned", board, what, quarters),
        result,
        places_of_keys(world, board, *CELL_KEYS),
        prints=world.prints(board),
    )


def _compare_turned(
    world: ClaimContext, board: str, both: tuple[Any, Any], quarters: int | None, degrees: float | None
) -> bool:
    """Return whether one route, area or list of cells is another, turned clockwise."""
    given = quarters if degrees is None else degrees
    if (
        isinstance(given, bool)
        or not isinstance(given, int | float)
        or not isfinite(given)
        or None not in (quarters, degrees)
    ):
        raise ExpressionError(f"turned() needs a number of quarters, or degrees=60, not {spell_value(given)}")
    named = {} if degrees is None else {"degrees": degrees}
    text = format_call("turned", board, *both, *([] if quarters is None else [quarters]), **named)
    return compare_images(world, board, *both, turn(given if degrees is not None else 90 * given), text)


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


def symmetry(world: ClaimContext, board: str, degrees: float, group: str, /) -> dict[str, str] | None:
    """Return which color of a group each is mapped to when the board is turned counterclockwise about its middle.

    The board must be mapped onto itself apart from these colors; none if it is not.
    """
    if isinstance(degrees, bool) or not isinstance(degrees, int | float) or not isfinite(degrees):
        raise ExpressionError(f"symmetry() needs a number of degrees, not {spell_value(degrees)}")
    names = _names_by_role(world, group)
    found = turns.map_colors(board_here(world, board), degrees, names)
    result = None if found is None else {names[one]: names[other] for one, other in found.items()}
    text = format_call("symmetry", board, degrees, group)
    return world.record_call(text, result, places_of_keys(world, board, *_COLORED_KEYS), prints=world.prints(board))


def orbits(world: ClaimContext, board: str, group: str, seats: Sequence[str], /) -> list[list[str]]:
    """Return the orbits of the seats, by names of a group's colors, under turns of the board.

    Turns count that map the board onto itself apart from the colors, and leave the same seats taken.
    """
    names = _names_by_role(world, group)
    roles = {name: role for role, name in names.items()}
    if not isinstance(seats, list | tuple) or not all(isinstance(each, str) for each in seats):
        raise ExpressionError(f"orbits() needs a list of colors as seats, not {spell_briefly(seats)}")
    whole = board_here(world, board)
    colored = {whole.cells[name].color for join in whole.joins for name in (join.one, join.other)}
    for seat in seats:
        if seat not in roles:
            raise ExpressionError(f"there is no {group} {seat!r}{did_you_mean(seat, roles)}")
        if seats.count(seat) > 1:
            raise ExpressionError(f"orbits() needs each seat once, but {seat!r} is given {seats.count(seat)} times")
        if roles[seat] not in colored:
            raise ExpressionError(f"{board!r}{name_origin(world)} has no joined cell of the color {seat!r}")
    found = turns.find_orbits(whole, names, [roles[seat] for seat in seats])
    result = [[names[role] for role in each] for each in found]
    text = format_call("orbits", board, group, seats)
    return world.record_call(text, result, places_of_keys(world, board, *_COLORED_KEYS), prints=world.prints(board))


def _names_by_role(world: ClaimContext, group: Any) -> dict[str, str]:
    """Return the names of a group's colors by their roles (ExpressionError)."""
    return {color.role: color.name for color in world.get_colors(group)}


def circuit(world: ClaimContext, board: str, area: str, /) -> str | None:
    """Return the direction in which the joins within an area lead through all its cells, one after the other and back.

    `clockwise` or `counterclockwise`, as seen; none if they form no such circuit, or other joins are among them.
    """
    require_known("area", area, declared_board(world, board).areas, board)
    whole = board_here(world, board)
    inside = {*whole.areas[area]}
    joins = [join for join in whole.joins if {join.one, join.other} <= inside]
    onward = {join.one: join.other for join in joins}
    lone = len(joins) == len(onward) == len(inside) and all(join.one_way for join in joins)
    result = _find_direction(whole, onward) if lone and onward else None
    places = places_of_keys(world, board, ("areas", area), *JOIN_KEYS)
    return world.record_call(format_call("circuit", board, area), result, places, prints=world.prints(board))


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


FUNCTIONS = (turned, symmetry, orbits, circuit)
