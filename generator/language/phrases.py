"""Find words and phrases in texts: in any case, in English also their plurals, and with any ending after `*`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.language.plurals import plural_forms
from generator.language.typography import ELISION

_WORD = re.compile(rf"(?i:{ELISION})|[^\W_]++(?:['\u2019\u2010\u2011-][^\W_]++)*+")
_LISTED = re.compile(r"[^\W_]++(?:['\u2019\u2010\u2011-][^\W_]++)*+\*?")
_BETWEEN = " \t\n\u00a0*_>"  # what may stand between the words of a phrase: blanks, emphasis, marks of a quote
_OPEN, _CLOSE = "\"'\u201c\u2018\u201e\u201a\u00ab\u00bb\u201d\u2019", "\"'\u201d\u2019\u201c\u2018\u00bb\u00ab"


class FoundPhrase(NamedTuple):
    """A phrase that a text has, by its number, and where it stands."""

    number: int
    start: int
    end: int


class _Word(NamedTuple):
    """A word of a phrase; an open one is the beginning of words."""

    text: str
    is_open: bool

    def matches(self, word: str) -> bool:
        return word.startswith(self.text) if self.is_open else word == self.text


class PhraseFinder:
    """Finds some phrases in texts, in a time that grows with the length of the text alone."""

    def __init__(self, phrases: Sequence[str], english: bool) -> None:
        self._exact: dict[str, list[tuple[int, tuple[_Word, ...]]]] = {}
        self._open: dict[str, list[tuple[int, tuple[_Word, ...]]]] = {}
        for number, phrase in enumerate(phrases):
            for words in _list_forms(phrase, english):
                known = self._open if words[0].is_open else self._exact
                known.setdefault(words[0].text, []).append((number, words))
        self._lengths = sorted({len(each) for each in self._open})

    def find(self, text: str) -> Iterator[FoundPhrase]:
        """Yield the phrases in a text, in order; of those that begin at one word, the longest."""
        if not self._exact and not self._open:
            return
        tokens = [(_fold(found[0]), *found.span()) for found in _WORD.finditer(text)]
        for at, (word, start, _) in enumerate(tokens):
            phrases = [*self._exact.get(word, ())]
            for length in self._lengths:
                phrases += self._open.get(word[:length], ()) if length <= len(word) else ()
            fitting = [each for each in phrases if _fits(each[1], tokens, at, text)]
            if fitting:
                number, words = max(fitting, key=lambda each: len(each[1]))
                yield FoundPhrase(number, start, tokens[at + len(words) - 1][2])


def is_phrase(text: str) -> bool:
    """Return whether a text consists of words, of which each may end in `*`."""
    return bool(text.split()) and all(_LISTED.fullmatch(word) for word in text.split())


def is_quoted(text: str, start: int, end: int) -> bool:
    """Return whether quotation marks enclose just these characters, so that the text speaks of the words themselves."""
    end += text[end : end + 1] in (".", ",")
    return start > 0 and end < len(text) and text[start - 1] in _OPEN and text[end] in _CLOSE


def _list_forms(phrase: str, english: bool) -> Iterator[tuple[_Word, ...]]:
    """Yield a phrase as words and, in English, with the plurals of its last word."""
    words = tuple(_Word(_fold(word.removesuffix("*")), word.endswith("*")) for word in phrase.split())
    if not words:
        return
    yield words
    if english and not words[-1].is_open:
        plurals: Iterable[str] = sorted(plural_forms(words[-1].text) - {words[-1].text})
        yield from ((*words[:-1], _Word(each, False)) for each in plurals)


def _fits(words: Sequence[_Word], tokens: Sequence[tuple[str, int, int]], at: int, text: str) -> bool:
    """Return whether the words of a phrase follow one another from a token on."""
    if at + len(words) > len(tokens):
        return False
    for number, word in enumerate(words):
        token, start, _ = tokens[at + number]
        if not word.matches(token):
            return False
        if number and text[tokens[at + number - 1][2] : start].strip(_BETWEEN):
            return False
    return True


def _fold(word: str) -> str:
    """Return a word in lower case, without the 's of an owner."""
    return word.casefold().replace("\u2019", "'").removesuffix("'s")
