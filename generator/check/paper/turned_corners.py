"""Check that what a face draws upright and once more upside down lies in opposite places (GF153)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import dist

from generator.check.analysis.drawing import Address, DrawnShape, walk_matrices
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.types import Point
from generator.model.picture import Text

_SAME = 0.02  # of a matrix: exactly half a turn
_LEAST_OFFSET = 0.5  # mm from the place that is opposite
_MOST_TEXTS = 24  # of a face


def find_misplaced_corners(face: Face) -> Iterator[PageFault]:
    """Report a text that is drawn twice, once upside down, if the two are not opposite one another (GF153).

    Players hold a card either way up, so the second corner is the first, turned around the middle of the card.
    """
    drawing = face.drawing
    if face.part.board is not None or face.designs[0].net is not None or len(drawing.texts) > _MOST_TEXTS:
        return
    outline = face.part.trim_of(face.designs[0])
    pairs: dict[tuple[str, float], list[DrawnShape]] = defaultdict(list)
    for number in drawing.judged_texts:
        each = drawing.shapes[number]
        assert isinstance(each.shape, Text)
        pairs[each.shape.text, each.shape.size].append(each)
    for (words, _), texts in pairs.items():
        if len(texts) != 2 or not _is_turned(*texts):
            continue
        one, other = (_middle_of(each) for each in texts)
        opposite = outline.width - one[0], outline.height - one[1]
        off = dist(opposite, other)
        if off > _LEAST_OFFSET:
            says = f"the text {words[:40]!r} is repeated upside down {off:.2g} mm off the place opposite"
            says = f"{says}; turn it around the middle of the face"
            yield PageFault("GF153", "opposite", says, _find_turned_group(face, texts), "warning")
            return


def _find_turned_group(face: Face, texts: Sequence[DrawnShape]) -> Address:
    """Return the address of the group that turns one of two texts by half, or the group of the deeper one."""
    for each in texts:
        for depth, outer, inner in walk_matrices(face.drawing.picture.shapes, each.address):
            if all(abs(a + b) < _SAME for a, b in zip(outer[:4], inner[:4], strict=True)):
                return each.address[:depth]
    return max(texts, key=lambda each: len(each.address)).address[:-1]


def _is_turned(one: DrawnShape, other: DrawnShape) -> bool:
    return all(abs(a + b) < _SAME for a, b in zip(one.matrix[:4], other.matrix[:4], strict=True))


def _middle_of(each: DrawnShape) -> Point:
    assert each.whole is not None
    left, top, right, bottom = each.whole
    return (left + right) / 2, (top + bottom) / 2
