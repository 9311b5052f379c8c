"""Assemble nets from panels, folds and tabs, with their cut line and template values; mm, y downward.

Panels and tabs are polygons, clockwise as seen on the printed side: the left of an edge is outside.
"""

from collections.abc import Mapping, Sequence
from math import atan2, cos, hypot, radians, sin, tan
from typing import Any

from msgspec.structs import replace

from generator.geometry.matrix import Matrix, multiply_matrices, transform_point
from generator.geometry.path import flatten_outline, polygon_segments, transform_segments
from generator.geometry.polygon import outline_union
from generator.geometry.solids import flat_angle
from generator.geometry.types import Edge, Outline, Point, Points, Segment
from generator.model.game import ComponentKind, KindTraits, PartData
from generator.model.net import Corner, Fold, Net, Panel, Tab, TabLabel

TAB_INSET = 0.4  # mm between a corner of a face and its tab, so that two tabs at one corner do not touch
TAB_ANGLE = 45.0  # degrees between the end of a tab and its fold: two tabs in a right angle meet along its bisector
TAB_CORNER_SHARE = 0.48  # of a corner of the face that a tab is glued to: two tabs in one corner stay apart
MIN_TAB_DEPTH = 1.0  # least depth of a tab in mm
LABEL_ROOM = 1.5  # mm around the middle of a label: a digit on white


def panel_edge(panel: Panel, index: int) -> tuple[Point, Point]:
    """Return the ends of an edge of a panel on the net."""
    one, other = panel.points[index], panel.points[(index + 1) % len(panel.points)]
    return transform_point(panel.matrix, *one), transform_point(panel.matrix, *other)


def make_fold(one: Panel, index: int, other: Panel, kind: str, angle: float) -> Fold:
    """Return the fold along an edge of a panel, between it and the next."""
    start, end = panel_edge(one, index)
    return Fold(
        *start, *end, kind="valley" if kind == "valley" else "mountain", angle=angle, one=one.id, other=other.id
    )


def make_tab(
    panel: Panel, index: int, onto: str, deep: float, angle: float, ends: tuple[float, float] = (TAB_ANGLE, TAB_ANGLE)
) -> tuple[Tab, Fold] | None:
    """Return a tab along an edge of a panel, and its fold; None if there is no room for a tab.

    `ends` are the angles in degrees between the tab's ends and its fold. `deep` is the greatest depth: at least a fifth
    of the edge stays at full depth.
    """
    (x1, y1), (x2, y2) = panel_edge(panel, index)
    long = hypot(x2 - x1, y2 - y1)
    along, out = ((x2 - x1) / long, (y2 - y1) / long), ((y2 - y1) / long, (x1 - x2) / long)
    shy = min(TAB_INSET, 0.03 * long)
    first, last = (1 / tan(radians(each)) for each in ends)
    deep = min(deep, (0.8 * long - 2 * shy) / (first + last))
    if deep < min_tab_depth(long):
        return None

    def offset_point(way: float, off: float) -> Point:
        return x1 + way * along[0] + off * out[0], y1 + way * along[1] + off * out[1]

    start, end = offset_point(shy, 0), offset_point(long - shy, 0)
    points = end, start, offset_point(shy + first * deep, deep), offset_point(long - shy - last * deep, deep)
    name = f"{panel.id}-{onto}"
    return Tab(name, points, onto), Fold(*start, *end, kind="mountain", angle=angle, one=panel.id, other=name)


def min_tab_depth(long: float) -> float:
    """Return the least depth of a tab along an edge of this length."""
    return min(MIN_TAB_DEPTH, 0.1 * long)


def hang_on(points: Points, index: int, edge: Edge) -> Matrix:
    """Return the matrix that lays an edge of a polygon on an edge of the net, in the other direction."""
    (x1, y1), (x2, y2) = points[index], points[(index + 1) % len(points)]
    end, start = edge
    turn = atan2(end[1] - start[1], end[0] - start[0]) - atan2(y2 - y1, x2 - x1)
    c, s = cos(turn), sin(turn)
    return c, s, -s, c, start[0] - (c * x1 - s * y1), start[1] - (s * x1 + c * y1)


def find_tab_ends(points: Points, edge: int, widest: float = TAB_ANGLE) -> tuple[float, float]:
    """Return the angles of the ends of a tab that is glued along an edge, within half of the corners of that face.

    The tab begins where the edge ends, since the edges of two neighbors run in opposite directions.
    """
    count = len(points)
    corners = (flat_angle(points[n - 1], points[n], points[(n + 1) % count]) for n in ((edge + 1) % count, edge))
    first, last = (min(widest, TAB_CORNER_SHARE * corner) for corner in corners)
    return first, last


def make_net(
    panels: Sequence[Panel],
    folds: Sequence[Fold],
    tabs: Sequence[Tab],
    facts: Mapping[str, float],
    cut: Sequence[Segment] = (),
    turn: float = 0.0,
    labels: Sequence[TabLabel] = (),
) -> Net:
    """Return the net, turned clockwise by `turn` radians and moved so that its bounding box starts at 0, 0.

    The cut line is the outline of the polygons unless it is given. Labels have room in the box.
    """
    polygons = [panel_points(panel) for panel in panels] + [tab.points for tab in tabs]
    turned: Matrix = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
    corners = [transform_point(turned, *point) for polygon in polygons for point in polygon]
    for label in labels:
        x, y = transform_point(turned, label.x, label.y)
        corners += [(x - LABEL_ROOM, y - LABEL_ROOM), (x + LABEL_ROOM, y + LABEL_ROOM)]
    xs, ys = zip(*corners, strict=True)
    left, top = min(xs), min(ys)
    home = multiply_matrices((1, 0, 0, 1, -left, -top), turned)
    return Net(
        max(xs) - left,
        max(ys) - top,
        tuple(replace(panel, matrix=multiply_matrices(home, panel.matrix)) for panel in panels),
        tuple(_move_fold(fold, home) for fold in folds),
        tuple(replace(tab, points=tuple(transform_point(home, *point) for point in tab.points)) for tab in tabs),
        cut=transform_segments(tuple(cut) or polygon_segments(outline_union(polygons)), home),
        facts=dict(facts),
        labels=tuple(TabLabel(label.number, *transform_point(home, label.x, label.y)) for label in labels),
    )


def _move_fold(fold: Fold, matrix: Matrix) -> Fold:
    (x1, y1), (x2, y2) = transform_point(matrix, fold.x1, fold.y1), transform_point(matrix, fold.x2, fold.y2)
    return fold._replace(x1=x1, y1=y1, x2=x2, y2=y2)


def panel_points(panel: Panel) -> Points:
    """Return the outline of a panel on the net."""
    return tuple(transform_point(panel.matrix, *point) for point in panel.points)


def empty_outline(data: PartData) -> Outline:
    """Return an empty outline: each design has the trim of its own net."""
    return Outline(0.0, 0.0)


# a kind that is cut out along its net; each names its own data and the function that makes the net
FOLDED_KIND = ComponentKind(PartData, empty_outline, traits=KindTraits(stacks=False))


def net_trim(net: Net) -> Outline:
    """Return the trim: the cut line as a polygon, with curves within 0.01 mm."""
    return Outline(net.width, net.height, "polygon", flatten_outline(net.cut))


def net_values(net: Net) -> dict[str, Any]:
    """Return `faces`, `tabs` as SVG points lists, and the net's `facts`, for the template.

    A face is {id, mark, value, at, points, corners, width, height, radius}: the size of its bounding box and the radius
    of the largest circle around its origin, mm. A corner is {id, mark, value, at}, its matrix within the face.
    """
    tabs = [_format_points(tab.points) for tab in net.tabs]
    return {"faces": [_face_values(panel) for panel in net.panels], "tabs": tabs, "facts": dict(net.facts)}


def _face_values(panel: Panel) -> dict[str, Any]:
    points = panel.whole or panel.points
    xs, ys = zip(*points, strict=True)
    edges = zip(points, (*points[1:], points[0]), strict=True)
    return {
        "id": panel.id,
        "mark": f"face.{panel.id}",
        "value": panel.value,
        "at": _format_matrix(panel.matrix),
        "points": _format_points(points),
        "corners": [_corner_values(corner) for corner in panel.corners],
        "width": round(max(xs) - min(xs), 4),
        "height": round(max(ys) - min(ys), 4),
        "radius": round(min(_origin_distance(*one, *other) for one, other in edges), 4),
    }


def _corner_values(corner: Corner) -> dict[str, Any]:
    return {
        "id": corner.id,
        "mark": f"corner.{corner.id}",
        "value": corner.value,
        "at": _format_matrix(corner.matrix),
    }


def _origin_distance(x1: float, y1: float, x2: float, y2: float) -> float:
    """Return the distance of 0, 0 from an edge."""
    dx, dy = x2 - x1, y2 - y1
    part = min(1.0, max(0.0, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy)))
    return hypot(x1 + part * dx, y1 + part * dy)


def _format_points(points: Points) -> str:
    return " ".join(f"{x:.4f},{y:.4f}" for x, y in points)


def _format_matrix(matrix: tuple[float, ...]) -> str:
    return f"matrix({' '.join(f'{round(value, 6) + 0.0:.10g}' for value in matrix)})"
