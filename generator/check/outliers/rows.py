"""Report rows of data, and items of lists, that are unlike all others (GF176)."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from math import factorial, isfinite, log2
from typing import Any, NamedTuple

from generator.check.outliers.feature_table import OWN, SAME_RULE, Feature, FeatureTable, Oddity
from generator.language.suggestions import did_you_mean, is_slip
from generator.model.data_types import list_texts
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part, Row

ID, COPIES = "id", "copies"
_MOST_COLUMNS = 24  # every one is compared with every other
_TYPED, _SPACED = 4, 3  # others of one type, and without a stray blank: by design few differ
_COUNTED = 3  # other rows that count on from 0 or 1
_NUMBERED = 6  # others that go up or down by as much from row to row
_NEAR, _FAR = 5, 3  # others near to one another, and times their range by which the odd number is away from them
_SHARING, _SHARED = 3, 8  # columns of numbers, and other rows whose numbers together are their own
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
        yield ("numbers",), Feature("this row", values, (OWN,), spell=spell, of=names, least=_SHARED)


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


_MOST_ROWS = 20_000  # of a table: every column is compared with every other, which takes a second then
_FEWEST_ROWS = 4
_ID_LETTERS = 3  # of an id that a text of its row begins like
_COPIED = 6  # other rows that all differ
_COPIED_COLUMNS = 2  # that a copy repeats
_CLASSES, _SET = 3, 4  # other classes of rows that have one set of values, and how many values it has at least
_CHANGED = 2  # values in which the odd set differs at most: one in the place of another
_ITEMS, _NAMES = 7, 4  # other items of a list that are names, and how many different ones
_NUMBERS = 12  # that are names, in a range twice as wide


class _Item(NamedTuple):
    """An item of a list, and its place."""

    value: str
    place: Place
    label: str


def find_odd_rows(game: Game, parts: Sequence[Part] = ()) -> Iterator[Finding]:
    """Yield, as notes, what is unlike all others in the rows and values of parts (GF176); `parts` may have boards."""
    domains = list(_list_domains(game, parts))
    unknown = [finding for items in _list_items(game) for finding in _judge_items(items, domains)]
    yield from unknown
    for part, rows in game.rows.items():
        if _FEWEST_ROWS <= len(rows) <= _MOST_ROWS:
            yield from _judge_table(RowTable(part, rows))
    for part, data in game.parts.items():
        yield from _judge_values(game, part, data.values)


def _judge_table(table: RowTable) -> Iterator[Finding]:
    """Yield what is odd in a table."""
    columns = {name: cells for name, cells in table.columns.items() if name != ID}
    features = make_row_features(table)
    facts = [name for name in columns if name != COPIES]
    if len(facts) >= _COPIED_COLUMNS:
        values = [repr([columns[name][row] for name in facts]) for row in range(len(table.rows))]
        spell = lambda _: "the same in all columns"  # noqa: E731
        features["row"] = Feature("this row", values, (OWN,), spell=spell, of=("",), least=_COPIED)
    odd = (_choose_twin(table, each) for each in FeatureTable(columns, features, table.name).find_odd())
    found = [(each.thing, features[each.feature].of[0], each.text) for each in odd]
    found = found or [*_find_odd_sets(table)][:1]
    for row, column, text in found:
        own = table.rows[row].values.get(ID)
        label = table.part if own in (None, "") else f"{table.part}.{own}"
        yield Finding("GF176", table.rows[row].place(column), f"{label}: {text}", "note")


def _choose_twin(table: RowTable, odd: Oddity) -> Oddity:
    """Return what is odd; of two rows with one text, the one whose id is not like the beginning of a word of it."""
    column = odd.feature[-1]
    if odd.twin is None or column not in table.columns:
        return odd
    text = str(table.columns[column][odd.thing]).casefold()
    begins = [
        any(word.startswith(str(table.rows[row].values.get(ID, ""))[:_ID_LETTERS].casefold()) for word in text.split())
        for row in (odd.thing, odd.twin)
    ]
    if begins != [True, False]:
        return odd
    return odd._replace(thing=odd.twin, text=odd.text.replace(table.name(odd.twin), table.name(odd.thing)))


def _find_odd_sets(table: RowTable) -> Iterator[tuple[int, str, str]]:
    """Yield the class of rows, such as a suit, that lacks a value of those that all other classes have."""
    categories = FeatureTable({k: v for k, v in table.columns.items() if k not in (ID, COPIES)}, {}).categories
    for one, other in permutations(categories, 2):
        rows = defaultdict[Any, list[int]](list)
        for row, value in enumerate(categories[one]):
            rows[value].append(row)
        counts = [Counter(categories[other][row] for row in some) for some in rows.values()]
        sets = [frozenset(count.items()) for count in counts]
        feature = Feature("", sets, (SAME_RULE,), least=_CLASSES)
        for odd in FeatureTable({}, {"": feature}).find_odd():
            usual = Counter(dict(Counter(sets).most_common(1)[0][0]))
            own = counts[odd.thing]
            lacks, more = [*(usual - own).elements()], [*(own - usual).elements()]
            if max(len(lacks), len(more)) < _CHANGED and usual.total() >= _SET:
                value, number = [*rows][odd.thing], rows[[*rows][odd.thing]][-1]
                number = next((row for row in reversed(rows[value]) if categories[other][row] in more), number)
                faults = [f"lack {other} {each!r}" for each in lacks]
                what = " and ".join([*faults, *(f"have {other} {each!r} too often" for each in more)])
                text = f"the rows with {one} {value!r} {what}; those of the {len(sets) - 1} others are the same"
                yield number, other if more else "", text


# --- lists


def _judge_values(game: Game, part: str, values: Any, path: tuple[str | int, ...] = ()) -> Iterator[Finding]:
    """Yield what is odd about lists of numbers or words that are side by side in the values of a part."""
    keyed = values if isinstance(values, Mapping) else dict(enumerate(values)) if isinstance(values, list) else {}
    for key, value in keyed.items():
        yield from _judge_values(game, part, value, (*path, key))
    lists = {key: value for key, value in keyed.items() if isinstance(value, list) and value}
    for length in {len(value) for value in lists.values()}:
        alike = {key: value for key, value in lists.items() if len(value) == length}
        keys = [*alike]
        features = make_list_features([*alike.values()], [*map(str, keys)])
        for odd in FeatureTable({}, features).find_odd():
            place = game.place("parts", part, "values", *path, keys[odd.thing])
            yield Finding("GF176", place, f"parts.{part}: {odd.text}", "note")


def _list_domains(game: Game, parts: Sequence[Part]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what the items of a list may be the names of."""
    for part, rows in game.rows.items():
        for name in dict.fromkeys(name for row in rows[:_MOST_ROWS] for name in row.values):
            cells = [row.values.get(name) for row in rows]
            if all(isinstance(cell, str) and cell for cell in cells) or _are_names(cells):
                yield f"{name!r} of {part}", frozenset(map(str, cells))
    yield "a color", frozenset(word for role, color in game.colors.items() for word in (role, color.name))
    for each in parts:
        if each.board:
            yield f"a cell of {each.id}", frozenset(each.board.cells)


def _are_names(cells: Sequence[Any]) -> bool:
    """Return whether whole numbers are as good as names: so many, and with so many gaps, that none is by chance."""
    numbers = {cell for cell in cells if type(cell) is int}
    is_sparse = len(numbers) >= _NUMBERS and max(numbers) - min(numbers) >= 2 * len(numbers)
    return is_sparse and all(type(cell) is int for cell in cells)


def _list_items(game: Game) -> Iterator[list[_Item]]:
    """Yield the items of each list column, and of each list among the values of a part."""
    for part, rows in game.rows.items():
        columns: dict[str, list[_Item]] = defaultdict(list)
        for row in rows[:_MOST_ROWS]:
            for name, cell in row.values.items():
                items = [each for each in cell if type(each) in (int, str)] if isinstance(cell, list) else []
                columns[name] += [_Item(str(each), row.place(name), f"{part}: {name!r}") for each in items]
        yield from columns.values()
    for part, data in game.parts.items():
        for key, value in data.values.items():
            place = game.place("parts", part, "values", key)
            yield [_Item(each, place, f"{part}: {key!r}") for each in list_texts(value)]


def _judge_items(items: Sequence[_Item], domains: Sequence[tuple[str, frozenset[str]]]) -> Iterator[Finding]:
    """Yield the one item that is none of the names which all others are."""
    for what, names in domains if len(items) > _ITEMS else ():
        known = [item.value in names for item in items]
        if all(known):
            return
        feature = Feature("", known, (SAME_RULE,), least=_ITEMS)
        for odd in FeatureTable({}, {"": feature}).find_odd() if sum(known) >= len(known) - 1 else ():
            item = items[odd.thing]
            if len({each.value for each in items}) > _NAMES:
                near = did_you_mean(item.value, names)
                text = f"{item.label} has {item.value!r}, which is not {what}; the {len(items) - 1} other items are"
                yield Finding("GF176", item.place, f"{text}{near}", "note")
                return
