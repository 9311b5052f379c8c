"""The command `gutterfold impose`: sheets of finished pictures and PDFs, without a game."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.cli.option_types import FolderPath, LengthRange, WholeNumber
from generator.cli.reprint_commands import reprint_games
from generator.cli.running import run_command
from generator.cli.shared_options import (
    NO_READ_BACK,
    OUT,
    PAPER,
    PRINTER,
    QUIET,
    SINCE,
    SVG_TEXT,
    add_layout_options,
    choose_printer,
    make_options,
)
from generator.cli.terminal import print_lines

if TYPE_CHECKING:
    from generator.pipeline.imposing import ArtChoices, ImposeRequest
    from generator.pipeline.options import Options

_T = TypeVar("_T")


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=click.Path(path_type=Path))
@click.option(
    "--size",
    "sizes",
    multiple=True,
    metavar="[PART=]SIZE",
    help="poker, 63x88, 25 (mm) or 2.5x3.5in; repeatable.  [default: the standard size nearest in shape]",
)
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="[PART=]SHAPE",
    help="rectangle, rounded, disc or hexagon; repeatable.  [default: rectangle]",
)
@click.option(
    "--back",
    "back_files",
    multiple=True,
    metavar="[PART=]FILE",
    help="Picture for the backs; repeatable.  [default: by name]",
)
@click.option("--copies", type=WholeNumber(1, 10_000), default=1, show_default=True, help="Copies of each picture.")
@click.option(
    "--fit",
    type=click.Choice(["cover", "contain", "stretch"]),
    default="cover",
    show_default=True,
    help="How a picture of another shape fills its piece.",
)
@click.option(
    "--has-bleed",
    type=LengthRange(0, 20),
    default=0.0,
    metavar="MM",
    help="Bleed that the pictures hold beyond the cut.  [default: none]",
)
@click.option(
    "--make-bleed",
    default="mirror",
    show_default=True,
    metavar="HOW",
    help="How bleed is made: mirror, edge, color=#204060 or none.",
)
@click.option(
    "--keep",
    type=FolderPath(path_type=Path),
    default=None,
    metavar="FOLDER",
    help="Write the game there, to go on from.",
)
@OUT
@PAPER
@PRINTER
@add_layout_options
@SVG_TEXT
@NO_READ_BACK
@SINCE
@QUIET
def impose(
    sources: tuple[Path, ...],
    sizes: Sequence[str],
    shapes: Sequence[str],
    back_files: Sequence[str],
    copies: int,
    keep: Path | None,
    quiet: bool,
    since: str | None,
    printer: str | None,
    **chosen: Any,
) -> None:
    """Print finished pictures: SOURCE is a folder of images, or image files.

    Fronts are taken in the natural order of their names. `fox-back.png` goes behind `fox.png`, and so does
    `back/fox.png`; `back.png` goes behind all that have no back of their own. Each folder inside is a part, and can
    have a size of its own.
    """
    from generator.pipeline.imposing import ImposeRequest

    art = read_art_choices(sizes, shapes, chosen)
    options = make_options(chosen)
    request = ImposeRequest(sources, art, _split_option("--back", back_files, Path), copies)
    run_command(lambda: _impose_sources(request, choose_printer(options, printer), keep, since, quiet))


def read_art_choices(sizes: Sequence[str], shapes: Sequence[str], chosen: dict[str, Any]) -> "ArtChoices":
    """Return how finished art is made into pieces; takes what it uses out of the options that were chosen."""
    from generator.pipeline.imposing import ArtChoices, parse_bleed, parse_shape, parse_size

    made, color = _read_option("--make-bleed", chosen.pop("make_bleed"), parse_bleed)
    return ArtChoices(
        _split_option("--size", sizes, parse_size),
        _split_option("--shape", shapes, parse_shape),
        chosen.pop("fit"),
        chosen.pop("has_bleed"),
        made,
        color,
        chosen["bleed"],
    )


def _read_option(option: str, text: str, read: Callable[[str], _T]) -> _T:
    try:
        return read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def _split_option(option: str, texts: Sequence[str], read: Callable[[str], _T]) -> dict[str, _T]:
    """Return the values of `VALUE` and `PART=VALUE` by part; that of all parts is ""."""
    found = {}
    for text in texts:
        part, _, value = text.rpartition("=")
        found[part.strip()] = _read_option(option, value, read)
    return found


def _impose_sources(
    request: "ImposeRequest", options: "Options", keep: Path | None, since: str | None, quiet: bool
) -> bool:
    from generator.cli.summaries import build_games, print_findings
    from generator.pipeline.imposing import open_deck, plan_deck, retell_findings

    deck = plan_deck(request)
    if not quiet:
        print_lines(deck.told)
        print_findings(deck.notes)
    with open_deck(deck, keep) as folder:
        retell = None if keep else partial(retell_findings, deck, folder)
        make = build_games if since is None else partial(reprint_games, since)
        return make([str(folder)], options, quiet, retell=retell)
