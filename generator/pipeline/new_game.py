"""Make the folder of a new game from one of the starters: small complete games to change."""

import re
from collections.abc import Sequence
from pathlib import Path

from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse
from generator.program.identity import find_resources
from generator.safety.files import read_regular_file

_ID = re.compile(r"[a-z][a-z0-9-]*")
STARTER_TITLE = "My game"  # the title of every starter, which the name of the new game replaces


def list_starters() -> list[str]:
    """Return the names of the starters: each is a folder in `starters/`."""
    return sorted(path.parent.name for path in find_resources("starters").glob("*/game.yaml"))


def make_game(folder: Path, starter: str) -> Sequence[Path]:
    """Copy a starter into a new folder, under the title that the folder's name spells; return its files.

    GF011 for a folder that cannot be made, and for an unknown starter.
    """
    source = find_resources("starters") / starter
    if not _ID.fullmatch(starter) or not (source / "game.yaml").is_file():
        raise refuse(
            "GF011", Place("--like"), f"there is no starter {starter!r}{did_you_mean(starter, list_starters())}"
        )
    make_folder(folder)
    try:
        return [_copy_file(source, path, folder) for path in _list_files(source)]
    except OSError as error:
        error.filename = error.filename or str(folder)  # a full disk names no file
        import shutil

        shutil.rmtree(folder, ignore_errors=True)  # half a game would be in the way of the next attempt
        raise


def make_folder(folder: Path) -> None:
    """Make the folder of a new game; GF011 if it cannot have this name or place."""
    _check_name(folder)
    if (find_resources("layouts") / folder.name / "game.yaml").is_file():
        message = f"a game called {folder.name!r} comes with gutterfold, and commands would no longer find it"
        raise refuse("GF011", Place(str(folder)), f"{message}; choose another name")
    try:
        folder.mkdir()
    except FileExistsError:
        message = "this exists already and is not overwritten; choose another name"
        raise refuse("GF011", Place(str(folder)), message) from None
    except FileNotFoundError:
        message = f"there is no folder {str(folder.parent)!r} to make it in; make that folder first"
        raise refuse("GF011", Place(str(folder)), message) from None


def _check_name(folder: Path) -> None:
    """Refuse a folder whose name cannot be the id of a game, and suggest one that can (GF011)."""
    name = folder.name
    if _ID.fullmatch(name):
        return
    nearest = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-").lstrip("0123456789-")
    hint = f"; try {nearest!r}" if nearest else ", such as 'my-game'"
    message = f"{name!r} cannot name a game: its name is a lowercase letter, then lowercase letters, digits and -"
    raise refuse("GF011", Place(str(folder)), f"{message}{hint}")


def spell_title(name: str) -> str:
    """Return the title that a folder's name spells: `Dragon cards` for `dragon-cards`."""
    return " ".join(name.split("-")).strip().capitalize() or name


def _list_files(source: Path) -> list[Path]:
    """Return the files of a starter, `game.yaml` first."""
    found = (path for path in source.rglob("*") if path.is_file())
    return sorted(found, key=lambda path: (path.name != "game.yaml", path.relative_to(source).as_posix()))


def _copy_file(source: Path, path: Path, folder: Path) -> Path:
    """Copy a file of a starter; text gets the title of the new game."""
    target = folder / path.relative_to(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    data = read_regular_file(path)
    if path.suffix in (".yaml", ".md"):
        data = data.replace(STARTER_TITLE.encode(), spell_title(folder.name).encode())
    target.write_bytes(data)
    return target
