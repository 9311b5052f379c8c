"""A CSV file or a list of mappings goes in; rows whose cells are numbers, text and lists come out."""

import csv
import io
import re
from collections.abc import Sequence
from itertools import repeat

from generator.load.files import locate
from generator.load.yaml_nodes import Node, plain
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Row, Scalar, Value
from generator.model.place import Place

_COLUMN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
_CELL = r'(?:"[^"]*(?:""[^"]*)*"|[^",]*)'
_RECORD = re.compile(rf"{_CELL}(?:,{_CELL})*\n?")


def read_csv(text: str, file: str) -> tuple[Row, ...]:
    """Return the rows of a CSV file (RFC 4180), the first of which names the columns; GF002, GF003, GF006."""
    lines = io.StringIO(text, newline="\n").readlines()
    records, starts = _records(lines, file)
    if len(records) < 2:
        what = "only a header, and no rows" if records else "no header and no rows"
        raise refuse("GF002", Place(file, 1, 1), f"the file holds {what}")
    raws = lines if len(lines) == len(records) else _raws(lines, starts)
    names = _header(records[0], Row({}, file, 1, raws[0], tuple(map(str, range(len(records[0]))))))
    width = len(names)
    wrong = [i for i, record in enumerate(records) if len(record) != width]
    if wrong:
        raise DataError(_width(len(records[i]), width, Place(file, starts[i], 1)) for i in wrong)
    columns = tuple(name.removesuffix("[]") for name in names)
    cells = [_column(column, name) for column, name in zip(list(zip(*records, strict=True)), names, strict=True)]
    values = [dict(zip(columns, row)) for row in list(zip(*cells))[1:]]  # noqa: B905  widths are equal by now
    return tuple(map(Row, values, repeat(file), starts[1:], raws[1:], repeat(columns)))


def rows_in_place(node: Node, path: str, findings: list[Finding]) -> tuple[Row, ...]:
    """Return the rows of a list of mappings; a key that no template could name joins the findings, GF006."""
    rows = []
    for number, item in enumerate(node.list()):
        for key in item.items():
            if not _COLUMN.fullmatch(key):
                message = f"{path}[{number}]: {key!r} is no name of a column: letters, digits and _, no digit first"
                findings.append(Finding("GF006", item.keys[key], message))
        places = {"": item.place} | {key: child.place for key, child in item.items().items()}
        rows.append(Row(plain(item), item.place.file, item.place.line, places=places))
    return tuple(rows)


def whole_or_text(cell: str) -> Scalar:
    """Return a canonical whole number of up to 18 digits as a number, all else as it stands."""
    return int(cell) if _WHOLE.fullmatch(cell) else cell


def _records(lines: Sequence[str], file: str) -> tuple[list[list[str]], list[int]]:
    """Return the records with the line on which each begins."""
    records, starts, before = [], [], 0
    reader = csv.reader(lines, strict=True)
    try:
        for record in reader:
            records.append(record)
            starts.append(before + 1)
            before = reader.line_num
    except csv.Error as error:
        raise _broken(lines, before, file, str(error)) from None
    _quotes(lines, starts, file)
    return records, starts


def _quotes(lines: Sequence[str], starts: list[int], file: str) -> None:
    """Refuse what csv lets pass: a quote in a cell that does not begin with one."""
    if not any('"' in line for line in lines):
        return
    for raw, line in zip(_raws(lines, starts), starts, strict=True):
        if '"' in raw and not _RECORD.fullmatch(raw):
            raise _broken(lines, line - 1, file, "")


def _broken(lines: Sequence[str], before: int, file: str, reason: str) -> DataError:
    """Place the fault where the well-formed cells of the record end."""
    rest = "".join(lines[before:])
    start = _RECORD.match(rest)
    end = start.end() if start else 0
    unclosed = rest[end : end + 1] == '"' and (end == 0 or rest[end - 1] == ",")
    at = locate(rest, end, file)
    message = "this quote is not closed" if unclosed else "a quote inside a cell: write it twice and the cell in quotes"
    if "field limit" in reason:
        message = f"a cell here is too long ({reason})"
    return refuse("GF002", Place(file, at.line + before, at.column), message)


def _raws(lines: Sequence[str], starts: list[int]) -> list[str]:
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    return ["".join(lines[start - 1 : end]) for start, end in zip(starts, ends, strict=True)]


def _header(names: Sequence[str], row: Row) -> tuple[str, ...]:
    """Return the names as they stand, `[]` included."""
    findings = []
    seen: dict[str, Place] = {}
    for number, name in enumerate(names):
        place, column = row.place(str(number)), name.removesuffix("[]")
        if not _COLUMN.fullmatch(column):
            hint = "; cells are parted by commas" if ";" in name or "\t" in name else ""
            rule = "letters, digits and _, no digit first, [] after it for a list"
            message = f"{name!r} is no name of a column: {rule}{hint}"
            findings.append(Finding("GF006", place, message))
        elif column in seen:
            message = f"column {column!r} is given twice; the first is at {seen[column]}"
            findings.append(Finding("GF003", place, message))
        seen.setdefault(column, place)
    if findings:
        raise DataError(findings)
    return tuple(names)


def _width(cells: int, width: int, place: Place) -> Finding:
    hint = "; a cell with a comma in it goes in quotes" if cells > width else ""
    what = f"the row has {cells} cell{'s' * (cells != 1)}" if cells else "the line is empty"
    return Finding("GF002", place, f"{what}, the header {width}{hint}")


def _column(cells: Sequence[str], name: str) -> Sequence[Value]:
    """Return a column's values; equal cells are looked at once, since a column of numbers has few."""
    if name.endswith("[]"):
        return [[whole_or_text(word) for word in cell.split()] for cell in cells]
    known: dict[str, Value] = {cell: whole_or_text(cell) for cell in set(cells) if cell[-1:].isdecimal()}
    return [known.get(cell, cell) for cell in cells] if known else cells
