"""Blocks go in, a stack of reportlab's flowables in the booklet's typography comes out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from reportlab.platypus import Flowable
from reportlab.platypus import Paragraph as Setter

from generator.booklet.blocks import (
    Block,
    Break,
    Heading,
    Listing,
    NewPage,
    Note,
    Paragraph,
    Picture,
    Quote,
    Run,
    Runs,
    Table,
    plain,
)
from generator.booklet.compositor import ALIGN, Compositor
from generator.booklet.page_layout import FINE, FORM, MM, STRONG, Measures
from generator.booklet.picture_tables import set_table
from generator.booklet.plate import Plate
from generator.booklet.stack import Mark, Setting, Stack
from generator.model.finding import Finding
from generator.model.place import Place

_ENDS = (".", "!", "?", "\u2026", ")", '"', "\u201d", "\u201c", "\u00bb")


def compose(blocks: Sequence[Block], by: Compositor, within: float) -> list[Flowable]:
    """Return the flowables of the blocks in a column `within` pt wide; what may fill a hole before a figure says so."""
    flowables = [_marked(_flowable(block, by, within), block) for block in blocks]
    for flowable, block, after in zip(flowables, blocks, blocks[1:], strict=False):
        if isinstance(block, Paragraph) and isinstance(after, Table | Listing | Picture) and _is_open(block.runs):
            flowable.keepWithNext, flowable.announces = 1, True
    return flowables


def outline_depths(headings: Iterable[Heading]) -> Iterator[tuple[str, int]]:
    """Yield how deep each heading stands among the bookmarks: never more than one below the heading before it."""
    above: list[int] = []
    for heading in headings:
        above = [other for other in above if other < heading.level]
        yield heading.key, len(above)
        above.append(heading.level)


def _marked(flowable: Flowable, block: Block) -> Flowable:
    flowable.block = block
    flowable.floats = isinstance(block, Picture)
    flowable.flows = isinstance(block, (Paragraph, Listing, Quote, Note))
    flowable.announces = isinstance(block, Paragraph) and plain(block.runs).endswith(":")
    return flowable


def _flowable(block: Block, by: Compositor, within: float) -> Flowable:
    m = by.measures
    match block:
        case Heading():
            return _heading(block, by)
        case Paragraph(runs):
            style = by.style(
                "serif", m.size, m.leading, spaceAfter=m.leading / 2, keepWithNext=plain(runs).endswith(":")
            )
            return by.prose(runs, style)
        case Listing():
            return _listing(block, by, within)
        case Quote(blocks):
            indent = 0.0 if m.hang else m.size * 0.9
            return quote(compose(blocks, by, within - indent), by, indent)
        case Note(blocks):
            return note(compose(blocks, by.aside(), within), by)
        case Table():
            return set_table(block, by, within)
        case Picture():
            return _figure(block, by, within)
        case Break() | NewPage():
            return Stack((), Setting(before=m.leading, after=m.leading, least=FORM, first=_pause))


def _is_open(runs: Runs) -> bool:
    """Tell whether a sentence goes on in what follows it."""
    return not plain(runs).endswith(_ENDS)


def _heading(block: Heading, by: Compositor) -> Flowable:
    size, leading, before, after = _heading_sizes(by.measures)[block.level]
    hang = by.measures.hang if block.level <= 2 else 0.0
    text = by.text(block.runs, by.style(block.runs[0].face, size, leading))

    def mark(canvas: Any, width: float, height: float) -> None:
        bookmark(canvas, block, by.depths.get(block.key, 0), height)
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


def bookmark(canvas: Any, block: Heading, depth: int, height: float) -> None:
    """Make the heading a place to jump to, and an entry of the outline."""
    _target(block.key)(canvas, 0, height)
    canvas.addOutlineEntry(plain(block.runs), block.key, depth, closed=depth > 0)


def _target(key: str) -> Mark:
    """Make a place to jump to, a line above its own top; where there are several of a name, the first one."""

    def mark(canvas: Any, width: float, height: float) -> None:
        _, top = canvas.absolutePosition(0, height)
        if key not in canvas.targets:
            canvas.targets.add(key)
            canvas.bookmarkPage(key, fit="XYZ", top=round(top + 12, 2), left=0, zoom=0)

    return mark


def _listing(block: Listing, by: Compositor, within: float) -> Stack:
    m = by.measures
    indent = m.size * 1.5
    between = m.leading * (0.1 if block.tight else 0.5)
    items = [
        Stack(_tight(compose(item, by, within - indent), block.tight), Setting(
            indent=indent, before=between, after=between, least=m.leading, first=_marker(block, index, by),
            whole=m.leading * 3.5,
        ))
        for index, item in enumerate(block.items)
    ]  # fmt: skip
    return Stack(items, Setting(before=m.leading * 0.2, after=m.leading * 0.5, whole=m.leading * 5.5))


def _tight(flowables: list[Flowable], tight: bool) -> list[Flowable]:
    for flowable in flowables if tight else ():
        if isinstance(flowable, Setter):
            flowable.spaceAfter = 0
    return flowables


def _marker(block: Listing, index: int, by: Compositor) -> Mark:
    """Draw the bullet or the number of an item before its first line."""
    m, serif = by.measures, by.named["serif"]

    def draw(canvas: Any, width: float, height: float) -> None:
        base = height - m.size
        if block.start is None:
            canvas.circle(m.size * 0.62, base + m.size * 0.24, m.size * 0.13, stroke=0, fill=1)
            return
        canvas.setFont(serif, m.size)
        canvas.drawRightString(m.size * 1.13, base, f"{block.start + index}.")

    return draw


def _figure(block: Picture, by: Compositor, within: float) -> Stack:
    """Set a figure with its number and caption below it, all on one page; a wide one is as wide as the headings."""
    m, figure = by.measures, by.figures[block.figure]
    wide = figure.width * m.scale * MM > within + 1 and within == m.measure
    out = m.hang if wide else 0.0
    style = by.style("sans", m.size * 0.82, m.leading * 0.85, spaceBefore=m.leading * 0.4, alignment=ALIGN["center"])
    number = Run(by.terms.figure.format(number=block.number), "sans-bold", block.lines[0])
    caption = by.balanced((number, Run("\u00a0 ", "sans", block.lines[0]), *block.caption), style, within + out)
    space = m.leading * 0.8
    shown = Stack(
        (Plate(block.figure, figure, m.scale), caption),
        Setting(-out, before=space, after=space, whole=m.depth, first=_target(f"figure:{block.figure}")),
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


def quote(inner: Sequence[Flowable], by: Compositor, indent: float) -> Stack:
    """Set an example off by a rule in the margin."""
    m = by.measures
    x = indent - m.size * 0.9

    def rule(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(STRONG)
        canvas.setLineCap(0)
        canvas.line(x, m.size * 0.12, x, height - m.size * 0.12)

    if inner:
        inner[-1].spaceAfter = 0
    space = m.leading * 0.9
    return Stack(
        inner, Setting(indent, space, space, each=rule, whole=m.depth * 0.3, hole=m.depth * 0.2, least=m.leading)
    )


def note(inner: Sequence[Flowable], by: Compositor) -> Stack:
    """Set a note between two fine lines, below a small heading."""
    m = by.measures
    pad = m.leading * 0.42

    def lines(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(FINE)
        canvas.setLineCap(0)
        for y in (height + pad, -pad):
            canvas.line(0, y, width, y)

    if inner:
        inner[-1].spaceAfter = 0
    style = by.style("sans-bold", m.size * 0.78, m.leading * 0.85, keepWithNext=1)
    heading = by.text((Run(by.terms.note, "sans-bold", 0),), style)
    space = m.leading * 0.6
    return Stack(
        (heading, *inner),
        Setting(0.0, space, space, each=lines, whole=m.depth * 0.3, hole=m.depth * 0.1, least=m.leading, beyond=pad),
    )
