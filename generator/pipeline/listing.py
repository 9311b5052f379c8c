"""Tell what can be told of games without drawing them: their parts, and the schema of their data.

What parts a game has is told as it was before if nothing has changed that decides it. All that reads data is imported
late, and nothing that draws, which takes a fraction of the start-up of a build.
"""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

    begun = time.time_ns() - _COARSE
    game, parts = _load_parts(folder)
    lines = tuple(describe(game, parts))
    if store and not has_map(game) and not _was_saved(folder, game.sources, begun):
        store.write((game.sources, _digest_sources(folder, game.sources), lines), *key)
    return lines


def _load_parts(folder: Path) -> tuple["Game", tuple["Part", ...]]:
    """Return a game without its rules, and all its parts; DataError lists all faults of the data."""
    from generator.components import KINDS
    from generator.components.designs import expand_parts
    from generator.load.game import has_map, read_game

    game = read_game(folder, KINDS, words=find_resources("templates") / "words", parts_only=True)
    if has_map(game):
        from generator.pipeline.build import load_game  # a map's cells are read from its template
        from generator.pipeline.options import Options

        return load_game(folder, Options())
    return game, expand_parts(game, KINDS)


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


def game_schema() -> dict[str, Any]:
    """Return the JSON Schema of game.yaml."""
    from generator.components import KINDS
    from generator.load.conversion import build_schema

    return build_schema(KINDS)
