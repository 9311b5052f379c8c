"""Convert the images of a PDF to inks: palettes as palettes, JPEGs as JPEGs, others pixel by pixel."""

import zlib
from io import BytesIO
from typing import Any

from pikepdf import Array, Dictionary, Name, PdfImage, PikepdfError, Stream, String
from PIL import Image

from generator.write.press.color_spaces import ColorSpace, Convert, read_space
from generator.write.press.pdf_functions import UnconvertedError
from generator.write.press.press_inks import PressInks

_QUALITY = 95  # of a JPEG that was one before
_KEPT = ("/SMask", "/Interpolate", "/Intent", "/Mask")
_MOST_CHANNELS = 4
_BLOCK = 1 << 20
_DEEP = 16  # bits of a channel, of which the upper 8 are kept


def convert_image(pdf: Any, image: Any, resources: Any, inks: PressInks, convert: Convert) -> Any:
    """Return an image in CMYK; the image itself if it is a mask, gray or in CMYK already."""
    if image.get("/ImageMask") or "/ColorSpace" not in image:
        return image
    space = read_space(image.ColorSpace, resources)
    if space.kind in ("gray", "cmyk", "kept"):
        return image
    if space.kind == "indexed" and space.base is not None:
        if space.base.kind in ("gray", "cmyk"):
            return image
        return _convert_palette(pdf, image, space, convert)
    if space.kind != "rgb":
        raise UnconvertedError("an image in spot colors")
    if isinstance(image.get("/Mask"), Array):
        raise UnconvertedError("an image in which one color is clear")
    picture = _read_pixels(image)
    converted = inks.convert_image(picture, space.profile)
    if not _is_jpeg(image):
        return _pack(pdf, converted, image, Name.DeviceCMYK)
    out = BytesIO()
    converted.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    entries = _describe(converted, image, Name.DeviceCMYK) | {"/Filter": Name.DCTDecode, "/Decode": Array([1, 0] * 4)}
    return pdf.make_indirect(Stream(pdf, out.getvalue(), Dictionary(entries)))


def convert_to_brightness(pdf: Any, image: Any, resources: Any) -> Any:
    """Return an image in gray, as a mask counts it; the image itself if it is gray already."""
    if image.get("/ImageMask") or read_space(image.ColorSpace, resources).kind == "gray":
        return image
    return _pack(pdf, _read_pixels(image).convert("L"), image, Name.DeviceGray)


def _pack(pdf: Any, picture: Image.Image, image: Any, space: Any) -> Any:
    entries = _describe(picture, image, space) | {"/Filter": Name.FlateDecode}
    return pdf.make_indirect(Stream(pdf, zlib.compress(picture.tobytes(), 6), Dictionary(entries)))


def _describe(picture: Image.Image, image: Any, space: Any) -> dict[str, Any]:
    size = {"/Width": picture.width, "/Height": picture.height, "/BitsPerComponent": 8, "/ColorSpace": space}
    kinds = {"/Type": Name.XObject, "/Subtype": Name.Image}
    return {**kinds, **size, **{key: image[key] for key in _KEPT if key in image}}


def _convert_palette(pdf: Any, image: Any, space: ColorSpace, convert: Convert) -> Any:
    assert space.base is not None
    count = len(space.table) // space.base.channels
    colors = [convert(space, (number,), False) for number in range(count)]
    table = bytes(round(255 * each) for color in colors for each in color)
    entries = dict(image.stream_dict.items())
    entries.pop("/Length", None)
    entries["/ColorSpace"] = Array([Name.Indexed, Name.DeviceCMYK, count - 1, String(table)])
    return pdf.make_indirect(Stream(pdf, image.read_raw_bytes(), Dictionary(entries)))


def _is_jpeg(image: Any) -> bool:
    told = image.get("/Filter")
    names = [str(each) for each in told] if isinstance(told, Array) else [str(told)]
    return names[-1] == "/DCTDecode"


def _read_pixels(image: Any) -> Image.Image:
    """Return the pixels of an image in RGB."""
    size = int(image.Width), int(image.Height)
    _check_length(image, *size)
    if image.get("/BitsPerComponent") == _DEEP:
        return Image.frombytes("RGB", size, image.read_bytes()[::2])
    picture = _open_picture(image)
    if picture.size != size:
        raise UnconvertedError("an image of another size than it says")
    return picture.convert("RGB")


def _open_picture(image: Any) -> Image.Image:
    try:
        return PdfImage(image).as_pil_image(apply_mask=False)
    except (PikepdfError, Image.DecompressionBombError):
        raise UnconvertedError("an image of a kind that is not decoded") from None


def _check_length(image: Any, width: int, height: int) -> None:
    """Refuse an image of a stranger that unpacks to much more than its pixels."""
    if str(image.get("/Filter")) != "/FlateDecode":
        return
    most = (width * _MOST_CHANNELS * int(image.get("/BitsPerComponent", 8)) // 8 + 2) * (height + 1)
    packed, found = zlib.decompressobj(), 0
    rest = bytes(image.read_raw_bytes())
    while rest and found <= most:
        found += len(packed.decompress(rest, _BLOCK))
        rest = packed.unconsumed_tail
    if found > most:
        raise UnconvertedError("an image that holds more than its pixels")
