"""Report sentences of the rules that other sentences, claims or figures contradict in nearly the same words (GF168)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from generator.check.prose.repeated_statements import (
    NumberFact,
    Statement,
    find_number_conflict,
    find_opposites,
    list_number_facts,
    make_statement,
    share_of,
)
from generator.check.prose.rules_prose import RulesProse
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding
from generator.model.game import Game

_LEAST_SIMILARITY = 0.6  # of the words of two sentences that say the same thing
_LEAST = 3  # words that they share
_MOST = 4000  # statements that are compared


def check_contradictions(prose: RulesProse, statements: Sequence[Statement], game: Game) -> Iterator[Finding]:
    """Report a sentence that another section, a claim or a figure contradicts (GF168)."""
    words = prose.words
    if words is None:
        return
    rules = [each for each in statements if len(each.stems) >= _LEAST and not prose.is_about_variants(each.section)][
        :_MOST
    ]
    others = [*rules, *_read_other_texts(prose, words, game)]
    by_stem: dict[str, list[Statement]] = defaultdict(list)
    for other in others:
        for word in other.stems:
            by_stem[word].append(other)
    rare = Counter({word: len(found) for word, found in by_stem.items()})
    told: set[tuple[str, str]] = set()
    for statement in rules:
        near = Counter(other for word in statement.stems if rare[word] <= 40 for other in by_stem[word])
        alike = [
            other
            for other, common in near.items()
            if common >= _LEAST
            and (other.source != "rules" or other.section != statement.section)
            and share_of(statement.stems, other.stems) >= _LEAST_SIMILARITY
        ]
        yield from _compare(prose, words, statement, alike, rare, told)


def _read_other_texts(prose: RulesProse, words: RuleWords, game: Game) -> Iterator[Statement]:
    """Yield what claims, figures and the line about the game say, in the language of the game."""
    if prose.language is not game.first:
        return
    for claim in game.claims:
        yield make_statement(words, claim.says, prose.tokenize_text(claim.says), claim.place, f"claim {claim.id}")
    for name, figure in game.data.figures.items():
        place = game.place("figures", name, "alt")
        for part in figure.alt.split(". "):
            yield make_statement(words, part, prose.tokenize_text(part), place, f"the figure {name!r}")


def _compare(
    prose: RulesProse,
    words: RuleWords,
    one: Statement,
    others: Sequence[Statement],
    rare: Counter[str],
    told: set[tuple[str, str]],
) -> Iterator[Finding]:
    """Report the first other statement that is opposed to a sentence, by a word or by a number (GF168)."""
    for other in others:
        pair = (min(one.said, other.said), max(one.said, other.said))
        if pair in told:
            continue
        at, mine, theirs = _find_difference(words, one, other, rare)
        if mine:
            told.add(pair)
            source = "" if other.source == "rules" else f"{other.source} "
            message = (
                f"the rules say {mine!r} in {one.said!r}, but {theirs!r} in {source}{other.said!r}"
                f" ({other.place}); correct one of them"
            )
            yield Finding("GF168", prose.place(one.tokens[0].start + at), message, "note")
            return


def _find_difference(words: RuleWords, one: Statement, other: Statement, rare: Counter[str]) -> tuple[int, str, str]:
    """Return the first difference that matters: its offset in the sentence, and two words, empty if there is none."""
    start = one.tokens[0].start
    if opposed := find_opposites(words, one, other):
        return opposed[0].start - start, opposed[0].word, opposed[1].word
    facts: Sequence[NumberFact] = [*list_number_facts(words, other)]
    mine = [fact for fact in list_number_facts(words, one) if fact.token.start not in one.held]
    negated = [any(token.word in words.negations for token in each.tokens) for each in (one, other)]
    if len(facts) != len([*list_number_facts(words, one)]) or negated[0] != negated[1]:
        return 0, "", ""
    for fact in mine:
        conflict = find_number_conflict(fact, facts, rare, 2, _LEAST_SIMILARITY)
        if conflict is not None:
            return fact.token.start - start, fact.token.word, conflict.token.word
    return 0, "", ""
