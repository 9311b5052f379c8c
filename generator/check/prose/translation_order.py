"""Compare the order of the numbers of a sentence, and the labels of drawings, with those of the translation."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from generator.check.analysis.text_places import find_word_place
from generator.check.prose.translation_blocks import shorten
from generator.check.prose.translation_differences import report_both_places
from generator.check.prose.translation_facts import find_numbers
from generator.check.prose.translation_lists import AlignedText
from generator.model.finding import Finding
from generator.model.language import Language

_CLAUSE_END = re.compile(
    r"(?<!\d)[,;:.\u2013\u2014|]|[,;:.\u2013\u2014|](?!\d)|\b(?:and|but|while|und|aber|et|mais|tandis)\b", re.IGNORECASE
)
# a subordinate clause may come first in one language and last in the other
SUBORDINATE = re.compile(
    r"\b(?:if|when|whenever|unless|until|before|after|once|because|since|as|whoever|so that|by|instead"
    r"|wenn|falls|sobald|bis|bevor|ehe|nach\w*|weil|da|damit|wer|indem|statt|als|vor|ohne"
    r"|si|quand|lorsqu\w+|jusqu\w+|avant|apr\u00e8s|parce|puisqu\w+|d\u00e8s|afin|pour|en|sans)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[ \u00a0\u202f]?:\s")
_WORD = re.compile(r"[^\W\d_]{3,}")
_HEAD = 3  # letters of a word that no case changes
_ENDING = 2  # letters of a word that its case may change
_LONG_PHRASE = 4  # words; shorter ones may mean the same
_FEWEST_TEXTS = 2  # with a label, before the words of its translation are known


def compare_orders(first: Language, language: Language, pairs: Sequence[AlignedText]) -> Iterator[Finding]:
    """Report clauses with the numbers that their translations have in another order (GF170).

    `1 is easy, 3 is not` is not what `3 ist leicht, 1 nicht` says.
    """
    for pair in pairs:
        if SUBORDINATE.search(pair.first) or SUBORDINATE.search(pair.other):
            continue
        mine, theirs = _list_clauses(pair.first, first), _list_clauses(pair.other, language)
        if mine == theirs or len(mine) < _FEWEST_TEXTS or sorted(mine) != sorted(theirs):
            continue
        was, now = next((one, other) for one, other in zip(mine, theirs, strict=True) if one != other)
        at = next(each.at for each in find_numbers(pair.other, language) if each.value == now[0])
        shown = shorten(pair.first)
        message = (
            f"the numbers are in another order than those of {shown!r} at {pair.there}: {now[0]} is here for {was[0]}"
        )
        finding = Finding("GF170", find_word_place(pair.place, pair.other, at), message, "note")
        yield from report_both_places(finding, pair.there, f"says {now[0]} for {was[0]}")


def _list_clauses(text: str, language: Language) -> list[tuple[str, ...]]:
    """Return the numbers of each clause that has any."""
    ends = [found.start() for found in _CLAUSE_END.finditer(text)]
    clauses: dict[int, list[str]] = {}
    for number in find_numbers(text, language):
        clauses.setdefault(sum(end <= number.at for end in ends), []).append(number.value)
    return [tuple(sorted(numbers)) for _, numbers in sorted(clauses.items())]


def compare_labels(language: Language, pairs: Sequence[AlignedText]) -> Iterator[Finding]:
    """Report words of drawings with the translation of other ones (GF174)."""
    yield from _compare_phrases(language)
    yield from _compare_tails(language)
    yield from _compare_with_rules(language, pairs)


def _compare_phrases(language: Language) -> Iterator[Finding]:
    """Report two phrases of drawings with one translation, if they differ in a word or are long (GF174)."""
    told: dict[str, list[str]] = {}
    for phrase, translation in language.says.items():
        words = phrase.casefold().split()
        for other in told.setdefault(translation.casefold(), []):
            theirs = other.casefold().split()
            differ = sum(one != two for one, two in zip(words, theirs, strict=False))
            is_near = len(words) == len(theirs) > 1 and differ == 1
            is_long = min(len(words), len(theirs), len(translation.split())) >= _LONG_PHRASE
            message = f"{phrase!r} and {other!r} are both {translation!r} here; correct one of them"
            for here in (phrase, other) if is_long else (phrase,) if is_near else ():
                yield Finding("GF174", language.place("says", here), message, "note")
        told[translation.casefold()].append(phrase)


def _compare_tails(language: Language) -> Iterator[Finding]:
    """Report labels such as `open: these beat it` whose words behind the colon have the translation of other words."""
    told: dict[str, str] = {}
    for phrase, translation in language.says.items():
        mine, theirs = (_LABEL.split(text.casefold()) for text in (phrase, translation))
        if len(mine) != 2 or len(theirs) != 2 or min(len(mine[1].split()), len(theirs[1].split())) < 2:
            continue
        other = told.setdefault(theirs[1], phrase)
        if _LABEL.split(other.casefold())[1] != mine[1]:
            for here, there in ((phrase, other), (other, phrase)):
                message = f"{here!r} and {there!r} are both '{theirs[1]}' behind the colon here; correct one of them"
                yield Finding("GF174", language.place("says", here), message, "note")


def _compare_with_rules(language: Language, pairs: Sequence[AlignedText]) -> Iterator[Finding]:
    """Report two labels that have changed places: the rules translate each of them as the other one.

    What two labels share does not matter: `face up` and `back up` are a face and a back.
    """
    labels = {phrase: said for phrase, said in language.says.items() if _WORD.search(phrase) and _WORD.search(said)}
    first = _TextFinder([frozenset(_list_words(pair.first)) for pair in pairs])
    translated = _TextFinder([frozenset(_list_words(pair.other)) for pair in pairs])
    words = {phrase: frozenset(_list_words(phrase)) for phrase in labels}
    often = {phrase for phrase in labels if len(first.find_all(words[phrase])) >= _FEWEST_TEXTS}
    for one, other in combinations(labels, 2):
        if not ({one, other} <= often or words[one] & words[other]):
            continue
        said, rival = first.find_apart(words[one], words[other])
        if min(len(said), len(rival)) < _FEWEST_TEXTS:
            continue
        there, elsewhere = translated.find_apart(*(frozenset(_list_words(labels[each])) for each in (one, other)))
        alone, others = said - rival, rival - said
        swapped = min(len(alone & elsewhere), len(others & there)) >= _FEWEST_TEXTS
        if swapped and alone.isdisjoint(there) and others.isdisjoint(elsewhere):
            for here, usual in ((one, other), (other, one)):
                message = f"{here!r} is {labels[here]!r} here, but {labels[usual]!r} in the rules; exchange the two"
                yield Finding("GF174", language.place("says", here), message, "warning")


class _TextFinder:
    """Finds the texts that have the words of a phrase, with any ending."""

    def __init__(self, texts: Sequence[frozenset[str]]) -> None:
        self._texts, self._found = texts, dict[str, set[int]]()
        self._heads: dict[str, list[str]] = {}
        for word in frozenset[str]().union(*texts):
            self._heads.setdefault(word[:_HEAD], []).append(word)

    def find_apart(self, one: frozenset[str], other: frozenset[str]) -> tuple[set[int], set[int]]:
        """Return the numbers of the texts that have the words of a phrase that another one lacks, for both of them."""
        if one <= other or other <= one:
            return self.find_all(one), self.find_all(other)
        return self.find_all(one - other), self.find_all(other - one)

    def find_all(self, words: Iterable[str]) -> set[int]:
        """Return the numbers of the texts that have all of some words."""
        return set[int].intersection(*map(self._find_word, words))

    def _find_word(self, own: str) -> set[int]:
        if own not in self._found:
            known = {word for word in self._heads.get(own[:_HEAD], ()) if _is_same(word, own)}
            self._found[own] = {n for n, words in enumerate(self._texts) if not known.isdisjoint(words)}
        return self._found[own]


@lru_cache(maxsize=8192)
def fold_accents(word: str) -> str:
    """Return a word in lower case without accents, so that `Fass` begins `Fässer`."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _list_words(text: str) -> list[str]:
    return [fold_accents(found[0]) for found in _WORD.finditer(text)]


def _is_same(one: str, other: str) -> bool:
    size = max(_HEAD, min(len(one), len(other)) - _ENDING)
    return one[:size] == other[:size] and abs(len(one) - len(other)) <= _ENDING
