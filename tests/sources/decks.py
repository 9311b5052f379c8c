"""Decks as print-and-play PDFs lay them out, drawn by reportlab."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from generator.model.finding import DataError
from generator.sources.choices import PdfOptions, SourceFile
from generator.sources.pdf_deck import PdfDeck, find_cards
from tests.pdf.documents import A4, make_pdf

Box = tuple[float, float, float, float]
DrawCell = Callable[[Canvas, Box, str], None]


def find(folder: Path, data: bytes, **told: object) -> PdfDeck:
    """Return what is found in a PDF."""
    path = folder / "deck.pdf"
    path.write_bytes(data)
    return find_cards([SourceFile("deck.pdf", path)], PdfOptions(**told))  # type: ignore[arg-type]


def refuse(folder: Path, data: bytes, **told: object) -> str:
    """Return why a PDF is refused, in the one line that tells it."""
    try:
        find(folder, data, **told)
    except DataError as error:
        (finding,) = error.findings
        assert finding.code == "GF380"
        return finding.message
    raise AssertionError("it was taken")


def spots(deck: PdfDeck, side: str = "front") -> list[str]:
    """Return pages and places of the cards, such as `1@20,30`."""
    found = []
    for card in deck.cards:
        told = getattr(card, side)
        found.append("-" if told is None else told.partition("#page=")[2].partition("&size")[0].replace("&at=", "@"))
    return found


def cells(
    x: float, y: float, size: tuple[float, float], grid: tuple[int, int], gap: tuple[float, float] = (0, 0)
) -> list[Box]:
    """Return places row by row, in mm from the top left."""
    wide, high = size
    return [
        (x + c * (wide + gap[0]), y + r * (high + gap[1]), wide, high) for r in range(grid[1]) for c in range(grid[0])
    ]


def flip(box: Box, page: tuple[float, float] = A4) -> Box:
    """Return a box from the bottom left of its page."""
    x, y, wide, high = box
    return x, page[1] - y - high, wide, high


def write_words(canvas: Canvas, box: Box, words: str) -> None:
    x, y, wide, high = box
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", 4)
    canvas.drawCentredString(x + wide / 2, y + high / 2, words)


def draw_art(canvas: Canvas, box: Box, words: str) -> None:
    """Draw a card whose art reaches its edges, in a color of its own."""
    seed = sum(map(ord, words))
    canvas.setFillColorRGB(seed * 7 % 10 / 10, seed * 3 % 10 / 10, 0.4)
    canvas.rect(*box, stroke=0, fill=1)
    write_words(canvas, box, words)


def draw_frame(canvas: Canvas, box: Box, words: str) -> None:
    """Draw a white card in a thin line."""
    canvas.setStrokeColorRGB(0.5, 0.5, 0.5)
    canvas.setLineWidth(0.2)
    canvas.rect(*box, stroke=1, fill=0)
    write_words(canvas, box, words)


def draw_back(canvas: Canvas, box: Box, words: str) -> None:
    """Draw a dark back with a word that nobody reads."""
    canvas.setFillColorRGB(0.1, 0.2, 0.5)
    canvas.rect(*box, stroke=0, fill=1)


def draw_crop_marks(canvas: Canvas, box: Box, away: float = 1.0) -> None:
    x, y, wide, high = box
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(0.15)
    for place in (x, x + wide):
        canvas.line(place, y - away - 3, place, y - away)
        canvas.line(place, y + high + away, place, y + high + away + 3)
    for place in (y, y + high):
        canvas.line(x - away - 3, place, x - away, place)
        canvas.line(x + wide + away, place, x + wide + away + 3, place)


def page_of(
    places: Sequence[Box], draw: DrawCell, name: str = "card", size: tuple[float, float] = A4
) -> Callable[[Canvas], None]:
    """Return a page with cards in some places."""

    def draw_page(canvas: Canvas) -> None:
        for number, place in enumerate(places, 1):
            draw(canvas, flip(place, size), f"{name} {number}")

    return draw_page


def page_of_pixels(places: Sequence[Box], size: tuple[float, float] = A4, dpi: float = 100) -> Callable[[Canvas], None]:
    """Return a page that is one picture, as programs of paint save it."""
    scale = dpi / 25.4
    image = Image.new("RGB", (round(size[0] * scale), round(size[1] * scale)), "white")
    pen = ImageDraw.Draw(image)
    for number, (x, y, wide, high) in enumerate(places):
        box = tuple(round(each * scale) for each in (x, y, x + wide, y + high))
        pen.rectangle(box, fill=(40 + 20 * number, 90, 200 - 15 * number))
    out = BytesIO()
    image.save(out, "PNG")
    return lambda canvas: canvas.drawImage(ImageReader(BytesIO(out.getvalue())), 0, 0, *size)


def deck_of(*pages: Callable[[Canvas], None], size: tuple[float, float] = A4) -> bytes:
    return make_pdf(*pages, size=size)
