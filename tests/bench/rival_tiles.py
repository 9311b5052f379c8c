"""Draw the tiles on reportlab's canvas, with its own methods or with svglib.

Arguments: a folder with deck/, the path of the PDF, and `canvas` or `svglib`.
"""

import csv
import sys
from collections.abc import Callable
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

PORTS = ((6.67, 0), (13.33, 0), (20, 6.67), (20, 13.33), (13.33, 20), (6.67, 20), (0, 13.33), (0, 6.67))
BENDS = ((6.67, 7), (13.33, 7), (13, 6.67), (13, 13.33), (13.33, 13), (6.67, 13), (7, 13.33), (7, 6.67))
A_SHEET = 9 * 13
TILE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">
<rect x="1" y="1" width="18" height="18" rx="2" fill="{light}"/>
{curves}
</svg>
"""
Row = dict[str, str]
Draw = Callable[[Canvas, float, float, Row], None]


def read_pairs(row: Row) -> list[tuple[int, int]]:
    """Return the pairs of ports that the curves of a tile join."""
    ports = list(map(int, row["ports[]"].split()))
    return list(zip(ports[::2], ports[1::2], strict=True))


def draw_by_hand(canvas: Canvas, left: float, bottom: float, row: Row) -> None:
    """Draw a tile with the methods of the canvas."""
    canvas.saveState()
    canvas.transform(mm, 0, 0, mm, left * mm, bottom * mm)
    canvas.setFillColor(row["light"])
    canvas.roundRect(1, 1, 18, 18, 2, stroke=0, fill=1)
    canvas.setStrokeColor(row["paint"])
    canvas.setLineWidth(2)
    for one, other in read_pairs(row):
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = PORTS[one], BENDS[one], BENDS[other], PORTS[other]
        canvas.bezier(x1, 20 - y1, x2, 20 - y2, x3, 20 - y3, x4, 20 - y4)
    canvas.restoreState()


def make_svglib_drawer() -> Draw:
    """Return a function that draws a tile from its SVG."""
    from io import StringIO

    from reportlab.graphics import renderPDF
    from svglib.svglib import svg2rlg

    def draw(canvas: Canvas, left: float, bottom: float, row: Row) -> None:
        curves = []
        for one, other in read_pairs(row):
            (x1, y1), (x2, y2), (x3, y3), (x4, y4) = PORTS[one], BENDS[one], BENDS[other], PORTS[other]
            d = f"M{x1} {y1} C{x2} {y2} {x3} {y3} {x4} {y4}"
            curves.append(f'<path d="{d}" fill="none" stroke="{row["paint"]}" stroke-width="2"/>')
        svg = TILE.format(light=row["light"], curves="\n".join(curves))
        renderPDF.draw(svg2rlg(StringIO(svg)), canvas, left * mm, bottom * mm)

    return draw


def draw_crop_marks(canvas: Canvas) -> None:
    """Draw the crop marks of nine by thirteen tiles."""
    canvas.setLineWidth(0.2 * mm)
    canvas.setStrokeColorRGB(0, 0, 0)
    for x in range(15, 196, 20):
        canvas.line(x * mm, 12.5 * mm, x * mm, 16.5 * mm)
        canvas.line(x * mm, 280.5 * mm, x * mm, 284.5 * mm)
    for n in range(14):
        y = 18.5 + 20 * n
        canvas.line(9 * mm, y * mm, 13 * mm, y * mm)
        canvas.line(197 * mm, y * mm, 201 * mm, y * mm)


def draw_tiles(folder: Path, out: str, draw: Draw) -> None:
    """Draw the tiles, nine by thirteen to a page."""
    canvas = Canvas(out, pagesize=A4, pageCompression=1)
    with (folder / "deck" / "tiles.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for start in range(0, len(rows), A_SHEET):
        for n, row in enumerate(rows[start : start + A_SHEET]):
            draw(canvas, 15 + 20 * (n % 9), 297 - 18.5 - 20 * (n // 9) - 20, row)
        draw_crop_marks(canvas)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    draw_tiles(Path(sys.argv[1]), sys.argv[2], draw_by_hand if sys.argv[3] == "canvas" else make_svglib_drawer())
