"""Boards and the pieces that show them go in; findings come out where a cell is printed with a label not its own.

Labels need not be printed. Where a cell of some kind shows one in words, each cell of that kind shows its own.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.standing import Fault, said
from generator.check.survey import whole
from generator.check.wording import holds
from generator.model.board import Board, Cell
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.printed import Seen


class _Print(NamedTuple):
    """What one print of a cell says, on all sections that show it, and the first of these."""

    face: Seen
    texts: list[str]


def labels(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF126 for each board with a cell that is not printed with its label; `seen` is what one format shows."""
    for part in parts:
        if part.board is not None and any(cell.label for cell in part.board.cells.values()):
            faces = [face for face in seen if face.part == part.id and face.side == "front"]
            yield from said("GF126", part, _faults(part.board, _prints(part, part.board, faces)))


def _prints(part: Part, board: Board, faces: Sequence[Seen]) -> dict[tuple[str, int, str], _Print]:
    """Return what is printed in each cell of each copy of a board."""
    designs = {design.id: whole(design) for design in part.designs}
    prints: dict[tuple[str, int, str], _Print] = {}
    for face in faces:
        for mark in face.marks if face.design in designs else ():
            name = mark.name.removeprefix("cell.")
            if mark.name.startswith("cell.") and name in board.cells:
                key = designs[face.design], face.copy, name
                print_ = prints.setdefault(key, _Print(face, []))
                print_.texts.append(mark.text)
    return prints


def _faults(board: Board, prints: dict[tuple[str, int, str], _Print]) -> Iterator[Fault]:
    labels: dict[str, set[str]] = defaultdict(set)
    for cell in board.cells.values():
        if cell.label:
            labels[cell.kind].add(cell.label)
    shown = {kind for kind in labels if _shows(kind, labels[kind], board, prints)}
    for (_, _, name), print_ in prints.items():
        cell = board.cells[name]
        if cell.kind in shown and (text := _wrong(cell, print_, labels[cell.kind])):
            yield Fault("label", print_.face, text)


def _shows(kind: str, labels: set[str], board: Board, prints: dict[tuple[str, int, str], _Print]) -> bool:
    """Tell whether the cells of a kind show labels in words: one shows its own, or all that show words show some."""
    of_kind = [(board.cells[name], print_) for (_, _, name), print_ in prints.items() if board.cells[name].kind == kind]
    if any(cell.label and _first(print_, {cell.label}) for cell, print_ in of_kind):
        return True
    written = [print_ for _, print_ in of_kind if any(print_.texts)]
    return bool(written) and all(_first(print_, labels) for print_ in written)


def _wrong(cell: Cell, print_: _Print, labels: set[str]) -> str:
    if cell.label and not any(holds(text, cell.label) for text in print_.texts):
        said_there = " and ".join(repr(text) for text in dict.fromkeys(print_.texts) if text)
        return f"the cell {cell.id!r} is labeled {cell.label!r}, and shows {said_there or 'no words'}"
    if not cell.label and (label := _first(print_, labels)):
        return f"the cell {cell.id!r} has no label, and shows {label!r}, that of another cell"
    return ""


def _first(print_: _Print, labels: set[str]) -> str:
    """Return a label that a print shows, if it shows any."""
    return next((label for label in sorted(labels) for text in print_.texts if holds(text, label)), "")
