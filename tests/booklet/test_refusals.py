"""Everything that the rules cannot contain, and the line at which it is refused."""

import pytest
from msgspec.structs import replace

from generator.model.language import Terms
from tests.booklet.fonts import load_fonts
from tests.booklet.typeset import print_rules, read_refusals
from tests.messages import mention_all
from tests.samples import for_each

IN_FONTS = " name a font `serif` `sans-serif` `fonts`"
CASES = {
    "text\n\n<div>\n<form></div>": "rules.md:4: GF302 HTML <form>",
    "one\ntwo <player> here": "rules.md:2: GF302 HTML <player> &lt;",
    "a\n\n<table>\n<tr><td>b\n\nc": "rules.md:5: GF302 <table> not closed empty line",
    "a\n\n<!-- b\n\nc": "rules.md:3: GF302 comment not closed '-->'",
    "one\\\n![alt](x.png)": "rules.md:2:1: GF008 'image:x.png'",
    "- a\n- ![alt](images/x%20y.png)": "rules.md:2:3: GF008 'image:images/x y.png'",
    "a\n\n> [!NOTE]\n>": "rules.md:3: GF302 note without",
    "".join(f"{'  ' * depth}- a\n" for depth in range(11)): "rules.md:11: GF302 nesting 10",
    "a\nb ★ c": "rules.md:2: GF205 '★' (U+2605) SourceSerifPro-Regular",
    "**a\n★**": "rules.md:2: GF205 '★' (U+2605) SourceSerifPro-Bold",
    "a\n&starf;": "rules.md:2: GF205 '★' (U+2605) SourceSerifPro-Regular",
    "a 1\ufe0f\u20e3": "rules.md:1: GF205 '\u2460' (U+2460) SourceSerifPro-Regular",  # a key is a digit in a circle
    "# ★": "rules.md:1: GF205 '★' (U+2605) SourceSerifPro-Bold",
    "|a|\n|-|\n|`漢`|": "rules.md:3: GF205 '漢' (U+6F22) SourceSansPro-Regular",
    "a \u05d0\nb": f"rules.md:1: GF205 '\u05d0' (U+05D0) SourceSerifPro-Regular{IN_FONTS}",
    "- a\n- *\u0633*": f"rules.md:2: GF205 '\u0633' (U+0633) SourceSerifPro-It{IN_FONTS}",
    "|a|\n|-|\n|\u2067b|": "rules.md:3: GF205 '\\u2067' (U+2067) SourceSerifPro-Regular U+200E U+200F",
}


@pytest.mark.parametrize(("markdown", "message"), CASES.items(), ids=range(len(CASES)))
def test_unsupported_markdown_is_refused_at_its_line(markdown: str, message: str) -> None:
    assert mention_all(read_refusals(markdown), [message])


@for_each([">", "["])
def test_nesting_deeper_than_the_parser_can_follow_is_refused(sign: str) -> None:
    message = "rules.md:3: GF302 nesting brackets hundreds"
    assert mention_all(read_refusals(f"- a\n\n{sign * 5000} b"), [message])


def test_all_faults_at_once_in_the_order_of_the_file() -> None:
    found = read_refusals("# ★\n\n<video>\n\na <x> b\n\na ★ ☆\nb ★")
    assert [line.split(" ")[0:2] for line in found] == [
        ["rules.md:1:", "GF205"],
        ["rules.md:3:", "GF302"],
        ["rules.md:5:", "GF302"],
        ["rules.md:7:", "GF205"],
        ["rules.md:7:", "GF205"],
        ["rules.md:8:", "GF205"],
    ]


def test_missing_glyphs_in_credits_and_notice_are_refused() -> None:
    found = read_refusals("a", notice="a ★", credits=["ok", "☆"])
    assert mention_all(
        found,
        [
            "rules.md: GF205 '★' (U+2605) in the notice SourceSansPro-Regular",
            "rules.md: GF205 '☆' (U+2606) in the credits SourceSansPro-Regular",
        ],
    )


def test_a_title_in_letters_that_its_fonts_lack_is_refused() -> None:
    fonts = ["SourceSansPro-Regular", "SourceSerifPro-Bold"]
    expected = [f"rules.md: GF205 '\u05e9' (U+05E9) in the title {font}{IN_FONTS}" for font in fonts]
    assert mention_all(read_refusals("a", title="\u05e9"), expected)


def test_missing_glyphs_in_language_terms_are_refused() -> None:
    terms = Terms(figure="★", note="★", version="★", build="★", page="★", section="★")
    named = ["word for a build", "word for a figure", "word for a figure", "word for a note", "word for a section"]
    found = read_refusals("a", terms=terms)
    assert [each.partition(" in the ")[2].partition(" has")[0] for each in found] == [
        *named, "word for a version", "words for a page",
    ]  # fmt: skip


def test_a_row_taller_than_a_page_names_its_line() -> None:
    tall = "| a | b |\n|---|---|\n| 1 | 2 |\n| " + "word " * 900 + "| " + "word " * 900 + "|"
    assert mention_all(read_refusals(tall), ["rules.md:4: GF301 row taller page"])


@for_each(["", "| 1 | 2 |"])
def test_a_head_taller_than_a_page_names_its_line(row: str) -> None:
    tall = f"a\n\n| a | {'word ' * 900}|\n|---|---|\n{row}"
    assert mention_all(read_refusals(tall), ["rules.md:3: GF301 head taller page"])


def test_quotes_stay_straight_if_a_face_has_no_curly_ones() -> None:
    poor = {key: replace(font, advances=keep_ascii(font.advances)) for key, font in load_fonts().items()}
    assert print_rules('it\'s "so"', fonts=poor).startswith(b"%PDF")


def keep_ascii(advances: object) -> dict[str, float]:
    assert isinstance(advances, dict)
    return {char: advance for char, advance in advances.items() if ord(char) < 128}


def test_many_signs_that_lack_for_one_reason_are_told_once() -> None:
    found = read_refusals("a\n一二三\n四五六 ★")
    assert [each.partition(" has no glyph")[0] for each in found] == [
        "rules.md:2: GF205 6 characters have no glyph, this one first: the character '一' (U+4E00)",
        "rules.md:3: GF205 the character '★' (U+2605)",
    ]
