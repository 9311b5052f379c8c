"""Fold flat polygons along their edges in three dimensions; mm and degrees, x right, y down, z away from the viewer."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import acos, atan2, cos, degrees, dist, hypot, radians, sin
from typing import NamedTuple

from generator.geometry.tolerances import FOLDED
from generator.geometry.types import Edge, Point, Points

SpacePoint = tuple[float, float, float]
SpaceEdge = tuple[SpacePoint, SpacePoint]
Rotation = tuple[SpacePoint, SpacePoint, SpacePoint]  # by rows
TOWARD_VIEWER: SpacePoint = (0.0, 0.0, -1.0)  # the normal of the printed side while the paper lies flat


class Hinge(NamedTuple):
    """A fold between two polygons, by id; `angle` is how far the paper is bent, above 0 away from the viewer."""

    edge: Edge
    one: str
    other: str
    angle: float


class Motion(NamedTuple):
    """A rotation, and a shift after it."""

    rotation: Rotation
    shift: SpacePoint

    def move_point(self, point: SpacePoint) -> SpacePoint:
        """Return where a point comes to lie."""
        turned = self.turn_vector(point)
        return turned[0] + self.shift[0], turned[1] + self.shift[1], turned[2] + self.shift[2]

    def turn_vector(self, vector: SpacePoint) -> SpacePoint:
        """Return a direction after the rotation."""
        one, two, three = self.rotation
        return dot(one, vector), dot(two, vector), dot(three, vector)


AT_REST = Motion(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))


class FoldedPolygon(NamedTuple):
    """A polygon after folding: its corners in space, and the unit normal of its printed side."""

    corners: tuple[SpacePoint, ...]
    normal: SpacePoint

    @property
    def edges(self) -> Iterator[SpaceEdge]:
        """Return its edges in order."""
        return zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)


def subtract(one: SpacePoint, other: SpacePoint) -> SpacePoint:
    """Return the vector from the second point to the first."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def dot(one: SpacePoint, other: SpacePoint) -> float:
    """Return the dot product."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: SpacePoint, other: SpacePoint) -> SpacePoint:
    """Return the cross product."""
    (a, b, c), (d, e, f) = one, other
    return b * f - c * e, c * d - a * f, a * e - b * d


def angle_between(one: SpacePoint, other: SpacePoint) -> float:
    """Return the angle between two directions, degrees."""
    across = hypot(*cross(one, other))
    return degrees(atan2(across, dot(one, other)))


def fold_polygons(polygons: Mapping[str, Points], hinges: Iterable[Hinge]) -> dict[str, FoldedPolygon]:
    """Return each polygon that hangs on the first, folded; the first stays flat."""
    on: dict[str, list[tuple[Hinge, str]]] = defaultdict(list)
    for hinge in hinges:
        on[hinge.one].append((hinge, hinge.other))
        on[hinge.other].append((hinge, hinge.one))
    first = next(iter(polygons))
    moved = {first: AT_REST}
    waiting = [first]
    for name in waiting:
        for hinge, other in on[name]:
            if other in polygons and other not in moved:
                moved[other] = _compose(moved[name], _bend(hinge, polygons[other]))
                waiting.append(other)
    return {name: _fold_one(polygons[name], motion) for name, motion in moved.items()}


def _fold_one(points: Points, motion: Motion) -> FoldedPolygon:
    corners = tuple(motion.move_point((x, y, 0.0)) for x, y in points)
    return FoldedPolygon(corners, motion.turn_vector(TOWARD_VIEWER))


def _bend(hinge: Hinge, points: Points) -> Motion:
    """Return the rotation about a fold that bends the side on which a polygon lies (Rodrigues' formula)."""
    (x1, y1), (x2, y2) = hinge.edge
    long = hypot(x2 - x1, y2 - y1)
    x, y = (x2 - x1) / long, (y2 - y1) / long
    side = sum((py - y1) * x - (px - x1) * y for px, py in points)
    angle = radians(hinge.angle) * (1 if side > 0 else -1)
    c, s = cos(angle), sin(angle)
    turn: Rotation = (
        (c + x * x * (1 - c), x * y * (1 - c), y * s),
        (x * y * (1 - c), c + y * y * (1 - c), -x * s),
        (-y * s, x * s, c),
    )
    at: SpacePoint = (x1, y1, 0.0)
    return Motion(turn, subtract(at, Motion(turn, (0.0, 0.0, 0.0)).move_point(at)))


def _compose(outer: Motion, inner: Motion) -> Motion:
    """Return the motion that applies `inner` first."""
    one, two, three = (
        tuple(dot(row, column) for column in zip(*inner.rotation, strict=True)) for row in outer.rotation
    )
    return Motion(((*one,), (*two,), (*three,)), outer.move_point(inner.shift))  # type: ignore[arg-type]


def find_meeting_edges(solid: Mapping[str, FoldedPolygon]) -> Iterator[tuple[str, int, tuple[tuple[str, int], ...]]]:
    """Yield each edge, by polygon and number, with the edges of others in the same place."""
    edges = [(name, number, *edge) for name, each in solid.items() for number, edge in enumerate(each.edges)]
    for name, number, one, other in edges:
        found = tuple(
            (who, its)
            for who, its, start, end in edges
            if (who, its) != (name, number)
            and min(max(dist(one, end), dist(other, start)), max(dist(one, start), dist(other, end))) < FOLDED
        )
        yield name, number, found


def is_convex(solid: Mapping[str, FoldedPolygon]) -> bool:
    """Return whether no corner lies in front of the printed side of a polygon."""
    corners = [corner for each in solid.values() for corner in each.corners]
    return all(
        dot(subtract(corner, each.corners[0]), each.normal) < FOLDED for each in solid.values() for corner in corners
    )


def find_opposite(solid: Mapping[str, FoldedPolygon], name: str) -> str | None:
    """Return the polygon whose printed side looks the other way, None if there is no such one."""
    normal = solid[name].normal
    return next((other for other, each in solid.items() if dot(each.normal, normal) < -0.9999), None)


def flat_angle(before: Point, at: Point, after: Point) -> float:
    """Return the angle at a corner, degrees."""
    ax, ay, bx, by = before[0] - at[0], before[1] - at[1], after[0] - at[0], after[1] - at[1]
    part = (ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by))
    return degrees(acos(max(-1.0, min(1.0, part))))
