"""Footnotes: how they are parsed, numbered, refused, printed with a sign in the margin, and shown on the web page."""

from collections import Counter
from io import BytesIO
from itertools import pairwise

import pdfplumber
import pikepdf
import pytest

from generator.booklet.blocks import FootnoteList, Heading, Paragraph, iterate_runs, to_plain_text
from generator.booklet.web_page import render_page
from generator.check.translations.blocks import read_rules_text
from generator.check.words.rules_text import HIDDEN, mask_rules
from generator.model.language import Language, Terms
from generator.readback.pdf.containers import MOST_OBJECTS, inspect_rules_pdf
from generator.readback.rules import inspect_web_page
from tests.booklet.rules import IMPRINT, STYLE, SVGS
from tests.booklet.test_references import read_blocks, read_faults
from tests.booklet.typeset import print_rules
from tests.messages import mention_all

RULES = """# Specimen

## 1. Play

Share the supply.[^supply] Then *go on*[^end][^supply].

- Turn left[^left]:
- stop

| a | b |
|---|---|
| x[^end] | y |

## Winning

The last one wins.[^end]

## Where this kit decides

[^left]: Left is *usual*.

    - One reason
    - Another
[^supply]: Nobody
says it.
[^end]: See [](#1-play).
"""


def find_list(markdown: str = RULES) -> FootnoteList:
    return next(block for block in read_blocks(markdown, figures=()) if isinstance(block, FootnoteList))


def test_footnotes_are_numbered_and_listed_in_the_order_of_their_signs() -> None:
    assert [(note.number, note.key) for note in find_list().notes] == [
        (1, "note:supply"),
        (2, "note:end"),
        (3, "note:left"),
    ]


def test_a_text_keeps_its_lines_and_ends_with_links_to_the_sections_that_refer_to_it() -> None:
    texts = [[to_plain_text(runs) for runs, _ in iterate_runs(note.blocks)] for note in find_list().notes]
    assert texts == [
        ["Nobody says it. (section 1)"],
        ["See section 1. (section 1, Winning)"],
        ["Left is usual.", "One reason", "Another", "(section 1)"],
    ]
    assert [note.lines for note in find_list().notes] == [(24, 25), (26, 26), (20, 23)]
    runs = [run for runs, _ in iterate_runs(find_list().notes[1:2][0].blocks) for run in runs if run.link]
    assert [run.link for run in runs] == ["#1-play", "#1-play", "#winning"]


def test_a_sign_is_raised_and_linked_and_is_no_text() -> None:
    paragraph = next(block for block in read_blocks(RULES, figures=()) if isinstance(block, Paragraph))
    raised = [(run.text, run.link) for run in paragraph.runs if run.raised]
    assert raised == [("1", "#note:supply"), ("2", "#note:end"), (",", ""), ("1", "#note:supply")]
    assert to_plain_text(paragraph.runs) == "Share the supply. Then go on."


def test_a_text_may_stand_before_the_text_that_refers_to_it_and_without_a_section() -> None:
    notes = find_list("[^a]: One.\n\nb[^a]").notes
    assert [to_plain_text(runs) for note in notes for runs, _ in iterate_runs(note.blocks)] == ["One."]


def test_code_and_plain_brackets_are_no_footnotes() -> None:
    (paragraph,) = read_blocks("`[^a]` and [^ or \\[^b]", figures=())
    assert isinstance(paragraph, Paragraph)
    assert to_plain_text(paragraph.runs) == "[^a] and [^ or [^b]"


CASES = {
    "a\nb[^suply]\n\n[^supply]: c\n\nd[^supply]": "rules.md:2:2: GF360 'supply'",
    "a[^b]\n\n[^b]: c\n[^b]: d": "rules.md:4:1: GF360 3 already",
    "a[^b c]\n\n[^b c]: d": "rules.md:3:1: GF360 '-' name",
    "a[^b]\n\n[^b]: c[^b]": "rules.md:3: GF302 inside the text of a footnote",
    "a[^b]\n\n- c\n\n  [^b]: d": "rules.md:5: GF302 inside a list",
    "a[^b]\n\n[^b]:": "rules.md:3: GF302 footnote without text",
    "a[^b]\n\n## c[^b]\n\n[^b]: d": "rules.md:3: GF302 heading or a caption",
    "a[^b] [c[^b]](https://d.org)\n\n[^b]: d": "rules.md:1: GF302 footnote in a link",
    "a[^b]\n\n[^b]: ★": "rules.md:3: GF205 '★' (U+2605) SourceSerifPro-Regular",
}


@pytest.mark.parametrize(("markdown", "message"), CASES.items(), ids=range(len(CASES)))
def test_a_wrong_footnote_is_refused_at_its_line(markdown: str, message: str) -> None:
    assert mention_all(read_faults(markdown, figures=()), [message])


def test_the_number_of_a_ruling_stands_in_the_text_and_nowhere_else() -> None:
    with pdfplumber.open(BytesIO(print_rules(RULES, "a5", folded=True))) as pdf:
        words = pdf.pages[1].extract_words(extra_attrs=["size"])
        share = next(word for word in words if word["text"] == "Share")
        beside = [word["text"] for word in words if word["x1"] < share["x0"] and word["text"].isdigit()]
        rings = [each for each in pdf.pages[1].curves if 8 < each["x1"] - each["x0"] < 15]
    assert (beside, rings) == ([], [])


def test_signs_and_texts_are_linked(saved) -> None:  # type: ignore[no-untyped-def]
    data = print_rules(RULES, "a5", folded=True)
    inspect_rules_pdf(saved(data), "rules.pdf", MOST_OBJECTS)
    with pikepdf.open(BytesIO(data)) as pdf:
        heights = Counter(float(each.Dest[3]) for each in pdf.pages[1].Annots)
    counts = [heights[each] for each in sorted(heights, reverse=True)]
    # two headings, then three texts, to which the numbers lead
    assert counts == [4, 1, 2, 3, 1]


def test_the_web_page_links_signs_and_texts(tmp_path) -> None:  # type: ignore[no-untyped-def]
    page = render_page(read_blocks(RULES, figures=()), IMPRINT, SVGS, STYLE)
    text = page.decode()
    assert 'supply.<sup><a href="#note:supply" class="sign">1</a></sup> Then' in text
    assert "<sup>,</sup>" in text
    assert '<li id="note:end" value="2">\n<p>See <a href="#1-play">section\u00a01</a>. (<a href="#1-play">' in text
    path = tmp_path / "rules.html"
    path.write_bytes(page)
    inspect_web_page(path, "rules.html")


def test_checks_read_the_text_of_a_footnote_as_an_item_and_not_its_name() -> None:
    source = "Go on.[^one] Now\n\n[^one]: Two.\n`[^x]`"
    words = mask_rules(source).words.replace(HIDDEN, " ")
    assert (words.split(), len(words)) == (["Go", "on.", "Now", "Two."], len(source))


def list_footnotes(text: str) -> list[list[str]]:
    """Return the footnotes that each block of rules names, as checks of translations read them."""
    language = Language("en", "rules.md", "", text, (), (), "", "", (), "", Terms())
    blocks = read_rules_text(language).blocks
    return [[fact.value for fact in block.facts if fact.kind == "footnote"] for block in blocks]


def test_checks_of_translations_read_each_text_of_a_footnote_as_a_block() -> None:
    assert list_footnotes("Share.[^a] Go on.[^b]\n\n[^a]: One.\n[^b]: Two,\nthree.\n\n    More.") == [
        ["a", "b"],
        ["a"],
        ["b"],
        [],
    ]


def test_headings_and_lists_around_texts_stay_what_they_are() -> None:
    kinds = [type(block) for block in read_blocks("a[^b]\n\n## c\n\n[^b]: d\n\n## e", figures=())]
    assert kinds == [Paragraph, Heading, FootnoteList, Heading]
    assert all(one is not other for one, other in pairwise(kinds))
