"""What the words of a language mean in a game: numbers, colors, parts, words of rows and kinds of cells."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.language.color_words import is_shade
from generator.language.number_words import parse_number
from generator.language.plurals import noun_forms
from generator.language.typography import ELISION
from generator.model.board import Board
from generator.model.game import Game, Part
from generator.model.language import Language

_TOKEN = re.compile(rf"[+-]?\d+|(?i:{ELISION})|[^\W\d_]+(?:['\u2019-][^\W\d_]+)*|[.,;:!?()]")
_ONES = ("a", "an", "one", "single")
_MOST_DIGITS = 10
_SMALLEST_STEM = 4  # letters of a word that may get an ending in German


class CaptionToken(NamedTuple):
    """A word, number or mark of a text in lower case, and where it begins."""

    text: str
    at: int


class Lexicon(NamedTuple):
    """What words mean: `roles` maps the names of colors, `nouns` those of parts, `facts` words of rows to their parts.

    `nicknames` are first words of names, such as `target` of target tiles, which a number may follow;
    `kinds` are, for each board, the English words for kinds of its cells, with the cells that they mean.
    """

    english: bool
    roles: Mapping[str, str]
    nouns: Mapping[str, frozenset[str]]
    facts: Mapping[str, frozenset[str]]
    numbers: Mapping[str, int]
    nicknames: Mapping[str, frozenset[str]]
    kinds: Mapping[str, Mapping[str, frozenset[str]]]

    def number(self, word: str) -> int | None:
        """Return the number that a word says; None if it is none."""
        if word.lstrip("+").isdecimal():
            return int(word) if len(word) < _MOST_DIGITS else None
        if not self.english:
            return self.numbers.get(word)
        return 1 if word in _ONES else parse_number(word) if word.isalpha() else None

    def role(self, word: str) -> str:
        """Return the color role that a word names; empty if it names none."""
        if word in self.roles or self.english:
            return self.roles.get(word, "")
        return _find_by_stem(self.roles, word) or ""

    def join_colors(self, text: str) -> str:
        """Return a text of the same length in which names of colors such as `dark gray` are one word."""
        for name in sorted((name for name in self.roles if "-" in name), key=len, reverse=True):
            spaced = re.compile(rf"\b{re.escape(name.replace('-', ' '))}\b", re.IGNORECASE)
            text = spaced.sub(lambda found: found[0].replace(" ", "-"), text)
        return text

    def find_facts(self, word: str) -> frozenset[str]:
        """Return the parts that have the word in a row."""
        return self.facts.get(word, frozenset())


def _find_by_stem(known: Mapping[str, str], word: str) -> str | None:
    """Return what a word with an ending, such as `offener`, stands for."""
    ends = ("e", "er", "en", "em", "es", "n", "s")
    found = {known[word[: -len(end)]] for end in ends if word.endswith(end) and word[: -len(end)] in known}
    short = len(word) <= _SMALLEST_STEM
    return found.pop() if len(found) == 1 and not short else None


def split_words(text: str) -> list[CaptionToken]:
    """Return the words, numbers and marks of a text."""
    return [CaptionToken(found[0].lower(), found.start()) for found in _TOKEN.finditer(text)]


def read_lexicon(game: Game, parts: Sequence[Part], language: Language) -> Lexicon:
    """Return the words of a language of the rules."""
    nouns: dict[str, set[str]] = {}
    for part in parts:
        names = language.parts.get(part.id, ())
        for name in names or (part.title,):
            for word in _forms_of_name(name.lower(), language.tag):
                nouns.setdefault(word, set()).add(part.id)
    facts: dict[str, set[str]] = {}
    for owner, word in _find_row_words(parts):
        facts.setdefault(language.says.get(word, word).lower(), set()).add(owner)
    numbers = {word: n for n, words in enumerate(language.terms.numbers) for word in words.split("|")}
    english, roles = language.tag.partition("-")[0] == "en", _find_roles(game, language)
    boards = {part.id: part.board for part in parts if part.board} if english else {}
    return Lexicon(
        english,
        roles,
        {word: frozenset(owners) for word, owners in nouns.items()},
        {word: frozenset(owners) for word, owners in facts.items() if word not in nouns},
        numbers,
        _find_nicknames(parts, language),
        {name: _name_cell_kinds(board, roles) for name, board in boards.items()},
    )


def _find_nicknames(parts: Sequence[Part], language: Language) -> dict[str, frozenset[str]]:
    """Return the first words of names that no other part has."""
    found: dict[str, frozenset[str]] = {}
    for part in parts:
        first, *others = (language.parts.get(part.id) or (part.title,))[0].lower().split()
        if others:
            found[first] = found.get(first, frozenset()) | {part.id}
    return {word: owners for word, owners in found.items() if len(owners) == 1}


def _forms_of_name(name: str, tag: str) -> Iterator[str]:
    """Yield a name and its last word, in English in the singular and the plural."""
    last = name.split()[-1]
    if not tag.startswith("en"):
        yield from (name, last)
        return
    before = name[: len(name) - len(last)]
    for form in noun_forms(last):
        yield from (before + form, form)


def _find_row_words(parts: Iterable[Part]) -> Iterator[tuple[str, str]]:
    for part in parts:
        for design in part.designs:
            row = design.values.get("row")
            for value in row.values() if isinstance(row, Mapping) else ():
                if isinstance(value, str) and value.isalpha() and len(value) > 2:
                    yield part.id, value.lower()


def _find_roles(game: Game, language: Language) -> dict[str, str]:
    """Return the color words of a language; where colors have no name of a color, their marks name them."""
    found: list[tuple[str, str]] = []
    for role, color in game.colors.items():
        shade = is_shade(color.called)
        called = language.repainted.get(role) or language.colors.get(role) or color.called
        called = called if language is not game.first else color.called
        if shade:
            found.append((called.lower(), role))
        elif color.mark and "." in role:
            found.append((language.says.get(color.mark, color.mark).lower(), role))
    counts = Counter(word for word, _ in found)
    return {word.replace(" ", "-"): role for word, role in found if counts[word] == 1}


def _name_cell_kinds(board: Board, roles: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    """Return the English words for kinds, areas and names of cells, and the cells that each means."""
    named: dict[str, set[str]] = {}
    for cell in board.cells.values():
        head = re.match(r"[a-z]{4,}(?=\.|$)", cell.id)
        for word in (cell.kind, head[0] if head else ""):
            if word and word not in ("plain", "slot", "inner"):
                named.setdefault(word, set()).add(cell.id)
    for area, inside in board.areas.items():
        named.setdefault(area, set()).update(inside)
    found: dict[str, frozenset[str]] = {}
    for word, cells in named.items():
        if word.isalpha() and len(cells) < len(board.cells) * 0.6 and word not in roles:
            found.update(dict.fromkeys(noun_forms(word), frozenset(cells)))
    return found
