"""Report rows of data, and items of lists, that are unlike all others (GF176)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from generator.check.outliers.feature_table import OWN, SAME_RULE, Feature, FeatureTable, Oddity
from generator.check.outliers.row_features import COPIES, ID, RowTable, make_list_features, make_row_features
from generator.language.suggestions import did_you_mean
from generator.model.data_types import list_texts
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

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
