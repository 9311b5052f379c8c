"""The command `gutterfold new`: the folder of a new game."""

import re
from pathlib import Path

import click

from generator.cli.running import run_command
from generator.cli.terminal import print_line, print_lines
from generator.language.plurals import count_noun
from generator.pipeline.new_game import list_starters, make_game
from generator.safety.log_lines import is_unicode

_PATH = re.compile(r"parts\.\w+(?:\.(?:layout|rows))?: ")  # the key of which a note speaks


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
    default=None,
    show_default="cards",
    help="Kind of game to start from.",
)
@click.option("--from", "table", metavar="TABLE", help="CSV file or spreadsheet: a card for each of its rows.")
@click.option("--layout", metavar="LAYOUT", help="How the cards of the table look.  [default: what suits its columns]")
@click.option("--size", metavar="SIZE", help="Size of the cards: poker, tarot, 63x88 (mm).  [default: the layout's]")
@click.option(
    "--rules",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Rules in Markdown, for a booklet: alone, or with the cards of a table.",
)
def new(
    folder: Path, starter: str | None, table: str | None, layout: str | None, size: str | None, rules: Path | None
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
        run_command(lambda: _make_game_from_table(folder, table, layout, size, rules))
    elif rules:
        run_command(lambda: _make_game_from_rules(folder, rules))
    else:
        run_command(lambda: _make_game(folder, starter or "cards"))


def _make_game_from_table(folder: Path, table: str, layout: str | None, size: str | None, rules: Path | None) -> bool:
    from generator.pipeline.game_from_table import make_game_from_table

    made = make_game_from_table(folder, table, layout, _read_size(size), rules)
    pictures = sum(path.suffix != ".md" for path in made.files) - 2  # besides game.yaml and the table
    print_line(f"made the game {folder}: {made.files[0]}, {made.files[1]} and {count_noun(pictures, 'picture')}")
    print_lines(f"  {_PATH.sub('', each.message)}" for each in made.notes)
    if made.lacking:
        print_line(f"pictures that are not beside the table: {', '.join(made.lacking[:5])}; they are left out for now")
    if made.others:
        print_line(f"other layouts for these columns: {', '.join(made.others)}")
        print_line(f"see them all: `gutterfold layouts {folder} --out samples.pdf`")
    print_line(f"build it with `gutterfold build {folder}`")
    return True


def _make_game_from_rules(folder: Path, rules: Path) -> bool:
    from generator.pipeline.game_from_table import make_game_from_rules

    print_line(f"made the game {folder}: {', '.join(map(str, make_game_from_rules(folder, rules)))}")
    print_line(f"print its rules with `gutterfold booklet {folder}`")
    return True


def _read_size(size: str | None) -> str | tuple[float, float] | None:
    """Return a size by its name, or its width and height in mm; a usage error for what is neither."""
    from generator.model.card_sizes import CARD_SIZES
    from generator.pipeline.imposing import parse_size

    if size is None or size in CARD_SIZES:
        return size
    try:
        return parse_size(size)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--size") from None


def _make_game(folder: Path, starter: str) -> bool:
    files = make_game(folder, starter)
    print_line(f"made the game {folder} like {starter!r}:")
    print_lines(f"  {path}" for path in files)
    print_line(f"build it with `gutterfold build {folder}`, check it with `gutterfold check {folder}`,")
    print_line(f"then change {files[0]}: its first lines say what to change first")
    return True
