"""The solids of dice, with edges of 1: corners, faces in the order of the values, and the trees of their nets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import atan2, cos, dist, pi, sin, sqrt
from typing import NamedTuple

from generator.geometry.solids import SpacePoint, cross, dot, subtract

_GOLDEN = (1 + sqrt(5)) / 2
Faces = tuple[tuple[int, ...], ...]


class Polyhedron(NamedTuple):
    """A convex solid around 0, 0, 0; its first and second face are opposite, and so on by pairs, but for four faces.

    A face lists its corners clockwise as seen from outside, beginning with the one at its top. Face n hangs on the face
    `parents[n]` of the net; the first hangs on none.
    """

    corners: tuple[SpacePoint, ...]
    faces: Faces
    parents: tuple[int, ...]


# Of 20,000 trees tried at random for each solid, those whose nets have room for all tabs and the smallest box, at most
# three times as long as wide.
_PARENTS: Mapping[int, tuple[int, ...]] = {
    4: (-1, 3, 0, 0),
    8: (-1, 4, 1, 6, 3, 0, 5, 2),
    10: (-1, 5, 8, 9, 6, 7, 2, 3, 0, 4),
    12: (-1, 7, 0, 1, 0, 1, 9, 8, 0, 1, 9, 8),
    20: (-1, 2, 17, 0, 3, 6, 13, 18, 15, 14, 16, 12, 0, 1, 1, 0, 19, 11, 17, 15),
}

# Pairs of opposite numbers add up to one more than there are faces (to 9 on a die of ten). A face of 8 has 1, 7, 4, 6
# round a corner; 1 lies between 2, 5, 3, 6, 4 on a die of 12; the numbers of 20 lie as on the dice that are sold.
STANDARD_VALUES: Mapping[int, tuple[int, ...]] = {
    2: (1, 2),
    4: (1, 2, 3, 4),
    6: (1, 6, 2, 5, 3, 4),
    8: (1, 8, 2, 7, 3, 6, 4, 5),
    10: (0, 9, 2, 7, 4, 5, 6, 3, 8, 1),
    12: (1, 12, 2, 11, 3, 10, 4, 9, 5, 8, 6, 7),
    20: (1, 20, 2, 19, 3, 18, 4, 17, 5, 16, 6, 15, 7, 14, 8, 13, 9, 12, 10, 11),
}


@cache
def make_polyhedron(sides: int) -> Polyhedron:
    """Return the solid with so many faces: 4, 8, 10, 12 or 20."""
    corners, faces = _MAKERS[sides]()
    edge = dist(corners[faces[0][0]], corners[faces[0][1]])
    scaled = tuple((x / edge, y / edge, z / edge) for x, y, z in corners)
    return Polyhedron(scaled, faces, _PARENTS[sides])


def _make_tetrahedron() -> tuple[Sequence[SpacePoint], Faces]:
    """Return the solid of 4 faces; each lies opposite the corner of its number."""
    corners: Sequence[SpacePoint] = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
    return corners, _find_faces(corners, [_negate(corner) for corner in corners])


def _make_octahedron() -> tuple[Sequence[SpacePoint], Faces]:
    corners: Sequence[SpacePoint] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
    return corners, _find_faces(corners, _with_opposites([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]))


def _make_trapezohedron() -> tuple[Sequence[SpacePoint], Faces]:
    """Return the solid of 10 kites: a zigzag round the equator and two apexes.

    The ten corners of the zigzag lie h = H tan²(18°) above and below the equator, so that each kite is flat.
    """
    apex = 1.0
    rise = apex * (1 - cos(pi / 5)) / (1 + cos(pi / 5))
    ring: list[SpacePoint] = [(cos(k * pi / 5), sin(k * pi / 5), rise * (-1) ** k) for k in range(10)]
    corners = (*ring, (0.0, 0.0, apex), (0.0, 0.0, -apex))
    # around the upper apex in steps of 72 degrees lie 0, 8, 2, 6, 4
    upper = {number: (10, (2 * k + 2) % 10, 2 * k + 1, 2 * k) for k, number in enumerate((0, 8, 2, 6, 4))}
    lower = {9 - number: (11, *((corner + 5) % 10 for corner in reversed(face[1:]))) for number, face in upper.items()}
    every = upper | lower
    return corners, tuple(_wind_clockwise(corners, every[number]) for number in STANDARD_VALUES[10])


# The normals of the faces 1 to 6, and 1 to 10, among the corners of the other solid.
_ORDER_OF_TWELVE = (0, 2, 8, 5, 4, 10)
_ORDER_OF_TWENTY = (0, 19, 2, 9, 14, 3, 8, 15, 18, 6)


def _make_dodecahedron() -> tuple[Sequence[SpacePoint], Faces]:
    corners, normals = _dodecahedron_corners(), _icosahedron_corners()
    return corners, _find_faces(corners, _with_opposites([normals[number] for number in _ORDER_OF_TWELVE]))


def _make_icosahedron() -> tuple[Sequence[SpacePoint], Faces]:
    corners, normals = _icosahedron_corners(), _dodecahedron_corners()
    return corners, _find_faces(corners, _with_opposites([normals[number] for number in _ORDER_OF_TWENTY]))


_MAKERS = {
    4: _make_tetrahedron,
    8: _make_octahedron,
    10: _make_trapezohedron,
    12: _make_dodecahedron,
    20: _make_icosahedron,
}


def _icosahedron_corners() -> list[SpacePoint]:
    pairs = [(one, other * _GOLDEN) for one in (1, -1) for other in (1, -1)]
    return [
        *((0.0, b, a) for a, b in pairs),
        *((b, a, 0.0) for a, b in pairs),
        *((a, 0.0, b) for a, b in pairs),
    ]


def _dodecahedron_corners() -> list[SpacePoint]:
    signs = (1.0, -1.0)
    pairs = [(one / _GOLDEN, other * _GOLDEN) for one in signs for other in signs]
    return [
        *((x, y, z) for x in signs for y in signs for z in signs),
        *((0.0, a, b) for a, b in pairs),
        *((a, b, 0.0) for a, b in pairs),
        *((b, 0.0, a) for a, b in pairs),
    ]


def _with_opposites(normals: Iterable[SpacePoint]) -> list[SpacePoint]:
    return [each for normal in normals for each in (normal, _negate(normal))]


def _negate(vector: SpacePoint) -> SpacePoint:
    return -vector[0], -vector[1], -vector[2]


def _find_faces(corners: Sequence[SpacePoint], normals: Iterable[SpacePoint]) -> Faces:
    """Return the face that looks along each normal: the corners that lie farthest that way."""
    found = []
    for normal in normals:
        far = max(dot(corner, normal) for corner in corners)
        found.append(
            _wind_clockwise(corners, [n for n, corner in enumerate(corners) if dot(corner, normal) > far - 1e-6])
        )
    return tuple(found)


def _wind_clockwise(corners: Sequence[SpacePoint], face: Sequence[int]) -> tuple[int, ...]:
    """Return the corners of a face clockwise as seen from outside, from its first on."""
    middle = _middle_of([corners[number] for number in face])
    around = _sort_around(middle, [subtract(corners[number], middle) for number in face])
    order = [
        face[next(n for n, each in enumerate(face) if dist(subtract(corners[each], middle), way) < 1e-9)]
        for way in around
    ]
    start = order.index(face[0])
    return tuple(order[start:] + order[:start])


def _sort_around(axis: SpacePoint, vectors: Sequence[SpacePoint]) -> list[SpacePoint]:
    """Return vectors clockwise about an axis that points at the viewer, from the first on."""
    right = subtract(vectors[0], tuple(dot(vectors[0], axis) / dot(axis, axis) * each for each in axis))  # type: ignore[arg-type]
    up = cross(axis, right)
    size = sqrt(dot(axis, axis))
    return sorted(vectors, key=lambda each: -atan2(dot(each, up) / size, dot(each, right)) % (2 * pi) % (2 * pi - 1e-9))


def _middle_of(points: Sequence[SpacePoint]) -> SpacePoint:
    x, y, z = (sum(values) / len(points) for values in zip(*points, strict=True))
    return x, y, z


def list_neighbors(solid: Polyhedron) -> Iterator[tuple[int, int, int, int]]:
    """Yield each edge as the two faces that share it, the first the lower, and its number in each."""
    edges = {
        (one, other): (number, edge)
        for number, face in enumerate(solid.faces)
        for edge, (one, other) in enumerate(zip(face, (*face[1:], face[0]), strict=True))
    }
    for (one, other), (number, edge) in edges.items():
        neighbor, its = edges[other, one]
        if number < neighbor:
            yield number, neighbor, edge, its
