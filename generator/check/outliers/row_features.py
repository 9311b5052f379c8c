"""Read features from the rows of a part: how each column is written, and how it relates to the others.

Lists of one sort, in a column or side by side in the values of a part, go up alike, or have no item twice.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import factorial, isfinite, log2
from typing import Any

from generator.check.outliers.feature_table import OWN, SAME_RULE, Feature
from generator.language.suggestions import is_slip
from generator.model.game import Row

ID, COPIES = "id", "copies"
_MOST_COLUMNS = 24  # every one is compared with every other
_TYPED, _SPACED = 4, 3  # others of one type, and without a stray blank: by design few differ
_COUNTED = 3  # other rows that count on from 0 or 1
_NUMBERED = 6  # others that go up or down by as much from row to row
_NEAR, _FAR = 5, 3  # others near to one another, and times their range by which the odd number is away from them
_SHARING, _COPIED = 3, 8  # columns of numbers, and other rows whose numbers together are their own
_COMMON = 3  # rows that have the right value, where one has nearly that
_MOST_LONE = 5  # values that one row each has: where there are more, they are names
_LETTERS = 3  # of a text that each row has to itself: shorter ones recur by chance
_WORD = 5  # letters of two values together, such as `act` and `at`: of fewer, one letter makes another value
_OWN = 4  # other rows with texts of their own
_STRAY_BLANK = re.compile(r"^\s|\s$|\s\s|[^\S \n]")

Features = Iterator[tuple[Any, Feature]]


class RowTable:
    """The rows of a part by columns, each cell a scalar or a list; None for a cell that a row lacks."""

    def __init__(self, part: str, rows: Sequence[Row]) -> None:
        self.part, self.rows = part, rows
        names = [*dict.fromkeys(name for row in rows for name in row.values)][:_MOST_COLUMNS]
        self.columns: dict[str, list[Any]] = {name: [row.values.get(name) for row in rows] for name in names}
        self.numbers = {name: found for name, cells in self.columns.items() if (found := _read_numbers(cells))}

    def name(self, row: int) -> str:
        """Return what a message calls a row: its id, or its line."""
        own = self.rows[row].values.get(ID)
        return f"line {self.rows[row].line}" if own in (None, "") else repr(own)


def _read_numbers(cells: Sequence[Any]) -> list[float]:
    """Return the numbers of a column, or the lengths of its lists; nothing if a cell is neither."""
    found = []
    for cell in cells:
        try:
            number = float(len(cell)) if isinstance(cell, list) else float(cell)
        except (TypeError, ValueError):
            return []
        if isinstance(cell, bool) or not isfinite(number):
            return []
        found.append(number)
    return found


def make_row_features(table: RowTable) -> dict[Any, Feature]:
    """Return the features of the rows of a table by their keys."""
    found = dict[Any, Feature]()
    for name, cells in table.columns.items():
        found.update(_compare_values(table, name, cells))
        if not any(isinstance(cell, list) for cell in cells):
            found.update(_describe_writing(name, cells))
        elif all(isinstance(cell, list) and cell for cell in cells):
            found.update(make_list_features(cells, [name] * len(cells), (name,)))
    for name, numbers in table.numbers.items():
        if name != COPIES and not isinstance(table.columns[name][0], list):
            found.update(_compare_sizes(name, numbers))
    found.update(_compare_copies(table))
    return found


def _compare_values(table: RowTable, name: str, cells: Sequence[Any]) -> Features:
    """Yield whether each row has a text of its own."""
    if all(isinstance(cell, str) and len(cell) >= _LETTERS for cell in cells) and name not in table.numbers:
        yield ("own", name), Feature(f"{name!r}", cells, (OWN,), of=(name,), least=_OWN)


def _describe_writing(name: str, cells: Sequence[Any]) -> Features:
    """Yield how the cells of a column are written: of which type, with which letters and blanks."""
    types = [_name_type(cell) for cell in cells]
    if Counter(types).most_common(1)[0][0] != "empty":
        least = None if "empty" in types else _TYPED  # a single empty cell is more often meant
        yield ("type", name), _make(name, types, f"{name!r}", least, spell=str)
    texts = [cell if isinstance(cell, str) and cell else None for cell in cells]
    if not any(texts):
        return
    blanks = [None if text is None else "\n" in text or not _STRAY_BLANK.search(text) for text in texts]
    says: Callable[[int], str] = lambda row: f"{name!r} has an extra space: {cells[row]!r}"  # noqa: E731
    yield ("blank", name), _make(name, blanks, "", _SPACED, says=says)
    if name == ID or None in texts:
        return
    yield from _find_misspelled(name, cells)


def _name_type(cell: Any) -> str:
    if cell is None or cell == "":
        return "empty"
    if isinstance(cell, bool):
        return "true or false"
    return "a number" if _read_numbers([cell]) else "a text"


def _make(
    name: str,
    values: Sequence[Any],
    what: str,
    least: int | None = None,
    spell: Callable[[Any], str] = repr,
    says: Callable[[int], str] | None = None,
) -> Feature:
    """Return a feature of a column that must be the same in all rows."""
    return Feature(what, values, (SAME_RULE,), spell=spell, least=least, of=(name,), says=says)


def _find_misspelled(name: str, cells: Sequence[Any]) -> Features:
    """Yield whether the values of a column are what they should be: one that recurs, or not nearly one that does."""
    counts = Counter(cells)
    lone = [cell for cell, times in counts.items() if times == 1]
    common = [cell for cell, times in counts.items() if times >= _COMMON]
    if common and len(lone) <= _MOST_LONE:
        right = {cell: next((each for each in common if _is_misspelling(cell, each)), "") for cell in lone}
        says = lambda row: (  # noqa: E731
            f"{name!r} is {cells[row]!r} only here, and {right[cells[row]]!r} in {counts[right[cells[row]]]} other rows"
        )
        values = [not right.get(cell) for cell in cells]
        yield ("spelling", name), _make(name, values, "", _COMMON, says=says)._replace(is_certain=True)


def _is_misspelling(cell: str, other: str) -> bool:
    """Return whether a value is another in other letters; short ones have another letter on purpose, but lack none."""
    if cell.casefold().strip() == other.casefold().strip():
        return True
    is_word = (cell + other).isalpha() and other.islower() and len(cell + other) >= _WORD
    is_short = len(other) <= _LETTERS and sorted(cell) != sorted(other)
    return (not is_short or (is_word and len(cell) != len(other))) and is_slip(cell, other)


# --- numbers


def _compare_copies(table: RowTable) -> Features:
    """Yield the numbers of each row together, if they are many: a row that was copied has those of another."""
    names = [name for name, each in table.numbers.items() if len(set(each)) > 2 and name not in (ID, COPIES)]
    names = [name for name in names if len(set(table.numbers[name])) < len(table.rows)]
    if len(names) >= _SHARING:
        values = [repr([table.numbers[name][row] for name in names]) for row in range(len(table.rows))]
        spell = lambda _: "the same in all columns of numbers"  # noqa: E731
        yield ("numbers",), Feature("this row", values, (OWN,), spell=spell, of=names, least=_COPIED)


def _compare_sizes(name: str, numbers: Sequence[float]) -> Features:
    """Yield whether each number is near the others, and goes up, or down, from row to row by as much as all do."""
    middle = sorted(numbers)[len(numbers) // 2]
    far = max(range(len(numbers)), key=lambda row: abs(numbers[row] - middle))
    rest = [each for row, each in enumerate(numbers) if row != far]
    low, high = min(rest), max(rest)
    if low < high:
        near = [row != far or max(low - each, each - high) <= _FAR * (high - low) for row, each in enumerate(numbers)]
        says = lambda row: f"{name!r} is {numbers[row]:g} here, and from {low:g} to {high:g} in all others"  # noqa: E731
        digits = f"{numbers[far]:g}"  # with a digit too many, nothing else explains it
        shorter = [digits[:at] + digits[at + 1 :] for at in range(len(digits))]
        is_typo = any(each.isdecimal() and low <= int(each) <= high for each in shorter)
        yield ("size", name), _make(name, near, "", _NEAR, says=says)._replace(is_certain=is_typo)
    step_up = Counter(b - a for a, b in pairwise(numbers)).most_common(1)[0][0]
    if step_up:
        begins = [each - row * step_up for row, each in enumerate(numbers)]
        right = Counter(begins).most_common(1)[0][0]
        goes = lambda row: (  # noqa: E731
            f"{name!r} is {numbers[row]:g}, not {right + row * step_up:g}; everywhere else it goes"
            f" {'up' if step_up > 0 else 'down'} by {abs(step_up):g} from row to row"
        )
        yield ("order", name), _make(name, begins, "", _NUMBERED, says=goes)
        yield from _find_gap(name, numbers, step_up)


def _find_gap(name: str, numbers: Sequence[float], step: float) -> Features:
    """Yield the step to each row from the one before, if one is twice as long as all others: a row is missing."""
    steps = [b - a for a, b in pairwise(numbers)]
    if {*steps} == {step, 2 * step}:
        least = _NUMBERED if numbers[0] not in (0, 1) else _COUNTED
        says = lambda row: (  # noqa: E731
            f"{name!r} is {numbers[row]:g} here, and {numbers[row - 1]:g} in the row above: is a row missing? Else"
            f" it goes {'up' if step > 0 else 'down'} by {abs(step):g}"
        )
        yield ("gap", name), _make(name, [None, *steps], "", least, says=says)


# by chance, all other lists are as they are once in 2 to this power: as seldom as seven things are the same
_BITS = 7.0
_OTHERS = 2  # lists that agree
_LONG = 3  # items of the odd list: a shorter one has no order
_TOKEN = re.compile(r"\w+")  # of an item such as 0-5

_ORDERS: Mapping[str, Callable[[float, float], bool]] = {
    "go up from item to item": lambda one, other: one < other,
    "go down from item to item": lambda one, other: one > other,
    "never go down from item to item": lambda one, other: one <= other,
    "never go up from item to item": lambda one, other: one >= other,
}

Lists = Sequence[Sequence[Any]]


def make_list_features(lists: Lists, names: Sequence[str], of: Sequence[str] = ()) -> dict[Any, Feature]:
    """Return the features of lists that all of them but one have; `names` are what messages call them."""
    found = dict[Any, Feature]()
    for key, holds, what in (*_compare_orders(lists), *_compare_items(lists)):
        if sum(holds) == len(lists) - 1 >= _OTHERS:
            says = lambda number, what=what: f"{names[number]!r} is {_spell(lists[number])} here; {what}"  # noqa: E731
            found[key, *of] = Feature("", holds, (SAME_RULE,), of=of, least=_OTHERS, says=says)
    return found


def _spell(items: Sequence[Any]) -> str:
    return f"[{', '.join(map(str, items))}]"


def _compare_orders(lists: Lists) -> Iterator[tuple[str, Sequence[bool], str]]:
    """Yield the order that all lists of numbers but one have, if that one lacks it for a single item."""
    if not all(type(item) in (int, float) for items in lists for item in items):
        return
    for what, follows in _ORDERS.items():
        holds = [_is_ordered(items, follows) for items in lists]
        bits = sum(log2(factorial(len(set(items)))) for items, does in zip(lists, holds, strict=True) if does)
        odd = lists[holds.index(False)] if False in holds else ()
        near = any(_is_ordered([*odd[:at], *odd[at + 1 :]], follows) for at in range(len(odd)))
        if bits >= _BITS and near and len(odd) >= _LONG:
            yield "order", holds, f"the {len(lists) - 1} other lists {what}"
            return


def _is_ordered(items: Sequence[float], follows: Callable[[float, float], bool]) -> bool:
    return all(follows(one, other) for one, other in pairwise(items))


def _compare_items(lists: Lists) -> Iterator[tuple[str, Sequence[bool], str]]:
    """Yield whether each list has all its items once."""
    words = [_TOKEN.findall(" ".join(map(str, items))) for items in lists]
    pool = len({word for items in words for word in items})
    single = [len(set(items)) == len(items) for items in words]
    chances = (1 - taken / pool for items, is_ in zip(words, single, strict=True) if is_ for taken in range(len(items)))
    if -sum(map(log2, chances)) >= _BITS:
        odd = words[single.index(False)] if False in single else []
        twice = [each for each, times in Counter(odd).items() if times > 1]
        if len(twice) == 1 and len(odd) >= _LONG:
            yield (
                "twice",
                single,
                f"it has {twice[0]!r} twice, and none of the {len(lists) - 1} others has an item twice",
            )
