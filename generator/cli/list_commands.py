"""The commands that list what there is: `list` for games, `schema` for the keys of game.yaml."""

from collections.abc import Sequence

import click

from generator.cli.running import run_command
from generator.cli.shared_options import GAMES
from generator.cli.terminal import print_document


@click.command(name="list")
@GAMES
def list_(games: Sequence[str]) -> None:
    """List games and their parts.

    Without a name, it lists the game in the current folder if that has a game.yaml, and all bundled games otherwise.
    """
    from generator.cli.summaries import list_games

    run_command(lambda: list_games(games))


@click.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml for editors."""
    import json

    from generator.pipeline.build import game_schema

    print_document(json.dumps(game_schema(), indent=2, ensure_ascii=False))
