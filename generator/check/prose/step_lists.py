"""Read the numbered lists of the rules as steps, and match shorter texts with them."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.check.prose.repeated_statements import Statement, list_stems, share_of
from generator.check.prose.rules_prose import RulesProse, Span, Token
from generator.language.rule_words import RuleWords

FEWEST_STEPS = 3  # a list of fewer steps has no order worth a finding
_LEAST_SIMILARITY = 0.5  # of the words of a text, which are those of a step
_HEAD = 6  # words of a step that say what it is
_THEN = frozenset("then dann danach puis ensuite".split())


class StepList(NamedTuple):
    """A numbered list of the rules: the stems of each step, those of its first words, where it begins, its numbers.

    `firsts` are the first words of the steps.
    """

    steps: Sequence[frozenset[str]]
    heads: Sequence[frozenset[str]]
    starts: Sequence[int]
    numbers: Sequence[frozenset[float]]
    firsts: Sequence[str] = ()


def read_step_lists(prose: RulesProse, words: RuleWords, is_split: bool = False) -> list[StepList]:
    """Return the numbered lists that are long enough to have an order.

    A list that `is_split` has two steps for an item that begins `Pay, then collect.`
    """
    lists = [block.items for block in prose.lists if block.first is not None and len(block.items) >= FEWEST_STEPS]
    found = []
    for items in lists:
        spans = [span for item in items for span in (_split_item(prose, item) if is_split else [item])]
        tokens = [prose.tokenize(*span) for span in spans]
        steps = [frozenset(list_stems(words, each)) for each in tokens]
        heads = [frozenset(list_stems(words, each[:_HEAD])) for each in tokens]
        numbers = [list_numbers(each) for each in tokens]
        firsts = [each[0].word if each else "" for each in tokens]
        found.append(StepList(steps, heads, [span[0] for span in spans], numbers, firsts))
    return found


def _split_item(prose: RulesProse, item: Span) -> Sequence[Span]:
    """Return the two halves of the first sentence of an item that joins two steps; else the item."""
    end = prose.plain.find(".", *item)
    said = prose.tokenize(item[0], end) if end > 0 else ()
    joint = next((n for n, token in enumerate(said) if token.word in _THEN), 0)
    if not 0 < joint < len(said) - 1 or len(said) > _HEAD:
        return [item]
    return [(item[0], said[joint].start), (said[joint].end, end)]


def list_numbers(tokens: Sequence[Token]) -> frozenset[float]:
    """Return the values of the numbers among some words."""
    return frozenset(token.value for token in tokens if token.value is not None)


def match_each_step(block: StepList, texts: Sequence[Statement]) -> list[tuple[int, Statement]]:
    """Return the texts that are steps of a list, in their order, each with the number of its own step.

    The best matches are made first: by the share of the words of the text, then by their number.
    """
    scores = []
    for n, text in enumerate(texts):
        for step, (stems, head) in enumerate(zip(block.steps, block.heads, strict=True)):
            common = text.stems & stems
            if common and (len(common) > 1 or text.stems & head):
                score = (
                    len(common) / len(text.stems) + 0.5 * bool(text.stems & head),
                    len(common),
                    share_of(text.stems, stems),
                )
                scores.append((score, n, step))
    taken: dict[int, int] = {}
    for (share, _, _), n, step in sorted(scores, reverse=True):
        if share >= _LEAST_SIMILARITY and n not in taken and step not in taken.values():
            taken[n] = step
    return [(taken[n], text) for n, text in enumerate(texts) if n in taken]
