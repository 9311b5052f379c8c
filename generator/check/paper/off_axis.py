"""Find signs off the axis of the shape behind them, on all faces of a part (GF185)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.check.paper.sign_places import PlacedSign, lies_opposite, place_signs
from generator.geometry.bounds import box_area
from generator.geometry.types import Box
from generator.model.picture import Text

_MOST_SHAPES = 300  # of a face
_FEWEST_FACES = 3  # on which a sign stands in one place, with looks of its own
_SAME = 0.1  # mm
_LEAST_OFF, _LEAST_SHARE = 0.4, 0.05  # mm, and of the width of a sign: the ink of a symbol is seldom symmetrical
_MOST_OFFSET = 0.2  # of the width of a sign: it may begin so far beside the axis
_LARGEST = 4.0  # times the width of a sign: a wider shape is not what it stands on


class _Beside(NamedTuple):
    """A sign on a face, and how far (mm) its middle is to the right of that of the shape behind it."""

    face: Face
    sign: PlacedSign
    off: float


def find_signs_off_axis(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, once per part, signs that cross the axis of all faces without being centered on it (GF185).

    The shape behind them must be centered there, and nothing like them may be on the other side.
    """
    for _, some in groupby(pages.faces, key=lambda face: (face.part.id, face.side)):
        faces = [face for face in some if face.part.board is None and face.designs[0].net is None]
        slots: dict[object, list[_Beside]] = defaultdict(list)
        for face in faces if len(faces) >= _FEWEST_FACES else ():
            for each in _list_beside(face):
                slots[tuple(round(value, 1) for value in each.sign.origin)].append(each)
        for found in slots.values():
            offs = [each.off for each in found]
            if len(found) == len(faces) and max(offs) - min(offs) < 2 * _SAME:
                first = found[0]
                way = "right" if first.off > 0 else "left"
                text = f"this sign is {abs(first.off):.2g} mm to the {way} of the middle of the shape behind it"
                yield first.face, PageFault("GF185", "off axis", text, first.sign.address, "warning", where="use")
                break


def _list_beside(face: Face) -> Iterator[_Beside]:
    """Yield the signs that cross or begin at the middle of a face without being centered on a shape that is."""
    shapes = face.drawing.shapes
    axis = face.part.trim_of(face.designs[0]).width / 2
    for sign in place_signs(face) if len(shapes) <= _MOST_SHAPES else ():
        left, top, right, bottom = sign.box
        off, begun = (left + right) / 2 - axis, _MOST_OFFSET * (right - left)
        if abs(off) < max(_LEAST_OFF, _LEAST_SHARE * (right - left)) or not left - begun < axis < right + begun:
            continue
        boxes = _list_boxes(shapes, sign)
        behind = [box for box in boxes if _stands_on(sign.box, box) and abs(box[0] + box[2] - 2 * axis) < _SAME]
        middle = axis, (top + bottom) / 2
        if (
            behind
            and not _is_one_of_many(sign.box, behind[-1], boxes)
            and not any(lies_opposite(box, sign.box, middle) for box in boxes if _is_level(box, sign.box))
        ):
            yield _Beside(face, sign, off)


def _list_boxes(shapes: Sequence[DrawnShape], sign: PlacedSign) -> list[Box]:
    """Return the boxes of the shapes of a face that are not of a sign, and no texts."""
    others = (each for each in shapes if each.address[: len(sign.address)] != sign.address)
    return [each.whole for each in others if each.whole is not None and not isinstance(each.shape, Text)]


def _stands_on(sign: Box, box: Box) -> bool:
    """Return whether a shape is the background of a sign: it contains the sign's middle and is somewhat larger."""
    return (
        _holds_middle(box, sign)
        and 1.0 < (box[2] - box[0]) / (sign[2] - sign[0]) < _LARGEST
        and box[3] - box[1] > sign[3] - sign[1]
    )


def _is_one_of_many(sign: Box, ground: Box, boxes: Sequence[Box]) -> bool:
    """Return whether a shape holds something besides a sign, as a landscape does."""
    inside = (box for box in boxes if box != ground and _holds_middle(ground, box))
    return any(box_area(box) < box_area(ground) and not _holds_middle(box, sign) for box in inside)


def _holds_middle(box: Box, other: Box) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]


def _is_level(one: Box, other: Box) -> bool:
    return min(one[3], other[3]) > max(one[1], other[1])
