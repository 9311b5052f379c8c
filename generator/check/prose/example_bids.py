"""Report bids in examples that are not higher than the one before, or are not met but rewarded (GF168)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_BIDDING = frozenset("bid bids says offers raises".split())
_ABOUT_BIDS = frozenset("bid bids bidding auction auctions offer offers".split())
_RISING = frozenset("higher outbid outbids raise raises beat beats".split())
_AT_ONCE = frozenset("secret secretly hidden simultaneously sealed blind fist fists once".split())
_EXACTLY = frozenset("exactly precisely".split())
_REACH = 2  # words from the verb to the number


def check_example_bids(prose: RulesProse) -> Iterator[Finding]:
    """Report `says 2` after `bids 3` in a paragraph, if bids must be higher and nobody bids in secret (GF168)."""
    about = [sentence for sentence in prose.sentences if _ABOUT_BIDS & sentence.words]
    if not any(_RISING & each.words for each in about) or any(_AT_ONCE & each.words for each in about):
        return
    blocks: dict[int, list[Token]] = defaultdict(list)
    for sentence in prose.sentences:
        blocks[sentence.block] += _list_bids(sentence)
    for bids in blocks.values():
        for before, after in pairwise(bids):
            if (before.value or 0) >= (after.value or 0):
                message = f"this bid of {after.value:g} comes after one of {before.value:g}, but bids must be higher"
                yield prose.report("GF168", after.start, f"{message}; correct one of them", "note")


def _list_bids(sentence: Sentence) -> Iterator[Token]:
    tokens: Sequence[Token] = sentence.tokens
    for at, token in enumerate(tokens):
        near = tokens[at + 1 : at + 1 + _REACH]
        number = next((each for each in near if each.value is not None), None)
        if token.word in _BIDDING and number is not None:
            yield number


def check_met_bids(prose: RulesProse) -> Iterator[Finding]:
    """Report `bid 3 and won 2 tricks: 4 + 3` if only those who win exactly as many as they bid score the 3 (GF168)."""
    for sentence in prose.sentences:
        rule = _read_met_bid(sentence.tokens)
        for example in prose.sentences if rule else ():
            assert rule is not None
            bonus, verbs = rule
            numbers = [_find_number(example.tokens, verb) for verb in verbs]
            if example is sentence or len(numbers) < 2 or not (numbers[0] and numbers[1]):
                continue
            one, other = numbers[0], numbers[1]
            if one.value != other.value and _adds(prose, example.tokens, bonus):
                said = f"{verbs[1]} {other.value:g}, {verbs[0]} {one.value:g}"
                message = (
                    f"{said!r} are not the same number, but the example adds the {bonus.value:g} that need it"
                    f" ({prose.place(bonus.start)}); correct one of them"
                )
                yield prose.report("GF168", min(one.start, other.start), message, "note")


def _read_met_bid(tokens: Sequence[Token]) -> tuple[Token, tuple[str, str]] | None:
    """Return the points and both verbs of `3 points more if they won exactly as many tricks as they bid`."""
    bonus = next((token for token in tokens if token.value is not None), None)
    at = next((n for n, token in enumerate(tokens) if token.word in _EXACTLY), 0)
    said = [token.word for token in tokens[at : at + 7]]
    if bonus is None or not at >= 1 or bonus.start > tokens[at].start or said[1:3] != ["as", "many"] or len(said) < 7:
        return None
    return (bonus, (tokens[at - 1].word, said[6])) if said[4] == "as" else None


def _find_number(tokens: Sequence[Token], verb: str) -> Token | None:
    """Return the number right behind a verb."""
    return next((number for word, number in pairwise(tokens) if word.word == verb and number.value is not None), None)


def _adds(prose: RulesProse, tokens: Sequence[Token], bonus: Token) -> bool:
    """Return whether a sum of an example adds some points."""
    return any(
        other.value == bonus.value and prose.plain[one.end : other.start].strip() == "+"
        for one, other in pairwise(tokens)
    )
