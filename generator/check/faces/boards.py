"""Check the cells, routes, steps and arrows on the faces of boards, and the spaces of tracks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, product
from math import dist, hypot
from typing import NamedTuple

from generator.check.analysis.board_survey import base_design, cell_matrix, shown_corners
from generator.check.analysis.placement import FaceFault, check_marks
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.bounds import point_bounds
from generator.geometry.clearance import is_convex
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.polygon import depth_in_polygons, polygon_area, shared_area, signed_area
from generator.geometry.shares import find_inner_point
from generator.geometry.tolerances import ROUNDING, VISIBLE
from generator.geometry.types import Box, Point, Points
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell
from generator.model.game import Design, Part
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


BoardCopies = Mapping[tuple[str, int], Sequence[BoardPiece]]
_REQUIRED_SHARE = 0.25  # of a cell's outline: with less on a piece, its drawing may be too small to reach the piece


def check_boards(_case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield cells, routes and arrows that differ from the data (GF118)."""
    if part.board is None:
        return
    designs, faces = {design.id: design for design in part.designs}, shown.find_faces(part)
    copies = list_board_pieces(part.board, designs, faces)
    yield from _check_cells(part.board, copies)
    yield from check_arrows(part.board, copies)
    if part.board.drawn or part.board.numbered or part.board.gates or _has_steps(faces):
        yield from check_walks(part.board, copies)


def check_tracks(_case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield spaces of tracks that are not in their places (GF118)."""
    middles: dict[str, Matrix] = {}
    for space in part.values.get("spaces", ()):
        half = space["size"] / 2
        middles[str(space["n"])] = (1.0, 0.0, 0.0, 1.0, space["x"] + half, space["y"] + half)
    for face in shown.find_faces(part) if middles else ():
        if any(mark.name.startswith("space.") for mark in face.marks):
            places = {name: multiply_matrices(face.matrix, middle) for name, middle in middles.items()}
            yield from check_marks(face, "space", middles, places, middles)


def _check_cells(board: Board, copies: BoardCopies) -> Iterator[FaceFault]:
    shares: dict[Points, Mapping[str, float]] = {}
    reach = {name: _drawing_bounds(cell) for name, cell in board.cells.items()}
    for piece in chain.from_iterable(copies.values()):
        if piece.corners not in shares:
            west, north, east, south = point_bounds(piece.corners)
            near = [name for name, (a, b, c, d) in reach.items() if a < east and c > west and b < south and d > north]
            shares[piece.corners] = {name: _visible_share(board.cells[name], piece.corners) for name in near}
        share_of = shares[piece.corners]
        must = [name for name, share in share_of.items() if share > _REQUIRED_SHARE]
        places = {name: multiply_matrices(piece.paper, cell_matrix(board.cells[name])) for name in share_of}
        yield from check_marks(piece.face, "cell", must, places, known=board.cells, names=board.names)
        yield from _check_routes(board, piece)


def _has_steps(faces: Iterable[ReadPiece]) -> bool:
    return any(mark.name.startswith("step.") for face in faces for mark in face.marks)


def _visible_share(cell: Cell, corners: Points) -> float:
    """Return how much of a cell's outline lies in a piece with these corners, from 0 to 1."""
    box, (left, top, right, bottom) = point_bounds(corners), cell.box
    if left >= box[2] or top >= box[3] or right <= box[0] or bottom <= box[1]:
        return 0.0
    outline, whole = cell.board_points, polygon_area(cell.points)
    if is_convex(corners):
        return shared_area(outline, corners) / whole if whole else 0.0
    x, y = (left + right) / 2, (top + bottom) / 2
    if abs(depth := depth_in_polygons((corners,), x, y)) > dist((left, top), (x, y)):
        return float(depth > 0)
    if is_convex(outline):  # as all cells are that lie across a seam
        return shared_area(corners, outline if signed_area(outline) > 0 else outline[::-1]) / whole if whole else 0.0
    return float(depth_in_polygons((corners,), *find_inner_point(outline)) > 0)


def _drawing_bounds(cell: Cell) -> Box:
    """Return how far a cell's drawing may reach on the board: half the cell's size beyond it on each side."""
    left, top, right, bottom = cell.box
    across, down = (right - left) / 2, (bottom - top) / 2
    return left - across, top - down, right + across, bottom + down


def _check_routes(board: Board, piece: BoardPiece) -> Iterator[FaceFault]:
    """Yield what is wrong with the lines of the routes that are drawn; none need be."""
    face, cells = piece.face, board.cells
    lines = [mark for mark in face.marks if mark.name.startswith("route.")]
    middles = {name: transform_point(piece.paper, cell.x, cell.y) for name, cell in cells.items()} if lines else {}
    for mark in lines:
        name = mark.name.removeprefix("route.")
        if name not in board.routes:
            text = f"there is no route {name!r}{did_you_mean(name, board.routes)}"
            yield FaceFault("route", face, text, mark=mark.name)
            continue
        here = [cell for cell in board.routes[name] if piece.shows(cells[cell])]
        passed = list(_cells_passed(mark, middles))
        if missed := _first_missed(here, passed):
            text = f"the line of the route {name!r} does not pass the cell {missed!r} in order"
            yield FaceFault("missed", face, text, mark=mark.name, aspect="art")
        route = {*board.routes[name]}
        if strange := next((cell for cell in passed if cell not in route), ""):
            text = f"the line of the route {name!r} passes the cell {strange!r}, which is not on it"
            yield FaceFault("passed", face, text, mark=mark.name, aspect="art")


def _cells_passed(mark: Mark, middles: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Yield the cells whose middles are ends of segments of a line, in order."""
    near: dict[tuple[int, int], list[str]] = {}
    for name, (x, y) in middles.items():
        near.setdefault((round(x), round(y)), []).append(name)
    for x, y in mark.points:
        for dx, dy in product((-1, 0, 1), repeat=2):
            for name in near.get((round(x) + dx, round(y) + dy), ()):
                if hypot(x - middles[name][0], y - middles[name][1]) <= VISIBLE:
                    yield name


def _first_missed(route: Sequence[str], passed: Sequence[str]) -> str:
    """Return the first cell of a route that the line does not pass after those before it, if there is one."""
    rest = iter(passed)
    at = ""
    for cell in route:
        if cell != at and cell not in rest:
            return cell
        at = cell
    return ""


_REAR_SHARE = 0.25  # of its length: an arrow whose first point lies farther ahead points the other way
_JOIN_PREFIX = "join."
BoardStep = tuple[str, str]


def check_arrows(board: Board, copies: BoardCopies) -> Iterator[FaceFault]:
    """Yield what is wrong with the arrows on the pieces of a board."""
    pieces = [*chain.from_iterable(copies.values())]
    if not any(mark.name.startswith(_JOIN_PREFIX) for piece in pieces for mark in piece.face.marks):
        return
    steps = _list_steps(board)
    walked = {step for route in board.routes.values() for step in pairwise(route)}
    drawn: dict[tuple[str, int], set[BoardStep]] = defaultdict(set)
    for piece in pieces:
        face, every = piece.face, [mark for mark in piece.face.marks if mark.name.startswith(_JOIN_PREFIX)]
        marks = [mark for mark in every if find_gate(board, mark.name) is None]
        for mark in marks:
            step = _parse_arrow(board, mark.name, steps)
            if isinstance(step, str):
                yield FaceFault("strange", face, step, mark=mark.name)
                continue
            drawn[piece.copy].add(step)
            if text := _describe_arrow_fault(board, piece, mark, step, walked):
                yield FaceFault("astray", face, f"the arrow {mark.name!r} {text}", mark=mark.name)
        for name, count in Counter(mark.name for mark in marks).items():
            if count > 1:
                times = "twice" if count == 2 else f"{count} times"
                yield FaceFault("doubled", face, f"the arrow {name!r} is there {times}", mark=name, aspect="loop")
    yield from _find_missing_arrows(board, copies, drawn)


def _list_steps(board: Board) -> dict[BoardStep, str]:
    """Return all steps that joins allow, with the kind of those that lead one way only, and "" for the others."""
    found = {(join.one, join.other): join.kind if join.one_way else "" for join in board.joins}
    return found | {(join.other, join.one): "" for join in board.joins if not join.one_way}


def _parse_arrow(board: Board, name: str, steps: Mapping[BoardStep, str]) -> BoardStep | str:
    """Return the two cells of an arrow, or what is wrong with its name."""
    words = name.removeprefix(_JOIN_PREFIX).split(".")
    both = [(".".join(words[:at]), ".".join(words[at:])) for at in range(1, len(words))]
    cells = [step for step in both if step[0] in board.cells and step[1] in board.cells]
    if joined := next((step for step in cells if step in steps), None):
        return joined
    if not cells:
        names = [f"{_JOIN_PREFIX}{one}.{other}" for one, other in steps]
        return f"the arrow {name!r} does not name two cells that are joined{did_you_mean(name, names)}"
    one, other = cells[0]
    why = f"are joined one way only, from {other!r}" if (other, one) in steps else "are not joined"
    return f"the arrow {name!r} leads from {one!r} to {other!r}, which {why}"


def _describe_arrow_fault(board: Board, piece: BoardPiece, mark: Mark, step: BoardStep, walked: set[BoardStep]) -> str:
    """Return how an arrow misses its cells or their direction, empty if it does not."""
    if not (points := piece.find_points(mark)):
        return "contains no line"
    one, other = (board.cells[name] for name in step)
    begins, ends = measure_distance(one, points[0]), min(measure_distance(other, point) for point in points)
    if piece.shows(one) and begins > ARROW_TOLERANCE:
        return f"begins {begins:.3g} mm from the cell {one.id!r}"
    if piece.shows(other) and ends > ARROW_TOLERANCE:
        return f"ends {ends:.3g} mm from the cell {other.id!r}"
    if (step[1], step[0]) in walked and step not in walked:
        return "points against the routes, which go the other way there"
    ahead = [(x - one.x) * (other.x - one.x) + (y - one.y) * (other.y - one.y) for x, y in points]
    if ahead[0] - min(ahead) > _REAR_SHARE * (max(ahead) - min(ahead)):
        return f"points backward, from {other.id!r} to {one.id!r}"
    return ""


def _find_missing_arrows(
    board: Board, copies: BoardCopies, drawn: Mapping[tuple[str, int], set[BoardStep]]
) -> Iterator[FaceFault]:
    """Yield the joins without an arrow on a board that has arrows for other joins of their kind."""
    ways = {step: kind for step, kind in _list_steps(board).items() if kind}
    kinds = {ways[step] for steps in drawn.values() for step in steps if step in ways}
    for key, pieces in copies.items():
        for step, kind in ways.items():
            if kind not in kinds or step in drawn.get(key, ()):
                continue
            if face := next((piece.face for piece in pieces if piece.shows(board.cells[step[0]])), None):
                name = f"{_JOIN_PREFIX}{step[0]}.{step[1]}"
                text = f"the arrow {name!r} is missing, though other joins of kind {kind!r} have theirs"
                yield FaceFault("lacking", face, text, mark=name, aspect="loop")
