"""Rulebooks as people have them: HTML, code, images, tasks, alerts, definitions, and links that lead elsewhere."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument

from generator.booklet.blocks import (
    Block,
    BlockQuote,
    CodeBlock,
    Heading,
    ImageBlock,
    ListBlock,
    NoteBlock,
    Paragraph,
    TableBlock,
    iterate_runs,
    to_plain_text,
)
from generator.booklet.typesetting import read_rules
from generator.cli.commands import main
from generator.fonts.reportlab_paragraphs import _split_without_blanks
from generator.model.finding import Finding
from generator.model.language import Terms
from generator.readback.rules import inspect_web_page
from tests.booklet.fonts import load_fonts
from tests.booklet.typeset import lookup_titles, set_rules
from tests.samples import for_each

IMAGES = {"image:images/map.png": "", "image:images/a b.png": ""}


def read(markdown: str, notes: list[Finding] | None = None, **more: Any) -> tuple[Block, ...]:
    given: dict[str, Any] = {"terms": Terms(), "language": "en", "place_file": "rules.md", "fonts": load_fonts()}
    return read_rules(markdown, figures={}, part=lookup_titles(IMAGES), notes=notes, **(given | more))


def outline(blocks: tuple[Block, ...]) -> list[Any]:
    """Return what blocks hold, in a few words."""
    return [*map(_outline_block, blocks)]


def _outline_block(block: Block) -> Any:
    match block:
        case Paragraph(runs, _, align):
            shown = [f"{run.marks}:{run.text}" if run.marks else run.text for run in runs]
            return "|".join(shown) if align == "left" else (align, "|".join(shown))
        case Heading(level, runs):
            return level, to_plain_text(runs)
        case ListBlock(items, start, _, labels):
            return [start, *labels], *(outline(item) for item in items)
        case NoteBlock(inner, label):
            return f"[{label}]", *outline(inner)
        case BlockQuote(inner):
            return ">", *outline(inner)
        case CodeBlock(text):
            return "code", text.text, text.face
        case ImageBlock(image, alt, caption, beside=others):
            return image, alt, to_plain_text(caption), *outline(others)
        case TableBlock(head, rows, aligns):
            return [[to_plain_text(cell) for cell in row.cells] for row in (head, *rows)], aligns
    return type(block).__name__


CASES: list[tuple[str, list[Any]]] = [
    ("a<br>b H<sub>2</sub>O 2<sup>nd</sup> <u>c</u> ~~d~~ <kbd>e</kbd>", ["a\nb H|sub:2|O 2|sup:nd| |under:c| |strike:d| |e"]),
    ("a <b>b</b> <i>c</i> <em><strong>d</strong></em> <span class='x'>e</span><wbr>", ["a |b| |c| |d| e"]),
    ("<p align='center'>\n<b>a</b><br>\nb\n</p>", [("center", "a|\n |b")]),
    ("<center>\n\n# a\n\nb\n\n</center>\n\nc", [(1, "a"), ("center", "b"), "c"]),
    ("<details><summary>a</summary>\n\n- b\n\n</details>", ["a", ([None], ["b"])]),
    ("<h3>a</h3>\n<ul><li>b<li>c <ol><li>d</ol></ul>", [(3, "a"), ([None], ["b"], ["c", ([1], ["d"])])]),
    ("<pre>\na &lt; b\n  c\n</pre>", [("code", "a < b\n  c", "mono")]),
    ("<table><tr><th>a<th align=right>b</tr><tr><td colspan=2>c<ul><li>d</ul></table>",
     [([["a", "b"], ["c d", ""]], ("left", "right"))]),
    ("|a|b|\n|:-:|-:|\n|c<br>d|`e`|", [([["a", "b"], ["c d", "e"]], ("center", "right"))]),
    ("a <!-- b --> c\n\n<!-- d\n\ne -->\nf", ["a  c", "f"]),
    ("~~~\n a\n\n\tb\n~~~\n\n    c", [("code", " a\n\n    b", "mono"), ("code", "c", "mono")]),
    ("##### a\n\n###### b\n\n- # c\n\n#\n\nd\n===", [(4, "a"), (4, "b"), ([None], ["c"]), (1, "d")]),
    ("- [ ] a\n- [x] b\n- [c] d", [([None, "box", "tick", ""], ["a"], ["b"], ["[c] d"])]),
    ("4. a\n5. b", [([4], ["a"], ["b"])]),
    ("a\n: b\n: c", ["a", ([None, "none"], ["b"]), ([None, "none"], ["c"])]),
    ("> [!tip]\n> a\n\n> [!WARNING] b\n> c\n\n> [!my-rule]\n> d\n\n> [!NOTE] e",
     [("[Tip]", "a"), ("[b]", "c"), ("[My rule]", "d"), ("[Note]", "e")]),
    ('![a](./images/map.png "b")\n\n![](images/a%20b.png) <img src="images/map.png" alt="c" width="90px">',
     [("image:images/map.png", "a", "b"), ("image:images/a b.png", "image", "", ("image:images/map.png|90", "c", ""))]),
    ("a ![b](images/map.png) c", ["a |b| c"]),
    ("![](images/map.png)\n\n# a\n\nb", [(1, "a"), ("image:images/map.png", "image", ""), "b"]),
    ("a\n\n---\n\n## b\n\n---\n\nc", ["a", (2, "b"), "ThematicBreak", "c"]),
    ("&lt;a&gt; &amp; :dice: \\<b> {2} {x, y} {{ }}", ["<a> & :dice: <b> {2} {x, y} {{ }}"]),
    ("a `b\n\n- c` d", ["a `b", ([None], ["c` d"])]),
    ("-\u00a0a\n\n1.\u00a0b\n\n##\u00a0c\u00a0d", [([None], ["a"]), ([1], ["b"]), (2, "c d")]),
    ("==a== ++b++ x^2^ H~2~O ~c~ ==d *e*==", ["a| |under:b| x|sup:2| H|sub:2|O |strike:c| |d |e"]),
    ("a==b== C++ D++ 2^3 ~5 or ~6 a ~ b", ["a==b== C++ D++ 2^3 ~5 or ~6 a ~ b"]),
    ("$2^n$ is $3, not $4; $x \\le \\frac{a+1}{2}$ $5$", ["2|sup:n| is $3, not $4; |x| ≤ (|a|+1)/2 5"]),
    ("a\u200bb\u2060c\ufe0f", ["a\u200bb\u2060c\ufe0f"]),
    ("**Note:**a\n\nb**\t**c **d", ["Note:|a", "b| |c **d"]),
    (":::note\na\n\n- b\n:::\nc\n\n::: tip My tip\nd\n:::\n\n::: center\ne\n:::",
     [("[Note]", "a", ([None], ["b"])), "c", ("[My tip]", "d"), "e"]),
    ('!!! warning "Take care"\n\n    a\n\n    b\n\nc\n\n!!! no note', [("[Take care]", "a", "b"), "c", "!!! no note"]),
    ("<div>\n| a | b |\n|---|---|\n| c | d |\n</div>", [([["a", "b"], ["c", "d"]], ("left", "left"))]),
    ("![[images/map.png|300]]\n\n![2x5|90x60](images/map.png)\n\n![[images/a b.png]]",
     [("image:images/map.png|300", "image", ""), ("image:images/map.png|90", "2x5", ""), ("image:images/a b.png", "image", "")]),
    ("![a](images/map.png){width=50%}\n\n{width=50%} b", [("image:images/map.png", "a", ""), "{width=50%} b"]),
    ("a ^block-1\n\n%%b\n\nc%% d\n\n50%% or 20%% `%%e%%` x^2^", ["a", "d", "50%% or 20%% |%%e%%| x|sup:2"]),
    ("a\n•\tb\n•\u00a0c\n\n▪ d", ["a", ([None], ["b"], ["c"], ["d"])]),
    ("<details><summary>a</summary>\n- b\n  - c\n</details>", ["a", ([None], ["b", ([None], ["c"])])]),
]  # fmt: skip


@pytest.mark.parametrize(("markdown", "expected"), CASES, ids=range(len(CASES)))
def test_markdown_becomes_blocks(markdown: str, expected: list[Any]) -> None:
    assert outline(read(markdown)) == expected


def test_signs_that_nothing_goes_with_are_told_once() -> None:
    notes: list[Finding] = []
    assert outline(read("a\n\nb ** c ~~ d\n\n`**` \\*\\* e [[f]]", notes)) == ["a", "b ** c ~~ d", "**| ** e f"]
    assert [f"{note.place} {note.level} {note.message}" for note in notes] == [
        "rules.md:3:3 note 2 signs are set as text, '**' first, since nothing goes with it",
        "rules.md:5 note the link 'f' is set as text, since no other file is part of the rules",
    ]


def test_the_text_of_a_footnote_that_nothing_refers_to_is_left_out_with_a_warning() -> None:
    notes: list[Finding] = []
    assert outline(read("a\n\n[^b]: c", notes)) == ["a"]
    assert [(note.code, note.level, str(note.place)) for note in notes] == [("GF360", "warning", "rules.md:3:1")]


def test_pages_of_a_wiki_and_links_to_the_file_itself_lead_to_headings() -> None:
    markdown = "# a\n\n## Set-up\n\n[[Set Up]] [[set up|here]] [b](rules.md#set-up) [c](other.md#set-up)"
    assert [link for _, link in find_links(markdown) if link] == ["#set-up"] * 3


def find_links(markdown: str, notes: list[Finding] | None = None) -> list[tuple[str, str]]:
    return [(run.text, run.link) for runs, _ in iterate_runs(read(markdown, notes)) for run in runs]


@for_each(["set-up", "Set-up", "setup", "set_up", "go", "old", "s%65t-up"])
def test_a_heading_is_found_by_its_names(key: str) -> None:
    markdown = f'<a name="old"></a>\n\n## Set-up {{#go}}\n\n[a](#{key})'
    assert find_links(markdown) == [("Set-up", ""), ("a", "#set-up")]


def test_a_typed_address_is_a_link() -> None:
    url = "https://a.org/b?c=d"
    assert find_links(f"See {url}. [x]({url}) `{url}`") == [
        ("See ", ""), ("https://a.org/b?c=d", "https://a.org/b?c=d"), (". ", ""), ("x", url), (" ", ""), (url, "")
    ]  # fmt: skip


def test_links_that_lead_elsewhere_are_text_and_summed_up() -> None:
    notes: list[Finding] = []
    markdown = "[a](b.md) [](c.pdf) [d](javascript:x) ![e](https://f.org/g.png) [h](#i) [j](https://k.org 'l')"
    found = find_links(markdown, notes)
    assert found == [("a c.pdf d e h ", ""), ("j", "https://k.org")]
    assert [(note.code, note.level, str(note.place)) for note in notes] == [
        ("GF303", "warning", "rules.md:1:65"),
        ("GF361", "note", "rules.md:1:1"),
        ("GF361", "note", "rules.md:1:39"),
    ]
    assert "3 links" in notes[1].message


def test_what_works_on_screens_alone_is_left_out_with_a_note() -> None:
    notes: list[Finding] = []
    markdown = "a\n\n<script>\n\nb()\n</script>\n\n<form>\n<p>c</p>\n\n- d\n\n</form>\n\ne <input> f"
    assert outline(read(markdown, notes)) == ["a", "e  f"]
    assert [(note.code, note.level, str(note.place)) for note in notes] == [("GF361", "note", "rules.md:3:1")]
    assert "<script>, <form>, <input>" in notes[0].message


def test_a_cell_over_several_rows_leaves_its_place_below_empty() -> None:
    rows = '<tr><td rowspan="2">a</td><td>b</td></tr>\n\n<tr><td>c</td></tr><tr><td>d</td><td>e</td></tr>'
    (found,) = outline(read(f"<table>{rows}</table>"))
    assert found[0] == [["a", "b"], ["", "c"], ["d", "e"]]


def test_a_heading_within_html_is_a_heading() -> None:
    assert outline(read('<div class="x">\n## Setup\nText # 1\n\n</div>')) == [(2, "Setup"), "Text # 1"]


def test_a_wide_table_is_set_smaller_or_in_pieces_with_a_note() -> None:
    def typeset(columns: int, word: str) -> str:
        cells = "|".join([f"{word}{n}" for n in range(columns)])
        wide = f"|{cells}|\n|{'-|' * columns}\n|{cells}|\n"
        document = PdfDocument(set_rules(wide, "a5", folded=True).pdf)
        return str(document[1].get_textpage().get_text_range())

    assert typeset(5, "Reconnoiter").count("Reconnoiter0") == 2
    assert typeset(7, "Reconnoitering").count("Reconnoitering0") == 2 * 2
    assert "Electro" in typeset(1, "Electro" * 20)


GAME = """
title: Harbor
version: "1"
players: [2, 4]
rules: rules.md
parts:
  card: {kind: card, title: Cards, size: poker, front: c.svg.j2, copies: 9}
"""
RULES = """---
layout: page
---
![Logo](images/logo.svg)

# Harbor

Cards and <b>lamps</b>, ![coin](images/coin one.png "x") and `code`.

![A map](images/map.png "The harbor")

| a | b |
|---|---|
| ![coin](<images/coin one.png>) | {{ 3 }}, {gem} |

```
+--+ {{ claim(1, }}
```

- [x] done [away](cards.md)

> [!TIP]
> Row.
"""


def test_a_rulebook_without_claims_is_built_and_checks_clean(tmp_path: Path) -> None:
    home = tmp_path / "harbor"
    (home / "images").mkdir(parents=True)
    (home / "templates").mkdir()
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "rules.md").write_bytes(b"\xef\xbb\xbf" + RULES.replace("images/coin one.png \"x\"", "<images/coin one.png>").replace("\n", "\r\n").encode())  # fmt: skip
    (home / "templates" / "c.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"><path d="M9 9h9v9z"/></svg>'
    )
    (home / "images" / "logo.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><path d="M0 0h96v48z" fill="#00f"/></svg>'
    )
    Image.new("RGB", (720, 300), "#f00").save(home / "images" / "map.png")
    Image.new("RGB", (40, 40), "#0f0").save(home / "images" / "coin one.png")
    done = CliRunner().invoke(main, ["build", str(home), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    kit = tmp_path / "out" / "harbor"
    inspect_web_page(kit / "harbor-rules.html", "harbor-rules.html")
    with pikepdf.open(kit / "harbor-rules-a5.pdf") as pdf:
        assert len(pdf.pages) == 4
    page = PdfDocument(kit / "harbor-rules-a5.pdf")[1]
    colors = {color for _, color in page.render(scale=1).to_pil().convert("RGB").getcolors(10**6)}
    assert {(255, 0, 0), (0, 255, 0), (0, 0, 255)} <= colors
    text = page.get_textpage().get_text_range()
    assert all(each in text for each in ("The harbor", "{{ 3 }}, {gem}", "+--+ {{ claim(1, }}", "done away"))
    assert not any(each in text for each in ("layout", "```", "[x]", "[!", "<b>", "!["))
    checked = CliRunner().invoke(main, ["check", str(home), "--out", str(tmp_path / "out")])
    assert [line.partition("GF361")[2][:6] for line in done.output.splitlines() if "GF361" in line] == [" note:"]
    assert [line.partition("GF")[2][:3] for line in checked.output.splitlines() if "GF" in line] == ["100"]


def test_images_beside_the_rules_are_shown_and_count_for_the_build(tmp_path: Path) -> None:
    home = tmp_path / "harbor"
    (home / "docs").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME.replace("front: c.svg.j2", "layout: title-art, values: {title: A}"), "utf-8")
    (home / "rules.md").write_text("![a](./docs/a.png)\n\n<img src='/docs//a.png'>\n", "utf-8")
    builds = []
    for color in ("#f00", "#00f"):
        Image.new("RGB", (40, 40), color).save(home / "docs" / "a.png")
        done = CliRunner().invoke(main, ["build", str(home), "--out", str(tmp_path / "out")])
        assert done.exit_code == 0, done.output
        page = PdfDocument(tmp_path / "out" / "harbor" / "harbor-rules-a5.pdf")[1].render(scale=1).to_pil()
        assert Image.new("RGB", (1, 1), color).getpixel((0, 0)) in {each for _, each in page.getcolors(10**6) or ()}
        builds.append(json.loads((tmp_path / "out" / "harbor" / "manifest.json").read_text())["build"])
    assert builds[0] != builds[1]


def test_an_image_that_is_not_there_is_set_as_its_words(tmp_path: Path) -> None:
    home = tmp_path / "harbor"
    home.mkdir()
    (home / "game.yaml").write_text(GAME.replace("front: c.svg.j2", "layout: title-art, values: {title: A}"), "utf-8")
    (home / "rules.md").write_text("a ![b](c/d.png) e\n\n![](images/f.png)\n\n## Card\n", "utf-8")
    done = CliRunner().invoke(main, ["build", str(home), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    page = PdfDocument(tmp_path / "out" / "harbor" / "harbor-rules-a5.pdf")[1]
    assert "a b e" in page.get_textpage().get_text_range()
    told = [line.partition("rules.md:")[2] for line in done.output.splitlines() if "GF361" in line]
    assert told == [
        "1:3: GF361 warning: there is no image 'c/d.png' in the game's folder, so its words are set as text; put it there",
        "3:1: GF361 warning: there is no image 'images/f.png' in the game's images/, so its words are set as text; put it there",
    ]


def test_a_table_of_images_too_wide_for_the_page_is_set_in_pieces(tmp_path: Path) -> None:
    home = tmp_path / "harbor"
    (home / "images").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME.replace("front: c.svg.j2", "layout: title-art, values: {title: A}"), "utf-8")
    wide = "".join(f"| {line} |\n" for line in (" | ".join(["h"] * 9), "|".join(["---"] * 9), " | ".join(["![a](images/a.png)"] * 9)))  # fmt: skip
    (home / "rules.md").write_text(f"{wide}\n## Card\n", "utf-8")
    Image.new("RGB", (720, 300), "#f00").save(home / "images" / "a.png")
    done = CliRunner().invoke(main, ["build", str(home), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "the table is too wide for the page, and is set as " in done.output


def test_images_of_a_paragraph_stand_side_by_side(tmp_path: Path) -> None:
    home = tmp_path / "harbor"
    (home / "images").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME.replace("front: c.svg.j2", "layout: title-art, values: {title: A}"), "utf-8")
    (home / "rules.md").write_text(
        "".join(f"![{name}](images/{name}.png)\n" for name in "abc") + "\n## Card\n", "utf-8"
    )
    for name, color in zip("abc", ("#f00", "#0f0", "#00f"), strict=True):
        Image.new("RGB", (360, 360), color).save(home / "images" / f"{name}.png")
    done = CliRunner().invoke(main, ["build", str(home), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    drawn = PdfDocument(tmp_path / "out" / "harbor" / "harbor-rules-a5.pdf")[1].render(scale=1).to_pil().convert("RGB")
    boxes = [find_box(drawn, color) for color in ((255, 0, 0), (0, 255, 0), (0, 0, 255))]
    assert len({(top, bottom) for _, top, _, bottom in boxes}) == 1
    assert boxes[0][2] < boxes[1][0] < boxes[1][2] < boxes[2][0]
    assert all(abs((right - left) - (bottom - top)) <= 1 for left, top, right, bottom in boxes)


def find_box(drawn: Image.Image, color: tuple[int, int, int]) -> tuple[int, int, int, int]:
    """Return the box of the pixels of a color."""
    mask = Image.eval(
        ImageChops.difference(drawn, Image.new("RGB", drawn.size, color)).convert("L"),
        lambda far: 255 if far == 0 else 0,
    )
    box = mask.getbbox()
    assert box is not None
    return box


def test_a_text_without_blanks_breaks_where_unicode_lets_it() -> None:
    fragment = SimpleNamespace(text="", fontName="Helvetica", fontSize=10, cbDefn=None)
    word = [0.0, (fragment, "ab\u4e00\u4e8c"), (fragment, "\u3002c")]
    parts = [[text for _, text in part[1:]] for part in _split_without_blanks(word)]
    assert parts == [["ab"], ["\u4e00"], ["\u4e8c", "\u3002"], ["c"]]


@for_each(
    [
        ("", "Nowhere", "images/sign.svg:2:20"),
        ("fonts: {Nowhere: Elsewhere}\n", "Nowhere", "game.yaml:"),
        ("fonts: {fallback: Elsewhere}\n", "serif", "game.yaml:"),
    ]
)
def test_a_font_that_is_not_there_is_told_where_it_is_named(fonts: str, font: str, place: str, tmp_path: Path) -> None:
    home = tmp_path / "harbor"
    (home / "images").mkdir(parents=True)
    text = GAME.replace("front: c.svg.j2", "layout: title-art, values: {title: A}")
    (home / "game.yaml").write_text(text.rstrip("\n") + f"\n{fonts}", "utf-8")
    (home / "rules.md").write_text("![a](images/sign.svg)\n", "utf-8")
    (home / "images" / "sign.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48">\n<text font-family="{font}" y="20">a</text></svg>'
    )
    done = CliRunner().invoke(main, ["build", str(home), "--out", str(tmp_path / "out")])
    told = [line for line in done.output.splitlines() if "GF204" in line]
    assert done.exit_code == 1
    assert f"harbor/{place}" in told[0]
    assert place != "game.yaml:" or told[0].partition("game.yaml:")[2][0].isdigit()
