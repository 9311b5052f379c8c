"""Check the labels of a figure against the cells, points, values and icons that they lead to (GF182)."""

import re
from collections.abc import Iterator, Mapping, Set

from generator.check.figures.lexicon import Lexicon, split_words
from generator.check.figures.named_columns import read_row
from generator.check.figures.named_pieces import report
from generator.check.figures.named_places import find_kinds
from generator.check.figures.scene import FigureScene
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.types import Box, Point
from generator.language.rule_words import find_rule_words
from generator.model.board import Board, Cell
from generator.model.finding import Finding

_NUMBERED = re.compile(r"\b(row|column) (\d{1,4})\b")
_ROW_AND_COLUMN = re.compile(r"r(?P<row>\d{1,4})c(?P<column>\d{1,4})")
_WORD = re.compile(r"\w+")
_BORDERS = ("edge.", "corner.")  # cells that lie between others
_TOUCHING = 1.0  # mm between the cell of an edge and the cell that it belongs to


def check_labels(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report labels that name a kind of cell or a piece where another one is (GF182)."""
    board = scene.board
    if board is None or not lexicon.english:
        return
    if scene.data.kind == "face":
        yield from _check_labels_of_points(scene, board, lexicon)
        return
    kinds = find_kinds(scene, lexicon)
    ends = {way.cells[-1] for way in scene.ways}
    for label in scene.labels:
        if not isinstance(label.at, str) or label.at not in board.cells:
            continue
        words = [token.text for token in split_words(label.says)]
        named = [word for word in words if word in kinds]
        place = scene.place(*label.path, "at")
        if named and not any(_list_there(board, label.at) & kinds[word] for word in named):
            yield report(scene, place, f"the label says {label.says!r}, but leads to {label.at!r}, which is not one")
        elif scene.ways and {"ends", "end"} & {*words} and label.at not in ends:
            yield report(scene, place, f"the label says {label.says!r}, but no path ends on {label.at!r}")
        elif wrong := _find_wrong_numbers(label.says, label.at):
            yield report(scene, place, f"the label says {label.says!r}, but leads to {label.at!r}, {wrong}")
        else:
            says = _explain_wrong_color(scene, board.cells[label.at], words, lexicon)
            says = says or ("" if named else _explain_wrong_piece(scene, board, label.at, words, lexicon))
            if says:
                yield report(scene, place, f"the label says {label.says!r}, but {says}")


def _find_wrong_numbers(says: str, cell: str) -> str:
    """Return which row and column a label would name, counted from 0 or 1; empty if it names its own, or none.

    A label with neither its row nor its column may count in another way, unless it swaps the two.
    """
    at, said = _ROW_AND_COLUMN.fullmatch(cell), {word: int(number) for word, number in _NUMBERED.findall(says.lower())}
    if at is None or said.keys() != {"row", "column"}:
        return ""
    shifts = {said["row"] - int(at["row"]), said["column"] - int(at["column"])}
    exchanged = {said["column"] - int(at["row"]), said["row"] - int(at["column"])}
    is_wrong = not shifts <= {0, 1} and (bool(shifts & {0, 1}) or exchanged <= {0, 1} or len(shifts) == 1)
    return f"row {int(at['row']) + 1}, column {int(at['column']) + 1}" if is_wrong else ""


def _list_there(board: Board, cell: str) -> frozenset[str]:
    """Return a cell and, of an edge or a corner, the cells that it belongs to: their names may be there too."""
    if not cell.startswith(_BORDERS):
        return frozenset({cell})
    own = board.cells[cell]
    left, top, right, bottom = own.box
    reach = min(right - left, bottom - top) / 2 + _TOUCHING
    around = (
        other.id
        for other in board.cells.values()
        if not other.id.startswith(_BORDERS) and depth_in_polygons((other.board_points,), own.x, own.y) > -reach
    )
    return frozenset({cell, *around})


def _check_labels_of_points(scene: FigureScene, board: Board, lexicon: Lexicon) -> Iterator[Finding]:
    """Report a label at a point of a board that names a kind of cell, where a cell of another kind is."""
    kinds = find_kinds(scene, lexicon)
    if "center" in kinds:
        kinds = {"middle": kinds["center"], **kinds}
    for label in scene.labels:
        named = [token.text for token in split_words(label.says) if token.text in kinds]
        if isinstance(label.at, str) or not named:
            continue
        there = {cell.id for cell in board.cells.values() if _covers(cell.box, label.at)}
        if there and not any(there & kinds[word] for word in named):
            cell = min(there)
            says = f"the label says {label.says!r}, but leads to {cell!r}, which is not one"
            yield report(scene, scene.place(*label.path, "at"), says)


def _covers(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def check_group_labels(scene: FigureScene) -> Iterator[Finding]:
    """Report a label that leads to one value or icon and names another, or says what another icon's label says (GF182).

    The words of an icon may name another one, as in `opens the gate`, unless the label of that one does not name it.
    """
    groups = {label.at.rpartition(".")[2].lower() for label in scene.labels if isinstance(label.at, str)}
    groups |= {key.lower() for key in _list_columns(scene)}
    labels = [(label, label.at) for label in scene.labels if isinstance(label.at, str)]
    named = {at: _list_telling_words(scene, label.says) for label, at in labels}
    icons: dict[str, str] = {}
    for label, group in labels if scene.data.kind == "face" else ():
        prefix, _, name = group.partition(".")
        others = sorted(each for each in groups & named[group] if each != name.lower())
        others = [each for each in others if not _tells_value(scene, name, each)]
        if name.lower() not in named[group]:
            at = [f"row.{each}" for each in others] if prefix == "row" else []
            at += [icon for each in others if (icon := f"icon.{each}") in named and each not in named[icon]]
            if at and prefix in ("row", "icon"):
                says = f"the label says {label.says!r}, but leads to {group!r}, not to {at[0]!r}"
                yield report(scene, scene.place(*label.path, "at"), says)
        if prefix == "icon" and icons.setdefault(label.says, group) != group:
            says = f"the label of {group!r} says {label.says!r}, as that of {icons[label.says]!r} does"
            yield report(scene, scene.place(*label.path, "says"), says, "note")


def _list_telling_words(scene: FigureScene, says: str) -> Set[str]:
    """Return the words of a label, without those such as `what` in `what fends it off`, unless there are no others."""
    words, spoken = {token.text for token in split_words(says)}, find_rule_words(scene.game.data.language)
    return (words - spoken.stops if spoken else words) or words


def _list_columns(scene: FigureScene) -> Iterator[str]:
    """Yield the columns of the rows of the part that a figure shows."""
    part = scene.parts.get(scene.data.part or "")
    for design in part.designs[:1] if part else ():
        row = design.values.get("row")
        yield from row if isinstance(row, Mapping) else ()


def _tells_value(scene: FigureScene, column: str, other: str) -> bool:
    """Return whether a computed column writes out the value of another one, as `44 BC` does with the year -44."""
    computed = scene.game.parts[scene.pieces[0].part].computed if scene.pieces else {}
    row = {key.lower(): value for key, value in read_row(scene, scene.pieces[0]).items()} if scene.pieces else {}
    value, written, made_of = (
        {*_WORD.findall(str(each).lower())}
        for each in (row.get(other, ""), row.get(column.lower(), ""), computed.get(column, ""))
    )
    return other in made_of and value <= written


def _explain_wrong_color(scene: FigureScene, cell: Cell, words: list[str], lexicon: Lexicon) -> str:
    """Return why a label that names a color is wrong: the cell has another color of its group, and no piece has it."""
    named = {role for word in words if (role := lexicon.role(word))}
    there = {piece.role for piece in scene.pieces if piece.cell == cell.id}
    group = cell.color.rpartition(".")[0]
    if len(named) != 1 or not group or named & {cell.color, *there} or min(named).rpartition(".")[0] != group:
        return ""
    return f"{cell.id!r} is {scene.game.colors[cell.color].called}"


def _explain_wrong_piece(scene: FigureScene, board: Board, cell: str, words: list[str], lexicon: Lexicon) -> str:
    """Return why a label that names a part is wrong; empty if the part is there or belongs there."""
    shown = {piece.part for piece in scene.pieces}
    parts = {part for word in words for part in lexicon.nouns.get(word, ()) if part in shown or word in board.slots}
    slots: Mapping[str, str] = board.slots
    parts |= {part for word in words for part in lexicon.nouns.get(word, ()) if part in slots.values()}
    parts -= {scene.board_part.id} if scene.board_part else set()
    there = {piece.part for piece in scene.pieces if piece.cell == cell} | {slots.get(cell, "")}
    if parts and not parts & there:
        return f"no {' or '.join(sorted(parts))} is on {cell!r}"
    return ""
