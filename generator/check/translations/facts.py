"""Find what a text and its translation must have in common: numbers, icons, footnotes, letters and colors."""

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from generator.language.emphasis import ICON
from generator.language.number_words import NUMBER_PATTERN, parse_number
from generator.model.language import Language

_FOOTNOTE = re.compile(r"\[\^(?P<value>[^\[\]\n]++)\]")
_LETTER = re.compile(r"\((?P<value>[A-Z]\d{0,2})\)")
_AMOUNT = re.compile(rf"(?<![\w.,])(\d++)\s?{ICON.pattern}")
_CLOCK = re.compile(  # `half past five` is `halb sechs`
    r"\b(?:half past|quarter past|quarter to|halb|viertel nach|viertel vor) \w{1,9}(?!\w)", re.IGNORECASE
)
_ENGLISH_WORDS = {"both": 2, "twice": 2, "thrice": 3}
_SMALLEST_WORD = 2  # `one` and its like are articles and pronouns in most languages
_SMALLEST_LOST = 3  # two, in words, is said in other ways too: both, a pair, again


class Weight(IntEnum):
    """When a difference in a fact is told."""

    CANCELS = 0  # never: it only stands for the same fact in the other language
    PAIRED = 1  # if the other language has another fact of the kind in its place
    LOST = 2  # also if the translation has nothing in its place
    ALONE = 3  # also if only the translation has it


class TextFact(NamedTuple):
    """Something at an offset of a text that its translation must have too; `shown` is how the text has it.

    `value` is the same in all languages: a number, the target of a link, the number of the heading that it leads to.
    """

    kind: str
    value: str
    at: int
    shown: str
    weight: Weight = Weight.ALONE

    @property
    def key(self) -> tuple[str, str]:
        """Return what is compared between languages."""
        return self.kind, self.value


def find_text_facts(text: str, at: int, language: Language) -> Iterator[TextFact]:
    """Yield the facts of a piece of plain text that begins at an offset."""
    for found in _AMOUNT.finditer(text):
        yield TextFact("amount", f"{found[1]} {found[2]}", at + found.start(), found[0], Weight.PAIRED)
    for kind, pattern in (("icon", ICON), ("footnote", _FOOTNOTE)):
        for found in pattern.finditer(text):
            yield TextFact(kind, found[1], at + found.start(), found[0])
        text = pattern.sub(_blank, text)
    for found in _LETTER.finditer(text):
        letter = found["value"]
        first = next((said for said, translation in language.says.items() if translation == letter), letter)
        yield TextFact("letter", first, at + found.start("value"), letter, Weight.PAIRED)
    yield from find_numbers(text, at, language)


def reads_number_words(language: Language) -> bool:
    """Return whether numbers in words are found in a language."""
    return _is_english(language.tag) or bool(language.terms.numbers)


def find_numbers(text: str, at: int, language: Language) -> Iterator[TextFact]:
    """Yield the numbers of a text, in digits and in words; not `one` in words, and no time of day."""
    text = _CLOCK.sub(_blank, text)
    for found in _compile_numbers(language.tag, language.terms.decimal, tuple(language.terms.numbers)).finditer(text):
        is_digits = found[0][0].isdigit()
        value = _read_digits(found[0], language.terms.decimal) if is_digits else _read_word(found[0], language)
        if is_digits or value >= _SMALLEST_WORD:
            is_noun = text[found.end() : found.end() + 1].isalpha()  # `two 0s` may be `zwei Nullen`
            alone = Weight.ALONE if is_digits and not is_noun else Weight.LOST
            weight = Weight.PAIRED if is_noun or (value < _SMALLEST_LOST and not is_digits) else alone
            yield TextFact("number", f"{value:g}", at + found.start(), found[0], weight)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


@lru_cache(maxsize=16)
def _compile_numbers(tag: str, decimal: str, numbers: Sequence[str]) -> re.Pattern[str]:
    point, comma = (re.escape(mark) for mark in (decimal, "." if decimal == "," else ","))
    digits = rf"\d{{1,3}}(?:{comma}\d{{3}})+(?:{point}\d+)?(?!\d)|\d+(?:{point}\d+)?"
    if _is_english(tag):
        words, plural = "|".join((*_ENGLISH_WORDS, NUMBER_PATTERN)), r"s\b"  # `two 5s`
    else:
        known = [re.escape(word) for each in numbers[_SMALLEST_WORD:] for word in each.split("|") if word]
        words, plural = "|".join(sorted(known, key=len, reverse=True)) or r"(?!)", r"ern?\b"  # `zwei 5er`
    return re.compile(rf"(?<![\w.,])(?:{digits})(?:(?!\w)|(?={plural}))|(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


def _read_digits(text: str, decimal: str) -> float:
    return float(text.replace("." if decimal == "," else ",", "").replace(decimal, "."))


def _read_word(text: str, language: Language) -> float:
    """Return the number that a word says; -1 if it is none."""
    folded = text.casefold()
    if _is_english(language.tag):
        value = _ENGLISH_WORDS.get(folded, parse_number(text))
        return -1 if value is None else value
    return next((n for n, words in enumerate(language.terms.numbers) if folded in words.casefold().split("|")), -1)


def _is_english(tag: str) -> bool:
    return tag.partition("-")[0] == "en"
