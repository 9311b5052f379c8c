"""The rules as one web page: what each block becomes, to the letter, and that nothing is lost on the way."""

import re
from base64 import b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import get_args

import pytest

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
from tests.booklet.made import BLOCKS, CONTENTS, IMPRINT, STYLE, SVGS, cells, heading, run, said

VOID = {"meta", "img", "br", "hr"}


class Page(HTMLParser):
    """Reads a page: its words, its tags with their attributes, and what is open where it ends."""

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

    def all(self, *tags: str) -> Iterator[dict[str, str]]:
        """Yield the attributes of each element of these kinds."""
        return (attributes for tag, attributes in self.tags if tag in tags)


def page(*blocks: Block, imprint: Imprint = IMPRINT, style: str = STYLE) -> Page:
    return Page(web.render_page(blocks, imprint, SVGS, style))


def markup(block: Block) -> str:
    """Return what a block becomes, without the bytes of its images."""
    return re.sub('base64,[^"]*', "...", HtmlComposer(SVGS, Terms()).render_block(block))


MADE = page(*BLOCKS)


def test_all_words_of_the_rules_are_in_the_page_in_their_order() -> None:
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
        'Dock & Lantern A race "home" <before> dark. 2 to 4 playersVersion 1.0 A dock, and a "lantern" over it Contents'
    )
    assert found.endswith("Designed by A & B Drawn by C An unofficial kit build 0123abcd")


def test_every_tag_is_closed_and_every_id_there_once() -> None:
    assert MADE.open == []
    ids = [attributes["id"] for _, attributes in MADE.tags if "id" in attributes]
    headings = [block.key or "." for block in BLOCKS if isinstance(block, Heading)]
    assert sorted(ids) == sorted([*headings, "page.contents", "figure:route"])
    targets = {attributes["href"][1:] for attributes in MADE.all("a") if attributes["href"].startswith("#")}
    assert targets == {"1-in-the-box", "2-größe-b", ".", "at-a-glance", "figure:route"}


def test_the_head_says_what_the_page_is() -> None:
    data = web.render_page(BLOCKS, IMPRINT, SVGS, "a { color: red; }\n").decode()
    assert data.partition("<body>")[0] == (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Dock &amp; Lantern</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="description" content="A race &quot;home&quot; &lt;before&gt; dark.">\n'
        '<meta name="color-scheme" content="light">\n<style>\na { color: red; }\n</style>\n</head>\n'
    )


def test_the_contents_lead_to_the_headings() -> None:
    data = web.render_page(BLOCKS, IMPRINT, SVGS, "").decode()
    assert data[data.index("<nav") : data.index("<main>")] == (
        '<nav aria-labelledby="page.contents">\n<h2 id="page.contents">Contents</h2>\n<ul>\n'
        '<li><a href="#1-in-the-box">1. In the box</a></li>\n<li><a href="#2-größe-b">2. Größe &lt;b&gt;</a></li>\n'
        '<li><a href="#.">?</a></li>\n<li><a href="#at-a-glance">At a glance</a></li>\n</ul>\n</nav>\n'
    )


def test_rules_without_headings_have_no_contents_and_the_title_of_the_game() -> None:
    bare = Imprint(title="Tiny <1>", version="2", language="de", build="x", terms=Terms(version="Fassung {version}"))
    data = web.render_page((said("Row."),), bare, {}, "").decode()
    assert data.partition("<body>")[2] == (
        '\n<header>\n<div>\n<h1>Tiny &lt;1&gt;</h1>\n<ul class="facts"><li>Fassung 2</li></ul>\n</div>\n</header>\n'
        "<main>\n<p>Row.</p>\n</main>\n<footer>\n<p>build x</p>\n</footer>\n</body>\n</html>\n"
    )
    assert '<html lang="de">' in data
    assert "description" not in data


def test_a_link_in_a_heading_is_none_in_the_contents() -> None:
    linked = Heading(2, (run("See ", "sans-bold"), run("here", "sans-bold", "#x")), (1, 1), "x")
    data = web.render_page((linked,), IMPRINT, SVGS, "").decode()
    assert '<li><a href="#x">See here</a></li>' in data
    assert '<h2 id="x">See <a href="#x">here</a></h2>' in data


def test_sections_and_the_back_cover() -> None:
    data = web.render_page(
        (said("a"), heading(2, "B", "b"), heading(3, "C", "c"), *BLOCKS[-3:]), IMPRINT, SVGS, ""
    ).decode()
    assert data[data.index("<main>") : data.index("<footer>")] == (
        '<main>\n<p>a</p>\n<section>\n<h2 id="b">B</h2>\n<h3 id="c">C</h3>\n</section>\n<div class="back-cover">\n'
        '<section>\n<h2 id="at-a-glance">At a glance</h2>\n<ul>\n<li>Row.</li>\n<li>Rest.</li>\n</ul>\n</section>\n'
        "</div>\n</main>\n"
    )


def test_where_a_page_of_the_booklet_begins_the_web_page_flows_on() -> None:
    new = PageBreak(False, 1)
    blocks = (new, said("a"), heading(2, "B", "b"), new, said("c"), new, heading(2, "D", "d"), said("d"), new)
    flowing = tuple(block for block in blocks if block is not new)
    assert web.render_page(blocks, IMPRINT, SVGS, STYLE) == web.render_page(flowing, IMPRINT, SVGS, STYLE)


@pytest.mark.parametrize(
    ("align", "runs", "named"),
    [
        ("left", (run("", image="part:buoy"),), ' class="pictures"'),
        ("right", (run("", image="part:buoy"), run(" "), run("", image="part:buoy")), ' class="right pictures"'),
        ("left", (run("", image="part:buoy"), run(" seven")), ""),
        ("center", (run("seven"),), ' class="center"'),
        ("left", (), ""),
    ],
)
def test_a_cell_says_how_it_is_set(align: Alignment, runs: TextRuns, named: str) -> None:
    assert f"<tbody>\n<tr><td{named}>" in markup(
        TableBlock(cells("Head", head=True), (TableRow((runs,), 1),), (align,))
    )


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (BLOCKS[1], "<p>Row <strong>home</strong><strong><em> by </em></strong><em>dark</em>.<br>Soon.</p>"),
        (said("a < b & \"c\" 'd'"), "<p>a &lt; b &amp; \"c\" 'd'</p>"),
        (said(run("x", link='https://e.org/?a="&b')), '<p><a href="https://e.org/?a=&quot;&amp;b">x</a></p>'),
        (
            said(run("Figure ", link="#figure:route"), run("1", "serif-bold", "#figure:route")),
            '<p><a href="#figure:route">Figure <strong>1</strong></a></p>',
        ),
        (heading(4, "Deep", "d"), '<h4 id="d">Deep</h4>'),
        (
            BLOCKS[9],
            '<ol start="3">\n<li>One.</li>\n<li>Two:\n<ul>\n<li>dot</li>\n</ul></li>\n</ol>',
        ),
        (
            BLOCKS[10],
            '<ol class="loose">\n<li><p>Loose.</p>\n<p>More of it.</p></li>\n<li><p>And so on.</p></li>\n</ol>',
        ),
        (BlockQuote((said("Ann."),)), "<blockquote>\n<p>Ann.</p>\n</blockquote>"),
        (
            NoteBlock((said("So ", run("A", "sans"), run("B", "sans-bold")),)),
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
            TableBlock(cells("", head=True), (cells("a"),), ("left",)),
            '<div class="table" tabindex="0">\n<table>\n<thead>\n<tr><td></td></tr>\n</thead>\n<tbody>\n'
            "<tr><td>a</td></tr>\n</tbody>\n</table>\n</div>",
        ),
        (
            BLOCKS[12],
            '<figure id="figure:route">\n<img src="data:image/svg+xml;..." alt="A road over the river" width="491" '
            'height="197">\n<figcaption><strong>Figure 1</strong> From dock to dock</figcaption>\n</figure>',
        ),
    ],
)
def test_what_a_block_becomes(block: Block, expected: str) -> None:
    assert markup(block) == expected


@pytest.mark.parametrize(("count", "side"), [(1, 53), (2, 53), (4, 42)])
def test_pictures_side_by_side_share_the_room_and_have_the_words_of_the_drawing_if_no_others(
    count: int, side: int
) -> None:
    row = TableRow(((run("", "sans", image="part:buoy"),) * count,), 1)
    found = markup(TableBlock(cells("Some", head=True), (row,), ("left",)))
    assert found.count(f'<img src="data:image/svg+xml;..." alt="A buoy" width="{side}" height="{side}">') == count


def test_an_image_holds_its_drawing() -> None:
    sources = [attributes["src"].partition(",") for attributes in MADE.all("img")]
    order = ["figure:cover", "part:crew.ruby.1", "part:buoy", "figure:route", "figure:route"]
    assert {head for head, _, _ in sources} == {"data:image/svg+xml;base64"}
    assert [b64decode(data).decode() for _, _, data in sources] == [SVGS[name].markup for name in order]


def test_the_page_needs_nothing_else_and_runs_nothing() -> None:
    assert {tag for tag, _ in MADE.tags} & {"script", "link", "iframe", "object", "base", "form"} == set()
    assert [
        name for _, attributes in MADE.tags for name in attributes if name.startswith("on") or name == "style"
    ] == []
    assert "url(" not in STYLE
    assert "@import" not in STYLE


def test_the_words_of_the_page_itself_are_those_of_the_language() -> None:
    terms = Terms(
        figure="Abbildung {number}", note="Hinweis", contents="Inhalt", version="Fassung {version}", build="Bau {build}"
    )
    imprint = Imprint(title="T", version="1", build="b", terms=terms)
    found = "".join(page(heading(2, "A", "a"), NoteBlock((said("n"),)), BLOCKS[12], imprint=imprint).words).split()
    assert {"Abbildung", "Hinweis", "Inhalt", "Fassung", "Bau"} <= set(found)
    assert not {"Figure", "Note", "Contents", "Version", "build"} & set(found)


def test_equal_input_gives_equal_bytes() -> None:
    assert web.render_page(BLOCKS, IMPRINT, SVGS, STYLE) == web.render_page(
        BLOCKS, IMPRINT, dict(reversed(SVGS.items())), STYLE
    )


def test_the_specimen_holds_every_block() -> None:
    assert {type(block) for block in BLOCKS} == set(get_args(Block))
