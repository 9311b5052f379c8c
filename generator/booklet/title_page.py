"""The title page and the colophon."""

from collections.abc import Mapping
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from generator.booklet.blocks import FaceName, Imprint, StyledText
from generator.booklet.compositor import ALIGNMENTS, Compositor
from generator.booklet.figures import draw_marked
from generator.booklet.page_layout import FINE, MM, PageMeasures
from generator.booklet.stack import Stack, StackStyle
from generator.model.figure import Figure
from generator.model.finding import Finding, Place

_LARGEST = 1.8  # of the natural size of the cover figure
_PICTURE = 25.0 * MM  # the least height for the cover figure
_SMALLEST = 2.75 * MM  # capitals of 1.8 mm, the smallest type on any page


def draw_title_page(canvas: Any, imprint: Imprint, compositor: Compositor, end: Flowable | None) -> None:
    """Draw the title page, and the colophon on it if `end` is given.

    Elements are drawn in reading order, so that the text is extracted in that order. Reports what does not fit (GF301).
    """
    m = compositor.measures
    players = m.bottom + m.leading * 1.3
    credits_end = players + m.leading * 2.2 if imprint.players else players
    top = m.height - m.depth * 0.07 - (m.height - m.top)
    top = _draw_centered(canvas, compositor, imprint.title, "serif-bold", _title_size(imprint.title, compositor), top)
    if imprint.about:
        top = _draw_centered(canvas, compositor, imprint.about, "serif-italic", m.size * 1.3, top - m.leading)
    room = end.wrap(m.measure, m.depth)[1] + m.leading if end else 0.0
    _draw_cover(canvas, imprint.cover, compositor, top, credits_end + room + m.leading * 0.5)
    if end:
        end.drawOn(canvas, m.left, credits_end)
    _draw_line(canvas, compositor, imprint.players, "sans-bold", m.size * 1.05, players)
    _draw_line(canvas, compositor, _edition_line(imprint), "sans", _SMALLEST * m.scale, m.bottom)


def _edition_line(imprint: Imprint) -> str:
    terms = imprint.terms
    return f"{terms.version.format(version=imprint.version)} \u00b7 {terms.build.format(build=imprint.build)}"


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


def make_colophon(imprint: Imprint, compositor: Compositor) -> Stack | None:
    """Return credits and notice under a hairline, kept together, or None if there are none."""
    m = compositor.measures
    style = compositor.make_style("sans", m.size * 0.8, m.leading * 0.8, spaceAfter=m.leading * 0.3)
    lines = [
        compositor.make_prose((StyledText(line, "sans", 0),), style)
        for line in (*imprint.credits, imprint.notice)
        if line
    ]

    def draw_rule(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(FINE)
        canvas.line(0, height + m.leading * 0.5, width, height + m.leading * 0.5)

    return Stack(lines, StackStyle(before=m.leading * 2, first=draw_rule, whole=m.depth)) if lines else None
