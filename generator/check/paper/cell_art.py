"""Check that what is drawn for a cell of a board or a space of a track lies on it (GF141)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import cos, radians, sin
from typing import NamedTuple

from generator.check.paper.drawing import DrawnShape, NamedGroup, walk_matrices
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import point_bounds
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.matrix import Matrix, invert_matrix, transform_point
from generator.geometry.types import Box, Point, Points
from generator.model.board import Cell
from generator.model.picture import Path

_OUTSIDE = 0.5  # mm from the outline of a cell to the middle of a shape that belongs elsewhere
_OVER = 0.4  # mm that a drawing reaches over one edge, if it leaves more room at the other
_SHIFT = 1.0  # mm from the middle of a cell to that of all that is drawn in it
_WHOLE = 0.6  # of a cell: a drawing as large is that of the cell itself, and in its middle


class _Home(NamedTuple):
    """What a named group draws: its noun, its id, its outline on the face and in its own coordinates."""

    noun: str
    id: str
    outline: Points
    own: Points


def find_strayed_art(face: Face) -> Iterator[PageFault]:
    """Yield GF141 for shapes that the group of a cell or space draws elsewhere, and drawings off its middle."""
    homes = _list_homes(face)
    shifted: list[tuple[NamedGroup, _Home, str]] = []
    for group in face.drawing.groups if homes else ():
        home = homes.get(group.name)
        if home is None or group.inside:
            continue
        strayed = [each for each in face.drawing.shapes[group.first : group.end] if _is_strayed(each, home)]
        for each in strayed:
            yield _report_strayed(face, group, home, each, homes)
        if not strayed and (shift := _describe_shift(face, group, home)):
            shifted.append((group, home, shift))
    for group, home, shift in shifted:
        address = _find_shared_mover(face, group)
        text = f"the drawing of the {home.noun} {home.id!r} lies {shift} the middle of the {home.noun}"
        yield PageFault("GF141", "shifted", text, address, where="use")


def _list_homes(face: Face) -> Mapping[str, _Home]:
    """Return the cells of a board and the spaces of a track by the names of their groups."""
    part = face.part
    if face.side == "back":
        return {}
    homes = {}
    for cell in part.board.cells.values() if part.board else ():
        homes[f"cell.{cell.id}"] = _Home("cell", cell.id, cell.board_points, _turn_back(cell))
    for space in part.values.get("spaces", ()) if part.kind == "track" else ():
        x, y, size = space["x"], space["y"], space["size"]
        outline = (x, y), (x + size, y), (x + size, y + size), (x, y + size)
        half = size / 2
        own = (-half, -half), (half, -half), (half, half), (-half, half)
        homes[space["mark"]] = _Home("space", str(space["n"]), outline, own)
    return homes


def _turn_back(cell: Cell) -> Points:
    """Return the outline of a cell in the coordinates of its drawing."""
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    return tuple((c * x - s * y, s * x + c * y) for x, y in cell.points)


def _is_strayed(each: DrawnShape, home: _Home) -> bool:
    return each.box is not None and depth_in_polygons((home.outline,), *_middle(each.box)) < -_OUTSIDE


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _report_strayed(
    face: Face, group: NamedGroup, home: _Home, each: DrawnShape, homes: Mapping[str, _Home]
) -> PageFault:
    assert each.box is not None
    x, y = _middle(each.box)
    there = next((other for other in homes.values() if depth_in_polygons((other.outline,), x, y) > 0), None)
    where = f"in the {there.noun} {there.id!r}" if there else f"beside it, {x:.0f} mm from the left and {y:.0f} mm down"
    text = f"this shape of the {home.noun} {home.id!r} lies {where}"
    return PageFault("GF141", "strayed", text, find_mover(face, each, len(group.address)), where="use")


def find_mover(face: Face, each: DrawnShape, depth: int) -> tuple[int, ...]:
    """Return the address of the outermost group below a depth that moves a shape, else that of the shape."""
    moved = (at for at, outer, inner in walk_matrices(face.drawing.picture.shapes, each.address) if outer != inner)
    return next((each.address[:at] for at in moved if at > depth), each.address)


def _find_shared_mover(face: Face, group: NamedGroup) -> tuple[int, ...]:
    """Return what moves all shapes of a group: the group in it that holds them all, else the first shape."""
    shapes = face.drawing.shapes[group.first : group.end]
    movers = [find_mover(face, each, len(group.address)) for each in shapes]
    return next((key for key, _ in groupby(movers)), group.address)


def _describe_shift(face: Face, group: NamedGroup, home: _Home) -> str:
    """Return how all that a group draws lies beside the middle of its cell; empty if it does not.

    It must reach over an edge of the cell, and leave more room at the opposite one.
    """
    back = invert_matrix(group.matrix)
    ends = [end for each in face.drawing.shapes[group.first : group.end] for end in corners_of(each, back)]
    if not ends:
        return ""
    left, top, right, bottom = point_bounds(ends)
    west, north, east, south = point_bounds(home.own)
    if right - left < _WHOLE * (east - west) or bottom - top < _WHOLE * (south - north):
        return ""
    across = _measure_shift(left - west, east - right)
    down = _measure_shift(top - north, south - bottom)
    words = [f"{abs(across):.2g} mm to the {'right' if across > 0 else 'left'} of"] if across else []
    words += [f"{abs(down):.2g} mm {'below' if down > 0 else 'above'}"] if down else []
    return " and ".join(words)


def _measure_shift(before: float, after: float) -> float:
    """Return how far (mm) a drawing is off its middle, by the gaps on both sides; 0 if it reaches over no edge."""
    shift = (before - after) / 2
    return shift if min(before, after) < -_OVER and abs(shift) > _SHIFT else 0.0


def corners_of(each: DrawnShape, back: Matrix | None) -> Sequence[Point]:
    """Return the ends of the segments of a path, or the corners of the box of anything else, moved by a matrix."""
    if each.box is None or back is None:
        return ()
    if isinstance(each.shape, Path):
        ends = [
            transform_point(each.matrix, float(segment[-2]), float(segment[-1]))
            for segment in each.shape.segments
            if len(segment) > 2
        ]
    else:
        left, top, right, bottom = each.box
        ends = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [transform_point(back, x, y) for x, y in ends]
