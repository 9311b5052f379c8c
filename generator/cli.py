"""The command line: options go in, one function is called, its answer is printed."""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from generator import __version__
from generator.model.finding import DataError, disk_fault
from generator.model.paper import PAPERS

_GAMES = click.argument("games", nargs=-1, metavar="[GAME|FOLDER]...")
_SET = click.option(
    "--set", "settings", multiple=True, metavar="PART.KEY=VALUE", help="Another value for a part's data; repeatable."
)


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
        for finding in error.findings:
            click.echo(str(finding), err=True)
        good = False
    except BrokenPipeError:
        raise  # whoever read our answer has seen enough; click ends quietly
    except OSError as error:
        click.echo(str(disk_fault(error)), err=True)
        good = False
    sys.exit(0 if good else 1)


@main.command()
@_GAMES
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@click.option(
    "--paper",
    type=click.Choice(sorted(PAPERS), case_sensitive=False),
    default="a4",
    show_default=True,
    help="Paper to print on.",
)
@click.option("--palette", metavar="NAME|FILE", help="Paints for the color roles.")
@click.option("--color", "colors", multiple=True, metavar="ROLE=#RRGGBB", help="Paint of one color role; repeatable.")
@_SET
@click.option("--only", multiple=True, metavar="PART", help="Build this part alone; repeatable.")
@click.option("--format", "formats", multiple=True, type=click.Choice(["pdf", "svg"]), help="Both unless given.")
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
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def build(games: Sequence[str], quiet: bool, no_read_back: bool, svg_text: str, **chosen: Any) -> None:
    """Build games: sheets as PDF and SVG, rules, manifest. All games unless some are named."""
    from generator.model.options import Options
    from generator.report import build_all

    formats = frozenset(chosen.pop("formats")) or frozenset({"pdf", "svg"})
    options = Options(formats=formats, live_text=svg_text == "live", read_back=not no_read_back, **chosen)
    _answer(lambda: build_all(games, options, quiet))


@main.command()
@_GAMES
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("output"), show_default=True)
@_SET
def check(games: Sequence[str], out: Path, settings: tuple[str, ...]) -> None:
    """Hold what the rules claim, the data declares and the sheets print against one another."""
    from generator.model.options import Options
    from generator.report import check_all

    _answer(lambda: check_all(games, Options(out=out, settings=settings)))


@main.command(name="list")
@_GAMES
def list_(games: Sequence[str]) -> None:
    """Show games and their parts."""
    from generator.report import list_all

    _answer(lambda: list_all(games))


@main.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml, for editors."""
    import json

    from generator.build import game_schema

    click.echo(json.dumps(game_schema(), indent=2, ensure_ascii=False))
