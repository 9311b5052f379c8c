"""Draw the board with svglib: one SVG on reportlab's canvas.

Arguments: a folder with deck/ and fonts/, and the path of the PDF.
"""

import csv
import sys
from io import StringIO
from pathlib import Path

from reportlab.graphics import renderPDF
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import register_font
from svglib.svglib import svg2rlg

BOARD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="162.5mm" height="260mm" viewBox="0 0 162.5 260">
{cells}
</svg>
"""
CELL = """\
<g transform="translate({x} {y})">
<rect width="6.5" height="6.5" fill="{fill}" stroke="#000000" stroke-width="0.2"/>
<text x="0.6" y="2.4" font-family="Regular" font-size="2">{label}</text>{cross}
</g>"""
CROSS = '\n<path d="M2 3 L4.5 5.5 M4.5 3 L2 5.5" fill="none" stroke="#000000" stroke-width="0.35"/>'

folder, out = Path(sys.argv[1]), sys.argv[2]
register_font("Regular", str(folder / "fonts" / "SourceSansPro-Regular.ttf"))
with (folder / "deck" / "cells.csv").open(encoding="utf-8", newline="") as file:
    cells = [CELL.format(**row, cross=CROSS if row["castle"] else "") for row in csv.DictReader(file)]
canvas = Canvas(out, pagesize=A4, pageCompression=1)
renderPDF.draw(svg2rlg(StringIO(BOARD.format(cells="\n".join(cells)))), canvas, 23.75 * mm, 18.5 * mm)
canvas.showPage()
canvas.save()
