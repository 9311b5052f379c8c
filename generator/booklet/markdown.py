"""Markdown goes in (CommonMark and tables), blocks come out, with a finding for each thing that cannot be set."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from generator.booklet.blocks import (
    Align,
    Block,
    Break,
    Face,
    Heading,
    Listing,
    Paragraph,
    Picture,
    Quote,
    Row,
    Runs,
    Table,
    plain,
    texts,
)
from generator.booklet.figures import Shown, figure_of, held, named, target_of
from generator.booklet.inline import read_runs, unsupported
from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.nearest import did_you_mean
from generator.model.place import Place

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode

_DEEPEST_HEADING = 4
_DEEPEST_NEST = 4
_UNSUPPORTED = {"html_block": "raw HTML", "fence": "a code block", "code_block": "a code block"}


def read(
    markdown: str, file: str, figures: Mapping[str, Figure], *, curly: bool = False
) -> tuple[tuple[Block, ...], list[Finding]]:
    """Return the blocks of the rules and what is wrong with them; `curly` turns straight quotes into curly ones.

    `figures` are those that the rules can show, and have to.
    """
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    # past its own limit of nesting the parser drops text without a word, so ours must come first
    parser = MarkdownIt("commonmark", {"maxNesting": 1000, "typographer": curly}).enable(["table", "smartquotes"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # judged by us, aloud
    parser.core.ruler.after("smartquotes", "captions", _quote_captions)
    reader, tokens = _Reader(file, markdown), parser.parse(markdown)
    blocks = reader.blocks(SyntaxTreeNode(tokens).children, 0)
    reader.findings.extend(held(reader.shown, named(tokens), figures, file))
    return _linked(blocks, reader)


def _quote_captions(state: "StateCore") -> None:
    """Turn the quotes of captions too, which the parser leaves as they are."""
    from markdown_it.rules_core.smartquotes import process_inlines

    for token in state.tokens if state.md.options.typographer else ():
        for child in token.children or ():
            if child.type == "image":
                process_inlines(child.children or [], state)


class _Reader:
    """Walks the tree once; collects findings, and the keys by which links call the headings."""

    def __init__(self, file: str, markdown: str) -> None:
        self.file = file
        self.source = markdown.split("\n")
        self.findings: list[Finding] = []
        self.keys: list[str] = []
        self.shown: list[Shown] = []

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
                return (Quote(self.blocks(node.children, depth + 1)),)
            case "table":
                return (self.table(node),)
            case "hr":
                return (Break(),)
            case other:
                return self.refuse(node, _UNSUPPORTED.get(other, other))

    def refuse(self, node: "SyntaxTreeNode", what: str, column: int = 0) -> tuple[()]:
        """Note that something cannot be set, and set nothing."""
        self.findings.append(unsupported(what, self.file, self.lines(node)[0], column))
        return ()

    def lines(self, node: "SyntaxTreeNode") -> tuple[int, int]:
        """Return the first and the last line of a node, counted from 1."""
        first, end = node.map or (0, 1)
        return first + 1, end

    def runs(self, node: "SyntaxTreeNode") -> Runs:
        """Return the runs of a paragraph."""
        inline = node.children[0].token
        return read_runs(inline, self.lines(node)[0], self.file, self.findings) if inline else ()

    def paragraph(self, node: "SyntaxTreeNode") -> tuple[Block, ...]:
        """Return a paragraph, or the figure that is the whole of one."""
        lines, image = self.lines(node), figure_of(node.children[0].token)
        if image is None:
            return (Paragraph(self.runs(node), lines),)
        # nothing but marks of lists and quotes stands before it, so no number that was longer as it was typed
        column = self.source[lines[0] - 1].find("![") + 1
        self.shown.append(Shown(target_of(image), lines[0], column))
        caption = read_runs(image, lines[0], self.file, self.findings, "sans")
        if not plain(caption) or "title" in image.attrs:
            what = "a figure without a caption" if not plain(caption) else "a title of a figure"
            return self.refuse(node, what, column)
        return (Picture(target_of(image), len(self.shown), caption, lines),)

    def heading(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return a heading, and remember the name that links call it by."""
        level, lines = int(node.tag[1:]), self.lines(node)
        if depth:
            return self.refuse(node, "a heading inside a list or a quote")
        if level > _DEEPEST_HEADING:
            return self.refuse(node, f"a heading of level {level}")
        face: Face = "serif-bold" if level == 1 else "sans-bold"
        inline = node.children[0].token if node.children else None
        runs = read_runs(inline, lines[0], self.file, self.findings, face) if inline else ()
        if not plain(runs):
            return self.refuse(node, "a heading without words")
        self.keys.append(_free_name(plain(runs), self.keys))
        return (Heading(level, runs, lines, self.keys[-1]),)

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
        cells = (read_runs(inline, line, self.file, self.findings, face) if inline else () for inline in inlines)
        return Row(tuple(cells), line)


def _is_tight(node: "SyntaxTreeNode") -> bool:
    paragraphs = [child for item in node.children for child in item.children if child.type == "paragraph"]
    return all(child.hidden for child in paragraphs)


def _align(cell: "SyntaxTreeNode") -> Align:
    style = str(cell.attrs.get("style", ""))
    return cast(Align, style.removeprefix("text-align:") or "left")


def _free_name(text: str, taken: list[str]) -> str:
    """Return the name of a heading in links as common Markdown sites form it: Set-up -> set-up, then set-up-1."""
    name = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text.lower()))
    names = (name if n == 0 else f"{name}-{n}" for n in range(len(taken) + 1))
    return next(name for name in names if name not in taken)


def _linked(blocks: tuple[Block, ...], reader: _Reader) -> tuple[tuple[Block, ...], list[Finding]]:
    """Hold the links to headings against the headings there are."""
    for runs, _ in texts(blocks):
        for run in runs:
            name = run.link.removeprefix("#")
            if name != run.link and name not in reader.keys:
                hint = did_you_mean(name, reader.keys)
                message = f"a link leads to #{name}, but no heading is called that{hint}"
                reader.findings.append(Finding("GF303", Place(reader.file, run.line), message))
    return blocks, reader.findings
