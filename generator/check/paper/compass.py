"""Check that what a piece shows for each of its four sides is drawn at that side (GF141)."""

from collections.abc import Iterator

from generator.check.paper.drawing import NamedGroup
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.types import Box

_NAMES = (("north", "east", "south", "west"), ("top", "right", "bottom", "left"))
_OFF = 0.1  # of the width or height of a piece: nearer to its middle, a group is at no side


def find_exchanged_sides(face: Face) -> Iterator[PageFault]:
    """Yield GF141 for a column named after a side that is drawn at another."""
    groups = {group.name.removeprefix("row."): group for group in face.drawing.groups if group.name.startswith("row.")}
    for names in _NAMES:
        if not all(name in groups for name in names):
            continue
        sides = [_find_side(face, groups[name]) for name in names]
        wrong = [(own, side) for own, side in enumerate(sides) if side is not None and side != own]
        if None in sides or len({*sides}) < len(names) or not wrong:
            continue
        own, side = wrong[0]
        rest = "as all four are on the wrong sides" if len(wrong) == len(names) else "but others are on their own sides"
        says = f"the group 'row.{names[own]}' is drawn in the {names[side]}, {rest}"
        yield PageFault("GF141", "side", says, groups[names[own]].address, "warning")


def _find_side(face: Face, group: NamedGroup) -> int | None:
    """Return at which side the middle of a group lies, clockwise from 0 for the top; None if it is at none."""
    box = face.drawing.box_of(group)
    if box is None:
        return None
    across, down = _measure_offset(box, face.part.outline.width, face.part.outline.height)
    if max(abs(across), abs(down)) < _OFF:
        return None
    if abs(across) > abs(down):
        return 1 if across > 0 else 3
    return 2 if down > 0 else 0


def _measure_offset(box: Box, width: float, height: float) -> tuple[float, float]:
    """Return how far the middle of a box lies right of and below that of a piece, as shares of its size."""
    return (box[0] + box[2]) / 2 / width - 0.5, (box[1] + box[3]) / 2 / height - 0.5
