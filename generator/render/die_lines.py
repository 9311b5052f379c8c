"""Draw the die lines of a net: named groups for glue areas, mountain folds, valley folds and cuts; lengths in mm."""

from collections.abc import Iterator
from functools import lru_cache, partial
from math import hypot

from msgspec.structs import replace

from generator.geometry.tolerances import FLOAT_NOISE
from generator.geometry.types import Box, Points, Segment
from generator.model.color import choose_readable_ink
from generator.model.net import LINE_STYLES, Fold, LineKind, Net
from generator.model.picture import Group, Paint, Path, Shape
from generator.render.color_sampler import ColorSampler
from generator.render.contrast_lines import InkAt, MeasuredLine, find_ink_stretches, measured_lines

GLUE_INSET = 0.5  # mm from the edges of a glue area to its tint: the fold stays free, and art may run over it a little
HATCH_PITCH = 1.1  # mm between the lines of the hatching
GLUE_PAINT = Paint(fill="#f4f4f4")
SAMPLE_OFFSET = 0.13  # mm from the middle of a line to where the art is sampled, as edges of art lie on the middle
CUT_LINE_ROOM = 0.4  # mm of room round the box of a net, so that a cut line along the box is drawn at its full width


def add_cut_line_room(box: Box) -> Box:
    """Return x, y, width and height of a net's picture, widened for the cut line if the bleed has no room for it."""
    more = max(0.0, CUT_LINE_ROOM + box[0])
    return box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more


def draw_die_lines(net: Net, art: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the die lines of a net, to be drawn over its art; each fold once, and no empty groups.

    A line is black on light art and white on dark art, by the same rule as the template filter `ink`.
    """
    ground = ColorSampler(art)
    glue = tuple(shape for tab in net.tabs for shape in draw_glue_area(tab.points))
    groups: dict[LineKind, tuple[Shape, ...]] = {"glue": glue}
    groups["mountain"] = _draw_lines(_fold_path(net, "mountain"), LINE_STYLES["mountain"], ground)
    groups["valley"] = _draw_lines(_fold_path(net, "valley"), LINE_STYLES["valley"], ground)
    groups["cut"] = _draw_lines(net.cut, LINE_STYLES["cut"], ground)
    return tuple(Group(shapes, name=kind) for kind, shapes in groups.items() if shapes)


def _fold_path(net: Net, kind: LineKind) -> tuple[Segment, ...]:
    """Return the folds of one kind as a path."""
    return tuple(segment for fold in net.folds if fold.kind == kind for segment in _fold_segments(fold))


def _fold_segments(fold: Fold) -> tuple[Segment, Segment]:
    return ("M", fold.x1, fold.y1), ("L", fold.x2, fold.y2)


def _contrasting_ink(ground: ColorSampler, at: tuple[float, float], way: tuple[float, float]) -> str:
    """Return white for a point of a line whose art is dark on both sides, else black.

    On an edge between dark and light, black stands out on the light side; white would look like a gap in the art.
    """
    (x, y), (dx, dy) = at, (way[0] * SAMPLE_OFFSET, way[1] * SAMPLE_OFFSET)
    dark = _is_dark(*ground.color_at(x - dy, y + dx)) and _is_dark(*ground.color_at(x + dy, y - dx))
    return "#ffffff" if dark else "#000000"


@lru_cache(maxsize=256)
def _is_dark(red: float, green: float, blue: float) -> bool:
    return choose_readable_ink(f"#{round(red):02x}{round(green):02x}{round(blue):02x}") == "#ffffff"


def _draw_lines(segments: tuple[Segment, ...], look: Paint, ground: ColorSampler) -> tuple[Path, ...]:
    """Return a path in black and white, one Path for each paint."""
    looks: dict[Paint, tuple[Segment, ...]] = {}
    for line in measured_lines(segments):
        for paint, part in _split_by_ink(line, look, partial(_contrasting_ink, ground)):
            looks[paint] = looks.get(paint, ()) + part
    return tuple(Path(found, paint) for paint, found in looks.items())


def _split_by_ink(line: MeasuredLine, look: Paint, ink: InkAt) -> Iterator[tuple[Paint, tuple[Segment, ...]]]:
    """Yield a line whole if one ink is enough, else in stretches; dashes continue from stretch to stretch."""
    found = find_ink_stretches(line, ink)
    if len(found) == 1:
        yield replace(look, stroke=found[0].ink), line.segments
        return
    for stretch in found:
        phase = round(stretch.start % sum(look.dash), 3) if look.dash else 0.0
        cap = "butt" if look.dash else "round"  # two stretches may meet in a corner
        yield replace(look, stroke=stretch.ink, dash_offset=phase, cap=cap), tuple(line.segments_between(*stretch[:2]))


def draw_glue_area(points: Points) -> tuple[Shape, ...]:
    """Return a glue area: a pale tint with hatching, both kept from its edges."""
    inner = inset_polygon(points, GLUE_INSET)
    if not inner:
        return ()
    ground: tuple[Segment, ...] = (("M", *inner[0]), *(("L", *point) for point in inner[1:]), ("Z",))
    lines = hatch_polygon(inner, HATCH_PITCH)
    return (Path(ground, GLUE_PAINT), *((Path(lines, LINE_STYLES["glue"]),) if lines else ()))


def inset_polygon(points: Points, by: float) -> Points:
    """Return a convex polygon with each edge moved inwards by some mm; empty if no room is left.

    Each corner is where two moved edges cross (Cramer's rule).
    """
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    edges = [_move_edge(one, other, middle, by) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    corners = tuple(_line_crossing(one, other) for one, other in zip((edges[-1], *edges[:-1]), edges, strict=True))
    kept = all(a * x + b * y <= c + FLOAT_NOISE for a, b, c in edges for x, y in corners)
    return corners if kept else ()


def _move_edge(
    one: tuple[float, float], other: tuple[float, float], middle: tuple[float, float], by: float
) -> tuple[float, float, float]:
    """Return the half-plane a x + b y <= c of an edge that is moved towards the middle; a, b is its unit normal."""
    (x1, y1), (x2, y2) = one, other
    long = hypot(x2 - x1, y2 - y1)
    a, b = (y2 - y1) / long, (x1 - x2) / long
    if a * (middle[0] - x1) + b * (middle[1] - y1) > 0:
        a, b = -a, -b
    return a, b, a * x1 + b * y1 - by


def _line_crossing(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float]:
    (a, b, c), (d, e, f) = one, other
    whole = a * e - b * d
    return (c * e - b * f) / whole, (a * f - c * d) / whole


def hatch_polygon(points: Points, pitch: float) -> tuple[Segment, ...]:
    """Return hatching at 45 degrees across a polygon; it is counted from 0, 0, so that hatchings of neighbors align."""
    step = pitch * 2**0.5
    sums = [x + y for x, y in points]
    segments: list[Segment] = []
    for number in range(int(min(sums) // step), int(max(sums) // step) + 1):
        ends = sorted(_cross_diagonal(points, (number + 0.5) * step))
        for one, other in zip(ends[::2], ends[1::2], strict=False):
            segments += [("M", *one), ("L", *other)]
    return tuple(segments)


def _cross_diagonal(points: Points, total: float) -> list[tuple[float, float]]:
    """Return the points where the line x + y = total crosses the edges of a polygon."""
    found = []
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        before, after = x1 + y1 - total, x2 + y2 - total
        if (before < 0) != (after < 0):
            part = before / (before - after)
            found.append((x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
    return found
