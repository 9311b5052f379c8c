"""Find words that stand on a scale, such as left and right, by the lists of a language (`templates/words`)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.translations.facts import TextFact, Weight
from generator.model.language import RuleWords


class PolarWords(NamedTuple):
    """The words of a language that stand on a scale, such as left and right."""

    pattern: re.Pattern[str]
    meanings: Mapping[str, Sequence[tuple[str, str]]]

    def find(self, text: str, at: int) -> Iterator[TextFact]:
        """Yield such words of a text at an offset; a longer phrase wins over a word in it: `at most` is no `most`."""
        for found in self.pattern.finditer(text.replace("\u2019", "'")):
            for kind, place in self.meanings.get(found[0].lower(), ()):
                shown = text[found.start() : found.end()]
                yield TextFact(kind, place, at + found.start(), shown, Weight.PAIRED)


def read_polar_words(words: RuleWords) -> PolarWords:
    """Return the scales of a language, to be found in texts."""
    meanings = defaultdict[str, list[tuple[str, str]]](list)
    for kind, places in words.scales.items():
        for place, some in places.items():
            for word in some:
                meanings[word].append((kind, place))
    every = "|".join(map(re.escape, sorted(meanings, key=len, reverse=True))) or "(?!)"
    return PolarWords(re.compile(rf"(?<![\w-])(?:{every})(?!\w)", re.IGNORECASE), dict(meanings))
