"""Look at the cells of boards: which look the same apart from texts, and which change with which color."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import cos, radians, sin

from PIL import Image

from generator.check.analysis.drawn_places import turn_back
from generator.components.facts.colors import vary_role
from generator.components.facts.spots import outline_key
from generator.fonts.font_book import FontBook
from generator.geometry.bounds import SpatialIndex, boxes_overlap, point_bounds
from generator.geometry.matrix import Matrix
from generator.geometry.polygon import depth_in_polygons, shared_area
from generator.geometry.tolerances import SLIVER_AREA
from generator.geometry.types import Points
from generator.model.board import Board, Cell
from generator.model.color import Color
from generator.model.facts import VISIBLE_INK, CellLook, CellPaint
from generator.model.finding import DataError, DrawingError, Place
from generator.model.game import Part
from generator.model.picture import Group, Picture, Text
from generator.proof.page_views import render_smooth
from generator.proof.vary.causes import walk_leaves
from generator.readback.paper_changes import measure_difference
from generator.render.faces import FaceRenderer
from generator.render.fault_places import locate_place
from generator.render.picture_changes import find_changed_shapes
from generator.render.request import RenderRequest
from generator.render.sections import BoxedShape, box_shapes, filter_shapes, shapes_in_box

_DPI = 75.0
_LEAST_SIZE = 3.6  # mm: smaller cells are mostly lines between cells, and what reaches over them
_FIELDS = ("paint", "mark")
Colors = Mapping[str, Color]


def look_at_cells(part: Part, faces: FaceRenderer, fonts: FontBook) -> list[CellLook]:
    """Return what the cells of a board look like apart from texts: equal numbers for equal looks."""
    if part.board is None:
        return []
    cells = [cell for cell in part.board.cells.values() if _inside(cell)]
    try:
        request = faces.request_face(part, part.designs[0], "front")
        picture = faces.draw_text(faces.render_text(request), request)
    except (DrawingError, DataError):
        return []
    boxed = box_shapes(filter_shapes(picture.shapes, lambda shape: not isinstance(shape, Text)))
    over = find_overlaps(part.board)
    pages = [_picture_of_cell(cell, boxed, over.get(cell.id, frozenset())) for cell in cells]
    if not pages:
        return []
    return [*_sort_looks(cells, render_smooth(fonts, pages, _DPI))]


def _sort_looks(cells: Sequence[Cell], images: Sequence[Image.Image]) -> Iterator[CellLook]:
    """Yield the cells with the numbers of their looks: of one outline, equal for those that look the same."""
    known: dict[object, list[Image.Image]] = {}
    seen: dict[tuple[object, ...], int] = {}
    for cell, image in zip(cells, images, strict=True):
        key = outline_key(cell)
        pixels = key, image.size, image.tobytes()
        others = known.setdefault(key, [])
        own = turn_back(cell)
        if pixels not in seen:
            alike = (number for number, other in enumerate(others) if _look_same(image, other, own))
            seen[pixels] = next(alike, len(others))
            others += [image] if seen[pixels] == len(others) else []
        look = seen[pixels]
        yield CellLook(cell.id, cell.kind, cell.color, hash(key), hash((key, look)))


def _look_same(one: Image.Image, other: Image.Image, outline: Points) -> bool:
    return one.size == other.size and measure_difference(one, other, outline, _DPI) < VISIBLE_INK


def find_overlaps(board: Board) -> dict[str, frozenset[str]]:
    """Return, for each cell that shares an area with others, such as a hex with its edges, the others' ids."""
    found: dict[str, set[str]] = {}
    mesh = SpatialIndex({name: cell.box for name, cell in board.cells.items()})
    for name, cell in board.cells.items():
        for other in mesh.find_near(cell.box):
            there = board.cells[other]
            if other == name or not boxes_overlap(cell.box, there.box):
                continue
            if shared_area(cell.board_points, there.board_points) > SLIVER_AREA:
                found.setdefault(name, set()).add(other)
                found.setdefault(other, set()).add(name)
    return {name: frozenset(others) for name, others in found.items()}


def _picture_of_cell(cell: Cell, boxed: Sequence[BoxedShape], over: Collection[str]) -> Picture:
    """Return what the board shows inside the box of a cell, in its own coordinates, without cells over it."""
    left, top, right, bottom = point_bounds(turn_back(cell))
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    matrix: Matrix = (c, s, -s, c, -c * cell.x + s * cell.y, -s * cell.x - c * cell.y)
    names = {f"cell.{each}" for each in over}
    near = shapes_in_box(boxed, cell.box)
    shapes = filter_shapes(near, lambda each: not (isinstance(each, Group) and each.name in names), unnamed=True)
    return Picture(left, top, right - left, bottom - top, (Group(shapes, matrix),) if shapes else ())


def _inside(cell: Cell) -> bool:
    """Return whether a cell is large enough to be looked at."""
    left, top, right, bottom = cell.box
    return min(right - left, bottom - top) > _LEAST_SIZE


def look_at_paints(part: Part, colors: Colors, faces: FaceRenderer) -> list[CellPaint]:
    """Return which colors each cell of a board changes with; empty if it has none or cannot be drawn so."""
    if part.board is None or not (roles := _list_roles(part.board, colors)):
        return []
    shown: dict[tuple[str, str], set[str]] = {}
    try:
        before = faces.draw_text(faces.render_text(request := _request(part, faces, colors)), request)
        for role, field in ((role, field) for role in roles for field in _FIELDS):
            request = _request(part, faces, vary_role(colors, role, field))
            after = faces.draw_text(faces.render_text(request), request)
            for cell, _ in _sort_shapes(part.board, find_changed_shapes(before, after)):
                shown.setdefault((cell.id, field), set()).add(role)
    except (DrawingError, DataError):
        return []
    return [
        CellPaint(cell.id, cell.kind, cell.color, *(frozenset(shown.get((cell.id, field), ())) for field in _FIELDS))
        for cell in part.board.cells.values()
    ]


def locate_paint(part: Part, colors: Colors, faces: FaceRenderer, cell: str, role: str, field: str) -> Place | None:
    """Return the tag in a cell that changes with a field of a color."""
    assert part.board is not None
    try:
        before, _ = faces.draw_marked(_request(part, faces, colors))
        after, places = faces.draw_marked(_request(part, faces, vary_role(colors, role, field)))
    except (DrawingError, DataError):
        return None
    found = {id(leaf): at for leaf, at in walk_leaves(after.shapes, places)}
    for home, each in _sort_shapes(part.board, find_changed_shapes(before, after)):
        for leaf, _ in walk_leaves((each.shape,), {}):
            if home.id == cell and found.get(id(leaf)):
                return locate_place(found[id(leaf)])
    return None


def _list_roles(board: Board, colors: Colors) -> Sequence[str]:
    """Return the colors of the groups that give cells their color, or their kinds a name."""
    used = {cell.color.rpartition(".")[0] for cell in board.cells.values() if cell.color in colors}
    kinds = {cell.kind for cell in board.cells.values()}
    used |= {role.rpartition(".")[0] for role in colors if role.rpartition(".")[2] in kinds}
    return [role for role in colors if "." in role and role.rpartition(".")[0] in used]


def _request(part: Part, faces: FaceRenderer, colors: Colors) -> RenderRequest:
    return faces.request_face(part, part.designs[0], "front", {"colors": colors})


def _sort_shapes(board: Board, changed: Iterable[BoxedShape]) -> Iterator[tuple[Cell, BoxedShape]]:
    """Yield the changed shapes whose middle lies in a cell, taken apart as far as can be."""
    boxes = [(cell, *cell.box) for cell in board.cells.values()]
    for each in _take_apart(changed):
        x, y = (each.box[0] + each.box[2]) / 2, (each.box[1] + each.box[3]) / 2
        for cell, west, north, east, south in boxes:
            if west < x < east and north < y < south and depth_in_polygons((cell.board_points,), x, y) > 0:
                yield cell, each


def _take_apart(shapes: Iterable[BoxedShape]) -> Iterator[BoxedShape]:
    for each in shapes:
        yield from _take_apart(each.inner) if each.inner else (each,)
