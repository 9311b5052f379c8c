"""The cells that pieces of a board show go in; where equal ones differ, or two kinds look the same, comes out.

All cells of one kind, color, label and outline must look the same in a file, and no two kinds may.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import cos, radians, sin

from generator.check.standing import Fault
from generator.check.survey import whole
from generator.check.trims import where
from generator.model.board import Board, Cell, Points
from generator.model.game import Design
from generator.model.picture import Matrix, apply
from generator.model.printed import Seen

Key = tuple[str, str, str, Points]


def place_of(cell: Cell) -> Matrix:
    """Return the matrix from a cell's own coordinates to the board."""
    turn = radians(cell.turn)
    return cos(turn), sin(turn), -sin(turn), cos(turn), cell.x, cell.y


def unlike(board: Board, designs: Mapping[str, Design], faces: Iterable[Seen]) -> Iterator[Fault]:
    """Yield where cells of one kind look different, and where those of two kinds look the same, design by design."""
    first: dict[tuple[str, Key], tuple[str, Seen, bytes]] = {}
    kinds: dict[tuple[str, bytes], tuple[str, str, Seen]] = {}
    key = cache(lambda name: _key(board.cells[name]))
    for face in faces:
        design = whole(designs[face.design])
        for mark in face.marks:
            name = mark.name.removeprefix("cell.")
            if not mark.name.startswith("cell.") or name not in board.cells:
                continue
            cell = board.cells[name]
            other, there, look = first.setdefault((design, key(name)), (name, face, mark.look))
            if look != mark.look:
                says = f"though both are {_said(cell)}"
                yield Fault("unlike", face, f"the cell {name!r} looks other than {other!r}{_at(there, face)}, {says}")
            kind, other, there = kinds.setdefault((design, mark.look), (cell.kind, name, face))
            if kind != cell.kind:
                says = f"though one is {cell.kind} and the other {kind}"
                yield Fault("alike", face, f"the cell {name!r} looks the same as {other!r}{_at(there, face)}, {says}")


def _key(cell: Cell) -> Key:
    """Return what cells have in common that must look the same; of the outline as it is drawn, the corners."""
    back = place_of(cell)
    outline = (apply((back[0], back[2], back[1], back[3], 0.0, 0.0), x, y) for x, y in cell.points)
    return cell.kind, cell.color, cell.label, tuple(sorted((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in outline))


def _said(cell: Cell) -> str:
    return ", ".join(filter(None, (cell.kind, cell.color, cell.label and repr(cell.label))))


def _at(there: Seen, here: Seen) -> str:
    return "" if there is here else f" in {where(there)}"
