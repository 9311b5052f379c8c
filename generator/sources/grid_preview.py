"""Draw what was found on the pages of PDFs: a number on each card, and the places of backs."""

from collections.abc import Sequence
from io import BytesIO
from math import ceil

from PIL import Image, ImageDraw, ImageFont

from generator.geometry.types import Box
from generator.sources.pdf_deck import FoundPage

_WIDTH = 420  # pixels of a page
_ABREAST = 4
_MOST_SHOWN = 40  # pages
_SPACE = 16
_FRONT, _BACK, _BLANK = (214, 30, 30), (20, 90, 200), (150, 150, 150)


def draw_preview(pages: Sequence[FoundPage]) -> bytes:
    """Return a PNG of the pages, at most forty: fronts in red with their numbers, backs in blue, blank places gray."""
    drawn = [_draw_page(page) for page in pages[:_MOST_SHOWN]]
    columns = min(_ABREAST, len(drawn))
    high = max(image.height for image in drawn) + _SPACE
    whole = Image.new("RGB", (columns * (_WIDTH + _SPACE) + _SPACE, ceil(len(drawn) / columns) * high + _SPACE), "#ddd")
    for at, image in enumerate(drawn):
        row, column = divmod(at, columns)
        whole.paste(image, (_SPACE + column * (_WIDTH + _SPACE), _SPACE + row * high))
    out = BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def _draw_page(found: FoundPage) -> Image.Image:
    art = found.page.art
    scale = _WIDTH / art.width
    image = found.page.image.resize((_WIDTH, round(art.height * scale)))
    pen = ImageDraw.Draw(image)
    shown = {spot.box for _, spot in found.fronts} | {spot.box for spot in found.backs}
    for cell in found.grid.list_cells():
        if cell not in shown:
            _draw_box(pen, cell, scale, _BLANK)
    for spot in found.backs:
        _draw_box(pen, spot.box, scale, _BACK)
    for number, spot in found.fronts:
        _draw_box(pen, spot.box, scale, _FRONT, str(number))
    return image


def _draw_box(pen: ImageDraw.ImageDraw, cell: Box, scale: float, color: tuple[int, int, int], words: str = "") -> None:
    x, y, width, height = (round(each * scale) for each in cell)
    pen.rectangle((x, y, x + width, y + height), outline=color, width=2)
    if words:
        font = ImageFont.load_default(18)
        left, top, right, bottom = pen.textbbox((x + 6, y + 4), words, font=font)
        pen.rectangle((left - 3, top - 3, right + 3, bottom + 3), fill=color)
        pen.text((x + 6, y + 4), words, fill="white", font=font)
