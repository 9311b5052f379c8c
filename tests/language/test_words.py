"""Numbers in words and the plurals of nouns."""

import re

import pytest

from generator.language.number_words import NUMBER_PATTERN, parse_number
from generator.language.plurals import noun_forms
from tests.samples import for_each

NUMBERS = {
    "0": 0,
    "24": 24,
    "1,000": 1000,
    "two": 2,
    "Seventeen": 17,
    "twenty": 20,
    "twenty-four": 24,
    "ninety nine": 99,
    "a dozen": 12,
    "two dozen": 24,
    "half a dozen": 6,
    "a hundred": 100,
    "two hundred and six": 206,
    "one hundred and twenty-one": 121,
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_are_parsed(text: str) -> None:
    assert parse_number(text) == parse_number(text.upper()) == NUMBERS[text]
    assert re.fullmatch(NUMBER_PATTERN, text, re.IGNORECASE)


@for_each(["", "cards", "and", "two four", "twenty twelve", "1,00", "2.5", "-3", "twelve two"])
def test_other_text_is_not_a_number(text: str) -> None:
    assert parse_number(text) is None


def test_one_is_parsed_but_not_searched_for() -> None:
    assert [parse_number(text) for text in ("one", "a", "an")] == [1, 1, 1]
    assert not any(re.match(NUMBER_PATTERN, text) for text in ("one", "a", "an", "one card", "a card"))


@for_each(
    [
        ("card", "card", "cards"),
        ("cowries", "cowrie", "cowries"),
        ("dice", "die", "dice"),
        ("box", "box", "boxes"),
        ("compass", "compass", "compasses"),
        ("torches", "torch", "torches"),
        ("penny", "penny", "pennies"),
        ("ferrymen", "ferryman", "ferrymen"),
        ("key", "key", "keys"),
        ("hero", "hero", "heroes"),
        ("halves", "half", "halves"),
        ("bonus", "bonus", "bonuses"),
        ("talisman", "talisman", "talismans"),
        ("tree", "tree", "trees"),
        ("tiles", "tile", "tiles"),
    ]
)
def test_noun_forms(noun: str, one: str, many: str) -> None:
    found = noun_forms(noun)
    assert found[one] is False
    assert found[many] is True
    assert noun_forms(one)[many] is True


def test_the_plural_of_sheep() -> None:
    assert noun_forms("sheep") == {"sheep": True}
