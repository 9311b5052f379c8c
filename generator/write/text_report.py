"""Set a report of headings and tables as plain text whose columns line up in a fixed-width font."""

from collections.abc import Iterator, Sequence
from itertools import repeat, zip_longest
from typing import NamedTuple

from generator.safety.log_lines import escape_line

WIDTH = 100  # characters
_GAP = 2  # characters between columns
_WIDEST = 20  # characters: the most that a column without a share takes


class ReportRow(NamedTuple):
    """Texts from left to right, and how many columns each one spans; one each where `spans` is empty.

    A row that `continues` belongs to the entry of the row above it.
    """

    cells: tuple[str, ...]
    spans: tuple[int, ...] = ()
    continues: bool = False


class ReportTable(NamedTuple):
    """A title, an introduction (or none), column heads and rows.

    A column of share 0 is as wide as its longest text, up to a limit. The others divide what is left by their shares.
    """

    title: str
    introduction: str
    heads: tuple[str, ...]
    shares: tuple[int, ...]
    rows: tuple[ReportRow, ...]


class Report(NamedTuple):
    """A title with a subtitle, paragraphs, tables, and the last line."""

    title: str
    subtitle: str
    paragraphs: tuple[str, ...]
    tables: tuple[ReportTable, ...]
    last_line: str


def format_report(report: Report) -> str:
    """Return the text of a report, with lines of at most WIDTH characters."""
    tables = (line for table in report.tables for line in _format_table(table))
    return "\n".join([*_format_head(report), *tables, report.last_line, ""])


def _format_head(report: Report) -> Iterator[str]:
    for line in wrap_text(report.title, WIDTH):
        yield from (line, "=" * len(line))
    yield from wrap_text(report.subtitle, WIDTH)
    for paragraph in report.paragraphs:
        yield from ("", *wrap_text(paragraph, WIDTH))
    yield ""


def _format_table(table: ReportTable) -> Iterator[str]:
    yield from ("", table.title, "-" * len(table.title))
    yield from wrap_text(table.introduction, WIDTH)
    if table.rows:
        widths = column_widths(table, WIDTH)
        heads = ReportRow(table.heads)
        spaced = any(row.continues for row in table.rows)  # a blank line before each entry of several rows
        for row in (heads, *table.rows):
            yield from [""] if not row.continues and (spaced or row is heads) else []
            yield from _format_row(row, widths)
    yield ""


def column_widths(table: ReportTable, width: int) -> list[int]:
    """Return the width of each column, in characters, for a table of the given width."""
    rows = [ReportRow(table.heads), *table.rows]
    widths = [0] * len(table.shares)
    for row in rows:
        for column, text, span in _locate_cells(row):
            if table.shares[column] == 0 and span == 1:
                widths[column] = max(widths[column], min(len(text), _WIDEST))
    rest = width - sum(widths) - _GAP * (len(widths) - 1)
    return [own or rest * share // sum(table.shares) for own, share in zip(widths, table.shares, strict=True)]


def _locate_cells(row: ReportRow) -> Iterator[tuple[int, str, int]]:
    """Yield the first column, the text and the span of each cell."""
    column = 0
    for text, span in zip(row.cells, row.spans or repeat(1), strict=False):
        yield column, text, span
        column += span


def _format_row(row: ReportRow, widths: Sequence[int]) -> Iterator[str]:
    starts, cells = [], []
    for column, text, span in _locate_cells(row):
        starts.append(sum(widths[:column]) + _GAP * column)
        cells.append(wrap_text(text, sum(widths[column : column + span]) + _GAP * (span - 1)))
    for texts in zip_longest(*cells, fillvalue=""):
        line = ""
        for start, text in zip(starts, texts, strict=True):
            line = line.ljust(start) + text if text else line
        yield line


def wrap_text(text: str, width: int) -> list[str]:
    """Break a text into lines between words; a word longer than a line is broken anywhere.

    Words are escaped: the text is the game's, and the report may be shown on a terminal or in a log.
    """
    lines: list[str] = []
    line = ""
    for word in map(escape_line, text.split()):
        if line and len(line) + 1 + len(word) <= width:
            line = f"{line} {word}"
            continue
        lines += [line] if line else []
        *full, line = [word[at : at + width] for at in range(0, len(word), width)]
        lines += full
    return [*lines, line] if line else lines
