"""Check lines that run from cell to cell of a board, or from space to space of a track (GF147)."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from math import dist

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.matrix import transform_point
from generator.geometry.types import Point
from generator.model.board import Board
from generator.model.game import Part
from generator.model.picture import Path

_NEAR = 0.5  # mm from the middle of a cell to the corner of a line that passes it
_FEWEST = 4  # cells that a line passes, for it to be a road
_LONGEST = 400  # segments of a line that may follow cells
_AGREE = 0.5  # of its steps: if fewer are steps of the game, the line is something else
_PLACES = ("cell.", "space.")  # groups that draw the places themselves
_NAMED = ("route.", "join.")  # groups whose lines are checked by their names

Step = tuple[str, str]


def find_wrong_roads(face: Face) -> Iterator[PageFault]:
    """Report each line through the middles of cells or spaces with a step that the game does not have (GF147)."""
    if face.side == "back":
        return
    middles, steps = _list_middles(face.part), _list_steps(face.part)
    if not steps:
        return
    named = {
        number
        for group in face.drawing.groups
        if group.name.startswith(_NAMED)
        for number in range(group.first, group.end)
    }
    for number, each in enumerate(face.drawing.shapes):
        if number in named or not isinstance(each.shape, Path) or len(each.shape.segments) < _FEWEST:
            continue
        walk = _read_walk(each, middles)
        taken = list(pairwise(walk))
        wrong = [step for step in taken if step not in steps]
        if len(walk) >= _FEWEST and wrong and len(wrong) <= _AGREE * len(taken):
            noun = "space" if face.part.board is None else "cell"
            says = f"this line leads from the {noun} {wrong[0][0]!r} to {wrong[0][1]!r}, which are not consecutive"
            more = f" (and {len(wrong) - 1} more such steps)" if len(wrong) > 1 else ""
            yield PageFault("GF147", "road", f"{says}{more}", each.address, "warning")


def find_roads_beside(face: Face) -> Iterator[PageFault]:
    """Report each line that follows cells or spaces, but off their middles by a constant distance (GF147)."""
    if face.side == "back":
        return
    middles, steps = _list_middles(face.part), _list_steps(face.part)
    own = {
        number
        for group in face.drawing.groups
        if group.name.startswith(_PLACES)
        for number in range(group.first, group.end)
    }
    for number, each in enumerate(face.drawing.shapes if len(middles) > _FEWEST and steps else ()):
        if number in own or not isinstance(each.shape, Path) or not _FEWEST < len(each.shape.segments) <= _LONGEST:
            continue
        ends = _list_ends(each)
        if len(ends) > _FEWEST and (found := _find_offset(ends, middles, steps)):
            (across, down), noun = found, "space" if face.part.board is None else "cell"
            says = f"this line runs off the middles of the {noun}s that it follows by {across:+.1f}, {down:+.1f} mm"
            yield PageFault("GF147", "beside", says, each.address, "warning")


def _list_ends(each: DrawnShape) -> Sequence[Point]:
    """Return the ends of the straight segments of an open line; empty if it has others."""
    assert isinstance(each.shape, Path)
    if any(segment[0] not in "ML" for segment in each.shape.segments):
        return ()
    points = [segment for segment in each.shape.segments if len(segment) > 2]
    return [transform_point(each.matrix, float(segment[-2]), float(segment[-1])) for segment in points]


def _find_offset(ends: Sequence[Point], middles: Mapping[str, Point], steps: Set[Step]) -> Point | None:
    """Return how far a line is offset from a walk over the board; None if it is centered, or follows no walk."""
    x, y = ends[0]
    reach = min(dist(middles[one], middles[other]) for one, other in steps)
    for name, middle in middles.items():
        off = x - middle[0], y - middle[1]
        if not _NEAR < dist((x, y), middle) < reach:
            continue
        walk = _follow(ends, off, middles, name)
        if walk and all(step in steps for step in pairwise(walk)):
            return off
    return None


def _follow(ends: Sequence[Point], off: Point, middles: Mapping[str, Point], start: str) -> Sequence[str]:
    """Return the cells whose middles are offset equally from the corners of a line; empty if a corner has none."""
    walk = [start]
    for x, y in ends[1:]:
        at = x - off[0], y - off[1]
        near = next((name for name, middle in middles.items() if dist(middle, at) <= _NEAR), None)
        if near is None:
            return ()
        walk.append(near)
    return walk if len({*walk}) > _FEWEST else ()  # four are the corners of a frame


def _list_middles(part: Part) -> Mapping[str, Point]:
    if part.board is not None:
        return {cell.id: (cell.x, cell.y) for cell in part.board.cells.values()}
    spaces = part.values.get("spaces", ()) if part.kind == "track" else ()
    return {str(each["n"]): (each["x"] + each["size"] / 2, each["y"] + each["size"] / 2) for each in spaces}


def _list_steps(part: Part) -> Set[Step]:
    """Return the steps that a road may take, in both directions: from space to space, by joins and along routes."""
    if part.board is not None:
        pairs = list(_board_steps(part.board))
    else:
        spaces = part.values.get("spaces", ()) if part.kind == "track" else ()
        pairs = list(pairwise(str(each["n"]) for each in spaces))
    return {*pairs, *((other, one) for one, other in pairs)}


def _board_steps(board: Board) -> Iterator[Step]:
    yield from ((join.one, join.other) for join in board.joins)
    for route in board.routes.values():
        yield from pairwise(route)
        if route:
            yield route[-1], route[0]


def _read_walk(each: DrawnShape, middles: Mapping[str, Point]) -> Sequence[str]:
    """Return the cells whose middles are the corners of a line, in order; empty if a corner is in no middle."""
    assert isinstance(each.shape, Path)
    walk: list[str] = []
    for segment in each.shape.segments:
        if len(segment) < 3:
            continue
        point = transform_point(each.matrix, float(segment[-2]), float(segment[-1]))
        near = next((name for name, middle in middles.items() if dist(middle, point) <= _NEAR), None)
        if near is None:
            return ()
        if not walk or walk[-1] != near:
            walk.append(near)
    return walk
