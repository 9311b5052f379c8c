"""The commands that write kits, `build` and `booklet`, and `printed`, which notes that a kit was printed."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.cli.layout_options import NO_READ_BACK, SINCE, add_layout_options, make_options
from generator.cli.parameters import GAMES, ONLY, OUT, QUIET, SVG_TEXT, add_build_options, choose_printer
from generator.cli.running import ReportingCommand, run_until_interrupted
from generator.cli.terminal import print_line, print_lines

if TYPE_CHECKING:
    from generator.cli.summaries import Retelling
    from generator.pipeline.options import Options
    from generator.pipeline.reprint.reprinting import ReprintResult


@click.command(cls=ReportingCommand)
@GAMES
@OUT
@click.option("--reprint", is_flag=True, help="Record the new kit of the last `build --since` instead.")
def printed(games: Sequence[str], out: Path | None, reprint: bool) -> None:
    """Record that a kit was printed.

    From then on, `gutterfold build --since printed` prints only what has changed.

    Without a name, the game in the current folder is used; it must have a game.yaml. A kit of `impose` has the name
    of its folder in the output folder.
    The record is a copy of the kit's manifest, sheets and rules in the output folder, such as output/psycle-printed.
    Parts that were not built, and rules after --sheets-only, stay as they were recorded before.
    """
    from generator.pipeline.options import Options
    from generator.pipeline.reprint.kits import find_kit_names, note_printed

    for name in find_kit_names(games, Options(out=out)):
        print_line(f"noted as printed: {note_printed(name, Options(out=out), reprint)}/")


def reprint_games(
    since: str, games: Sequence[str], options: "Options", quiet: bool, retell: "Retelling | None" = None
) -> bool:
    """Print what changed in each game since its earlier kit; return whether all succeeded."""
    from generator.cli.summaries import make_each_game, print_findings
    from generator.pipeline.reprint.reprinting import reprint_kit
    from generator.pipeline.unchanged import leave_out_notes

    succeeded = True
    for made in make_each_game(games, options, quiet, partial(reprint_kit, since=since), retell=retell):
        if made is None:
            succeeded = False
        elif not quiet:
            found = made.checked.findings
            print_findings(retell(found) if retell else leave_out_notes(found))
            print_lines(_describe_reprint(made, since))
    return succeeded


def _describe_reprint(made: "ReprintResult", since: str) -> Iterator[str]:
    """Yield the lines that say what changed, and where it is to be printed from."""
    from generator.language.plurals import count_noun

    title = made.game.data.title
    if not made.files:
        yield f"{title}: {_explain_nothing(made)}"
        return
    out, sheets = count_noun(len(made.plan.out), "piece"), count_noun(made.sheets, "sheet")
    told = f"take {out} out of the box, put {len(made.plan.put_in)} in; {sheets}"
    yield f"{title}: {'no piece changed' if made.plan.is_empty else told}"
    if made.options:
        whose = "noted" if since == "printed" else "earlier"
        told = f"the {whose} kit was built with {made.options}"
        yield f"{title}: {told}; build with that too, or all that it changes is printed anew"
    yield from (f"{title}: {told}" for told in made.rules)
    for file in made.files:
        if file.path.endswith(".pdf"):
            yield f"{made.folder / file.path}  {file.bytes / 1024:.0f} kB"
    yield f"{title}: once it is printed, run `gutterfold printed {made.game.id} --reprint`"


def _explain_nothing(made: "ReprintResult") -> str:
    """Return why there is nothing to print."""
    gone = "; the older reprint is out of date and was removed" if made.withdrawn else ""
    if made.rules_paper:
        told = f"no piece changed since {made.since}; its rules are on {made.rules_paper}"
        return f"{told}, so build with --paper {made.rules_paper} to compare them{gone}"
    return f"nothing changed since {made.since}: there is nothing to print{gone}"


@click.command(cls=ReportingCommand)
@add_build_options
@ONLY
@add_layout_options
@click.option("--sheets-only", is_flag=True, help="Build only the sheets, without the rules.")
@SVG_TEXT
@NO_READ_BACK
@SINCE
@click.option("--watch", is_flag=True, help="Build again whenever a file changes, until Ctrl-C.")
@click.option("--fresh", is_flag=True, help="Build everything anew, also where nothing has changed.")
@QUIET
def build(
    games: Sequence[str], quiet: bool, printer: str | None, since: str | None, watch: bool, fresh: bool, **chosen: Any
) -> bool:
    """Build complete kits: sheets, rules and a certificate.

    Sheets are written as PDF and SVG, and a manifest lists every file. A kit stays as it is if nothing has changed
    since it was built.

    Without a name, the game in the current folder is used; it must have a game.yaml.
    """
    from generator.cli.summaries import build_games, watch_games
    from generator.pipeline.unchanged import build_or_keep

    options = make_options(chosen)
    if watch and since is not None:
        raise click.UsageError("--watch builds whole kits; use --since when you print what changed")
    make: Callable[..., bool] = partial(build_games, make=partial(build_or_keep, fresh=fresh))
    if since is not None:
        make = partial(reprint_games, since)
    if watch:
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
    from generator.cli.summaries import build_games
    from generator.pipeline.build import build_booklet
    from generator.pipeline.options import Options

    context = click.get_current_context()
    given = [name for name in chosen if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    make = partial(build_booklet, given=given)  # like the kit that is there, but for the options that are given
    return build_games(games, choose_printer(Options(**chosen), printer), quiet, make)
