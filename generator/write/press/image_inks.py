"""Convert the images of a PDF to inks: palettes as palettes, JPEGs as JPEGs, others pixel by pixel."""

import zlib
from io import BytesIO
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Pdf, PdfImage, PikepdfError, Stream, String
from PIL import Image, ImageChops

from generator.write.press.color_spaces import ColorSpace, UnconvertedError, convert_color, read_space
from generator.write.press.press_inks import NO_LIMIT, PressInks, hold_picture, measure_picture

_QUALITY = 92  # of a JPEG that was one before
_MOST_CHANNELS = 4
_OVERSHOOT = 15  # of 255: 6 % of ink
_BLOCK = 1 << 20
_DEEP = 16  # bits of a channel, of which the upper 8 are kept


class InkPixels(NamedTuple):
    """The data of an image in CMYK, and the entries that say how it is packed, as they stand in a PDF."""

    data: bytes
    entries: dict[str, str]


def pack_inks(picture: Image.Image, is_jpeg: bool, most: int = NO_LIMIT) -> InkPixels:
    """Return pixels in CMYK, packed as a JPEG if that keeps them under the `most` ink, else without loss."""
    entries = {"BitsPerComponent": "8", "ColorSpace": "/DeviceCMYK"}
    if is_jpeg and (data := _pack_jpeg(picture, most)):
        return InkPixels(data, entries | {"Filter": "/DCTDecode", "Decode": "[1 0 1 0 1 0 1 0]"})
    return InkPixels(zlib.compress(picture.tobytes(), 6), entries | {"Filter": "/FlateDecode"})


def _pack_jpeg(picture: Image.Image, most: int) -> bytes:
    """Return a JPEG, in which colors overshoot a little at edges; nothing if holding that would be seen elsewhere."""
    held = most
    while held >= most - _OVERSHOOT:
        out = BytesIO()
        hold_picture(picture, held).save(out, "JPEG", quality=_QUALITY, subsampling=0)
        if most >= NO_LIMIT:
            return out.getvalue()
        with Image.open(out) as packed:
            over = measure_picture(packed) - most
        if over <= 0:
            return out.getvalue()
        held -= over
    return b""


def pack_file(data: bytes, inks: PressInks) -> InkPixels:
    """Return the pixels of an image file in CMYK, without what is clear in it."""
    with Image.open(BytesIO(data)) as opened:
        pixels = opened if opened.mode == "RGB" else opened.convert("RGBA").convert("RGB")
        return pack_inks(inks.convert_image(pixels), opened.format == "JPEG", inks.most)


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
    packed = pack_inks(inks.convert_image(_read_pixels(image), space.profile), _is_jpeg(image), inks.most)
    entries = {f"/{key}": Object.parse(value.encode()) for key, value in packed.entries.items()}
    beside = {key: image[key] for key in ("/SMask", "/Mask") if key in image}
    return pdf.make_indirect(Stream(pdf, packed.data, Dictionary(_describe(image) | entries | beside)))


def measure_image(image: Any, resources: Any) -> float:
    """Return the most ink in an image in CMYK, of 4; 0 in others. UnconvertedError for one that is not decoded."""
    if image.get("/ImageMask") or "/ColorSpace" not in image:
        return 0.0
    space = read_space(image.ColorSpace, resources)
    if space.kind == "indexed" and space.base is not None and space.base.kind == "cmyk":
        table = space.table[: len(space.table) // 4 * 4]
        return max((sum(table[at : at + 4]) for at in range(0, len(table), 4)), default=0) / 255
    return _measure_pixels(image) if space.kind == "cmyk" else 0.0


def _measure_pixels(image: Any) -> float:
    pixels = _read_pixels(image, "CMYK")
    if _is_jpeg(image) and ("adobe" in pixels.info) != (next(iter(image.get("/Decode", (0,)))) == 1):
        pixels = ImageChops.invert(pixels)  # Pillow follows the mark of Adobe alone
    return measure_picture(pixels) / 255


def measure_jpeg(data: bytes) -> float:
    """Return the most ink of a JPEG in CMYK, of 4; 0 of others."""
    with Image.open(BytesIO(data)) as opened:
        return measure_picture(opened) / 255 if opened.mode == "CMYK" else 0.0


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


def _read_pixels(image: Any, mode: str = "RGB") -> Image.Image:
    """Return the pixels of an image in RGB or CMYK."""
    size = int(image.Width), int(image.Height)
    _check_length(image, *size)
    if image.get("/BitsPerComponent") == _DEEP:
        return Image.frombytes(mode, size, image.read_bytes()[::2])
    picture = _open_picture(image)
    if picture.size != size:
        raise UnconvertedError("an image of another size than it says")
    return picture.convert(mode)


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
