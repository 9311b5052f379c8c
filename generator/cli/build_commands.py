"""The commands that write kits: `build` and `booklet`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from generator.cli.layout_options import NO_READ_BACK, SINCE, add_layout_options, make_options
from generator.cli.parameters import ONLY, QUIET, SVG_TEXT, add_build_options, choose_printer
from generator.cli.reprint_commands import reprint_games
from generator.cli.running import ReportingCommand, run_until_interrupted


@click.command(cls=ReportingCommand)
@add_build_options
@ONLY
@add_layout_options
@click.option("--sheets-only", is_flag=True, help="Build only the sheets, without the rules.")
@SVG_TEXT
@NO_READ_BACK
@SINCE
@click.option("--watch", is_flag=True, help="Build again whenever a file changes, until Ctrl-C.")
@QUIET
def build(
    games: Sequence[str],
    quiet: bool,
    printer: str | None,
    since: str | None,
    watch: bool,
    **chosen: Any,
) -> bool:
    """Build complete kits: sheets, rules and a certificate.

    Sheets are written as PDF and SVG, and a manifest lists every file.

    Without a name, the game in the current folder is used; it must have a game.yaml.
    """
    from generator.cli.summaries import build_games

    options = make_options(chosen)
    if watch and since is not None:
        raise click.UsageError("--watch builds whole kits; use --since when you print what changed")
    make: Callable[..., bool] = build_games if since is None else partial(reprint_games, since)
    if watch:
        from generator.cli.summaries import watch_games

        make = watch_games
        run_until_interrupted()
    return make(games, choose_printer(options, printer), quiet)


@click.command(cls=ReportingCommand)
@add_build_options
@QUIET
def booklet(games: Sequence[str], quiet: bool, printer: str | None, **chosen: Any) -> bool:
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
    return build_booklets(games, choose_printer(Options(**chosen), printer), quiet, given)
