"""Parse rules in Markdown into blocks: CommonMark, and what people write beside it."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from generator.booklet.blocks import (
    Alignment,
    Block,
    BlockQuote,
    CodeBlock,
    ContentsBlock,
    FaceName,
    FigureBlock,
    Footnote,
    FootnoteList,
    Heading,
    ImageBlock,
    ListBlock,
    NoteBlock,
    PageBreak,
    Paragraph,
    StyledText,
    TableBlock,
    TableRow,
    ThematicBreak,
    to_plain_text,
)
from generator.booklet.footnotes import FOOTNOTE, enable_footnotes
from generator.booklet.html_blocks import convert_html_blocks
from generator.booklet.inline_text import read_runs
from generator.booklet.references import FIGURE, IMAGE, References, link_target, sole_figure
from generator.language.markdown import make_parser
from generator.language.markdown_marks import STRAY_SIGNS
from generator.model.finding import Finding

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

_DEEPEST_HEADING = 4  # deeper ones look like it
_MOST_COLUMNS = 50  # of a table: as many fit on no paper
_DEEPEST_NEST = 10
_ALERT = re.compile(r"\[!([\w-]{1,40})\][+-]?[ \t]*([^\n]*)")
_TASK = re.compile(r"\[([ xX])\][ \t]+")


def parse_blocks(
    markdown: str, refs: References, quotes: Sequence[str] = ()
) -> tuple[tuple[Block, ...], list[Finding]]:
    """Return the blocks of the rules, and the findings.

    `refs` resolves references. Straight quotes are replaced by `quotes`: an opening and a closing double quote, then
    the same two single quotes.
    """
    from markdown_it.tree import SyntaxTreeNode

    parser = make_parser({"typographer": bool(quotes), "quotes": quotes or "\"\"''"}).enable("smartquotes")
    enable_footnotes(parser)
    parser.core.ruler.after("block", "html_blocks", convert_html_blocks)
    parser.core.ruler.after("smartquotes", "captions", _quote_captions)
    env: dict[str, Any] = {}
    try:
        tokens = parser.parse(markdown, env)
        nodes = SyntaxTreeNode(tokens).children
    except RecursionError:
        refs.report_unsupported("nesting brackets, emphasis, lists or quotes hundreds deep", _deepest_line(markdown))
        return (), refs.findings
    for what, line in env["html_faults"]:
        refs.report_unsupported(what, line)
    for name, line in env["html_left_out"]:
        refs.leave_out("HTML", f"<{name}", line)
    for sign, line in env[STRAY_SIGNS]:
        refs.leave_out("sign", sign, line)
    refs.collect_targets(tokens)
    blocks = _drop_breaks(_lift_title(_BlockParser(refs).parse_blocks(nodes, 0)))
    for block, after in pairwise((*blocks, None)):
        if isinstance(block, PageBreak) and block.has_art and not (isinstance(after, Heading) and after.level <= 2):
            refs.report_unsupported("`<!-- art page -->` without the heading of a section below it", block.line)
    return blocks, [*refs.findings, *refs.sum_up_left_out(), *refs.find_unshown_figures(tokens)]


def _lift_title(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks with the images above the title, such as a logo, below it."""
    at = next((at for at, block in enumerate(blocks) if not isinstance(block, ImageBlock)), 0)
    match blocks[at:]:
        case [Heading(1) as title, *rest]:
            return (title, *blocks[:at], *rest)
    return blocks


def _drop_breaks(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks without thematic breaks above headings, which have a rule of their own."""
    pairs = pairwise((*blocks, None))
    return tuple(
        block
        for block, after in pairs
        if block and not (isinstance(block, ThematicBreak) and isinstance(after, Heading) and after.level <= 2)
    )


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
        self.figures = 0
        self.back_cover = self.tinted = False

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
                return (self.parse_list(node, depth),)
            case "dl":
                return tuple(block for child in node.children for block in self.parse_definition(child, depth))
            case "blockquote":
                return self.parse_quote(node, depth)
            case "table":
                return self.parse_table(node)
            case "hr":
                return (ThematicBreak(),)
            case "fence" | "code_block":
                return self.parse_code(node)
            case "html_block":
                return self.parse_page_break(node, depth)
            case other:
                return self.refuse_node(node, other)

    def parse_list(self, node: "SyntaxTreeNode", depth: int) -> ListBlock:
        """Return a list; an item that begins with `[ ]` or `[x]` is a task."""
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        labels = tuple(map(_take_task, node.children))
        items = tuple(self.parse_blocks(item.children, depth + 1) for item in node.children)
        return ListBlock(items, start, _is_tight(node), labels if any(labels) else ())

    def parse_definition(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return a term in bold, or what is said of it, which is indented."""
        if node.type == "dd":
            return (ListBlock((self.parse_blocks(node.children, depth + 1),), None, True, ("none",)),)
        lines, inline = self.line_range(node), node.children[0].token
        return (Paragraph(read_runs(inline, lines[0], self.refs, "serif-bold"), lines),) if inline else ()

    def parse_code(self, node: "SyntaxTreeNode") -> tuple[Block, ...]:
        """Return a block of code, if it holds any."""
        text, lines = node.content.strip("\n").expandtabs(4), self.line_range(node)
        return (CodeBlock(StyledText(text, "mono", lines[0]), lines),) if text.strip() else ()

    def refuse_node(self, node: "SyntaxTreeNode", what: str, needle: str = "", begins: str = "") -> tuple[()]:
        """Report an unsupported node, and return no block for it."""
        self.refs.report_unsupported(what, self.line_range(node)[0], needle, begins)
        return ()

    def line_range(self, node: "SyntaxTreeNode") -> tuple[int, int]:
        """Return the first and last line of a node, counted from 1."""
        first, end = node.map or (0, 1)
        return first + 1, end

    def parse_page_break(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return a page break or a list of contents; report one inside a list or quote, or after the back cover."""
        word, line = node.content.strip().removeprefix("<!-- ").removesuffix(" -->"), self.line_range(node)[0]
        if depth or self.back_cover:
            what = "a list of contents" if word == "contents" else "a page break"
            return self.refuse_node(node, what + (" inside a list or a quote" if depth else " after the back cover"))
        if word == "contents":
            return (ContentsBlock(line),)
        self.back_cover, self.tinted = word == "back cover", word == "tinted page"
        return (PageBreak(self.back_cover, line, self.tinted, word == "art page"),)

    def parse_quote(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return an example, or a note if it begins with `[!NOTE]`, `[!TIP]` or the like."""
        inline = node.children[0].children[0].token if node.children and node.children[0].type == "paragraph" else None
        found = _ALERT.match(inline.content) if inline else None
        if not inline or not found:
            return (BlockQuote(self.parse_blocks(node.children, depth + 1)),)
        children, (start, _) = inline.children or [], self.line_range(node.children[0])
        end = next((at for at, child in enumerate(children) if child.type.endswith("break")), None)
        label, title = self.refs.terms.name_note(found[1]), found[2].strip()
        if end is None and len(node.children) == 1:
            if not title:
                return self.refuse_node(node, "a note without text")
            children[0].content = children[0].content[found.start(2) :]
            return (NoteBlock(self.parse_blocks(node.children, depth + 1), label, start),)
        label = title or label
        rest = self.parse_blocks(node.children[1:], depth + 1)
        if end is None:
            return (NoteBlock(rest, label, start),)
        inline.children, first_line = children[end + 1 :], start + 1
        text = Paragraph(read_runs(inline, first_line, self.refs), (first_line, self.line_range(node.children[0])[1]))
        return (NoteBlock((text, *rest), label, start),)

    def parse_paragraph(self, node: "SyntaxTreeNode") -> tuple[Block, ...]:
        """Return a paragraph; a figure, or images, if they are all that the paragraph holds."""
        lines, inline = self.line_range(node), node.children[0].token if node.children else None
        image = sole_figure(inline)
        if image is not None:
            return self.parse_figure(node, image)
        runs = read_runs(inline, lines[0], self.refs) if inline else ()
        images = [run for run in runs if run.icon.startswith(IMAGE)]
        if images and all(run.icon.startswith(IMAGE) or not run.text.strip() for run in runs):
            titles = [str(each.attrs.get("title", "")) for each in inline.children or ()] if inline else []
            caption = next(filter(None, titles), "") if len(images) == 1 else ""
            said = (StyledText(caption, "sans", lines[0]),) if caption else ()
            first, *others = (ImageBlock(run.icon, run.text, said, lines) for run in images)
            return (replace(first, beside=tuple(others)),)
        return (Paragraph(runs, lines, cast(Alignment, node.meta.get("align") or "left")),) if runs else ()

    def parse_figure(self, node: "SyntaxTreeNode", image: "Token") -> tuple[Block, ...]:
        """Return a figure with its number and caption."""
        lines, target = self.line_range(node), link_target(image)
        self.figures += 1
        self.refs.check_figure(target, lines[0], "![")
        caption = read_runs(image, lines[0], self.refs, "sans")
        if not to_plain_text(caption) or "title" in image.attrs:
            what = "a figure without a caption" if not to_plain_text(caption) else "a title on a figure"
            return self.refuse_node(node, what, f"]({target}", "![")
        return (FigureBlock(target.removeprefix(FIGURE), self.figures, caption, lines),)

    def parse_heading(self, node: "SyntaxTreeNode", depth: int) -> tuple[Block, ...]:
        """Return a heading with the key that links use; inside a list or a quote, a paragraph in bold."""
        level, lines = min(int(node.tag[1:]), _DEEPEST_HEADING), self.line_range(node)
        face: FaceName = "serif-bold" if depth or level == 1 else "sans-bold"
        inline = node.children[0].token if node.children else None
        runs = read_runs(inline, lines[0], self.refs, face) if inline else ()
        if not to_plain_text(runs):
            return ()
        return (Paragraph(runs, lines) if depth else Heading(level, runs, lines, node.meta["key"]),)

    def parse_table(self, node: "SyntaxTreeNode") -> tuple[Block, ...]:
        """Return a table, or report a wide one; the parser has already made all rows as long as the head."""
        if len(node.children[0].children[0].children) > _MOST_COLUMNS:
            return self.refuse_node(node, f"a table of more than {_MOST_COLUMNS} columns")
        rows = [row for section in node.children for row in section.children]
        aligns = tuple(_cell_alignment(cell) for cell in rows[0].children)
        head, *body = (self.parse_row(row, index == 0) for index, row in enumerate(rows))
        return (TableBlock(head, tuple(body), aligns, self.tinted),)

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


def _take_task(item: "SyntaxTreeNode") -> str:
    """Return `box` or `tick` for an item that begins with `[ ]` or `[x]`, and take that out of its text."""
    first = item.children[0] if item.children else None
    inline = first.children[0].token if first and first.type == "paragraph" and first.children else None
    text = inline.children[0] if inline and inline.children else None
    if text is None or text.type != "text" or not (found := _TASK.match(text.content)):
        return ""
    text.content = text.content[found.end() :]
    return "box" if found[1] == " " else "tick"
