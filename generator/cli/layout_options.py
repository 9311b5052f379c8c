"""The options that say how pieces are laid out on sheets, which `build` and `impose` share."""

import re
from typing import TYPE_CHECKING, Any, get_args

import click
from click.core import ParameterSource

from generator.cli import parameters
from generator.model.paper import Orientation
from generator.pipeline.writers import WRITERS

if TYPE_CHECKING:
    from generator.pipeline.options import Options

_GRID = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")
_LONGEST_OVERLAY = 40


def _read_overlay(text: str) -> str:
    if len(text) > _LONGEST_OVERLAY or not text.isprintable():
        raise ValueError(f"give one line of at most {_LONGEST_OVERLAY} characters")
    return text


def _read_grid(text: str) -> tuple[int, int]:
    if (found := _GRID.fullmatch(text)) is None:
        raise ValueError(f"{text!r} is not columns x rows, each from 1 to 99, such as 2x4")
    return int(found[1]), int(found[2])


def _read_margins(text: str) -> str:
    """Return margins as four lengths."""
    from generator.model.printer import LEAST_MARGIN, MOST_MARGIN, find_margins

    if not text:
        return ""
    if (margins := find_margins(text)) is None:
        says = f"{text!r} is not one length or four from {LEAST_MARGIN:g} to {MOST_MARGIN:g} mm, such as 5,5,12.7,5"
        raise ValueError(says)
    return ",".join(f"{each:g}" for each in margins)


add_layout_options = parameters.add_options(
    click.option("--format", "formats", multiple=True, type=click.Choice([*WRITERS]), help="Write only this format."),
    parameters.add_choice_option(
        "--backs",
        ["long-edge", "short-edge", "fold", "none"],
        "Edge on which the printer flips the paper. fold: backs beside fronts, to fold and glue. none: no backs.",
    ),
    parameters.add_choice_option(
        "--order",
        ["interleaved", "fronts-then-backs", "fronts-then-reversed-backs"],
        "Order of the pages in the PDF. Put backs last if you turn the paper by hand.",
    ),
    parameters.INK,
    parameters.add_choice_option(
        "--marks",
        ["corners", "lines", "none"],
        "Cut marks. corners: at the corners, in the margin. lines: along each cut as well.",
    ),
    parameters.add_choice_option("--marks-on", ["front", "back", "both"], "Sides of the sheets that have cut marks."),
    click.option(
        "--bleed",
        type=parameters.LengthRange(0, 10),
        metavar="MM",
        help="Most bleed to print beyond each cut.  [default: as drawn]",
    ),
    click.option(
        "--gap",
        type=parameters.Lengths(0, 50),
        metavar="MM[,MM]",
        help="Space between pieces, not counting their bleeds; across and down.  [default: as the game says, or 0]",
    ),
    click.option(
        "--touch",
        is_flag=True,
        help="Let cards and tiles touch and share their cuts; they bleed only at the outer edges.",
    ),
    click.option(
        "--corners",
        type=parameters.LengthRange(0, 10),
        default=0.0,
        metavar="MM",
        help="Mark rounded corners of this radius on cards and tiles, to cut along.",
    ),
    parameters.add_choice_option(
        "--orientation", get_args(Orientation), "How the sheets lie. auto: portrait, with pieces turned where more fit."
    ),
    click.option(
        "--grid",
        type=parameters.Parsed(_read_grid),
        metavar="COLUMNSxROWS",
        help="Slots of each sheet, such as 2x4, which do not depend on how many pieces there are.  "
        "[default: what fits]",
    ),
    click.option(
        "--margins",
        default="",
        type=parameters.Parsed(_read_margins),
        metavar="MM[,MM,MM,MM]",
        help="White margins at all edges, or top, right, bottom, left.  [default: as the printer needs, or 5]",
    ),
    click.option("--borderless", is_flag=True, help="The printer prints up to 3 mm from the edge: as --margins 3."),
    click.option(
        "--labels",
        type=parameters.Parsed("pipeline.options:choose_labels"),
        metavar="NAME",
        help="Print on labels: l7160, 5160 ..., or columns x rows, size, pitch, first, as "
        "3x7,63.5x38.1,66x38.1,7.2x15.1.",
    ),
    click.option(
        "--start-at",
        type=parameters.WholeNumber(1),
        default=1,
        show_default=True,
        metavar="N",
        help="First label to print on, if others are used up.",
    ),
    click.option("--no-how-to", is_flag=True, help="Leave out the page on how to print and cut."),
    click.option(
        "--overlay",
        metavar="TEXT",
        default="",
        type=parameters.Parsed(_read_overlay),
        help="Print a text, such as playtest, in light gray across each front.",
    ),
    click.option("--one-of-each", is_flag=True, help="Print one copy of each design."),
)
NO_READ_BACK = click.option(
    "--no-read-back", is_flag=True, help="Do not read the finished files back; check claims only against the data."
)
SINCE = click.option(
    "--since",
    type=parameters.Parsed(parameters.require_text),
    metavar="KIT",
    help="Print only what changed since an earlier kit: its folder, its manifest, or `printed`.",
)


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
    from generator.pipeline.options import count_labels

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
