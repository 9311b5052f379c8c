"""The joins of a board, or a length and throws, go in; least costs, distances and squares of no return come out."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heappop, heappush

from generator.model.board import Board

Ways = Mapping[str, Sequence[tuple[str, str]]]


def ways(board: Board) -> Ways:
    """Return where each cell leads, and over what kind of join; in the order of the joins."""
    onward: dict[str, list[tuple[str, str]]] = {cell: [] for cell in board.cells}
    for join in board.joins:
        onward[join.one].append((join.other, join.kind))
        if not join.one_way:
            onward[join.other].append((join.one, join.kind))
    return onward


def distance(onward: Ways, start: str, goal: str, kind: str | None = None) -> int | None:
    """Return the least number of steps, over joins of one kind if said; None where no walk leads there."""
    steps = {start: 0}
    row = deque([start])
    while row and goal not in steps:
        cell = row.popleft()
        for other, join in onward[cell]:
            if other not in steps and kind in (None, join):
                steps[other] = steps[cell] + 1
                row.append(other)
    return steps.get(goal)


def costs(onward: Ways, entries: Iterable[str], corner: float) -> dict[str, float]:
    """Return what it costs at the least to enter one of the cells, for 1, and to move on from there to each other.

    A step costs 1, and `corner` over a corner (Dijkstra 1959); what cannot be reached is not in the mapping.
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


def stuck(length: int, throws: Collection[int], barred: Collection[int]) -> list[int]:
    """Return the positions from 1 to length - 1 from which no throws lead to exactly `length`.

    No piece stops on a barred position, so these are not among them and no way leads over a stop there.
    """
    home = {length}
    for position in range(length - 1, 0, -1):
        if position not in barred and any(position + throw in home for throw in throws):
            home.add(position)
    return [position for position in range(1, length) if position not in home and position not in barred]
