"""Report the cell of a board that has the label of another one, or not the kind or color of those like it (GF179).

Cells are alike if a turn or a reflection that maps the board onto itself lays one on the other. A cell is drawn as
another kind or color if it alone of its own looks like those.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import dist, hypot
from typing import NamedTuple

from generator.check.analysis.board_symmetry import cells_at, index_cells, turn_point
from generator.check.analysis.placement import FaceFault
from generator.check.check_context import CheckContext, FormatContent
from generator.check.data.board_graph import place_of_cell
from generator.check.outliers.feature_table import OWN, Feature, FeatureTable
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Point
from generator.model.board import Board, Cell
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.printed import ReadPiece

_TURNS = (6, 5, 4, 3, 2)  # parts of the circle
_FEWEST_ORBITS = 3  # of cells that a motion moves, for it to mean anything


class BoardMotion(NamedTuple):
    """A symmetry of a board: its name in messages, its order, and the image of each joined cell."""

    name: str
    order: int
    image: Mapping[str, str]


def find_motions(board: Board) -> Iterator[BoardMotion]:
    """Yield the turns and the reflections that map the cells of a board onto cells."""
    moves = [(f"turned by 1/{parts}", parts, _turn(360 / parts)) for parts in _TURNS]
    moves += [("mirrored left to right", 2, _flip(-1, 1)), ("mirrored top to bottom", 2, _flip(1, -1))]
    for name, order, move in moves:
        if motion := _lay(board, name, order, move):
            yield motion


def _turn(angle: float) -> Callable[[float, float], Point]:
    return lambda x, y: turn_point(x, y, angle)


def _flip(across: int, down: int) -> Callable[[float, float], Point]:
    return lambda x, y: (across * x, down * y)


def _lay(board: Board, name: str, order: int, move: Callable[[float, float], Point]) -> BoardMotion | None:
    """Return the image of each joined cell; None if one lands on no cell of the same shape."""
    joined = {name for join in board.joins for name in (join.one, join.other)}
    cells = [cell for cell in board.cells.values() if cell.id in joined]
    mesh, x, y = index_cells(cells), board.width / 2, board.height / 2
    sizes = {cell.id: _measure(cell) for cell in cells}
    image = dict[str, str]()
    for cell in cells:
        dx, dy = move(cell.x - x, cell.y - y)
        there = (each.id for each in cells_at(mesh, x + dx, y + dy))
        other = next((each for each in there if dist(sizes[each], sizes[cell.id]) < VISIBLE), None)
        if other is None:
            return None
        image[cell.id] = other
    moved = sum(one != other for one, other in image.items())
    return BoardMotion(name, order, image) if moved >= order * _FEWEST_ORBITS else None


def _measure(cell: Cell) -> Point:
    """Return how far the nearest and the farthest corner of a cell are from its middle, which no motion changes."""
    far = [hypot(x, y) for x, y in cell.points]
    return min(far), max(far)


_MOST_CELLS = 3000
_SORTED = 3  # others not of the usual kind or color that land on their like, for a turn; twice as many for half a turn
_EXCHANGED = 2  # cells that have each other's kind; if mirrored, their images look as wrong as they do
_LABELS = 5  # of a kind, all different
_ALIKE = 4  # others of its kind that a cell should look like, and so many of the kind that it does look like


def find_odd_cells(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield, as notes, cells with the label of another one, or another kind or color than their images (GF179)."""
    for part in parts:
        if part.board is None or len(part.board.cells) > _MOST_CELLS:
            continue
        found = {"label": _compare_labels(game, part, part.board), "": _compare_images(game, part, part.board)}
        notes = {place: (text, about) for about, some in found.items() for place, text in some}
        for place, (text, about) in notes.items():
            yield Finding("GF179", place, f"parts.{part.id}: {text}", "note", about=about)


def _compare_images(game: Game, part: Part, board: Board) -> Iterator[tuple[Place, str]]:
    """Yield the cell that does not land on its like, by the first motion by which one does not, but all others do."""
    found = (each for motion in find_motions(board) for each in _find_odd_value(game, part, board, motion))
    yield from [*found][:1]


def _find_odd_value(game: Game, part: Part, board: Board, motion: BoardMotion) -> Iterator[tuple[Place, str]]:
    """Yield the only cell whose kind or color is not that of the cells which land on it or it lands on.

    A color may land on another one, as those of the players do.
    """
    sources = {other: one for one, other in motion.image.items()}
    for key in ("kind", "color"):
        values = {cell: getattr(board.cells[cell], key) for cell in motion.image}
        is_moved = key == "color" and motion.order > 2
        lands = _pair_values(values, motion) if is_moved else {each: each for each in values.values()}
        odd = {other for one, other in motion.image.items() if lands[values[one]] != values.get(other)}
        wrong = [cell for cell in sources if cell in odd and motion.image.get(cell) in odd]
        usual = Counter(values.values()).most_common(1)[0][0]
        agreeing = sum(values[cell] != usual for cell in values if cell not in odd)
        most, least = (_EXCHANGED, _SORTED) if motion.order > 2 else (2 * _EXCHANGED, 2 * _SORTED)
        if not 0 < len(wrong) <= most or len(odd) > 2 * len(wrong) or agreeing < least:
            continue
        cell = next((each for each in wrong if values[each] != usual), wrong[0])
        right = lands[values[sources[cell]]]
        source, own = sources[cell], values[cell] or "none"
        text = f"{cell!r} has the {key} {own!r}, but {source!r}, which lands on it when the board is"
        place = _place_value(game, part, cell, f"{key}s", (values[cell], right))
        yield place, f"{text} {motion.name}, asks for {right or 'none'!r}; nearly all others agree"


def _pair_values(values: Mapping[str, str], motion: BoardMotion) -> dict[str, str]:
    """Return the value on which each lands for the most part, or as often as on none."""
    moved: dict[str, Counter[str]] = defaultdict(Counter)
    for one, other in motion.image.items():
        moved[values[one]][values[other]] += 1
    return {value: max(sorted(counts, reverse=True), key=counts.__getitem__) for value, counts in moved.items()}


def _place_value(game: Game, part: Part, cell: str, key: str, names: Sequence[str]) -> Place:
    """Return where a cell gets its kind or color: at its own place, else in the list of one of some names."""
    place = place_of_cell(game, part, cell)
    paths = (("parts", part.id, key, name) for name in names)
    own = part.board is not None and place == game.place("parts", part.id, part.board.generator)
    return next((game.place(*path) for path in paths if path in game.places), place) if own else place


def _compare_labels(game: Game, part: Part, board: Board) -> Iterator[tuple[Place, str]]:
    """Yield the cell that has the label of another of its kind, where all others have their own."""
    kinds: dict[str, list[Cell]] = defaultdict(list)
    for cell in board.cells.values():
        if cell.label and cell.id.rpartition(".")[2] != cell.label:  # spaces of two tracks count alike
            kinds[cell.kind].append(cell)
    for cells in kinds.values():
        labels = Feature("the label", [cell.label for cell in cells], (OWN,), least=_LABELS)
        for odd in FeatureTable({}, {"": labels}, partial(_spell_id, cells)).find_odd():
            name = cells[odd.thing].id
            yield place_of_cell(game, part, name), f"{name!r}: {odd.text}"


def _spell_id(cells: Sequence[Cell], number: int) -> str:
    return repr(cells[number].id)


def find_odd_looks(_case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield, as notes, cells that alone of their kind or color look like those of another one (GF179)."""
    if part.board is None or len(part.board.cells) > _MOST_CELLS:
        return
    drawn: dict[str, tuple[ReadPiece, bytes]] = {}
    for face in shown.find_faces(part):
        for mark in face.marks:
            if mark.name.startswith("cell."):
                drawn.setdefault(mark.name.removeprefix("cell."), (face, mark.look))
    for key, other in (("kind", "color"), ("color", "kind")):
        groups: dict[object, list[Cell]] = defaultdict(list)
        for cell in (part.board.cells[name] for name in drawn if name in part.board.cells):
            near, far = _measure(cell)
            groups[round(near, 1), round(far, 1), getattr(cell, other)].append(cell)
        for group in groups.values():
            yield from _find_odd_look(group, drawn, key)


def _find_odd_look(
    cells: Sequence[Cell], drawn: Mapping[str, tuple[ReadPiece, bytes]], key: str
) -> Iterator[FaceFault]:
    """Yield what looks odd among cells of one size and, of kind and color, the same other one."""
    looks: dict[str, Counter[bytes]] = defaultdict(Counter)
    for cell in cells:
        looks[getattr(cell, key)][drawn[cell.id][1]] += 1
    for cell in cells:
        own, (face, look) = getattr(cell, key), drawn[cell.id]
        others = [times for each, times in looks[own].items() if each != look]
        models = [value for value, found in looks.items() if value != own and found[look] >= _ALIKE]
        if looks[own][look] == 1 and len(others) == 1 and others[0] >= _ALIKE and models:
            text = (
                f"the cell {cell.id!r} has the {key} {own or 'none'!r}, but looks like those of {models[0] or 'none'!r}"
            )
            yield FaceFault("look", face, f"{text}; the {others[0]} others do not", "note", f"cell.{cell.id}")
