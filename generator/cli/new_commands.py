"""The command `gutterfold new`: the folder of a new game."""

from pathlib import Path

import click

from generator.cli.running import run_command
from generator.cli.terminal import print_line, print_lines
from generator.pipeline.new_game import list_starters, make_game
from generator.safety.log_lines import is_unicode


def _require_name(_context: click.Context, _argument: click.Parameter, name: str) -> Path:
    """Return the path of the new folder; a usage error if it is empty or no text."""
    if not name.strip() or "\0" in name or not is_unicode(name):
        raise click.BadParameter("give the folder a name, such as my-game")
    return Path(name)


@click.command()
@click.argument("folder", metavar="NAME", callback=_require_name)
@click.option(
    "--like",
    "starter",
    type=click.Choice(list_starters()),
    default="cards",
    show_default=True,
    help="Kind of game to start from.",
)
def new(folder: Path, starter: str) -> None:
    """Create a small, complete game in a new folder NAME.

    You can build, check and print it right away. Each file begins with what to change first. The command asks no
    questions, and an existing folder is left alone.
    """
    run_command(lambda: _make_game(folder, starter))


def _make_game(folder: Path, starter: str) -> bool:
    files = make_game(folder, starter)
    print_line(f"made the game {folder} like {starter!r}:")
    print_lines(f"  {path}" for path in files)
    print_line(f"build it with `gutterfold build {folder}`, check it with `gutterfold check {folder}`,")
    print_line(f"then change {files[0]}: its first lines say what to change first")
    return True
