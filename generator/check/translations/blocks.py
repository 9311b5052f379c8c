"""Read the rules of a language as blocks with facts: headings, paragraphs, list items, table rows and figures."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from generator.check.translations.facts import TextFact, Weight, find_text_facts
from generator.language.markdown import make_parser
from generator.language.plurals import count_noun
from generator.model.finding import Place
from generator.model.language import Language
from generator.model.rules import MarkedText

if TYPE_CHECKING:
    from markdown_it.token import Token

_FOOTNOTE = re.compile(r"\[\^[^\[\]\n]++\]:")
_NOT_IN_SLUG = re.compile(r"[^\w\s-]")
_FIGURE = "figure:"
_EMPHASIS = {"strong": "bold text", "em": "italic text"}
_NAMES = {"row": "table row", "item": "list item", "note": "note"}


class Passage(NamedTuple):
    """A text that is translated as a whole: a block, or a cell of a table row."""

    start: int
    end: int
    facts: tuple[TextFact, ...] = ()


class RulesBlock(NamedTuple):
    """A block of rules from `start` to `end` in their text; `depth` is how deep it is quoted.

    `size` is the level of a heading, and 1 for a numbered item or the head of a table.
    """

    kind: str
    depth: int
    size: int
    start: int
    end: int
    passages: tuple[Passage, ...]

    @property
    def facts(self) -> tuple[TextFact, ...]:
        """Return the facts of all passages."""
        return tuple(fact for passage in self.passages for fact in passage.facts)

    @property
    def name(self) -> str:
        """Return what a message calls it."""
        return _NAMES.get(self.kind, self.kind)

    @property
    def shape(self) -> str:
        """Return what it is, as a message describes it."""
        what = {
            "heading": f"a heading of level {self.size}",
            "row": f"the head of a table with {count_noun(len(self.passages), 'column')}" if self.size else "",
            "item": "a numbered list item" if self.size else "",
        }.get(self.kind) or f"a {self.name}"
        return f"{what} in a quote" if self.depth else what


class RulesText(NamedTuple):
    """The rules of a language as blocks."""

    language: Language
    blocks: Sequence[RulesBlock]

    def place(self, at: int) -> Place:
        """Return the place of an offset in the file."""
        return MarkedText(self.language.rules, self.language.marked).place(at, self.language.file)

    def quote(self, block: Passage | RulesBlock) -> str:
        """Return the beginning of a block, to show in a message."""
        return shorten(self.language.rules[block.start : block.end])


def shorten(text: str, most: int = 60) -> str:
    """Return the beginning of a text, to show in a message."""
    words = " ".join(text.split())
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def read_rules_text(language: Language) -> RulesText:
    """Return the rules of a language as blocks; none if they nest deeper than the booklet can be set."""
    # as in the booklet, but that footnotes stay text, so nothing may be read as a definition of a link or as code
    parser = make_parser().disable(["reference", "code"])
    parser.core.ruler.disable("text_join")  # escaped signs stay apart, so that each text is found in the source
    try:
        return RulesText(language, tuple(_BlockReader(language, parser.parse(language.rules)).read_blocks()))
    except RecursionError:
        return RulesText(language, ())


class _BlockReader:
    """Turns the tokens of a parser into blocks, whose texts are sought in the source one behind the other."""

    def __init__(self, language: Language, tokens: "Sequence[Token]") -> None:
        self.language, self.tokens, self.text = language, tokens, language.rules
        self.lines = [0, *(found.end() for found in re.finditer("\n", self.text)), len(self.text) + 1]
        inlines = [inline for opener, inline in pairwise(tokens) if opener.type == "heading_open"]
        self.headings = {_make_slug(inline): number for number, inline in reversed([*enumerate(inlines)])}
        self.ends = [mark.end for mark in language.marked]
        self.at = 0

    def read_blocks(self) -> Iterator[RulesBlock]:
        """Yield the blocks in order; page breaks and lines between blocks are none."""
        depth, ordered, begins_item = 0, list[bool](), False
        cells, opener = list[Passage](), self.tokens[0] if self.tokens else None
        for token in self.tokens:
            match token.type:
                case "blockquote_open" | "blockquote_close":
                    depth += token.nesting
                case "bullet_list_open" | "ordered_list_open":
                    ordered.append(token.type == "ordered_list_open")
                case "bullet_list_close" | "ordered_list_close":
                    ordered.pop()
                case "list_item_open" | "list_item_close":
                    begins_item = token.nesting > 0
                case "tr_open":
                    start, end = self.find_lines(token)
                    self.at, cells = start, []
                case "inline" if opener and opener.type in ("th_open", "td_open"):
                    cells.append(self.read_passage(token.children or (), token.content, end))
                case "tr_close" if opener:
                    yield RulesBlock("row", depth, int(opener.type == "th_close"), start, end, passages=tuple(cells))
                case "inline" if opener:
                    kind, size = ("item", int(ordered[-1])) if begins_item else ("paragraph", 0)
                    if opener.type == "heading_open":
                        kind, size = "heading", int(opener.tag[1:])
                    begins_item = False
                    yield from self.read_paragraphs(token, kind, depth, size)
            opener = token

    def read_paragraphs(self, token: "Token", kind: str, depth: int, size: int) -> Iterator[RulesBlock]:
        """Yield a paragraph, or several if texts of footnotes follow one another."""
        start, end = self.find_lines(token)
        self.at = start
        for children in _split_footnotes(token.children or ()):
            passage = self.read_passage(children, token.content, end)
            name = kind
            if len(children) == 1 and _find_target(children[0]).startswith(_FIGURE):
                name = "figure"
            elif depth and kind == "paragraph" and children and children[0].content.startswith("[!"):
                name = "note"
            begin = self.text.rfind("\n", 0, passage.start) + 1
            yield RulesBlock(name, depth, size, begin, passage.end, passages=(passage._replace(start=begin),))

    def find_lines(self, token: "Token") -> tuple[int, int]:
        """Return where the lines of a token begin and end."""
        first, last = token.map or (0, 1)
        return self.lines[first], self.lines[min(last, len(self.lines) - 1)] - 1

    def read_passage(self, children: "Sequence[Token]", content: str, end: int) -> Passage:
        """Return what some tokens say, and go on behind them."""
        begins = (children[0].type == "text" and children[0].content) if children else ""
        found = self.text.find(begins or content.split("\n")[0], self.at, end)
        self.at = start = found if found >= 0 else self.at
        facts = list(self.read_inline(children, end))
        for mark in self.language.marked[bisect_right(self.ends, start) :]:
            if mark.start >= self.at:
                break
            if mark.color:
                facts.append(TextFact("color", mark.color, mark.start, self.text[mark.start : mark.end], Weight.PAIRED))
        return Passage(start, max(self.at, start), tuple(sorted(facts, key=lambda fact: fact.at)))

    def read_inline(self, children: "Sequence[Token]", end: int) -> Iterator[TextFact]:
        """Yield the facts of tokens, each sought behind the one before it."""
        targets = list[str]()
        for child in children:
            name = child.type.removesuffix("_open").removesuffix("_close")
            if child.type == "text":
                yield from map(
                    self.weigh_claim, find_text_facts(child.content, self.find(child.content, end), self.language)
                )
            elif child.type == "code_inline":
                yield TextFact("code", child.content, self.find(f"{child.markup}{child.content}", end), child.content)
                self.find(child.markup, end)
            elif name in _EMPHASIS:
                at = self.find(child.markup, end)
                if child.nesting > 0:
                    words = self.text[at:end].removeprefix(child.markup).partition(child.markup)[0]
                    yield TextFact(_EMPHASIS[name], "", at, shorten(words), Weight.ALONE)
            elif child.type == "link_open":
                targets.append(_find_target(child) if child.markup != "autolink" else "")
            elif child.type == "image":
                yield from self.read_inline(child.children or (), end)
                yield self.read_target("picture", _find_target(child), end)
            elif child.type == "link_close" and targets and (target := targets.pop()):
                yield self.read_target("link", target, end)
            else:
                self.find(child.markup or child.content, end)

    def read_target(self, kind: str, target: str, end: int) -> TextFact:
        """Return the target of a link or a picture; a heading is known by its number, for its words differ."""
        at = self.find("](", end)
        at = at + len("](") if self.text.startswith("](", at) else at
        self.find(")", end)
        number = self.headings.get(target.removeprefix("#")) if target.startswith("#") else None
        return TextFact(kind, target if number is None else f"#{number}", at, target)

    def find(self, text: str, end: int) -> int:
        """Return where a text is next, and go on behind it; the offset reached so far if it is nowhere."""
        found = self.text.find(text, self.at, end) if text else -1
        if found < 0:
            return self.at
        self.at = found + len(text)
        return found

    def weigh_claim(self, fact: TextFact) -> TextFact:
        """Return a fact that is never told if a claim prints it, since that is checked already."""
        number = bisect_right(self.ends, fact.at)
        mark = self.language.marked[number] if number < len(self.ends) else None
        is_claimed = mark and mark.start <= fact.at and not mark.color and not mark.part
        return fact._replace(weight=Weight.CANCELS) if is_claimed else fact


def _split_footnotes(children: "Sequence[Token]") -> "Iterator[Sequence[Token]]":
    """Yield runs of tokens, of which each but the first begins with the name of a footnote on a line of its own."""
    start = 0
    for at, (before, child) in enumerate(pairwise(children), 1):
        if before.type == "softbreak" and child.type == "text" and _FOOTNOTE.match(child.content):
            yield children[start:at]
            start = at
    yield children[start:]


def _find_target(token: "Token") -> str:
    """Return the target of a link or a picture as it is written."""
    return unquote(str(token.attrGet("src" if token.type == "image" else "href") or ""))


def _make_slug(heading: "Token") -> str:
    """Return the name by which links know a heading, as common Markdown sites form it."""
    words = "".join(child.content for child in heading.children or () if not child.type.endswith(("open", "close")))
    return re.sub(r"\s", "-", _NOT_IN_SLUG.sub("", words.lower()))
