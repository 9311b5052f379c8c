"""Report a pile that the rules lay face up although they turn up its top piece later (GF168)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence
from generator.model.finding import Finding

_STACKING = frozenset("stack stacked pile deck piles stacks decks".split())
_TURNING = frozenset("turn turns flip flips reveal reveals".split())
_BESIDE = frozenset("beside next discard discards discarded row market display".split())
_PRONOUNS = frozenset("card cards piece pieces tile tiles one".split())


def check_face_up_piles(prose: RulesProse) -> Iterator[Finding]:
    """Report `stack the prompts face up` if a later sentence turns up the top prompt (GF168)."""
    turned = [each for each in prose.sentences if _TURNING & each.words and "top" in each.words]
    for sentence in prose.sentences:
        if not (_says_face(sentence, "up") and _STACKING & sentence.words):
            continue
        if _says_face(sentence, "down") or _BESIDE & sentence.words:
            continue
        later = next((each for each in turned if each.start > sentence.start and _share_noun(sentence, each)), None)
        if later is not None:
            at = next(one.start for one, other in pairwise(sentence.tokens) if (one.word, other.word) == ("face", "up"))
            message = (
                "the pile lies face up here, but its top piece is turned up later"
                f" ({prose.place(later.tokens[0].start)}); did you mean `face down`?"
            )
            yield prose.report("GF168", at, message, "note")


def _says_face(sentence: Sentence, way: str) -> bool:
    words = [token.word for token in sentence.tokens]
    return f"face-{way}" in words or any(pair == ("face", way) for pair in pairwise(words))


def _share_noun(one: Sentence, other: Sentence) -> bool:
    """Return whether the word behind `top` is in the first sentence too."""
    words: Sequence[str] = [token.word for token in other.tokens]
    after = {stem(word) for word in words[words.index("top") + 1 : words.index("top") + 3]}
    return bool(after & {stem(token.word) for token in one.tokens if token.word not in _PRONOUNS})
