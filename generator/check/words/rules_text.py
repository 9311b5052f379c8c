"""Read the Markdown of rules with markdown-it-py, keeping the offset of each character.

The parser gives lines for blocks and nothing for what is inside them. So its inline rules are wrapped, and each tells
where it matched. The result are texts of the length of the source, in which what nobody reads is hidden.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from generator.language.emphasis import ICON
from generator.language.markdown import make_parser
from generator.model.language import RuleWords

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

PLACEHOLDER = "\ue000"  # stands for a character of a claim: no letter, no digit, no space
HIDDEN = "\ue001"  # likewise, for what is no prose: code, targets of links, marks of lists
_NOTE_TEXT = re.compile(r"^[ >]*\[\^[^\[\]\n]++\]:", re.MULTILINE)
_NOTE_SIGN = re.compile(r"\[\^[^\[\]\n]++\]")
_VISIBLE = re.compile(r"\S")
_SPECIAL = re.compile(r"[`*_\[<&~]")
_TITLE_WORD = re.compile(r"[^\W\d](?:'?[^\W\d])*")
_Matched = Callable[["StateInline", bool], bool]
_Span = tuple[int, int]


class RulesHeading(NamedTuple):
    """A heading: its level from 1 to 6, its title as it is read, and where its first line begins."""

    level: int
    title: str
    at: int


class RulesEntry(NamedTuple):
    """An item of a list without numbers, or a row of a table: the spans of its cells, an item having one.

    `section` is the index of the heading above it, -1 before the first; `lead` is the paragraph before the list or
    table, then the items that it is in, and `head` the text of the first row of the table.
    """

    cells: tuple[_Span, ...]
    section: int
    lead: str = ""
    head: str = ""


class MaskedRules(NamedTuple):
    """Rules as people read them; both texts have the length and the lines of the source.

    `words` are all words that are read, also those of headings and links. `prose` lacks these, because a heading is no
    sentence and a link repeats one. Marks of emphasis and quotes are blanks in both. `quotes` are the spans of quotes.
    """

    words: str
    prose: str
    headings: tuple[RulesHeading, ...]
    entries: tuple[RulesEntry, ...]
    quotes: tuple[_Span, ...]


@lru_cache(maxsize=16)
def mask_rules(source: str) -> MaskedRules:
    """Return the texts, headings and entries of rules in Markdown; of such as nest too deeply, nothing is shown."""
    reader = _Reader(_hide_notes(source))
    try:
        reader.read(_parser().parse(reader.source))
    except RecursionError:  # the booklet refuses such rules
        reader = _Reader(source)
    return MaskedRules(
        "".join(reader.words),
        "".join(reader.prose),
        tuple(reader.headings),
        tuple(reader.entries),
        tuple(reader.quotes),
    )


def find_contents(headings: Sequence[RulesHeading], words: RuleWords) -> list[bool]:
    """Return for each heading whether its section says what the box holds: by itself, or by one above it.

    A heading of level 1 is a title, which says nothing.
    """
    told: list[bool] = []
    above: list[tuple[int, bool]] = []
    for heading in headings:
        above = [each for each in above if each[0] < heading.level]
        own = heading.level > 1 and _names_contents(heading.title, words)
        above.append((heading.level, own or any(inherited for _, inherited in above)))
        told.append(above[-1][1])
    return told


def _names_contents(title: str, words: RuleWords) -> bool:
    """Return whether a heading has words that only a list of contents has, or is all that such a heading says."""
    plain = " ".join(_TITLE_WORD.findall(title.lower().replace("\u2019", "'")))
    return plain in words.contents_alone or any(f" {phrase} " in f" {plain} " for phrase in words.contents)


def _hide_notes(source: str) -> str:
    """Hide the names of footnotes and of icons, which the parser does not know: `[^supply]`, `{sword}`."""
    source = _NOTE_TEXT.sub(lambda found: _hide(found[0]), source) if "[^" in source else source
    source = _NOTE_SIGN.sub(lambda found: " " * len(found[0]), source) if "[^" in source else source
    return ICON.sub(lambda found: _hide(found[0]), source) if "{" in source else source


def _hide(text: str) -> str:
    return _VISIBLE.sub(HIDDEN, text)


class _Reader:
    """Goes through the blocks of the parser, and shows of an empty page what people read."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._starts = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
        self.words = list(_hide(source))
        self.prose = list(self.words)
        self.headings: list[RulesHeading] = []
        self.entries: list[RulesEntry] = []
        self.quotes: list[_Span] = []
        self._block = self._tag = self._lead = self._head = ""
        self._lists: list[tuple[str, str]] = []  # those that a block is in, each with what leads to it
        self._begins_item = False
        self._row: list[_Span] = []

    def read(self, tokens: "Sequence[Token]") -> None:
        """Read the tokens of a text, in order."""
        for token in tokens:
            if token.type == "inline":
                self._read_inline(token)
            elif token.type == "html_block":  # its words are read, and its tags are not
                self._block = "paragraph_open"
                self._show(token, 0)
            else:
                self._read_block(token)

    def _read_block(self, token: "Token") -> None:
        match token.type:
            case "heading_open" | "paragraph_open" | "th_open" | "td_open":
                self._block, self._tag = token.type, token.tag
            case "bullet_list_open" | "ordered_list_open":
                self._lists.append((token.tag, self._lead))
            case "bullet_list_close" | "ordered_list_close":
                self._begins_item, self._lead = False, self._lists.pop()[1]
            case "list_item_open":
                self._begins_item = all(tag == "ul" for tag, _ in self._lists)  # the others are steps
            case "blockquote_open" if token.map:
                self.quotes.append((self._starts[token.map[0]], self._starts[token.map[1]]))
            case "tr_open":
                self._row = []
            case "thead_close":
                self._head = " ".join(self.source[start:end] for start, end in self._row)
            case "tr_close" if self._block == "td_open" and self._row:
                self.entries.append(RulesEntry(tuple(self._row), len(self.headings) - 1, self._lead, self._head))

    def _read_inline(self, token: "Token") -> None:
        is_cell = self._block in ("th_open", "td_open")
        span = self._show(token, self._row[-1][1] if is_cell and self._row else 0)
        if self._block == "heading_open":
            self._add_heading(token, int(self._tag[1]))
        elif is_cell:
            self._row += [span] if span else []
        elif self._begins_item and span:
            self._begins_item, above = False, self._lists[-1][1]
            self.entries.append(RulesEntry((span,), len(self.headings) - 1, above))
            self._lead = f"{above} {token.content}".strip()
        elif not self._lists:
            self._lead = token.content

    def _add_heading(self, token: "Token", level: int) -> None:
        start = self._starts[(token.map or [0])[0]]
        self.headings.append(
            RulesHeading(level, " ".join(_mask_inline(token.content, True).replace(HIDDEN, "").split()), start)
        )
        self._lead = ""

    def _show(self, token: "Token", after: int) -> _Span | None:
        """Show the text of a token, from an offset on, and return its span; None if it is not found as it is."""
        line = (token.map or [0])[0]
        shown = [_mask_inline(token.content, links) for links in (True, False)]
        start, end, at = -1, after, 0
        for number, typed in enumerate(token.content.split("\n"), line):
            found = self.source.find(typed, max(self._starts[number], after), self._starts[number + 1])
            if found < 0:
                return None
            self._show_quotes(self._starts[number], found)
            length = len(typed)
            self.words[found : found + length] = shown[0][at : at + length]
            if self._block != "heading_open":
                self.prose[found : found + length] = shown[1][at : at + length]
            start, end, at = found if start < 0 else start, found + length, at + length + 1
        return start, end

    def _show_quotes(self, start: int, end: int) -> None:
        """Make the marks of quotes before a line blanks."""
        for at in range(start, end):
            if self.source[at] == ">":
                self.words[at] = self.prose[at] = " "


@cache
def _parser() -> "MarkdownIt":
    """Return the parser; it knows no code by indents, which the rules lack: a footnote goes on with indents."""
    from markdown_it.rules_inline import autolink, backtick, emphasis, entity, html_inline, image, link, strikethrough

    parser = make_parser().disable(["code", "inline"])
    rules = {
        "backticks": backtick,
        "emphasis": emphasis.tokenize,
        "link": link,
        "image": image,
        "autolink": autolink,
        "html_inline": html_inline,
        "strikethrough": strikethrough.tokenize,
        "entity": entity,
    }
    for name, rule in rules.items():
        parser.inline.ruler.at(name, _record(name, rule))
    return parser


def _record(name: str, rule: _Matched) -> _Matched:
    """Return an inline rule that also records where it matched in the text that is being masked."""

    def recorded(state: "StateInline", silent: bool) -> bool:
        start = state.pos
        matched = rule(state, silent)
        if matched and not silent and state.src is state.env.get("source"):
            label = start + (name == "image")
            end = state.md.helpers.parseLinkLabel(state, label) if name in ("link", "image") else start
            state.env["matches"].append((name, start, end, state.pos))
        return matched

    return recorded


def _mask_inline(text: str, links: bool) -> str:
    """Return a text of one block in which what is not read is hidden; the words of `links` are kept or hidden."""
    if not _SPECIAL.search(text):
        return text
    env: dict[str, object] = {"source": text, "matches": []}
    tokens: list[Token] = []
    _parser().inline.parse(text, _parser(), env, tokens)
    is_plain = not any(token.type in ("em_open", "strong_open") for token in tokens)
    shown = list(text)
    matches: list[tuple[str, int, int, int]] = env["matches"]  # type: ignore[assignment]
    for name, start, label, end in sorted(matches, key=lambda each: each[1]):
        match name:
            case "emphasis" if is_plain:
                pass  # `3 * 4`
            case "emphasis" | "entity" | "strikethrough":
                shown[start:end] = " " * (end - start)
            case "image" | "link" if name == "image" or links:
                first = start + 1 + (name == "image")
                shown[start:first] = " " * (first - start)
                shown[first:label] = _mask_inline(text[first:label], links)
                shown[label:end] = _hide(text[label:end])
            case _:
                shown[start:end] = _hide(text[start:end])
    return "".join(shown)
