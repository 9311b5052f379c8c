"""Blocks go in, a stack of reportlab's flowables in the booklet's typography comes out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable
from reportlab.platypus import Paragraph as Setter

from generator.booklet import tables
from generator.booklet.blocks import (
    Block,
    Break,
    Face,
    Heading,
    Listing,
    Paragraph,
    Picture,
    Quote,
    Run,
    Runs,
    Table,
    plain,
)
from generator.booklet.measures import FINE, FORM, STRONG, Measures
from generator.booklet.plate import Plate
from generator.booklet.prose import Prose
from generator.booklet.stack import Mark, Setting, Stack
from generator.booklet.typefaces import Names
from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.place import Place

_ALIGN = {"left": 0, "center": 1, "right": 2}


@dataclass(frozen=True)
class Compositor:
    """What every block is set with; `place_file` is the name of the rules in errors, which gather in `findings`."""

    measures: Measures
    names: Names
    place_file: str
    figures: Mapping[str, Figure] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def style(self, face: Face, size: float, leading: float, **more: Any) -> ParagraphStyle:
        """Return a paragraph's style with nothing left to reportlab's defaults, which name Helvetica."""
        name = self.names[face]
        base = {"fontName": name, "bulletFontName": name, "allowWidows": 0, "allowOrphans": 0, "textColor": "#000000"}
        return ParagraphStyle(face, fontSize=size, leading=leading, **(base | more))

    def text(self, runs: Runs, style: ParagraphStyle) -> Setter:
        """Set runs as one paragraph."""
        return Setter(markup(runs, self.names), style)

    def prose(self, runs: Runs, style: ParagraphStyle) -> Prose:
        """Set runs as a paragraph of running text."""
        return Prose(markup(runs, self.names), style)


def markup(runs: Runs, names: Names) -> str:
    """Return the runs in reportlab's markup; only here does text meet it, and all text is escaped."""
    alike = groupby(runs, key=lambda run: (run.link, run.face))
    return "".join(_markup_of("".join(run.text for run in group), link, names[face]) for (link, face), group in alike)


def _markup_of(text: str, link: str, name: str) -> str:
    inside = f"<font name={quoteattr(name)}>{escape(text).replace(chr(10), '<br/>')}</font>"
    return f"<a href={quoteattr(link)}>{inside}</a>" if link else inside


def compose(blocks: Sequence[Block], by: Compositor, within: float) -> list[Flowable]:
    """Return the flowables of the blocks in a column `within` pt wide."""
    levels = _outline_levels(block.level for block in blocks if isinstance(block, Heading))
    return [_flowable(block, by, within, next(levels) if isinstance(block, Heading) else 0) for block in blocks]


def _outline_levels(levels: Iterable[int]) -> Any:
    """Yield how deep each heading stands among the bookmarks: never more than one below the heading before it."""
    above: list[int] = []
    for level in levels:
        above = [other for other in above if other < level]
        yield len(above)
        above.append(level)


def _flowable(block: Block, by: Compositor, within: float, depth: int) -> Flowable:
    m = by.measures
    match block:
        case Heading():
            return _heading(block, by, depth)
        case Paragraph(runs):
            style = by.style("serif", m.size, m.leading, spaceAfter=m.leading / 2, keepWithNext=_leads_on(runs))
            return by.prose(runs, style)
        case Listing():
            return _listing(block, by, within)
        case Quote(blocks):
            return _quote(blocks, by, within)
        case Table():
            return _table(block, by, within)
        case Picture():
            return _figure(block, by, within)
        case Break():
            return Stack((), Setting(before=m.leading, after=m.leading, least=FORM, first=_pause))


def _leads_on(runs: Runs) -> int:
    """Keep a sentence that ends in a colon with what it announces."""
    return int(plain(runs).endswith(":"))


def _heading(block: Heading, by: Compositor, depth: int) -> Flowable:
    size, leading, before, after = _heading_sizes(by.measures)[block.level]
    hang = by.measures.hang if block.level <= 2 else 0.0
    text = by.text(block.runs, by.style(block.runs[0].face, size, leading))

    def mark(canvas: Any, width: float, height: float) -> None:
        _bookmark(canvas, block, depth, height)
        if block.level == 2:
            _line(canvas, -hang, width, height + leading * 0.28, FORM)

    return Stack((text,), Setting(indent=-hang, before=before, after=after, first=mark, keep=True))


def _heading_sizes(m: Measures) -> dict[int, tuple[float, float, float, float]]:
    """Return size, leading, space before and space after by level, pt."""
    line = m.leading
    return {
        1: (m.size * 2.6, m.size * 2.9, line * 2, line),
        2: (m.size * 1.43, line * 1.25, line * 1.9, line * 0.5),
        3: (m.size * 1.1, line, line * 1.1, line * 0.2),
        4: (m.size * 0.92, line, line * 0.7, line * 0.1),
    }


def _bookmark(canvas: Any, block: Heading, depth: int, height: float) -> None:
    """Make the heading a place to jump to, a line above its own top, and an entry of the outline."""
    _, top = canvas.absolutePosition(0, height)
    canvas.bookmarkPage(block.key, fit="XYZ", top=round(top + 12, 2), left=0, zoom=0)
    canvas.addOutlineEntry(plain(block.runs), block.key, depth, closed=depth > 0)


def _listing(block: Listing, by: Compositor, within: float) -> Stack:
    m = by.measures
    indent = m.size * 1.5
    between = m.leading * (0.1 if block.tight else 0.5)
    items = [
        Stack(_tight(compose(item, by, within - indent), block.tight), Setting(
            indent=indent, before=between, after=between, least=m.leading, first=_marker(block, index, by),
        ))
        for index, item in enumerate(block.items)
    ]  # fmt: skip
    return Stack(items, Setting(before=m.leading * 0.2, after=m.leading * 0.5))


def _tight(flowables: list[Flowable], tight: bool) -> list[Flowable]:
    for flowable in flowables if tight else ():
        if isinstance(flowable, Setter):
            flowable.spaceAfter = 0
    return flowables


def _marker(block: Listing, index: int, by: Compositor) -> Mark:
    """Draw the bullet or the number of an item before its first line."""
    m, serif = by.measures, by.names["serif"]

    def draw(canvas: Any, width: float, height: float) -> None:
        base = height - m.size
        if block.start is None:
            canvas.circle(m.size * 0.62, base + m.size * 0.24, m.size * 0.13, stroke=0, fill=1)
            return
        canvas.setFont(serif, m.size)
        canvas.drawRightString(m.size * 1.13, base, f"{block.start + index}.")

    return draw


def _quote(blocks: tuple[Block, ...], by: Compositor, within: float) -> Stack:
    m = by.measures
    aside = m.size * 0.9
    indent = 0.0 if m.hang else aside

    def rule(canvas: Any, width: float, height: float) -> None:
        x = indent - aside
        canvas.setLineWidth(STRONG)
        canvas.setLineCap(0)
        canvas.line(x, m.size * 0.12, x, height - m.size * 0.12)

    inner = compose(blocks, by, within - indent)
    if inner:
        inner[-1].spaceAfter = 0
    space = m.leading * 0.9
    setting = Setting(indent, space, space, each=rule, whole=m.depth * 0.3, least=m.leading)
    return Stack(inner, setting)


def _table(block: Table, by: Compositor, within: float) -> Flowable:
    m = by.measures
    head, body = m.size * 0.82, m.size * 0.95
    widths = tables.column_widths(block, by.names, (head, body), within)
    if widths is None:
        by.findings.append(tables.too_wide(block, by.place_file))
        return Stack(())

    def cell(runs: Runs, align: str, is_head: bool) -> Setter:
        face: Face = "sans-bold" if is_head else "serif"
        style = by.style(face, head if is_head else body, m.leading * 0.9, alignment=_ALIGN[align])
        return by.text(runs, style)

    table = tables.table_flowable(block, cell, widths, m.leading, by.names["serif"])
    table.whole = m.depth * 0.4
    by.findings.extend(tables.tall_rows(table, block, within, m.depth, by.place_file))
    table.spaceBefore, table.spaceAfter = m.leading * 0.4, m.leading
    return table


def _figure(block: Picture, by: Compositor, within: float) -> Stack:
    """Set a figure with its number and caption below it, all on one page."""
    m = by.measures
    style = by.style("sans", m.size * 0.82, m.leading * 0.85, spaceBefore=m.leading * 0.4, alignment=_ALIGN["center"])
    number = Run(f"Figure {block.number}", "sans-bold", block.lines[0])
    caption = by.text((number, Run("\u00a0 ", "sans", block.lines[0]), *block.caption), style)
    space = m.leading * 0.8
    shown = Stack(
        (Plate(block.figure, by.figures[block.figure]), caption), Setting(before=space, after=space, whole=m.depth)
    )
    if shown.wrap(within, m.depth)[1] > m.depth:
        message = f"the figure {block.figure!r} is higher than a page with its caption"
        by.findings.append(Finding("GF301", Place(by.place_file, block.lines[0]), message))
    return shown


def _pause(canvas: Any, width: float, height: float) -> None:
    _line(canvas, width * 0.42, width * 0.58, 0, FINE)


def _line(canvas: Any, start: float, end: float, y: float, weight: float) -> None:
    canvas.setLineWidth(weight)
    canvas.setLineCap(0)
    canvas.line(start, y, end, y)
