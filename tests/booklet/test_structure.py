"""Tagged PDF: the structure of rules as other programs read it, and a judge of it that notices what is wrong."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from generator.booklet.structure import format_text
from tests.booklet.structure import find_structure_faults, read_outline
from tests.booklet.test_pages import make_box
from tests.booklet.typeset import print_rules, set_sheet
from tests.samples import for_each

RULES = """# Specimen

Go on.[^why] See [](#1-play) and [the site](https://a.org).

## 1. Play

1. Turn:
    - left
    - right

2. Stop.

- one

| a | b |
|---|---|
| ![](part:card) | **x** y |

![What it shows](figure:a)

> Ann turns.

> [!NOTE]
> So.

#### Deep

[^why]: Nobody knows.
"""
FIGURES = {"a": make_box(50, 30, 'A box (with "Ü")')}
THUMBS = {"part:card": make_box(60, 80, "A card")}


def print_specimen(**more: Any) -> bytes:
    return print_rules(RULES, "a5", figures=FIGURES, thumbs=THUMBS, notice="", **{"folded": True, **more})


def test_everything_has_its_type_in_reading_order() -> None:
    shown = """Document
  H1
    'Specimen'
  P
    'Go on.'
    Link
      '1'
    'See'
    Link
      'section 1'
    'and'
    Link
      'the site'
    '.'
  H2
    '1. Play'
  L
    LI
      Lbl
        '1.'
      LBody
        P
          'Turn:'
        L
          LI
            LBody
              'left'
          LI
            LBody
              'right'
    LI
      Lbl
        '2.'
      LBody
        'Stop.'
  L
    LI
      LBody
        'one'
  Table
    TR
      TH
        'a'
      TH
        'b'
    TR
      TD
        Figure (A card)
      TD
        'x y'
  Div
    Figure (A box (with "Ü"))
    Caption
      'Figure 1 What it shows'
  BlockQuote
    P
      'Ann turns.'
  Div
    P
      'Note'
    P
      'So.'
  H3
    'Deep'
  Note
    Lbl
      '1.'
    'Nobody knows. ('
    Link
      'page 2'
    ')'
  P
    'Designed by Nobody in Particular'
  P
    'Version 1.0 · build'
    Span
"""
    assert read_outline(print_specimen()) == shown.splitlines()


LINE = "Word after word of it goes on to the end of a line. "
LONG = "\n\n".join([
    *(f"{LINE * 9}[Word]({'#end'}) {LINE * 9}" for _ in range(3)),
    "\n".join(f"{number}. {LINE * 3}" for number in range(1, 20)),
    "| a | b |\n|---|---|\n" + "\n".join(f"| {number} | {LINE} |" for number in range(60)),
    f"![Caption](figure:a)\n\n{LINE * 9}",
    "## End\n\nend",
])  # fmt: skip


@for_each([("a5", True), ("a5", False), ("a4", False)])
def test_all_content_belongs_to_one_element_or_is_an_artifact(paper: str, folded: bool) -> None:
    assert find_structure_faults(print_specimen(folded=folded)) == []
    data = print_rules(LONG, paper, figures={"a": make_box(60, 90)}, folded=folded)
    assert find_structure_faults(data) == []
    outline = read_outline(data)
    assert [line.strip() for line in outline].count("TR") == 61
    assert [line.strip() for line in outline].count("TH") == 2
    assert [line.strip() for line in outline].count("LI") == 19


def test_a_rule_sheet_is_tagged_too() -> None:
    data = set_sheet(RULES, "a4", FIGURES, THUMBS)
    assert find_structure_faults(data) == []
    assert read_outline(data)[1:3] == ["  H1", "    'Specimen'"]


def test_a_figure_keeps_its_place_in_the_structure_where_text_goes_on_before_it() -> None:
    markdown = f"{LINE * 34}\n\n![Caption](figure:a)\n\nLater {LINE * 16}"
    outline = read_outline(print_rules(markdown, "a5", figures={"a": make_box(60, 90)}))
    at = next(number for number, line in enumerate(outline) if "Later" in line)
    assert outline.index("    Figure (A box)") < at


def damage(data: bytes, change: Callable[[pikepdf.Pdf], None]) -> list[str]:
    """Return what is found of a file after a change."""
    with pikepdf.open(BytesIO(data)) as pdf:
        change(pdf)
        out = BytesIO()
        pdf.save(out)
    return find_structure_faults(out.getvalue())


def drop_last(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot.K.K[-1]


def drop_words(pdf: pikepdf.Pdf) -> None:
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary) and each.get("/S") == "/Figure":
            del each["/Alt"]


def draw_more(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].contents_add(b"0 0 9 9 re f")


def drop_link(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[1].Annots[0]["/StructParent"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop_last, "is 0 times in the structure"),
        (drop_words, "a Figure without words"),
        (draw_more, "page 2 draws ['f'] outside of the structure"),
        (drop_link, "a link of page 2 belongs to no element"),
    ],
)
def test_the_judge_notices_what_is_wrong(change: Callable[[pikepdf.Pdf], None], message: str) -> None:
    assert any(message in each for each in damage(print_specimen(), change))


def test_links_say_where_they_lead_and_pages_where_their_content_belongs() -> None:
    with pikepdf.open(BytesIO(print_specimen())) as pdf:
        notes = [str(each.Contents) for each in pdf.pages[1].Annots]
        assert notes == ["1", "section 1", "the site"]
        assert (str(pdf.pages[1].Tabs), bool(pdf.Root.MarkInfo.Marked)) == ("/S", True)
        heads = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/S") == "/TH"]
        assert {str(each.C) for each in heads} == {"/Column"}
        assert pdf.Root.StructTreeRoot.ClassMap.Column.Scope == "/Column"
        [name, note] = pdf.Root.StructTreeRoot.IDTree.Names
        assert (str(name), str(note.S)) == ("note:why", "/Note")


def test_texts_are_strings_of_a_pdf() -> None:
    assert format_text("a (b) \\ c") == "(a \\(b\\) \\\\ c)"
    assert format_text("Ü") == "<feff00dc>"
