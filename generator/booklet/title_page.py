"""The imprint goes in, a drawn title page and the flowable of the colophon come out."""

from collections.abc import Mapping
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from generator.booklet.blocks import Face, Run
from generator.booklet.compositor import ALIGN, Compositor
from generator.booklet.imprint import Imprint
from generator.booklet.page_layout import FINE, MM, Measures
from generator.booklet.plate import marked
from generator.booklet.stack import Setting, Stack
from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.place import Place

_LARGEST = 1.8  # of its natural size, for the picture
_PICTURE = 25.0 * MM  # the room of the picture, at the least
SMALL = 2.75 * MM  # capitals of 1.8 mm, the least that any page has


def draw_title_page(canvas: Any, imprint: Imprint, by: Compositor, end: Flowable | None) -> None:
    """Draw title, about line, picture, the credits if `end` holds them, players and version, from the top to the foot.

    What stands at the foot is drawn last, so that text is found in the order in which it is read. GF301 is noted where
    it does not fit the page.
    """
    m = by.measures
    players = m.bottom + m.leading * 1.3
    credits_end = players + m.leading * 2.2 if imprint.players else players
    top = m.height - m.depth * 0.07 - (m.height - m.top)
    top = _centered(canvas, by, imprint.title, "serif-bold", _title_size(imprint.title, by), top)
    if imprint.about:
        top = _centered(canvas, by, imprint.about, "serif-italic", m.size * 1.3, top - m.leading)
    room = end.wrap(m.measure, m.depth)[1] + m.leading if end else 0.0
    _cover(canvas, imprint.cover, by, top, credits_end + room + m.leading * 0.5)
    if end:
        end.drawOn(canvas, m.left, credits_end)
    _line(canvas, by, imprint.players, "sans-bold", m.size * 1.05, players)
    _line(canvas, by, _edition(imprint), "sans", SMALL * m.scale, m.bottom)


def _edition(imprint: Imprint) -> str:
    terms = imprint.terms
    return f"{terms.version.format(version=imprint.version)} \u00b7 {terms.build.format(build=imprint.build)}"


def _title_size(title: str, by: Compositor) -> float:
    """Return the size at which the longest word fits the column, pt, and no more than is handsome."""
    m = by.measures
    widest = max(stringWidth(word, by.names["serif-bold"], 1) for word in title.split())
    return float(min(m.size * 5.6, m.measure * 0.93 / widest))


def _centered(canvas: Any, by: Compositor, text: str, face: Face, size: float, top: float) -> float:
    """Draw lines of about one length in the middle of the page; return where they end."""
    m = by.measures
    style = by.style(face, size, size * 1.16, alignment=ALIGN["center"])
    lines = by.balanced((Run(text, face, 0),), style, m.measure)
    height = lines.wrap(m.measure, m.depth)[1]
    lines.drawOn(canvas, (m.width - m.measure) / 2, top - height)
    return float(top - height)


def _line(canvas: Any, by: Compositor, text: str, face: Face, size: float, base: float) -> None:
    if stringWidth(text, by.names[face], size) > by.measures.measure + by.measures.hang:
        message = f"the line {text!r} is wider than the title page"
        by.findings.append(Finding("GF301", Place(by.place_file), message))
    canvas.setFont(by.names[face], size)
    canvas.drawCentredString(by.measures.width / 2, base, text)


def _cover(canvas: Any, name: str | None, by: Compositor, top: float, bottom: float) -> None:
    """Draw the picture, if there is one, between what stands above and below it; GF301 is noted where these meet."""
    m = by.measures
    top -= m.leading * 2 if name else 0.0
    if top - bottom < (_PICTURE if name else 0.0):
        message = "the title page is too small for its texts" + (f" and the figure {name!r}" if name else "")
        by.findings.append(Finding("GF301", Place(by.place_file), message))
    elif name:
        _picture(canvas, name, by.figures, m, top, bottom)


def _picture(canvas: Any, name: str, figures: Mapping[str, Figure], m: Measures, top: float, bottom: float) -> None:
    figure = figures[name]
    scale = min(MM * _LARGEST * m.scale, (m.measure + m.hang) / figure.width, (top - bottom) / figure.height)
    left = (m.width - figure.width * scale) / 2
    upper = (top + bottom + figure.height * scale) / 2
    marked(canvas, name, figure.alt, figure.draw, (scale, 0, 0, -scale, left, upper))


def colophon(imprint: Imprint, by: Compositor) -> Stack | None:
    """Return credits and notice below a fine line, kept together, or nothing where there is nothing to say."""
    m = by.measures
    style = by.style("sans", m.size * 0.8, m.leading * 0.8, spaceAfter=m.leading * 0.3)
    lines = [by.prose((Run(line, "sans", 0),), style) for line in (*imprint.credits, imprint.notice) if line]

    def rule(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(FINE)
        canvas.line(0, height + m.leading * 0.5, width, height + m.leading * 0.5)

    return Stack(lines, Setting(before=m.leading * 2, first=rule, whole=m.depth)) if lines else None
