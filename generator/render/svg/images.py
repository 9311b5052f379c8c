"""Check PNG and JPEG images and place them by preserveAspectRatio."""

import struct
from base64 import b64decode
from hashlib import sha256
from io import BytesIO
from typing import Literal

from generator.geometry.path import rectangle_segments
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Group, Image, Shape
from generator.render.svg.attribute_values import ViewBox, fit_view_box

PIXELS = 40_000_000
_END = b"\0\0\0\0IEND\xaeB`\x82"
_ORIENTATION = 0x0112
_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK"})


def decode_data_uri(href: str) -> bytes:
    """Return the bytes of a data: URI with a base64 PNG or JPEG."""
    head, _, body = href.partition(",")
    if head not in ("data:image/png;base64", "data:image/jpeg;base64", "data:image/jpg;base64"):
        raise DrawingError(f"an image of the kind {head[:40]!r} is not in the profile")
    try:
        return b64decode(body, validate=False)
    except ValueError:
        raise DrawingError("an embedded image is not base64") from None


def place_image(data: bytes, name: str, box: tuple[float, float, float, float], ratio: str) -> Shape:
    """Return an image fitted into a box x, y, width, height; in a clipped group if it is cropped (slice)."""
    mime, pixels = _check_image(data, name)
    x, y, width, height = box
    matrix, sliced = fit_view_box(ViewBox(0, 0, *pixels), x, y, width, height, ratio)
    image = Image(
        matrix[4],
        matrix[5],
        matrix[0] * pixels[0],
        matrix[3] * pixels[1],
        mime,
        data,
        sha256(data).hexdigest(),
    )
    return Group((image,), clip=Clip(rectangle_segments(x, y, width, height))) if sliced else image


def _check_image(data: bytes, name: str) -> tuple[Literal["image/png", "image/jpeg"], tuple[int, int]]:
    """Return the MIME type and the size in pixels; DrawingError unless it is a valid PNG or JPEG of a fair size."""
    from PIL import Image as Pillow

    try:
        with Pillow.open(BytesIO(data), formats=("PNG", "JPEG")) as opened:
            size, kind = opened.size, opened.format
            if size[0] * size[1] > PIXELS:
                raise DrawingError(f"{name} has {size[0]} x {size[1]} pixels; at most 40 million are allowed")
            if opened.getexif().get(_ORIENTATION, 1) not in (0, 1):
                raise DrawingError(
                    f"{name} is rotated by its EXIF data, on which renderers do not agree; rotate its pixels"
                )
            if opened.mode not in _MODES:
                raise DrawingError(f"{name} has pixels of the kind {opened.mode}; use 8 bits per channel")
            opened.load()
        with Pillow.open(BytesIO(data), formats=("PNG", "JPEG")) as opened:
            opened.verify()  # reads a PNG to its end: some renderers draw nothing of a truncated one
            if kind == "PNG" and _END not in data:
                raise OSError
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, Pillow.DecompressionBombError):
        raise DrawingError(f"{name} is not a valid PNG or JPEG") from None
    return ("image/png" if kind == "PNG" else "image/jpeg"), size
