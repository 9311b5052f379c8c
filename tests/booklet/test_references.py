"""What rules lead to: headings, figures and parts; the words that links say, and where each one that is wrong stands."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.booklet.blocks import (
    Block,
    BlockQuote,
    ListBlock,
    NoteBlock,
    PageBreak,
    Paragraph,
    StyledText,
    TableBlock,
    find_thumbnails,
    iterate_runs,
    to_plain_text,
)
from generator.booklet.typesetting import read_rules
from generator.model.finding import DataError, Place
from generator.model.language import Terms
from generator.model.rules import BraceMark
from tests.booklet.faces import fonts
from tests.booklet.press import title_of

PARTS = {"part:hand": "Hand cards", "part:hand.red.3": "Hand cards", "part:gem": "Gems"}
SHOWN = "\n\n![Shown](figure:card)\n"


def blocks_of(markdown: str, figures: tuple[str, ...] = ("card",), **more: Any) -> tuple[Block, ...]:
    given: dict[str, Any] = {"terms": Terms(), "language": "en", "place_file": "rules.md", "fonts": fonts()}
    places: Mapping[str, Place] = {name: Place("game.yaml", 9, 3) for name in figures}
    return read_rules(markdown, figures=places, part=title_of(PARTS), **(given | more))


def told(markdown: str, **more: Any) -> list[str]:
    with pytest.raises(DataError) as caught:
        blocks_of(markdown, **more)
    return [str(finding) for finding in caught.value.findings]


def said(markdown: str, **more: Any) -> list[str]:
    return [to_plain_text(runs) for runs, _ in iterate_runs(blocks_of(markdown, **more))]


def runs_of(block: Block) -> tuple[StyledText, ...]:
    assert isinstance(block, Paragraph)
    return block.runs


def test_a_link_without_words_says_what_it_leads_to() -> None:
    heads = "## 5. Scoring\n\n## 5.2 The *bonus*\n\n## Close cases\n\n"
    links = "[](#5-scoring) [](#52-the-bonus) [](#close-cases) [](figure:card) [words](figure:card) [**x**](#5-scoring)"
    (runs,) = [runs_of(block) for block in blocks_of(heads + links + SHOWN) if isinstance(block, Paragraph)]
    assert [(run.text, run.link) for run in runs if run.link] == [
        ("section 5", "#5-scoring"),
        ("section 5.2", "#52-the-bonus"),
        ("Close cases", "#close-cases"),
        ("Figure 1", "#figure:card"),
        ("words", "#figure:card"),
        ("x", "#5-scoring"),
    ]


def test_it_says_so_in_the_terms_of_the_language() -> None:
    german = Terms(figure="Abbildung {number}", section="Abschnitt {number}")
    markdown = "## 2 Los\n\n[](#2-los), [](figure:card)" + SHOWN
    assert said(markdown, terms=german, language="de")[1] == "Abschnitt 2, Abbildung 1"


def test_a_figure_that_is_shown_twice_is_called_by_its_first_number() -> None:
    markdown = "[](figure:card) [](figure:back)\n\n![a](figure:back)\n\n> ![b](figure:card)\n\n![c](figure:card)"
    assert said(markdown, figures=("card", "back"))[0] == "Figure 2 Figure 1"


def test_quotes_are_those_of_the_language() -> None:
    assert said("\"a 'b'\"", figures=())[0] == "\u201ca \u2018b\u2019\u201d"
    assert said("\"a 'b'\"", figures=(), language="de-CH")[0] == "\u201ea \u201ab\u2018\u201c"
    assert said("\"a 'b'\"", figures=(), language="fr")[0] == "\"a 'b'\""


def test_a_cell_holds_small_pictures() -> None:
    cells = "| ![](part:hand.red.3) ![two *of* them](part:gem) | ![The card](figure:card) | words |"
    (table,) = blocks_of(f"| a | b | c |\n|---|---|---|\n{cells}\n")
    assert isinstance(table, TableBlock)
    (row,) = table.rows
    pictures = [[(run.image, run.text) for run in cell if run.image] for cell in row.cells]
    assert pictures == [
        [("part:hand.red.3", "Hand cards"), ("part:gem", "two of them")],
        [("figure:card", "The card")],
        [],
    ]
    assert find_thumbnails((table, table)) == ("part:hand.red.3", "part:gem", "figure:card")


def test_words_of_a_picture_need_no_glyphs_because_they_are_not_printed() -> None:
    assert find_thumbnails(blocks_of("| a |\n|---|\n| ![\u2605](part:gem) |\n", figures=()))


def test_pages_begin_where_a_remark_says_so() -> None:
    found = blocks_of("a\n\n<!-- page -->\n\nb\n\n<!-- back cover -->\n\nc", figures=())
    assert [block for block in found if isinstance(block, PageBreak)] == [PageBreak(False, 3), PageBreak(True, 7)]
    assert [type(block) for block in found] == [Paragraph, PageBreak, Paragraph, PageBreak, Paragraph]


def test_a_quote_that_says_so_is_a_note() -> None:
    markdown = "> [!NOTE]\n> One *two*\n> three.\n>\n> - four\n\n> [!NOTE]\n>\n> alone\n\n> quoted [!NOTE]\n"
    note, other, quote = blocks_of(markdown, figures=())
    assert isinstance(note, NoteBlock)
    assert isinstance(other, NoteBlock)
    assert isinstance(quote, BlockQuote)
    first, items = note.blocks
    assert to_plain_text(runs_of(first)) == "One two three."
    assert [run.line for run in runs_of(first)] == [2, 2, 2, 3]
    assert isinstance(items, ListBlock)
    assert [to_plain_text(runs) for runs, _ in iterate_runs(other.blocks)] == ["alone"]
    assert [to_plain_text(runs) for runs, _ in iterate_runs(quote.blocks)] == ["quoted [!NOTE]"]


def test_a_figure_that_is_shown_elsewhere_may_be_left_out() -> None:
    assert blocks_of("a", apart=("card",))
    assert blocks_of("| a |\n|---|\n| ![x](figure:card) |\n")


CASES = {
    "a\nb [](#scoreing)\n\n## Scoring": (
        "rules.md:2:3: GF303 a link leads to #scoreing, but no heading is called that; did you mean 'scoring'?"
    ),
    "see [](figure:crad)": "rules.md:1:5: GF008 the game has no figure 'crad'; did you mean 'card'?",
    "a [x](figure:card)\n\n| a |\n|-|\n| ![b](figure:card) |": (
        "rules.md:1:3: GF303 a link leads to the figure 'card', which the rules do not show"
    ),
    "a\n\n| a | b |\n|-|-|\n| x | ![](part:hand) ![](part:hnad) |": "rules.md:5:22: GF008 there is no 'part:hnad'",
    "| a |\n|-|\n| ![x](figure:crad) |": "rules.md:3:3: GF008 the game has no figure 'crad'; did you mean 'card'?",
    "| a |\n|-|\n| ![](figure:card) |": "rules.md:3:3: GF302 a small figure without words is not supported in the rules",
    '| a |\n|-|\n| ![x](part:hand "t") |': "rules.md:3:3: GF302 a title of a picture is not supported in the rules",
    "| a |\n|-|\n| ![x](hand.png) |": "rules.md:3:3: GF302 an image is not supported in the rules",
    "a [](https://example.org)": "rules.md:1:3: GF302 a link to a URL without words is not supported in the rules",
    'a\nb [c](https://example.org "t")': "rules.md:2:3: GF302 a title of a link is not supported in the rules",
    "a ![](part:hand)": "rules.md:1:3: GF302 a part outside a table is not supported in the rules",
    "<!-- pages -->": (
        "rules.md:1:1: GF302 raw HTML, but for '<!-- page -->' and '<!-- back cover -->', each in a paragraph of its own,"
        " is not supported in the rules"
    ),
    "<!-- page --> x": (
        "rules.md:1:1: GF302 raw HTML, but for '<!-- page -->' and '<!-- back cover -->', each in a paragraph of its own,"
        " is not supported in the rules"
    ),
    "a <!-- page -->": (
        "rules.md:1:3: GF302 raw HTML, but for '<!-- page -->' and '<!-- back cover -->', each in a paragraph of its own,"
        " is not supported in the rules"
    ),
    "> a\n>\n> <!-- page -->": "rules.md:3: GF302 a new page inside a list or a quote is not supported in the rules",
    "<!-- back cover -->\n\na\n\n<!-- page -->": (
        "rules.md:5: GF302 a new page after the back cover is not supported in the rules"
    ),
    "> [!TIP]\n> a": (
        "rules.md:1:3: GF302 '[!TIP]' at the head of a quote, where '[!NOTE]' alone makes a note,"
        " is not supported in the rules"
    ),
    "> [!NOTE] a": (
        "rules.md:1:3: GF302 '[!NOTE] a' at the head of a quote, where '[!NOTE]' alone makes a note,"
        " is not supported in the rules"
    ),
}


@pytest.mark.parametrize(("markdown", "message"), CASES.items(), ids=range(len(CASES)))
def test_refused_at_its_place(markdown: str, message: str) -> None:
    assert told(markdown, apart=("card",)) == [message]


def test_the_same_fault_twice_in_a_line_has_two_places() -> None:
    hint = "GF008 the game has no figure 'crad'; did you mean 'card'?"
    assert told("[a](figure:crad) [b](figure:crad)", apart=("card",)) == [
        f"rules.md:1:1: {hint}",
        f"rules.md:1:18: {hint}",
    ]


def test_a_place_behind_braces_is_that_in_the_file() -> None:
    # {{ claim(24, 'hand') }} was printed as 24 at the head of the line: 23 characters became two
    marked = (BraceMark(0, 2, Place("rules.md", 1, 24)),)
    hint = "GF008 the game has no figure 'crad'; did you mean 'card'?"
    assert told("24 [a](figure:crad)", apart=("card",), marked=marked) == [f"rules.md:1:25: {hint}"]
