"""Hatch the blank sides of folded pieces that are glued, on the page behind them; mm."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import sqrt

from generator.geometry.polygon import cross_diagonal, polygons_overlap
from generator.geometry.solids import FoldedPolygon, cross, dot, subtract
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Point, Points, Segment
from generator.model.net import Net, fold_panels, net_polygons
from generator.model.picture import Paint, Path
from generator.model.sheet import Placement

HATCH = Paint(fill=None, stroke="#9a9a9a", width=0.2)
_PITCH = 2.5  # between the lines: enough to be seen, and little ink
_INSET = 2.0  # along the lines, from the edge: what printers shift by must not show
_SHORTEST = 1.0  # of a line
_FLAT = 180.0  # degrees that a fold bends paper on which it is glued to itself


def draw_glue_areas(fronts: Iterable[Placement]) -> tuple[Path, ...]:
    """Return the hatching of all blank sides that are glued, where they lie seen through the paper from the front."""
    segments: list[Segment] = []
    for slot in fronts:
        for panel in find_glued_panels(slot.design.net) if slot.design.net else ():
            segments += hatch_polygon([_place_point(point, slot) for point in panel])
    return (Path(tuple(segments), HATCH),) if segments else ()


@lru_cache(maxsize=64)
def find_glued_panels(net: Net) -> tuple[Points, ...]:
    """Return the panels whose blank sides are glued to one another once the net is folded, as they lie on it.

    A net is glued to itself if a fold brings two blank sides together; then so is what comes to lie on either of them.
    """
    if not any(fold.kind == "mountain" and fold.angle == _FLAT for fold in net.folds):
        return ()
    inward = {frozenset((fold.one, fold.other)) for fold in net.folds if fold.kind == "valley"}
    flaps = {panel.id for panel in net.panels if panel.is_flap}
    solid = fold_panels(net)
    found: set[str] = set()
    for one, other in combinations(solid, 2):
        if not flaps & {one, other} and frozenset((one, other)) not in inward and _are_flat(solid[one], solid[other]):
            found |= {one, other}
    laid = net_polygons(net)
    return tuple(laid[panel.id] for panel in net.panels if panel.id in found)


def _are_flat(one: FoldedPolygon, other: FoldedPolygon) -> bool:
    """Return whether two panels lie back to back in one plane, one on the other."""
    if dot(one.normal, other.normal) > ROUNDING - 1:
        return False
    if abs(dot(subtract(one.corners[0], other.corners[0]), one.normal)) > ROUNDING:
        return False
    across = subtract(one.corners[1], one.corners[0])
    along = cross(one.normal, across)
    flat = ([(dot(corner, across), dot(corner, along)) for corner in each.corners] for each in (one, other))
    return polygons_overlap(*map(tuple, flat))


def _place_point(point: Point, slot: Placement) -> Point:
    """Return a point of a piece on the paper."""
    x, y = point
    if slot.rotation == 90:
        return slot.x + slot.width - y, slot.y + x
    return slot.x + x, slot.y + y


def hatch_polygon(points: Sequence[Point]) -> Iterator[Segment]:
    """Yield parallel lines at 45 degrees within a polygon, clear of its edges: the start and the end of each."""
    sums = [x + y for x, y in points]
    at = min(sums) + _PITCH * sqrt(2) / 2
    while at < max(sums):
        crossings = sorted(x for x, _ in cross_diagonal(points, at))
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            start, end = left + _INSET / sqrt(2), right - _INSET / sqrt(2)
            if end - start >= _SHORTEST / sqrt(2):
                yield from (("M", start, at - start), ("L", end, at - end))
        at += _PITCH * sqrt(2)
