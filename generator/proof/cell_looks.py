"""Look at the cells of boards on a rendered page, without texts, and sort them by what they look like."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import cos, radians, sin

from msgspec.structs import replace
from PIL import Image

from generator.components.facts.spots import outline_key
from generator.fonts.font_book import FontBook
from generator.geometry.bounds import SpatialIndex, boxes_overlap, point_bounds
from generator.geometry.matrix import Matrix
from generator.geometry.polygon import shared_area
from generator.geometry.tolerances import SLIVER_AREA
from generator.geometry.types import Points
from generator.model.board import Board, Cell
from generator.model.facts import VISIBLE_INK, CellLook
from generator.model.finding import DataError, DrawingError
from generator.model.game import Part
from generator.model.picture import Group, Picture, Shape, Text
from generator.readback.paper_changes import measure_difference
from generator.readback.raster import render_pages
from generator.render.faces import FaceRenderer
from generator.render.sections import BoxedShape, box_shapes, shapes_in_box
from generator.write.pdf.picture_pages import write_picture_pages

_DPI = 75.0
_EDGE = 1.2  # mm inside the outline of a cell that are not looked at: lines between cells, and what reaches over them


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
    boxed = box_shapes(_without_texts(picture.shapes))
    over = find_overlaps(part.board)
    pages = [_picture_of_cell(cell, boxed, over.get(cell.id, frozenset())) for cell in cells]
    if not pages:
        return []
    with render_pages(write_picture_pages(pages, fonts.find_font), _DPI) as shown:
        images = [shown.image(number, (0.0, 0.0, page.width, page.height)) for number, page in enumerate(pages)]
    return [*_sort_looks(cells, images)]


def _sort_looks(cells: Sequence[Cell], images: Sequence[Image.Image]) -> Iterator[CellLook]:
    """Yield the cells with the numbers of their looks."""
    whole, inner = _LookIndex(0.0), _LookIndex(_EDGE)
    for cell, image in zip(cells, images, strict=True):
        key = outline_key(cell)
        own = tuple(_turn_back(cell, point) for point in cell.points)
        looks = whole.find(key, own, image), inner.find(key, own, image)
        yield CellLook(cell.id, cell.kind, cell.color, hash(key), *looks)


class _LookIndex:
    """Numbers images of cells; those that look the same get the same number. `edge` (mm) is not looked at."""

    def __init__(self, edge: float) -> None:
        self._edge = edge
        self._count = 0
        self._known: dict[object, list[tuple[int, Image.Image]]] = {}

    def find(self, key: object, outline: Points, image: Image.Image) -> int:
        """Return the number of an image among those of the same outline."""
        known = self._known.setdefault(key, [])
        for number, other in known:
            is_alike = other.size == image.size
            if is_alike and measure_difference(image, other, outline, self._edge, _DPI) < VISIBLE_INK:
                return number
        self._count += 1
        known.append((self._count, image))
        return self._count


def _without_texts(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Group):
            if inner := _without_texts(shape.shapes):
                found.append(replace(shape, shapes=inner))
        elif not isinstance(shape, Text):
            found.append(shape)
    return tuple(found)


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


def _without_cells(shapes: Iterable[Shape], names: Collection[str]) -> Iterator[Shape]:
    """Yield shapes without the drawings of some cells, and without names."""
    for shape in shapes:
        if not isinstance(shape, Group):
            yield shape
        elif (not shape.name or shape.name.removeprefix("cell.") not in names) and (
            inner := tuple(_without_cells(shape.shapes, names))
        ):
            yield replace(shape, shapes=inner, name="")


def _picture_of_cell(cell: Cell, boxed: Sequence[BoxedShape], over: Collection[str]) -> Picture:
    """Return what the board shows inside the box of a cell, in its own coordinates, without cells over it."""
    left, top, right, bottom = point_bounds([_turn_back(cell, point) for point in cell.points])
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    matrix: Matrix = (c, s, -s, c, -c * cell.x + s * cell.y, -s * cell.x - c * cell.y)
    shapes = tuple(_without_cells(shapes_in_box(boxed, cell.box), over))
    return Picture(left, top, right - left, bottom - top, (Group(shapes, matrix),) if shapes else ())


def _turn_back(cell: Cell, point: tuple[float, float]) -> tuple[float, float]:
    """Return a point of the outline of a cell in the coordinates of its drawing."""
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    return c * point[0] - s * point[1], s * point[0] + c * point[1]


def _inside(cell: Cell) -> bool:
    """Return whether a cell is large enough to be looked at without its edge."""
    left, top, right, bottom = cell.box
    return min(right - left, bottom - top) > 3 * _EDGE
