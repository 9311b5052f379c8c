"""Report `a fourth square` after three squares that are none: one more than the number before it (GF163)."""

from collections.abc import Iterator, Sequence

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_ORDINALS = {
    word: n
    for n, words in enumerate(("third drittes dritte dritter", "fourth viertes vierte", "fifth", "sixth", "seventh"), 3)
    for word in words.split()
}
_ARTICLES = frozenset("a ein eine einen einer".split())
_LIMITS = (("more", "than"), ("mehr", "als"))
_PARTS = frozenset({"of"})  # `a third of the points` is a fraction
_REACH = 2  # words between a number and what it counts


def check_indefinite_ordinals(prose: RulesProse) -> Iterator[Finding]:
    """Report an ordinal behind `a` that does not follow the number of the same things before it (GF163)."""
    if prose.words is None:
        return
    blocks: dict[int, list[Sentence]] = {}
    for sentence in prose.sentences:
        blocks.setdefault(sentence.block, []).append(sentence)
    for sentences in blocks.values():
        tokens = [token for sentence in sentences for token in sentence.tokens]
        for n, token in enumerate(tokens[1:], 1):
            if token.word in _ORDINALS and tokens[n - 1].word in _ARTICLES and not _is_fraction(prose, tokens, n):
                yield from _check_ordinal(prose, tokens, n)


def list_indefinite_ordinals(prose: RulesProse, sentence: Sentence) -> Iterator[tuple[int, Token, str]]:
    """Yield the number of each ordinal behind `a`, the ordinal, and the stem of the noun behind it."""
    tokens = sentence.tokens
    for n, token in enumerate(tokens[1:], 1):
        if token.word in _ORDINALS and tokens[n - 1].word in _ARTICLES and not _is_fraction(prose, tokens, n):
            yield _ORDINALS[token.word], token, stem(tokens[n + 1].word)


def _is_fraction(prose: RulesProse, tokens: Sequence[Token], n: int) -> bool:
    after = tokens[n + 1 : n + 2]
    return not after or after[0].word in _PARTS or not prose.plain[tokens[n].end : after[0].start].isspace()


def _check_ordinal(prose: RulesProse, tokens: Sequence[Token], n: int) -> Iterator[Finding]:
    noun, place = stem(tokens[n + 1].word), _ORDINALS[tokens[n].word]
    counts = [
        each
        for m, each in enumerate(tokens[: n - 1])
        if each.value is not None and not each.signed and _counts(prose, tokens, m, n, noun)
    ]
    if counts and counts[-1].value != place - 1 and not any(each.value == place - 1 for each in counts):
        last = counts[-1]
        if prose.is_held(last.start):
            last = tokens[n]
        said = prose.quote(tokens[n].start, tokens[n + 1].end)
        message = f"a {said} comes after {place - 1}, but the number before it here is {counts[-1].word}"
        yield prose.report("GF163", last.start, f"{message}; correct one of them", "note")


def _counts(prose: RulesProse, tokens: Sequence[Token], m: int, n: int, noun: str) -> bool:
    """Return whether a number counts what the ordinal counts, or limits it: `never more than two: a third pawn`."""
    behind = [stem(each.word) for each in tokens[m + 1 : m + 1 + _REACH]]
    limit = tuple(each.word for each in tokens[max(0, m - 2) : m]) in _LIMITS
    return noun in behind or (limit and prose.plain[tokens[m].end] in ":;," and n - m <= _REACH + 1)
