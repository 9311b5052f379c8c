"""Assemble nets from panels, folds and tabs, with their cut line and template values; mm, y downward.

Panels and tabs are polygons, clockwise as seen on the printed side: the left of an edge is outside.
"""

from collections.abc import Mapping, Sequence
from math import cos, hypot, radians, sin, tan

from msgspec.structs import replace

from generator.geometry.matrix import Matrix, apply, multiply
from generator.geometry.path import Points, Segment, polygon_segments, transform_segments
from generator.geometry.polygon import rim
from generator.geometry.types import Point
from generator.model.net import Fold, Net, Panel, Tab

SHY = 0.4  # mm between a corner of a face and its tab, so that two tabs at one corner do not touch
SLANT = 45.0  # degrees between the end of a tab and its fold: two tabs in a right angle meet along its bisector
SHALLOW = 1.0  # least depth of a tab in mm


def rectangle(width: float, height: float) -> Points:
    """Return a rectangle around 0, 0, whose edges are top, right, bottom and left."""
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
    """Return a tab along an edge of a panel, and its fold; None if there is no room for a tab.

    `ends` are the angles in degrees between the tab's ends and its fold. `deep` is the greatest depth: at least a fifth
    of the edge stays at full depth.
    """
    (x1, y1), (x2, y2) = edge(panel, index)
    long = hypot(x2 - x1, y2 - y1)
    along, out = ((x2 - x1) / long, (y2 - y1) / long), ((y2 - y1) / long, (x1 - x2) / long)
    shy = min(SHY, 0.03 * long)
    first, last = (1 / tan(radians(each)) for each in ends)
    deep = min(deep, (0.8 * long - 2 * shy) / (first + last))
    if deep < shallowest(long):
        return None

    def offset_point(way: float, off: float) -> Point:
        return x1 + way * along[0] + off * out[0], y1 + way * along[1] + off * out[1]

    start, end = offset_point(shy, 0), offset_point(long - shy, 0)
    points = end, start, offset_point(shy + first * deep, deep), offset_point(long - shy - last * deep, deep)
    name = f"{panel.id}-{onto}"
    return Tab(name, points, onto), Fold(*start, *end, "mountain", angle, panel.id, name)


def shallowest(long: float) -> float:
    """Return the least depth of a tab along an edge of this length."""
    return min(SHALLOW, 0.1 * long)


def boxed(
    panels: Sequence[Panel],
    folds: Sequence[Fold],
    tabs: Sequence[Tab],
    facts: Mapping[str, float],
    cut: Sequence[Segment] = (),
    turn: float = 0.0,
) -> Net:
    """Return the net, turned clockwise by `turn` radians and moved so that its bounding box starts at 0, 0.

    The cut line is the outline of the polygons unless it is given.
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
        transform_segments(tuple(cut) or polygon_segments(rim(polygons)), home),
        dict(facts),
    )


def _moved_fold(fold: Fold, matrix: Matrix) -> Fold:
    (x1, y1), (x2, y2) = apply(matrix, fold.x1, fold.y1), apply(matrix, fold.x2, fold.y2)
    return fold._replace(x1=x1, y1=y1, x2=x2, y2=y2)


def placed(panel: Panel) -> Points:
    """Return the outline of a panel on the net."""
    return tuple(apply(panel.matrix, *point) for point in panel.points)
