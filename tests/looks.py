"""Render finished PDF and SVG files to pixels, and measure how much of two renderings visibly differs.

pdfium and resvg judge: neither is ours, and neither shares code with the other.
"""

from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

import font_source_sans_pro
import font_source_serif_pro
import pypdfium2
import resvg_py
from PIL import Image, ImageChops

DPI = 150
VISIBLE = 64
ALLOWED = 0.005


@cache
def font_files() -> tuple[str, ...]:
    """Return the faces of the packages: the only ones that a judge may use, never those of the machine."""
    homes = [Path(package.__file__).parent / "files" for package in (font_source_sans_pro, font_source_serif_pro)]
    return tuple(str(path) for home in homes for path in sorted(home.glob("*.ttf")))


def pdf_pixels(data: bytes, page: int = 0, dpi: int = DPI) -> Image.Image:
    """Render a page, counted from 0, by pdfium on white."""
    with pypdfium2.PdfDocument(data) as document:
        found: Image.Image = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
        return found


def svg_pixels(
    text: str, width: float, dpi: int = DPI, fonts: Sequence[str] = (), style: str | None = None
) -> Image.Image:
    """Render an SVG that is `width` mm wide by resvg on white, with no font but the files given."""
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=list(fonts),
        style_sheet=style,
        width=round(width * dpi / 25.4),
        dpi=96,
    )
    return Image.open(BytesIO(png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image, visible: int = VISIBLE) -> float:
    """Return the part of all pixels, 0 to 1, that visibly differ.

    A pixel differs when one of its channels lies more than `visible` of 255 outside the range of the 3 x 3 pixels about
    the same spot in the other picture. The neighbors are allowed because two renderers round an edge to different
    pixels and soften it in their own way; at 150 dpi that is a sixth of a millimeter, less than a printer keeps. 64 is
    a quarter of the scale: edges of gradients and resampled images differ by less, a wrong color or a missing line by
    more. Both directions count, so that what is missing weighs as much as what is too much.
    """
    if one.size != other.size:
        return 1.0
    size = one.width * one.height
    # what lies outside a range lies as far from the pixel at its middle
    unlike = ImageChops.difference(one, other).point([255 * (value > visible) for value in range(256)] * 3).getbbox()
    if unlike is None:
        return 0.0
    one, other = (_crop_around(image, unlike) for image in (one, other))
    loud = ImageChops.lighter(_outside(one, other), _outside(other, one))
    red, green, blue = loud.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[visible + 1 :]) / size


def _crop_around(image: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    """Return a box of an image with the neighbors of its pixels."""
    left, top, right, bottom = box
    return image.crop((max(left - 1, 0), max(top - 1, 0), min(right + 1, image.width), min(bottom + 1, image.height)))


def _outside(one: Image.Image, other: Image.Image) -> Image.Image:
    low, high = _reduce_neighbors(other, ImageChops.darker), _reduce_neighbors(other, ImageChops.lighter)
    return ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))


def _reduce_neighbors(image: Image.Image, choose: Callable[[Image.Image, Image.Image], Image.Image]) -> Image.Image:
    """Return the lightest or darkest of the 3 x 3 pixels about each: rows first, in a tenth of the time of a filter."""
    for x, y in ((1, 0), (0, 1)):
        image = choose(image, choose(_shift(image, x, y), _shift(image, -x, -y)))
    return image


def _shift(image: Image.Image, x: int, y: int) -> Image.Image:
    """Return an image moved by a pixel; those that nothing is moved onto stay."""
    moved = image.copy()
    moved.paste(image, (x, y))
    return moved
