"""Check that texts and signs stand out from their backgrounds (GF151).

The measure is the contrast ratio of WCAG 2.2. Its large text, 18 points or 14 in bold, is meant for screens at arm's
length; paper is held nearer, so text is large here from 14 points, or 10 in bold.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from PIL import Image

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, NamedGroup
from generator.check.analysis.face_pages import PageFault, count_marked
from generator.check.hide.covered import find_hiding_cover, is_same_as_ground, list_figures, name_text
from generator.check.hide.views import PageViews
from generator.check.limits.sizes import POINT, letter_scale
from generator.geometry.types import Box
from generator.model.color import relative_luminance
from generator.model.finding import Level
from generator.model.picture import Group, Paint, Path, Shape, Text

CONTRAST, SMALL_CONTRAST = 3.0, 4.5  # of large text, and of smaller text (WCAG 2.2, 1.4.3)
UNREADABLE = 1.5  # under half of a text, a contrast that nobody sees at a glance, on any printer
_LARGE, _LARGE_BOLD, _BOLD = 14.0, 10.0, 600  # pt, pt, weight
_FEWEST_FAINT = 2  # texts on a shape, for it to be at fault
_WATERMARK = 36.0  # pt; letters from this size may be faint on purpose, unless a group names them
_WORST = 0.1  # of the ink of a text: the ground may be worse under a smaller share of it
_INKED = 64  # of 255: pixels that a black text darkens by a quarter or more
_VEIL = 0.25  # opacity: with less, black is paler than light grey
_GAMMA = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in range(256))]
_TO_LINEAR = [round(255 * value) for value in _GAMMA] * 3
_TO_LUMINANCE = (0.2126, 0.7152, 0.0722, 0.0)


class _FaintText(NamedTuple):
    """A text with too little contrast: its number, the contrast, what it needs, its size in points, and the level."""

    number: int
    contrast: float
    needed: float
    size: float
    level: Level


def find_faint_texts(views: PageViews) -> Iterator[PageFault]:
    """Report each text that is seen but has too little contrast (GF151).

    If all texts on one shape are faint, it is that shape which has the wrong color.
    """
    drawing = views.drawing
    if not drawing.texts:
        return
    grounds = {number: _find_ground(drawing.shapes, number) for number in drawing.judged_texts}
    faint = sorted(_measure_texts(views), key=lambda each: grounds[each.number] or -1)
    for ground, some in groupby(faint, lambda each: grounds[each.number]):
        texts = sorted(some, key=lambda each: each.number)
        if ground is not None and len(texts) >= _FEWEST_FAINT and len(texts) == [*grounds.values()].count(ground):
            yield _describe_ground(drawing.shapes, ground, texts)
        else:
            yield from (_describe_contrast(drawing, each) for each in texts)


def _measure_texts(views: PageViews) -> Iterator[_FaintText]:
    """Yield the texts with too little contrast."""
    drawing = views.drawing
    ink = views.texts.convert("L").point([255] * (256 - _INKED) + [0] * _INKED)
    luminance = measure_luminance(views.textless)
    for number in drawing.judged_texts:
        each = drawing.shapes[number]
        assert each.whole is not None
        assert isinstance(each.shape, Text)
        pixels = views.crop_of(each.whole)
        own = ink.crop(pixels)
        if not count_marked(own) or views.find_text_cover(number) is not None:
            continue  # covered: GF150
        drawn = [*drawing.find_outlines(number), each]
        contrast, middling = _measure_contrasts(drawn, luminance.crop(pixels).histogram(own))
        size = each.shape.size * letter_scale(each.matrix) / POINT
        if size >= _WATERMARK and number not in drawing.named_shapes:
            continue
        needed = CONTRAST if size >= (_LARGE_BOLD if each.shape.font.weight >= _BOLD else _LARGE) else SMALL_CONTRAST
        if contrast < needed - 0.05:
            level: Level = "error" if middling < UNREADABLE else "warning"
            yield _FaintText(number, contrast, needed, size, level)


def _find_ground(shapes: Sequence[DrawnShape], number: int) -> int | None:
    """Return the number of the filled shape right behind a whole text; None if that is the paper, or part of it."""
    box = shapes[number].whole
    for at in range(number - 1, -1, -1):
        each = shapes[at]
        if box is None or each.box is None or isinstance(each.shape, Text) or not _covers(each.box, box):
            continue
        is_ground = isinstance(each.shape, Path) and isinstance(each.shape.paint.fill, str) and each.opacity >= 1
        return at if is_ground else None
    return None


def _covers(one: Box, other: Box) -> bool:
    return one[0] <= other[0] and one[1] <= other[1] and one[2] >= other[2] and one[3] >= other[3]


def measure_luminance(image: Image.Image) -> Image.Image:
    """Return the relative luminance of the pixels of an image, 0 to 255."""
    return image.point(_TO_LINEAR).convert("RGB").convert("L", _TO_LUMINANCE)


def _describe_contrast(drawing: Drawing, faint: _FaintText) -> PageFault:
    each = drawing.shapes[faint.number]
    if veil := _find_veil(drawing.picture.shapes, each.address):
        return PageFault("GF151", "veil", f"{name_text(each)} is too transparent to be read", veil, faint.level)
    says = (
        f"has a contrast of {faint.contrast:.1f} : 1 with its background; text of {faint.size:.3g} pt needs"
        f" {faint.needed:g} : 1"
    )
    text = f"{name_text(each)} {says}"
    behind = _find_behind(drawing.shapes, faint.number)
    instead = (
        (behind, f"this is behind {name_text(each)}, which is faint on it; change it, or the text") if behind else None
    )
    return PageFault("GF151", faint.level, text, each.address, faint.level, where="paint", instead=instead)


def _find_behind(shapes: Sequence[DrawnShape], number: int) -> Address | None:
    """Return the address of the shape right behind the middle of another one; None if that is the paper."""
    box = shapes[number].whole
    assert box is not None
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    behind = (each for each in reversed(shapes[:number]) if each.box and not isinstance(each.shape, Text))
    return next((each.address for each in behind if _covers(each.box or box, (x, y, x, y))), None)


def _describe_ground(shapes: Sequence[DrawnShape], ground: int, texts: Sequence[_FaintText]) -> PageFault:
    """Return the fault of a shape on which all texts are faint."""
    worst = min(texts, key=lambda each: each.contrast / each.needed)
    shape = shapes[worst.number].shape
    assert isinstance(shape, Text)
    says = (
        f"all {len(texts)} texts on this background have too little contrast with it, such as"
        f" {shape.text.strip()[:40]!r}: {worst.contrast:.1f} : 1, and text of {worst.size:.3g} pt needs"
        f" {worst.needed:g} : 1"
    )
    level: Level = "error" if any(each.level == "error" for each in texts) else "warning"
    return PageFault("GF151", f"ground {level}", says, shapes[ground].address, level, where="paint")


def _measure_contrasts(drawn: Sequence[DrawnShape], grounds: list[int]) -> tuple[float, float]:
    """Return the contrast of a text's best paint to the ground under it: where it is worst, and where it is middling.

    `drawn` are the text and its outlines, and `grounds` counts the pixels under them by their luminance, 0 to 255.
    """
    paints = [(each.shape.paint, each.opacity) for each in drawn if isinstance(each.shape, Text)]
    ratios = sorted((max(found), count) for found, count in _compare(paints, grounds))
    return _find_quantile(ratios, _WORST), _find_quantile(ratios, 0.5)


def _find_quantile(counted: Sequence[tuple[float, int]], share: float) -> float:
    """Return the value up to which a share of all lie; each value comes with its number, in rising order."""
    left = share * sum(count for _, count in counted)
    for value, count in counted:
        left -= count
        if left < 0:
            return value
    return counted[-1][0]


def _compare(paints: Sequence[tuple[Paint, float]], grounds: list[int]) -> Iterator[tuple[list[float], int]]:
    """Yield the contrasts of fills and strokes to each luminance of the ground, and its number of pixels."""
    inks = [
        (relative_luminance(color), opacity * alpha)
        for paint, opacity in paints
        for color, alpha in ((paint.fill, paint.fill_opacity), (paint.stroke, paint.stroke_opacity))
        if isinstance(color, str) and alpha > 0
    ]
    for level, count in enumerate(grounds):
        if count:
            ground = level / 255
            yield [_ratio(_blend(ink, ground, alpha), ground) for ink, alpha in inks] or [21.0], count


def _blend(ink: float, ground: float, alpha: float) -> float:
    """Return about the luminance of an ink over a ground: colors are blended in sRGB, whose gamma is nearly 2.2."""
    return float((alpha * ink ** (1 / 2.2) + (1 - alpha) * ground ** (1 / 2.2)) ** 2.2)


def _ratio(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def _find_veil(shapes: Sequence[Shape], address: Address) -> Address | None:
    """Return the address of the outermost nearly transparent group on the way to an address, None if there is none."""
    for depth, index in enumerate(address, 1):
        shape = shapes[index]
        if not isinstance(shape, Group):
            break
        if shape.opacity < _VEIL:
            return address[:depth]
        shapes = shape.shapes
    return None


def find_faint_groups(views: PageViews) -> Iterator[PageFault]:
    """Report each named group that has the color of its background (GF151)."""
    for layer, groups in enumerate(views.layers):
        for group in groups:
            has_texts = any(group.first <= number < group.end for number in views.drawing.judged_texts)
            if has_texts or find_hiding_cover(views, layer, group) is not None:
                continue  # its texts are judged themselves; what is covered is told as that
            if is_same_as_ground(views, layer, group) or _hides_its_figures(views, group):
                at = (list_figures(views, group) or [group.first])[0]
                address = views.drawing.shapes[at].address
                says = f"the group {group.name!r} cannot be seen: it has the color of its background"
                veil = _find_veil(views.drawing.picture.shapes, address)
                behind = None if veil else _find_behind(views.drawing.shapes, at)
                advice = f"this is behind the group {group.name!r}; change it, or the group"
                instead = (behind, advice) if behind else None
                where: Literal["shape", "paint"] = "shape" if veil else "paint"
                yield PageFault("GF151", "same", says, veil or address, where=where, instead=instead)


def _hides_its_figures(views: PageViews, group: NamedGroup) -> bool:
    """Return whether all that stands on the ground of a place is in the color of the ground, and no text is there."""
    figures, shapes = list_figures(views, group), views.drawing.shapes
    inner = any(each.inside[-1:] == (group.name,) for each in views.drawing.groups)
    if not group.name.startswith("face.") or inner or not 0 < len(figures) < group.end - group.first:
        return False
    grounds = [shapes[at].shape for at in range(group.first, figures[0]) if at not in figures]
    ground = grounds[-1].paint.fill if grounds and isinstance(grounds[-1], Path) else None
    inks = {ink for at in figures for ink in _inks_of(shapes[at].shape)}
    return isinstance(ground, str) and inks == {ground}


def _inks_of(shape: object) -> Sequence[object]:
    if not isinstance(shape, Path):
        return (shape,)
    return [ink for ink in (shape.paint.fill, shape.paint.stroke) if ink is not None]
