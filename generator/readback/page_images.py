"""Render the pages of a finished PDF as PDFium prints them: to images, to flat colors, and to a measure of ink."""

from collections.abc import Iterator, Sequence
from io import BytesIO

import pypdfium2
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import raw

from generator.readback.raster import render_pages

PixelSize = tuple[int, int]
_WHITE, _CLEAR = 0xFFFFFFFF, 0x00FFFFFF


def render_page_images(data: bytes, sizes: Sequence[PixelSize], clear: Sequence[bool]) -> Iterator[Image.Image]:
    """Yield the pages as images of these sizes: RGB on white, or RGBA where the page is `clear`."""
    document = pypdfium2.PdfDocument(data)
    try:
        for number, (size, is_clear) in enumerate(zip(sizes, clear, strict=True)):
            page = document[number]
            try:
                yield _render_page(page, size, is_clear)
            finally:
                page.close()
    finally:
        document.close()


def _render_page(page: "pypdfium2.PdfPage", size: PixelSize, clear: bool) -> Image.Image:
    bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGRA)
    bitmap.fill_rect((255, 255, 255, 0 if clear else 255), 0, 0, *size)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *size, 0, 0)
    image: Image.Image = bitmap.to_pil().convert("RGBA")
    bitmap.close()
    return image if clear else image.convert("RGB")


def encode_png(image: Image.Image, dpi: float) -> bytes:
    """Return a PNG that says its resolution."""
    out = BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi), compress_level=6)
    return out.getvalue()


def render_flat_pages(data: bytes, dpi: float) -> Iterator[Image.Image]:
    """Yield each page in RGB, in plain colors: neither lines nor letters are smoothed at their edges."""
    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            bitmap = page.render(
                scale=dpi / 72, rev_byteorder=True, no_smoothtext=True, no_smoothimage=True, no_smoothpath=True
            )
            image: Image.Image = bitmap.to_pil()
            yield image.convert("RGB")
            page.close()
    finally:
        document.close()


DPI = 90.0  # at 150 dpi pages take a little less, for hairlines are a pixel wide at least, and rendering takes longer


def measure_coverage(image: Image.Image) -> float:
    """Return how much of a page its ink covers, in percent of the paper: 100 is one ink all over, 200 two.

    Each pixel is printed in cyan, magenta, yellow and black, with as much black as all three have in common.
    """
    inks = ImageChops.invert(image.convert("RGB")).split()
    black = ImageChops.darker(ImageChops.darker(inks[0], inks[1]), inks[2])
    total = sum(ImageStat.Stat(ink).mean[0] for ink in inks) - 2 * ImageStat.Stat(black).mean[0]
    return float(100 * total / 255)


def measure_pages(data: bytes, numbers: Sequence[int], width: float, height: float) -> Iterator[float]:
    """Yield the coverage of some pages of a PDF, counted from 1, whose paper has that size in mm."""
    with render_pages(data, DPI) as pages:
        for number in numbers:
            yield measure_coverage(pages.image(number - 1, (0.0, 0.0, width, height)))
