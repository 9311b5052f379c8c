"""Check that what tells a cell, a space or a face from others is large enough to be seen (GF146)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from generator.check.paper.cell_art import find_mover
from generator.check.paper.drawing import DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.check.paper.homes import Dwelling, list_dwellings
from generator.geometry.bounds import point_bounds
from generator.geometry.matrix import invert_matrix, multiply_matrices
from generator.model.picture import Image, Path, Text

_LEAST, _LEAST_SHARE = 0.8, 0.05  # mm, and of the width of its place: the largest shape must be larger than both
_MOST = 1.5  # mm: so large is large enough, however wide the place is
_COMMON = 0.6  # of the places of a face: a shape in so many tells none of them


def find_tiny_art(face: Face) -> Iterator[PageFault]:
    """Yield GF146 for each place that differs from most others only by shapes that are too small to be seen."""
    places = list_dwellings(face)
    drawn = [list(_key_shapes(each)) for each in places]
    counts = Counter(key for keys in drawn for key in {key for key, _ in keys})
    for place, keys in zip(places, drawn, strict=True):
        own = [shape for key, shape in keys if counts[key] < _COMMON * len(places) or len(places) < 2]
        if not own or any(isinstance(each.shape, Text | Image) for each in own):
            continue
        largest = max(_measure(each) for each in own)
        width = _width_of(place)
        if largest < min(max(_LEAST, _LEAST_SHARE * width), _MOST):
            text = (
                f"what is drawn for {place.home.label}{_name_sort(place)} is at most {largest:.2g} mm large, "
                f"too small to be seen on {width:.0f} mm"
            )
            address = find_mover(face, own[0], len(place.group.address))
            yield PageFault("GF146", "tiny", text, address, where="use")


def _key_shapes(place: Dwelling) -> Iterator[tuple[Any, DrawnShape]]:
    """Yield the shapes of a place with keys that are equal for what looks the same in other places."""
    back = invert_matrix(place.group.matrix)
    for each in place.shapes if back else ():
        own = multiply_matrices(back or each.matrix, each.matrix)
        yield (*_look_of(each), tuple(round(value, 3) for value in own)), each


def _look_of(each: DrawnShape) -> tuple[Any, ...]:
    match each.shape:
        case Path():
            return each.shape.segments, each.shape.paint
        case Text():
            return each.shape.text, each.shape.x, each.shape.y, each.shape.size
        case Image():
            return (each.shape.key,)


def _measure(each: DrawnShape) -> float:
    """Return the greater side (mm) of the box of a shape with its stroke; 0 if nothing of it is seen."""
    return max(each.box[2] - each.box[0], each.box[3] - each.box[1]) if each.box else 0.0


def _width_of(place: Dwelling) -> float:
    left, top, right, bottom = point_bounds(place.home.own)
    return min(right - left, bottom - top)


def _name_sort(place: Dwelling) -> str:
    match place.home.noun:
        case "cell":
            return f" of the kind {place.home.sort!r}"
        case "face" if place.home.sort is not None:
            return f" with the value {place.home.sort!r}"
    return ""
