"""Check that backs look the same where they are cut a little off (GF314), and that fronts show the cut (GF322).

A back lies up to 3 mm beside its front.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from PIL import Image

from generator.check.analysis.face_pages import EVERYWHERE, PageFault
from generator.check.hide.edges import face_of, find_missing_bleed, trim_of, walk_outline
from generator.check.hide.views import PageViews
from generator.geometry.types import Point

SHIFT = 1.5  # mm that a back may lie off: half of what home printers miss by at most
UNMARKED = "GF322"
_STEPS = -1.5, -1.0, -0.5, 0.5, 1.0, 1.5  # mm from the trim to where the edge would be, negative within
_MOST_CHANGED = 0.4  # of an edge: the busiest patterns that look alike anywhere change by a quarter
_EDGE_DEPTH = -0.05  # mm: the edge itself
_CUT_LINE = 0.5  # mm to each side of the trim, wider than a line along which one cuts
_TONES = 32  # of 255: channels that differ by less are one tone
_FEWEST = 8  # places on a side: on a shorter one, single strokes decide

_DEPTHS = tuple(
    0.1 * step for step in range(-9, 25)
)  # mm beyond the trim, as far as the bleed of a round ground reaches
_NEXT = 3  # steps of depth over which an edge is seen whole, at 100 dpi
_EDGE_CHANGED = 12.0  # of 255: grays that differ by less show no edge
_WHITE = 255.0  # the paper beyond the art
_SHOWN_SHARE = 0.6  # of the trim: with less of it in sight, nobody finds the rest
_EVEN = 8  # steps of depth: an edge that runs along the trim stays within so many


def find_shifting_edges(views: PageViews) -> Iterator[PageFault]:
    """Report a back whose edge would have other colors if it were cut `SHIFT` mm off (GF314).

    The colors along each side are counted at the trim and up to `SHIFT` mm beside it: what counts is how much of each
    there is, so that a pattern may run on beyond the cut. Colors that fade from place to place stay alike. Missing
    bleed is reported by GF157 alone.
    """
    face, outline = face_of(views), trim_of(views)
    if face.side != "back":
        return
    sides: dict[str, list[tuple[Point, Point]]] = {}
    for name, at, normal in walk_outline(outline):
        sides.setdefault(name, []).append((at, normal))
    bleed, scale = -views.drawing.picture.x, views.dpi / 25.4

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
