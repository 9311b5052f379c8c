"""Check that the arrows of a figure turn the way that its alternative text says, such as counterclockwise (GF182)."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, starmap
from math import dist, hypot

from generator.check.analysis.drawing import Drawing, DrawnShape
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.check.paper.arrowheads import find_corners, measure_direction
from generator.geometry.types import Point
from generator.model.finding import Finding, Place
from generator.model.picture import Path

_TURN = re.compile(r"\barrows?\b[^.;:]{0,40}?\b(?P<way>counterclockwise|anticlockwise|clockwise)\b", re.IGNORECASE)
_FEWEST = 3  # equal arrowheads around a middle
_LARGEST = 6.0  # mm: the longest side of an arrowhead
_ALONG = 0.3  # sine of the angle between an arrowhead and the line to the middle: less points in or out


def check_arrow_turns(scene: FigureScene, drawing: Drawing, place: Place) -> Iterator[Finding]:
    """Report arrowheads around the middle of a figure that all point the other way than its text says; English only."""
    said = _TURN.search(scene.data.alt)
    if said is None:
        return
    is_clockwise = said["way"].lower() == "clockwise"
    sorts: dict[Hashable, list[tuple[DrawnShape, Sequence[Point]]]] = defaultdict(list)
    for each in drawing.shapes:
        points = find_corners(each)
        if points and isinstance(each.shape, Path) and max(starmap(dist, combinations(points, 2))) < _LARGEST:
            sorts[each.shape.segments].append((each, points))
    for heads in sorts.values():
        ways = _list_ways(heads)
        if len(ways) >= _FEWEST and all(way is not None and (way > 0) != is_clockwise for way in ways):
            says = f"the alt text says {said[0]!r}, but the arrowheads point the other way around"
            yield report(scene, place, says, fix="turn them around")
            return


def _list_ways(heads: Sequence[tuple[DrawnShape, Sequence[Point]]]) -> list[float | None]:
    """Return for each arrowhead the sine of its turn about the middle of all: clockwise above 0, None for no turn."""
    middles = [(sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3) for _, points in heads]
    x, y = (sum(each[n] for each in middles) / len(middles) for n in (0, 1))
    ways: list[float | None] = []
    for (each, points), (a, b) in zip(heads, middles, strict=True):
        u, v = measure_direction(each, points)
        long = hypot(a - x, b - y) * hypot(u, v)
        sine = ((a - x) * v - (b - y) * u) / long if long else 0.0
        ways.append(sine if abs(sine) > _ALONG else None)
    return ways
