"""Report numbers of tables that do not fit the other rows or the rules, and cells copied from another row (GF168)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from generator.check.prose.repeated_statements import list_stems
from generator.check.prose.rules_prose import RulesProse, RulesTable, Sentence, Span, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_FEWEST = 3  # rows that agree, from which the odd one is reported
_FEWEST_ROWS = 4
_LONG = 6  # words of a cell that nobody writes twice by chance
_LEAST_VALUE = 2  # `1 | 1` agrees by chance
_FACTORS: Mapping[str, float] = {
    **dict.fromkeys("half halb".split(), 0.5),
    **dict.fromkeys("twice double doppelt zweimal".split(), 2),
    **dict.fromkeys("thrice dreimal dreifach".split(), 3),
}
_AS = frozenset("as so autant".split())  # behind a factor: `twice as many`, `deux fois autant`
_COUNTED = 2  # words up to what is counted: `many points`
_NEAR = 8  # words around a factor, of which one names the column


def check_table_columns(prose: RulesProse) -> Iterator[Finding]:
    """Report a cell that breaks what all other rows of its table have in common (GF168)."""
    for table in prose.tables:
        columns = range(min((len(row) for row in table.rows), default=0))
        for one, other in combinations(columns, 2):
            yield from _check_equal_numbers(prose, table, one, other)
        for column in columns[1:]:
            yield from _check_copied_cell(prose, table, column)
        if prose.words is not None:
            yield from _check_factors(prose, prose.words, table)


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


def _check_factors(prose: RulesProse, words: RuleWords, table: RulesTable) -> Iterator[Finding]:
    """Report `a diagonal costs half as many` where a column called so has twice the numbers of another one (GF168)."""
    ratios = _find_ratios(prose, table)
    heads = [frozenset(list_stems(words, prose.tokenize(*cell))) for cell in table.head] if ratios else []
    if not heads or max(map(max, ratios)) >= len(heads):
        return
    for sentence in prose.sentences:
        for at, end, factor in _find_factors(words, sentence):
            tokens = sentence.tokens
            near = {*list_stems(words, (*tokens[max(0, at - _NEAR) : at], *tokens[end + _COUNTED : at + _NEAR]))}
            named = [column for column, head in enumerate(heads) if near & head]
            others = {one: ratio for (one, other), ratio in ratios.items() if [other] == named}
            if others and factor not in others.values():
                one, ratio = next(iter(others.items()))
                said, column = prose.quote(tokens[at].start, tokens[end].end), table.head[named[0]]
                message = (
                    f"the rules say {said!r} here, but the numbers of {prose.quote(*column)!r} in the table"
                    f" ({prose.place(column[0])}) are {ratio:g} times those of {prose.quote(*table.head[one])!r};"
                    " correct one of them"
                )
                yield prose.report("GF168", tokens[at].start, message, "note")


def _find_ratios(prose: RulesProse, table: RulesTable) -> dict[tuple[int, int], float]:
    """Return how many times the numbers of a column are those of another one, if that is the same in all rows."""
    found = {}
    for one, other in combinations(range(min((len(row) for row in table.rows), default=0)), 2):
        pairs = [(_read_value(prose, row[one]), _read_value(prose, row[other])) for row in table.rows]
        ratios = {theirs / mine if mine and theirs else 0.0 for mine, theirs in pairs}
        if len(pairs) >= _FEWEST and len(ratios) == 1 and len({*pairs}) > 1 and not ratios & {0.0, 1.0}:
            (found[one, other],) = ratios
    return {**found, **{pair[::-1]: 1 / ratio for pair, ratio in found.items()}}


def _read_value(prose: RulesProse, cell: Span) -> float:
    token = _read_number(prose, cell, alone=True)
    return (token.value or 0.0) if token else 0.0


def _find_factors(words: RuleWords, sentence: Sentence) -> Iterator[tuple[int, int, float]]:
    """Yield `twice as many` and `three times as many`: the numbers of the first and the last word, and the factor."""
    tokens = () if words.conditions & sentence.words else sentence.tokens
    for n, token in enumerate(tokens[:-2]):
        is_number = token.value is not None and tokens[n + 1].word in words.times
        end = n + 2 + is_number
        factor = token.value if is_number else _FACTORS.get(token.word)
        if factor and end < len(tokens) and tokens[end - 1].word in _AS:
            yield n, end, factor
