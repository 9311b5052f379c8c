"""Split the rules of two languages into blocks and align them: headings, paragraphs, items, table rows and figures."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.rules_text import hide_code
from generator.check.prose.translation_facts import TextFact
from generator.model.finding import Place
from generator.model.language import Language
from generator.model.rules import MarkedText

_PREFIX = re.compile(r"(?P<quote>(?:[ ]{0,3}>[ ]?)*+)(?P<rest>.*)")
_HEADING = re.compile(r"(?P<hashes>#{1,6})\s")
_ITEM = re.compile(r"(?P<mark>[-+*]|\d+[.)])\s+")
_RULE = re.compile(r"(?:[-*_]\s*){3,}$")
_FIGURE = re.compile(r"!\[.*\]\(figure:[^()]*\)\s*$")
_DIVIDER = re.compile(r"[\s:|-]++$")
_CONTINUED = ("paragraph", "item")  # kinds whose lines may go on in the next line
_LAYOUT = ("divider", "page")  # lines that a translation need not have
_MOST_BLOCKS = 3000  # beyond them, only blocks of the same order are compared
_BAND = 60  # blocks that one language may be ahead of the other
_GAP = 1.0  # cost of a block that the other language lacks
_SHOWN_LETTERS = 60
_SENTENCE_ENDS = (". ", "! ", "? ", "; ", ": ")
_KINDS = {"row": "table row", "item": "list item"}
_NEVER = 9.0  # cost of two blocks that cannot be translations of each other
_OTHER_SHAPE = 0.8  # cost of a paragraph that is a list item, or a quoted one that is not


class TextBlock(NamedTuple):
    """A block of rules from `start` to `end` in their text; `depth` is how deep it is quoted.

    `size` is the level of a heading, the number of bars in a table row, and 1 for a numbered item.
    """

    kind: str
    depth: int
    size: int
    start: int
    end: int
    facts: tuple[TextFact, ...] = ()

    @property
    def name(self) -> str:
        """Return what a message calls it."""
        return _KINDS.get(self.kind, self.kind)


class RulesText(NamedTuple):
    """The rules of a language as blocks with facts."""

    language: Language
    blocks: Sequence[TextBlock]

    @property
    def text(self) -> str:
        """Return the rules as people read them."""
        return self.language.rules

    def place(self, at: int) -> Place:
        """Return the place of an offset in the file."""
        return MarkedText(self.text, self.language.marked).place(at, self.language.file)


class BlockPair(NamedTuple):
    """A block and its translation; None where one language has no such block."""

    first: TextBlock | None
    other: TextBlock | None


def split_blocks(text: str, facts: Sequence[TextFact]) -> list[TextBlock]:
    """Return the blocks of a text in order, each with its facts; what only concerns the layout is left out."""
    blocks: list[TextBlock] = []
    is_open, at = False, 0
    for line in hide_code(text).split("\n"):
        block = _read_line(line, at)
        at += len(line) + 1
        if block is None:
            is_open = False
        elif is_open and block.kind == "paragraph" and block.depth <= blocks[-1].depth:
            blocks[-1] = blocks[-1]._replace(end=block.end)
        else:
            blocks.append(block)
            is_open = block.kind in _CONTINUED
    return list(_assign_facts([block for block in blocks if block.kind not in _LAYOUT], facts))


def _read_line(line: str, at: int) -> TextBlock | None:
    """Return a line as a block; None for an empty one."""
    found = _PREFIX.match(line)
    rest = found["rest"].strip() if found else ""
    if not found or not rest:
        return None
    kind, size = _name_kind(rest)
    return TextBlock(kind, found["quote"].count(">"), size, at, at + len(line))


def _name_kind(rest: str) -> tuple[str, int]:
    if heading := _HEADING.match(rest):
        return "heading", len(heading["hashes"])
    if rest.startswith("[!"):
        return "note", 0
    if _RULE.match(rest) or rest.startswith("<!--"):
        return "page", 0
    if rest.startswith("|"):
        return ("divider", 0) if _DIVIDER.match(rest) else ("row", rest.count("|"))
    if item := _ITEM.match(rest):
        return "item", int(item["mark"][0].isdigit())
    return ("figure", 0) if _FIGURE.match(rest) else ("paragraph", 0)


def _assign_facts(blocks: Sequence[TextBlock], facts: Sequence[TextFact]) -> Iterator[TextBlock]:
    ordered, next_fact = sorted(facts, key=lambda fact: fact.at), 0
    for block in blocks:
        own = []
        while next_fact < len(ordered) and ordered[next_fact].at < block.end:
            if ordered[next_fact].at >= block.start:
                own.append(ordered[next_fact])
            next_fact += 1
        yield block._replace(facts=tuple(own))


def align_blocks(first: Sequence[TextBlock], other: Sequence[TextBlock]) -> list[BlockPair]:
    """Return the blocks in pairs: one by one if their kinds agree, otherwise as kinds, facts and lengths suggest."""
    same = [block.kind for block in first] == [block.kind for block in other]
    if same or max(len(first), len(other)) > _MOST_BLOCKS:
        return [BlockPair(*each) for each in zip(first, other, strict=False)]
    return list(_align_by_cost(first, other))


def _align_by_cost(first: Sequence[TextBlock], other: Sequence[TextBlock]) -> Iterator[BlockPair]:
    """Yield the pairs of least cost (Needleman and Wunsch, 1970), within a band around the diagonal."""
    band = _BAND + abs(len(first) - len(other))
    best: dict[tuple[int, int], tuple[float, int, int]] = {(0, 0): (0.0, 0, 0)}
    for i in range(len(first) + 1):
        for j in range(max(0, i - band), min(len(other), i + band) + 1):
            ways = [(best[i - 1, j][0] + _GAP, -1, 0)] if (i - 1, j) in best else []
            if (i, j - 1) in best:
                ways.append((best[i, j - 1][0] + _GAP, 0, -1))
            if (i - 1, j - 1) in best:
                ways.append((best[i - 1, j - 1][0] + _compare(first[i - 1], other[j - 1]), -1, -1))
            if ways:
                best[i, j] = min(ways)
    pairs, i, j = list[BlockPair](), len(first), len(other)
    while i or j:
        _, di, dj = best[i, j]
        pairs.append(BlockPair(first[i - 1] if di else None, other[j - 1] if dj else None))
        i, j = i + di, j + dj
    yield from reversed(pairs)


def _compare(one: TextBlock, other: TextBlock) -> float:
    """Return how unlike two blocks are: 0 for the same kind, facts and length."""
    cost = 0.0
    if one.kind != other.kind:
        if {one.kind, other.kind} - {"paragraph", "item"}:
            return _NEVER
        cost += _OTHER_SHAPE
    if one.depth != other.depth:
        cost += _OTHER_SHAPE
    mine, theirs = ({fact.key for fact in block.facts} for block in (one, other))
    if mine or theirs:
        cost += 0.9 * (1 - len(mine & theirs) / len(mine | theirs))
    short, long = sorted((one.end - one.start + 20, other.end - other.start + 20))
    return cost + 0.6 * (1 - short / long)


def shorten_before(text: str, word: str) -> str:
    """Return the sentence of a text that has a word, shortened from there on, to show in a message."""
    at = text.lower().find(word.lower()) if word else -1
    if at < _SHOWN_LETTERS - len(word):
        return shorten(text)
    start = max(text.rfind(mark, 0, at) + len(mark) for mark in _SENTENCE_ENDS)
    return f"…{shorten(text[start if at - start < _SHOWN_LETTERS - len(word) else at :])}"


def shorten(text: str) -> str:
    """Return the beginning of a text, to show in a message."""
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN_LETTERS else f"{words[: _SHOWN_LETTERS - 1].rstrip()}…"
