"""Tables whose columns fit their content, with and without thumbnails."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from msgspec.structs import replace
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, TableStyle

from generator.booklet.blocks import FaceName, StyledText, TableBlock, TextRuns
from generator.booklet.compositor import ALIGNMENTS, Compositor, FontNames
from generator.booklet.figures import ThumbnailRow, row_width, thumbnail_scales
from generator.booklet.page_layout import FINE, FORM, MM
from generator.booklet.piece_grid import set_piece_grid
from generator.booklet.stack import Stack, StackStyle
from generator.fonts.reportlab_paragraphs import row_heights, tagged_table
from generator.language.typography import split_units
from generator.model.finding import Finding, Place

RowSetter = Callable[[Sequence[tuple[TextRuns, str]], bool], list[Any]]
_LARGEST_GAP = 0.15  # of a page: what may stay empty so that a table begins on the next page
_FEWEST_ROWS = 2  # on either side of a page break in a table
_SMALLER = (0.93, 0.86, 0.8)  # of the type, in which a table is set that is too wide
_HEAD, _BODY = 0.82, 0.95  # of the type of the text
_PADDING, _NARROW_PADDING = 13.0, 9.0  # pt, between columns: of words, and with thumbnails


class ColumnRuler(NamedTuple):
    """What column widths are measured with, pt: fonts, type sizes of head and body, thumbnail widths, and padding."""

    names: FontNames
    sizes: tuple[float, float]
    picture: Callable[[StyledText], float]
    pad: float


class SteadyTable(tagged_table()):  # type: ignore[misc]
    """A table that moves to the next page whole if it is at most `whole` pt high; `depth` is the height of a page.

    `lift` is the blank above the words of a row, pt.
    """

    whole = depth = lift = 0.0

    @property
    def rows(self) -> int:
        """Return the number of rows below the head of a table that is laid out."""
        return len(row_heights(self)) - 1

    def stretch(self, more: float) -> None:
        """Make the rows below the head higher, by so much together, pt."""
        pads = ("TOPPADDING", self.lift), ("BOTTOMPADDING", self.lift * 1.5)
        self.setStyle([(name, (0, 1), (-1, -1), pad + more / self.rows / 2) for name, pad in pads])

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Lay out the rows; return the size, pt."""
        self.width, self.height = super().wrap(width, height)
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Split between rows and repeat the head, leaving no single row on either side of the break."""
        if height <= self.depth * _LARGEST_GAP or self.wrap(width, height)[1] <= self.whole:
            return []
        head, *rows = row_heights(self)
        fitting = sum(end <= height for end in accumulate(rows, initial=head)) - 1
        keep = min(fitting, max(len(rows) - _FEWEST_ROWS, 1))
        if keep < 1 or (keep < _FEWEST_ROWS and height < self.depth - head):
            return []
        pieces = list(super().split(width, head + sum(rows[:keep]) + 0.01))
        for piece in pieces:
            piece.spaceAfter, piece.lift = self.spaceAfter, self.lift
        return pieces


def fit_columns(table: TableBlock, ruler: ColumnRuler, width: float) -> list[float] | None:
    """Return the widths of the columns, pt, or None if even the longest words do not fit side by side.

    Columns are as wide as their longest line; if that is too wide, the wide ones share the room equally.
    """
    columns = [
        [(runs, ruler.sizes[index > 0]) for index, runs in enumerate(column)]
        for column in zip(table.head.cells, *(row.cells for row in table.rows), strict=True)
    ]
    least = [max(_longest_word(runs, size, ruler) for runs, size in column) + ruler.pad for column in columns]
    most = [max(_longest_line(runs, size, ruler) for runs, size in column) + ruler.pad for column in columns]
    return None if sum(least) > width else _share_width(least, most, width)


def fits_unbroken(table: TableBlock, compositor: Compositor, width: float) -> bool:
    """Return whether a table without pictures is no wider than this (pt) with each cell on lines of its own choice."""
    ruler = _make_ruler(compositor, {}, _PADDING)
    columns = zip(table.head.cells, *(row.cells for row in table.rows), strict=True)
    longest = (
        max(_longest_line(runs, ruler.sizes[index > 0], ruler) for index, runs in enumerate(column))
        for column in columns
    )
    return sum(each + ruler.pad for each in longest) <= width


def _share_width(least: list[float], most: list[float], width: float) -> list[float]:
    """Find by bisection the common width of all columns that are not fixed by their minimum or maximum."""

    def widths_at(level: float) -> list[float]:
        return [min(max(level, low), high) for low, high in zip(least, most, strict=True)]

    low, high = 0.0, max(most)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(widths_at(middle)) <= width else (low, middle)
    return widths_at(high) if sum(widths_at(high)) <= width else widths_at(low)


def _longest_line(runs: TextRuns, size: float, ruler: ColumnRuler) -> float:
    return max(_longest_piece("\n", runs, size, ruler), _longest_word(runs, size, ruler))


def _longest_word(runs: TextRuns, size: float, ruler: ColumnRuler) -> float:
    return _longest_piece(" \n", runs, size, ruler)


def _longest_piece(breaks: str, runs: TextRuns, size: float, ruler: ColumnRuler) -> float:
    """Measure the longest piece between breaks; words and thumbnails continue across runs."""
    longest = current = 0.0
    for run in drop_blanks(runs):
        pieces = re.split(f"[{breaks}]", "" if run.image else run.text)
        if " " in breaks:
            pieces = [unit for piece in pieces for unit in split_units(piece)]
        for index, piece in enumerate(pieces):
            current = (0.0 if index else current) + _measure_words(piece, ruler.names[run.face], size)
            longest = max(longest, current)
        current += ruler.picture(run) if run.image else 0.0
    return max(longest, current) + 0.01


def _measure_words(text: str, font: str, size: float) -> float:
    """Return the width of a text as paragraphs add it up: word by word, without kerning at the blanks."""
    words = text.split(" ")
    return float(sum(stringWidth(word, font, size) for word in words) + (len(words) - 1) * stringWidth(" ", font, size))


def drop_blanks(runs: TextRuns) -> Iterator[StyledText]:
    """Yield the runs without the blanks between thumbnails, which stand side by side anyway."""
    for at, run in enumerate(runs):
        if run.image or not run.text.isspace() or not all(each.image for each in runs[max(at - 1, 0) : at + 2 : 2]):
            yield run


def build_table(
    rows: TableBlock,
    set_row: RowSetter,
    widths: Sequence[float],
    leading: float,
    ruler: ColumnRuler,
    pictures: bool,
    accent: str = "#000000",
    rtl: bool = False,
) -> SteadyTable:
    """Return the table with hairlines between its rows, and a heavier line under its head.

    With `pictures`, cells are centered vertically. With `rtl`, the first column is the right one.
    """
    order = slice(None, None, -1 if rtl else None)
    body = [
        set_row([(runs, align) for runs, align in zip(row.cells, rows.aligns, strict=True)], index == 0)[order]
        for index, row in enumerate((rows.head, *rows.rows))
    ]
    near, far = ("RIGHT", "LEFT") if rtl else ("LEFT", "RIGHT")
    lift = leading * 0.16
    style = TableStyle([
        ("FONTNAME", (0, 0), (-1, -1), ruler.names["serif"]),
        (f"{near}PADDING", (0, 0), (-1, -1), 0), (f"{far}PADDING", (0, 0), (-1, -1), ruler.pad),
        ("TOPPADDING", (0, 0), (-1, -1), lift), ("BOTTOMPADDING", (0, 0), (-1, -1), lift * 1.5),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"), ("VALIGN", (0, 1), (-1, -1), "MIDDLE" if pictures else "TOP"),
        ("LINEBELOW", (0, 1), (-1, -1), FINE, "#b0b0b0"),
        ("LINEBELOW", (0, 0), (-1, 0), FORM, accent),
    ])  # fmt: skip
    table = SteadyTable(body, colWidths=list(widths[order]), style=style, repeatRows=1, hAlign=near)
    table.lift = lift
    return table


def find_tall_rows(table: SteadyTable, rows: TableBlock, width: float, depth: float, file: str) -> list[Finding]:
    """Report each row that does not fit on a page `depth` pt high below the head, or the head itself (GF301)."""
    table.wrap(width, depth)
    head, *heights = row_heights(table)
    if head > depth:
        return [Finding("GF301", Place(file, rows.head.line), "the head of this table is taller than a page")]
    tall = (row for row, height in zip(rows.rows, heights, strict=True) if head + height > depth)
    return [Finding("GF301", Place(file, row.line), "this table row is taller than a page") for row in tall]


def set_table(block: TableBlock, compositor: Compositor, within: float) -> Flowable:
    """Return the table for a column `within` pt wide; report a row that does not fit on a page (GF301).

    A table that is too wide is set smaller, then in pieces with the first column of each, then with words broken. Notes
    say so (GF361). A table with thumbnails is as wide as the headings, which hang out of the column on large paper.
    """
    m = compositor.measures
    if block.shows_pieces and (grid := set_piece_grid(block, compositor)):
        return grid
    for step in (1.0, *_SMALLER):
        smaller = replace(compositor, measures=replace(m, size=m.size * step, leading=m.leading * step))
        if (made := _set_fitting(block, smaller, within)) is not None:
            if step < 1.0:
                _note_width(block, compositor, "in smaller type")
            return made
    pieces = _split_columns(block, smaller, within)
    _note_width(block, compositor, f"as {len(pieces)} tables" if len(pieces) > 1 else "with its longest words broken")
    tables = [_set_fitting(piece, smaller, within, breaks=True) for piece in pieces]
    return Stack(tables, StackStyle(before=m.leading * 0.4, after=m.leading))


def _note_width(block: TableBlock, compositor: Compositor, how: str) -> None:
    """Note that a table is too wide for its page, and how it is set (GF361)."""
    place = Place(compositor.place_file, block.head.line)
    compositor.notes.append(Finding("GF361", place, f"the table is too wide for the page, and is set {how}", "note"))


def _split_columns(block: TableBlock, compositor: Compositor, width: float) -> list[TableBlock]:
    """Return tables that fit beside each other's place, each with the first column and as many others as fit."""
    pieces, columns = list[TableBlock](), [0]
    scales = thumbnail_scales(block, compositor.thumbnails, compositor.measures.scale, width)
    ruler = _make_ruler(compositor, scales, _PADDING)
    for column in range(1, len(block.aligns)):
        if len(columns) > 1 and fit_columns(_pick_columns(block, [*columns, column]), ruler, width) is None:
            pieces.append(_pick_columns(block, columns))
            columns = [0]
        columns.append(column)
    return [*pieces, _pick_columns(block, columns)]


def _pick_columns(block: TableBlock, columns: Sequence[int]) -> TableBlock:
    head, *rows = (row._replace(cells=tuple(row.cells[at] for at in columns)) for row in (block.head, *block.rows))
    return TableBlock(head, tuple(rows), tuple(block.aligns[at] for at in columns))


def _set_fitting(block: TableBlock, compositor: Compositor, within: float, breaks: bool = False) -> Flowable | None:
    """Return the table, or None for one whose longest words do not fit side by side, unless these are broken."""
    m = compositor.measures
    pictures = any(run.image for row in block.rows for cell in row.cells for run in cell)
    out = m.hang if pictures and within == m.measure else 0.0
    scales = thumbnail_scales(block, compositor.thumbnails, m.scale, within + out)
    ruler = _make_ruler(compositor, scales, _NARROW_PADDING if pictures else _PADDING)
    widths = fit_columns(block, ruler, within + out)
    if widths is None:
        if not breaks:
            return None
        widths = [(within + out) / len(block.aligns)] * len(block.aligns)
    around = compositor.compose_within(compositor.add_element("Table"))

    def set_row(cells: Sequence[tuple[TextRuns, str]], is_head: bool) -> list[Any]:
        row = around.compose_within(around.add_element("TR"))
        kind, size = ("TH", ruler.sizes[0]) if is_head else ("TD", ruler.sizes[1])
        return [
            _set_cell(runs, align, row.compose_within(row.add_element(kind)), scales, size) for runs, align in cells
        ]

    table = build_table(
        block, set_row, widths, m.leading, ruler, pictures=pictures, accent=compositor.accent, rtl=compositor.rtl
    )
    table.whole, table.depth = m.depth * (0.6 if pictures else 0.33), m.depth
    compositor.findings.extend(find_tall_rows(table, block, within + out, m.depth, compositor.place_file))
    table.spaceBefore, table.spaceAfter = m.leading * 0.4, m.leading
    if not out and not compositor.rtl:
        return table
    return Stack((table,), StackStyle(-out, table.spaceBefore, table.spaceAfter, rtl=compositor.rtl))


def _make_ruler(compositor: Compositor, scales: Mapping[str, float], pad: float) -> ColumnRuler:
    """Return what the columns of a table are measured with, whose thumbnails are drawn at these scales."""

    def width_of(run: StyledText) -> float:
        return row_width(2, (compositor.thumbnails[run.image].width * scales[run.image] * MM,))

    size = compositor.measures.size
    return ColumnRuler(compositor.font_names, (size * _HEAD, size * _BODY), width_of, pad)


def _set_cell(
    runs: TextRuns, align: str, cell: Compositor, scales: Mapping[str, float], size: float
) -> Flowable | list[Flowable]:
    """Return the content of a cell: a paragraph in a size, pt, or rows of thumbnails and paragraphs."""
    m, is_head = cell.measures, cell.within is not None and cell.within.kind == "TH"
    face: FaceName = "sans-bold" if is_head else "serif"
    style = cell.make_style(face, size, m.leading * 0.9, alignment=ALIGNMENTS[align])
    if not any(run.image for run in runs):
        text = cell.make_paragraph(runs, style, "")
        text.repeats = is_head
        return text
    return [
        ThumbnailRow(tuple(group), cell.thumbnails, scales, _turn_align(align, cell.rtl), cell.add_element(""))
        if shown
        else cell.make_paragraph(tuple(group), style)
        for shown, group in groupby(drop_blanks(runs), key=lambda run: bool(run.image))
    ]


def _turn_align(align: str, rtl: bool) -> str:
    """Return where pictures stand in a cell: at the right if nothing is said and the text runs from there."""
    return "right" if rtl and align == "left" else align
