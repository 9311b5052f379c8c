"""Parse footnotes: signs such as `[^supply]` in the text, and their texts, `[^supply]: ...`, wherever they stand."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

FOOTNOTE = "note:"  # the beginning of the link target of a footnote's text
FOOTNOTE_NAME = re.compile(r"[\w-]{1,60}")
_SIGN = re.compile(r"\[\^([^\[\]\n]++)\]")
_DEFINITION = re.compile(r"\[\^([^\[\]\n]++)\]:[ \t]*+")
_INDENT = 4  # of the further paragraphs of a footnote's text, as of code


class FootnoteUse(NamedTuple):
    """How the text refers to a footnote: its number, and the keys of the sections that do, "" before the first."""

    number: int
    sections: tuple[str, ...]


def enable_footnotes(parser: "MarkdownIt") -> None:
    """Let a parser read the signs and the texts of footnotes."""
    parser.inline.ruler.before("link", "footnote_sign", _read_sign)
    parser.block.ruler.before("reference", "footnote", _read_definition, {"alt": ["paragraph", "reference"]})


def _read_sign(state: "StateInline", silent: bool) -> bool:
    found = _SIGN.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("footnote_sign", "", 0)
        token.meta = {"name": found[1]}
    state.pos = found.end()
    return True


def _read_definition(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """Read the text of a footnote: what stands behind its name, and what is indented below."""
    begin = state.bMarks[start] + state.tShift[start]
    found = None if state.is_code_block(start) else _DEFINITION.match(state.src, begin, state.eMarks[start])
    if found is None or silent:
        return found is not None
    token = state.push("footnote_open", "", 1)
    token.meta = {"name": found[1]}
    before = state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType
    state.blkIndent += _INDENT
    state.bMarks[start], state.tShift[start], state.sCount[start] = found.end(), 0, state.blkIndent
    state.parentType = "footnote"
    state.md.block.tokenize(state, start, end)
    state.blkIndent -= _INDENT
    state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType = before
    token.map = [start, state.line]
    state.push("footnote_close", "", -1)
    return True


def find_definitions(tokens: "Sequence[Token]") -> Iterator[tuple[str, int]]:
    """Yield the name and the line of each footnote's text."""
    for token in tokens:
        if token.type == "footnote_open":
            yield token.meta["name"], (token.map or [0])[0] + 1


def count_footnotes(tokens: "Sequence[Token]") -> dict[str, FootnoteUse]:
    """Number the footnotes in the order of their signs; headings have their keys by now."""
    used: dict[str, list[str]] = {}
    section, inside = "", False
    for opener, token in pairwise(tokens):
        inside = (inside or opener.type == "footnote_open") and opener.type != "footnote_close"
        section = opener.meta.get("key", section)
        for child in () if inside else token.children or ():
            if child.type == "footnote_sign":
                sections = used.setdefault(child.meta["name"], [])
                sections += [] if section in sections else [section]
    return {name: FootnoteUse(number, tuple(sections)) for number, (name, sections) in enumerate(used.items(), 1)}
