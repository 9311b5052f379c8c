"""A table of the rules goes in, a flowable with its words and its small pictures comes out."""

from itertools import groupby
from typing import Any

from reportlab.platypus import Flowable

from generator.booklet import tables
from generator.booklet.blocks import Face, Run, Runs, Table
from generator.booklet.compositor import ALIGN, Compositor
from generator.booklet.measures import MM
from generator.booklet.stack import Stack
from generator.booklet.thumbs import Thumbs, scales_of, wide


def set_table(block: Table, by: Compositor, within: float) -> Flowable:
    """Return the table in a column `within` pt wide; GF301 is noted where it does not fit."""
    m = by.measures
    head, body = m.size * 0.82, m.size * 0.95
    scales = scales_of(block, by.thumbs, m.scale)

    def width_of(run: Run) -> float:
        return wide(2, (by.thumbs[run.image].width * scales[run.image] * MM,))

    widths = tables.column_widths(block, by.named, (head, body), within, width_of)
    if widths is None:
        by.findings.append(tables.too_wide(block, by.place_file))
        return Stack(())

    def cell(runs: Runs, align: str, is_head: bool) -> Any:
        face: Face = "sans-bold" if is_head else "serif"
        style = by.style(face, head if is_head else body, m.leading * 0.9, alignment=ALIGN[align])
        if not any(run.image for run in runs):
            return by.text(runs, style)
        groups = groupby(runs, key=lambda run: bool(run.image or run.text.isspace()))
        return [
            Thumbs([run for run in group if run.image], by.thumbs, scales, align)
            if pictures
            else by.text(tuple(group), style)
            for pictures, group in groups
        ]

    table = tables.table_flowable(block, cell, widths, m.leading, by.named["serif"], bool(scales))
    table.whole = m.depth * 0.4
    by.findings.extend(tables.tall_rows(table, block, within, m.depth, by.place_file))
    table.spaceBefore, table.spaceAfter = m.leading * 0.4, m.leading
    return table
