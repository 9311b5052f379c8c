"""Render the pages of a finished PDF to pixels, and compare them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil, floor

import pypdfium2
from PIL import Image, ImageChops

from generator.geometry.types import Box

_POINT = 72 / 25.4
_MOST_OPEN = 4  # pages that stay parsed
_SILENT = 24  # of 255: a channel that differs by less is not counted as a change; anti-aliasing of equal shapes gives 0


class RenderedPages:
    """The pages of a PDF, rendered by PDFium when asked for."""

    def __init__(self, document: "pypdfium2.PdfDocument", dpi: float) -> None:
        self._document = document
        self.dpi = dpi
        self._whole: dict[int, tuple[Image.Image, tuple[float, float]]] = {}
        self._open: dict[int, pypdfium2.PdfPage] = {}  # the last ones; a face is looked at beside many of its variants

    @property
    def scale(self) -> float:
        """Return the number of pixels in a millimeter."""
        return self.dpi / 25.4

    def list_pages(self, hidden: str = "") -> Iterator[Image.Image]:
        """Yield whole pages, in RGB on white paper; a text that is `hidden` is painted over, such as a build id."""
        for number in range(len(self._document)):
            page = self._document[number]
            try:
                image = _to_image(page.render(scale=self.dpi / 72, draw_annots=False))
                for box in _find_text(page, hidden, self.dpi / 72) if hidden else ():
                    image.paste("white", box)
                yield image
            finally:
                page.close()

    def image(self, number: int, box: Box) -> Image.Image:
        """Return what page `number`, from 0, shows in a box (left, top, right, bottom; mm), in RGB on white paper.

        The box is enlarged to whole pixels of the page, so that images of equal boxes can be compared.
        """
        page = self._open[number] = self._open.pop(number, None) or self._document[number]
        if len(self._open) > _MOST_OPEN:
            self._open.pop(next(iter(self._open))).close()
        crop = self._crop(page.get_size(), box)
        return _to_image(page.render(scale=self.dpi / 72, crop=crop, draw_annots=False, rev_byteorder=True))

    def extract_text(self, number: int, box: Box) -> str:
        """Return the text that page `number`, from 0, shows in a box (left, top, right, bottom; mm)."""
        page = self._document[number]
        shown = page.get_textpage()
        try:
            left, top, right, bottom = (each * _POINT for each in box)
            high = page.get_height()
            return str(shown.get_text_bounded(left, high - bottom, right, high - top))
        finally:
            shown.close()
            page.close()

    def part_of(self, number: int, box: Box) -> Image.Image:
        """Return what `image` does, cut out of the whole page, which is rendered once; all pages stay in memory.

        Compare no such image with one of `image`: PDFium shifts letters that cross the left edge of what it renders.
        """
        if number not in self._whole:
            page = self._document[number]
            try:
                bitmap = page.render(scale=self.dpi / 72, draw_annots=False, rev_byteorder=True)
                self._whole[number] = _to_image(bitmap), page.get_size()
            finally:
                page.close()
        whole, size = self._whole[number]
        left, bottom, right, top = (ceil(each * (self.dpi / 72)) for each in self._crop(size, box))
        return whole.crop((left, top, whole.width - right, whole.height - bottom))

    def _crop(self, size: tuple[float, float], box: Box) -> tuple[float, float, float, float]:
        """Return how much of a page (points) lies to the left of a box, below it, to its right and above it."""
        width, height = size
        left, top, right, bottom = align_to_pixels(box, self.dpi)
        return left * _POINT, height - bottom * _POINT, width - right * _POINT, top * _POINT


def _to_image(bitmap: "pypdfium2.PdfBitmap") -> Image.Image:
    """Return a bitmap in RGB; Pillow makes a copy of its own for images without alpha, as all of these are."""
    image: Image.Image = bitmap.to_pil()
    return image if image.mode == "RGB" else image.convert("RGB")


def _find_text(page: "pypdfium2.PdfPage", text: str, scale: float) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes, in pixels, of the lines in which a page shows a text: it may shift the rest of its line."""
    shown = page.get_textpage()
    search, height = shown.search(text), page.get_height()
    while found := search.get_next():
        _, bottom, _, top = shown.get_charbox(found[0], loose=True)
        first, last = (height - top) * scale, (height - bottom) * scale
        yield 0, floor(first) - 1, ceil(page.get_width() * scale) + 1, ceil(last) + 1
    search.close()
    shown.close()


@contextmanager
def render_pages(data: bytes, dpi: float) -> Iterator[RenderedPages]:
    """Yield the pages of a PDF at a resolution; close it afterwards."""
    document = pypdfium2.PdfDocument(data)
    try:
        yield RenderedPages(document, dpi)
    finally:
        document.close()


def align_to_pixels(box: Box, dpi: float) -> Box:
    """Return the box (mm) enlarged to whole pixels."""
    pixel = 25.4 / dpi
    left, top, right, bottom = box
    return (
        floor(left / pixel) * pixel,
        floor(top / pixel) * pixel,
        ceil(right / pixel) * pixel,
        ceil(bottom / pixel) * pixel,
    )


def find_changes(one: Image.Image, other: Image.Image, least: int = _SILENT) -> Image.Image:
    """Return a mask (mode L: 255 where some channel differs by `least` or more) of two images of the same size."""
    channels: Sequence[Image.Image] = ImageChops.difference(one, other).split()
    strongest = channels[0]
    for channel in channels[1:]:
        strongest = ImageChops.lighter(strongest, channel)
    return strongest.point([0] * least + [255] * (256 - least))
