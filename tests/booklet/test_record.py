"""A record is set as text whose columns line up, and as pages on which nothing is lost, cut off or torn apart."""

import re
from itertools import pairwise
from typing import Any

import pytest

from generator.booklet.record.galley import Form, drawable
from generator.booklet.record.leaves import leaves
from generator.booklet.record.plain_text import columns, plain_text, wrapped
from generator.fonts.font_book import FontBook, open_fonts
from generator.model.paper import PAPERS
from generator.model.picture import Font, Path, Picture, Text
from generator.model.record import Cell, Look, Record, Row, Table

FACES = {
    "serif": ("Source Serif Pro", 400, False),
    "serif-bold": ("Source Serif Pro", 700, False),
    "serif-italic": ("Source Serif Pro", 400, True),
    "sans": ("Source Sans Pro", 400, False),
    "sans-bold": ("Source Sans Pro", 700, False),
}


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Font]:
    book: FontBook = open_fonts(tmp_path_factory.mktemp("fonts"))
    return {name: book.find(*face) for name, face in FACES.items()}


def letters(text: str, _look: Look) -> float:
    return len(text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("one", ["one"]),
        ("one two three", ["one two", "three"]),
        ("one  two\nthree", ["one two", "three"]),
        ("a bcdefghijkl m", ["a", "bcdefghi", "jkl m"]),
        ("abcdefgh ij", ["abcdefgh", "ij"]),
    ],
)
def test_a_text_is_broken_between_words_and_a_long_word_anywhere(text: str, lines: list[str]) -> None:
    assert wrapped(text, 8, "plain", letters) == lines


def test_a_column_without_a_share_is_as_wide_as_what_it_holds_and_no_wider_than_a_fifth() -> None:
    rows = (Row((Cell("abcdef"), Cell("x"), Cell("y" * 40))), Row((Cell("a title over all of it", span=3),)))
    table = Table("t", "", ("id", "two", "three"), (0, 3, 0), rows)
    assert columns(table, 100, 2, letters) == [6, 70, 20]
    assert columns(table._replace(shares=(0, 3, 1)), 100, 2, letters) == [6, 67.5, 22.5]


SMALL = Record(
    "What was verified: Wren",
    "Version 1",
    ("All is well.", "Two claims hold."),
    (
        Table(
            "Claims",
            "Each stands here.",
            ("claim", "asked", "data", "sheets"),
            (0, 2, 1, 1),
            (
                Row((Cell("W1", "strong"), Cell("there are eight cards", "words", 3)), leads=True),
                Row((Cell(""), Cell("count('hand')"), Cell("8"), Cell("8")), begins=False),
                Row((Cell("W2.more", "strong"), Cell("two " * 30, "words", 3)), leads=True),
            ),
        ),
        Table("Findings", "", ("code", "what"), (0, 1), (Row((Cell("GF1"), Cell("a"))), Row((Cell("GF2"), Cell("b"))))),
        Table("Waived", "None.", ("code",), (1,), ()),
    ),
    "build 1",
)
TEXT = f"""\
What was verified: Wren
=======================
Version 1

All is well.

Two claims hold.


Claims
------
Each stands here.

claim    asked                                        data                   sheets

W1       there are eight cards
         count('hand')                                8                      8

W2.more  {("two " * 22).strip()}
         {("two " * 8).strip()}


Findings
--------

code  what
GF1   a
GF2   b


Waived
------
None.

build 1
"""


def test_the_text() -> None:
    assert plain_text(SMALL) == TEXT


def texts(page: Picture) -> list[Text]:
    return [shape for shape in page.shapes if isinstance(shape, Text)]


def words(page: Picture) -> list[str]:
    return [each.text for each in texts(page)]


def long(count: int) -> Record:
    """Return a record of so many claims, each of two rows."""
    rows = []
    for n in range(count):
        rows.append(
            Row((Cell(f"W{n}", "strong"), Cell(f"it is so, number-{n} " * (2 + n % 7), "words", 3)), leads=True)
        )
        rows.append(Row((Cell(""), Cell(f"count({n})"), Cell(str(n)), Cell(str(n))), begins=False))
    return SMALL._replace(tables=(SMALL.tables[0]._replace(rows=tuple(rows)), *SMALL.tables[1:]))


@pytest.mark.parametrize("paper", PAPERS)
def test_all_stands_inside_the_margins_below_one_another_and_once(paper: str, fonts: dict[str, Font]) -> None:
    size = PAPERS[paper]
    pages = leaves(long(60), size, fonts)
    form = Form(size, fonts)
    assert len(pages) > 1
    for page in pages:
        assert (page.width, page.height) == size[1:]
        for text in texts(page):
            assert form.side - 1e-6 <= text.x
            assert text.x + text.width <= size.width - form.side + 1e-6
            assert text.size >= 2.75
            assert 5 < text.y < size.height - 5
        body = [text.y for text in texts(page) if form.top <= text.y <= size.height - form.bottom]
        assert all(one <= other for one, other in pairwise(body))
        assert not [
            text for text in texts(page) if size.height - form.bottom < text.y < size.height - form.bottom * 0.6
        ]
    said = [word for page in pages for word in words(page)]
    assert [said.count(f"count({n})") for n in range(60)] == [1] * 60
    assert [said.count(f"W{n}") for n in range(60)] == [1] * 60


def test_each_page_has_its_number_the_build_the_title_and_the_heads_of_its_table(fonts: dict[str, Font]) -> None:
    pages = [words(page) for page in leaves(long(40), PAPERS["a4"], fonts)]
    assert len(pages) == 3
    assert [page.count("build 1") for page in pages] == [1, 1, 1]
    assert [f"page {n} of 3" in page for n, page in enumerate(pages, 1)] == [True] * 3
    assert [page.count("What was verified: Wren") for page in pages] == [1, 1, 1]
    assert [page.count("sheets") for page in pages] == [1, 1, 1]
    assert [page[2:6] if n else page[:2] for n, page in enumerate(pages)] == [
        ["page 1 of 3", "build 1"],
        ["build 1", "claim", "asked", "data"],
        ["build 1", "claim", "asked", "data"],
    ]


def test_what_leads_is_on_a_page_with_what_follows(fonts: dict[str, Font]) -> None:
    pages = leaves(long(200), PAPERS["a5"], fonts)
    for page in pages:
        found = words(page)
        claims = {word.removeprefix("W") for word in found if word[0] == "W" and word[1:].isdigit()}
        counted = {word.removeprefix("count(").removesuffix(")") for word in found if word.startswith("count(")}
        assert claims == counted
        said = " ".join(found).split()
        assert all(said.count(f"number-{n}") == 2 + int(n) % 7 for n in claims)
        assert claims or page is pages[-1]


def test_an_entry_that_no_page_can_hold_goes_on_on_the_next(fonts: dict[str, Font]) -> None:
    rows = (Row((Cell("W1"), Cell("word " * 3000, "words", 3)), leads=True), Row((Cell("W2"), Cell("end", span=3))))
    record = SMALL._replace(tables=(SMALL.tables[0]._replace(rows=rows),))
    pages = leaves(record, PAPERS["a4"], fonts)
    assert len(pages) > 2
    assert sum(" ".join(words(page)).split().count("word") for page in pages) == 3000
    form = Form(PAPERS["a4"], fonts)
    body = [text.y for page in pages for text in texts(page) if text.text.startswith("word")]
    assert max(body) <= 297 - form.bottom


def test_a_line_stands_between_entries_and_below_the_heads(fonts: dict[str, Font]) -> None:
    (page,) = leaves(SMALL, PAPERS["a4"], fonts)
    rules: list[Any] = [shape for shape in page.shapes if isinstance(shape, Path)]
    assert [rule.paint.width for rule in rules] == [0.35, 0.2, 0.35, 0.2]
    y = [rule.segments[0][2] for rule in rules]
    assert [rule.segments for rule in rules] == [(("M", 20, at), ("L", 190, at)) for at in y]
    at = {text.text: text.y for text in texts(page)}
    assert at["claim"] < y[0] < at["W1"]
    assert at["count('hand')"] < y[1] < at["W2.more"]


def test_what_has_no_glyph_is_shown_by_its_number(fonts: dict[str, Font]) -> None:
    assert drawable("a★b", fonts["sans"]) == "a\\u2605b"
    record = SMALL._replace(said=("a★b",))
    (page,) = leaves(record, PAPERS["a4"], fonts)
    (shown,) = [text for text in texts(page) if text.text.startswith("a\\")]
    assert shown.text == "a\\u2605b"
    assert shown.width == pytest.approx(sum(shown.font.advances[char] for char in shown.text) * shown.size)


def test_below_heads_that_are_repeated_stands_no_second_line(fonts: dict[str, Font]) -> None:
    _first, *others = leaves(long(120)._replace(tables=long(120).tables[:1]), PAPERS["a4"], fonts)
    assert len(others) > 2
    for page in others:
        claims = [word for word in words(page) if re.fullmatch(r"W\d+", word)]
        rules: list[Any] = [shape for shape in page.shapes if isinstance(shape, Path)]
        assert [rule.paint.width for rule in rules] == [0.35, *[0.2] * (len(claims) - 1)]
        at = {text.text: text for text in texts(page)}
        assert at[claims[0]].y - at[claims[0]].size > rules[0].segments[0][2] + 0.5
