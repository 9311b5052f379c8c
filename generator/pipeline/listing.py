"""Tell what parts a game has, as it was told before if nothing has changed that decides it."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.program.identity import find_resources, identify_program
from generator.safety.code_cache import open_code_cache
from generator.safety.files import read_regular_file

if TYPE_CHECKING:
    from generator.model.game import Game, Part

_COARSE = 2_000_000_000  # ns: the coarsest times that a file system keeps
_SHARED = ("card-layouts", "words")  # folders of templates whose tables reach the parts of a game


def describe_game(folder: Path, describe: Callable[["Game", Sequence["Part"]], Sequence[str]]) -> Sequence[str]:
    """Return the lines that `describe` makes of a game and its parts; DataError lists all faults of the data.

    The lines are kept with a digest of what decides them, and so with the program. Those of a map are not: its cells
    are read from a template, which may include others. Nor are those of a game that was saved just now: it may have
    been saved between being read and being digested.
    """
    store, key = open_code_cache(), ("list", identify_program(), str(folder.absolute()))
    match store.read(*key) if store else None:
        case (tuple(sources), str(digest), tuple(lines)) if digest and digest == _digest_sources(folder, sources):
            return lines
    from generator.load.game import has_map
    from generator.pipeline.game_data import load_parts  # with all that reads data

    begun = time.time_ns() - _COARSE
    game, parts = load_parts(folder)
    lines = tuple(describe(game, parts))
    if store and not has_map(game) and not _was_saved(folder, game.sources, begun):
        store.write((game.sources, _digest_sources(folder, game.sources), lines), *key)
    return lines


def _was_saved(folder: Path, sources: Iterable[str], since: int) -> bool:
    """Return whether a source was saved, came or went since a time, ns."""
    try:
        return any(path.stat().st_mtime_ns >= since for path in (folder, *(folder / name for name in sources)))
    except OSError:
        return True


def _digest_sources(folder: Path, sources: Iterable[str]) -> str:
    """Return a digest of the files that a game was read from, and of the names of those that it would be; "" without.

    Rules and translations are looked for by their names. Tables that come along count by size and time, as code does.
    """
    digest = sha256()
    try:
        digest.update(repr(sorted(path.name for path in folder.iterdir())).encode("utf-8", "surrogatepass"))
        for name in sources:
            digest.update(sha256(read_regular_file(folder / name)).digest())
        for home in _SHARED:
            with os.scandir(find_resources("templates") / home) as entries:
                told = sorted((each.name, each.stat().st_size, each.stat().st_mtime_ns) for each in entries)
            digest.update(repr(told).encode("utf-8", "surrogatepass"))
    except (OSError, ValueError):
        return ""
    return digest.hexdigest()
