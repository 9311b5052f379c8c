"""Read features from the rows of a part: how each column is written, and how it relates to the others."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import isfinite
from typing import Any

from generator.check.outliers.feature_table import FOLLOWS, MATCHES, OWN, SAME_RULE, Feature
from generator.check.outliers.list_features import make_list_features
from generator.language.suggestions import is_slip
from generator.model.game import Row

ID, COPIES = "id", "copies"
_MOST_COLUMNS = 24  # every one is compared with every other
_MOST_NUMBERS = 8  # columns of numbers, likewise
_TYPED, _ENDED, _SPACED = (
    4,
    4,
    3,
)  # others of one type, that end with a mark, without a stray blank: by design few differ
_COUNTED = 3  # other rows that count on from 0 or 1
_NUMBERED = 6  # others in which two numbers must have the same sum, difference or ratio
_SORTED = 5  # different numbers of other rows that are in order
_SAMPLE = 60  # rows that tell the factors of a sum
_EXACT = 1e-6  # by which computed numbers are off
_VARIED = 3  # different numbers that a sum or product must have
_NEAR, _FAR = 5, 3  # others near to one another, and times their range by which the odd number is away from them
_STEPS = (100, 50, 25, 20, 10, 5)  # that all others are multiples of
_COMMON = 3  # rows that have the right value, where one has nearly that
_MOST_LONE = 5  # values that one row each has: where there are more, they are names
_LETTERS = 3  # of a text that each row has to itself: shorter ones recur by chance
_SHARED, _SHARING = 2, 3  # values that columns share at least, and columns that share them
_COPIED = 8  # other rows whose numbers together are their own
_WORD = 5  # letters of two values together, such as `act` and `at`: of fewer, one letter makes another value
_OWN = 4  # other rows with texts of their own
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_STRAY_BLANK = re.compile(r"^\s|\s$|\s\s|[^\S \n]")
_MARKS = (".", "?", "!", "\u2026")
_QUOTES = "\"')\u201d\u2019\u00bb"

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
    found.update(_compare_numbers(table))
    found.update(_compare_copies(table))
    found.update(_compare_pools(table))
    return found


def _compare_values(table: RowTable, name: str, cells: Sequence[Any]) -> Features:
    """Yield what a value may follow from, whether each row has its own, and the values that a text has in it."""
    numbers = [each for each in table.numbers if each != name]
    if name != ID:  # copies may follow from a rank, but not from a sort
        yield name, Feature(f"{name!r}", cells, (FOLLOWS,), of=(name,), columns=numbers if name == COPIES else None)
    if all(isinstance(cell, str) and len(cell) >= _LETTERS for cell in cells) and name not in table.numbers:
        yield ("own", name), Feature(f"{name!r}", cells, (OWN,), of=(name,), least=_OWN)
        shown = [other for other, its in table.columns.items() if other != name and not isinstance(its[0], list)]
        tokens = Feature(f"{name!r}", cells, (MATCHES,), _contains, of=(name,), columns=shown)
        yield ("contains", name), tokens._replace(holds="is in it")


def _contains(cell: str, value: Any) -> bool:
    """Return whether a text has all words and numbers of a value in it."""
    words = {*_TOKEN.findall(str(value).casefold())} if value is not None else set()
    return bool(words) and words <= {*_TOKEN.findall(cell.casefold())}


def _describe_writing(name: str, cells: Sequence[Any]) -> Features:
    """Yield how the cells of a column are written: of which type, with which letters, blanks and marks."""
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
    written: dict[str, Callable[[str], bool]] = {
        "ends with a period or another mark": lambda text: text.rstrip(_QUOTES).endswith(_MARKS),
        "begins with a capital letter": lambda text: not text[:1].islower(),
    }
    for what, reads in written.items():
        values = [reads(str(text)) for text in texts]
        if sum(values) > len(values) / 2:  # one that has a mark that no other has may shout
            yield (what, name), _make(name, values, "", _ENDED, says=_say_writing(name, cells, what))
    patterns = [re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", str(text))) for text in texts]
    usual = Counter(patterns).most_common(1)[0][0]
    if "0" in usual and "a" in usual and " " not in usual and len(usual) > len("a0"):
        what = "has the same pattern of letters and digits"
        yield ("pattern", name), _make(name, patterns, "", says=_say_writing(name, cells, what))
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


def _say_writing(name: str, cells: Sequence[Any], what: str) -> Callable[[int], str]:
    return lambda row: f"{name!r} is {cells[row]!r} here, but each of the {len(cells) - 1} others {what}"


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


def _compare_pools(table: RowTable) -> Features:
    """Yield whether each row has only values that others have too, in columns that share theirs: edges of tiles."""
    texts = {name: cells for name, cells in table.columns.items() if name != ID and _are_words(cells)}
    for cells in texts.values():
        alike = [name for name, its in texts.items() if len({*cells} & {*its}) * 2 >= len({*its}) >= _SHARED]
        if len(alike) >= _SHARING:
            yield from _find_lone(alike, list(zip(*(texts[name] for name in alike), strict=True)))
            break
    for name, cells in table.columns.items():
        lengths = {len(cell) if isinstance(cell, list) else 0 for cell in cells}
        if len(lengths) == 1 and min(lengths) >= _SHARING:
            yield from _find_lone([name], cells)


def _are_words(cells: Sequence[Any]) -> bool:
    return all(isinstance(cell, str) and cell for cell in cells)


def _find_lone(names: Sequence[str], lists: Sequence[Sequence[Any]]) -> Features:
    """Yield whether each row is without the only value that is there once, if all others recur."""
    counts = Counter(each for items in lists for each in items)
    (lone, once), *more = reversed(counts.most_common())
    if once == 1 and len(more) >= _SHARED and all(times >= _COMMON for _, times in more):
        row = next(number for number, items in enumerate(lists) if lone in items)
        own = names[[*lists[row]].index(lone)] if len(names) > 1 else names[0]
        says = lambda _: f"{own!r} has {lone!r}, which is here alone; all other values recur"  # noqa: E731
        values = [number != row for number in range(len(lists))]
        feature = Feature("", values, (SAME_RULE,), of=(own, *names), least=_NUMBERED, says=says, is_certain=True)
        yield ("lone", *names), feature


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
    """Yield whether each number is near the others, is a multiple of what they are, and goes up with its row."""
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
        yield from _find_unsorted(name, numbers)
    if all(each == int(each) for each in numbers) and len(set(numbers)) > 2:
        step = next((each for each in _STEPS if sum(number % each == 0 for number in numbers) >= len(numbers) - 1), 0)
        if step:
            tell = lambda row: f"{name!r} is {numbers[row]:g} here, and a multiple of {step} in all others"  # noqa: E731
            yield ("multiple", name), _make(name, [each % step == 0 for each in numbers], "", says=tell)
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


def _find_unsorted(name: str, numbers: Sequence[float]) -> Features:
    """Yield the only row that is out of order in a column that otherwise goes up, or down."""
    for way, back, signed in (("up", "down", numbers), ("down", "up", [-each for each in numbers])):
        falls = [row for row, (one, other) in enumerate(pairwise(signed)) if one > other]
        odd = [
            row for start in falls[:1] for row in (start, start + 1) if _goes_up([*signed[:row], *signed[row + 1 :]])
        ]
        is_inside = len(odd) == 1 and 0 < odd[0] < len(numbers) - 1  # the last row may have been added
        if is_inside and len({*numbers[: odd[0]], *numbers[odd[0] + 1 :]}) >= _SORTED:
            values = [row != odd[0] for row in range(len(numbers))]
            says = lambda row, way=way, back=back: (  # noqa: E731
                f"{name!r} is {numbers[row]:g} here; else it goes {way} from row to row, and never {back}"
            )
            yield ("sorted", name), _make(name, values, "", _NUMBERED, says=says)


def _goes_up(numbers: Sequence[float]) -> bool:
    return all(one <= other for one, other in pairwise(numbers))


def _compare_numbers(table: RowTable) -> Features:
    """Yield whether each number follows from others as in nearly all rows: as a product of two, or a sum of multiples.

    The multiples are whole or half ones: nobody computes points with others.
    """
    varied = {name: each for name, each in table.numbers.items() if len(set(each)) > 1 and name != COPIES}
    names = [*varied][:_MOST_NUMBERS]
    for name in reversed(names):  # what is computed stands last
        if len(set(varied[name])) < _VARIED:
            continue
        others = [other for other in names if other != name]
        for some in (*combinations(others, 1), *combinations(others, 2), *combinations(others, 3)):
            for rule, fits in _find_formulas(varied[name], [varied[other] for other in some], some):
                says = _say_relation(table, (name, *some), f"{name!r} is {rule}")
                yield (rule, name), Feature("", fits, (SAME_RULE,), of=(name, *some), least=_NUMBERED, says=says)


def _find_formulas(
    numbers: Sequence[float], others: Sequence[Sequence[float]], names: Sequence[str]
) -> Iterator[tuple[str, Sequence[bool]]]:
    """Yield the formulas by which numbers follow from others in all rows but one, with the rows that agree."""
    if len(others) == 2:
        products = (one * other for one, other in zip(*others, strict=True))
        yield from _test_formula(f"{names[0]!r} x {names[1]!r}", numbers, products)
    if len(numbers) - 1 < _NUMBERED + len(others):
        return
    for some in (slice(None, _SAMPLE), slice(-1, -_SAMPLE - 1, -1)):  # the odd row is not among the first of both
        factors = _solve(numbers[some], [(*row, 1.0) for row in zip(*(each[some] for each in others), strict=True)])
        *rates, start = factors or [0.0]
        if rates and all(rates) and all(each * 2 % 1 == 0 for each in factors):
            values = (sum(a * b for a, b in zip(factors, (*row, 1), strict=True)) for row in zip(*others, strict=True))
            terms = [f"{rate:+g} x {name!r}" for rate, name in zip(rates, names, strict=True)]
            rule = " ".join([*terms, *([f"{start:+g}"] if start else [])])
            yield from _test_formula(rule.replace("+1 x", "+").removeprefix("+").strip(), numbers, values)


def _test_formula(rule: str, numbers: Sequence[float], values: Iterable[float]) -> Iterator[tuple[str, Sequence[bool]]]:
    fits: list[bool] = []
    misses = 0
    for one, other in zip(numbers, values, strict=True):
        fits.append(abs(one - other) < _EXACT)
        misses += not fits[-1]
        if misses > 1:
            return
    yield rule, fits


def _solve(numbers: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the factors by which the first independent rows make their numbers, nothing if there are too few."""
    system = dict[int, list[float]]()  # in reduced echelon form, by the column of the pivot
    for row, number in zip(rows, numbers, strict=True):
        line = [*row, number]
        for at, pivot in system.items():
            line = _subtract(line, pivot, line[at])
        first = next((at for at, each in enumerate(line[:-1]) if abs(each) > _EXACT), None)
        if first is None:
            continue
        line = [each / line[first] for each in line]
        system = {at: _subtract(pivot, line, pivot[first]) for at, pivot in system.items()} | {first: line}
        if len(system) == len(row):
            return [round(system[at][-1], 6) for at in range(len(system))]
    return []


def _subtract(line: Sequence[float], other: Sequence[float], times: float) -> list[float]:
    return [one - times * two for one, two in zip(line, other, strict=True)]


def _say_relation(table: RowTable, names: Sequence[str], rule: str) -> Callable[[int], str]:
    def says(row: int) -> str:
        values = ", ".join(f"{name!r} is {table.numbers[name][row]:g}" for name in names)
        return f"{values} here; {rule} in all {len(table.rows) - 1} other rows"

    return says
