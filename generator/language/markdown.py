"""Read Markdown as people write it: one parser for all who read rules, and what is read over before they do."""

import posixpath
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.language.markdown_marks import enable_marks
from generator.language.markdown_notes import enable_notes

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore

_DEEPEST = 1000  # above its own nesting limit the parser silently drops text, so ours must apply first
LAYOUT_COMMENTS = ("<!-- page -->", "<!-- tinted page -->", "<!-- back cover -->", "<!-- contents -->")
# code, which ends with its block (a fence at its own line, a span before an empty line), and comments
UNREAD = (
    r"^[ >]*+(?:[-*+]\s|\d{1,9}[.)]\s)?[ >]*+(?P<fence>`{3,}+|~{3,}+)(?![^\n]*`)[^\n]*+"
    r"(?:\n(?![ \t>]*+(?P=fence)[`~]*+[ \t]*+$)[^\n]*+)*+(?:\n[^\n]*+)?"
    r"|(?<![`\\])(?P<ticks>`++)(?:(?!\n[ \t>]*+\n)[\s\S]){1,2000}?(?<!`)(?P=ticks)(?!`)"
    r"|<!--(?:(?!<!--)[\s\S])*?-->"
)
_FRONT_MATTER = re.compile(r"\s*+(?P<sign>---|\+\+\+)[ \t]*+\n(?:[^\n]*+\n)*?(?P=sign)[ \t]*+(?=\n|\Z)")
_KEY = re.compile(r"[\w-]+[ \t]*[:=]|#|\[|\s*$")  # what the first line of front matter holds

_SIGN_OF_BLOCK = re.compile(r"^[ \t>\u00a0]*+(?:[-*+]|\d{1,9}[.)]|#{1,6})\u00a0", re.MULTILINE)
_TITLE = re.compile(r"""^title[ \t]*[:=][ \t]*(["']?)(?P<title>[^\n]+?)\1[ \t]*$""", re.MULTILINE)


def make_parser(options: Mapping[str, Any] | None = None) -> "MarkdownIt":
    """Return a parser of CommonMark, and of what people write beside it."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST, **(options or {})})
    parser.enable(["table", "strikethrough"]).use(deflist_plugin).use(enable_marks).use(enable_notes)
    parser.core.ruler.after("normalize", "blanks", _type_blanks)
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # the booklet checks them, with messages
    return parser


def _type_blanks(state: "StateCore") -> None:
    """Take a blank that does not break, as word processors have it, for a usual one beside the sign of a block."""
    state.src = _SIGN_OF_BLOCK.sub(lambda found: found[0].replace("\u00a0", " "), state.src)


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
