"""Check named groups of texts against one another: lines that two share, and colors of which only some are named."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.analysis.drawing import DrawnShape, NamedGroup
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.types import Box
from generator.model.picture import Text

_COLUMN, _COLOR = "row.", "color."
_SAME_LINE = 0.3  # mm between the middles of texts of one line
_MOST_GROUPS = 60  # of a face


def find_mixed_lines(face: Face) -> Iterator[PageFault]:
    """Report a column whose texts are between those of another one, on the same line (GF155)."""
    groups = [group for group in face.drawing.groups if group.name.startswith(_COLUMN) and not group.inside]
    lines = [(group, line) for group in groups[:_MOST_GROUPS] for line in _list_lines(face, group)]
    for own, (_, texts) in lines:
        for other, (_, others) in lines:
            if other.name == own.name or not _is_between(texts, others):
                continue
            says = f"the texts of {other.name!r} are between those of {own.name!r}, on the same line"
            yield PageFault("GF155", "mixed", says, other.address, "warning")
            return


_Line = tuple[float, Sequence[Box]]  # the middle of a line (mm), and the boxes of its texts from the left


def _list_lines(face: Face, group: NamedGroup) -> Iterator[_Line]:
    """Yield the lines of upright texts of a group of texts alone."""
    found: dict[int, list[Box]] = defaultdict(list)
    shapes = face.drawing.shapes[group.first : group.end]
    if not all(isinstance(each.shape, Text) for each in shapes):
        return  # signs with texts in them are told apart by their looks
    for each in shapes:
        if each.box is not None and _is_upright(each):
            found[round((each.box[1] + each.box[3]) / 2 / _SAME_LINE)].append(each.box)
    yield from ((middle * _SAME_LINE, sorted(boxes)) for middle, boxes in found.items())


def _is_upright(each: DrawnShape) -> bool:
    return abs(each.matrix[1]) < abs(each.matrix[0]) and each.matrix[0] > 0


def _is_between(texts: Sequence[Box], others: Sequence[Box]) -> bool:
    """Return whether one of some texts lies between two that follow one another, at their height."""
    for left, right in pairwise(texts):
        for box in others:
            level = abs((box[1] + box[3]) - (left[1] + left[3])) / 2 < _SAME_LINE
            if level and left[2] <= box[0] and box[2] <= right[0]:
                return True
    return False


def find_unnamed_lines(face: Face) -> Iterator[PageFault]:
    """Report a line of a path card whose color is not named on it, though those of others are (GF144)."""
    lines = face.designs[0].values.get("lines")
    if face.part.kind != "path" or face.side == "back" or not isinstance(lines, Sequence):
        return
    roles = {str(line.get("color", "")) for line in lines if isinstance(line, dict)} - {""}
    named = {group.name.removeprefix(_COLOR): group for group in face.drawing.groups if group.name.startswith(_COLOR)}
    missing, shown = sorted(roles - named.keys()), sorted(roles & named.keys())
    if missing and shown:
        says = f"nothing names the line color of {missing[0]!r}, though {shown[0]!r} is named here"
        yield PageFault("GF144", "unnamed", says, named[shown[0]].address, "warning", where="use")
