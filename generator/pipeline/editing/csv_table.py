"""Hold a CSV file as the loader reads it and as it is written: each record has its text, which stays unless changed."""

import codecs
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from generator.load.files import decode_text
from generator.load.rows import is_blank_row, split_csv
from generator.model.finding import Place, refuse

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LINE_END = re.compile(r"\r\n|\n")
_OLD_LINE_END = re.compile(r"\r")  # of old computers


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
    lines = _split_lines(text, end)
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


def _split_lines(text: str, end: re.Pattern[str]) -> list[str]:
    """Return the lines with their ends."""
    bounds = [0, *(found.end() for found in end.finditer(text)), len(text)]
    return [text[start:stop] for start, stop in pairwise(bounds) if start < stop]


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
