"""Folded pieces as meshes for virtual tables: OBJ with the net as its texture, and how faces are turned up."""

from collections.abc import Iterator, Mapping
from math import atan2, degrees, dist, hypot, sqrt
from typing import Any, NamedTuple

from generator.geometry.matrix import transform_point
from generator.geometry.solids import FoldedPolygon, SpacePoint, cross, dot, subtract
from generator.geometry.types import Box
from generator.model.net import Net, Panel, fold_panels, net_polygons

MM_PER_UNIT = 25.4  # a unit of the table is an inch


class FaceTurn(NamedTuple):
    """A value of a die and the turn, in degrees about x, y and z, that brings it to the top."""

    value: Any
    turn: tuple[float, float, float]


def write_mesh(net: Net, texture: Box) -> str:
    """Return the folded net as OBJ, centered; `texture` is the box of the net that its image shows, mm."""
    solid = fold_panels(net)
    flat = net_polygons(net)
    middle = _find_middle(solid)
    lines, corners = ["o piece"], 0
    for name, polygon in solid.items():
        places = [_to_table(corner, middle) for corner in polygon.corners]
        normal = _turn_upright(polygon.normal)
        spots = [_to_texture(point, texture) for point in flat[name]]
        if dot(_find_normal(places), normal) < 0:
            places, spots = places[::-1], spots[::-1]
        lines += [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in places]
        lines += [f"vt {u:.6f} {v:.6f}" for u, v in spots]
        lines += [f"vn {normal[0]:.5f} {normal[1]:.5f} {normal[2]:.5f}"]
        number = sum(line.startswith("vn ") for line in lines)
        face = " ".join(f"{corners + k}/{corners + k}/{number}" for k in range(1, len(places) + 1))
        lines += [f"g {name}", f"f {face}"]
        corners += len(places)
    return "\n".join(lines) + "\n"


def list_turns(net: Net) -> list[FaceTurn]:
    """Return how a die is turned to show each of its values; empty if its faces have none."""
    solid = fold_panels(net)
    found: dict[int, FaceTurn] = {}
    for panel in net.panels:
        for corner in panel.corners:
            way = _find_corner_direction(net, panel, transform_point(corner.matrix, 0.0, 0.0), solid)
            found.setdefault(corner.number, FaceTurn(corner.value, _find_turn(way)))
    if found:
        return [found[number] for number in sorted(found)]
    return [
        FaceTurn(panel.value, _find_turn(_turn_upright(solid[panel.id].normal)))
        for panel in net.panels
        if panel.value is not None
    ]


def _find_corner_direction(
    net: Net, panel: Panel, at: tuple[float, float], solid: Mapping[str, FoldedPolygon]
) -> SpacePoint:
    """Return the direction from the middle of the solid to the corner of a panel nearest to a point of the panel."""
    number = min(range(len(panel.points)), key=lambda k: dist(panel.points[k], at))
    return _to_table(solid[panel.id].corners[number], _find_middle(solid))


def _find_turn(way: SpacePoint) -> tuple[float, float, float]:
    """Return the turns about x and z, first z, after which a direction points up.

    Tables mirror x when they read a mesh, and so it is mirrored here.
    """
    x, y, z = -way[0], way[1], way[2]
    about_z = atan2(x, y)
    about_x = atan2(-z, hypot(x, y))
    return _round_turn(about_x), 0.0, _round_turn(about_z)


def _round_turn(angle: float) -> float:
    return round(degrees(angle), 3) % 360


def _find_middle(solid: Mapping[str, FoldedPolygon]) -> SpacePoint:
    points = list(_list_points(solid))
    low, high = ([pick(each[axis] for each in points) for axis in range(3)] for pick in (min, max))
    return tuple((a + b) / 2 for a, b in zip(low, high, strict=True))  # type: ignore[return-value]


def _list_points(solid: Mapping[str, FoldedPolygon]) -> Iterator[SpacePoint]:
    for polygon in solid.values():
        yield from polygon.corners


def _to_table(point: SpacePoint, middle: SpacePoint) -> SpacePoint:
    """Return a point in units of the table, y upwards."""
    x, y, z = subtract(point, middle)
    return x / MM_PER_UNIT, -y / MM_PER_UNIT, -z / MM_PER_UNIT


def _turn_upright(vector: SpacePoint) -> SpacePoint:
    return vector[0], -vector[1], -vector[2]


def _to_texture(point: tuple[float, float], box: Box) -> tuple[float, float]:
    x, y, width, height = box
    return (point[0] - x) / width, 1 - (point[1] - y) / height


def _find_normal(points: list[SpacePoint]) -> SpacePoint:
    """Return the normal of a polygon by the right hand rule (Newell)."""
    total = (0.0, 0.0, 0.0)
    for one, other in zip(points, [*points[1:], points[0]], strict=True):
        x, y, z = cross(one, other)
        total = total[0] + x, total[1] + y, total[2] + z
    long = sqrt(dot(total, total)) or 1.0
    return total[0] / long, total[1] / long, total[2] / long
