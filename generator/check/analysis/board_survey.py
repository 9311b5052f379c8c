"""Reconstruct a board as it is printed from the faces that were read back; lengths in mm on the board.

A cell counts as printed if every print of the board shows it inside its section. It has its measured position, and is
joined only to what it still touches.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, radians, sin

from msgspec.structs import replace

from generator.geometry.bounds import box_corners
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.polygon import classify_contact, depth_in_polygons
from generator.geometry.tolerances import IDENTITY_ENTRY, READBACK_POSITION
from generator.geometry.types import Points
from generator.model.board import Board, Cell, Join, Section
from generator.model.game import Design, Part
from generator.model.printed import ReadPiece

PrintedCells = Mapping[str, Cell]


def survey_board(part: Part, fronts: Sequence[ReadPiece]) -> Board:
    """Return the board of a part as its fronts show it; routes and areas keep the cells that are printed."""
    board = part.board
    assert board is not None
    prints = list(_find_prints(part, board, fronts))
    seen = [{*found} for found in prints]
    there = {name for name in board.cells if seen and all(name in found for found in seen)}
    cells = {name: _most_shifted(board.cells[name], prints) for name in board.cells if name in there}
    return replace(
        board,
        cells=cells,
        joins=tuple(
            join for join in board.joins if {join.one, join.other} <= there and _still_joined(join, board, cells)
        ),
        routes={name: tuple(cell for cell in route if cell in there) for name, route in board.routes.items()},
        areas={name: tuple(cell for cell in area if cell in there) for name, area in board.areas.items()},
    )


def _find_prints(part: Part, board: Board, fronts: Sequence[ReadPiece]) -> Iterator[PrintedCells]:
    """Yield the cells of each print of the board: of each copy, put together from its sections."""
    designs = {design.id: design for design in part.designs}
    prints: dict[tuple[str, int], dict[str, Cell]] = defaultdict(dict)
    for face in fronts:
        if (design := designs.get(face.design)) is None:
            continue
        found = prints[base_design(design), face.copy]
        for cell in _measure_cells(face, board, design.section):
            other = found.get(cell.id)
            found[cell.id] = _most_shifted(board.cells[cell.id], [found, {cell.id: cell}]) if other else cell
    yield from prints.values()


def base_design(design: Design) -> str:
    """Return the id of a design without its section."""
    return design.id.removesuffix(design.section.id).removesuffix(".") if design.section else design.id


def _measure_cells(face: ReadPiece, board: Board, section: Section | None) -> Iterator[Cell]:
    """Yield the cells that a face shows, as measured; those outside the section are cut off or under a tab."""
    left, top = section.window[:2] if section else (0.0, 0.0)
    home = multiply_matrices((1, 0, 0, 1, left, top), invert_or_keep(face.matrix))
    corners = shown_corners(board, section)
    for mark in face.marks:
        cell = board.cells.get(mark.name.removeprefix("cell.")) if mark.name.startswith("cell.") else None
        if cell is None:
            continue
        measured = multiply_matrices(home, mark.matrix)
        found = replace(cell, x=measured[4], y=measured[5], points=_measure_outline(cell, measured))
        if lies_between(found, corners):
            yield found


def shown_corners(board: Board, section: Section | None) -> Points:
    """Return the corners of what a section shows of a board, or of the whole board."""
    return section.corners if section else box_corners((0.0, 0.0, board.width, board.height))


def lies_between(cell: Cell, corners: Points) -> bool:
    """Return whether the middle of a cell lies in a section; a measured cell on a seam lies in both sections."""
    return depth_in_polygons((corners,), cell.x, cell.y) >= -READBACK_POSITION


def invert_or_keep(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix, or the matrix itself if it has none."""
    return invert_matrix(matrix) or matrix


def _measure_outline(cell: Cell, measured: Matrix) -> Points:
    """Return the outline around the middle, transformed as the drawing is, apart from the cell's own turn."""
    turn = radians(-cell.turn)
    a, b, c, d = multiply_matrices(measured, (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0))[:4]
    if max(abs(a - 1), abs(b), abs(c), abs(d - 1)) < IDENTITY_ENTRY:
        return cell.points
    return tuple(transform_point((a, b, c, d, 0, 0), x, y) for x, y in cell.points)


def _most_shifted(cell: Cell, prints: Sequence[PrintedCells]) -> Cell:
    """Return the printed cell that differs most from the data."""
    return max((found[cell.id] for found in prints), key=lambda seen: _cell_shift(seen, cell))


def _cell_shift(seen: Cell, cell: Cell) -> float:
    return hypot(seen.x - cell.x, seen.y - cell.y) + (seen.points is not cell.points)


def _still_joined(join: Join, board: Board, cells: PrintedCells) -> bool:
    """Return whether two cells still touch as they do in the data, or are not joined by touching at all."""
    pair = join.one, join.other
    if all(_cell_shift(cells[name], board.cells[name]) <= READBACK_POSITION for name in pair):
        return True
    declared = classify_contact(*(board.cells[name].board_points for name in pair))
    return declared != join.kind or classify_contact(*(cells[name].board_points for name in pair)) == declared


def cell_matrix(cell: Cell) -> Matrix:
    """Return the matrix from a cell's own coordinates to the board."""
    turn = radians(cell.turn)
    return cos(turn), sin(turn), -sin(turn), cos(turn), cell.x, cell.y
