"""Draw the jacket of a booklet: art that fills the first and the last page, and the words on it."""

from typing import Any

from msgspec.structs import replace
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth

from generator.booklet.blocks import FaceName, Imprint, StyledText
from generator.booklet.compositor import ALIGNMENTS, Compositor
from generator.booklet.figures import draw_marked
from generator.booklet.page_layout import MM, STRONG
from generator.booklet.structure import StructureElement, marked_artifact
from generator.language.direction import direct_text
from generator.model.finding import Finding, Place
from generator.model.game_entries import ArtBox, JacketData

_TEXT = 9.5  # pt: the text where the art has the size that it was drawn in; it grows with the art
_LARGEST, _LEAST = 11.0, 1.6  # of the title, in sizes of that text
_ABOUT = 1.25  # of the line below the title, likewise
_SIGN = 2.6  # the height of a sign, likewise
_TITLE_LEADING, _ABOUT_LEADING = 1.02, 1.25
_STEPS = 24  # in which the title is made smaller until it fits


def draw_front(canvas: Any, imprint: Imprint, jacket: JacketData, compositor: Compositor) -> None:
    """Draw the title page: the art, the title and the line below it, the facts and the designers."""
    m, figure = compositor.measures, compositor.figures[jacket.front]
    scale = max(m.width / figure.width, m.height / figure.height)
    left, top = (m.width - figure.width * scale) / 2, (m.height + figure.height * scale) / 2
    element = StructureElement("Figure", compositor.tags.front, figure.alt)
    draw_marked(canvas, jacket.front, element, figure.draw, (scale, 0, 0, -scale, left, top))

    def place(box: ArtBox) -> tuple[float, float, float, float]:
        x, y, width, height = (each * scale for each in box)
        return left + x, top - y - height, width, height

    sized = replace(compositor, measures=replace(m, size=_TEXT * scale / MM))
    _draw_title(canvas, imprint, place(jacket.title), sized)
    _draw_facts(canvas, imprint, place(jacket.facts), sized)
    canvas.setFillColor(HexColor("#000000"))


def draw_back(canvas: Any, imprint: Imprint, compositor: Compositor) -> None:
    """Draw the art of the back cover, if any, stretched to the page: a frame fits every paper."""
    name = imprint.jacket.back if imprint.jacket else ""
    if not name:
        return
    m, figure = compositor.measures, compositor.figures[name]
    with marked_artifact(canvas):
        matrix = (m.width / figure.width, 0, 0, -m.height / figure.height, 0, m.height)
        draw_marked(canvas, name, None, figure.draw, matrix)


def lift_imprint(imprint: Imprint, compositor: Compositor) -> float:
    """Return by how much the imprint stands higher on a back cover whose frame is larger than it was drawn, pt."""
    name, m = imprint.jacket.back if imprint.jacket else "", compositor.measures
    return m.bottom * max(m.height / (compositor.figures[name].height * MM) - 1, 0.0) if name else 0.0


def _draw_title(canvas: Any, imprint: Imprint, box: tuple[float, float, float, float], compositor: Compositor) -> None:
    """Draw the title as large as its box allows, and the line below it; report what does not fit (GF301)."""
    x, y, width, height = box
    names, words = compositor.names, imprint.title.split(" ")  # a narrow space keeps what it separates together
    widest = max(stringWidth(word, names[_title_face(imprint)], 1) for word in words)
    largest = min(compositor.measures.size * _LARGEST, width / widest)
    trial = compositor.compose_within(StructureElement(""))
    least = compositor.measures.size * _LEAST
    sizes = (largest * (1 - step / _STEPS) for step in range(_STEPS))
    size = next(
        (each for each in sizes if each >= least and _stack_title(imprint, trial, each, width)[1] <= height), 0.0
    )
    if not size:
        _report(compositor, "the title and the line below it do not fit their place on the jacket")
        return
    lines, tall = _stack_title(imprint, compositor, size, width)
    top = y + (height + tall) / 2
    for line in lines:
        line.drawOn(canvas, x, top - line.height)
        top -= line.height + line.getSpaceAfter()


def _title_face(imprint: Imprint) -> FaceName:
    return "display" if imprint.has_display else "serif-bold"


def _stack_title(imprint: Imprint, compositor: Compositor, size: float, width: float) -> tuple[list[Any], float]:
    """Return the title in a size (pt) and the line below it, and how high they are."""
    small = compositor.measures.size * _ABOUT
    texts: tuple[tuple[str, FaceName, float, float, str], ...] = (
        (imprint.title, _title_face(imprint), size, size * _TITLE_LEADING, "H1"),
        (imprint.about, "serif-italic", small, small * _ABOUT_LEADING, "P"),
    )
    lines = []
    for text, face, points, leading, kind in texts:
        if text:
            style = compositor.make_style(
                face, points, leading, alignment=ALIGNMENTS["center"], textColor=HexColor(imprint.jacket_paint),
                spaceAfter=leading * 0.25,
            )  # fmt: skip
            lines.append(compositor.balance_lines((StyledText(text, face, 0),), style, width, kind))
    return lines, sum(line.wrap(width, size)[1] + line.getSpaceAfter() for line in lines)


def _draw_facts(canvas: Any, imprint: Imprint, box: tuple[float, float, float, float], compositor: Compositor) -> None:
    """Draw the facts side by side, each below its sign, and the designers below them (GF301 if they do not fit)."""
    x, y, width, height = box
    m, names, paint = compositor.measures, compositor.names, HexColor(imprint.jacket_paint)
    size, sign = m.size * 0.95, m.size * _SIGN
    base = y + (size * 2.1 if imprint.designers else size * 0.3)
    widths = [max(stringWidth(fact, names["sans-bold"], size), sign) for fact in imprint.facts]
    gap = (width - sum(widths)) / max(len(widths), 1)
    if gap < size * 0.5 or base + size * 1.4 + sign > y + height:
        _report(compositor, "players, age and minutes do not fit their place on the jacket")
    at = x + gap / 2
    for fact, drawn, wide in zip(imprint.facts, imprint.signs, widths, strict=True):
        middle = at + wide / 2
        _draw_words(canvas, fact, (middle, base), size, paint, compositor=compositor)
        with marked_artifact(canvas):
            canvas.saveState()
            canvas.translate(middle, base + size * 1.4 + sign / 2)
            _draw_sign(canvas, drawn, sign, paint, names["sans-bold"])
            canvas.restoreState()
        at += wide + gap
    if imprint.designers:
        _draw_words(
            canvas, imprint.designers, (x + width / 2, y + size * 0.3), size * 1.05, paint, compositor=compositor
        )


def _draw_words(
    canvas: Any, text: str, at: tuple[float, float], size: float, paint: Color, *, compositor: Compositor
) -> None:
    with canvas.tags.describe(compositor.add_element("P")):
        canvas.setFillColor(paint)
        canvas.setFont(compositor.names["sans-bold"], size)
        canvas.drawCentredString(*at, direct_text(text, compositor.rtl))


def _draw_sign(canvas: Any, drawn: str, high: float, paint: Color, font: str) -> None:
    """Draw two people, a clock, or a text in a ring, around 0, 0 and `high` pt."""
    r = high / 2
    canvas.setFillColor(paint)
    canvas.setStrokeColor(paint)
    canvas.setLineWidth(STRONG)
    if drawn == "players":
        for x, k in ((-r * 0.62, 0.82), (r * 0.45, 1.0)):
            _draw_person(canvas, x, -r, high * k)
        return
    canvas.circle(0, 0, r - STRONG / 2, stroke=1, fill=0)
    if drawn == "clock":
        canvas.setLineCap(1)
        canvas.lines([(0, 0, 0, r * 0.62), (0, 0, r * 0.42, -r * 0.2)])
        return
    canvas.setFont(font, high * 0.44)
    canvas.drawCentredString(0, -high * 0.15, drawn)


def _draw_person(canvas: Any, x: float, y: float, high: float) -> None:
    """Draw a head and shoulders, with the middle of their foot at x, y."""
    wide = high * 0.3
    canvas.circle(x, y + high * 0.77, high * 0.21, stroke=0, fill=1)
    path = canvas.beginPath()
    path.moveTo(x - wide, y)
    path.lineTo(x - wide, y + high * 0.2)
    path.curveTo(x - wide, y + high * 0.62, x + wide, y + high * 0.62, x + wide, y + high * 0.2)
    path.lineTo(x + wide, y)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def _report(compositor: Compositor, message: str) -> None:
    compositor.findings.append(Finding("GF301", Place(compositor.place_file), message))
