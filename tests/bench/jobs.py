"""Benchmark jobs: decks of three sizes, 400 tiles, a board, a real game, and commands that build nothing.

Each has its writer, its tools (see tools.py) and the scripts of the rivals.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BACKS_UP_TO = 54
RIVALS = ("typst", "canvas", "svglib")
BEFORE = "before-"  # a command of the landing before


class Job(NamedTuple):
    """A benchmark job: its title in tables, its key on the command line, and its tools.

    `written` is the module that writes the data, with its arguments; typst reads `document` and `rows`. A `game` of ours,
    and commands that build nothing, have no rival but the landing before.
    """

    title: str
    key: str
    tools: tuple[str, ...]
    runs: int
    written: tuple[str, ...] = ()
    document: str = ""
    rows: str = ""
    backs: bool = False
    game: str = ""

    def find_game(self, folder: Path, tree: Path = ROOT) -> Path:
        """Return the folder of the game that gutterfold builds."""
        return tree / "layouts" / self.game if self.game else folder / "deck"

    def write_data(self, folder: Path) -> None:
        """Write the game folder and the files of the rivals, in a separate process."""
        folder.mkdir(parents=True)
        if self.written:
            module, *arguments = self.written
            subprocess.run([sys.executable, "-m", f"tests.bench.{module}", folder, *arguments], check=True)

    def find_rival_script(self, name: str) -> list[str]:
        """Return the script with which a rival draws the job, and the script's arguments."""
        if name == "typst":
            return ["rival_typst.py", self.document, self.rows, "yes" if self.backs else "no"]
        if self.document == "deck.typ":
            return [f"rival_{name}.py", "yes" if self.backs else "no"]
        return ["rival_tiles.py", name] if self.document == "tiles.typ" else [f"rival_{name}_board.py"]


def _make_deck_job(cards: int, *tools: str, key: str = "", runs: int = 3) -> Job:
    written = "deck", str(cards)
    return Job(
        f"{cards:,} cards", key or str(cards), tools, runs, written, "deck.typ", "cards.csv", cards <= BACKS_UP_TO
    )


def _beside_before(*tools: str) -> tuple[str, ...]:
    return *tools, *(f"{BEFORE}{tool}" for tool in tools)


_PDF = ("pdf-first", "pdf-again", "typst")
_SHEETS = ("svg-first", "svg-again", "sheets-first", "read-first")
_CHECKS = ("check-first", "check-again")
_WHOLE = ("whole-first", "whole-again")
JOBS = (
    Job("commands", "commands", _beside_before("version-again", "list-again", "schema-again"), 11),
    _make_deck_job(54, *_PDF, "pdf-edited", "svglib", *_SHEETS, *_CHECKS, *_WHOLE, runs=5),
    _make_deck_job(1_000, *_PDF, "svglib", *_SHEETS, *_CHECKS, *_WHOLE),
    # svglib only on request: 10,000 cards take it over half a minute
    _make_deck_job(10_000, *_PDF, *_SHEETS, "whole-first", "whole-edited"),
    _make_deck_job(10_000, *_CHECKS, key="10000-check", runs=1),
    Job("400 tiles", "tiles", (*_PDF, "canvas", "svglib"), 9, ("tiles",), "tiles.typ", "tiles.csv"),
    Job("1,000 cells", "board", (*_PDF, "svglib"), 9, ("board",), "board.typ", "cells.csv"),
    Job("Psychopaths", "psychopaths", _beside_before(*_WHOLE, *_CHECKS, "booklet-first"), 5, game="psychopaths"),
)
