"""Carry a change over to what a table holds by now: edits to different rows both stay, others are asked about."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from msgspec.structs import replace

from generator.pipeline.editing.csv_table import CsvTable
from generator.pipeline.editing.table_edits import (
    HEADER,
    DeleteColumns,
    DeleteRows,
    InsertColumn,
    InsertRows,
    MoveColumn,
    MoveRows,
    SetCells,
    TableEdit,
)

_MOST_COMPARED = 2000  # rows between the first and the last that differ: more are compared one by one
_Cells = tuple[str, ...]


class CellConflict(NamedTuple):
    """A cell that was changed here and outside: its row and column in the file, and both texts.

    The row is None if it is no longer there.
    """

    row: int | None
    column: int
    ours: str
    theirs: str


class MergedEdit(NamedTuple):
    """A change as it applies to another version of a file, or what keeps it from that."""

    edit: TableEdit | None
    conflicts: tuple[CellConflict, ...] = ()


def map_rows(before: CsvTable, after: CsvTable) -> list[int | None]:
    """Return where each row of a table is in a later version of it; None if it is not there."""
    old, new = ([row.cells for row in each.rows] for each in (before, after))
    first = next(
        (at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    found: list[int | None] = [*range(first), *[None] * (len(old) - first)]
    for at in range(last):
        found[len(old) - 1 - at] = len(new) - 1 - at
    _match(found, first, old[first : len(old) - last], new[first : len(new) - last])
    return found


def _match(found: list[int | None], first: int, old: Sequence[_Cells], new: Sequence[_Cells]) -> None:
    """Fill in where the rows from the first on are: the same ones, and those that took their places.

    Where the number of rows changed too, those are taken that have the same first cell.
    """
    if max(len(old), len(new)) > _MOST_COMPARED:
        steps = [("replace", 0, len(old), 0, len(new))]
    else:
        steps = list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())
    for kind, start, end, low, high in steps:
        if kind == "equal" or (kind == "replace" and end - start == high - low):
            found[first + start : first + end] = range(first + low, first + high)
        elif kind == "replace":
            here = {cells[0]: at for at, cells in enumerate(new[low:high], first + low) if cells and cells[0]}
            for at, cells in enumerate(old[start:end], first + start):
                found[at] = here.pop(cells[0], None) if cells else None


def merge_edit(before: CsvTable, edit: TableEdit, now: CsvTable) -> MergedEdit:
    """Return a change, made of one version of a table, as it applies to another one."""
    rows, is_same = map_rows(before, now), before.header.cells == now.header.cells
    match edit:
        case SetCells():
            return _merge_cells(before, edit, now, rows)
        case InsertRows(at=at):
            return MergedEdit(replace(edit, at=_find_gap(rows, at)) if is_same else None)
        case DeleteRows(rows=named):
            return MergedEdit(_change_rows(before, edit, now, [rows[at] for at in named]))
        case MoveRows(rows=named, to=to):
            moved = _change_rows(before, edit, now, [rows[at] for at in named])
            return MergedEdit(moved and replace(moved, to=_find_gap(rows, to)))
        case InsertColumn() | DeleteColumns() | MoveColumn():
            stays = not isinstance(edit, DeleteColumns) or before.rows == now.rows  # what was typed there since
            return MergedEdit(edit if is_same and stays else None)


def _map_columns(before: CsvTable, now: CsvTable) -> dict[int, int]:
    """Return where the columns of a table are in a later version of it, by their names."""
    if before.header.cells == now.header.cells:
        return {at: at for at in range(max(before.width, now.width))}
    names = [before.name_column(at) for at in range(len(before.header.cells))]
    there = [now.name_column(at) for at in range(len(now.header.cells))]
    return {
        at: there.index(name) for at, name in enumerate(names) if name and names.count(name) == there.count(name) == 1
    }


def _merge_cells(before: CsvTable, edit: SetCells, now: CsvTable, rows: Sequence[int | None]) -> MergedEdit:
    columns = _map_columns(before, now)
    cells, conflicts = list[tuple[int, int, str]](), list[CellConflict]()
    for row, column, text in edit.cells:
        there = columns.get(column)
        if row == HEADER:
            at: int | None = HEADER
            was, theirs = before.header.read(column), now.header.read(column)
        elif row >= len(before.rows):
            at = row - len(before.rows) + len(now.rows)
            was = theirs = ""
        else:
            at = rows[row]
            was = before.rows[row].read(column)
            theirs = "" if at is None or there is None else now.rows[at].read(there)
        if at is None or there is None:
            conflicts.append(CellConflict(None, column, text, ""))
        elif theirs not in (was, text):
            conflicts.append(CellConflict(at, there, text, theirs))
        else:
            cells.append((at, there, text))
    return MergedEdit(SetCells(cells) if cells and not conflicts else None, tuple(conflicts))


def _change_rows(before: CsvTable, edit: TableEdit, now: CsvTable, rows: Sequence[int | None]) -> TableEdit | None:
    """Return an edit of whole rows, or None if one of them was changed or is gone."""
    assert isinstance(edit, DeleteRows | MoveRows)
    known = [at for at in rows if at is not None]
    same = len(known) == len(rows) and all(
        now.rows[at].cells == before.rows[was].cells for was, at in zip(edit.rows, known, strict=True)
    )
    return replace(edit, rows=known) if same else None


def _find_gap(rows: Sequence[int | None], at: int) -> int:
    """Return where the place before a row is now: after the nearest row above it that is still there."""
    return next((there + 1 for there in reversed(rows[:at]) if there is not None), 0)
