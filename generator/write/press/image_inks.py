"""Convert the images of a PDF to inks: palettes as palettes, JPEGs as JPEGs, others pixel by pixel."""

import zlib
from io import BytesIO
from typing import Any

from pikepdf import Array, Dictionary, Name, PdfImage, Stream, String
from PIL import Image, ImageOps

from generator.write.press.color_spaces import ColorSpace, Convert, UnconvertedError, read_space
from generator.write.press.press_inks import PressInks

_QUALITY = 95  # of a JPEG that was one before
_KEPT = ("/SMask", "/Interpolate", "/Intent", "/Mask")
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
    return pack_inks(pdf, inks.convert_image(picture, space.profile), image, _is_jpeg(image))


def convert_to_brightness(pdf: Any, image: Any, resources: Any) -> Any:
    """Return an image in gray, as a mask counts it; the image itself if it is gray already."""
    if image.get("/ImageMask") or read_space(image.ColorSpace, resources).kind == "gray":
        return image
    return _pack(pdf, PdfImage(image).as_pil_image().convert("RGB").convert("L"), image, Name.DeviceGray)


def pack_inks(pdf: Any, picture: Image.Image, image: Any, is_jpeg: bool = False) -> Any:
    """Return an image XObject of pixels in CMYK, with what `image` has besides its pixels."""
    if not is_jpeg:
        return _pack(pdf, picture, image, Name.DeviceCMYK)
    out = BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    entries = _describe(picture, image, Name.DeviceCMYK) | {"/Filter": Name.DCTDecode, "/Decode": Array([1, 0] * 4)}
    return pdf.make_indirect(Stream(pdf, out.getvalue(), Dictionary(entries)))


def _pack(pdf: Any, picture: Image.Image, image: Any, space: Any) -> Any:
    entries = _describe(picture, image, space) | {"/Filter": Name.FlateDecode}
    return pdf.make_indirect(Stream(pdf, zlib.compress(picture.tobytes(), 6), Dictionary(entries)))


def _describe(picture: Image.Image, image: Any, space: Any) -> dict[str, Any]:
    size = {"/Width": picture.width, "/Height": picture.height, "/BitsPerComponent": 8, "/ColorSpace": space}
    kinds = {"/Type": Name.XObject, "/Subtype": Name.Image}
    return {**kinds, **size, **{key: image[key] for key in _KEPT if image is not None and key in image}}


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
    if image.get("/BitsPerComponent") == _DEEP:
        picture = Image.frombytes("RGB", size, image.read_bytes()[::2])
    else:
        picture = PdfImage(image).as_pil_image().convert("RGB")
    decode = [float(each) for each in image.get("/Decode", ())]
    return ImageOps.invert(picture) if decode == [1, 0] * 3 else picture
