"""Turn blocks into reportlab flowables in the booklet's typography."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from reportlab.lib.colors import HexColor, white
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable
from reportlab.platypus import Paragraph as SetParagraph

from generator.booklet.blocks import (
    Block,
    BlockQuote,
    CodeBlock,
    ContentsBlock,
    FigureBlock,
    Footnote,
    FootnoteList,
    Heading,
    ImageBlock,
    ListBlock,
    NoteBlock,
    PageBreak,
    Paragraph,
    StyledText,
    TableBlock,
    TextRuns,
    ThematicBreak,
    to_plain_text,
)
from generator.booklet.compositor import ALIGNMENTS, Compositor
from generator.booklet.contents import ContentsList
from generator.booklet.figures import FigureFlowable, NamedFigure, fit_row
from generator.booklet.note_columns import NoteColumns, column_width, suit_columns
from generator.booklet.page_art import band_depth, band_indents, draw_band, set_panel
from generator.booklet.page_layout import FINE, FORM, MM, STRONG, PageMeasures
from generator.booklet.stack import Decoration, Stack, StackStyle
from generator.booklet.structure import StructureElement, marked_artifact
from generator.booklet.tables import set_table
from generator.language.direction import direct_text
from generator.model.finding import Finding, Place

_FEWEST_LINES = 2.9  # of a list, an example or a note at the foot or the head of a page: three, set tightly
_FEWEST_ALONE = 4.4  # likewise, of a single item of a list in one column
_HIGHEST_IMAGE = 0.6  # of a page
_LEAST_IN_ROW = 0.45  # of its size alone, that an image beside others has
_CODE, _LEAST_CODE = 0.82, 0.6  # of the type of the text
_TINT = HexColor("#efeeea")  # behind code
_NOTE_NUMBER = 1.15  # the size of the number of a footnote's text, in sizes of that
_PALE = 0.91  # of white in the tint behind an example
_LEADS = ((150, 1.22, 1.16), (1_000_000, 1.09, 1.06))  # up to so many letters, of the size and leading of the text
_ENDS = (".", "!", "?", "\u2026", ")", '"', "\u201d", "\u201c", "\u00bb")


def compose_blocks(
    blocks: Sequence[Block], compositor: Compositor, within: float, is_content: bool = False
) -> list[Flowable]:
    """Return the flowables of the blocks for a column `within` pt wide.

    If they are the content of an element, a single paragraph needs none of its own.

    A figure `floats` to the next page where it does not fit. Text that `flows` may fill the space that it leaves,
    unless the text before the figure `announces` it.
    """
    kind = "P" if len(blocks) > 1 or not is_content else ""
    flowables = [_flag_flowable(_compose_block(block, compositor, within, kind), block) for block in blocks]
    for flowable, block, after in zip(flowables, blocks, blocks[1:], strict=False):
        if isinstance(flowable, _Note):
            flowable.closed = not isinstance(after, NoteBlock) and not (isinstance(after, Heading) and after.level == 2)
        if (
            isinstance(block, Paragraph)
            and isinstance(after, TableBlock | ListBlock | FigureBlock)
            and _is_open(block.runs)
        ):
            flowable.keepWithNext, flowable.announces = 1, True
    return flowables


def outline_depths(headings: Iterable[Heading]) -> Iterator[tuple[str, int]]:
    """Yield the key of each heading and its depth in the bookmarks, at most one below the heading before."""
    above: list[int] = []
    for heading in headings:
        above = [other for other in above if other < heading.level]
        yield heading.key, len(above)
        above.append(heading.level)


def _flag_flowable(flowable: Flowable, block: Block) -> Flowable:
    flowable.block = block
    flowable.floats = isinstance(block, (FigureBlock, ImageBlock))
    flowable.flows = isinstance(block, (Paragraph, ListBlock, BlockQuote, NoteBlock, FootnoteList))
    flowable.announces = isinstance(block, Paragraph) and to_plain_text(block.runs).endswith(":")
    return flowable


def _compose_block(block: Block, compositor: Compositor, within: float, kind: str) -> Flowable:
    m = compositor.measures
    match block:
        case Heading():
            return _set_heading(block, compositor)
        case Paragraph():
            return _set_paragraph(block, compositor, within, kind)
        case ListBlock():
            return _set_list(block, compositor, within)
        case BlockQuote(blocks):
            indent = m.size * 0.9
            inner = compositor.for_examples().compose_within(compositor.add_element("BlockQuote"))
            return _set_quote(compose_blocks(blocks, inner, within - indent * 1.8), compositor, indent)
        case NoteBlock(blocks, label):
            return _set_note(blocks, label, compositor.compose_within(compositor.add_element("Div")), within)
        case CodeBlock(text):
            return _set_code(text, compositor, within)
        case ImageBlock():
            return _set_image(block, compositor, within)
        case FootnoteList(notes):
            return _set_footnotes(notes, compositor.for_decisions(), within)
        case TableBlock():
            return set_table(block, compositor, within)
        case FigureBlock():
            return _set_figure(block, compositor, within)
        case ThematicBreak() | PageBreak() | ContentsBlock():
            return _set_sign(block, compositor)


def _set_paragraph(block: Paragraph, compositor: Compositor, within: float, kind: str) -> Flowable:
    """Return a paragraph of text: one that leads in is larger, and one may stand on a panel."""
    m = compositor.measures
    size, leading = m.size, m.leading
    if block.kind == "lead":
        letters = len(to_plain_text(block.runs))
        size, leading = next((size * by, leading * lead) for most, by, lead in _LEADS if letters <= most)
    style = compositor.make_style(
        "serif", size, leading, spaceAfter=leading / 2, keepWithNext=to_plain_text(block.runs).endswith(":"),
        alignment=ALIGNMENTS[block.align],
    )  # fmt: skip
    prose = compositor.make_prose(block.runs, style, kind)
    return set_panel(prose, compositor) if block.kind == "panel" else prose


def _set_sign(block: ThematicBreak | PageBreak | ContentsBlock, compositor: Compositor) -> Flowable:
    """Return the list of contents, or a short rule in the place of another sign."""
    if isinstance(block, ContentsBlock):
        return ContentsList(compositor.sections, compositor, compositor.heading_pages)
    space = compositor.measures.leading
    return Stack((), StackStyle(before=space, after=space, least=FORM, first=_draw_break))


def _is_open(runs: TextRuns) -> bool:
    """Report whether a sentence continues into the block that follows it."""
    return not to_plain_text(runs).endswith(_ENDS)


def _set_heading(block: Heading, compositor: Compositor) -> Flowable:
    size, leading, before, after = _heading_sizes(compositor.measures)[block.level]
    hang, depth = compositor.measures.hang if block.level <= 2 else 0.0, compositor.depths.get(block.key, 0)
    style = compositor.make_style(block.runs[0].face, size, leading, textColor=HexColor(compositor.accent))
    if block.level == 2:
        style.textColor = white
        style.leftIndent, style.rightIndent = band_indents(size, compositor.rtl)
    text = compositor.make_paragraph(block.runs, style, f"H{depth + 1}")
    beyond = leading * band_depth(compositor) if block.level == 2 else 0.0

    def draw_opener(canvas: Any, width: float, height: float) -> None:
        add_bookmark(canvas, block, depth, height)
        if block.level == 2:
            start = 0.0 if compositor.rtl else -hang
            box = (start, -beyond - leading * 0.03, width + hang, height + beyond * 2)
            words = sum(stringWidth(run.text, compositor.names[run.face], size) for run in block.runs)
            draw_band(canvas, compositor, box, size, words)

    style = StackStyle(
        indent=-hang, before=before, after=after, first=draw_opener, keep=True, rtl=compositor.rtl, beyond=beyond
    )
    return Stack((text,), style)


def _heading_sizes(m: PageMeasures) -> dict[int, tuple[float, float, float, float]]:
    """Return size, leading, space before and space after of each heading level, pt."""
    line = m.leading
    return {
        1: (m.size * 2.6, m.size * 2.9, line * 2, line),
        2: (m.size * 1.36, line * 1.2, line * 1.0, line * 0.55),
        3: (m.size * 1.1, line, line * 1.1, line * 0.2),
        4: (m.size * 0.92, line, line * 0.7, line * 0.1),
    }


def add_bookmark(canvas: Any, block: Heading, depth: int, height: float) -> None:
    """Add the heading as a link target and as an entry of the PDF outline."""
    _link_target(block.key)(canvas, 0, height)
    canvas.addOutlineEntry(to_plain_text(block.runs), block.key, depth, closed=depth > 0)


def _link_target(key: str) -> Decoration:
    """Return a decoration that sets a link target 12 pt above the flowable; the first one with a key wins."""

    def draw_target(canvas: Any, width: float, height: float) -> None:
        set_link_target(canvas, key, height)

    return draw_target


def set_link_target(canvas: Any, key: str, height: float) -> None:
    """Set a link target 12 pt above a height; the first one with a key wins."""
    _, top = canvas.absolutePosition(0, height)
    if key not in canvas.targets:
        canvas.targets.add(key)
        canvas.bookmarkPage(key, fit="XYZ", top=round(top + 12, 2), left=0, zoom=0)


class _ListItem(NamedTuple):
    """An item of a list: its number, or "" for a bullet, and the key by which links refer to it, if any.

    A `label` (`box`, `tick` or `none`) stands in place of the bullet.
    """

    blocks: Sequence[Block]
    number: str
    key: str = ""
    label: str = ""


def _set_list(block: ListBlock, compositor: Compositor, within: float) -> Stack:
    numbers = (
        [""] * len(block.items)
        if block.start is None
        else [f"{block.start + index}." for index in range(len(block.items))]
    )
    labels = block.labels or ("",) * len(numbers)
    items = [
        _ListItem(item, "" if label else number, label=label)
        for item, number, label in zip(block.items, numbers, labels, strict=True)
    ]
    return _set_items(items, block.tight, compositor, within)


def _set_footnotes(notes: Sequence[Footnote], compositor: Compositor, within: float) -> Flowable:
    """Return the texts of footnotes, in two columns if they are short."""
    items = [_ListItem(note.blocks, f"{note.number}.", note.key) for note in notes]
    if not suit_columns(notes, compositor):
        return _set_items(items, False, compositor, within)
    return NoteColumns(_set_items(items, False, compositor, column_width(compositor, within)).children, compositor)


def _set_items(items: Sequence[_ListItem], tight: bool, compositor: Compositor, within: float) -> Stack:
    m = compositor.measures
    indent = m.size * 1.5
    between = m.leading * (0.1 if tight else 0.3 if items[0].key else 0.5)
    around = compositor if any(item.key for item in items) else compositor.compose_within(compositor.add_element("L"))
    made = []
    for item in items:
        label, inside = _tag_item(item, around)
        flowables = _close_up(compose_blocks(item.blocks, inside, within - indent, is_content=True), tight)
        style = StackStyle(
            indent=indent, before=between, after=between, least=m.leading,
            first=_item_marker(item, label, compositor), whole=m.leading * 3.5, rtl=compositor.rtl,
        )  # fmt: skip
        made.append(Stack(flowables, style))
    return Stack(
        made,
        StackStyle(
            before=m.leading * 0.2, after=m.leading * 0.5, whole=m.leading * 5.5,
            fewest=m.leading * _FEWEST_LINES, alone=0.0 if m.gutter else m.leading * _FEWEST_ALONE,
        ),
    )  # fmt: skip


def _tag_item(item: _ListItem, compositor: Compositor) -> tuple[StructureElement | None, Compositor]:
    """Return the element of the number of a list item or a footnote, and a compositor for its content."""
    kind = "Note" if item.key else "LI"
    around = compositor.compose_within(compositor.add_element(kind, key=item.key))
    label = around.add_element("Lbl") if item.number else None
    return label, around if item.key else around.compose_within(around.add_element("LBody"))


def _close_up(flowables: list[Flowable], tight: bool) -> list[Flowable]:
    for flowable in flowables if tight else ():
        if isinstance(flowable, SetParagraph):
            flowable.spaceAfter = 0
    return flowables


def _item_marker(item: _ListItem, label: StructureElement | None, compositor: Compositor) -> Decoration:
    """Return a decoration that draws the bullet or number of a list item before its first line."""
    m, rtl = compositor.measures, compositor.rtl
    face, size = compositor.font_names[compositor.numerals], m.size * (_NOTE_NUMBER if item.key else 1.0)

    def draw_marker(canvas: Any, width: float, height: float) -> None:
        base = height - m.size
        if item.key:
            _link_target(item.key)(canvas, width, height)
        if not item.number:
            with marked_artifact(canvas):
                canvas.setFillColor(compositor.accent)
                x = width - m.size * 0.62 if rtl else m.size * 0.62
                _draw_sign(canvas, item.label, x, base + m.size * 0.24, m.size)
                canvas.setFillColor("#000000")
            return
        with canvas.tags.describe(label):
            canvas.setFont(face, size)
            canvas.setFillColor(compositor.accent)
            if rtl:
                canvas.drawString(width - m.size * 1.13, base, direct_text(item.number, rtl))
            else:
                canvas.drawRightString(m.size * 1.13, base, item.number)
            canvas.setFillColor("#000000")

    return draw_marker


def _draw_sign(canvas: Any, label: str, x: float, y: float, size: float) -> None:
    """Draw a bullet, or a box to tick, around a point; `size` is that of the type."""
    if not label:
        canvas.circle(x, y, size * 0.13, stroke=0, fill=1)
    elif label != "none":
        side = size * 0.78
        canvas.setLineWidth(FORM)
        canvas.rect(x - side / 2, y - side * 0.42, side, side)
    if label == "tick":
        canvas.setLineWidth(FORM * 1.5)
        foot = (x - side * 0.08, y - side * 0.2)
        canvas.lines([(x - side * 0.3, y + side * 0.08, *foot), (*foot, x + side * 0.32, y + side * 0.36)])


def _set_image(block: ImageBlock, compositor: Compositor, within: float) -> Stack:
    """Return the images of a paragraph with their caption.

    They stand in rows no wider than the column nor much higher than half a page, in which none is much smaller.
    """
    m, shown = compositor.measures, compositor.thumbnails
    around = compositor.compose_within(compositor.add_element("Div"))
    rows: list[list[ImageBlock]] = []
    for image in (block, *block.beside):
        row = [shown[each.image] for each in (*(rows[-1] if rows else ()), image)]
        if rows and fit_row(row, m.scale, within) >= _LEAST_IN_ROW * fit_row(row[-1:], m.scale, within):
            rows[-1].append(image)
        else:
            rows.append([image])
    scales = [fit_row([shown[each.image] for each in row], m.scale, within) / MM for row in rows]
    scales += [m.depth * _HIGHEST_IMAGE / (shown[each.image].height * MM) for row in rows for each in row]
    style = compositor.make_style("sans", m.size * 0.82, m.leading * 0.85, spaceBefore=m.leading * 0.4)
    caption = (around.balance_lines(block.caption, style.clone("", alignment=ALIGNMENTS["center"]), within, "Caption"),)
    space = m.leading * 0.8
    return Stack(
        (*(_set_row(row, around, min(scales)) for row in rows), *(caption if block.caption else ())),
        StackStyle(before=space, after=space, whole=m.depth, rtl=compositor.rtl),
    )


def _set_row(images: Sequence[ImageBlock], compositor: Compositor, most: float) -> FigureFlowable:
    """Return images side by side, at `most` times their size."""
    shown = list[NamedFigure]()
    for image in images:
        figure = compositor.thumbnails[image.image]
        shown.append(NamedFigure(image.image, figure, compositor.add_element("Figure", image.alt or figure.alt)))
    row = FigureFlowable(shown, most)
    row.spaceBefore = compositor.measures.leading * 0.4
    return row


def _set_code(text: StyledText, compositor: Compositor, within: float) -> Stack:
    """Return lines of code on a tint, each as it is typed, in type as small as the longest asks for.

    One that is longer still goes on below.
    """
    m = compositor.measures
    inside, pad = compositor.compose_within(compositor.add_element("Code")), m.size * 0.7
    longest = max(stringWidth(line, inside.font_names["mono"], 1.0) for line in text.text.split("\n"))
    size = max(min(_CODE, (within - 2 * pad) / (max(longest, 1.0) * m.size)), _LEAST_CODE) * m.size
    style = inside.make_style("mono", size, size * 1.3, rightIndent=pad)
    lines = [
        inside.make_paragraph((text._replace(text=re.sub(" (?= )|^ ", "\u00a0", line) or "\u00a0"),), style, "")
        for line in text.text.split("\n")
    ]

    def draw_tint(canvas: Any, width: float, height: float) -> None:
        with marked_artifact(canvas):
            canvas.setFillColor(_TINT)
            canvas.roundRect(0, -pad * 0.7, width, height + pad * 1.4, m.size * 0.25, stroke=0, fill=1)

    space = m.leading * 0.5
    return Stack(
        lines,
        StackStyle(
            pad, space, space, each=draw_tint, whole=m.depth * 0.3, beyond=pad * 0.7, least=m.leading,
            rtl=compositor.rtl,
        ),
    )  # fmt: skip


def _set_figure(block: FigureBlock, compositor: Compositor, within: float) -> Stack:
    """Return a figure with its number and caption, kept on one page.

    A figure wider than the column may be as wide as the headings.
    """
    m, figure = compositor.measures, compositor.figures[block.figure]
    scale = 1.0 if figure.true_size else m.scale
    wide = figure.width * scale * MM > within + 1 and within == m.measure
    out = m.hang if wide else 0.0
    style = compositor.make_style(
        "sans", m.size * 0.82, m.leading * 0.85, spaceBefore=m.leading * 0.4, alignment=ALIGNMENTS["center"]
    )
    number = StyledText(compositor.terms.begin_caption(block.number), "sans-bold", block.lines[0])
    around = compositor.compose_within(compositor.add_element("Div"))
    element = around.add_element("Figure", figure.alt)
    caption = around.balance_lines(
        (number, StyledText("\u00a0 ", "sans", block.lines[0]), *block.caption), style, within + out, "Caption"
    )
    space = m.leading * 0.8
    stack = Stack(
        (FigureFlowable([NamedFigure(block.figure, figure, element)], scale), caption),
        StackStyle(
            -out, before=space, after=space, whole=m.depth, first=_link_target(f"figure:{block.figure}"),
            rtl=compositor.rtl,
        ),
    )  # fmt: skip
    if stack.wrap(within, m.depth)[1] > m.depth:
        message = f"the figure {block.figure!r} does not fit on a page with its caption"
        compositor.findings.append(Finding("GF301", Place(compositor.place_file, block.lines[0]), message))
    return stack


def _draw_break(canvas: Any, width: float, height: float) -> None:
    draw_rule(canvas, width * 0.42, width * 0.58, 0, FINE)


def draw_rule(
    canvas: Any, start: float, end: float, y: float, weight: float, paint: str = "#000000", to: float | None = None
) -> None:
    """Draw a line as an artifact: across, or from `y` up `to` a height."""
    with marked_artifact(canvas):
        canvas.setStrokeColor(paint)
        canvas.setLineWidth(weight)
        canvas.setLineCap(0)
        canvas.line(start, y, end, y if to is None else to)


def _set_quote(inner: Sequence[Flowable], compositor: Compositor, indent: float) -> Stack:
    """Return an example on a tint, with a rule in the margin."""
    m = compositor.measures
    pad, tint = m.leading * 0.34, HexColor(compositor.mix_tint(_PALE))

    def draw_ground(canvas: Any, width: float, height: float) -> None:
        with marked_artifact(canvas):
            canvas.setFillColor(tint)
            canvas.rect(0, -pad, width, height + pad * 2, stroke=0, fill=1)
        at = width - STRONG / 2 if compositor.rtl else STRONG / 2
        draw_rule(canvas, at, at, -pad, STRONG, paint=compositor.accent, to=height + pad)

    if inner:
        inner[-1].spaceAfter = 0
    space = m.leading * 0.45
    return Stack(
        inner,
        StackStyle(
            indent, space, space, each=draw_ground, whole=m.depth * 0.3, hole=m.depth * 0.2, least=m.leading,
            fewest=m.leading * _FEWEST_LINES, rtl=compositor.rtl, outdent=indent * 0.8, beyond=pad,
        ),
    )  # fmt: skip


class _Note(Stack):
    """A note, which is `closed` by a line below it unless what follows begins with a line."""

    closed = True


def _set_note(blocks: Sequence[Block], label: str, compositor: Compositor, within: float) -> "_Note":
    """Return a note between two fine lines, under a small heading."""
    m = compositor.measures
    pad = m.leading * 0.42

    def draw_lines(canvas: Any, width: float, height: float) -> None:
        for y in (height + pad, -pad) if note.closed else (height + pad,):
            draw_rule(canvas, 0, width, y, FINE, paint=compositor.accent)

    hue = HexColor(compositor.accent)
    style = compositor.make_style("sans-bold", m.size * 0.78, m.leading * 0.85, keepWithNext=1, textColor=hue)
    heading = compositor.make_paragraph((StyledText(label or compositor.terms.note, "sans-bold", 0),), style)
    inner = compose_blocks(blocks, compositor.for_notes(), within)
    if inner:
        inner[-1].spaceAfter = 0
    space = m.leading * 0.6
    note = _Note(
        (heading, *inner),
        StackStyle(
            0.0,
            space,
            space,
            each=draw_lines,
            whole=m.depth * 0.3,
            hole=m.depth * 0.1,
            least=m.leading,
            beyond=pad,
            fewest=m.leading * (_FEWEST_LINES + 0.85),  # with the heading
        ),
    )
    return note
