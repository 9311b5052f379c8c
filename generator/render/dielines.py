"""A net goes in, what it is cut, folded and glued by comes out: named groups glue, mountain, valley and cut."""

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

CLEAR = 0.5  # mm between the ground of a glue area and its edges: the fold stays free, and art may run a little over it
PITCH = 1.1  # mm between the lines of the hatch
GROUND = Paint(fill="#f4f4f4")
BESIDE = 0.13  # mm from the middle of a line to where its ground is looked at: the edges of art lie on the middle
ROOM = 0.4  # mm round the box of a net at the least: the cut line is drawn in full where it runs along the box


def with_room(box: Box) -> Box:
    """Return the x, y, width and height of a net's picture, with room for the cut line where art has no bleed."""
    more = max(0.0, ROOM + box[0])
    return box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more


def dielines(net: Net, art: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the lines over the art of a net, mm; each fold once, and a group only where there is something in it.

    A line is black where the art beneath it is light and white where it is dark, as the filter `ink` has it for words.
    """
    ground = Ground(art)
    glue = tuple(shape for tab in net.tabs for shape in glued(tab.points))
    groups: dict[LineKind, tuple[Shape, ...]] = {"glue": glue}
    groups["mountain"] = _drawn(_folds(net, "mountain"), LINES["mountain"], ground)
    groups["valley"] = _drawn(_folds(net, "valley"), LINES["valley"], ground)
    groups["cut"] = _drawn(net.cut, LINES["cut"], ground)
    return tuple(Group(shapes, name=kind) for kind, shapes in groups.items() if shapes)


def _folds(net: Net, kind: LineKind) -> tuple[Segment, ...]:
    """Return the folds of a kind as a path, each from end to end."""
    return tuple(segment for fold in net.folds if fold.kind == kind for segment in _line(fold))


def _line(fold: Fold) -> tuple[Segment, Segment]:
    return ("M", fold.x1, fold.y1), ("L", fold.x2, fold.y2)


def _ink(ground: Ground, at: tuple[float, float], way: tuple[float, float]) -> str:
    """Return white for a point of a line where the ground is dark on both sides, else black.

    Where dark meets light, black stands out on the light side; white would leave a gap between paper and art.
    """
    (x, y), (dx, dy) = at, (way[0] * BESIDE, way[1] * BESIDE)
    dark = _dark(*ground.color(x - dy, y + dx)) and _dark(*ground.color(x + dy, y - dx))
    return "#ffffff" if dark else "#000000"


@lru_cache(maxsize=256)
def _dark(red: float, green: float, blue: float) -> bool:
    return readable_on(f"#{round(red):02x}{round(green):02x}{round(blue):02x}") == "#ffffff"


def _drawn(segments: tuple[Segment, ...], look: Paint, ground: Ground) -> tuple[Path, ...]:
    """Return lines in black and white, a path for each look."""
    looks: dict[Paint, tuple[Segment, ...]] = {}
    for line in lines(segments):
        for paint, part in _inked(line, look, partial(_ink, ground)):
            looks[paint] = looks.get(paint, ()) + part
    return tuple(Path(found, paint) for paint, found in looks.items())


def _inked(line: Line, look: Paint, ink: InkAt) -> Iterator[tuple[Paint, tuple[Segment, ...]]]:
    """Yield a line as it is where one ink will do, else in stretches: dashes run on from the start of the line."""
    found = stretches(line, ink)
    if len(found) == 1:
        yield replace(look, stroke=found[0].ink), line.segments
        return
    for stretch in found:
        phase = round(stretch.start % sum(look.dash), 3) if look.dash else 0.0
        cap = "butt" if look.dash else "round"  # two stretches may meet in a corner
        yield replace(look, stroke=stretch.ink, dash_offset=phase, cap=cap), tuple(line.part(*stretch[:2]))


def glued(points: Points) -> tuple[Shape, ...]:
    """Return a glue area: a pale ground and lines across it, both clear of its edges."""
    inner = inset(points, CLEAR)
    if not inner:
        return ()
    ground: tuple[Segment, ...] = (("M", *inner[0]), *(("L", *point) for point in inner[1:]), ("Z",))
    lines = hatch(inner, PITCH)
    return (Path(ground, GROUND), *((Path(lines, LINES["glue"]),) if lines else ()))


def inset(points: Points, by: float) -> Points:
    """Return a convex polygon with each edge moved inwards, mm; nothing where no room is left.

    A corner moves along both edges: to where the two moved lines cross (Cramer's rule).
    """
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    edges = [_moved(one, other, middle, by) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    corners = tuple(_crossing(one, other) for one, other in zip((edges[-1], *edges[:-1]), edges, strict=True))
    kept = all(a * x + b * y <= c + FLOAT_NOISE for a, b, c in edges for x, y in corners)
    return corners if kept else ()


def _moved(
    one: tuple[float, float], other: tuple[float, float], middle: tuple[float, float], by: float
) -> tuple[float, float, float]:
    """Return the half-plane a x + b y <= c that an edge bounds, moved towards the middle; a, b is a unit normal."""
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
    """Return lines that rise at 45 degrees across a polygon, mm apart; counted from 0, 0, so that neighbors agree."""
    step = pitch * 2**0.5
    sums = [x + y for x, y in points]
    segments: list[Segment] = []
    for number in range(int(min(sums) // step), int(max(sums) // step) + 1):
        ends = sorted(_across(points, (number + 0.5) * step))
        for one, other in zip(ends[::2], ends[1::2], strict=False):
            segments += [("M", *one), ("L", *other)]
    return tuple(segments)


def _across(points: Points, total: float) -> list[tuple[float, float]]:
    """Return where the line x + y = total crosses the edges of a polygon."""
    found = []
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        before, after = x1 + y1 - total, x2 + y2 - total
        if (before < 0) != (after < 0):
            part = before / (before - after)
            found.append((x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
    return found
