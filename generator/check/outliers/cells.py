"""Report the cell of a board that has the label of another one, where all of its kind have their own (GF179)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from generator.check.data.board_graph import place_of_cell
from generator.check.outliers.feature_table import OWN, Feature, FeatureTable
from generator.model.board import Cell
from generator.model.finding import Finding
from generator.model.game import Game, Part

_MOST_CELLS = 3000
_LABELS = 5  # of a kind, all different


def find_odd_cells(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield, as notes, cells with the label of another one of their kind (GF179)."""
    for part in parts:
        kinds: dict[str, list[Cell]] = defaultdict(list)
        for cell in part.board.cells.values() if part.board and len(part.board.cells) <= _MOST_CELLS else ():
            if cell.label and cell.id.rpartition(".")[2] != cell.label:  # spaces of two tracks count alike
                kinds[cell.kind].append(cell)
        for cells in kinds.values():
            labels = Feature("the label", [cell.label for cell in cells], (OWN,), least=_LABELS)
            for odd in FeatureTable({}, {"": labels}, partial(_spell_id, cells)).find_odd():
                name = cells[odd.thing].id
                says = f"parts.{part.id}: {name!r}: {odd.text}"
                yield Finding("GF179", place_of_cell(game, part, name), says, "note")


def _spell_id(cells: Sequence[Cell], number: int) -> str:
    return repr(cells[number].id)
