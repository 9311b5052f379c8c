"""A world and what a claim asks of where pieces can go go in; the answer comes out, and is noted."""

from collections.abc import Sequence
from typing import Any

from generator.check.claims.board_access import JOINED, cells_of, declared, here, known, known_join, said
from generator.check.claims.calls import written
from generator.check.claims.context import World
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence import walks

_THROWS = 100


def links(world: World, board: str, area: str, other: str, /) -> list[list[str]]:
    """Return the joins that lead from a cell of one area to one of another, [from, to], in the order of the joins.

    A join both ways counts each way.
    """
    for name in (area, other):
        known("area", name, declared(world, board).areas, board)
    areas = here(world, board).areas
    inside, there = {*areas[area]}, {*areas[other]}
    found = [
        [start, end]
        for join in here(world, board).joins
        for start, end in ([join[:2]] if join.one_way else [join[:2], join[1::-1]])
        if start in inside and end in there
    ]
    places = said(world, board, ("areas", area), ("areas", other), *JOINED)
    return world.note(written("links", board, area, other), found, places, prints=True)


def before(world: World, board: str, cells: str | Sequence[str], /) -> list[str]:
    """Return the cells from which one step leads to one of the cells, in the order of the board."""
    goals = cells_of(world, board, cells)
    back = walks.backward(walks.ways(here(world, board)))
    found = {other for cell in goals for other, _ in back[cell]}
    result = [cell for cell in back if cell in found]
    return world.note(written("before", board, cells), result, said(world, board, *JOINED), prints=True)


def leading(world: World, board: str, cells: str | Sequence[str], /) -> list[str]:
    """Return the other cells from which a walk leads to one of the cells, in the order of the board."""
    goals = cells_of(world, board, cells)
    back = walks.backward(walks.ways(here(world, board)))
    found = walks.reached(back, goals)
    result = [cell for cell in back if found.get(cell, 0) > 0]
    return world.note(written("leading", board, cells), result, said(world, board, *JOINED), prints=True)


def choices(
    world: World, board: str, cells: str | Sequence[str], throws: Sequence[int], /, *, first: str | None = None
) -> list[int]:
    """Return on how many cells a piece can end that stands on one of the cells and walks a throw: the numbers, sorted.

    It walks exactly so many steps and may turn back; joins of the kind `first` only begin a throw.
    """
    known_join(first, world, board)
    _hold("choices", throws)
    starts = cells_of(world, board, cells)
    ends = walks.ends(walks.ways(here(world, board)), throws, first)
    found = sorted({thrown[cell].bit_count() for thrown in ends for cell in starts})
    text = written("choices", board, cells, throws, **_first(first))
    return world.note(text, found, said(world, board, *JOINED), prints=True)


def arrivals(
    world: World, board: str, goals: str | Sequence[str], throws: Sequence[int], /, *, first: str | None = None
) -> list[list[Any]]:
    """Return from where which throw ends on a goal: [cell, throw], in the order of the board, then of the throws.

    A piece walks exactly so many steps and may turn back; joins of the kind `first` only begin a throw.
    """
    known_join(first, world, board)
    _hold("arrivals", throws)
    onward = walks.ways(here(world, board))
    starts = walks.arrivals(onward, cells_of(world, board, goals), throws, first)
    found = [[cell, throw] for cell in onward for throw in dict.fromkeys(throws) if cell in starts[throw]]
    text = written("arrivals", board, goals, throws, **_first(first))
    return world.note(text, found, said(world, board, *JOINED), prints=True)


def trapped(
    world: World,
    board: str,
    goals: str | Sequence[str],
    throws: Sequence[int],
    /,
    *,
    first: str | None = None,
    barred: str | Sequence[str] = (),
    start: str | Sequence[str] = "",
) -> list[str]:
    """Return where a piece can come to stand and no throws ever end on a goal, in the order of the board.

    It comes from the cells `start`; unless given from all, but for goals and barred ones, from which a step leads. It
    walks as in `arrivals`, ends no throw on a barred cell, and leaves no goal.
    """
    known_join(first, world, board)
    _hold("trapped", throws)
    ends, shut = cells_of(world, board, goals), cells_of(world, board, barred)
    if start != "" and not start:
        raise ExpressionError("trapped() needs a cell to start from; leave start out to ask of all")
    if both := next((cell for cell in ends if cell in shut), None):
        raise ExpressionError(f"trapped() has {both!r} among the goals and among what is barred")
    onward = walks.ways(here(world, board))
    ready = [cell for cell, steps in onward.items() if steps and cell not in shut]
    starts = cells_of(world, board, start) if start != "" else ready
    lost = walks.trapped(onward, starts, ends, throws, first, shut)
    given = {"barred": barred, "start": start}
    told = {key: value for key, value in given.items() if value}
    text = written("trapped", board, goals, throws, **_first(first), **told)
    found = [cell for cell in onward if cell in lost]
    return world.note(text, found, said(world, board, *JOINED), prints=True)


def _first(kind: str | None) -> dict[str, str]:
    return {} if kind is None else {"first": kind}


def _hold(name: str, throws: Any) -> None:
    """Refuse what are no throws (ExpressionError)."""
    fits = isinstance(throws, list | tuple) and len(throws) <= _THROWS
    if not fits or not all(isinstance(each, int) and 1 <= each <= _THROWS and each is not True for each in throws):
        wanted = f"a list of up to {_THROWS} whole numbers from 1 to {_THROWS}"
        raise ExpressionError(f"{name}() needs as throws {wanted}")


FUNCTIONS = (links, before, leading, choices, arrivals, trapped)
