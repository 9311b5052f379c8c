"""Report ties of the game that two places of the rules break in different ways (GF168)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.repeated_statements import list_stems
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_TIES = frozenset("tie ties tied tiebreaker tie-breaker gleichstand unentschieden".split())
_MOST = frozenset("most more highest higher largest greatest mehr meisten höchste höchsten höchster".split())
_FEWEST = frozenset("fewest fewer lowest lower least less smallest weniger wenigsten niedrigste niedrigsten".split())
_OFFERS = frozenset("bid bids bidder roll rolls rolled throw gebot".split())  # whose ties end no game
_REACH = 3  # words behind `most` that say what is counted


class _TieBreaker(NamedTuple):
    """What breaks a tie: stems of what is counted, each with whether most of it wins; and the first such word."""

    counted: dict[str, bool]
    token: Token
    sentence: Sentence


def check_tie_breakers(prose: RulesProse) -> Iterator[Finding]:
    """Report a tie that goes to the most of something in one section, and to other players in another (GF168)."""
    words = prose.words
    if words is None:
        return
    winning = {sentence.block for sentence in prose.sentences if words.wins & sentence.words}
    about = [sentence for sentence in prose.sentences if sentence.block in winning]
    found = [each for sentence in about if (each := _read_tie_breaker(prose, words, sentence))]
    for n, one in enumerate(found):
        others = [each for each in found[:n] if each.sentence.section != one.sentence.section]
        if others and all(_differ(one, each) for each in others):
            said, there = (prose.quote(each.sentence.start, each.sentence.end) for each in (one, others[0]))
            place = prose.place(others[0].token.start)
            message = f"the rules break a tie in this way in {said!r}, but in another in {there!r} ({place})"
            yield prose.report("GF168", one.token.start, f"{message}; correct one of them", "note")


def _read_tie_breaker(prose: RulesProse, words: RuleWords, sentence: Sentence) -> _TieBreaker | None:
    """Return how a sentence breaks the tie for the victory; None if it is about something else."""
    said = sentence.words
    if not _TIES & said or (words.elsewhere | _OFFERS) & said or prose.is_about_variants(sentence.section):
        return None
    tie = next(n for n, token in enumerate(sentence.tokens) if token.word in _TIES)
    ends = [(n, token) for n, token in enumerate(sentence.tokens) if n > tie and token.word in _MOST | _FEWEST]
    counted = {
        stem: token.word in _MOST
        for n, token in ends
        for stem in list_stems(words, _take_noun(words, sentence.tokens[n + 1 : n + 1 + _REACH]))
    }
    return _TieBreaker(counted, ends[0][1], sentence) if counted else None


def _take_noun(words: RuleWords, tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the words up to the verb or to the next superlative."""
    ends = (n for n, token in enumerate(tokens) if token.word in words.wins | _MOST | _FEWEST)
    return tokens[: next(ends, len(tokens))]


def _differ(one: _TieBreaker, other: _TieBreaker) -> bool:
    """Return whether two sentences count nothing in common, or count it from different ends."""
    common = one.counted.keys() & other.counted.keys()
    return not common or any(one.counted[stem] != other.counted[stem] for stem in common)
