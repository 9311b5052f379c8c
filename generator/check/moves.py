"""A world and what a claim asks of walks over a board go in; the answer comes out, and is noted."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from generator.check import walks
from generator.check.atlas import JOINED, MADE, cell_of, declared, here, known, known_join, said
from generator.check.calls import written
from generator.check.sandbox import ExpressionError
from generator.check.spelling import spelled
from generator.check.worlds import World
from generator.model.board import Board, Cell

_NEAR = 0.05  # mm
_LONGEST = 10_000
_THROWS = 100
_DEAREST = 1000


def turned(world: World, board: str, what: str | Sequence[str], quarters: int, /) -> str | list[str]:
    """Return the cells on which cells come to lie as the board is turned clockwise by quarters about its middle."""
    whole = here(world, board)
    if isinstance(quarters, bool) or not isinstance(quarters, int):
        raise ExpressionError(f"turned() needs a whole number of quarters, not {spelled(quarters)}")
    names = [what] if isinstance(what, str) else list(what)
    middles = {_square(cell.x, cell.y): cell for cell in whole.cells.values()}
    found = [_landing(whole, cell_of(world, board, name), quarters % 4, middles) for name in names]
    result = found[0] if isinstance(what, str) else found
    return world.note(written("turned", board, what, quarters), result, said(world, board, *MADE), prints=True)


def _square(x: float, y: float) -> tuple[int, int]:
    return round(x / _NEAR), round(y / _NEAR)


def _landing(board: Board, start: Cell, quarters: int, middles: dict[tuple[int, int], Cell]) -> str:
    """Return the cell that has its middle, and its size, where the start comes to lie."""
    x, y = start.x - board.width / 2, start.y - board.height / 2
    for _ in range(quarters):
        x, y = -y, x
    at, down = _square(x + board.width / 2, y + board.height / 2)
    near = [(at + dx, down + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)]
    other = next((middles[each] for each in near if each in middles), None)
    size = _size(start)[:: -1 if quarters % 2 else 1]
    if other is None or any(abs(one - two) > _NEAR for one, two in zip(_size(other), size, strict=True)):
        raise ExpressionError(f"no cell is where {start.id!r} comes to lie, turned clockwise by {quarters} quarters")
    return other.id


def _size(cell: Cell) -> tuple[float, float]:
    xs, ys = zip(*cell.points, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def steps(world: World, board: str, name: str, /, *, kind: str | None = None) -> int:
    """Return how many steps of a route go over joins, or over joins of a kind."""
    known_join(kind, world, board)
    walk = declared(world, board).routes
    known("route", name, walk, board)
    onward = walks.ways(here(world, board))
    over = [{join for other, join in onward.get(one, ()) if other == two} for one, two in pairwise(walk[name])]
    number = sum(bool(joins) if kind is None else kind in joins for joins in over)
    text = written("steps", board, name, **({} if kind is None else {"kind": kind}))
    return world.note(text, number, said(world, board, ("routes", name), *JOINED), prints=True)


def distance(world: World, board: str, start: str, goal: str, /, *, kind: str | None = None) -> int | None:
    """Return the least number of steps from cell to cell, over joins of a kind if said; none where no walk leads."""
    known_join(kind, world, board)
    for name in (start, goal):
        known("cell", name, declared(world, board).cells, board)
    whole = here(world, board)
    there = start in whole.cells and goal in whole.cells
    found = walks.distance(walks.ways(whole), start, goal, kind) if there else None
    text = written("distance", board, start, goal, **({} if kind is None else {"kind": kind}))
    return world.note(text, found, said(world, board, *JOINED), prints=True)


def costs(world: World, board: str, entry: str, goal: str | Sequence[str], /, *, corner: float = 2) -> list[float]:
    """Return for each cell of a route, an area or a list the least cost of entering the `entry` area and moving there.

    Entering costs 1, a step 1 and one over a corner `corner`; ExpressionError for a cell that cannot be reached.
    """
    if isinstance(corner, bool) or not isinstance(corner, int | float) or not 0 <= corner <= _DEAREST:
        raise ExpressionError(f"costs() needs a corner from 0 to {_DEAREST}, not {spelled(corner)}")
    known("area", entry, declared(world, board).areas, board)
    goals = _goals(declared(world, board), board, goal)
    whole = here(world, board)
    least = walks.costs(walks.ways(whole), whole.areas[entry], corner)
    if away := next((name for name in goals if name not in least), None):
        of = " of the sheets" if world.name == "sheets" else ""
        raise ExpressionError(f"the cell {away!r}{of} cannot be reached from the area {entry!r}")
    found = [least[name] for name in goals]
    ends = [("areas", goal), ("routes", goal)] if isinstance(goal, str) else []
    places = said(world, board, ("areas", entry), *ends, *JOINED)
    return world.note(written("costs", board, entry, goal, corner=corner), found, places, prints=True)


def _goals(whole: Board, board: str, goal: str | Sequence[str]) -> Sequence[str]:
    if not isinstance(goal, str):
        return [known("cell", name, whole.cells, board) for name in goal]
    if goal in whole.routes and goal in whole.areas and whole.routes[goal] != whole.areas[goal]:
        raise ExpressionError(f"{board!r} has a route and an area {goal!r}; say route({board!r}, {goal!r}), or area()")
    named = {**whole.areas, **whole.routes}
    return named[known("route or area", goal, named, board)]


def stuck(
    world: World, length: int, throws: Sequence[int], /, barred: Sequence[int] = ()
) -> list[int]:  # the world is not asked: what is worked out here holds for any
    """Return the positions before `length`, not barred, from which it cannot be reached by an exact throw at last."""
    if not _whole(length) or length > _LONGEST:
        raise ExpressionError(f"stuck() needs a length from 1 to {_LONGEST}, not {spelled(length)}")
    for name, numbers in (("throws", throws), ("barred", barred)):
        if not isinstance(numbers, list | tuple) or len(numbers) > _THROWS or not all(map(_whole, numbers)):
            raise ExpressionError(f"stuck() needs as {name} a list of up to {_THROWS} whole numbers from 1 up")
    if far := [each for each in barred if each >= length]:
        raise ExpressionError(f"stuck() needs as barred positions from 1 to {length - 1}, not {far[0]}")
    found = walks.stuck(length, {*throws}, {*barred})
    return world.note(written("stuck", length, throws, *([barred] if barred else [])), found, list, asks=False)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


FUNCTIONS = (turned, steps, distance, costs, stuck)
