"""Check the pictures of strangers and prepare them for printing: as they are where that can be, else as PNG.

A JPEG is never decoded, and a PNG only if it is clear or interlaced: what is looked at is whether all data are there.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from warnings import filterwarnings

from generator.model.finding import DrawingError
from generator.model.picture import Image
from generator.safety.files import read_regular_file
from generator.safety.png_files import INDEXED, PNG, PngHead, holds_all_pixels, read_png_head

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

filterwarnings("ignore", module=r"PIL\.")  # of damage that Pillow survives; they would reach the terminal
MAX_IMAGE_BYTES = 64 * 1024 * 1024  # A3 at 600 dpi, uncompressed, is 200 MB; as PNG it fits
PIXELS = 40_000_000  # of an image: A4 at 600 dpi; they take 160 MB, however few bytes the file has
_END = b"\0\0\0\0IEND\xaeB`\x82"
_ORIENTATION = 0x0112
_EXIF = b"Exif\0\0"
_SCAN = 0xDA  # the marker of a JPEG's first scan
_EXIF_SEGMENT, _ADOBE_SEGMENT = 0xE1, 0xEE
_JPEG_END = b"\xff\xd9"
_ARITHMETIC = frozenset({0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})  # the kinds of frames (ITU T.81, table B.1)
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_LEAST_BITS = 1  # that a block of 8 x 8 pixels takes in a JPEG, however plain it is
_JPEG = b"\xff\xd8"
_CONVERTED = (b"GIF87a", b"GIF89a", b"RIFF", b"II*\0", b"MM\0*", b"BM")  # what other kinds begin with, but for AVIF
_AVIF = (b"ftypavif", b"ftypmif1")  # what an AVIF has from its fifth byte on
_OTHERS = ("GIF", "WEBP", "TIFF", "BMP", "AVIF")
_KNOWN = "PNG, JPEG, WebP, GIF, TIFF, BMP or AVIF"
# by the orientation of EXIF: how the pixels are turned and mirrored to be shown, as a matrix of a square of side 1
_TURNS: dict[int, tuple[float, float, float, float, float, float]] = {
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0),
    6: (0, 1, -1, 0, 1, 0),
    7: (0, -1, -1, 0, 1, 1),
    8: (0, -1, 1, 0, 0, 1),
}


class JpegHead(NamedTuple):
    """What a JPEG says of itself: `channels` are 1 of gray, 3 of color, 4 of inks, `at` where its data begin."""

    width: int
    height: int
    channels: int
    orientation: int
    is_adobe: bool
    at: int


class PreparedImage(NamedTuple):
    """A picture as it is printed: a PNG or a JPEG, and the matrix that turns it upright in a square of side 1.

    `width` and `height` are those of the pixels before they are turned.
    """

    mime: Literal["image/png", "image/jpeg"]
    width: int
    height: int
    data: bytes
    turn: tuple[float, float, float, float, float, float] | None = None

    @property
    def shown_size(self) -> tuple[int, int]:
        """Return width and height as the picture is shown."""
        return (self.height, self.width) if self.turn and not self.turn[0] else (self.width, self.height)


def read_image_data(image: Image) -> bytes:
    """Return the bytes of an image of a picture, read again if they are not held."""
    if image.data or not image.source:
        return image.data
    return prepare_image(
        read_regular_file(Path(image.source), MAX_IMAGE_BYTES), repr(image.source), is_checked=True
    ).data


def prepare_image(data: bytes, name: str, is_checked: bool = False) -> PreparedImage:
    """Return a picture as it is printed; DrawingError with its `name` unless it is whole and of a fair size."""
    if data.startswith(_JPEG):
        return _prepare_jpeg(data, name, is_checked)
    head = read_png_head(data)
    if head is not None and head.depth <= 8 and not _is_turned_png(data, head):
        return PreparedImage("image/png", head.width, head.height, _check_png(data, head, name, is_checked))
    return _convert_to_png(data, name)


@contextmanager
def open_picture(path: Path) -> "Iterator[PillowImage]":
    """Open a picture of a fair size, to look at its pixels; OSError, DrawingError."""
    with _open(read_regular_file(path, MAX_IMAGE_BYTES), repr(path.name), "PNG", "JPEG", *_OTHERS) as opened:
        _check_size(*opened.size, repr(path.name))
        yield opened


def _check_png(data: bytes, head: PngHead, name: str, is_checked: bool) -> bytes:
    _check_size(head.width, head.height, name)
    if head.is_animated:
        raise DrawingError(f"{name} is animated, which cannot be printed; save the picture that you want as PNG")
    if head.color == INDEXED and not head.palette:
        raise DrawingError(f"{name} has no palette for its colors")
    if is_checked or (not head.is_interlaced and holds_all_pixels(data, head)):
        return data
    with _open(data, name, "PNG") as opened:
        opened.load()
    with _open(data, name, "PNG") as opened:
        opened.verify()  # reads to the end: some renderers draw nothing of a truncated one
        if _END not in data:
            raise OSError
    return data


def _is_turned_png(data: bytes, head: PngHead) -> bool:
    if b"eXIf" not in data[:4096] and b"eXIf" not in data[-4096:]:
        return False
    with suppress(DrawingError), _open(data, "it", "PNG") as opened:
        return opened.getexif().get(_ORIENTATION, 1) in _TURNS
    return False


def _prepare_jpeg(data: bytes, name: str, is_checked: bool) -> PreparedImage:
    """Return a JPEG as it is, without EXIF that would turn it in some programs."""
    head = read_jpeg_head(data, name)
    _check_size(head.width, head.height, name)
    if head.channels not in (1, 3, 4):
        raise DrawingError(f"{name} is not a valid PNG or JPEG")
    if not is_checked:
        end = data.rfind(_JPEG_END, head.at)
        blocks = -(-head.width // 8) * -(-head.height // 8)
        if end < 0 or (end - head.at) * 8 < blocks * _LEAST_BITS:
            raise DrawingError(f"{name} is not a valid PNG or JPEG: it is cut short; copy or save it again")
        with _open(data, name, "JPEG"):
            pass  # reads the head once more, as other programs will
    turn = _TURNS.get(head.orientation)
    return PreparedImage("image/jpeg", head.width, head.height, _drop_exif(data) if turn else data, turn)


def _iterate_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker of each segment of a JPEG before its first scan, and where its content begins and ends."""
    at = 2
    while data[at : at + 1] == b"\xff" and at + 4 <= len(data):
        marker = data[at + 1]
        if marker == 0xFF:  # a byte that fills
            at += 1
            continue
        if marker == 0x01 or 0xD0 <= marker <= 0xD7:
            at += 2
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end > len(data):
            return
        yield marker, at + 4, end
        if marker == _SCAN:
            return
        at = end


def read_jpeg_head(data: bytes, name: str) -> JpegHead:
    """Return the head of a JPEG; DrawingError for arithmetic coding, and for one without a frame and a scan."""
    frame, orientation, is_adobe = None, 1, False
    for marker, start, end in _iterate_segments(data):
        if marker in _ARITHMETIC:
            raise DrawingError(f"{name} is a JPEG with arithmetic coding, which most programs cannot read")
        if marker in _FRAMES and end - start >= 6:
            frame = (
                int.from_bytes(data[start + 3 : start + 5], "big"),
                int.from_bytes(data[start + 1 : start + 3], "big"),
                data[start + 5],
            )
        elif marker == _EXIF_SEGMENT and data[start : start + 6] == _EXIF:
            orientation = _read_orientation(data[start + 6 : end])
        elif marker == _ADOBE_SEGMENT and data[start : start + 5] == b"Adobe":
            is_adobe = True
        elif marker == _SCAN and frame is not None:
            return JpegHead(*frame, orientation, is_adobe, end)
    raise DrawingError(f"{name} is not a valid PNG or JPEG: it is cut short; copy or save it again")


def _read_orientation(exif: bytes) -> int:
    """Return the orientation of EXIF data in the form of a TIFF (Exif 2.3, 4.6.4); 1 if they do not say it."""
    order: Literal["little", "big"] = "little" if exif[:2] == b"II" else "big"
    at = int.from_bytes(exif[4:8], order)
    for entry in range(min(int.from_bytes(exif[at : at + 2], order), 1000)):
        start = at + 2 + 12 * entry
        if int.from_bytes(exif[start : start + 2], order) == _ORIENTATION and start + 10 <= len(exif):
            return int.from_bytes(exif[start + 8 : start + 10], order)
    return 1


def _drop_exif(data: bytes) -> bytes:
    """Return a JPEG without the segments that hold EXIF."""
    kept, last = [], 0
    for marker, start, end in _iterate_segments(data):
        if marker == _EXIF_SEGMENT and data[start : start + 6] == _EXIF:
            kept.append(data[last : start - 4])
            last = end
    return b"".join([*kept, data[last:]])


def _convert_to_png(data: bytes, name: str) -> PreparedImage:
    """Return a picture of another kind, or a PNG of 16 bits, as a PNG of 8 bits a channel, turned upright."""
    from PIL import ImageOps

    is_png, stream = data.startswith(PNG), BytesIO()
    is_other = data.startswith(_CONVERTED) or data[4:12] in _AVIF
    if not is_png and not is_other:
        raise DrawingError(f"{name} is not a valid PNG or JPEG")
    with _open(data, name, *(("PNG",) if is_png else _OTHERS)) as opened:
        _check_size(*opened.size, name)
        if (frames := getattr(opened, "n_frames", 1)) > 1:
            if opened.format == "TIFF":
                raise DrawingError(f"{name} holds {frames} pages; save the one to print as a file of its own")
            raise DrawingError(f"{name} is animated, which cannot be printed; save the picture that you want as PNG")
        opened.load()
        if opened.mode.startswith("I") or opened.mode == "F":
            image = opened.convert("I").point(lambda value: value / 256).convert("L")
        else:
            image = opened.convert("RGBA" if _is_clear(opened) else "L" if opened.mode in ("1", "L") else "RGB")
        ImageOps.exif_transpose(image, in_place=True)
        image.info.clear()
        image.save(stream, "PNG", compress_level=1 if len(data) > 1 << 20 else 6)
        return PreparedImage("image/png", *image.size, stream.getvalue())


def _is_clear(image: "PillowImage") -> bool:
    return image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info


@contextmanager
def _open(data: bytes, name: str, *kinds: str) -> "Iterator[PillowImage]":
    """Open an image of one of some kinds; DrawingError for damage, whenever it is met."""
    from PIL import Image as Pillow

    try:
        with Pillow.open(BytesIO(data), formats=kinds) as opened:
            yield opened
    except DrawingError:
        raise
    except Exception:  # a decoder raises whatever damaged bytes lead it to
        known = _KNOWN if "GIF" in kinds else "PNG or JPEG"
        raise DrawingError(f"{name} is not a valid {known}") from None


def _check_size(width: int, height: int, name: str) -> None:
    if not 0 < width * height <= PIXELS:
        raise DrawingError(f"{name} has {width} x {height} pixels; at most 40 million are allowed, so save it smaller")


def convert_inks(data: bytes) -> bytes:
    """Return a JPEG as a screen shows it: one of four inks as three colors, which programs show in different ways."""
    head = read_jpeg_head(data, "an image")
    if head.channels != 4:
        return data
    stream = BytesIO()
    with suppress(DrawingError), _open(data, "an image", "JPEG") as opened:  # data that are damaged inside stay so
        opened.convert("RGB").save(stream, "JPEG", quality=95, subsampling=0)
    return stream.getvalue() or data
