"""Claim functions about walks over a board: distances, costs, and where throws of a die lead."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from generator.check.analysis import board_walks
from generator.check.claims.board_access import JOIN_KEYS, BoardView
from generator.check.claims.boards import cells
from generator.check.claims.calls import Answer, ClaimCall
from generator.check.claims.context import ClaimContext
from generator.language.expressions import ExpressionError, spell_value

_MAX_TRACK_LENGTH = 10_000
_MAX_THROWS = 100
_MAX_CORNER_COST = 1000
Cells = str | Sequence[str]


def steps(world: ClaimContext, board: str, name: str, /, *, kind: str | None = None) -> Answer[int]:
    """Return how many steps of a route go over joins, or over joins of a kind."""
    view = BoardView(world, board)
    view.require_join_kind(kind)
    walk = view.declared.routes
    view.require("route", name, walk)
    onward = view.graph
    over = [{join for other, join in onward.get(one, ()) if other == two} for one, two in pairwise(walk[name])]
    number = sum(bool(joins) if kind is None else kind in joins for joins in over)
    return view.answer(number, ("routes", name), *JOIN_KEYS)


def distance(
    world: ClaimContext,
    board: str,
    start: Cells,
    goal: Cells,
    /,
    *,
    kind: str | None = None,
    over_kind: str | None = None,
    over: Sequence[Sequence[str]] = (),
) -> Answer[int | None]:
    """Return the least number of steps from a cell, or any of a list, to another; none if no walk leads there.

    Steps go over joins, of a kind if given, and over the additional joins `over`: lists that begin with two cells,
    both ways. With `over_kind`, all cells between the first and the last of a walk are of this kind.
    """
    view = BoardView(world, board)
    view.require_join_kind(kind)
    starts, goals = view.list_declared(start), view.list_declared(goal)
    whole = view.here
    further = _additional_joins(view, over)
    onward = board_walks.build_graph(whole, further) if further else view.graph
    through = view.pick_kind(over_kind)
    steps = board_walks.count_steps(onward, [name for name in starts if name in whole.cells], kind, through)
    least = min((steps[name] for name in goals if name in steps), default=None)
    return Answer(least, view.places_of([*starts, *goals]))


def _additional_joins(view: BoardView, over: Any) -> list[tuple[str, str]]:
    """Return the joins that a claim adds, without those of cells that are not printed (ExpressionError)."""
    pairs = over if isinstance(over, list | tuple) else [over]
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) < 2:
            needs = "distance() needs a list of joins as over, such as [['a', 'b']]"
            raise ExpressionError(f"{needs}, not {spell_value(over)}")
    cells, ends = view.here.cells, [view.list_declared(pair[:2]) for pair in pairs]
    return [(one, other) for one, other in ends if one in cells and other in cells]


def distances(
    world: ClaimContext,
    board: str,
    starts: Cells,
    goals: Cells,
    /,
    *,
    kind: str | None = None,
    over_kind: str | None = None,
) -> Answer[list[int]]:
    """Return the least numbers of steps from each start to each goal, sorted (ExpressionError if unreachable)."""
    view, found = BoardView(world, board), list[int]()
    for start, goal, steps in _count_between(view, starts, goals, kind, over_kind):
        if steps is None:
            raise ExpressionError(f"the cell {goal!r}{view.origin} cannot be reached from {start!r}")
        found.append(steps)
    return view.answer(sorted(found), *JOIN_KEYS)


def distance_table(
    world: ClaimContext,
    board: str,
    starts: Cells,
    goals: Cells,
    /,
    *,
    kind: str | None = None,
    over_kind: str | None = None,
) -> Answer[dict[str, dict[str, int | None]]]:
    """Return the least number of steps from each start to each goal by their ids; none if no walk leads there."""
    view = BoardView(world, board)
    table: dict[str, dict[str, int | None]] = {start: {} for start in view.get_ids(starts)}
    for start, goal, steps in _count_between(view, starts, goals, kind, over_kind):
        table[start][goal] = steps
    return view.answer(table, *JOIN_KEYS)


def _count_between(
    view: BoardView, starts: Cells, goals: Cells, kind: str | None, over_kind: str | None
) -> Iterator[tuple[str, str, int | None]]:
    view.require_join_kind(kind)
    ends, through = view.get_ids(goals), view.pick_kind(over_kind)
    return board_walks.count_steps_between(view.graph, view.get_ids(starts), ends, kind, through)


def components(
    world: ClaimContext,
    board: str,
    names: Cells = (),
    /,
    *,
    kind: str | None = None,
    color: str | None = None,
    area: str | None = None,
) -> Answer[list[list[str]]]:
    """Return the groups of cells that hang together by joins between them, in the order of the board.

    The cells are those of a list, or picked as by `cells`; one-way joins count in both directions.
    """
    view, picked = BoardView(world, board), cells(world, board, kind=kind, color=color, area=area)
    given = {*view.get_ids(names)} if names else {*picked.result}
    chosen = [cell for cell in picked.result if cell in given]
    return Answer(board_walks.find_components(view.graph, chosen), picked.places)


def connected(
    world: ClaimContext,
    board: str,
    names: Cells = (),
    /,
    *,
    kind: str | None = None,
    color: str | None = None,
    area: str | None = None,
) -> Answer[bool]:
    """Return whether cells, given as for `components`, hang together; if not, those that are cut off are recorded."""
    made = components(world, board, names, kind=kind, color=color, area=area)
    if not made.result:
        raise ExpressionError("connected() needs cells, and there are none of these")
    largest, *_ = sorted(made.result, key=len, reverse=True)
    away = [cell for group in made.result if group is not largest for cell in group]
    if not away:
        return Answer(True, made.places)
    places = BoardView(world, board).places_of(away[:1])
    told = ClaimCall(f"cells cut off from {largest[0]!r}", away, places, world.prints(board))
    return Answer(False, places, details=[told])


def costs(world: ClaimContext, board: str, entry: str, goal: Cells, /, *, corner: float = 2) -> Answer[list[float]]:
    """Return the least cost of entering the area `entry` and moving to each cell of a route, an area or a list.

    Entering costs 1, a step 1, and a step over a corner `corner` (ExpressionError for an unreachable cell).
    """
    if isinstance(corner, bool) or not isinstance(corner, int | float) or not 0 <= corner <= _MAX_CORNER_COST:
        raise ExpressionError(f"costs() needs a corner from 0 to {_MAX_CORNER_COST}, not {spell_value(corner)}")
    view = BoardView(world, board)
    view.require("area", entry, view.declared.areas)
    goals = _goal_cells(view, goal)
    least = board_walks.measure_costs(view.graph, view.here.areas[entry], corner)
    if away := next((name for name in goals if name not in least), None):
        raise ExpressionError(f"the cell {away!r}{view.origin} cannot be reached from the area {entry!r}")
    ends = [("areas", goal), ("routes", goal)] if isinstance(goal, str) else []
    return view.answer([least[name] for name in goals], ("areas", entry), *ends, *JOIN_KEYS)


def _goal_cells(view: BoardView, goal: Cells) -> Sequence[str]:
    whole, board = view.declared, view.name
    if not isinstance(goal, str):
        return view.list_declared(goal)
    if goal in whole.routes and goal in whole.areas and whole.routes[goal] != whole.areas[goal]:
        both = f"{board!r} has both a route and an area {goal!r}"
        raise ExpressionError(f"{both}; write route({board!r}, {goal!r}), or area()")
    named = {**whole.areas, **whole.routes}
    return named[view.require("route or area", goal, named)]


def stuck(
    world: ClaimContext, length: int, throws: Sequence[int], /, barred: Sequence[int] = ()
) -> Answer[list[int]]:  # a pure calculation that asks nothing of the game
    """Return the positions before `length`, not barred, from which exact throws can never end on it."""
    if not _is_positive_integer(length) or length > _MAX_TRACK_LENGTH:
        raise ExpressionError(f"stuck() needs a length from 1 to {_MAX_TRACK_LENGTH}, not {spell_value(length)}")
    for name, numbers in (("throws", throws), ("barred", barred)):
        is_list = isinstance(numbers, list | tuple) and len(numbers) <= _MAX_THROWS
        if not is_list or not all(map(_is_positive_integer, numbers)):
            raise ExpressionError(f"stuck() needs a list of up to {_MAX_THROWS} whole numbers of at least 1 as {name}")
    if far := [each for each in barred if each >= length]:
        raise ExpressionError(f"stuck() needs barred positions from 1 to {length - 1}, not {far[0]}")
    return Answer(board_walks.find_stuck_positions(length, {*throws}, {*barred}), asks=False)


def _is_positive_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def links(world: ClaimContext, board: str, area: str, other: str, /) -> Answer[list[list[str]]]:
    """Return the joins from a cell of one area to one of another, as [from, to], in the order of the joins.

    A two-way join counts once for each direction.
    """
    view = BoardView(world, board)
    for name in (area, other):
        view.require("area", name, view.declared.areas)
    inside, there = ({*view.here.areas[name]} for name in (area, other))
    found = [
        [start, end]
        for join in view.here.joins
        for start, end in ([join[:2]] if join.one_way else [join[:2], join[1::-1]])
        if start in inside and end in there
    ]
    return view.answer(found, ("areas", area), ("areas", other), *JOIN_KEYS)


def before(world: ClaimContext, board: str, names: Cells, /) -> Answer[list[str]]:
    """Return the cells from which one step leads to one of the cells, in the order of the board."""
    view = BoardView(world, board)
    goals, back = view.get_ids(names), board_walks.reverse_graph(view.graph)
    found = {other for cell in goals for other, _ in back[cell]}
    return view.answer([cell for cell in back if cell in found], *JOIN_KEYS)


def leading(world: ClaimContext, board: str, names: Cells, /) -> Answer[list[str]]:
    """Return the other cells from which a walk leads to one of the cells, in the order of the board."""
    view = BoardView(world, board)
    goals, back = view.get_ids(names), board_walks.reverse_graph(view.graph)
    found = board_walks.count_steps(back, goals)
    return view.answer([cell for cell in back if found.get(cell, 0) > 0], *JOIN_KEYS)


def choices(
    world: ClaimContext, board: str, names: Cells, throws: Sequence[int], /, *, first: str | None = None
) -> Answer[list[int]]:
    """Return the sorted numbers of cells where a piece on one of the cells can end, by throw and cell.

    It walks exactly as many steps as the throw and may turn back; joins of the kind `first` can only begin a throw.
    """
    view = _view_throws("choices", world, board, throws, first)
    starts = view.get_ids(names)
    ends = board_walks.find_throw_ends(view.graph, throws, first)
    return view.answer(sorted({thrown[cell].bit_count() for thrown in ends for cell in starts}), *JOIN_KEYS)


def arrivals(
    world: ClaimContext, board: str, goals: Cells, throws: Sequence[int], /, *, first: str | None = None
) -> Answer[list[list[Any]]]:
    """Return from which cell which throw can end on a goal: [cell, throw], in the order of the board, then the throws.

    A piece walks exactly as many steps as the throw and may turn back; joins of the kind `first` can only begin a
    throw.
    """
    view = _view_throws("arrivals", world, board, throws, first)
    onward = view.graph
    starts = board_walks.find_arrivals(onward, view.get_ids(goals), throws, first)
    found = [[cell, throw] for cell in onward for throw in dict.fromkeys(throws) if cell in starts[throw]]
    return view.answer(found, *JOIN_KEYS)


def trapped(
    world: ClaimContext,
    board: str,
    goals: Cells,
    throws: Sequence[int],
    /,
    *,
    first: str | None = None,
    barred: Cells = (),
    start: Cells = "",
) -> Answer[list[str]]:
    """Return the cells where a piece can stand without any throws leading to a goal, in the order of the board.

    It comes from the cells `start`, by default from all with a way out that are neither goals nor barred. It walks as
    in `arrivals`, ends no throw on a barred cell, and leaves no goal.
    """
    view = _view_throws("trapped", world, board, throws, first)
    ends, shut = view.get_ids(goals), view.get_ids(barred)
    if start != "" and not start:
        raise ExpressionError("trapped() needs a cell to start from; leave out start to ask about all cells")
    if both := next((cell for cell in ends if cell in shut), None):
        raise ExpressionError(f"trapped() has {both!r} among both the goals and the barred cells")
    onward = view.graph
    ready = [cell for cell, steps in onward.items() if steps and cell not in shut]
    starts = view.get_ids(start) if start != "" else ready
    lost = board_walks.find_trapped_cells(onward, starts, ends, throws, first, barred=shut)
    return view.answer([cell for cell in onward if cell in lost], *JOIN_KEYS)


def _view_throws(name: str, world: ClaimContext, board: str, throws: Any, first: str | None) -> BoardView:
    """Return the board on which a function throws; ExpressionError unless throws are a list of small numbers."""
    view = BoardView(world, board)
    view.require_join_kind(first)
    fits = isinstance(throws, list | tuple) and len(throws) <= _MAX_THROWS
    if not fits or not all(_is_positive_integer(each) and each <= _MAX_THROWS for each in throws):
        wanted = f"a list of up to {_MAX_THROWS} whole numbers from 1 to {_MAX_THROWS}"
        raise ExpressionError(f"{name}() needs {wanted} as throws")
    return view
