"""Tell the labels that are drawn beside their cells on purpose, as on a map, from labels that slipped there."""

from collections import Counter
from collections.abc import Sequence

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.drawn_places import DrawnPlace
from generator.geometry.bounds import boxes_overlap
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.types import Box, Point, Points
from generator.model.board import find_caption_area, has_room_for_label
from generator.model.picture import Path, Text

_MOST_GAP = 5.0  # mm between a cell and a label beside it
_INTO_OTHER = 0.3  # mm that a label may reach into another cell
_INTO_OWN = 0.1  # of its height, that a label may reach into its own cell; what slipped often lies on the edge
_USUAL = 0.6  # of the cells of a kind, which have their labels beside them if one may
_PLATE = (20.0, 6.0)  # mm that the ground of a label may be wider and higher than it
_STEPS = 8  # along each edge of the box of a label


def leave_out_captions(places: Sequence[DrawnPlace]) -> list[DrawnPlace]:
    """Return places of a board without the labels that are beside them on purpose, and the grounds of such labels."""
    found = [[each for each in place.shapes if _is_caption(each, place, places)] for place in places]
    labeled = Counter(place.declared.sort for place in places if any(isinstance(s.shape, Text) for s in place.shapes))
    beside = Counter(place.declared.sort for place, captions in zip(places, found, strict=True) if captions)
    return [
        place._replace(shapes=[each for each in place.shapes if not _belongs_to(each, captions)])
        if beside[place.declared.sort] >= _USUAL * labeled[place.declared.sort] or not _has_room(place)
        else place
        for place, captions in zip(places, found, strict=True)
    ]


def _is_caption(each: DrawnShape, place: DrawnPlace, places: Sequence[DrawnPlace]) -> bool:
    """Return whether a shape is a text beside a counter or a small cell, or close to a larger one and to no other."""
    if not isinstance(each.shape, Text) or each.box is None:
        return False
    own = place.declared.outline
    if not _has_room(place):
        return boxes_overlap(find_caption_area(own), each.box)
    height = min(each.box[2] - each.box[0], each.box[3] - each.box[1])
    depth = _measure_depth(each.box, own)
    if not -_MOST_GAP <= depth <= _INTO_OWN * height:
        return False
    others = [_measure_depth(each.box, other.declared.outline) for other in places if other is not place]
    return all(other <= _INTO_OTHER and other < depth for other in others)


def _has_room(place: DrawnPlace) -> bool:
    return has_room_for_label(place.declared.outline, str(place.declared.sort))


def _belongs_to(each: DrawnShape, captions: Sequence[DrawnShape]) -> bool:
    """Return whether a shape is one of some labels, or the ground of one."""
    if each in captions:
        return True
    if not isinstance(each.shape, Path) or each.box is None:
        return False
    left, top, right, bottom = each.box
    boxes = [caption.box for caption in captions if caption.box is not None]
    return any(
        left <= box[0] and top <= box[1] and right >= box[2] and bottom >= box[3]
        and box[0] - left + right - box[2] <= _PLATE[0] and box[1] - top + bottom - box[3] <= _PLATE[1]
        for box in boxes
    )  # fmt: skip


def _measure_depth(box: Box, outline: Points) -> float:
    """Return how far (mm) a box reaches into a cell; negative is the distance between them."""
    return max(depth_in_polygons((outline,), x, y) for x, y in _list_edge(box))


def _list_edge(box: Box) -> list[Point]:
    """Return points along the edges of a box."""
    left, top, right, bottom = box
    shares = [step / _STEPS for step in range(_STEPS + 1)]
    across = [(left + share * (right - left), y) for share in shares for y in (top, bottom)]
    return across + [(x, top + share * (bottom - top)) for share in shares for x in (left, right)]
