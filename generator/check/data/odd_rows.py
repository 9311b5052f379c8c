"""Report rows and cells that are unlike what all other rows of their part have in common (GF175 to GF177, notes)."""

import re
from collections import Counter
from collections.abc import Iterator

from generator.check.data.column_values import find_doubled_texts, find_odd_values
from generator.check.data.known_items import find_unknown_items
from generator.check.data.row_numbers import find_odd_ids, find_odd_lists, find_odd_numbers
from generator.check.data.row_pairs import find_odd_pairs
from generator.check.data.row_phrases import find_odd_phrases
from generator.check.data.row_relations import find_broken_relations
from generator.check.data.row_rules import find_broken_rules
from generator.check.data.row_sets import find_copied_rows, find_incomplete_sets
from generator.check.data.row_table import COUNT_COLUMN, MOST_ROWS, RowTable, Suspicion, choose_cells
from generator.check.data.row_texts import find_odd_texts
from generator.check.data.tile_sides import find_odd_sides
from generator.model.finding import Finding
from generator.model.game import Game

_WORD = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(r"\bcount\(['\"]([\w-]{1,99}+)['\"]\) == (\d{1,5}+)")
_BELOW_ZERO = re.compile(r"(?<!\d)[-\u2212](\d{1,9})\b")
_FEWEST_ROWS = 4
_FEWEST_COUNTED = 2
_MOST_NOTES = 3  # of a table: where more rows are odd, oddness is the rule


def check_rows(game: Game) -> Iterator[Finding]:
    """Report, as a note, each row with a likely mistake, at its cell."""
    words: Counter[str] | None = None
    for part, rows in game.rows.items():
        if _FEWEST_ROWS <= len(rows) <= MOST_ROWS:
            words = _count_words(game) if words is None else words
            yield from _check_table(RowTable(part, rows, words, game.data.language.partition("-")[0]), game)
        elif len(rows) < _FEWEST_ROWS:
            table = RowTable(part, rows)
            found = list(find_copied_rows(table)) or list(find_doubled_texts(table))
            found += [*find_odd_numbers(table), *find_odd_lists(table)] if len(rows) > _FEWEST_COUNTED else []
            yield from (_report(table, each, "".join(each.columns)) for each in found)
    yield from find_unknown_items(game)


def _count_words(game: Game) -> Counter[str]:
    """Return how often the game uses each word, in its rules and in all rows."""
    texts = [game.rules or "", *(part.title for part in game.parts.values())]
    for rows in game.rows.values():
        texts += [cell for row in rows[:MOST_ROWS] for cell in row.values.values() if isinstance(cell, str)]
        texts += [
            word
            for row in rows[:MOST_ROWS]
            for cell in row.values.values()
            if isinstance(cell, list)
            for word in cell
            if isinstance(word, str)
        ]
    found = Counter(word.casefold() for text in texts for word in _WORD.findall(text))
    spoken = [word for each in game.first.terms.numbers for word in each.split("|")] if game.first else []
    return found + Counter(word for word in spoken if found[word] == 1)  # `zu zweit` is no slip of `zwei`


def _check_table(table: RowTable, game: Game) -> Iterator[Finding]:
    found: list[Suspicion] = [
        *find_odd_values(table),
        *find_broken_rules(table),
        *find_incomplete_sets(table),
        *find_copied_rows(table),
        *find_odd_pairs(table),
        *find_odd_numbers(table),
        *find_odd_ids(table),
        *find_odd_lists(table),
        *find_odd_sides(table),
        *find_odd_texts(table),
        *find_odd_phrases(table),
    ]
    if not any(each.is_gap for each in found):  # lists still name the row that is missing
        found += find_broken_relations(table)
    found = [each for each in found if not _is_confirmed(game, table, each)]
    chosen = list(choose_cells(found))
    if len(chosen) <= _MOST_NOTES:
        for suspicion, column in chosen:
            yield _report(table, suspicion, column)


def _is_confirmed(game: Game, table: RowTable, suspicion: Suspicion) -> bool:
    """Return whether a claim counts the copies of a part right, or the rules say a number below zero."""
    if len(suspicion.columns) != 1 or suspicion.code != "GF176":
        return False
    column = suspicion.columns[0]
    if column == COUNT_COLUMN:
        inline = game.first.inline if game.first else ()
        claimed = [each.value for each in inline if each.what == table.part and not each.where]
        found = [each for claim in game.data.claims for each in _COUNTED.findall(claim.check)]
        claimed += [int(number) for part, number in found if part == table.part]
        total = sum(numbers) if (numbers := table.numbers.get(column)) else 0
        return total > 0 and any(isinstance(each, int) and each % total == 0 for each in claimed)  # in each color
    numbers = table.numbers.get(column)
    value = numbers[suspicion.row] if numbers else 0
    return value < 0 and f"{-value:g}" in _BELOW_ZERO.findall(game.rules or "")


def _report(table: RowTable, suspicion: Suspicion, column: str) -> Finding:
    return Finding(
        suspicion.code, table.place(suspicion.row, column), f"{table.label(suspicion.row)}: {suspicion.message}", "note"
    )
