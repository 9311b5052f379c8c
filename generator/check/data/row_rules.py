"""Find the one row that breaks what all others follow: a formula, a sequence, a pair of values, a name in an id."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from generator.check.data.column_values import is_slip
from generator.check.data.row_table import (
    COUNT_COLUMN,
    UNIQUE_COLUMNS,
    RowTable,
    Suspicion,
    find_exceptions,
    most_common,
)
from generator.model.data_types import Scalar

_FEW = 4  # other rows that must follow a formula or a sequence
_MANY = 7  # for weak patterns, such as numbers that never fall
_MANY_IN_ORDER = 12
_OUTLIER_RATIO = 1.5  # times the largest of the others
_GROUPS, _IN_GROUPS = 3, 7  # values that recur and always come with the same other, and their rows
_FEWEST_VALUES = 2  # more values of a column must be found in another, not to be there by chance
_FEWEST_COUNTS = 3  # different numbers of copies: with one or two, a number of a text is the same by chance
_LARGE_GROUP = 4  # rows of each of two groups, where there are no more
_FACTORS = (1, -1, 2, -2, 3, 4, 5, 10, 0.5, 100)
# what a row is called that stands for any other, or for none
_BLANKS = frozenset("blank joker wild wildcard leer blanko blanc blanche vierge".split())
_NUMBERED = re.compile(r"(\D*?)(\d+)(\D*)")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_TOKEN = re.compile(r"[^\W_]+")


def find_broken_rules(table: RowTable) -> Iterator[Suspicion]:
    """Yield the cells that break a rule which all other rows follow."""
    table = _without_blanks(table)
    yield from _find_broken_sequences(table)
    yield from _find_broken_formulas(table)
    yield from _find_broken_sums(table)
    yield from _find_broken_pairs(table)
    yield from _find_broken_names(table)
    yield from _find_broken_texts(table)


def _without_blanks(table: RowTable) -> RowTable:
    """Return a table without jokers and blanks at its end, which follow no rule of the others."""
    rows = list(table.rows)
    while rows and any(isinstance(cell, str) and cell.casefold() in _BLANKS for cell in rows[-1].values.values()):
        rows.pop()
    return table if len(rows) == len(table.rows) else RowTable(table.part, rows, table.words, table.language)


# --- sequences


def _find_broken_sequences(table: RowTable) -> Iterator[Suspicion]:
    """Yield where a column of numbers, or of texts with numbers in them, breaks its sequence."""
    for name, cells in table.scalars.items():
        if name == COUNT_COLUMN:
            continue
        for rows, numbers in _list_runs(cells):
            yield from _check_steps(table, name, rows, numbers)
    for name, column in table.numbers.items():
        if name != COUNT_COLUMN and not name.startswith("|"):
            yield from _check_order(name, column)


def _list_runs(cells: Sequence[Scalar]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the numbers in a column with their rows, grouped by the words around them."""
    runs: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for row, cell in enumerate(cells):
        if isinstance(cell, bool | float):
            return
        found = _NUMBERED.fullmatch(str(cell)) if cell is not None else None
        if found is None and not isinstance(cell, int):
            return
        before, digits, after = found.groups() if found else ("", str(cell), "")
        rows, numbers = runs[before, after]
        rows.append(row)
        numbers.append(int(digits))
    yield from runs.values()


def _check_steps(table: RowTable, name: str, rows: Sequence[int], numbers: Sequence[int]) -> Iterator[Suspicion]:
    """Yield the number that is wrong, doubled, or missing from a run of equal steps."""
    steps = [b - a for a, b in pairwise(numbers)]
    if len(numbers) < _FEW + 1:
        return
    step, times = most_common(steps)
    odd = [n for n, each in enumerate(steps) if each != step]
    if not step or not odd or times < max(_FEW - 1, len(steps) - 2):
        return
    rest = f"everywhere else {name!r} goes {'up' if step > 0 else 'down'} by {abs(step)} from row to row"
    first = odd[0]
    if len(odd) == 1 and steps[first] == 2 * step:
        message = f"{numbers[first] + step} is missing between {numbers[first]} and {numbers[first + 1]}; {rest}"
        yield Suspicion("GF177", rows[first + 1], (name,), message, is_gap=True)
    elif len(odd) == 1 and steps[first] == 0:
        if len(numbers) > _MANY or min(numbers[0], numbers[-1]) in (0, 1):  # else two rows may be as strong
            goes = f"{name!r} goes {'up' if step > 0 else 'down'} by {abs(step)} from row to row"
            message = f"{goes}, except here, where it stays at {numbers[first]}"
            yield Suspicion("GF177", rows[first + 1], (name,), message)
    elif len(odd) == 1 and first in (0, len(steps) - 1):
        at = 0 if first == 0 else len(numbers) - 1
        right = numbers[1] - step if first == 0 else numbers[-2] + step
        yield Suspicion("GF177", rows[at], (name,), f"{name!r} is {numbers[at]}, not {right}; {rest}")
    elif len(odd) == 2 and odd[1] == first + 1 and steps[first] + steps[first + 1] == 2 * step:
        message = f"{name!r} is {numbers[first + 1]}, not {numbers[first] + step}; {rest}"
        yield Suspicion("GF177", rows[first + 1], (name,), message)


def _check_order(name: str, numbers: Sequence[float]) -> Iterator[Suspicion]:
    """Yield the only number of a column that is not in ascending order."""
    falls = [n for n, (a, b) in enumerate(pairwise(numbers)) if b < a]
    if len(falls) != 1 or len(numbers) < _MANY or len(set(numbers)) < _FEW:
        return
    at = falls[0]
    rest = [[each for n, each in enumerate(numbers) if n != skipped] for skipped in (at, at + 1)]
    sorted_without = [skipped for skipped, kept in zip((at, at + 1), rest, strict=True) if kept == sorted(kept)]
    if len(sorted_without) == 1 or (sorted_without and at in (0, len(numbers) - 2)):
        number = sorted_without[-1 if at else 0]
        most = max(each for n, each in enumerate(numbers) if n != number)
        if len(numbers) < _MANY_IN_ORDER and numbers[number] < _OUTLIER_RATIO * most:
            return  # a few rows may be in order by chance, except for one
        message = (
            f"{name!r} is {numbers[number]:g} here, out of ascending order; the {len(numbers) - 1} others are in order"
        )
        yield Suspicion("GF177", number, (name,), message)


# --- formulas


def _find_broken_formulas(table: RowTable) -> Iterator[Suspicion]:
    """Yield where one number is not the multiple of another, or its sum with a constant, as in all other rows."""
    for (one, xs), (other, ys) in combinations(table.numbers.items(), 2):
        for factor in _FACTORS if not (one + other).count("|") else (1,):
            apart = [y - factor * x for x, y in zip(xs, ys, strict=True)]
            usual, times = most_common(apart)
            wrong = find_exceptions([each == usual for each in apart], _FEW)
            others = {x for n, x in enumerate(xs) if n not in wrong}
            least = 2 if (factor, usual) == (1, 0) and times > _FEW + 1 else min(_FEW, times - 1)
            if (
                not wrong
                or times < (_MANY - 1 if "|" in one + other else _FEW)
                or len(others) < least
                or len(set(ys)) < least
            ):
                continue
            number, rule = wrong[0], _describe_formula(one, other, factor, usual)
            message = f"{other!r} is {ys[number]:g} where {one!r} is {xs[number]:g}; {rule} in all {times} other rows"
            yield Suspicion("GF177", number, (other, one), message.replace("|'", "'").replace("'|", "'length of "))
            break


def _describe_formula(one: str, other: str, factor: float, usual: float) -> str:
    product = repr(one) if factor == 1 else f"{factor:g} x {one!r}"
    plus = f" {'+' if usual > 0 else '-'} {abs(usual):g}" if usual else ""
    return f"{other!r} = {product}{plus}"


def _find_broken_sums(table: RowTable) -> Iterator[Suspicion]:
    """Yield where a number is not the sum, or the product, of others that it is in all other rows."""
    plain = {
        name: numbers for name, numbers in table.numbers.items() if not name.startswith("|") and name != COUNT_COLUMN
    }
    for name, sums in plain.items():
        others = [each for each in plain if each != name]
        groups = [*combinations(others, 2), *([tuple(others)] if len(others) > 2 else [])][:200]
        for group in groups:
            parts = list(zip(*(plain[each] for each in group), strict=True))
            wrong = find_exceptions([sum(each) == total for each, total in zip(parts, sums, strict=True)], _FEW + 1)
            if wrong and len(set(sums)) > 2 and len(set(parts)) > 2 and all(any(plain[each]) for each in group):
                number, rule = wrong[0], " + ".join(map(repr, group))
                said = f"{name!r} is {sums[number]:g} here, but {rule} is {sum(parts[number]):g}"
                message = f"{said}; they are equal in all {len(sums) - len(wrong)} other rows"
                yield Suspicion("GF177", number, (name, *group), message)


# --- pairs of values


def _find_broken_pairs(table: RowTable) -> Iterator[Suspicion]:
    """Yield where the value of one column comes with another value than in all other rows."""
    for one, keys in table.categories.items():
        if one == COUNT_COLUMN:
            continue
        for other, cells in table.columns.items():
            if other == one or other in UNIQUE_COLUMNS or len({repr(each) for each in cells}) < 2:
                continue
            if other == COUNT_COLUMN and one not in table.numbers:
                continue  # copies may follow from a rank, but not from a sort
            yield from _check_pair(table, one, other, keys, cells)


def _check_pair(
    table: RowTable, one: str, other: str, keys: Sequence[Any], cells: Sequence[Any]
) -> Iterator[Suspicion]:
    groups: dict[str, list[int]] = defaultdict(list)
    for number, key in enumerate(keys):
        if key not in ("", None):  # rows do not share what they do not have
            groups[repr(key)].append(number)
    recurring = [rows for rows in groups.values() if len(rows) > 1]
    mixed = [rows for rows in recurring if len({repr(cells[n]) for n in rows}) > 1]
    sound = [rows for rows in recurring if rows not in mixed]
    usual = {repr(cells[rows[0]]) for rows in sound}
    if len(mixed) != 1 or len(mixed[0]) == len(keys) or not _is_enough(sound, mixed[0], usual):
        return
    counts = Counter(repr(cells[n]) for n in mixed[0])
    (right, times), *_ = counts.most_common()
    if len(sound) == 1 and right in usual:
        return  # nearly all rows have that value
    wrong = [n for n in mixed[0] if repr(cells[n]) != right]
    if len(wrong) != 1 or (times == 1 and len(sound) < _GROUPS):
        return
    number, example = wrong[-1], next(n for n in mixed[0] if repr(cells[n]) == right)
    more = f" and {times - 1} more" if times > 1 else ""
    message = (
        f"{other!r} is {cells[number]!r} with {one!r} {keys[number]!r},"
        f" and {cells[example]!r} in {table.name(example)}{more}"
    )
    rest = f"all {sum(map(len, sound))} other rows that share a {one!r} also share the {other!r}"
    yield Suspicion("GF177", number, (other, one), f"{message}; {rest}")


def _is_enough(sound: Sequence[Sequence[int]], mixed: Sequence[int], usual: set[str]) -> bool:
    """Return whether enough groups of rows agree among themselves, and not all on one value."""
    if len(sound) == 1:
        return min(len(sound[0]), len(mixed)) >= _LARGE_GROUP and len(sound[0]) + len(mixed) > 2 * _LARGE_GROUP
    return len(sound) > 1 and len(usual) > 1 and sum(map(len, sound)) >= _IN_GROUPS - 1


# --- names and texts that repeat what other columns say


def _find_broken_names(table: RowTable) -> Iterator[Suspicion]:
    """Yield where a text does not have the value of another column in it, as all other rows do."""
    split = cache(_split_tokens)
    for one, cells in table.scalars.items():
        if not any(isinstance(cell, str) and cell for cell in cells):
            continue
        for other, values in table.scalars.items():
            if other == one:
                continue
            pairs = zip(cells, values, strict=True)
            wrong = find_exceptions((_has_in_it(cell, value, split) for cell, value in pairs), _FEW)
            is_sound = _is_of_own_row if other in UNIQUE_COLUMNS else _is_another_word
            wrong = [] if all(is_sound(cells[n], values, n, split) for n in wrong) else wrong
            wrong = [n for n in wrong if not _has_in_it(values[n], cells[n], split)]  # it is the short form
            wrong = [n for n in wrong if not _is_sort_of_another(cells, values, n, split)]
            if wrong and len({repr(value) for n, value in enumerate(values) if n not in wrong}) > _FEWEST_VALUES:
                number = wrong[0]
                message = f"{one!r} is {cells[number]!r}, but {other!r} is {values[number]!r}"
                rest = f"in all {len(cells) - len(wrong)} other rows, {one!r} contains the {other!r}"
                yield Suspicion("GF177", number, (other, one), f"{message}; {rest}")


def _is_of_own_row(cell: Scalar, values: Sequence[Scalar], number: int, split: Callable[[str], frozenset[str]]) -> bool:
    """Return whether an id of plain words, which need not be in a text of its row, is not that of another one."""
    if any(letter.isdigit() for letter in str(values[number])):
        return False
    return not any(_has_in_it(cell, value, split) for n, value in enumerate(values) if n != number)


def _is_sort_of_another(
    cells: Sequence[Scalar], values: Sequence[Scalar], number: int, split: Callable[[str], frozenset[str]]
) -> bool:
    """Return whether a text has that of another row in it, which is just the value there: `Crooked passage`."""
    own = split(str(cells[number]))
    return any(
        split(str(cell)) == split(str(values[n])) != own and _has_in_it(cells[number], cell, split)
        for n, cell in enumerate(cells)
    )


def _is_another_word(
    cell: Scalar, values: Sequence[Scalar], number: int, split: Callable[[str], frozenset[str]]
) -> bool:
    """Return whether a value is only part of another word, like `bow` in `rainbow`, and not a typo."""
    value = values[number]
    if not (isinstance(cell, str) and isinstance(value, str) and value.isalpha()):
        return False
    words = split(cell)
    others = {each.casefold() for each in values if isinstance(each, str)}
    return not any(word.casefold() in others or is_slip(word.casefold(), value.casefold()) for word in words)


def _has_in_it(cell: Scalar, value: Scalar, split: Callable[[str], frozenset[str]]) -> bool:
    """Return whether a text contains all words and numbers of a value."""
    return isinstance(cell, str) and bool(words := split(str(value))) and words <= split(cell)


def _split_tokens(text: str) -> frozenset[str]:
    """Return the words and numbers of a text in lowercase; letters and digits that touch are two."""
    return frozenset(part for token in _TOKEN.findall(text.casefold()) for part in re.findall(r"\d+|\D+", token))


def _find_broken_texts(table: RowTable) -> Iterator[Suspicion]:
    """Yield where the number in a text is not that of a column, as it is in all other rows that have one."""
    for one, cells in table.scalars.items():
        found = {n: number for n, cell in enumerate(cells) if (number := _read_only_number(cell)) is not None}
        for other, numbers in table.numbers.items():
            if other == one or other.startswith("|") or len(found) <= _FEW:
                continue
            rows = list(found)
            wrong = find_exceptions([found[n] == numbers[n] for n in rows], _FEW)
            least = _FEWEST_COUNTS if other == COUNT_COLUMN else _FEWEST_VALUES
            if wrong and len({numbers[n] for n in rows}) >= least:
                n = rows[wrong[0]]
                said = f"the text says {found[n]}, but {other!r} is {numbers[n]:g}"
                message = f"{said}; they agree in all {len(rows) - len(wrong)} other rows"
                yield Suspicion("GF177", n, (one, other), message)


def _read_only_number(cell: Scalar) -> int | None:
    """Return the only number in a text."""
    found = _NUMBER.findall(cell) if isinstance(cell, str) else []
    return int(found[0]) if len(found) == 1 and cell != found[0] else None
