"""Check that no two texts are printed over each other (GF155)."""

from collections import Counter
from collections.abc import Iterator

from PIL import ImageChops

from generator.check.analysis.drawing import Drawing, DrawnShape, is_same_text
from generator.check.analysis.drawn_places import corners_of
from generator.check.analysis.face_pages import Face, PageFault, count_marked
from generator.check.hide.covered import name_text
from generator.check.hide.flat import OPAQUE
from generator.check.hide.views import PageViews
from generator.fonts.shaping import text_run_corners
from generator.geometry.bounds import SpatialIndex, box_area, boxes_overlap, shared_box_area
from generator.geometry.matrix import invert_matrix
from generator.geometry.polygon import shared_area
from generator.geometry.types import Quad
from generator.model.finding import Level
from generator.model.picture import Path, Text

_LEAST_OVERLAP = 0.2  # mm that the boxes of two texts share both ways before their ink is looked at
_BACKGROUND_RATIO = 2.5
_LEAST_AREA = 0.06  # square mm of ink that two texts may share: kerned and touching letters have less
_MOST_OF_LETTER = 0.3  # of its outline, that a letter shares with the next one of a text around a circle
_MOST_LINES = 2  # that run through a text: more are the hatching of its ground
_GROUND_SHARE = 0.5  # of the box of a text: what is drawn on more of it hides a line below
_X_HEIGHT, _BASELINE = 0.45, 0.08  # em above the baseline, between which a line runs through small letters
_INKED = 128  # of 255: pixels that a black text covers for the most part


def find_overlapping_texts(views: PageViews) -> Iterator[PageFault]:
    """Report each pair of texts whose ink overlaps (GF155)."""
    pairs = list(_find_near_texts(views.drawing))
    if not pairs:
        return
    numbers = sorted({number for pair in pairs for number in pair})
    drawing = views.drawing
    pages = views.look([drawing.in_black([drawing.shapes[number]]) for number in numbers])
    inks = {
        number: page.convert("L").point([255] * _INKED + [0] * (256 - _INKED))
        for number, page in zip(numbers, pages, strict=True)
    }
    least = _LEAST_AREA / (25.4 / views.dpi) ** 2
    pairs = [pair for pair in pairs if count_marked(ImageChops.multiply(*(inks[each] for each in pair))) >= least]
    counts = Counter(number for pair in pairs for number in pair)
    for pair in pairs:
        one, other = sorted(pair, key=lambda number: counts[number])  # what lies on several texts is to be moved
        first, second = drawing.shapes[one], drawing.shapes[other]
        says = f"{name_text(second)} overlaps {name_text(first)}"
        level: Level = "warning" if _differ_in_size(first, second) else "error"
        instead = first.address, f"{name_text(first)} lies under another text; move it, or the one"
        yield PageFault("GF155", level, says, second.address, level, instead=instead)


def _find_near_texts(drawing: Drawing) -> Iterator[tuple[int, int]]:
    """Yield the numbers of texts whose outlines overlap, except for a text that is drawn again where it is."""
    boxes = {str(number): box for number in drawing.judged_texts if (box := drawing.shapes[number].box) is not None}
    if len(boxes) < 2:
        return
    index, done = SpatialIndex(boxes), set[str]()
    for name, box in boxes.items():
        done.add(name)
        for other in index.find_near(box):
            if other not in done and boxes_overlap(box, boxes[other], _LEAST_OVERLAP):
                one, two = drawing.shapes[int(name)], drawing.shapes[int(other)]
                if _are_neighbors(one, two):
                    continue
                if not is_same_text(one, two) and shared_area(_corners(one), _corners(two)) >= _LEAST_AREA:
                    yield int(name), int(other)


def _are_neighbors(one: DrawnShape, two: DrawnShape) -> bool:
    """Return whether two letters, each in a group of its own, follow one another in one text, side by side."""
    letters = all(isinstance(each.shape, Text) and len(each.shape.text.strip()) == 1 for each in (one, two))
    first, second = one.address, two.address
    inside = len(first) == len(second) > 1 and first[:-2] == second[:-2] and first[-1] == second[-1]
    beside = shared_area(_corners(one), _corners(two)) < _MOST_OF_LETTER * min(map(_area, (one, two)))
    return letters and inside and beside and abs(first[-2] - second[-2]) == 1


def find_struck_texts(face: Face) -> Iterator[PageFault]:
    """Report each text that a straight line runs through (GF335)."""
    drawing = face.drawing
    lines = [(number, each) for number, each in enumerate(drawing.shapes) if _is_line(each)]
    for number in drawing.judged_texts if lines else ():
        text = drawing.shapes[number]
        crossing = [at for at, line in lines if _strikes(line, text) and not _is_between(drawing, at, number)]
        if 0 < len(crossing) <= _MOST_LINES:
            says = f"a line runs through {name_text(text)}"
            yield PageFault("GF335", "struck", says, drawing.shapes[crossing[0]].address, "warning")


def _is_line(each: DrawnShape) -> bool:
    """Return whether a shape is a straight line, all of which is seen."""
    shape = each.shape
    if not isinstance(shape, Path) or not each.is_whole or [segment[0] for segment in shape.segments] != ["M", "L"]:
        return False
    return shape.paint.stroke is not None and shape.paint.stroke_opacity * each.opacity >= OPAQUE


def _strikes(line: DrawnShape, text: DrawnShape) -> bool:
    """Return whether a line runs along a text, through its small letters, and beyond it at both ends."""
    shape, back = text.shape, invert_matrix(text.matrix)
    assert isinstance(shape, Text)
    (left, one), (right, other) = sorted(corners_of(line, back)) or ((0.0, 0.0), (0.0, 0.0))
    top, bottom = shape.y - _X_HEIGHT * shape.size, shape.y - _BASELINE * shape.size
    return left < shape.x and right > shape.x + shape.width and all(top < y < bottom for y in (one, other))


def _is_between(drawing: Drawing, line: int, text: int) -> bool:
    """Return whether a ground is drawn between a line and a text."""
    box = drawing.shapes[text].box
    return box is not None and any(
        isinstance(each.shape, Path)
        and each.shape.paint.fill is not None
        and each.box is not None
        and shared_box_area(each.box, box) > _GROUND_SHARE * box_area(box)
        for each in drawing.shapes[min(line, text) + 1 : max(line, text)]
    )


def _area(each: DrawnShape) -> float:
    """Return the area of the outline of a text (mm²)."""
    corners = _corners(each)
    return shared_area(corners, corners)


def _corners(each: DrawnShape) -> Quad:
    assert isinstance(each.shape, Text)
    return text_run_corners(each.shape, each.matrix)


def _differ_in_size(one: DrawnShape, other: DrawnShape) -> bool:
    """Return whether one text is so much larger that it may be meant as the ground of the other."""
    sizes = [each.shape.size for each in (one, other) if isinstance(each.shape, Text)]
    return max(sizes) > _BACKGROUND_RATIO * min(sizes)
