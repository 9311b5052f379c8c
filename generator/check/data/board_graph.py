"""Check the graphs of boards, independent of claims.

Only what no board can intend is reported. A dead end is a fault if other cells of its kind lead on to a goal; a kind
of its own may be a pit, about which only a claim can tell.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generator.check.analysis.board_walks import StepGraph, build_graph, count_steps, reverse_graph
from generator.geometry.tolerances import BESIDE_SLOT
from generator.model.board import Board
from generator.model.cell_ranges import parse_cells
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game, Part

_GOAL_KINDS = ("goal", "center", "place")  # kinds of cells where pieces may stay
_GOAL_JOINS = ("pocket", "enter")  # joins that lead to such cells, whatever their kind


class _GraphFault(NamedTuple):
    path: tuple[str | int, ...]
    text: str
    level: Level


def check_board_graph(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report cells, areas and routes that contradict the board's graph (GF133)."""
    for part in parts:
        if part.board is None:
            continue
        onward = build_graph(part.board, _joins_across_slots(part.board))
        back = both = onward
        if any(join.one_way for join in part.board.joins):
            back = reverse_graph(onward)
            both = {cell: [*steps, *back[cell]] for cell, steps in onward.items()}
        faults = [*_find_lone_cells(part.board), *_find_split_areas(part.board, both)]
        faults += _find_unentered_goals(part.board, onward, back)
        faults += _find_unreached_goals(part.board, onward, back)
        for fault in [*faults, *_find_traps(part.board, onward, back, both)]:
            place = place_of_cell(game, part, str(fault.path[1])) if fault.path[0] == "cells" else None
            place = place or game.place("parts", part.id, *fault.path)
            yield Finding("GF133", place, f"parts.{part.id}: {fault.text}", fault.level)


def _joins_across_slots(board: Board) -> Iterator[tuple[str, str]]:
    """Yield the joins that a card in a slot could make at most: from each cell beside the slot to the next."""
    for slot in board.slots:
        left, top, right, bottom = board.cells[slot].box
        beside = []
        for name, cell in board.cells.items():
            a, b, c, d = cell.box
            near = (
                a < right + BESIDE_SLOT
                and c > left - BESIDE_SLOT
                and b < bottom + BESIDE_SLOT
                and d > top - BESIDE_SLOT
            )
            if near and name not in board.slots:
                beside.append(name)
        yield from pairwise(beside)


def _joined_cells(board: Board) -> dict[str, None]:
    """Return the cells that have a join, in the order of the board."""
    ends = {name for join in board.joins for name in (join.one, join.other)}
    return dict.fromkeys(name for name in board.cells if name in ends)


def _find_lone_cells(board: Board) -> Iterator[_GraphFault]:
    joined = _joined_cells(board)
    kinds = {board.cells[name].kind for name in joined}
    lone = [name for name in board.cells if name not in joined and name not in board.slots]
    lone = [name for name in lone if board.cells[name].kind in kinds]
    if lone:
        kind = board.cells[lone[0]].kind
        says = f"the cell {lone[0]!r} is joined to nothing, unlike others of kind {kind!r}{_count_others(lone)}"
        yield _GraphFault(("cells", lone[0]), says, "warning")


def _find_split_areas(board: Board, both: StepGraph) -> Iterator[_GraphFault]:
    """Yield the areas that lie in several unconnected pieces of the board."""
    joined = _joined_cells(board)
    if len(count_steps(both, [*joined][:1])) >= len(joined):
        return  # all in one piece, as most boards are
    for name, area in board.areas.items():
        cells = [cell for cell in area if cell in joined]
        here = count_steps(both, cells[:1])
        if apart := [cell for cell in cells if cell not in here]:
            says = f"the area {name!r} is in pieces: no joins lead from {cells[0]!r} to {apart[0]!r}"
            yield _GraphFault(("areas", name), says, "warning")


def _find_unentered_goals(board: Board, onward: StepGraph, back: StepGraph) -> Iterator[_GraphFault]:
    """Yield the goals that ways lead from, but none to."""
    wrong = [name for name, cell in board.cells.items() if cell.kind == "goal" and onward[name] and not back[name]]
    if wrong:
        yield _GraphFault(("cells", wrong[0]), f"nothing leads to the goal {wrong[0]!r}{_count_others(wrong)}", "error")


def _find_unreached_goals(board: Board, onward: StepGraph, back: StepGraph) -> Iterator[_GraphFault]:
    """Yield the colors whose starts lead to no goal of theirs, and the goals to which no start of theirs leads.

    Starts and goals without a color, and goals of a color from another group than the starts', are for all; but if one
    color of a group has its own starts or goals, all colors on the board must.
    """
    starts = {cell.id: cell.color for cell in board.cells.values() if cell.kind == "start"}
    kind = "goal" if any(cell.kind == "goal" for cell in board.cells.values()) else "center"
    goals = {cell.id: cell.color for cell in board.cells.values() if cell.kind == kind}
    if not starts or not goals:
        return
    groups = {group for color in starts.values() if (group := color.rpartition(".")[0])}
    whose = {name: color if color.rpartition(".")[0] in groups else "" for name, color in {**starts, **goals}.items()}
    for color in [each for each in dict.fromkeys(whose.values()) if each] or [""]:
        own = [name for name in starts if whose[name] in (color, "")]
        theirs = [name for name in goals if whose[name] in (color, "")]
        lacks = "goal" if not theirs or _lacks_color(color, whose, goals) else ""
        if lacks := "start" if not own or _lacks_color(color, whose, starts) else lacks:
            yield _GraphFault(
                ("colors", color), f"{color} has no {lacks} on the board, though other colors have one", "warning"
            )
            continue
        home, come, of = count_steps(back, theirs), count_steps(onward, own), f" of {color}" if color else ""
        if lost := [name for name in own if name not in home]:
            says = f"there is no way from the start {lost[0]!r} to a {kind}{of}{_count_others(lost)}"
            yield _GraphFault(("cells", lost[0]), says, "error")
        elif far := [name for name in theirs if name not in come]:
            says = f"there is no way to the {kind} {far[0]!r} from a start{of}{_count_others(far)}"
            yield _GraphFault(("cells", far[0]), says, "error")


def _lacks_color(color: str, whose: Mapping[str, str], cells: Collection[str]) -> bool:
    """Return whether none of these cells is of a color, though some are of other colors of its group."""
    had = {whose[name] for name in cells}
    return color not in had and any(each.rpartition(".")[0] == color.rpartition(".")[0] for each in had - {""})


def _find_traps(board: Board, onward: StepGraph, back: StepGraph, both: StepGraph) -> Iterator[_GraphFault]:
    """Yield cells from which no goal in their piece of the board can be reached, unlike from others of their kind."""
    goals = _find_goals(board, onward, back)
    home = count_steps(back, goals)
    kinds = {board.cells[cell].kind for cell in home if cell not in goals}
    here = count_steps(both, goals)
    stuck = [
        cell for cell in _joined_cells(board) if cell in here and cell not in home and board.cells[cell].kind in kinds
    ]
    if stuck:
        # report a dead end rather than the cells that lead to it
        first = next((cell for cell in stuck if not onward[cell]), stuck[0])
        what = "is a dead end but not a goal" if not onward[first] else "does not lead to a goal"
        says = f"the cell {first!r} {what}, though others of kind {board.cells[first].kind!r} do lead to one"
        yield _GraphFault(("cells", first), f"{says}{_count_others(stuck)}", "trap")


def _find_goals(board: Board, onward: StepGraph, back: StepGraph) -> dict[str, None]:
    """Return the cells where a way may end: by kind, as the last of a route, or entered by a one-way join only."""
    last = [route[-1] for route in board.routes.values()]
    kinds = [name for name, cell in board.cells.items() if cell.kind in _GOAL_KINDS]
    ends = [
        name for name in back if not onward[name] and back[name] and all(kind in _GOAL_JOINS for _, kind in back[name])
    ]
    exits = [cell for cell, way in board.gates if way == "out"]
    return dict.fromkeys([*last, *kinds, *ends, *exits])


def _count_others(cells: Sequence[str]) -> str:
    return f"; the same goes for {len(cells) - 1} more" if len(cells) > 1 else ""


def place_of_cell(game: Game, part: Part, cell: str) -> Place:
    """Return where a cell is by its id, else in a run or a pattern, else its generator's place.

    What is said about the cell by itself comes first, then its kind, its color, and the joins that it has or lacks.
    """
    named = list(_list_cell_items(game.parts[part.id]))
    found = part.board.cells.get(cell) if part.board else None
    names = (cell, *found.names) if found else (cell,)
    paths = [path for path, item in named if item in names]
    paths = paths or [path for path, item in named if any(map(parse_cells(item).covers, names))]
    if paths:
        return game.place("parts", part.id, *paths[0])
    spaces = (("parts", part.id, key, cell.partition(".")[0]) for key in ("tracks", "counters", "tables"))
    if (path := next((path for path in spaces if path in game.places), None)) is not None:
        return game.place(*path)
    generator = part.board.generator if part.board else ""
    return game.place("parts", part.id, generator)


def _list_cell_items(data: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield each item of a board's data that names cells, with its path."""
    for key in ("cells", "pockets", "slots"):
        yield from (((key, name), name) for name in getattr(data, key, {}))
    for key in ("kinds", "colors"):
        for name, items in getattr(data, key, {}).items():
            yield from (((key, name, number), item) for number, item in enumerate(items))
    for key in ("cuts", "joins"):
        for number, pair in enumerate(getattr(data, key, ())):
            yield from (((key, number, end), item) for end, item in enumerate(pair[:2]))
