"""Links and thumbnails in the rules: the text they get, and the place of each one that leads nowhere."""

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
from tests.booklet.fonts import load_fonts
from tests.booklet.typeset import lookup_titles
from tests.messages import facts_of, mention_all

PARTS = {"part:hand": "Hand cards", "part:hand.red.3": "Hand cards", "part:gem": "Gems"}
SHOWN = "\n\n![Shown](figure:card)\n"


def read_blocks(markdown: str, figures: tuple[str, ...] = ("card",), **more: Any) -> tuple[Block, ...]:
    given: dict[str, Any] = {"terms": Terms(), "language": "en", "place_file": "rules.md", "fonts": load_fonts()}
    places: Mapping[str, Place] = {name: Place("game.yaml", 9, 3) for name in figures}
    return read_rules(markdown, figures=places, part=lookup_titles(PARTS), **(given | more))


def read_faults(markdown: str, **more: Any) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_blocks(markdown, **more)
    return [str(finding) for finding in caught.value.findings]


def list_texts(markdown: str, **more: Any) -> list[str]:
    return [to_plain_text(runs) for runs, _ in iterate_runs(read_blocks(markdown, **more))]


def get_runs(block: Block) -> tuple[StyledText, ...]:
    assert isinstance(block, Paragraph)
    return block.runs


def test_an_empty_link_gets_the_name_of_its_target() -> None:
    heads = "## 5. Scoring\n\n## 5.2 The *bonus*\n\n## Close cases\n\n"
    links = "[](#5-scoring) [](#52-the-bonus) [](#close-cases) [](figure:card) [words](figure:card) [**x**](#5-scoring)"
    (runs,) = [get_runs(block) for block in read_blocks(heads + links + SHOWN) if isinstance(block, Paragraph)]
    assert [(run.text, run.link) for run in runs if run.link] == [
        ("section\u00a05", "#5-scoring"),
        ("section\u00a05.2", "#52-the-bonus"),
        ("Close cases", "#close-cases"),
        ("Figure\u00a01", "#figure:card"),
        ("words", "#figure:card"),
        ("x", "#5-scoring"),
    ]


def test_an_empty_link_uses_the_terms_of_the_language() -> None:
    german = Terms(figure="Abbildung {number}", section="Abschnitt {number}")
    markdown = "## 2 Los\n\n[](#2-los), [](figure:card)" + SHOWN
    assert list_texts(markdown, terms=german, language="de")[1] == "Abschnitt 2, Abbildung 1"


def test_a_figure_that_is_shown_twice_is_called_by_its_first_number() -> None:
    markdown = "[](figure:card) [](figure:back)\n\n![a](figure:back)\n\n> ![b](figure:card)\n\n![c](figure:card)"
    assert list_texts(markdown, figures=("card", "back"))[0] == "Figure 2 Figure 1"


def test_quotes_are_those_of_the_language() -> None:
    assert list_texts("\"a 'b'\"", figures=())[0] == "\u201ca \u2018b\u2019\u201d"
    assert list_texts("\"a 'b'\"", figures=(), language="de-CH")[0] == "\u201ea \u201ab\u2018\u201c"
    assert list_texts("\"a 'b'\"", figures=(), language="fi")[0] == "\"a 'b'\""


def test_a_table_cell_holds_thumbnails() -> None:
    cells = "| ![](part:hand.red.3) ![two *of* them](part:gem) | ![The card](figure:card) | words |"
    (table,) = read_blocks(f"| a | b | c |\n|---|---|---|\n{cells}\n")
    assert isinstance(table, TableBlock)
    (row,) = table.rows
    pictures = [[(run.image, run.text) for run in cell if run.image] for cell in row.cells]
    assert pictures == [
        [("part:hand.red.3", "Hand cards"), ("part:gem", "two of them")],
        [("figure:card", "The card")],
        [],
    ]
    assert find_thumbnails((table, table)) == ("part:hand.red.3", "part:gem", "figure:card")


def test_alternative_texts_of_thumbnails_need_no_glyphs() -> None:
    assert find_thumbnails(read_blocks("| a |\n|---|\n| ![\u2605](part:gem) |\n", figures=()))


def test_comments_start_pages_and_the_back_cover() -> None:
    found = read_blocks("a\n\n<!-- page -->\n\nb\n\n<!-- back cover -->\n\nc", figures=())
    assert [block for block in found if isinstance(block, PageBreak)] == [PageBreak(False, 3), PageBreak(True, 7)]
    assert [type(block) for block in found] == [Paragraph, PageBreak, Paragraph, PageBreak, Paragraph]


def test_a_comment_that_is_nearly_that_of_a_page_is_told_and_any_other_says_nothing() -> None:
    (fault,) = read_faults("a\n\n<!--Art page-->\n\n## b\n\n<!-- a page of its own -->\n\nc", figures=())
    assert "`<!--Art page-->` instead of `<!-- art page -->` is not supported" in fault
    assert ":3:" in fault
    assert len(read_blocks("a\n\n<!-- back covers -->", figures=())) == 1


def test_a_quote_that_starts_with_note_is_a_note() -> None:
    markdown = "> [!NOTE]\n> One *two*\n> three.\n>\n> - four\n\n> [!NOTE]\n>\n> alone\n\n> quoted [!NOTE]\n"
    note, other, quote = read_blocks(markdown, figures=())
    assert isinstance(note, NoteBlock)
    assert isinstance(other, NoteBlock)
    assert isinstance(quote, BlockQuote)
    first, items = note.blocks
    assert to_plain_text(get_runs(first)) == "One two three."
    assert [run.line for run in get_runs(first)] == [2, 2, 2, 3]
    assert isinstance(items, ListBlock)
    assert [to_plain_text(runs) for runs, _ in iterate_runs(other.blocks)] == ["alone"]
    assert [to_plain_text(runs) for runs, _ in iterate_runs(quote.blocks)] == ["quoted [!NOTE]"]


def test_a_figure_that_is_shown_elsewhere_may_be_left_out() -> None:
    assert read_blocks("a", apart=("card",))
    assert read_blocks("| a |\n|---|\n| ![x](figure:card) |\n")


CASES = {
    "a\nb [](#scoreing)\n\n## Scoring": "rules.md:2: GF302 '#scoreing' no words",
    "see [](figure:crad)": "rules.md:1:5: GF008 figure 'crad' 'card'",
    "a [x](figure:card)\n\n| a |\n|-|\n| ![b](figure:card) |": ("rules.md:1:3: GF303 figure 'card'"),
    "a\n\n| a | b |\n|-|-|\n| x | ![](part:hand) ![](part:hnad) |": "rules.md:5:22: GF008 'part:hnad'",
    "| a |\n|-|\n| ![x](figure:crad) |": "rules.md:3:3: GF008 figure 'crad' 'card'",
    "| a |\n|-|\n| ![](figure:card) |": "rules.md:3:3: GF302 figure table no text",
    '| a |\n|-|\n| ![x](part:hand "t") |': "rules.md:3:3: GF302 title thumbnail",
    "| a |\n|-|\n| ![x](hand.png) |": "rules.md:3:3: GF008 'image:hand.png'",
    "a ![](part:hand)": "rules.md:1:3: GF302 part outside a table",
    "<!-- page --> x": "rules.md:1: GF302 page break alone",
    "a <!-- page -->": "rules.md:1:3: GF302 page break alone",
    "> a\n>\n> <!-- page -->": "rules.md:3: GF302 page break inside list",
    "<!-- back cover -->\n\na\n\n<!-- page -->": ("rules.md:5: GF302 page break after back cover"),
    "> [!TIP]": "rules.md:1: GF302 note without text",
}


@pytest.mark.parametrize(("markdown", "message"), CASES.items(), ids=range(len(CASES)))
def test_a_wrong_reference_is_refused_at_its_place(markdown: str, message: str) -> None:
    assert mention_all(read_faults(markdown, apart=("card",)), [message])


def test_the_same_fault_twice_in_a_line_has_two_places() -> None:
    hint = "GF008 'crad' 'card'"
    found = read_faults("[a](figure:crad) [b](figure:crad)", apart=("card",))
    assert facts_of(found) == [f"rules.md:1:1: {hint}", f"rules.md:1:18: {hint}"]


def test_columns_count_the_braces_that_were_replaced() -> None:
    # {{ claim(24, 'hand') }} was printed as 24 at the head of the line: 23 characters became two
    marked = (BraceMark(0, 2, Place("rules.md", 1, 24)),)
    hint = "GF008 'crad' 'card'"
    found = read_faults("24 [a](figure:crad)", apart=("card",), marked=marked)
    assert facts_of(found) == [f"rules.md:1:25: {hint}"]
