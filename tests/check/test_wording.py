"""Which texts match a value as people read it: numbers, words and their order."""

from typing import Any

from generator.check.analysis.value_text import parse_number, read_value, text_contains, text_matches
from tests.samples import for_each


@for_each(
    [
        ("3", 3),
        ("+3", 3),
        ("\u22123", -3),
        ("-3", -3),
        ("1", 1.0),
        ("1.5", 1.5),
        ("2.50", 2.5),
        ("1,000", 1000),
        ("\u20133", -3),
        ("1.0", 1.0),
        ("1e-07", 1e-07),
        ("1.0, 2.5", [1.0, 2.5]),
        ("1 000", 1000),  # a blank that does not break, as it is read back
        ("1\u2009000\u2009000", 1000000),
        ("\u20131\u202f000.5 2", [-1000.5, 2]),
        ("x, y z;", ["x, y", "z;"]),
        ("x, y; z", ["x, y", "z;"]),
        ("0 5", [0, 5]),
        ("0, 5", [0, 5]),
        ("", []),
        ("new 2", ["new", 2]),
        ("NEW 2", ["new", 2]),
        ("1 reef 2", ["1 reef", 2]),
        ("Aye, aye & ho", "Aye,  aye\n& ho"),
        ("MATE", "mate"),
        ("m a t e", "mate"),
        ("Pay 2 : twice", "Pay 2{gem}: *twice*"),
        ("un bold ed", "un**bold**ed"),
        ("ab c", "a\u200bb \u2060c\ufe0f"),
        ("{gem} *", r"\{gem\} \*"),
    ]
)
def test_texts_that_match_a_value(text: str, value: Any) -> None:
    assert text_matches(text, value)
    assert read_value(text, value) is value


@for_each(
    [
        ("4", 3, 4),
        ("1.0", 1, 1.0),
        ("1.00", 1.0, 1.0),
        ("2.0", 1.0, 2.0),
        ("1 00", 100, "1 00"),
        ("1 000,000", 1000000, "1 000,000"),
        ("25%", 0.25, "25%"),
        ("\u00bd", 0.5, "\u00bd"),
        ("\u2013", 0, "\u2013"),
        ("1 000", [1000], [1, 0]),
        ("x y w", ["x, y", "z;"], ["x", "y", "w"]),
        ("3 3", 3, "3 3"),
        ("three", 3, "three"),
        ("5 0", [0, 5], [5, 0]),
        ("0", [0, 5], [0]),
        ("0 5 5", [0, 5], [0, 5, 5]),
        ("05", [0, 5], [5]),
        ("0 x", [0, 5], ["0", "x"]),
        ("2 new", ["new", 2], ["2", "new"]),
        ("mat", "mate", "mat"),
        ("0", "", "0"),
        ("1", [], [1]),
        ("10,00", 1000, "10,00"),
    ]
)
def test_texts_that_do_not_match_a_value(text: str, value: Any, reads: Any) -> None:
    assert not text_matches(text, value)
    assert read_value(text, value) == reads


def test_words_and_numbers_in_a_text() -> None:
    assert text_contains("5 points", "5")
    assert text_contains("The Old Mill 3", "old mill")
    assert text_contains("K i n g", "King")
    assert not text_contains("15 points", "5")
    assert not text_contains("Old 3 Mill", "old mill")
    assert not text_contains("anything", "")
    assert [parse_number(word) for word in ("7", "+7", "1,234.5", "1234,5", "x7", "")] == [
        7,
        7,
        1234.5,
        None,
        None,
        None,
    ]
