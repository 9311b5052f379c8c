"""Parse rules in Markdown (CommonMark and tables) into blocks, and report what is not supported."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, cast

from generator.booklet.blocks import (
    Alignment,
    Block,
    BlockQuote,
    FaceName,
    FigureBlock,
    Footnote,
    FootnoteList,
    Heading,
    ListBlock,
    NoteBlock,
    PageBreak,
    Paragraph,
    StyledText,
    TableBlock,
    TableRow,
    TextRuns,
    ThematicBreak,
    to_plain_text,
)
from generator.booklet.footnotes import FOOTNOTE, enable_footnotes
from generator.booklet.references import FIGURE, References, link_target, sole_figure
from generator.model.finding import Finding

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

_FACES: dict[tuple[bool, bool], FaceName] = {
    (False, False): "serif",
    (True, False): "serif-bold",
    (False, True): "serif-italic",
    (True, True): "serif-bolditalic",
}
_URL = re.compile(r"(https?|mailto):", re.IGNORECASE)
_DEEPEST_HEADING = 4
_MOST_COLUMNS = 50  # of a table: as many fit on no paper
_DEEPEST_NEST = 4
_UNSUPPORTED = {"fence": "a code block", "code_block": "a code block"}
_PAGE_BREAKS = {"<!-- page -->": False, "<!-- back cover -->": True}
_NOTE = "[!NOTE]"
_ALERT = re.compile(r"\[!\w+\]")


def parse_blocks(
    markdown: str, refs: References, quotes: Sequence[str] = ()
) -> tuple[tuple[Block, ...], list[Finding]]:
    """Return the blocks of the rules, and the findings.

    `refs` resolves references. Straight quotes are replaced by `quotes`: an opening and a closing double quote, then
    the same two single quotes.
    """
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    # above its own nesting limit the parser silently drops text, so our limit must apply first
    options = {"maxNesting": 1000, "typographer": bool(quotes), "quotes": quotes or "\"\"''"}
    parser = MarkdownIt("commonmark", options).enable(["table", "smartquotes"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # links are checked below, with messages
    enable_footnotes(parser)
    parser.core.ruler.after("smartquotes", "captions", _quote_captions)
    try:
        tokens = parser.parse(markdown)
        nodes = SyntaxTreeNode(tokens).children
    except RecursionError:
        refs.report_unsupported("nesting brackets, emphasis, lists or quotes hundreds deep", _deepest_line(markdown))
        return (), refs.findings
    refs.collect_targets(tokens)
    blocks = _BlockParser(refs).parse_blocks(nodes, 0)
    return blocks, [*refs.findings, *refs.find_unshown_figures(tokens)]


def _deepest_line(markdown: str) -> int:
    """Return the number of the line with the most characters that can nest."""
    lines = [len(re.findall(r"[>\[*_+-]", line)) for line in markdown.split("\n")]
    return lines.index(max(lines)) + 1


def _quote_captions(state: "StateCore") -> None:
    """Apply smart quotes to image captions, which the parser leaves alone."""
    from markdown_it.rules_core.smartquotes import process_inlines

    for token in state.tokens if state.md.options.typographer else ():
        for child in token.children or ():
            if child.type == "image":
                process_inlines(child.children or [], state)


class _BlockParser:
    """Convert the syntax tree to blocks in one pass, reporting what is not supported."""

    def __init__(self, refs: References) -> None:
        self.refs = refs
        self.keys = iter(refs.headings)
        self.figures = 0
        self.back_cover = False

    def parse_blocks(self, nodes: "list[SyntaxTreeNode]", depth: int) -> tuple[Block, ...]:
        """Convert nodes to blocks; `depth` is the number of lists and quotes around them."""
        groups = groupby(nodes, key=lambda node: node.type == "footnote")
        return tuple(block for notes, group in groups for block in self._parse_group(notes, list(group), depth))

    def _parse_group(self, notes: bool, nodes: "list[SyntaxTreeNode]", depth: int) -> Iterable[Block]:
        if not notes:
            return (block for node in nodes for block in self.parse_block(node, depth))
        found = [note for node in nodes for note in self.parse_footnote(node, depth)]
        return (FootnoteList(tuple(sorted(found, key=lambda note: note.number))),) if found else ()

    def parse_footnote(self, node: "SyntaxTreeNode", depth: int) -> tuple[Footnote, ...]:
        """Return the text of a footnote, which ends with links to the sections that refer to it."""
        name, (first, last) = str(node.meta["name"]), self.line_range(node)
        if depth:
            return self.refuse_node(node, "the text of a footnote inside a list, a quote or another footnote")
        if any(each.type == "footnote_sign" for each in node.walk()):
            return self.refuse_node(node, "a footnote inside the text of a footnote")
        used = self.refs.footnotes.get(name)
        blocks = self.parse_blocks(node.children, depth + 1)
        if not blocks and not self.refs.findings:
            return self.refuse_node(node, "a footnote without text")
        if used is None or not blocks:
            return ()
        back = self.refs.link_sections(used.sections, last, f"{FOOTNOTE}{name}")
        match blocks[-1]:
            case Paragraph(runs, lines):
                blocks = (*blocks[:-1], Paragraph((*runs, *back), lines))
            case _:
                blocks = (*blocks, Paragraph(back, (last, last)))
        return (Footnote(f"{FOOTNOTE}{name}", used.number, blocks, (first, last)),)

    def parse_block(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Convert a node to a block, or report why it cannot be converted."""
        if depth > _DEEPEST_NEST:
            return self.refuse_node(node, f"nesting lists and quotes more than {_DEEPEST_NEST} deep")
        match node.type:
            case "heading":
                return self.parse_heading(node, depth)
            case "paragraph":
                return self.parse_paragraph(node)
            case "bullet_list" | "ordered_list":
                start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                items = tuple(self.parse_blocks(item.children, depth + 1) for item in node.children)
                return (ListBlock(items, start, _is_tight(node)),)
            case "blockquote":
                return self.parse_quote(node, depth)
            case "table":
                return self.parse_table(node)
            case "hr":
                return (ThematicBreak(),)
            case "html_block" if node.content.strip() in _PAGE_BREAKS:
                return self.parse_page_break(node, depth)
            case "html_block":
                return self.refuse_node(node, describe_html(node.content), node.content.strip().partition("\n")[0])
            case other:
                return self.refuse_node(node, _UNSUPPORTED.get(other, other))

    def refuse_node(self, node: "SyntaxTreeNode", what: str, needle: str = "", begins: str = "") -> tuple[()]:
        """Report an unsupported node, and return no block for it."""
        self.refs.report_unsupported(what, self.line_range(node)[0], needle, begins)
        return ()

    def line_range(self, node: "SyntaxTreeNode") -> tuple[int, int]:
        """Return the first and last line of a node, counted from 1."""
        first, end = node.map or (0, 1)
        return first + 1, end

    def parse_page_break(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return a page break; report one inside a list or quote, or after the back cover."""
        back = _PAGE_BREAKS[node.content.strip()]
        if depth or self.back_cover:
            return self.refuse_node(
                node, "a page break " + ("inside a list or a quote" if depth else "after the back cover")
            )
        self.back_cover = back
        return (PageBreak(back, self.line_range(node)[0]),)

    def parse_quote(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return an example, or a note if its first line is `[!NOTE]`."""
        inline = node.children[0].children[0].token if node.children and node.children[0].type == "paragraph" else None
        first = inline.content.partition("\n")[0].strip() if inline else ""
        if not inline or not _ALERT.match(first):
            return (BlockQuote(self.parse_blocks(node.children, depth + 1)),)
        if first != _NOTE:
            return self.refuse_node(
                node, f"{first!r} at the start of a quote, where only {_NOTE!r} makes a note,", first
            )
        end = next((at for at, child in enumerate(inline.children or ()) if child.type.endswith("break")), None)
        if end is None and len(node.children) == 1:
            return self.refuse_node(node, "a note without text")
        if end is None:
            return (NoteBlock(self.parse_blocks(node.children[1:], depth + 1)),)
        inline.children = (inline.children or [])[end + 1 :]
        first_line = self.line_range(node.children[0])[0] + 1
        text = Paragraph(read_runs(inline, first_line, self.refs), (first_line, self.line_range(node.children[0])[1]))
        return (NoteBlock((text, *self.parse_blocks(node.children[1:], depth + 1))),)

    def parse_paragraph(self, node: "SyntaxTreeNode") -> tuple[Block, ...]:
        """Return a paragraph, or a figure if an image is all that the paragraph holds."""
        lines, inline = self.line_range(node), node.children[0].token
        image = sole_figure(inline)
        if image is None:
            return (Paragraph(read_runs(inline, lines[0], self.refs) if inline else (), lines),)
        target = link_target(image)
        self.figures += 1
        self.refs.check_figure(target, lines[0], "![")
        caption = read_runs(image, lines[0], self.refs, "sans")
        if not to_plain_text(caption) or "title" in image.attrs:
            what = "a figure without a caption" if not to_plain_text(caption) else "a title on a figure"
            return self.refuse_node(node, what, f"]({target}", "![")
        return (FigureBlock(target.removeprefix(FIGURE), self.figures, caption, lines),)

    def parse_heading(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return a heading with the key that links use."""
        level, lines = int(node.tag[1:]), self.line_range(node)
        if depth:
            return self.refuse_node(node, "a heading inside a list or a quote")
        if level > _DEEPEST_HEADING:
            return self.refuse_node(node, f"a heading of level {level}")
        face: FaceName = "serif-bold" if level == 1 else "sans-bold"
        inline = node.children[0].token if node.children else None
        runs = read_runs(inline, lines[0], self.refs, face) if inline else ()
        if not to_plain_text(runs):
            return self.refuse_node(node, "a heading without text")
        return (Heading(level, runs, lines, next(self.keys)),)

    def parse_table(self, node: "SyntaxTreeNode") -> tuple[Block, ...]:
        """Return a table, or report a wide one; the parser has already made all rows as long as the head."""
        if len(node.children[0].children[0].children) > _MOST_COLUMNS:
            return self.refuse_node(node, f"a table of more than {_MOST_COLUMNS} columns")
        rows = [row for section in node.children for row in section.children]
        aligns = tuple(_cell_alignment(cell) for cell in rows[0].children)
        head, *body = (self.parse_row(row, index == 0) for index, row in enumerate(rows))
        return (TableBlock(head, tuple(body), aligns),)

    def parse_row(self, node: "SyntaxTreeNode", head: bool) -> TableRow:
        """Return a table row; the parser gives cells no line of their own."""
        line = self.line_range(node)[0]
        inlines = [cell.children[0].token if cell.children else None for cell in node.children]
        face: FaceName | None = "sans-bold" if head else None
        cells = (read_runs(inline, line, self.refs, face, cell=True) if inline else () for inline in inlines)
        return TableRow(tuple(cells), line)


def _is_tight(node: "SyntaxTreeNode") -> bool:
    paragraphs = [child for item in node.children for child in item.children if child.type == "paragraph"]
    return all(child.hidden for child in paragraphs)


def _cell_alignment(cell: "SyntaxTreeNode") -> Alignment:
    style = str(cell.attrs.get("style", ""))
    return cast(Alignment, style.removeprefix("text-align:") or "left")


def read_runs(
    token: "Token", line: int, refs: References, face: FaceName | None = None, cell: bool = False
) -> TextRuns:
    """Return the runs of an inline token that starts at `line`.

    With `face`, as in headings, all text is set in that face. `refs` resolves links and images; thumbnails are allowed
    only in a `cell` of a table.
    """
    runs: list[StyledText] = []
    strong = slant = 0
    link, empty = "", False
    for child in token.children or ():
        upright = face or _FACES[strong > 0, slant > 0]
        match child.type:
            case "text":
                _check_brackets(child.content, line, refs, runs)
                runs.append(StyledText(child.content.replace("\t", " "), upright, line, link))
            case "code_inline":
                runs.append(StyledText(child.content, face or ("sans-bold" if strong else "sans"), line, link))
            case "softbreak" | "hardbreak":
                runs.append(StyledText(" " if child.type == "softbreak" else "\n", upright, line, link))
                line += 1
            case "strong_open" | "strong_close":
                strong += child.nesting
            case "em_open" | "em_close":
                slant += child.nesting
            case "link_open":
                link, empty = _resolve_link(child, line, refs), True
            case "link_close":
                runs.append(StyledText(_default_words(link, line, refs) if empty else "", upright, line, link))
                link = ""
            case "footnote_sign":
                runs.extend(_read_sign(child.meta["name"], line, refs, runs, bool(face) and not cell))
            case "image":
                runs.extend(run._replace(link=link) for run in _read_thumbnail(child, line, refs, cell))
            case _:
                _report_inline(child, line, refs)
        empty = empty and child.type in ("link_open", "text") and not child.content
    return _merge_runs(runs)


def describe_html(content: str) -> str:
    """Describe a piece of HTML; for a comment, mention the two comments that are allowed."""
    alone = " other than '<!-- page -->' and '<!-- back cover -->', each in a paragraph of its own,"
    return "raw HTML" + (alone if content.lstrip().startswith("<!--") else "")


def _default_words(link: str, line: int, refs: References) -> str:
    """Return the text of a link that has none of its own; a link to a URL must have some."""
    if _URL.match(link):
        refs.report_unsupported("a link to a URL without text", line, f"]({link}", "[")
    return refs.default_words(link)


def _resolve_link(token: "Token", line: int, refs: References) -> str:
    """Return the target of a link, and report a target or a title that is not allowed."""
    target = link_target(token)
    if "title" in token.attrs:
        refs.report_unsupported("a title on a link", line, f"]({target}", "[")
    if target.startswith("figure:"):
        refs.check_figure(target, line, "[")
        return f"#{target}"
    if target.startswith("#"):
        refs.check_heading(target[1:], line)
    elif not _URL.match(target):
        refs.report_unsupported(
            f"a link to {target!r}, which is neither a URL nor a #heading,", line, f"]({target}", "["
        )
    return target


def _report_inline(child: "Token", line: int, refs: References) -> None:
    # a pair of tags on one line is reported once
    remark = child.content.partition("\n")[0] if child.content.startswith("<!--") else ""
    refs.report_unsupported(describe_html(child.content) if child.type == "html_inline" else child.type, line, remark)


def _check_brackets(text: str, line: int, refs: References, before: list[StyledText]) -> None:
    """Report a link that holds a footnote, which the parser takes for plain text."""
    if "](" in text and any(run.raised for run in before):
        refs.report_unsupported("a footnote in a link", line)


def _read_sign(name: str, line: int, refs: References, before: list[StyledText], refused: bool) -> Iterable[StyledText]:
    """Yield the sign of a footnote, behind a comma if it follows another one."""
    if refused:
        refs.report_unsupported("a footnote in a heading or a caption", line)
    refs.check_footnote(name, line)
    if before and before[-1].raised:
        yield StyledText(",", "sans-bold", line, raised=True)
    if used := refs.footnotes.get(name):
        yield StyledText(str(used.number), "sans-bold", line, f"#{FOOTNOTE}{name}", raised=True)


def _read_thumbnail(token: "Token", line: int, refs: References, cell: bool) -> Iterable[StyledText]:
    """Yield a thumbnail in a table cell: a figure needs text in its brackets, a part has its title."""
    target = link_target(token)
    kind = target.partition(":")[0]
    if kind not in ("figure", "part"):
        refs.report_unsupported("an image", line, f"]({target}", "![")
    elif not cell:
        what = "a figure that is not in a paragraph of its own" if kind == "figure" else "a part outside a table"
        refs.report_unsupported(what, line, f"]({target}", "![")
    elif "title" in token.attrs:
        refs.report_unsupported("a title on a thumbnail", line, f"]({target}", "![")
    else:
        words = "".join(child.content or " " for child in token.children or () if not child.nesting).strip()
        if kind == "part":
            yield StyledText(words or refs.find_part_title(target, line), "sans", line, "", target)
        elif refs.check_figure(target, line, "![") and not words:
            refs.report_unsupported("a figure in a table with no text in its brackets", line, f"]({target}", "![")
        else:
            yield StyledText(words, "sans", line, "", target)


def _merge_runs(runs: Iterable[StyledText]) -> TextRuns:
    """Join adjacent runs that differ only in their text, and drop empty ones."""
    merged: list[StyledText] = []
    for run in runs:
        last = merged[-1] if merged else None
        if last and last[1:] == run[1:] and not run.image:
            merged[-1] = last._replace(text=last.text + run.text)
        elif run.text or run.image:
            merged.append(run)
    return tuple(merged)
