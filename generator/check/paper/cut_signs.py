"""Find signs and pictures that the edge of their piece cuts off (GF154)."""

from collections.abc import Iterator, Sequence

from generator.check.analysis.drawing import Drawing, DrawnShape, NamedGroup
from generator.check.paper.drawn_places import corners_of
from generator.check.paper.face_pages import Face, PageFault
from generator.check.paper.lost_shapes import find_displacing_group, find_lost_shapes
from generator.geometry.bounds import shared_box_area, union_boxes
from generator.geometry.clearance import distance_inside
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Box, Outline

_SIGN_HEADS = frozenset({"row", "values", "icon", "legend"})  # groups that show data; cells and spaces may be cut
_CUT = 0.5  # mm over the trim
_MOST_CUT = 0.3  # of the area of a group: more is told by its share
_LEAST_CUT = 0.05
_LARGEST = 0.35  # of the area of a face: larger groups are its picture
_LARGEST_PICTURE = 0.5
_BLEEDS = 0.9  # of the bleed, that art must cover beyond a cut that is no edge of the page
_SAMPLES = 12  # points of a box, each way
_MOST_INSIDE = 0.6  # of the box of a picture, if the face shows nothing else
_MOST_SHAPES = 400


def find_cut_signs(face: Face) -> Iterator[PageFault]:
    """Report a named group that the edge of the piece cuts off, though it is no ground and does not bleed (GF154)."""
    if not _is_judged(face):
        return
    outline, drawing = face.part.trim_of(face.designs[0]), face.drawing
    for group in drawing.groups:  # the outermost group is the one to move
        if group.name.partition(".")[0] in _SIGN_HEADS and (share := _measure_cut(drawing, group, outline)):
            says = f"the edge of the piece cuts off {share:.0%} of the group {group.name!r}; move the group inside"
            address = find_displacing_group(drawing, group)
            yield PageFault("GF154", "cut", says, address, "warning", where="use")
            return


def find_cut_pictures(face: Face) -> Iterator[PageFault]:
    """Report the first drawing of a face that shows nothing but its ground and drawings that are cut off (GF154)."""
    if not _is_judged(face):
        return
    outline, drawing = face.part.trim_of(face.designs[0]), face.drawing
    if outline.points:
        return  # a road that leaves a hexagon has corners of its box far off
    art = [each for each in drawing.shapes if each.whole is not None and not _is_ground(each.whole, outline)]
    if not 0 < len(art) <= _MOST_SHAPES or any(_crosses(each.whole, outline) for each in art if each.whole is not None):
        return
    shares = [_share_inside(each.whole, outline) for each in art if each.whole is not None]
    if max(shares) < _MOST_INSIDE and not any(find_lost_shapes(face)):
        off = 1 - sum(shares) / len(shares)
        says = f"the edge of the piece cuts off {off:.0%} of all that this face shows; move the drawing inside"
        yield PageFault("GF154", "cut picture", says, art[0].address, "warning", where="use")


def _is_judged(face: Face) -> bool:
    design = face.designs[0]
    return face.part.board is None and face.part.kind != "path" and design.net is None and design.section is None


def _measure_cut(drawing: Drawing, group: NamedGroup, outline: Outline) -> float:
    """Return which share of a group lies off its piece; 0 if it is a ground, bleeds, or is off for the most part."""
    shapes = drawing.shapes[group.first : group.end]
    boxes = [each.whole for each in shapes if each.whole is not None]
    if not boxes:
        return 0.0
    box = union_boxes(boxes)
    over = -box[0], -box[1], box[2] - outline.width, box[3] - outline.height
    if _area(box) > _LARGEST * outline.width * outline.height or _bleeds(drawing, shapes):
        return 0.0
    off = 1 - _share_inside(box, outline)
    is_cut = max(over) > _CUT if outline.shape == "rect" else _ends_off(drawing, shapes, outline)
    return off if is_cut and _LEAST_CUT < off <= _MOST_CUT else 0.0


def _ends_off(drawing: Drawing, shapes: Sequence[DrawnShape], outline: Outline) -> bool:
    """Return whether shapes end beyond a cut that is no edge of the page, but before the bleed does.

    The box of a turned shape has corners where nothing is drawn.
    """
    inside = min(distance_inside(outline, *end) for each in shapes for end in corners_of(each, IDENTITY))
    return inside < -_CUT and not inside < _BLEEDS * drawing.picture.x < 0


def _bleeds(drawing: Drawing, shapes: Sequence[DrawnShape]) -> bool:
    """Return whether a shape reaches the edge of the page, as art with bleed does."""
    picture = drawing.picture
    page = picture.x, picture.y, picture.x + picture.width, picture.y + picture.height
    return picture.x < 0 and any(
        each.whole is not None
        and (min(each.whole[n] - page[n] for n in (0, 1)) <= 0 or min(page[n] - each.whole[n] for n in (2, 3)) <= 0)
        for each in shapes
    )


def _is_ground(box: Box, outline: Outline) -> bool:
    return _area(box) > _LARGEST_PICTURE * outline.width * outline.height


def _crosses(box: Box, outline: Outline) -> bool:
    """Return whether a box reaches from one side of a trim to the opposite one, as a line or a stripe does."""
    return (box[0] <= 0 and box[2] >= outline.width) or (box[1] <= 0 and box[3] >= outline.height)


def _share_inside(box: Box, outline: Outline) -> float:
    """Return which share of a box lies within a trim; by samples, if the trim is no rectangle."""
    if outline.shape == "rect" and _area(box) > 0:
        return shared_box_area(box, (0.0, 0.0, outline.width, outline.height)) / _area(box)
    steps = [(n + 0.5) / _SAMPLES for n in range(_SAMPLES)]
    points = [(box[0] + (box[2] - box[0]) * u, box[1] + (box[3] - box[1]) * v) for u in steps for v in steps]
    return sum(distance_inside(outline, x, y) > 0 for x, y in points) / len(points)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
