"""Check that backs look the same where they are cut a little off: a back lies up to 3 mm beside its front (GF314)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from PIL import Image

from generator.check.paper.edges import find_missing_bleed, walk_outline
from generator.check.paper.face_pages import FaceViews, PageFault
from generator.geometry.types import Point

SHIFT = 1.5  # mm that a back may lie off: half of what home printers miss by at most
_STEPS = -1.5, -1.0, -0.5, 0.5, 1.0, 1.5  # mm from the trim to where the edge would be, negative within
_MOST_CHANGED = 0.4  # of an edge: the busiest patterns that look alike anywhere change by a quarter
_EDGE_DEPTH = -0.05  # mm: the edge itself
_CUT_LINE = 0.5  # mm to each side of the trim, wider than a line along which one cuts
_TONES = 32  # of 255: channels that differ by less are one tone
_FEWEST = 8  # places on a side: on a shorter one, single strokes decide


def find_shifting_edges(views: FaceViews) -> Iterator[PageFault]:
    """Report a back whose edge would have other colors if it were cut `SHIFT` mm off (GF314).

    The colors along each side are counted at the trim and up to `SHIFT` mm beside it: what counts is how much of each
    there is, so that a pattern may run on beyond the cut. Colors that fade from place to place stay alike. Missing
    bleed is reported by GF157 alone.
    """
    face = views.face
    if face.side != "back":
        return
    design = face.designs[0]
    outline = face.part.outline if design.section else face.part.trim_of(design)
    sides: dict[str, list[tuple[Point, Point]]] = {}
    for name, at, normal in walk_outline(outline):
        sides.setdefault(name, []).append((at, normal))
    bleed, scale = -face.drawing.picture.x, views.dpi / 25.4

    def find_colors(places: Sequence[tuple[Point, Point]], far: float) -> list[tuple[int, ...]]:
        return [_color_at(views.whole, x + u * far + bleed, y + v * far + bleed, scale) for (x, y), (u, v) in places]

    changed: dict[str, float] = {}
    for name, places in sides.items():
        if len(places) < _FEWEST:
            continue
        here = find_colors(places, _EDGE_DEPTH)
        inside, beyond = (find_colors(places, far) for far in (-_CUT_LINE, _CUT_LINE))
        if outline.shape != "rect" and _measure_change(inside, beyond) <= _MOST_CHANGED:
            here = inside  # a thin line that shows where to cut, as GF322 asks
        changed[name] = max(_measure_change(here, find_colors(places, far)) for far in _STEPS if far < bleed or far < 0)
    told = {name: share for name, share in changed.items() if share > _MOST_CHANGED}
    if told and not any(find_missing_bleed(views)):
        edge = "the edge" if len(changed) == 1 else "the whole edge"
        edge = edge if len(told) == len(changed) else f"the edge {' and '.join(told)}"
        share = max(told.values())
        says = f"a cut that is {SHIFT:g} mm off changes the color along {share:.0%} of {edge} of this back"
        remedy = "let one color, or a pattern with no detail along the edge, run past the cut"
        yield PageFault("GF314", "shift", f"{says}; {remedy}", (), "warning")


def _measure_change(here: Sequence[tuple[int, ...]], there: Sequence[tuple[int, ...]]) -> float:
    """Return the share of an edge that has other colors, counted as tones, or place by place if that is less."""
    mine, theirs = (Counter(tuple(channel // _TONES for channel in color) for color in each) for each in (here, there))
    moved = sum(
        max(abs(one - other) for one, other in zip(*pair, strict=True)) >= _TONES
        for pair in zip(here, there, strict=True)
    )
    return min(1 - (mine & theirs).total() / len(here), moved / len(here))


def _color_at(image: Image.Image, x: float, y: float, scale: float) -> tuple[int, ...]:
    """Return the color at a place on the page (mm)."""
    column, row = min(max(int(x * scale), 0), image.width - 1), min(max(int(y * scale), 0), image.height - 1)
    color = image.getpixel((column, row))
    assert isinstance(color, tuple)
    return color
