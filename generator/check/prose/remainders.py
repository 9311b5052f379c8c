"""Report examples that pay something and say that another number is left than the difference (GF163)."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_PAYS = frozenset(
    "pay pays paid give gives gave spend spends spent lose loses lost discard discards return returns".split()
)
_LEFT = frozenset("left over remain remains".split())
_REACH = 4  # words between `pays` and the number, and between the number that is left and `left`
_CLOSE = 2  # by which the number may be off for it to be meant as the difference
_BEFORE = 2  # sentences before `are left` that it may sum up


def check_remainders(prose: RulesProse) -> Iterator[Finding]:
    """Report, as a note, `She takes 9 and pays 3 back. Seven points are left` (GF163)."""
    if prose.words is None:
        return
    for _, group in groupby(prose.sentences, key=lambda sentence: sentence.block):
        sentences = list(group)
        for n, sentence in enumerate(sentences):
            left = _find_left(sentence)
            if left is not None:
                yield from _judge_rest(prose, sentences[max(0, n - _BEFORE) : n], left)


def _find_left(sentence: Sentence) -> Token | None:
    """Return the number with which a sentence such as `Seven points are left` begins."""
    first = next(iter(sentence.tokens), None)
    if first is None or first.value is None:
        return None
    return first if {token.word for token in sentence.tokens[1 : 2 + _REACH]} & _LEFT else None


def _judge_rest(prose: RulesProse, before: Sequence[Sentence], left: Token) -> Iterator[Finding]:
    tokens = [token for sentence in before for token in sentence.tokens]
    paid = [number for number in map(_find_paid, (tokens[n:] for n in range(len(tokens)))) if number is not None]
    if len(paid) != 1 or left.value is None:
        return
    had = [token.value for token in tokens if token.value is not None and token.start < paid[0].start]
    rests = [value - (paid[0].value or 0) for value in had]
    if left.value in {*rests, *had} or not any(0 < abs(rest - left.value) <= _CLOSE for rest in rests):
        return
    value = max(value for value in had if 0 < abs(value - (paid[0].value or 0) - left.value) <= _CLOSE)
    said = f"{value:g} - {paid[0].value:g} is {value - (paid[0].value or 0):g}"
    at = paid[0] if prose.is_held(left.start) else left
    message = f"the rules say {prose.quote(left.start, left.end)!r} are left, but {said}; correct one of them"
    yield prose.report("GF163", at.start, message, "note")


def _find_paid(tokens: Sequence[Token]) -> Token | None:
    """Return what is paid, if the first of some words is `pays`."""
    if tokens[0].word not in _PAYS:
        return None
    return next((token for token in tokens[1 : 1 + _REACH] if token.value is not None), None)
