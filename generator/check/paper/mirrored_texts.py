"""Check that no text is printed mirrored."""

from collections.abc import Iterator

from generator.check.paper.face_pages import Face, PageFault
from generator.model.picture import Text


def find_mirrored_texts(face: Face) -> Iterator[PageFault]:
    """Report each text that is printed mirrored (GF153)."""
    for number in face.drawing.texts:
        each = face.drawing.shapes[number]
        assert isinstance(each.shape, Text)
        a, b, c, d = each.matrix[:4]
        if a * d < b * c:
            yield PageFault("GF153", "mirrored", f"the text {each.shape.text.strip()[:40]!r} is mirrored", each.address)
