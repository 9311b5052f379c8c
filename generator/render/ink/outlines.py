"""Set tints off by lines: round a fill, on both sides of a stroke, and hatched; lengths in mm."""

from msgspec.structs import replace

from generator.geometry.types import Segment
from generator.model.picture import Group, Paint, Path, Shape
from generator.render.ink.hatching import hatch_fill
from generator.render.ink.paints import InkPaints
from generator.render.ink.tints import lighten

_OUTLINE = 0.2  # the width of the lines
_HATCH = "#6b6b6b"


def set_outline(paint: Paint, line: str, scale: float) -> Paint:
    """Return the paint of a fill with a fine outline."""
    return replace(paint, stroke=line, width=_OUTLINE / (scale or 1.0), join="round")


def outline_path(paints: InkPaints, path: Path, paint: Paint, seen: tuple[Segment, ...] | None) -> Shape:
    """Return a fill whose outline is drawn where it is `seen`; everywhere if that is None."""
    known = paints.remember(path, paint, seen)
    if known is not None:
        return known  # type: ignore[no-any-return]
    if seen is None:
        return paints.keep(Path(path.segments, paint), path, paint, seen)  # type: ignore[no-any-return]
    ground = Path(path.segments, replace(paint, stroke=None))
    line = replace(paint, fill=None, cap="round")
    made = Group((ground, Path(seen, line))) if seen else ground
    return paints.keep(made, path, paint, seen)  # type: ignore[no-any-return]


def case_stroke(paints: InkPaints, path: Path, paint: Paint, line: str, scale: float) -> Shape:
    """Return a wide stroke as a tint between two lines, over its fill if it has one."""
    known = paints.remember(path, paint, line)
    if known is not None:
        return known  # type: ignore[no-any-return]
    width = round(max(paint.width - 2 * _OUTLINE / (scale or 1.0), paint.width / 3), 4)
    outer, inner = replace(paint, stroke=line), replace(paint, fill=None, width=width)
    made = Group((Path(path.segments, outer), Path(path.segments, inner)))
    return paints.keep(made, path, paint, line)  # type: ignore[no-any-return]


def hatch_path(paints: InkPaints, path: Path, paint: Paint, scale: float) -> Shape:
    """Return a fill with the hatch of its hue over it, on a gray that is lighter than the hue's own."""
    assert isinstance(path.paint.fill, str)
    known = paints.remember(path, paint, "hatch")
    if known is not None:
        return known  # type: ignore[no-any-return]
    hatch = hatch_fill(path.segments, path.paint.even_odd, path.paint.fill, scale, _HATCH)
    ground = replace(paint, fill=lighten(str(paint.fill), 0.5), stroke=None)
    rim = replace(paint, fill=None)
    made = Group(tuple(filter(None, (Path(path.segments, ground), hatch, Path(path.segments, rim)))))
    return paints.keep(made, path, paint, "hatch")  # type: ignore[no-any-return]
