"""Everything that the rules cannot contain, and the exact words that it is refused in."""

import pytest
from msgspec.structs import replace

from generator.model.language import Terms
from tests.booklet.faces import fonts
from tests.booklet.press import print_rules, refusals

CASES = {
    "text\n\n<div>\n</div>": "rules.md:3:1: GF302 raw HTML is not supported in the rules",
    "one\ntwo <b>bold</b>": "rules.md:2: GF302 raw HTML is not supported in the rules",
    "a <!-- remark -->": (
        "rules.md:1:3: GF302 raw HTML, but for '<!-- page -->' and '<!-- back cover -->', each in a paragraph of its own,"
        " is not supported in the rules"
    ),
    "one\\\n![alt](x.png)": "rules.md:2:1: GF302 an image is not supported in the rules",
    "- a\n- ![alt](x.png)": "rules.md:2:3: GF302 an image is not supported in the rules",
    "a\n\n```\nb\n```": "rules.md:3: GF302 a code block is not supported in the rules",
    "a\n\n    b": "rules.md:3: GF302 a code block is not supported in the rules",
    "\n##### five": "rules.md:2: GF302 a heading of level 5 is not supported in the rules",
    "a\n\n#": "rules.md:3: GF302 a heading without words is not supported in the rules",
    "> # a": "rules.md:1: GF302 a heading inside a list or a quote is not supported in the rules",
    "- a\n\n  b\n  ---": "rules.md:3: GF302 a heading inside a list or a quote is not supported in the rules",
    "a\n\n> [!NOTE]\n>": "rules.md:3: GF302 a note without words is not supported in the rules",
    "- a\n  - b\n    - c\n      - d\n        - e": (
        "rules.md:5: GF302 nesting lists and quotes more than 4 deep is not supported in the rules"
    ),
    "a\n[b](other.md)": (
        "rules.md:2:1: GF302 a link to 'other.md', which is no URL and no #heading, is not supported in the rules"
    ),
    "[b](javascript:alert(1))": (
        "rules.md:1:1: GF302 a link to 'javascript:alert(1)', which is no URL and no #heading, "
        "is not supported in the rules"
    ),
    "## Setting up\n\n[b](#seting-up)": (
        "rules.md:3:1: GF303 a link leads to #seting-up, but no heading is called that; did you mean 'setting-up'?"
    ),
    "a\nb ★ c": "rules.md:2: GF205 the character '★' (U+2605) has no glyph in SourceSerifPro-Regular",
    "**a\n★**": "rules.md:2: GF205 the character '★' (U+2605) has no glyph in SourceSerifPro-Bold",
    "a\n&starf;": "rules.md:2: GF205 the character '★' (U+2605) has no glyph in SourceSerifPro-Regular",
    "# ★": "rules.md:1: GF205 the character '★' (U+2605) has no glyph in SourceSerifPro-Bold",
    "|a|\n|-|\n|`漢`|": "rules.md:3: GF205 the character '漢' (U+6F22) has no glyph in SourceSansPro-Regular",
    "a\u200bb": "rules.md:1: GF205 the character '\\u200b' (U+200B) has no glyph in SourceSerifPro-Regular",
}


@pytest.mark.parametrize(("markdown", "message"), CASES.items(), ids=range(len(CASES)))
def test_refused_in_these_words(markdown: str, message: str) -> None:
    assert refusals(markdown) == [message]


@pytest.mark.parametrize("sign", [">", "["])
def test_what_is_nested_deeper_than_the_parser_can_follow_is_refused_too(sign: str) -> None:
    message = "rules.md:3: GF302 nesting brackets, lists or quotes hundreds deep is not supported in the rules"
    assert refusals(f"- a\n\n{sign * 5000} b") == [message]


def test_all_faults_at_once_in_the_order_of_the_file() -> None:
    found = refusals("# ★\n\n<b>\n\n##### x\n\na ★ ☆\nb ★")
    assert [line.split(" ")[0:2] for line in found] == [
        ["rules.md:1:", "GF205"],
        ["rules.md:3:1:", "GF302"],
        ["rules.md:5:", "GF302"],
        ["rules.md:7:", "GF205"],
        ["rules.md:7:", "GF205"],
        ["rules.md:8:", "GF205"],
    ]


def test_no_glyph_beside_the_rules_is_refused_too() -> None:
    assert refusals("a", notice="a ★", credits=["ok", "☆"]) == [
        "rules.md: GF205 the character '★' (U+2605) in the notice has no glyph in SourceSansPro-Regular",
        "rules.md: GF205 the character '☆' (U+2606) in the credits has no glyph in SourceSansPro-Regular",
    ]


def test_no_glyph_of_the_words_of_a_language_is_a_box() -> None:
    terms = Terms(figure="★", note="★", version="★", build="★", page="★", section="★")
    named = ["word for a build", "word for a figure", "word for a figure", "word for a note", "word for a section"]
    found = refusals("a", terms=terms)
    assert [each.partition(" in the ")[2].partition(" has")[0] for each in found] == [
        *named, "word for a version", "words for a page",
    ]  # fmt: skip


def test_a_table_too_wide_names_its_line() -> None:
    wide = "word\n\n| " + " | ".join(["Incomprehensibilities"] * 6) + " |\n" + "|-" * 6 + "|\n"
    message = "GF301 the table is too wide: its longest words do not fit side by side in the column of text"
    assert refusals(wide + "\n" + wide) == [f"rules.md:3: {message}", f"rules.md:8: {message}"]


def test_a_row_taller_than_a_page_names_its_line() -> None:
    tall = "| a | b |\n|---|---|\n| 1 | 2 |\n| " + "word " * 900 + "| " + "word " * 900 + "|"
    assert refusals(tall) == ["rules.md:4: GF301 this row of the table is taller than a page"]


@pytest.mark.parametrize("row", ["", "| 1 | 2 |"])
def test_a_head_taller_than_a_page_names_its_line(row: str) -> None:
    tall = f"a\n\n| a | {'word ' * 900}|\n|---|---|\n{row}"
    assert refusals(tall) == ["rules.md:3: GF301 the head of the table is taller than a page"]


def test_quotes_stay_straight_where_a_face_has_no_curly_ones() -> None:
    poor = {key: replace(font, advances=set_of_ascii(font.advances)) for key, font in fonts().items()}
    assert print_rules('it\'s "so"', fonts=poor).startswith(b"%PDF")


def set_of_ascii(advances: object) -> dict[str, float]:
    assert isinstance(advances, dict)
    return {char: advance for char, advance in advances.items() if ord(char) < 128}
