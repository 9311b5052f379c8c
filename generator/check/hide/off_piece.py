"""Check that what shows data lies on its piece, and that nothing is drawn off the page (GF154)."""

from collections.abc import Iterator, Sequence

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, NamedGroup, walk_matrices
from generator.check.analysis.face_pages import Face, PageFault
from generator.geometry.bounds import box_area, boxes_touch, shared_box_area, transformed_box_bounds
from generator.geometry.matrix import invert_matrix, multiply_matrices
from generator.geometry.tolerances import SAME_LENGTH
from generator.geometry.types import Box
from generator.model.finding import Level

LOST = "lost"  # the kind of faults that stand only if the line that draws the shape draws nothing on any piece
# groups that show data
_DATA_HEADS = frozenset({"row", "values", "color", "space", "cell", "icon", "legend"})
_INSIDE_SHARE = 0.7  # of the area of such a group, that must lie within the trim
_LEAST_INSIDE = 0.3  # of that area: with less it is an error


def find_off_piece(face: Face) -> Iterator[PageFault]:
    """Report groups of data that are off the trim, and other shapes off the page (GF154)."""
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
    page = _page_box(drawing)
    seen = {id(each.shape) for each in drawing.shapes if each.whole is not None and boxes_touch(each.whole, page)}
    for number, each in enumerate(drawing.shapes):
        is_off = each.whole is not None and not boxes_touch(each.whole, page) and number not in told
        if is_off and id(each.shape) not in seen:  # a pattern may begin off the piece, so that it is whole on it
            says = "everything that this line draws is off the piece"
            yield PageFault("GF154", LOST, says, each.address, "warning", where="use")


def _report(drawing: Drawing, group: NamedGroup, kind: str, says: str, level: Level) -> PageFault:
    return PageFault("GF154", kind, says, find_displacing_group(drawing, group), level, where="use")


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
