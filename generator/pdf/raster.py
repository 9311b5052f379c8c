"""Render a region of a page to pixels, for what cannot hold a page as it is."""

from ctypes import byref
from functools import lru_cache
from io import BytesIO
from math import sqrt
from typing import TYPE_CHECKING

from generator.geometry.types import Box

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

DPI = 300.0
_MOST_PIXELS = 40_000_000  # of one region


def render_region(data: bytes, box: Box, dpi: float = DPI) -> "PillowImage":
    """Return what the page of a PDF shows in a box (x, y, width, height; mm), in RGBA on nothing."""
    import pypdfium2
    from pypdfium2 import raw

    x, y, width, height = box
    scale = min(dpi / 25.4, sqrt(_MOST_PIXELS / (width * height)))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    across, down = size[0] / width, size[1] / height
    point = 25.4 / 72
    document = pypdfium2.PdfDocument(data)
    try:
        page = document[0]
        bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGRA)
        bitmap.fill_rect((255, 255, 255, 0), 0, 0, *size)
        matrix = raw.FS_MATRIX(across * point, 0, 0, down * point, -x * across, -y * down)
        clip = raw.FS_RECTF(0, 0, *size)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, byref(matrix), byref(clip), 0)
        image: PillowImage = bitmap.to_pil().convert("RGBA")
        bitmap.close()
        page.close()
    finally:
        document.close()
    return image


@lru_cache(maxsize=16)
def encode_region(data: bytes, box: Box, dpi: float = DPI) -> bytes:
    """Return a region as a PNG."""
    out = BytesIO()
    render_region(data, box, dpi).save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
