"""Turn blocks of HTML in Markdown into the tokens that Markdown has for the same thing."""

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from textwrap import dedent
from typing import TYPE_CHECKING, Literal, NamedTuple

from generator.language.markdown import LAYOUT_COMMENTS

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_HEADINGS = {f"h{level}" for level in range(1, 7)}
_NESTED = {"ul": "bullet_list", "ol": "ordered_list", "li": "list_item", "blockquote": "blockquote"}
_CELLS = {"th", "td"}
_AROUND = {  # elements around blocks, which are read and leave no mark of their own
    "article", "aside", "body", "caption", "center", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
    "footer", "header", "html", "main", "nav", "p", "picture", "section", "summary", "tbody", "tfoot", "thead",
}  # fmt: skip
_BOLD = {"summary", "dt", "caption"}
_REFUSED = {"audio", "canvas", "embed", "iframe", "math", "object", "svg", "video"}
SCREEN_ELEMENTS = {"button", "form", "input", "script", "select", "style", "textarea"}  # they say nothing on paper
_VOID = {"br", "hr", "img", "input", "wbr", "source"}
_TABLE_BEGIN = re.compile(r"<table\b", re.IGNORECASE)
_BLOCK_LINE = re.compile(
    r"^[ \t]*(?:#{1,6}|[-*+]|\d{1,9}[.)]|>|\|)[ \t]|^[ \t]*\|", re.MULTILINE
)  # that begins a block
_CENTERED = re.compile(r"text-align:\s*center")


class HtmlFault(NamedTuple):
    """What a block of HTML holds that rules cannot, and its line."""

    what: str
    line: int


def convert_html_blocks(state: "StateCore") -> None:
    """Replace each block of HTML by tokens of blocks, before their text is read; faults go to `env`."""
    converter = HtmlConverter(state.md)
    tokens: list[Token] = []
    for token in _join_tables(state.tokens):
        if token.type == "html_block" and token.content.strip() not in LAYOUT_COMMENTS:
            tokens += converter.convert(token.content, (token.map or [0])[0], token.level)
        elif not converter.leaves_out(token):
            if converter.centered and token.type in ("paragraph_open", "heading_open"):
                token.meta["align"] = "center"
            tokens.append(token)
    converter.end_screen_element()
    state.tokens = tokens
    state.env["html_faults"], state.env["html_left_out"] = converter.faults, converter.left_out


def _join_tables(tokens: "list[Token]") -> "Iterator[Token]":
    """Yield the tokens; empty lines within a table, where Markdown ends a block of HTML, do not part it."""
    held: Token | None = None
    for token in tokens:
        if held and token.type == "html_block" and token.map and held.map:
            held.content += "\n" * (token.map[0] - held.map[0] - held.content.count("\n")) + token.content
        else:
            yield from [held] if held else []
            held = token if token.type == "html_block" else None
            yield from [] if held else [token]
        if held and len(_TABLE_BEGIN.findall(held.content)) <= held.content.lower().count("</table"):
            yield held
            held = None
    yield from [held] if held else []


class HtmlConverter(HTMLParser):
    """Converts blocks of HTML, one after the other; what is `centered` may go on in the Markdown between them."""

    def __init__(self, parser: "MarkdownIt") -> None:
        super().__init__(convert_charrefs=False)
        self._parser = parser
        self.faults: list[HtmlFault] = []
        self.left_out: list[HtmlFault] = []  # the names of elements that are for screens
        self._screen, self._screen_level = "", 0  # such an element that is open, and how deep it stands
        self._centers: list[tuple[str, bool]] = []

    @property
    def centered(self) -> bool:
        """Report whether an element around is centered."""
        return any(center for _, center in self._centers)

    def leaves_out(self, token: "Token") -> bool:
        """Return whether a token of Markdown stands in an element for screens; the end of what is around ends that."""
        if self._screen and token.nesting < 0 and token.level < self._screen_level:
            self.end_screen_element()
        return bool(self._screen)

    def end_screen_element(self) -> None:
        """Report an element for screens that is still open."""
        if self._screen:
            self.faults.append(HtmlFault(f"the HTML <{self._screen}> that is not closed", self.left_out[-1].line))
        self._screen = ""

    def convert(self, html: str, line: int, level: int) -> "list[Token]":
        """Return the tokens of a block of HTML that begins in a line, counted from 0."""
        self.reset()
        self._made: list[Token] = []
        self._words: list[str] = []
        self._open: list[str] = []  # the elements within this block for which Markdown has tokens
        self._rows: list[list[tuple[str, str]]] = []
        self._below: dict[tuple[int, int], bool] = {}  # places in rows below that cells over several rows take
        self._cell: tuple[str, int] | None = None
        self._id, self._line, self._level = "", line, level
        self._begun = 0  # the line within the block in which the text so far begins
        if html.lstrip().startswith("<!--") and "-->" not in html:
            self._refuse("a comment that is not closed by '-->'")
            return []
        self.feed(html)
        self.close()
        self._flush()
        if self._open:
            self._refuse(f"the HTML <{self._open[0]}> that is not closed before the next empty line")
        return [] if self._open else self._made

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block, or keep a tag within a line for the reader of lines."""
        given = dict(attrs)
        if self._screen:
            return
        if tag in SCREEN_ELEMENTS:
            self.left_out.append(HtmlFault(tag, self._line + self.getpos()[0]))
            self._screen, self._screen_level = "" if tag in _VOID else tag, self._level
        elif tag in _REFUSED:
            self._refuse(f"the HTML <{tag}>")
        elif tag in _AROUND or tag in _HEADINGS:
            self._flush(keep="table" in self._open)
            center = given.get("align") == "center" or tag == "center" or _CENTERED.search(given.get("style") or "")
            self._centers += [(tag, bool(center))] if tag not in ("tbody", "thead", "tfoot") else ()
            self._id = given.get("id") or self._id
            if tag in _BOLD:
                self._words.append("<b>")
        elif "table" in self._open and (tag == "table" or tag in _NESTED):
            self._words.append("<br>" if tag == "li" and self._words else "")
            if tag == "table":
                self._refuse("a table in a table")
        elif tag in ("table", "tr", *_CELLS):
            self._begin_in_table(tag, given)
        elif tag in ("hr", "pre", *_NESTED):
            self._flush()
            self._begin_block(tag)
        else:
            self._begun = self._begun or self.getpos()[0]
            self._words.append(self.get_starttag_text() or "")

    def _begin_block(self, tag: str) -> None:
        if tag == "hr":
            self._push("hr", "hr", 0)
            return
        if tag == "li" and self._open[-1:] == ["li"]:
            self.handle_endtag(tag)
        self._open.append(tag)
        if tag in _NESTED:
            self._push(f"{_NESTED[tag]}_open", tag, 1)

    def _begin_in_table(self, tag: str, given: dict[str, str | None]) -> None:
        if tag == "table":
            self._flush()
            self._open.append(tag)
            self._rows, self._below = [], {}
            return
        self._end_cell()
        if tag == "tr":
            self._rows.append([])
            return
        self._rows = self._rows or [[]]
        row = self._rows[-1]
        while self._below.pop((len(self._rows) - 1, len(row)), False):  # what a cell above takes of this row
            row.append(("", ""))
        self._cell = (given.get("align") or "", _read_number(given.get("colspan")))
        spots = range(len(row), len(row) + self._cell[1])
        below = range(len(self._rows), len(self._rows) + _read_number(given.get("rowspan")) - 1)
        self._below |= {(number, spot): True for number in below for spot in spots}

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take `<br/>` as `<br>`; an element that is empty leaves nothing."""
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a block, or keep a tag within a line."""
        if self._screen:
            self._screen = "" if tag == self._screen else self._screen
        elif tag in _AROUND or tag in _HEADINGS:
            if tag in _BOLD:
                self._words.append("</b>")
            self._flush(tag, keep="table" in self._open)
            at = next((at for at, (name, _) in reversed([*enumerate(self._centers)]) if name == tag), None)
            del self._centers[len(self._centers) if at is None else at :]
        elif tag == "table" and tag in self._open:
            self._end_cell()
            self._open.remove(tag)
            self._push_table()
        elif tag in ("tr", *_CELLS):
            self._end_cell()
        elif tag == "pre" and tag in self._open:
            self._open.remove(tag)
            self._push("fence", "code", 0).content = _drop_tags("".join(self._words)).strip("\n") + "\n"
            self._words, self._begun = [], 0
        elif tag in _NESTED and "table" not in self._open:
            self._flush()
            if tag in self._open:
                while (name := self._open.pop()) != tag:
                    self._push(f"{_NESTED[name]}_close", name, -1)
                self._push(f"{_NESTED[tag]}_close", tag, -1)
        elif tag not in (*_NESTED, *_VOID, *_REFUSED, "table"):
            self._words.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Keep text for the block that it is in."""
        if self._screen:
            return
        if data.strip():
            blanks = len(data) - len(data.lstrip())
            self._begun = self._begun or self.getpos()[0] + data.count("\n", 0, blanks)
        self._words.append(data)

    def handle_comment(self, data: str) -> None:
        """Read over a comment, but not over that of a page break, which stands alone."""
        if f"<!--{data}-->" in LAYOUT_COMMENTS:
            self._refuse("the comment of a page break that is not alone in its paragraph")
        elif meant := next((each for each in LAYOUT_COMMENTS if _spell(each) == _spell(data)), ""):
            self._refuse(f"`<!--{data.strip()[:40]}-->` instead of `{meant}`")

    def handle_entityref(self, name: str) -> None:
        """Keep an entity for the reader of lines."""
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Keep a reference to a character for the reader of lines."""
        self.handle_data(f"&#{name};")

    def _refuse(self, what: str) -> None:
        self.faults.append(HtmlFault(what, self._line + self.getpos()[0]))

    def _push(self, kind: str, tag: str, nesting: Literal[-1, 0, 1]) -> "Token":
        from markdown_it.token import Token

        end = self._line + self.getpos()[0]
        lines = [min(self._line + (self._begun or self.getpos()[0]) - 1, end - 1), end]
        token = Token(kind, tag, nesting, map=lines, level=self._level, block=True)
        self._made.append(token)
        return token

    def _push_inline(self, text: str) -> None:
        token = self._push("inline", "", 0)
        token.content, token.children = text, []

    def _flush(self, tag: str = "p", keep: bool = False) -> None:
        """Make the text so far a paragraph or a heading, or what its lines such as `## Setup` and `- a card` say."""
        typed = "".join(self._words)
        text = "\n".join(line.strip() for line in typed.strip().split("\n"))
        if keep or "pre" in self._open:
            self._words.append("<br>" if text and "table" in self._open else "")
            return
        self._words = []
        if _BLOCK_LINE.search(typed):
            self._push_blocks(dedent(typed).strip("\n"))
        else:
            self._push_text(text, tag)
        self._begun = 0

    def _push_blocks(self, text: str) -> None:
        """Push the tokens of Markdown between the tags."""
        first = self._line + max(self._begun, 1) - 1
        with self._parser.reset_rules():
            self._parser.disable("html_block")
            tokens: list[Token] = []
            self._parser.block.parse(text, self._parser, {}, tokens)
        for token in tokens:
            token.map = [first + line for line in token.map] if token.map else None
            token.level += self._level
            if self.centered and token.type in ("paragraph_open", "heading_open"):
                token.meta["align"] = "center"
        self._made += tokens

    def _push_text(self, text: str, tag: str) -> None:
        if not text:
            return
        kind, tag = ("heading", tag) if tag in _HEADINGS else ("paragraph", "p")
        opener = self._push(f"{kind}_open", tag, 1)
        opener.meta = {"align": "center" if self.centered else "", "id": self._id}
        self._id = ""
        self._push_inline(re.sub(r"\n{2,}", "\n", text))
        self._push(f"{kind}_close", tag, -1)

    def _end_cell(self) -> None:
        """Put the text so far into the cell that is open, and empty cells after one that spans several columns."""
        if self._cell:
            align, span = self._cell
            self._rows = self._rows or [[]]
            text = re.sub(r"(?:\s*<br>)+$", "", " ".join("".join(self._words).split()))
            self._rows[-1] += [(align, text), *[("", "")] * (span - 1)]
        self._words, self._cell = [], None

    def _push_table(self) -> None:
        """Push the tokens of a table, whose rows are made as long as the longest; the first one is its head."""
        rows = [row for row in self._rows if row]
        self._push("table_open", "table", 1)
        columns = max(map(len, rows), default=0)
        for number, row in enumerate(rows):
            if number < 2:
                self._push(("thead_open", "tbody_open")[number], ("thead", "tbody")[number], 1)
            self._push("tr_open", "tr", 1)
            for align, words in [*row, *[("", "")] * (columns - len(row))]:
                kind = "td" if number else "th"
                self._push(f"{kind}_open", kind, 1).attrs = {"style": f"text-align:{align}"} if align else {}
                self._push_inline(words)
                self._push(f"{kind}_close", kind, -1)
            self._push("tr_close", "tr", -1)
            if not number or number == len(rows) - 1:
                self._push(*(("tbody_close", "tbody", -1) if number else ("thead_close", "thead", -1)))
        self._push("table_close", "table", -1)


def _read_number(text: str | None) -> int:
    return min(int(text), 50) if text and text.isdecimal() else 1


def _drop_tags(text: str) -> str:
    return unescape(re.sub(r"</?\w[^<>]*>", "", text))


class _TagReader(HTMLParser):
    """Reads one tag."""

    name, given = "", dict[str, str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the name and the attributes."""
        self.name, self.given = tag, {name: value or "" for name, value in attrs}


def read_tag(html: str) -> tuple[str, bool, dict[str, str]]:
    """Return the name of a tag, whether it ends an element, and its attributes."""
    ends = html.startswith("</")
    reader = _TagReader()
    reader.feed(f"<{html[2:]}" if ends else html)
    return reader.name or html.strip("<>"), ends, reader.given


def _spell(comment: str) -> str:
    """Return the letters of a comment alone."""
    return re.sub("[^a-z]", "", comment.lower())
