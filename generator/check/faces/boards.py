"""Check the cells, routes and arrows on the faces of boards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product
from math import cos, hypot, radians, sin

from generator.check.evidence.marks import Fault, said, standing
from generator.check.evidence.survey import whole
from generator.check.evidence.trims import where
from generator.check.faces.arrows import arrows
from generator.geometry.bounds import Box
from generator.geometry.matrix import Matrix, apply, multiply
from generator.geometry.path import Points
from generator.geometry.polygon import area, common
from generator.geometry.tolerances import VISIBLE
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell
from generator.model.finding import Finding, Level
from generator.model.game import Design, Part
from generator.model.printed import Mark, Seen

_SHARE = 0.25  # of a cell's outline: with less on a piece, its drawing may be too small to reach the piece


def boards(parts: Sequence[Part], seen: Sequence[Seen], paints: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Yield GF118 and GF119 for each board.

    `seen` is what one format shows; `paints` are the colors by their roles.
    """
    for part in parts:
        if part.board is None:
            continue
        designs = {design.id: design for design in part.designs}
        faces = [face for face in seen if face.part == part.id and face.side == "front" and face.design in designs]
        yield from said("GF118", part, chain(_faults(part.board, designs, faces), arrows(part.board, designs, faces)))
        yield from said("GF119", part, unlike(part.board, designs, faces, paints or {}))


def _faults(board: Board, designs: Mapping[str, Design], faces: Iterable[Seen]) -> Iterator[Fault]:
    shares: dict[str, Mapping[str, float]] = {}
    reach = {name: _reach(cell) for name, cell in board.cells.items()}
    for face in faces:
        section = designs[face.design].section
        box = section.box if section else (0.0, 0.0, board.width, board.height)
        left, top = section.window[:2] if section else (0.0, 0.0)
        if face.design not in shares:
            west, north, east, south = box
            near = [name for name, (a, b, c, d) in reach.items() if a < east and c > west and b < south and d > north]
            shares[face.design] = {name: _share(board.cells[name], box) for name in near}
        shown = shares[face.design]
        paper = multiply(face.matrix, (1.0, 0.0, 0.0, 1.0, -left, -top))
        must = [name for name, share in shown.items() if share > _SHARE]
        places = {name: multiply(paper, place_of(board.cells[name])) for name in shown}
        yield from standing(face, "cell", must, places, board.cells)
        yield from _routes(board, face, paper, box)


def _share(cell: Cell, box: Box) -> float:
    """Return how much of a cell's outline lies in a box, from 0 to 1."""
    left, top, right, bottom = cell.box
    if left >= box[0] and top >= box[1] and right <= box[2] and bottom <= box[3]:
        return 1.0
    if left >= box[2] or top >= box[3] or right <= box[0] or bottom <= box[1]:
        return 0.0
    corners = (box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])
    whole = area(cell.points)
    return common(cell.board_points, corners) / whole if whole else 0.0


def _reach(cell: Cell) -> Box:
    """Return how far a cell's drawing may reach on the board: half the cell's size beyond it on each side."""
    left, top, right, bottom = cell.box
    across, down = (right - left) / 2, (bottom - top) / 2
    return left - across, top - down, right + across, bottom + down


def _routes(board: Board, face: Seen, paper: Matrix, box: Box) -> Iterator[Fault]:
    """Yield what is wrong with the lines of the routes that are drawn; none need be."""
    lines = [mark for mark in face.marks if mark.name.startswith("route.")]
    middles = {name: apply(paper, cell.x, cell.y) for name, cell in board.cells.items()} if lines else {}
    for mark in lines:
        name = mark.name.removeprefix("route.")
        if name not in board.routes:
            yield Fault("route", face, f"there is no route {name!r}{did_you_mean(name, board.routes)}")
            continue
        here = [cell for cell in board.routes[name] if _in(board.cells[cell], box)]
        passed = list(_passed(mark, middles))
        if missed := _missed(here, passed):
            yield Fault("missed", face, f"the line of the route {name!r} does not pass the cell {missed!r} in order")
        route = {*board.routes[name]}
        if strange := next((cell for cell in passed if cell not in route), ""):
            yield Fault(
                "passed", face, f"the line of the route {name!r} passes the cell {strange!r}, which is not on it"
            )


def _in(cell: Cell, box: Box) -> bool:
    return box[0] <= cell.x <= box[2] and box[1] <= cell.y <= box[3]


def _passed(mark: Mark, middles: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Yield the cells whose middles are ends of segments of a line, in order."""
    near: dict[tuple[int, int], list[str]] = {}
    for name, (x, y) in middles.items():
        near.setdefault((round(x), round(y)), []).append(name)
    for x, y in mark.points:
        for dx, dy in product((-1, 0, 1), repeat=2):
            for name in near.get((round(x) + dx, round(y) + dy), ()):
                if hypot(x - middles[name][0], y - middles[name][1]) <= VISIBLE:
                    yield name


def _missed(route: Sequence[str], passed: Sequence[str]) -> str:
    """Return the first cell of a route that the line does not pass after those before it, if there is one."""
    rest = iter(passed)
    at = ""
    for cell in route:
        if cell != at and cell not in rest:
            return cell
        at = cell
    return ""


Key = tuple[str, str, str, Points]


def place_of(cell: Cell) -> Matrix:
    """Return the matrix from a cell's own coordinates to the board."""
    turn = radians(cell.turn)
    return cos(turn), sin(turn), -sin(turn), cos(turn), cell.x, cell.y


def unlike(
    board: Board, designs: Mapping[str, Design], faces: Iterable[Seen], paints: Mapping[str, str]
) -> Iterator[Fault]:
    """Yield cells that look different and should not, and cells that look the same and should not, by design."""
    first: dict[tuple[str, Key], tuple[str, Seen, bytes]] = {}
    looks: dict[tuple[str, bytes], tuple[Cell, Seen]] = {}
    key = cache(lambda name: _key(board.cells[name]))
    for face in faces:
        design = whole(designs[face.design])
        for mark in face.marks:
            name = mark.name.removeprefix("cell.")
            if not mark.name.startswith("cell.") or name not in board.cells:
                continue
            cell = board.cells[name]
            other, there, look = first.setdefault((design, key(name)), (name, face, mark.look))
            if look != mark.look and other != name:  # repeated cells are reported by GF118
                says = f"though both are {_said(cell)}"
                yield Fault(
                    "unlike", face, f"the cell {name!r} looks different from {other!r}{_at(there, face)}, {says}"
                )
            alike, there = looks.setdefault((design, mark.look), (cell, face))
            if told := _told_apart(cell, alike, paints):
                kind, one, another, level = told
                text = f"the cell {name!r} looks the same as {alike.id!r}{_at(there, face)}"
                yield Fault(kind, face, f"{text}, though one is {one} and the other {another}", level)


def _told_apart(cell: Cell, other: Cell, paints: Mapping[str, str]) -> tuple[str, str, str, Level] | None:
    """Return the first property in which cells that look the same differ; roles of one paint are one color."""
    if cell.kind != other.kind:
        return "alike", cell.kind, other.kind, "error"
    if paints.get(cell.color, cell.color) != paints.get(other.color, other.color):
        return "color", cell.color or "of no color", other.color or "of no color", "error"
    if cell.label != other.label:
        one, another = (f"labeled {each.label!r}" if each.label else "without a label" for each in (cell, other))
        return "label", one, another, "warning"
    return None


def _key(cell: Cell) -> Key:
    """Return what cells that must look the same have in common, with the corners of the outline as drawn."""
    back = place_of(cell)
    outline = (apply((back[0], back[2], back[1], back[3], 0.0, 0.0), x, y) for x, y in cell.points)
    return cell.kind, cell.color, cell.label, tuple(sorted((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in outline))


def _said(cell: Cell) -> str:
    return ", ".join(filter(None, (cell.kind, cell.color, cell.label and repr(cell.label))))


def _at(there: Seen, here: Seen) -> str:
    return "" if there is here else f" in {where(there)}"
