"""Unfold a convex solid along a tree of its faces, and give each open edge a tab; mm."""

from collections.abc import Sequence
from itertools import product
from math import dist
from string import ascii_lowercase
from typing import NamedTuple

from generator.components.nets.assembly import (
    TAB_ANGLE,
    find_tab_ends,
    hang_on,
    make_fold,
    make_tab,
    panel_edge,
    panel_points,
)
from generator.components.nets.polyhedra import Polyhedron, list_neighbors
from generator.geometry.matrix import IDENTITY
from generator.geometry.polygon import distance_from_origin, shared_area
from generator.geometry.solids import SpacePoint, angle_between, cross, dot, subtract
from generator.geometry.tolerances import OVERLAP
from generator.geometry.types import Points
from generator.model.net import Fold, Panel, Tab

_TAB_SHARE = 0.7  # of the radius of the face that a tab is glued to, so that tabs from two edges stay apart
_DEPTH_SHARES = (1.0, 0.7, 0.5)  # of the depth of a tab, tried one after the other until it has room
# degrees between the ends of a tab and its fold; beside a gap of 36 only the second fits
_WIDEST_ENDS = (TAB_ANGLE, 30.0)


class FlatFace(NamedTuple):
    """A face in its own coordinates, with its unit normal in space: 0, 0 is its middle, its first corner the top."""

    points: Points
    normal: SpacePoint


class Unfolding(NamedTuple):
    """The panels of a net, its folds and tabs, before it is moved and turned."""

    panels: tuple[Panel, ...]
    folds: tuple[Fold, ...]
    tabs: tuple[Tab, ...]


def lay_flat(corners: Sequence[SpacePoint]) -> FlatFace:
    """Return a face whose corners run clockwise as seen from outside, laid flat with its printed side up."""
    x, y, z = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    middle = (x, y, z)
    across = cross(subtract(corners[2], corners[1]), subtract(corners[1], corners[0]))
    normal = _unit(across)
    up = _unit(subtract(corners[0], middle))
    right = cross(up, normal)
    points = tuple((dot(way, right), -dot(way, up)) for way in (subtract(corner, middle) for corner in corners))
    return FlatFace(points, normal)


def _unit(vector: SpacePoint) -> SpacePoint:
    size = dist(vector, (0.0, 0.0, 0.0))
    return vector[0] / size, vector[1] / size, vector[2] / size


def unfold_solid(solid: Polyhedron, size: float, deepest: float) -> Unfolding | None:
    """Return the net of a solid with edges of `size`, or None if faces overlap or a tab has no room."""
    faces = [lay_flat([_scale(solid.corners[number], size) for number in face]) for face in solid.faces]
    panels = _place_panels(solid, faces)
    if _overlaps(panels):
        return None
    folds, open_edges = [], []
    for one, other, edge, its in list_neighbors(solid):
        angle = angle_between(faces[one].normal, faces[other].normal)
        if solid.parents[one] == other or solid.parents[other] == one:
            folds.append(make_fold(panels[one], edge, panels[other], "mountain", angle))
        else:
            open_edges.append(((one, edge), (other, its), angle))
    flaps = _place_tabs(panels, faces, open_edges, deepest)
    if flaps is None:
        return None
    return Unfolding(tuple(panels), (*folds, *(fold for _, fold in flaps)), tuple(tab for tab, _ in flaps))


def _scale(point: SpacePoint, size: float) -> SpacePoint:
    return point[0] * size, point[1] * size, point[2] * size


def _place_panels(solid: Polyhedron, faces: Sequence[FlatFace]) -> list[Panel]:
    """Return the panels; each hangs on its parent by the edge that they share."""
    shared = {(one, other): (edge, its) for one, other, edge, its in list_neighbors(solid)}
    shared |= {(other, one): (its, edge) for (one, other), (edge, its) in shared.items()}
    placed: dict[int, Panel] = {}
    waiting = [number for number, parent in enumerate(solid.parents) if parent < 0]
    while waiting:
        number = waiting.pop(0)
        parent, matrix = solid.parents[number], IDENTITY
        if parent >= 0:
            edge, its = shared[parent, number]
            matrix = hang_on(faces[number].points, its, panel_edge(placed[parent], edge))
        placed[number] = Panel(ascii_lowercase[number], faces[number].points, matrix)
        waiting += [child for child, its_parent in enumerate(solid.parents) if its_parent == number]
    return [placed[number] for number in range(len(faces))]


def _overlaps(panels: Sequence[Panel]) -> bool:
    laid = [panel_points(panel) for panel in panels]
    return any(shared_area(one, other) > OVERLAP for n, one in enumerate(laid) for other in laid[:n])


OpenEdge = tuple[tuple[int, int], tuple[int, int], float]


def _place_tabs(
    panels: Sequence[Panel], faces: Sequence[FlatFace], edges: Sequence[OpenEdge], deepest: float
) -> list[tuple[Tab, Fold]] | None:
    """Return a tab for each open edge, on that of its two faces where it has more room; None if one has none."""
    laid = [panel_points(panel) for panel in panels]
    flaps: list[tuple[Tab, Fold]] = []
    for one, other, angle in edges:
        found = _find_room(
            panels, faces, (one, other), angle, deepest, taken=[*laid, *(tab.points for tab, _ in flaps)]
        )
        if found is None:
            return None
        flaps.append(found)
    return flaps


def _find_room(
    panels: Sequence[Panel],
    faces: Sequence[FlatFace],
    sides: tuple[tuple[int, int], tuple[int, int]],
    angle: float,
    deepest: float,
    taken: Sequence[Points],
) -> tuple[Tab, Fold] | None:
    for share, widest in product(_DEPTH_SHARES, _WIDEST_ENDS):
        for (one, edge), (onto, its) in (sides, sides[::-1]):
            deep = share * min(deepest, _TAB_SHARE * distance_from_origin(faces[onto].points))
            ends = find_tab_ends(faces[onto].points, its, widest)
            flap = make_tab(panels[one], edge, panels[onto].id, deep, angle, ends=ends)
            if flap and not any(shared_area(other, _clockwise(flap[0].points)) > OVERLAP for other in taken):
                return flap
    return None


def _clockwise(points: Points) -> Points:
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True))
    return points if area > 0 else points[::-1]
