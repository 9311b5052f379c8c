"""A table of the rules goes in, a flowable with its words and its small pictures comes out."""

from itertools import groupby
from typing import Any

from reportlab.platypus import Flowable

from generator.booklet import tables
from generator.booklet.blocks import Face, Run, Runs, Table
from generator.booklet.compositor import ALIGN, Compositor
from generator.booklet.measures import MM
from generator.booklet.stack import Setting, Stack
from generator.booklet.thumbs import Thumbs, scales_of, wide

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
