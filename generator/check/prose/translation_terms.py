"""Learn from a translation which words correspond, and find the sentences that deviate.

The rules themselves are the dictionary: where `castle` is `Burg` in every sentence but one, that one is suspect.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

_LEAST_WORDS = 3  # of a sentence that is called untranslated
_UNTRANSLATED = 0.7  # of its words, from which a sentence is one of the first language
_ICON = re.compile(r"(?<!\{)\{([a-z][a-z0-9-]*)\}(?!\})")  # the sign of a thing, named alike in all languages
_ANY_WORD = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SHORTEST_STEM = 4  # letters
_LONGEST_STEM = 10
_SHORTEST = 3  # letters of a stem, if all behind it is an ending of an adjective: `roh` in `rohe`
_ENDINGS = frozenset("e en er es em".split())
_LEAST_OCCURRENCES = 4  # sentences with a word before anything is learned about it
_LEAST_FOR_EXCEPTION = 12  # sentences with any word before a single exception counts
_LEAST_FREQUENT = 10  # sentences with a word that is repeated unless a pronoun stands for it
_LEAST_AGREEMENT = 0.9  # of the sentences with a translation, in which the word stands too
_LINKED = 0.85  # of Dice's coefficient, from which two words are taken to translate each other
_MOST_SENTENCES = 4000  # the work grows with the words of each pair


class TermFault(NamedTuple):
    """A pair of sentences, by number, in which a word has not its usual translation.

    `times` is how often it has; `instead` is the translation of another word that is there, and that word.
    All words are as the texts mostly write them.
    """

    pair: int
    word: str
    usual: str
    times: int
    instead: tuple[str, str] | None = None


class ForeignWords:
    """The words that only the first language uses, to find sentences that were not translated."""

    def __init__(self, first: Sequence[str], other: Sequence[str]) -> None:
        self._mine = Counter(word for text in first for word in {*_find_all_words(text)})
        self._theirs = Counter(word for text in other for word in {*_find_all_words(text)})

    def are_in(self, text: str) -> bool:
        """Return whether most words of a text are words of the first language and of no other text in this one."""
        words = [*_find_all_words(text)]
        foreign = [word for word in words if self._mine[word] and self._mine[word] >= self._theirs[word] <= 2]
        return len(foreign) >= _LEAST_WORDS and len(foreign) >= _UNTRANSLATED * len(words)


class _Link(NamedTuple):
    word: str
    stem: str
    seen: int
    both: int
    there: int


class TermLearner:
    """The words of aligned sentences, and which of them occur together.

    Each item is a sentence, its translation and the block around the translation, where a word may stand instead, for
    which the sentence has one of the `pronouns`.
    """

    def __init__(self, pairs: Sequence[tuple[str, str, str]], pronouns: Collection[str] = ()) -> None:
        self._pronouns = frozenset(pronouns)
        pairs = pairs[:_MOST_SENTENCES]
        self._icons = [{*_ICON.findall(other)} for _, other, _ in pairs]
        pairs = [(_ICON.sub(" ", one), _ICON.sub(" ", other), around) for one, other, around in pairs]
        self._mine = [{_singular(word) for word in _find_words(one)} for one, _, _ in pairs]
        self._theirs = [_list_stems(other) for _, other, _ in pairs]
        self._around = [around.lower() for _, _, around in pairs]
        self._texts = [one for one, _, _ in pairs], [other for _, other, _ in pairs]
        self._seen = Counter(word for words in self._mine for word in words)
        self._there = Counter(stem for stems in self._theirs for stem in stems)
        self._links = {link.word: link for link in self._find_links()}

    def _find_links(self) -> Iterator[_Link]:
        together: dict[str, Counter[str]] = defaultdict(Counter)
        for words, stems in zip(self._mine, self._theirs, strict=True):
            for word in words:
                if self._seen[word] >= _LEAST_OCCURRENCES:
                    together[word].update(stems)
        for word, found in together.items():
            if not found:
                continue
            seen = self._seen[word]
            stem, both = max(found.items(), key=lambda each: (each[1] / (seen + self._there[each[0]]), len(each[0])))
            if 2 * both / (seen + self._there[stem]) >= _LINKED:
                yield _Link(word, stem, seen, both, self._there[stem])

    def find_faults(self, terms: Collection[str]) -> Iterator[TermFault]:
        """Yield the exceptions; `terms` are words of the first language that are known to be terms of the game."""
        words_of_terms = [[_singular(word) for word in _find_words(term)] for term in terms]
        known = {word for words in words_of_terms for word in words}
        nouns = {words[-1] for words in words_of_terms if words}  # `direction disc` is not a direction
        for link in self._links.values():
            missing = [
                n
                for n, words in enumerate(self._mine)
                if link.word in words and link.stem not in self._theirs[n] and link.word not in self._icons[n]
            ]
            least = _LEAST_OCCURRENCES + 1 if link.word in nouns else _LEAST_FOR_EXCEPTION
            only_here = len(missing) == 1 and link.both == link.there
            for n in missing:
                other = self._find_intruder(n, known) if link.word in known else None
                if other or (only_here and (other := self._find_stand_in(n, link))):
                    yield TermFault(n, *self._spell(link), link.both, self._spell(other)[::-1])
                elif only_here and link.seen >= least and self._is_absent(link, n):
                    yield TermFault(n, *self._spell(link), link.both)

    def _find_stand_in(self, number: int, link: _Link) -> _Link | None:
        """Return a word whose translation is where that of another one belongs: `rohe Steine` for dressed stones.

        A word beside the one is translated beside the other.
        """
        other = self._find_intruder(number, self._links) if len(link.word) >= _SHORTEST_STEM else None
        if other is None:
            return None
        mine, theirs = ([*_find_all_words(texts[number])] for texts in self._texts)
        around = _list_neighbors(mine, [n for n, word in enumerate(mine) if _singular(word) == link.word])
        there = _list_neighbors(theirs, [n for n, word in enumerate(theirs) if word.startswith(other.stem)])
        stems = tuple(self._links[_singular(word)].stem for word in around if _singular(word) in self._links)
        return other if any(word.startswith(stems) for word in there) else None

    def _is_absent(self, link: _Link, number: int) -> bool:
        """Return whether no pronoun stands for the word, which then is in the same block."""
        if link.stem not in self._around[number]:
            return bool(self._around[number])
        words = {found[0].lower() for found in _ANY_WORD.finditer(self._texts[1][number])}
        return link.seen >= _LEAST_FREQUENT and words.isdisjoint(self._pronouns)

    def _spell(self, link: _Link) -> tuple[str, str]:
        """Return a word and its translation as the texts mostly write them."""
        return _find_usual_spelling(link.word, self._texts[0]), _find_usual_spelling(link.stem, self._texts[1])

    def _find_intruder(self, number: int, known: Collection[str]) -> _Link | None:
        """Return a term whose translation is in a sentence that lacks the term itself, and in nearly no other."""
        words, stems = self._mine[number], self._theirs[number]
        there = (each for each in self._links.values() if each.word in known and each.stem in stems)
        return next(
            (each for each in there if each.word not in words and each.both >= _LEAST_AGREEMENT * (each.there - 1)),
            None,
        )


def _find_all_words(text: str) -> Iterator[str]:
    return (found[0].lower() for found in _ANY_WORD.finditer(text))


def _find_words(text: str) -> Iterator[str]:
    return (found[0].lower() for found in _WORD.finditer(text))


def _list_neighbors(words: Sequence[str], places: Iterable[int]) -> list[str]:
    return [words[n] for at in places for n in (at - 1, at + 1) if 0 <= n < len(words)]


def _find_usual_spelling(stem: str, texts: Sequence[str]) -> str:
    """Return the word that begins with a stem most often."""
    words = (found[0] for text in texts for found in _WORD.finditer(text))
    return Counter(word for word in words if word.lower().startswith(stem)).most_common(1)[0][0]


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > _SHORTEST_STEM else word


def _list_stems(text: str) -> set[str]:
    """Return the beginnings of the words of a text, so that endings do not matter."""
    found = set[str]()
    for word in _find_words(text):
        found.update(word[:end] for end in range(min(_SHORTEST_STEM, len(word)), min(_LONGEST_STEM, len(word)) + 1))
        found.update({word[:_SHORTEST]} if word[_SHORTEST:] in _ENDINGS else ())
    return found
