"""Check images, and regions of pages of PDFs, and place them by preserveAspectRatio."""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import unquote_to_bytes
from warnings import filterwarnings

from msgspec.structs import replace

from generator.geometry.matrix import multiply_matrices
from generator.geometry.path import rectangle_segments
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Group, Image, Shape
from generator.pdf.regions import PageRegion, turn_matrix
from generator.render.svg.attribute_values import ViewBox, fit_view_box

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

filterwarnings("ignore", module=r"PIL\.")  # of damage that Pillow survives; they would reach the terminal
PIXELS = 40_000_000  # of an image: A4 at 600 dpi; they take 160 MB, however few bytes the file has
PIXELS_IN_ALL = 400_000_000  # of all images of a game: 500 cards at 300 dpi
_PNG = b"\x89PNG\r\n\x1a\n"
_END = b"\0\0\0\0IEND\xaeB`\x82"
_ORIENTATION = 0x0112
_INDEXED = 3  # the kind of color of a PNG with a palette
_SCAN = b"\xda"  # the marker of a JPEG's first scan
_ARITHMETIC = (b"\xc9", b"\xca", b"\xcb", b"\xcd", b"\xce", b"\xcf")  # the kinds of frames (ITU T.81, table B.1)
_FRAMES = frozenset(bytes([code]) for code in range(0xC0, 0xD0)) - {b"\xc4", b"\xc8", b"\xcc"}
_MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK"})


_KINDS = frozenset(f"data:image/{kind};base64" for kind in ("png", "jpeg", "jpg", "gif", "webp"))
_CONVERTED = (b"GIF87a", b"GIF89a", b"RIFF")  # what GIF and WebP begin with


def decode_data_uri(href: str) -> bytes:
    """Return the bytes of a data: URI with a base64 PNG or JPEG."""
    head, _, body = href.partition(",")
    if head.lower().replace(" ", "") not in _KINDS:
        raise DrawingError(f"an image of the kind {head[:40]!r} is not in the profile")
    try:
        return b64decode(body, validate=False)
    except ValueError:
        raise DrawingError("an embedded image is not base64") from None


_DRAWING = "data:image/svg+xml"


def is_drawing(href: str) -> bool:
    """Return whether an image is an SVG, by its name or by the kind that its URI says."""
    return href.startswith(_DRAWING) or (not href.startswith("data:") and href.lower().endswith((".svg", ".svgz")))


def decode_drawing(href: str) -> str:
    """Return the text of an embedded SVG; DrawingError for what is none."""
    head, _, body = href.partition(",")
    try:
        data = b64decode(body, validate=False) if head.endswith(";base64") else unquote_to_bytes(body)
        return read_drawing(data)
    except ValueError:
        raise DrawingError("an embedded SVG is not base64 or text in UTF-8") from None


def read_drawing(data: bytes) -> str:
    """Return the text of an SVG file; DrawingError for a compressed one."""
    if data.startswith(b"\x1f\x8b"):
        raise DrawingError("an SVG image is compressed; save it as plain SVG")
    return data.decode("utf-8-sig")


ImageBox = tuple[float, float, float | None, float | None]  # x, y, width and height, of which both may be missing
_SHARP = frozenset({"pixelated", "crisp-edges", "optimizeSpeed"})


def place_image(data: bytes, name: str, box: ImageBox, ratio: str, rendering: str = "auto") -> Shape | None:
    """Return an image fitted into a box; in a clipped group if it is cropped (slice), None if the box has no area.

    A size that the box does not say follows from the pixels, each as large as a user unit. The pixels are smoothed
    unless the `rendering` asks for edges between them.
    """
    if data.startswith(_CONVERTED) or _has_deep_channels(data):
        data = _convert_to_png(data, name)
    elif _has_four_inks(data):
        data = _convert_inks(data, name)
    key = sha256(data).hexdigest()
    if key not in _known:
        _known[key] = _check_image(data, name)
        if sum(known.width * known.height for known in _known.values()) > PIXELS_IN_ALL:
            raise DrawingError(f"{name} and the images before it have more than {PIXELS_IN_ALL:,} pixels together")
    mime, *pixels = _known[key]
    x, y, width, height = complete_box(box, *pixels)
    if not width or not height:
        return None
    matrix, sliced = fit_view_box(ViewBox(0, 0, *pixels), x, y, width, height, ratio=ratio)
    image = Image(
        matrix[4],
        matrix[5],
        matrix[0] * pixels[0],
        matrix[3] * pixels[1],
        mime,
        data=data,
        key=key,
        smooth=rendering not in _SHARP,
    )
    return Group((image,), clip=Clip(rectangle_segments(x, y, width, height))) if sliced else image


def place_region(data: bytes, region: PageRegion, box: ImageBox, ratio: str) -> Shape | None:
    """Return a region of a PDF's page, turned upright and fitted as `place_image` does; mm."""
    from generator.pdf.source_file import open_source  # few games have any

    page = open_source(data, repr(region.file)).read_page(region.page)
    cut = region.find_box(page.width, page.height)
    key = sha256(f"{page.key} {cut}".encode()).hexdigest()
    art = Image(0.0, 0.0, *cut[2:], "application/pdf", data=page.data, key=key, region=cut)
    wide, high = cut[2:] if region.turn % 180 == 0 else (cut[3], cut[2])
    x, y, width, height = complete_box(box, wide, high)
    if not width or not height:
        return None
    matrix, sliced = fit_view_box(ViewBox(0, 0, wide, high), x, y, width, height, ratio=ratio)
    clip = Clip(rectangle_segments(x, y, width, height)) if sliced else None
    if not region.turn:
        art = replace(art, x=matrix[4], y=matrix[5], width=matrix[0] * wide, height=matrix[3] * high)
        return Group((art,), clip=clip) if clip else art
    turned = Group((art,), multiply_matrices(matrix, turn_matrix(region.turn, *cut[2:])))
    return Group((turned,), clip=clip) if clip else turned


def complete_box(box: ImageBox, wide: float, high: float) -> tuple[float, float, float, float]:
    """Return the whole box of an image of so many pixels, each as large as a user unit."""
    x, y, width, height = box
    if width is None and height is None:
        return x, y, float(wide), float(high)
    if width is None:
        return x, y, (height or 0.0) * wide / high, height or 0.0
    return x, y, width, width * high / wide if height is None else height


def _has_deep_channels(data: bytes) -> bool:
    """Return whether a PNG has 16 bits a channel."""
    return data.startswith(_PNG) and data[12:16] == b"IHDR" and len(data) > 25 and data[24] > 8


def _convert_to_png(data: bytes, name: str) -> bytes:
    """Return a GIF, a WebP or a PNG of 16 bits as a PNG of 8 bits a channel; DrawingError for what moves."""
    stream = BytesIO()
    with _open(data, name, "PNG", "GIF", "WEBP") as opened:
        _check_size(opened, name)
        if getattr(opened, "n_frames", 1) > 1:
            raise DrawingError(f"{name} is animated, which cannot be printed")
        deep = opened.mode.startswith("I")
        image = opened.convert("I").point(lambda value: value / 256) if deep else opened
        image.convert("L" if deep else "RGBA").save(stream, "PNG")
    return stream.getvalue()


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
        known = "PNG, JPEG, GIF or WebP" if "GIF" in kinds else " or ".join(kinds)
        raise DrawingError(f"{name} is not a valid {known}") from None


def _has_four_inks(data: bytes) -> bool:
    """Return whether a JPEG has four channels: cyan, magenta, yellow and black."""
    at = 2
    while data[at : at + 1] == b"\xff" and data[at + 1 : at + 2] not in _FRAMES | {_SCAN}:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data[at + 1 : at + 2] in _FRAMES and data[at + 9 : at + 10] == b"\x04"


def _convert_inks(data: bytes, name: str) -> bytes:
    """Return a JPEG of four inks as one of three colors: programs show the inks in different ways, if at all."""
    _check_jpeg_coding(data, name)
    stream = BytesIO()
    with _open(data, name, "JPEG") as opened:
        _check_opened(opened, name)
        opened.convert("RGB").save(stream, "JPEG", quality=95, subsampling=0)
    return stream.getvalue()


def grey_image(image: Image, weights: tuple[float, float, float]) -> Image:
    """Return an image in greys, as bright as the weights of red, green and blue say."""
    from PIL import Image as Pillow

    from generator.render.color_sampler import open_rgba

    full = open_rgba(image)
    grey = full.convert("RGB").convert("L", (*weights, 0.0))
    stream = BytesIO()
    Pillow.merge("LA", (grey, full.getchannel("A"))).save(stream, "PNG")
    data = stream.getvalue()
    return replace(image, mime="image/png", data=data, key=sha256(data).hexdigest(), region=None)


def _check_size(opened: "PillowImage", name: str) -> None:
    width, height = opened.size
    if not 0 < width * height <= PIXELS:
        raise DrawingError(f"{name} has {width} x {height} pixels; at most 40 million are allowed")


class _CheckedImage(NamedTuple):
    """What is known of a valid image: its MIME type and its size in pixels."""

    mime: Literal["image/png", "image/jpeg"]
    width: int
    height: int


_known: dict[str, _CheckedImage] = {}  # by digest; an image that is placed a thousand times is decoded once


def _check_image(data: bytes, name: str) -> _CheckedImage:
    """Return what is known of an image; DrawingError unless it is a valid PNG or JPEG of a fair size."""
    if data.startswith(_PNG):
        _check_png_header(data, name)
    else:
        _check_jpeg_coding(data, name)
    with _open(data, name, "PNG", "JPEG") as opened:
        kind = _check_opened(opened, name)
        size = opened.size
        opened.load()
    with _open(data, name, "PNG", "JPEG") as opened:
        opened.verify()  # reads a PNG to its end: some renderers draw nothing of a truncated one
        if kind == "PNG" and _END not in data:
            raise OSError
    return _CheckedImage("image/png" if kind == "PNG" else "image/jpeg", *size)


def _check_png_header(data: bytes, name: str) -> None:
    """Check what Pillow does not tell: whether there is more than one image, and whether the colors have a palette."""
    color = data[25] if data[12:16] == b"IHDR" and len(data) > 25 else 2
    before = data[: max(0, data.find(b"IDAT"))]
    if b"acTL" in before:
        raise DrawingError(f"{name} is animated, which cannot be printed")
    palette = before.find(b"PLTE")
    if color == _INDEXED and (palette < 4 or before[palette - 4 : palette] == bytes(4)):
        raise DrawingError(f"{name} has no palette for its colors")


def _check_jpeg_coding(data: bytes, name: str) -> None:
    """Refuse arithmetic coding, which most programs cannot read: look at each segment up to the first scan."""
    at = 2
    while data[at : at + 1] == b"\xff" and data[at + 1 : at + 2] != _SCAN:
        if data[at + 1 : at + 2] in _ARITHMETIC:
            raise DrawingError(f"{name} is a JPEG with arithmetic coding, which most programs cannot read")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def _check_opened(opened: "PillowImage", name: str) -> str:
    """Return PNG or JPEG; check everything that can be told before the pixels are decoded."""
    _check_size(opened, name)
    if opened.getexif().get(_ORIENTATION, 1) not in (0, 1):
        raise DrawingError(f"{name} is rotated by its EXIF data, on which renderers do not agree; rotate its pixels")
    if opened.mode not in _MODES:
        raise DrawingError(f"{name} has pixels of the kind {opened.mode}, which cannot be printed")
    return str(opened.format)
