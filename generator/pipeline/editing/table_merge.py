"""Carry a change over to what a table holds by now: edits to different rows both stay, others are asked about."""

from bisect import bisect_left
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from msgspec.structs import replace

from generator.pipeline.editing import csv_table
from generator.pipeline.editing.csv_table import HEADER, CsvTable

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
    """A change as it applies to another version of a file; of cells, without those that were changed there too."""

    edit: csv_table.TableEdit | None
    conflicts: tuple[CellConflict, ...] = ()


class CarriedChange(NamedTuple):
    """The edits that bring a change to another version of a table, and the places that were changed there too."""

    edits: tuple[csv_table.TableEdit, ...]
    kept: tuple[str, ...]


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


def merge_edit(before: CsvTable, edit: csv_table.TableEdit, now: CsvTable) -> MergedEdit:
    """Return a change, made of one version of a table, as it applies to another one."""
    rows, is_same = map_rows(before, now), before.header.cells == now.header.cells
    match edit:
        case csv_table.SetCells():
            return _merge_cells(before, edit, now, rows)
        case csv_table.InsertRows(at=at):
            return MergedEdit(replace(edit, at=_find_gap(rows, at)) if is_same else None)
        case csv_table.DeleteRows(rows=named):
            return MergedEdit(_change_rows(before, edit, now, [rows[at] for at in named]))
        case csv_table.MoveRows(rows=named, to=to):
            moved = _change_rows(before, edit, now, [rows[at] for at in named])
            return MergedEdit(moved and replace(moved, to=_find_gap(rows, to)))
        case csv_table.InsertColumn() | csv_table.DeleteColumns() | csv_table.MoveColumn():
            stays = (
                not isinstance(edit, csv_table.DeleteColumns) or before.rows == now.rows
            )  # what was typed there since
            return MergedEdit(edit if is_same and stays else None)


def carry_over(before: CsvTable, after: CsvTable, now: CsvTable) -> CarriedChange:
    """Bring what became of one version of a table to another one: each cell and row that is unchanged there."""
    if len(before.header.cells) != len(after.header.cells) or before.above != after.above:
        return CarriedChange((), ("its columns",))
    became, rows = map_rows(before, after), map_rows(before, now)
    changed = [
        (at, column, text.read(column))
        for at, one, text in [
            (HEADER, before.header, after.header),
            *((at, before.rows[at], after.rows[there]) for at, there in enumerate(became) if there is not None),
        ]
        for column in range(max(len(one.cells), len(text.cells)) if one.cells != text.cells else 0)
        if one.read(column) != text.read(column)
    ]
    cells = _merge_cells(before, csv_table.SetCells(changed), now, rows)
    kept = [_name_cell(before, now, each) for each in cells.conflicts]
    edits: list[csv_table.TableEdit] = [cells.edit] if cells.edit else []
    gone = list[int]()
    for at, there in ((at, rows[at]) for at, place in enumerate(became) if place is None):
        if there is not None and now.rows[there].cells == before.rows[at].cells:
            gone.append(there)
        elif there is not None:
            kept.append(f"row {there + 1}")
    edits += [csv_table.DeleteRows(gone)] if gone else []
    added = _list_added(became, len(after.rows))
    if added and before.header.cells != now.header.cells:
        kept.append("its columns")
        added = []
    for at, some in reversed(added):
        gap = _find_gap(rows, at)
        texts = [list(after.rows[row].cells) for row in some]
        edits.append(csv_table.InsertRows(gap - bisect_left(gone, gap), texts))
    return CarriedChange(tuple(edits), tuple(kept))


def _list_added(became: Sequence[int | None], count: int) -> list[tuple[int, list[int]]]:
    """Return the rows that a later version of a table has more, by the row of the earlier one before which they are."""
    origin = {there: at for at, there in enumerate(became) if there is not None}
    added: list[tuple[int, list[int]]] = []
    at = 0
    for row in range(count):
        if row in origin:
            at = origin[row] + 1
        elif added and added[-1][0] == at:
            added[-1][1].append(row)
        else:
            added.append((at, [row]))
    return sorted(added)


def _name_cell(before: CsvTable, now: CsvTable, cell: CellConflict) -> str:
    if cell.row is None:
        return f"a cell of {before.name_column(cell.column) or cell.column + 1} that is gone"
    where = "the header" if cell.row == HEADER else f"row {cell.row + 1}"
    return f"{where}, {now.name_column(cell.column) or cell.column + 1}"


def _map_columns(before: CsvTable, now: CsvTable) -> dict[int, int]:
    """Return where the columns of a table are in a later version of it, by their names."""
    if before.header.cells == now.header.cells:
        return {at: at for at in range(max(before.width, now.width))}
    names = [before.name_column(at) for at in range(len(before.header.cells))]
    there = [now.name_column(at) for at in range(len(now.header.cells))]
    return {
        at: there.index(name) for at, name in enumerate(names) if name and names.count(name) == there.count(name) == 1
    }


def _merge_cells(before: CsvTable, edit: csv_table.SetCells, now: CsvTable, rows: Sequence[int | None]) -> MergedEdit:
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
    return MergedEdit(csv_table.SetCells(cells) if cells else None, tuple(conflicts))


def _change_rows(
    before: CsvTable, edit: csv_table.TableEdit, now: CsvTable, rows: Sequence[int | None]
) -> csv_table.TableEdit | None:
    """Return an edit of whole rows, or None if one of them was changed or is gone."""
    assert isinstance(edit, csv_table.DeleteRows | csv_table.MoveRows)
    known = [at for at in rows if at is not None]
    same = len(known) == len(rows) and all(
        now.rows[at].cells == before.rows[was].cells for was, at in zip(edit.rows, known, strict=True)
    )
    return replace(edit, rows=known) if same else None


def _find_gap(rows: Sequence[int | None], at: int) -> int:
    """Return where the place before a row is now: after the nearest row above it that is still there."""
    return next((there + 1 for there in reversed(rows[:at]) if there is not None), 0)
