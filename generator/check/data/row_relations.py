"""Find lists that name unknown rows, and mutual relations between rows that one pair breaks."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from generator.check.data.row_table import COUNT_COLUMN, UNIQUE_COLUMNS, RowTable, Suspicion, find_only_exception
from generator.language.suggestions import nearest_name
from generator.model.data_types import Scalar

_MOST_NAMED_ROWS = 300  # of which all pairs are compared
_FEW = 4
_FEWEST_PAIRS = 6
_KNOWN = 0.7  # of the names in lists that rows have

Pairs = set[tuple[Scalar, Scalar]]


def find_broken_relations(table: RowTable) -> Iterator[Suspicion]:
    """Yield the lists, and cells that name rows, that do not fit the others.

    A pair of rows may be wrong in either; only the cells that most faults have in common are suspected.
    """
    found = list(_find_odd_lists(table))
    for key in _list_keys(table)[:1]:
        found += [*_find_unknown_names(table, key), *_find_broken_mirrors(table, key), *_find_broken_ties(table, key)]
    votes = Counter((each.row, each.columns) for each in found)
    yield from (each for each in found if votes[each.row, each.columns] == max(votes.values()))


def _list_keys(table: RowTable) -> list[str]:
    """Return the columns by which other cells name rows: no value appears twice."""
    found = []
    for name, cells in table.scalars.items():
        if name != COUNT_COLUMN and "" not in cells and len({repr(cell) for cell in cells}) == len(cells):
            found.append((sum(_count_names(table, cells)), name in UNIQUE_COLUMNS, name))
    return [name for named, _, name in sorted(found, key=lambda each: (-each[0], not each[1])) if named]


def _count_names(table: RowTable, cells: list[Scalar]) -> Iterator[int]:
    known = {repr(cell) for cell in cells}
    for lists in table.lists.values():
        items = [repr(item) for each in lists for item in each]
        yield len(items) * (sum(item in known for item in items) >= _KNOWN * len(items))
    for name, others in table.scalars.items():
        texts = [repr(cell) for cell in others if isinstance(cell, str) and cell]
        if others is not cells and name != COUNT_COLUMN and len(texts) > _FEW:
            yield len(texts) * (sum(text in known for text in texts) >= len(texts) - 1)


def _find_unknown_names(table: RowTable, key: str) -> Iterator[Suspicion]:
    known = {repr(cell): cell for cell in table.columns[key]}
    for name, cells in table.columns.items():
        items = [(row, item) for row, cell in enumerate(cells) for item in (cell if isinstance(cell, list) else [cell])]
        items = [(row, item) for row, item in items if item not in (None, "")]
        if name == key or (name not in table.lists and not all(isinstance(item, str) for _, item in items)):
            continue
        number = find_only_exception([repr(item) in known for _, item in items], _FEW)
        unknown = [(row, item) for row, item in items if repr(item) not in known]
        if name in table.lists and len({repr(item) for _, item in unknown}) == 1 < len(unknown) < len(items) - _FEW:
            row, item = unknown[0]
            message = (
                f"{name!r} has {item!r} here and in {len(unknown) - 1} more rows, but"
                f" there is no row with the {key!r} {item!r}"
            )
            yield Suspicion("GF177", row, (name,), message)
        elif number is not None:
            row, item = items[number]
            near = nearest_name(str(item), map(str, known.values()))
            hint = f"; did you mean {near!r}?" if near else ""
            message = f"{name!r} has {item!r}, but no row has that {key!r}; all {len(items) - 1} others exist{hint}"
            yield Suspicion("GF177", row, (name,), message)


def _find_odd_lists(table: RowTable) -> Iterator[Suspicion]:
    """Yield lists with an item twice, and the one that has a different length or other items than all others."""
    for name, lists in table.lists.items():
        doubled = [any(times > 1 for times in Counter(map(repr, each)).values()) for each in lists]
        number = find_only_exception([not each for each in doubled], _FEW - 1)
        if number is not None:
            item = next(each for each in lists[number] if lists[number].count(each) > 1)
            yield Suspicion("GF177", number, (name,), f"{name!r} has {item!r} twice; no other list has an item twice")
            continue
        for what, shapes in (
            ("items", [repr(sorted(map(repr, each))) for each in lists]),
            ("length", [str(len(each)) for each in lists]),
        ):
            usual = Counter(shapes).most_common(1)[0][0]
            number = find_only_exception([each == usual for each in shapes], _FEW + (what == "length"))
            if number is not None and len(lists[not number]) > 1:
                message = f"{name!r} has different {what} here, {lists[number]!r}, from all {len(lists) - 1} other rows"
                yield Suspicion("GF177", number, (name,), message.replace("different length", "a different length"))
                break


def _read_pairs(table: RowTable, key: str, name: str) -> Pairs:
    known = {repr(cell) for cell in table.columns[key]}
    rows = zip(table.columns[key], table.columns[name], strict=True)
    return {(one, other) for one, every in rows for other in every if repr(other) in known}


def _find_broken_mirrors(table: RowTable, key: str) -> Iterator[Suspicion]:
    """Yield the list that does not mirror its counterpart, as `loses` mirrors `beats` in all other rows."""
    if len(table) > _MOST_NAMED_ROWS:
        return
    for one, other in combinations(table.lists, 2):
        here = _read_pairs(table, key, one)
        there = {(b, a) for a, b in _read_pairs(table, key, other)}
        broken, sound = here ^ there, len(here & there)
        if not broken or sound < max(_FEWEST_PAIRS, len(broken) + 1):
            continue
        for name, at in ((one, 0), (other, 1)):
            if len(owners := {repr(pair[at]) for pair in broken}) == 1:
                row = [repr(cell) for cell in table.columns[key]].index(owners.pop())
                a, b = min(broken, key=repr)
                has, lacks = (one, other) if (a, b) in here else (other, one)
                mine, theirs = (a, b) if has == one else (b, a)
                message = f"{has!r} of {mine!r} has {theirs!r}, but {lacks!r} of {theirs!r} lacks {mine!r}"
                yield Suspicion("GF177", row, (name,), f"{message}; {sound} other pairs are in both lists")


def _find_broken_ties(table: RowTable, key: str) -> Iterator[Suspicion]:
    """Yield the list with a one-way tie where all others are mutual, or a mutual one where all others are one-way."""
    names = table.columns[key]
    if not _FEW < len(names) <= _MOST_NAMED_ROWS:
        return
    rows = {repr(each): number for number, each in enumerate(names)}
    for name in table.lists:
        pairs = _read_pairs(table, key, name)
        one_way = [(a, b) for a, b in combinations(names, 2) if ((a, b) in pairs) != ((b, a) in pairs)]
        others = [(a, b) for a, b in combinations(names, 2) if ((a, b) in pairs) == ((b, a) in pairs)]
        both = [(a, b) for a, b in others if (a, b) in pairs]
        odd, sound, rule = one_way, len(both), "all other pairs are in both lists"
        if len(others) < len(one_way):
            odd, sound, rule = others, len(one_way), "of any two other rows, exactly one lists the other"
        shared = {repr(each) for each in odd[0]}.intersection(*({repr(a), repr(b)} for a, b in odd)) if odd else set()
        if not shared or sound < max(_FEWEST_PAIRS, 2 * len(odd)):
            continue
        for each in sorted(shared, key=lambda owner: rows[owner]):
            a, b = next(pair for pair in odd if each in map(repr, pair))
            how = "each lists the other" if (a, b) in pairs and (b, a) in pairs else "neither lists the other"
            how = how if ((a, b) in pairs) == ((b, a) in pairs) else "only one lists the other"
            yield Suspicion("GF177", rows[each], (name,), f"of {a!r} and {b!r}, {how} in {name!r}; {rule}")
