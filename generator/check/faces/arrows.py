"""Check the arrows on the faces of boards.

Arrows are the groups `join.<from>.<to>`. None need be drawn; but if one of a kind of one-way joins is, all must be.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist, hypot

from generator.check.evidence.marks import Fault
from generator.check.evidence.survey import whole
from generator.geometry.matrix import apply, invert
from generator.geometry.types import Point
from generator.language.suggestions import did_you_mean
from generator.model.board import Board, Cell
from generator.model.game import Design
from generator.model.printed import Mark, Seen

_OFF = 2.5  # mm that an arrow may end outside the cells that it joins
_REAR = 0.25  # of its length: an arrow whose first point lies farther ahead points the other way
_HEAD = "join."
Step = tuple[str, str]


def arrows(board: Board, designs: Mapping[str, Design], faces: Iterable[Seen]) -> Iterator[Fault]:
    """Yield what is wrong with the arrows on the pieces of a board."""
    pieces = list(faces)
    if not any(mark.name.startswith(_HEAD) for face in pieces for mark in face.marks):
        return
    steps = _steps(board)
    walked = {step for route in board.routes.values() for step in pairwise(route)}
    drawn: dict[tuple[str, int], dict[Step, Seen]] = defaultdict(dict)
    copies: dict[tuple[str, int], list[Seen]] = defaultdict(list)
    for face in pieces:
        key = whole(designs[face.design]), face.copy
        copies[key].append(face)
        marks = [mark for mark in face.marks if mark.name.startswith(_HEAD)]
        counts = Counter(mark.name for mark in marks)
        for mark in marks:
            step = _step(board, mark.name, steps)
            if isinstance(step, str):
                yield Fault("strange", face, step)
                continue
            drawn[key][step] = face
            if text := _wrong(board, designs[face.design], face, mark, step, walked):
                yield Fault("astray", face, f"the arrow {mark.name!r} {text}")
        for name, count in counts.items():
            if count > 1:
                yield Fault(
                    "doubled", face, f"the arrow {name!r} is there {'twice' if count == 2 else f'{count} times'}"
                )
    yield from _lacking(board, designs, copies, drawn)


def _steps(board: Board) -> dict[Step, str]:
    """Return all steps that joins allow, with the kind of those that lead one way only, and "" for the others."""
    found = {(join.one, join.other): join.kind if join.one_way else "" for join in board.joins}
    return found | {(join.other, join.one): "" for join in board.joins if not join.one_way}


def _step(board: Board, name: str, steps: Mapping[Step, str]) -> Step | str:
    """Return the two cells of an arrow, or what is wrong with its name."""
    words = name.removeprefix(_HEAD).split(".")
    both = [(".".join(words[:at]), ".".join(words[at:])) for at in range(1, len(words))]
    cells = [step for step in both if step[0] in board.cells and step[1] in board.cells]
    if joined := next((step for step in cells if step in steps), None):
        return joined
    if not cells:
        names = [f"{_HEAD}{one}.{other}" for one, other in steps]
        return f"the arrow {name!r} does not name two cells that are joined{did_you_mean(name, names)}"
    one, other = cells[0]
    why = f"are joined one way only, from {other!r}" if (other, one) in steps else "are not joined"
    return f"the arrow {name!r} leads from {one!r} to {other!r}, which {why}"


def _wrong(board: Board, design: Design, face: Seen, mark: Mark, step: Step, walked: set[Step]) -> str:
    """Return how an arrow misses its cells or their direction, empty if it does not."""
    home = invert(face.matrix)
    if not mark.points or home is None:
        return "draws no line"
    section = design.section
    left, top = section.window[:2] if section else (0.0, 0.0)
    points = [(x + left, y + top) for x, y in (apply(home, *point) for point in mark.points)]
    one, other = (board.cells[name] for name in step)
    if _shown(one, design) and (off := _off(one, points[0])) > _OFF:
        return f"begins {off:.3g} mm from the cell {one.id!r}"
    if _shown(other, design) and (off := min(_off(other, point) for point in points)) > _OFF:
        return f"ends {off:.3g} mm from the cell {other.id!r}"
    if (step[1], step[0]) in walked and step not in walked:
        return "points against the routes, which step there in the other direction"
    ahead = [(x - one.x) * (other.x - one.x) + (y - one.y) * (other.y - one.y) for x, y in points]
    if ahead[0] - min(ahead) > _REAR * (max(ahead) - min(ahead)):
        return f"points backwards, from {other.id!r} to {one.id!r}"
    return ""


def _lacking(
    board: Board,
    designs: Mapping[str, Design],
    copies: Mapping[tuple[str, int], Sequence[Seen]],
    drawn: Mapping[tuple[str, int], Mapping[Step, Seen]],
) -> Iterator[Fault]:
    """Yield the joins without an arrow on a board that has arrows for other joins of their kind."""
    ways = {step: kind for step, kind in _steps(board).items() if kind}
    kinds = {ways[step] for steps in drawn.values() for step in steps if step in ways}
    for key, faces in copies.items():
        for step, kind in ways.items():
            if kind not in kinds or step in drawn.get(key, {}):
                continue
            if face := next((face for face in faces if _shown(board.cells[step[0]], designs[face.design])), None):
                name = f"{_HEAD}{step[0]}.{step[1]}"
                yield Fault("lacking", face, f"the arrow {name!r} is missing, though other joins {kind!r} have theirs")


def _shown(cell: Cell, design: Design) -> bool:
    """Return whether a piece shows the middle of a cell."""
    if design.section is None:
        return True
    left, top, right, bottom = design.section.box
    return left <= cell.x <= right and top <= cell.y <= bottom


def _off(cell: Cell, point: Point) -> float:
    """Return the distance (mm) of a point on the board from a cell, 0 inside the cell."""
    outline = cell.board_points
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    x, y = point
    crossed = [(y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1) for (x1, y1), (x2, y2) in edges]
    return 0.0 if sum(crossed) % 2 else min(_from(point, one, other) for one, other in edges)


def _from(point: Point, one: Point, other: Point) -> float:
    (x, y), (x1, y1), (dx, dy) = point, one, (other[0] - one[0], other[1] - one[1])
    along = ((x - x1) * dx + (y - y1) * dy) / (hypot(dx, dy) ** 2 or 1)
    part = min(1.0, max(0.0, along))
    return dist(point, (x1 + part * dx, y1 + part * dy))
