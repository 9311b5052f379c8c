"""Find the cell with a text that does not fit its face, if texts of other rows fit there."""

from collections.abc import Callable, Mapping
from typing import Any

from generator.model.finding import Place
from generator.model.game import Design, Game, Part


def find_long_cell(game: Game, values: Mapping[str, Any], text: str, fits: Callable[[Design], bool]) -> Place | None:
    """Return the place of the cell that holds a text of a face, or a line of it; None if the template is at fault.

    `values` are those of the face. The cell is at fault if the design with the shortest text in its column `fits`.
    """
    part, own = values.get("part"), values.get("row")
    if not isinstance(part, Part) or not isinstance(own, Mapping):
        return None
    row = next((each for each in game.rows.get(part.id, ()) if each.values is own), None)
    column = _find_column(own, text)
    if row is None or column is None:
        return None
    shortest = min(part.designs, key=lambda design: len(_get_text(design, column)))
    is_longer = len(_get_text(shortest, column)) < len(str(own[column]))
    return row.place(column) if is_longer and fits(shortest) else None


def _find_column(row: Mapping[str, Any], text: str) -> str | None:
    """Return the column that holds a text, or else the one with the shortest text that contains it."""
    sought = _join_words(text)
    holding = [name for name, value in row.items() if isinstance(value, str) and sought in _join_words(value)]
    return min(holding, key=lambda name: len(row[name]), default=None) if sought else None


def _get_text(design: Design, column: str) -> str:
    return str(design.values.get("row", {}).get(column, ""))


def _join_words(text: str) -> str:
    return " ".join(text.split())
