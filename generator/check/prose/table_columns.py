"""Report the one row of a table whose numbers do not fit the others, and cells copied from another row (GF168)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.check.prose.rules_prose import RulesProse, RulesTable, Span, Token
from generator.model.finding import Finding

_FEWEST = 3  # rows that agree, from which the odd one is reported
_FEWEST_ROWS = 4
_LONG = 6  # words of a cell that nobody writes twice by chance
_LEAST_VALUE = 2  # `1 | 1` agrees by chance


def check_table_columns(prose: RulesProse) -> Iterator[Finding]:
    """Report a cell that breaks what all other rows of its table have in common (GF168)."""
    for table in prose.tables:
        columns = range(min((len(row) for row in table.rows), default=0))
        for one, other in combinations(columns, 2):
            yield from _check_equal_numbers(prose, table, one, other)
        for column in columns[1:]:
            yield from _check_copied_cell(prose, table, column)


def _check_equal_numbers(prose: RulesProse, table: RulesTable, one: int, other: int) -> Iterator[Finding]:
    """Report `4 | 5 squares` in a table that has `3 | 3 squares` in all other rows with two numbers (GF168)."""
    pairs = [(_read_number(prose, row[one], alone=True), _read_number(prose, row[other])) for row in table.rows]
    known = [(mine, theirs) for mine, theirs in pairs if mine and theirs]
    odd = [(mine, theirs) for mine, theirs in known if mine.value != theirs.value]
    agreeing = [mine for mine, theirs in known if mine.value == theirs.value]
    if len(odd) != 1 or len(agreeing) < _FEWEST or len({mine.value for mine in agreeing}) < len(agreeing):
        return
    mine, theirs = odd[0]
    at = mine if prose.is_held(theirs.start) else theirs
    if prose.is_held(at.start) or (mine.value or 0) < _LEAST_VALUE:
        return
    message = (
        f"this row has {mine.word} and {theirs.word}, but in the {len(agreeing)} other rows of the table both numbers"
        " are the same; correct one of them"
    )
    yield prose.report("GF168", at.start, message, "note")


def _read_number(prose: RulesProse, cell: Span, alone: bool = False) -> Token | None:
    """Return the number that a cell begins with, without a sign; `alone` if it must be all that the cell says."""
    tokens = prose.tokenize(*cell)
    if not tokens or tokens[0].value is None or tokens[0].signed or (alone and len(tokens) > 1):
        return None
    return tokens[0] if sum(token.value is not None for token in tokens) == 1 else None


def _check_copied_cell(prose: RulesProse, table: RulesTable, column: int) -> Iterator[Finding]:
    """Report the one sentence of a column that stands in two rows (GF168)."""
    cells = [row[column] for row in table.rows]
    said = [prose.cell_text(cell) for cell in cells]
    twice = [text for text, count in Counter(said).items() if count > 1]
    if len(cells) < _FEWEST_ROWS or len(twice) != 1 or said.count(twice[0]) > 2 or not _are_sentences(prose, cells):
        return
    first, second = (prose.tokenize(*cell) for cell, text in zip(cells, said, strict=True) if text == twice[0])
    place = prose.place(first[0].start)
    message = f"this cell says the same as {place}, and no other two rows of the table do: was it copied?"
    yield prose.report("GF168", second[0].start, message, "note")


def _are_sentences(prose: RulesProse, cells: Sequence[Span]) -> bool:
    """Return whether most cells have many words, so that no two are the same by chance."""
    return sum(len(prose.tokenize(*cell)) >= _LONG for cell in cells) > len(cells) / 2
