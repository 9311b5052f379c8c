"""An Image goes in, the PDF streams of its pixels and of its transparency come out."""

import zlib
from io import BytesIO
from typing import Any

from generator.model.picture import Image


def streams(pdf: Any, document: Any, name: str, image: Image) -> Any:
    """Return the reference of an image XObject: a JPEG as it is, a PNG as pixels with a soft mask if it has one."""
    from PIL import Image as Pillow

    with Pillow.open(BytesIO(image.data)) as opened:
        if image.mime == "image/jpeg" and opened.mode in ("L", "RGB"):
            space = {"L": "DeviceGray", "RGB": "DeviceRGB"}[opened.mode]
            return document.Reference(_stream(pdf, opened.size, space, image.data, "DCTDecode"), name)
        mask = None
        if opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info:
            alpha = opened.convert("RGBA").getchannel("A")
            packed = zlib.compress(alpha.tobytes(), 6)
            mask = document.Reference(_stream(pdf, opened.size, "DeviceGray", packed, "FlateDecode"), f"{name}m")
        pixels = zlib.compress(opened.convert("RGBA").convert("RGB").tobytes(), 6)
        stream = _stream(pdf, opened.size, "DeviceRGB", pixels, "FlateDecode")
        if mask is not None:
            stream.dictionary["SMask"] = mask
        return document.Reference(stream, name)


def _stream(pdf: Any, size: tuple[int, int], space: str, data: bytes, packed_by: str) -> Any:
    entries = {
        "Type": pdf.PDFName("XObject"),
        "Subtype": pdf.PDFName("Image"),
        "Width": size[0],
        "Height": size[1],
        "BitsPerComponent": 8,
        "ColorSpace": pdf.PDFName(space),
        "Filter": pdf.PDFName(packed_by),
    }
    return pdf.PDFStream(pdf.PDFDictionary(entries), data)
