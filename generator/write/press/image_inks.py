"""Convert the images of a PDF to inks: palettes as palettes, JPEGs as JPEGs, others pixel by pixel."""

import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Pdf, PdfImage, PikepdfError, Stream, String
from PIL import Image

from generator.write.press.color_spaces import ColorSpace, convert_color, read_space
from generator.write.press.pdf_functions import UnconvertedError
from generator.write.press.press_inks import PressInks
from generator.write.spool import Spool

_QUALITY = 95  # of a JPEG that was one before
_BESIDE = ("/SMask", "/Mask")
_HELD = 32 * 1024 * 1024  # bytes of images that wait for their place on the disk
_MOST_CHANNELS = 4
_BLOCK = 1 << 20
_DEEP = 16  # bits of a channel, of which the upper 8 are kept


def convert_images(pdf: Pdf, inks: PressInks, shelves: list[Any]) -> Iterator[tuple[tuple[int, int], Any]]:
    """Yield the number of each image in RGB, and the image in CMYK, on the disk as long as `shelves` are there.

    Palettes are converted in their place. In place of what cannot be converted, the error is for whoever draws it.
    """
    batch, size = list[tuple[Any, ConvertedPixels]](), 0
    images = [each for each in pdf.objects if isinstance(each, Stream) and each.get("/Subtype") == "/Image"]
    for image in images:
        try:
            made = _convert_image(image, inks)
        except UnconvertedError as error:
            yield image.objgen, error
            continue
        if made is not None:
            batch.append((image, made))
            size += len(made.data)
        if size > _HELD:
            yield from _shelve(pdf, batch, shelves)
            batch, size = [], 0
    yield from _shelve(pdf, batch, shelves)


def _shelve(
    pdf: Pdf, batch: Sequence[tuple[Any, "ConvertedPixels"]], shelves: list[Any]
) -> Iterator[tuple[tuple[int, int], Any]]:
    """Write images to a PDF of their own on the disk, and take them from there."""
    spool = Spool()
    with Pdf.new() as shelf:
        made = [Stream(shelf, each.data, Dictionary(_describe(image) | each.entries)) for image, each in batch]
        shelf.Root.Images = Array(map(shelf.make_indirect, made))
        shelf.save(spool)  # type: ignore[arg-type]
    source = Pdf.open(spool.open_file())  # type: ignore[arg-type]
    shelves += spool, source
    for (image, _), each in zip(batch, source.Root.Images, strict=True):
        held = pdf.copy_foreign(each)
        for key in _BESIDE:
            if key in image:
                held[key] = image[key]
        yield image.objgen, held


class ConvertedPixels(NamedTuple):
    """The data of an image in CMYK, and the entries that say how it is packed."""

    data: bytes
    entries: dict[str, Any]


def _convert_image(image: Any, inks: PressInks) -> ConvertedPixels | None:
    """Return an image in CMYK; None for a mask, and for one that is gray, in CMYK, or has a palette."""
    if image.get("/ImageMask") or "/ColorSpace" not in image:
        return None
    space = read_space(image.ColorSpace, Dictionary())
    if space.kind == "indexed":
        _convert_palette(image, space, inks)
    if space.kind == "tint":
        raise UnconvertedError("an image in spot colors")
    if space.kind != "rgb":
        return None
    if isinstance(image.get("/Mask"), Array):
        raise UnconvertedError("an image in which one color is clear")
    converted = inks.convert_image(_read_pixels(image), space.profile)
    entries: dict[str, Any] = {"/BitsPerComponent": 8, "/ColorSpace": Name.DeviceCMYK}
    if not _is_jpeg(image):
        return ConvertedPixels(zlib.compress(converted.tobytes(), 6), entries | {"/Filter": Name.FlateDecode})
    out = BytesIO()
    converted.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return ConvertedPixels(out.getvalue(), entries | {"/Filter": Name.DCTDecode, "/Decode": Array([1, 0] * 4)})


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
