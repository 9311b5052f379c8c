"""Find texts of rows that name what the game lacks or begin like another one, and names that are not the rules'."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.check.data.row_table import COUNT_COLUMN, UNIQUE_COLUMNS, RowTable, Suspicion, find_only_exception
from generator.model.data_types import Scalar

_RANK = re.compile(
    r"\b(?:the|a|an|any|all) (?P<number>\d{1,3})s? (?=of (?:its|the same|your|this|another) )"
    r"|\b(?:beats|beat) (?:the|a|an|any|all) (?P<other>\d{1,3})s?\b"
)
_NAMED = re.compile(r"(?<=[a-z,] )(?:the|a|an|all but the) (?P<name>[A-Z][a-z]{2,})\b(?! [A-Z])")
_RULE = frozenset(
    "beats beat counts worth draw take play discard swap win score may must cannot wins loses copies".split()
)
_COUNT = re.compile(r"(\d++)\W?+(\w*+)")  # with the word that it counts
_NAMES = ("name", "title")
_FEWEST_RANKS = 4
_FEWEST_ROWS = 3  # other rows whose name is their id
_LONG = 30  # letters with which no two texts begin by chance
_FEWEST_TEXTS = 8
_FEWEST_REPEATED = 5  # rows whose numbers two columns of texts repeat


def find_odd_texts(table: RowTable) -> Iterator[Suspicion]:
    """Yield the texts of rows that do not fit the other columns, the rules or one another."""
    for name, cells in table.scalars.items():
        texts = [cell if isinstance(cell, str) else "" for cell in cells]
        if name in (*UNIQUE_COLUMNS, COUNT_COLUMN, *_NAMES):
            continue
        yield from _find_unknown_ranks(table, name, texts)
        yield from _find_unknown_names(table, name, texts)
        yield from _find_copied_beginning(table, name, texts)
    for name in _NAMES:
        if name in table.scalars:
            yield from _find_other_name(table, name, table.scalars[name])
    yield from _find_other_numbers(table)


def _find_other_numbers(table: RowTable) -> Iterator[Suspicion]:
    """Yield the one text whose number is not that of its text in another column, such as one in another language.

    Rows in which one of the two has more numbers are left out: one language may write `1/2` where another says `half`.
    """
    texts = {
        name: [_COUNT.findall(str(cell)) for cell in cells]
        for name, cells in table.scalars.items()
        if name not in (*UNIQUE_COLUMNS, COUNT_COLUMN) and all(isinstance(cell, str) for cell in cells)
    }
    telling = {name: found for name, found in texts.items() if sum(map(bool, found)) > _FEWEST_REPEATED}
    for one, other in combinations(telling, 2):
        pairs = [
            (row, [number for number, _ in mine], [number for number, _ in theirs])
            for row, (mine, theirs) in enumerate(zip(texts[one], texts[other], strict=True))
            if mine and len(mine) == len(theirs)
        ]
        wrong = find_only_exception([mine == theirs for _, mine, theirs in pairs], _FEWEST_REPEATED)
        if wrong is None or len({tuple(mine) for _, mine, _ in pairs}) <= 2:
            continue
        row, mine, theirs = pairs[wrong]
        at = next(n for n, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1])
        is_known = [sum(texts[name][row][at] in each for each in texts[name]) > 1 for name in (one, other)]
        said, like = ((one, mine[at]), (other, theirs[at]))[:: 1 if is_known == [False, True] else -1]
        text = f"{said[0]!r} says {said[1]}, but {like[0]!r} {like[1]}"
        yield Suspicion("GF176", row, (said[0],), f"{text}; in all other rows both have the same numbers")


def _find_unknown_ranks(table: RowTable, name: str, texts: Sequence[str]) -> Iterator[Suspicion]:
    """Yield `Beats the 8 of its suit` where the cards have the numbers 1 to 7."""
    ranks = [(column, {*numbers}) for column, numbers in table.numbers.items() if not column.startswith("|")]
    runs = [
        (column, found) for column, found in ranks if column not in (COUNT_COLUMN, *UNIQUE_COLUMNS) and _is_run(found)
    ]
    found = [
        (row, int(each["number"] or each["other"])) for row, text in enumerate(texts) for each in _RANK.finditer(text)
    ]
    for row, number in found if len(runs) == 1 else ():
        column, known = runs[0]
        if number not in known:
            message = f"the text names a {number}, but {column!r} is from {min(known):g} to {max(known):g} in all rows"
            yield Suspicion("GF176", row, (name,), message)


def _is_run(numbers: set[float]) -> bool:
    return len(numbers) >= _FEWEST_RANKS and max(numbers) - min(numbers) == len(numbers) - 1


def _find_unknown_names(table: RowTable, name: str, texts: Sequence[str]) -> Iterator[Suspicion]:
    """Yield `Beats all but the Mouse` where nothing in the game is called a mouse, and other rows have such names."""
    called = [cell for column in _NAMES for cell in table.scalars.get(column, ()) if isinstance(cell, str)]
    if sum(cell.startswith("The ") for cell in called) < max(_FEWEST_ROWS, len(called) / 2):
        return
    for row, text in enumerate(texts):
        for found in _NAMED.finditer(text) if _RULE & {*re.findall(r"[a-z]+", text.casefold())} else ():
            if table.words[found["name"].casefold()] == 1:
                message = f"{name!r} names {found['name']!r}, but nothing in the game is called that; correct the name"
                yield Suspicion("GF176", row, (name,), message)


def _find_copied_beginning(table: RowTable, name: str, texts: Sequence[str]) -> Iterator[Suspicion]:
    """Yield the one text that begins with the same words as another, while another column of texts tells them apart."""
    beginnings = Counter(text[:_LONG] for text in texts if len(text) > _LONG)
    twice = [each for each, times in beginnings.items() if times > 1]
    if len(twice) != 1 or beginnings[twice[0]] != 2 or len(beginnings) < _FEWEST_TEXTS:
        return
    first, again = (row for row, text in enumerate(texts) if text.startswith(twice[0]))
    others = [cells for column, cells in table.scalars.items() if column not in (name, *UNIQUE_COLUMNS)]
    apart = [cells for cells in others if len({str(each)[:_LONG] for each in cells}) >= len(beginnings)]
    if apart and all(str(cells[first])[:_LONG] != str(cells[again])[:_LONG] for cells in apart):
        message = f"{name!r} begins as in {table.place(first)}, and no other two texts begin alike; was it copied?"
        yield Suspicion("GF176", again, (name,), message)


def _find_other_name(table: RowTable, name: str, cells: Sequence[Scalar]) -> Iterator[Suspicion]:
    """Yield the one name that does not begin with the id of its row, if the rules say the id and never the name."""
    ids = table.scalars.get(UNIQUE_COLUMNS[0], [])
    holds = [str(cell).casefold().startswith(str(one).casefold()) for one, cell in zip(ids, cells, strict=bool(ids))]
    row = find_only_exception(holds, _FEWEST_ROWS)
    if row is None:
        return
    one, other = str(ids[row]).casefold(), str(cells[row]).casefold()
    if other.isalpha() and table.words[one] > 1 and table.words[other] == 1:
        message = (
            f"{name!r} is {cells[row]!r}, but the rules call it {ids[row]!r}; all other names begin with their ids"
        )
        yield Suspicion("GF177", row, (name,), message)
