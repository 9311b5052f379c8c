"""Check identical shapes turned around a point, such as petals: they fill a circle, with none missing (GF185)."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from math import atan2, degrees, dist, hypot
from typing import NamedTuple

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.types import Point
from generator.model.picture import Path

_FEWEST = 5  # shapes of a fan
_MOST_SHAPES = 1500  # of a face
_MOST_EQUAL = 300
_NEXT = 3  # shapes, in the order in which they are drawn, with which one may be in a fan
_SAME = 0.15  # mm
_SAME_TURN = 0.5  # degrees


class _Fan(NamedTuple):
    """Shapes that are turned around a point, which is in their own coordinates."""

    shapes: Sequence[DrawnShape]
    middle: Point


def find_broken_fans(face: Face) -> Iterator[PageFault]:
    """Report, once, identical shapes turned around a point that fill half a turn, or leave one out (GF185).

    A shape that looks the same after half a turn, such as a line through the point, need not go all the way round.
    """
    if len(face.drawing.shapes) > _MOST_SHAPES:
        return
    equal: dict[Hashable, list[DrawnShape]] = defaultdict(list)
    for each in face.drawing.shapes:
        if isinstance(each.shape, Path):
            size = round(hypot(each.matrix[0], each.matrix[1]), 3)
            equal[each.shape.segments, each.shape.paint, size].append(each)
    for shapes in equal.values():
        for fan in _list_fans(shapes) if _FEWEST <= len(shapes) <= _MOST_EQUAL else ():
            if says := _describe_fault(fan):
                yield PageFault("GF185", "fan", says, fan.shapes[0].address, "warning", where="use")
                return


def _list_fans(shapes: Sequence[DrawnShape]) -> Iterator[_Fan]:
    """Yield the fans among identical shapes, each once."""
    left = [*shapes]
    while len(left) >= _FEWEST:
        first, *others = left
        found = (_find_middle(first.matrix, other.matrix) for other in others[:_NEXT])
        fans = (_Fan(_list_around(left, middle), middle) for middle in found if middle is not None)
        fan = max(fans, key=lambda each: len(each.shapes), default=_Fan((first,), (0.0, 0.0)))
        if len(fan.shapes) >= _FEWEST:
            yield fan
        left = [each for each in left if each not in fan.shapes]


def _find_middle(one: Matrix, other: Matrix) -> Point | None:
    """Return the fixed point of the rotation between two matrices; None if they differ by more than a rotation."""
    back = invert_matrix(one)
    if back is None:
        return None
    cosine, sine, across, cosine_again, x, y = multiply_matrices(back, other)
    is_turned = abs(cosine - cosine_again) + abs(sine + across) + abs(hypot(cosine, sine) - 1) < 1e-3
    if not is_turned or 1 - cosine < 1e-6:
        return None
    half = sine / (2 * (1 - cosine))  # half the cotangent of half the angle
    return x / 2 - y * half, y / 2 + x * half


def _list_around(shapes: Sequence[DrawnShape], middle: Point) -> list[DrawnShape]:
    """Return the shapes that share the first one's center of rotation."""
    there = transform_point(shapes[0].matrix, *middle)
    return [each for each in shapes if dist(transform_point(each.matrix, *middle), there) <= _SAME]


def _describe_fault(fan: _Fan) -> str:
    """Return what is wrong with shapes around a point; empty if nothing is."""
    angles = sorted({round(degrees(atan2(each.matrix[1], each.matrix[0])), 1) % 360 for each in fan.shapes})
    gaps = [(b - a) % 360 for a, b in zip(angles, (*angles[1:], angles[0] + 360), strict=True)]
    steps = sorted(gaps)[:-1]
    if len(angles) < _FEWEST or steps[-1] - steps[0] > _SAME_TURN or _is_two_way(fan):
        return ""
    step, many = sum(steps) / len(steps), len(angles)
    says = f"{many} identical shapes are turned around a point in steps of {step:.3g} degrees"
    if abs(max(gaps) - 2 * step) <= _SAME_TURN:
        return f"{says}, but one more is missing"
    is_half = abs(many * step - 180) <= _SAME_TURN
    return f"{says}, so they fill half of a circle; steps of {360 / many:.3g} would fill it" if is_half else ""


def _is_two_way(fan: _Fan) -> bool:
    """Return whether the box of a shape is the same after half a turn around the point."""
    shape = fan.shapes[0].shape
    assert isinstance(shape, Path)
    left, top, right, bottom = segment_bounds(shape.segments, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    x, y = fan.middle
    return abs(left + right - 2 * x) <= _SAME and abs(top + bottom - 2 * y) <= _SAME
