"""The command line: options go in, one function is called, its answer is printed."""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from generator import __version__
from generator.model.finding import DataError, Finding, disk_fault
from generator.model.paper import PAPERS
from generator.pipeline.writers import WRITERS

_GAMES = click.argument("games", nargs=-1, metavar="[GAME|FOLDER]...")
_SET = click.option(
    "--set", "settings", multiple=True, metavar="PART.KEY=VALUE", help="Another value for a part's data; repeatable."
)

_OUT = click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
_PAPER = click.option(
    "--paper",
    type=click.Choice(sorted(PAPERS), case_sensitive=False),
    default="a4",
    show_default=True,
    help="Paper to print on.",
)
_PALETTE = click.option("--palette", metavar="NAME|FILE", help="Paints for the color roles.")
_COLOR = click.option(
    "--color", "colors", multiple=True, metavar="ROLE=#RRGGBB", help="Paint of one color role; repeatable."
)
_LANG = click.option(
    "--lang", "languages", multiple=True, metavar="TAG", help="Rules in this language, such as de; repeatable."
)


def _finite(mm: float) -> float:
    """Return a length; a usage error for `nan`, which is in no range and out of none."""
    if mm != mm:
        raise click.BadParameter("it is a length in mm, such as 0.1")
    return mm


_THICKNESS = click.option(
    "--paper-thickness",
    "thickness",
    type=click.FloatRange(0, 1),
    callback=lambda _context, _option, mm: _finite(mm),
    default=0.1,
    show_default=True,
    metavar="MM",
    help="Paper of the booklet: how far its inner sheets creep.",
)
_QUIET = click.option("--quiet", is_flag=True, help="Print nothing but errors.")
_Command = TypeVar("_Command", bound=Callable[..., Any])


def _made(command: _Command) -> _Command:
    """Give a command that makes files what all of these ask, in this order."""
    for option in reversed((_GAMES, _OUT, _PAPER, _PALETTE, _COLOR, _SET, _LANG, _THICKNESS)):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gutterfold")
def main() -> None:
    """Turn a game's folder of data into a checked kit of print-and-play sheets and rules."""
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # ReportLab would date a file by it: the same input is the same bytes


def _answer(work: Callable[[], bool]) -> None:
    """Run a command; a user's error is one line each on standard error and exit status 1."""
    gc.set_threshold(200_000, 20, 100)  # a deck is a million small tuples, none of them in a ring
    gc.enable()
    try:
        good = work()
    except DataError as error:
        _complain(error.findings)
        good = False
    except BrokenPipeError:
        raise  # whoever read our answer has seen enough; click ends quietly
    except OSError as error:
        _complain([disk_fault(error)])
        good = False
    sys.exit(0 if good else 1)


def _complain(findings: Iterable[Finding]) -> None:
    from generator.cli.diagnostics import complain

    complain(findings)


def _codes(_context: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return codes, or beginnings of codes, as they are spelled; a usage error for what none begins with."""
    if not texts:
        return ()
    from generator.cli.explain import beginning, read_codes

    known = read_codes()
    try:
        return tuple(beginning(text, known) for text in texts)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@main.command()
@_made
@click.option("--only", multiple=True, metavar="PART", help="Build this part alone; repeatable.")
@click.option("--format", "formats", multiple=True, type=click.Choice([*WRITERS]), help="All unless given.")
@click.option(
    "--backs",
    type=click.Choice(["long-edge", "short-edge", "none"]),
    default="long-edge",
    show_default=True,
    help="How the printer turns the paper for the backs.",
)
@click.option(
    "--svg-text",
    type=click.Choice(["outlines", "live"]),
    default="outlines",
    show_default=True,
    help="Letters in SVG: outlines that look the same everywhere, or text that can be edited.",
)
@click.option(
    "--no-read-back", is_flag=True, help="Do not read the finished files back; claims are held against data alone."
)
@_QUIET
def build(games: Sequence[str], quiet: bool, no_read_back: bool, svg_text: str, **chosen: Any) -> None:
    """Build games: sheets as PDF and SVG, rules, manifest.

    Without a name: the game in this folder, where it holds a game.yaml, and all that come with gutterfold elsewhere.
    """
    from generator.cli.summaries import build_all
    from generator.pipeline.options import Options

    formats = frozenset(chosen.pop("formats")) or frozenset(WRITERS)
    options = Options(formats=formats, live_text=svg_text == "live", read_back=not no_read_back, **chosen)
    _answer(lambda: build_all(games, options, quiet))


@main.command()
@_made
@_QUIET
def booklet(games: Sequence[str], quiet: bool, **chosen: Any) -> None:
    """Make the rules alone: pages to read, a booklet to fold and staple, and a page for screens.

    Without a name: the game in this folder, where it holds a game.yaml, and all that come with gutterfold elsewhere.
    The rules are held against the data. Other files of a kit that stands in the output folder stay as they are.
    """
    from generator.cli.summaries import booklet_all
    from generator.pipeline.options import Options

    _answer(lambda: booklet_all(games, Options(**chosen), quiet))


@main.command()
@_GAMES
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("output"), show_default=True)
@_SET
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="For people; or one document, for programs, for GitHub's workflows, for viewers of SARIF 2.1.0.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    callback=_codes,
    help="Tell of these findings alone: a code or its beginning, such as GF1; repeatable.",
)
@click.option(
    "--ignore", multiple=True, metavar="CODE", callback=_codes, help="Do not tell of these, nor count them; repeatable."
)
def check(
    games: Sequence[str],
    out: Path,
    settings: tuple[str, ...],
    format_: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
) -> None:
    """Hold what the rules claim, the data declares and the sheets print against one another.

    Without a name: the game in this folder, where it holds a game.yaml, and all that come with gutterfold elsewhere.

    The exit status is 0 where nothing is wrong, 1 where there is an error or a trap among the findings that are asked
    for, 2 where the command itself is not understood. What keeps a game from being checked at all is always told.
    """
    from generator.cli.explain import Choice
    from generator.cli.summaries import check_all
    from generator.pipeline.options import Options

    _answer(lambda: check_all(games, Options(out=out, settings=settings), Choice(select, ignore), format_))


@main.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Say what a code means and how to mend it, such as GF101; without one, list all."""
    from generator.cli.explain import explained, listed

    try:
        click.echo(listed() if code is None else explained(code))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="CODE") from None


@main.command(name="list")
@_GAMES
def list_(games: Sequence[str]) -> None:
    """Show games and their parts.

    Without a name: the game in this folder, where it holds a game.yaml, and all that come with gutterfold elsewhere.
    """
    from generator.cli.summaries import list_all

    _answer(lambda: list_all(games))


@main.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml, for editors."""
    import json

    from generator.pipeline.build import game_schema

    click.echo(json.dumps(game_schema(), indent=2, ensure_ascii=False))
