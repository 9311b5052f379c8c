"""The command `gutterfold impose`: sheets of finished pictures and PDFs, without a game."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli import parameters
from generator.cli.build_commands import reprint_games
from generator.cli.layout_options import NO_READ_BACK, SINCE, add_layout_options, make_options
from generator.cli.running import ReportingCommand
from generator.cli.terminal import print_line, print_lines

if TYPE_CHECKING:
    from generator.pipeline.imposing import ImposeRequest
    from generator.pipeline.options import Options

_PAGES = re.compile(r"(fronts|backs)=[\d,-]+")
_SIZE, _LENGTHS = (
    parameters.Parsed("pipeline.imposing:parse_size"),
    parameters.Parsed("pipeline.imposing:parse_lengths"),
)


class _ByPart(parameters.Parsed):
    """A value of one part, `PART=VALUE`, or of all, `VALUE`; the name of all parts is empty."""

    def read(self, text: str, _context: click.Context | None) -> Any:
        """Return the part and the value."""
        from generator.pipeline.imposing import spell_id

        part, _, value = text.rpartition("=")
        return spell_id(part) or part.strip(), self.find_reader()(value)


# where the cards of PDFs are; what is not said is found
_add_pdf_options = parameters.add_options(
    click.option(
        "--source-grid",
        type=parameters.Parsed("pipeline.imposing:parse_grid"),
        metavar="CxR",
        help="Columns x rows of cards on a page or a picture, such as 3x3.",
    ),
    click.option("--at", type=_LENGTHS, metavar="X,Y", help="PDF: top left of the first card on the page, mm."),
    click.option("--pitch", type=_LENGTHS, metavar="X,Y", help="PDF: from one card to the next, mm."),
    click.option("--pages", multiple=True, metavar="PAGES", help="PDF: 1-4, or 'fronts=1,3 backs=2,4'."),
    parameters.add_choice_option(
        "--backs-are",
        ["found", "none", "alternate", "last", "second-half", "folded"],
        "Which pages, or pictures in their order, are backs; folded: beside their fronts (PDF).",
    ),
    click.option(
        "--backs-mirrored",
        "mirrored",
        type=click.Choice(["yes", "top", "no"]),
        help="PDF: pages of backs are mirrored left to right (yes) or top to bottom.  [default: as found]",
    ),
    click.option("--cards", default="", metavar="CARDS", help="PDF: a choice, 1-6,9-27; -30 leaves out card 30."),
    click.option("--scale-to", type=_SIZE, metavar="SIZE", help="PDF: another size of the cards, such as poker."),
    click.option(
        "--preview",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE.png",
        help="PDF: only draw what was found on the pages.",
    ),
)


@click.command(cls=ReportingCommand)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=click.Path(path_type=Path))
@click.option(
    "--size",
    "sizes",
    multiple=True,
    type=_ByPart("pipeline.imposing:parse_size"),
    metavar="[PART=]SIZE",
    help="poker, 63x88, 25 (mm) or 2.5x3.5in; repeatable.  [default: the standard size nearest in shape]",
)
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    type=_ByPart("pipeline.imposing:parse_shape"),
    metavar="[PART=]SHAPE",
    help="rectangle, rounded, disc or hexagon; repeatable.  [default: rectangle]",
)
@click.option(
    "--back",
    "back_files",
    multiple=True,
    type=_ByPart(Path),
    metavar="[PART=]FILE",
    help="Picture for the backs; repeatable.  [default: by name]",
)
@click.option(
    "--copies", type=parameters.WholeNumber(1, 10_000), default=1, show_default=True, help="Copies of each picture."
)
@parameters.add_choice_option(
    "--fit", ["cover", "contain", "stretch"], "How a picture of another shape fills its piece."
)
@click.option(
    "--has-bleed",
    type=parameters.LengthRange(0, 20),
    metavar="MM",
    help="Bleed that the pictures hold beyond the cut.  [default: none, or as found in a PDF]",
)
@click.option(
    "--make-bleed",
    type=parameters.Parsed("pipeline.imposing:parse_bleed"),
    default="mirror",
    show_default=True,
    metavar="HOW",
    help="How bleed is made: mirror, edge, color=#204060 or none.",
)
@click.option("--write-table", is_flag=True, help="Only write cards.csv into the folder, to edit copies and backs.")
@click.option(
    "--keep",
    type=parameters.FolderPath(path_type=Path),
    default=None,
    metavar="FOLDER",
    help="Write the game there, to go on from.",
)
@_add_pdf_options
@parameters.OUT
@parameters.PAPER
@parameters.PRINTER
@parameters.ONLY
@add_layout_options
@parameters.SVG_TEXT
@NO_READ_BACK
@SINCE
@parameters.QUIET
def impose(
    sources: tuple[Path, ...],
    sizes: Sequence[tuple[str, tuple[float, float]]],
    shapes: Sequence[tuple[str, Any]],
    back_files: Sequence[tuple[str, Path]],
    copies: int,
    write_table: bool,
    keep: Path | None,
    quiet: bool,
    since: str | None,
    printer: str | None,
    preview: Path | None,
    **chosen: Any,
) -> bool | None:
    """Print finished pictures and PDFs: SOURCE is a folder of images, an image file or a PDF.

    No game is needed. The sheets are written as PDF; --format svg writes them as SVG.

    Fronts are taken in the natural order of their names. `fox-back.png` goes behind `fox.png`, and so does
    `back/fox.png`; `back.png` goes behind all that have no back of their own. Each folder inside is a part, and can
    have a size of its own.
    """
    from generator.pipeline.imposing import BLEED, ROUNDED, ArtChoices, ImposeRequest, PdfOptions, parse_pages

    more = [path for path in sources[1:] if _PAGES.fullmatch(str(path)) and not path.exists()]
    try:  # those of `--pages fronts=1,3 backs=2,4`, typed as two words, stand among the sources
        placed: dict[str, Any] = {**parse_pages((*chosen.pop("pages"), *map(str, more)))}
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--pages") from None
    placed |= {name: chosen.pop(name) for name in ("at", "pitch", "scale_to", "backs_are", "mirrored", "cards")}
    bleed = chosen.pop("has_bleed")
    pdf = PdfOptions(grid=chosen.pop("source_grid"), bleed=bleed, **placed)
    made, color = chosen.pop("make_bleed")
    art = ArtChoices(
        sizes=dict(sizes),
        shapes=dict(shapes),
        fit=chosen.pop("fit"),
        has_bleed=bleed or 0.0,
        made_bleed=made,
        bleed_color=color,
        bleed=BLEED if chosen["touch"] and chosen["bleed"] is None else chosen["bleed"],
    )
    chosen["formats"] = chosen["formats"] or ("pdf",)
    if "rounded" in art.shapes.values() and not chosen["corners"]:
        chosen["corners"] = ROUNDED
    options = make_options({**chosen, "shows_only_art": True})
    kept = tuple(path for path in sources if path not in more)
    request = ImposeRequest(kept, art, dict(back_files), copies, pdf)
    if write_table:
        _write_table(request)
        return None
    if preview is not None:
        _preview_pdfs(request, preview)
        return None
    return _impose_sources(request, parameters.choose_printer(options, printer), keep, since, quiet)


def _write_table(request: "ImposeRequest") -> None:
    from generator.language.plurals import count_noun
    from generator.pipeline.imposing import write_table

    target, rows = write_table(request)
    print_line(f"{target}: {count_noun(rows, 'row')}; edit copies, backs and sizes, and impose the folder again")


def _preview_pdfs(request: "ImposeRequest", target: Path) -> None:
    from generator.pipeline.imposing import bind_sheets, preview_pdfs

    with bind_sheets(request) as bound:
        lines, picture = preview_pdfs(bound)
    target.write_bytes(picture)
    print_lines([*lines, f"{target} shows what was found: fronts in red, backs in blue, blank places in gray"])


def _impose_sources(
    request: "ImposeRequest", options: "Options", keep: Path | None, since: str | None, quiet: bool
) -> bool:
    from generator.cli.summaries import build_games, print_findings
    from generator.pipeline.build import build_kit
    from generator.pipeline.imposing import bind_sheets, open_deck, plan_deck, retell_findings

    with bind_sheets(request) as bound:
        deck = plan_deck(bound)
        if not quiet:
            print_lines(deck.told)
            if "svg" in options.formats and any(name.lower().endswith(".pdf") for name, _ in deck.images):
                print_line("the SVG sheets hold pages of PDFs as images of 300 dpi; the PDF holds them as they are")
            print_findings(deck.notes)
        with open_deck(deck, keep) as folder:
            retell = None if keep else partial(retell_findings, deck, folder)
            make = partial(build_games, make=build_kit) if since is None else partial(reprint_games, since)
            succeeded = make([str(folder)], options, quiet, retell=retell)
    if keep and not quiet:
        print_line(f"{keep}/ is the game: change its tables and templates, and build it with `gutterfold build {keep}`")
    return succeeded
