"""Measure how much ink rendered pages take."""

from collections.abc import Iterator, Sequence

from PIL import Image, ImageChops, ImageStat

from generator.readback.raster import render_pages

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
