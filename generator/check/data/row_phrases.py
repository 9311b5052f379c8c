"""Find the one text that lacks a phrase which all others like it have in another column, such as its translation."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from generator.check.data.row_table import COUNT_COLUMN, UNIQUE_COLUMNS, RowTable, Suspicion

_WORD = re.compile(r"[^\W\d_]+")
_LENGTH = 3  # words of a phrase
_FEWEST = 6  # texts with a phrase
_MOST_ROWS = 300
_PHRASES = 200  # of a column, at most

_Phrases = Mapping[frozenset[int], str]


def find_odd_phrases(table: RowTable) -> Iterator[Suspicion]:
    """Yield the row in which `with your eyes closed` is not `mit geschlossenen Augen`, as in all other rows (GF176)."""
    texts = {
        name: [cell if isinstance(cell, str) else "" for cell in cells]
        for name, cells in table.scalars.items()
        if name not in (*UNIQUE_COLUMNS, COUNT_COLUMN) and _FEWEST <= len(cells) <= _MOST_ROWS
    }
    phrases = {name: found for name, cells in texts.items() if (found := _list_phrases(cells))}
    told = set[int]()
    for one, other in permutations(phrases, 2):
        for rows, said in phrases[one].items():
            lacks, says = _find_partner(rows, phrases[other]) or (-1, "")
            if says and lacks not in told:
                told.add(lacks)
                others = f"all {len(rows) - 1} other texts do whose {one!r} has {said!r}"
                yield Suspicion("GF176", lacks, (other,), f"{other!r} does not have {says!r}, as {others}")


def _list_phrases(texts: Sequence[str]) -> _Phrases:
    """Return phrases of three words by the rows that have them, enough but not all, the longest first."""
    rows: dict[str, set[int]] = defaultdict(set)
    for number, text in enumerate(texts):
        words = _WORD.findall(text)
        for at in range(len(words) - _LENGTH + 1):
            rows[" ".join(words[at : at + _LENGTH]).casefold()].add(number)
    found = {
        frozenset(have): phrase for phrase, have in reversed(rows.items()) if _FEWEST - 1 <= len(have) < len(texts)
    }
    return dict(sorted(found.items(), key=lambda each: -len(each[1]))[:_PHRASES])


def _find_partner(rows: frozenset[int], others: _Phrases) -> tuple[int, str] | None:
    """Return the row that lacks a phrase of another column which all others of these rows have, and no row besides."""
    found = (have for have in others if len(have) == len(rows) - 1 >= _FEWEST - 1 and have < rows)
    return next(((min(rows - have), others[have]) for have in found), None)
