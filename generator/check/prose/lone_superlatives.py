"""Report `lowest place` in rules that elsewhere always speak of the highest one (GF168)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_PAIRS = (
    "highest lowest, uppermost lowermost, outermost innermost, largest smallest, biggest smallest, oldest youngest,"
    " longest shortest, nearest farthest, nearest furthest, earliest latest, strongest weakest, cheapest dearest,"
    " höchste niedrigste, höchsten niedrigsten, größte kleinste, größten kleinsten, äußerste innerste,"
    " äußersten innersten, älteste jüngste, längste kürzeste"
)
_OPPOSITES: Mapping[str, frozenset[str]] = {
    word: frozenset(
        other for pair in _PAIRS.split(",") if word in pair.split() for other in pair.split() if other != word
    )
    for word in _PAIRS.replace(",", " ").split()
}
_BETWEEN = frozenset("free empty open available freie freien".split())  # words that may stand before the noun
_OFTEN = 3  # sentences that say the opposite


class _Use(NamedTuple):
    """A superlative before a noun, and its sentence."""

    token: Token
    noun: Token
    sentence: Sentence


def check_lone_superlatives(prose: RulesProse) -> Iterator[Finding]:
    """Report, as a note, a superlative that is before a noun once, where its opposite is before it several times."""
    uses: dict[tuple[str, str], list[_Use]] = defaultdict(list)
    for sentence in prose.sentences if prose.words else ():
        for use in _list_uses(sentence):
            uses[use.token.word, stem(use.noun.word)].append(use)
    for (word, noun), found in uses.items():
        others = [each for other in _OPPOSITES[word] for each in uses.get((other, noun), ())]
        if len(found) == 1 and len({each.sentence for each in others}) >= _OFTEN:
            said, usual = (prose.quote(each.token.start, each.noun.end) for each in (found[0], others[0]))
            message = (
                f"the rules say {said!r} here alone, but {usual!r} in {len(others)} places, such as"
                f" {prose.place(others[0].token.start)}; correct one of them"
            )
            yield prose.report("GF168", found[0].token.start, message, "note")


def _list_uses(sentence: Sentence) -> Iterator[_Use]:
    """Yield the superlatives of a sentence that does not have their opposites too."""
    tokens: Sequence[Token] = sentence.tokens
    for n, token in enumerate(tokens[:-1]):
        if token.word in _OPPOSITES and _OPPOSITES[token.word].isdisjoint(sentence.words):
            rest = [each for each in tokens[n + 1 : n + 3] if each.word not in _BETWEEN]
            if rest and rest[0].value is None:
                yield _Use(token, rest[0], sentence)
