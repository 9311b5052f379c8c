"""Check what boards print of their routes beside lines: step numbers, routes that must be drawn, entries and exits."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from generator.check.analysis.board_survey import base_design, cell_matrix, shown_corners
from generator.check.analysis.placement import FaceFault, check_marks
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.polygon import depth_in_polygons
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Point, Points
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell
from generator.model.game import Design
from generator.model.printed import Mark, ReadPiece

ARROW_TOLERANCE = 2.5  # mm that an arrow may end outside the cells that it joins, or its entry or exit
Gate = tuple[str, str]


class BoardPiece(NamedTuple):
    """A front of a board or of a section: the copy that it is of, the corners of what it shows, and two matrices.

    They lead from the board to the paper, and back; the way back is None if there is none.
    """

    face: ReadPiece
    copy: tuple[str, int]
    corners: Points
    paper: Matrix
    home: Matrix | None

    def shows(self, cell: Cell) -> bool:
        """Return whether the middle of a cell lies in what the piece shows."""
        return depth_in_polygons((self.corners,), cell.x, cell.y) >= -ROUNDING

    def find_points(self, mark: Mark) -> list[Point]:
        """Return the points of the lines of a group, on the board; none if it has no lines."""
        return [transform_point(self.home, *point) for point in mark.points] if self.home else []


def list_board_pieces(
    board: Board, designs: Mapping[str, Design], faces: Iterable[ReadPiece]
) -> Mapping[tuple[str, int], list[BoardPiece]]:
    """Return the pieces of each copy of a board."""
    found: dict[tuple[str, int], list[BoardPiece]] = defaultdict(list)
    for face in faces:
        design = designs[face.design]
        section = design.section
        left, top = section.window[:2] if section else (0.0, 0.0)
        paper = multiply_matrices(face.matrix, (1.0, 0.0, 0.0, 1.0, -left, -top))
        copy = base_design(design), face.copy
        found[copy].append(BoardPiece(face, copy, shown_corners(board, section), paper, invert_matrix(paper)))
    return found


def check_walks(board: Board, copies: Mapping[tuple[str, int], Sequence[BoardPiece]]) -> Iterator[FaceFault]:
    """Yield what is wrong with step numbers, with lines that must be there, and with entries and exits."""
    for pieces in copies.values():
        yield from _check_steps(board, pieces)
        yield from _check_drawn(board, pieces)
        yield from _check_gates(board, pieces)


def _check_steps(board: Board, pieces: Sequence[BoardPiece]) -> Iterator[FaceFault]:
    """Yield step numbers that are missing, misplaced or wrong; a route with one has them all."""
    steps = {
        name: {f"{name}.{number}": board.cells[cell] for number, cell in enumerate(route, board.numbered.get(name, 1))}
        for name, route in board.routes.items()
    }
    printed = {mark.name.split(".")[1] for each in pieces for mark in each.face.marks if mark.name.startswith("step.")}
    shown = {name: cells for name, cells in steps.items() if name in printed or name in board.numbered}
    known = [step for cells in steps.values() for step in cells]
    for piece in pieces:
        here = {step: cell for cells in shown.values() for step, cell in cells.items() if piece.shows(cell)}
        places = {step: multiply_matrices(piece.paper, cell_matrix(cell)) for step, cell in here.items()}
        yield from check_marks(piece.face, "step", list(here), places, known)
        for mark in piece.face.marks:
            if mark.name.removeprefix("step.") in here and mark.name.startswith("step."):
                yield from _check_number(piece.face, mark)


def _check_number(face: ReadPiece, mark: Mark) -> Iterator[FaceFault]:
    number = mark.name.rpartition(".")[2]
    words = mark.text.split()
    if words != [number]:
        says = f"shows {mark.text!r}" if words else "shows no number"
        yield FaceFault("number", face, f"the step {mark.name!r} {says}, not {number}", mark=mark.name, aspect="text")


def _check_drawn(board: Board, pieces: Sequence[BoardPiece]) -> Iterator[FaceFault]:
    """Yield the routes that must be drawn and have no line on a piece with two of their cells."""
    for piece in pieces:
        names = {mark.name for mark in piece.face.marks}
        for name in board.routes:
            here = {cell for cell in board.routes[name] if piece.shows(board.cells[cell])}
            if name in board.drawn and len(here) > 1 and f"route.{name}" not in names:
                text = f"the route {name!r} must be drawn; draw its line in a group named 'route.{name}'"
                yield FaceFault("undrawn", piece.face, text, mark=f"route.{name}", aspect="loop")


def find_gate(board: Board, mark: str) -> Gate | None:
    """Return the cell and the way of the arrow of an entry or an exit by its name; None for other arrows."""
    words = mark.removeprefix("join.")
    if words.startswith("in.") and "in" not in board.cells and words[3:] in board.cells:
        return words[3:], "in"
    if words.endswith(".out") and "out" not in board.cells and words[:-4] in board.cells:
        return words[:-4], "out"
    return None


def _check_gates(board: Board, pieces: Sequence[BoardPiece]) -> Iterator[FaceFault]:
    """Yield arrows of entries and exits that are none, miss their cell, point the other way, or are missing."""
    gates = dict.fromkeys(board.gates)
    drawn: set[Gate] = set()
    for piece in pieces:
        for mark in piece.face.marks:
            gate = find_gate(board, mark.name) if mark.name.startswith("join.") else None
            if gate is None:
                continue
            drawn.add(gate)
            if gate not in gates:
                what = "an entry" if gate[1] == "in" else "an exit"
                known = did_you_mean(gate[0], [cell for cell, way in gates if way == gate[1]])
                text = f"the arrow {mark.name!r} makes {gate[0]!r} {what}, but no join does so{known}"
                yield FaceFault("strange", piece.face, text, mark=mark.name)
            elif text := _describe_gate_fault(board.cells[gate[0]], gate[1], piece.find_points(mark)):
                yield FaceFault("astray", piece.face, f"the arrow {mark.name!r} {text}", mark=mark.name)
    for cell, way in gates:
        if drawn and (cell, way) not in drawn:
            name = f"join.in.{cell}" if way == "in" else f"join.{cell}.out"
            text = f"the arrow {name!r} is missing, though other entries and exits have theirs"
            if at := next((each.face for each in pieces if each.shows(board.cells[cell])), None):
                yield FaceFault("missing arrow", at, text, mark=name, aspect="loop")


def _describe_gate_fault(cell: Cell, way: str, points: Sequence[Point]) -> str:
    if not points:
        return "contains no line"
    off = min(measure_distance(cell, point) for point in points)
    if off > ARROW_TOLERANCE:
        return f"ends {off:.3g} mm from the cell {cell.id!r}"
    far = [hypot(x - cell.x, y - cell.y) for x, y in points]
    if (far[0] < max(far) / 2 + min(far) / 2) == (way == "in"):
        return f"points the wrong way: it leads {'out of' if way == 'in' else 'into'} {cell.id!r}"
    return ""


def measure_distance(cell: Cell, point: Point) -> float:
    """Return the distance (mm) of a point on the board from a cell, 0 inside the cell."""
    return max(0.0, -depth_in_polygons((cell.board_points,), *point))
