"""The options that say how pieces are laid out on sheets, which `build` and `impose` share."""

from typing import TYPE_CHECKING, Any

import click

from generator.cli.option_types import LengthRange
from generator.cli.shared_options import INK, Command, require_text
from generator.pipeline.writers import WRITERS

if TYPE_CHECKING:
    from generator.pipeline.options import Options

_LONGEST_OVERLAY = 40


def _limit_overlay(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """Return the text for the fronts; a usage error if it is too long to be read there, or is no line."""
    if len(text) > _LONGEST_OVERLAY or not text.isprintable():
        raise click.BadParameter(f"give one line of at most {_LONGEST_OVERLAY} characters")
    return text


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
    options = FORMAT, BACKS, ORDER, INK, MARKS, BLEED, GAP, NO_HOW_TO, OVERLAY, ONE_OF_EACH, TOUCH, CORNERS
    for option in reversed(options):
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
    how_to = not chosen.pop("no_how_to")
    return Options(formats=formats, live_text=is_live, read_back=is_read, how_to=how_to, **chosen)
