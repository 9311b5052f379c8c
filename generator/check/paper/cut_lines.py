"""Check that a round or many-sided piece shows where to cut it (GF322)."""

from collections.abc import Iterator

from generator.check.paper.edges import walk_outline
from generator.check.paper.face_pages import EVERYWHERE, FaceViews, PageFault
from generator.geometry.types import Point

_DEPTHS = tuple(
    0.1 * step for step in range(-9, 25)
)  # mm beyond the trim, as far as the bleed of a round ground reaches
_CHANGED = 12.0  # of 255: grays that differ by less show no edge
_WHITE = 255.0  # the paper beyond the art
_SHOWN_SHARE = 0.5  # of the trim: with less of it in sight, nobody finds the rest


def find_unmarked_cut(views: FaceViews) -> Iterator[PageFault]:
    """Yield GF322 for the front of a piece that is no rectangle, if nothing on the paper changes along its trim."""
    face = views.face
    design = face.designs[0]
    outline = face.part.trim_of(design)
    is_flat = face.part.board is None and design.net is None and design.section is None
    if face.side == "back" or not is_flat or outline.shape == "rect":
        return
    shown = [_shows_edge(views, at, normal) for _, at, normal in walk_outline(outline)]
    if sum(shown) < _SHOWN_SHARE * len(shown):
        shape = "round" if outline.shape == "disc" else "many-sided"
        says = f"nothing shows where to cut this {shape} piece; draw a thin line along its edge"
        yield PageFault("GF322", f"{EVERYWHERE}no edge", says, (), "warning")


def _shows_edge(views: FaceViews, at: Point, normal: Point) -> bool:
    """Tell whether the paper changes its brightness near a place on the trim."""
    image, bleed, scale = views.whole, -views.face.drawing.picture.x, views.dpi / 25.4
    seen = []
    for far in _DEPTHS:
        x, y = (int((at[n] + normal[n] * far + bleed) * scale) for n in (0, 1))
        inside = 0 <= x < image.width and 0 <= y < image.height
        seen.append(_gray(image.getpixel((x, y))) if inside else _WHITE)
    return max(seen) - min(seen) >= _CHANGED


def _gray(color: object) -> float:
    """Return how bright a pixel is, 0 to 255."""
    return sum(color[:3]) / 3 if isinstance(color, tuple) else float(str(color))
