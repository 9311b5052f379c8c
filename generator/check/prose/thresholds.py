"""Report `more than the guard` where a number equal to it is enough in an example, and the reverse (GF168)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_MORE_THAN = frozenset(
    {("more", "than"), ("higher", "than"), ("greater", "than"), ("larger", "than"), ("mehr", "als"), ("höher", "als")}
    | {("größer", "als"), ("plus", "que"), ("supérieur", "au"), ("supérieure", "au"), ("exceeds", "the")}
)
_AT_LEAST = frozenset({("at", "least"), ("as", "much"), ("as", "high"), ("au", "moins"), ("reaches", "the")})
_REACHED = frozenset("reaches reach reached erreicht erreichst atteint atteignez".split())
_ENOUGH = frozenset("enough reicht genug suffit".split())
_DENIED = frozenset("isn't doesn't don't aren't wasn't".split())  # beside the negations of a language
_OWNERS = 4  # words behind `than` in which the threshold is named: `than the monster's guard`
_FROM_NUMBER = 2  # words between a noun and its number: `a guard of 8`
_IF = frozenset("if wenn falls si".split())


class _Limit(NamedTuple):
    """What a rule asks for: the words that set a threshold, its noun, and whether an equal number is too little."""

    token: Token
    noun: str
    is_strict: bool


def check_thresholds(prose: RulesProse) -> Iterator[Finding]:
    """Report a threshold that an example meets with an equal number, against the rule; a note."""
    words = prose.words
    if words is None:
        return
    for sentence in prose.sentences:
        limit = _read_limit(words, sentence)
        told = _find_equal(words, limit, prose.sentences) if limit else None
        if limit and told:
            said, is_enough = (
                prose.quote(limit.token.start, limit.token.end),
                "is enough" if limit.is_strict else "is not enough",
            )
            message = (
                f"the rules say {said!r} here, but at {prose.place(told.start)} a number equal to the {limit.noun}"
                f" {is_enough}; correct one of them"
            )
            yield prose.report("GF168", limit.token.start, message, "note")


def _read_limit(words: RuleWords, sentence: Sentence) -> _Limit | None:
    """Return the threshold of `if the sum is more than the guard`."""
    tokens = sentence.tokens
    if words.negations & sentence.words or not _IF & sentence.words or any(each.value is not None for each in tokens):
        return None
    for n, (token, other) in enumerate(pairwise(tokens)):
        pair = token.word, other.word
        if pair in _MORE_THAN | _AT_LEAST:
            noun = _find_noun(words, tokens[n + 2 : n + 2 + _OWNERS])
            return _Limit(token._replace(end=other.end), noun, pair in _MORE_THAN) if noun else None
    return None


def _find_noun(words: RuleWords, tokens: Sequence[Token]) -> str:
    """Return the first noun, without what it belongs to: `guard` of `the monster's guard`."""
    return next((each.word for each in tokens if each.word not in words.stops and not each.owns), "")


def _find_equal(words: RuleWords, limit: _Limit, sentences: Sequence[Sentence]) -> Token | None:
    """Return `reaches` before the number of the threshold, or `enough` behind it in what says that it is not."""
    numbers, block = set[float](), -1
    for sentence in sentences:
        numbers, block = numbers if sentence.block == block else set(), sentence.block
        denied = bool((words.negations | _DENIED) & sentence.words)
        for n, token in enumerate(sentence.tokens):
            near = [each.value for each in sentence.tokens[n + 1 : n + 1 + _FROM_NUMBER] if each.value is not None]
            if stem(token.word) == stem(limit.noun):
                numbers.update(near[:1])
            elif limit.is_strict != denied and token.word in (_REACHED if limit.is_strict else _ENOUGH):
                said = near[:1] if limit.is_strict else _last_number(sentence, n)
                if numbers & {*said}:
                    return token
    return None


def _last_number(sentence: Sentence, end: int) -> list[float]:
    """Return the last number before a word."""
    return [each.value for each in sentence.tokens[:end] if each.value is not None][-1:]
