"""Make a game in a folder that holds none: of a starter, of a table, or of finished pictures that were given."""

import os
import re
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from generator.load.yaml_nodes import read_yaml
from generator.model.finding import Place, refuse
from generator.pipeline.game_from_table import make_game_from_table
from generator.pipeline.imposing import ArtChoices, ImposeRequest, open_deck, parse_card_size, parse_size, plan_deck
from generator.pipeline.new_game import list_starters, make_folder, make_game
from generator.program.identity import find_resources
from generator.safety.files import read_regular_file
from generator.safety.folders import GuardedFolder, is_plain_name

MOST_FILES, MOST_BYTES, MOST_TOGETHER = 1000, 64 * 1024 * 1024, 512 * 1024 * 1024  # of files that are given
_TABLES = (".csv", ".tsv", ".xlsx", ".ods", ".json", ".jsonl")
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".tif", ".tiff", ".bmp", ".avif", ".pdf")
_MOST_NAME, _MOST_GAMES, _MOST_TEXT = 80, 100, 4 * 1024 * 1024
_T = TypeVar("_T")
_FIRST_CARDS = """\
name,type,cost,text,art,copies
First card,Animal,1,What it does,,1
Second card,Animal,2,What it does,,1
Third card,Plant,3,What it does,,2
"""


class Starter(NamedTuple):
    """A starter: its name, and what its game is about."""

    name: str
    about: str


class NewGame(NamedTuple):
    """What is to be made: `kind` is deck, starter, table or pictures, `size` that of the cards, empty for the usual."""

    title: str
    kind: str
    starter: str = "cards"
    size: str = ""


class GivenFiles:
    """The files that were given to make a game of, in a folder of their own."""

    def __init__(self, home: Path) -> None:
        self._home, self._sizes = home / "given", dict[str, int]()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names under which they were kept."""
        return tuple(self._sizes)

    def put(self, name: str, data: bytes) -> str:
        """Keep a file under a safe name, which is returned; GF380 if it is none to make a game of, or too much."""
        safe = spell_file_name(name)
        if not safe.lower().endswith((*_TABLES, *_PICTURES)):
            says = f"{name[:_MOST_NAME]!r} is no table and no picture; give CSV, XLSX, ODS, PNG, JPEG, SVG or PDF"
            raise refuse("GF380", Place(safe), says)
        together = sum(self._sizes.values()) - self._sizes.get(safe, 0) + len(data)
        if together > MOST_TOGETHER or len({*self._sizes, safe}) > MOST_FILES:
            says = f"at most {MOST_FILES:,} files of {MOST_TOGETHER >> 20} MiB together can be given"
            raise refuse("GF380", Place(safe), says)
        self._home.mkdir(exist_ok=True)
        with GuardedFolder(self._home) as folder:
            if safe in self._sizes:
                folder.remove_file(safe)
            folder.create_file(safe, data)
        self._sizes[safe] = len(data)
        return safe

    def forget(self) -> None:
        """Drop all files."""
        for name in self._sizes:
            (self._home / name).unlink(missing_ok=True)
        self._sizes.clear()

    def make(self, home: Path, wanted: NewGame) -> Path:
        """Make a game below a folder, and return its own; DataError with what is wrong, and then nothing is made."""
        folder = home / spell_game_name(wanted.title)
        kinds: Mapping[str, Callable[[Path, NewGame], None]] = {
            "starter": lambda game, asked: (make_game(game, asked.starter), None)[1],
            "deck": self._make_deck,
            "table": self._make_from_table,
            "pictures": self._make_from_pictures,
        }
        if wanted.kind not in kinds:
            raise refuse("GF011", Place(str(folder)), "choose what to begin with")
        kinds[wanted.kind](folder, wanted)
        return folder

    def _make_deck(self, folder: Path, wanted: NewGame) -> None:
        self.forget()
        self.put("cards.csv", _FIRST_CARDS.encode())
        self._make_from_table(folder, wanted)

    def _make_from_table(self, folder: Path, wanted: NewGame) -> None:
        tables = [name for name in self._sizes if name.lower().endswith(_TABLES)]
        if len(tables) != 1:
            raise refuse("GF380", Place(str(folder)), "give one table, and the pictures that it names beside it")
        size = _read_size(wanted.size, parse_card_size) if wanted.size else None
        make_game_from_table(folder, str(self._home / tables[0]), None, size)

    def _make_from_pictures(self, folder: Path, wanted: NewGame) -> None:
        if not any(name.lower().endswith(_PICTURES) for name in self._sizes):
            raise refuse("GF380", Place(str(folder)), "give pictures or PDFs of the pieces")
        make_folder(folder)
        folder.rmdir()  # the name is good; the deck makes its folder itself
        named = self._home.with_name(folder.name)
        self._home.rename(named)
        try:
            choices = ArtChoices(sizes={"": _read_size(wanted.size, parse_size)} if wanted.size else {})
            with open_deck(plan_deck(ImposeRequest((named,), choices)), folder):
                pass
        finally:
            named.rename(self._home)


def _read_size(text: str, parse: Callable[[str], _T]) -> _T:
    try:
        return parse(text)
    except ValueError as error:
        raise refuse("GF380", Place("size"), str(error)) from None


def spell_file_name(name: str) -> str:
    """Return a name that every system takes for a file in a folder, as like the given one as can be."""
    bare = re.sub(r"[^\w.() +-]+", "-", re.split(r"[\\/]", name)[-1]).strip(" .-") or "file"
    stem, dot, suffix = bare.rpartition(".")
    stem = (stem or suffix)[: _MOST_NAME - 10].strip(" .")
    safe = f"{stem}{dot}{suffix[:9]}" if dot and stem != suffix else stem
    return safe if is_plain_name(safe) else f"file-{safe}"


def spell_game_name(title: str) -> str:
    """Return the name of the folder of a game with a title; the title itself if it spells none."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-").lstrip("0123456789-")[:_MOST_NAME] or title[:_MOST_NAME]


def list_games_below(folder: Path) -> list[str]:
    """Return the names of the folders right below one that hold a game."""
    found = (path.parent.name for path in sorted(folder.glob("*/game.yaml")) if os.path.lexists(path))
    return list(islice((name for name in found if not name.startswith(".")), _MOST_GAMES))


def describe_starters() -> list[Starter]:
    """Return the starters, that of cards first."""
    made = []
    for name in sorted(list_starters(), key=lambda each: (each != "cards", each)):
        file = find_resources("starters") / name / "game.yaml"
        about = read_yaml(read_regular_file(file, _MOST_TEXT).decode("utf-8"), name, []).get("about")
        made.append(Starter(name, str(about.value) if about else ""))
    return made
