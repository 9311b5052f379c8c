"""Options and arguments that several commands take."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.cli.option_types import FolderPath, LengthRange
from generator.model.paper import PAPERS
from generator.pipeline.writers import WRITERS
from generator.safety.log_lines import is_unicode

if TYPE_CHECKING:
    from generator.pipeline.options import Options

_Given = TypeVar("_Given", tuple[str, ...], str | None)
_Command = TypeVar("_Command", bound=Callable[..., Any])


def require_text(_context: click.Context, _option: click.Parameter, given: _Given) -> _Given:
    """Return what an option was given; a usage error if it is not UTF-8, as a manifest could not record it."""
    for text in (given,) if isinstance(given, str) else given or ():
        if not is_unicode(text):
            raise click.BadParameter(f"{text!r} is not UTF-8")
    return given


GAMES = click.argument("games", nargs=-1, metavar="[GAME|FOLDER]...")
SET = click.option(
    "--set",
    "settings",
    multiple=True,
    callback=require_text,
    metavar="PART.KEY=VALUE",
    help="Change a value of a part; repeatable.",
)
OUT = click.option(
    "--out", type=FolderPath(path_type=Path), default=None, show_default="output", help="Folder to write to."
)


def add_paper_option(told: str, is_eager: bool = False) -> Callable[[_Command], _Command]:
    """Return the option `--paper`, with what is told of it."""
    papers = click.Choice(sorted(PAPERS), case_sensitive=False)
    return click.option("--paper", type=papers, default="a4", show_default=True, is_eager=is_eager, help=told)


PAPER = add_paper_option("Size of the paper to print on.")
PALETTE = click.option("--palette", callback=require_text, metavar="NAME|FILE", help="Palette to print in.")
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
INK = click.option(
    "--ink",
    type=click.Choice(["full", "low", "mono"]),
    default="full",
    show_default=True,
    help="How much ink to use: full color, tints that need less than half of it, or only black and grays.",
)


SVG_TEXT = click.option(
    "--svg-text",
    type=click.Choice(["outlines", "live"]),
    default="outlines",
    show_default=True,
    help="Text in SVG files: outlines that look the same everywhere, or text you can edit.",
)
ONLY = click.option("--only", multiple=True, metavar="PART", help="Build only this part; repeatable.")


FORMAT = click.option(
    "--format", "formats", multiple=True, type=click.Choice([*WRITERS]), help="Write only this format."
)
BACKS = click.option(
    "--backs",
    type=click.Choice(["long-edge", "short-edge", "fold", "none"]),
    default="long-edge",
    show_default=True,
    help="Edge on which the printer flips the paper. fold: backs beside fronts, to fold and glue. none: no backs.",
)
ORDER = click.option(
    "--order",
    type=click.Choice(["interleaved", "fronts-then-backs", "fronts-then-reversed-backs"]),
    default="interleaved",
    show_default=True,
    help="Order of the pages in the PDF. Put backs last if you turn the paper by hand.",
)
MARKS = click.option(
    "--marks",
    type=click.Choice(["corners", "lines", "none"]),
    default="corners",
    show_default=True,
    help="Cut marks. corners: at the corners, in the margin. lines: along each cut as well.",
)
BLEED = click.option(
    "--bleed",
    type=LengthRange(0, 10),
    metavar="MM",
    help="Most bleed to print beyond each cut.  [default: as drawn]",
)
GAP = click.option(
    "--gap",
    type=LengthRange(0, 50),
    metavar="MM",
    help="Space between pieces, not counting their bleeds.  [default: as the game says, or 0]",
)
CORNERS = click.option(
    "--corners",
    type=LengthRange(0, 10),
    default=0.0,
    metavar="MM",
    help="Mark rounded corners of this radius on cards and tiles, to cut along.",
)
NO_READ_BACK = click.option(
    "--no-read-back", is_flag=True, help="Do not read the finished files back; check claims only against the data."
)
SINCE = click.option(
    "--since",
    callback=require_text,
    metavar="KIT",
    help="Print only what changed since an earlier kit: its folder, its manifest, or `printed`.",
)


def add_layout_options(command: _Command) -> _Command:
    """Add the options that say how pieces are laid out on sheets, in this order."""
    for option in reversed((FORMAT, BACKS, ORDER, INK, MARKS, BLEED, GAP, CORNERS)):
        command = option(command)
    return command


def make_options(chosen: dict[str, Any]) -> "Options":
    """Return the options of a build from what its command line says."""
    from generator.pipeline.options import Options

    if chosen["order"] != "interleaved" and chosen["backs"] not in ("long-edge", "short-edge"):
        raise click.UsageError(
            "--order is for paper printed on both sides: use it with --backs long-edge or short-edge"
        )
    formats = frozenset(chosen.pop("formats")) or frozenset(WRITERS)
    is_live, is_read = chosen.pop("svg_text") == "live", not chosen.pop("no_read_back")
    return Options(formats=formats, live_text=is_live, read_back=is_read, **chosen)


def add_build_options(command: _Command) -> _Command:
    """Add the options of every command that writes files, in this order."""
    for option in reversed((GAMES, OUT, PAPER, PALETTE, COLOR, SET, LANG, THICKNESS, PRINTER)):
        command = option(command)
    return command


def choose_printer(options: "Options", name: str | None) -> "Options":
    """Return the options with the printer of a name, if one is given."""
    if name is None:
        return options
    from generator.pipeline.printers import choose_printer

    return choose_printer(options, name)
