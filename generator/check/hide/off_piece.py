"""Check that what shows data lies on its piece, and that nothing is drawn off the page (GF154)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, NamedGroup, walk_matrices
from generator.check.analysis.drawn_places import corners_of
from generator.check.analysis.face_pages import Face, PageFault
from generator.check.hide.counted_signs import walk_rows
from generator.geometry.bounds import box_area, boxes_touch, shared_box_area, transformed_box_bounds, union_boxes
from generator.geometry.clearance import distance_inside
from generator.geometry.matrix import IDENTITY, invert_matrix, multiply_matrices
from generator.geometry.tolerances import SAME_LENGTH
from generator.geometry.types import Box, Outline
from generator.model.finding import Level

LOST = "lost"  # the kind of faults that stand only if the line that draws the shape draws nothing on any piece
# groups that show data; a cell or a space may be cut, if it is not lost
_DATA_HEADS = frozenset({"row", "values", "color", "space", "cell", "icon", "legend"})
_MAY_BE_CUT = frozenset({"color", "space", "cell"})
_INSIDE_SHARE = 0.7  # of the area of such a group, that must lie within the trim
_LEAST_INSIDE = 0.3  # of that area: with less it is an error
_CUT = 0.5  # mm over the trim: as far as a cut is off at best
_LEAST_CUT = 0.05  # of the area of a group: with less off, all of it is seen
_LARGEST = 0.35  # of the area of a face: larger groups are its picture, and may run off it
_NEAR_ORIGIN = 0.2  # of the size of a drawing: if its middle is so near to the origin, nothing has moved it
_LEAST_ART, _LARGEST_ART = 1.5, 0.6  # mm, and of the longer side of a piece: smaller is texture, larger its ground
_BLEEDS = 0.9  # of the bleed, that art must cover beyond a cut that is no edge of the page
_SAMPLES = 12  # points of a box, each way


def find_off_piece(face: Face) -> Iterator[PageFault]:
    """Report groups of data that are off the trim or cut by it, and other shapes off the page (GF154)."""
    drawing, told = face.drawing, set[int]()
    for group in reversed(drawing.groups):  # the innermost group is the one to move
        numbers = range(group.first, group.end)
        if group.name.partition(".")[0] in _DATA_HEADS:
            share = _share_inside(drawing.shapes[group.first : group.end], _trim_box(drawing))
            if share < _INSIDE_SHARE:
                if told.isdisjoint(numbers):
                    how = f"is {1 - share:.0%} off the piece" if share else "is off the piece"
                    level: Level = "error" if share < _LEAST_INSIDE else "warning"
                    yield _report(drawing, group, f"group {level}", f"the group {group.name!r} {how}", level)
                told.update(numbers)
    yield from _find_cut_group(face, told)
    if face.side == "front":
        yield from _find_art_at_origin(drawing)
    page = _page_box(drawing)
    seen = {id(each.shape) for each in drawing.shapes if each.whole is not None and boxes_touch(each.whole, page)}
    for number, each in enumerate(drawing.shapes):
        is_off = each.whole is not None and not boxes_touch(each.whole, page) and number not in told
        if is_off and id(each.shape) not in seen:  # a pattern may begin off the piece, so that it is whole on it
            says = "everything that this line draws is off the piece"
            yield PageFault("GF154", LOST, says, each.address, "warning", where="use")


def _report(drawing: Drawing, group: NamedGroup, kind: str, says: str, level: Level) -> PageFault:
    return PageFault("GF154", kind, says, find_displacing_group(drawing, group), level, where="use")


def _find_cut_group(face: Face, told: set[int]) -> Iterator[PageFault]:
    """Report the first sign that the edge of its piece cuts off, though it is no ground and does not bleed (GF154)."""
    design, drawing = face.designs[0], face.drawing
    if face.part.board is not None or face.part.ports or design.net is not None or design.section is not None:
        return
    outline = face.part.trim_of(design)
    for group in drawing.groups:  # the outermost group is the one to move
        if group.name.partition(".")[0] in _DATA_HEADS - _MAY_BE_CUT and told.isdisjoint(range(group.first, group.end)):
            share = _measure_cut(drawing, group, outline)
            if share > _LEAST_CUT:
                says = f"the edge of the piece cuts off {share:.0%} of the group {group.name!r}; move the group inside"
                yield _report(drawing, group, "cut", says, "warning")
                return


def _find_art_at_origin(drawing: Drawing) -> Iterator[PageFault]:
    """Report the one drawing around the corner of a front that is cut off, as a transform was forgotten (GF154)."""
    trim = _trim_box(drawing)
    rows = list(walk_rows(drawing.shapes))
    looks = Counter(row.look[1:] for row in rows for _ in row.signs)
    for row in reversed(rows):  # the outermost group is the one to move
        box, size = row.signs[0].box, max(row.signs[0].size)
        if looks[row.look[1:]] > 1 or not _LEAST_ART < size < _LARGEST_ART * max(trim):
            continue  # a pattern begins anywhere
        share = _share_of_boxes([box], trim)
        if share < _INSIDE_SHARE and all(abs(box[n] + box[n + 2]) / 2 < _NEAR_ORIGIN * size for n in (0, 1)):
            says = f"{1 - share:.0%} of this drawing is cut off, since its middle is at the corner of the piece"
            yield PageFault("GF154", "origin", f"{says}; move it", row.signs[0].address, "warning", where="use")
            return


def _measure_cut(drawing: Drawing, group: NamedGroup, outline: Outline) -> float:
    """Return which share of a group lies off its piece; 0 if it is a ground, or bleeds."""
    shapes = drawing.shapes[group.first : group.end]
    boxes = [each.whole for each in shapes if each.whole is not None]
    box = union_boxes(boxes) if boxes else (0.0, 0.0, 0.0, 0.0)
    if box_area(box) > _LARGEST * outline.width * outline.height or _bleeds(drawing, shapes):
        return 0.0
    if outline.shape == "rect":
        over = max(-box[0], -box[1], box[2] - outline.width, box[3] - outline.height)
        off = 1 - _share_of_boxes([box], (0.0, 0.0, outline.width, outline.height))
        return off if over > _CUT else 0.0
    # the box of a turned shape has corners where nothing is drawn
    inside = min((distance_inside(outline, *end) for each in shapes for end in corners_of(each, IDENTITY)), default=0.0)
    if inside >= -_CUT or inside < _BLEEDS * drawing.picture.x < 0:
        return 0.0
    steps = [(n + 0.5) / _SAMPLES for n in range(_SAMPLES)]
    points = [(box[0] + (box[2] - box[0]) * u, box[1] + (box[3] - box[1]) * v) for u in steps for v in steps]
    return sum(distance_inside(outline, x, y) <= 0 for x, y in points) / len(points)


def _bleeds(drawing: Drawing, shapes: Sequence[DrawnShape]) -> bool:
    """Return whether a shape reaches the edge of the page, as art with bleed does."""
    page = _page_box(drawing)
    return page[0] < 0 and any(
        each.whole is not None
        and (min(each.whole[n] - page[n] for n in (0, 1)) <= 0 or min(page[n] - each.whole[n] for n in (2, 3)) <= 0)
        for each in shapes
    )


def find_displacing_group(drawing: Drawing, group: NamedGroup) -> Address:
    """Return the address of the outermost group whose transform moves a group off its piece, or its own address."""
    trim = _trim_box(drawing)
    boxes = [each.whole for each in drawing.shapes[group.first : group.end] if each.whole is not None]
    for depth, outer, inner in walk_matrices(drawing.picture.shapes, group.address):
        back = invert_matrix(inner)
        if outer != inner and back is not None:
            moved = multiply_matrices(outer, back)
            there = [transformed_box_bounds(b[0], b[1], b[2] - b[0], b[3] - b[1], moved) for b in boxes]
            if _share_of_boxes(there, trim) >= _INSIDE_SHARE:
                return group.address[:depth]
    return group.address


def _trim_box(drawing: Drawing) -> Box:
    x, y, right, bottom = _page_box(drawing)
    return 0.0, 0.0, right + x, bottom + y


def _page_box(drawing: Drawing) -> Box:
    picture = drawing.picture
    return picture.x, picture.y, picture.x + picture.width, picture.y + picture.height


def _share_inside(shapes: Sequence[DrawnShape], box: Box) -> float:
    """Return the share of the area of shapes, by their boxes, that is in a box.

    Shapes with one box, which their clip leaves of them, are those of a pattern: its tiles reach over what it fills.
    """
    clipped = {each.box for each in shapes if not each.is_whole}
    if len(clipped) == 1 and len(shapes) > 1 and all(each.box in clipped for each in shapes):
        return _share_of_boxes([each for each in clipped if each is not None], box)
    return _share_of_boxes([each.whole for each in shapes if each.whole is not None], box)


def _share_of_boxes(boxes: Sequence[Box], within: Box) -> float:
    whole = sum(max(box_area(box), SAME_LENGTH) for box in boxes)
    inside = sum(
        shared_box_area(box, within) if box_area(box) >= SAME_LENGTH else SAME_LENGTH * boxes_touch(box, within)
        for box in boxes
    )
    return inside / whole if boxes else 1.0
