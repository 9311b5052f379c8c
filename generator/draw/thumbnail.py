"""The bytes of an image go in, a few colors that stand for parts of it come out."""

from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

_MOST = 48  # pixels either way: a stretch of line is longer than what they average on any piece that is folded


class Thumbnail(NamedTuple):
    """Pixels row by row, each four bytes: red, green, blue and opacity."""

    width: int
    height: int
    pixels: bytes

    def at(self, across: float, down: float) -> tuple[float, float, float, float]:
        """Return red, green and blue, each times the opacity, and the opacity; `across` and `down` run from 0 to 1."""
        column = min(self.width - 1, max(0, int(across * self.width)))
        row = min(self.height - 1, max(0, int(down * self.height)))
        red, green, blue, opacity = self.pixels[4 * (row * self.width + column) :][:4]
        part = opacity / 255
        return red * part, green * part, blue * part, part


@lru_cache(maxsize=32)
def thumbnail(data: bytes) -> Thumbnail:
    """Return a small copy of a PNG or JPEG that has been found sound."""
    from PIL import Image as Pillow

    with Pillow.open(BytesIO(data), formats=("PNG", "JPEG")) as opened:
        plain = opened if opened.mode in ("RGB", "RGBA", "L", "LA", "P", "PA") else opened.convert("RGB")
        whole = plain.convert("RGBA")
    small = whole.resize((min(_MOST, whole.width), min(_MOST, whole.height)), Pillow.Resampling.BOX)
    return Thumbnail(small.width, small.height, small.tobytes())
