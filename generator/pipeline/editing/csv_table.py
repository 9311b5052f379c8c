"""Hold a CSV file as the loader reads it and as it is written, and change its cells, rows and columns."""

import codecs
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import pairwise, zip_longest
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from generator.load.files import BREAKS, decode_text
from generator.load.rows import MAX_COLUMNS, MAX_LINES, is_blank_row, split_csv
from generator.model.finding import Place, refuse

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LINE_END = re.compile(r"\r\n|\n")
_OLD_LINE_END = re.compile(r"\r")  # of old computers
HEADER = -1  # the number of the row that names the columns
MOST_CHANGED = 200_000  # cells in one step
_Row = Annotated[int, Meta(ge=HEADER, lt=MAX_LINES)]
_Column = Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)]
_Text = Annotated[str, Meta(max_length=100_000)]
_Rows = Annotated[list[_Row], Meta(min_length=1, max_length=MAX_LINES)]


class CsvDialect(NamedTuple):
    """How a file is written: its encoding, the mark before it, its usual line end, and the sign between cells.

    A cell with one of the `signs` needs quotes; of a single column, with any that could be taken for a delimiter.
    """

    codec: str
    mark: bytes
    line_end: str
    delimiter: str
    signs: str


class CsvRecord(NamedTuple):
    """A record: its text up to the line end, that line end, and its cells."""

    text: str
    line_end: str
    cells: tuple[str, ...]

    @property
    def is_blank(self) -> bool:
        """Return whether the loader passes over it."""
        return is_blank_row(self.text)

    def read(self, column: int) -> str:
        """Return a cell; empty beyond the last one."""
        return self.cells[column] if column < len(self.cells) else ""


class CsvTable(NamedTuple):
    """A file: what stands above its header, that, and the records below.

    Some of these are `unread` as rows: blank ones, and notes below the table.
    """

    file: str
    dialect: CsvDialect
    above: str
    header: CsvRecord
    rows: tuple[CsvRecord, ...]
    unread: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """Return the number of columns, those beside the header included."""
        return max(map(len, (record.cells for record in (self.header, *self.rows))))

    def name_column(self, column: int) -> str:
        """Return the name of a column as the loader has it, `[]` included; empty if it has none."""
        return " ".join(self.header.read(column).split())

    def list_lines(self) -> list[int]:
        """Return the lines on which the rows begin, from 1."""
        end = _match_line_end(self.encode_text())
        line = 1 + len(end.findall(self.above)) + _count_lines(self.header, end)
        lines = []
        for record in self.rows:
            lines.append(line)
            line += _count_lines(record, end)
        return lines

    def encode_text(self) -> str:
        """Return the text of the file."""
        return "".join([self.above, *(part for each in (self.header, *self.rows) for part in each[:2])])

    def encode(self) -> bytes:
        """Return the bytes of the file; GF002 if its encoding lacks a character."""
        try:
            return self.dialect.mark + self.encode_text().encode(self.dialect.codec)
        except UnicodeEncodeError as error:
            sign = error.object[error.start]
            raise refuse("GF002", Place(self.file), f"a text has a character that no file can hold: {sign!r}") from None


def read_csv_table(data: bytes, file: str) -> CsvTable:
    """Return a file; GF002 if the loader cannot tell its records apart, or if it has no header."""
    found = split_csv(decode_text(data, file, []), file)
    if not found.filled:
        raise refuse("GF002", Place(file), "the file is empty; begin with a line of column names, such as id,name")
    codec, mark = find_codec(data)
    text = data[len(mark) :].decode(codec)
    end = _match_line_end(text)
    ends = [0, *(each.end() for each in end.finditer(text)), len(text)]
    lines = [text[start:stop] for start, stop in pairwise(ends) if start < stop]
    bounds = [*(start - 1 for start in found.starts), len(lines)]
    header = found.filled[found.above]
    usual = end.search(text)
    records = [
        _make_record("".join(lines[start:stop]), end, cells)
        for (start, stop), cells in zip(pairwise(bounds[header:]), found.cells[header:], strict=True)
    ]
    delimiter = found.source.delimiter
    signs = ",;\t" if len(records[0].cells) == 1 else delimiter
    dialect = CsvDialect(codec, mark, usual[0] if usual else "\n", delimiter, signs=f'{signs}"\n\r')
    unread = frozenset(range(len(records) - 1)) - {number - header - 1 for number in found.filled}
    return CsvTable(file, dialect, "".join(lines[: bounds[header]]), records[0], tuple(records[1:]), unread=unread)


def _make_record(raw: str, end: re.Pattern[str], cells: Iterable[str]) -> CsvRecord:
    last = 2 if raw.endswith("\r\n") else 1 if end.fullmatch(raw[-1:]) else 0
    text = raw[: len(raw) - last]
    return CsvRecord(text, raw[len(text) :], tuple(cells))


def find_codec(data: bytes) -> tuple[str, bytes]:
    """Return the encoding of a file as the loader takes it, and the mark before it."""
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return codec, mark
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252", b""
    return "utf-8", b""


def _match_line_end(text: str) -> re.Pattern[str]:
    return _OLD_LINE_END if "\r" in text and "\n" not in text else _LINE_END


def _count_lines(record: CsvRecord, end: re.Pattern[str]) -> int:
    return 1 + (len(end.findall(record.text)) if '"' in record.text else 0)


@cache
def _match_cell(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf'("[^"]*+(?:""[^"]*+)*+"|[^{delimiter}]*+)(?:{delimiter}|$)')


def find_cells(record: CsvRecord, delimiter: str) -> list[tuple[int, int]]:
    """Return where each cell begins and ends in the text of a record, its quotes included."""
    bounds, at, pattern = list[tuple[int, int]](), 0, _match_cell(delimiter)
    while found := pattern.match(record.text, at):
        bounds.append(found.span(1))
        at = found.end()
        if found.end() == found.end(1):  # at the end of the record
            break
    return bounds


def write_cell(text: str, dialect: CsvDialect, is_quoted: bool = False) -> str:
    """Return a cell as it is written in a file, in quotes if it needs them or stood in them."""
    if not is_quoted and not any(sign in text for sign in dialect.signs):
        return text
    quoted = text.replace('"', '""').replace("\n", dialect.line_end)
    return f'"{quoted}"'


def change_cells(record: CsvRecord, cells: Mapping[int, str], dialect: CsvDialect) -> CsvRecord:
    """Return a record with other texts in some columns; the rest of its text stays."""
    bounds, text, texts = find_cells(record, dialect.delimiter), record.text, list(record.cells)
    missing = max(cells) + 1 - len(bounds)
    if missing > 0:
        text += dialect.delimiter * missing
        bounds += [(len(record.text) + at, len(record.text) + at) for at in range(1, missing + 1)]
    texts += [""] * (len(bounds) - len(texts))
    for column in sorted(cells, reverse=True):
        start, end = bounds[column]
        texts[column] = cells[column]
        text = text[:start] + write_cell(cells[column], dialect, text[start : start + 1] == '"') + text[end:]
    return CsvRecord(text, record.line_end, tuple(texts))


def make_record(cells: Sequence[str], model: Sequence[bool], dialect: CsvDialect) -> CsvRecord:
    """Return a new record; the columns of which the `model` says so are in quotes."""
    quoted = [*model, *[False] * (len(cells) - len(model))]
    written = (write_cell(cell, dialect, is_quoted) for cell, is_quoted in zip(cells, quoted, strict=False))
    return CsvRecord(dialect.delimiter.join(written), dialect.line_end, tuple(cells))


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
    header, last = (
        [each.text[start : start + 1] == '"' for start, _ in find_cells(each, table.dialect.delimiter)]
        for each in (table.header, model)
    )
    return [one and two for one, two in zip_longest(header, last, fillvalue=False)]


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
