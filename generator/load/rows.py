"""Read rows from CSV text or from a list of mappings; cells are numbers, text and lists."""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise, repeat
from operator import itemgetter
from typing import NamedTuple, TypeVar

from generator.load.files import locate_index
from generator.load.table_header import (
    HEADING,
    count_notes,
    explain_lacking_header,
    find_header,
    get_column,
    name_columns,
    note_left_out,
    note_notes,
    note_title,
)
from generator.load.yaml_nodes import Node, to_plain
from generator.model.data_types import Scalar, Value
from generator.model.finding import DataError, Finding, Place, name_column, refuse
from generator.model.game import Row

T = TypeVar("T")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
_DIGITS = frozenset("0123456789")
_NUMBER_STARTS = _DIGITS | {"-"}
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{0,14}[1-9]")
# before the header; spreadsheets write sep= and quote a comment with a comma, and a column may be called #
_COMMENTS = re.compile(r'(?:(?:"?#(?![",;\t\n])[^\n]*+|sep=[^\n]*+|[ ,;\t]*+)\n)*+')
_QUOTED = r'"[^"]*+(?:""[^"]*+)*+"'


def _match_record(sign: str) -> re.Pattern[str]:
    """Return the pattern of a record; a quote in a cell that does not begin with one is like other signs: 6" ruler."""
    cell = rf'(?:{_QUOTED}|(?! *+")[^{sign}\n]*+)'
    return re.compile(rf"{cell}(?:{sign}{cell})*+\n?")


_RECORDS = {sign: _match_record(sign) for sign in ",;\t"}
_BLANK_ROW = re.compile(r"^(?:[ ,;\t]++$|\n)", re.MULTILINE)
_ERROR = re.compile(r"#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NUM!|NULL!|SPILL!|CALC!)|Err:5[0-9]{2}")  # of formulas
_UNNAMED = " "  # in the list of columns; names have no blanks around them
_OPENING, _RULES = ' "', frozenset({"--", "==", "**", "__", "~~"})  # before a heading among the rows
_SAMPLE = 50  # lines by which the sign between cells is found
MAX_LINES = 200_000  # of a file: twice the pieces that a kit can have
MAX_COLUMNS = 1000
MAX_CELLS = 1_000_000  # of a file: 20,000 rows of fifty columns, read within a few seconds


class CsvSource(NamedTuple):
    """The lines of a file without the comments before its header, how many these are, and the sign between cells."""

    file: str
    lines: Sequence[str]
    skipped: int
    delimiter: str


class CsvRecords(NamedTuple):
    """The records of a file below its comments: their cells, the lines on which they begin, and their texts.

    `filled` are the numbers of those that are read, of which the first `above` are titles and the next is the header;
    `below` are those of notes below the table. All others are blank.
    """

    source: CsvSource
    cells: Sequence[list[str]]
    starts: Sequence[int]
    raws: Sequence[str]
    filled: Sequence[int]
    above: int
    below: Sequence[int]


def split_csv(text: str, file: str) -> CsvRecords:
    """Return the records of a file as `read_csv` finds them, before it reads any value; GF002."""
    source = _open_source(text, file)
    records, starts = _parse_records(source)
    raws = source.lines if len(source.lines) == len(records) else _join_raw_lines(source, starts)
    filled: Sequence[int] = range(len(records))
    below: Sequence[int] = ()
    if _BLANK_ROW.search(text):
        filled = [number for number, raw in enumerate(raws) if not is_blank_row(raw)]
        count = len(filled) - _count_notes(_take(records, filled), filled)
        filled, below = filled[:count], filled[count:]
    above = _find_header(_take(records, filled))
    return CsvRecords(source, records, starts, raws=raws, filled=filled, above=above, below=below)


def is_blank_row(raw: str) -> bool:
    """Return whether the text of a record has nothing to read."""
    return not raw.strip(" ,;\t\r\n")


def read_csv(text: str, file: str, notes: list[Finding] | None = None) -> tuple[Row, ...]:
    """Parse CSV (RFC 4180) in which the first full record names the columns; GF002, GF003.

    Lines that begin with # may stand before it. Commas, semicolons or tabs separate the cells: the sign that makes
    the most records of one width. Beside semicolons, a comma in a number is a decimal point. What is read in another
    way than it stands there is added to the `notes` (GF013).
    """
    notes = [] if notes is None else notes
    found = split_csv(text, file)
    source, above = found.source, found.above
    if found.below:
        lines = _take(found.starts, found.below)
        notes.append(note_notes(lines, Place(file, lines[0], 1)))
    headings = [n for n in found.filled if found.raws[n].lstrip(_OPENING)[:2] in _RULES and _is_heading(found.cells[n])]
    if headings:
        where = (f"line {found.starts[n]}" for n in headings)
        notes.append(note_left_out("headings among the rows are", where, Place(file, found.starts[headings[0]], 1)))
    kept = [n for n in found.filled[above:] if n not in headings]
    records, starts, raws = _take(found.cells, kept), _take(found.starts, kept), _take(found.raws, kept)
    if len(records) < 2:
        at = Place(file, starts[0] if records else source.skipped + 1, 1)
        raise refuse("GF002", at, _explain_no_rows(text, bool(records)))
    if above:
        notes.append(note_title(above, Place(file, starts[0], 1)))
    columns = _read_columns(records[0], Place(file, starts[0], 1), raws[0], source, notes)
    body = _align_records(records, starts, columns, source, notes)
    names = [name for name in columns if name]
    comma = source.delimiter == ";"
    picked = (column for column, name in zip(zip(*body, strict=True), columns, strict=True) if name)
    cells = [_convert_column(column, name, comma) for column, name in zip(picked, names, strict=True)]
    plain = tuple(map(get_column, names))
    values = [dict(zip(plain, row, strict=True)) for row in zip(*cells, strict=True)]
    shared = repeat(tuple(get_column(name) or _UNNAMED for name in columns)), repeat(None), repeat(source.delimiter)
    rows = tuple(map(Row, values, repeat(file), starts[1:], raws[1:], *shared))
    if "#" in text or "Err:" in text:
        _refuse_errors(rows)
    return rows


def _is_heading(record: Sequence[str]) -> bool:
    """Return whether a record has a single cell, with words between signs: `--- Items ---`."""
    filled = _list_filled(record)
    return len(filled) == 1 and HEADING.fullmatch(filled[0].strip()) is not None


def _count_notes(records: Sequence[Sequence[str]], order: Sequence[int]) -> int:
    """Return how many records at the end are notes below the table."""
    top = _find_header(records) + 1
    return count_notes(list(map(_list_filled, records[top:])), order[top:])


def _take(values: Sequence[T], numbers: Sequence[int]) -> list[T]:
    return [values[number] for number in numbers]


def _find_header(records: Sequence[Sequence[str]]) -> int:
    """Return which record is the header; the first if more than half of the widest record is filled in it."""
    if not records or 2 * _count_filled(records[0]) > max(map(len, records)):
        return 0
    return find_header(list(map(_list_filled, records)))


def _list_filled(record: Sequence[str]) -> list[str]:
    return [cell for cell in record if cell and not cell.isspace()]


def _count_filled(record: Sequence[str]) -> int:
    return sum(not cell.isspace() for cell in record if cell)


def _read_columns(header: Sequence[str], top: Place, raw: str, source: CsvSource, notes: list[Finding]) -> list[str]:
    """Return the names of all columns of a header, empty ones without the last; GF002, GF003, GF006."""
    if len(header) > MAX_COLUMNS:
        raise refuse("GF002", top, f"the file has more than {MAX_COLUMNS:,} columns")
    keys = tuple(map(str, range(len(header))))
    row = Row({}, top.file, top.line, raw, keys, places=None, delimiter=source.delimiter)
    names = name_columns(dict(enumerate(header)), lambda number: row.place(str(number)), notes)
    for number, name in names.items():
        if source.delimiter == "," and ";" in name and "," not in name:
            says = f"{name!r} has a semicolon, and the other columns are separated by commas"
            raise refuse("GF006", row.place(str(number)), f"{says}; separate all cells with the same character")
    return [names.get(number, "") for number in range(max(names) + 1)]


def _align_records(
    records: Sequence[list[str]], starts: Sequence[int], columns: Sequence[str], source: CsvSource, notes: list[Finding]
) -> Sequence[list[str]]:
    """Return the records below the header, each as wide as the columns with names; GF002.

    Cells that have no name above them are left out, with a note.
    """
    width, full = len(columns), len(records[0])
    is_even = set(map(len, records)) == {full}
    if is_even and width == full and all(columns):
        return records[1:]
    wrong = (
        []
        if is_even
        else [number for number, record in enumerate(records) if len(record) > full and _count_filled(record[full:])]
    )
    if wrong:
        if number := next(filter(str.isdecimal, records[0]), ""):
            raise refuse("GF002", Place(source.file, starts[0], 1), explain_lacking_header(number))
        sign = source.delimiter
        places = (Place(source.file, starts[number], 1) for number in wrong)
        raise DataError(
            _report_width(len(records[number]), full, place, sign) for number, place in zip(wrong, places, strict=True)
        )
    short = [number for number, record in enumerate(records) if len(record) < width]
    if short:
        have = "row, this one, has" if len(short) == 1 else "rows, this one first, have"
        says = f"{len(short)} {have} fewer cells than the header; those that lack are read as empty"
        notes.append(Finding("GF013", Place(source.file, starts[short[0]], 1), says, "note"))
    unnamed = [number for number in range(full) if number >= width or not columns[number]]
    filled = [n for n in unnamed if any(record[n : n + 1] not in ([], [""]) for record in records[1:])]
    if filled:
        where = (f"column {name_column(number + 1)}" for number in filled)
        notes.append(note_left_out("cells in a column without a name are", where, Place(source.file, starts[0], 1)))
    return [[*record[:width], *[""] * (width - len(record))] for record in records[1:]]


def _explain_no_rows(text: str, has_header: bool) -> str:
    if has_header:
        return "the file has a header but no rows; add a row below it"
    what = "there is no header" if text.strip() else "the file is empty"
    return f"{what}; begin with a line of column names, such as id,name,copies"


def _refuse_errors(rows: Sequence[Row]) -> None:
    """Raise GF002 for the cells that hold what a formula gave instead of a value."""
    odd = [(str(cell), row.place(name)) for row in rows for name, cell in row.values.items() if is_error_value(cell)]
    if odd:
        raise DataError(finding for value, at in odd for finding in refuse_error(value, at).findings)


def is_error_value(cell: object) -> bool:
    """Return whether a cell holds what spreadsheet programs show for a formula that has no value, such as `#REF!`."""
    return isinstance(cell, str) and _ERROR.fullmatch(cell) is not None


def refuse_error(value: str, place: Place) -> DataError:
    """Return the exception for a cell with the error of a formula (GF002)."""
    return refuse("GF002", place, f"this formula gives {value}; correct it in the spreadsheet, or type the value")


def _open_source(text: str, file: str) -> CsvSource:
    """Return the lines of a file that is not too large, and how its cells are separated (GF002)."""
    if text.count("\n") > MAX_LINES:
        raise refuse("GF002", Place(file, MAX_LINES + 1, 1), f"the file has more than {MAX_LINES:,} lines")
    comments = _COMMENTS.match(text)
    start = _skip_comments(text, comments.end() if comments else 0)
    lines = io.StringIO(text[start:], newline="\n").readlines()
    delimiter = _find_delimiter(lines[:_SAMPLE])
    if text.count(delimiter) > MAX_CELLS:  # those within quotes are counted too
        raise refuse("GF002", Place(file, 1, 1), f"the file has more than {MAX_CELLS:,} cells")
    return CsvSource(file, lines, text.count("\n", 0, start), delimiter)


def _skip_comments(text: str, end: int) -> int:
    """Return where the header begins: after the comments, or with the last one if it is a header such as `#ID,Name`."""
    last = text.rfind("\n", 0, max(end - 1, 0)) + 1
    line, below = text[last:end], text[end:].partition("\n")[0]
    sign = next((sign for sign in ",;\t" if sign in line), "")
    is_header = line[:1] == "#" and line[1:2].isalnum() and sign and line.count(sign) == below.count(sign)
    return last if is_header else end


def _find_delimiter(lines: Sequence[str]) -> str:
    """Return the sign that separates cells: the one that makes the most records of one width, and the most cells."""
    signs = [sign for sign in ",;\t" if any(sign in line for line in lines)]
    return max(signs, key=lambda sign: _rate_delimiter(lines, sign)) if len(signs) > 1 else "".join(signs) or ","


def _rate_delimiter(lines: Sequence[str], sign: str) -> tuple[int, int]:
    widths: Counter[int] = Counter()
    with suppress(csv.Error):  # which reading the file tells
        widths.update(len(record) for record in csv.reader(lines, delimiter=sign))
    width, records = max(((width, n) for width, n in widths.items() if width > 1), key=itemgetter(1, 0), default=(0, 0))
    return records, width


def rows_in_place(node: Node, path: str, findings: list[Finding]) -> tuple[Row, ...]:
    """Return the rows of a list of mappings; a column without a name is added to the findings, GF006."""
    rows = []
    for number, item in enumerate(node.list()):
        for key in item.items():
            if not key.strip():
                findings.append(Finding("GF006", item.keys[key], f"{path}[{number}]: this column has no name; name it"))
        places = {"": item.place}
        for key, child in item.items().items():
            places[key] = child.place
            places |= {f"{key}[{index}]": each.place for index, each in enumerate(child.list())}
        rows.append(Row(to_plain(item), item.place.file, item.place.line, places=places))
    return tuple(rows)


def number_or_text(cell: str) -> Scalar:
    """Return a number in its usual form as int, or as float if it has decimals; anything else unchanged."""
    if _WHOLE.fullmatch(cell):
        return int(cell)
    return float(cell) if _DECIMAL.fullmatch(cell) else cell


def _number_with_comma(cell: str) -> Scalar:
    """Return a cell of a file whose decimal point may be a comma."""
    found = number_or_text(cell.replace(",", ".", 1))
    return cell if isinstance(found, str) else found


def _parse_records(source: CsvSource) -> tuple[list[list[str]], Sequence[int]]:
    """Return the records, and the line on which each begins."""
    lines, skipped = source.lines, source.skipped
    records: list[list[str]] = []
    starts: list[int] = []
    quoted = any('"' in line for line in lines)
    reader = csv.reader(lines, strict=True, delimiter=source.delimiter)
    try:
        if not quoted:
            return list(reader), range(skipped + 1, skipped + len(lines) + 1)
        before = 0
        for record in reader:
            records.append(record)
            starts.append(skipped + before + 1)
            before = reader.line_num
    except csv.Error as error:
        raise _explain_bad_quote(source, before if quoted else reader.line_num - 1, str(error)) from None
    _check_quotes(source, starts)
    return records, starts


def _check_quotes(source: CsvSource, starts: Sequence[int]) -> None:
    """Refuse a quote after blanks at the beginning of a cell, which the csv module takes for text."""
    for raw, line in zip(_join_raw_lines(source, starts), starts, strict=True):
        if '"' in raw and not _RECORDS[source.delimiter].fullmatch(raw):
            raise _explain_bad_quote(source, line - source.skipped - 1, "")


def _explain_bad_quote(source: CsvSource, before: int, reason: str) -> DataError:
    """Return the error at the end of the well-formed cells of the record that begins after some lines."""
    rest = "".join(source.lines[before:])
    start = _RECORDS[source.delimiter].match(rest)
    end = start.end() if start else 0
    end += rest[end : end + 1] == source.delimiter  # before a cell that cannot be read
    if rest[end : end + 1] == " ":
        end += len(rest[end:]) - len(rest[end:].lstrip(" "))
        message = "blanks before a quote: remove them, or put the whole cell in quotes and write its quotes twice"
    elif rest[end : end + 1] == '"':
        message = "this quote is not closed"
    else:
        message = "text after a closing quote; write a quote inside a quoted cell twice"
    if "field limit" in reason:
        end, message = 0, f"a cell here is too long ({reason})"
    at = locate_index(rest, end, source.file)
    return refuse("GF002", Place(source.file, at.line + source.skipped + before, at.column), message)


def _join_raw_lines(source: CsvSource, starts: Sequence[int]) -> list[str]:
    bounds = [*(start - 1 - source.skipped for start in starts), len(source.lines)]
    return ["".join(source.lines[start:end]) for start, end in pairwise(bounds)]


def _report_width(cells: int, width: int, place: Place, sign: str) -> Finding:
    what = {",": "a comma", ";": "a semicolon", "\t": "a tab"}[sign]
    return Finding("GF002", place, f"the row has {cells} cells, the header {width}; put a cell with {what} in quotes")


def _convert_column(cells: Sequence[str], name: str, comma: bool) -> Sequence[Value]:
    """Return a column's values; a column of canonical numbers is converted at once, as the round trip to text shows."""
    read = _number_with_comma if comma else number_or_text
    if name.endswith("[]"):
        return [list(map(read, cell.split())) for cell in cells]
    with suppress(ValueError):
        numbers = list(map(int, cells))
        if max(map(len, cells)) <= 18 and list(map(str, numbers)) == list(cells):
            return numbers
    same = {cell: cell for cell in cells}  # equal cells are one text
    return [read(cell) if cell[-1:] in _DIGITS and cell[:1] in _NUMBER_STARTS else same[cell] for cell in cells]
