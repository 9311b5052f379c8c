"""Find the terms that a game declares in two languages: names of parts and colors, texts in drawings (GF174)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.translations.facts import TextFact, Weight
from generator.model.game import Game
from generator.model.language import Language

_MOST_WORDS = 3  # of a text in a drawing that is a term; longer ones are sentences
_LEAST_LETTERS = 3  # of a term; shorter ones are beginnings of too many words
_ENDING = 3  # letters that may follow a name in another case or number


class TermWords(NamedTuple):
    """The names of terms in one language: those that text must begin with, by the terms that they may be."""

    pattern: re.Pattern[str]
    terms: Mapping[str, Sequence[str]]

    def find(self, text: str, at: int) -> Iterator[TextFact]:
        """Yield each term that a text at an offset names, once; a longer name wins over a part of it."""
        told = set[str]()
        for found in self.pattern.finditer(text):
            ids = self.terms[found["name"].casefold()]
            weight = Weight.PAIRED if len(ids) == 1 and not found["before"] else Weight.CANCELS
            for each in ids:
                if each not in told:
                    told.add(each)
                    yield TextFact("term", each, at + found.start("name"), found["name"] + found["rest"], weight)


def read_terms(game: Game, first: Language, language: Language) -> tuple[TermWords, TermWords]:
    """Return the terms that both languages have a name for, as each of them names them."""
    names: dict[str, tuple[Sequence[str], Sequence[str]]] = {}
    for part in first.parts.keys() & language.parts.keys():
        names[f"part {part}"] = first.parts[part], language.parts[part]
    for role in first.colors.keys() & language.colors.keys():
        names[f"color {first.colors[role]}"] = [first.colors[role]], [language.colors[role]]
    for name in game.data.usage.keys() & language.usage.keys():
        names[f"term {name}"] = [game.data.usage[name].word], [language.usage[name].word]
    known = {name.casefold() for some, _ in names.values() for name in some}
    for text, translation in language.says.items():
        if text.casefold() not in known and _is_term(text) and _is_term(translation):
            names[f"text {text}"] = [text], [translation]
    return _compile_terms({id: pair[0] for id, pair in names.items()}), _compile_terms(
        {id: pair[1] for id, pair in names.items()}
    )


def _is_term(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS and text.replace(" ", "").isalpha()


def _compile_terms(names: Mapping[str, Sequence[str]]) -> TermWords:
    terms: dict[str, list[str]] = {}
    for id, some in sorted(names.items()):
        for name in some:
            if len(name) >= _LEAST_LETTERS and id not in terms.get(name.casefold(), ()):
                terms.setdefault(name.casefold(), []).append(id)
    every = "|".join(re.escape(name) for name in sorted(terms, key=len, reverse=True)) or "(?!)"
    return TermWords(re.compile(rf"(?P<before>\w?)(?P<name>{every})(?P<rest>\w{{0,{_ENDING}}})", re.IGNORECASE), terms)
