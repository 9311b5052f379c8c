"""The command `gutterfold new`: the folder of a new game."""

import re
from pathlib import Path
from typing import Any

import click

from generator.cli.parameters import Parsed
from generator.cli.running import ReportingCommand
from generator.cli.terminal import print_line, print_lines
from generator.language.plurals import count_noun
from generator.pipeline.new_game import list_starters, make_game
from generator.safety.log_lines import is_unicode

_PATH = re.compile(r"parts\.\w+(?:\.(?:layout|rows))?: ")  # the key of which a note speaks


def _read_name(name: str) -> Path:
    """Return the path of the new folder; ValueError if it is empty or no text."""
    if not name.strip() or "\0" in name or not is_unicode(name):
        raise ValueError("give the folder a name, such as my-game")
    return Path(name)


@click.command(cls=ReportingCommand)
@click.argument("folder", metavar="NAME", type=Parsed(_read_name))
@click.option(
    "--like",
    "starter",
    type=click.Choice(list_starters()),
    default=None,
    show_default="cards",
    help="Kind of game to start from.",
)
@click.option("--from", "table", metavar="TABLE", help="CSV file or spreadsheet: a card for each of its rows.")
@click.option("--layout", metavar="LAYOUT", help="How the cards of the table look.  [default: what suits its columns]")
@click.option(
    "--size",
    metavar="SIZE",
    type=Parsed("pipeline.imposing:parse_card_size"),
    help="Size of the cards: poker, tarot, 63x88 (mm).  [default: the layout's]",
)
@click.option(
    "--rules",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Rules in Markdown, for a booklet: alone, or with the cards of a table.",
)
def new(
    folder: Path, starter: str | None, table: str | None, layout: str | None, size: Any, rules: Path | None
) -> None:
    """Create a small, complete game in a new folder NAME.

    You can build, check and print it right away. Each file begins with what to change first. The command asks no
    questions, and an existing folder is left alone. With --from, the game is a deck of the rows of a table that you
    have, in one of the layouts that `gutterfold layouts` lists.
    """
    if table is None and (layout or size):
        raise click.UsageError("--layout and --size go with --from TABLE")
    if starter and (table is not None or rules):
        given = "--from a table" if table is not None else "of --rules"
        raise click.UsageError(f"a game is made {given} or --like another one, not both")
    if table is not None:
        _make_game_from_table(folder, table, layout, size, rules=rules)
    elif rules:
        from generator.pipeline.game_from_table import make_game_from_rules

        print_line(f"made the game {folder}: {', '.join(map(str, make_game_from_rules(folder, rules)))}")
        print_line(f"print its rules with `gutterfold booklet {folder}`")
    else:
        _make_game(folder, starter or "cards")


def _make_game_from_table(folder: Path, table: str, layout: str | None, size: Any, *, rules: Path | None) -> None:
    from generator.pipeline.game_from_table import make_game_from_table

    made = make_game_from_table(folder, table, layout, size, rules)
    pictures = sum(path.suffix != ".md" for path in made.files) - 2  # besides game.yaml and the table
    print_line(f"made the game {folder}: {made.files[0]}, {made.files[1]} and {count_noun(pictures, 'picture')}")
    print_lines(f"  {_PATH.sub('', each.message)}" for each in made.notes)
    if made.lacking:
        print_line(f"pictures that are not beside the table: {', '.join(made.lacking[:5])}; they are left out for now")
    if made.others:
        print_line(f"other layouts for these columns: {', '.join(made.others)}")
        print_line(f"see them all: `gutterfold layouts {folder} --out samples.pdf`")
    print_line(f"build it with `gutterfold build {folder}`")


def _make_game(folder: Path, starter: str) -> None:
    files = make_game(folder, starter)
    print_line(f"made the game {folder} like {starter!r}:")
    print_lines(f"  {path}" for path in files)
    print_line(f"build it with `gutterfold build {folder}`, check it with `gutterfold check {folder}`,")
    print_line(f"then change {files[0]}: its first lines say what to change first")
