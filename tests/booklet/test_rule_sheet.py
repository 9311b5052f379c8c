"""Rules as one sheet of paper: two columns, one side or two, no title page."""

from io import BytesIO
from typing import Any

import pdfplumber
import pikepdf
import pytest

from generator.model.color import Accents
from generator.model.finding import DataError
from tests.booklet.typeset import read_bookmarks, set_sheet
from tests.samples import for_each

SENTENCE = "A piece moves along the road of its color, as many spaces as the throw says, and stops where it stands. "
MORE: dict[str, Any] = {"about": "A race over cloth.", "facts": ("2 to 4 players",)}


def make_rules(chapters: int) -> str:
    """Return rules with some chapters of five lines of source each."""
    return "# Specimen\n\n" + "".join(f"## {n}. Chapter\n\n{SENTENCE * 5}\n\n" for n in range(1, chapters + 1))


def read_refusal(markdown: str, **more: Any) -> str:
    with pytest.raises(DataError) as caught:
        set_sheet(markdown, **more)
    (finding,) = caught.value.findings
    return str(finding)


def read_words(data: bytes, page: int) -> list[dict[str, Any]]:
    with pdfplumber.open(BytesIO(data)) as document:
        return list(document.pages[page].extract_words())


def test_short_rules_take_one_side_without_a_title_page() -> None:
    data = set_sheet(make_rules(4), **MORE)
    text = " ".join(word["text"] for word in read_words(data, 0))
    assert text.startswith("Specimen A race over cloth. 2 to 4 players 1. Chapter")
    assert text.endswith("An unofficial kit Version 1.0 \u00b7 build 0123abcd")
    with pikepdf.open(BytesIO(data)) as pdf:
        assert [[round(float(side) / 72 * 25.4, 1) for side in page.mediabox] for page in pdf.pages] == [
            [0, 0, 210, 297]
        ]
    assert read_bookmarks(data) == [
        (0, "Specimen", 1),
        *((1, f"{number}. Chapter", 1) for number in range(1, 5)),
    ]


def test_the_columns_of_the_last_side_are_about_equal() -> None:
    words = [word for word in read_words(set_sheet(make_rules(7)), 0) if word["bottom"] < 780]  # pt, above the foot
    left, right = ([word for word in words if (word["x0"] < 297) is side] for side in (True, False))
    assert min(word["x0"] for word in right) - max(word["x1"] for word in left) > 20
    lowest = [max(word["bottom"] for word in side) for side in (left, right)]
    assert abs(lowest[0] - lowest[1]) < 15


def test_longer_rules_take_both_sides() -> None:
    data = set_sheet(make_rules(16))
    with pikepdf.open(BytesIO(data)) as pdf:
        assert len(pdf.pages) == 2
    assert " ".join(word["text"] for word in read_words(data, 1)[-3:]) == "2 of 2"


def test_a_page_break_begins_the_second_side() -> None:
    data = set_sheet("# Specimen\n\nOne side.\n\n<!-- page -->\n\nThe other side.\n")
    assert [read_words(data, page)[at]["text"] for page, at in ((0, 1), (1, 1))] == ["One", "other"]


def test_narrow_paper_has_one_column() -> None:
    words = read_words(set_sheet(make_rules(1), "a5"), 0)
    assert max(word["x1"] for word in words) - min(word["x0"] for word in words) > 300  # pt


@for_each([30, 60])
def test_rules_that_are_too_long_are_told_at_the_line_where_the_sheet_is_full(chapters: int) -> None:
    told = read_refusal(make_rules(chapters))
    assert told.startswith("rules.md:71: GF301 the rule sheet is about")
    assert told.endswith(
        "lines too long for two sides of a4 paper: the text from here on does not fit;"
        " shorten the rules, or use `form: booklet`"
    )


def test_three_sides_by_page_breaks_are_too_many() -> None:
    rules = "# Specimen\n\nOne.\n\n<!-- page -->\n\nTwo.\n\n<!-- page -->\n\nThree.\n"
    assert read_refusal(rules, credits=(), notice="").startswith(
        "rules.md:11: GF301 the rule sheet is about 3 lines too"
    )


def test_a_sheet_has_no_back_cover() -> None:
    told = read_refusal("# Specimen\n\nOne.\n\n<!-- back cover -->\n\nTwo.\n")
    assert told == "rules.md:5: GF301 a rule sheet has no back cover; leave `<!-- back cover -->` out"


def test_equal_rules_give_equal_bytes() -> None:
    assert set_sheet(make_rules(3)) == set_sheet(make_rules(3))


def test_headings_are_white_on_a_band_in_the_color_of_the_booklet() -> None:
    with pdfplumber.open(BytesIO(set_sheet(make_rules(1), accents=Accents("#336699")))) as document:
        page = document.pages[0]
        (heading,) = [char for char in page.chars if char["size"] > 11 and char["text"] == "C"]
        drawn = [*page.rects, *page.curves]
        bands = [each for each in drawn if each["x0"] < heading["x0"] and each["x1"] > heading["x1"]]
        bands = [each for each in bands if each["top"] < heading["top"] and each["bottom"] > heading["bottom"]]
        colors = [[round(channel * 255) for channel in each["non_stroking_color"]] for each in (heading, *bands)]
    assert colors == [[255, 255, 255], [0x33, 0x66, 0x99]]


def test_a_product_is_not_broken_at_the_end_of_a_line() -> None:
    for count in range(1, 24):
        data = set_sheet(f"# Specimen\n\n{'wide ' * 20}{'in ' * count}4 \u00d7 6 boxes {'wide ' * 20}\n")
        parts = "4\u00a0\u00d7\u00a06".split()
        tops = {round(word["top"]) for word in read_words(data, 0) if {*word["text"].split()} & {*parts}}
        assert len(tops) == 1
