"""Blocks and the imprint go in, the bytes of a paginated PDF come out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.platypus import Flowable

from generator.booklet.blocks import Block, Face, Heading, Run
from generator.booklet.flowables import Compositor, compose
from generator.booklet.kerned import KernedCanvas
from generator.booklet.measures import FINE, MM, Measures, measures_of
from generator.booklet.stack import Setting, Stack
from generator.booklet.typefaces import register
from generator.model.figure import Figure
from generator.model.finding import DataError
from generator.model.paper import Paper
from generator.model.picture import Font


@dataclass(frozen=True, slots=True)
class Imprint:
    """What is printed beside the rules themselves; `language` is a BCP 47 tag."""

    title: str
    version: str
    language: str
    credits: tuple[str, ...]
    notice: str
    build: str

    def texts(self) -> Iterator[tuple[str, str, Face]]:
        """Yield each text by its name, with the face that it is set in."""
        yield from (("title", self.title, face) for face in ("serif-bold", "sans"))
        yield from (("version", self.version, "sans"), ("notice", self.notice, "sans"), ("build", self.build, "sans"))
        yield from (("credits", line, "sans") for line in self.credits)


def print_booklet(
    blocks: Sequence[Block],
    imprint: Imprint,
    paper: Paper,
    fonts: Mapping[str, Font],
    place_file: str,
    figures: Mapping[str, Figure],
) -> bytes:
    """Return the PDF. Raises DataError GF301 for a table or a figure that does not fit the measure or the page."""
    by = Compositor(measures_of(paper), register(fonts), place_file, figures)
    body = _body(blocks, imprint, by)
    if by.findings:
        raise DataError(by.findings)
    pages = list(_paginate(body, by.measures))
    buffer = BytesIO()
    canvas = _canvas(buffer, imprint, by)
    for number, page in enumerate(pages, start=1):
        page.wrap(by.measures.measure, by.measures.depth)
        _head(canvas, imprint, by, number, len(pages))
        page.drawOn(canvas, by.measures.left, by.measures.top - page.height)
        _foot(canvas, imprint, by)
        canvas.showPage()
    _save(canvas)
    return buffer.getvalue()


def _body(blocks: Sequence[Block], imprint: Imprint, by: Compositor) -> Stack:
    """Return the whole booklet as one column: the title, the rules, and who is to be thanked."""
    if not (blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1):
        blocks = (Heading(1, (Run(imprint.title, "serif-bold", 0),), (1, 1), "\0title"), *blocks)
    title, *rest = compose(blocks, by, by.measures.measure)
    return Stack([title, _version(imprint, by), *rest, *_colophon(imprint, by)])


def _version(imprint: Imprint, by: Compositor) -> Flowable:
    m = by.measures
    style = by.style("sans", m.size * 0.9, m.leading)
    text = by.text((Run(f"Version {imprint.version}", "sans", 0),), style)
    return Stack((text,), Setting(indent=-m.hang, after=m.leading * 1.5, keep=True))


def _colophon(imprint: Imprint, by: Compositor) -> list[Flowable]:
    """Return credits and notice below a fine line, kept together."""
    m = by.measures
    style = by.style("sans", m.size * 0.8, m.leading * 0.8, spaceAfter=m.leading * 0.3)
    lines = [by.prose((Run(line, "sans", 0),), style) for line in (*imprint.credits, imprint.notice) if line]

    def rule(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(FINE)
        canvas.line(-m.hang, height + m.leading * 0.5, width, height + m.leading * 0.5)

    return [Stack(lines, Setting(before=m.leading * 3, first=rule, whole=m.depth))] if lines else []


def _paginate(body: Stack, m: Measures) -> Iterator[Stack]:
    """Cut the column into pages; at the top of a page something has to be placed, come what may."""
    rest: Sequence[Stack] = [body]
    while rest:
        page, *rest = rest[0].cut(m.measure, m.depth, forced=True) or rest[:1]
        yield page


def _canvas(buffer: BytesIO, imprint: Imprint, by: Compositor) -> Any:
    """Return a canvas without a trace of the clock, and without reportlab's own Helvetica."""
    m = by.measures
    canvas = KernedCanvas(
        buffer, pagesize=(m.width, m.height), invariant=1, pageCompression=1, lang=imprint.language,
        initialFontName=by.names["serif"], initialFontSize=m.size, initialLeading=m.leading,
    )  # fmt: skip
    canvas.setTitle(imprint.title)
    canvas.setAuthor("gutterfold")
    canvas.setCreator("gutterfold")
    canvas.setSubject("Rules")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.addPageLabel(0, style="ARABIC", start=1)
    canvas.showOutline()
    return canvas


def _head(canvas: Any, imprint: Imprint, by: Compositor, number: int, of: int) -> None:
    """Draw the running head; the first page has the title itself."""
    m = by.measures
    base = (m.height + m.top) / 2
    canvas.setFont(by.names["sans"], m.size * 0.8)
    if number > 1:
        canvas.drawString(m.outer, base, imprint.title)
    canvas.drawRightString(m.right, base, f"page {number} of {of}")


def _foot(canvas: Any, imprint: Imprint, by: Compositor) -> None:
    """Draw the small line by which a print is traced to its build."""
    m = by.measures
    canvas.setFont(by.names["sans"], 2.75 * MM)  # capitals of 1.8 mm, the least that any page has
    canvas.drawString(m.outer, m.bottom / 2, f"build {imprint.build}")


def _save(canvas: Any) -> None:
    """Write the file without ASCII85, which only a setting of the whole process can turn off; it is put back."""
    before = rl_config.useA85
    rl_config.useA85 = 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = before
