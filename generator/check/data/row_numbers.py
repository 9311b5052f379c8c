"""Find the row whose number breaks a count from row to row, whose id says another value, or whose list is odd."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from generator.check.data.row_table import COUNT_COLUMN, UNIQUE_COLUMNS, RowTable, Suspicion, find_only_exception
from generator.model.data_types import Scalar

_COUNTING = frozenset({"n", "no", "nr", "nth", "number", "num", "order", "step", "position", "index", "floor"})
_FEWEST_COUNTED = 3  # rows
_FEWEST_NAMED = 5  # rows whose ids are made of their values
_FEWEST_LISTS = 2  # other rows, all with the same list
_FEWEST_ITEMS = 4  # of such a list
_ID_WORD = re.compile(r"[^\W\d_]+|\d+")


def find_odd_numbers(table: RowTable) -> Iterator[Suspicion]:
    """Yield the row of a column that counts, by its name, that repeats the number of the row above or below it."""
    for name, numbers in table.numbers.items():
        is_count = name.casefold() in _COUNTING and len(numbers) >= _FEWEST_COUNTED
        row = _find_repeat(numbers) if is_count else None
        if row is not None:
            right = numbers[0] + row if row else numbers[1] - 1
            message = f"{name!r} is {numbers[row]:g} in two rows, and {right:g} in none; all others count up by 1"
            yield Suspicion("GF176", row, (name,), message)


def _find_repeat(numbers: Sequence[float]) -> int | None:
    """Return the row that has the number of a neighbor in the place of its own."""
    first = numbers[0] if numbers[1] - numbers[0] == 1 else numbers[-1] - len(numbers) + 1
    wrong = [row for row, number in enumerate(numbers) if number != first + row]
    if len(wrong) != 1:
        return None
    (row,) = wrong
    return row if numbers[row] in (*numbers[max(0, row - 1) : row], *numbers[row + 1 : row + 2]) else None


def find_odd_ids(table: RowTable) -> Iterator[Suspicion]:
    """Yield the row whose id has another word or number than a column, where both agree in all other rows."""
    for key in UNIQUE_COLUMNS:
        cells = table.scalars.get(key)
        if cells is None:
            continue
        words = [_ID_WORD.findall(str(cell).casefold()) for cell in cells]
        usual = max({len(each) for each in words}, key=[len(each) for each in words].count, default=0)
        rows = [row for row, each in enumerate(words) if len(each) == usual]
        for at in range(usual if usual > 1 and len(rows) > _FEWEST_NAMED else 0):
            said = [words[row][at] for row in rows]
            if len({*said}) > 1:
                yield from _compare_with_columns(table, key, rows, said)


def _compare_with_columns(table: RowTable, key: str, rows: Sequence[int], said: Sequence[str]) -> Iterator[Suspicion]:
    """Yield the one row in which a column differs from a word of the id."""
    for name, cells in table.scalars.items():
        if name in (key, COUNT_COLUMN):
            continue
        agree = [_is_said(cells[row], word) for row, word in zip(rows, said, strict=True)]
        odd = find_only_exception(agree, _FEWEST_NAMED)
        if odd is not None and cells[rows[odd]] not in (None, ""):
            row = rows[odd]
            if not said[odd].isdecimal() and not any(_is_said(cell, said[odd]) for cell in cells):
                continue  # the id says something else there, such as `dead-end`
            message = (
                f"{name!r} is {cells[row]!r} here, but the {key} {table.columns[key][row]!r} says {said[odd]!r};"
                f" they agree in the {len(rows) - 1} other rows"
            )
            yield Suspicion("GF177", row, (name,), message)


def _is_said(cell: Scalar, word: str) -> bool:
    return "".join(_ID_WORD.findall(str(cell).casefold())) == word


def find_odd_lists(table: RowTable) -> Iterator[Suspicion]:
    """Yield the list that differs in one item, where the lists of all other rows are the same."""
    for name, cells in table.lists.items():
        lists: list[list[Any]] = [*cells]
        for row, mine in enumerate(lists):
            others = lists[:row] + lists[row + 1 :]
            if len(others) < _FEWEST_LISTS or any(each != others[0] for each in others[1:]):
                continue
            theirs = others[0]
            differ = [at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b]
            if len(mine) == len(theirs) >= _FEWEST_ITEMS and len(differ) == 1:
                at = differ[0]
                message = f"{name!r} has {mine[at]!r} where the lists of all other rows have {theirs[at]!r}"
                yield Suspicion("GF176", row, (name,), message)
