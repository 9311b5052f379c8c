"""Draw the title page of a booklet, and compose the credits at its end."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from generator.booklet.blocks import BUILD_NUMBER, FaceName, Imprint, StyledText
from generator.booklet.build_number import STAND_IN, place_build_number
from generator.booklet.compositor import ALIGNMENTS, Compositor
from generator.booklet.figures import draw_marked
from generator.booklet.flowables import draw_rule
from generator.booklet.jacket import draw_front
from generator.booklet.page_layout import FINE, MM, PageMeasures
from generator.booklet.stack import Stack, StackStyle
from generator.booklet.structure import StructureElement
from generator.language.direction import direct_text
from generator.model.figure import Figure
from generator.model.finding import Finding, Place

_LARGEST = 1.8  # of the natural size of the cover figure
_PICTURE = 25.0 * MM  # the least height for the cover figure


def draw_title_page(canvas: Any, imprint: Imprint, compositor: Compositor, end: Flowable | None) -> None:
    """Draw the title page, and the colophon on it if `end` is given.

    Elements are drawn in reading order, so that the text is extracted in that order. Reports what does not fit (GF301).
    """
    m = compositor.measures
    compositor = compositor.compose_within(compositor.tags.front)
    if imprint.jacket:
        draw_front(canvas, imprint, imprint.jacket, compositor)
        if end:
            end.wrap(m.measure, m.depth)
            end.drawOn(canvas, m.left, m.bottom)
        return
    players = m.bottom
    lines = _join_facts(imprint.facts, compositor)
    credits_end = players + m.leading * (0.9 + 1.3 * len(lines)) if lines else players
    top = m.height - m.depth * 0.07 - (m.height - m.top)
    top = _draw_centered(
        canvas, compositor, imprint.title, _title_face(imprint), _title_size(imprint, compositor), top=top, kind="H1"
    )
    if imprint.about:
        top = _draw_centered(canvas, compositor, imprint.about, "serif-italic", m.size * 1.3, top=top - m.leading)
    room = end.wrap(m.measure, m.depth)[1] + m.leading if end else 0.0
    _draw_cover(canvas, imprint.cover, compositor, top, credits_end + room + m.leading * 0.5)
    if end:
        end.drawOn(canvas, m.left, credits_end)
    for number, line in reversed([*enumerate(reversed(lines))]):
        with canvas.tags.describe(compositor.add_element("P")):
            _draw_line(canvas, compositor, line, "sans-bold", m.size * 1.05, base=players + number * m.leading * 1.3)


def _join_facts(facts: Sequence[str], compositor: Compositor) -> list[str]:
    """Return the facts of the title page in as few lines as hold them."""
    m, lines = compositor.measures, list[str]()
    for fact in facts:
        joined = f"{lines[-1]} \u00b7 {fact}" if lines else fact
        fits = stringWidth(joined, compositor.names["sans-bold"], m.size * 1.05) <= m.measure + m.hang
        lines = [*lines[:-1], joined] if fits and lines else [*lines, fact]
    return lines


def _title_face(imprint: Imprint) -> FaceName:
    return "display" if imprint.has_display else "serif-bold"


def _title_size(imprint: Imprint, compositor: Compositor) -> float:
    """Return the type size of the title, pt: as large as its longest word allows, up to a limit."""
    m = compositor.measures
    widest = _widest_word(imprint, compositor)
    return float(min(m.size * 5.6, m.measure * 0.93 / widest))


def _widest_word(imprint: Imprint, compositor: Compositor) -> float:
    """Return the width of the longest word of the title in type of 1 pt."""
    words = imprint.title.strip().split(" ")  # a narrow space keeps what it separates together
    return float(max(stringWidth(word, compositor.names[_title_face(imprint)], 1) for word in words))


def _draw_centered(
    canvas: Any, compositor: Compositor, text: str, face: FaceName, size: float, top: float, kind: str = "P"
) -> float:
    """Draw centered lines of similar length; return the position of their lower edge."""
    m = compositor.measures
    style = compositor.make_style(face, size, size * 1.16, alignment=ALIGNMENTS["center"])
    lines = compositor.balance_lines((StyledText(text, face, 0),), style, m.measure, kind)
    height = lines.wrap(m.measure, m.depth)[1]
    lines.drawOn(canvas, (m.width - m.measure) / 2, top - height)
    return float(top - height)


def _draw_line(canvas: Any, compositor: Compositor, text: str, face: FaceName, size: float, base: float) -> None:
    if stringWidth(text, compositor.names[face], size) > compositor.measures.measure + compositor.measures.hang:
        message = f"the line {text!r} is too wide for the title page"
        compositor.findings.append(Finding("GF301", Place(compositor.place_file), message))
    canvas.setFont(compositor.names[face], size)
    canvas.drawCentredString(compositor.measures.width / 2, base, direct_text(text, compositor.rtl))


def _draw_cover(canvas: Any, name: str | None, compositor: Compositor, top: float, bottom: float) -> None:
    """Draw the cover figure, if any, in the space between the texts; report a lack of space (GF301)."""
    m = compositor.measures
    top -= m.leading * 2 if name else 0.0
    if top - bottom < (_PICTURE if name else 0.0):
        message = "the title page has no room for its texts" + (f" and the figure {name!r}" if name else "")
        compositor.findings.append(Finding("GF301", Place(compositor.place_file), message))
    elif name:
        _draw_picture(canvas, name, compositor.figures, m, top, bottom=bottom)


def _draw_picture(
    canvas: Any, name: str, figures: Mapping[str, Figure], m: PageMeasures, top: float, bottom: float
) -> None:
    figure = figures[name]
    element = StructureElement("Figure", canvas.tags.front, figure.alt)
    scale = min(MM * _LARGEST * m.scale, (m.measure + m.hang) / figure.width, (top - bottom) / figure.height)
    left = (m.width - figure.width * scale) / 2
    upper = (top + bottom + figure.height * scale) / 2
    draw_marked(canvas, name, element, figure.draw, (scale, 0, 0, -scale, left, upper))


def _set_edition(imprint: Imprint, compositor: Compositor, style: Any) -> Flowable:
    """Return the line that names the version and the build, whose number may be replaced later."""
    number = StyledText("", "sans", 0, icon=BUILD_NUMBER)
    runs = [StyledText(text, "sans", 0) for text in replace(imprint, build=STAND_IN).edition.split(STAND_IN)]
    line = compositor.make_prose(tuple(each for run in runs for each in (number, run))[1:], style)
    place_build_number(line.frags, imprint.build)
    return line


def make_colophon(imprint: Imprint, compositor: Compositor) -> Stack:
    """Return credits, notice, version and build under a hairline, kept together."""
    m = compositor.measures
    compositor = compositor.compose_within(compositor.tags.end)
    style = compositor.make_style("sans", m.size * 0.8, m.leading * 0.8, spaceAfter=m.leading * 0.2)
    lines = [
        compositor.make_prose((StyledText(line, "sans", 0),), style)
        for line in (*imprint.credits, imprint.notice)
        if line
    ]
    lines.append(_set_edition(imprint, compositor, style))

    def draw_colophon_rule(canvas: Any, width: float, height: float) -> None:
        draw_rule(canvas, 0, width, height + m.leading * 0.5, FINE)

    return Stack(lines, StackStyle(before=m.leading * 1.2, first=draw_colophon_rule, whole=m.depth))
