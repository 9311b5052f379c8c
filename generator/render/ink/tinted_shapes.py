"""Draw tints that are set off: by a line round a fill, by two beside a stroke, or by a hatch; lengths in mm.

Fills are hatched as heralds do (Petra Sancta, 1638): red upright, blue level, green and purple aslant, and yellow and
orange are dotted; the darker the paint, the closer the lines.
"""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from math import cos, hypot, radians, sin
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.bounds import box_middle, segment_bounds
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Segment
from generator.model.color import relative_luminance
from generator.model.lru_cache import LRUCache
from generator.model.picture import Clip, Group, Image, Paint, Path, Shape
from generator.render.color_sampler import open_rgba
from generator.render.ink.paints import hue_of, lighten

_OUTLINE = 0.2  # the width of the lines
_HATCH = "#6b6b6b"
_LINE, _DOT = 0.18, 0.5
_CLOSE, _WIDE = 0.9, 1.9  # between lines: of a black paint, and of a white one
_MOST_LINES = 400


class _Hatch(NamedTuple):
    """The hue up to which a hatch is used, the angle of its lines, clockwise from level, and whether it is dotted."""

    until: float
    angle: float
    dotted: bool


_HATCHES = (
    _Hatch(15, 90, False),
    _Hatch(70, 0, True),
    _Hatch(165, 45, False),
    _Hatch(260, 0, False),
    _Hatch(345, -45, False),
    _Hatch(360, 90, False),
)


def _hatch_fill(segments: tuple[Segment, ...], even_odd: bool, paint: str, scale: float) -> Group | None:
    """Return the hatch of a color within a path, whose coordinates are `scale` mm each; None for an empty path."""
    box = segment_bounds(segments, IDENTITY)
    if box is None or not scale:
        return None
    kind = next(each for each in _HATCHES if hue_of(paint) <= each.until)
    gap = (_CLOSE + (_WIDE - _CLOSE) * relative_luminance(paint) ** 0.5) / scale
    lines = _draw_lines(box, radians(kind.angle), gap)
    if kind.dotted:
        stroke = Paint(fill=None, stroke=_HATCH, width=_DOT / scale, dash=(0.0, gap), cap="round")
    else:
        stroke = Paint(fill=None, stroke=_HATCH, width=_LINE / scale)
    return Group((Path(lines, stroke),), clip=Clip(segments, even_odd))


def _draw_lines(box: tuple[float, float, float, float], angle: float, gap: float) -> tuple[Segment, ...]:
    """Return parallel lines across a box; every second one begins half a gap later."""
    x, y = box_middle(box)
    reach = hypot(box[2] - box[0], box[3] - box[1]) / 2 + gap
    count = min(_MOST_LINES // 2, int(reach / gap) + 1)
    ax, ay = cos(angle), sin(angle)
    lines: list[Segment] = []
    for number in range(-count, count + 1):
        at, shift = number * gap, gap / 2 * (number % 2)
        cx, cy = x - ay * at, y + ax * at
        lines.append(("M", round(cx - ax * (reach - shift), 4), round(cy - ay * (reach - shift), 4)))
        lines.append(("L", round(cx + ax * reach, 4), round(cy + ay * reach, 4)))
    return tuple(lines)


def set_outline(paint: Paint, line: str, scale: float) -> Paint:
    """Return the paint of a fill with a fine outline."""
    return replace(paint, stroke=line, width=_OUTLINE / (scale or 1.0), join="round")


def outline_path(path: Path, paint: Paint, seen: tuple[Segment, ...] | None) -> Shape:
    """Return a fill whose outline is drawn where it is `seen`; everywhere if that is None."""
    if seen is None:
        return Path(path.segments, paint)
    ground = Path(path.segments, replace(paint, stroke=None))
    line = replace(paint, fill=None, cap="round")
    return Group((ground, Path(seen, line))) if seen else ground


def case_stroke(path: Path, paint: Paint, line: str, scale: float) -> Shape:
    """Return a wide stroke as a tint between two lines, over its fill if it has one."""
    width = round(max(paint.width - 2 * _OUTLINE / (scale or 1.0), paint.width / 3), 4)
    outer, inner = replace(paint, stroke=line), replace(paint, fill=None, width=width)
    return Group((Path(path.segments, outer), Path(path.segments, inner)))


def hatch_path(path: Path, paint: Paint, scale: float) -> Shape:
    """Return a fill with the hatch of its hue over it, on a gray that is lighter than the hue's own."""
    assert isinstance(path.paint.fill, str)
    hatch = _hatch_fill(path.segments, path.paint.even_odd, path.paint.fill, scale)
    ground = replace(paint, fill=lighten(str(paint.fill), 0.5), stroke=None)
    rim = replace(paint, fill=None)
    return Group(tuple(filter(None, (Path(path.segments, ground), hatch, Path(path.segments, rim)))))


def lighten_image(image: Image, share: float, gray: bool) -> Image:
    """Return an image with a share of its paint and the rest of white; without its colors if `gray`."""
    made = image.key, share, gray
    data = _LIGHTENED.get(made) or _LIGHTENED.put(made, _convert(image, share, gray))
    return replace(image, mime="image/png", source="", data=data, key=sha256(data).hexdigest(), region=None)


_LIGHTENED: LRUCache[tuple[str, float, bool], bytes] = LRUCache(32)


def _convert(image: Image, share: float, gray: bool) -> bytes:
    whole = open_rgba(image)
    opacity = whole.getchannel("A")
    table: Callable[[int], float] = lambda value: 255 - share * (255 - value)  # noqa: E731
    made = whole.convert("L" if gray else "RGB").point(table)
    made.putalpha(opacity)
    out = BytesIO()
    made.save(out, "PNG", optimize=False)
    return out.getvalue()
