"""The commands and options of `gutterfold`; each command calls one function and exits with its status."""

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from generator import __version__
from generator.cli.adopt_commands import adopt
from generator.cli.export_commands import make_export
from generator.cli.new_commands import new
from generator.cli.option_types import FolderPath, LengthRange
from generator.cli.play_commands import playtest
from generator.cli.printer_commands import calibrate, printer
from generator.cli.reprint_commands import make_printed, reprint_games
from generator.cli.running import run_command
from generator.cli.studio_commands import studio
from generator.cli.terminal import print_document, print_lines
from generator.cli.usage_errors import CommandLine
from generator.model.paper import PAPERS
from generator.pipeline.writers import WRITERS, default_formats
from generator.safety.log_lines import is_unicode

if TYPE_CHECKING:
    from generator.pipeline.options import Options

_GAMES = click.argument("games", nargs=-1, metavar="[GAME|FOLDER]...")


_Given = TypeVar("_Given", tuple[str, ...], str | None)


def _require_text(_context: click.Context, _option: click.Parameter, given: _Given) -> _Given:
    """Return what an option was given; a usage error if it is not UTF-8, as a manifest could not record it."""
    for text in (given,) if isinstance(given, str) else given or ():
        if not is_unicode(text):
            raise click.BadParameter(f"{text!r} is not UTF-8")
    return given


_SET = click.option(
    "--set",
    "settings",
    multiple=True,
    callback=_require_text,
    metavar="PART.KEY=VALUE",
    help="Change a value of a part; repeatable.",
)
_OUT = click.option(
    "--out", type=FolderPath(path_type=Path), default=None, show_default="output", help="Folder to write to."
)
_PAPER = click.option(
    "--paper",
    type=click.Choice(sorted(PAPERS), case_sensitive=False),
    default="a4",
    show_default=True,
    help="Size of the paper to print on.",
)
_PALETTE = click.option("--palette", callback=_require_text, metavar="NAME|FILE", help="Palette to print in.")
_COLOR = click.option(
    "--color", "colors", multiple=True, metavar="ROLE=#RRGGBB", help="Change the paint of a color role; repeatable."
)
_LANG = click.option(
    "--lang", "languages", multiple=True, metavar="TAG", help="Language of the rules, such as de; repeatable."
)


_THICKNESS = click.option(
    "--paper-thickness",
    "thickness",
    type=LengthRange(0, 1),
    default=0.1,
    show_default=True,
    metavar="MM",
    help="Thickness of the booklet's paper, to allow for creep.",
)
_PRINTER = click.option("--printer", metavar="NAME", help="Correct for a printer measured by `gutterfold calibrate`.")
_QUIET = click.option("--quiet", is_flag=True, help="Print errors only.")
_Command = TypeVar("_Command", bound=Callable[..., Any])


def _add_build_options(command: _Command) -> _Command:
    """Add the options of every command that writes files, in this order."""
    for option in reversed((_GAMES, _OUT, _PAPER, _PALETTE, _COLOR, _SET, _LANG, _THICKNESS, _PRINTER)):
        command = option(command)
    return command


@click.group(cls=CommandLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gutterfold")
def main() -> None:
    """Turn the data of a board game into a checked print-and-play kit: sheets and rules."""
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # ReportLab would write it into the file


main.add_command(adopt)
main.add_command(new)
main.add_command(calibrate)
main.add_command(printer)
main.add_command(playtest)
main.add_command(studio)


def _choose_printer(options: "Options", name: str | None) -> "Options":
    """Return the options with the printer of a name, if one is given."""
    if name is None:
        return options
    from generator.pipeline.printers import choose_printer

    return choose_printer(options, name)


_INK = click.option(
    "--ink",
    type=click.Choice(["full", "low", "mono"]),
    default="full",
    show_default=True,
    help="How much ink to use: full color, tints that need less than half of it, or only black and grays.",
)


def _parse_codes(_context: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return codes, or beginnings of codes, in their usual spelling; a usage error if no code begins so."""
    if not texts:
        return ()
    from generator.cli.explain import normalize_code

    try:
        return tuple(map(normalize_code, texts))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


_ONLY = click.option("--only", multiple=True, metavar="PART", help="Build only this part; repeatable.")
main.add_command(make_export((_GAMES, _OUT, _ONLY, _PAPER, _PALETTE, _COLOR, _SET, _LANG), (_INK, _QUIET)))
main.add_command(make_printed((_GAMES, _OUT)))


@main.command()
@_add_build_options
@_ONLY
@click.option("--format", "formats", multiple=True, type=click.Choice([*WRITERS]), help="Write only this format.")
@click.option(
    "--backs",
    type=click.Choice(["long-edge", "short-edge", "fold", "none"]),
    default="long-edge",
    show_default=True,
    help="Edge on which the printer flips the paper. fold: backs beside fronts, to fold and glue. none: no backs.",
)
@click.option(
    "--order",
    type=click.Choice(["interleaved", "fronts-then-backs", "fronts-then-reversed-backs"]),
    default="interleaved",
    show_default=True,
    help="Order of the pages in the PDF. Put backs last if you turn the paper by hand.",
)
@_INK
@click.option(
    "--marks",
    type=click.Choice(["corners", "lines", "none"]),
    default="corners",
    show_default=True,
    help="Cut marks. corners: at the corners, in the margin. lines: along each cut as well.",
)
@click.option(
    "--bleed",
    type=LengthRange(0, 10),
    metavar="MM",
    help="Most bleed to print beyond each cut.  [default: as drawn]",
)
@click.option(
    "--gap",
    type=LengthRange(0, 50),
    metavar="MM",
    help="Space between pieces, not counting their bleeds.  [default: as the game says, or 0]",
)
@click.option(
    "--corners",
    type=LengthRange(0, 10),
    default=0.0,
    metavar="MM",
    help="Mark rounded corners of this radius on cards and tiles, to cut along.",
)
@click.option("--sheets-only", is_flag=True, help="Build only the sheets, without the rules.")
@click.option(
    "--svg-text",
    type=click.Choice(["outlines", "live"]),
    default="outlines",
    show_default=True,
    help="Text in SVG files: outlines that look the same everywhere, or text you can edit.",
)
@click.option(
    "--no-read-back", is_flag=True, help="Do not read the finished files back; check claims only against the data."
)
@click.option(
    "--since",
    callback=_require_text,
    metavar="KIT",
    help="Print only what changed since an earlier kit: its folder, its manifest, or `printed`.",
)
@click.option("--watch", is_flag=True, help="Build again whenever a file changes, until Ctrl-C.")
@_QUIET
def build(
    games: Sequence[str],
    quiet: bool,
    no_read_back: bool,
    svg_text: str,
    printer: str | None,
    since: str | None,
    watch: bool,
    **chosen: Any,
) -> None:
    """Build complete kits: sheets, rules and a certificate.

    Sheets are written as PDF and SVG, and a manifest lists every file.

    Without a name, the game in the current folder is used; it must have a game.yaml.
    """
    from generator.cli.summaries import build_games
    from generator.pipeline.options import Options

    if chosen["order"] != "interleaved" and chosen["backs"] not in ("long-edge", "short-edge"):
        raise click.UsageError(
            "--order is for paper printed on both sides: use it with --backs long-edge or short-edge"
        )
    formats = frozenset(chosen.pop("formats")) or default_formats()
    options = Options(formats=formats, live_text=svg_text == "live", read_back=not no_read_back, **chosen)
    if watch and since is not None:
        raise click.UsageError("--watch builds whole kits; use --since when you print what changed")
    make: Callable[..., bool] = build_games if since is None else partial(reprint_games, since)
    if watch:
        from generator.cli.watch_commands import watch_games

        make = watch_games
    run_command(lambda: make(games, _choose_printer(options, printer), quiet), until_interrupted=watch)


@main.command()
@_add_build_options
@_QUIET
def booklet(games: Sequence[str], quiet: bool, printer: str | None, **chosen: Any) -> None:
    """Build only the rules: pages, a booklet and a web page.

    Without a name, the game in the current folder is used; it must have a game.yaml.
    The rules are checked against the data. Other files of a kit in the output folder stay as they are, and so do the
    rules in languages other than those of --lang. Paper, palette, colors, --set and languages are those of that kit
    unless you give others.
    """
    from generator.cli.summaries import build_booklets
    from generator.pipeline.options import Options

    context = click.get_current_context()
    given = [name for name in chosen if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    run_command(lambda: build_booklets(games, _choose_printer(Options(**chosen), printer), quiet, given))


@main.command()
@_GAMES
@click.option(
    "--out",
    type=FolderPath(file_okay=False, path_type=Path),
    default=None,
    show_default="output",
    help="Folder with the finished kits.",
)
@_SET
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="Text for people, or JSON, GitHub workflow commands or SARIF 2.1.0 for programs.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    callback=_parse_codes,
    help="Report only codes that begin with this, such as GF1; repeatable.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    callback=_parse_codes,
    help="Leave out codes that begin with this; repeatable.",
)
@click.option("--coverage", is_flag=True, help="List the facts that the paper does not show, with their lines.")
def check(
    games: Sequence[str],
    out: Path | None,
    settings: tuple[str, ...],
    format_: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    coverage: bool,
) -> None:
    """Check that rules, data and sheets agree.

    Without a name, the game in the current folder is used; it must have a game.yaml.

    The exit status is 0 if nothing is wrong, 1 if there is an error or a trap among the reported findings, and 2 if the
    command line is wrong. Anything that keeps a game from being checked at all is always reported.
    """
    from generator.cli.explain import CodeFilter
    from generator.cli.summaries import check_games
    from generator.pipeline.options import Options

    options = Options(out=out, settings=settings)
    run_command(lambda: check_games(games, options, CodeFilter(select, ignore), format_, coverage))


def _require_picture(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """Return the file of a picture; a usage error if its name does not say which kind of picture it is."""
    if path is not None and path.suffix.lower() not in (".svg", ".png"):
        raise click.BadParameter(
            f"{path.name!r} ends in neither .svg nor .png; give the picture such a name, for example colors.svg"
        )
    return path


@main.command()
@_GAMES
@_PALETTE
@_COLOR
@_INK
@click.option(
    "--out",
    "picture",
    type=FolderPath(dir_okay=False, path_type=Path),
    default=None,
    callback=_require_picture,
    metavar="FILE",
    help="Write a picture of the pieces as people with each kind of vision see them: .svg or .png.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Print a table or JSON.",
)
def colors(
    games: Sequence[str], palette: str | None, colors: tuple[str, ...], ink: Any, picture: Path | None, format_: str
) -> None:
    """Show how easily the colors of a game can be told apart.

    The colors of each group are compared in normal vision, in color blindness and in gray.

    Without a name, the game in the current folder is used; it must have a game.yaml.

    The exit status is 1 if two colors cannot be told apart.
    """
    from generator.cli.color_commands import show_colors
    from generator.pipeline.options import Options

    options = Options(palette=palette, colors=colors, ink=ink)
    run_command(lambda: show_colors(games, options, picture, format_))


@main.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a code such as GF101 and how to fix the problem.

    Without a code, list them all.
    """
    from generator.cli.explain import explain_code, list_codes

    try:
        text = list_codes() if code is None else explain_code(code)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="CODE") from None
    print_lines(text.split("\n"))


@main.command(name="list")
@_GAMES
def list_(games: Sequence[str]) -> None:
    """List games and their parts.

    Without a name, it lists the game in the current folder if that has a game.yaml, and all bundled games otherwise.
    """
    from generator.cli.summaries import list_games

    run_command(lambda: list_games(games))


@main.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml for editors."""
    import json

    from generator.pipeline.build import game_schema

    print_document(json.dumps(game_schema(), indent=2, ensure_ascii=False))
