"""Walks over the graph of a board: distances, costs, where throws of a die can end, and cells without a way out."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from generator.model.board import Board

StepGraph = Mapping[str, Sequence[tuple[str, str]]]


def build_graph(board: Board, further: Iterable[tuple[str, str]] = ()) -> StepGraph:
    """Return where each cell leads, and over which kind of join, in the order of the joins.

    Joins in `further` lead both ways, and have the kind "".
    """
    onward: dict[str, list[tuple[str, str]]] = {cell: [] for cell in board.cells}
    for join in board.joins:
        onward[join.one].append((join.other, join.kind))
        if not join.one_way:
            onward[join.other].append((join.one, join.kind))
    for one, other in further:
        onward[one].append((other, ""))
        onward[other].append((one, ""))
    return onward


def reverse_graph(onward: StepGraph) -> StepGraph:
    """Return from where each cell is reached in one step, and over which kind of join."""
    back: dict[str, list[tuple[str, str]]] = {cell: [] for cell in onward}
    for cell, steps in onward.items():
        for other, kind in steps:
            back[other].append((cell, kind))
    return back


def count_steps(
    onward: StepGraph, starts: Iterable[str], kind: str | None = None, through: Collection[str] | None = None
) -> dict[str, int]:
    """Return the least number of steps to each reachable cell, over joins of `kind` or "" only, if it is given.

    With `through`, only these cells lie between the first and the last of a walk.
    """
    steps = dict.fromkeys(starts, 0)
    row = deque(steps)
    while row:
        cell = row.popleft()
        if through is not None and steps[cell] and cell not in through:
            continue
        for other, join in onward[cell]:
            if other not in steps and (kind in (None, join) or not join):
                steps[other] = steps[cell] + 1
                row.append(other)
    return steps


def count_steps_to(onward: StepGraph, start: str, goal: str, kind: str | None = None) -> int | None:
    """Return the least number of steps to a cell, as `count_steps` does; None if unreachable."""
    return count_steps(onward, [start], kind).get(goal)


def find_components(onward: StepGraph, cells: Sequence[str]) -> list[list[str]]:
    """Return the groups of cells that hang together by joins between them, in either direction, in their order."""
    inside = {*cells}
    back = reverse_graph(onward)
    both = {cell: [step for step in (*onward[cell], *back[cell]) if step[0] in inside] for cell in cells}
    found, seen = list[list[str]](), set[str]()
    for cell in cells:
        if cell not in seen:
            group = count_steps(both, [cell])
            seen |= group.keys()
            found.append([each for each in cells if each in group])
    return found


def count_steps_between(
    onward: StepGraph,
    starts: Sequence[str],
    goals: Sequence[str],
    kind: str | None = None,
    through: Collection[str] | None = None,
) -> Iterator[tuple[str, str, int | None]]:
    """Yield each start with each goal and the least number of steps, None if the goal is unreachable.

    The search runs from the starts, or backwards from the goals if these are fewer, and results come in that order.
    """
    if len(goals) < len(starts):
        yield from (
            (start, goal, steps)
            for goal, start, steps in count_steps_between(reverse_graph(onward), goals, starts, kind, through)
        )
        return
    for start in starts:
        steps = count_steps(onward, [start], kind, through)
        yield from ((start, goal, steps.get(goal)) for goal in goals)


def measure_costs(onward: StepGraph, entries: Iterable[str], corner: float) -> dict[str, float]:
    """Return the least cost of reaching each cell: 1 to enter at one of `entries`, then the steps from there.

    A step costs 1, over a corner `corner` (Dijkstra 1959); unreachable cells are not in the mapping.
    """
    found: dict[str, float] = {}
    heap: list[tuple[float, str]] = []
    for entry in entries:
        heappush(heap, (1, entry))
    while heap:
        cost, cell = heappop(heap)
        if cell in found:
            continue
        found[cell] = cost
        for other, kind in onward[cell]:
            if other not in found:
                heappush(heap, (cost + (corner if kind == "corner" else 1), other))
    return found


def find_stuck_positions(length: int, throws: Collection[int], barred: Collection[int]) -> list[int]:
    """Return the positions from 1 to length - 1 from which no throws lead to exactly `length`.

    Pieces never stop on a barred position: barred positions are not returned, and no way stops there.
    """
    home = {length}
    for position in range(length - 1, 0, -1):
        if position not in barred and any(position + throw in home for throw in throws):
            home.add(position)
    return [position for position in range(1, length) if position not in home and position not in barred]


def find_throw_ends(onward: StepGraph, throws: Collection[int], first: str | None = None) -> Iterator[dict[str, int]]:
    """Yield, for each distinct throw in ascending order, the bit set of cells where it can end, by start.

    Bit k stands for the k-th cell of the mapping. A walk has exactly as many steps as the throw and may turn back;
    joins of the kind `first` can only be its first step.
    """
    bits = {cell: 1 << number for number, cell in enumerate(onward)}
    begun = {cell: [other for other, _ in steps] for cell, steps in onward.items()}
    later = {cell: [other for other, kind in steps if kind != first] for cell, steps in onward.items()}
    for length in range(1, max(throws, default=0) + 1):
        if length in throws:
            yield {cell: _union_bits(bits, begun[cell]) for cell in onward}
        bits = {cell: _union_bits(bits, later[cell]) for cell in onward}


def _union_bits(bits: Mapping[str, int], cells: Iterable[str]) -> int:
    found = 0
    for cell in cells:
        found |= bits[cell]
    return found


def find_arrivals(
    onward: StepGraph, goals: Collection[str], throws: Collection[int], first: str | None = None
) -> dict[int, set[str]]:
    """Return, for each throw, the cells from which it can end on one of the goals, walking as in `find_throw_ends`."""
    back = reverse_graph(onward)
    home, found = {*goals}, {}
    for length in range(1, max(throws, default=0) + 1):
        if length in throws:
            found[length] = {other for cell in home for other, _ in back[cell]}
        home = {other for cell in home for other, kind in back[cell] if kind != first}
    return found


def find_landings(
    onward: StepGraph, cells: Collection[str], throws: Collection[int], first: str | None = None
) -> set[str]:
    """Return where a throw can end that begins on one of the cells, walking as in `find_throw_ends`."""
    at, found = {other for cell in cells for other, _ in onward[cell]}, set[str]()
    for length in range(1, max(throws, default=0) + 1):
        if length in throws:
            found |= at
        at = {other for cell in at for other, kind in onward[cell] if kind != first}
    return found


def find_trapped_cells(
    onward: StepGraph,
    starts: Collection[str],
    goals: Collection[str],
    throws: Collection[int],
    first: str | None = None,
    barred: Collection[str] = (),
) -> set[str]:
    """Return the cells that a piece can reach from the starts, and from which no throws lead to a goal.

    It walks as in `find_throw_ends`, ends no throw on a barred cell, and stays on a goal.
    """
    reach, fresh = {*starts}, {*starts} - {*goals}
    while fresh:
        fresh = find_landings(onward, fresh, throws, first) - reach - {*barred}
        reach |= fresh
        fresh -= {*goals}
    home, fresh = {*goals}, {*goals}
    while fresh:
        came = set[str]().union(*find_arrivals(onward, fresh, throws, first).values()) - home
        home |= came
        fresh = came - {*barred}
    return reach - home
