"""Draw the die lines of a net: named groups for glue areas, mountain folds, valley folds and cuts; lengths in mm.

The art of a piece that shows a share of its faces is clipped to it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from math import ceil, hypot
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.bezier import flatten_cubic, split_curve
from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import line_length, polygon_segments, rectangle_segments
from generator.geometry.polygon import cross_diagonal
from generator.geometry.tolerances import CURVE_STEPS, FLOAT_NOISE, INK_CHANGE, ROUNDING
from generator.geometry.types import Box, Point, Points, Segment
from generator.model.color import choose_readable_ink
from generator.model.net import LINE_STYLES, LineKind, Net, net_polygons
from generator.model.picture import Clip, Group, Paint, Path, Shape
from generator.render.bounds import shape_bounds
from generator.render.color_sampler import ColorSampler, read_paint

GLUE_INSET = 0.5  # mm from the edges of a glue area to its tint: the fold stays free, and art may run over it a little
HATCH_PITCH = 1.1  # mm between the lines of the hatching
GLUE_PAINT = Paint(fill="#f4f4f4")
SAMPLE_OFFSET = 0.13  # mm from the middle of a line to where the art is sampled, as edges of art lie on the middle
CUT_LINE_ROOM = 0.4  # mm of room round the box of a net, so that a cut line along the box is drawn at its full width


def add_cut_line_room(box: Box) -> Box:
    """Return x, y, width and height of a net's picture, widened for the cut line if the bleed has no room for it."""
    more = max(0.0, CUT_LINE_ROOM + box[0])
    return box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more


def draw_die_lines(net: Net, art: tuple[Shape, ...], beside: float = SAMPLE_OFFSET) -> tuple[Shape, ...]:
    """Return the die lines of a net, to be drawn over its art; each fold once, and no empty groups.

    A line is black on light art and white on dark art, `beside` mm from it, by the same rule as the template filter
    `ink`.
    """
    ground = read_paint(art)
    glue = tuple(
        shape
        for number, tab in enumerate(net.tabs, 1)
        for shape in (*draw_glue_area(tab.points), *_draw_tab_number(tab.number or number, tab.points))
    )
    labels = tuple(shape for label in net.labels for shape in _draw_number(label.number, label.x, label.y))
    groups: dict[LineKind, tuple[Shape, ...]] = {"glue": (*glue, *labels)}
    groups["mountain"] = _draw_lines(_fold_path(net, "mountain"), LINE_STYLES["mountain"], ground, beside)
    groups["valley"] = _draw_lines(_fold_path(net, "valley"), LINE_STYLES["valley"], ground, beside)
    groups["cut"] = _draw_lines(net.cut, LINE_STYLES["cut"], ground, beside)
    return tuple(Group(shapes, name=kind) for kind, shapes in groups.items() if shapes)


# Digits in strokes, in a field 0.6 wide and 1 high: they are no text of the game, so they are not set as one.
_DIGITS = {
    "0": "0,0 .6,0 .6,1 0,1 0,0",
    "1": "0,.25 .35,0 .35,1",
    "2": "0,0 .6,0 .6,.5 0,.5 0,1 .6,1",
    "3": "0,0 .6,0 .3,.4 .6,.5 .6,1 0,1",
    "4": ".45,1 .45,0 0,.7 .6,.7",
    "5": ".6,0 0,0 0,.45 .6,.45 .6,1 0,1",
    "6": ".6,0 0,.5 0,1 .6,1 .6,.5 0,.5",
    "7": "0,0 .6,0 .2,1",
    "8": "0,0 .6,0 .6,1 0,1 0,0 0,.5 .6,.5",
    "9": "0,1 .6,.5 .6,0 0,0 0,.5 .6,.5",
}
NUMBER_HEIGHT = 1.8  # mm
NUMBER_PAINT = Paint(fill=None, stroke="#000000", width=0.2, join="round", cap="round")


def _draw_tab_number(number: int, points: Points) -> Iterator[Path]:
    """Yield the number of a tab in the order of gluing, in its middle; nothing if it has no room."""
    if inset_polygon(points, NUMBER_HEIGHT / 2 + GLUE_INSET):
        count = len(points)
        yield from _draw_number(number, sum(x for x, _ in points) / count, sum(y for _, y in points) / count)


def _draw_number(number: int, x: float, y: float) -> Iterator[Path]:
    """Yield a number around x, y, on white."""
    digits, step = str(number), 0.9
    wide, high = NUMBER_HEIGHT * (step * len(digits) - 0.3), NUMBER_HEIGHT
    patch = rectangle_segments(x - wide / 2 - 0.4, y - high / 2 - 0.4, wide + 0.8, high + 0.8)
    yield Path(patch, Paint(fill="#ffffff"))
    segments: list[Segment] = []
    for at, digit in enumerate(digits):
        for index, pair in enumerate(_DIGITS[digit].split()):
            across, down = map(float, pair.split(","))
            place = x - wide / 2 + NUMBER_HEIGHT * (at * step + across), y - high / 2 + high * down
            segments.append(("L" if index else "M", *place))
    yield Path(tuple(segments), NUMBER_PAINT)


def _fold_path(net: Net, kind: LineKind) -> tuple[Segment, ...]:
    """Return the folds of one kind as a path."""
    folds = (fold for fold in net.folds if fold.kind == kind)
    return tuple(end for fold in folds for end in (("M", fold.x1, fold.y1), ("L", fold.x2, fold.y2)))


def _contrasting_ink(ground: ColorSampler, beside: float, at: tuple[float, float], way: tuple[float, float]) -> str:
    """Return white for a point of a line whose art is dark on both sides, else black.

    On an edge between dark and light, black stands out on the light side; white would look like a gap in the art.
    """
    (x, y), (dx, dy) = at, (way[0] * beside, way[1] * beside)
    dark = _is_dark(*ground.color_at(x - dy, y + dx)) and _is_dark(*ground.color_at(x + dy, y - dx))
    return "#ffffff" if dark else "#000000"


@lru_cache(maxsize=256)
def _is_dark(red: float, green: float, blue: float) -> bool:
    return choose_readable_ink(f"#{round(red):02x}{round(green):02x}{round(blue):02x}") == "#ffffff"


def _draw_lines(segments: tuple[Segment, ...], look: Paint, ground: ColorSampler, beside: float) -> tuple[Path, ...]:
    """Return a path in black and white, one Path for each paint."""
    looks: dict[Paint, tuple[Segment, ...]] = {}
    for subpath in split_subpaths(segments):
        for paint, part in _draw_line(subpath, look, ground.limit_to(*_list_boxes(subpath, beside)), beside):
            looks[paint] = looks.get(paint, ()) + part
    return tuple(Path(found, paint) for paint, found in looks.items())


def _list_boxes(subpath: Sequence[Segment], beside: float) -> Iterator[Box]:
    """Yield the boxes in which the art along each line or curve of a subpath is sampled."""
    reach = beside + ROUNDING
    start = here = (0.0, 0.0)
    for kind, *flat in subpath:
        points = [here, *zip(flat[::2], flat[1::2], strict=True)] if flat else [here, start]
        here = points[-1]
        start = here if kind == "M" else start
        if kind != "M":
            left, top, right, bottom = point_bounds(points)
            yield left - reach, top - reach, right + reach, bottom + reach


@lru_cache(maxsize=4096)  # faces differ in their middles, and lines run along their edges
def _draw_line(
    subpath: tuple[Segment, ...], look: Paint, ground: ColorSampler, beside: float
) -> tuple[tuple[Paint, tuple[Segment, ...]], ...]:
    """Return the stretches of a line with their paints, if it has a length; `ground` is the art near it."""
    line = MeasuredLine(subpath)
    fitted = _fit_dashes(look, line.length)
    return tuple(_split_by_ink(line, fitted, partial(_contrasting_ink, ground, beside))) if line.length else ()


def _fit_dashes(look: Paint, length: float) -> Paint:
    """Return a look whose dashes are so short that a line shows its pattern once and ends with another dash."""
    whole = sum(look.dash) + (look.dash[0] if look.dash else 0.0)
    if not look.dash or length >= whole:
        return look
    return replace(look, dash=tuple(round(each * length / whole, 3) for each in look.dash))


InkAt = Callable[[Point, Point], str]  # the ink at a point of a line with that direction


class MeasuredLine:
    """One subpath, with points addressed by their distance along it."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(segments)
        self.closed = segments[-1][0] == "Z"
        self._pieces = tuple(_line_pieces(segments))
        self._ends = (0.0, *accumulate(_piece_length(step) for step in self._pieces))
        self.length = self._ends[-1]

    def point_at(self, place: float) -> tuple[Point, Point]:
        """Return the point at a distance and the unit direction there; on a closed line, distances wrap round."""
        place = place % self.length if self.closed else place
        number = min(bisect_right(self._ends, place), len(self._pieces)) - 1
        start, end = self._ends[number : number + 2]
        return _point_on_piece(self._pieces[number], (place - start) / (end - start))

    def segments_between(self, start: float, end: float) -> Iterator[Segment]:
        """Yield the segments between two distances; curves are split exactly."""
        yield ("M", *self.point_at(start)[0])
        begun = start // self.length if self.closed else 0.0
        for turn in (begun * self.length, (begun + 1) * self.length)[: 1 + self.closed]:
            for step, (low, high) in zip(self._pieces, pairwise(self._ends), strict=True):
                one, other = max(start - turn, low), min(end - turn, high)
                if other - one > ROUNDING:
                    points = _cut_piece(step, (one - low) / (high - low), (other - low) / (high - low))
                    yield ("L" if len(step) == 2 else "C", *(value for point in points[1:] for value in point))


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
    lines = hatch_polygon(inner, HATCH_PITCH)
    return (Path(polygon_segments(inner), GLUE_PAINT), *((Path(lines, LINE_STYLES["glue"]),) if lines else ()))


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
        ends = sorted(cross_diagonal(points, (number + 0.5) * step))
        for one, other in zip(ends[::2], ends[1::2], strict=False):
            segments += [("M", *one), ("L", *other)]
    return tuple(segments)


SHORTEST_STRETCH = 1.5  # mm: shorter stretches, such as where thin art crosses a line, take the ink of their neighbors
_SAMPLE_STEP = 1.0  # mm between samples at most: at least one in each stretch that counts, whose ends are then searched
LinePiece = tuple[Point, ...]  # the ends of a straight line, or the four points of a cubic


class InkStretch(NamedTuple):
    """A part of a line, as distances along it (mm), and its ink; on a closed line it may run past the start."""

    start: float
    end: float
    ink: str


def split_subpaths(segments: Sequence[Segment]) -> Iterator[tuple[Segment, ...]]:
    """Yield the subpaths of a path."""
    starts = [number for number, segment in enumerate(segments) if segment[0] == "M"]
    for start, end in pairwise((*starts, len(segments))):
        yield tuple(segments[start:end])


def find_ink_stretches(line: MeasuredLine, ink: InkAt) -> list[InkStretch]:
    """Return the stretches of a line in order, without gaps; those of a closed line begin where the ink changes."""
    found = _sample_ink(line, ink, 0.0)
    if line.closed and len(found) > 1:
        widest = max(found, key=_stretch_length)
        found = _merge_short_stretches(_sample_ink(line, ink, (widest.start + widest.end) / 2))
        if len(found) > 1 and found[0].ink == found[-1].ink:
            first, *rest, last = found
            found = [*rest, InkStretch(last.start, first.end + line.length, last.ink)]
        return found
    return _merge_short_stretches(found)


def _stretch_length(stretch: InkStretch) -> float:
    return stretch.end - stretch.start


def _sample_ink(line: MeasuredLine, ink: InkAt, origin: float) -> list[InkStretch]:
    """Return the stretches from a distance to the end of the line, or once round it, by sampling the ink."""
    count = ceil(line.length / _SAMPLE_STEP)
    places = [origin + (k + 0.5) * line.length / count for k in range(count)]
    seen = [(place, ink(*line.point_at(place))) for place in places]
    found: list[InkStretch] = []
    start = origin
    for (one, before), (other, after) in pairwise(seen):
        if before != after:
            change = _find_ink_change(line, ink, one, other)
            found.append(InkStretch(start, change, before))
            start = change
    return [*found, InkStretch(start, origin + line.length, seen[-1][1])]


def _find_ink_change(line: MeasuredLine, ink: InkAt, one: float, other: float) -> float:
    """Return where the ink changes between two distances, by bisection."""
    before = ink(*line.point_at(one))
    while other - one > INK_CHANGE:
        middle = (one + other) / 2
        if ink(*line.point_at(middle)) == before:
            one = middle
        else:
            other = middle
    return (one + other) / 2


def _merge_short_stretches(found: list[InkStretch]) -> list[InkStretch]:
    """Return the stretches without short ones: each, the shortest first, is merged with its neighbors."""
    while len(found) > 1:
        short = min(range(len(found)), key=lambda k: _stretch_length(found[k]))
        if _stretch_length(found[short]) >= SHORTEST_STRETCH:
            break
        low, high = max(0, short - 1), min(len(found), short + 2)
        ink = found[low if low < short else high - 1].ink
        found[low:high] = [InkStretch(found[low].start, found[high - 1].end, ink)]
    return found


def _line_pieces(segments: Sequence[Segment]) -> Iterator[LinePiece]:
    """Yield the straight lines and cubics of a subpath that have a length."""
    _, *first = segments[0]
    start = here = (first[0], first[1])
    for kind, *flat in segments[1:]:
        points = tuple(zip(flat[::2], flat[1::2], strict=True)) if kind != "Z" else (start,)
        step = here, *points
        if _piece_length(step) > ROUNDING:
            yield step
        here = points[-1]


def _piece_length(step: LinePiece) -> float:
    """Return the length of a straight line, or of the chords of a cubic."""
    points = (step[0], *flatten_cubic(*step, steps=CURVE_STEPS)) if len(step) == 4 else step
    return line_length(points)


def _point_on_piece(step: LinePiece, part: float) -> tuple[Point, Point]:
    """Return the point at parameter 0 to 1 and the unit direction there."""
    if len(step) == 2:
        (x1, y1), (x2, y2) = step
        x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
    else:
        before, after = split_curve(step, part)
        x, y = after[0]
        (x1, y1), (x2, y2) = before[2:] if part > 0.5 else after[:2]
    long = hypot(x2 - x1, y2 - y1) or 1.0
    return (x, y), ((x2 - x1) / long, (y2 - y1) / long)


def _cut_piece(step: LinePiece, one: float, other: float) -> LinePiece:
    """Return the piece between two parameters; its own ends are kept to the last digit."""
    if other < 1:
        step = split_curve(step, other)[0]
    return split_curve(step, one / other)[1] if one > 0 else step


_BLEED = 2.0  # mm that art runs on beyond a cut, over the tab that goes under the neighbor: no white if a cut is off


def clip_to_shares(shapes: tuple[Shape, ...], net: Net) -> tuple[Shape, ...]:
    """Return the art of a piece without what other pieces show of its faces; of a net without shares, all of it."""
    if not any(panel.whole for panel in net.panels):
        return shapes
    names = {panel.id for panel in net.panels}
    panels = [points for name, points in net_polygons(net).items() if name in names]
    kept = tuple(_keep_near(shapes, IDENTITY, [point_bounds(points) for points in panels]))
    edge = tuple(segment for points in panels for area in _grow(points) for segment in polygon_segments(area))
    return (Group(kept, clip=Clip(edge)),) if kept else ()


def _keep_near(shapes: Sequence[Shape], matrix: Matrix, boxes: Sequence[Box]) -> Iterator[Shape]:
    """Yield the shapes that reach into one of the boxes, and groups with those of their shapes that do."""
    for shape in shapes:
        if isinstance(shape, Group):
            inner = tuple(_keep_near(shape.shapes, multiply_matrices(matrix, shape.matrix), boxes))
            if inner:
                yield shape if inner == shape.shapes else replace(shape, shapes=inner)
            continue
        box = shape_bounds((shape,), matrix)
        if box is not None and any(boxes_overlap(box, each) for each in boxes):
            yield shape


def _grow(points: Points) -> Iterator[Points]:
    """Yield a polygon and a strip of bleed along each of its edges, all clockwise as seen."""
    yield points
    for (x1, y1), (x2, y2) in pairwise((*points, points[0])):
        long = hypot(x2 - x1, y2 - y1)
        along: Point = (_BLEED * (x2 - x1) / long, _BLEED * (y2 - y1) / long)
        out: Point = (along[1], -along[0])
        start, end = (x1 - along[0], y1 - along[1]), (x2 + along[0], y2 + along[1])
        yield start, (start[0] + out[0], start[1] + out[1]), (end[0] + out[0], end[1] + out[1]), end
