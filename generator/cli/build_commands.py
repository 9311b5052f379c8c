"""The commands that write kits: `build` and `booklet`."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from generator.cli.option_types import LengthRange, Lengths, WholeNumber
from generator.cli.reprint_commands import reprint_games
from generator.cli.running import run_command
from generator.cli.shared_options import INK, ONLY, QUIET, SVG_TEXT, add_build_options, choose_printer, require_text
from generator.model.printer import LEAST_MARGIN, MOST_MARGIN, find_margins
from generator.pipeline.writers import WRITERS

_GRID = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")
_LONGEST_OVERLAY = 40


def _limit_overlay(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """Return the text for the fronts; a usage error if it is too long to be read there, or is no line."""
    if len(text) > _LONGEST_OVERLAY or not text.isprintable():
        raise click.BadParameter(f"give one line of at most {_LONGEST_OVERLAY} characters")
    return text


def _read_grid(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Return columns and rows; a usage error for anything else."""
    if text is None:
        return None
    if (found := _GRID.fullmatch(text)) is None:
        raise click.BadParameter(f"{text!r} is not columns x rows, each from 1 to 99, such as 2x4")
    return int(found[1]), int(found[2])


def _read_labels(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[str, str] | None:
    """Return labels and their paper; a usage error for anything else."""
    if text is None:
        return None
    from generator.pipeline.label_sheets import choose_labels

    try:
        return choose_labels(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _choose_labels(chosen: dict[str, Any], labels: tuple[str, str]) -> None:
    """Set the options that sheets of labels ask for: their paper and margins, and no marks; a usage error."""
    from generator.pipeline.label_sheets import count_labels

    context = click.get_current_context()
    if chosen["backs"] == "fold":
        raise click.UsageError("labels are not folded: use --labels with other --backs")
    if chosen["start_at"] > (most := count_labels(labels[0])):
        raise click.BadParameter(f"a sheet has {most} labels", param_hint="--start-at")
    if labels[1] and context.get_parameter_source("paper") is not ParameterSource.COMMANDLINE:
        chosen["paper"] = labels[1]
    chosen |= {"labels": labels[0], "marks": "none", "margins": chosen["margins"] or "3,3,3,3"}


def _read_margins(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """Return margins as four lengths; a usage error for anything else."""
    if text and (margins := find_margins(text)) is None:
        says = f"{text!r} is not one length or four from {LEAST_MARGIN:g} to {MOST_MARGIN:g} mm, such as 5,5,12.7,5"
        raise click.BadParameter(says)
    return ",".join(f"{each:g}" for each in margins) if text and margins else ""


@click.command()
@add_build_options
@ONLY
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
@INK
@click.option(
    "--marks",
    type=click.Choice(["corners", "lines", "none"]),
    default="corners",
    show_default=True,
    help="Cut marks. corners: at the corners, in the margin. lines: along each cut as well.",
)
@click.option(
    "--marks-on",
    type=click.Choice(["front", "back", "both"]),
    default="front",
    show_default=True,
    help="Sides of the sheets that have cut marks.",
)
@click.option(
    "--bleed",
    type=LengthRange(0, 10),
    metavar="MM",
    help="Most bleed to print beyond each cut.  [default: as drawn]",
)
@click.option(
    "--gap",
    type=Lengths(0, 50),
    metavar="MM[,MM]",
    help="Space between pieces, not counting their bleeds; across and down.  [default: as the game says, or 0]",
)
@click.option(
    "--margins",
    default="",
    callback=_read_margins,
    metavar="MM[,MM,MM,MM]",
    help="White margins at all edges, or top, right, bottom, left.  [default: as the printer needs, or 5]",
)
@click.option(
    "--grid",
    callback=_read_grid,
    metavar="COLUMNSxROWS",
    help="Slots of each sheet, such as 2x4, which do not depend on how many pieces there are.  [default: what fits]",
)
@click.option(
    "--labels",
    callback=_read_labels,
    metavar="NAME",
    help="Print on labels: l7160, 5160 ..., or columns x rows, size, pitch, first, as 3x7,63.5x38.1,66x38.1,7.2x15.1.",
)
@click.option(
    "--start-at",
    type=WholeNumber(1),
    default=1,
    show_default=True,
    metavar="N",
    help="First label to print on, if others are used up.",
)
@click.option("--borderless", is_flag=True, help="The printer prints up to 3 mm from the edge: as --margins 3.")
@click.option("--no-how-to", is_flag=True, help="Leave out the page on how to print and cut.")
@click.option(
    "--overlay",
    metavar="TEXT",
    default="",
    callback=_limit_overlay,
    help="Print a text, such as playtest, in light gray across each front.",
)
@click.option("--one-of-each", is_flag=True, help="Print one copy of each design.")
@click.option(
    "--touch",
    is_flag=True,
    help="Let cards and tiles touch and share their cuts; they bleed only at the outer edges.",
)
@click.option(
    "--corners",
    type=LengthRange(0, 10),
    default=0.0,
    metavar="MM",
    help="Mark rounded corners of this radius on cards and tiles, to cut along.",
)
@click.option("--sheets-only", is_flag=True, help="Build only the sheets, without the rules.")
@SVG_TEXT
@click.option(
    "--no-read-back", is_flag=True, help="Do not read the finished files back; check claims only against the data."
)
@click.option(
    "--since",
    callback=require_text,
    metavar="KIT",
    help="Print only what changed since an earlier kit: its folder, its manifest, or `printed`.",
)
@click.option("--watch", is_flag=True, help="Build again whenever a file changes, until Ctrl-C.")
@QUIET
def build(
    games: Sequence[str],
    quiet: bool,
    no_read_back: bool,
    svg_text: str,
    printer: str | None,
    since: str | None,
    watch: bool,
    no_how_to: bool,
    borderless: bool,
    grid: tuple[int, int] | None,
    labels: tuple[str, str] | None,
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
    if borderless and chosen["margins"]:
        raise click.UsageError("--borderless is --margins 3; give one of the two")
    chosen["margins"] = chosen["margins"] or ("3,3,3,3" if borderless else "")
    if labels:
        _choose_labels(chosen, labels)
        no_how_to = True
    elif chosen["start_at"] > 1:
        raise click.UsageError("--start-at counts labels: use it with --labels")
    chosen["columns"], chosen["rows"] = grid or (None, None)
    if isinstance(chosen["gap"], tuple):
        chosen["gap"], chosen["gap_down"] = chosen["gap"]
    if chosen["marks_on"] != "front" and chosen["backs"] not in ("long-edge", "short-edge"):
        raise click.UsageError(
            "--marks-on is for paper printed on both sides: use it with --backs long-edge or short-edge"
        )
    formats = frozenset(chosen.pop("formats")) or frozenset(WRITERS)
    options = Options(
        formats=formats, live_text=svg_text == "live", read_back=not no_read_back, how_to=not no_how_to, **chosen
    )
    if watch and since is not None:
        raise click.UsageError("--watch builds whole kits; use --since when you print what changed")
    make: Callable[..., bool] = build_games if since is None else partial(reprint_games, since)
    if watch:
        from generator.cli.watch_commands import watch_games

        make = watch_games
    run_command(lambda: make(games, choose_printer(options, printer), quiet), until_interrupted=watch)


@click.command()
@add_build_options
@QUIET
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
    run_command(lambda: build_booklets(games, choose_printer(Options(**chosen), printer), quiet, given))
