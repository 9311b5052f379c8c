"""Hold inks under the sum that a paper takes: more of them do not dry, and come off on the next sheet.

Inks are counted in steps of 8 bits here: 255 is a full one, and `NO_LIMIT` is all four of them.
"""

from collections.abc import Iterator
from typing import Any

from PIL import Image, ImageMath

NO_LIMIT = 4 * 255
_ROWS = 256  # of an image at a time, as their sums take four times their memory


def hold_picture(picture: Image.Image, most: int) -> Image.Image:
    """Return pixels in CMYK of which none has more ink: cyan, magenta and yellow are scaled down, black is kept."""
    if most >= NO_LIMIT:
        return picture
    held = Image.new("CMYK", picture.size)
    for top, stripe in _iterate_stripes(picture):
        *colors, black = stripe.split()
        sums = dict(zip("cmyk", (*colors, black), strict=True))
        scaled = (ImageMath.lambda_eval(lambda at: _scale(at, most), own=each, **sums) for each in colors)
        held.paste(Image.merge("CMYK", (*scaled, black)), (0, top))
    return held


def _scale(at: dict[str, Any], most: int) -> Any:
    colors = at["c"] + at["m"] + at["y"]
    room = at["min"](colors, most - at["k"])
    return at["convert"](at["own"] * room / at["max"](colors, 1), "L")


def measure_picture(picture: Image.Image) -> int:
    """Return the most ink that a pixel in CMYK has."""
    most = 0
    for _, stripe in _iterate_stripes(picture):
        bands = dict(zip("cmyk", stripe.split(), strict=True))
        total = ImageMath.lambda_eval(lambda at: at["c"] + at["m"] + at["y"] + at["k"], **bands)
        most = max(most, int(total.getextrema()[1]))
    return most


def _iterate_stripes(picture: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    for top in range(0, picture.height, _ROWS):
        yield top, picture.crop((0, top, picture.width, min(top + _ROWS, picture.height)))
