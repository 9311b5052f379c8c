"""Load images, and regions of pages of PDFs, once, and place them by preserveAspectRatio."""

import re
from base64 import b64decode
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, lookup
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from msgspec.structs import replace

from generator.geometry.matrix import multiply_matrices
from generator.geometry.path import rectangle_segments
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Group, Image, Shape
from generator.pdf.regions import PageRegion, turn_matrix
from generator.render.svg.attribute_values import Crop, ViewBox, fit_view_box
from generator.render.svg.groups import narrow_regions
from generator.safety.image_files import PreparedImage, prepare_image

PIXELS_IN_ALL = 4_000_000_000  # of all images of a game: 500 cards of 8 megapixels
_HELD = 64 * 1024 * 1024  # bytes of images that are held; others are read again where they are written
_KINDS = frozenset(f"data:image/{kind};base64" for kind in ("png", "jpeg", "jpg", "gif", "webp", "avif"))


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


_ENCODING = re.compile(rb"""^\s*<\?xml[^>]*?(\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["'])""")
_NO_ENCODINGS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"})


def read_drawing(data: bytes) -> str:
    """Return the text of an SVG file in the encoding that it says, or UTF-8; DrawingError for any other.

    Blanks stand where the encoding was said.
    """
    if data.startswith(b"\x1f\x8b"):
        raise DrawingError("an SVG image is compressed; save it as plain SVG")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        data = data.decode("utf-16").encode()
        found, encoding = _ENCODING.match(data), "utf-8-sig"
    else:
        found = _ENCODING.match(data.removeprefix(BOM_UTF8))
        encoding = found[2].decode("ascii") if found and not data.startswith(BOM_UTF8) else "utf-8-sig"
    try:
        codec = lookup(encoding)
        text = (
            data.decode(encoding if codec.name != "utf-8" else "utf-8-sig") if codec.name not in _NO_ENCODINGS else None
        )
    except (LookupError, UnicodeError):
        text = None
    if text is None:
        raise DrawingError(
            f"the drawing is not text in the encoding {encoding.removesuffix('-sig')!r}; save it in UTF-8"
        )
    return text.replace(found[1].decode("ascii"), " " * len(found[1]), 1) if found else text


ImageBox = tuple[float, float, float | None, float | None]  # x, y, width and height, of which both may be missing
_SHARP = frozenset({"pixelated", "crisp-edges", "optimizeSpeed"})


class LoadedImage(NamedTuple):
    """An image that was checked; `source` is the file to read it from again if its bytes are not held."""

    prepared: PreparedImage
    key: str
    name: str
    source: str = ""


class ImageLoader:
    """Loads the images of a game, each once; those beyond some bytes are not held, but read again when written."""

    def __init__(self, read: Callable[[str], bytes], locate: Callable[[str], Path | None]) -> None:
        self._read, self._locate = read, locate
        self._known: dict[str, LoadedImage] = {}
        self._files: dict[str, bytes] = {}
        self._held = self._pixels = 0
        self.is_full = False

    def load_file(self, href: str) -> LoadedImage:
        """Return an image of the game's folder; DrawingError."""
        return self._known.get(href) or self._keep(href, self._read(href), repr(href), self._locate(href))

    def read_file(self, href: str) -> bytes:
        """Return the bytes of a PDF of the game's folder, which is read once; DrawingError."""
        if href not in self._files:
            self._files[href] = self._read(href)
        return self._files[href]

    def load_bytes(self, data: bytes) -> LoadedImage:
        """Return an image that is embedded in a drawing; DrawingError."""
        key = sha256(data).hexdigest()
        return self._known.get(key) or self._keep(key, data, "an embedded image", None)

    def _keep(self, href: str, data: bytes, name: str, path: Path | None) -> LoadedImage:
        prepared = prepare_image(data, name)
        self._pixels += prepared.width * prepared.height
        if self._pixels > PIXELS_IN_ALL:
            raise DrawingError(f"{name} and the images before it have more than {PIXELS_IN_ALL:,} pixels together")
        self._held += len(prepared.data)
        loaded = LoadedImage(prepared, sha256(prepared.data).hexdigest(), name)
        if path is not None and self._held > _HELD:
            self._held -= len(prepared.data)
            self.is_full = True
            loaded = LoadedImage(prepared._replace(data=b""), loaded.key, name, str(path))
        self._known[href] = loaded
        return loaded


def place_image(loaded: LoadedImage, box: ImageBox, ratio: str | Crop, rendering: str = "auto") -> Shape | None:
    """Return an image fitted into a box; in a clipped group if it is cropped (slice), None if the box has no area.

    A size that the box does not say follows from the pixels, each as large as a user unit. The pixels are smoothed
    unless the `rendering` asks for edges between them.
    """
    prepared = loaded.prepared
    wide, high = prepared.shown_size
    x, y, width, height = complete_box(box, wide, high)
    if not width or not height:
        return None
    matrix, sliced = fit_view_box(ViewBox(0, 0, wide, high), x, y, width, height, ratio=ratio)
    across, down = matrix[0] * wide, matrix[3] * high
    is_turned = prepared.turn is not None
    image: Shape = Image(
        *((0.0, 0.0, 1.0, 1.0) if is_turned else (matrix[4], matrix[5], across, down)),
        prepared.mime,
        data=prepared.data,
        key=loaded.key,
        smooth=rendering not in _SHARP,
        pixels=(prepared.width, prepared.height),
        source=loaded.source,
        name=loaded.name,
    )
    if prepared.turn is not None:
        image = Group((image,), multiply_matrices((across, 0.0, 0.0, down, matrix[4], matrix[5]), prepared.turn))
    return Group((image,), clip=Clip(rectangle_segments(x, y, width, height))) if sliced else image


def place_region(data: bytes, region: PageRegion, box: ImageBox, ratio: str | Crop) -> Shape | None:
    """Return a region of a PDF's page, turned upright and fitted as `place_image` does; mm."""
    from generator.pdf.source_file import open_source  # few games have any

    page = open_source(data, repr(region.file)).read_page(region.page)
    name = f"{region.file!r}, page {region.page}"
    cut = region.find_box(page.width, page.height)
    key = sha256(f"{page.key} {cut}".encode()).hexdigest()
    art = Image(0.0, 0.0, *cut[2:], "application/pdf", data=page.data, key=key, region=cut, name=name)
    wide, high = cut[2:] if region.turn % 180 == 0 else (cut[3], cut[2])
    x, y, width, height = complete_box(box, wide, high)
    if not width or not height:
        return None
    matrix, sliced = fit_view_box(ViewBox(0, 0, wide, high), x, y, width, height, ratio=ratio)
    shapes: tuple[Shape, ...]
    if region.turn:
        shapes = (Group((art,), multiply_matrices(matrix, turn_matrix(region.turn, *cut[2:]))),)
    else:
        shapes = (replace(art, x=matrix[4], y=matrix[5], width=matrix[0] * wide, height=matrix[3] * high),)
    if not sliced:
        return shapes[0]
    clip = Clip(rectangle_segments(x, y, width, height))
    return Group(narrow_regions(shapes, clip), clip=clip)


def complete_box(box: ImageBox, wide: float, high: float) -> tuple[float, float, float, float]:
    """Return the whole box of an image of so many pixels, each as large as a user unit."""
    x, y, width, height = box
    if width is None and height is None:
        return x, y, float(wide), float(high)
    if width is None:
        return x, y, (height or 0.0) * wide / high, height or 0.0
    return x, y, width, width * high / wide if height is None else height


def grey_image(image: Image, weights: tuple[float, float, float]) -> Image:
    """Return an image in greys, as bright as the weights of red, green and blue say."""
    from PIL import Image as Pillow

    from generator.render.color_sampler import open_rgba

    full = open_rgba(image)
    grey = full.convert("RGB").convert("L", (*weights, 0.0))
    stream = BytesIO()
    Pillow.merge("LA", (grey, full.getchannel("A"))).save(stream, "PNG")
    data = stream.getvalue()
    return replace(image, mime="image/png", source="", data=data, key=sha256(data).hexdigest(), region=None)
