"""Report what figures show and the game does not allow: paths and pieces on a board (GF183), tiles (GF199)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.model.board import Board
from generator.model.cell_ranges import parse_cells
from generator.model.color import Color
from generator.model.data_types import Value
from generator.model.figure import FigureData
from generator.model.finding import Finding
from generator.model.game import Game, Part

Step = tuple[str, str]
_FEWEST_OWN = 2  # pieces on cells of their own color, beside one that is not
_FEWEST_REACHED = 4  # highlighted cells, of which one is odd
_SIDES = (("top", "north", "n"), ("right", "east", "e"), ("bottom", "south", "s"), ("left", "west", "w"))  # clockwise
_TOLERANCE = 0.1  # of a tile's width, by which two that lie edge to edge may be off


def check_figure_moves(case: CheckContext) -> Iterator[Finding]:
    """Report paths, pieces and highlights that do not fit their board (GF183), and tiles that do not meet (GF199).

    A path that follows no join may be a jump or a throw, so nothing is said of it; nor of directions, since figures
    show pieces that are sent back.
    """
    game = case.game
    parts = {part.id: part for part in case.all_parts}
    boards = {part.id: part.board for part in case.all_parts if part.board}
    steps: dict[str, frozenset[Step]] = {}
    for name, figure in game.data.figures.items():
        board = boards.get(figure.part or "") if figure.kind == "board" else None
        if board is not None and figure.part is not None:
            steps.setdefault(figure.part, frozenset(_list_steps(board)))
            yield from _check_paths(game, name, figure, board, steps[figure.part])
            yield from _check_slots(game, name, figure, board)
            yield from _check_colors(game, parts, name, figure, board)
            yield from _check_reach(game, name, figure, board, steps[figure.part])
        if figure.kind == "table":
            yield from _check_edges(game, parts, name, figure)


def _list_steps(board: Board) -> Iterator[Step]:
    """Yield the steps along joins and routes, in both directions."""
    joined = [(join.one, join.other) for join in board.joins]
    for one, other in (*joined, *(step for route in board.routes.values() for step in pairwise(route))):
        yield one, other
        yield other, one


def select_cells(board: Board, items: Sequence[str]) -> list[str]:
    """Return the cells that some items of a figure name, in their order."""
    return [cell for item in items for cell in parse_cells(item).select(board.cells, board.names)[0]]


def _check_paths(game: Game, name: str, figure: FigureData, board: Board, steps: frozenset[Step]) -> Iterator[Finding]:
    for number, path in enumerate(figure.paths or ()):
        cells = select_cells(board, path.cells or ())
        walked = [*pairwise(cells)]
        off = [step for step in walked if step not in steps and step[0] != step[1]]
        if 0 < len(off) < len(walked):
            one, other = off[0]
            says = f"the path steps from {one!r} to {other!r}, but no join connects them; correct its cells"
            yield _report(game, says, "figures", name, "paths", number, "cells")


def _check_slots(game: Game, name: str, figure: FigureData, board: Board) -> Iterator[Finding]:
    """Report a piece in a slot for another part, unless that lies there too, and a second one of its part."""
    pieces = figure.pieces or ()
    filled = {piece.at for piece in pieces if board.slots.get(piece.at) == piece.part}
    taken = set[str]()
    for number, piece in enumerate(pieces):
        wanted = board.slots.get(piece.at)
        says = ""
        if wanted == piece.part and piece.at in taken:
            says = f"two pieces of {piece.part!r} are in the slot {piece.at!r}; correct one cell"
        elif wanted and wanted != piece.part and piece.at not in filled:
            says = f"the slot {piece.at!r} is for {wanted!r}, but {piece.part!r} is in it; correct the cell"
        if wanted == piece.part:
            taken.add(piece.at)
        if says:
            yield _report(game, says, "figures", name, "pieces", number, "at")


def _check_reach(game: Game, name: str, figure: FigureData, board: Board, steps: frozenset[Step]) -> Iterator[Finding]:
    """Report the one highlighted cell that no join connects to the only piece, if all others are next to it."""
    pieces = [*(figure.pieces or ())]
    for number, highlight in enumerate(figure.highlight or ()) if len(pieces) == 1 else ():
        cells = select_cells(board, highlight.cells)
        at = pieces[0].at
        off = [cell for cell in cells if (at, cell) not in steps and cell != at]
        if len(off) == 1 and len(cells) >= _FEWEST_REACHED:
            says = f"no join connects {off[0]!r} to {at!r}, as one does for all other highlighted cells; correct it"
            yield _report(game, says, "figures", name, "highlight", number, "cells")


def _check_colors(
    game: Game, parts: Mapping[str, Part], name: str, figure: FigureData, board: Board
) -> Iterator[Finding]:
    """Report the one piece of a color on a cell of another color, if all others are on cells of their own."""
    found = list[tuple[int, str, str]]()
    for number, piece in enumerate(figure.pieces or ()):
        designs = parts[piece.part].designs if piece.part in parts else ()
        design = next((each for each in designs if each.id == (piece.design or each.id)), None)
        roles = [value.role for value in design.values.values() if isinstance(value, Color)] if design else []
        cell = board.cells.get(piece.at)
        group = cell.color.rpartition(".")[0] if cell else ""
        found += [(number, role, cell.color) for role in roles if cell and group and role.startswith(f"{group}.")]
    wrong = [each for each in found if each[1] != each[2]]
    if len(wrong) == 1 and len(found) > _FEWEST_OWN:
        number, role, color = wrong[0]
        says = f"the piece of {role!r} is on a cell of {color!r}, but all others are on cells of their own; correct it"
        yield _report(game, says, "figures", name, "pieces", number)


def _report(game: Game, says: str, *path: str | int) -> Finding:
    return Finding("GF183", game.place(*path), f"{says} (figure {path[1]})", "warning")


class _LaidTile(NamedTuple):
    """A tile with the values of its sides, clockwise from the top, as it is turned."""

    number: int
    at: tuple[float, float]
    size: tuple[float, float]
    sides: Sequence[Value]


def _check_edges(game: Game, parts: Mapping[str, Part], name: str, figure: FigureData) -> Iterator[Finding]:
    """Report two tiles that lie edge to edge, whose rows have other values for these edges (GF199)."""
    for one, other in combinations(_list_tiles(parts, figure), 2):
        touch = _find_common_edge(one, other)
        if touch is not None:
            mine, theirs = one.sides[touch], other.sides[(touch + 2) % 4]
            if mine != theirs:
                for each in (one, other):
                    place = game.place("figures", name, "things", each.number)
                    says = f"two tiles lie edge to edge, but one has {mine!r} there and the other {theirs!r}"
                    yield Finding(
                        "GF199", place, f"{says}; correct a design, a turn or a place (figure {name})", "warning"
                    )


def _list_tiles(parts: Mapping[str, Part], figure: FigureData) -> Iterator[_LaidTile]:
    """Yield the tiles of a table whose rows have a column for each side."""
    for number, thing in enumerate(figure.things or ()):
        part = parts.get(thing.part)
        design = next((each for each in part.designs if each.id == (thing.design or each.id)), None) if part else None
        row = design.values.get("row") if design else None
        if not part or not isinstance(row, Mapping) or thing.turn % 90 or thing.side != "front":
            continue
        columns = [next((key for key in row if key in names), None) for names in _SIDES]
        width, height = part.outline.width, part.outline.height
        if None not in columns:
            turns, scale = int(thing.turn // 90) % 4, (thing.width or width) / width
            size = (width * scale, height * scale) if turns % 2 == 0 else (height * scale, width * scale)
            sides = [row[str(columns[(side - turns) % 4])] for side in range(4)]
            yield _LaidTile(number, thing.at, size, sides)


def _find_common_edge(one: _LaidTile, other: _LaidTile) -> int | None:
    """Return the side of one tile that lies along the other, 0 for the top; None if none does."""
    for axis, (first, last) in enumerate(((3, 1), (0, 2))):
        along, across = (other.at[each] - one.at[each] for each in (axis, 1 - axis))
        reach, slack = (one.size[axis] + other.size[axis]) / 2, one.size[0] * _TOLERANCE
        if abs(abs(along) - reach) < slack and abs(across) < slack:
            return last if along > 0 else first
    return None
