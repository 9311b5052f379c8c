"""Check that texts stand in the disc that is drawn for them, and clear of the rules of a table (GF155)."""

from collections.abc import Iterator, Sequence

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.check.paper.rings import describe_circle
from generator.geometry.bounds import box_area, point_bounds, shared_box_area, union_boxes
from generator.geometry.clearance import flatten_loops
from generator.geometry.polygon import polygon_area
from generator.geometry.types import Box
from generator.model.picture import Path, Text

_MOST_SHAPES = 600  # of a face
_LARGEST = 3.0  # times the greater side of a text: a larger disc is not drawn for it
_LEAST_OFFSET = 0.25  # of the diameter of a disc, from its middle to that of its text
_LEAST_ON_DISC = 0.25  # of the box of a text, that must lie in the box of a disc for it to be the text's
_OUT = 0.12  # of the diameter, by which a text must reach out of the disc
_LEVEL, _BESIDE, _FITS = 0.3, 1.2, 0.8  # of the radius of a disc: level with it, beside it, small enough for it
_OF_DATA, _MOST_LETTERS = frozenset({"row", "values"}), 3  # groups of numbers, and letters of one on a disc
_ICON = "icon."  # the group of a sign
_PLATE, _CENTERED = 3.0, 0.1  # times the height of a text, and of its width: a plate for it, over its middle
_PLAIN = 0.75  # of its box: an ellipse covers 0.785
_LEAST_OVER = 0.3  # mm over each end of a plate
_HALF, _OFF_MIDDLE = 0.5, 0.6  # of the width of a text, and of its height
_OVER, _NEAR = 0.6, 2.0  # of the height of a plate, from its middle to that of a text beside it
_FEWEST_RULES = 3  # parallel lines of one length: a table
_STAFF = 5  # lines
_LEAST_RULE = 20.0  # mm
_CORE = 0.25  # of the height of a shape, from its edges: a rule between them runs through it
_LEAST_HIGH, _MOST_HIGH = 1.0, 12.0  # mm: what is lower is a dot, and what is higher lies behind the table


def find_texts_off_discs(face: Face) -> Iterator[PageFault]:
    """Report the first text of each size that is half beside the disc behind it (GF155)."""
    shapes = face.drawing.shapes
    if len(shapes) > _MOST_SHAPES:
        return
    for number in face.drawing.judged_texts:
        text = shapes[number]
        disc = next((each for each in reversed(shapes[:number]) if _holds(each, text)), None)
        if disc is not None and text.whole is not None and disc.whole is not None:
            off, out = _measure_offset(text.whole, disc.whole)
            wide = disc.whole[2] - disc.whole[0]
            if off > _LEAST_OFFSET * wide and out > _OUT * wide:
                says = f"this text is {off:.2g} mm off the middle of the disc behind it, half outside the disc"
                yield PageFault("GF155", "off disc", says, text.address, "warning", where="use")


def find_texts_beside_discs(face: Face) -> Iterator[PageFault]:
    """Report the first short text level with the one empty disc that is drawn before it, but beside it (GF155)."""
    shapes = face.drawing.shapes
    if len(shapes) > _MOST_SHAPES or face.part.board is not None or face.side == "back":
        return
    groups = [each for each in face.drawing.groups if each.name.partition(".")[0] in _OF_DATA]
    named = {number for group in groups for number in range(group.first, group.end)}
    for number in (at for at in face.drawing.judged_texts if at in named and at and _is_short(shapes[at])):
        text, disc = shapes[number], shapes[number - 1]
        found = describe_circle(disc)
        if found is None or text.whole is None or disc.whole is None or not _is_filled(disc):
            continue
        (x, y), radius = found
        wide, high = text.whole[2] - text.whole[0], text.whole[3] - text.whole[1]
        across, down = abs(text.whole[0] + wide / 2 - x), abs(text.whole[1] + high / 2 - y)
        is_level = min(across, down) < _LEVEL * radius and max(across, down) > _BESIDE * radius
        if is_level and max(wide, high) < 2 * _FITS * radius and _is_alone(shapes, number - 1):
            off = max(across, down)
            says = f"the disc drawn before this text is empty, and the text is {off:.2g} mm off its middle"
            yield PageFault("GF155", "beside disc", says, text.address, "warning", where="use")
            return


def find_texts_beside_plates(face: Face) -> Iterator[PageFault]:
    """Report the first text of the data above or below the one empty plate of its height drawn before it (GF155)."""
    shapes = face.drawing.shapes
    if len(shapes) > _MOST_SHAPES or face.part.board is not None or face.side == "back":
        return
    groups = [each for each in face.drawing.groups if each.name.partition(".")[0] in _OF_DATA]
    for number in (each.first for each in groups if each.end == each.first + 1 and each.first):
        text, plate = shapes[number], shapes[number - 1]
        if number not in face.drawing.judged_texts or text.whole is None or plate.whole is None:
            continue
        if _is_of_icon(face, number - 1):
            continue
        if _is_plate(plate) and _stands_beside(text.whole, plate.whole) and _is_alone(shapes, number - 1):
            off = abs(text.whole[1] + text.whole[3] - plate.whole[1] - plate.whole[3]) / 2
            says = f"the shape drawn before this text is empty, and the text is {off:.2g} mm off its middle"
            yield PageFault("GF155", "beside plate", says, text.address, "warning", where="use")
            return


def find_texts_wider_than_plates(face: Face) -> Iterator[PageFault]:
    """Report the text that reaches farthest over both ends of the band or ribbon that is drawn behind it (GF155)."""
    shapes = face.drawing.shapes
    if len(shapes) > _MOST_SHAPES or face.part.board is not None:
        return
    outs: list[tuple[float, DrawnShape]] = []
    for number in face.drawing.judged_texts:
        text = shapes[number]
        plate = next((each for each in reversed(shapes[:number]) if _lies_behind(each, text)), None)
        if plate is not None and plate.whole is not None and text.whole is not None:
            out = min(plate.whole[0] - text.whole[0], text.whole[2] - plate.whole[2])
            if out > _LEAST_OVER and _is_plate_of(text.whole, plate.whole):
                outs.append((out, text))
    if outs:
        out, text = max(outs, key=lambda each: each[0])
        says = (
            f"this text reaches {out:.2g} mm over both ends of the shape behind it; make it smaller, or the shape wider"
        )
        yield PageFault("GF155", "over plate", says, text.address, "warning", where="use")


def _lies_behind(each: DrawnShape, text: DrawnShape) -> bool:
    """Return whether a filled shape is behind the middle of a text."""
    if not _is_filled(each) or each.whole is None or text.whole is None:
        return False
    middle = (text.whole[0] + text.whole[2]) / 2, (text.whole[1] + text.whole[3]) / 2
    return all(each.whole[n] < middle[n] < each.whole[n + 2] for n in (0, 1))


def _is_plate_of(text: Box, plate: Box) -> bool:
    """Return whether a plate is about as high as a text, over whose middle it lies, and at least half as wide."""
    high, wide = text[3] - text[1], text[2] - text[0]
    fits = high <= plate[3] - plate[1] <= _PLATE * high and _HALF * wide <= plate[2] - plate[0]
    return fits and all(abs(text[n] + text[n + 2] - plate[n] - plate[n + 2]) / 2 < _OFF_MIDDLE * high for n in (0, 1))


def _stands_beside(text: Box, plate: Box) -> bool:
    """Return whether a text would fit on a plate of about its height, and stands over or under it instead."""
    high, wide = text[3] - text[1], text[2] - text[0]
    fits = high <= plate[3] - plate[1] <= _PLATE * high and wide <= plate[2] - plate[0]
    is_centered = abs(text[0] + text[2] - plate[0] - plate[2]) / 2 < _CENTERED * wide
    off = abs(text[1] + text[3] - plate[1] - plate[3]) / 2
    return fits and is_centered and _OVER * (plate[3] - plate[1]) < off < _NEAR * (plate[3] - plate[1])


def _is_short(each: DrawnShape) -> bool:
    return isinstance(each.shape, Text) and len(each.shape.text.strip()) <= _MOST_LETTERS


def _is_filled(each: DrawnShape) -> bool:
    return isinstance(each.shape, Path) and each.shape.paint.fill is not None and each.opacity > 0


def _is_plate(each: DrawnShape) -> bool:
    """Return whether a shape fills its box as a band or an ellipse does; a cloud or a pear is a picture."""
    if not isinstance(each.shape, Path) or not _is_filled(each):
        return False
    loops = list(flatten_loops(each.shape.segments))
    return sum(map(polygon_area, loops)) > _PLAIN * box_area(point_bounds([end for loop in loops for end in loop]))


def _is_of_icon(face: Face, number: int) -> bool:
    """Return whether a shape belongs to an icon, which has its name below it."""
    groups = (each for each in face.drawing.groups if each.name.startswith(_ICON))
    return any(each.first <= number < each.end for each in groups)


def _is_alone(shapes: Sequence[DrawnShape], number: int) -> bool:
    """Return whether nothing is drawn on a shape, and none of its size beside it, as there is for a row to tick."""
    box = shapes[number].whole
    assert box is not None
    later = [each.whole for each in shapes[number + 1 :] if each.whole is not None]
    sizes = [(round(each[2] - each[0], 1), round(each[3] - each[1], 1)) for each in (box, *_boxes_of(shapes, number))]
    return sizes.count(sizes[0]) == 1 and not any(_share(other, box) > _LEAST_ON_DISC for other in later)


def _boxes_of(shapes: Sequence[DrawnShape], but: int) -> Iterator[Box]:
    return (each.whole for at, each in enumerate(shapes) if at != but and each.whole is not None)


def _holds(each: DrawnShape, text: DrawnShape) -> bool:
    """Return whether a shape is a disc of about the size of a text, part of which lies on it."""
    found = describe_circle(each)
    if found is None or text.whole is None or each.box is None:
        return False
    (_, radius), box = found, text.whole
    if not max(box[3] - box[1], box[2] - box[0]) < 2 * radius < _LARGEST * max(box[2] - box[0], box[3] - box[1]):
        return False
    return _share(box, each.box) > _LEAST_ON_DISC


def _share(one: Box, other: Box) -> float:
    """Return the share of the area of a box that is in another."""
    whole = box_area(one)
    return shared_box_area(one, other) / whole if whole else 0.0


def _measure_offset(text: Box, disc: Box) -> tuple[float, float]:
    """Return how far the middle of a text is from that of a disc, and how far it reaches out, mm."""
    across, down = (abs(text[n] + text[n + 2] - disc[n] - disc[n + 2]) / 2 for n in (0, 1))
    out = max(disc[0] - text[0], disc[1] - text[1], text[2] - disc[2], text[3] - disc[3])
    return max(across, down), out


def find_struck_shapes(face: Face) -> Iterator[PageFault]:
    """Report the first text or open sign through which a rule of a table runs, or the line that strikes a text out."""
    shapes = face.drawing.shapes
    rules = [(number, each.whole) for number, each in enumerate(shapes) if each.whole is not None and _is_rule(each)]
    if len(shapes) > _MOST_SHAPES or not rules or face.part.board is not None:
        return
    if len(rules) < _FEWEST_RULES:
        yield from _find_striking_lines(face, rules)
        return
    lengths = [round(box[2] - box[0]) for _, box in rules]
    rules = [rule for rule, length in zip(rules, lengths, strict=True) if lengths.count(length) >= _FEWEST_RULES]
    judged = {*face.drawing.judged_texts}
    for number, each in enumerate(shapes):
        if (number in judged or _is_open(each)) and each.whole is not None:
            rule = next((at for at, box in rules if _runs_through(box, each.whole)), None)
            if number not in judged and _is_staff(face, [box for _, box in rules]):
                continue
            if rule is not None and not _is_covered(shapes[min(rule, number) + 1 : max(rule, number)], each):
                what = "text" if number in judged else "shape"
                says = f"a ruled line runs through this {what}: put it inside one row of the table"
                yield PageFault("GF155", "struck", says, each.address, "warning", where="use")
                return


def _is_staff(face: Face, rules: Sequence[Box]) -> bool:
    """Return whether there are five lines without words between them, on which notes may be."""
    left, top, right, bottom = union_boxes(rules)
    texts = [face.drawing.shapes[number].whole for number in face.drawing.judged_texts]
    has_words = any(box and left < box[0] and box[2] < right and top < box[1] and box[3] < bottom for box in texts)
    return len(rules) == _STAFF and not has_words


def _find_striking_lines(face: Face, rules: Sequence[tuple[int, Box]]) -> Iterator[PageFault]:
    """Report the first line that runs through the whole of a text without a halo (GF155)."""
    shapes = face.drawing.shapes
    for at, rule in rules:
        for number in face.drawing.judged_texts:
            text = shapes[number]
            if text.whole is None or not isinstance(text.shape, Text) or not _runs_through(rule, text.whole):
                continue
            has_halo = text.shape.paint.stroke is not None or face.drawing.find_outlines(number)
            if not has_halo and not _is_covered(shapes[min(at, number) + 1 : max(at, number)], text):
                says = f"this line runs through the text {text.shape.text.strip()[:40]!r}"
                yield PageFault("GF155", "struck", says, shapes[at].address, "warning", where="use")
                return


def _is_rule(each: DrawnShape) -> bool:
    if not isinstance(each.shape, Path) or (each.shape.paint.fill is not None and len(each.shape.segments) > 2):
        return False
    left, top, right, bottom = each.whole or (0.0, 0.0, 0.0, 0.0)
    return len(each.shape.segments) == 2 and right - left >= _LEAST_RULE and bottom - top <= _LEAST_HIGH


def _is_open(each: DrawnShape) -> bool:
    """Return whether a shape is a closed line around nothing, such as a circle to tick."""
    if not isinstance(each.shape, Path) or each.shape.paint.fill is not None:
        return False
    return each.shape.segments[-1][0] == "Z" and each.shape.paint.stroke is not None


def _runs_through(rule: Box, box: Box) -> bool:
    high, middle = box[3] - box[1], (rule[1] + rule[3]) / 2
    if not _LEAST_HIGH <= high <= _MOST_HIGH or rule[0] > box[0] or rule[2] < box[2]:
        return False
    return box[1] + _CORE * high < middle < box[3] - _CORE * high


def _is_covered(between: Sequence[DrawnShape], each: DrawnShape) -> bool:
    """Return whether a filled shape that is drawn between two others lies on the whole of one."""
    box = each.whole
    return box is not None and any(
        isinstance(other.shape, Path)
        and other.shape.paint.fill is not None
        and other.whole is not None
        and _share(box, other.whole) > 1 - _CORE
        for other in between
    )
