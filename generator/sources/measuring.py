"""Measure pictures: their sizes as they are shown, what lies behind clear corners, and what is lost in fitting them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from generator.language.expressions import list_briefly
from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import DrawingError, Finding, Place
from generator.safety.files import iterate_blocks
from generator.safety.image_files import MAX_IMAGE_BYTES, open_picture, read_jpeg_head
from generator.safety.png_files import read_png_head
from generator.sources.choices import Size

if TYPE_CHECKING:
    from PIL.Image import Image

_TURNED = frozenset({5, 6, 7, 8})  # the orientations of EXIF by which width and height change places
_ORIENTATION = 0x0112
_NEAR = 0.03  # by which the shape of a picture may differ from that of a standard size
_USUAL_DPI = (300, 600, 1200)  # at which cards are drawn for print shops
_HELD_BLEED = (2.0, 4.0)  # mm; shops ask for 3, or an eighth of an inch
_EXACT = 0.35  # mm, by which such a picture may miss its size
_DENSE = 900  # dots an inch, more than any card needs
_INCH = 25.4
LOSS = 0.03  # of a picture that may be cut off without a word
_MOST_TOLD = 3
_EDGE = 0.04  # of the shorter side: how far from the edge of the art the color behind clear corners is taken
_OPAQUE = 250  # of 255
_SAMPLE = 200  # pixels a side, in which the color is looked for


class PictureFacts(NamedTuple):
    """The size of a picture in pixels, as it is shown, and the color at the edge of one that is clear there."""

    width: float
    height: float
    behind: str = ""


def measure_picture(path: Path) -> PictureFacts | None:
    """Return what is known of a picture; None for one that the build will refuse."""
    with suppress(OSError, DrawingError):
        head = next(iterate_blocks(path, MAX_IMAGE_BYTES), b"")
        if head.startswith(b"\xff\xd8"):
            jpeg = read_jpeg_head(head, path.name)
            is_turned = jpeg.orientation in _TURNED
            return PictureFacts(*((jpeg.height, jpeg.width) if is_turned else (jpeg.width, jpeg.height)))
        png = read_png_head(head)
        if png is not None and not png.is_clear and b"eXIf" not in head:
            return PictureFacts(png.width, png.height)
    return _open_picture(path)


def _open_picture(path: Path) -> PictureFacts | None:
    """Return what is known of a picture that has to be decoded."""
    with suppress(OSError, DrawingError), open_picture(path) as opened:
        width, height = opened.size
        if opened.getexif().get(_ORIENTATION, 1) in _TURNED:
            width, height = height, width
        is_clear = opened.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in opened.info
        return PictureFacts(width, height, _find_edge_color(opened) if is_clear else "")
    return None


def _find_edge_color(image: "Image") -> str:
    """Return the commonest color near the edge of what is opaque; empty if the edge is opaque all round."""
    image.thumbnail((_SAMPLE, _SAMPLE))
    small = image.convert("RGBA")
    wide = small.width
    alpha = small.getchannel("A").tobytes()
    rim = alpha[:wide], alpha[-wide:], alpha[::wide], alpha[wide - 1 :: wide]
    if min(map(min, rim)) >= _OPAQUE:
        return ""
    box = small.getchannel("A").point([255 if value >= _OPAQUE else 0 for value in range(256)]).getbbox()
    if box is None:
        return "#ffffff"
    left, top, right, bottom = box
    far = max(1, round(_EDGE * min(right - left, bottom - top)))
    pixels, colors = small.tobytes(), Counter[bytes]()
    for y in range(top, bottom):
        for x in range(left, right):
            if min(x - left, right - 1 - x, y - top, bottom - 1 - y) < far and alpha[y * wide + x] >= _OPAQUE:
                at = 4 * (y * wide + x)
                colors[pixels[at : at + 3]] += 1
    return f"#{colors.most_common(1)[0][0].hex()}" if colors else "#ffffff"


def guess_size(facts: Iterable[PictureFacts | None], bleed: float) -> Size | None:
    """Return the standard size whose shape is nearest to that of pictures with their bleed; None if none is near."""
    known = [each for each in facts if each]
    if not known:
        return CARD_SIZES["poker"]
    shape = median(min(each.width, each.height) / max(each.width, each.height) for each in known)
    is_wide = 2 * sum(each.width > each.height for each in known) > len(known)

    def measure_difference(size: Size) -> float:
        return abs(shape / ((size[0] + 2 * bleed) / (size[1] + 2 * bleed)) - 1)

    best = min(CARD_SIZES.values(), key=lambda size: round(measure_difference(size), 3))
    if measure_difference(best) > _NEAR:
        return None
    return (best[1], best[0]) if is_wide else best


def find_held_bleed(facts: Iterable[PictureFacts | None]) -> tuple[Size, float] | None:
    """Return the size of cards and the bleed that all pictures hold, as their pixels at a usual resolution tell."""
    pixels = {(min(each.width, each.height), max(each.width, each.height)) for each in facts if each}
    for dpi in _USUAL_DPI:
        width, height = (side * _INCH / dpi for side in (*pixels,)[0]) if len(pixels) == 1 else (0.0, 0.0)
        beyond = {size: ((width - size[0]) / 2, (height - size[1]) / 2) for size in CARD_SIZES.values()}
        if any(max(map(abs, each)) <= _EXACT for each in beyond.values()):
            return None
        size, (across, down) = min(beyond.items(), key=lambda each: abs(each[1][0] - each[1][1]))
        least, most = sorted((across, down))
        if most - least <= _EXACT and _HELD_BLEED[0] <= least and most <= _HELD_BLEED[1]:
            return size, round((across + down) / 2, 2)
    return None


def report_dense(path: Path, facts: PictureFacts, size: Size) -> Finding | None:
    """Return a warning of a picture with far more pixels than its piece needs: a sheet of cards, or a board (GF381)."""
    dpi = min(max(facts[:2]) / max(size), min(facts[:2]) / min(size)) * _INCH
    if dpi < _DENSE:
        return None
    says = f"{facts.width:g} x {facts.height:g} pixels become one piece of {name_size(size)}"
    more = "if it is a sheet of cards, say its grid, such as --source-grid 10x7; if it is larger, give its --size"
    return Finding("GF381", Place(str(path)), f"{says}; {more}", "warning")


def measure_loss(facts: PictureFacts, size: Size, bleed: float) -> float:
    """Return which share of a picture is cut off where it covers a piece with its bleed."""
    shape = (size[0] + 2 * bleed) / (size[1] + 2 * bleed) / (facts.width / facts.height)
    return 1 - min(shape, 1 / shape)


def report_losses(lost: Sequence[tuple[Path, float]], fit: str) -> Finding | None:
    """Return a note of pictures that lose more than a little, or are drawn out, because of their shape (GF381)."""
    told = sorted((each for each in lost if each[1] > LOSS), key=lambda each: -each[1])
    if not told:
        return None
    which = list_briefly([f"{path.name} {share:.0%}" for path, share in told], _MOST_TOLD)
    if fit == "cover":
        says = f"cut off to fill the piece: {which}; --fit contain or stretch keeps it, or choose another --size"
    else:
        says = f"drawn out to fill the piece: {which}; --fit contain or cover keeps the shape"
    return Finding("GF381", Place(str(told[0][0])), says, "warning")


def name_size(size: Size) -> str:
    """Return a size as text, with its trade name if it has one."""
    told = f"{size[0]:g} x {size[1]:g} mm"
    name = next((name for name, known in CARD_SIZES.items() if sorted(known) == sorted(size)), "")
    return f"{name} ({told})" if name else told
