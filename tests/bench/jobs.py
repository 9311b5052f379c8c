"""Benchmark jobs: decks of three sizes, 400 tiles, a board, and a real game.

Each has its writer and the scripts of the rivals.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "layouts"
BACKS_UP_TO = 54


class Job(NamedTuple):
    """A benchmark job: its title in tables, its key on the command line, and its default tools.

    `written` is the module that writes the data, with its arguments; typst reads `document` and `rows`. A `game` of ours
    has no rival: what typst makes of that data is the unit that it is measured in.
    """

    title: str
    key: str
    tools: tuple[str, ...]
    runs: int
    written: tuple[str, ...]
    document: str
    rows: str
    backs: bool = False
    game: str = ""

    def find_game(self, folder: Path) -> Path:
        """Return the folder of the game that gutterfold builds."""
        return GAMES / self.game if self.game else folder / "deck"

    def write_data(self, folder: Path) -> None:
        """Write the game folder and the files of the rivals, in a separate process."""
        module, *arguments = self.written
        subprocess.run([sys.executable, "-m", f"tests.bench.{module}", folder, *arguments], check=True)

    def find_rival_script(self, name: str) -> list[str]:
        """Return the script with which a rival draws the job, and the script's arguments."""
        if name == "typst":
            return ["rival_typst.py", self.document, self.rows, "yes" if self.backs else "no"]
        if self.document == "deck.typ":
            return [f"rival_{name}.py", "yes" if self.backs else "no"]
        return ["rival_tiles.py", name] if self.document == "tiles.typ" else [f"rival_{name}_board.py"]


def _make_deck_job(cards: int, *tools: str) -> Job:
    small = cards <= BACKS_UP_TO
    written = "deck", str(cards)
    return Job(f"{cards:,} cards", str(cards), tools, 5 if small else 3, written, "deck.typ", "cards.csv", small)


OURS = "gutterfold"
_MORE = tuple(f"{OURS}-{what}" for what in ("svg", "both", "read", "check", "whole"))
_GAME = tuple(f"{OURS}-{what}" for what in ("check", "whole", "booklet", "first"))
_EDITED = (f"{OURS}-first", f"{OURS}-changed")
JOBS = (
    _make_deck_job(54, OURS, "typst", "svglib", f"{OURS}-cold", *_MORE),
    _make_deck_job(1_000, OURS, "typst", "svglib", *_MORE),
    _make_deck_job(
        10_000, OURS, "typst", *_MORE, *_EDITED
    ),  # svglib only on request: 10,000 cards take it over half a minute
    Job("400 tiles", "tiles", (OURS, "typst", "canvas", "svglib", *_MORE), 9, ("tiles",), "tiles.typ", "tiles.csv"),
    Job(
        "Psychopaths", "psychopaths", ("typst", *_GAME), 5, ("deck", "54"), "deck.typ", "cards.csv", True, "psychopaths"
    ),
    Job("1,000 cells", "board", (OURS, "typst", "svglib", *_MORE), 5, ("board",), "board.typ", "cells.csv"),
)
