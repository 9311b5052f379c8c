"""Hatch the fills of colored shapes in black, as heralds do (Petra Sancta, 1638); lengths in mm.

Red is hatched upright, blue level, green and purple aslant, and yellow and orange are dotted; the darker the paint, the
closer the lines.
"""

from math import cos, hypot, radians, sin
from typing import NamedTuple

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Segment
from generator.model.color import relative_luminance
from generator.model.picture import Clip, Group, Paint, Path
from generator.render.ink.tints import hue_of

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


def hatch_fill(segments: tuple[Segment, ...], even_odd: bool, paint: str, scale: float, ink: str) -> Group | None:
    """Return the hatch of a color within a path, whose coordinates are `scale` mm each; None for an empty path."""
    box = segment_bounds(segments, IDENTITY)
    if box is None or not scale:
        return None
    kind = next(each for each in _HATCHES if hue_of(paint) <= each.until)
    gap = (_CLOSE + (_WIDE - _CLOSE) * relative_luminance(paint) ** 0.5) / scale
    lines = _draw_lines(box, radians(kind.angle), gap)
    if kind.dotted:
        stroke = Paint(fill=None, stroke=ink, width=_DOT / scale, dash=(0.0, gap), cap="round")
    else:
        stroke = Paint(fill=None, stroke=ink, width=_LINE / scale)
    return Group((Path(lines, stroke),), clip=Clip(segments, even_odd))


def _draw_lines(box: tuple[float, float, float, float], angle: float, gap: float) -> tuple[Segment, ...]:
    """Return parallel lines across a box; every second one begins half a gap later."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
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
