"""Check where signs are: clear of texts (GF155), centered, and beside every similar line (GF185)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, NamedGroup
from generator.check.limits.places import find_mover
from generator.check.paper.drawn_places import list_drawn_places
from generator.check.paper.face_pages import Face, PageFault
from generator.check.paper.signs import list_signs
from generator.geometry.bounds import boxes_overlap, measure_overlap, shared_box_area, union_boxes
from generator.geometry.matrix import transform_point
from generator.geometry.types import Box, Point
from generator.model.picture import Text

_MOST_SHAPES = 400  # of a face
_LEAST_CROSSED, _MOST_CROSSED = 0.15, 0.85  # of the box of a text, that lies in the box of a sign
_BESIDE = 0.6  # of the height of a text: so much of it is level with the sign
_LARGER = 0.5  # times the height of a text: a smaller sign is a dot
_GROUND, _COVERED = 1.3, 0.5  # times the size of a text, for a ground of it; of the smaller of it and a mark
_LARGEST = 0.6  # of a face: a larger sign is its ground
_NEAR = 0.05  # of the size of a shape: as far from its middle as what stands in it may be
_SAME = 0.03  # mm
_ROUNDED = 0.06  # mm, to which the place of a sign is known
_LEAST_SIGN = 1.5  # mm
_ICON, _MARK = "icon.", ".mark"
ON_ICON = "on icon "  # begins the kinds of faults of an icon on another one
_ALIKE, _ON = 0.25, 0.2  # of the area of an icon: another of about its size, and what it may not cover
_FEWEST_LINES = 4  # of a list, of which one may lack its picture
_REACH = 20.0  # mm to the left of a line, in which its picture stands
_TALLEST = 1.5  # of the step from line to line: what is taller belongs to several lines


class PlacedSign(NamedTuple):
    """A sign without texts: its address, the box of its ink, and its origin."""

    address: Address
    box: Box
    origin: Point


def place_signs(face: Face) -> Iterator[PlacedSign]:
    """Yield the signs of a face that have ink; of signs in one another, the innermost."""
    signs = list(list_signs(face.drawing.picture))
    outer = {sign.address[:depth] for sign in signs for depth in range(len(sign.address))}
    for sign in signs:
        if sign.address in outer:
            continue
        boxes = [each.whole for each in face.drawing.list_below(sign.address) if each.whole is not None]
        if boxes:
            yield PlacedSign(sign.address, union_boxes(boxes), (sign.slot[4], sign.slot[5]))


def find_crossed_texts(face: Face) -> Iterator[PageFault]:
    """Report, once, a text that is partly on a sign, neither beside it nor entirely on it (GF155).

    A sign that several texts overlap is the one that was moved.
    """
    drawing = face.drawing
    if face.part.board is not None or len(drawing.shapes) > _MOST_SHAPES or not drawing.texts:
        return
    outline = face.part.trim_of(face.designs[0])
    small = [
        sign
        for sign in place_signs(face)
        if max((sign.box[2] - sign.box[0]) / outline.width, (sign.box[3] - sign.box[1]) / outline.height) < _LARGEST
    ]
    for number in drawing.judged_texts if small else ():
        text = drawing.shapes[number]
        sign = next((sign for sign in small if text.whole and _crosses(text.whole, sign, drawing)), None)
        if sign is not None and isinstance(text.shape, Text):
            boxes = (drawing.shapes[at].whole for at in drawing.judged_texts)
            is_moved = sum(box is not None and boxes_overlap(box, sign.box) for box in boxes) > 1
            said, address = repr(text.shape.text.strip()[:40]), sign.address if is_moved else text.address
            says = f"this sign overlaps the text {said} and others" if is_moved else f"the text {said} overlaps a sign"
            yield PageFault("GF155", "crossed", f"{says} in part", address, "warning", where="use")
            return


def find_texts_on_marks(face: Face) -> Iterator[PageFault]:
    """Report, once, a mark in a cell of a board that is on a letter of about its size, too small to be its ground."""
    drawing = face.drawing
    cells = [group for group in drawing.groups if group.name.startswith("cell.") and not group.inside]
    judged = {*drawing.judged_texts} if face.part.board is not None and cells else set()
    signs = [*place_signs(face)] if judged else []
    for cell in cells if signs else ():
        own = [each for each in signs if each.address[: len(cell.address)] == cell.address != each.address]
        texts = [drawing.shapes[at] for at in range(cell.first, cell.end) if at in judged] if own else []
        for text, sign in product(texts, own):
            if text.whole and _is_on_mark(text.whole, sign) and isinstance(text.shape, Text):
                says = f"this mark overlaps the text {text.shape.text.strip()[:40]!r}; draw it beside the text"
                yield PageFault("GF155", "on mark", says, sign.address, "warning", where="use")
                return


def _is_on_mark(text: Box, sign: PlacedSign) -> bool:
    """Return whether a text and a sign share a great part of the smaller one, and the sign is no ground for it."""
    box = sign.box
    (wide, high), (sign_wide, sign_high) = ((one[2] - one[0], one[3] - one[1]) for one in (text, box))
    is_ground = sign_wide > _GROUND * wide and sign_high > _GROUND * high
    if is_ground or min(sign_wide, sign_high) < _LARGER * high:
        return False
    return shared_box_area(text, box) > _COVERED * min(wide * high, sign_wide * sign_high)


def _crosses(text: Box, sign: PlacedSign, drawing: Drawing) -> bool:
    """Return whether a text is partly on a sign, and on its shapes: a corner of its box may be empty."""
    high, box = text[3] - text[1], sign.box
    across, down = measure_overlap(text, box)
    if across <= 0 or down < _BESIDE * high or min(box[2] - box[0], box[3] - box[1]) < _LARGER * high:
        return False
    area = (text[2] - text[0]) * high or 1.0
    shapes = [each.whole for each in drawing.list_below(sign.address) if each.whole is not None]
    on_shapes = sum(shared_box_area(text, each) for each in shapes)
    return _LEAST_CROSSED < across * down / area < _MOST_CROSSED and on_shapes > _LEAST_CROSSED * area


def find_signs_begun_in_middle(face: Face) -> Iterator[PageFault]:
    """Report, once, a sign that begins in the middle of its face, as if half of its size had been forgotten (GF185).

    It begins there across and down, or one way and is centered the other way. A shape that is larger than the sign has
    a middle too, in which it may begin across and down. Signs that are turned around a point may begin in it.
    """
    if face.side == "back" or len(face.drawing.shapes) > _MOST_SHAPES or face.part.board is not None:
        return
    outline = face.part.trim_of(face.designs[0])
    panels = [place.group for place in list_drawn_places(face) if place.declared.noun == "face"]
    signs = [*place_signs(face)]
    for sign in signs:
        panel = next((each for each in panels if sign.address[: len(each.address)] == each.address), None)
        if panel is not None and sign.address == panel.address:
            continue
        if panel is not None and any(abs(value) > _SAME for value in (panel.matrix[1], panel.matrix[2])):
            continue  # a turned panel: others show the same
        if any(_is_turned_against(sign, other) for other in signs):
            continue
        middle = transform_point(panel.matrix, 0.0, 0.0) if panel else (outline.width / 2, outline.height / 2)
        ways = [_describe_way(sign, n, middle[n]) for n in (0, 1)]
        is_begun = "begins" in ways and "" not in ways and not _stands_in_middle(face, sign)
        what = "its face" if is_begun else "a shape" if panel is None and _find_seat(face, sign) else ""
        if what:
            corner = "top left corner" if ways == ["begins"] * 2 or what == "a shape" else "left edge"
            corner = "top edge" if ways == ["centered", "begins"] else corner
            says = f"this sign has its {corner} at the middle of {what}; to center it there, move it by half its size"
            yield PageFault("GF185", "begun", says, sign.address, "warning", where="use")
            return


def _stands_in_middle(face: Face, sign: PlacedSign) -> bool:
    """Return whether a sign is about in the middle of a shape that is larger, and smaller than most of its face."""
    outline = face.part.trim_of(face.designs[0])
    most = _LARGEST * max(outline.width, outline.height)
    shapes = (each for each in face.drawing.shapes if each.address[: len(sign.address)] != sign.address)
    for box in (each.whole for each in shapes if each.whole is not None and not isinstance(each.shape, Text)):
        sizes = box[2] - box[0], box[3] - box[1]
        offs = [abs(sign.box[n] + sign.box[n + 2] - box[n] - box[n + 2]) / 2 for n in (0, 1)]
        if all(sign.box[n + 2] - sign.box[n] < sizes[n] < most and offs[n] < _NEAR * sizes[n] for n in (0, 1)):
            return True
    return False


def _is_turned_against(one: PlacedSign, other: PlacedSign) -> bool:
    """Return whether another sign begins in the same point and reaches the other way from it, as petals do."""
    is_there = all(abs(a - b) < _ROUNDED for a, b in zip(one.origin, other.origin, strict=True))
    return is_there and any(other.box[n] < other.origin[n] - _LEAST_SIGN for n in (0, 1))


def _describe_way(sign: PlacedSign, n: int, middle: float) -> str:
    """Return whether a sign begins or is centered at a middle, along one axis; empty if neither."""
    low, high = sign.box[n], sign.box[n + 2]
    if high - low < _LEAST_SIGN:
        return ""
    if abs(sign.origin[n] - middle) < _ROUNDED and low >= middle - _SAME:
        return "begins"
    return "centered" if abs((low + high) / 2 - middle) < 2 * _SAME else ""


def _find_seat(face: Face, sign: PlacedSign) -> Box | None:
    """Return the box of a larger shape in whose middle a sign begins, if the sign is the only one there."""
    size = sign.box[2] - sign.box[0], sign.box[3] - sign.box[1]
    shapes = [each for each in face.drawing.shapes if each.whole is not None and not isinstance(each.shape, Text)]
    depth = len(sign.address)
    boxes = [each.whole for each in shapes if each.whole is not None and each.address[:depth] != sign.address]
    if any(_is_centered(sign.box, box) for box in boxes):
        return None
    seats = [box for box in boxes if box[2] - box[0] > size[0] and box[3] - box[1] > size[1]]
    for box in seats:
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if all(_describe_way(sign, n, middle[n]) == "begins" for n in (0, 1)):
            return (
                None
                if any(lies_opposite(other, sign.box, middle) for other in boxes if boxes_overlap(other, box))
                else box
            )
    return None


def _is_centered(sign: Box, box: Box) -> bool:
    return all(abs(sign[n] + sign[n + 2] - box[n] - box[n + 2]) < 4 * _SAME for n in (0, 1))


def lies_opposite(other: Box, sign: Box, middle: Point) -> bool:
    """Return whether a box about the size of a sign is on the other side of a middle, so that they surround it."""
    is_like = all(_LARGER < (other[n + 2] - other[n]) / (sign[n + 2] - sign[n]) < 1 / _LARGER for n in (0, 1))
    return is_like and any(other[n + 2] <= middle[n] + _ROUNDED for n in (0, 1))


def find_icons_on_icons(face: Face) -> Iterator[PageFault]:
    """Report, once, an icon or a mark that is on another one of about its size and of another name (GF185)."""
    if face.part.board is not None or len(face.drawing.shapes) > _MOST_SHAPES:
        return
    icons = [each for each in face.drawing.groups if each.name.startswith(_ICON) or each.name.endswith(_MARK)]
    placed = [(group, box) for group in icons if (box := face.drawing.box_of(group)) is not None]
    for number, (group, box) in enumerate(placed):
        under = next((other for other, its in placed[:number] if group.first >= other.end and _is_on(box, its)), None)
        if under is not None and _is_mark_on(group, under, box, face.drawing.box_of(under)):
            continue
        if under is not None and under.name != group.name:
            name, other_name = (each.name.removeprefix(_ICON) for each in (group, under))
            says = f"the icon {name!r} is drawn on top of the icon {other_name!r}, so that neither is clear"
            yield PageFault("GF185", f"{ON_ICON}{group.name} {under.name}", says, group.address, "warning")
            return


def _is_mark_on(group: NamedGroup, under: NamedGroup, box: Box, ground: Box | None) -> bool:
    """Return whether a mark is on an icon as a whole, such as on a shield, or an icon on a mark."""
    is_inside = ground is not None and all(box[n] >= ground[n] and box[n + 2] <= ground[n + 2] for n in (0, 1))
    return is_inside and (group.name.endswith(_MARK) or under.name.endswith(_MARK))


def _is_on(one: Box, other: Box) -> bool:
    """Return whether two boxes of about one size share a great part of the smaller one."""
    across, down = measure_overlap(one, other)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return across > 0 and down > 0 and min(areas) > _ALIKE * max(areas) and across * down > _ON * min(areas)


def find_bare_lines(face: Face) -> Iterator[PageFault]:
    """Report, once, the only line of a list without a picture or number before it (GF185)."""
    drawing = face.drawing
    if face.part.board is not None or len(drawing.shapes) > _MOST_SHAPES:
        return
    lists: dict[object, list[DrawnShape]] = defaultdict(list)
    for number in drawing.judged_texts:
        each = drawing.shapes[number]
        assert isinstance(each.shape, Text)
        x, _ = transform_point(each.matrix, each.shape.x, each.shape.y)
        if each.whole is not None and each.matrix[1] == 0:
            lists[round(x, 1), each.shape.font.weight].append(each)
    for lines in lists.values():
        if len(lines) < _FEWEST_LINES:
            continue
        lines.sort(key=_top_of)
        step = _top_of(lines[1]) - _top_of(lines[0])
        if step <= 0 or any(abs(_top_of(b) - _top_of(a) - step) > step / 5 for a, b in pairwise(lines)):
            continue
        counts = [_count_before(drawing.shapes, line, step) for line in lines]
        if counts.count(0) == 1:
            bare = lines[counts.index(0)]
            full = max(counts)
            assert isinstance(bare.shape, Text)
            says = (
                f"no sign is drawn before the line {bare.shape.text[:40]!r}, but one is drawn before each of the others"
            )
            near = find_mover(face, _find_before(drawing.shapes, lines[counts.index(full)], step), 0)
            yield PageFault("GF185", "bare line", f"{says}: is it in another row?", near, "warning", where="use")
            return


def _top_of(each: DrawnShape) -> float:
    assert each.whole is not None
    return (each.whole[1] + each.whole[3]) / 2


def _lies_before(each: DrawnShape, line: DrawnShape, step: float) -> bool:
    assert line.whole is not None
    if each.whole is None or each is line or each.whole[3] - each.whole[1] > _TALLEST * step:
        return False
    middle = (each.whole[1] + each.whole[3]) / 2
    is_level = abs(middle - _top_of(line)) < 0.6 * step
    return is_level and line.whole[0] - _REACH < each.whole[0] and each.whole[2] < line.whole[0] + _SAME


def _count_before(shapes: Sequence[DrawnShape], line: DrawnShape, step: float) -> int:
    return sum(_lies_before(each, line, step) for each in shapes)


def _find_before(shapes: Sequence[DrawnShape], line: DrawnShape, step: float) -> DrawnShape:
    return next(each for each in shapes if _lies_before(each, line, step))
