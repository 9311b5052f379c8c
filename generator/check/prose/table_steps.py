"""Report numbered tables that skip or swap a number, and tables that name one thing twice (GF166)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.prose.rules_prose import RulesProse, RulesTable
from generator.model.finding import Finding

_FEWEST = 4  # rows from which their numbers are a count
_FIRST = (0, 1)  # where a count begins; a table that begins elsewhere may list anything


def check_table_steps(prose: RulesProse) -> Iterator[Finding]:
    """Report the one row of a table that breaks the count in its first column (GF166)."""
    for table in prose.tables:
        yield from _check_names(prose, table)
        numbers = _read_numbers(prose, table)
        wrong = find_broken_count(numbers)
        if wrong is None:
            continue
        (token,) = prose.tokenize(*table.rows[wrong][0])
        before = numbers[wrong - 1]
        message = f"the rows of this table count up by 1, but {token.word} follows {before:g}; correct the number"
        yield prose.report("GF166", token.start, message, "note")


def _check_names(prose: RulesProse, table: RulesTable) -> Iterator[Finding]:
    """Report the one row that begins with the same word as another, where each row has a name of its own (GF166)."""
    names = [prose.cell_text(row[0]).casefold() if row else "" for row in table.rows]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if len(names) < _FEWEST or len(twice) != 1 or names.count(twice[0]) != 2 or not all(map(str.isalpha, names)):
        return
    first, second = (prose.tokenize(*row[0]) for row, name in zip(table.rows, names, strict=True) if name == twice[0])
    if not prose.is_held(second[0].start):
        said, place = prose.quote(second[0].start, second[-1].end), prose.place(first[0].start)
        message = f"two rows of this table have the name {said!r}; the other one is at {place}; correct one of them"
        yield prose.report("GF166", second[0].start, message, "note")


def _read_numbers(prose: RulesProse, table: RulesTable) -> list[float]:
    """Return the numbers of the first column; nothing if a cell has something else, or a claim holds it."""
    found = []
    for row in table.rows:
        tokens = prose.tokenize(*row[0]) if row else ()
        alone = len(tokens) == 1 and prose.cell_text(row[0]) == tokens[0].word and tokens[0].word.isdecimal()
        if not alone or tokens[0].value is None or prose.is_held(tokens[0].start):
            return []
        found.append(tokens[0].value)
    return found


def find_broken_count(numbers: Sequence[float]) -> int | None:
    """Return the row whose number breaks a count by 1; None if there is none, or if it is no count."""
    if len(numbers) < _FEWEST or numbers[0] not in _FIRST:
        return None
    broken = [n for n, (one, other) in enumerate(pairwise(numbers), 1) if other != one + 1]
    if not broken or numbers[broken[0]] - numbers[broken[0] - 1] not in (0, 2, -1):
        return None
    exchanged = len(broken) <= 3 and sorted(numbers) == [numbers[0] + n for n in range(len(numbers))]
    mistyped = broken[1:] == [broken[0] + 1] and numbers[broken[0] - 1] + 2 == numbers[broken[1]]
    return broken[0] if len(broken) == 1 or exchanged or mistyped else None
