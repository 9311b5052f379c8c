"""Draw the deck with svglib: one SVG for each card, on reportlab's canvas.

Arguments: a folder with deck/ and fonts/, the path of the PDF, and whether cards have backs (yes or no).
"""

import csv
import sys
from io import StringIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reportlab.graphics import renderPDF
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import register_font
from svglib.svglib import svg2rlg

NINE = [(10.5 + 63 * column, 16.5 + 88 * row) for row in range(3) for column in range(3)]
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect x="2" y="2" width="59" height="84" rx="3" fill="none" stroke="{paint}" stroke-width="0.7"/>
<rect x="5" y="5" width="53" height="10" rx="2" fill="{paint}"/>
<text x="31.5" y="11.7" font-family="Semibold" font-size="5" fill="#ffffff" text-anchor="middle">{title}</text>
<g transform="translate(19.5 22)">
<path d="M12 12 C8 10 6 6 12 1 C18 6 16 10 12 12 Z" fill="{paint}"/>
<path d="M12 12 C14 8 18 6 23 12 C18 18 14 16 12 12 Z" fill="{light}"/>
<path d="M12 12 C16 14 18 18 12 23 C6 18 8 14 12 12 Z" fill="{paint}"/>
<path d="M12 12 C10 16 6 18 1 12 C6 6 10 8 12 12 Z" fill="{light}"/>
</g>
{lines}
<circle cx="52.5" cy="78" r="5.5" fill="{paint}"/>
<text x="52.5" y="80.3" font-family="Bold" font-size="7" fill="#ffffff" text-anchor="middle">{number}</text>
</svg>
"""
BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect x="2" y="2" width="59" height="84" rx="3" fill="none" stroke="#0072b2" stroke-width="0.7"/>
{discs}
</svg>
"""


def parse_svg(svg: str) -> Any:
    """Return svglib's drawing of an SVG."""
    return svg2rlg(StringIO(svg))


def draw_card(row: dict[str, str]) -> Any:
    """Return the drawing of a card, its text wrapped by reportlab at 53 mm."""
    lines = simpleSplit(row["text"], "Regular", 3.8, 53)
    texts = [
        f'<text x="5" y="{56 + 5 * n}" font-family="Regular" font-size="3.8">{escape(line)}</text>'
        for n, line in enumerate(lines)
    ]
    return parse_svg(CARD.format(**{name: escape(value) for name, value in row.items()}, lines="\n".join(texts)))


def draw_back() -> Any:
    """Return the drawing of the back that all cards share."""
    disc = '<circle cx="{}" cy="{}" r="6" fill="#80b8d8"/>'
    discs = [disc.format(13.5 + 18 * column, 12 + 16 * row) for row in range(5) for column in range(3)]
    return parse_svg(BACK.format(discs="\n".join(discs)))


def draw_sheet(canvas: Canvas, drawings: list[Any]) -> None:
    """Draw up to nine drawings and the crop marks, and end the page."""
    for (x, y), one in zip(NINE, drawings, strict=False):
        renderPDF.draw(one, canvas, x * mm, (297 - y - 88) * mm)
    canvas.setLineWidth(0.2 * mm)
    canvas.setStrokeColorRGB(0, 0, 0)
    for x in (10.5, 73.5, 136.5, 199.5):
        canvas.line(x * mm, 10.5 * mm, x * mm, 14.5 * mm)
        canvas.line(x * mm, 282.5 * mm, x * mm, 286.5 * mm)
    for y in (16.5, 104.5, 192.5, 280.5):
        canvas.line(4.5 * mm, y * mm, 8.5 * mm, y * mm)
        canvas.line(201.5 * mm, y * mm, 205.5 * mm, y * mm)
    canvas.showPage()


def draw_deck(folder: Path, out: str, backs: bool) -> None:
    """Draw the deck."""
    for name in ("Regular", "Semibold", "Bold"):
        register_font(name, str(folder / "fonts" / f"SourceSansPro-{name}.ttf"))
    canvas = Canvas(out, pagesize=A4)
    one_back = draw_back() if backs else None
    with (folder / "deck" / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for start in range(0, len(rows), 9):
        nine = rows[start : start + 9]
        draw_sheet(canvas, [draw_card(row) for row in nine])
        if backs:
            draw_sheet(canvas, [one_back] * len(nine))
    canvas.save()


if __name__ == "__main__":
    draw_deck(Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "yes")
