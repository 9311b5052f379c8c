"""Markdown goes in (CommonMark and tables), blocks come out, with a finding for each thing that cannot be set."""

import re
from typing import TYPE_CHECKING, cast

from generator.booklet.blocks import (
    Align,
    Block,
    Break,
    Face,
    Heading,
    Listing,
    NewPage,
    Note,
    Paragraph,
    Picture,
    Quote,
    Row,
    Table,
    plain,
)
from generator.booklet.inline import raw_html, read_runs
from generator.booklet.references import FIGURE, References, figure_of, target_of
from generator.model.finding import Finding

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode

_DEEPEST_HEADING = 4
_DEEPEST_NEST = 4
_UNSUPPORTED = {"fence": "a code block", "code_block": "a code block"}
_PAGES = {"<!-- page -->": False, "<!-- back cover -->": True}
_NOTE = "[!NOTE]"
_ALERT = re.compile(r"\[!\w+\]")


def read(markdown: str, to: References, quotes: str = "") -> tuple[tuple[Block, ...], list[Finding]]:
    """Return the blocks of the rules and what is wrong with them.

    `to` knows what they can refer to; straight quotes become `quotes`, the double ones and the single ones, if given.
    """
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    # past its own limit of nesting the parser drops text without a word, so ours must come first
    options = {"maxNesting": 1000, "typographer": bool(quotes), "quotes": quotes or "\"\"''"}
    parser = MarkdownIt("commonmark", options).enable(["table", "smartquotes"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # judged by us, aloud
    parser.core.ruler.after("smartquotes", "captions", _quote_captions)
    try:
        tokens = parser.parse(markdown)
    except RecursionError:
        to.refuse("nesting brackets, lists or quotes hundreds deep", _deepest(markdown))
        return (), to.findings
    to.survey(tokens)
    blocks = _Reader(to).blocks(SyntaxTreeNode(tokens).children, 0)
    return blocks, [*to.findings, *to.unshown(tokens)]


def _deepest(markdown: str) -> int:
    """Return the line that has the most signs which can be nested."""
    lines = [len(re.findall(r"[>\[*_+-]", line)) for line in markdown.split("\n")]
    return lines.index(max(lines)) + 1


def _quote_captions(state: "StateCore") -> None:
    """Turn the quotes of captions too, which the parser leaves as they are."""
    from markdown_it.rules_core.smartquotes import process_inlines

    for token in state.tokens if state.md.options.typographer else ():
        for child in token.children or ():
            if child.type == "image":
                process_inlines(child.children or [], state)


class _Reader:
    """Walks the tree once; what it cannot set, and what is wrong with references, is noted."""

    def __init__(self, to: References) -> None:
        self.to = to
        self.keys = iter(to.headings)
        self.figures = 0
        self.back_cover = False

    def blocks(self, nodes: "list[SyntaxTreeNode]", depth: int) -> tuple[Block, ...]:
        """Return the blocks that can be set; `depth` counts the quotes and lists around them."""
        return tuple(block for node in nodes for block in self.block(node, depth))

    def block(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return one block, or nothing after noting why there is none."""
        if depth > _DEEPEST_NEST:
            return self.refuse(node, f"nesting lists and quotes more than {_DEEPEST_NEST} deep")
        match node.type:
            case "heading":
                return self.heading(node, depth)
            case "paragraph":
                return self.paragraph(node)
            case "bullet_list" | "ordered_list":
                start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                items = tuple(self.blocks(item.children, depth + 1) for item in node.children)
                return (Listing(items, start, _is_tight(node)),)
            case "blockquote":
                return self.quote(node, depth)
            case "table":
                return (self.table(node),)
            case "hr":
                return (Break(),)
            case "html_block" if node.content.strip() in _PAGES:
                return self.page(node, depth)
            case "html_block":
                return self.refuse(node, raw_html(node.content), node.content.strip().partition("\n")[0])
            case other:
                return self.refuse(node, _UNSUPPORTED.get(other, other))

    def refuse(self, node: "SyntaxTreeNode", what: str, needle: str = "", begins: str = "") -> tuple[()]:
        """Note that something cannot be set, and set nothing."""
        self.to.refuse(what, self.lines(node)[0], needle, begins)
        return ()

    def lines(self, node: "SyntaxTreeNode") -> tuple[int, int]:
        """Return the first and the last line of a node, counted from 1."""
        first, end = node.map or (0, 1)
        return first + 1, end

    def page(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return the beginning of a page; nothing begins inside a list, and nothing behind the back cover."""
        back = _PAGES[node.content.strip()]
        if depth or self.back_cover:
            return self.refuse(node, "a new page " + ("inside a list or a quote" if depth else "after the back cover"))
        self.back_cover = back
        return (NewPage(back, self.lines(node)[0]),)

    def quote(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return an example, or a note where its first line says so."""
        inline = node.children[0].children[0].token if node.children and node.children[0].type == "paragraph" else None
        first = inline.content.partition("\n")[0].strip() if inline else ""
        if not inline or not _ALERT.match(first):
            return (Quote(self.blocks(node.children, depth + 1)),)
        if first != _NOTE:
            return self.refuse(node, f"{first!r} at the head of a quote, where {_NOTE!r} alone makes a note,", first)
        end = next((at for at, child in enumerate(inline.children or ()) if child.type.endswith("break")), None)
        if end is None and len(node.children) == 1:
            return self.refuse(node, "a note without words")
        if end is None:
            return (Note(self.blocks(node.children[1:], depth + 1)),)
        inline.children = (inline.children or [])[end + 1 :]
        first_line = self.lines(node.children[0])[0] + 1
        text = Paragraph(read_runs(inline, first_line, self.to), (first_line, self.lines(node.children[0])[1]))
        return (Note((text, *self.blocks(node.children[1:], depth + 1))),)

    def paragraph(self, node: "SyntaxTreeNode") -> tuple[Block, ...]:
        """Return a paragraph, or the figure that is the whole of one."""
        lines, inline = self.lines(node), node.children[0].token
        image = figure_of(inline)
        if image is None:
            return (Paragraph(read_runs(inline, lines[0], self.to) if inline else (), lines),)
        target = target_of(image)
        self.figures += 1
        self.to.figure(target, lines[0], "![")
        caption = read_runs(image, lines[0], self.to, "sans")
        if not plain(caption) or "title" in image.attrs:
            what = "a figure without a caption" if not plain(caption) else "a title of a figure"
            return self.refuse(node, what, f"]({target}", "![")
        return (Picture(target.removeprefix(FIGURE), self.figures, caption, lines),)

    def heading(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return a heading, with the name that links call it by."""
        level, lines = int(node.tag[1:]), self.lines(node)
        if depth:
            return self.refuse(node, "a heading inside a list or a quote")
        if level > _DEEPEST_HEADING:
            return self.refuse(node, f"a heading of level {level}")
        face: Face = "serif-bold" if level == 1 else "sans-bold"
        inline = node.children[0].token if node.children else None
        runs = read_runs(inline, lines[0], self.to, face) if inline else ()
        if not plain(runs):
            return self.refuse(node, "a heading without words")
        return (Heading(level, runs, lines, next(self.keys)),)

    def table(self, node: "SyntaxTreeNode") -> Table:
        """Return a table; the parser has made all rows as long as the head."""
        rows = [row for section in node.children for row in section.children]
        aligns = tuple(_align(cell) for cell in rows[0].children)
        head, *body = (self.row(row, index == 0) for index, row in enumerate(rows))
        return Table(head, tuple(body), aligns)

    def row(self, node: "SyntaxTreeNode", head: bool) -> Row:
        """Return one row; its cells have no line of their own."""
        line = self.lines(node)[0]
        inlines = [cell.children[0].token if cell.children else None for cell in node.children]
        face: Face | None = "sans-bold" if head else None
        cells = (read_runs(inline, line, self.to, face, cell=True) if inline else () for inline in inlines)
        return Row(tuple(cells), line)


def _is_tight(node: "SyntaxTreeNode") -> bool:
    paragraphs = [child for item in node.children for child in item.children if child.type == "paragraph"]
    return all(child.hidden for child in paragraphs)


def _align(cell: "SyntaxTreeNode") -> Align:
    style = str(cell.attrs.get("style", ""))
    return cast(Align, style.removeprefix("text-align:") or "left")
