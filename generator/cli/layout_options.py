"""The options that say how pieces are laid out on sheets, which `build` and `impose` share."""

import re
from typing import TYPE_CHECKING, Any, get_args

import click
from click.core import ParameterSource

from generator.cli.option_types import LengthRange, Lengths, WholeNumber
from generator.cli.shared_options import INK, Command, add_choice_option, require_text
from generator.model.paper import Orientation
from generator.pipeline.writers import WRITERS

if TYPE_CHECKING:
    from generator.pipeline.options import Options

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


def _read_margins(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """Return margins as four lengths; a usage error for anything else."""
    from generator.model.printer import LEAST_MARGIN, MOST_MARGIN, find_margins

    if text and (margins := find_margins(text)) is None:
        says = f"{text!r} is not one length or four from {LEAST_MARGIN:g} to {MOST_MARGIN:g} mm, such as 5,5,12.7,5"
        raise click.BadParameter(says)
    return ",".join(f"{each:g}" for each in margins) if text and margins else ""


FORMAT = click.option(
    "--format", "formats", multiple=True, type=click.Choice([*WRITERS]), help="Write only this format."
)
BACKS = add_choice_option(
    "--backs",
    ["long-edge", "short-edge", "fold", "none"],
    "Edge on which the printer flips the paper. fold: backs beside fronts, to fold and glue. none: no backs.",
)
ORDER = add_choice_option(
    "--order",
    ["interleaved", "fronts-then-backs", "fronts-then-reversed-backs"],
    "Order of the pages in the PDF. Put backs last if you turn the paper by hand.",
)
MARKS = add_choice_option(
    "--marks",
    ["corners", "lines", "none"],
    "Cut marks. corners: at the corners, in the margin. lines: along each cut as well.",
)
MARKS_ON = add_choice_option("--marks-on", ["front", "back", "both"], "Sides of the sheets that have cut marks.")
BLEED = click.option(
    "--bleed",
    type=LengthRange(0, 10),
    metavar="MM",
    help="Most bleed to print beyond each cut.  [default: as drawn]",
)
GAP = click.option(
    "--gap",
    type=Lengths(0, 50),
    metavar="MM[,MM]",
    help="Space between pieces, not counting their bleeds; across and down.  [default: as the game says, or 0]",
)
GRID = click.option(
    "--grid",
    callback=_read_grid,
    metavar="COLUMNSxROWS",
    help="Slots of each sheet, such as 2x4, which do not depend on how many pieces there are.  [default: what fits]",
)
ORIENTATION = add_choice_option(
    "--orientation", get_args(Orientation), "How the sheets lie. auto: portrait, with pieces turned where more fit."
)
MARGINS = click.option(
    "--margins",
    default="",
    callback=_read_margins,
    metavar="MM[,MM,MM,MM]",
    help="White margins at all edges, or top, right, bottom, left.  [default: as the printer needs, or 5]",
)
BORDERLESS = click.option(
    "--borderless", is_flag=True, help="The printer prints up to 3 mm from the edge: as --margins 3."
)
LABELS = click.option(
    "--labels",
    callback=_read_labels,
    metavar="NAME",
    help="Print on labels: l7160, 5160 ..., or columns x rows, size, pitch, first, as 3x7,63.5x38.1,66x38.1,7.2x15.1.",
)
START_AT = click.option(
    "--start-at",
    type=WholeNumber(1),
    default=1,
    show_default=True,
    metavar="N",
    help="First label to print on, if others are used up.",
)
NO_HOW_TO = click.option("--no-how-to", is_flag=True, help="Leave out the page on how to print and cut.")
OVERLAY = click.option(
    "--overlay",
    metavar="TEXT",
    default="",
    callback=_limit_overlay,
    help="Print a text, such as playtest, in light gray across each front.",
)
ONE_OF_EACH = click.option("--one-of-each", is_flag=True, help="Print one copy of each design.")
TOUCH = click.option(
    "--touch",
    is_flag=True,
    help="Let cards and tiles touch and share their cuts; they bleed only at the outer edges.",
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


def add_layout_options(command: Command) -> Command:
    """Add the options that say how pieces are laid out on sheets, in this order."""
    cuts = MARKS, MARKS_ON, BLEED, GAP, TOUCH, CORNERS
    places = ORIENTATION, GRID, MARGINS, BORDERLESS, LABELS, START_AT
    for option in reversed((FORMAT, BACKS, ORDER, INK, *cuts, *places, NO_HOW_TO, OVERLAY, ONE_OF_EACH)):
        command = option(command)
    return command


def make_options(chosen: dict[str, Any]) -> "Options":
    """Return the options of a build from what its command line says."""
    from generator.pipeline.options import Options

    if chosen["order"] != "interleaved" and chosen["backs"] not in ("long-edge", "short-edge"):
        raise click.UsageError(
            "--order is for paper printed on both sides: use it with --backs long-edge or short-edge"
        )
    if chosen["marks_on"] != "front" and chosen["backs"] not in ("long-edge", "short-edge"):
        raise click.UsageError(
            "--marks-on is for paper printed on both sides: use it with --backs long-edge or short-edge"
        )
    if isinstance(chosen["gap"], tuple):
        chosen["gap"], chosen["gap_down"] = chosen["gap"]
    chosen["landscape"] = chosen.pop("orientation") == "landscape"
    chosen["columns"], chosen["rows"] = chosen.pop("grid") or (None, None)
    if chosen.pop("borderless"):
        if chosen["margins"]:
            raise click.UsageError("--borderless is --margins 3; give one of the two")
        chosen["margins"] = "3,3,3,3"
    _choose_labels(chosen)
    formats = frozenset(chosen.pop("formats")) or frozenset(WRITERS)
    is_live, is_read = chosen.pop("svg_text") == "live", not chosen.pop("no_read_back")
    how_to = not chosen.pop("no_how_to")
    return Options(formats=formats, live_text=is_live, read_back=is_read, how_to=how_to, **chosen)


def _choose_labels(chosen: dict[str, Any]) -> None:
    """Set the options that sheets of labels ask for: their paper and margins, no marks, and no page on how to print."""
    labels = chosen.pop("labels")
    if labels is None:
        if chosen["start_at"] > 1:
            raise click.UsageError("--start-at counts labels: use it with --labels")
        return
    from generator.pipeline.label_sheets import count_labels

    if chosen["backs"] == "fold":
        raise click.UsageError("labels are not folded: use --labels with other --backs")
    if chosen["start_at"] > (most := count_labels(labels[0])):
        raise click.BadParameter(f"a sheet has {most} labels", param_hint="--start-at")
    if chosen["landscape"]:
        raise click.UsageError("sheets of labels are portrait: leave out --orientation landscape")
    source = click.get_current_context().get_parameter_source("paper")
    if labels[1] and source is not ParameterSource.COMMANDLINE:
        chosen["paper"] = labels[1]
    margins = chosen["margins"] or "3,3,3,3"
    chosen |= {"labels": labels[0], "marks": "none", "margins": margins, "no_how_to": True}
