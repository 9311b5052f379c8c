"""Compare what sentences in two languages mean by lists of words: negations, directions, bounds and other opposites."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generator.language.typography import split_elision

# senses that turn a rule into its opposite, so that a sentence with one is not the translation of one with the other
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_PAIRS = tuple(
    tuple(each.split("/"))
    for each in (
        "never/always nobody/everybody clockwise/counterclockwise left/right up/down inside/outside forward/backward "
        "horizontal/vertical face-up/face-down face-up/turned-down face-down/turned-up "
        "north/south north/east north/west south/east south/west east/west "
        "before/after first/last next/previous begin/end more/fewer at-least/at-most at-least/exactly at-most/exactly "
        "highest/lowest youngest/oldest higher/smaller must/may win/lose keep/lose take/give draw/discard "
        "add/subtract odd/even same/different best/worst strongest/weakest nearest/farthest earlier/later buy/sell "
        "on/under own/enemy own/foreign partner/enemy empty/occupied once/twice and/or many/few middle/under "
        "middle/edge"
    ).split()
)
OPPOSITES = (*_PAIRS, *combinations(_ORDINALS, 2))
# senses that a translation names in the order of the first text, if it has two of a kind
_KINDS = tuple(
    frozenset(each.split())
    for each in (
        "best worst",
        "highest lowest",
        "higher smaller",
        "strongest weakest",
        "nearest farthest",
        "earlier later",
        "youngest oldest",
        "more fewer",
        "at-least at-most",
        "face-up face-down",
        "odd even",
        "inside outside",
        "red blue green yellow black white gray brown pink orange purple",
        "disc square triangle diamond cross star ring",
        "left right",
        "north south east west",
        "filled hollow",
    )
)
# senses that a sound translation never drops and never adds
_KEPT_SENSES = ("clockwise", "counterclockwise", "at-least", "at-most", "enemy", "partner", "facing")
_NOT_ADDED = {"left": "left", "right": "right"}  # each with the English word for it, which means other things too
_NOT_DROPPED = ("exactly", "half", "highest", "lowest", "last")  # those that others words may bring in
_MAY_MEAN = "?"  # behind a sense: of words that may stand for it and need not, as "statt" may stand for "not"
_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*")
_OTHERWISE = re.compile(
    r"\b(?:(?:if not|wenn nicht|falls nicht)(?=[,;:])|or not\b(?! at all\b)|oder nicht\b"
    r"|ou (?:non|pas)\b(?! du tout\b))",
    re.IGNORECASE,
)  # denies nothing itself; `or not at all` does
# questions that answer themselves: `welcher Kaufmann gäbe sie schon zu` is `no merchant would`
_RHETORICAL = re.compile(r"\?|\b(?:wer|wen|wem|was|welche[rsnm]?)\b[^.;:!?]{1,80}\bschon\b", re.IGNORECASE)
_LONGEST_WORD = 40  # letters, of which beginnings are looked up
_JOINING = ("and", "or")  # at the beginning of a sentence, they join it to the one before it
_ONLY, _LIMITS = "only", ("only", "not", "except", "fewer", "own", "exactly", "first")
_NEGATION, _BAN, _LESS = "not", "ban", ("fewer", "smaller", "only", "except")
_NEED_NOT, _MUST = "unneeded", "must"  # what need not be large may be small, which denies nothing


class MeaningFault(NamedTuple):
    """A difference in meaning between a sentence and its translation: the words for it, empty where there are none."""

    first: str
    other: str


class SenseFinder:
    """Finds the senses of the words of a language; a phrase wins over its words, the longest over shorter ones."""

    def __init__(self, senses: Mapping[str, Sequence[str]]) -> None:
        self._phrases: dict[str, list[tuple[tuple[str, ...], list[str]]]] = {}
        self._beginnings: dict[str, list[str]] = {}
        self._endings: list[tuple[str, list[str]]] = []
        known: dict[str, list[str]] = {}
        for sense, words in senses.items():
            for word in words:
                known.setdefault(word.lower(), []).append(sense)
        for phrase, meant in sorted(known.items(), key=lambda each: -len(each[0])):
            first, *more = _split_phrase(phrase)
            if first.endswith("*"):
                self._beginnings[first[:-1]] = meant
            elif first.startswith("*"):
                self._endings.append((first[1:], meant))
            else:
                self._phrases.setdefault(first, []).append(((first, *more), meant))

    def find(self, text: str) -> dict[str, str]:
        """Return the senses in a text, each with the first words for it."""
        words = _split_words(_OTHERWISE.sub("", text))
        found, at = dict.fromkeys((f"{_NEGATION}{_MAY_MEAN}",) if _RHETORICAL.search(text) else (), ""), 0
        while at < len(words):
            length, senses = self._look_up(words, at)
            for sense in senses:
                if at or sense not in _JOINING:
                    found.setdefault(sense, " ".join(words[at : at + length]))
            at += length
        return found

    def _look_up(self, words: Sequence[str], at: int) -> tuple[int, Sequence[str]]:
        """Return how many words the longest phrase has that begins at a word, and its senses."""
        for phrase, senses in self._phrases.get(words[at], ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                return len(phrase), senses
        word = words[at][:_LONGEST_WORD]
        ends = range(len(word), 1, -1)
        begun = (self._beginnings[word[:end]] for end in ends if word[:end] in self._beginnings)
        ended = (meant for end, meant in self._endings if word.endswith(end) and word != end)
        return 1, next(begun, None) or next(ended, ())


def _split_words(text: str) -> list[str]:
    words = (found[0].lower().replace("\u2019", "'").removesuffix("'s") for found in _WORD.finditer(text))
    return [each for word in words for each in split_elision(word)]


def _split_phrase(phrase: str) -> list[str]:
    return [each for word in phrase.split() for each in split_elision(word)]


def find_meaning_faults(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[MeaningFault]:
    """Yield contradictions between the senses of two sentences, the most certain first."""
    yield from _find_contradictions(one, other)
    yield from _find_lost_senses(one, other)
    yield from _find_exchanged(one, other)


def _find_exchanged(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[MeaningFault]:
    """Yield the first of two things of a kind that a sentence and its translation name in a different order."""
    for kind in _KINDS:
        both = kind & one.keys() & other.keys()
        mine, theirs = ([sense for sense in senses if sense in both] for senses in (one, other))
        differ = [n for n, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1]]
        if differ:
            yield MeaningFault(one[mine[differ[0]]], other[theirs[differ[0]]])


def _find_contradictions(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[MeaningFault]:
    """Yield pairs of opposites, of which each sentence has one."""
    banned = _BAN in one and _BAN in other
    for pair in OPPOSITES:
        for here, there in (pair, pair[::-1]):
            if here in one and there in other and not (_has(one, there) or _has(other, here)):
                if banned and pair == ("must", "may"):
                    continue  # `must not` is what other languages call `may not`
                yield MeaningFault(one[here], other[there])


def _has(senses: Mapping[str, str], sense: str) -> bool:
    """Return whether a sentence has a sense, or words that may stand for it."""
    return sense in senses or f"{sense}{_MAY_MEAN}" in senses


def _find_lost_senses(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[MeaningFault]:
    """Yield senses that a correct translation keeps but only one of the sentences has."""
    for sense in _KEPT_SENSES:
        if sense in one and not _has(other, sense):
            yield MeaningFault(one[sense], "")
        if sense in other and not _has(one, sense):
            yield MeaningFault("", other[sense])
    for sense, ambiguous in _NOT_ADDED.items():
        if sense in other and not _has(one, sense) and other[sense] != ambiguous:
            yield MeaningFault("", other[sense])
    for sense in _NOT_DROPPED:
        if sense in one and not _has(other, sense):
            yield MeaningFault(one[sense], "")
    if _ONLY in one and not any(_has(other, sense) for sense in _LIMITS):
        yield MeaningFault(one[_ONLY], "")
    if _lacks_negation(one, other):
        yield MeaningFault(one[_NEGATION], "")
    if _lacks_negation(other, one):
        yield MeaningFault("", other[_NEGATION])


def _lacks_negation(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether a sentence denies what the other one affirms."""
    if _NEGATION not in one or _has(other, _NEGATION) or any(sense in other for sense in _LESS):
        return False
    return _NEED_NOT not in one or _MUST in other
