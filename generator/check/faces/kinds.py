"""The cells that pieces of a board show go in; where equal ones differ, or two kinds look the same, comes out.

All cells of one kind, color, label and outline must look the same in a file, and no two kinds or colors may; where two
labels look the same it is a warning.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import cos, radians, sin

from generator.check.faces.standing import Fault
from generator.check.sheets.trims import where
from generator.check.survey import whole
from generator.model.board import Board, Cell, Points
from generator.model.finding import Level
from generator.model.game import Design
from generator.model.picture import Matrix, apply
from generator.model.printed import Seen

Key = tuple[str, str, str, Points]


def place_of(cell: Cell) -> Matrix:
    """Return the matrix from a cell's own coordinates to the board."""
    turn = radians(cell.turn)
    return cos(turn), sin(turn), -sin(turn), cos(turn), cell.x, cell.y


def unlike(
    board: Board, designs: Mapping[str, Design], faces: Iterable[Seen], paints: Mapping[str, str]
) -> Iterator[Fault]:
    """Yield where equal cells look different, and where cells look the same that should not, design by design."""
    first: dict[tuple[str, Key], tuple[str, Seen, bytes]] = {}
    looks: dict[tuple[str, bytes], tuple[Cell, Seen]] = {}
    key = cache(lambda name: _key(board.cells[name]))
    for face in faces:
        design = whole(designs[face.design])
        for mark in face.marks:
            name = mark.name.removeprefix("cell.")
            if not mark.name.startswith("cell.") or name not in board.cells:
                continue
            cell = board.cells[name]
            other, there, look = first.setdefault((design, key(name)), (name, face, mark.look))
            if look != mark.look and other != name:  # one that is there twice is said elsewhere
                says = f"though both are {_said(cell)}"
                yield Fault("unlike", face, f"the cell {name!r} looks other than {other!r}{_at(there, face)}, {says}")
            alike, there = looks.setdefault((design, mark.look), (cell, face))
            if told := _told_apart(cell, alike, paints):
                kind, one, another, level = told
                text = f"the cell {name!r} looks the same as {alike.id!r}{_at(there, face)}"
                yield Fault(kind, face, f"{text}, though one is {one} and the other {another}", level)


def _told_apart(cell: Cell, other: Cell, paints: Mapping[str, str]) -> tuple[str, str, str, Level] | None:
    """Return the first that cells which look the same have not in common; roles of one paint are one color."""
    if cell.kind != other.kind:
        return "alike", cell.kind, other.kind, "error"
    if paints.get(cell.color, cell.color) != paints.get(other.color, other.color):
        return "color", cell.color or "of no color", other.color or "of no color", "error"
    if cell.label != other.label:
        one, another = (f"labeled {each.label!r}" if each.label else "without a label" for each in (cell, other))
        return "label", one, another, "warning"
    return None


def _key(cell: Cell) -> Key:
    """Return what cells have in common that must look the same; of the outline as it is drawn, the corners."""
    back = place_of(cell)
    outline = (apply((back[0], back[2], back[1], back[3], 0.0, 0.0), x, y) for x, y in cell.points)
    return cell.kind, cell.color, cell.label, tuple(sorted((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in outline))


def _said(cell: Cell) -> str:
    return ", ".join(filter(None, (cell.kind, cell.color, cell.label and repr(cell.label))))


def _at(there: Seen, here: Seen) -> str:
    return "" if there is here else f" in {where(there)}"
