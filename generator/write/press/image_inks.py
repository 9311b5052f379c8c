"""Convert the images of a PDF to inks: palettes as palettes, JPEGs as JPEGs, others pixel by pixel."""

import zlib
from io import BytesIO
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Pdf, PdfImage, PikepdfError, Stream, String
from PIL import Image

from generator.write.press.color_spaces import ColorSpace, convert_color, read_space
from generator.write.press.pdf_functions import UnconvertedError
from generator.write.press.press_inks import PressInks

_QUALITY = 92  # of a JPEG that was one before
_MOST_CHANNELS = 4
_BLOCK = 1 << 20
_DEEP = 16  # bits of a channel, of which the upper 8 are kept


class InkPixels(NamedTuple):
    """The data of an image in CMYK, and the entries that say how it is packed, as they stand in a PDF."""

    data: bytes
    entries: dict[str, str]


def pack_inks(picture: Image.Image, is_jpeg: bool) -> InkPixels:
    """Return pixels in CMYK, packed as a JPEG or without loss."""
    entries = {"BitsPerComponent": "8", "ColorSpace": "/DeviceCMYK"}
    if not is_jpeg:
        return InkPixels(zlib.compress(picture.tobytes(), 6), entries | {"Filter": "/FlateDecode"})
    out = BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return InkPixels(out.getvalue(), entries | {"Filter": "/DCTDecode", "Decode": "[1 0 1 0 1 0 1 0]"})


def pack_file(data: bytes, inks: PressInks) -> InkPixels:
    """Return the pixels of an image file in CMYK, without what is clear in it."""
    with Image.open(BytesIO(data)) as opened:
        pixels = opened if opened.mode == "RGB" else opened.convert("RGBA").convert("RGB")
        return pack_inks(inks.convert_image(pixels), opened.format == "JPEG")


def convert_image(pdf: Pdf, image: Any, resources: Any, inks: PressInks) -> Any:
    """Return an image in CMYK; the image itself if it is a mask or needs nothing. A palette is converted in place."""
    if image.get("/ImageMask") or "/ColorSpace" not in image:
        return image
    space = read_space(image.ColorSpace, resources)
    if space.kind == "indexed":
        _convert_palette(image, space, inks)
    if space.kind == "tint":
        raise UnconvertedError("an image in spot colors")
    if space.kind != "rgb":
        return image
    if isinstance(image.get("/Mask"), Array):
        raise UnconvertedError("an image in which one color is clear")
    packed = pack_inks(inks.convert_image(_read_pixels(image), space.profile), _is_jpeg(image))
    entries = {f"/{key}": Object.parse(value.encode()) for key, value in packed.entries.items()}
    beside = {key: image[key] for key in ("/SMask", "/Mask") if key in image}
    return pdf.make_indirect(Stream(pdf, packed.data, Dictionary(_describe(image) | entries | beside)))


def convert_to_brightness(pdf: Any, image: Any, resources: Any) -> Any:
    """Return an image in gray, as a mask counts it; the image itself if it is gray already."""
    if image.get("/ImageMask") or read_space(image.ColorSpace, resources).kind == "gray":
        return image
    data = zlib.compress(_read_pixels(image).convert("L").tobytes(), 6)
    entries = {"/BitsPerComponent": 8, "/ColorSpace": Name.DeviceGray, "/Filter": Name.FlateDecode}
    return pdf.make_indirect(Stream(pdf, data, Dictionary(_describe(image) | entries)))


def _describe(image: Any) -> dict[str, Any]:
    kinds = {"/Type": Name.XObject, "/Subtype": Name.Image}
    return {**kinds, **{key: image[key] for key in ("/Width", "/Height", "/Interpolate", "/Intent") if key in image}}


def _convert_palette(image: Any, space: ColorSpace, inks: PressInks) -> None:
    if space.base is None or space.base.kind in ("gray", "cmyk", "kept"):
        return
    count = len(space.table) // space.base.channels
    colors = [convert_color(space, (number,), inks, is_plain=False) for number in range(count)]
    table = bytes(round(255 * each) for color in colors for each in color)
    image.ColorSpace = Array([Name.Indexed, Name.DeviceCMYK, count - 1, String(table)])


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
