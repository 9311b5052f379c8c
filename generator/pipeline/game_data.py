"""What can be told of games without drawing them: their parts, and the schema of their data.

Commands that only list import nothing else, which takes a fraction of the start-up of a build.
"""

from pathlib import Path
from typing import Any

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import has_map, read_game
from generator.model.game import Game, Part
from generator.program.identity import find_resources


def load_parts(folder: Path) -> tuple[Game, tuple[Part, ...]]:
    """Return a game without its rules, and all its parts; DataError lists all faults of the data."""
    game = read_game(folder, KINDS, words=find_resources("templates") / "words", parts_only=True)
    if has_map(game):
        from generator.pipeline.build import load_game  # a map's cells are read from its template
        from generator.pipeline.options import Options

        return load_game(folder, Options())
    return game, expand_parts(game, KINDS)


def game_schema() -> dict[str, Any]:
    """Return the JSON Schema of game.yaml."""
    from generator.load.conversion import build_schema

    return build_schema(KINDS)
