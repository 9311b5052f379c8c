"""Report sentences that let the most win, or the highest begin, where others let the fewest or the lowest (GF168)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game

_BEGINS = frozenset("begins begin starts beginnt first".split())
_CHOOSES = frozenset("chooses choose chosen last seat seats edge edges wählt place".split())
_MOST = frozenset("most highest largest greatest meisten höchste höchsten meiste höchster".split())
_FEWEST = frozenset("fewest lowest least smallest wenigsten niedrigste niedrigsten wenigste".split())
_AMOUNTS = frozenset(
    "points point total totals score scores roll rolled throw tiles punkte punkten punktzahl wurf gems coins".split()
)


class _End(NamedTuple):
    """A sentence that lets one end win or begin: whether it is the upper one, the word, and its place."""

    high: bool
    token: Token
    place: Place
    said: str
    in_rules: bool


def check_winning_ends(prose: RulesProse, game: Game) -> Iterator[Finding]:
    """Report a sentence that lets the opposite end of a ranking win, or begin (GF168)."""
    words = prose.words
    if words is None:
        return
    for verbs in (words.wins | {"takes", "nimmt"}, _BEGINS):
        ends = [end for sentence in prose.sentences if (end := _read_end(prose, words, verbs, sentence))]
        if prose.language is game.first:
            ends += _read_claims(prose, words, verbs, game)
        yield from _compare(prose, ends)


def _read_end(prose: RulesProse, words: RuleWords, verbs: frozenset[str], sentence: Sentence) -> _End | None:
    """Return what a sentence lets win; None if it is about something else, or names both ends."""
    against = _find_points_against(words, verbs, sentence.tokens)
    if against and not prose.is_about_variants(sentence.section):
        return _End(False, against, prose.place(against.start), prose.quote(sentence.start, sentence.end), False)
    token = _find_superlative(words, verbs, sentence.tokens)
    if token is None or prose.is_about_variants(sentence.section):
        return None
    said = prose.quote(sentence.start, sentence.end)
    return _End(token.word in _MOST, token, prose.place(token.start), said, True)


def _find_points_against(words: RuleWords, verbs: frozenset[str], tokens: Sequence[Token]) -> Token | None:
    """Return `against` in `count the cards as points against them`, so that the fewest points win."""
    for n, token in enumerate(tokens[1:], 1):
        if token.word == "against" and tokens[n - 1].word in words.points and verbs & words.wins:
            return token
    return None


def _find_superlative(words: RuleWords, verbs: frozenset[str], tokens: Sequence[Token]) -> Token | None:
    said = {token.word for token in tokens}
    if not verbs & said or not _AMOUNTS & said or (words.elsewhere | words.conditions | words.negations) & said:
        return None
    if verbs is _BEGINS and _CHOOSES & said:
        return None
    found = [token for token in tokens if token.word in _MOST | _FEWEST]
    ends = {token.word in _MOST for token in found}
    return found[0] if len(ends) == 1 else None


def _read_claims(prose: RulesProse, words: RuleWords, verbs: frozenset[str], game: Game) -> Iterator[_End]:
    """Yield what the claims of the game let win."""
    for claim in game.claims:
        tokens = prose.tokenize_text(claim.says)
        if token := _find_superlative(words, verbs, tokens):
            yield _End(token.word in _MOST, token, claim.place, claim.says, False)


def _compare(prose: RulesProse, ends: Sequence[_End]) -> Iterator[Finding]:
    high, low = [end for end in ends if end.high], [end for end in ends if not end.high]
    if not high or not low:
        return
    few, many = sorted((low, high), key=lambda ends: (len(ends), not any(end.in_rules for end in ends)))
    level: Level = "warning" if len(few) < len(many) else "note"
    for end in few:
        other = many[0]
        if end.in_rules:
            message = (
                f"the rules say {end.token.word!r} in {end.said!r}, but {other.token.word!r} in {other.said!r}"
                f" ({other.place}); correct one of them"
            )
            yield prose.report("GF168", end.token.start, message, level)
