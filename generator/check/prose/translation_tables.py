"""Compare the tables of a translation with the original's, cell by cell (GF170)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from generator.check.prose.translation_blocks import RulesText, TextBlock, shorten
from generator.check.prose.translation_differences import report_both_places
from generator.model.finding import Finding

_BAR = re.compile(r"(?<!\\)\|")
_LEAST_NAME = 3  # letters of a cell that says the same in both languages
_LEAST_SPELLED = 4  # letters of a name that is spelled nearly the same in both
_LEAST_LIKENESS = 0.8
_COMPARED = ("number", "claim", "color")

_Row = tuple[TextBlock, TextBlock]


class _Cells(NamedTuple):
    """What each cell of a row says that has no language: its numbers, claims, colors and names; and where it starts."""

    keys: Sequence[Counter[tuple[str, str]]]
    starts: Sequence[int]


def compare_cells(one: RulesText, other: RulesText, both: Sequence[_Row]) -> Iterator[Finding]:
    """Report a row whose numbers or names are in other columns than the original's, where most rows agree (GF170).

    Rows with other numbers than the original's are left to the comparison of blocks.
    """
    for is_table, pairs in groupby(both, key=lambda pair: pair[0].kind == pair[1].kind == "row"):
        rows = [(_read_cells(one, mine), _read_cells(other, theirs)) for mine, theirs in pairs] if is_table else []
        for mine, theirs in rows:
            _add_names(one, mine, other, theirs)
        told = [(mine, theirs) for mine, theirs in rows if _is_telling(mine, theirs)]
        moved = [(mine, theirs) for mine, theirs in told if mine.keys != theirs.keys]
        if 2 * len(moved) <= len(told):
            for mine, theirs in moved:
                yield from _report_row(one, other, mine, theirs)


def _read_cells(text: RulesText, row: TextBlock) -> _Cells:
    bars = [row.start + found.start() for found in _BAR.finditer(text.text[row.start : row.end])]
    bars += [] if text.text[row.start : row.end].rstrip().endswith("|") else [row.end]
    keys = [Counter[tuple[str, str]]() for _ in bars]
    for fact in row.facts:
        cell = sum(bar < fact.at for bar in bars) - 1
        if fact.kind in _COMPARED and cell >= 0:
            keys[cell][fact.key] += 1
    return _Cells(keys, [bar + 1 for bar in bars])


def _add_names(one: RulesText, mine: _Cells, other: RulesText, theirs: _Cells) -> None:
    """Add the words of cells that are the same in both languages, or nearly so, as names are."""
    said, says = (
        [text.text[slice(*_find_words(text, cells, n))].casefold() for n in range(len(cells.keys) - 1)]
        for text, cells in ((one, mine), (other, theirs))
    )
    shared = {each for each in said if len(each) >= _LEAST_NAME and said.count(each) == says.count(each) == 1}
    spelled = dict(
        _match_names([each for each in said if each not in shared], [each for each in says if each not in shared])
    )
    shared.update(spelled.values())
    for cells, words in ((mine, said), (theirs, [spelled.get(each, each) for each in says])):
        for n, each in enumerate(words):
            cells.keys[n].update([("name", each)] if each in shared else [])


def _match_names(said: Sequence[str], says: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each word of a translation with the one word of the original that is spelled nearly like it."""
    for word in set(says):
        alike = [each for each in said if _is_spelled_alike(word, each)]
        if len(alike) == 1 and sum(_is_spelled_alike(each, alike[0]) for each in says) == 1:
            yield word, alike[0]


def _is_spelled_alike(word: str, other: str) -> bool:
    """Return whether two words may be one name in two languages: `apolo` and `apollo`."""
    if word[:1] != other[:1] or not (word + other).isalpha() or min(len(word), len(other)) < _LEAST_SPELLED:
        return False
    return SequenceMatcher(None, word, other, autojunk=False).ratio() >= _LEAST_LIKENESS


def _is_telling(mine: _Cells, theirs: _Cells) -> bool:
    """Return whether two rows have the same facts in as many cells, and not the same ones in all cells."""
    if len(mine.keys) != len(theirs.keys) or sum(mine.keys, Counter()) != sum(theirs.keys, Counter()):
        return False
    filled = [key for key in mine.keys if key]
    return any(key != filled[0] for key in filled[1:]) or 0 < len(filled) < len(mine.keys) - 1


def _report_row(one: RulesText, other: RulesText, mine: _Cells, theirs: _Cells) -> Iterator[Finding]:
    """Yield a finding at the first cell that differs, in both languages."""
    cell = next(n for n, (key, its) in enumerate(zip(mine.keys, theirs.keys, strict=True)) if key != its)
    here, there = other.place(_find_words(other, theirs, cell)[0]), one.place(_find_words(one, mine, cell)[0])
    said, says = _quote(one, mine, cell), _quote(other, theirs, cell)
    message = f"column {cell + 1} of this row says {says}, but {said} at {there}; correct one of them"
    finding = Finding("GF170", here, message, "warning")
    yield from report_both_places(finding, there, f"says {says} in column {cell + 1} for {said}")


def _quote(text: RulesText, cells: _Cells, cell: int) -> str:
    """Return the words of a cell behind those of the first cell, which name the row."""
    first, words = (shorten(text.text[slice(*_find_words(text, cells, n))]) for n in (0, cell))
    return repr(f"{first}: {words}" if cell else words)


def _find_words(text: RulesText, cells: _Cells, cell: int) -> tuple[int, int]:
    """Return where the words of a cell begin and end."""
    start, end = cells.starts[cell], cells.starts[cell + 1] - 1
    words = text.text[start:end]
    return start + len(words) - len(words.lstrip(" ")), start + len(words.rstrip(" "))
