"""A table's rows go in, a flowable with columns as wide as their content comes out."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Table, TableStyle

from generator.booklet.blocks import Run, Runs
from generator.booklet.blocks import Table as Rows
from generator.booklet.page_layout import FINE, FORM
from generator.booklet.typefaces import Names
from generator.fonts.reportlab_internals import row_heights
from generator.model.finding import Finding
from generator.model.place import Place

Cell = Callable[[Runs, str, bool], Any]
_HOLE = 0.15  # of a page, which may stay empty so that a table begins on the next one
_FEWEST = 2  # rows that stand on a page before or after the break of a table


class Ruler(NamedTuple):
    """What columns are measured with, pt: fonts, the sizes of head and body, the width of a picture, the padding."""

    names: Names
    sizes: tuple[float, float]
    picture: Callable[[Run], float]
    pad: float


class SteadyTable(Table):  # type: ignore[misc]
    """A table that moves to the next page whole while it takes no more than `whole` pt; `depth` is that of a page."""

    whole = depth = 0.0

    def split(self, width: float, height: float) -> list[Flowable]:
        """Split between rows, with the head again on top, and no row alone before the break or behind it."""
        if height <= self.depth * _HOLE or self.wrap(width, height)[1] <= self.whole:
            return []
        head, *rows = row_heights(self)
        fitting = sum(end <= height for end in accumulate(rows, initial=head)) - 1
        keep = min(fitting, max(len(rows) - _FEWEST, 1))
        if keep < 1 or (keep < _FEWEST and height < self.depth - head):
            return []
        pieces = list(super().split(width, head + sum(rows[:keep]) + 0.01))
        for piece in pieces:
            piece.spaceAfter = self.spaceAfter
        return pieces


def column_widths(table: Rows, ruler: Ruler, width: float) -> list[float] | None:
    """Return the columns' widths, pt: each as its longest line, or, where that is too much, the wide ones alike.

    None where even the longest words side by side are wider than `width`.
    """
    columns = [
        [(runs, ruler.sizes[index > 0]) for index, runs in enumerate(column)]
        for column in zip(table.head.cells, *(row.cells for row in table.rows), strict=True)
    ]
    least = [max(_longest_word(runs, size, ruler) for runs, size in column) + ruler.pad for column in columns]
    most = [max(_longest_line(runs, size, ruler) for runs, size in column) + ruler.pad for column in columns]
    return None if sum(least) > width else _shared(least, most, width)


def _shared(least: list[float], most: list[float], width: float) -> list[float]:
    """Find by halving the one width that all columns have but those that need no more, or cannot do with less."""

    def at(level: float) -> list[float]:
        return [min(max(level, low), high) for low, high in zip(least, most, strict=True)]

    low, high = 0.0, max(most)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) <= width else (low, middle)
    return at(high) if sum(at(high)) <= width else at(low)


def _longest_line(runs: Runs, size: float, ruler: Ruler) -> float:
    return max(_longest("\n", runs, size, ruler), _longest_word(runs, size, ruler))


def _longest_word(runs: Runs, size: float, ruler: Ruler) -> float:
    return _longest(" \n", runs, size, ruler)


def _longest(breaks: str, runs: Runs, size: float, ruler: Ruler) -> float:
    """Measure the longest piece between breaks; a word may go on from one run into the next, and so do pictures."""
    longest = current = 0.0
    for run in side_by_side(runs):
        for index, piece in enumerate(re.split(f"[{breaks}]", "" if run.image else run.text)):
            current = (0.0 if index else current) + stringWidth(piece, ruler.names[run.face], size)
            longest = max(longest, current)
        current += ruler.picture(run) if run.image else 0.0
    return max(longest, current) + 0.01


def side_by_side(runs: Runs) -> Iterator[Run]:
    """Yield runs without the blanks between pictures, which stand side by side whatever is between them."""
    for at, run in enumerate(runs):
        if run.image or not run.text.isspace() or not all(each.image for each in runs[max(at - 1, 0) : at + 2 : 2]):
            yield run


def table_flowable(
    rows: Rows, cell: Cell, widths: Sequence[float], leading: float, ruler: Ruler, pictures: bool
) -> SteadyTable:
    """Return the table with fine lines: one under the head and one at the end, finer ones between the rows.

    Rows with `pictures` stand on one middle.
    """
    body = [
        [cell(runs, align, index == 0) for runs, align in zip(row.cells, rows.aligns, strict=True)]
        for index, row in enumerate((rows.head, *rows.rows))
    ]
    lift = leading * 0.16
    style = TableStyle([
        ("FONTNAME", (0, 0), (-1, -1), ruler.names["serif"]),
        ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), ruler.pad),
        ("TOPPADDING", (0, 0), (-1, -1), lift), ("BOTTOMPADDING", (0, 0), (-1, -1), lift * 1.5),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"), ("VALIGN", (0, 1), (-1, -1), "MIDDLE" if pictures else "TOP"),
        ("LINEBELOW", (0, 1), (-1, -1), FINE, "#b0b0b0"),
        ("LINEBELOW", (0, 0), (-1, 0), FORM, "#000000"),
    ])  # fmt: skip
    return SteadyTable(body, colWidths=list(widths), style=style, repeatRows=1, hAlign="LEFT")


def tall_rows(table: SteadyTable, rows: Rows, width: float, depth: float, file: str) -> list[Finding]:
    """Return a finding for each row that no page, `depth` pt deep, can hold below the head, or for the head itself."""
    table.wrap(width, depth)
    head, *heights = row_heights(table)
    if head > depth:
        return [Finding("GF301", Place(file, rows.head.line), "the head of the table is taller than a page")]
    tall = (row for row, height in zip(rows.rows, heights, strict=True) if head + height > depth)
    return [Finding("GF301", Place(file, row.line), "this row of the table is taller than a page") for row in tall]


def too_wide(rows: Rows, file: str) -> Finding:
    """Return the finding for a table whose longest words do not fit side by side."""
    message = "the table is too wide: its longest words do not fit side by side in the column of text"
    return Finding("GF301", Place(file, rows.head.line), message)
