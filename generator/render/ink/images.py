"""Lighten images, or turn them gray."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from io import BytesIO

from msgspec.structs import replace

from generator.model.picture import Image


def lighten_image(image: Image, share: float, gray: bool) -> Image:
    """Return an image with a share of its paint and the rest of white; without its colors if `gray`."""
    data = _convert(image.data, share, gray)
    return replace(image, mime="image/png", data=data, key=sha256(data).hexdigest())


@lru_cache(maxsize=64)
def _convert(data: bytes, share: float, gray: bool) -> bytes:
    from PIL import Image as Pillow

    with Pillow.open(BytesIO(data), formats=("PNG", "JPEG")) as opened:
        plain = opened if opened.mode in ("RGB", "RGBA", "L", "LA", "P", "PA") else opened.convert("RGB")
        whole = plain.convert("RGBA")
    opacity = whole.getchannel("A")
    table: Callable[[int], float] = lambda value: 255 - share * (255 - value)  # noqa: E731
    made = whole.convert("L" if gray else "RGB").point(table)
    made.putalpha(opacity)
    out = BytesIO()
    made.save(out, "PNG", optimize=False)
    return out.getvalue()
