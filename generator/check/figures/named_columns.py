"""Check the values that words give to a column, as in `dates with a price of 3`, against the pieces shown (GF182)."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import split_words
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene, ShownPiece
from generator.model.finding import Finding
from generator.model.game import Design

_CLAUSE = re.compile(r"[,;.]| and ")
_LONGEST = 80  # characters between a piece and the value said about it


def check_named_columns(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a number that is said about a column and that no piece named beside it has there (GF182)."""
    if text.kind != "alt" or scene.data.kind not in ("face", "table"):
        return
    for column in {column for piece in scene.pieces for column in read_row(scene, piece)}:
        for found in re.finditer(rf"\b{re.escape(column)}s? (?:of |is )?(\d{{1,6}})\b", text.text, re.IGNORECASE):
            pieces = _find_pieces(scene, text.text[max(0, found.start() - _LONGEST) : found.start()])
            values = [read_row(scene, piece).get(column) for piece in pieces]
            if pieces and int(found[1]) not in values and all(isinstance(value, int) for value in values):
                says = f"{text.called} says {found[0]!r}, but {pieces[0].name!r} has the {column} {values[0]}"
                yield report(scene, scene.place(*pieces[0].path, "design"), says)


def _find_pieces(scene: FigureScene, before: str) -> Sequence[ShownPiece]:
    """Return the pieces that the clause before a value names by a word of their row; the only piece needs no name."""
    shown = [piece for piece in scene.pieces if piece.side != "back"]
    if len({piece.name for piece in shown}) == 1:
        return shown
    for clause in reversed(_CLAUSE.split(before)):
        words = {token.text for token in split_words(clause)}
        named = [piece for piece in shown if piece.facts & words]
        if named:
            return named if len({piece.name for piece in named}) < len({piece.name for piece in shown}) else ()
        if clause.strip():
            return ()
    return ()


def read_row(scene: FigureScene, piece: ShownPiece) -> Mapping[str, object]:
    """Return the values of the row of a piece, except for its id and its number of copies."""
    designs = scene.parts[piece.part].designs
    return read_design(next((each for each in designs if each.id == piece.design), designs[0]))


def read_design(design: Design) -> Mapping[str, object]:
    """Return the values of the row of a design, except for its id and its number of copies."""
    row = design.values.get("row")
    return {key: row[key] for key in row if key not in ("id", "copies")} if isinstance(row, Mapping) else {}
