"""Edits of a CSV file: the loader reads exactly what was meant, and what was not changed keeps its bytes."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.load.files import decode_text
from generator.load.rows import split_csv
from generator.model.finding import DataError
from generator.pipeline.editing.csv_table import (
    CsvTable,
    DeleteColumns,
    DeleteRows,
    InsertColumn,
    InsertRows,
    MoveColumn,
    MoveRows,
    SetCells,
    TableEdit,
    edit_table,
    find_cells,
    read_csv_table,
)
from tests.samples import examples, for_each

PLAIN = b"id,name,copies\n1,Owl,2\n2,Fox,3\n"
GERMAN = '# Karten\r\nid;name;preis\r\n1;Gr\u00fcn;1,5\r\n\r\n2;"Rot; dunkel";2\r\n'.encode("cp1252")
QUOTED = b'\xef\xbb\xbf"id","text"\r\n"1","two\r\nlines"\r\n"2","say ""no"""'
TITLED = b"My deck,,\nid,name,copies\n1,Owl,2\n,,\n2,Fox\n"
NOTED = b'id,name,copies\n1,Owl,2\n\n"Drawn by me, in May"\n'
UNICODE = "id\tname\r\n1\tOwl\r\n".encode("utf-16")
OLD = b"id,name\r1,Owl\r2,Fox"


def edit(data: bytes, *edits: TableEdit) -> bytes:
    for each in edits:
        data = edit_table(read_csv_table(data, "cards.csv"), each).data
    return data


@pytest.mark.parametrize("data", [PLAIN, GERMAN, QUOTED, TITLED, NOTED, UNICODE, OLD])
def test_a_file_that_is_not_changed_keeps_every_byte(data: bytes) -> None:
    table = read_csv_table(data, "cards.csv")
    assert table.encode() == data
    assert edit(data, SetCells([(0, 0, table.rows[0].cells[0])])) == data


@for_each(
    [
        (PLAIN, SetCells([(0, 1, "Eagle owl")]), b"id,name,copies\n1,Eagle owl,2\n2,Fox,3\n"),
        (PLAIN, SetCells([(1, 1, 'Fox, "red"')]), b'id,name,copies\n1,Owl,2\n2,"Fox, ""red""",3\n'),
        (PLAIN, SetCells([(3, 0, "4")]), PLAIN + b",,\n4,,\n"),
        (PLAIN, SetCells([(-1, 1, "title")]), b"id,title,copies\n1,Owl,2\n2,Fox,3\n"),
        (GERMAN, SetCells([(0, 1, "Gelb")]), GERMAN.replace(b"Gr\xfcn", b"Gelb")),
        (GERMAN, SetCells([(1, 0, "7")]), GERMAN.replace(b"\r\n\r\n", b"\r\n7\r\n")),
        (GERMAN, SetCells([(2, 1, "Blau")]), GERMAN.replace(b"Rot; dunkel", b"Blau")),
        (GERMAN, InsertRows(1, [["9", "Wei\u00df"]]), GERMAN.replace(b"1,5\r\n", b"1,5\r\n9;Wei\xdf;\r\n")),
        (QUOTED, SetCells([(1, 1, "yes\nno")]), QUOTED.replace(b'say ""no""', b"yes\r\nno")),
        (QUOTED, InsertRows(2, [["3", "x"]]), QUOTED + b'\r\n"3","x"'),
        (QUOTED, DeleteRows([1]), QUOTED.partition(b'\r\n"2"')[0]),
        (TITLED, SetCells([(2, 2, "5")]), TITLED.replace(b"2,Fox\n", b"2,Fox,5\n")),
        (TITLED, MoveRows([2], 0), b"My deck,,\nid,name,copies\n2,Fox\n1,Owl,2\n,,\n"),
        (TITLED, MoveColumn(2, 0), b"My deck,,\ncopies,id,name\n2,1,Owl\n,,\n,2,Fox\n"),
        (NOTED, SetCells([(0, 1, "Elk")]), NOTED.replace(b"Owl", b"Elk")),
        (NOTED, InsertRows(1, [["2", "Fox", "3"]]), NOTED.replace(b"2\n", b"2\n2,Fox,3\n")),
        (PLAIN, InsertColumn(1, "cost"), b"id,cost,name,copies\n1,,Owl,2\n2,,Fox,3\n"),
        (PLAIN, DeleteColumns([0, 2]), b"name\nOwl\nFox\n"),
        (UNICODE, SetCells([(0, 1, "\u2192")]), "id\tname\r\n1\t\u2192\r\n".encode("utf-16")),
        (OLD, SetCells([(1, 1, "Wolf")]), b"id,name\r1,Owl\r2,Wolf"),
    ]
)
def test_only_what_is_changed_is_written(data: bytes, change: TableEdit, becomes: bytes) -> None:
    assert edit(data, change) == becomes


def test_blank_rows_and_notes_below_a_table_are_known_as_such() -> None:
    assert read_csv_table(NOTED, "cards.csv").unread == {1, 2}
    assert read_csv_table(TITLED, "cards.csv").unread == {1}
    assert read_csv_table(PLAIN, "cards.csv").unread == frozenset()


def test_a_file_of_windows_becomes_utf_8_when_a_letter_needs_it_and_says_so() -> None:
    made = edit_table(read_csv_table(GERMAN, "cards.csv"), SetCells([(0, 1, "\u2192")]))
    assert made.data.decode("utf-8") == GERMAN.decode("cp1252").replace("Gr\u00fcn", "\u2192")
    assert made.note == "the file is UTF-8 now: Windows-1252 has no '\u2192'"


@for_each(
    [
        (PLAIN, SetCells([(-1, 0, "# a note")]), "read differently"),
        (b"a,b\nx,y;z;z\n", SetCells([(-1, 1, "b;b;b")]), "read differently"),
        (PLAIN, SetCells([(0, 3, "x")]), "no such row or column"),
        (PLAIN, DeleteRows([2]), "no such row or column"),
        (PLAIN, MoveColumn(0, 5), "no such row or column"),
        (PLAIN, DeleteColumns([0, 1, 2]), "no such row or column"),
        (PLAIN, SetCells([(0, 0, "a\x07b")]), "cannot be printed"),
        (PLAIN, SetCells([(0, 0, "\ud800")]), "no file can hold"),
    ]
)
def test_a_change_that_would_be_read_otherwise_is_refused(data: bytes, change: TableEdit, why: str) -> None:
    with pytest.raises(DataError, match=why):
        edit(data, change)


def test_breaks_of_word_processors_become_what_a_file_can_hold() -> None:
    assert edit(PLAIN, SetCells([(0, 1, "a\u2028b\r\nc\rd")])) == b'id,name,copies\n1,"a b\nc\nd",2\n2,Fox,3\n'


# any sequence of edits

TEXTS = st.text(st.sampled_from("ab1 ,;\t\"'#\n\u00fc\u2192=-"), max_size=6)
NAMES = st.sampled_from(["id", "name", "copies", "text", "cost", "note[]"])


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Draw the bytes of a CSV file in any dialect."""
    sign, end = draw(st.sampled_from(",;\t")), draw(st.sampled_from(["\n", "\r\n"]))
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    rows = draw(st.lists(st.lists(TEXTS, min_size=len(names), max_size=len(names)), min_size=1, max_size=5))
    quotes = draw(st.sampled_from(["all", "needed"]))

    def write(cell: str) -> str:
        is_quoted = quotes == "all" or re.search('[,;\t"\n]', cell)
        return '"' + cell.replace('"', '""').replace("\n", end) + '"' if is_quoted else cell

    lines = [sign.join(map(write, row)) for row in (names, *rows)]
    for _ in range(draw(st.integers(0, 2))):
        lines.insert(draw(st.integers(1, len(lines))), draw(st.sampled_from(["", sign * 2])))
    above = draw(st.sampled_from(["", f"# a comment{end}", f"{end}"]))
    text = above + end.join(lines) + draw(st.sampled_from(["", end]))
    codec = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
    return text.encode(codec, "replace")


@st.composite
def changes(draw: st.DrawFn, rows: int, columns: int) -> TableEdit:
    """Draw an edit that a table of a size can take."""
    row, column = st.integers(0, max(0, rows - 1)), st.integers(0, columns - 1)
    kinds = [
        "set",
        "set",
        "insert",
        "column",
        *(["delete", "move"] if rows else []),
        *(["drop"] if columns > 1 else []),
    ]
    match draw(st.sampled_from(kinds)):
        case "set":
            cells = st.tuples(st.integers(-1 if draw(st.booleans()) else 0, rows + 1), column, TEXTS)
            return SetCells(draw(st.lists(cells, min_size=1, max_size=4)))
        case "insert":
            made = st.lists(TEXTS, max_size=columns)
            return InsertRows(draw(st.integers(0, rows)), draw(st.lists(made, min_size=1, max_size=3)))
        case "delete":
            return DeleteRows(draw(st.lists(row, min_size=1, max_size=3, unique=True)))
        case "move":
            return MoveRows(draw(st.lists(row, min_size=1, max_size=3, unique=True)), draw(st.integers(0, rows)))
        case "drop":
            return DeleteColumns([draw(column)]) if draw(st.booleans()) else MoveColumn(draw(column), draw(column))
        case _:
            return InsertColumn(draw(st.integers(0, columns)), draw(NAMES))


Grid = list[list[str]]


def expect(grid: Grid, change: TableEdit) -> Grid:
    """Return the header and rows that a change should make, in the simplest way."""
    head, *rows = [list(row) for row in grid]
    width = len(head)
    match change:
        case SetCells(cells=cells):
            for row, column, text in cells:
                while row >= len(rows):
                    rows.append([""] * width)
                (head if row < 0 else rows[row])[column] = text
        case InsertRows(at=at, rows=made):
            rows[at:at] = [[*row, *[""] * (width - len(row))] for row in made]
        case DeleteRows(rows=gone):
            rows = [row for at, row in enumerate(rows) if at not in gone]
        case MoveRows(rows=moved, to=to):
            taken = [rows[at] for at in sorted(moved)]
            rows = [
                *(row for at, row in enumerate(rows[:to]) if at not in moved),
                *taken,
                *(row for at, row in enumerate(rows) if at >= to and at not in moved),
            ]
        case InsertColumn(at=at, name=name):
            for number, each in enumerate((head, *rows)):
                each.insert(at, "" if number else name)
        case DeleteColumns(columns=columns):
            head, *rows = [[cell for at, cell in enumerate(row) if at not in columns] for row in (head, *rows)]
        case MoveColumn(column=column, to=to):
            for each in (head, *rows):
                each.insert(to - (column < to), each.pop(column))
    return [head, *rows]


def read_grid(data: bytes) -> Grid:
    """Return the header and the rows below it as the loader tells them apart, blank ones among them."""
    found = split_csv(decode_text(data, "cards.csv", []), "cards.csv")
    below = found.cells[found.filled[found.above] :]
    width = max(map(len, below))
    return [[*row, *[""] * (width - len(row))] for row in below]


def trim(grid: Sequence[Sequence[str]]) -> Grid:
    return [list(row[: max((at + 1 for at, cell in enumerate(row) if cell), default=0)]) for row in grid]


def list_cells(table: CsvTable) -> list[list[str]]:
    """Return the cells of each row as they are written, quotes included."""
    sign = table.dialect.delimiter
    return [[row.text[start:end] for start, end in find_cells(row, sign)] for row in table.rows]


def list_texts(table: CsvTable) -> list[str]:
    return [row.text for row in table.rows]


@settings(max_examples=examples(1600), deadline=None)
@given(st.data(), files())
def test_after_any_edits_the_loader_reads_the_edited_rows_and_other_bytes_stay(
    data: st.DataObject, file: bytes
) -> None:
    try:
        table = read_csv_table(file, "cards.csv")
    except DataError:
        return  # a file that the loader refuses has no table
    grid = read_grid(file)
    for _ in range(data.draw(st.integers(1, 5))):
        change = data.draw(changes(len(table.rows), table.width))
        try:
            made = edit_table(table, change)
        except DataError:
            assert table.encode() == file  # refused whole
            continue
        grid = expect([[*row, *[""] * (table.width - len(row))] for row in grid], change)
        assert trim(read_grid(made.data)) == trim(grid)
        check_bytes(table, made.table, change)
        file, table, grid = made.data, made.table, read_grid(made.data)


def check_bytes(before: CsvTable, after: CsvTable, change: TableEdit) -> None:
    """Assert that rows that a change does not name have the same text as before, and so has what stands above."""
    assert after.above == before.above
    old, new = list_texts(before), list_texts(after)
    match change:
        case SetCells(cells=cells):
            named = {row for row, _, _ in cells}
            assert [text for at, text in enumerate(old) if at not in named] == [
                text for at, text in enumerate(new[: len(old)]) if at not in named
            ]
        case InsertRows(at=at, rows=rows):
            assert [*new[:at], *new[at + len(rows) :]] == old
        case DeleteRows(rows=rows):
            assert new == [text for at, text in enumerate(old) if at not in rows]
        case MoveRows():
            assert sorted(new) == sorted(old)
        case _:
            assert all({*each} <= {*was, ""} for was, each in zip(list_cells(before), list_cells(after), strict=True))
