"""Report paths and pieces of figures that the graph of their board does not allow (GF183)."""

from collections.abc import Iterator
from itertools import pairwise

from generator.check.check_context import CheckContext
from generator.model.board import Board
from generator.model.cell_ranges import parse_cells
from generator.model.figure import FigureData
from generator.model.finding import Finding
from generator.model.game import Game

Step = tuple[str, str]


def check_figure_moves(case: CheckContext) -> Iterator[Finding]:
    """Report a path that follows the joins of its board but for a step, and a piece in the slot of another (GF183).

    A path that follows no join may be a jump or a throw, so nothing is said of it; nor of directions, since figures
    show pieces that are sent back.
    """
    game = case.game
    boards = {part.id: part.board for part in case.all_parts if part.board}
    steps: dict[str, frozenset[Step]] = {}
    for name, figure in game.data.figures.items():
        board = boards.get(figure.part or "") if figure.kind == "board" else None
        if board is not None and figure.part is not None:
            steps.setdefault(figure.part, frozenset(_list_steps(board)))
            yield from _check_paths(game, name, figure, board, steps[figure.part])
            yield from _check_slots(game, name, figure, board)


def _list_steps(board: Board) -> Iterator[Step]:
    """Yield the steps along joins and routes, in both directions."""
    joined = [(join.one, join.other) for join in board.joins]
    for one, other in (*joined, *(step for route in board.routes.values() for step in pairwise(route))):
        yield one, other
        yield other, one


def _check_paths(game: Game, name: str, figure: FigureData, board: Board, steps: frozenset[Step]) -> Iterator[Finding]:
    for number, path in enumerate(figure.paths or ()):
        cells = [cell for item in path.cells or () for cell in parse_cells(item).select(board.cells)[0]]
        walked = [*pairwise(cells)]
        off = [step for step in walked if step not in steps and step[0] != step[1]]
        if 0 < len(off) < len(walked):
            one, other = off[0]
            says = f"the path steps from {one!r} to {other!r}, but no join connects them; correct its cells"
            place = game.place("figures", name, "paths", number, "cells")
            yield Finding("GF183", place, f"{says} (figure {name})", "warning")


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
            place = game.place("figures", name, "pieces", number, "at")
            yield Finding("GF183", place, f"{says} (figure {name})", "warning")
