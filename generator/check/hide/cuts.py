"""Check that fronts show where they are cut (GF322)."""

from collections.abc import Iterator, Sequence, Set

from generator.check.analysis.face_pages import EVERYWHERE, PageFault
from generator.check.hide.edges import face_of, trim_of, walk_outline
from generator.check.hide.views import PageViews
from generator.geometry.types import Point

UNMARKED = "GF322"

_DEPTHS = tuple(
    0.1 * step for step in range(-9, 25)
)  # mm beyond the trim, as far as the bleed of a round ground reaches
_NEXT = 3  # steps of depth over which an edge is seen whole, at 100 dpi
_EDGE_CHANGED = 12.0  # of 255: grays that differ by less show no edge
_WHITE = 255.0  # the paper beyond the art
_SHOWN_SHARE = 0.6  # of the trim: with less of it in sight, nobody finds the rest
_EVEN = 8  # steps of depth: an edge that runs along the trim stays within so many


def find_unmarked_cut(views: PageViews) -> Iterator[PageFault]:
    """Report the front of a piece that is no rectangle, if nothing on the paper changes along its trim (GF322)."""
    face, outline = face_of(views), trim_of(views)
    design = face.designs[0]
    is_flat = face.part.board is None and design.net is None and design.section is None
    if face.side == "back" or not is_flat or outline.shape == "rect":
        return
    edges = [_find_edges(views, at, normal) for _, at, normal in walk_outline(outline)]
    if _count_along(edges) < _SHOWN_SHARE * len(edges):
        shape = "round" if outline.shape == "disc" else "many-sided"
        says = f"nothing shows where to cut this {shape} piece"
        says = f"{says}; draw a thin line along its edge, or build with --marks lines"
        yield PageFault(UNMARKED, f"{EVERYWHERE}no edge", says, (), "warning")


def _count_along(edges: Sequence[Set[int]]) -> int:
    """Return at how many places there is an edge at about the same depth; the corners of a square are farther away."""
    bands = (range(first, first + _EVEN) for first in range(len(_DEPTHS)))
    return max(sum(not found.isdisjoint(band) for found in edges) for band in bands)


def _find_edges(views: PageViews, at: Point, normal: Point) -> Set[int]:
    """Return the steps of depth at which the paper changes its brightness near a place on the trim."""
    image, bleed, scale = views.whole, -views.drawing.picture.x, views.dpi / 25.4
    seen = []
    for far in _DEPTHS:
        x, y = (int((at[n] + normal[n] * far + bleed) * scale) for n in (0, 1))
        inside = 0 <= x < image.width and 0 <= y < image.height
        seen.append(_gray(image.getpixel((x, y))) if inside else _WHITE)
    steps = zip(seen, seen[_NEXT:], strict=False)
    return {step for step, (before, after) in enumerate(steps) if abs(after - before) >= _EDGE_CHANGED}


def _gray(color: object) -> float:
    """Return the brightness of a pixel, 0 to 255."""
    return sum(color[:3]) / 3 if isinstance(color, tuple) else float(str(color))
