"""Check what is said about kinds of cells and highlights against the board of a figure (GF182); English only."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import Lexicon
from generator.check.figures.named_pieces import matches, report
from generator.check.figures.phrases import Phrase, find_phrases
from generator.check.figures.scene import FigureScene, ShownPiece, expand_cells, measure_distance
from generator.language.plurals import noun_forms
from generator.model.board import Board, Cell
from generator.model.finding import Finding

_CELLS = r"(?:squares?|spaces?|cells?|fields?|hexes|hexagons?)"
_NUMBER = r"(?<!\w)(?P<count>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})"
_COUNTED = re.compile(
    rf"{_NUMBER} (?:(?P<adjective>[a-z]++) )?(?P<kind>[a-z]++)(?: {_CELLS})?(?! of\b)",
    re.IGNORECASE,
)
_OF_KIND = re.compile(rf"{_NUMBER} {_CELLS} of (?:[a-z]++ )?(?P<kind>[a-z]++)", re.IGNORECASE)
_NEXT_TO = re.compile(rf"{_NUMBER} (?:[a-z]++ )?{_CELLS} (?:next to|around|round|beside|adjacent)\b", re.IGNORECASE)
_DIRECTIONS = {
    "upper": (0, -1),
    "top": (0, -1),
    "lower": (0, 1),
    "bottom": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "north": (0, -1),
    "south": (0, 1),
    "west": (-1, 0),
    "east": (1, 0),
}
_SIDE = "|".join(_DIRECTIONS)
_NEAR = re.compile(
    rf"\W+(?:stands? |lies? |is |are |sits? )?(?:near|beside|at|on|in|by|next to) (?:the|its) "
    rf"(?P<sides>(?:{_SIDE})(?: (?:{_SIDE}))?) (?P<kind>[a-z]++)"
)
_MANY_CELLS = 4  # highlighted, of which one may be the odd one


def check_named_cells(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a wrong number of cells of a kind, odd highlights, and pieces at another of several cells (GF182)."""
    if not text.lexicon.english or scene.board is None or text.kind != "alt":
        return
    kinds = text.lexicon.kinds[scene.board_part.id] if scene.board_part else {}
    yield from _check_counted_kinds(scene, scene.board, text, kinds)
    if scene.data.kind == "board":
        yield from _check_highlighted(scene, text)
        yield from _check_nearest(scene, scene.board, text, kinds)


def _check_counted_kinds(
    scene: FigureScene, board: Board, text: FigureText, kinds: Mapping[str, frozenset[str]]
) -> Iterator[Finding]:
    """Report `three landings` where the figure shows a whole board with more or fewer."""
    if scene.data.show or scene.data.kind not in ("board", "face") or scene.pieces[1:]:
        return
    for found in (*_COUNTED.finditer(text.text), *_OF_KIND.finditer(text.text)):
        number, word = text.lexicon.number(found["count"].lower()), found["kind"].lower()
        adjective = (found.groupdict().get("adjective") or "").lower()
        word = word if word in kinds else adjective if adjective in kinds else ""
        cells = kinds.get(word, frozenset())
        is_kind = {board.cells[cell].kind for cell in cells if cell in board.cells} & noun_forms(word).keys()
        if number is not None and number > 1 and is_kind and number != len(cells):
            says = f"{text.called} says {found[0]!r}, but the board has {len(cells)}"
            yield report(scene, text.place(found.start()), says)


def _check_highlighted(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `four squares next to it` where others or more are highlighted."""
    pieces = [piece for piece in scene.pieces if piece.cell]
    for number, each in enumerate(scene.data.highlight or ()):
        cells = expand_cells(scene.board, each.cells) if scene.board else []
        place = scene.place("highlight", number, "cells")
        odd = _find_odd_cell(scene, cells, pieces[0]) if len(pieces) == 1 else ""
        if odd:
            far = measure_distance(scene.board, pieces[0].cell, odd) if scene.board else None
            says = f"{odd!r} is highlighted, {far} steps from {pieces[0].name!r}, but all others are nearer or farther"
            yield report(scene, place, says, fix="correct the cell")
        for found in _NEXT_TO.finditer(text.text):
            count = text.lexicon.number(found["count"].lower())
            if count is not None and count > 1 and len(scene.data.highlight or ()) == 1 and count != len(cells):
                says = f"{text.called} says {found[0]!r}, but {len(cells)} cells are highlighted"
                yield report(scene, place, says)


def _find_odd_cell(scene: FigureScene, cells: Sequence[str], piece: ShownPiece) -> str:
    """Return the one highlighted cell that is a different number of steps from the piece than all others."""
    if len(cells) < _MANY_CELLS or piece.cell in cells or scene.board is None:
        return ""
    steps = {cell: measure_distance(scene.board, piece.cell, cell) for cell in cells}
    counts = Counter(steps.values())
    usual, most = counts.most_common(1)[0]
    return next((cell for cell in cells if steps[cell] != usual), "") if most == len(cells) - 1 else ""


def _check_nearest(
    scene: FigureScene, board: Board, text: FigureText, kinds: Mapping[str, frozenset[str]]
) -> Iterator[Finding]:
    """Report pieces `near the lower tower` that are nearer to another tower, or in another slot."""
    parts, before = frozenset(piece.part for piece in scene.pieces), ""
    wrong: list[tuple[Phrase, str, list[ShownPiece]]] = []
    for phrase in find_phrases(text.text, text.lexicon, parts) + _find_fact_phrases(scene, text.text, text.lexicon):
        found = _NEAR.match(text.text, phrase.at + len(phrase.said))
        pieces = [piece for piece in scene.pieces if piece.cell and matches(piece, phrase)]
        if found is None or phrase.denied or not pieces:
            continue
        word = before if found["kind"] == "one" else found["kind"]
        cells = _list_cells(board, word, kinds)
        wanted = _choose_cell(cells, found["sides"].split())
        before = word
        if wanted is not None and len(cells) > 1:
            told = phrase.said + found[0]
            if not any(_nearest(board, piece, cells) == wanted.id for piece in pieces):
                wrong.append((phrase, told, pieces))
    for _, told, pieces in wrong:
        says = f"{text.called} says {told!r}, but the figure shows it on {pieces[0].cell!r}"
        yield report(scene, scene.place(*pieces[0].path, "at"), says)


def _find_fact_phrases(scene: FigureScene, text: str, lexicon: Lexicon) -> list[Phrase]:
    """Return phrases such as `a knight of crimson`, whose noun is a word of a row."""
    found = []
    for each in re.finditer(r"\b(?:a|an|the|one) (?P<fact>[a-z]++)(?: of (?P<role>[a-z]++))?", text):
        parts = lexicon.find_facts(each["fact"]) & {piece.part for piece in scene.pieces}
        role = lexicon.role(each["role"] or "")
        if parts and (role or not each["role"]):
            found.append(Phrase(each[0], each.start(), 0, 0, parts, role, frozenset({each["fact"]})))
    return found


def _list_cells(board: Board, word: str, kinds: Mapping[str, frozenset[str]]) -> list[Cell]:
    if word in ("slot", "slots"):
        return [board.cells[name] for name in board.slots if name in board.cells]
    return [board.cells[name] for name in sorted(kinds.get(word, ())) if name in board.cells]


def _choose_cell(cells: Sequence[Cell], sides: Sequence[str]) -> Cell | None:
    """Return the one cell that is farthest toward some sides; None if there is none."""
    ways = [_DIRECTIONS[side] for side in sides]
    left = list(cells)
    for x, y in ways:
        most = max((cell.x * x + cell.y * y for cell in left), default=0.0)
        left = [cell for cell in left if cell.x * x + cell.y * y > most - 1.0]
    return left[0] if len(left) == 1 else None


def _nearest(board: Board, piece: ShownPiece, cells: Sequence[Cell]) -> str:
    here = board.cells.get(piece.cell)
    if here is None:
        return ""
    return min(cells, key=lambda cell: hypot(cell.x - here.x, cell.y - here.y)).id
