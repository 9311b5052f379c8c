"""Find rows with the same two ends as another row, and ids that are not composed of the row's cells like all others."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from generator.check.data.row_table import UNIQUE_COLUMNS, RowTable, Suspicion, find_only_exception, order_by_fit
from generator.language.plurals import count_noun
from generator.model.data_types import Scalar

_FEWEST_ROWS = 6
_OWN = 0.6  # of the rows have a text of their own
_MOST_KINDS = 6
_CHANCE = 0.05  # that repeated texts are all of different kinds for no reason
_SHARED = 0.3  # of the values of two columns that both have, if they are two ends of one thing


def find_odd_pairs(table: RowTable) -> Iterator[Suspicion]:
    """Yield the row that repeats another one's pair, and the one whose id does not match its cells."""
    if len(table) < _FEWEST_ROWS:
        return
    texts = {
        name: [str(cell) for cell in cells]
        for name, cells in table.scalars.items()
        if all(isinstance(cell, str) and cell for cell in cells)
    }
    yield from _find_doubled_of_kind(table, texts)
    yield from _find_repeated_pairs(table, {name: each for name, each in texts.items() if name not in UNIQUE_COLUMNS})
    for key in UNIQUE_COLUMNS:
        if key in texts:
            yield from _find_odd_ids(table, key, texts)


def _find_repeated_pairs(table: RowTable, texts: dict[str, list[str]]) -> Iterator[Suspicion]:
    for one, other in combinations(texts, 2):
        mine, theirs = set(texts[one]), set(texts[other])
        is_loop = any(a == b for a, b in zip(texts[one], texts[other], strict=True))  # no ends of a way
        if is_loop or len(mine & theirs) < max(2, _SHARED * len(mine | theirs)):
            continue
        by_pair: dict[frozenset[str], list[int]] = defaultdict(list)
        for number, pair in enumerate(zip(texts[one], texts[other], strict=True)):
            by_pair[frozenset(pair)].append(number)
        repeated = [rows for rows in by_pair.values() if len(rows) > 1]
        if len(repeated) == 1 and len(repeated[0]) == 2:
            first, again = order_by_fit(table, repeated[0])
            both = f"{texts[one][again]!r} and {texts[other][again]!r}"
            what = f"{one!r} and {other!r} are {both}, the same pair as in {table.place(first)}"
            message = f"{what}; all {count_noun(len(table) - 2, 'other row')} differ"
            yield Suspicion("GF175", again, (one, other), message)


def _find_doubled_of_kind(table: RowTable, texts: dict[str, list[str]]) -> Iterator[Suspicion]:
    """Yield the one row that repeats a text of its kind, where all other repeated texts are of different kinds.

    Kinds are the values of a column that has few: twice `earth`, in Latin and in Greek, is no mistake.
    """
    for one, other in permutations([name for name in texts if name not in UNIQUE_COLUMNS], 2):
        counts = Counter(texts[one])
        sizes = Counter(texts[other]).values()
        if len(counts) < _OWN * len(table) or len(sizes) > _MOST_KINDS:
            continue
        pairs = Counter(zip(texts[one], texts[other], strict=True))
        doubled = [pair for pair, times in pairs.items() if times > 1]
        if len(doubled) != 1 or pairs[doubled[0]] != 2:
            continue
        apart = sum(times > 1 for text, times in counts.items() if text != doubled[0][0])
        chance = 1 - sum((size / len(table)) ** 2 for size in sizes)  # that two rows are of different kinds
        if chance**apart <= _CHANCE:
            rows = [n for n, pair in enumerate(zip(texts[one], texts[other], strict=True)) if pair == doubled[0]]
            first, again = order_by_fit(table, rows)
            what = f"{one!r} is {doubled[0][0]!r}, as in {table.locate(first)}, and {other!r} is the same too"
            message = f"{what}; the other rows with the same {one!r} differ in {other!r}"
            yield Suspicion("GF175", again, (one,), message)


def _find_odd_ids(table: RowTable, key: str, texts: dict[str, list[str]]) -> Iterator[Suspicion]:
    for one, other in permutations([name for name in texts if name != key], 2):
        made = [f"{a}{b}".casefold() for a, b in zip(texts[one], texts[other], strict=True)]
        odd = _find_odd(made, texts[key])
        if odd is not None:
            message = f"{key!r} is {texts[key][odd]!r}, but {one!r} and {other!r} make {made[odd]!r}"
            rest = f"they make the {key} in the {count_noun(len(made) - 1, 'other row')}"
            yield Suspicion("GF177", odd, (one, other, key), f"{message}; {rest}")


def _find_odd(made: Sequence[str], ids: Sequence[Scalar]) -> int | None:
    holds = [one == str(other).casefold() for one, other in zip(made, ids, strict=True)]
    return find_only_exception(holds, _FEWEST_ROWS - 1)
