"""Blocks and the imprint go in, the bytes of a paginated PDF come out."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple

from reportlab import rl_config

from generator.booklet.blocks import Block, Heading, NewPage, Run, plain
from generator.booklet.compositor import Compositor
from generator.booklet.flowables import bookmark, compose, outline_depths
from generator.booklet.imprint import Imprint
from generator.booklet.page_layout import measures_of
from generator.booklet.stack import Stack, paginated
from generator.booklet.title_page import colophon, draw_title_page
from generator.booklet.typefaces import register
from generator.fonts.reportlab_internals import KernedCanvas
from generator.language.hyphenation import Hyphenation
from generator.model.figure import Figure
from generator.model.finding import DataError, Finding
from generator.model.paper import Paper
from generator.model.picture import Font
from generator.model.place import Place

Parts = list[tuple[NewPage | None, list[Block]]]


def print_booklet(
    blocks: Sequence[Block],
    imprint: Imprint,
    paper: Paper,
    fonts: Mapping[str, Font],
    place_file: str,
    figures: Mapping[str, Figure],
    thumbs: Mapping[str, Figure],
    folded: bool,
) -> tuple[bytes, int, bool]:
    """Return the PDF, its number of pages and whether it has a back cover; DataError GF301 for what does not fit."""
    title, rest = _titled(blocks, imprint)
    depths = dict(outline_depths([title, *(block for block in rest if isinstance(block, Heading))]))
    measures, names = measures_of(paper, folded), register(fonts)
    by = Compositor(measures, names, place_file, imprint.terms, figures, thumbs, depths, Hyphenation(imprint.language))
    pages, back = _typeset(_parts(rest, folded), imprint, by)
    _raise(by)
    buffer = BytesIO()
    canvas = _canvas(buffer, imprint, by)
    _bind(canvas, title, pages, back, imprint, by)
    _raise(by)
    _save(canvas)
    return buffer.getvalue(), 1 + len(pages) + bool(back), back is not None


def _raise(by: Compositor) -> None:
    if by.findings:
        raise DataError(by.findings)


def _titled(blocks: Sequence[Block], imprint: Imprint) -> tuple[Heading, Sequence[Block]]:
    """Return the heading that the title page stands for, and all else; another first heading than the title stays."""
    first = blocks[0] if blocks else None
    if isinstance(first, Heading) and first.level == 1 and plain(first.runs) == " ".join(imprint.title.split()):
        return first, blocks[1:]
    return Heading(1, (Run(imprint.title, "serif-bold", 0),), (1, 1), "\0title"), blocks


def _parts(blocks: Sequence[Block], folded: bool) -> Parts:
    """Return what stands between the beginnings of pages, each with what begins it.

    Pages that are not `folded` hold more or less than those that the rules were laid out for: there only the back cover
    begins one.
    """
    parts: Parts = [(None, [])]
    for block in blocks:
        if not isinstance(block, NewPage):
            parts[-1][1].append(block)
        elif folded or block.back_cover:
            parts.append((block, []))
    return [(begins, inside) for begins, inside in parts if inside or (begins and begins.back_cover)]


def _typeset(parts: Parts, imprint: Imprint, by: Compositor) -> tuple[list[Stack], Stack | None]:
    """Return the pages of text and the back cover; credits stand on the latter or else below the end of the text."""
    m, end = by.measures, colophon(imprint, by)
    pages, back = list[Stack](), None
    if end and end.wrap(m.measure, m.depth)[1] > m.depth:
        by.findings.append(Finding("GF301", Place(by.place_file), "credits and notice are longer than a page"))
    for index, (begins, blocks) in enumerate(parts):
        flowables = compose(blocks, by, m.measure)
        if by.findings:
            continue
        last = index == len(parts) - 1
        if begins and begins.back_cover:
            back = _back_cover(flowables, end, begins, by)
        else:
            pages += paginated(flowables, m, end if last else None)
    return pages, back


def _back_cover(flowables: list[Any], end: Stack | None, begins: NewPage, by: Compositor) -> Stack:
    """Return what stands on the back cover above the credits, which has to fit."""
    m, column = by.measures, Stack(flowables)
    room = end.wrap(m.measure, m.depth)[1] + end.getSpaceBefore() if end else 0.0
    if column.wrap(m.measure, m.depth)[1] + room > m.depth:
        over = (column.height + room - m.depth) / m.leading
        message = (
            f"the back cover is longer than its page, by about {over:.0f} lines; credits and notice stand on it too"
        )
        by.findings.append(Finding("GF301", Place(by.place_file, begins.line), message))
    return column


def _bind(
    canvas: Any, title: Heading, pages: list[Stack], back: Stack | None, imprint: Imprint, by: Compositor
) -> None:
    """Draw all pages: the title, the text, the back cover."""
    m, end, of = by.measures, colophon(imprint, by), 1 + len(pages) + bool(back)
    bookmark(canvas, title, 0, m.height - 12)
    draw_title_page(canvas, imprint, by, None if pages or back else end)
    canvas.showPage()
    for leaf in leaves(pages, 2):
        draw_head(canvas, leaf, imprint, by)
        _draw(canvas, leaf.column, leaf.number, by, end if not back and leaf.number == of else None)
        draw_folio(canvas, leaf, of, imprint, by)
        canvas.showPage()
    if back:
        _draw(canvas, back, of, by, end)
        canvas.showPage()


def _draw(canvas: Any, column: Stack, number: int, by: Compositor, end: Stack | None) -> None:
    """Draw a page of text, and credits at its foot."""
    m = by.measures
    left = m.left + m.shift(number)
    column.wrap(m.measure, m.depth)
    column.drawOn(canvas, left, m.top - column.height)
    if end:
        end.wrap(m.measure, m.depth)
        end.drawOn(canvas, left, m.bottom)


def _canvas(buffer: BytesIO, imprint: Imprint, by: Compositor) -> Any:
    """Return a canvas without a trace of the clock, and without reportlab's own Helvetica."""
    m = by.measures
    canvas = KernedCanvas(
        buffer, pagesize=(m.width, m.height), invariant=1, pageCompression=1, lang=imprint.language,
        initialFontName=by.names["serif"], initialFontSize=m.size, initialLeading=m.leading,
    )  # fmt: skip
    canvas.targets = set()
    canvas.setTitle(imprint.title)
    canvas.setAuthor("gutterfold")
    canvas.setCreator("gutterfold")
    canvas.setSubject("Rules")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.addPageLabel(0, style="ARABIC", start=1)
    canvas.showOutline()
    return canvas


def _save(canvas: Any) -> None:
    """Write the file without ASCII85, which only a setting of the whole process can turn off; it is put back."""
    before = rl_config.useA85
    rl_config.useA85 = 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = before


class Leaf(NamedTuple):
    """A page of text: its number, what stands on it, and the section that it ends in."""

    number: int
    column: Stack
    section: str


def leaves(pages: list[Stack], first: int) -> list[Leaf]:
    """Return the pages with their numbers, and the words of the last heading of level 1 or 2 so far."""
    found, section = list[Leaf](), ""
    for number, page in enumerate(pages, first):
        for child in page.children:
            block = getattr(child, "block", None)
            if isinstance(block, Heading) and block.level <= 2:
                section = plain(block.runs)
        found.append(Leaf(number, page, section))
    return found


def draw_head(canvas: Any, leaf: Leaf, imprint: Imprint, by: Compositor) -> None:
    """Draw the running head: in a folded booklet the title on the left page and the section on the right one.

    Pages that are stapled at a corner have both.
    """
    m, right_page = by.measures, leaf.number % 2 == 1
    base, shift = (m.height + m.top) / 2 - m.size * 0.2, m.shift(leaf.number)
    with _artifact(canvas):
        canvas.setFont(by.names["sans"], m.size * 0.8)
        room = m.measure * 0.8
        if not m.fold or not right_page:
            title = _fitting(canvas, imprint.title, m.measure * 0.5)
            canvas.drawString(m.outer + shift, base, title)
            room = min(room, m.right - m.outer - canvas.stringWidth(title) - 2 * m.size)
        if not m.fold or right_page:
            canvas.drawRightString(m.right + shift, base, _fitting(canvas, leaf.section, room))


def draw_folio(canvas: Any, leaf: Leaf, of: int, imprint: Imprint, by: Compositor) -> None:
    """Draw the number of the page at its outer corner; loose pages say of how many they are."""
    m, base, shift = by.measures, by.measures.bottom / 2 - by.measures.size * 0.2, by.measures.shift(leaf.number)
    with _artifact(canvas):
        canvas.setFont(by.names["sans"], m.size * (0.95 if m.fold else 0.8))
        if m.fold and leaf.number % 2 == 0:
            canvas.drawString(m.outer + shift, base, str(leaf.number))
        elif m.fold:
            canvas.drawRightString(m.right + shift, base, str(leaf.number))
        else:
            canvas.drawRightString(m.right, base, imprint.terms.page.format(number=leaf.number, pages=of))


@contextmanager
def _artifact(canvas: Any) -> Iterator[None]:
    """Mark what is drawn as no part of the text (PDF 1.7, 14.8.2.2): who has the rules read aloud is not disturbed."""
    canvas.addLiteral("/Artifact BMC")
    yield
    canvas.addLiteral("EMC")


def _fitting(canvas: Any, text: str, width: float) -> str:
    """Return a heading, cut off behind a word, or inside the only one, where it is longer than the head of a page."""
    kept = " ".join(text.split())
    if canvas.stringWidth(kept) <= width:
        return kept
    while kept and canvas.stringWidth(f"{kept} \u2026") > width:
        kept = kept.rpartition(" ")[0] or kept[:-1]
    return f"{kept} \u2026"
