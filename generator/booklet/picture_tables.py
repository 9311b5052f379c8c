"""A table of the rules goes in, a flowable with its words and its small pictures comes out."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import sqrt
from typing import Any

from reportlab.platypus import Flowable

from generator.booklet import tables
from generator.booklet.blocks import Face, Run, Runs, Table
from generator.booklet.compositor import ALIGN, Compositor
from generator.booklet.page_layout import MM
from generator.booklet.plate import marked
from generator.booklet.stack import Setting, Stack
from generator.model.figure import Figure

_PAD, _NARROW = 13.0, 9.0


def set_table(block: Table, by: Compositor, within: float) -> Flowable:
    """Return the table in a column `within` pt wide; GF301 is noted where it does not fit.

    One with pictures is as wide as the headings, which hang out of the column on large paper.
    """
    m = by.measures
    pictures = any(run.image for row in block.rows for cell in row.cells for run in cell)
    out = m.hang if pictures and within == m.measure else 0.0
    within += out
    head, body = m.size * 0.82, m.size * 0.95
    scales = scales_of(block, by.thumbs, m.scale, within)

    def width_of(run: Run) -> float:
        return wide(2, (by.thumbs[run.image].width * scales[run.image] * MM,))

    ruler = tables.Ruler(by.named, (head, body), width_of, _NARROW if pictures else _PAD)
    widths = tables.column_widths(block, ruler, within)
    if widths is None:
        by.findings.append(tables.too_wide(block, by.place_file))
        return Stack(())

    def cell(runs: Runs, align: str, is_head: bool) -> Any:
        face: Face = "sans-bold" if is_head else "serif"
        style = by.style(face, head if is_head else body, m.leading * 0.9, alignment=ALIGN[align])
        if not any(run.image for run in runs):
            return by.text(runs, style)
        groups = groupby(tables.side_by_side(runs), key=lambda run: bool(run.image))
        return [
            Thumbs(tuple(group), by.thumbs, scales, align) if shown else by.text(tuple(group), style)
            for shown, group in groups
        ]

    table = tables.table_flowable(block, cell, widths, m.leading, ruler, pictures)
    table.whole, table.depth = m.depth * (0.6 if pictures else 0.33), m.depth
    by.findings.extend(tables.tall_rows(table, block, within, m.depth, by.place_file))
    table.spaceBefore, table.spaceAfter = m.leading * 0.4, m.leading
    return Stack((table,), Setting(-out, table.spaceBefore, table.spaceAfter)) if out else table


_BOX, _BOARD_BOX = (20.0, 15.0), (26.0, 20.0)  # mm: what a picture is fitted in, and one of a board or a figure
_BOARD = 120.0  # mm: what is longer is no piece for the hand
_LEAST = 7.0  # mm, for the longer side of a piece, unless it is smaller than that
_GAP = 1.6 * MM
_MOST = 0.28  # of the column, for all pictures of a cell

Scales = Mapping[str, float]


def scales_of(table: Table, thumbs: Mapping[str, Figure], scale: float, within: float) -> Scales:
    """Return how large each picture of a table is drawn, as a factor.

    Boards fill a box. Pieces keep their order: beside the largest, one of a quarter of its size is drawn half as large,
    because in one scale with a card a token would be a dot. `scale` is that of the type, in a column `within` pt wide.
    """
    images = {run.image: thumbs[run.image] for run in _images(table)}
    fitted = {name: _fit(figure) for name, figure in images.items()}
    pieces = {name: max(figure.width, figure.height) for name, figure in images.items() if not _is_board(figure)}
    largest = max(pieces.values(), default=1.0)
    for name, side in pieces.items():
        least = min(1.0, _LEAST / side)
        fitted[name] = min(1.0, fitted[name], max(sqrt(side / largest) * _BOX[1] / side, least))
    tight = {name: factor * scale for name, factor in fitted.items()}
    most = _MOST * within / MM
    for cell in (cell for row in table.rows for cell in row.cells):
        width = sum(thumbs[run.image].width * tight[run.image] for run in cell if run.image)
        if width > most:
            tight |= {run.image: tight[run.image] * most / width for run in cell if run.image}
    return tight


def _images(table: Table) -> Iterable[Run]:
    return (run for row in (table.head, *table.rows) for cell in row.cells for run in cell if run.image)


def _is_board(figure: Figure) -> bool:
    return max(figure.width, figure.height) > _BOARD


def _fit(figure: Figure) -> float:
    width, height = _BOARD_BOX if _is_board(figure) else _BOX
    return min(1.0, width / figure.width, height / figure.height)


class Thumbs(Flowable):  # type: ignore[misc]
    """Small pictures side by side, in the middle of their common height."""

    def __init__(self, runs: Sequence[Run], thumbs: Mapping[str, Figure], scales: Scales, align: str) -> None:
        super().__init__()
        self.shown = [(run, thumbs[run.image], scales[run.image] * MM) for run in runs]
        self.hAlign = align.upper()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of all, pt."""
        self.width = wide(len(self.shown), (figure.width * scale for _, figure, scale in self.shown))
        self.height = max(figure.height * scale for _, figure, scale in self.shown)
        return self.width, self.height

    def draw(self) -> None:
        """Draw each picture as marked content with its reference and its words."""
        x, canvas = 0.0, self.canv
        for run, figure, scale in self.shown:
            y = (self.height + figure.height * scale) / 2
            marked(canvas, run.image, run.text or figure.alt, figure.draw, (scale, 0, 0, -scale, x, y))
            if run.link:
                _link(canvas, run.link, (x, y - figure.height * scale, x + figure.width * scale, y))
            x += figure.width * scale + _GAP


def _link(canvas: Any, link: str, box: tuple[float, float, float, float]) -> None:
    """Make a box lead where the link does: to a heading or a figure by its key, or to a URL."""
    if link.startswith("#"):
        canvas.linkRect("", link[1:], box, relative=1)
    else:
        canvas.linkURL(link, box, relative=1)


def wide(count: int, widths: Iterable[float]) -> float:
    """Return how wide pictures are side by side, pt."""
    return sum(widths) + _GAP * (count - 1)
