"""A change made of an older version of a table: edits of different rows both stay, others are asked about."""

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.model.finding import DataError
from generator.pipeline.editing.csv_table import (
    CsvTable,
    DeleteColumns,
    DeleteRows,
    InsertColumn,
    InsertRows,
    MoveRows,
    SetCells,
    TableEdit,
    edit_table,
    read_csv_table,
)
from generator.pipeline.editing.table_merge import CellConflict, carry_over, map_rows, merge_edit
from tests.pipeline.editing.test_table_edits import changes
from tests.samples import examples, for_each

BASE = "id,name,cost\n1,Owl,2\n2,Fox,3\n3,Elk,4\n"

TURNED = "name,id,cost\nOwl,1,2\nFox,2,3\nElk,3,4\n"


def read(text: str) -> CsvTable:
    return read_csv_table(text.encode(), "cards.csv")


def merge(now: str, change: TableEdit, before: str = BASE) -> str | tuple[CellConflict, ...]:
    """Return the file after a change of another version of it, or the cells that are asked about."""
    found = merge_edit(read(before), change, read(now))
    return edit_table(read(now), found.edit).data.decode() if found.edit and not found.conflicts else found.conflicts


@for_each(
    [
        (BASE.replace("Owl", "Eagle"), SetCells([(1, 1, "Wolf")]), BASE.replace("Owl", "Eagle").replace("Fox", "Wolf")),
        (BASE.replace("Fox,3", "Fox,9"), SetCells([(1, 1, "Wolf")]), BASE.replace("Fox,3", "Wolf,9")),
        (
            BASE.replace("1,", "0,Ant,1\n1,"),
            SetCells([(2, 1, "Moose")]),
            "id,name,cost\n0,Ant,1\n1,Owl,2\n2,Fox,3\n3,Moose,4\n",
        ),
        (BASE.replace("1,Owl,2\n", ""), SetCells([(1, 2, "7")]), "id,name,cost\n2,Fox,7\n3,Elk,4\n"),
        (BASE.replace("Fox", "Wolf"), SetCells([(1, 1, "Wolf")]), BASE.replace("Fox", "Wolf")),
        (BASE + "4,Ant,1\n", SetCells([(3, 1, "Bee")]), BASE + "4,Ant,1\n,Bee,\n"),
        (TURNED, SetCells([(0, 1, "Ant")]), TURNED.replace("Owl", "Ant")),
        (BASE.replace("1,Owl,2\n", ""), InsertRows(2, [["9"]]), "id,name,cost\n2,Fox,3\n9,,\n3,Elk,4\n"),
        (BASE.replace("Owl", "Eagle"), DeleteRows([1]), "id,name,cost\n1,Eagle,2\n3,Elk,4\n"),
        (BASE.replace("Owl", "Eagle"), MoveRows([2], 0), "id,name,cost\n3,Elk,4\n1,Eagle,2\n2,Fox,3\n"),
        (BASE.replace("Owl", "Eagle"), InsertColumn(3, "x"), "id,name,cost,x\n1,Eagle,2,\n2,Fox,3,\n3,Elk,4,\n"),
    ]
)
def test_changes_of_different_cells_both_stay(now: str, change: TableEdit, becomes: str) -> None:
    assert merge(now, change) == becomes


@for_each(
    [
        (BASE.replace("Fox", "Wolf"), SetCells([(1, 1, "Dog")]), (CellConflict(1, 1, "Dog", "Wolf"),)),
        (BASE.replace("2,Fox,3\n", ""), SetCells([(1, 1, "Dog")]), (CellConflict(None, 1, "Dog", ""),)),
        (BASE.replace("name", "title"), SetCells([(-1, 1, "word")]), (CellConflict(None, 1, "word", ""),)),
        (BASE.replace("Fox", "Wolf"), DeleteRows([1]), ()),
        (BASE.replace("Fox", "Wolf"), DeleteColumns([1]), ()),
        (BASE.replace("name", "title"), InsertColumn(0, "x"), ()),
    ]
)
def test_what_was_changed_outside_too_is_asked_about(
    now: str, change: TableEdit, asked: tuple[CellConflict, ...]
) -> None:
    assert merge(now, change) == asked


def test_rows_are_found_where_they_are() -> None:
    after = "id,name,cost\n0,Ant,1\n1,Owl,2\n2,Wolf,3\n"
    assert map_rows(read(BASE), read(after)) == [1, 2, None]


def test_rows_are_found_among_thousands() -> None:
    lines = [f"{number},Owl\n" for number in range(6000)]
    after = ["0,Fox\n", *lines[2:5000], "new,Elk\n", "other,Elk\n", *lines[5000:-1], "5999,Fox\n"]
    before, now = (read("id,name\n" + "".join(each)) for each in (lines, after))
    assert map_rows(before, now) == [0, None, *range(1, 4999), *range(5001, 6001)]


@settings(max_examples=examples(800), deadline=None)
@given(st.data())
def test_two_changes_of_one_table_lose_nothing(data: st.DataObject) -> None:
    before = read(BASE)
    theirs, ours = data.draw(changes(3, 3)), data.draw(changes(3, 3))
    try:
        now = edit_table(before, theirs).table
        found = merge_edit(before, ours, now)
        if found.edit is None or found.conflicts:
            return  # asked about
        made = edit_table(now, found.edit).table
    except DataError:
        return  # refused
    if isinstance(theirs, SetCells) and isinstance(ours, SetCells):
        for number, each in enumerate((theirs, ours)):
            last = {(row, column): text for row, column, text in each.cells if row < 3}
            kept = {} if number else {(row, column) for row, column, _ in ours.cells}
            for (row, column), text in last.items():
                record = made.header if row < 0 else made.rows[row]
                assert (row, column) in kept or record.read(column) == text.replace("\r", "\n")


@settings(max_examples=examples(800), deadline=None)
@given(st.data())
def test_what_became_of_a_table_is_brought_to_itself(data: st.DataObject) -> None:
    before = read(BASE)
    try:
        after = edit_table(before, data.draw(changes(3, 3))).table
        change = carry_over(before, after, before)
        made = edit_table(before, *change.edits).table
    except DataError:
        return  # refused
    if not change.kept:
        assert [row.cells for row in (made.header, *made.rows)] == [row.cells for row in (after.header, *after.rows)]
