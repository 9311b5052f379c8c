"""Check signs that are on a circle: if nearly all are equally far apart, all must be (GF185)."""

from collections.abc import Iterator, Sequence
from math import atan2, degrees, dist

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.types import Point
from generator.model.picture import Path

_FEWEST = 5  # signs on a circle
_MOST_SHAPES = 400  # of a face
_LEAST_RADIUS = 3.0  # mm
_SAME = 0.15  # mm between a place on the circle and the middle of a sign
_SAME_TURN = 1.0  # degrees
_WIDER = 1.4  # times the step: the one gap that is wider
_WHOLE = 0.05  # of a step: a gap of so many whole ones lacks a sign
_SMALL = 0.8  # of the radius: larger shapes do not stand on a circle
_LEAST_PLACES = 4  # corners of an outline that may be that of a circle


def find_open_rings(face: Face) -> Iterator[PageFault]:
    """Report once (GF185) if signs are on a circle in equal steps, except for one gap that is wider.

    An arc of signs, over less than half of the circle, may end where it does.
    """
    shapes = face.drawing.shapes
    if len(shapes) > _MOST_SHAPES:
        return
    circles = {circle for each in shapes if (circle := describe_circle(each))}
    places = [_place_shape(each) for each in shapes if isinstance(each.shape, Path) and each.whole is not None]
    for middle, radius in sorted(circles):
        signs = _list_signs(places, middle, radius)
        if len(signs) < _FEWEST:
            continue
        angles = sorted(signs)
        gaps = [(b - a) % 360 for a, b in zip(angles, (*angles[1:], angles[0] + 360), strict=True)]
        widest = max(gaps)
        rest = sorted(gaps)[:-1]
        if rest[-1] - rest[0] <= _SAME_TURN and _WIDER * rest[0] <= widest < 180:
            text = (
                f"{len(signs)} signs are on a circle, {rest[0]:.0f} degrees apart, "
                f"but one gap in this ring is {widest:.0f} degrees wide"
            )
            is_missing = abs(widest / rest[0] - round(widest / rest[0])) < _WHOLE
            kind = "ring-gap" if is_missing else "ring"
            yield PageFault("GF185", kind, text, min(each.address for each in signs.values()), "warning", where="use")
            return


def describe_circle(each: DrawnShape) -> tuple[Point, float] | None:
    """Return the middle and the radius of a closed shape as wide as high, None for any other."""
    if not isinstance(each.shape, Path) or each.whole is None or len(each.shape.segments) < _LEAST_PLACES:
        return None
    if each.shape.segments[-1][0] != "Z" or each.shape.segments[1][0] != "C":
        return None
    left, top, right, bottom = each.whole
    stroke = each.shape.paint.width if each.shape.paint.stroke is not None else 0.0
    wide, high = right - left - stroke, bottom - top - stroke
    if abs(wide - high) > _SAME or wide / 2 < _LEAST_RADIUS:
        return None
    return (round((left + right) / 2, 2), round((top + bottom) / 2, 2)), wide / 2


def _place_shape(each: DrawnShape) -> tuple[Point, float, DrawnShape]:
    """Return the middle of a shape, its greater side, and itself."""
    left, top, right, bottom = each.whole or (0.0, 0.0, 0.0, 0.0)
    return ((left + right) / 2, (top + bottom) / 2), max(right - left, bottom - top), each


def _list_signs(
    places: Sequence[tuple[Point, float, DrawnShape]], middle: Point, radius: float
) -> dict[float, DrawnShape]:
    """Return the shapes whose middles lie on a circle, by their angles in degrees; one for each place."""
    found: dict[float, DrawnShape] = {}
    for at, size, each in places:
        if size > _SMALL * radius or abs(dist(at, middle) - radius) > _SAME:
            continue
        angle = degrees(atan2(at[1] - middle[1], at[0] - middle[0])) % 360
        if all(min((angle - other) % 360, (other - angle) % 360) > 2 * _SAME_TURN for other in found):
            found[angle] = each
    return found
