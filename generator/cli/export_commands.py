"""The command `export`: write the pieces of games for print shops, cutting machines, virtual tables and the web."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.cli import parameters
from generator.cli.running import ReportingCommand
from generator.cli.terminal import print_lines
from generator.pipeline.export.targets import ONLY_FOR, TARGETS

if TYPE_CHECKING:
    from generator.pipeline.export.exporting import ExportRequest, ExportResult
    from generator.pipeline.options import Options


@click.command(cls=ReportingCommand)
@parameters.GAMES
@click.option(
    "--to", "target", required=True, type=click.Choice([*TARGETS]), help="What to export to; see docs/export.md."
)
@parameters.OUT
@parameters.ONLY
@parameters.PAPER
@parameters.PALETTE
@parameters.COLOR
@parameters.SET
@parameters.LANG
@click.option(
    "--dpi",
    type=parameters.NumberRange(30, 1200, such=300),
    metavar="N",
    help="Resolution in pixels per inch.  [default: 300]",
)
@click.option(
    "--bleed",
    type=parameters.LengthRange(0, 10),
    metavar="MM",
    help="Bleed beyond each cut; 0 exports pieces at their cut size.  [default: the most that any has]",
)
@click.option(
    "--corners", type=parameters.LengthRange(0, 10), default=0.0, metavar="MM", help="Radius of rounded corners."
)
@click.option(
    "--url",
    type=parameters.WebAddress(),
    metavar="URL",
    help="Address where you will put the images of a virtual table.",
)
@click.option(
    "--players",
    type=parameters.WholeNumber(1),
    metavar="N",
    help="Number of players to set the table for.  [default: most]",
)
@click.option(
    "--machine",
    type=parameters.MachineName(["silhouette", "cricut", "scanncut"]),
    help="Cutting machine that you have.  [default: silhouette]",
)
@click.option(
    "--overcut",
    type=parameters.LengthRange(0, 5),
    metavar="MM",
    help="Continue each cut this far past its start.  [default: 0]",
)
@click.option(
    "--one-file", is_flag=True, help="One PDF with a card on each page, each copy by itself; backs follow their fronts."
)
@click.option(
    "--separate-backs", is_flag=True, help="Put the backs of --one-file into a second PDF, in the order of the fronts."
)
@click.option(
    "--color-space",
    type=click.Choice(["rgb", "cmyk"]),
    default="rgb",
    show_default=True,
    help="Colors of PDFs; cmyk makes PDF/X-4 and needs --profile.",
)
@click.option(
    "--profile",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="ICC profile of the press that CMYK is for; shops offer theirs.",
)
@click.option(
    "--ink-limit",
    type=parameters.NumberRange(100, 400, such=300),
    metavar="PERCENT",
    help="Most ink of all four together, with --color-space cmyk; black is kept.",
)
@parameters.SVG_TEXT
@parameters.INK
@parameters.QUIET
def export(games: Sequence[str], quiet: bool, **chosen: Any) -> bool:
    """Export pieces for print shops, machines and programs.

    Without a name, the game in the current folder is used; it must have a game.yaml.
    A game is built and checked first, and is not exported if it has errors. Its files go to a new folder in the output
    folder, such as output/psycle-png.
    """
    from generator.pipeline.export.exporting import ExportRequest
    from generator.pipeline.options import Options

    asked = {name: chosen.pop(name) for name in ExportRequest.__struct_fields__}
    _check_choices(asked["target"])
    if asked["separate_backs"] and not asked["one_file"]:
        raise click.UsageError("--separate-backs is for --one-file; add it")
    if (chosen.pop("color_space") == "cmyk") != (asked["profile"] is not None):
        raise click.UsageError("--color-space cmyk and --profile FILE.icc belong together; give both or neither")
    if asked["ink_limit"] is not None and asked["profile"] is None:
        raise click.UsageError("--ink-limit is for --color-space cmyk; add it, with --profile FILE.icc")
    options = Options(live_text=chosen.pop("svg_text") == "live", **chosen)
    request = ExportRequest(**{name: value for name, value in asked.items() if value is not None})
    return export_games(games, options, request, quiet)


def _check_choices(target: str) -> None:
    """Refuse an option that the target would ignore."""
    context = click.get_current_context()
    for name, targets in ONLY_FOR.items():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE and target not in targets:
            *others, last = (f"--to {each}" for each in targets)
            fits = f"{', '.join(others)} or {last}" if others else last
            raise click.UsageError(f"--{name.replace('_', '-')} is for {fits}; leave it out for --to {target}")


def export_games(games: Sequence[str], options: "Options", request: "ExportRequest", quiet: bool) -> bool:
    """Export each game and print what was written; return whether all succeeded."""
    from generator.cli.summaries import make_each_game, print_findings
    from generator.pipeline.export.exporting import export_game
    from generator.pipeline.unchanged import leave_out_notes

    succeeded = True
    for made in make_each_game(games, options, quiet, partial(export_game, request=request), "exporting"):
        if made is None:
            succeeded = False
        elif not quiet:
            print_findings(leave_out_notes(made.notes))
            print_lines(_describe_export(made, request))
    return succeeded


def _describe_export(made: "ExportResult", request: "ExportRequest") -> Iterator[str]:
    """Yield the lines that say where the files are and what to do with them."""
    from generator.language.plurals import count_noun

    size = sum(file.bytes for file in made.files)
    pieces = f"{count_noun(made.pieces, 'piece')} in " if made.pieces else ""
    told = f"{pieces}{count_noun(len(made.files), 'file')}, {size / 1024 / 1024:.1f} MB"
    yield f"{made.game.data.title}: {TARGETS[request.target].makes}"
    yield f"{made.folder}/  {told}"
    yield f"{made.game.data.title}: {made.checked.summary}"
    for note in made.notes:
        if note.level == "note":
            yield f"{made.game.data.title}: {note.message}"
    if made.removed:
        yield f"{made.game.data.title}: {count_noun(len(made.removed), 'file')} of the last export removed"
