"""Reprints of the small game: build and note it, change it, print what changed."""

from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from generator.pipeline.reprint.kits import note_printed
from generator.pipeline.reprint.reprinting import ReprintResult, reprint_kit
from tests.export.tiny import write_game


def choose(folder: Path, **more: Any) -> Options:
    """Return the options of a build into the folder `out` of a folder, without the page on how to print, which takes long."""
    return replace(
        Options(out=folder / "out", processes=1, formats=frozenset({"pdf"}), how_to=False, read_back=False), **more
    )


def build(home: Path, **more: Any) -> None:
    """Build the kit of a game."""
    build_kit(home, choose(home.parent, **more))


def note(home: Path, reprint: bool = False) -> None:
    """Note the kit of a game, or its reprint, as printed."""
    note_printed(home.name, choose(home.parent), reprint)


def run(home: Path, since: str = "printed", **more: Any) -> ReprintResult:
    """Print what changed."""
    return reprint_kit(home, choose(home.parent, **more), since)


def write_noted_game(folder: Path, chapters: int = 0) -> Path:
    """Write the game, with rules of so many chapters if any, and note its kit as printed."""
    home = folder / "tiny"
    copytree(_note_once(chapters).name, folder, dirs_exist_ok=True)
    return home


@cache
def _note_once(chapters: int) -> TemporaryDirectory[str]:
    """Make the folder that each test has a copy of."""
    folder = TemporaryDirectory(prefix="gutterfold-noted-")
    home = write_game(Path(folder.name))
    if chapters:
        change(home, ("claims:", "rules: rules.md\nclaims:"))
        write_rules(home, chapters)
    build(home)
    note(home)
    return folder


def change(home: Path, *pairs: tuple[str, str], file: str = "game.yaml") -> None:
    """Replace texts in a file of a game."""
    text = (home / file).read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    (home / file).write_text(text, "utf-8")


def write_rules(home: Path, chapters: int, word: str = "cards") -> None:
    """Give the game rules that take a page for each chapter and one for the title."""
    text = "\n\n".join(f"Take the {word} and play them one by one until none is left." for _ in range(40))
    chapters_text = "".join(f"\n\n## Chapter {number}\n\n{text}" for number in range(1, chapters + 1))
    (home / "rules.md").write_text(f"# Tiny\n\nA game.{chapters_text}\n", "utf-8")
