"""Claim functions about walks over a board: distances, costs, and where throws of a die lead."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from generator.check.analysis import board_walks
from generator.check.analysis.value_text import spell_value
from generator.check.claims.board_access import (
    JOIN_KEYS,
    board_here,
    cell_names,
    declared_board,
    get_cell_ids,
    graph_here,
    name_origin,
    places_of_keys,
    require_join_kind,
    require_known,
)
from generator.check.claims.calls import format_call
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import ExpressionError
from generator.model.board import Board

_MAX_TRACK_LENGTH = 10_000
_MAX_THROWS = 100
_MAX_CORNER_COST = 1000


def steps(world: ClaimContext, board: str, name: str, /, *, kind: str | None = None) -> int:
    """Return how many steps of a route go over joins, or over joins of a kind."""
    require_join_kind(kind, world, board)
    walk = declared_board(world, board).routes
    require_known("route", name, walk, board)
    onward = graph_here(world, board)
    over = [{join for other, join in onward.get(one, ()) if other == two} for one, two in pairwise(walk[name])]
    number = sum(bool(joins) if kind is None else kind in joins for joins in over)
    text = format_call("steps", board, name, **({} if kind is None else {"kind": kind}))
    return world.record_call(
        text, number, places_of_keys(world, board, ("routes", name), *JOIN_KEYS), prints=world.prints(board)
    )


def distance(
    world: ClaimContext,
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
    require_join_kind(kind, world, board)
    starts, goals = cell_names(world, board, start), cell_names(world, board, goal)
    whole = board_here(world, board)
    further = _additional_joins(world, board, over)
    onward = board_walks.build_graph(whole, further) if further else graph_here(world, board)
    steps = board_walks.count_steps(onward, [name for name in starts if name in whole.cells], kind)
    found = min((steps[name] for name in goals if name in steps), default=None)
    given: dict[str, Any] = {} if kind is None else {"kind": kind}
    text = format_call("distance", board, start, goal, **given, **({"over": over} if over else {}))
    return world.record_call(text, found, places_of_keys(world, board, *JOIN_KEYS), prints=world.prints(board))


def _additional_joins(world: ClaimContext, board: str, over: Any) -> list[tuple[str, str]]:
    """Return the joins that a claim adds, without those of cells that are not printed (ExpressionError)."""
    pairs = over if isinstance(over, list | tuple) else [over]
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) < 2:
            raise ExpressionError(
                f"distance() needs a list of joins as over, such as [['a', 'b']], not {spell_value(over)}"
            )
        for name in pair[:2]:
            require_known("cell", name, declared_board(world, board).cells, board)
    cells = board_here(world, board).cells
    return [(one, other) for one, other, *_ in pairs if one in cells and other in cells]


def distances(world: ClaimContext, board: str, starts: str | Sequence[str], goals: str | Sequence[str], /) -> list[int]:
    """Return the least numbers of steps from each start to each goal, sorted (ExpressionError if unreachable)."""
    ends, found = get_cell_ids(world, board, goals), list[int]()
    for start, goal, steps in board_walks.count_steps_between(
        graph_here(world, board), get_cell_ids(world, board, starts), ends
    ):
        if steps is None:
            raise ExpressionError(f"the cell {goal!r}{name_origin(world)} cannot be reached from {start!r}")
        found.append(steps)
    text = format_call("distances", board, starts, goals)
    return world.record_call(text, sorted(found), places_of_keys(world, board, *JOIN_KEYS), prints=world.prints(board))


def costs(
    world: ClaimContext, board: str, entry: str, goal: str | Sequence[str], /, *, corner: float = 2
) -> list[float]:
    """Return the least cost of entering the area `entry` and moving to each cell of a route, an area or a list.

    Entering costs 1, a step 1, and a step over a corner `corner` (ExpressionError for an unreachable cell).
    """
    if isinstance(corner, bool) or not isinstance(corner, int | float) or not 0 <= corner <= _MAX_CORNER_COST:
        raise ExpressionError(f"costs() needs a corner from 0 to {_MAX_CORNER_COST}, not {spell_value(corner)}")
    require_known("area", entry, declared_board(world, board).areas, board)
    goals = _goal_cells(declared_board(world, board), board, goal)
    whole = board_here(world, board)
    least = board_walks.measure_costs(graph_here(world, board), whole.areas[entry], corner)
    if away := next((name for name in goals if name not in least), None):
        raise ExpressionError(f"the cell {away!r}{name_origin(world)} cannot be reached from the area {entry!r}")
    found = [least[name] for name in goals]
    ends = [("areas", goal), ("routes", goal)] if isinstance(goal, str) else []
    places = places_of_keys(world, board, ("areas", entry), *ends, *JOIN_KEYS)
    return world.record_call(
        format_call("costs", board, entry, goal, corner=corner), found, places, prints=world.prints(board)
    )


def _goal_cells(whole: Board, board: str, goal: str | Sequence[str]) -> Sequence[str]:
    if not isinstance(goal, str):
        return [require_known("cell", name, whole.cells, board) for name in goal]
    if goal in whole.routes and goal in whole.areas and whole.routes[goal] != whole.areas[goal]:
        raise ExpressionError(
            f"{board!r} has both a route and an area {goal!r}; write route({board!r}, {goal!r}), or area()"
        )
    named = {**whole.areas, **whole.routes}
    return named[require_known("route or area", goal, named, board)]


def stuck(
    world: ClaimContext, length: int, throws: Sequence[int], /, barred: Sequence[int] = ()
) -> list[int]:  # a pure calculation that asks nothing of the game
    """Return the positions before `length`, not barred, from which exact throws can never end on it."""
    if not _is_positive_integer(length) or length > _MAX_TRACK_LENGTH:
        raise ExpressionError(f"stuck() needs a length from 1 to {_MAX_TRACK_LENGTH}, not {spell_value(length)}")
    for name, numbers in (("throws", throws), ("barred", barred)):
        if (
            not isinstance(numbers, list | tuple)
            or len(numbers) > _MAX_THROWS
            or not all(map(_is_positive_integer, numbers))
        ):
            raise ExpressionError(f"stuck() needs a list of up to {_MAX_THROWS} whole numbers of at least 1 as {name}")
    if far := [each for each in barred if each >= length]:
        raise ExpressionError(f"stuck() needs barred positions from 1 to {length - 1}, not {far[0]}")
    found = board_walks.find_stuck_positions(length, {*throws}, {*barred})
    return world.record_call(
        format_call("stuck", length, throws, *([barred] if barred else [])), found, list, asks=False
    )


def _is_positive_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def links(world: ClaimContext, board: str, area: str, other: str, /) -> list[list[str]]:
    """Return the joins from a cell of one area to one of another, as [from, to], in the order of the joins.

    A two-way join counts once for each direction.
    """
    for name in (area, other):
        require_known("area", name, declared_board(world, board).areas, board)
    areas = board_here(world, board).areas
    inside, there = {*areas[area]}, {*areas[other]}
    found = [
        [start, end]
        for join in board_here(world, board).joins
        for start, end in ([join[:2]] if join.one_way else [join[:2], join[1::-1]])
        if start in inside and end in there
    ]
    places = places_of_keys(world, board, ("areas", area), ("areas", other), *JOIN_KEYS)
    return world.record_call(format_call("links", board, area, other), found, places, prints=world.prints(board))


def before(world: ClaimContext, board: str, cells: str | Sequence[str], /) -> list[str]:
    """Return the cells from which one step leads to one of the cells, in the order of the board."""
    goals = get_cell_ids(world, board, cells)
    back = board_walks.reverse_graph(graph_here(world, board))
    found = {other for cell in goals for other, _ in back[cell]}
    result = [cell for cell in back if cell in found]
    return world.record_call(
        format_call("before", board, cells),
        result,
        places_of_keys(world, board, *JOIN_KEYS),
        prints=world.prints(board),
    )


def leading(world: ClaimContext, board: str, cells: str | Sequence[str], /) -> list[str]:
    """Return the other cells from which a walk leads to one of the cells, in the order of the board."""
    goals = get_cell_ids(world, board, cells)
    back = board_walks.reverse_graph(graph_here(world, board))
    found = board_walks.count_steps(back, goals)
    result = [cell for cell in back if found.get(cell, 0) > 0]
    return world.record_call(
        format_call("leading", board, cells),
        result,
        places_of_keys(world, board, *JOIN_KEYS),
        prints=world.prints(board),
    )


def choices(
    world: ClaimContext, board: str, cells: str | Sequence[str], throws: Sequence[int], /, *, first: str | None = None
) -> list[int]:
    """Return the sorted numbers of cells where a piece on one of the cells can end, by throw and cell.

    It walks exactly as many steps as the throw and may turn back; joins of the kind `first` can only begin a throw.
    """
    require_join_kind(first, world, board)
    _require_throws("choices", throws)
    starts = get_cell_ids(world, board, cells)
    ends = board_walks.find_throw_ends(graph_here(world, board), throws, first)
    found = sorted({thrown[cell].bit_count() for thrown in ends for cell in starts})
    text = format_call("choices", board, cells, throws, **_first_argument(first))
    return world.record_call(text, found, places_of_keys(world, board, *JOIN_KEYS), prints=world.prints(board))


def arrivals(
    world: ClaimContext, board: str, goals: str | Sequence[str], throws: Sequence[int], /, *, first: str | None = None
) -> list[list[Any]]:
    """Return from which cell which throw can end on a goal: [cell, throw], in the order of the board, then the throws.

    A piece walks exactly as many steps as the throw and may turn back; joins of the kind `first` can only begin a
    throw.
    """
    require_join_kind(first, world, board)
    _require_throws("arrivals", throws)
    onward = graph_here(world, board)
    starts = board_walks.find_arrivals(onward, get_cell_ids(world, board, goals), throws, first)
    found = [[cell, throw] for cell in onward for throw in dict.fromkeys(throws) if cell in starts[throw]]
    text = format_call("arrivals", board, goals, throws, **_first_argument(first))
    return world.record_call(text, found, places_of_keys(world, board, *JOIN_KEYS), prints=world.prints(board))


def trapped(
    world: ClaimContext,
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
    require_join_kind(first, world, board)
    _require_throws("trapped", throws)
    ends, shut = get_cell_ids(world, board, goals), get_cell_ids(world, board, barred)
    if start != "" and not start:
        raise ExpressionError("trapped() needs a cell to start from; leave out start to ask about all cells")
    if both := next((cell for cell in ends if cell in shut), None):
        raise ExpressionError(f"trapped() has {both!r} among both the goals and the barred cells")
    onward = graph_here(world, board)
    ready = [cell for cell, steps in onward.items() if steps and cell not in shut]
    starts = get_cell_ids(world, board, start) if start != "" else ready
    lost = board_walks.find_trapped_cells(onward, starts, ends, throws, first, shut)
    given = {"barred": barred, "start": start}
    told = {key: value for key, value in given.items() if value}
    text = format_call("trapped", board, goals, throws, **_first_argument(first), **told)
    found = [cell for cell in onward if cell in lost]
    return world.record_call(text, found, places_of_keys(world, board, *JOIN_KEYS), prints=world.prints(board))


def _first_argument(kind: str | None) -> dict[str, str]:
    return {} if kind is None else {"first": kind}


def _require_throws(name: str, throws: Any) -> None:
    """Raise ExpressionError unless the throws are a list of small positive numbers."""
    fits = isinstance(throws, list | tuple) and len(throws) <= _MAX_THROWS
    if not fits or not all(isinstance(each, int) and 1 <= each <= _MAX_THROWS and each is not True for each in throws):
        wanted = f"a list of up to {_MAX_THROWS} whole numbers from 1 to {_MAX_THROWS}"
        raise ExpressionError(f"{name}() needs {wanted} as throws")


FUNCTIONS = (steps, distance, distances, costs, stuck, links, before, leading, choices, arrivals, trapped)
