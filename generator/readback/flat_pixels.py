"""Render the pages of a PDF without smoothing, so that every pixel has the color of one shape."""

from collections.abc import Iterator

import pypdfium2
from PIL import Image


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
