"""Rules are read by the parser of the booklet, and each character keeps its offset; what nobody reads is hidden."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.check.words.rules_text import HIDDEN, find_contents, mask_rules
from generator.load.language_tables import read_bundled_words
from generator.model.language import RuleWords
from generator.program.identity import find_resources
from tests.samples import examples, for_each

ROOT = Path(__file__).parents[3]
RULES = sorted([*ROOT.glob("layouts/*/rules*.md"), *ROOT.glob("layouts/examples/*/rules*.md")])


def show(text: str) -> str:
    """Return a text with signs for what is hidden."""
    return text.replace(HIDDEN, "~")


@for_each([
        ("a *b* __c__ `d e`", "a  b    c   ~~ ~~", None),
        ("3 * 4 and 3*4", "3 * 4 and 3*4", None),
        ("3 * 4 and *b*", "3   4 and  b ", None),
        ("a [b c](#d) e", "a  b c~~~~~ e", "a ~~ ~~~~~~ e"),
        ("![b *c*](figure:d)", "  b  c ~~~~~~~~~~~", None),
        ("a<b>c</b> &amp; <http://d> http://e", "a~~~c~~~~       ~~~~~~~~~~ http://e", None),
        ("# A [b](#c)\n\nd", "~ A  b~~~~~\n\nd", "~ ~ ~~~~~~~\n\nd"),
        ("A\n===\n\nd", "A\n~~~\n\nd", "~\n~~~\n\nd"),
        ("1. a\n2. b\n   c", "~~ a\n~~ b\n   c", None),
        ("> - a\n>   b\n>\n> c", "  ~ a\n    b\n~\n  c", None),
        ("```\na\n```\n\nb", "~~~\n~\n~~~\n\nb", None),
        ("<!-- page -->\n\nb", "~~~~ ~~~~ ~~~\n\nb", None),
        ("a[^n] b\n\n[^n]: c d\n\n    e f", "a     b\n\n~~~~~ c d\n\n    e f", None),
        ("a {wing} b", "a ~~~~~~ b", None),
        ("a \\* b", "a \\* b", None),
        ("| a | b |\n|---|---|\n| c d | [e](#f) |", "~ a ~ b ~\n~~~~~~~~~\n~ c d ~  e~~~~~ ~", "~ a ~ b ~\n~~~~~~~~~\n~ c d ~ ~~~~~~~ ~"),
        ("| a |\n|---|\n| b\\|c |", "~ a ~\n~~~~~\n~ ~~~~ ~", None),  # the parser changes it, so it is not shown
    ])  # fmt: skip
def test_what_is_read(source: str, words: str, prose: str | None) -> None:
    read = mask_rules(source)
    assert (show(read.words), show(read.prose)) == (words, words if prose is None else prose)


def test_headings_entries_and_quotes() -> None:
    source = (
        "# Wren\n\n## What is in *the* box\n\nIn all:\n\n- 24 cards\n- a bag\n  of 3\n  - inner\n\n"
        "### More\n\n| Piece | n |\n|---|---|\n| Gems | 5 |\n| Dice | 2 |\n\n> > - first\n\n1. a step\n   - of it\n"
    )
    read = mask_rules(source)
    assert [(each.level, each.title) for each in read.headings] == [(1, "Wren"), (2, "What is in the box"), (3, "More")]
    assert [source[each.at :].partition("\n")[0] for each in read.headings][1:] == [
        "## What is in *the* box",
        "### More",
    ]
    assert find_contents(read.headings, RuleWords(contents=frozenset({"what is in"}))) == [False, True, True]
    assert find_contents(read.headings, RuleWords(contents=frozenset({"at is"}))) == [False, False, False]
    found = [([source[start:end] for start, end in each.cells], each.section) for each in read.entries]
    assert found == [
        (["24 cards"], 1),
        (["a bag\n  of 3"], 1),
        (["inner"], 1),
        (["Gems", "5"], 2),
        (["Dice", "2"], 2),
        (["first"], 2),
    ]
    assert [(each.lead, each.head) for each in read.entries][1:4] == [
        ("In all:", ""),
        ("In all: a bag\nof 3", ""),
        ("", "Piece n"),
    ]
    assert read.quotes[0][0] == source.index("> >")


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rules_of_games_keep_their_length_and_lines(path: Path) -> None:
    source = path.read_text("utf-8")
    read = mask_rules(source)
    for text in (read.words, read.prose):
        assert len(text) == len(source)
        assert [len(line) for line in text.split("\n")] == [len(line) for line in source.split("\n")]
    assert len(read.headings) > 3
    shown = sum(char not in f"{HIDDEN} \n" for char in read.words)
    assert shown > 0.6 * sum(not char.isspace() for char in source)


@for_each(["[" * 20_000, "> " * 5_000 + "a"])
def test_what_nests_too_deeply_shows_nothing(source: str) -> None:
    read = mask_rules(source)
    assert {*read.words, *read.prose} <= {HIDDEN, " "}
    assert (read.headings, read.entries, read.quotes) == ((), (), ())


def test_an_empty_item_begins_nothing_behind_its_list() -> None:
    assert mask_rules("-\n1").entries == ()


@settings(max_examples=examples(60))
@given(st.text(alphabet="ab1 |-*_`[](){}!<>&;#\n>\\^:=.", max_size=60))
def test_any_text_keeps_its_length_and_shows_nothing_of_its_own(source: str) -> None:
    read = mask_rules(source)
    for text in (read.words, read.prose):
        assert len(text) == len(source)
        assert all(one in (other, HIDDEN, " ") for one, other in zip(text, source, strict=True))


@for_each(
    [
        ("en", "2. Parts and pieces", True),
        ("en", "Parts of a turn", False),
        ("de", "1. Spielmaterial", True),
        ("de", "Die Teile des Spiels", True),
        ("de", "Die Teile eines Zuges", False),
        ("de", "Components", False),
        ("fr", "Contenu de la bo\u00eete", True),
        ("fr", "D\u00e9placer les pi\u00e8ces", False),
    ]
)
def test_the_heading_of_a_list_of_contents_in_each_language(tag: str, heading: str, found: bool) -> None:
    words = read_bundled_words(tag, find_resources("templates") / "words").rules
    assert find_contents(mask_rules(f"## {heading}\n").headings, words) == [found]
