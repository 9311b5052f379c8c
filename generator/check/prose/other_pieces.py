"""Report `the other 34 tiles` where the game has 36 and one was put aside (GF165)."""

from collections.abc import Iterator, Mapping, Sequence

from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding
from generator.model.game import Game, Part

_OTHER = frozenset("other remaining übrigen anderen restlichen autres".split())
_ARTICLES = frozenset("the die les".split())
_MOST_ASIDE = 3  # pieces that a text may have put aside, for the number to be of all others


def check_other_pieces(
    prose: RulesProse, vocabulary: GameWords, game: Game, parts: Sequence[Part]
) -> Iterator[Finding]:
    """Report a number of the other pieces of a part that is not that of all but those in the text before it (GF165)."""
    totals = {part.id: sum(design.copies for design in part.designs) for part in parts}
    before: list[Token] = []
    block = -1
    for sentence in prose.sentences:
        if sentence.block != block:
            before, block = [], sentence.block
        if not prose.is_about_variants(sentence.section):
            yield from _check_sentence(prose, vocabulary, game, totals, sentence, before)
        before += sentence.tokens


def _check_sentence(
    prose: RulesProse,
    vocabulary: GameWords,
    game: Game,
    totals: Mapping[str, int],
    sentence: Sentence,
    before: Sequence[Token],
) -> Iterator[Finding]:
    for n in range(1, len(sentence.tokens) - 2):
        article, other, number, noun = sentence.tokens[n - 1 : n + 3]
        if other.word not in _OTHER or article.word not in _ARTICLES or number.value is None:
            continue
        named = vocabulary.own.get(noun.word, ())
        if len(named) != 1 or prose.is_held(number.start):
            continue
        part = next(iter(named))
        said = {token.value for token in (*before, *sentence.tokens[: n - 1]) if token.value is not None}
        aside = totals.get(part, 0) - number.value
        if aside not in said | {1} and 0 <= aside <= _MOST_ASIDE and 1 not in said:
            place = game.place("parts", part)
            message = f"the rules say {prose.quote(other.start, noun.end)!r}, but the game has {totals[part]} ({place})"
            yield prose.report("GF165", number.start, f"{message}; is it all but one?", "note")
