"""Read the rules in one language as sentences, lists and tables of words with their places."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.rules_text import HIDDEN, RulesSection, find_sections, hide_code
from generator.language.emphasis import ICON
from generator.language.number_words import parse_number
from generator.language.rule_words import RuleWords, find_rule_words
from generator.language.typography import ELISION
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game
from generator.model.language import Language

Span = tuple[int, int]

_WORD = re.compile(
    rf"(?<![\w.,])[+\u2212-]\d+(?:[.,]\d+)*+|\d+(?:[.,]\d+)*+|(?i:{ELISION})|[^\W\d_]+(?:['\u2019-][^\W\d_]+)*+"
)
_LINE = re.compile(r"[^\n]*+\n?")
_QUOTE = re.compile(r"(?: {0,3}>)*+ ?")
_NUMBER = re.compile(r"(?P<whole>\d+|\d{1,3}(?:[.,]\d{3})+)|\d+[.,]\d+")
_MOST_DIGITS = 20  # of a number with its separators; nobody counts further
_ITEM = re.compile(r"(?P<indent> *+)(?:[-+*]|(?P<number>\d{1,9})[.)])(?:[ \t]++|$)")
_BAR = re.compile(r"(?<!\\)\|")
_DELIMITER = re.compile(r"[ :|]*+-[ :|-]*+")
_MARKUP = re.compile(r"[*_~]+|\]\([^()\n]*+\)|!?\[|\]|<[a-zA-Z/!][^<>\n]*+>|^[ >]*+>|\\(?=[^\w\s])", re.MULTILINE)
_SENTENCE_END = re.compile(
    r"[.!?](?:[\"\u201d\u2019)]|[ \u202f\u00a0]\u00bb)?\s++"
    r"(?=(?:[\"\u201c\u201e(\u2018]|\u00ab[ \u202f\u00a0])?[^\W_a-z\u00df-\u00ff\u0153])"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_VARIANTS = frozenset("other ways variations optional advanced arten varianten andere variantes autres solo".split())
_SIGNS = "+-\u2212"


class Token(NamedTuple):
    """A word or number of a text: `word` is folded, `value` is None for what is no number.

    `signed` numbers have a sign before them, and words that own something an 's after them, which is left out.
    """

    word: str
    start: int
    end: int
    value: float | None = None
    signed: bool = False
    owns: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sentence with its words; `section` is the index of its section, -1 before the first, `block` its paragraph."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    section: int
    block: int

    @cached_property
    def words(self) -> frozenset[str]:
        """Return its words."""
        return frozenset(token.word for token in self.tokens)


class RulesList(NamedTuple):
    """A list: the spans of its items, and that of the paragraph or item before it; `first` is None for bullets."""

    lead: Span | None
    items: list[Span]
    indent: int
    quote: int
    first: int | None


class RulesTable(NamedTuple):
    """A table: the spans of the cells of its head and of each row; `quoted` tells that it belongs to an example."""

    head: Sequence[Span]
    rows: Sequence[Sequence[Span]]
    quoted: bool


class _Blocks(NamedTuple):
    paragraphs: list[Span]
    lists: list[RulesList]
    tables: list[RulesTable]


class RulesProse:
    """The rules in one language.

    `plain` has the length of the text and is without marks of Markdown. Numbers that braces have printed are words
    like others; `is_held` distinguishes them.
    """

    def __init__(self, game: Game, language: Language) -> None:
        self.game, self.language = game, language
        self.words: RuleWords | None = find_rule_words(language.tag)
        self._held = [mark.start for mark in language.marked]
        self._ends = [mark.end for mark in language.marked]
        self._breaks = [found.start() for found in re.finditer("\n", language.rules)]
        self._numbers = None if language.tag.partition("-")[0] == "en" else _number_words(language)
        self._titles: dict[int, frozenset[str]] = {}
        self._tokens: dict[Span, tuple[Token, ...]] = {}  # of stretches that several checks ask for
        code_free = hide_code(language.rules)
        self.sections: list[RulesSection] = find_sections(code_free)
        self._heads = [section.at for section in self.sections]
        source = _hide_headings(code_free, self.sections)
        self.blocks = _find_blocks(source)
        self.plain = _MARKUP.sub(_blank, source)

    @property
    def lists(self) -> list[RulesList]:
        """Return the lists in the order of their first items."""
        return self.blocks.lists

    @property
    def tables(self) -> list[RulesTable]:
        """Return the tables in order."""
        return self.blocks.tables

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Return the sentences of all paragraphs, items and cells of tables, in order."""
        cells = [cell for table in self.tables for row in (table.head, *table.rows) for cell in row]
        spans = sorted([*self.blocks.paragraphs, *(item for each in self.lists for item in each.items), *cells])
        return tuple(
            sentence for block, span in enumerate(spans) for sentence in self._split_sentences(span, block) if sentence
        )

    def sentences_between(self, start: int, end: int) -> Sequence[Sentence]:
        """Return the sentences that begin between two offsets."""
        return self.sentences[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    @cached_property
    def _starts(self) -> list[int]:
        return [sentence.start for sentence in self.sentences]

    def tokenize(self, start: int, end: int) -> tuple[Token, ...]:
        """Return the words between two offsets."""
        found = self._tokens.get((start, end))
        if found is None:
            found = self._tokens[start, end] = find_tokens(self.plain, start, end, self._numbers)
        return found

    def tokenize_text(self, text: str) -> tuple[Token, ...]:
        """Return the words of another text in the language of the rules."""
        return find_tokens(text, 0, len(text), self._numbers)

    def cell_text(self, span: Span) -> str:
        """Return the words of a cell, folded."""
        return " ".join(self.plain[slice(*span)].replace(HIDDEN, " ").split()).casefold()

    def find_section(self, at: int) -> int:
        """Return the index of the section at an offset, -1 before the first heading."""
        return bisect_right(self._heads, at) - 1

    def section_words(self, section: int) -> frozenset[str]:
        """Return the words of the headings of a section and of those above it."""
        if section not in self._titles:
            self._titles[section] = self._read_titles(section)
        return self._titles[section]

    def _read_titles(self, section: int) -> frozenset[str]:
        found: set[str] = set()
        level = 7
        for each in reversed(self.sections[: section + 1]):
            if each.level < level:
                level = each.level
                title = [*re.findall(r"[^\W\d_]+", each.title), *each.title.split()]  # `set-up` is one word and two
                found |= {word.casefold() for word in title} if level > 1 else set()
        return frozenset(found)

    def is_about_variants(self, section: int) -> bool:
        """Return whether a section is about other ways to play, by its heading."""
        return bool(_VARIANTS & self.section_words(section)) or bool(
            self.words and self.words.elsewhere & self.section_words(section)
        )

    def is_held(self, at: int) -> bool:
        """Return whether a character was printed by braces."""
        mark = bisect_right(self._held, at) - 1
        return mark >= 0 and at < self.language.marked[mark].end

    def is_quoted(self, sentence: Sentence) -> bool:
        """Return whether a sentence is in a quotation, as examples are."""
        return self.language.rules.startswith(">", self.language.rules.rfind("\n", 0, sentence.start) + 1)

    def place(self, at: int) -> Place:
        """Return the place of an offset in the file; as MarkedText.place, but quick for many places."""
        mark = bisect_right(self._ends, at) - 1
        start, after = (self._ends[mark], self.language.marked[mark].after) if mark >= 0 else (0, Place("", 1, 1))
        lines = bisect_left(self._breaks, at) - bisect_left(self._breaks, start)
        column = at - self.language.rules.rfind("\n", 0, at) if lines else after.column + at - start
        return Place(self.language.file, after.line + lines, column)

    def report(self, code: str, at: int, message: str, level: Level) -> Finding:
        """Return a finding at an offset."""
        return Finding(code, self.place(at), message, level)

    def quote(self, start: int, end: int) -> str:
        """Return a piece of the text for a message, in one line; icons are as in the rules, other code is left out."""
        said = self.plain[start:end]
        if HIDDEN in said:
            rules = self.language.rules
            shown = {at for found in ICON.finditer(rules, start, end) for at in range(*found.span())}
            said = "".join(
                rules[at] if at in shown else char
                for at, char in enumerate(said, start)
                if char != HIDDEN or at in shown
            )
        text = " ".join(said.split())
        return text if len(text) <= 80 else f"{text[:76]} ..."

    def parse_value(self, word: str) -> float | None:
        """Return the number that a word is; None if it is none, or an article."""
        return parse_value(word, self._numbers)

    def _split_sentences(self, span: Span, block: int) -> Iterator[Sentence]:
        start = span[0]
        for end in [*(found.end() for found in _SENTENCE_END.finditer(self.plain, *span)), span[1]]:
            if tokens := self.tokenize(start, end):
                yield Sentence(start, end, tokens, self.find_section(start), block)
            start = end


def find_tokens(text: str, start: int, end: int, numbers: Mapping[str, int] | None) -> tuple[Token, ...]:
    """Return the words of a text between two offsets; `numbers` are the number words unless they are English."""
    return tuple(_make_token(text, found, numbers) for found in _WORD.finditer(text, start, end))


def _make_token(text: str, found: re.Match[str], numbers: Mapping[str, int] | None) -> Token:
    said = found[0]
    if not said[-1].isdecimal():
        word = said.casefold().replace("\u2019", "'")
        owner = word.removesuffix("'s")
        return Token(owner, *found.span(), parse_value(owner, numbers), False, owner != word)
    ordinal = said[0] not in _SIGNS and _ORDINAL.match(text, found.end()) is not None
    value = None if ordinal else parse_value(said, numbers)
    return Token(said.replace("\u2212", "-"), *found.span(), value, said[0] in _SIGNS)


def parse_value(word: str, numbers: Mapping[str, int] | None = None) -> float | None:
    """Return the number that a word is, in digits or in words: English unless `numbers` has those of a language.

    A version such as 1.0.2 is no number.
    """
    digits = word.lstrip("+-\u2212")
    if digits[:1].isdecimal():
        found = _NUMBER.fullmatch(digits) if len(digits) <= _MOST_DIGITS else None
        if found is None:
            return None
        value = float(re.sub("[.,]", "", digits) if found["whole"] else digits.replace(",", "."))
        return -value if word[0] in "-\u2212" else value
    if numbers is not None:
        return numbers.get(word)
    return _parse_english(word)


@lru_cache(maxsize=8192)
def _parse_english(word: str) -> float | None:
    found = parse_number(word) if word not in ("a", "an", "and", "dozen", "hundred") else None
    return None if found is None else float(found)


def _number_words(language: Language) -> dict[str, int]:
    """Return the number words of a language without the articles among them."""
    found = {word.strip().casefold(): n for n, each in enumerate(language.terms.numbers) for word in each.split("|")}
    return {word: n for word, n in found.items() if n != 1}


def _hide_headings(text: str, sections: Sequence[RulesSection]) -> str:
    """Return a text of the same length whose headings are hidden."""
    pieces, end = list[str](), 0
    for section in sections:
        heading = re.sub(r"[^\n]", HIDDEN, text[section.at : section.start])
        pieces += [text[end : section.at], heading]
        end = section.start
    return "".join([*pieces, text[end:]])


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _find_blocks(text: str) -> _Blocks:
    """Return the paragraphs, lists and tables of a text without headings and code."""
    reader = _BlockReader()
    for found in _LINE.finditer(text):
        if found[0]:
            reader.read_line(found[0].rstrip("\n"), found.start())
    reader.finish()
    return reader.blocks


class _BlockReader:
    """Reads lines of Markdown: what kind of block each of them begins or continues."""

    def __init__(self) -> None:
        self.blocks = _Blocks([], [], [])
        self._open: list[RulesList] = []
        self._table: list[tuple[list[Span], bool]] = []
        self._quote = 0
        self._paragraph: list[int] = []  # start and end of the paragraph that is being read
        self._lead: Span | None = None
        self._blank = True

    def read_line(self, line: str, at: int) -> None:
        """Read a line at an offset."""
        mark = _QUOTE.match(line)
        before = mark.end() if mark else 0
        quote, rest, end = line[:before].count(">"), line[before:], at + len(line)
        if not quote:
            before, rest = 0, line
        item = _ITEM.match(rest)
        if HIDDEN in rest and not rest.strip(HIDDEN + " "):
            self._close(True)
            self._lead, self._blank = None, True
            return
        if not rest.strip() or quote != self._quote:
            self._close(bool(self._table) or quote != self._quote)
        self._quote = quote
        if not rest.strip():
            self._blank = True
        elif rest.lstrip().startswith("|"):
            self._close(not self._table)
            self._add_row(rest, at + before, quote > 0)
        elif item:
            self._close(False)
            self._add_item(item, at + before, end)
        else:
            self._add_text(rest, at + before, end)
        self._blank = not rest.strip()

    def finish(self) -> None:
        """End what is being read."""
        self._close(True)

    def _close(self, lists: bool) -> None:
        if self._paragraph:
            self._lead = (self._paragraph[0], self._paragraph[1])
            self.blocks.paragraphs.append(self._lead)
            self._paragraph = []
        if self._table and lists:
            (head, quoted), *rows = self._table
            self.blocks.tables.append(RulesTable(head, [cells for cells, _ in rows], quoted))
        if lists:
            self._table, self._open = [], []

    def _add_row(self, rest: str, at: int, quoted: bool) -> None:
        if _DELIMITER.fullmatch(rest):
            return
        inside = rest.rstrip()
        bars = [found.start() for found in _BAR.finditer(inside)]
        bars += [] if inside.endswith("|") and len(bars) > 1 else [len(inside)]
        self._table.append(([(at + one + 1, at + other) for one, other in pairwise(bars)], quoted))

    def _add_item(self, item: re.Match[str], at: int, end: int) -> None:
        if self._table:
            self._close(True)
        indent, number = len(item["indent"]), item["number"]
        parent = next((each for each in reversed(self._open) if each.indent < indent), None)
        same = [each for each in self._open if each.indent == indent and (each.first is None) == (number is None)]
        self._open = [each for each in self._open if each.indent < indent] + same[:1]
        if not same:
            lead = parent.items[-1] if parent else self._lead
            made = RulesList(lead, [], indent, self._quote, int(number) if number else None)
            self.blocks.lists.append(made)
            self._open.append(made)
        self._open[-1].items.append((at + item.end(), end))
        self._lead = None

    def _add_text(self, rest: str, at: int, end: int) -> None:
        indented = rest[:1] == " "
        if self._open and (indented or not self._blank):
            start, _ = self._open[-1].items[-1]
            self._open[-1].items[-1] = (start, end)
            return
        if self._table or self._open:
            self._close(True)
        if self._paragraph:
            self._paragraph[1] = end
        else:
            self._paragraph = [at, end]
