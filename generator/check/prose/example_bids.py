"""Report a bid in an example that is not higher than the one before it (GF168)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_BIDDING = frozenset("bid bids says offers raises".split())
_ABOUT_BIDS = frozenset("bid bids bidding auction auctions offer offers".split())
_RISING = frozenset("higher outbid outbids raise raises beat beats".split())
_AT_ONCE = frozenset("secret secretly hidden simultaneously sealed blind fist fists once".split())
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
