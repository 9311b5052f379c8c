"""A world and what a claim asks of walks over a board go in; the answer comes out, and is noted."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from generator.check.claims.board_access import JOINED, cells_of, declared, here, known, known_join, named, origin, said
from generator.check.claims.calls import written
from generator.check.claims.context import World
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence import walks
from generator.check.evidence.spelling import spelled
from generator.model.board import Board

_LONGEST = 10_000
_THROWS = 100
_DEAREST = 1000


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


def distance(
    world: World,
    board: str,
    start: str | Sequence[str],
    goal: str | Sequence[str],
    /,
    *,
    kind: str | None = None,
    over: Sequence[Sequence[str]] = (),
) -> int | None:
    """Return the least number of steps from cell to cell, from any to any of lists; none where no walk leads.

    Steps go over joins, of a kind if said, and `over` further ones: lists that begin with two cells, both ways.
    """
    known_join(kind, world, board)
    starts, goals = named(world, board, start), named(world, board, goal)
    whole = here(world, board)
    onward = walks.ways(whole, _further(world, board, over))
    steps = walks.reached(onward, [name for name in starts if name in whole.cells], kind)
    found = min((steps[name] for name in goals if name in steps), default=None)
    given: dict[str, Any] = {} if kind is None else {"kind": kind}
    text = written("distance", board, start, goal, **given, **({"over": over} if over else {}))
    return world.note(text, found, said(world, board, *JOINED), prints=True)


def _further(world: World, board: str, over: Any) -> list[tuple[str, str]]:
    """Return the joins that a claim adds, but for those of cells that are not there (ExpressionError)."""
    pairs = over if isinstance(over, list | tuple) else [over]
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) < 2:
            raise ExpressionError(
                f"distance() needs as over a list of joins, such as [['a', 'b']], not {spelled(over)}"
            )
        for name in pair[:2]:
            known("cell", name, declared(world, board).cells, board)
    cells = here(world, board).cells
    return [(one, other) for one, other, *_ in pairs if one in cells and other in cells]


def distances(world: World, board: str, starts: str | Sequence[str], goals: str | Sequence[str], /) -> list[int]:
    """Return the least numbers of steps from each cell to each goal, sorted; ExpressionError where no walk leads."""
    ends, found = cells_of(world, board, goals), list[int]()
    for start, goal, steps in walks.between(walks.ways(here(world, board)), cells_of(world, board, starts), ends):
        if steps is None:
            raise ExpressionError(f"the cell {goal!r}{origin(world)} cannot be reached from {start!r}")
        found.append(steps)
    text = written("distances", board, starts, goals)
    return world.note(text, sorted(found), said(world, board, *JOINED), prints=True)


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
        raise ExpressionError(f"the cell {away!r}{origin(world)} cannot be reached from the area {entry!r}")
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


FUNCTIONS = (steps, distance, distances, costs, stuck)
