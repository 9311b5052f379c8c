"""Compare the lists and the people in sentences with those in their translations (GF171, GF173)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.analysis.text_places import find_word_place
from generator.check.prose.translation_blocks import shorten
from generator.check.prose.translation_differences import report_both_places
from generator.language.number_words import spell_number
from generator.model.finding import Finding, Place

_LIST = re.compile(r"\b[^\W\d_]+(?:, [^\W\d_]+){1,12},? (?:and|or|und|oder|et|ou) [^\W\d_]+")
_SENTENCE_END = re.compile(r"[.:;!?>]\s")
_OPENINGS = frozenset("at after before during until since around \u00e0 apr\u00e8s avant pendant vers d\u00e8s".split())
_LONGEST_OPENING = 4  # words of which the last is the first word of a list
_JOINS = re.compile(r"[,;/](?! (?:and|or)\b)|\b(?:and|or|und|oder|sowie|noch|et|ou|ni|nor|as well as)\b", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\b(?P<name>[A-Z][a-zé]{1,11})(?:'s)?(?= (?:has|have|wins?|won|rolls?|plays?|takes?|draws?|gets?|scores?|puts?"
    r"|moves?|pays?|bids?|leads?|loses?|is|and [A-Z])\b)"
)
_CAPITAL = re.compile(r"\b[A-ZÄÖÜÉ][a-zäöüßéèç]{1,11}\b")
_NO_NAMES = frozenset(
    "Everyone Everybody Each Every Nobody Anyone He She It They You Who Whoever This That There".split()
)
_SAME_LETTERS = 3  # with which a name and its translation begin, such as Ann and Anna
_MORE_LETTERS = 3  # that one of them may have at its end
_FEWEST = 2  # people, of whom one may stand for another


class AlignedText(NamedTuple):
    """A text and its translation, each with its place; both are the same place in a table of words."""

    first: str
    other: str
    place: Place
    there: Place


def compare_lists(pairs: Sequence[AlignedText]) -> Iterator[Finding]:
    """Report a list of single words that is longer than anything its translation joins (GF171)."""
    for pair in pairs:
        found = max(_find_lists(pair.first), key=_count_joins, default=None)
        if found is None or _count_joins(pair.other) >= _count_joins(pair.first) or _has_list(pair.other, found):
            continue
        many = spell_number(_count_joins(found) + 1)
        there = f" at {pair.there}" if pair.there != pair.place else ""
        lists = f"the original lists {many} things{there} ({shorten(found)!r})"
        message = f"{lists}, but the translation has no list of {many} here; add what is missing"
        yield Finding("GF171", pair.place, message, "note")


def _find_lists(text: str) -> Iterator[str]:
    """Yield the lists of single words in a text; in `At six, Ann and Bo wait`, what comes first is no member."""
    for found in _LIST.finditer(text):
        sentence = _SENTENCE_END.split(text[: found.start()])[-1].split()
        if sentence and len(sentence) < _LONGEST_OPENING and sentence[0].lower() in _OPENINGS:
            rest = _LIST.match(text, found.start() + found[0].index(", ") + 2)
            yield from (rest[0],) if rest else ()
        else:
            yield found[0]


def _count_joins(text: str) -> int:
    """Return how many commas and words for `and` there are; `, and` is one."""
    return len(_JOINS.findall(text))


def _has_list(text: str, other: str) -> bool:
    """Return whether a text has a list of as many single words as another list."""
    return any(_count_joins(each) >= _count_joins(other) for each in _find_lists(text))


def compare_people(pairs: Sequence[AlignedText]) -> Iterator[Finding]:
    """Report a sentence about Ann whose translation is about Ben (GF173)."""
    names = _pair_names(pairs)
    if len(names) < _FEWEST:
        return
    for pair in pairs:
        mine = names.keys() & {*_CAPITAL.findall(pair.first)}
        written = {*_CAPITAL.findall(pair.other)}
        theirs = {name for name, other in names.items() if written & {other, f"{other}s"}}
        lost, added = mine - theirs, theirs - mine
        if lost and added:
            name, other = min(lost), names[min(added)]
            here = find_word_place(pair.place, pair.other, pair.other.index(other))
            message = f"{other!r} here, but {name!r} at {pair.there}: {shorten(pair.first)!r}"
            finding = Finding("GF173", here, message, "warning")
            there = find_word_place(pair.there, pair.first, pair.first.index(name))
            yield from report_both_places(finding, there, f"names {other!r} for {name!r}")


def _pair_names(pairs: Sequence[AlignedText]) -> Mapping[str, str]:
    """Return the names of people in the first text, each with what the translation calls them."""
    said = {found["name"] for pair in pairs for found in _SUBJECT.finditer(pair.first)}
    written = {word for pair in pairs for word in _CAPITAL.findall(pair.other)}
    found: dict[str, str] = {}
    for name in said - _NO_NAMES:
        alike = [
            word
            for word in written
            if word[:_SAME_LETTERS] == name[:_SAME_LETTERS] and abs(len(word) - len(name)) < _MORE_LETTERS
        ]
        if len(alike) == 1:
            found[name] = alike[0]
    return found
