"""Judge from the pixels of a repainted figure what can be seen and read (GF180, GF181)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from generator.check.figures.flat_picture import OPAQUE, FlatItem, FlatPicture, flat_fill
from generator.check.figures.scene import FigureScene, ShownPiece
from generator.fonts.shaping import measure_text_ink
from generator.geometry.bounds import box_area, point_bounds, segment_bounds, shared_box_area
from generator.geometry.clearance import text_corners
from generator.geometry.types import Box
from generator.model.color import relative_luminance
from generator.model.finding import Finding, Place
from generator.model.picture import Gradient, Path, Text

COLUMN = 110.0  # mm: the width of the column of a booklet; a wider figure is scaled down to it
_LEAST_SIZE = 5 * 25.4 / 72  # mm per em: text below 5 pt cannot be read
_LEAST_OPACITY = 0.3
_LEAST_SCALE = 0.7  # of a text that is to be read; on what is drawn smaller than that, it is only shown
_LEAST_CONTRAST = 3.0  # of text to its background (WCAG 2.2, 1.4.11)
_LEAST_SEEN = 0.55  # of the pixels of a text or arrow that must not be covered
_LEAST_SHARE = 0.12  # of a piece of several designs that must be seen
_FEW_PIXELS = 6  # a text of fewer proves nothing
_CLEAR_PIXELS = 12  # that a text must have for its background to be determined
_MOST_TEXTS = 300  # of a figure whose boxes are compared with one another
_MOST_SHARED = 0.2  # of the smaller of two texts that the other may lie on
_SPECK = 0.4  # mm: a shape that is smaller may color no pixel
_BLACK, _WHITE = "#000000", "#ffffff"

PixelCounts = Mapping[int, int]
TextPlace = Callable[[str], Place]


class SeenPixels(NamedTuple):
    """The pixels of each item by its number, in the figure and with its texts over all else.

    `behind` is the item behind each text, and `areas` are those of whole faces, as if nothing lay on them.
    """

    drawn: PixelCounts
    lifted: PixelCounts
    behind: Mapping[int, int]
    areas: Mapping[int, float]


def check_texts(scene: FigureScene, flat: FlatPicture, seen: SeenPixels, find: TextPlace) -> Iterator[Finding]:
    """Report texts of a figure that are covered, too small, too pale, mirrored or over one another (GF181)."""
    scale = min(1.0, COLUMN / scene.data.size[0])
    told: set[str] = set()
    items = {item.number: item for item in flat.items}
    for item in flat.items:
        text = item.text
        if text is None or not text.text.strip() or text.text in told:
            continue
        says = _explain_unreadable(item, text, seen, items, scale)
        if says:
            told.add(text.text)
            yield _report(scene, find(text.text), f"the text {text.text!r} {says}")
    yield from _check_overlaps(scene, [item for item in flat.items if item.text and item.text.text not in told], find)


def _report(scene: FigureScene, place: Place, says: str, code: str = "GF181") -> Finding:
    return Finding(code, place, f"{says} (figure {scene.name})", "warning")


def _explain_unreadable(
    item: FlatItem, text: Text, seen: SeenPixels, items: Mapping[int, FlatItem], scale: float
) -> str:
    a, b, c, d = item.matrix[:4]
    shrunk = min(hypot(a, b), hypot(c, d)) * scale
    size = text.size * shrunk
    whole, left = seen.lifted.get(item.number, 0), seen.drawn.get(item.number, 0)
    if text.paint.fill is None and text.paint.stroke is None:
        return "has no color; give it one"
    if text.paint.fill_opacity * item.opacity < _LEAST_OPACITY:
        return "is too transparent to read; raise its opacity"
    if whole >= _FEW_PIXELS and left < _LEAST_SEEN * whole:
        return "is covered by something drawn over it; move one of them"
    if size < _LEAST_SIZE - 0.01 and shrunk > _LEAST_SCALE:
        return f"is {size * 72 / 25.4:.1f} pt high in the booklet; make it at least 5 pt"
    if a * d - b * c < 0:
        return "is mirrored; turn it around"
    if shrunk <= _LEAST_SCALE or whole < _CLEAR_PIXELS:
        return ""
    contrast = _measure_contrast(text, seen.behind.get(item.number, 0), items)
    if contrast is not None and contrast < _LEAST_CONTRAST:
        return f"has a contrast of {contrast:.1f} : 1 with its background; make it at least 3 : 1"
    return ""


def _measure_contrast(text: Text, behind: int, items: Mapping[int, FlatItem]) -> float | None:
    """Return the contrast ratio of a text to the item behind it, 0 for the paper; None where that has no one color."""
    fill = flat_fill(text.paint)
    under: str | None = _WHITE
    if behind:
        shape = items[behind].shape
        under = flat_fill(shape.paint) if isinstance(shape, Path) else None
    if fill is None or under is None:
        return None
    one, other = sorted((relative_luminance(fill), relative_luminance(under)))
    return (other + 0.05) / (one + 0.05)


def _check_overlaps(scene: FigureScene, items: Sequence[FlatItem], find: TextPlace) -> Iterator[Finding]:
    texts = [item for item in items if item.text and item.text.text.strip()][:_MOST_TEXTS]
    boxes = [(item.text, box_text(item)) for item in texts]
    for number, (text, box) in enumerate(boxes):
        for other, around in boxes[number + 1 :]:
            if box and around and _share_of_smaller(box, around) > _MOST_SHARED and text and other:
                says = f"the texts {text.text!r} and {other.text!r} overlap; move one of them"
                yield _report(scene, find(other.text), says)
                return


def box_text(item: FlatItem) -> Box | None:
    """Return the box of a text (mm of the figure); None for one that is turned, whose box is larger than its ink."""
    text, (a, b, c, d, _, _) = item.text, item.matrix
    if text is None or min(abs(a) + abs(d), abs(b) + abs(c)) > 0.01:
        return None
    corners = text_corners(
        measure_text_ink(text.font, text.text, text.setting), text.size, text.x, text.y, text.width, item.matrix
    )
    return point_bounds(corners)


def _share_of_smaller(one: Box, other: Box) -> float:
    smaller = min(box_area(one), box_area(other))
    return shared_box_area(one, other) / smaller if smaller > 0 else 0.0


def check_covered_pieces(scene: FigureScene, flat: FlatPicture, seen: SeenPixels) -> Iterator[Finding]:
    """Report pieces that cannot be seen at all, because others cover them or they are out of view (GF180)."""
    if scene.data.kind not in ("board", "table"):
        return
    faces = [item for item in flat.items if item.is_face]
    pieces: Sequence[ShownPiece] = scene.pieces
    own = faces[1:] if scene.data.kind == "board" else faces
    if len(own) != len(pieces):
        return
    for piece, item in zip(pieces, own, strict=True):
        share = seen.drawn.get(item.number, 0) / max(seen.areas.get(item.number, 1.0), 1.0)
        least = _LEAST_SHARE if len(scene.parts[piece.part].designs) > 1 else 0.0
        if share < least or not share:
            says = f"{piece.name!r} cannot be seen in the figure: it is covered, or outside it; move it"
            yield _report(scene, scene.place(*piece.path, "at"), says, "GF180")


def check_covered_groups(scene: FigureScene, flat: FlatPicture, seen: SeenPixels, place: Place) -> Iterator[Finding]:
    """Report a named group of a template that cannot be seen at all (GF181)."""
    groups: dict[str, list[FlatItem]] = {}
    for item in flat.items:
        for name in item.names:
            groups.setdefault(name, []).append(item)
    for name, items in groups.items():
        if not any(seen.drawn.get(item.number) or _is_pale(item) or _is_speck(item) for item in items):
            yield _report(scene, place, f"the group {name!r} cannot be seen: it is covered, outside or unpainted")


def _is_pale(item: FlatItem) -> bool:
    """Return whether an item is too transparent to be counted."""
    paint = item.shape.paint if isinstance(item.shape, Path) else None
    if paint is None or not (paint.fill or paint.stroke):
        return False
    return min(paint.fill_opacity, paint.stroke_opacity) < OPAQUE


def _is_speck(item: FlatItem) -> bool:
    """Return whether an item is too small to be counted: about a pixel."""
    box = segment_bounds(item.shape.segments, item.matrix) if isinstance(item.shape, Path) else None
    return box is not None and max(box[2] - box[0], box[3] - box[1]) < _SPECK


def check_hidden_ways(scene: FigureScene, flat: FlatPicture, seen: SeenPixels) -> Iterator[Finding]:
    """Report an arrow of a board that cannot be seen at all, because pieces or words cover it (GF181)."""
    shafts = [item for item in flat.items if _is_shaft(item)]
    if scene.data.kind != "board" or len(shafts) != len(scene.ways):
        return
    for way, item in zip(scene.ways, shafts, strict=True):
        if not seen.drawn.get(item.number):
            yield _report(scene, scene.place(*way.path), "the path cannot be seen; move what covers it")


def _is_shaft(item: FlatItem) -> bool:
    """Return whether an item is the line of an arrow as templates/figures/board.svg.j2 draws it."""
    paint = item.shape.paint if isinstance(item.shape, Path) else None
    if paint is None or item.is_face or paint.fill is not None or isinstance(paint.stroke, Gradient):
        return False
    return paint.width == 0.7 and paint.stroke not in (None, _WHITE)
