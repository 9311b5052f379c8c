"""Check that the marks that distinguish cells, spaces and faces are large enough to see (GF146)."""

from collections import Counter
from collections.abc import Iterator

from generator.check.analysis.drawing import DrawnShape, measure_scale
from generator.check.limits.places import find_mover
from generator.check.paper.drawn_places import DrawnPlace, key_shapes, list_drawn_places
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import point_bounds
from generator.model.picture import Image, Path, Text

_ICON, _LEAST_ICON = "icon.", 1.5  # mm of the greater side of an icon
_LEAST, _LEAST_SHARE = 0.7, 0.04  # mm, and of the width of its place: the largest shape must be larger than both
_MOST = 1.5  # mm: so large is large enough, however wide the place is
_MOST_TOGETHER = 6  # small shapes: a six has so many pips
_SHRUNK = 0.15  # of the size in the template: a shape drawn that small is examined by itself
_COMMON = 0.6  # of the places of a face: a shape in so many distinguishes none of them


def find_tiny_art(face: Face) -> Iterator[PageFault]:
    """Report each place that differs from most others only by shapes that are too small to be seen (GF146)."""
    places = list_drawn_places(face)
    drawn = [list(zip(key_shapes(each), each.shapes, strict=True)) for each in places]
    counts = Counter(key for keys in drawn for key in {key for key, _ in keys})
    for place, keys in zip(places, drawn, strict=True):
        own = [shape for key, shape in keys if counts[key] < _COMMON * len(places) or len(places) < 2]
        drawn_small = [each for each in own if _is_shrunk(each, place)]
        own = drawn_small or own
        if not own or (not drawn_small and len(own) > _MOST_TOGETHER):
            continue  # a pattern of dots is seen as a whole
        if any(isinstance(each.shape, Text | Image) for each in own):
            continue
        largest = max(_measure(each) for each in own)
        width = _width_of(place)
        if largest < min(max(_LEAST, _LEAST_SHARE * width), _MOST):
            text = (
                f"the drawing of {place.declared.label}{_name_sort(place)} is at most {largest:.2g} mm across, "
                f"too small to see at a width of {width:.0f} mm"
            )
            address = find_mover(face, own[0], len(place.group.address))
            yield PageFault("GF146", "tiny", text, address, where="use")


def find_small_icons(face: Face) -> Iterator[PageFault]:
    """Report the first icon of each name that is too small to tell apart from others (GF146)."""
    told: set[str] = set()
    for group in face.drawing.groups:
        box = face.drawing.box_of(group) if group.name.startswith(_ICON) and group.name not in told else None
        if box is not None and max(box[2] - box[0], box[3] - box[1]) < _LEAST_ICON:
            told.add(group.name)
            large = max(box[2] - box[0], box[3] - box[1])
            text = f"the group {group.name!r} is {large:.1f} mm across, too small to tell apart from other icons"
            yield PageFault("GF146", "icon", text, group.address, "warning")


def _is_shrunk(each: DrawnShape, place: DrawnPlace) -> bool:
    """Return whether a path is drawn at a small part of the size that it has in the template."""
    scale = measure_scale(each.matrix) / (measure_scale(place.group.matrix) or 1.0)
    return isinstance(each.shape, Path) and scale < _SHRUNK


def _measure(each: DrawnShape) -> float:
    """Return the greater side (mm) of the box of a shape with its stroke; 0 if nothing of it is seen."""
    return max(each.box[2] - each.box[0], each.box[3] - each.box[1]) if each.box else 0.0


def _width_of(place: DrawnPlace) -> float:
    left, top, right, bottom = point_bounds(place.declared.own)
    return min(right - left, bottom - top)


def _name_sort(place: DrawnPlace) -> str:
    match place.declared.noun:
        case "cell":
            return f" of kind {place.declared.sort!r}"
        case "face" if place.declared.sort is not None:
            return f" with the value {place.declared.sort!r}"
    return ""
