"""Draw the die lines of a net: named groups for glue areas, mountain folds, valley folds and cuts; lengths in mm."""

from collections.abc import Iterator
from functools import lru_cache, partial
from math import hypot

from msgspec.structs import replace

from generator.geometry.bounds import Box
from generator.geometry.path import Points, Segment
from generator.geometry.tolerances import FLOAT_NOISE
from generator.model.color import readable_on
from generator.model.net import LINES, Fold, LineKind, Net
from generator.model.picture import Group, Paint, Path, Shape
from generator.render.color_sampler import Ground
from generator.render.contrast_lines import InkAt, Line, lines, stretches

CLEAR = 0.5  # mm from the edges of a glue area to its tint: the fold stays free, and art may run over it a little
PITCH = 1.1  # mm between the lines of the hatching
GROUND = Paint(fill="#f4f4f4")
BESIDE = 0.13  # mm from the middle of a line to where the art is sampled, as edges of art lie on the middle
ROOM = 0.4  # mm of room round the box of a net, so that a cut line along the box is drawn at its full width


def with_room(box: Box) -> Box:
    """Return x, y, width and height of a net's picture, widened for the cut line if the bleed has no room for it."""
    more = max(0.0, ROOM + box[0])
    return box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more


def dielines(net: Net, art: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the die lines of a net, to be drawn over its art; each fold once, and no empty groups.

    A line is black on light art and white on dark art, by the same rule as the template filter `ink`.
    """
    ground = Ground(art)
    glue = tuple(shape for tab in net.tabs for shape in glued(tab.points))
    groups: dict[LineKind, tuple[Shape, ...]] = {"glue": glue}
    groups["mountain"] = _drawn(_folds(net, "mountain"), LINES["mountain"], ground)
    groups["valley"] = _drawn(_folds(net, "valley"), LINES["valley"], ground)
    groups["cut"] = _drawn(net.cut, LINES["cut"], ground)
    return tuple(Group(shapes, name=kind) for kind, shapes in groups.items() if shapes)


def _folds(net: Net, kind: LineKind) -> tuple[Segment, ...]:
    """Return the folds of one kind as a path."""
    return tuple(segment for fold in net.folds if fold.kind == kind for segment in _line(fold))


def _line(fold: Fold) -> tuple[Segment, Segment]:
    return ("M", fold.x1, fold.y1), ("L", fold.x2, fold.y2)


def _ink(ground: Ground, at: tuple[float, float], way: tuple[float, float]) -> str:
    """Return white for a point of a line whose art is dark on both sides, else black.

    On an edge between dark and light, black stands out on the light side; white would look like a gap in the art.
    """
    (x, y), (dx, dy) = at, (way[0] * BESIDE, way[1] * BESIDE)
    dark = _dark(*ground.color_at(x - dy, y + dx)) and _dark(*ground.color_at(x + dy, y - dx))
    return "#ffffff" if dark else "#000000"


@lru_cache(maxsize=256)
def _dark(red: float, green: float, blue: float) -> bool:
    return readable_on(f"#{round(red):02x}{round(green):02x}{round(blue):02x}") == "#ffffff"


def _drawn(segments: tuple[Segment, ...], look: Paint, ground: Ground) -> tuple[Path, ...]:
    """Return a path in black and white, one Path for each paint."""
    looks: dict[Paint, tuple[Segment, ...]] = {}
    for line in lines(segments):
        for paint, part in _inked(line, look, partial(_ink, ground)):
            looks[paint] = looks.get(paint, ()) + part
    return tuple(Path(found, paint) for paint, found in looks.items())


def _inked(line: Line, look: Paint, ink: InkAt) -> Iterator[tuple[Paint, tuple[Segment, ...]]]:
    """Yield a line whole if one ink is enough, else in stretches; dashes continue from stretch to stretch."""
    found = stretches(line, ink)
    if len(found) == 1:
        yield replace(look, stroke=found[0].ink), line.segments
        return
    for stretch in found:
        phase = round(stretch.start % sum(look.dash), 3) if look.dash else 0.0
        cap = "butt" if look.dash else "round"  # two stretches may meet in a corner
        yield replace(look, stroke=stretch.ink, dash_offset=phase, cap=cap), tuple(line.segments_between(*stretch[:2]))


def glued(points: Points) -> tuple[Shape, ...]:
    """Return a glue area: a pale tint with hatching, both kept from its edges."""
    inner = inset(points, CLEAR)
    if not inner:
        return ()
    ground: tuple[Segment, ...] = (("M", *inner[0]), *(("L", *point) for point in inner[1:]), ("Z",))
    lines = hatch(inner, PITCH)
    return (Path(ground, GROUND), *((Path(lines, LINES["glue"]),) if lines else ()))


def inset(points: Points, by: float) -> Points:
    """Return a convex polygon with each edge moved inwards by some mm; empty if no room is left.

    Each corner is where two moved edges cross (Cramer's rule).
    """
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    edges = [_moved(one, other, middle, by) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    corners = tuple(_crossing(one, other) for one, other in zip((edges[-1], *edges[:-1]), edges, strict=True))
    kept = all(a * x + b * y <= c + FLOAT_NOISE for a, b, c in edges for x, y in corners)
    return corners if kept else ()


def _moved(
    one: tuple[float, float], other: tuple[float, float], middle: tuple[float, float], by: float
) -> tuple[float, float, float]:
    """Return the half-plane a x + b y <= c of an edge that is moved towards the middle; a, b is its unit normal."""
    (x1, y1), (x2, y2) = one, other
    long = hypot(x2 - x1, y2 - y1)
    a, b = (y2 - y1) / long, (x1 - x2) / long
    if a * (middle[0] - x1) + b * (middle[1] - y1) > 0:
        a, b = -a, -b
    return a, b, a * x1 + b * y1 - by


def _crossing(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float]:
    (a, b, c), (d, e, f) = one, other
    whole = a * e - b * d
    return (c * e - b * f) / whole, (a * f - c * d) / whole


def hatch(points: Points, pitch: float) -> tuple[Segment, ...]:
    """Return hatching at 45 degrees across a polygon; it is counted from 0, 0, so that hatchings of neighbors align."""
    step = pitch * 2**0.5
    sums = [x + y for x, y in points]
    segments: list[Segment] = []
    for number in range(int(min(sums) // step), int(max(sums) // step) + 1):
        ends = sorted(_across(points, (number + 0.5) * step))
        for one, other in zip(ends[::2], ends[1::2], strict=False):
            segments += [("M", *one), ("L", *other)]
    return tuple(segments)


def _across(points: Points, total: float) -> list[tuple[float, float]]:
    """Return the points where the line x + y = total crosses the edges of a polygon."""
    found = []
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        before, after = x1 + y1 - total, x2 + y2 - total
        if (before < 0) != (after < 0):
            part = before / (before - after)
            found.append((x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
    return found
