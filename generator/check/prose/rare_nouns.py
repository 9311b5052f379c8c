"""Report the only sentence that calls a piece by another noun than all others do (GF160)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse
from generator.model.finding import Finding

_GROUPS = frozenset(  # of pieces, or what is on them
    "deck decks hand pile stack sheet pad box boxes map trays tray lid lids figure figures mat mats stapel blatt karton"
    " kartons plan pl\u00e4ne deckel schachtel schachteln paquet main pioche feuille plateau".split()
)
_FEWEST = 5  # times that the rules use the usual noun
_REACH = 3  # words before a noun that say what is done with it


def check_rare_nouns(
    prose: RulesProse, vocabulary: GameWords, known_findings: Sequence[Finding] = ()
) -> Iterator[Finding]:
    """Report `draw the top card` in rules that say tile everywhere else, of the only part that may be meant (GF160).

    Places of `known_findings` are not reported again.
    """
    words = prose.words
    if words is None:
        return
    tokens = [token for each in prose.sentences for token in each.tokens if token.value is None]
    counts = Counter(token.word for token in tokens)
    told = {finding.place for finding in known_findings}
    known = {word for name in vocabulary.names for word in name.split()}
    for n, token in enumerate(tokens):
        word = token.word
        if word in _GROUPS | known or word in vocabulary.own or word not in words.pieces:
            continue
        parts = vocabulary.pieces.get(word, frozenset())
        usual = [noun for noun, own in vocabulary.own.items() if own & parts]
        forms = {word, f"{word}s", word.removesuffix("s"), f"{word}n", word.removesuffix("n")}
        if len(parts) != 1 or sum(counts[each] for each in forms) != 1 or sum(counts[each] for each in usual) < _FEWEST:
            continue
        before = {each.word for each in tokens[max(0, n - _REACH) : n]}
        if before & (words.definite | words.handles) and prose.place(token.start) not in told:
            noun = max(usual, key=lambda each: counts[each])
            message = f"the rules say {word!r} only here, and {noun!r} {counts[noun]} times; use one word for one thing"
            yield prose.report("GF160", token.start, message, "note")
