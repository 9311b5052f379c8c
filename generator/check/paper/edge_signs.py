"""Find the one sign that reaches the edge of its piece, on a face that otherwise keeps clear of that edge."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, walk_matrices
from generator.geometry.bounds import union_boxes
from generator.geometry.clearance import distance_inside
from generator.geometry.types import Box, Outline

_ICON = "icon."
_NEAR = 0.4  # mm from the trim, within which a shape reaches it
_LARGEST = 0.35  # of the area of a face: a larger sign is its ground or its picture
_LONGEST = 0.6  # of a side of a face: a longer sign is a band


class EdgeSign(NamedTuple):
    """A sign at an edge: its name in messages, and the address of what places it."""

    label: str
    address: Address


def find_edge_sign(drawing: Drawing, outline: Outline, sides: Sequence[str]) -> EdgeSign | None:
    """Return the icon, or the group with coordinates of its own, that holds all that reaches some sides of a trim."""
    near = [each for each in drawing.shapes if each.box is not None and _reaches(each.box, outline, sides)]
    if not near:
        return None
    icons = [group for group in drawing.groups if group.name.startswith(_ICON)]
    name = next((each.name for each in reversed(icons) if _holds(each.address, near)), "").removeprefix(_ICON)
    for address in _list_signs(drawing, near[0].address, {each.address for each in icons}):
        if _holds(address, near) and _is_small(drawing, address, outline):
            return EdgeSign(f"the icon {name!r}" if name else "this sign", address)
    return None


def _list_signs(drawing: Drawing, address: Address, icons: set[Address]) -> Iterator[Address]:
    """Yield the icons and the moved groups on the way to a shape, the outermost first."""
    for depth, outer, inner in walk_matrices(drawing.picture.shapes, address):
        if outer != inner or address[:depth] in icons:
            yield address[:depth]


def _holds(address: Address, shapes: Sequence[DrawnShape]) -> bool:
    return all(each.address[: len(address)] == address for each in shapes)


def _is_small(drawing: Drawing, address: Address, outline: Outline) -> bool:
    left, top, right, bottom = union_boxes([each.box for each in drawing.list_below(address) if each.box is not None])
    across, down = (right - left) / outline.width, (bottom - top) / outline.height
    return max(across, down) < _LONGEST and across * down < _LARGEST


def _reaches(box: Box, outline: Outline, sides: Sequence[str]) -> bool:
    """Return whether a box comes near one of some sides of a rectangle, or near the edge of another piece."""
    left, top, right, bottom = box
    if outline.shape != "rect":
        corners = (left, top), (right, top), (right, bottom), (left, bottom)
        return min(distance_inside(outline, x, y) for x, y in corners) < _NEAR
    room = {"at the top": top, "on the left": left}
    room |= {"on the right": outline.width - right, "at the bottom": outline.height - bottom}
    return min(room[side] for side in sides) < _NEAR
