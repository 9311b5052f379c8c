"""A whole board's picture and a section go in, the section's own picture comes out: cut, marked, and with its tabs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.geometry.bounds import Box, boxes_overlap, point_bounds, segment_bounds, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, multiply
from generator.geometry.path import Points, Segment, rectangle
from generator.geometry.tolerances import SAME_LENGTH
from generator.model.board import Section
from generator.model.net import LINES
from generator.model.picture import Clip, Font, Group, Paint, Path, Picture, Shape, Text
from generator.render.bounds import of_shapes, of_text
from generator.render.dielines import glued
from generator.render.safe_zone import texts

_HALF = 1.5  # mm from the middle of an alignment diamond to its corners
_FROM_END = 8.0  # mm from the end of a seam to the middle of a diamond, or a quarter of a short seam
_ALIGN = Paint(fill="#ffffff", stroke="#6b6b6b", width=0.2)
_WORDS = Paint(fill="#000000")
_SIZE = 2.75  # mm per em: capitals of 1.8 mm


class Boxed(NamedTuple):
    """A shape with the box that it marks on the board; `inner` are a group's parts where it can be taken apart."""

    shape: Shape
    box: Box
    inner: "tuple[Boxed, ...]" = ()


def boxed(shapes: Iterable[Shape], matrix: Matrix = IDENTITY, within: Box | None = None) -> tuple[Boxed, ...]:
    """Return the shapes with their boxes, mm: what has a name by its geometry alone, all else with its strokes."""
    found = (_boxed(shape, matrix, within) for shape in shapes)
    return tuple(each for each in found if each is not None)


def _boxed(shape: Shape, matrix: Matrix, within: Box | None) -> Boxed | None:
    if isinstance(shape, Group):
        inside = multiply(matrix, shape.matrix)
        if shape.clip is not None:
            within = _common(segment_bounds(shape.clip.segments, inside), within)
        if not shape.name:
            inner = boxed(shape.shapes, inside, within)
            return Boxed(shape, union_boxes([each.box for each in inner]), inner) if inner else None
    box = of_shapes((shape,), matrix)
    if box is None:
        return None
    reach = _reach(shape, matrix)
    box = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
    box = _common(box, within) or box
    return Boxed(shape, box) if box[0] <= box[2] and box[1] <= box[3] else None


def _reach(shape: Shape, matrix: Matrix) -> float:
    """Return how far a stroke can reach beyond its line, mm: half its width, or a miter."""
    if not isinstance(shape, Path | Text) or shape.paint.stroke is None:
        return 0.0
    longest = max(abs(matrix[0]) + abs(matrix[2]), abs(matrix[1]) + abs(matrix[3]))
    corner = shape.paint.miter if shape.paint.join == "miter" else 1.5
    return shape.paint.width / 2 * max(corner, 1.5) * longest


def _common(one: Box | None, other: Box | None) -> Box | None:
    if one is None or other is None:
        return one or other
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def kept(shapes: Iterable[Boxed], box: Box) -> Iterator[Shape]:
    """Yield what reaches into a box; a group without a name comes with those of its parts that do."""
    for each in shapes:
        if not boxes_overlap(each.box, box):
            continue
        if not each.inner:
            yield each.shape
            continue
        assert isinstance(each.shape, Group)
        inner = tuple(kept(each.inner, box))
        if inner == each.shape.shapes:
            yield each.shape
        elif inner:
            yield Group(inner, each.shape.matrix, each.shape.clip, each.shape.opacity)


def mirrored(section: Section, width: float) -> Section:
    """Return a section as it lies on the back of a board that wide: no tab is printed there, and no mark."""
    (left, top, right, bottom), (west, north, east, south) = section.box, section.window
    box, window = (width - right, top, width - left, bottom), (width - east, north, width - west, south)
    return Section(section.id, section.title, box, window)


def cut(board: Iterable[Boxed], section: Section, all_sections: Sequence[Section], font: Font) -> Picture:
    """Return the picture of a section, the top left of its window at 0,0; mm."""
    left, top, right, bottom = section.window
    x1, y1, x2, y2 = section.box
    shapes = tuple(kept(board, section.box))
    edge = Clip(rectangle(x1, y1, x2 - x1, y2 - y1))
    seen: tuple[Shape, ...] = (Group(shapes, clip=edge),) if shapes else ()
    marks = tuple(Path(segments, _ALIGN) for seam in section.seams for segments in _diamonds(seam, section.box))
    added: tuple[Shape, ...] = (*seen, *_tabs(section, all_sections, font))
    if marks:
        added += (Group(marks, clip=edge, name="align"),)
    move: Matrix = (1.0, 0.0, 0.0, 1.0, -left, -top)
    return Picture(0.0, 0.0, right - left, bottom - top, tuple(_moved(added, move)))


def _moved(shapes: Iterable[Shape], move: Matrix) -> Iterator[Shape]:
    """Move groups and leave their names outermost."""
    for shape in shapes:
        assert isinstance(shape, Group)
        yield Group(shape.shapes, multiply(move, shape.matrix), shape.clip, shape.opacity, shape.name)


def _diamonds(seam: tuple[float, float, float, float], box: Box) -> Iterator[tuple[Segment, ...]]:
    """Yield this side's halves of the diamonds on a seam: open at the seam, where the other half begins."""
    x1, y1, x2, y2 = seam
    long = max(abs(x2 - x1), abs(y2 - y1))
    if long < 4 * _HALF:
        return
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    # inwards: across the seam, to the side on which the middle of the box lies
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


def _tabs(section: Section, all_sections: Sequence[Section], font: Font) -> Iterator[Group]:
    """Yield the hatched glue areas with their words, and the lines to cut them out along."""
    glue = tuple(shape for tab in section.tabs for shape in _glued(tab, section, all_sections, font))
    if not glue:
        return
    yield Group(glue, name="glue")
    lines = tuple(segment for tab in section.tabs for segment in _edges(tab, section.box))
    lines += tuple(_beside(section))
    if lines:
        yield Group((Path(lines, LINES["cut"]),), name="cut")


def _glued(tab: Points, section: Section, all_sections: Sequence[Section], font: Font) -> Iterator[Shape]:
    area = glued(tab)
    if not area:
        return
    yield from area
    around = point_bounds(tab)
    other = next((each for each in all_sections if each.id != section.id and boxes_overlap(around, each.box)), None)
    yield from _words(f"glue under {other.title}" if other else "", around, font)


def _words(says: str, box: Box, font: Font) -> Iterator[Shape]:
    """Yield words on white in the middle of a tab, along it: all, or `glue`; nothing where neither has room."""
    says = "".join(char if char in font.advances else "?" for char in says)
    wide, high = max(box[2] - box[0], box[3] - box[1]), min(box[2] - box[0], box[3] - box[1])
    if not says or _wide(says, font) > wide - 2 * high:
        says = "glue"
    long = _wide(says, font)
    if long > wide - high or high < 1.5 * _SIZE:
        return
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    lying = box[2] - box[0] >= box[3] - box[1]
    to: Matrix = (1, 0, 0, 1, cx, cy) if lying else (0, -1, 1, 0, cx, cy)
    ground = Path(rectangle(-long / 2 - 1, -_SIZE * 0.6, long + 2, _SIZE * 1.2), Paint(fill="#ffffff"))
    text = Text(-long / 2, _SIZE * font.cap_height / 2, says, font, _SIZE, long, _WORDS)
    yield Group((ground, text), to)


def _wide(says: str, font: Font) -> float:
    return sum(font.advances[char] for char in says) * _SIZE


def _edges(tab: Points, box: Box) -> Iterator[Segment]:
    """Yield the edges of a tab but the one where it joins its section."""
    for one, other in zip(tab, (*tab[1:], tab[0]), strict=True):
        if not any(
            abs(one[k % 2] - box[k]) < SAME_LENGTH and abs(other[k % 2] - box[k]) < SAME_LENGTH for k in range(4)
        ):
            yield ("M", *one)
            yield ("L", *other)


def _beside(section: Section) -> Iterator[Segment]:
    """Yield those stretches of the box's edges that lie inside the window with no tab on them: they are cut as well."""
    for k in range(4):
        if abs(section.box[k] - section.window[k]) < SAME_LENGTH:
            continue
        along = 1 - k % 2
        low, high = section.box[along], section.box[along + 2]
        bases = sorted(_base(tab, k, section.box[k], along) for tab in section.tabs)
        for start, end in [*(base for base in bases if base[1] > base[0]), (high, high)]:
            if start - low > SAME_LENGTH:
                ends = ((low, section.box[k]), (start, section.box[k]))
                (a, b), (c, d) = ends if along == 0 else ((y, x) for x, y in ends)
                yield ("M", a, b)
                yield ("L", c, d)
            low = max(low, end)


def _base(tab: Points, side: int, at: float, along: int) -> tuple[float, float]:
    """Return from where to where a tab joins a side of the box; nothing of it where it lies at another."""
    on = [point[along] for point in tab if abs(point[side % 2] - at) < SAME_LENGTH]
    return (min(on), max(on)) if len(on) > 1 else (0.0, 0.0)


def split_texts(shapes: tuple[Shape, ...], all_sections: Sequence[Section]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with texts that a seam cuts, or that stand in no section, after the id of the first hit."""
    for text, matrix in texts(shapes, IDENTITY):
        box = of_text(text, matrix)
        hit = [each for each in all_sections if boxes_overlap(box, each.box)]
        shown = repr(text.text[:40])
        if len(hit) > 1:
            yield hit[0].id, f"the seam between the sections {hit[0].id!r} and {hit[1].id!r} cuts the text {shown}"
        elif not hit:
            says = f"the text {shown} stands in none of the sections, so that it would not be printed"
            yield all_sections[0].id, says


def lost(board: Iterable[Boxed], all_sections: Sequence[Section]) -> Iterator[str]:
    """Yield what is wrong with drawings that lie in no section at all, each said by its box; text is said above."""
    for each in board:
        if each.inner:
            yield from lost(each.inner, all_sections)
        elif not isinstance(each.shape, Text) and not any(
            boxes_overlap(each.box, section.box) for section in all_sections
        ):
            left, top, right, bottom = each.box
            where = f"from {left:.4g}, {top:.4g} to {right:.4g}, {bottom:.4g}"
            yield f"what is drawn {where} lies in none of the sections, so that it would not be printed"
