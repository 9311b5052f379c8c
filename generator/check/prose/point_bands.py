"""Report ranges of points that overlap one another or the score that wins (GF168)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_OPENS = frozenset({"with", "from", "for", "mit", "von", "bei", "avec"})
_TO = frozenset({"to", "bis", "à"})
_DASHES = ("-", "\u2013", "\u2014")
_FEWEST = 3  # rows or items with ranges
_MOST_BETWEEN = 2  # words between the beginning of a sentence and its range


class _Range(NamedTuple):
    """Numbers from one to another, and the token of the first."""

    low: float
    high: float
    token: Token


def check_point_bands(prose: RulesProse) -> Iterator[Finding]:
    """Report `with 20 to 29 you nearly made it` behind 25 points that win, and rows whose ranges overlap (GF168)."""
    words = prose.words
    if words is None:
        return
    for one, other in pairwise(prose.sentences):
        goals = _list_goals(one, words.points) if one.block == other.block else []
        found = _read_range(prose, other.tokens[: _MOST_BETWEEN + 3])
        opens = other.tokens[0].word in _OPENS and not words.players & other.words
        fits = found is None or not found.low < ((goals[0].value or 0) if goals else 0) <= found.high
        if found and opens and len(goals) == 1 and not fits and not prose.is_held(found.token.start):
            said = prose.quote(found.token.start, other.end)
            message = f"{said!r} includes {goals[0].word}, of which the sentence before speaks; correct one of them"
            yield prose.report("GF168", found.token.start, message, "note")
    for table in prose.tables:
        for column in range(min((len(row) for row in table.rows), default=0)):
            yield from _check_column(prose, [prose.tokenize(*row[column]) for row in table.rows])


def _list_goals(sentence: Sentence, points: frozenset[str]) -> list[Token]:
    """Return the numbers of a sentence that count points."""
    return [one for one, other in pairwise(sentence.tokens) if one.value is not None and other.word in points]


def _read_range(prose: RulesProse, tokens: Sequence[Token]) -> _Range | None:
    """Return the first `20 to 24` or `20-24` of some tokens."""
    for n, token in enumerate(tokens[:-1]):
        after = tokens[n + 1 : n + 3]
        between = prose.plain[token.end : after[0].start].strip()
        last = after[-1] if after[0].word in _TO else after[0] if between in _DASHES else None
        if token.value is not None and last is not None and last.value is not None and token.value < abs(last.value):
            return _Range(token.value, abs(last.value), token)
    return None


def _check_column(prose: RulesProse, cells: Sequence[Sequence[Token]]) -> Iterator[Finding]:
    """Report the one range of a column that begins before the one above it ends, where all others go on from there."""
    ranges = [_read_range(prose, cell) if 1 < len(cell) <= _FEWEST else None for cell in cells]
    known = [each for each in ranges if each is not None]
    if len(known) < max(_FEWEST, len(cells) - 1):
        return
    steps = [other.low - one.high for one, other in pairwise(known)]
    odd = [n for n, step in enumerate(steps) if step != 1]
    if len(odd) == 1 and len(steps) > len(odd) + 1 and steps[odd[0]] in (0, -1, 2):
        one, other = known[odd[0]], known[odd[0] + 1]
        message = f"the range from {other.low:g} does not go on from the one above, which ends at {one.high:g}"
        yield prose.report("GF168", other.token.start, f"{message}; correct one of them", "note")
