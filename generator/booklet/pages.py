"""Paginate blocks and draw the pages of a booklet: title page, text, back cover."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple

from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from generator.booklet.blocks import Block, FaceName, Heading, Imprint, PageBreak, StyledText, to_plain_text
from generator.booklet.columns import set_columns
from generator.booklet.compositor import ALIGNMENTS, SIGN, Compositor, register_fonts
from generator.booklet.figures import draw_marked
from generator.booklet.flowables import add_bookmark, compose_blocks, outline_depths
from generator.booklet.page_layout import FINE, MM, PageMeasures, measure_page
from generator.booklet.stack import Stack, StackStyle, paginate
from generator.fonts.reportlab_internals import KernedCanvas, find_baseline
from generator.language.hyphenation import Hyphenation
from generator.model.figure import Figure
from generator.model.finding import DataError, Finding, Place
from generator.model.paper import Paper
from generator.model.picture import Font

PageParts = list[tuple[PageBreak | None, list[Block]]]


def print_booklet(
    blocks: Sequence[Block],
    imprint: Imprint,
    paper: Paper,
    fonts: Mapping[str, Font],
    place_file: str,
    figures: Mapping[str, Figure],
    thumbnails: Mapping[str, Figure],
    folded: bool,
    columns: int = 1,
) -> tuple[bytes, int, bool]:
    """Return the PDF, its number of pages, and whether it has a back cover.

    Raises DataError (GF301) for content that does not fit.
    """
    title, rest = split_title(blocks, imprint)
    depths = dict(outline_depths([title, *(block for block in rest if isinstance(block, Heading))]))
    measures, names = measure_page(paper, folded, columns), register_fonts(fonts)
    compositor = Compositor(
        measures,
        names,
        place_file,
        imprint.terms,
        figures,
        thumbnails,
        depths,
        Hyphenation(imprint.language),
        accent=imprint.accents.light,
    )
    pages, back = _set_parts(_split_at_breaks(rest, folded), imprint, compositor)
    pdf = write_pages(imprint, compositor, lambda canvas: _draw_pages(canvas, title, pages, back, imprint, compositor))
    return pdf, 1 + len(pages) + bool(back), back is not None


def write_pages(imprint: Imprint, compositor: Compositor, draw: Callable[[Any], None]) -> bytes:
    """Return the PDF that a function draws on a canvas; DataError with what did not fit before or while it drew."""
    _raise_findings(compositor)
    buffer = BytesIO()
    canvas = _new_canvas(buffer, imprint, compositor)
    draw(canvas)
    _raise_findings(compositor)
    _save_canvas(canvas)
    return buffer.getvalue()


def _raise_findings(compositor: Compositor) -> None:
    if compositor.findings:
        raise DataError(compositor.findings)


def split_title(blocks: Sequence[Block], imprint: Imprint) -> tuple[Heading, Sequence[Block]]:
    """Split off the heading that the title page replaces; a first heading that differs from the title stays."""
    first = blocks[0] if blocks else None
    if isinstance(first, Heading) and first.level == 1 and to_plain_text(first.runs) == " ".join(imprint.title.split()):
        return first, blocks[1:]
    return Heading(1, (StyledText(imprint.title, "serif-bold", 0),), (1, 1), "\0title"), blocks


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
        if m.gutter:
            shown = set_columns(blocks, compositor, end if index == len(parts) - 1 else None)
            if begins and begins.back_cover and not compositor.findings:
                back = _set_back_columns(shown, begins, compositor)
            else:
                pages += shown
            continue
        flowables = compose_blocks(blocks, compositor, m.measure)
        if compositor.findings:
            continue
        last = index == len(parts) - 1
        if begins and begins.back_cover:
            back = _set_back_cover(flowables, end, begins, compositor)
        else:
            pages += paginate(flowables, m, end if last else None)
    return pages, back


def _set_back_cover(flowables: list[Any], end: Stack | None, begins: PageBreak, compositor: Compositor) -> Stack:
    """Return the content of the back cover; report it if it does not fit above the credits (GF301)."""
    m, column = compositor.measures, Stack(flowables)
    room = end.wrap(m.measure, m.depth)[1] + end.getSpaceBefore() if end else 0.0
    if column.wrap(m.measure, m.depth)[1] + room > m.depth:
        over = (column.height + room - m.depth) / m.leading
        excess = f"the back cover is about {over:.0f} lines too long for its page"
        message = f"{excess}, which also holds the credits and the notice"
        compositor.findings.append(Finding("GF301", Place(compositor.place_file, begins.line), message))
    return column


def _set_back_columns(pages: list[Stack], begins: PageBreak, compositor: Compositor) -> Stack:
    """Return the back cover in columns; report it if it takes more than one page (GF301)."""
    if len(pages) > 1:
        m = compositor.measures
        lines = sum(page.wrap(m.measure, m.depth)[1] for page in pages[1:]) / m.leading
        message = f"the back cover is about {max(lines, 1):.0f} lines too long for its page"
        message = f"{message}, which also holds the credits and the notice"
        compositor.findings.append(Finding("GF301", Place(compositor.place_file, begins.line), message))
    return pages[0]


def _draw_pages(
    canvas: Any, title: Heading, pages: list[Stack], back: Stack | None, imprint: Imprint, compositor: Compositor
) -> None:
    """Draw all pages: title page, text, back cover."""
    m, end, of = compositor.measures, make_colophon(imprint, compositor), 1 + len(pages) + bool(back)
    add_bookmark(canvas, title, 0, m.height - 12)
    draw_title_page(canvas, imprint, compositor, None if pages or back else end)
    canvas.showPage()
    for page in number_pages(pages, 2):
        draw_running_head(canvas, page, imprint, compositor)
        _draw_column(canvas, page.column, page.number, compositor, end if not back and page.number == of else None)
        draw_folio(canvas, page, of, imprint, compositor)
        canvas.showPage()
    if back:
        _draw_column(canvas, back, of, compositor, end)
        canvas.showPage()


def _draw_column(canvas: Any, column: Stack, number: int, compositor: Compositor, end: Stack | None) -> None:
    """Draw a page of text, with the colophon at its foot on the last one."""
    m = compositor.measures
    left = m.left + m.shift(number)
    column.wrap(m.measure, m.depth)
    column.drawOn(canvas, left, m.top - column.height)
    if end:
        end.wrap(m.measure, m.depth)
        end.drawOn(canvas, left, m.bottom)


def _draw_sign(compositor: Compositor, canvas: Any, kind: str, label: str) -> None:
    """Draw the number of a footnote in a ring in the outer margin, beside the line that is being drawn."""
    m, (number, _, key) = compositor.measures, label.partition(" ")
    baseline = find_baseline(canvas)
    left, base = canvas.absolutePosition(0, baseline)
    radius, page = m.size * 0.52, canvas.getPageNumber()
    before = canvas.signs.get((page, round(base)), 0)
    canvas.signs[page, round(base)] = before + 1
    beyond = before * 2.3 * radius
    in_left_column = m.gutter and left < m.left + m.column
    x = (m.sign_center_left(beyond) if in_left_column else m.sign_center(page, beyond)) - left
    y = baseline + m.size * 0.24
    with marked_artifact(canvas):
        canvas.saveState()
        canvas.setLineWidth(FINE)
        canvas.setStrokeColor(compositor.accent)
        canvas.setFillColor(compositor.accent)
        canvas.circle(x, y, radius, stroke=1, fill=0)
        canvas.setFont(compositor.names["sans-bold"], m.size * 0.66)
        canvas.drawCentredString(x, y - m.size * 0.22, number)
        canvas.restoreState()
    canvas.linkRect("", key, (x - radius, y - radius, x + radius, y + radius), relative=1)


def _new_canvas(buffer: BytesIO, imprint: Imprint, compositor: Compositor) -> Any:
    """Return a canvas that embeds no date and does not use reportlab's default Helvetica."""
    m = compositor.measures
    canvas = KernedCanvas(
        buffer, pagesize=(m.width, m.height), trimBox=(0, 0, m.width, m.height), pdfVersion=(1, 7), invariant=1,
        pageCompression=1, lang=imprint.language,
        initialFontName=compositor.names["serif"], initialFontSize=m.size, initialLeading=m.leading,
    )  # fmt: skip
    canvas.targets, canvas.signs = set(), {}
    canvas.setNamedCB(SIGN, partial(_draw_sign, compositor))
    canvas.setTitle(imprint.title)
    canvas.setAuthor("gutterfold")
    canvas.setCreator("gutterfold")
    canvas.setSubject("Rules")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
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
    """A page of text: its number, its content, and the section that begins or runs at its top."""

    number: int
    column: Stack
    section: str


def number_pages(pages: list[Stack], first: int) -> list[TextPage]:
    """Number the pages, and name for each the section at its top, or the first one if the text begins without."""
    found, section = list[TextPage](), ""
    for number, page in enumerate(pages, first):
        names = [_name_section(child) for child in page.children]
        started = [name for name in names if name]
        top = started[0] if started and (names[0] or not section) else section
        found.append(TextPage(number, page, top))
        section = started[-1] if started else section
    return found


def _name_section(child: Flowable) -> str:
    """Return the words of a heading of level 1 or 2; empty for anything else."""
    block = getattr(child, "block", None)
    return to_plain_text(block.runs) if isinstance(block, Heading) and block.level <= 2 else ""


def draw_running_head(canvas: Any, page: TextPage, imprint: Imprint, compositor: Compositor) -> None:
    """Draw the running head.

    A folded booklet has the title on left pages and the section on right pages; loose pages have both.
    """
    m, right_page = compositor.measures, page.number % 2 == 1
    base, shift = (m.height + m.top) / 2 - m.size * 0.2, m.shift(page.number)
    with marked_artifact(canvas):
        canvas.setFont(compositor.names["sans"], m.size * 0.8)
        room = m.measure * 0.8
        if not m.fold or not right_page:
            title = _truncate_heading(canvas, imprint.title, m.measure * 0.5)
            canvas.drawString(m.outer + shift, base, title)
            room = min(room, m.right - m.outer - canvas.stringWidth(title) - 2 * m.size)
        if not m.fold or right_page:
            canvas.drawRightString(m.right + shift, base, _truncate_heading(canvas, page.section, room))


def draw_folio(canvas: Any, page: TextPage, of: int, imprint: Imprint, compositor: Compositor) -> None:
    """Draw the page number at the outer corner; loose pages also say how many pages there are."""
    m, base, shift = (
        compositor.measures,
        compositor.measures.bottom / 2 - compositor.measures.size * 0.2,
        compositor.measures.shift(page.number),
    )
    with marked_artifact(canvas):
        canvas.setFont(compositor.names["sans"], m.size * (0.95 if m.fold else 0.8))
        if m.fold and page.number % 2 == 0:
            canvas.drawString(m.outer + shift, base, str(page.number))
        elif m.fold:
            canvas.drawRightString(m.right + shift, base, str(page.number))
        else:
            canvas.drawRightString(m.right, base, imprint.terms.page.format(number=page.number, pages=of))


@contextmanager
def marked_artifact(canvas: Any) -> Iterator[None]:
    """Mark what is drawn as an artifact (PDF 1.7, 14.8.2.2), so that screen readers skip it."""
    canvas.addLiteral("/Artifact BMC")
    yield
    canvas.addLiteral("EMC")


def _truncate_heading(canvas: Any, text: str, width: float) -> str:
    """Truncate a heading to a width, between words or, if there is only one, inside it."""
    kept = " ".join(text.split())
    if canvas.stringWidth(kept) <= width:
        return kept
    while kept and canvas.stringWidth(f"{kept} \u2026") > width:
        kept = kept.rpartition(" ")[0] or kept[:-1]
    return f"{kept} \u2026"


_LARGEST = 1.8  # of the natural size of the cover figure
_PICTURE = 25.0 * MM  # the least height for the cover figure


def draw_title_page(canvas: Any, imprint: Imprint, compositor: Compositor, end: Flowable | None) -> None:
    """Draw the title page, and the colophon on it if `end` is given.

    Elements are drawn in reading order, so that the text is extracted in that order. Reports what does not fit (GF301).
    """
    m = compositor.measures
    players = m.bottom
    lines = _join_facts(imprint.facts, compositor)
    credits_end = players + m.leading * (0.9 + 1.3 * len(lines)) if lines else players
    top = m.height - m.depth * 0.07 - (m.height - m.top)
    top = _draw_centered(canvas, compositor, imprint.title, "serif-bold", _title_size(imprint.title, compositor), top)
    if imprint.about:
        top = _draw_centered(canvas, compositor, imprint.about, "serif-italic", m.size * 1.3, top - m.leading)
    room = end.wrap(m.measure, m.depth)[1] + m.leading if end else 0.0
    _draw_cover(canvas, imprint.cover, compositor, top, credits_end + room + m.leading * 0.5)
    if end:
        end.drawOn(canvas, m.left, credits_end)
    for number, line in enumerate(reversed(lines)):
        _draw_line(canvas, compositor, line, "sans-bold", m.size * 1.05, players + number * m.leading * 1.3)


def _join_facts(facts: Sequence[str], compositor: Compositor) -> list[str]:
    """Return the facts of the title page in as few lines as hold them."""
    m, lines = compositor.measures, list[str]()
    for fact in facts:
        joined = f"{lines[-1]} \u00b7 {fact}" if lines else fact
        fits = stringWidth(joined, compositor.names["sans-bold"], m.size * 1.05) <= m.measure + m.hang
        lines = [*lines[:-1], joined] if fits and lines else [*lines, fact]
    return lines


def _title_size(title: str, compositor: Compositor) -> float:
    """Return the type size of the title, pt: as large as its longest word allows, up to a limit."""
    m = compositor.measures
    widest = max(stringWidth(word, compositor.names["serif-bold"], 1) for word in title.split())
    return float(min(m.size * 5.6, m.measure * 0.93 / widest))


def _draw_centered(canvas: Any, compositor: Compositor, text: str, face: FaceName, size: float, top: float) -> float:
    """Draw centered lines of similar length; return the position of their lower edge."""
    m = compositor.measures
    style = compositor.make_style(face, size, size * 1.16, alignment=ALIGNMENTS["center"])
    lines = compositor.balance_lines((StyledText(text, face, 0),), style, m.measure)
    height = lines.wrap(m.measure, m.depth)[1]
    lines.drawOn(canvas, (m.width - m.measure) / 2, top - height)
    return float(top - height)


def _draw_line(canvas: Any, compositor: Compositor, text: str, face: FaceName, size: float, base: float) -> None:
    if stringWidth(text, compositor.names[face], size) > compositor.measures.measure + compositor.measures.hang:
        message = f"the line {text!r} is too wide for the title page"
        compositor.findings.append(Finding("GF301", Place(compositor.place_file), message))
    canvas.setFont(compositor.names[face], size)
    canvas.drawCentredString(compositor.measures.width / 2, base, text)


def _draw_cover(canvas: Any, name: str | None, compositor: Compositor, top: float, bottom: float) -> None:
    """Draw the cover figure, if any, in the space between the texts; report a lack of space (GF301)."""
    m = compositor.measures
    top -= m.leading * 2 if name else 0.0
    if top - bottom < (_PICTURE if name else 0.0):
        message = "the title page has no room for its texts" + (f" and the figure {name!r}" if name else "")
        compositor.findings.append(Finding("GF301", Place(compositor.place_file), message))
    elif name:
        _draw_picture(canvas, name, compositor.figures, m, top, bottom)


def _draw_picture(
    canvas: Any, name: str, figures: Mapping[str, Figure], m: PageMeasures, top: float, bottom: float
) -> None:
    figure = figures[name]
    scale = min(MM * _LARGEST * m.scale, (m.measure + m.hang) / figure.width, (top - bottom) / figure.height)
    left = (m.width - figure.width * scale) / 2
    upper = (top + bottom + figure.height * scale) / 2
    draw_marked(canvas, name, figure.alt, figure.draw, (scale, 0, 0, -scale, left, upper))


def make_colophon(imprint: Imprint, compositor: Compositor) -> Stack:
    """Return credits, notice, version and build under a hairline, kept together."""
    m = compositor.measures
    style = compositor.make_style("sans", m.size * 0.8, m.leading * 0.8, spaceAfter=m.leading * 0.3)
    lines = [
        compositor.make_prose((StyledText(line, "sans", 0),), style)
        for line in (*imprint.credits, imprint.notice, imprint.edition)
        if line
    ]

    def draw_rule(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(FINE)
        canvas.line(0, height + m.leading * 0.5, width, height + m.leading * 0.5)

    return Stack(lines, StackStyle(before=m.leading * 2, first=draw_rule, whole=m.depth))
