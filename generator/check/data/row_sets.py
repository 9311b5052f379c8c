"""Find copied rows, and the one card that is missing from a full set such as suits times ranks."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod
from typing import Any, NamedTuple

from generator.check.data.row_table import COUNT_COLUMN, UNIQUE_COLUMNS, RowTable, Suspicion, most_common, order_by_fit

_MOST_COPIED = 0.2  # of all rows; a game with more of them has them on purpose
_SMALLEST_SET = 8  # combinations of a set of two columns in which one is missed
_SMALLEST_CUBE = 12  # likewise, of three columns, of which there are many
_MOST_VALUES = 40  # of a column of a set
_FEWEST_ROWS = 3
_FEWEST_NAMED = 8  # rows of a table in which a copy under a new name is told
_WORDS_OF_TEXT = 4  # of a cell: fewer are a name
_FEWEST_VARIED = 3  # columns of it with more than two values


class _Combinations(NamedTuple):
    """How often each combination of the values of some columns occurs; `usual` is the number for most of them."""

    names: tuple[str, ...]
    rows: dict[tuple[Any, ...], list[int]]
    missing: list[tuple[Any, ...]]
    usual: int


def find_copied_rows(table: RowTable) -> Iterator[Suspicion]:
    """Yield rows that say the same as an earlier one, unless many do."""
    facts = [name for name in table.columns if name not in (*UNIQUE_COLUMNS, COUNT_COLUMN)]
    has_id = any(name in table.columns for name in UNIQUE_COLUMNS)
    if len(table) < _FEWEST_ROWS or len(facts) < 1 + has_id:
        return
    copied = _find_alike(table, facts)
    if sum(map(len, copied)) > max(2, _MOST_COPIED * len(table)):
        return
    if not copied:
        yield from _find_renamed_row(table, facts)
    for first, *others in (order_by_fit(table, rows) for rows in copied):
        for number in others:
            but = f" but {', '.join(map(repr, rest))}" if (rest := [n for n in table.columns if n not in facts]) else ""
            there = table.locate(first)
            message = f"this row has the same values as {there} in all columns{but}; no other rows are alike"
            yield Suspicion("GF175", number, (), message)


def _find_alike(table: RowTable, columns: Sequence[str]) -> list[list[int]]:
    """Return the numbers of rows that have the same values in some columns."""
    alike: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(table.rows):
        alike[repr([row.values.get(name) for name in columns])].append(number)
    return [rows for rows in alike.values() if len(rows) > 1]


def _find_renamed_row(table: RowTable, facts: Sequence[str]) -> Iterator[Suspicion]:
    """Yield the one row that has the values of another under a new name, in a table with many different values."""
    said = {name: {repr(cell) for cell in table.columns[name]} for name in facts}
    names = [name for name in facts if len(said[name]) == len(table)]
    told = [name for name in facts if name not in names]
    if any(_holds_sentences(table.columns[name]) for name in names):
        return  # a row with a text of its own is no copy
    if not names or len(table) < _FEWEST_NAMED or sum(len(said[name]) > 2 for name in told) < _FEWEST_VARIED:
        return
    copied = _find_alike(table, told)
    if [len(rows) for rows in copied] == [2]:
        first, number = order_by_fit(table, copied[0])
        but = ", ".join(repr(name) for name in table.columns if name not in told)
        there = table.locate(first)
        message = f"this row has the same values as {there} in all columns but {but}; all others differ"
        yield Suspicion("GF175", number, (), message)


def _holds_sentences(cells: Sequence[Any]) -> bool:
    """Return whether most cells of a column are texts of several words."""
    return sum(isinstance(cell, str) and cell.count(" ") >= _WORDS_OF_TEXT - 1 for cell in cells) > len(cells) / 2


def find_incomplete_sets(table: RowTable) -> Iterator[Suspicion]:
    """Yield the row beside the one combination of columns that is missing, or that has another's values."""
    names = [
        name
        for name, cells in table.categories.items()
        if name != COUNT_COLUMN and len(set(map(repr, cells))) <= _MOST_VALUES
    ]
    found = []
    for size in (3, 2):
        for group in combinations(names, size):
            if (made := _combine(table, group)) and (suspicion := _describe_set(table, made)):
                found.append((len(made.rows), suspicion))
    if found:
        yield max(found, key=lambda each: each[0])[1]


def _combine(table: RowTable, names: tuple[str, ...]) -> _Combinations | None:
    """Return the combinations of some columns if nearly all occur."""
    cells = [table.categories[name] for name in names]
    values = [list(dict.fromkeys(each)) for each in cells]
    full = prod(map(len, values))
    if full < (_SMALLEST_SET if len(names) == 2 else _SMALLEST_CUBE) or full > len(table) + 1:
        return None
    rows: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for number, key in enumerate(zip(*cells, strict=True)):
        rows[key].append(number)
    if full - len(rows) > 1:
        return None
    usual = most_common(map(len, rows.values()))[0]
    if abs(full * usual - len(table)) > 1:
        return None
    return _Combinations(names, rows, _list_missing(values, rows), usual)


def _list_missing(values: Sequence[Sequence[Any]], rows: dict[tuple[Any, ...], list[int]]) -> list[tuple[Any, ...]]:
    keys: list[tuple[Any, ...]] = [()]
    for each in values:
        keys = [(*key, value) for key in keys for value in each]
    return [key for key in keys if key not in rows]


def _describe_set(table: RowTable, made: _Combinations) -> Suspicion | None:
    """Return what breaks a set: one row too many, one too few, or one in the place of another."""
    odd = {key: len(rows) for key, rows in made.rows.items() if len(rows) != made.usual}
    lacking = [*((key, 0) for key in made.missing), *((key, n) for key, n in odd.items() if n < made.usual)]
    more = [(key, n) for key, n in odd.items() if n > made.usual]
    what = f"{' and '.join(map(repr, made.names))}"
    rest = f"all {len(made.rows) - len(odd)} other combinations of {what} occur {_count_times(made.usual)}"
    if len(lacking) == 1 and len(more) == 1 and more[0][1] == made.usual + 1:
        (key, _), (other, _) = lacking[0], more[0]
        differ = [name for name, a, b in zip(made.names, key, other, strict=True) if a != b]
        if len(differ) != 1:
            return None
        number = _choose_row(table, made, key, other, differ[0])
        message = (
            f"{_show(made.names, other)} appears one time too many and {_show(made.names, key)} is missing; {rest}"
        )
        return Suspicion("GF175", number, (differ[0],), message)
    if len(lacking) == 1 and not more and lacking[0][1] == made.usual - 1:
        key = lacking[0][0]
        number = _find_neighbor(table, made, key)
        return Suspicion("GF175", number, (), f"{_show(made.names, key)} is missing beside this row; {rest}")
    if len(more) == 1 and not lacking and more[0][1] == made.usual + 1:
        key = more[0][0]
        message = f"{_show(made.names, key)} appears one time too many; {rest}"
        return Suspicion("GF175", made.rows[key][-1], (), message)
    return None


def _show(names: Sequence[str], key: Sequence[Any]) -> str:
    return " with ".join(f"{name} {value!r}" for name, value in zip(names, key, strict=True))


def _count_times(times: int) -> str:
    return "once" if times == 1 else f"{times} times"


def _find_neighbor(table: RowTable, made: _Combinations, key: tuple[Any, ...]) -> int:
    """Return the row beside which a missing one belongs: the nearest of those that differ in one value."""
    wanted = _expected_position(table, made, key)
    near = [rows[0] for other, rows in made.rows.items() if sum(a != b for a, b in zip(key, other, strict=True)) == 1]
    return min(near, key=lambda number: abs(number - wanted))


def _choose_row(table: RowTable, made: _Combinations, key: tuple[Any, ...], other: tuple[Any, ...], name: str) -> int:
    """Return which of the doubled rows is where the missing one should be."""
    wanted = _expected_position(table, made, key)
    return min(reversed(made.rows[other]), key=lambda number: abs(number - wanted))


def _expected_position(table: RowTable, made: _Combinations, key: tuple[Any, ...]) -> float:
    """Return where a row belongs, from how its values follow each other in the other rows."""
    steps: Counter[float] = Counter()
    for at, value in enumerate(key):
        for other in {each[at] for each in made.rows} - {value}:
            step = _find_step(made, at, other, value)
            there = made.rows.get((*key[:at], other, *key[at + 1 :]))
            if step is not None and there:
                steps[there[0] + step] += 1
    return steps.most_common(1)[0][0] if steps else len(table)


def _find_step(made: _Combinations, at: int, value: Any, other: Any) -> float | None:
    """Return how many rows usually lie from one value of a column to another, all else equal."""
    apart: Counter[float] = Counter()
    for key, rows in made.rows.items():
        there = made.rows.get((*key[:at], other, *key[at + 1 :]))
        if key[at] == value and there:
            apart[there[0] - rows[0]] += 1
    return apart.most_common(1)[0][0] if apart else None
