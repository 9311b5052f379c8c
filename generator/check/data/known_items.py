"""Find the one item of the lists of a part that is no value of another part, whose values all others are (GF177)."""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.model.finding import Finding
from generator.model.game import Game, Row

_FEWEST_ITEMS = 20
_FEWEST_VALUES = 8  # of a column that lists may choose from
_MOST_ROWS = 3000


def find_unknown_items(game: Game) -> Iterator[Finding]:
    """Report, as a note, an item that no row of another part has, where those rows have all other items."""
    columns = [(part, name, values) for part, rows in game.rows.items() for name, values in _list_domains(rows)]
    for part, rows in game.rows.items():
        for name in _list_columns(rows):
            lists: list[Any] = [row.values[name] for row in rows]
            items = [(row, item) for row, each in zip(rows, lists, strict=True) for item in each]
            for other, column, values in columns if len(items) >= _FEWEST_ITEMS else ():
                odd = [(row, item) for row, item in items if repr(item) not in values]
                if other != part and len(odd) == 1:
                    row, item = odd[0]
                    message = (
                        f"{part}: {name!r} has {item!r} here, which is not in {column!r} of {other};"
                        f" the {len(items) - 1} other items are"
                    )
                    yield Finding("GF177", row.place(name), message, "note")


def _list_columns(rows: Sequence[Row]) -> list[str]:
    """Return the columns in which each row has a list."""
    if not rows or len(rows) > _MOST_ROWS:
        return []
    return [name for name in rows[0].values if all(isinstance(row.values.get(name), list) for row in rows)]


def _list_domains(rows: Sequence[Row]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the columns whose values are telling: many, and no run of whole numbers, of which any list has some."""
    for name in rows[0].values if 0 < len(rows) <= _MOST_ROWS else ():
        cells = [row.values.get(name) for row in rows]
        if not any(isinstance(cell, list) or cell in (None, "") for cell in cells):
            values = {repr(cell) for cell in cells}
            if len(values) >= _FEWEST_VALUES and not _is_run(cells):
                yield name, frozenset(values)


def _is_run(cells: Sequence[Any]) -> bool:
    """Return whether most whole numbers between the least and the greatest of a column are in it."""
    numbers = {cell for cell in cells if isinstance(cell, int)}
    return bool(numbers) and 2 * len(numbers) > max(numbers) - min(numbers)
