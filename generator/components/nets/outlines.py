"""The trim and the template values of a net."""

from math import hypot
from typing import Any

from generator.geometry.curves import corners
from generator.geometry.outline import Outline
from generator.geometry.path import Points
from generator.model.game import PartData
from generator.model.net import Net, Panel


def outline(data: PartData) -> Outline:
    """Return an empty outline: each design has the trim of its own net."""
    return Outline(0.0, 0.0)


def trim_of(net: Net) -> Outline:
    """Return the trim: the cut line as a polygon, with curves within 0.01 mm."""
    return Outline(net.width, net.height, "polygon", corners(net.cut))


def values_of(net: Net) -> dict[str, Any]:
    """Return `faces`, `tabs` as SVG points lists, and the net's `facts`, for the template.

    A face is {id, mark, value, at, points, width, height, radius}: the size of its bounding box and the radius of the
    largest circle around its origin, mm.
    """
    tabs = [_points(tab.points) for tab in net.tabs]
    return {"faces": [_face(panel) for panel in net.panels], "tabs": tabs, "facts": dict(net.facts)}


def _face(panel: Panel) -> dict[str, Any]:
    xs, ys = zip(*panel.points, strict=True)
    edges = zip(panel.points, (*panel.points[1:], panel.points[0]), strict=True)
    return {
        "id": panel.id,
        "mark": f"face.{panel.id}",
        "value": panel.value,
        "at": _matrix(panel.matrix),
        "points": _points(panel.points),
        "width": round(max(xs) - min(xs), 4),
        "height": round(max(ys) - min(ys), 4),
        "radius": round(min(_from_origin(*one, *other) for one, other in edges), 4),
    }


def _from_origin(x1: float, y1: float, x2: float, y2: float) -> float:
    """Return the distance of 0, 0 from an edge."""
    dx, dy = x2 - x1, y2 - y1
    part = min(1.0, max(0.0, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy)))
    return hypot(x1 + part * dx, y1 + part * dy)


def _points(points: Points) -> str:
    return " ".join(f"{x:.4f},{y:.4f}" for x, y in points)


def _matrix(matrix: tuple[float, ...]) -> str:
    return f"matrix({' '.join(f'{round(value, 6) + 0.0:.10g}' for value in matrix)})"
