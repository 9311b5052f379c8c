"""Look at the cells of boards on a rendered page, without texts, and sort them by what they look like."""

from collections.abc import Iterator, Sequence, Set
from math import cos, radians, sin

from PIL import Image

from generator.components.facts.spots import outline_key
from generator.fonts.font_book import FontBook
from generator.geometry.bounds import point_bounds
from generator.geometry.matrix import IDENTITY, Matrix
from generator.model.board import Cell
from generator.model.facts import VISIBLE_INK, CellLook
from generator.model.finding import DataError, DrawingError
from generator.model.game import Part
from generator.model.picture import Group, Picture, Shape, Text
from generator.readback.paper_changes import measure_difference
from generator.readback.raster import render_pages
from generator.render.bounds import text_bounds
from generator.render.faces import FaceRenderer
from generator.render.safe_zone import walk_texts
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
    pages = [_picture_of_cell(cell, boxed) for cell in cells]
    if not pages:
        return []
    with render_pages(write_picture_pages(pages, fonts.find_font), _DPI) as shown:
        images = [shown.image(number, (0.0, 0.0, page.width, page.height)) for number, page in enumerate(pages)]
    return [*_sort_looks(cells, images, _find_worded(cells, picture))]


def _find_worded(cells: Sequence[Cell], picture: Picture) -> set[str]:
    """Return the cells in whose boxes the middle of a text lies."""
    boxes = [text_bounds(text, matrix) for text, matrix in walk_texts(picture.shapes, IDENTITY)]
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes]
    return {
        cell.id
        for cell in cells
        if any(cell.box[0] <= x <= cell.box[2] and cell.box[1] <= y <= cell.box[3] for x, y in middles)
    }


def _sort_looks(cells: Sequence[Cell], images: Sequence[Image.Image], worded: Set[str]) -> Iterator[CellLook]:
    """Yield the cells with the number of the first cell of the same outline that looks the same.

    `worded` are the cells with texts.
    """
    known: dict[object, list[tuple[int, Image.Image]]] = {}
    for number, (cell, image) in enumerate(zip(cells, images, strict=True)):
        key = outline_key(cell)
        firsts = known.setdefault(key, [])
        own = [_turn_back(cell, point) for point in cell.points]
        same = (
            first
            for first, other in firsts
            if other.size == image.size and measure_difference(image, other, own, _EDGE, _DPI) < VISIBLE_INK
        )
        look = next(same, None)
        if look is None:
            firsts.append((number, image))
            look = number
        paper = Image.new("RGB", image.size, image.getpixel((image.width // 2, image.height // 2)))
        is_blank = measure_difference(image, paper, own, _EDGE, _DPI) < VISIBLE_INK
        yield CellLook(cell.id, cell.kind, cell.color, hash(key), look, is_blank and cell.id not in worded)


def _without_texts(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Group):
            if inner := _without_texts(shape.shapes):
                found.append(Group(inner, shape.matrix, shape.clip, shape.opacity))
        elif not isinstance(shape, Text):
            found.append(shape)
    return tuple(found)


def _picture_of_cell(cell: Cell, boxed: Sequence[BoxedShape]) -> Picture:
    """Return what the board shows inside the box of a cell, in the coordinates of its drawing."""
    left, top, right, bottom = point_bounds([_turn_back(cell, point) for point in cell.points])
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    matrix: Matrix = (c, s, -s, c, -c * cell.x + s * cell.y, -s * cell.x - c * cell.y)
    shapes = tuple(shapes_in_box(boxed, cell.box))
    return Picture(left, top, right - left, bottom - top, (Group(shapes, matrix),) if shapes else ())


def _turn_back(cell: Cell, point: tuple[float, float]) -> tuple[float, float]:
    """Return a point of the outline of a cell in the coordinates of its drawing."""
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    return c * point[0] - s * point[1], s * point[0] + c * point[1]


def _inside(cell: Cell) -> bool:
    """Tell whether a cell is large enough to be looked at without its edge."""
    left, top, right, bottom = cell.box
    return min(right - left, bottom - top) > 3 * _EDGE
