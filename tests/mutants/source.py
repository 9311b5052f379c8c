"""The files of a game, with every value, entry and cell that can be changed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.board import Board
from generator.model.finding import Place
from tests.kits import WORDS

DATA = "game.yaml"
ASIDE = ("kind", "title", "front", "back", "stock")  # how a part is drawn and named: no facts of the game
Path_ = tuple[str | int, ...]
Edit = tuple[int, int, str]  # start and end in the text, and what is put there instead
Span = tuple[int, int]

_TOKEN = re.compile(r'"[^"]*"|[^,\]}\n]+')
_ENTRY = re.compile(r"^(?P<indent> +)(?:(?P<key>[\w.-]+):|- )", re.MULTILINE)
_SORTS = (  # the first pattern that matches the path of a value tells its sort of fact
    ("players and colors", r"players.*|colors.*|parts\.\w+\.for_each"),
    ("figures", r"figures.*"),
    ("setup", r"setup.*"),
    ("counts", r".*\.copies|parts\.\w+"),
    ("dice", r".*\.faces(\..*)?"),
    ("values", r"parts\.\w+\.values(\..*)?"),
    ("cards of paths", r"parts\.path\.(ports|shifts|colors|rows)(\..*)?"),
    ("decks", r"parts\.\w+\.rows(\..*)?"),
    ("routes", r"parts\.board\.routes(\..*)?"),
    ("areas", r"parts\.board\.areas(\..*)?"),
    ("sections", r"parts\.board\.(sections|joint|divisible)(\..*)?"),
    ("cells", r"parts\.board\.(kinds|colors|cells)(\..*)?"),
    ("slots and pockets", r"parts\.board\.(slots|pockets)(\..*)?"),
    ("sizes", r".*\.(cell|width|center|diameter|radius|step)"),
    ("boards", r"parts\.board\.(grid|cross|rings|hex|triangles)(\..*)?|parts\.track\.(from|to)"),
    ("sizes", r".*"),
)


class Mutant(NamedTuple):
    """A game with one fact changed: its sort, a description, the file, and the edits to the text.

    `lines` are the first and last line that a finding should name; 0 if any line of the file will do.
    """

    game: str
    sort: str
    what: str
    file: str
    edits: tuple[Edit, ...]
    lines: Span

    def apply_to(self, before: str) -> str:
        """Return the text of the file with the edits applied."""
        for start, end, new in sorted(self.edits, reverse=True):
            before = before[:start] + new + before[end:]
        return before

    def __str__(self) -> str:
        return f"{self.game} {self.sort}: {self.what}"


class SourceValue(NamedTuple):
    """A value that is neither list nor mapping: its path, the span of its text, and its line."""

    path: Path_
    start: int
    end: int
    line: int


class Source:
    """The files of a game, the places of its values, and its boards."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, folder.name
        files = [folder / DATA, *sorted(folder.glob("*.csv")), *sorted(folder.glob("rules*.md"))]
        self.files = {path.name: path.read_text(encoding="utf-8") for path in files}
        self.text = self.files[DATA]
        self.game = read_game(folder, KINDS, words=WORDS)
        self.boards = [part.board for part in expand_parts(self.game, KINDS) if part.board]
        self.starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    @property
    def board(self) -> Board:
        """Return the board."""
        (found,) = self.boards
        return found

    def offset(self, place: Place) -> int:
        """Return the offset of a place in the text."""
        return self.starts[place.line - 1] + place.column - 1

    def line_at(self, at: int, file: str = DATA) -> int:
        """Return the line of an offset in a file."""
        return self.files[file].count("\n", 0, at) + 1

    def value_span(self, place: Place) -> Span:
        """Return the span of the scalar at a place, without a comment behind it."""
        found = _TOKEN.match(self.text, self.offset(place))
        assert found, place
        return found.start(), found.start() + len(found[0].partition("  #")[0].rstrip())

    def find_values(self) -> Iterator[SourceValue]:
        """Yield each value that is a fact: of parts, their rows, players, setup and figures."""
        inner = {key[:-1] for key in self.game.places}
        for key, place in self.game.places.items():
            if key in inner or not _is_fact(key):
                continue
            start, end = self.value_span(place)
            if self.text[start:end] not in ("", '""', ">-"):
                yield SourceValue(key, start, end, place.line)

    def find_entries(self) -> Iterator[tuple[Path_, Span]]:
        """Yield path and span of each key of colors and parts on a line of its own, and of each row and line of setup."""
        inner = {key[:-1] for key in self.game.places}
        for region in ("colors", "parts", "setup"):
            found = re.search(rf"^{region}:\n(?:(?: .*)?\n)*", self.text, re.MULTILINE)
            stack: list[tuple[int, str | int]] = []
            for each in _ENTRY.finditer(self.text, *found.span()) if found else ():
                depth, key, row = len(each["indent"]), each["key"], 0
                while stack and stack[-1][0] >= depth:
                    level, last = stack.pop()
                    row = last + 1 if level == depth and isinstance(last, int) else row
                stack.append((depth, key or row))
                path = (region, *(name for _, name in stack))
                if (_is_fact(path) or region == "colors") and (each["key"] or path in inner):
                    end = re.compile(rf"^ {{0,{depth}}}\S", re.MULTILINE).search(self.text, each.end())
                    yield path, (each.start(), end.start() if end else len(self.text))

    def make_mutant(self, path: Path_, what: str, *edits: Edit, lines: Span) -> Mutant:
        """Return a mutant that changes the value at a path."""
        name = ".".join(map(str, path))
        return Mutant(self.name, sort_of(path), f"{name} {what}", DATA, edits, lines)

    def parent_line(self, path: Path_) -> int:
        """Return the line where the list or mapping that holds a value begins."""
        return self.game.place(*path[:-1]).line

    def removal(self, start: int, end: int) -> Edit:
        """Return the edit that removes an item: with its comma inside brackets, otherwise with its line."""
        first = self.text.rfind("\n", 0, start) + 1
        if self.text[first:start].strip() == "-":
            return first, self.text.index("\n", end) + 1, ""
        if tail := re.compile(r",\s*").match(self.text, end):
            return start, tail.end(), ""
        lead = re.compile(r",\s*$").search(self.text, 0, start)
        return lead.start() if lead else start, end, ""


def sort_of(path: Path_) -> str:
    """Return the sort of fact at a path of the data."""
    name = ".".join(map(str, path))
    return next(sort for sort, pattern in _SORTS if re.fullmatch(pattern, name))


def _is_fact(path: Path_) -> bool:
    match path:
        case ("players", _) | ("figures", _, "values", *_) | ("setup", _, *_):
            return True
        case ("figures", _, "design") | ("figures", _, "paths" | "highlight", _, "cells" | "route", *_):
            return True
        case ("figures", _, "things" | "pieces", _, "part" | "design" | "copies") | ("figures", _, "pieces", _, "at"):
            return True
        case ("parts", _, str() as key, *rest):
            return key not in ASIDE and (key != "rows" or bool(rest))
        case ("parts", _):
            return True
    return False
