"""Check that each text stands out from its background (GF151).

The measure is the contrast ratio of WCAG 2.2. Its large text, 18 points or 14 in bold, is meant for screens at arm's
length; paper is held nearer, so text is large here from 14 points, or 10 in bold.
"""

from collections.abc import Iterator, Sequence

from PIL import Image

from generator.check.paper.drawing import DrawnShape
from generator.check.paper.face_pages import FaceViews, PageFault, count_marked
from generator.check.paper.print_sizes import POINT, letter_scale
from generator.model.color import relative_luminance
from generator.model.finding import Level
from generator.model.picture import Paint, Text

CONTRAST, SMALL_CONTRAST = 3.0, 4.5  # of large text, and of smaller text (WCAG 2.2, 1.4.3)
UNREADABLE = 1.5  # under half of a text, a contrast that nobody sees at a glance, on any printer
_LARGE, _LARGE_BOLD, _BOLD = 14.0, 10.0, 600  # pt, pt, weight
_WATERMARK = 36.0  # pt; letters from this size may be faint on purpose, unless a group names them
_WORST = 0.1  # of the ink of a text: the ground may be worse under a smaller share of it
_INKED = 64  # of 255: pixels that a black text darkens by a quarter or more
_GAMMA = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in range(256))]
_TO_LINEAR = [round(255 * value) for value in _GAMMA] * 3
_TO_LUMINANCE = (0.2126, 0.7152, 0.0722, 0.0)


def find_faint_texts(views: FaceViews) -> Iterator[PageFault]:
    """Report each text that is seen but has too little contrast (GF151)."""
    drawing = views.face.drawing
    if not drawing.texts:
        return
    ink = views.texts.convert("L").point([255] * (256 - _INKED) + [0] * _INKED)
    ground = measure_luminance(views.textless)
    for number in drawing.judged_texts:
        each = drawing.shapes[number]
        assert each.whole is not None
        assert isinstance(each.shape, Text)
        pixels = views.pixels_of(each.whole)
        own = ink.crop(pixels)
        if not count_marked(own) or not views.is_text_seen(number):
            continue  # not seen at all: GF150
        drawn = [*drawing.find_outlines(number), each]
        contrast, middling = _measure_contrasts(drawn, ground.crop(pixels).histogram(own))
        size = each.shape.size * letter_scale(each.matrix) / POINT
        needed = CONTRAST if size >= (_LARGE_BOLD if each.shape.font.weight >= _BOLD else _LARGE) else SMALL_CONTRAST
        if contrast < needed - 0.05:
            is_watermark = size >= _WATERMARK and number not in drawing.named_shapes
            level: Level = "error" if middling < UNREADABLE and not is_watermark else "warning"
            yield _describe_contrast(each, contrast, needed, size, level)


def measure_luminance(image: Image.Image) -> Image.Image:
    """Return the relative luminance of the pixels of an image, 0 to 255."""
    return image.point(_TO_LINEAR).convert("RGB").convert("L", _TO_LUMINANCE)


def _describe_contrast(each: DrawnShape, contrast: float, needed: float, size: float, level: Level) -> PageFault:
    assert isinstance(each.shape, Text)
    says = f"has a contrast of {contrast:.1f} : 1 with its background; text of {size:.3g} pt needs {needed:g} : 1"
    return PageFault("GF151", level, f"the text {each.shape.text.strip()[:40]!r} {says}", each.address, level, "paint")


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
