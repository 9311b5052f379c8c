"""Read rows from CSV text or from a list of mappings; cells are numbers, text and lists."""

import csv
import io
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise, repeat
from typing import NamedTuple

from generator.load.files import locate_index
from generator.load.yaml_nodes import Node, to_plain
from generator.model.data_types import Scalar, Value
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row

_COLUMN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
_DIGITS = frozenset("0123456789")
_NUMBER_STARTS = _DIGITS | {"-"}
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{0,14}[1-9]")
_COMMENTS = re.compile(r'(?:(?:"?#|sep=)[^\n]*+\n)*+')  # before the header; spreadsheets write sep= and quote a comma
_QUOTED = r'"[^"]*+(?:""[^"]*+)*+"'
_RECORDS = {
    ",": re.compile(rf'(?:{_QUOTED}|[^",\n]*+)(?:,(?:{_QUOTED}|[^",\n]*+))*+\n?'),
    ";": re.compile(rf'(?:{_QUOTED}|[^";\n]*+)(?:;(?:{_QUOTED}|[^";\n]*+))*+\n?'),
    "\t": re.compile(rf'(?:{_QUOTED}|[^"\t\n]*+)(?:\t(?:{_QUOTED}|[^"\t\n]*+))*+\n?'),
}
_BLANK_ROW = re.compile(r"^[,;\t]+$", re.MULTILINE)
_ERROR = re.compile(r"#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NUM!|NULL!|SPILL!|CALC!)|Err:5[0-9]{2}")  # of formulas
MAX_LINES = 200_000  # of a file: twice the pieces that a kit can have
MAX_COLUMNS = 1000
MAX_CELLS = 1_000_000  # of a file: 20,000 rows of fifty columns, read within a few seconds


class _Source(NamedTuple):
    """The lines of a file without the comments before its header, how many these are, and the sign between cells."""

    file: str
    lines: Sequence[str]
    skipped: int
    delimiter: str


def read_csv(text: str, file: str) -> tuple[Row, ...]:
    """Parse CSV (RFC 4180) whose first record names the columns; GF002, GF003, GF006.

    Lines that begin with # may stand before it. It also tells whether commas, semicolons or tabs separate cells; beside
    semicolons, a comma in a number is a decimal point.
    """
    source = _open_source(text, file)
    records, starts = _parse_records(source)
    top = source.skipped + 1
    if len(records) < 2 or not records[0]:
        raise refuse("GF002", Place(file, top, 1), _explain_no_rows(text, bool(records and records[0])))
    if len(records[0]) > MAX_COLUMNS:
        raise refuse("GF002", Place(file, top, 1), f"the file has more than {MAX_COLUMNS:,} columns")
    raws = source.lines if len(source.lines) == len(records) else _join_raw_lines(source, starts)
    if _BLANK_ROW.search(text):
        kept = [i for i, raw in enumerate(raws) if not i or not _BLANK_ROW.fullmatch(raw.rstrip("\n"))]
        records, starts, raws = [records[i] for i in kept], [starts[i] for i in kept], [raws[i] for i in kept]
        if len(kept) < 2:
            raise refuse("GF002", Place(file, top, 1), "the file has a header but no rows; add a row below it")
    keys = tuple(map(str, range(len(records[0]))))
    names = check_header(records[0], Row({}, file, top, raws[0], keys, places=None, delimiter=source.delimiter))
    width = len(names)
    wrong = [i for i, record in enumerate(records) if len(record) != width]
    if wrong:
        sign = source.delimiter
        raise DataError(_report_width(len(records[i]), width, Place(file, starts[i], 1), sign) for i in wrong)
    columns = tuple(name.removesuffix("[]") for name in names)
    body = zip(*records[1:], strict=True)
    comma = source.delimiter == ";"
    cells = [_convert_column(column, name, comma) for column, name in zip(body, names, strict=True)]
    values = [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]
    shared = repeat(columns), repeat(None), repeat(source.delimiter)
    rows = tuple(map(Row, values, repeat(file), starts[1:], raws[1:], *shared))
    if "#" in text or "Err:" in text:
        _refuse_errors(rows)
    return rows


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


def _open_source(text: str, file: str) -> _Source:
    """Return the lines of a file that is not too large, and how its cells are separated (GF002)."""
    if text.count("\n") > MAX_LINES:
        raise refuse("GF002", Place(file, MAX_LINES + 1, 1), f"the file has more than {MAX_LINES:,} lines")
    comments = _COMMENTS.match(text)
    start = comments.end() if comments else 0
    header = text[start:].partition("\n")[0] if start else text.partition("\n")[0]
    delimiter = next((sign for sign in ",;\t" if sign in header), ",")
    if text.count(delimiter) > MAX_CELLS:  # those within quotes are counted too
        raise refuse("GF002", Place(file, 1, 1), f"the file has more than {MAX_CELLS:,} cells")
    lines = io.StringIO(text[start:], newline="\n").readlines()
    return _Source(file, lines, text.count("\n", 0, start), delimiter)


def rows_in_place(node: Node, path: str, findings: list[Finding]) -> tuple[Row, ...]:
    """Return the rows of a list of mappings; a key that templates cannot use is added to the findings, GF006."""
    rows = []
    for number, item in enumerate(node.list()):
        for key in item.items():
            if not _COLUMN.fullmatch(key):
                message = f"{path}[{number}]: {key!r} is not a column name: letters, digits and _, no digit first"
                findings.append(Finding("GF006", item.keys[key], message))
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


def _parse_records(source: _Source) -> tuple[list[list[str]], Sequence[int]]:
    """Return the records, and the line on which each begins."""
    lines, skipped = source.lines, source.skipped
    records: list[list[str]] = []
    starts: list[int] = []
    reader = csv.reader(lines, strict=True, delimiter=source.delimiter)
    quoted = any('"' in line for line in lines)
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


def _check_quotes(source: _Source, starts: Sequence[int]) -> None:
    """Refuse a quote in an unquoted cell, which the csv module accepts."""
    for raw, line in zip(_join_raw_lines(source, starts), starts, strict=True):
        if '"' in raw and not _RECORDS[source.delimiter].fullmatch(raw):
            raise _explain_bad_quote(source, line - source.skipped - 1, "")


def _explain_bad_quote(source: _Source, before: int, reason: str) -> DataError:
    """Return the error at the end of the well-formed cells of the record that begins after some lines."""
    rest = "".join(source.lines[before:])
    start = _RECORDS[source.delimiter].match(rest)
    end = start.end() if start else 0
    if rest[end : end + 1] != '"':
        message = "text after a closing quote; write a quote inside a quoted cell twice"
    elif end and rest[end - 1] != source.delimiter:
        message = "a quote inside a cell: put the cell in quotes and write this one twice"
    else:
        message = "this quote is not closed"
    if "field limit" in reason:
        end, message = 0, f"a cell here is too long ({reason})"
    at = locate_index(rest, end, source.file)
    return refuse("GF002", Place(source.file, at.line + source.skipped + before, at.column), message)


def _join_raw_lines(source: _Source, starts: Sequence[int]) -> list[str]:
    bounds = [*(start - 1 - source.skipped for start in starts), len(source.lines)]
    return ["".join(source.lines[start:end]) for start, end in pairwise(bounds)]


def check_header(names: Sequence[str], row: Row) -> tuple[str, ...]:
    """Check the column names and return them, `[]` included; GF003, GF006."""
    findings = []
    seen: dict[str, Place] = {}
    for number, name in enumerate(names):
        place, column = row.place(str(number)), name.removesuffix("[]")
        if not _COLUMN.fullmatch(column):
            findings.append(Finding("GF006", place, _explain_column_name(name)))
        elif column in seen:
            message = f"column {column!r} is given twice; the first is at {seen[column]}"
            findings.append(Finding("GF003", place, message))
        seen.setdefault(column, place)
    if findings:
        raise DataError(findings)
    return tuple(names)


def _explain_column_name(name: str) -> str:
    """Return what is wrong with the name of a column, and what to write."""
    if not name.strip():
        return "this column has no name; name it, or remove it"
    likely = re.sub(r"\W+", "_", name.strip().removesuffix("[]").strip()) + "[]" * name.strip().endswith("[]")
    hint = f"; write {likely!r}" if _COLUMN.fullmatch(likely.removesuffix("[]")) else ""
    if ";" in name or "\t" in name:
        hint = "; separate all cells with the same character"
    return f"{name!r} is not a column name: letters, digits and _, no digit first, [] after it for a list{hint}"


def _report_width(cells: int, width: int, place: Place, sign: str) -> Finding:
    if not cells:
        return Finding("GF002", place, "the line is empty; remove it")
    what = {",": "a comma", ";": "a semicolon", "\t": "a tab"}[sign]
    hint = f"; put a cell with {what} in quotes" if cells > width else ""
    return Finding("GF002", place, f"the row has {cells} cell{'s' * (cells != 1)}, the header {width}{hint}")


def _convert_column(cells: Sequence[str], name: str, comma: bool) -> Sequence[Value]:
    """Return a column's values; a column of canonical numbers is converted at once, as the round trip to text shows."""
    read = _number_with_comma if comma else number_or_text
    if name.endswith("[]"):
        return [list(map(read, cell.split())) for cell in cells]
    with suppress(ValueError):
        numbers = list(map(int, cells))
        if max(map(len, cells)) <= 18 and list(map(str, numbers)) == list(cells):
            return numbers
    return [read(cell) if cell[-1:] in _DIGITS and cell[:1] in _NUMBER_STARTS else cell for cell in cells]
