"""Read rows from CSV text or from a list of mappings; cells are whole numbers, text and lists."""

import csv
import io
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import repeat

from generator.load.files import locate_index
from generator.load.yaml_nodes import Node, to_plain
from generator.model.data_types import Scalar, Value
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row

_COLUMN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
_DIGITS = frozenset("0123456789")
_NUMBER_STARTS = _DIGITS | {"-"}
_CELL = r'(?:"[^"]*+(?:""[^"]*+)*+"|[^",\n]*+)'
_RECORD = re.compile(rf"{_CELL}(?:,{_CELL})*+\n?")
MAX_LINES = 200_000  # of a file: twice the pieces that a kit can have
MAX_COLUMNS = 1000
MAX_CELLS = 1_000_000  # of a file: 20,000 rows of fifty columns, read within a few seconds


def read_csv(text: str, file: str) -> tuple[Row, ...]:
    """Parse CSV (RFC 4180) whose first record names the columns; GF002, GF003, GF006."""
    if text.count("\n") > MAX_LINES:
        raise refuse("GF002", Place(file, MAX_LINES + 1, 1), f"the file has more than {MAX_LINES:,} lines")
    if text.count(",") > MAX_CELLS:  # those within quotes are counted too
        raise refuse("GF002", Place(file, 1, 1), f"the file has more than {MAX_CELLS:,} cells")
    lines = io.StringIO(text, newline="\n").readlines()
    records, starts = _parse_records(lines, file)
    if len(records) < 2 or not records[0]:
        what = "a header but no rows" if records and records[0] else "no header"
        raise refuse("GF002", Place(file, 1, 1), f"the file has {what}")
    if len(records[0]) > MAX_COLUMNS:
        raise refuse("GF002", Place(file, 1, 1), f"the file has more than {MAX_COLUMNS:,} columns")
    raws = lines if len(lines) == len(records) else _join_raw_lines(lines, starts)
    names = _check_header(records[0], Row({}, file, 1, raws[0], tuple(map(str, range(len(records[0]))))))
    width = len(names)
    wrong = [i for i, record in enumerate(records) if len(record) != width]
    if wrong:
        raise DataError(_report_width(len(records[i]), width, Place(file, starts[i], 1)) for i in wrong)
    columns = tuple(name.removesuffix("[]") for name in names)
    body = zip(*records[1:], strict=True)
    cells = [_convert_column(column, name) for column, name in zip(body, names, strict=True)]
    values = [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]
    return tuple(map(Row, values, repeat(file), starts[1:], raws[1:], repeat(columns)))


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


def whole_or_text(cell: str) -> Scalar:
    """Return a canonical whole number of up to 18 digits as int, anything else unchanged."""
    return int(cell) if _WHOLE.fullmatch(cell) else cell


def _parse_records(lines: Sequence[str], file: str) -> tuple[list[list[str]], Sequence[int]]:
    """Return the records, and the line on which each begins."""
    records: list[list[str]] = []
    starts: list[int] = []
    reader = csv.reader(lines, strict=True)
    quoted = any('"' in line for line in lines)
    try:
        if not quoted:
            return list(reader), range(1, len(lines) + 1)
        before = 0
        for record in reader:
            records.append(record)
            starts.append(before + 1)
            before = reader.line_num
    except csv.Error as error:
        raise _explain_bad_quote(lines, before if quoted else reader.line_num - 1, file, str(error)) from None
    _check_quotes(lines, starts, file)
    return records, starts


def _check_quotes(lines: Sequence[str], starts: Sequence[int], file: str) -> None:
    """Refuse a quote in an unquoted cell, which the csv module accepts."""
    for raw, line in zip(_join_raw_lines(lines, starts), starts, strict=True):
        if '"' in raw and not _RECORD.fullmatch(raw):
            raise _explain_bad_quote(lines, line - 1, file, "")


def _explain_bad_quote(lines: Sequence[str], before: int, file: str, reason: str) -> DataError:
    """Return the error at the end of the well-formed cells of the record."""
    rest = "".join(lines[before:])
    start = _RECORD.match(rest)
    end = start.end() if start else 0
    if rest[end : end + 1] != '"':
        message = "text after a closing quote; write a quote inside a quoted cell twice"
    elif end and rest[end - 1] != ",":
        message = "a quote inside a cell: put the cell in quotes and write this one twice"
    else:
        message = "this quote is not closed"
    if "field limit" in reason:
        end, message = 0, f"a cell here is too long ({reason})"
    at = locate_index(rest, end, file)
    return refuse("GF002", Place(file, at.line + before, at.column), message)


def _join_raw_lines(lines: Sequence[str], starts: Sequence[int]) -> list[str]:
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    return ["".join(lines[start - 1 : end]) for start, end in zip(starts, ends, strict=True)]


def _check_header(names: Sequence[str], row: Row) -> tuple[str, ...]:
    """Check the column names and return them, `[]` included; GF003, GF006."""
    findings = []
    seen: dict[str, Place] = {}
    for number, name in enumerate(names):
        place, column = row.place(str(number)), name.removesuffix("[]")
        if not _COLUMN.fullmatch(column):
            hint = "; separate cells with commas" if ";" in name or "\t" in name else ""
            rule = "letters, digits and _, no digit first, [] after it for a list"
            message = f"{name!r} is not a column name: {rule}{hint}"
            findings.append(Finding("GF006", place, message))
        elif column in seen:
            message = f"column {column!r} is given twice; the first is at {seen[column]}"
            findings.append(Finding("GF003", place, message))
        seen.setdefault(column, place)
    if findings:
        raise DataError(findings)
    return tuple(names)


def _report_width(cells: int, width: int, place: Place) -> Finding:
    if not cells:
        return Finding("GF002", place, "the line is empty; remove it")
    hint = "; put a cell with a comma in quotes" if cells > width else ""
    return Finding("GF002", place, f"the row has {cells} cell{'s' * (cells != 1)}, the header {width}{hint}")


def _convert_column(cells: Sequence[str], name: str) -> Sequence[Value]:
    """Return a column's values; a column of canonical numbers is converted at once, as the round trip to text shows."""
    if name.endswith("[]"):
        return [[whole_or_text(word) for word in cell.split()] for cell in cells]
    with suppress(ValueError):
        numbers = list(map(int, cells))
        if max(map(len, cells)) <= 18 and list(map(str, numbers)) == list(cells):
            return numbers
    return [whole_or_text(cell) if cell[-1:] in _DIGITS and cell[:1] in _NUMBER_STARTS else cell for cell in cells]
