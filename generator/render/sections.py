"""Cut the picture of a board into its sections: clips, alignment marks, glue tabs, and checks.

Of a section with a loop, a little round it is shown too; lengths in mm on the board.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, dist, sqrt
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.fonts.shaping import open_shaper, text_run_corners
from generator.geometry.bounds import box_middle, boxes_overlap, point_bounds, segment_bounds, union_boxes
from generator.geometry.loops import offset_loop
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.geometry.path import polygon_segments, rectangle_segments
from generator.geometry.polygon import depth_in_polygons, mirror_points
from generator.geometry.regions import FillRegion, flatten_path
from generator.geometry.shares import find_inner_point
from generator.geometry.tolerances import SAME_LENGTH, VISIBLE
from generator.geometry.types import Box, Point, Points, Segment
from generator.model.board import Section
from generator.model.finding import DataError, Finding, Place
from generator.model.game import Design, Game, Part
from generator.model.lru_cache import LRUCache
from generator.model.net import LINE_STYLES
from generator.model.paper import Side
from generator.model.picture import (
    Clip,
    Font,
    Group,
    Image,
    Paint,
    Path,
    Picture,
    Shape,
    Text,
    walk_addresses,
    walk_leaves,
)
from generator.render.bounds import shape_bounds
from generator.render.die_lines import draw_die_lines, draw_glue_area
from generator.render.request import RenderRequest
from generator.render.safe_zone import find_touched, walk_texts

SEAM_BLEED = 2.0  # mm that art runs on beyond a seam, where the neighbor shows it too: no white if a cut is off
_HALF = 1.8  # mm from the middle of an alignment diamond to its corners, within the 2 mm that texts keep from seams
_FROM_END = 8.0  # mm from the end of a seam to the middle of a diamond, or a quarter of a short seam
_BESIDE_SEAM = 0.7  # mm from a cut along cells to where the art is sampled: their outlines lie on it
_ALIGN = Paint(fill="#000000", stroke="#ffffff", width=0.25)  # white round it, for dark art
_WORDS = Paint(fill="#000000")
_SIZE = 2.75  # mm per em: capitals of 1.8 mm


class BoxedShape(NamedTuple):
    """A shape with its bounding box on the board; `inner` are the shapes of a group that may be taken apart."""

    shape: Shape
    box: Box
    inner: "tuple[BoxedShape, ...]" = ()


def box_shapes(shapes: Iterable[Shape], matrix: Matrix = IDENTITY, within: Box | None = None) -> tuple[BoxedShape, ...]:
    """Return the shapes with their bounding boxes (mm), clipped to `within`; shapes that mark nothing are dropped."""
    found = (_box_shape(shape, matrix, within) for shape in shapes)
    return tuple(each for each in found if each is not None)


def _box_shape(shape: Shape, matrix: Matrix, within: Box | None) -> BoxedShape | None:
    if isinstance(shape, Group):
        inside = multiply_matrices(matrix, shape.matrix)
        if shape.clip is not None:
            within = _intersect_boxes(segment_bounds(shape.clip.segments, inside), within)
        if not shape.name:
            inner = box_shapes(shape.shapes, inside, within)
            return BoxedShape(shape, union_boxes([each.box for each in inner]), inner) if inner else None
    box = shape_bounds((shape,), matrix)
    if box is None:
        return None
    reach = _stroke_reach(shape, matrix)
    box = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
    box = _intersect_boxes(box, within) or box
    return BoxedShape(shape, box) if box[0] <= box[2] and box[1] <= box[3] else None


def _stroke_reach(shape: Shape, matrix: Matrix) -> float:
    """Return how far a stroke can reach beyond its path (mm): half its width, or the length of a miter."""
    if not isinstance(shape, Path | Text) or shape.paint.stroke is None:
        return 0.0
    longest = max(abs(matrix[0]) + abs(matrix[2]), abs(matrix[1]) + abs(matrix[3]))
    corner = shape.paint.miter if shape.paint.join == "miter" else 1.5
    return shape.paint.width / 2 * max(corner, 1.5) * longest


def _intersect_boxes(one: Box | None, other: Box | None) -> Box | None:
    if one is None or other is None:
        return one or other
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def shapes_in_box(shapes: Iterable[BoxedShape], box: Box) -> Iterator[Shape]:
    """Yield the shapes that reach into a box; of a group without a name, only its shapes that do."""
    for each in shapes:
        if not boxes_overlap(each.box, box):
            continue
        if not each.inner:
            yield each.shape
            continue
        assert isinstance(each.shape, Group)
        inner = tuple(shapes_in_box(each.inner, box))
        if inner == each.shape.shapes:
            yield each.shape
        elif inner:
            yield replace(each.shape, shapes=inner, name="")


def mirror_section(section: Section, width: float) -> Section:
    """Return a section as it lies on the back of a board of that width, where no tabs and no marks are printed."""
    (left, top, right, bottom), (west, north, east, south) = section.box, section.window
    box, window = (width - right, top, width - left, bottom), (width - east, north, width - west, south)
    return Section(section.id, section.title, box, window, loop=mirror_points(section.loop, width))


def cut_section(
    board: Iterable[BoxedShape], section: Section, all_sections: Sequence[Section], font: Font, bleed: float = 0.0
) -> Picture:
    """Return the picture of a section in mm, with the top left of its window at 0, 0.

    It bleeds beyond its seams, and beyond the edges of the board as far as the board does.
    """
    left, top, right, bottom = section.window
    board, edge = tuple(board), clip_to_loop(section.corners, VISIBLE if section.loop else 0.0)
    near = shapes_in_box(board, section.box)
    shapes = tuple(shapes_in_loop(near, section.loop) if section.loop else near)
    seen: tuple[Shape, ...] = (Group(shapes, clip=edge),) if shapes else ()
    for around, clip in _find_bleeds(section, all_sections, bleed):
        beyond = _copy_unnamed(shapes_in_box(board, around))
        seen += (Group(beyond, clip=clip),) if beyond else ()
    marks = tuple(
        Path(segments, _ALIGN) for seam in section.seams for segments in _alignment_diamonds(seam, section.box)
    )
    if section.overlaps:
        seen += tuple(_draw_overlaps(board, section.tabs))
    added: tuple[Shape, ...] = (*seen, *_draw_tabs(section, all_sections, font))
    if marks:
        added += (Group(marks, clip=edge, name="align"),)
    move: Matrix = (1.0, 0.0, 0.0, 1.0, -left, -top)
    bleed = max(bleed, SEAM_BLEED if len(all_sections) > 1 else 0.0)
    size = right - left + 2 * bleed, bottom - top + 2 * bleed
    return Picture(-bleed, -bleed, *size, tuple(_move_groups(added, move)))


def _find_bleeds(section: Section, all_sections: Sequence[Section], bleed: float) -> Iterator[tuple[Box, Clip]]:
    """Yield the boxes of what lies round a section, with the clips of its bleed there."""
    if section.loop:
        left, top, right, bottom = section.box
        around = left - SEAM_BLEED, top - SEAM_BLEED, right + SEAM_BLEED, bottom + SEAM_BLEED
        yield around, clip_round_loop(section.loop, SEAM_BLEED, around)
        return
    for strip in _find_bleed_strips(section, all_sections, bleed):
        yield strip, Clip(rectangle_segments(strip[0], strip[1], strip[2] - strip[0], strip[3] - strip[1]))


def _find_bleed_strips(section: Section, all_sections: Sequence[Section], bleed: float) -> Iterator[Box]:
    """Yield the strips of bleed beyond the sides of a section, unless a glue tab is there."""
    (left, top, right, bottom), window = section.box, section.window
    west, north, east, south = (
        (SEAM_BLEED if any(_meets(section.box, each.box, k) for each in all_sections) else bleed)
        if window[k] == section.box[k]
        else 0.0
        for k in range(4)
    )
    strips = (
        (left - west, top - north, left, bottom + south),
        (right, top - north, right + east, bottom + south),
        (left, top - north, right, top),
        (left, bottom, right, bottom + south),
    )
    yield from (strip for strip in strips if strip[0] < strip[2] and strip[1] < strip[3])


def _copy_unnamed(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes without names and texts: what is read back, or read, belongs to one section alone."""
    return filter_shapes(shapes, lambda shape: not isinstance(shape, Text), unnamed=True)


def filter_shapes(shapes: Iterable[Shape], keeps: Callable[[Shape], bool], unnamed: bool = False) -> tuple[Shape, ...]:
    """Return the shapes that are kept, also of those in groups; groups that become empty are left out."""
    found: list[Shape] = []
    for shape in filter(keeps, shapes):
        if not isinstance(shape, Group):
            found.append(shape)
        elif inner := filter_shapes(shape.shapes, keeps, unnamed):
            found.append(replace(shape, shapes=inner, name="" if unnamed else shape.name))
    return tuple(found)


def _meets(one: Box, other: Box, side: int) -> bool:
    """Return whether another box begins where a side of the first ends (0 left, 1 top, 2 right, 3 bottom)."""
    along = 1 - side % 2
    touches = abs(one[side] - other[(side + 2) % 4]) <= SAME_LENGTH
    return touches and min(one[along + 2], other[along + 2]) - max(one[along], other[along]) > SAME_LENGTH


def _move_groups(shapes: Iterable[Shape], move: Matrix) -> Iterator[Shape]:
    """Yield the groups, moved by a matrix; their names stay on the outermost groups."""
    for shape in shapes:
        assert isinstance(shape, Group)
        yield replace(shape, matrix=multiply_matrices(move, shape.matrix))


def _alignment_diamonds(seam: tuple[float, float, float, float], box: Box) -> Iterator[tuple[Segment, ...]]:
    """Yield this section's halves of the alignment diamonds on a seam, open towards the seam."""
    x1, y1, x2, y2 = seam
    long = max(abs(x2 - x1), abs(y2 - y1))
    if long < 4 * _HALF:
        return
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    # the unit vector across the seam, towards the middle of the box
    px, py = -uy, ux
    if px * ((box[0] + box[2]) / 2 - x1) + py * ((box[1] + box[3]) / 2 - y1) < 0:
        px, py = -px, -py
    for at in (min(_FROM_END, long / 4), long - min(_FROM_END, long / 4)):
        cx, cy = x1 + at * ux, y1 + at * uy
        yield (
            ("M", cx - _HALF * ux, cy - _HALF * uy),
            ("L", cx + _HALF * px, cy + _HALF * py),
            ("L", cx + _HALF * ux, cy + _HALF * uy),
        )


def _draw_overlaps(board: Sequence[BoxedShape], tabs: Iterable[Points]) -> Iterator[Group]:
    """Yield what the board shows on the tabs, so that no paper shows at a seam that is a little open."""
    for tab in tabs:
        if beyond := _copy_unnamed(shapes_in_box(board, point_bounds(tab))):
            yield Group(beyond, clip=Clip(polygon_segments(tab)))


def _draw_tabs(section: Section, all_sections: Sequence[Section], font: Font) -> Iterator[Group]:
    """Yield the hatched glue areas with their labels, and the cut lines round the tabs; no hatching on overlaps."""
    glued = () if section.overlaps else section.tabs
    glue = tuple(shape for tab in glued for shape in _draw_glue_area(tab, section, all_sections, font))
    if glue:
        yield Group(glue, name="glue")
    lines = tuple(segment for tab in section.tabs for segment in _tab_edges(tab, section.box))
    lines += tuple(_uncovered_edges(section))
    if lines:
        yield Group((Path(lines, LINE_STYLES["cut"]),), name="cut")


def _draw_glue_area(tab: Points, section: Section, all_sections: Sequence[Section], font: Font) -> Iterator[Shape]:
    area = draw_glue_area(tab)
    if not area:
        return
    yield from area
    around = point_bounds(tab)
    other = next((each for each in all_sections if each.id != section.id and boxes_overlap(around, each.box)), None)
    yield from _draw_tab_label(f"glue under {other.title}" if other else "", around, font)


def _draw_tab_label(says: str, box: Box, font: Font) -> Iterator[Shape]:
    """Yield a label on white along the middle of a tab: the whole text, or `glue`, or nothing if neither fits."""
    says = font.replace_missing(says)
    wide, high = max(box[2] - box[0], box[3] - box[1]), min(box[2] - box[0], box[3] - box[1])
    if not says or _text_width(says, font) > wide - 2 * high:
        says = "glue"
    long = _text_width(says, font)
    if long > wide - high or high < 1.5 * _SIZE:
        return
    cx, cy = box_middle(box)
    lying = box[2] - box[0] >= box[3] - box[1]
    to: Matrix = (1, 0, 0, 1, cx, cy) if lying else (0, -1, 1, 0, cx, cy)
    ground = Path(rectangle_segments(-long / 2 - 1, -_SIZE * 0.6, long + 2, _SIZE * 1.2), Paint(fill="#ffffff"))
    text = Text(-long / 2, _SIZE * font.cap_height / 2, says, font, _SIZE, width=long, paint=_WORDS)
    yield Group((ground, text), to)


def _text_width(says: str, font: Font) -> float:
    return open_shaper(font).measure(says) * _SIZE


def _tab_edges(tab: Points, box: Box) -> Iterator[Segment]:
    """Yield the edges of a tab, without the one where it joins its section."""
    for one, other in zip(tab, (*tab[1:], tab[0]), strict=True):
        if not any(
            abs(one[k % 2] - box[k]) < SAME_LENGTH and abs(other[k % 2] - box[k]) < SAME_LENGTH for k in range(4)
        ):
            yield ("M", *one)
            yield ("L", *other)


def _uncovered_edges(section: Section) -> Iterator[Segment]:
    """Yield the stretches of the box's edges inside the window that have no tab: they must be cut as well."""
    for k in range(4):
        if abs(section.box[k] - section.window[k]) < SAME_LENGTH:
            continue
        along = 1 - k % 2
        low, high = section.box[along], section.box[along + 2]
        bases = sorted(_tab_base(tab, k, section.box[k], along) for tab in section.tabs)
        for start, end in [*(base for base in bases if base[1] > base[0]), (high, high)]:
            if start - low > SAME_LENGTH:
                ends = ((low, section.box[k]), (start, section.box[k]))
                (a, b), (c, d) = ends if along == 0 else ((y, x) for x, y in ends)
                yield ("M", a, b)
                yield ("L", c, d)
            low = max(low, end)


def _tab_base(tab: Points, side: int, at: float, along: int) -> tuple[float, float]:
    """Return where along a side of the box a tab begins and ends; 0, 0 if it joins another side."""
    on = [point[along] for point in tab if abs(point[side % 2] - at) < SAME_LENGTH]
    return (min(on), max(on)) if len(on) > 1 else (0.0, 0.0)


def find_split_texts(shapes: tuple[Shape, ...], all_sections: Sequence[Section]) -> Iterator[tuple[str, str]]:
    """Yield the id of a section and a message for each text that a seam cuts or that is outside all sections."""
    corners = [each.corners for each in all_sections]
    for text, matrix in walk_texts(shapes, IDENTITY):
        hit = [all_sections[number] for number in find_touched(text, matrix, corners)]
        shown = repr(text.text[:40])
        if len(hit) > 1:
            yield hit[0].id, f"the seam between the sections {hit[0].id!r} and {hit[1].id!r} cuts the text {shown}"
        elif not hit:
            says = f"the text {shown} is outside all sections, so it would not be printed"
            yield all_sections[0].id, says


def find_lost_shapes(board: Iterable[BoxedShape], all_sections: Sequence[Section]) -> Iterator[tuple[Shape, str]]:
    """Yield each shape outside all sections with a message; texts are left to split_texts."""
    for each in board:
        if each.inner:
            yield from find_lost_shapes(each.inner, all_sections)
        elif not isinstance(each.shape, Text) and not any(
            boxes_overlap(each.box, section.box) for section in all_sections
        ):
            left, top, right, bottom = each.box
            where = f"from {left:.4g}, {top:.4g} to {right:.4g}, {bottom:.4g}"
            yield each.shape, f"the drawing {where} is outside all sections, so it would not be printed"


class WholeBoard(NamedTuple):
    """A board drawn whole, with the boxes of its shapes, and messages about it by the id of a section.

    A message has the place of the tag that draws what it is about, or None. `values` are kept so that no other object
    can get their identity, by which the board is found.
    """

    values: Mapping[str, Any]
    picture: Picture
    shapes: tuple[BoxedShape, ...]
    problems: Mapping[str, Sequence[tuple[Place | None, str]]]


class SectionedBoards:
    """The boards of a game that are cut into sections, each drawn once.

    `render` draws a board whole, and `locate` finds the tag that draws the shape at an address.
    """

    def __init__(
        self,
        game: Game,
        font: Font,
        render: Callable[[RenderRequest], Picture],
        locate: Callable[[RenderRequest, Sequence[int]], Place | None],
    ) -> None:
        self._game = game
        self._font = font
        self._render = render
        self._locate = locate
        self._boards: dict[tuple[str, Side, int], WholeBoard] = {}
        self._cut: LRUCache[tuple[Picture, Section, tuple[Section, ...]], Picture] = LRUCache(256)

    def render_section(self, request: RenderRequest, part: Part, design: Design, side: Side) -> Picture:
        """Return the picture of the section that a design stands for; DataError (GF305) if the cuts spoil it."""
        assert design.section is not None
        all_sections = _sections_on(part, side)
        section = next(each for each in all_sections if each.id == design.section.id)
        board = self.render_whole(request, part, design, side)
        if problems := board.problems.get(section.id):
            place = self._game.place("parts", part.id, "sections", section.id)
            label = f"(drawing {request.label})"
            raise DataError([Finding("GF305", at or place, f"{text} {label}") for at, text in problems])
        key = board.picture, section, all_sections
        made = self._cut.get(key)
        if made is None:
            made = cut_section(board.shapes, section, all_sections, self._font, -board.picture.x)
            self._cut.put(key, made)
        if design.net is None or side == "back":
            return made
        return replace(made, shapes=(*made.shapes, *draw_die_lines(design.net, made.shapes, _BESIDE_SEAM)))

    def render_whole(self, request: RenderRequest, part: Part, design: Design, side: Side) -> WholeBoard:
        """Return the board that sections are cut from; only sections that the data name are held to their seams."""
        key = part.id, side, id(design.values)
        if key not in self._boards:
            all_sections = _sections_on(part, side)
            named = any(("parts", part.id, "sections", each.id) in self._game.places for each in all_sections)
            corners = tuple(each.corners for each in all_sections) if named else ()
            request = request._replace(net=None, sections=corners)
            picture = self._render(request)
            shapes = box_shapes(picture.shapes)
            problems: dict[str, list[tuple[Place | None, str]]] = defaultdict(list)
            if named:
                for section, text in find_split_texts(picture.shapes, all_sections):
                    problems[section].append((None, text))
                for shape, text in find_lost_shapes(shapes, all_sections):
                    leaf = next((leaf for leaf, _ in walk_leaves((shape,))), shape)
                    address = next((at for at, each in walk_addresses(picture.shapes) if each is leaf), ())
                    problems[all_sections[0].id].append((self._locate(request, address), text))
            self._boards[key] = WholeBoard(design.values, picture, shapes, problems)
        return self._boards[key]


def _sections_on(part: Part, side: Side) -> tuple[Section, ...]:
    """Return the sections of a board as they lie on a side."""
    sections = part.board.sections if part.board else ()
    return tuple(mirror_section(each, part.outline.width) for each in sections) if side == "back" else sections


_SAMPLED = 2.0  # mm between the points of a line that are looked at


def clip_to_loop(loop: Points, far: float = 0.0) -> Clip:
    """Return the clip of what lies in a loop, or within `far` mm of it: no line shows between it and its bleed."""
    left, top, right, bottom = point_bounds(loop)
    return Clip(polygon_segments(offset_loop(loop, far, (left - far, top - far, right + far, bottom + far)) or loop))


def clip_round_loop(loop: Points, far: float, box: Box) -> Clip:
    """Return the clip of what lies within `far` mm round a loop; all round it in the box if its notches are narrow."""
    left, top, right, bottom = box
    outer = offset_loop(loop, far, box)
    edge = polygon_segments(outer) if outer else rectangle_segments(left, top, right - left, bottom - top)
    return Clip((*edge, *polygon_segments(loop)), even_odd=True)


def shapes_in_loop(shapes: Iterable[Shape], loop: Points) -> Iterator[Shape]:
    """Yield the shapes of which something is seen in a loop: their lines run there, or their fill covers it."""
    inner = find_inner_point(loop)
    yield from (shape for shape in shapes if _reaches_into(shape, loop, inner))


def _reaches_into(shape: Shape, loop: Points, inner: Point) -> bool:
    for leaf, matrix in walk_leaves((shape,), IDENTITY):
        if isinstance(leaf, Path) and leaf.paint.fill and FillRegion(leaf.segments, matrix).contains(*inner):
            return True
        depths = [depth_in_polygons((loop,), *point) for point in _sample_points(leaf, matrix)]
        along = VISIBLE - _measure_stroke(leaf, matrix) / 2  # half of a line that lies along the seam is seen
        if any(depth > VISIBLE for depth in depths) or (depths and min(depths) > along):
            return True
    return False


def _measure_stroke(leaf: Path | Text | Image, matrix: Matrix) -> float:
    """Return the width of the line of a path, mm; 0 without one."""
    if not isinstance(leaf, Path) or not leaf.paint.stroke:
        return 0.0
    return leaf.paint.width * sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def _sample_points(leaf: Path | Text | Image, matrix: Matrix) -> Iterator[Point]:
    """Yield points on the lines of a path, or round a text or an image, and in their middle."""
    match leaf:
        case Path():
            lines = [[transform_point(matrix, *point) for point in line] for line, _ in flatten_path(leaf.segments)]
        case Text():
            corners = text_run_corners(leaf, matrix)
            lines = [[*corners, corners[0], corners[2]]]
        case Image():
            right, bottom = leaf.x + leaf.width, leaf.y + leaf.height
            corners = ((leaf.x, leaf.y), (right, leaf.y), (right, bottom), (leaf.x, bottom))
            lines = [[transform_point(matrix, *corners[n]) for n in (0, 1, 2, 3, 0, 2)]]
    for (x1, y1), (x2, y2) in (edge for line in lines for edge in pairwise(line)):
        steps = max(1, ceil(dist((x1, y1), (x2, y2)) / _SAMPLED))
        yield from ((x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(steps + 1))
