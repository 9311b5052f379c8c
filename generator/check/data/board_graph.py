"""Check the graphs of boards, independent of claims.

Only what no board can intend is reported. A dead end is a fault if other cells of its kind lead on to a goal; a kind
of its own may be a pit, about which only a claim can tell.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generator.check.analysis.board_walks import StepGraph, build_graph, count_steps, reverse_graph
from generator.geometry.tolerances import BESIDE_SLOT
from generator.model.board import Board
from generator.model.cell_ranges import parse_cells
from generator.model.color import Color
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game, Part

_GOAL_KINDS = ("goal", "center", "place")  # kinds of cells where pieces may stay
_GOAL_JOINS = ("pocket", "enter")  # joins that lead to such cells, whatever their kind
_MIN_SIMILARITY = 0.75  # of difflib: one letter of four


_KIND = 2  # where a join has its kind
_FEWEST_JOINS, _MOST_JOINS = 3, 300  # of a line, of a map with lines


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
        faults = [
            *_find_lone_cells(part.board),
            *_find_split_areas(part.board, both),
            *_find_uneven_routes(part.board, game.colors),
        ]
        faults += [*_find_unentered_goals(part.board, onward, back), *_find_misnamed_kinds(part.board, onward, back)]
        faults += _find_unreached_goals(part.board, onward, back)
        faults += _find_split_lines(getattr(game.parts.get(part.id), "joins", ()))
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


def _find_split_lines(joins: Sequence[Sequence[str]]) -> Iterator[_GraphFault]:
    """Yield the one join of a wrong kind: without it, its kind has fewer pieces or forks, and another is one line.

    The kinds are those of a map with lines, such as of trains, whose joins go from stop to stop.
    """
    typed = [(number, (join[0], join[1]), join[_KIND]) for number, join in enumerate(joins) if len(join) > _KIND]
    lines = defaultdict[str, list[tuple[str, str]]](list)
    for _, ends, kind in typed:
        lines[kind].append(ends)
    faults = {kind: _count_breaks(line) for kind, line in lines.items()}
    broken = [kind for kind, many in faults.items() if many == 1 and len(lines[kind]) >= _FEWEST_JOINS - 1]
    found = []
    for number, ends, kind in typed if len(typed) <= _MOST_JOINS else ():
        others = [each for each in broken if each != kind and _count_breaks([*lines[each], ends]) == 0]
        if others and _count_breaks([each for each in lines[kind] if each is not ends]) < faults[kind]:
            found += [(number, ends, kind, each) for each in others]
    if len(found) == 1:
        number, (one, end), kind, other = found[0]
        says = f"the {other!r} joins are in two pieces; {one!r} to {end!r}, of {kind!r}, would make them one line"
        yield _GraphFault(("joins", number, _KIND), f"{says}; is it of {other!r}?", "warning")


def _count_breaks(line: Collection[tuple[str, str]]) -> int:
    """Return how far joins are from being one line without forks: the further pieces, and the further branches."""
    ends = Counter(cell for pair in line for cell in pair)
    graph = defaultdict[str, set[str]](set)
    for one, other in line:
        graph[one].add(other)
        graph[other].add(one)
    pieces, left = 0, set(graph)
    while left:
        pieces, open_ = pieces + 1, [left.pop()]
        while open_:
            near = graph[open_.pop()] & left
            left -= near
            open_ += near
    return max(pieces - 1, 0) + sum(count - 2 for count in ends.values() if count > 2)


def _find_uneven_routes(board: Board, colors: Mapping[str, Color]) -> Iterator[_GraphFault]:
    """Yield the routes named after colors of one group that differ in length, or are missing for some of the colors."""
    groups: dict[str, dict[str, Color]] = defaultdict(dict)
    for role, color in colors.items():
        groups[role.rpartition(".")[0]][color.name] = color
    used = {cell.color for cell in board.cells.values()}
    for group, named in groups.items():
        of = {name: len(route) - 1 for name, route in board.routes.items() if name in named}
        if len(of) < 2 or not group:
            continue
        first = next(iter(of))
        if other := next((name for name in of if of[name] != of[first]), ""):
            says = f"the routes of {first!r} and {other!r} differ in length: {of[first]} and {of[other]} steps"
            yield _GraphFault(("routes", other), says, "warning")
        if lacks := next((name for name, color in named.items() if name not in of and color.role in used), ""):
            says = f"{lacks!r} has cells of its color but no route, unlike {first!r} and {[*of][1]!r}"
            yield _GraphFault(("routes", lacks), says, "warning")


def _find_unentered_goals(board: Board, onward: StepGraph, back: StepGraph) -> Iterator[_GraphFault]:
    """Yield the goals that ways lead from, but none to."""
    wrong = [name for name, cell in board.cells.items() if cell.kind == "goal" and onward[name] and not back[name]]
    if wrong:
        yield _GraphFault(("cells", wrong[0]), f"nothing leads to the goal {wrong[0]!r}{_count_others(wrong)}", "error")


def _find_misnamed_kinds(board: Board, onward: StepGraph, back: StepGraph) -> Iterator[_GraphFault]:
    """Yield a kind that is likely a misspelled `goal` or `start`, and starts on a board without a goal."""
    kinds = dict.fromkeys(cell.kind for cell in board.cells.values())
    goals = _find_goals(board, onward, back)
    there = {"goal": bool(goals), "start": "start" in kinds}
    for word, other in (("goal", "start"), ("start", "goal")):
        near = next((kind for kind in kinds if _is_misspelled(kind, word)), "")
        if word in kinds or not there[other]:
            continue
        if near:
            says = f"no cell is a {word}, though there is a {other}; should the kind {near!r} be {word!r}?"
            yield _GraphFault(("kinds", near), says, "warning")
        elif word == "goal" and not there["goal"]:
            first = next(name for name, cell in board.cells.items() if cell.kind == "start")
            says = f"there are cells of the kind 'start', such as {first!r}, but no goal for them to lead to"
            yield _GraphFault(("cells", first), says, "warning")


def _is_misspelled(kind: str, word: str) -> bool:
    """Return whether a kind is likely meant to be a word: an anagram, its plural, or similar to it."""
    if kind == word:
        return False
    if sorted(kind) == sorted(word) or kind == f"{word}s":
        return True
    from difflib import SequenceMatcher

    alike = kind[0] == word[0] and kind[-1] == word[-1]
    return alike and SequenceMatcher(None, kind, word).ratio() >= _MIN_SIMILARITY


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
    paths = [path for path, item in named if item == cell]
    paths = paths or [path for path, item in named if parse_cells(item).covers(cell)]
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
