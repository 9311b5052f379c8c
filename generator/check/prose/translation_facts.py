"""Find what a text and its translation must have in common: numbers, claims, pictures, links, emphasis and names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.check.prose.rules_text import HIDDEN, IMAGE_WORDS, hide_code
from generator.language.number_words import NUMBER_PATTERN, parse_number
from generator.model.language import Language
from generator.model.rules import BraceMark

_IMAGE = re.compile(rf"{IMAGE_WORDS}\((?P<target>(?:figure|part):[^()\s]*)\)")
_LINK = re.compile(r"(?<![!\\])\[(?:[^\]\[\\]|\\.)*+\]\((?P<target>[^()\s]*)\)")
_FOOTNOTE = re.compile(r"\[\^(?P<name>[^\[\]\n]++)\]")
_TARGET = re.compile(r"\]\([^()\s]*\)")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?P<code>.+?)(?<!`)\1(?!`)")
_STRONG = re.compile(r"(?<![*\\])\*\*(?=\S)(?:[^*\n]|\n(?!\n)|(?<!\*)\*(?!\*))+?(?<=\S)\*\*(?!\*)")
_EMPHASIS = re.compile(r"(?<![*\\\w])\*(?![*\s])(?:[^*\n]|\n(?!\n))+?(?<![\s*])\*(?!\*)")
_HEADING = re.compile(r"^[ >]*#{1,6}[ \t]++(?P<title>.*\S)", re.MULTILINE)
_STEP = re.compile(r"^[ >]*\d+[.)](?=\s)", re.MULTILINE)
_CLOCK = re.compile(
    r"\b(?:half past|quarter past|quarter to|halb|viertel nach|viertel vor) (?:\d{1,2}|\w{3,9})(?!\w)", re.IGNORECASE
)
_LETTER = re.compile(r"\((?P<letter>[A-Z]\d{0,2})\)")
_NO_SLUG = re.compile(r"[^\w\- ]")
_SMALLEST_WORD = 2  # `one` and its like are articles and pronouns in most languages


class TextFact(NamedTuple):
    """Something at an offset of a text that its translation must have too; `shown` is how the text has it.

    `value` is the same in all languages: a number, what a claim asks, the number of the heading that a link leads to.
    """

    kind: str
    value: str
    at: int
    shown: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Return what is compared between languages."""
        return self.kind, self.value


def find_facts(text: str, marks: Sequence[BraceMark], claims: Mapping[int, str], language: Language) -> list[TextFact]:
    """Return the facts of a text in the order of their kinds; `claims` are what the marks that are claims ask."""
    code = [TextFact("code", each["code"], each.start(), each["code"]) for each in _CODE.finditer(text)]
    plain = hide_code(text)
    found = [*code, *_find_footnotes(text), *_find_pictures(plain), *_find_links(plain), *_find_emphasis(plain)]
    found += [
        TextFact("claim", claims[mark.start], mark.start, text[mark.start : mark.end])
        for mark in marks
        if mark.start in claims
    ]
    found += [TextFact("color", mark.color, mark.start, text[mark.start : mark.end]) for mark in marks if mark.color]
    return [*found, *_find_letters(plain, language), *find_numbers(plain, language)]


def _find_letters(text: str, language: Language) -> Iterator[TextFact]:
    """Yield the letters in brackets, such as `trout (T)`, as the first language writes them."""
    written = {translation: letter for letter, translation in language.says.items()}
    for each in _LETTER.finditer(text):
        yield TextFact("letter", written.get(each["letter"], each["letter"]), each.start("letter"), each["letter"])


def _find_pictures(text: str) -> Iterator[TextFact]:
    for each in _IMAGE.finditer(text):
        yield TextFact("picture", each["target"], each.start("target"), each["target"])


def _find_footnotes(text: str) -> Iterator[TextFact]:
    for each in _FOOTNOTE.finditer(text):
        yield TextFact("footnote", each["name"], each.start(), each["name"])


def _find_links(text: str) -> Iterator[TextFact]:
    headings = {name: number for number, name in enumerate(_name_headings(text))}
    for each in _LINK.finditer(text):
        target = each["target"]
        number = headings.get(target.removeprefix("#"))
        value = f"#{number}" if target.startswith("#") and number is not None else target
        yield TextFact("link", value, each.start("target"), target)


def _name_headings(text: str) -> list[str]:
    """Return the names that links give to the headings of a text, in order."""
    titles = [_TARGET.sub("", each["title"]).strip("# ") for each in _HEADING.finditer(text)]
    return [_NO_SLUG.sub("", title.lower()).replace(" ", "-") for title in titles]


def _find_emphasis(text: str) -> Iterator[TextFact]:
    for kind, pattern in (("bold", _STRONG), ("italic", _EMPHASIS)):
        yield from (TextFact(kind, "", each.start(), each[0]) for each in pattern.finditer(text))


def find_numbers(text: str, language: Language) -> Iterator[TextFact]:
    """Yield the numbers of a text, in digits and in words.

    Not among them are `one` in words, the numbers of list items, and times of day: `half past five` is `halb sechs`.
    """
    text = _CLOCK.sub(_hide, _STEP.sub(_hide, _TARGET.sub(_hide, text)))
    for each in _number_pattern(language).finditer(text):
        if value := _read_number(each[0], language):
            yield TextFact("number", value, each.start(), each[0])


def _number_pattern(language: Language) -> re.Pattern[str]:
    return _compile_numbers(_is_english(language), language.terms.decimal, tuple(language.terms.numbers))


@lru_cache(maxsize=16)
def _compile_numbers(is_english: bool, decimal: str, numbers: tuple[str, ...]) -> re.Pattern[str]:
    point, comma = (re.escape(mark) for mark in (decimal, "." if decimal == "," else ","))
    digits = rf"\d{{1,3}}(?:{comma}\d{{3}})+(?:{point}\d+)?(?!\d)|\d+(?:{point}\d+)?"
    if is_english:
        words, plural = rf"both|twice|thrice|{NUMBER_PATTERN}", r"(?:(?!\w)|(?<![01])(?=s\b))"  # `two 5s`
    else:
        known = [re.escape(word) for each in numbers[_SMALLEST_WORD:] for word in each.split("|")]
        words, plural = (
            "|".join(sorted(known, key=len, reverse=True)) or r"(?!)",
            r"(?:(?!\w)|(?<![01])(?=ern?\b))",
        )  # `zwei 5er`
    return re.compile(rf"(?<![\w.,])(?:{digits}){plural}|(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


def _read_number(text: str, language: Language) -> str:
    """Return the plain digits of a number; an empty text for what is too small to tell from an article."""
    if text[0].isdigit():
        decimal = language.terms.decimal
        return f"{float(text.replace('.' if decimal == ',' else ',', '').replace(decimal, '.')):g}"
    if _is_english(language):
        value = {"both": 2, "twice": 2, "thrice": 3}.get(text.lower(), parse_number(text))
        return str(value) if value is not None and value >= _SMALLEST_WORD else ""
    folded = text.casefold()
    known = (n for n, words in enumerate(language.terms.numbers) if folded in words.casefold().split("|"))
    return next(map(str, known), "")


def _is_english(language: Language) -> bool:
    return language.tag.partition("-")[0] == "en"


def _hide(found: re.Match[str]) -> str:
    return HIDDEN * len(found[0])
