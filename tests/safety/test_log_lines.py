"""Text of others as a line of a terminal or a log: nothing in it is obeyed, and plain text stays as it is."""

import json
import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.safety.log_lines import escape_json, escape_line, is_unicode
from tests.samples import examples, for_each

BIDI = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
INVISIBLE = "\u200b\u200d\u2060\ufeff\xad\ufe0f\U000e0041"  # what a runner may skip when it compares
HOSTILE = st.text(st.one_of(st.characters(), st.sampled_from(f"\x1b\n\r\x9b\u202e\u2028\udcff:#[ {INVISIBLE}vso")))
PLAIN = [
    "a::b",
    "C:\\games: 5 % of 3",
    "## Setup [x] #[1]",
    "  3 | a: b",
    "Größe «x»",
    "中文かな한국",
    "שלום עולם",
    "مرحبا",
    "👩‍🚀 ❤️ 🏴\U000e0067\U000e0062\U000e007f",  # a joiner, a selector and tags belong to the pictures
    "می‌خواهم",  # and a non-joiner to the word
]


def is_obeyed(char: str) -> bool:
    """Return whether a terminal acts on a character, or cannot print it."""
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(char) in BIDI


def find_command(line: str) -> bool:
    """Return whether a runner that skips invisible characters finds a command in a line."""
    seen = "".join(char for char in line if unicodedata.category(char) != "Cf" and char != "\ufe0f")
    return seen.lstrip().startswith("::") or re.search(r"##\w*\[", seen) is not None


@given(HOSTILE)
@example("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\x85\x7f")
def test_nothing_in_a_line_is_obeyed(text: str) -> None:
    line = escape_line(text)
    assert not any(map(is_obeyed, line))
    assert not set(line) & set("\u200e\u200f\u061c")
    assert not find_command(line)
    assert line.encode("utf-8").decode() == line == escape_line(line)


@given(st.text(st.characters(categories=["L", "Mn", "Nd", "P", "Sc", "Sm", "So", "Zs"], exclude_characters="#:")))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert escape_line(text) == text


@pytest.mark.parametrize("text", PLAIN)
def test_text_of_all_scripts_and_pictures_stays_as_it_is(text: str) -> None:
    assert escape_line(text) == text
    assert escape_json(json.dumps(text, ensure_ascii=False)) == json.dumps(text, ensure_ascii=False)


@for_each(
    [
        ("a\x1b]52;c;QQ\x07", r"a\x1b]52;c;QQ\x07"),
        ("one\ntwo\r\tthree\x00\x7f\x9b", r"one\ntwo\r\tthree\x00\x7f\x9b"),
        ("\u202etxt\u2028\u2069", r"\u202etxt\u2028\u2069"),
        ("caf\udce9", r"caf\udce9"),
        ("::error::x", r"\x3a:error::x"),
        (" \xa0\u200b:\u200d:error::x", " \xa0\u200b\\x3a\u200d:error::x"),
        ("a ##[group]b ##vso[task.x]c ###teamcity[d]", r"a \x23#[group]b \x23#vso[task.x]c #\x23#teamcity[d]"),
        ("#\u200d#v\xadso[x]", "\\x23\u200d#v\xadso[x]"),
    ]
)
def test_what_is_obeyed_is_shown(text: str, shown: str) -> None:
    assert escape_line(text) == shown


@settings(max_examples=examples(200))
@given(st.recursive(HOSTILE, lambda inner: st.lists(inner) | st.dictionaries(HOSTILE, inner)))
def test_a_document_is_safe_and_keeps_its_values(value: object) -> None:
    plain = json.dumps(value, ensure_ascii=False, indent=2)
    document = escape_json(plain)
    assert not any(map(is_obeyed, document.replace("\n", "")))
    assert not any(map(find_command, document.split("\n")))
    document.encode("utf-8")
    if is_unicode(plain):
        assert json.loads(document) == value


def test_a_lone_surrogate_becomes_text_in_a_document() -> None:
    assert json.loads(escape_json(json.dumps("caf\udce9", ensure_ascii=False))) == r"caf\udce9"


@for_each(["::" * 500_000, "##" * 500_000, "#a" * 500_000, "\u200b" * 1_000_000, "##a" * 300_000])
def test_a_million_characters_take_no_time_worth_telling(text: str) -> None:
    assert len(escape_line(text)) >= len(text)  # an expression that tries again from each character never ends here
