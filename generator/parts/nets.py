"""A net goes in, its trim and what its templates are given come out."""

from typing import Any

from generator.model.board import Points
from generator.model.game import Outline
from generator.model.net import Net


def trim_of(net: Net) -> Outline:
    """Return the box of the net, with the ends of its cut line as corners."""
    points: Points = tuple((segment[-2], segment[-1]) for segment in net.cut if len(segment) > 2)
    return Outline(net.width, net.height, "polygon", points)


def values_of(net: Net) -> dict[str, Any]:
    """Give the template its `faces`, each {id, mark, value, at, points}, `tabs` as points, and the net's `facts`."""
    faces = [
        {"id": p.id, "mark": f"face.{p.id}", "value": p.value, "at": _matrix(p.matrix), "points": _points(p.points)}
        for p in net.panels
    ]
    return {"faces": faces, "tabs": [_points(tab.points) for tab in net.tabs], "facts": dict(net.facts)}


def _points(points: Points) -> str:
    return " ".join(f"{x:.4f},{y:.4f}" for x, y in points)


def _matrix(matrix: tuple[float, ...]) -> str:
    return f"matrix({' '.join(f'{value:.6g}' for value in matrix)})"
