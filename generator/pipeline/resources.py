"""Find the folders of games that are named, and of those that come with gutterfold."""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, Finding, Place, refuse
from generator.program.identity import find_resources
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.folders import is_plain_name
from generator.safety.log_lines import is_unicode

_MOST_BYTES = 4 * 1024 * 1024  # of a game.yaml
_MOST_NAMED = 8  # games in folders below the current one


def list_bundled_games() -> dict[str, Path]:
    """Return the folders of the games that come with gutterfold, by name."""
    return {path.parent.name: path.parent for path in sorted(find_resources("layouts").glob("*/game.yaml"))}


def find_game_folders(names: Sequence[str], or_bundled: bool = False) -> list[Path]:
    """Return the folders of the games or folders named on the command line, each once.

    Without names: the game in the current folder, or else all bundled games if `or_bundled`.
    DataError (GF001) for each unknown name, for two games of one name, which would share an output folder, and for a
    folder whose path is no text, which templates and PDF files need.
    """
    if not names and os.path.lexists("game.yaml"):
        return [Path()]
    games = list_bundled_games()
    if not names and not or_bundled:
        raise refuse("GF001", Place("game.yaml"), f"this folder holds no game; {_suggest_games(games)}")
    found: dict[str, Path] = {}
    findings = []
    for name in names or list(games):
        path = Path(name)
        if not _is_a(Path.is_dir, path) or (name in games and not os.path.lexists(path / "game.yaml")):
            if name not in games:
                findings.append(Finding("GF001", Place(name), _explain_unknown_name(name, games)))
                continue
            path = games[name]
        first = found.setdefault(path.resolve().name, path)
        if first.resolve() != path.resolve():
            findings.append(
                Finding("GF001", Place(str(path)), f"{first} is a game of the same name; build one at a time")
            )
    says = "the path of this folder is not UTF-8; rename it, or the folder that contains it"
    findings = findings or [
        Finding("GF001", Place(str(path)), says) for path in found.values() if not is_unicode(str(path.resolve()))
    ]
    if findings:
        raise DataError(findings)
    return list(found.values())


def name_game(folder: Path) -> str:
    """Return the name of a game, which begins the names of its files; GF006 if no file can be called so."""
    name = Path(os.path.normpath(folder.absolute())).name
    if not is_plain_name(name):
        says = f"the folder's name {name!r} is the game's id, and not every system allows files of that name; rename it"
        raise refuse("GF006", Place(str(folder / "game.yaml")), says)
    return name


def list_part_ids(folder: Path) -> list[str]:
    """Return the ids of the parts of a game as game.yaml names them; none if it cannot be read."""
    from generator.load.yaml_nodes import read_yaml

    with suppress(DataError, UnsafeFileError, OSError, ValueError):
        root = read_yaml(read_regular_file(folder / "game.yaml", _MOST_BYTES).decode("utf-8"), "game.yaml", [])
        if isinstance(root.value, dict) and (parts := root.get("parts")) and isinstance(parts.value, dict):
            return [*map(str, parts.value)]
    return []


def list_palettes(folder: Path) -> tuple[str, ...]:
    """Return the names of the palettes that a game can be painted in, its own first."""
    homes = folder / "palettes", find_resources("templates") / "palettes"
    return tuple(dict.fromkeys(path.stem for home in homes for path in sorted(home.glob("*.yaml"))))


def _suggest_games(games: Iterable[str]) -> str:
    """Return what to do in a folder without a game: name one that is near or comes with gutterfold, or make one."""
    if near := list_near_games():
        name = repr(near[0]) if len(near) == 1 else f"one of {', '.join(map(repr, near[:_MOST_NAMED]))}"
        return f"name the game to work on: {name}; or make one with `gutterfold new NAME`"
    if above := next((path for path in Path.cwd().parents if os.path.lexists(path / "game.yaml")), None):
        return f"it is inside the folder of a game; go there with `cd {os.path.relpath(above)}`"
    bundled = ", ".join(games)
    return f"make one with `gutterfold new NAME`, go to the folder of one, or name one that comes with it: {bundled}"


def list_near_games() -> list[str]:
    """Return the names of the folders in the current one that hold games, but those that no game may have."""
    from generator.model.data_types import ID  # imports msgspec, which help does not need

    return [name for name in sorted(path.parent.name for path in Path().glob("*/game.yaml")) if re.match(ID, name)]


def _explain_unknown_name(name: str, games: Iterable[str]) -> str:
    """Return why a name is no game, with the nearest name, or the games there are and how to make one."""
    folder = Path(name).parent
    if _is_a(Path.is_file, folder / "game.yaml") and _is_a(Path.is_file, Path(name)):
        return f"this is a file; name the folder of the game: {str(folder)!r}"
    hint = did_you_mean(name, [*games, *list_near_games()])
    made = "" if "did you mean" in hint else "; `gutterfold new NAME` makes a game of your own"
    return f"there is no game or folder of this name{hint}{made}"


def _is_a(kind: Callable[[Path], bool], path: Path) -> bool:
    """Return whether a path is a file or a folder; one that the system cannot even look up is none."""
    try:
        return kind(path)
    except (OSError, ValueError):  # the name is too long, or has a zero byte
        return False
