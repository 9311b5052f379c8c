"""PDFs as other programs make them, made by reportlab and pikepdf, and looked at by poppler and PDFium."""

import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
LETTER, A4 = (215.9, 279.4), (210.0, 297.0)
Drawing = Callable[[Canvas], object]


def make_pdf(*pages: Drawing, size: tuple[float, float] = A4) -> bytes:
    """Return a PDF whose pages, in mm, are drawn with a canvas in mm from the bottom left."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(size[0] * MM, size[1] * MM), invariant=1)
    for draw in pages:
        canvas.saveState()
        canvas.scale(MM, MM)
        draw(canvas)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def change_pdf(data: bytes, change: Callable[[pikepdf.Pdf], object], **saved: Any) -> bytes:
    """Return a PDF after something was done to it."""
    out = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        change(pdf)
        pdf.save(out, static_id=True, **saved)
    return out.getvalue()


def render(data: bytes, dpi: float = 50.8, number: int = 0) -> Image.Image:
    """Return a page on white paper, by default with two pixels to the millimeter."""
    document = pypdfium2.PdfDocument(data)
    image: Image.Image = document[number].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    return image


def color_at(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """Return the color at a place in mm of a page that was rendered with two pixels to the millimeter."""
    red, green, blue = image.getpixel((int(x * 2), int(y * 2)))  # type: ignore[misc]
    return red, green, blue


def extract_text(data: bytes, folder: Path) -> str:
    """Return the text of a PDF, read by poppler."""
    path = folder / "text.pdf"
    path.write_bytes(data)
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
