"""Read Markdown as people write it: one parser for all who read rules, and what is read over before they do."""

import posixpath
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.language.markdown_marks import enable_marks

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


if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore

_DEEPEST = 1000  # above its own nesting limit the parser silently drops text, so ours must apply first
_LAYOUT_WORDS = ("page", "art page", "tinted page", "back cover", "contents")
LAYOUT_COMMENTS = tuple(f"<!-- {words} -->" for words in _LAYOUT_WORDS)
# code, which ends with its block (a fence at its own line, a span before an empty line), and comments
UNREAD = (
    r"^[ >]*+(?:[-*+]\s|\d{1,9}[.)]\s)?[ >]*+(?P<fence>`{3,}+|~{3,}+)(?![^\n]*`)[^\n]*+"
    r"(?:\n(?![ \t>]*+(?P=fence)[`~]*+[ \t]*+$)[^\n]*+)*+(?:\n[^\n]*+)?"
    r"|(?<![`\\])(?P<ticks>`++)(?:(?!\n[ \t>]*+\n)[\s\S]){1,2000}?(?<!`)(?P=ticks)(?!`)"
    r"|<!--(?:(?!<!--)[\s\S])*?-->"
)
_HIDDEN = re.compile(
    rf"{UNREAD}|(?P<hidden>(?<![\w%])%%(?!%)(?:(?!%%)[\s\S]){{1,4000}}+%%(?![\w%])"
    r"|(?<=\S)[ \t]++\^[\w-]{3,40}+[ \t]*+$)",
    re.MULTILINE,
)
_FRONT_MATTER = re.compile(r"\s*+(?P<sign>---|\+\+\+)[ \t]*+\n(?:[^\n]*+\n)*?(?P=sign)[ \t]*+(?=\n|\Z)")
_KEY = re.compile(r"[\w-]+[ \t]*[:=]|#|\[|\s*$")  # what the first line of front matter holds

_SIGN_OF_BLOCK = re.compile(r"^[ \t>\u00a0]*+(?:[-*+]|\d{1,9}[.)]|#{1,6})\u00a0", re.MULTILINE)
_BULLET = re.compile(r"^([ \t>\u00a0]*+)[•◦▪●■‣➢][ \t\u00a0]++(?=\S)", re.MULTILINE)
_TITLE = re.compile(r"""^title[ \t]*[:=][ \t]*(["']?)(?P<title>[^\n]+?)\1[ \t]*$""", re.MULTILINE)


def make_parser(options: Mapping[str, Any] | None = None) -> "MarkdownIt":
    """Return a parser of CommonMark, and of what people write beside it."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST, **(options or {})})
    parser.enable(["table", "strikethrough"]).use(deflist_plugin).use(enable_marks).use(enable_notes)
    parser.core.ruler.after("normalize", "blanks", _type_blanks)
    parser.core.ruler.after("blanks", "hidden", _blank_hidden)
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # the booklet checks them, with messages
    return parser


def _type_blanks(state: "StateCore") -> None:
    """Take the bullets and the blanks that do not break of word processors for usual ones at the sign of a block."""
    typed = _BULLET.sub(r"\1- ", state.src)
    state.src = _SIGN_OF_BLOCK.sub(lambda found: found[0].replace("\u00a0", " "), typed)


def _blank_hidden(state: "StateCore") -> None:
    """Take out the %%comments%% of notes, and the names of blocks that links lead to (`^name`)."""
    state.src = _HIDDEN.sub(lambda found: re.sub(r"[^\n]", "", found[0]) if found["hidden"] else found[0], state.src)


def blank_front_matter(text: str) -> str:
    """Return a text with blanks for the YAML (`---`) or TOML (`+++`) before it, so that all places stay."""
    found = _FRONT_MATTER.match(text)
    if not found or not _KEY.match(text[found.end("sign") :].partition("\n")[2]):
        return text  # a line between two texts begins none
    return re.sub(r"[^\n]", "", found[0]) + text[found.end() :]


def find_front_title(text: str) -> str:
    """Return the `title` of the front matter of a text; empty if it has none."""
    found = _FRONT_MATTER.match(text)
    title = _TITLE.search(found[0]) if found and blank_front_matter(text) != text else None
    return title["title"].strip() if title else ""


def normalize_image_name(name: str) -> str:
    """Return the path of an image below a game's folder, as `../a.png`, `./b//a.png` and `/images/a.png` mean it."""
    return posixpath.normpath(f"/{name}").lstrip("/")
