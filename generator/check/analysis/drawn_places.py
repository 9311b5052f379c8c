"""The places on a face that the data name: cells of a board, spaces of a track, faces of a folded piece."""

from collections.abc import Hashable, Iterator, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from generator.check.analysis.drawing import DrawnShape, NamedGroup
from generator.check.analysis.face_pages import Face
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.types import Point, Points
from generator.model.board import Cell
from generator.model.data_types import Value
from generator.model.picture import Image, Path, Text


class DeclaredPlace(NamedTuple):
    """A place for a drawing: its noun and id, its outline on the face and in its own coordinates.

    `sort` is the kind of a cell, the number of a space or the value of a face, and `color` the role of a cell's color.
    `border` says that a cell is an edge or a corner.
    """

    noun: str
    id: str
    outline: Points
    own: Points
    sort: Value
    color: str = ""
    border: str = ""

    @property
    def label(self) -> str:
        """Return its name in messages."""
        return f"the {self.noun} {self.id!r}"


class DrawnPlace(NamedTuple):
    """A place with the group that draws it, and the group's shapes."""

    declared: DeclaredPlace
    group: NamedGroup
    shapes: Sequence[DrawnShape]


def list_drawn_places(face: Face) -> list[DrawnPlace]:
    """Return the places of a face that have groups of their own, which are in no other group."""
    by_name = {f"{declared.noun}.{declared.id}": declared for declared in list_declared_places(face)}
    return [
        DrawnPlace(by_name[group.name], group, face.drawing.shapes[group.first : group.end])
        for group in (face.drawing.groups if by_name else ())
        if group.name in by_name and not group.inside
    ]


def list_declared_places(face: Face) -> Iterator[DeclaredPlace]:
    """Yield the cells, spaces and faces of a folded piece that the data name on the front of a part."""
    part = face.part
    if face.side == "back":
        return
    for cell in part.board.cells.values() if part.board else ():
        own = turn_back(cell)
        yield DeclaredPlace("cell", cell.id, cell.board_points, own, cell.kind, color=cell.color, border=cell.border)
    for space in part.values.get("spaces", ()):
        x, y, size = space["x"], space["y"], space["size"]
        outline: Points = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
        own = tuple((a - x - size / 2, b - y - size / 2) for a, b in outline)
        yield DeclaredPlace("space", str(space["n"]), outline, own, space["n"])
    for panel in face.designs[0].net.panels if face.designs[0].net else ():
        outline = tuple(transform_point(panel.matrix, x, y) for x, y in panel.points)
        yield DeclaredPlace("face", panel.id, outline, panel.points, panel.value)


def turn_back(cell: Cell) -> Points:
    """Return the outline of a cell in the coordinates of its drawing."""
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    return tuple((c * x - s * y, s * x + c * y) for x, y in cell.points)


def corners_of(each: DrawnShape, back: Matrix | None) -> Sequence[Point]:
    """Return the ends of the segments of a path, or the corners of the box of anything else, moved by a matrix.

    Anything else is what a clip cuts, too, such as the tiles of a pattern.
    """
    if each.box is None or back is None:
        return ()
    if isinstance(each.shape, Path) and each.is_whole:
        ends = [
            transform_point(each.matrix, float(segment[-2]), float(segment[-1]))
            for segment in each.shape.segments
            if len(segment) > 2
        ]
    else:
        left, top, right, bottom = each.box
        ends = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [transform_point(back, x, y) for x, y in ends]


def key_shapes(place: DrawnPlace) -> tuple[Hashable, ...]:
    """Return a key for each shape of a place, equal for those that look the same in their own places."""
    back = invert_matrix(place.group.matrix) or IDENTITY
    moved = [multiply_matrices(back, each.matrix) for each in place.shapes]
    matrices = [tuple(round(value, 2) + 0.0 for value in matrix) for matrix in moved]
    return tuple((*_look_of(each), matrix) for each, matrix in zip(place.shapes, matrices, strict=True))


def _look_of(each: DrawnShape) -> tuple[Hashable, ...]:
    match each.shape:
        case Path():
            return each.shape.segments, each.shape.paint
        case Text():
            return each.shape.text, each.shape.x, each.shape.y, each.shape.size, each.shape.paint
        case Image():
            return (each.shape.key,)
