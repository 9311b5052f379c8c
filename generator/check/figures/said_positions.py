"""Check where pieces of a figure stand, by `in a straight line` and by the places that the rules give them (GF182)."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene, ShownPiece
from generator.geometry.types import Point
from generator.model.finding import Finding

_STRAIGHT = re.compile(r"\bin an? straight (?:line|row)\b", re.IGNORECASE)
_FEWEST, _MOST = 3, 6  # pieces of a figure that a text calls a row
_OFF = 0.1  # of the distance between the ends of a row: a piece farther from it is not in it
_SENTENCE = re.compile(r"[^.!?;:\n]+")
_WORDS_BETWEEN = r"(?:\W++\w++){0,5}?\W++"  # between a color and its place: `North's boot in`


def check_straight_rows(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report pieces on a board that are not in the straight line of which a text speaks; English only."""
    board = scene.board
    if board is None or text.kind != "alt" or not text.lexicon.english or not _STRAIGHT.search(text.text):
        return
    placed = [(piece, board.cells[piece.cell]) for piece in scene.pieces if piece.cell in board.cells]
    if not _FEWEST <= len(placed) <= _MOST or len(placed) < len(scene.pieces):
        return
    points = [(cell.x, cell.y) for _, cell in placed]
    lines = [_list_off(points, *pair) for pair in combinations(points, 2)]
    if off := min(lines, key=lambda off: (len(off), [-each for each in off])):
        piece = placed[off[-1]][0]
        says = f"{text.called} says 'in a straight line', but {piece.name!r} on {piece.cell!r} is out of line"
        yield report(scene, scene.place(*piece.path, "at"), says)


def _list_off(points: Sequence[Point], one: Point, other: Point) -> list[int]:
    """Return which points are off the line through two others."""
    (x, y), (a, b) = one, (other[0] - one[0], other[1] - one[1])
    return [number for number, (u, v) in enumerate(points) if abs(a * (v - y) - b * (u - x)) > _OFF * (a * a + b * b)]


def check_exchanged_pieces(scene: FigureScene, rules: str) -> Iterator[Finding]:
    """Report two pieces in each other's places: `South's boot in 13, North's in 6`, but shown the other way around."""
    board = scene.board
    if board is None or scene.data.kind != "board":
        return
    called = {color.role: color.called for color in scene.game.colors.values()}
    placed = [each for each in scene.pieces if each.role in called and each.cell in board.cells]
    for one, other in combinations(placed, 2):
        here, there = (board.cells[each.cell].label for each in (one, other))
        if one.part != other.part or one.role == other.role or not here or not there or here == there:
            continue
        names = called[one.role], called[other.role]
        if _says_opposite(rules, names, (here, there)) and not _is_repeated(placed, one, other):
            said = f"the rules have {names[0]} at {there!r} and {names[1]} at {here!r}"
            yield report(scene, scene.place(*one.path, "design"), f"{said}, but here it is the other way around")
            return


def _says_opposite(rules: str, names: tuple[str, str], labels: tuple[str, str]) -> bool:
    """Return whether a sentence gives each of two colors the place of the other, and none gives it its own."""
    wrong = [_compile_place(name, label) for name, label in zip(names, labels[::-1], strict=True)]
    right = [_compile_place(name, label) for name, label in zip(names, labels, strict=True)]
    sentences = _SENTENCE.findall(rules)
    opposite = any(all(each.search(sentence) for each in wrong) for sentence in sentences)
    return opposite and not any(each.search(sentence) for each in right for sentence in sentences)


def _compile_place(name: str, label: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}{_WORDS_BETWEEN}{re.escape(label)}(?!\w)", re.IGNORECASE)


def _is_repeated(placed: Sequence[ShownPiece], one: ShownPiece, other: ShownPiece) -> bool:
    """Return whether a figure has more pieces of one of two colors."""
    return sum(each.part == one.part and each.role in (one.role, other.role) for each in placed) > len((one, other))
