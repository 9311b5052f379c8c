"""Change cells, rows and columns of a CSV file: what is not changed keeps its bytes, and the result is read again."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from generator.load.files import BREAKS
from generator.load.rows import MAX_COLUMNS, MAX_LINES
from generator.model.finding import Place, refuse
from generator.pipeline.editing.csv_table import (
    CsvRecord,
    CsvTable,
    change_cells,
    find_cells,
    make_record,
    read_csv_table,
    write_cell,
)

HEADER = -1  # the number of the row that names the columns
MOST_CHANGED = 200_000  # cells in one step
_Row = Annotated[int, Meta(ge=HEADER, lt=MAX_LINES)]
_Column = Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)]
_Text = Annotated[str, Meta(max_length=100_000)]
_Rows = Annotated[list[_Row], Meta(min_length=1, max_length=MAX_LINES)]


class _Edit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does"):
    """A change that the page asks for; rows and columns count from 0."""


class SetCells(_Edit, frozen=True, tag="set"):
    """Texts for cells, each with its row and column; rows beyond the last one are added."""

    cells: Annotated[list[tuple[_Row, _Column, _Text]], Meta(min_length=1, max_length=MOST_CHANGED)]


class InsertRows(_Edit, frozen=True, tag="insert-rows"):
    """New rows before a row."""

    at: _Row
    rows: Annotated[list[list[_Text]], Meta(min_length=1, max_length=MAX_LINES)]


class DeleteRows(_Edit, frozen=True, tag="delete-rows"):
    """Rows that go."""

    rows: _Rows


class MoveRows(_Edit, frozen=True, tag="move-rows"):
    """Rows that are put before another one."""

    rows: _Rows
    to: _Row


class InsertColumn(_Edit, frozen=True, tag="insert-column"):
    """A new column before another one."""

    at: _Column
    name: _Text


class DeleteColumns(_Edit, frozen=True, tag="delete-columns"):
    """Columns that go."""

    columns: Annotated[list[_Column], Meta(min_length=1, max_length=MAX_COLUMNS)]


class MoveColumn(_Edit, frozen=True, tag="move-column"):
    """A column that is put before another one."""

    column: _Column
    to: _Column


TableEdit = SetCells | InsertRows | DeleteRows | MoveRows | InsertColumn | DeleteColumns | MoveColumn


class EditedTable(NamedTuple):
    """A file as it is to be written, as it will be read, and what its user must know of that."""

    data: bytes
    table: CsvTable
    note: str = ""


def edit_table(table: CsvTable, *edits: TableEdit) -> EditedTable:
    """Return a file with changes; GF002 if the loader would then read other cells than those that were meant."""
    changed = _close_lines(reduce(apply_edit, edits, table), bool((table.rows or [table.header])[-1].line_end))
    note = ""
    try:
        changed.encode_text().encode(changed.dialect.codec)
    except UnicodeEncodeError as error:
        sign = error.object[error.start]
        if changed.dialect.codec == "cp1252":
            note = f"the file is UTF-8 now: Windows-1252 has no {sign!r}"
            changed = changed._replace(dialect=changed.dialect._replace(codec="utf-8"))
    data = changed.encode()
    read = read_csv_table(data, table.file)
    if not _holds_same(read, changed):
        says = "with this change the table would be read differently: its header or separator would not be clear"
        raise refuse("GF002", Place(table.file), f"{says}; nothing was written")
    return EditedTable(data, read, note)


def apply_edit(table: CsvTable, edit: TableEdit) -> CsvTable:
    """Return a table with a change; GF002 for a row or column that it does not have."""
    match edit:
        case SetCells(cells=cells):
            return _set_cells(table, cells)
        case InsertRows(at=at, rows=rows):
            _require(table, 0 <= at <= len(table.rows) and all(len(row) <= table.width for row in rows))
            quoted = _find_quoted(table)
            width = len(table.header.cells)
            made = [make_record(_pad(map(clean_text, row), width), quoted, table.dialect) for row in rows]
            return table._replace(rows=(*table.rows[:at], *made, *table.rows[at:]))
        case DeleteRows(rows=rows):
            _require_rows(table, rows)
            gone = set(rows)
            return table._replace(rows=tuple(each for at, each in enumerate(table.rows) if at not in gone))
        case MoveRows(rows=rows, to=to):
            _require_rows(table, rows)
            _require(table, 0 <= to <= len(table.rows))
            return table._replace(rows=tuple(table.rows[at] for at in move(range(len(table.rows)), rows, to)))
        case InsertColumn(at=at, name=name):
            _require(table, at <= len(table.header.cells))
            return _map_records(table, lambda texts, text: _insert_cell(texts, at, text), clean_text(name))
        case DeleteColumns(columns=columns):
            _require(table, len({*columns} & {*range(len(table.header.cells))}) < len(table.header.cells))
            kept = [at for at in range(table.width) if at not in columns]
            return _map_records(table, lambda texts, _: _pick_cells(texts, kept))
        case MoveColumn(column=column, to=to):
            _require(table, max(column, to - 1) < len(table.header.cells))
            order = move(range(table.width), [column], to)
            return _map_records(table, lambda texts, _: _pick_cells(texts, order))


def move(numbers: Sequence[int], moved: Iterable[int], to: int) -> list[int]:
    """Return numbers with some of them put before the one at a place."""
    taken = sorted(set(moved))
    before = [at for at in numbers[:to] if at not in taken]
    return [*before, *taken, *(at for at in numbers[to:] if at not in taken)]


def clean_text(text: str) -> str:
    """Return a text as a file can hold it: with line feeds, and without the breaks of word processors."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(BREAKS)


def _require(table: CsvTable, holds: bool) -> None:
    if not holds:
        raise refuse("GF002", Place(table.file), "the table has no such row or column anymore; nothing was written")


def _require_rows(table: CsvTable, rows: Sequence[int]) -> None:
    _require(table, min(rows) >= 0 and max(rows) < len(table.rows))


def _set_cells(table: CsvTable, cells: Sequence[tuple[int, int, str]]) -> CsvTable:
    by_row: dict[int, dict[int, str]] = {}
    for row, column, text in cells:
        by_row.setdefault(row, {})[column] = clean_text(text)
    _require(table, max(column for _, column, _ in cells) < table.width)
    rows = list(table.rows)
    last = max(by_row)
    if last >= len(rows):
        blank = make_record([""] * len(table.header.cells), [], table.dialect)
        rows += [blank] * (last + 1 - len(rows))
    header = table.header
    quoted = _find_quoted(table)
    for row, changed in by_row.items():
        record = header if row == HEADER else rows[row]
        if row >= len(table.rows):
            texts = _pad((changed.get(column, "") for column in range(max(changed) + 1)), len(header.cells))
            made = make_record(texts, quoted, table.dialect)
        else:
            told = {column: text for column, text in changed.items() if record.read(column) != text}
            made = change_cells(record, told, table.dialect) if told else record
        if row == HEADER:
            header = made
        else:
            rows[row] = made
    return table._replace(header=header, rows=tuple(rows))


def _pad(cells: Iterable[str], width: int) -> list[str]:
    found = list(cells)
    return [*found, *[""] * (width - len(found))]


def _find_quoted(table: CsvTable) -> list[bool]:
    """Return which columns are in quotes, in the header and in the last row: those of new rows are too."""
    model = next((each for each in reversed(table.rows) if not each.is_blank), table.header)
    return [
        one and two
        for one, two in zip_longest(*(_list_quoted(table, each) for each in (table.header, model)), fillvalue=False)
    ]


def _list_quoted(table: CsvTable, record: CsvRecord) -> list[bool]:
    return [record.text[start : start + 1] == '"' for start, _ in find_cells(record, table.dialect.delimiter)]


def _insert_cell(texts: list[str], at: int, text: str) -> list[str]:
    """Return the texts of a record with one more; one that ends before the place stays as it is."""
    return [*texts[:at], text, *texts[at:]] if at <= len(texts) and texts != [""] else texts


def _pick_cells(texts: list[str], order: Sequence[int]) -> list[str]:
    """Return the texts of a record in another order; those that it lacks stay out if they would be its last."""
    last = max((place for place, at in enumerate(order) if at < len(texts)), default=-1)
    return [texts[at] if at < len(texts) else "" for at in order[: last + 1]]


def _map_records(table: CsvTable, change: Callable[[list[str], str], list[str]], name: str = "") -> CsvTable:
    """Return a table with other cells in each record, of which the texts are moved as they stand in the file."""
    sign = table.dialect.delimiter

    def convert(record: CsvRecord, text: str) -> CsvRecord:
        written = [record.text[start:end] for start, end in find_cells(record, sign)]
        cells = tuple(change([*record.cells, *[""] * (len(written) - len(record.cells))], text))
        return CsvRecord(sign.join(change(written, write_cell(text, table.dialect))), record.line_end, cells)

    return table._replace(header=convert(table.header, name), rows=tuple(convert(row, "") for row in table.rows))


def _close_lines(table: CsvTable, is_closed: bool) -> CsvTable:
    """Return a table in which all records but the last end with a line end; that one as it did before."""
    records = [table.header, *table.rows]
    for at, record in enumerate(records[:-1]):
        if not record.line_end:
            records[at] = record._replace(line_end=table.dialect.line_end)
    last = records[-1]
    if not last.text or (is_closed and not last.line_end):
        records[-1] = last._replace(line_end=last.line_end or table.dialect.line_end)
    elif not is_closed:
        records[-1] = last._replace(line_end="")
    return table._replace(header=records[0], rows=tuple(records[1:]))


def _holds_same(one: CsvTable, two: CsvTable) -> bool:
    """Return whether two tables have the same cells; those that a record lacks at its end are empty."""
    if (one.above, len(one.rows)) != (two.above, len(two.rows)):
        return False
    pairs = zip((one.header, *one.rows), (two.header, *two.rows), strict=True)
    return all(_trim(first.cells) == _trim(second.cells) for first, second in pairs if first.cells != second.cells)


def _trim(cells: Sequence[str]) -> list[str]:
    found = list(cells)
    while found and not found[-1]:
        found.pop()
    return found
