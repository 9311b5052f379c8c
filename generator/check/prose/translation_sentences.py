"""Align the sentences of a text with those of its translation by their lengths and facts (Gale and Church, 1993)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.translation_facts import TextFact

_END = re.compile(  # at most twelve marks close a sentence
    r"(?<=[.!?:;])(?:[*_)\"\u201d\u201c\u2019\u00bb\u00ab]|\]\([^()\s]*\)|\[\^[^\[\]\n]++\]){0,12}"
    r"[^\S\n]*(?:\s|\n[ >]*)(?=\S)"
    r"|(?<=\S)\s*(?<!\\)\|"
)
_MARKUP = re.compile(r"\]\([^()\s]*\)|\[\^[^\[\]\n]++\]:?|^[ >]*(?:[-+*]|\d+[.)])\s|[*_>#|\[\]!`]", re.MULTILINE)
_ABBREVIATION = re.compile(r"(?:\b\w|\b(?:etc|usw|bzw|ca|vs|no|nr|mm|cm|st|dr|approx))\.$", re.IGNORECASE)
_VARIANCE = 1.4  # of the length of a translation for each character; 1.1 in the German rules of Pachisi
# sentences of the first text, of its translation, and the cost of such a pair
_BEADS = ((1, 1, 0.0), (1, 0, 5.5), (0, 1, 5.5), (2, 1, 2.5), (1, 2, 2.5), (2, 2, 5.0))
_FACT = 1.5  # cost of a fact that only one of the two has
_MOST_SENTENCES = 120  # of a block; longer ones are taken as a whole
_FAR_TOO_LONG = 6.0  # cost of a pair whose lengths do not fit
_MANY_LETTERS = 40  # shorter sentences may differ in any way


class TextSentence(NamedTuple):
    """A sentence or a table cell: its words without markup, from `at` on, and its facts."""

    text: str
    at: int
    facts: tuple[TextFact, ...] = ()


class SentencePair(NamedTuple):
    """Sentences that translate each other: usually one each; none where one language lacks them."""

    first: tuple[TextSentence, ...]
    other: tuple[TextSentence, ...]


def split_sentences(text: str, facts: Sequence[TextFact], start: int) -> list[TextSentence]:
    """Return the sentences of a text that begins at `start`, the offset that facts count from."""
    bounds, begin = list[tuple[int, int]](), 0
    for end in _END.finditer(text):
        if not _ABBREVIATION.search(text, max(0, end.start() - 8), end.start()):
            bounds.append((begin, end.end()))
            begin = end.end()
    found = [_make_sentence(text, facts, start, each) for each in [*bounds, (begin, len(text))]]
    return [each for each in found if any(letter.isalnum() for letter in each.text) or each.facts]


def _make_sentence(text: str, facts: Sequence[TextFact], start: int, bounds: tuple[int, int]) -> TextSentence:
    begin, end = bounds
    own = tuple(fact for fact in facts if begin <= fact.at - start < end)
    words = _MARKUP.sub(" ", text[begin:end])
    blanks = len(text[begin:end]) - len(text[begin:end].lstrip(" \n|"))
    return TextSentence(" ".join(words.split()), start + begin + blanks, own)


def align_sentences(first: Sequence[TextSentence], other: Sequence[TextSentence], ratio: float) -> list[SentencePair]:
    """Return the pairs of least cost; `ratio` is how many characters a character of the first text becomes."""
    if len(first) == len(other) == 1 or max(len(first), len(other)) > _MOST_SENTENCES:
        return [SentencePair(tuple(first), tuple(other))]
    best: dict[tuple[int, int], tuple[float, int, int]] = {(0, 0): (0.0, 0, 0)}
    for i in range(len(first) + 1):
        for j in range(len(other) + 1):
            ways = [
                (best[i - di, j - dj][0] + cost + measure_fit(first[i - di : i], other[j - dj : j], ratio), di, dj)
                for di, dj, cost in _BEADS
                if i >= di and j >= dj
            ]
            if ways:
                best[i, j] = min(ways)
    return list(_follow_back(best, first, other))[::-1]


def _follow_back(
    best: dict[tuple[int, int], tuple[float, int, int]],
    first: Sequence[TextSentence],
    other: Sequence[TextSentence],
) -> Iterator[SentencePair]:
    i, j = len(first), len(other)
    while i or j:
        _, di, dj = best[i, j]
        yield SentencePair(tuple(first[i - di : i]), tuple(other[j - dj : j]))
        i, j = i - di, j - dj


def measure_fit(first: Sequence[TextSentence], other: Sequence[TextSentence], ratio: float) -> float:
    """Return how unlike sentences are in length and facts, 0 for a perfect fit."""
    mine, theirs = ({fact.key for each in every for fact in each.facts} for every in (first, other))
    cost = _FACT * len(mine ^ theirs)
    if not first or not other:
        return cost
    return cost + _measure_lengths(first, other, ratio)


def _measure_lengths(first: Sequence[TextSentence], other: Sequence[TextSentence], ratio: float) -> float:
    one, two = (sum(len(each.text) for each in every) for every in (first, other))
    return (two - one * ratio) ** 2 / (2 * _VARIANCE * (one + 3))


def is_of_other_length(pair: SentencePair, ratio: float) -> bool:
    """Return whether long sentences differ so much in length that one of them must say more."""
    longest = max(sum(len(each.text) for each in every) for every in pair)
    return longest >= _MANY_LETTERS and _measure_lengths(*pair, ratio) > _FAR_TOO_LONG
