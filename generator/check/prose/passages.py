"""The text of rules goes in, Markdown with the numbers that are claims blotted out; its passages come out.

All that is no prose is blank in a passage: marks of lists, quotes and emphasis, code, links and drawings, but not the
captions of figures. Each character stays where it is, so that a place in a passage is a place in the text.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it.token import Token

BLOT = "\ue000"  # stands for each character of a claim, and of code and links: no letter, no digit, no space
_TITLE = re.compile(r"\b(?:box|contents?|components?|materials?|what(?: is|['\u2019]s) in)\b", re.IGNORECASE)
# words of other sections too, such as `Moving pieces`: they must be all that a heading says
_WHOLE = re.compile(
    r"[\s>#]*(?:\d+[.)]?\s+)*(?:(?:game|list of|your)\s+)*(?:the\s+(?=parts|equipment))?(?:parts|pieces|equipment)"
    r"(?:\s+(?:and|&)\s+(?:parts|pieces|equipment)|\s+list|\s+(?:of|in) the game)*[\s#:.]*",
    re.IGNORECASE,
)
_SETUP = re.compile(
    r"\b(?:set(?:ting)?[ -]?up|prepar(?:ation|ations|ing|e)|before (?:you|the) (?:first|play|start)\w*)\b",
    re.IGNORECASE,
)
_CODE = r"(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)"
_LINK = r"(?<!!)\[[^\]\[]*\]\([^)]*\)|\]\([^)]*\)|<[a-zA-Z/!][^<>]*>"  # the second is the end of a drawing
_HIDDEN = re.compile(rf"{_CODE}|{_LINK}|(?P<blank>!\[|&\w+;|(?<=\S)[*_]+|[*_]+(?=\S)|~~)", re.DOTALL)
_PICTURES = re.compile(r"!\[[^\]\[|]*\]\((?:part|figure):[^)|]*\)")
_SHOWN = re.compile(rf"(?:\s*{_PICTURES.pattern})+\s*")  # a cell that shows and does not say
_EDGE = re.compile(r"[ >]*\|?")
_BAR = re.compile(r"(?<!\\)\|")
_SHARED = re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE)


class Passage(NamedTuple):
    """Some lines of the text, from `start` on: a paragraph, or the row of a table, whose `cells` are spans of it.

    `listed` says that it is an item of a list of contents, or a row of a table of them; `head` is then the table's.
    `setup` says that it stands where the rules set the game up, or that no heading but the title says where it stands.
    """

    text: str
    start: int
    listed: bool = False
    cells: tuple[tuple[int, int], ...] = ()
    head: tuple[str, ...] = ()
    setup: bool = False


def names_contents(heading: str) -> bool:
    """Return whether what stands below a heading says what the box holds."""
    return bool(_TITLE.search(heading) or _WHOLE.fullmatch(heading))


def passages(text: str, title: str) -> Iterator[Passage]:
    """Yield the passages of the text in its order; a heading that is the `title` of the game names no contents."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])  # where a word stands in a line is for us to find
    yield from _Walk(text, title).walk(parser.parse(text))


class _Walk:
    """Goes through the tokens once, and knows where in the text it is."""

    def __init__(self, text: str, title: str) -> None:
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.title = title.lower()
        self.headings: list[tuple[int, str]] = []
        self.said = ""
        self.head: tuple[str, ...] = ()

    def walk(self, tokens: "Sequence[Token]") -> Iterator[Passage]:
        """Yield a passage for each token that holds words; those of a table are taken row by row."""
        depth, fresh, table = 0, False, False
        for n, token in enumerate(tokens):
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    depth += 1
                case "bullet_list_close" | "ordered_list_close":
                    depth -= 1
                case "list_item_open":
                    fresh = depth == 1
                case "heading_open":
                    self.enter(int(token.tag[1:]), tokens[n + 1].content)
                case "table_open" | "table_close":
                    table, self.head = token.nesting > 0, ()
                case "tr_open":
                    yield self.row(token)
                case "inline" if not table and tokens[n - 1].type != "heading_open":
                    yield self.paragraph(token, fresh and self.contents())
                    fresh, self.said = False, self.said if depth else token.content

    def enter(self, level: int, heading: str) -> None:
        """Note a heading, and forget those that it ends."""
        self.headings = [each for each in self.headings if each[0] < level]
        self.headings.append((level, "" if heading.strip().lower() == self.title else heading))
        self.said = ""

    def contents(self) -> bool:
        """Return whether a list or a table here is one of contents, and of all of them."""
        headings = [heading for _, heading in self.headings]
        return any(map(names_contents, headings)) and not any(map(_SHARED.search, (*headings, self.said)))

    def setup(self) -> bool:
        """Return whether the game is set up here, as far as headings tell."""
        below = [heading for level, heading in self.headings if heading and level > 1]
        return not below or any(map(_SETUP.search, below))

    def paragraph(self, token: "Token", listed: bool) -> Passage:
        """Return the words of a token, with blanks for what stands before them in each of its lines."""
        first, _ = token.map or (0, 1)
        shown = []
        for line, words in zip(self.lines[first:], token.content.split("\n"), strict=False):
            at = max(line.find(words.strip()), 0)
            shown.append(" " * at + line[at:])
        return Passage(bare("\n".join(shown)), self.starts[first], listed, setup=self.setup())

    def row(self, token: "Token") -> Passage:
        """Return a row of a table with its cells, but for those of small pictures; the first row is the head."""
        first, _ = token.map or (0, 1)
        line = bare(_PICTURES.sub(lambda found: BLOT * len(found[0]), self.lines[first]))
        cells = spans(line)
        if self.head:
            bodies = [n for n, cell in enumerate(cells) if not _SHOWN.fullmatch(self.lines[first], *cell)]
            heads = tuple(self.head[n] if n < len(self.head) else "" for n in bodies)
            return Passage(line, self.starts[first], self.contents(), tuple(cells[n] for n in bodies), heads)
        self.head = tuple(line[start:end].strip().lower() for start, end in cells)
        return Passage("", self.starts[first])


def spans(row: str) -> tuple[tuple[int, int], ...]:
    """Return where in the row of a table its cells are."""
    edge = _EDGE.match(row).end()  # type: ignore[union-attr]  # it matches anything
    bars = [edge - 1, *(bar.start() for bar in _BAR.finditer(row, edge)), len(row)]
    return tuple((one + 1, other) for one, other in pairwise(bars))


def bare(text: str) -> str:
    """Return the text with as many blanks, or blots, for what is no prose."""
    return _HIDDEN.sub(lambda found: re.sub(r"[^\n]", " " if found["blank"] else BLOT, found[0]), text)
