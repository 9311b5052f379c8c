"""Find the names of parts and colors, as a game declares them for two languages (GF174)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.translations.facts import TextFact, Weight
from generator.language.emphasis import ICON
from generator.model.finding import Finding
from generator.model.language import Language

_UNREAD = re.compile(rf"\]\([^()\s]*+\)|{ICON.pattern}")  # targets of links, and icons
_LEAST_LETTERS = 3  # of a name; shorter ones are beginnings of too many words
_ENDING = 3  # letters that may follow a name in another case or number; with more it is a part of another word
_OWN_NAMES = 2  # the singular and the plural; further names, such as `card`, are often those of other things too


class TermNames(NamedTuple):
    """The names of parts and colors in one language, each with what it may name, and those that are nothing else's."""

    pattern: re.Pattern[str]
    things: Mapping[str, Sequence[str]]
    own: frozenset[str]

    def find(self, text: str, at: int) -> Iterator[TextFact]:
        """Yield each part and color that a text at an offset names; a longer name wins over a part of it."""
        text = _UNREAD.sub(lambda hidden: " " * len(hidden[0]), text)
        for found in self.pattern.finditer(text):
            name = found["name"].lower()
            alone = name in self.own and not found["before"] and len(found["rest"]) <= _ENDING
            is_all = alone and not any(map(str.isalpha, text[: found.start()] + text[found.end() :]))
            weight = Weight.LOST if is_all else Weight.PAIRED if alone else Weight.CANCELS
            for thing in self.things.get(name, ()):
                yield TextFact("term", thing, at + found.start("name"), found["name"] + found["rest"], weight)


def read_terms(first: Language, language: Language) -> tuple[TermNames, TermNames]:
    """Return the parts and colors that both languages have a name for, as each of them names them."""
    both = [{**each.parts, **{role: (name,) for role, name in each.colors.items()}} for each in (first, language)]
    shared = sorted(thing for thing in both[0] if both[0][thing] and both[1].get(thing))
    mine, theirs = (_compile_names({thing: names[thing] for thing in shared}) for names in both)
    return mine, theirs


def _compile_names(names: Mapping[str, Sequence[str]]) -> TermNames:
    things: dict[str, list[str]] = {}
    for thing, some in names.items():
        for name in dict.fromkeys(each.lower() for each in some if len(each) >= _LEAST_LETTERS):
            things.setdefault(name, []).append(thing)
    usual = {name.lower() for some in names.values() for name in some[:_OWN_NAMES]}
    own = frozenset(name for name, every in things.items() if len(every) == 1 and name in usual)
    every = "|".join(re.escape(name) for name in sorted(things, key=len, reverse=True)) or "(?!)"
    pattern = re.compile(rf"(?P<before>\w?)(?P<name>{every})(?P<rest>\w*)", re.IGNORECASE)
    return TermNames(pattern, things, own)


def check_color_names(first: Language, language: Language) -> Iterator[Finding]:
    """Report a color that a table of words gives the name of another color in its language (GF174)."""
    usual = {name.casefold(): english for english, name in language.color_words.items()}
    for role, name in language.colors.items():
        mine, said = first.colors.get(role, "").casefold(), usual.get(name.casefold(), "")
        if said and mine in language.color_words and said != mine:
            message = f"{name!r} means {said!r}, but {role} is {mine!r}, which is {language.color_words[mine]!r}"
            yield Finding("GF174", language.place("colors", role), message, "warning")
