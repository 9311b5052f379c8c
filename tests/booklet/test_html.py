"""The rules as one web page: the exact markup of each block, and no text lost."""

import re
from base64 import b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import get_args

from generator.booklet import web_page as web
from generator.booklet.blocks import (
    Alignment,
    Block,
    BlockQuote,
    Heading,
    Imprint,
    NoteBlock,
    PageBreak,
    TableBlock,
    TableRow,
    TextRuns,
    iterate_runs,
)
from generator.booklet.web_page import HtmlComposer
from generator.model.language import Terms
from tests.booklet.rules import BLOCKS, CONTENTS, IMPRINT, STYLE, SVGS, make_heading, make_paragraph, make_row, make_run
from tests.samples import for_each

VOID = {"meta", "img", "br", "hr"}


class Page(HTMLParser):
    """Parses a page into words, tags with attributes, and the elements still open at its end."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.feed(data.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag == "img":
            self.words.append(f" {self.tags[-1][1]['alt']} ")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "title"):
            self.words.append(data)

    def find_all(self, *tags: str) -> Iterator[dict[str, str]]:
        """Yield the attributes of each element with one of these tags."""
        return (attributes for tag, attributes in self.tags if tag in tags)


def render_page(*blocks: Block, imprint: Imprint = IMPRINT, style: str = STYLE) -> Page:
    return Page(web.render_page(blocks, imprint, SVGS, style))


def render_markup(block: Block) -> str:
    """Return the markup of a block, without the bytes of its images."""
    return re.sub('base64,[^"]*', "...", HtmlComposer(SVGS, Terms()).render_block(block))


MADE = render_page(*BLOCKS)


def test_the_page_has_all_words_of_the_rules_in_order() -> None:
    found = "".join("".join(MADE.words).split())
    at = found.index("Rowhome")  # the title stands above the contents
    count = 0
    for runs, _ in iterate_runs(BLOCKS[1:]):
        words = "".join("".join(each.text for each in runs).split())
        at = found.index(words, at) + len(words)
        count += 1
    assert count > 50
    assert found.count("Dock&Lantern") == 1


def test_the_imprint_is_in_the_page() -> None:
    found = " ".join("".join(MADE.words).split())
    assert found.startswith(
        'Dock & Lantern A race "home" <before> dark. 2 to 4 playersages 8 and up A dock, and a "lantern" over it Contents'
    )
    assert found.endswith("Designed by A & B Drawn by C An unofficial kit Version 1.0 · build 0123abcd")


def test_every_tag_is_closed_and_every_id_is_unique() -> None:
    assert MADE.open == []
    ids = [attributes["id"] for _, attributes in MADE.tags if "id" in attributes]
    headings = [block.key or "." for block in BLOCKS if isinstance(block, Heading)]
    assert sorted(ids) == sorted(
        [*headings, "page.contents", "page.contents.head", "figure:route", "plate:route", "note:tide"]
    )
    targets = {attributes["href"][1:] for attributes in MADE.find_all("a") if attributes["href"].startswith("#")}
    assert targets == {
        "1-in-the-box",
        "2-größe-b",
        ".",
        "at-a-glance",
        "figure:route",
        "plate:route",
        "note:tide",
        "page.contents",
    }


def test_the_head_describes_the_page() -> None:
    data = web.render_page(BLOCKS, IMPRINT, SVGS, "a { color: red; }\n").decode()
    assert data.partition("<body>")[0] == (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Dock &amp; Lantern</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="description" content="A race &quot;home&quot; &lt;before&gt; dark.">\n'
        '<meta name="color-scheme" content="light dark">\n<style>\n:root { --accent: #000000; --tint: #e6e6e6; }\n'
        "@media screen and (prefers-color-scheme: dark) { :root { --accent: #ffffff; --tint: #2d2f33; } }\n"
        "a { color: red; }\n</style>\n</head>\n"
    )


def test_the_contents_lead_to_the_headings() -> None:
    data = web.render_page(BLOCKS, IMPRINT, SVGS, "").decode()
    assert data[data.index("<nav") : data.index("<main>")] == (
        '<nav id="page.contents" aria-labelledby="page.contents.head">\n<h2 id="page.contents.head"><a href="#page.contents">Contents</a></h2>\n<ul>\n'
        '<li><a href="#1-in-the-box">1. In the box</a></li>\n<li><a href="#2-größe-b">2. Größe &lt;b&gt;</a></li>\n'
        '<li><a href="#.">?</a></li>\n<li><a href="#at-a-glance">At a glance</a></li>\n</ul>\n<a class="up" href="#page.contents">Contents</a>\n</nav>\n'
    )


def test_rules_without_headings_have_no_contents_and_the_title_of_the_game() -> None:
    bare = Imprint(title="Tiny <1>", version="2", language="de", build="x", terms=Terms(version="Fassung {version}"))
    data = web.render_page((make_paragraph("Row."),), bare, {}, "").decode()
    assert data.partition("<body>")[2] == (
        "\n<header>\n<div>\n<h1>Tiny &lt;1&gt;</h1>\n</div>\n</header>\n"
        "<main>\n<p>Row.</p>\n</main>\n<footer>\n<p>Fassung 2 · build x</p>\n</footer>\n</body>\n</html>\n"
    )
    assert '<html lang="de">' in data
    assert "description" not in data


def test_a_link_in_a_heading_is_plain_text_in_the_contents() -> None:
    linked = Heading(2, (make_run("See ", "sans-bold"), make_run("here", "sans-bold", "#x")), (1, 1), "x")
    data = web.render_page((linked,), IMPRINT, SVGS, "").decode()
    assert '<li><a href="#x">See here</a></li>' in data
    assert '<h2 id="x">See <a href="#x">here</a></h2>' in data


def test_sections_and_the_back_cover() -> None:
    data = web.render_page(
        (make_paragraph("a"), make_heading(2, "B", "b"), make_heading(3, "C", "c"), *BLOCKS[-3:]), IMPRINT, SVGS, ""
    ).decode()
    assert data[data.index("<main>") : data.index("<footer>")] == (
        '<main>\n<p>a</p>\n<section>\n<h2 id="b">B</h2>\n<h3 id="c">C</h3>\n</section>\n<div class="back-cover">\n'
        '<section>\n<h2 id="at-a-glance">At a glance</h2>\n<ul>\n<li>Row.</li>\n<li>Rest.</li>\n</ul>\n</section>\n'
        "</div>\n</main>\n"
    )


def test_page_breaks_are_ignored() -> None:
    new = PageBreak(False, 1)
    blocks = (
        new,
        make_paragraph("a"),
        make_heading(2, "B", "b"),
        new,
        make_paragraph("c"),
        new,
        make_heading(2, "D", "d"),
        make_paragraph("d"),
        new,
    )
    flowing = tuple(block for block in blocks if block is not new)
    assert web.render_page(blocks, IMPRINT, SVGS, STYLE) == web.render_page(flowing, IMPRINT, SVGS, STYLE)


@for_each(
    [
        ("left", (make_run("", image="part:buoy"),), ' class="pictures"'),
        (
            "right",
            (make_run("", image="part:buoy"), make_run(" "), make_run("", image="part:buoy")),
            ' class="right pictures"',
        ),
        ("left", (make_run("", image="part:buoy"), make_run(" seven")), ""),
        ("center", (make_run("seven"),), ' class="center"'),
        ("left", (), ""),
    ]
)
def test_alignment_of_table_cells(align: Alignment, runs: TextRuns, named: str) -> None:
    assert f"<tbody>\n<tr><td{named}>" in render_markup(
        TableBlock(make_row("Head", head=True), (TableRow((runs,), 1),), (align,))
    )


@for_each(
    [
        (BLOCKS[1], "<p>Row <strong>home</strong><strong><em> by </em></strong><em>dark</em>.<br>Soon.</p>"),
        (make_paragraph("a < b & \"c\" 'd'"), "<p>a &lt; b &amp; \"c\" 'd'</p>"),
        (
            make_paragraph(make_run("x", link='https://e.org/?a="&b')),
            '<p><a href="https://e.org/?a=&quot;&amp;b">x</a></p>',
        ),
        (
            make_paragraph(make_run("Figure ", link="#figure:route"), make_run("1", "serif-bold", "#figure:route")),
            '<p><a href="#figure:route">Figure <strong>1</strong></a></p>',
        ),
        (make_heading(4, "Deep", "d"), '<h4 id="d">Deep</h4>'),
        (
            BLOCKS[9],
            '<ol start="3">\n<li>One.<sup><a href="#note:tide" class="sign">1</a></sup></li>\n<li>Two:\n<ul>\n<li>dot</li>\n</ul></li>\n</ol>',
        ),
        (
            BLOCKS[10],
            '<ol class="loose">\n<li><p>Loose.</p>\n<p>More of it.</p></li>\n<li><p>And so on.</p></li>\n</ol>',
        ),
        (BlockQuote((make_paragraph("Ann."),)), "<blockquote>\n<p>Ann.</p>\n</blockquote>"),
        (
            NoteBlock((make_paragraph("So ", make_run("A", "sans"), make_run("B", "sans-bold")),)),
            '<div class="note" role="note">\n<p class="label">Note</p>\n'
            "<p>So <code>A</code><strong><code>B</code></strong></p>\n</div>",
        ),
        (
            CONTENTS,
            '<div class="table" tabindex="0" role="group" aria-label="Piece, How many, What for">\n<table>\n<thead>\n'
            '<tr><td></td><th scope="col">Piece</th><th scope="col" class="right">How many</th>'
            '<th scope="col" class="center">What for</th></tr>\n</thead>\n<tbody>\n'
            '<tr><td class="pictures"><img src="data:image/svg+xml;..." alt="Crew card" width="49" height="76"></td><td>Crew cards</td>'
            '<td class="right">8</td><td class="center">to pull the oars</td></tr>\n'
            '<tr><td class="pictures"><img src="data:image/svg+xml;..." alt="Buoy" width="53" height="53"></td>'
            '<td><strong>Buoys</strong></td><td class="right">7</td><td class="center">to mark the way</td></tr>\n'
            "</tbody>\n</table>\n</div>",
        ),
        (
            TableBlock(make_row("", head=True), (make_row("a"),), ("left",)),
            '<div class="table" tabindex="0">\n<table>\n<thead>\n<tr><td></td></tr>\n</thead>\n<tbody>\n'
            "<tr><td>a</td></tr>\n</tbody>\n</table>\n</div>",
        ),
        (
            BLOCKS[12],
            '<figure id="figure:route">\n<div class="plate" id="plate:route"><a class="open" href="#plate:route"><img src="data:image/svg+xml;..." alt="A road over the river" width="491" '
            'height="197"></a><a class="close" href="#figure:route" aria-label="Figure 1">\u00d7</a></div>\n<figcaption><strong>Figure 1</strong> From dock to dock</figcaption>\n</figure>',
        ),
    ]
)
def test_markup_of_each_block(block: Block, expected: str) -> None:
    assert render_markup(block) == expected


@for_each([(1, 53), (2, 53), (4, 42)])
def test_thumbnails_side_by_side_share_the_width_and_have_alternative_texts(count: int, side: int) -> None:
    row = TableRow(((make_run("", "sans", image="part:buoy"),) * count,), 1)
    found = render_markup(TableBlock(make_row("Some", head=True), (row,), ("left",)))
    assert found.count(f'<img src="data:image/svg+xml;..." alt="A buoy" width="{side}" height="{side}">') == count


def test_an_image_holds_its_drawing() -> None:
    sources = [attributes["src"].partition(",") for attributes in MADE.find_all("img")]
    order = ["figure:cover", "part:crew.ruby.1", "part:buoy", "figure:route", "figure:route", "image:images/map.png"]
    assert {head for head, _, _ in sources} == {"data:image/svg+xml;base64"}
    assert [b64decode(data).decode() for _, _, data in sources] == [SVGS[name].markup for name in order]


def test_the_page_loads_no_resources_and_has_no_scripts() -> None:
    assert {tag for tag, _ in MADE.tags} & {"script", "link", "iframe", "object", "base", "form"} == set()
    assert [
        name for _, attributes in MADE.tags for name in attributes if name.startswith("on") or name == "style"
    ] == []
    assert "url(" not in STYLE
    assert "@import" not in STYLE


def test_labels_of_the_page_are_translated() -> None:
    terms = Terms(
        figure="Abbildung {number}", note="Hinweis", contents="Inhalt", version="Fassung {version}", build="Bau {build}"
    )
    imprint = Imprint(title="T", version="1", build="b", terms=terms)
    found = "".join(
        render_page(make_heading(2, "A", "a"), NoteBlock((make_paragraph("n"),)), BLOCKS[12], imprint=imprint).words
    ).split()
    assert {"Abbildung", "Hinweis", "Inhalt", "Fassung", "Bau"} <= set(found)
    assert not {"Figure", "Note", "Contents", "Version", "build"} & set(found)


def test_equal_input_gives_equal_bytes() -> None:
    assert web.render_page(BLOCKS, IMPRINT, SVGS, STYLE) == web.render_page(
        BLOCKS, IMPRINT, dict(reversed(SVGS.items())), STYLE
    )


def test_the_specimen_holds_every_block() -> None:
    assert {type(block) for block in BLOCKS} == set(get_args(Block))
