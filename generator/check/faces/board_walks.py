"""Check what boards print of their routes beside lines: step numbers, routes that must be drawn, entries and exits."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from generator.check.analysis.board_survey import base_design, cell_matrix
from generator.check.analysis.placement import FaceFault, check_marks
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.types import Box
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell
from generator.model.game import Design
from generator.model.printed import Mark, ReadPiece

_GATE_TOLERANCE = 2.5  # mm that the arrow of an entry or an exit may end outside its cell
Gate = tuple[str, str]


def check_walks(board: Board, designs: Mapping[str, Design], faces: Sequence[ReadPiece]) -> Iterator[FaceFault]:
    """Yield what is wrong with step numbers, with lines that must be there, and with entries and exits."""
    copies: dict[tuple[str, int], list[ReadPiece]] = defaultdict(list)
    for face in faces:
        copies[base_design(designs[face.design]), face.copy].append(face)
    for pieces in copies.values():
        yield from _check_steps(board, designs, pieces)
        yield from _check_drawn(board, designs, pieces)
        yield from _check_gates(board, designs, pieces)


def _check_steps(board: Board, designs: Mapping[str, Design], pieces: Sequence[ReadPiece]) -> Iterator[FaceFault]:
    """Yield step numbers that are missing, misplaced or wrong; a route with one has them all."""
    steps = {
        name: {f"{name}.{number}": board.cells[cell] for number, cell in enumerate(route, board.numbered.get(name, 1))}
        for name, route in board.routes.items()
    }
    printed = {mark.name.split(".")[1] for face in pieces for mark in face.marks if mark.name.startswith("step.")}
    shown = {name: cells for name, cells in steps.items() if name in printed or name in board.numbered}
    known = [step for cells in steps.values() for step in cells]
    for face in pieces:
        box, paper = _place_on_paper(board, designs[face.design], face)
        here = {step: cell for cells in shown.values() for step, cell in cells.items() if is_in_box(cell, box)}
        places = {step: multiply_matrices(paper, cell_matrix(cell)) for step, cell in here.items()}
        yield from check_marks(face, "step", list(here), places, known)
        for mark in face.marks:
            if mark.name.removeprefix("step.") in here and mark.name.startswith("step."):
                yield from _check_number(face, mark)


def _check_number(face: ReadPiece, mark: Mark) -> Iterator[FaceFault]:
    number = mark.name.rpartition(".")[2]
    words = mark.text.split()
    if words != [number]:
        says = f"shows {mark.text!r}" if words else "shows no number"
        yield FaceFault("number", face, f"the step {mark.name!r} {says}, not {number}", mark=mark.name, aspect="text")


def _check_drawn(board: Board, designs: Mapping[str, Design], pieces: Sequence[ReadPiece]) -> Iterator[FaceFault]:
    """Yield the routes that must be drawn and have no line on a piece with two of their cells."""
    for face in pieces:
        box, _ = _place_on_paper(board, designs[face.design], face)
        names = {mark.name for mark in face.marks}
        for name in board.routes:
            here = {cell for cell in board.routes[name] if is_in_box(board.cells[cell], box)}
            if name in board.drawn and len(here) > 1 and f"route.{name}" not in names:
                text = f"the route {name!r} must be drawn; draw its line in a group named 'route.{name}'"
                yield FaceFault("undrawn", face, text, mark=f"route.{name}", aspect="loop")


def find_gate(board: Board, mark: str) -> Gate | None:
    """Return the cell and the way of the arrow of an entry or an exit by its name; None for other arrows."""
    words = mark.removeprefix("join.")
    if words.startswith("in.") and "in" not in board.cells and words[3:] in board.cells:
        return words[3:], "in"
    if words.endswith(".out") and "out" not in board.cells and words[:-4] in board.cells:
        return words[:-4], "out"
    return None


def _check_gates(board: Board, designs: Mapping[str, Design], pieces: Sequence[ReadPiece]) -> Iterator[FaceFault]:
    """Yield arrows of entries and exits that are none, miss their cell, point the other way, or are missing."""
    gates = dict.fromkeys(board.gates)
    drawn: set[Gate] = set()
    for face in pieces:
        for mark in face.marks:
            gate = find_gate(board, mark.name) if mark.name.startswith("join.") else None
            if gate is None:
                continue
            drawn.add(gate)
            if gate not in gates:
                what = "an entry" if gate[1] == "in" else "an exit"
                known = did_you_mean(gate[0], [cell for cell, way in gates if way == gate[1]])
                text = f"the arrow {mark.name!r} makes {gate[0]!r} {what}, but no join does so{known}"
                yield FaceFault("strange", face, text, mark=mark.name)
            elif text := _describe_gate_fault(board, designs[face.design], face, mark, gate):
                yield FaceFault("astray", face, f"the arrow {mark.name!r} {text}", mark=mark.name)
    for cell, way in gates:
        if drawn and (cell, way) not in drawn:
            name = f"join.in.{cell}" if way == "in" else f"join.{cell}.out"
            text = f"the arrow {name!r} is missing, though other entries and exits have theirs"
            at = next(
                (f for f in pieces if is_in_box(board.cells[cell], _place_on_paper(board, designs[f.design], f)[0])),
                None,
            )
            if at is not None:
                yield FaceFault("missing arrow", at, text, mark=name, aspect="loop")


def _describe_gate_fault(board: Board, design: Design, face: ReadPiece, mark: Mark, gate: Gate) -> str:
    home = invert_matrix(face.matrix)
    if not mark.points or home is None:
        return "contains no line"
    left, top = design.section.window[:2] if design.section else (0.0, 0.0)
    points = [(x + left, y + top) for x, y in (transform_point(home, *point) for point in mark.points)]
    cell = board.cells[gate[0]]
    depths = [depth_in_polygons((cell.board_points,), *point) for point in points]
    if max(depths) < -_GATE_TOLERANCE:
        return f"ends {-max(depths):.3g} mm from the cell {cell.id!r}"
    far = [hypot(x - cell.x, y - cell.y) for x, y in points]
    if (far[0] < max(far) / 2 + min(far) / 2) == (gate[1] == "in"):
        return f"points the wrong way: it leads {'out of' if gate[1] == 'in' else 'into'} {cell.id!r}"
    return ""


def _place_on_paper(board: Board, design: Design, face: ReadPiece) -> tuple[Box, Matrix]:
    """Return the box of the board that a piece shows, and the matrix from the board to the paper."""
    section = design.section
    box = section.box if section else (0.0, 0.0, board.width, board.height)
    left, top = section.window[:2] if section else (0.0, 0.0)
    return box, multiply_matrices(face.matrix, (1.0, 0.0, 0.0, 1.0, -left, -top))


def is_in_box(cell: Cell, box: Box) -> bool:
    """Return whether the middle of a cell lies in a box."""
    return box[0] <= cell.x <= box[2] and box[1] <= cell.y <= box[3]
