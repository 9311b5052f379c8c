"""Read the rows of a part from a sheet of an `.xlsx` or `.ods` file, by the values that the spreadsheet stored.

Both formats are XML in a zip archive. Only what is needed is unpacked, up to a limit; repeated cells and cells that are
far off take no memory, and entities are refused.
"""

import re
import zipfile
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from io import BytesIO
from xml.parsers import expat

from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.load.rows import MAX_CELLS, number_or_text
from generator.load.spreadsheet_archive import Cell, SheetCells, SheetSource, SpreadsheetArchive
from generator.load.spreadsheet_ods import read_ods
from generator.load.spreadsheet_xlsx import read_xlsx
from generator.load.table_header import (
    HEADING,
    count_notes,
    find_header,
    get_column,
    name_columns,
    note_left_out,
    note_notes,
    note_title,
)
from generator.model.data_types import Value
from generator.model.finding import DataError, Finding, Place, name_column, refuse
from generator.model.game import Row

_MOST_SHEETS = 10  # that are read to find the first one with cells
_MARKS = re.compile("</?[bi]>")
Lines = dict[int, dict[int, Cell]]  # the cells of rows by their columns, from 0


def read_sheet(
    data: bytes, file: str, sheet: str, names: tuple[str, ...], place: Place, notes: list[Finding] | None = None
) -> tuple[Row, ...]:
    """Return the rows of the named sheet, or of the one that has one of the `names`, or of the only one.

    What is read in another way than it stands there is added to the `notes` (GF013). GF002, GF003, and GF008 for a
    sheet that is not there, at the `place` that names the file.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            archive_ = SpreadsheetArchive(archive, file)
            read = read_ods if file.lower().endswith(".ods") else read_xlsx
            sheets = read(archive_)
            notes = [] if notes is None else notes
            return _make_rows(
                sheets[_choose_sheet(sheets, sheet, names, file=file, place=place, notes=notes)].read(), notes
            )
    except (
        zipfile.BadZipFile,
        expat.ExpatError,
        EOFError,
        LookupError,
        NotImplementedError,
        RuntimeError,
        ValueError,
    ) as error:
        raise refuse("GF002", Place(file), explain_unreadable(data, file, error)) from None


def _choose_sheet(
    sheets: Mapping[str, SheetSource], sheet: str, names: tuple[str, ...], file: str, place: Place, notes: list[Finding]
) -> str:
    """Return the sheet that is named, that is called like the part, or the first that is shown and has cells.

    A note says which of several was taken.
    """
    known = list(sheets)
    if sheet in known:
        return sheet
    if not sheet:
        folded = {name.casefold() for name in names}
        exact, alike = (
            [each for each in known if each in names],
            [each for each in known if each.casefold() in folded],
        )
        shown = [each for each in known if not sheets[each].is_hidden]
        for found in (exact, alike, known, shown):
            if len(found) == 1:
                return found[0]
        filled = [name for name in shown[:_MOST_SHEETS] if sheets[name].read().cells]
        for name in [name for name in filled if _holds_table(sheets[name].read())] or filled:
            nth = "first" if name == filled[0] else "first with a table"
            other = next(each for each in reversed(known) if each != name)
            says = f"this is the {nth} of {len(known)} sheets; to read another, name it as in {file}:{other}"
            notes.append(Finding("GF013", Place(f"{file}:{name}"), says, "note"))
            return name
    sought = sheet or names[0]
    raise refuse("GF008", place, f"{file} has no sheet {sought!r}{did_you_mean(sought, known)}")


def _holds_table(sheet: SheetCells) -> bool:
    """Return whether two cells stand in one row, which lines of notes have not."""
    rows = [row for row, _ in sheet.cells]
    return len({*rows}) < len(rows)


def _make_rows(sheet: SheetCells, notes: list[Finding]) -> tuple[Row, ...]:
    """Return the rows of a sheet: the first full row names the columns, and blank rows are left out."""
    lines = _list_lines(sheet, notes)
    order = [row for row in sorted(lines) if not _is_comment(lines[row])]
    if not order:
        raise refuse("GF002", sheet.place(0, 0), "the sheet has no header")
    above = find_header([lines[row].values() for row in order])
    top, body = order[above], order[above + 1 :]
    if above:
        notes.append(note_title(above, sheet.place(top, 0)))
    columns = _read_header(sheet, top, lines[top], notes)
    if not body:
        raise refuse("GF002", sheet.place(top, 0), "the sheet has a header but no rows; add a row below it")
    if below := count_notes([lines[row].values() for row in body], body):
        at = sheet.place(body[-below], min(lines[body[-below]]))
        notes.append(note_notes([row + 1 for row in body[-below:]], at))
        body = body[:-below]
    _fill_merged(sheet, lines, body, notes)
    if faults := [fault for row in body for cell in _list_cells(lines[row], columns) for fault in _list_faults(cell)]:
        raise DataError(faults)
    unnamed = [(row, column) for row in body for column in lines[row].keys() - columns.keys()]
    if unnamed:
        letters = [name_column(column + 1) for column in sorted({column for _, column in unnamed})]
        what = f"{count_noun(len(unnamed), 'cell')} in a column without a name {_be(len(unnamed))}"
        notes.append(note_left_out(what, (f"column {each}" for each in letters), sheet.place(*min(unnamed))))
    notes += _note_dates(sheet, lines, body, columns)
    return tuple(_make_row(sheet, row, lines[row], columns) for row in body)


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def _list_lines(sheet: SheetCells, notes: list[Finding]) -> Lines:
    """Return the rows that have cells, without hidden rows and columns; notes say which these are."""
    lines: Lines = {}
    for (row, column), value in sheet.cells.items():
        lines.setdefault(row, {})[column] = value
    rows_used, columns_used = sorted(lines), sorted({column for _, column in sheet.cells})
    rows = {row for hidden in sheet.hidden_rows for row in _take(rows_used, hidden)}
    columns = {column for hidden in sheet.hidden_columns for column in _take(columns_used, hidden)}
    if rows:
        what = f"{count_noun(len(rows), 'hidden row')} {_be(len(rows))}"
        notes.append(note_left_out(what, (f"row {row + 1}" for row in sorted(rows)), sheet.place(min(rows), 0)))
    if columns:
        what = f"{count_noun(len(columns), 'hidden column')} {_be(len(columns))}"
        named = (f"column {name_column(column + 1)}" for column in sorted(columns))
        notes.append(note_left_out(what, named, sheet.place(min(lines), min(columns))))
    shown = {
        row: {column: cell for column, cell in cells.items() if column not in columns} if columns else cells
        for row, cells in lines.items()
        if row not in rows
    }
    return {row: cells for row, cells in shown.items() if cells}


def _take(numbers: Sequence[int], span: range) -> Sequence[int]:
    """Return the sorted numbers that lie in a range."""
    return numbers[bisect_left(numbers, span.start) : bisect_right(numbers, span.stop - 1)]


def _is_comment(cells: Mapping[int, Cell]) -> bool:
    """Return whether a row has a single text, which begins with `#` or is a heading between signs: `--- Items ---`."""
    (first, *others) = cells.values()
    return not others and isinstance(first, str) and bool(_COMMENT.match(first) or HEADING.fullmatch(first))


def _read_header(sheet: SheetCells, top: int, header: Mapping[int, Cell], notes: list[Finding]) -> dict[int, str]:
    """Return the names of the columns by their numbers, from left to right."""
    if faults := [fault for cell in header.values() for fault in _list_faults(cell)]:
        raise DataError(faults)
    texts = {column: _MARKS.sub("", str(header[column])) for column in sorted(header)}
    return name_columns(texts, lambda column: sheet.place(top, column), notes)


def _fill_merged(sheet: SheetCells, lines: Lines, body: Sequence[int], notes: list[Finding]) -> None:
    """Give each row that a merged cell covers the value of that cell; a note says so."""
    filled, left, starts = [], MAX_CELLS, {*body}
    for row, column, last in sheet.merged:
        has_value = row in starts and column in lines[row]
        for covered in _take(body, range(row + 1, last + 1)) if has_value else ():
            left -= 1
            lines[covered].setdefault(column, lines[row][column])
            filled.append(f"{name_column(column + 1)}{covered + 1}")
        if left < 0:
            raise refuse("GF002", sheet.place(row, column), f"more than {MAX_CELLS:,} cells are merged")
    if filled:
        what = f"{count_noun(len(filled), 'cell')} {'has' if len(filled) == 1 else 'have'} the value of the cell above"
        says = f"{what} that {'it is' if len(filled) == 1 else 'they are'} merged with: {', '.join(filled[:5])}"
        notes.append(Finding("GF013", sheet.place(body[0], 0), says + " ..." * (len(filled) > 5), "note"))


def _list_cells(cells: Mapping[int, Cell], columns: Collection[int]) -> Iterator[Cell]:
    return (cells[column] for column in columns if column in cells)


def _list_faults(cell: Cell) -> Sequence[Finding]:
    return cell.findings if isinstance(cell, DataError) else ()


def _note_dates(sheet: SheetCells, lines: Lines, body: Sequence[int], columns: Mapping[int, str]) -> Iterator[Finding]:
    """Say for each column how its dates are read, since spreadsheet programs make dates of `3-4` (GF013)."""
    told = set()
    rows = set(body)
    for row, column in sheet.dates:
        if row in rows and column in columns and column in lines[row] and column not in told:
            told.add(column)
            says = f"the column {columns[column]!r} has dates or times, which are read as they are shown: "
            yield Finding("GF013", sheet.place(row, column), f"{says}{lines[row][column]}", "note")


def _make_row(sheet: SheetCells, row: int, cells: Mapping[int, Cell], columns: Mapping[int, str]) -> Row:
    values = {get_column(name): _to_value(cells.get(column, ""), name) for column, name in columns.items()}
    places = {get_column(name): sheet.place(row, column) for column, name in columns.items()}
    return Row(values, sheet.file, row + 1, places={"": sheet.place(row, min(columns)), **places})


def _to_value(cell: Cell, name: str) -> Value:
    """Return the value of a cell; in a column of lists, its words."""
    if isinstance(cell, DataError):
        return ""
    if not name.endswith("[]"):
        return cell
    return [number_or_text(word) for word in cell.split()] if isinstance(cell, str) else [cell]


_COMMENT = re.compile(r"#.")
_OLD_FORMAT = bytes.fromhex("d0cf11e0a1b11ae1")  # of the container of .xls files, and of .xlsx files with a password
_PASSWORD = "this spreadsheet has a password; save it without one"


def explain_unreadable(data: bytes, file: str, error: Exception) -> str:
    """Return what is wrong with the bytes of a file that is called a spreadsheet, and what to do."""
    if not data.strip(b"\0\r\n "):
        return "this file is empty; save the spreadsheet again"
    if data.startswith(_OLD_FORMAT):
        if "EncryptedPackage".encode("utf-16-le") in data:
            return _PASSWORD
        return "this is an .xls file with another name; open it in a spreadsheet program and save it as .xlsx"
    if not data.startswith(b"PK"):
        return "this is not a spreadsheet; if it is text with commas, give it a name that ends in .csv"
    return _explain_archive(data, file) or (
        f"this spreadsheet is damaged or cut off; open it in a spreadsheet program and save it again ({error})"
    )


def _explain_archive(data: bytes, file: str) -> str:
    """Return what is wrong with an archive that is whole; empty if it is damaged."""
    elements: set[str] = set()
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            SpreadsheetArchive(archive, file).parse("META-INF/manifest.xml", lambda name, _given: elements.add(name))
    except (zipfile.BadZipFile, expat.ExpatError, EOFError, NotImplementedError, RuntimeError, ValueError, DataError):
        return ""
    if "encryption-data" in elements:
        return _PASSWORD
    kinds = {"content.xml": ".ods", "xl/workbook.xml": ".xlsx"}
    found = next((kind for name, kind in kinds.items() if name in names), "")
    if found and not file.lower().endswith(found):
        return f"this is an {found} file with another name; give it one that ends in {found}"
    if not found:
        return "this archive holds no spreadsheet; open it in a spreadsheet program and save it as .xlsx"
    return ""
