"""Claim functions about walks over a board: distances, costs, and where throws of a die lead."""

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
    return world.record_call(text, number, said(world, board, ("routes", name), *JOINED), prints=True)


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
    """Return the least number of steps from a cell, or any of a list, to another; none if no walk leads there.

    Steps go over joins, of a kind if given, and over the additional joins `over`: lists that begin with two cells,
    both ways.
    """
    known_join(kind, world, board)
    starts, goals = named(world, board, start), named(world, board, goal)
    whole = here(world, board)
    onward = walks.ways(whole, _further(world, board, over))
    steps = walks.reached(onward, [name for name in starts if name in whole.cells], kind)
    found = min((steps[name] for name in goals if name in steps), default=None)
    given: dict[str, Any] = {} if kind is None else {"kind": kind}
    text = written("distance", board, start, goal, **given, **({"over": over} if over else {}))
    return world.record_call(text, found, said(world, board, *JOINED), prints=True)


def _further(world: World, board: str, over: Any) -> list[tuple[str, str]]:
    """Return the joins that a claim adds, without those of cells that are not printed (ExpressionError)."""
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
    """Return the least numbers of steps from each start to each goal, sorted (ExpressionError if unreachable)."""
    ends, found = cells_of(world, board, goals), list[int]()
    for start, goal, steps in walks.between(walks.ways(here(world, board)), cells_of(world, board, starts), ends):
        if steps is None:
            raise ExpressionError(f"the cell {goal!r}{origin(world)} cannot be reached from {start!r}")
        found.append(steps)
    text = written("distances", board, starts, goals)
    return world.record_call(text, sorted(found), said(world, board, *JOINED), prints=True)


def costs(world: World, board: str, entry: str, goal: str | Sequence[str], /, *, corner: float = 2) -> list[float]:
    """Return the least cost of entering the area `entry` and moving to each cell of a route, an area or a list.

    Entering costs 1, a step 1, and a step over a corner `corner` (ExpressionError for an unreachable cell).
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
    return world.record_call(written("costs", board, entry, goal, corner=corner), found, places, prints=True)


def _goals(whole: Board, board: str, goal: str | Sequence[str]) -> Sequence[str]:
    if not isinstance(goal, str):
        return [known("cell", name, whole.cells, board) for name in goal]
    if goal in whole.routes and goal in whole.areas and whole.routes[goal] != whole.areas[goal]:
        raise ExpressionError(f"{board!r} has a route and an area {goal!r}; say route({board!r}, {goal!r}), or area()")
    named = {**whole.areas, **whole.routes}
    return named[known("route or area", goal, named, board)]


def stuck(
    world: World, length: int, throws: Sequence[int], /, barred: Sequence[int] = ()
) -> list[int]:  # a pure calculation that asks nothing of the game
    """Return the positions before `length`, not barred, from which exact throws can never end on it."""
    if not _whole(length) or length > _LONGEST:
        raise ExpressionError(f"stuck() needs a length from 1 to {_LONGEST}, not {spelled(length)}")
    for name, numbers in (("throws", throws), ("barred", barred)):
        if not isinstance(numbers, list | tuple) or len(numbers) > _THROWS or not all(map(_whole, numbers)):
            raise ExpressionError(f"stuck() needs as {name} a list of up to {_THROWS} whole numbers from 1 up")
    if far := [each for each in barred if each >= length]:
        raise ExpressionError(f"stuck() needs as barred positions from 1 to {length - 1}, not {far[0]}")
    found = walks.stuck(length, {*throws}, {*barred})
    return world.record_call(written("stuck", length, throws, *([barred] if barred else [])), found, list, asks=False)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def links(world: World, board: str, area: str, other: str, /) -> list[list[str]]:
    """Return the joins from a cell of one area to one of another, as [from, to], in the order of the joins.

    A two-way join counts once for each direction.
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
    return world.record_call(written("links", board, area, other), found, places, prints=True)


def before(world: World, board: str, cells: str | Sequence[str], /) -> list[str]:
    """Return the cells from which one step leads to one of the cells, in the order of the board."""
    goals = cells_of(world, board, cells)
    back = walks.backward(walks.ways(here(world, board)))
    found = {other for cell in goals for other, _ in back[cell]}
    result = [cell for cell in back if cell in found]
    return world.record_call(written("before", board, cells), result, said(world, board, *JOINED), prints=True)


def leading(world: World, board: str, cells: str | Sequence[str], /) -> list[str]:
    """Return the other cells from which a walk leads to one of the cells, in the order of the board."""
    goals = cells_of(world, board, cells)
    back = walks.backward(walks.ways(here(world, board)))
    found = walks.reached(back, goals)
    result = [cell for cell in back if found.get(cell, 0) > 0]
    return world.record_call(written("leading", board, cells), result, said(world, board, *JOINED), prints=True)


def choices(
    world: World, board: str, cells: str | Sequence[str], throws: Sequence[int], /, *, first: str | None = None
) -> list[int]:
    """Return the sorted numbers of cells where a piece on one of the cells can end, by throw and cell.

    It walks exactly as many steps as the throw and may turn back; joins of the kind `first` can only begin a throw.
    """
    known_join(first, world, board)
    _require_throws("choices", throws)
    starts = cells_of(world, board, cells)
    ends = walks.ends(walks.ways(here(world, board)), throws, first)
    found = sorted({thrown[cell].bit_count() for thrown in ends for cell in starts})
    text = written("choices", board, cells, throws, **_first_kind(first))
    return world.record_call(text, found, said(world, board, *JOINED), prints=True)


def arrivals(
    world: World, board: str, goals: str | Sequence[str], throws: Sequence[int], /, *, first: str | None = None
) -> list[list[Any]]:
    """Return from which cell which throw can end on a goal: [cell, throw], in the order of the board, then the throws.

    A piece walks exactly as many steps as the throw and may turn back; joins of the kind `first` can only begin a
    throw.
    """
    known_join(first, world, board)
    _require_throws("arrivals", throws)
    onward = walks.ways(here(world, board))
    starts = walks.arrivals(onward, cells_of(world, board, goals), throws, first)
    found = [[cell, throw] for cell in onward for throw in dict.fromkeys(throws) if cell in starts[throw]]
    text = written("arrivals", board, goals, throws, **_first_kind(first))
    return world.record_call(text, found, said(world, board, *JOINED), prints=True)


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
    """Return the cells where a piece can stand without any throws leading to a goal, in the order of the board.

    It comes from the cells `start`, by default from all with a way out that are neither goals nor barred. It walks as
    in `arrivals`, ends no throw on a barred cell, and leaves no goal.
    """
    known_join(first, world, board)
    _require_throws("trapped", throws)
    ends, shut = cells_of(world, board, goals), cells_of(world, board, barred)
    if start != "" and not start:
        raise ExpressionError("trapped() needs a cell to start from; leave out start to ask about all cells")
    if both := next((cell for cell in ends if cell in shut), None):
        raise ExpressionError(f"trapped() has {both!r} among both the goals and the barred cells")
    onward = walks.ways(here(world, board))
    ready = [cell for cell, steps in onward.items() if steps and cell not in shut]
    starts = cells_of(world, board, start) if start != "" else ready
    lost = walks.trapped(onward, starts, ends, throws, first, shut)
    given = {"barred": barred, "start": start}
    told = {key: value for key, value in given.items() if value}
    text = written("trapped", board, goals, throws, **_first_kind(first), **told)
    found = [cell for cell in onward if cell in lost]
    return world.record_call(text, found, said(world, board, *JOINED), prints=True)


def _first_kind(kind: str | None) -> dict[str, str]:
    return {} if kind is None else {"first": kind}


def _require_throws(name: str, throws: Any) -> None:
    """Raise ExpressionError unless the throws are a list of small positive numbers."""
    fits = isinstance(throws, list | tuple) and len(throws) <= _THROWS
    if not fits or not all(isinstance(each, int) and 1 <= each <= _THROWS and each is not True for each in throws):
        wanted = f"a list of up to {_THROWS} whole numbers from 1 to {_THROWS}"
        raise ExpressionError(f"{name}() needs as throws {wanted}")


FUNCTIONS = (steps, distance, distances, costs, stuck, links, before, leading, choices, arrivals, trapped)
