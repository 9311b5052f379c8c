"""Panels, folds and tabs laid out flat go in, a net in its box comes out, with the line round it; mm, y downwards.

Panels and tabs are polygons that run clockwise as one looks at the printed side: what is left of an edge is outside.
"""

from collections.abc import Mapping, Sequence
from math import cos, hypot, radians, sin, tan

from msgspec.structs import replace

from generator.geometry.matrix import Matrix, apply, multiply
from generator.geometry.path import Points, Segment
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Point
from generator.model.net import Fold, Net, Panel, Tab

SHY = 0.4  # mm from a corner of the face to its tab, so that two tabs of one corner do not touch
SLANT = 45.0  # degrees between a tab's end and its fold: two tabs in a right angle meet along its bisector
SHALLOW = 1.0  # mm; what is less is no tab


def rectangle(width: float, height: float) -> Points:
    """Return a rectangle round 0, 0: top, right, bottom and left edge."""
    x, y = width / 2, height / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def edge(panel: Panel, index: int) -> tuple[Point, Point]:
    """Return the ends of an edge of a panel on the net."""
    one, other = panel.points[index], panel.points[(index + 1) % len(panel.points)]
    return apply(panel.matrix, *one), apply(panel.matrix, *other)


def creased(one: Panel, index: int, other: Panel, kind: str, angle: float) -> Fold:
    """Return the fold along an edge of a panel, between it and the next."""
    start, end = edge(one, index)
    return Fold(*start, *end, "valley" if kind == "valley" else "mountain", angle, one.id, other.id)


def tabbed(
    panel: Panel, index: int, onto: str, deep: float, angle: float, ends: tuple[float, float] = (SLANT, SLANT)
) -> tuple[Tab, Fold] | None:
    """Return a tab along an edge of a panel, and its fold; None where there is no room for a tab.

    `ends` are the angles between the tab's ends and its fold, degrees; a fifth of the edge at least stays at full
    depth, so `deep` is how deep it is at the most.
    """
    (x1, y1), (x2, y2) = edge(panel, index)
    long = hypot(x2 - x1, y2 - y1)
    along, out = ((x2 - x1) / long, (y2 - y1) / long), ((y2 - y1) / long, (x1 - x2) / long)
    shy = min(SHY, 0.03 * long)
    first, last = (1 / tan(radians(each)) for each in ends)
    deep = min(deep, (0.8 * long - 2 * shy) / (first + last))
    if deep < shallowest(long):
        return None

    def at(way: float, off: float) -> Point:
        return x1 + way * along[0] + off * out[0], y1 + way * along[1] + off * out[1]

    start, end = at(shy, 0), at(long - shy, 0)
    points = end, start, at(shy + first * deep, deep), at(long - shy - last * deep, deep)
    name = f"{panel.id}-{onto}"
    return Tab(name, points, onto), Fold(*start, *end, "mountain", angle, panel.id, name)


def shallowest(long: float) -> float:
    """Return how deep a tab along an edge so long is at the least."""
    return min(SHALLOW, 0.1 * long)


def boxed(
    panels: Sequence[Panel],
    folds: Sequence[Fold],
    tabs: Sequence[Tab],
    facts: Mapping[str, float],
    cut: Sequence[Segment] = (),
    turn: float = 0.0,
) -> Net:
    """Return the net, turned clockwise by so many radians and moved into its box.

    The line round it is found from the polygons unless it is given.
    """
    polygons = [placed(panel) for panel in panels] + [tab.points for tab in tabs]
    turned: Matrix = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
    xs, ys = zip(*(apply(turned, *point) for polygon in polygons for point in polygon), strict=True)
    left, top = min(xs), min(ys)
    home = multiply((1, 0, 0, 1, -left, -top), turned)
    return Net(
        max(xs) - left,
        max(ys) - top,
        tuple(replace(panel, matrix=multiply(home, panel.matrix)) for panel in panels),
        tuple(_moved_fold(fold, home) for fold in folds),
        tuple(replace(tab, points=tuple(apply(home, *point) for point in tab.points)) for tab in tabs),
        tuple(moved(segment, home) for segment in cut or closed(rim(polygons))),
        dict(facts),
    )


def _moved_fold(fold: Fold, matrix: Matrix) -> Fold:
    (x1, y1), (x2, y2) = apply(matrix, fold.x1, fold.y1), apply(matrix, fold.x2, fold.y2)
    return fold._replace(x1=x1, y1=y1, x2=x2, y2=y2)


def placed(panel: Panel) -> Points:
    """Return the outline of a panel on the net."""
    return tuple(apply(panel.matrix, *point) for point in panel.points)


def moved(segment: Segment, matrix: Matrix) -> Segment:
    """Return a segment with the matrix applied to each point."""
    flat = segment[1:]
    points = [apply(matrix, x, y) for x, y in zip(flat[::2], flat[1::2], strict=True)]
    return (segment[0], *(value for point in points for value in point))


def closed(points: Points) -> tuple[Segment, ...]:
    """Return a polygon as a path."""
    return ("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",)


def rim(polygons: Sequence[Points]) -> Points:
    """Return the line round polygons that touch: what is left when edges that run both ways are taken away."""
    known: list[Point] = []
    loops = [[_snapped(point, known) for point in polygon] for polygon in polygons]
    steps = {step for loop in loops for step in _steps(loop, known)}
    onward = {one: other for one, other in steps if (other, one) not in steps}
    assert len(onward) == sum((other, one) not in steps for one, other in steps), "polygons that touch in one point"
    first = min(onward)
    loop = [first]
    while (after := onward.pop(loop[-1])) != first:
        loop.append(after)
    assert not onward, "polygons in several pieces"
    return _straightened([known[number] for number in loop])


def _snapped(point: Point, known: list[Point]) -> int:
    """Return the number of a point; points that differ by rounding are one."""
    for number, other in enumerate(known):
        if abs(point[0] - other[0]) < ROUNDING and abs(point[1] - other[1]) < ROUNDING:
            return number
    known.append(point)
    return len(known) - 1


def _steps(loop: list[int], known: list[Point]) -> list[tuple[int, int]]:
    """Return the edges of a polygon as pairs of points, broken at every point that lies on them."""
    out = []
    for one, other in zip(loop, (*loop[1:], loop[0]), strict=True):
        on = [number for number, point in enumerate(known) if _between(point, known[one], known[other])]
        ordered = sorted(
            on, key=lambda number: hypot(known[number][0] - known[one][0], known[number][1] - known[one][1])
        )
        out += list(zip((one, *ordered), (*ordered, other), strict=True))
    return out


def _between(point: Point, one: Point, other: Point) -> bool:
    """Tell whether a point lies on an edge, away from its ends; most do not even lie in its box."""
    (x, y), (x1, y1), (x2, y2) = point, one, other
    if not (
        min(x1, x2) - ROUNDING <= x <= max(x1, x2) + ROUNDING and min(y1, y2) - ROUNDING <= y <= max(y1, y2) + ROUNDING
    ):
        return False
    whole = hypot(other[0] - one[0], other[1] - one[1])
    ways = [hypot(point[0] - end[0], point[1] - end[1]) for end in (one, other)]
    return min(ways) > ROUNDING and _off(point, one, other) < ROUNDING and max(ways) < whole


def _off(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from the line through two others."""
    (x, y), (x1, y1), (x2, y2) = point, one, other
    return abs((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) / hypot(x2 - x1, y2 - y1)


def _straightened(points: list[Point]) -> Points:
    """Leave out corners that are none: a knife does not stop where two panels meet in one line."""
    around = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
    return tuple(here for before, here, after in around if _off(here, before, after) > ROUNDING)
