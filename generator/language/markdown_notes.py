"""Read notes as sites of documentation have them, `:::tip` and `!!! tip`, as those of GitHub, `> [!TIP]`."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock

_FENCE = re.compile(r"(:{3,})[ \t]*([^\n]*?)[ \t:]*$")
_NOTE = re.compile(r"""\{?\.?(?P<kind>[A-Za-z][\w-]*)[^}"\[ ]*\}?[ \t]*(?:\[(?P<square>.*)\]|(?P<title>.*))$""")
_INDENTED = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]+(?P<name>[A-Za-z][\w-]*(?:[ \t][^\n]*)?)$")
_INDENT = 4
_KINDS = frozenset(
    """abstract attention bug caution danger details error example failure hint important info note question quote
    seealso spoiler success summary tip todo warning""".split()
)


def enable_notes(parser: "MarkdownIt") -> None:
    """Let a parser read such notes; what others stand between `:::` is read as if those were not there."""
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("fence", "fenced_note", _read_fenced, ends)
    parser.block.ruler.before("fence", "indented_note", _read_indented, ends)


def _read_fenced(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    found = _match_line(state, start, _FENCE)
    if found is None or not found[2]:
        return False
    if silent:
        return True
    depth, last = 1, start
    while depth and last + 1 < end:
        last += 1
        if inner := _match_line(state, last, _FENCE):
            depth += 1 if inner[2] else -1
    _push_note(state, start, last + (depth > 0), found[2])
    state.line = last + 1
    return True


def _read_indented(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    found = _match_line(state, start, _INDENTED)
    below = next((line for line in range(start + 1, end) if not state.isEmpty(line)), end)
    if found is None or below == end or state.sCount[below] < state.blkIndent + _INDENT:
        return False
    if silent:
        return True
    last = below
    while last < end and (state.isEmpty(last) or state.sCount[last] >= state.blkIndent + _INDENT):
        last += 1
    state.blkIndent += _INDENT
    _push_note(state, start, last, found["name"])
    state.blkIndent -= _INDENT
    state.line = last
    return True


def _match_line(state: "StateBlock", line: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
    begin = state.bMarks[line] + state.tShift[line]
    return None if state.is_code_block(line) else pattern.match(state.src, begin, state.eMarks[line])


def _push_note(state: "StateBlock", start: int, end: int, said: str) -> None:
    """Push the tokens of a note whose text stands in the lines between two; of its text alone if it is no note."""
    found = _NOTE.match(said)
    is_note = found is not None and found["kind"].lower() in _KINDS
    if found and is_note:
        state.push("blockquote_open", "blockquote", 1).map = [start, end]
        title = (found["square"] or found["title"] or "").strip(" \"'")
        state.push("paragraph_open", "p", 1).map = [start, start + 1]
        inline = state.push("inline", "", 0)
        inline.content, inline.map, inline.children = (
            f"[!{found['kind'].upper()}] {title}".strip(),
            [start, start + 1],
            [],
        )
        state.push("paragraph_close", "p", -1)
    parent, most = state.parentType, state.lineMax
    state.parentType, state.lineMax = "blockquote", end
    state.md.block.tokenize(state, start + 1, end)
    state.parentType, state.lineMax = parent, most
    if is_note:
        state.push("blockquote_close", "blockquote", -1)
