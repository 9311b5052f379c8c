"""Report what a face draws unlike all other faces of its part (GF144)."""

from collections.abc import Iterator

from generator.check.analysis.face_pages import KitPages, LocatedFault, PageFault
from generator.check.outliers.faces import find_odd_drawings


def find_odd_faces(pages: KitPages) -> Iterator[LocatedFault]:
    """Yield, as warnings, what a face draws unlike all other faces of its side of a part, at its tag (GF144)."""
    for odd in find_odd_drawings(pages.faces, pages.game.colors):
        yield (
            pages.faces[odd.face],
            PageFault("GF144", f"odd {odd.sort}", odd.text, odd.address, "warning", entry=odd.entry),
        )
