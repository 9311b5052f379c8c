"""List the signs of a face with their boxes and what they stand in."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.check.analysis.drawing import Address
from generator.check.paper.face_pages import Face
from generator.check.paper.signs import list_signs
from generator.geometry.bounds import union_boxes
from generator.geometry.types import Box, Point

_LARGER = 0.5  # times the height of a text: a smaller sign is a dot
_ROUNDED = 0.06  # mm, to which the place of a sign is known


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


def lies_opposite(other: Box, sign: Box, middle: Point) -> bool:
    """Return whether a box about the size of a sign is on the other side of a middle, so that they surround it."""
    is_like = all(_LARGER < (other[n + 2] - other[n]) / (sign[n + 2] - sign[n]) < 1 / _LARGER for n in (0, 1))
    return is_like and any(other[n + 2] <= middle[n] + _ROUNDED for n in (0, 1))
