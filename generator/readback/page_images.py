"""Render the pages of a finished PDF as images of exact sizes, as PDFium prints them."""

from collections.abc import Iterator, Sequence
from io import BytesIO

import pypdfium2
from PIL import Image
from pypdfium2 import raw

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
