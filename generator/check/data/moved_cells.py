"""Find a cell, color or join of a board that is one cell off, judging by others of its kind (GF179, notes)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from generator.check.analysis.board_symmetry import cells_at, index_cells
from generator.check.analysis.join_places import locate_join
from generator.check.data.board_graph import place_of_cell
from generator.model.board import Board, Cell, Join
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

_MOTIONS = (("rotated by a 1/2 turn", -1, -1), ("mirrored left to right", -1, 1), ("mirrored top to bottom", 1, -1))
_FEWEST_CELLS = 5  # of a kind, if it alone is symmetric
_FEWEST_MOVED = 4  # of them, that land on another one, if most of the other kinds do not
_FEWEST_OTHERS = 4  # cells of the other kinds, if they all are
_FEWEST_JOINS = 3  # of a kind
_FEWEST_STEPS = 5  # of routes that follow joins of a kind
_STEP = 1  # a join's way, in mm, is rounded to this
_MOST_CELLS = 3000


def check_moved_cells(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as a note, anything that is one cell off its place."""
    for part in parts:
        if part.board is not None and len(part.board.cells) <= _MOST_CELLS:
            moved = list(_find_moved_color(game, part, part.board))
            yield from moved or _find_moved_kind(game, part, part.board)
            yield from _find_slanting_join(game, part, part.board)
            yield from _find_step_beside_joins(game, part, part.board)


def _find_moved_kind(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    """Report the cell whose neighbor should have its kind, to make that kind symmetric."""
    kinds = _sort_kinds(board)
    mesh = index_cells(board.cells.values())
    for name, across, down in _MOTIONS:
        alone = {
            kind: [one for one, other in _map_cells(board, mesh, cells, across, down) if other not in cells]
            for kind, cells in kinds.items()
        }
        for kind, cells in kinds.items():
            others = [other for other in kinds if other != kind]
            agree = sum(len(kinds[other]) for other in others) >= _FEWEST_OTHERS and not any(map(alone.get, others))
            if len(alone[kind]) != 2 or (len(cells) < _FEWEST_CELLS and not agree):
                continue
            there = dict(_map_cells(board, mesh, cells, across, down))
            moved = sum(other in cells and other != one for one, other in there.items())
            size = sum(len(kinds[other]) for other in others)
            if moved < _FEWEST_MOVED and size and 2 * sum(len(alone[other]) for other in others) >= size:
                continue
            for odd, right in (alone[kind], alone[kind][::-1]):
                if there[right] and _are_joined(board, odd, there[right]):
                    rest = "all others of its kind" if len(cells) > 2 else "the cells of all other kinds"
                    says = (
                        f"{odd!r} is {kind!r}, but its neighbor {there[right]!r} is the one"
                        f" that lands on {right!r} when the board is"
                    )
                    text = f"parts.{part.id}: {says} {name}, as {rest} land on one another"
                    yield Finding("GF179", place_of_cell(game, part, odd), text, "note")
                    return


def _sort_kinds(board: Board) -> Mapping[str, Sequence[str]]:
    """Return the cells of each kind but the most frequent one."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for cell in board.cells.values():
        kinds[cell.kind].append(cell.id)
    usual = max(kinds, key=lambda kind: len(kinds[kind]), default="")
    return {kind: cells for kind, cells in kinds.items() if kind not in (usual, "plain")}


def _map_cells(
    board: Board, mesh: Mapping[tuple[int, int], Sequence[Cell]], cells: Sequence[str], across: int, down: int
) -> Iterator[tuple[str, str]]:
    """Yield each cell with its image; an empty id for none."""
    x, y = board.width / 2, board.height / 2
    for one in cells:
        cell = board.cells[one]
        there = next(cells_at(mesh, x + across * (cell.x - x), y + down * (cell.y - y)), None)
        yield one, there.id if there else ""


def _are_joined(board: Board, one: str, other: str) -> bool:
    return any({join.one, join.other} == {one, other} for join in board.joins)


def _find_moved_color(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    """Report the only cell of a kind without a color, if its neighbor is the only one of its kind with one."""
    kinds: dict[str, list[Cell]] = defaultdict(list)
    for cell in board.cells.values():
        kinds[cell.kind].append(cell)
    for kind, cells in kinds.items():
        bare = [cell for cell in cells if not cell.color]
        if len(bare) != 1 or len(cells) < 2:
            continue
        for other in board.cells.values():
            own = [cell for cell in kinds[other.kind] if cell.color]
            if own == [other] and other.kind != kind and _are_joined(board, bare[0].id, other.id):
                says = f"{bare[0].id!r} is the only {kind!r} without a color, and next to it {other.id!r}"
                text = f"parts.{part.id}: {says} has one ({other.color!r}), unlike all others of kind {other.kind!r}"
                yield Finding("GF179", place_of_cell(game, part, bare[0].id), text, "note")


def _find_slanting_join(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    """Report the only join of a kind that leads in a different direction from all others."""
    ways: dict[str, list[tuple[tuple[int, int], Join]]] = defaultdict(list)
    for join in board.joins:
        one, other = board.cells[join.one], board.cells[join.other]
        ways[join.kind].append(((round((other.x - one.x) / _STEP), round((other.y - one.y) / _STEP)), join))
    for kind, found in ways.items():
        counts = Counter(way for way, _ in found).most_common()
        if len(found) < _FEWEST_JOINS or len(counts) != 2 or counts[1][1] != 1:
            continue
        odd = next(join for way, join in found if way == counts[1][0])
        (x, y), (a, b) = counts[1][0], counts[0][0]
        says = f"the join {kind!r} from {odd.one!r} to {odd.other!r} leads {x:+d}, {y:+d} mm across and down"
        text = f"parts.{part.id}: {says}, but all {len(found) - 1} others lead {a:+d}, {b:+d} mm"
        yield Finding("GF179", locate_join(game, part, odd.one, odd.other), text, "note")


def _find_step_beside_joins(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    """Report the only step of all routes without a join of the kind that all others follow."""
    kinds: dict[frozenset[str], set[str]] = defaultdict(set)
    for join in board.joins:
        kinds[frozenset((join.one, join.other))].add(join.kind)
    for kind in dict.fromkeys(join.kind for join in board.joins if join.kind != "side"):
        follow = [route for route in board.routes.values() if any(kind in kinds[frozenset(p)] for p in pairwise(route))]
        steps = [(name, pair) for name, route in board.routes.items() if route in follow for pair in pairwise(route)]
        odd = [(name, pair) for name, pair in steps if kind not in kinds[frozenset(pair)]]
        if len(odd) != 1 or len(steps) <= _FEWEST_STEPS:
            continue
        name, (one, other) = odd[0]
        says = f"the route {name!r} goes from {one!r} to {other!r}, but no join of kind {kind!r} connects them"
        text = f"parts.{part.id}: {says}; one does at all {len(steps) - 1} other steps of routes"
        yield Finding("GF179", _place_missing_join(game, part, one, other, name), text, "note")


def _place_missing_join(game: Game, part: Part, one: str, other: str, route: str) -> Place:
    """Return the place of a join of either cell, next to which the missing one belongs; else that of the route."""
    joins = getattr(game.parts[part.id], "joins", ()) or ()
    near = [number for number, pair in enumerate(joins) if {one, other} & {*pair[:2]}]
    return game.place("parts", part.id, *(("joins", near[0]) if near else ("routes", route)))
