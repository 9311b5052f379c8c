"""Check that what a figure's template draws along a route fits it: arrowheads (GF147), `start` and `home` (GF182)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from generator.check.analysis.drawing import Drawing, DrawnShape
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.check.figures.template_words import FigureTemplate, PlacedText
from generator.check.paper.arrowheads import find_corners, list_lines
from generator.geometry.bounds import point_bounds
from generator.geometry.types import Point
from generator.model.finding import Finding, Place

_ROUTE = "route."
_NEAR = 0.5  # mm between the middle of an arrowhead and that of a step
_ON_AXIS = 0.1  # of the size of an arrowhead: how far its tip may be off the line of the step
_STARTS = ("start", "starts", "begin", "départ", "anfang")
_ENDS = ("home", "end", "goal", "finish", "ziel", "arrivée", "fin")
_HALF_LETTER, _CLEARLY = 0.25, 1.0  # of the size of a font; mm by which one place fits better than another
_FEWEST, _AGREE = 5, 0.85  # arrowheads on a route, and those of them that agree


class _Step(NamedTuple):
    middle: Point
    move: Point


def check_route_heads(scene: FigureScene, drawing: Drawing, place: Place) -> Iterator[Finding]:
    """Report arrowheads on the line of a route of the figure's board: all point against it, or a few of many (GF147).

    The line has a point for each cell of the route.
    """
    routes = scene.board.routes if scene.board else {}
    for group in drawing.groups:
        name = group.name.removeprefix(_ROUTE)
        lines = [line for each in drawing.shapes[group.first : group.end] for line in list_lines(each)]
        if scene.board is None or group.name == name or name not in routes or not lines:
            continue
        cells = [(scene.board.cells[cell].x, scene.board.cells[cell].y) for cell in routes[name]]
        steps = _list_steps(lines[0], cells)
        along = [way for each in drawing.shapes if (way := _measure_head(each, steps))]
        back = along.count(-1)
        if len(along) >= _FEWEST and back and not 1 - _AGREE < back / len(along) < _AGREE:
            says = f"{back} of {len(along)} arrowheads on the route {name!r} point against the way that it goes"
            yield Finding("GF147", place, f"{says}; turn them around (figure {scene.name})", "warning")


def check_route_ends(
    scene: FigureScene, drawing: Drawing, template: FigureTemplate, texts: Sequence[PlacedText]
) -> Iterator[Finding]:
    """Report the words `start` and `home` that stand at each other's ends of the line of a route (GF182)."""
    words = {each.text.casefold(): each for each in texts}
    first, last = (next((words[word] for word in names if word in words), None) for names in (_STARTS, _ENDS))
    lines = [
        line
        for group in drawing.groups
        if group.name.startswith(_ROUTE)
        for each in drawing.shapes[group.first : group.end]
        for line in list_lines(each)
    ]
    if first is None or last is None or not lines:
        return
    start, end = lines[0][0], lines[0][-1]
    right = dist(_find_middle(first), start) + dist(_find_middle(last), end)
    if dist(_find_middle(first), end) + dist(_find_middle(last), start) < right - _CLEARLY:
        says = f"{first.text!r} is at the end of the route, and {last.text!r} where it begins"
        at = max(template.source.rfind(f"'{first.text}'"), template.source.rfind(f">{first.text}<"), 0)
        yield report(scene, template.locate(at), says, fix="exchange them")


def _find_middle(text: PlacedText) -> Point:
    """Return about the middle of a text, mm."""
    return text.x + _HALF_LETTER * text.size * len(text.text), text.y - text.size / 3


def _list_steps(line: Sequence[Point], cells: Sequence[Point]) -> list[_Step]:
    """Return the steps of a line in the order of the cells of its route; none if it has other points than these."""
    if len(line) != len(cells):
        return []
    if _measure_misfit(line, cells) > _measure_misfit(line[::-1], cells):
        line = line[::-1]
    return [_Step(((a + c) / 2, (b + d) / 2), (c - a, d - b)) for (a, b), (c, d) in pairwise(line)]


def _measure_misfit(line: Sequence[Point], cells: Sequence[Point]) -> float:
    """Return how far points are from cells, both fitted into one box."""
    return sum(dist(*pair) for pair in zip(_fit(line), _fit(cells), strict=True))


def _fit(points: Sequence[Point]) -> list[Point]:
    left, top, right, bottom = point_bounds(points)
    size = max(right - left, bottom - top) or 1.0
    return [((x - left) / size, (y - top) / size) for x, y in points]


def _measure_head(each: DrawnShape, steps: Sequence[_Step]) -> int:
    """Return 1 for an arrowhead on the middle of a step that points along it, -1 for one against it, else 0."""
    points = find_corners(each) if steps else None
    if points is None or each.box is None:
        return 0
    x, y = (each.box[0] + each.box[2]) / 2, (each.box[1] + each.box[3]) / 2
    step = min(steps, key=lambda step: dist(step.middle, (x, y)))
    if dist(step.middle, (x, y)) > _NEAR:
        return 0
    u, v = step.move
    corners = sorted((abs(u * (b - y) - v * (a - x)), u * (a - x) + v * (b - y)) for a, b in points)
    (off, tip), (_, one), (wide, other) = corners
    return 0 if off > _ON_AXIS * wide else 1 if tip > max(one, other) else -1 if tip < min(one, other) else 0
