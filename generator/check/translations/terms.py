"""Find the names of parts and colors, as a game declares them for two languages, and words such as left and right."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.translations.facts import TextFact, Weight
from generator.language.emphasis import ICON
from generator.model.language import Language, RuleWords

_UNREAD = re.compile(rf"\]\([^()\s]*+\)|{ICON.pattern}")  # targets of links, and icons
_WORD = re.compile(r"[^\W\d_]++")
_FEWEST_TIMES = 2  # that the first rules have a word with a capital, and none without, before it is a name
_LEAST_LETTERS = 3  # of a name; a thing with a shorter one is not looked for, since it may be part of any word
_ENDING = 3  # letters that may follow a name in another case or number; with more it is a part of another word
_CHANGED = 2  # last letters of a name that may change in another case: `karta`, `kart`
_OWN_NAMES = 2  # the singular and the plural; further names, such as `card`, are often those of other things too


class TermNames(NamedTuple):
    """The names of parts and colors in one language, each with what it may name.

    `own` are names of one thing alone. `stems` are beginnings of names.
    """

    things: Mapping[str, Sequence[str]]
    own: frozenset[str]
    stems: Mapping[str, Sequence[str]]
    name_pattern: re.Pattern[str]
    stem_pattern: re.Pattern[str]

    def find(self, text: str, at: int, counted: Collection[int] = ()) -> Iterator[TextFact]:
        """Yield each part and color that a text at an offset names; a longer name wins over a part of it.

        A name at one of the offsets that are `counted`, behind a number, may not be left out, nor one that is all of
        the text. Other words that begin like a name may stand for it, and are never told.
        """
        text = _UNREAD.sub(lambda hidden: " " * len(hidden[0]), text)
        letters, facts, kept = sum(map(str.isalpha, text)), list[TextFact](), set[str]()
        for found in self.name_pattern.finditer(text):
            name, start = found["name"].lower(), at + found.start("name")
            is_own = name in self.own and not found["before"] and len(found["rest"]) <= _ENDING
            weight = Weight.PAIRED if is_own else Weight.CANCELS
            things = self.things.get(name, ())
            facts += [TextFact("term", thing, start, found["name"] + found["rest"], weight) for thing in things]
            if is_own and (start in counted or letters == sum(map(str.isalpha, found[0]))):
                kept.update(things)
        named = {fact.value for fact in facts}
        for found in self.stem_pattern.finditer(text):
            things = [thing for thing in self.stems.get(found["name"].lower(), ()) if thing not in named]
            facts += [TextFact("term", thing, at + found.start(), found[0], Weight.CANCELS) for thing in things]
        for fact in facts:
            is_kept = fact.value in kept and fact.weight == Weight.PAIRED
            kept -= {fact.value} if is_kept else set()  # all but the first one may be left out
            yield fact._replace(weight=Weight.LOST) if is_kept else fact


def read_terms(first: Language, language: Language) -> tuple[TermNames, TermNames]:
    """Return the parts and colors that both languages have names for, as each of them names them."""
    both = [{**each.parts, **{role: (name,) for role, name in each.colors.items()}} for each in (first, language)]
    lengths = [{thing: min(map(len, names), default=0) for thing, names in every.items()} for every in both]
    shared = sorted(thing for thing in both[0] if min(each.get(thing, 0) for each in lengths) >= _LEAST_LETTERS)
    mine, theirs = (_make_names({thing: names[thing] for thing in shared}) for names in both)
    return mine, theirs


def _make_names(names: Mapping[str, Sequence[str]]) -> TermNames:
    things, stems = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for thing, some in names.items():
        for name in dict.fromkeys(each.lower() for each in some):
            things[name].append(thing)
            stems[name[: max(_LEAST_LETTERS, len(name) - _CHANGED)]].append(thing)
    usual = {name.lower() for some in names.values() for name in some[:_OWN_NAMES]}
    own = frozenset(name for name, every in things.items() if len(every) == 1 and name in usual)
    name_pattern = re.compile(rf"(?P<before>\w?){_match_any(things)}(?P<rest>\w*)", re.IGNORECASE)
    stem_pattern = re.compile(rf"\b{_match_any(stems)}\w*", re.IGNORECASE)
    return TermNames(dict(things), own, dict(stems), name_pattern, stem_pattern)


def _match_any(names: Collection[str]) -> str:
    return f"(?P<name>{'|'.join(map(re.escape, sorted(names, key=len, reverse=True))) or '(?!)'})"


class ProperNames(NamedTuple):
    """Words with a capital that are the same thing in two languages: those of drawings, and what both rules share.

    `names` has for each word of a language what the first language calls it.
    """

    names: Mapping[str, str]
    pattern: re.Pattern[str]

    def find(self, text: str, at: int) -> Iterator[TextFact]:
        """Yield the names in a text at an offset; one may be left out, but not be another one."""
        text = _UNREAD.sub(lambda hidden: " " * len(hidden[0]), text)
        for found in self.pattern.finditer(text):
            yield TextFact("name", self.names[found["name"]], at + found.start(), found[0], Weight.PAIRED)


def read_proper_names(first: Language, language: Language) -> tuple[ProperNames, ProperNames]:
    """Return the names of persons and things that stand in the rules of both languages."""
    mine, theirs = (Counter(_WORD.findall(each.rules)) for each in (first, language))
    shared = {
        word: word
        for word, times in mine.items()
        if word[0].isupper() and times >= _FEWEST_TIMES and theirs[word] and not mine[word.lower()]
    }
    for word in mine.keys() - theirs.keys():
        longer = [
            each for each in theirs if each[:-1] == word and abs(theirs[each] - mine[word]) <= 1 and each not in mine
        ]
        if word[0].isupper() and mine[word] >= _FEWEST_TIMES and len(longer) == 1 and not mine[word.lower()]:
            shared[word] = longer[0]  # `Ann` is `Anna` or `Anne`
    drawn = {text: said for text, said in language.says.items() if _is_name(text) and _is_name(said)}
    named = {**shared, **drawn}
    return (
        ProperNames({text: text for text in named}, _match_words(named)),
        ProperNames({said: text for text, said in named.items()}, _match_words(named.values())),
    )


def _is_name(text: str) -> bool:
    return text.isalpha() and text[:1].isupper() and len(text) >= _LEAST_LETTERS


def _match_words(names: Collection[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_match_any(names)}(?!\w)")


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
