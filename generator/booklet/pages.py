"""Paginate blocks and draw the pages of a booklet: title page, text, back cover."""

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from itertools import zip_longest
from math import ceil
from typing import Any, NamedTuple

from msgspec.structs import replace
from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from generator.booklet.blocks import (
    Block,
    BookContent,
    Heading,
    Imprint,
    PageBreak,
    split_title,
    to_plain_text,
)
from generator.booklet.build_number import identify_file
from generator.booklet.columns import set_columns
from generator.booklet.compositor import Compositor, register_fonts
from generator.booklet.contents import find_heading_pages
from generator.booklet.figures import draw_marked
from generator.booklet.filling import fill_pages, has_head, share_white
from generator.booklet.flowables import add_bookmark, compose_blocks, outline_depths, set_link_target
from generator.booklet.jacket import draw_back, lift_imprint
from generator.booklet.opening import compose_opening, compose_section, compose_tinted, has_lead
from generator.booklet.page_art import HEAD, PageHead, draw_foot, draw_ground, draw_tail
from generator.booklet.page_layout import PageMeasures, measure_page
from generator.booklet.page_references import SIGN, SIGN_PLACE, correct_page_numbers
from generator.booklet.pagination import paginate
from generator.booklet.piece_grid import PIECES_DEEP
from generator.booklet.stack import Stack
from generator.booklet.structure import marked_artifact
from generator.booklet.title_page import draw_title_page, make_colophon
from generator.fonts.reportlab_paragraphs import find_baseline
from generator.fonts.reportlab_tags import TaggedCanvas
from generator.language.direction import direct_text, is_right_to_left
from generator.language.hyphenation import Hyphenation
from generator.model.finding import DataError, Finding, Place
from generator.model.paper import Paper

HEADER, FOOTER = (f"/Type/Pagination/Subtype/{name}" for name in ("Header", "Footer"))  # PDF 1.7, table 331
BACKGROUND = "/Type/Background"
_FILLER = 1.6  # in sizes of the text: half the side of the ornament of a page without text
_SIZES = (0.98, 1.03, 0.96, 1.06)  # of the type of a booklet; of those that are as likely to do, the nearest is first
_MOST_FITTED = 40  # pages of text: a few without text are not noticed in more
_SHORT = 0.42  # of its depth: a last page of text that is filled less looks forgotten
_BACK_SIZES = (1.45, 1.3, 1.15, 1.0)  # of the type of the back cover, which is read from across the table
_PAGE_TINT = 0.88  # of white in the ground of a tinted page
_IN_COLUMNS = 5  # of the depths of a table of pieces
PageParts = list[tuple[PageBreak | None, list[Block]]]


def print_booklet(
    book: BookContent, paper: Paper, folded: bool, columns: int = 1, multiple: int = 1
) -> tuple[bytes, int, bool]:
    """Return the PDF, its number of pages, which is a `multiple`, and whether it has a back cover.

    Raises DataError (GF301) for content that does not fit.
    """
    imprint = book.imprint
    title, rest = split_title(book.blocks, imprint)
    has_art = any(name.startswith("art:ground") for name in book.thumbnails)
    measures = measure_page(paper, folded, columns, is_right_to_left(imprint.language), has_art=has_art)

    def set_book(factor: float) -> _SetBook:
        m = replace(measures, size=measures.size * factor, leading=measures.leading * factor)
        compositor = make_compositor(book, m, title, rest)
        return _SetBook(compositor, *_set_parts(_split_at_breaks(rest, folded), imprint, compositor))

    compositor, pages, back = _fit_copy(set_book, multiple)
    pages, back = _fill_up(pages, back, multiple)
    numbered = [*enumerate(pages, 2), *([(2 + len(pages), back)] if back else [])]
    correct_page_numbers(numbered[: len(pages)])
    compositor.heading_pages.update(find_heading_pages(numbered))
    pdf = write_pages(
        imprint, compositor, lambda canvas: _draw_pages(canvas, title, pages, back, imprint, compositor=compositor)
    )
    return pdf, 1 + len(pages) + bool(back), back is not None


class _SetBook(NamedTuple):
    """A booklet set in one size of type: its compositor, its pages of text, and its back cover."""

    compositor: Compositor
    pages: list[Stack]
    back: Stack | None

    def measure_blank(self, multiple: int) -> float:
        """Return how many pages without text make the number of pages a multiple, with what a short last page lacks."""
        filled = self._fill_last()
        return -(1 + len(self.pages) + bool(self.back)) % multiple + (1.0 - filled if filled < _SHORT else 0.0)

    def guess_blank(self, multiple: int, factor: float) -> int:
        """Return about how many pages without text there are in a size of type by which the text takes more room."""
        text = (len(self.pages) - 1 + self._fill_last()) * factor**2
        return -(1 + ceil(text) + bool(self.back)) % multiple

    def _fill_last(self) -> float:
        """Return how much of its depth the last page of text fills; 1.0 for one that is the only one."""
        m = self.compositor.measures
        return float(self.pages[-1].wrap(m.measure, m.depth)[1] / m.depth) if len(self.pages) > 1 else 1.0

    def measure_waste(self, multiple: int) -> float:
        """Return that number with what short pages before the last one lack, too."""
        m = self.compositor.measures
        filled = [page.wrap(m.measure, m.depth)[1] / m.depth for page in self.pages[:-1]]
        return self.measure_blank(multiple) + sum(1.0 - each for each in filled if each < _SHORT)


def _fit_copy(set_book: Callable[[float], _SetBook], multiple: int) -> _SetBook:
    """Set a booklet in the size of type that leaves the least paper without text, the likeliest ones first."""
    best = set_book(1.0)
    likely = sorted(_SIZES, key=partial(best.guess_blank, multiple)) if len(best.pages) <= _MOST_FITTED else ()
    for factor in likely:
        if best.compositor.findings or not best.back or not best.measure_blank(multiple):
            break
        other = set_book(factor)
        if not other.compositor.findings and other.measure_waste(multiple) < best.measure_waste(multiple):
            best = other
    return best


def make_compositor(
    book: BookContent, measures: PageMeasures, title: Heading, rest: Sequence[Block], has_pages: bool = True
) -> Compositor:
    """Return a compositor for a title and the blocks below it."""
    imprint, headings = book.imprint, [title, *(block for block in rest if isinstance(block, Heading))]
    heading = book.fonts.get("heading")
    return Compositor(
        measures,
        register_fonts(book.fonts),
        book.file,
        imprint.terms,
        figures=book.figures,
        thumbnails=book.thumbnails,
        depths=dict(outline_depths(headings)),
        sections=[each for each in headings[1:] if each.level <= 2],
        heading_pages={},
        pieces_deep=PIECES_DEEP[_IN_COLUMNS if measures.gutter else 0],
        ornament="icon:ornament" if imprint.ornament else "",
        hyphenation=Hyphenation(imprint.language),
        numerals="heading" if heading and all(map(heading.draws, "0123456789.")) else "sans-bold",
        rtl=is_right_to_left(imprint.language),
        art={name.removeprefix("art:"): each for name, each in book.thumbnails.items() if name.startswith("art:")},
        accent=imprint.accents.light,
        tint=imprint.tint,
        has_pages=has_pages,
        notes=[] if book.notes is None else book.notes,
    )


def write_pages(imprint: Imprint, compositor: Compositor, draw: Callable[[Any], None]) -> bytes:
    """Return the PDF that a function draws on a canvas; DataError with what did not fit before or while it drew."""
    _raise_findings(compositor)
    buffer = BytesIO()
    canvas = _new_canvas(buffer, imprint, compositor)
    draw(canvas)
    _raise_findings(compositor)
    compositor.tags.write(canvas)
    _save_canvas(canvas)
    return identify_file(buffer.getvalue())


def _raise_findings(compositor: Compositor) -> None:
    if compositor.findings:
        raise DataError(compositor.findings)


def _split_at_breaks(blocks: Sequence[Block], folded: bool) -> PageParts:
    """Split the blocks at page breaks; each part comes with the break that begins it.

    Loose pages (not `folded`) hold a different amount of text than the pages that the rules were laid out for, so there
    only the back cover begins a new page.
    """
    parts: PageParts = [(None, [])]
    for block in blocks:
        if not isinstance(block, PageBreak):
            parts[-1][1].append(block)
        elif folded or block.back_cover:
            parts.append((block, []))
    return [(begins, inside) for begins, inside in parts if inside or (begins and begins.back_cover)]


def _set_parts(parts: PageParts, imprint: Imprint, compositor: Compositor) -> tuple[list[Stack], Stack | None]:
    """Return the pages of text, and the back cover.

    Credits go on the back cover, or else below the end of the text.
    """
    m, end = compositor.measures, make_colophon(imprint, compositor)
    pages, back = list[Stack](), None
    if end and end.wrap(m.measure, m.depth)[1] > m.depth:
        compositor.findings.append(
            Finding("GF301", Place(compositor.place_file), "the credits and the notice do not fit on one page")
        )
    for index, (begins, blocks) in enumerate(parts):
        if begins and begins.back_cover:
            back = _set_back(blocks, begins, end, compositor, lift_imprint(imprint, compositor))
            continue
        head = PageHead(imprint, compositor, HEAD) if not index and has_lead(blocks) else None
        if m.gutter:
            pages += set_columns(blocks, compositor, end if index == len(parts) - 1 else None, head)
            continue
        closing = end if index == len(parts) - 1 else None
        tinted = begins is not None and begins.tinted
        if head:
            flowables = compose_opening(blocks, imprint, compositor, len(parts) > 1)
        elif begins and begins.has_art:
            flowables = compose_section(blocks, begins.line, compositor, closing)
        else:
            flowables = compose_tinted(blocks, compositor) if tinted else compose_blocks(blocks, compositor, m.measure)
        if compositor.findings:
            continue
        made = paginate(flowables, m, closing, 2 + len(pages))
        for page in made:
            page.tinted = tinted
        if m.fold and not tinted:
            fill_pages(made, m, closing.wrap(m.measure, m.depth)[1] + closing.getSpaceBefore() if closing else 0.0)
        pages += made
    return pages, back


def _fill_up(pages: list[Stack], back: Stack | None, multiple: int) -> tuple[list[Stack], Stack | None]:
    """Add pages with nothing but a number before the back cover; without one, the credits become the back cover."""
    missing = -(1 + len(pages) + bool(back)) % multiple
    if not missing or not pages:
        return pages, back
    if back is None:
        text = [page for page in pages if page.children]  # the credits may have a page already
        return [*text, *_make_blank_pages(-(2 + len(text)) % multiple)], Stack(())
    return [*pages, *_make_blank_pages(missing)], back


def _make_blank_pages(number: int) -> list[Stack]:
    return [Stack(()) for _ in range(number)]


def _set_back(
    blocks: Sequence[Block], begins: PageBreak, end: Stack | None, compositor: Compositor, lift: float
) -> Stack:
    """Return the back cover in the largest type that leaves room for the credits; report one that has none (GF301)."""
    m, body = compositor.measures, compositor.tags.body
    begun, told, found = len(body.kids), len(compositor.notes), len(compositor.findings)
    room = end.wrap(m.measure, m.depth)[1] + end.getSpaceBefore() + lift if end else 0.0
    column, over = Stack(()), 0.0
    for factor in _BACK_SIZES:
        del body.kids[begun:], compositor.notes[told:], compositor.findings[found:]
        sized = replace(compositor, measures=replace(m, size=m.size * factor, leading=m.leading * factor))
        column = Stack(compose_blocks(blocks, sized, m.measure))
        over = column.wrap(m.measure, m.depth)[1] + room - m.depth
        if over <= 0 and len(compositor.findings) == found:
            return column
    if over > 0:
        excess = f"the back cover is about {max(over / m.leading, 1):.0f} lines too long for its page"
        message = f"{excess}, which also holds the credits and the notice"
        compositor.findings.append(Finding("GF301", Place(compositor.place_file, begins.line), message))
    return column


def _draw_pages(
    canvas: Any, title: Heading, pages: list[Stack], back: Stack | None, imprint: Imprint, compositor: Compositor
) -> None:
    """Draw all pages: title page, text, back cover."""
    m, end, of = compositor.measures, make_colophon(imprint, compositor), 1 + len(pages) + bool(back)
    add_bookmark(canvas, title, 0, m.height - 12)
    draw_title_page(canvas, imprint, compositor, None if pages or back else end)
    canvas.showPage()
    for page, after in zip_longest(number_pages(pages, 2), pages[1:]):
        closing = end if not back and page.number == of else None
        if page.column.tinted and compositor.has_tint:
            _draw_tint(canvas, compositor)
        else:
            draw_ground(canvas, compositor, page.number, page.order)
        if page.column.children or closing:
            if not has_head(page.column):
                draw_running_head(canvas, page, imprint, compositor)
            left, spare = m.left + m.shift(page.number), m.depth - page.column.wrap(m.measure, m.depth)[1]
            has_tail = _ends_section(page.column, after) and not closing and draw_tail(canvas, compositor, left, spare)
            if not has_tail and not closing:
                share_white(page.column, m)
            _draw_column(canvas, page.column, left, compositor, closing)
            draw_folio(canvas, page, of, imprint, compositor)
        else:
            _draw_filler(canvas, page.number, compositor)
        canvas.showPage()
    if back:
        draw_back(canvas, imprint, compositor)
        left = (m.width - m.measure) / 2 if m.gutter else m.left + m.shift(of)
        _draw_column(canvas, back, left, compositor=compositor, end=end, lift=lift_imprint(imprint, compositor))
        canvas.showPage()


def _ends_section(page: Stack, after: Stack | None) -> bool:
    """Report whether a section ends on a page that has no other art."""
    begins = not after or not after.children or bool(_name_section(after.children[0]))
    return begins and not page.tinted and not (page.children and isinstance(page.children[0], PageHead))


def _draw_filler(canvas: Any, number: int, compositor: Compositor) -> None:
    """Draw the ornament, or else a dot, in the middle of a page without text: some printers skip a blank one."""
    m = compositor.measures
    half = m.size * _FILLER
    x, y = m.left + m.shift(number) + m.measure / 2, (m.top + m.bottom) / 2
    with marked_artifact(canvas):
        canvas.setFillColor(compositor.accent)
        if compositor.ornament:
            canvas.rect(x - half, y - half, 2 * half, 2 * half, stroke=0, fill=1)
            figure = compositor.thumbnails[compositor.ornament]
            scale = half * 1.1 / figure.height
            matrix = (scale, 0, 0, -scale, x - figure.width * scale / 2, y + figure.height * scale / 2)
            draw_marked(canvas, "", None, figure.draw, matrix)
        else:
            canvas.circle(x, y, half / 8, stroke=0, fill=1)
        canvas.setFillColor("#000000")


def _draw_tint(canvas: Any, compositor: Compositor) -> None:
    """Fill the page with a tint of the accent."""
    with marked_artifact(canvas, BACKGROUND):
        canvas.setFillColor(compositor.mix_tint(_PAGE_TINT))
        canvas.rect(0, 0, compositor.measures.width, compositor.measures.height, stroke=0, fill=1)
        canvas.setFillColor("#000000")


def _draw_column(
    canvas: Any, column: Stack, left: float, compositor: Compositor, end: Stack | None, lift: float = 0.0
) -> None:
    """Draw a page of text, with the colophon at its foot, or a `lift` above it, on the last one."""
    m = compositor.measures
    column.wrap(m.measure, m.depth)
    column.drawOn(canvas, left, m.top - column.height)
    if end:
        end.wrap(m.measure, m.depth)
        end.drawOn(canvas, left, m.bottom + lift)


def _mark_sign(m: PageMeasures, canvas: Any, kind: str, label: str) -> None:
    """Set a link target beside the line that is being drawn, to which the text of a footnote leads back."""
    set_link_target(canvas, f"{SIGN_PLACE}{label}", find_baseline(canvas) + m.leading)


def _new_canvas(buffer: BytesIO, imprint: Imprint, compositor: Compositor) -> Any:
    """Return a canvas that embeds no date and does not use reportlab's default Helvetica."""
    m = compositor.measures
    canvas = TaggedCanvas(
        buffer, tags=compositor.tags,
        pagesize=(m.width, m.height), trimBox=(0, 0, m.width, m.height), pdfVersion=(1, 7), invariant=1,
        pageCompression=1, lang=imprint.language,
        initialFontName=compositor.names["serif"], initialFontSize=m.size, initialLeading=m.leading,
    )  # fmt: skip
    canvas.targets = set()
    canvas.setNamedCB(SIGN, partial(_mark_sign, m))
    canvas.setTitle(imprint.title)
    canvas.setAuthor("gutterfold")
    canvas.setCreator("gutterfold")
    canvas.setSubject("Rules")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if m.rtl:
        canvas.setViewerPreference("Direction", "R2L")
    canvas.addPageLabel(0, style="ARABIC", start=1)
    canvas.showOutline()
    return canvas


def _save_canvas(canvas: Any) -> None:
    """Save the file without ASCII85, which only a process-wide setting turns off; restore the setting afterwards."""
    before = rl_config.useA85
    rl_config.useA85 = 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = before


class TextPage(NamedTuple):
    """A page of text: its number, its content, and the section that begins or runs at its top, with its order."""

    number: int
    column: Stack
    section: str
    order: int


def number_pages(pages: list[Stack], first: int) -> list[TextPage]:
    """Number the pages, and name for each the section at its top, or the first one if the text begins without."""
    found, section, order = list[TextPage](), "", 0
    for number, page in enumerate(pages, first):
        names = [_name_section(child) for child in page.children]
        started = [name for name in names if name]
        begins = bool(started) and bool(names[0] or not section)
        found.append(TextPage(number, page, started[0] if begins else section, order + begins))
        section, order = started[-1] if started else section, order + len(started)
    return found


def _name_section(child: Flowable) -> str:
    """Return the words of a heading of level 1 or 2; empty for anything else."""
    block = getattr(child, "block", None)
    return to_plain_text(block.runs) if isinstance(block, Heading) and block.level <= 2 else ""


def draw_running_head(canvas: Any, page: TextPage, imprint: Imprint, compositor: Compositor) -> None:
    """Draw the running head.

    A folded booklet has the title on even pages and the section on odd ones; loose pages have both.
    """
    m, is_odd = compositor.measures, page.number % 2 == 1
    base, shift = (m.height + m.top) / 2 - m.size * 0.2, m.shift(page.number)
    with marked_artifact(canvas, HEADER):
        canvas.setFont(compositor.names["sans"], m.size * 0.8)
        room = m.measure * 0.8
        if not m.fold or not is_odd:
            title = _truncate_heading(canvas, imprint.title, m.measure * 0.5, m.rtl)
            _draw_at_edge(canvas, m, shift, base, title, at_left=not m.rtl)
            room = min(room, m.right - m.outer - canvas.stringWidth(title) - 2 * m.size)
        if not m.fold or is_odd:
            section = _truncate_heading(canvas, page.section, room, m.rtl)
            _draw_at_edge(canvas, m, shift, base, section, at_left=m.rtl)


def _draw_at_edge(canvas: Any, m: PageMeasures, shift: float, base: float, text: str, at_left: bool) -> None:
    """Draw a line of the head or the foot from the left edge, or up to the right one."""
    if at_left:
        canvas.drawString(m.outer + shift, base, text)
    else:
        canvas.drawRightString(m.right + shift, base, text)


def draw_folio(canvas: Any, page: TextPage, of: int, imprint: Imprint, compositor: Compositor) -> None:
    """Draw the page number at the outer corner; loose pages also say how many pages there are."""
    m = compositor.measures
    size, shift = m.size * (0.95 if m.fold else 0.8), m.shift(page.number) if m.fold else 0.0
    left, right, base = m.outer + shift, m.right + shift, m.bottom / 2 - size * 0.34
    face = compositor.names["sans-bold" if m.fold else "sans"]
    says = str(page.number)
    if not m.fold:
        says = direct_text(imprint.terms.page.format(number=page.number, pages=of), m.rtl)
        taken = stringWidth(says, face, size) + m.size
        left, right = (left + taken, right) if m.rtl else (left, right - taken)
    center = draw_foot(canvas, compositor, page.number, (left, right))
    with marked_artifact(canvas, FOOTER):
        canvas.setFont(face, size)
        if m.fold and "folio" in compositor.art:
            canvas.setFillColor(compositor.accent)
            canvas.drawCentredString(center, base, says)
            canvas.setFillColor("#000000")
        elif m.fold:
            _draw_at_edge(canvas, m, shift, base, says, at_left=m.is_left(page.number))
        else:
            _draw_at_edge(canvas, m, 0.0, base, says, at_left=m.rtl)


def _truncate_heading(canvas: Any, text: str, width: float, rtl: bool) -> str:
    """Truncate a heading to a width, between words or, if there is only one, inside it."""
    kept = direct_text(" ".join(text.split()), rtl)
    if canvas.stringWidth(kept) <= width:
        return kept
    while kept and canvas.stringWidth(f"{kept} \u2026") > width:
        kept = kept.rpartition(" ")[0] or kept[:-1]
    return f"{kept} \u2026"
