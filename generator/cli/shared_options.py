"""Options and arguments that several commands take."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.cli.completion import complete_games, complete_palettes, complete_parts, complete_settings
from generator.cli.option_types import FolderPath, LengthRange, PaperSize, Parsed, require_text
from generator.model.paper import ALL_PAPERS

if TYPE_CHECKING:
    from generator.pipeline.options import Options

Command = TypeVar("Command", bound=Callable[..., Any])


def add_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return what adds options to a command, in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


GAMES = click.argument("games", nargs=-1, metavar="[GAME|FOLDER]...", shell_complete=complete_games)
SET = click.option(
    "--set",
    "settings",
    multiple=True,
    type=Parsed(require_text),
    metavar="PART.KEY=VALUE",
    shell_complete=complete_settings,
    help="Change a value of a part; repeatable.",
)
OUT = click.option(
    "--out", type=FolderPath(path_type=Path), default=None, show_default="output", help="Folder to write to."
)


def add_paper_option(
    told: str,
    is_eager: bool = False,
    callback: Callable[[click.Context, click.Parameter, str], str] | None = None,
) -> Callable[[Command], Command]:
    """Return the option `--paper`, with what is told of it."""
    return click.option(
        "--paper",
        type=PaperSize(sorted(ALL_PAPERS), case_sensitive=False),
        metavar="NAME|SIZE",
        default="a4",
        show_default=True,
        is_eager=is_eager,
        callback=callback,
        help=f"{told}: {', '.join(sorted(ALL_PAPERS))}, or a size such as 329x483 (mm) or 13x19in.",
    )


def add_choice_option(name: str, words: Sequence[str], told: str, *parameter: str) -> Callable[[Command], Command]:
    """Return an option that is one of some words, the first of them if it is not given."""
    return click.option(name, *parameter, type=click.Choice(words), default=words[0], show_default=True, help=told)


PAPER = add_paper_option("Paper to print on")
PALETTE = click.option(
    "--palette",
    type=Parsed(require_text),
    metavar="NAME|FILE",
    shell_complete=complete_palettes,
    help="Palette to print in.",
)
COLOR = click.option(
    "--color", "colors", multiple=True, metavar="ROLE=#RRGGBB", help="Change the paint of a color role; repeatable."
)
LANG = click.option(
    "--lang", "languages", multiple=True, metavar="TAG", help="Language of the rules, such as de; repeatable."
)


THICKNESS = click.option(
    "--paper-thickness",
    "thickness",
    type=LengthRange(0, 1),
    default=0.1,
    show_default=True,
    metavar="MM",
    help="Thickness of the booklet's paper, to allow for creep.",
)
PRINTER = click.option("--printer", metavar="NAME", help="Correct for a printer measured by `gutterfold calibrate`.")
QUIET = click.option("--quiet", is_flag=True, help="Print errors only.")
INK = add_choice_option(
    "--ink",
    ["full", "low", "mono"],
    "How much ink to use: full color, tints that need less than half of it, or only black and grays.",
)


SVG_TEXT = add_choice_option(
    "--svg-text",
    ["outlines", "live"],
    "Text in SVG files: outlines that look the same everywhere, or text you can edit.",
)
ONLY = click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_parts,
    help="Only this part, or these pieces: card, card.queen, card.5..9, 'card.q*'; repeatable.",
)


add_build_options = add_options(GAMES, OUT, PAPER, PALETTE, COLOR, SET, LANG, THICKNESS, PRINTER)


def choose_printer(options: "Options", name: str | None) -> "Options":
    """Return the options with the printer of a name, if one is given."""
    if name is None:
        return options
    from generator.pipeline.printers import choose_printer

    return choose_printer(options, name)
