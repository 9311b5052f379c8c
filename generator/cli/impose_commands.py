"""The command `gutterfold impose`: sheets of finished pictures and PDFs, without a game."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.cli.layout_options import NO_READ_BACK, SINCE, add_layout_options, make_options
from generator.cli.option_types import FolderPath, LengthRange, WholeNumber
from generator.cli.reprint_commands import reprint_games
from generator.cli.running import run_command
from generator.cli.shared_options import ONLY, OUT, PAPER, PRINTER, QUIET, SVG_TEXT, add_choice_option, choose_printer
from generator.cli.terminal import print_line, print_lines

if TYPE_CHECKING:
    from generator.pipeline.imposing import ArtChoices, ArtDeck, ImposeRequest, PdfOptions
    from generator.pipeline.options import Options

_PAGES = re.compile(r"(fronts|backs)=[\d,-]+")
_S = TypeVar("_S")
_T = TypeVar("_T")


def _add_pdf_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where the cards of PDFs are; what is not said is found."""
    options = (
        click.option(
            "--source-grid",
            metavar="CxR",
            help="Columns x rows of cards on a page or a picture, such as 3x3.",
        ),
        click.option("--at", metavar="X,Y", help="PDF: top left of the first card on the page, mm."),
        click.option("--pitch", metavar="X,Y", help="PDF: from one card to the next, mm."),
        click.option("--pages", multiple=True, metavar="PAGES", help="PDF: 1-4, or 'fronts=1,3 backs=2,4'."),
        add_choice_option(
            "--backs-are",
            ["found", "none", "alternate", "last", "second-half", "folded"],
            "PDF: which pages hold the backs; folded: beside their fronts.",
        ),
        click.option(
            "--backs-mirrored",
            type=click.Choice(["yes", "top", "no"]),
            help="PDF: pages of backs are mirrored left to right (yes) or top to bottom.  [default: as found]",
        ),
        click.option("--cards", default="", metavar="CARDS", help="PDF: a choice, 1-6,9-27; -30 leaves out card 30."),
        click.option("--scale-to", metavar="SIZE", help="PDF: another size of the cards, such as poker."),
        click.option(
            "--preview",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE.png",
            help="PDF: only draw what was found on the pages.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


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
@add_choice_option("--fit", ["cover", "contain", "stretch"], "How a picture of another shape fills its piece.")
@click.option(
    "--has-bleed",
    type=LengthRange(0, 20),
    metavar="MM",
    help="Bleed that the pictures hold beyond the cut.  [default: none, or as found in a PDF]",
)
@click.option(
    "--make-bleed",
    default="mirror",
    show_default=True,
    metavar="HOW",
    help="How bleed is made: mirror, edge, color=#204060 or none.",
)
@click.option("--write-table", is_flag=True, help="Only write cards.csv into the folder, to edit copies and backs.")
@click.option(
    "--keep",
    type=FolderPath(path_type=Path),
    default=None,
    metavar="FOLDER",
    help="Write the game there, to go on from.",
)
@_add_pdf_options
@OUT
@PAPER
@PRINTER
@ONLY
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
    write_table: bool,
    keep: Path | None,
    quiet: bool,
    since: str | None,
    printer: str | None,
    preview: Path | None,
    **chosen: Any,
) -> None:
    """Print finished pictures and PDFs: SOURCE is a folder of images, an image file or a PDF.

    No game is needed. The sheets are written as PDF; --format svg writes them as SVG.

    Fronts are taken in the natural order of their names. `fox-back.png` goes behind `fox.png`, and so does
    `back/fox.png`; `back.png` goes behind all that have no back of their own. Each folder inside is a part, and can
    have a size of its own.
    """
    from generator.pipeline.imposing import ROUNDED, ImposeRequest

    more = [path for path in sources[1:] if _PAGES.fullmatch(str(path)) and not path.exists()]
    chosen["pages"] = (*chosen["pages"], *map(str, more))  # of `--pages fronts=1,3 backs=2,4`, typed as two words
    sources = tuple(path for path in sources if path not in more)
    pdf = _read_pdf_options(chosen)
    art = read_art_choices(sizes, shapes, chosen)
    chosen["formats"] = chosen["formats"] or ("pdf",)
    if "rounded" in art.shapes.values() and not chosen["corners"]:
        chosen["corners"] = ROUNDED
    options = make_options({**chosen, "shows_only_art": True})
    request = ImposeRequest(sources, art, _split_option("--back", back_files, Path), copies, pdf)
    if write_table:
        run_command(lambda: _write_table(request))
        return
    if preview is not None:
        run_command(lambda: _preview_pdfs(request, preview))
        return
    run_command(lambda: _impose_sources(request, choose_printer(options, printer), keep, since, quiet))


def read_art_choices(sizes: Sequence[str], shapes: Sequence[str], chosen: dict[str, Any]) -> "ArtChoices":
    """Return how finished art is made into pieces; takes what it uses out of the options that were chosen."""
    from generator.pipeline.imposing import BLEED, ArtChoices, parse_bleed, parse_shape, parse_size

    made, color = _read_option("--make-bleed", chosen.pop("make_bleed"), parse_bleed)
    return ArtChoices(
        _split_option("--size", sizes, parse_size),
        _split_option("--shape", shapes, parse_shape),
        chosen.pop("fit"),
        chosen.pop("has_bleed") or 0.0,
        made,
        color,
        BLEED if chosen["touch"] and chosen["bleed"] is None else chosen["bleed"],
    )


def _read_pdf_options(chosen: dict[str, Any]) -> "PdfOptions":
    """Return what is said about the cards of PDFs; takes it out of the options that were chosen."""
    from generator.pipeline.imposing import PdfOptions, parse_grid, parse_lengths, parse_pages, parse_size

    def read(name: str, parse: Callable[[str], _T]) -> _T | None:
        text = chosen.pop(name)
        return None if text is None else _read_option(f"--{name.replace('_', '-')}", text, parse)

    pages = _read_option("--pages", chosen.pop("pages"), parse_pages)
    return PdfOptions(
        grid=read("source_grid", parse_grid),
        at=read("at", parse_lengths),
        pitch=read("pitch", parse_lengths),
        scale_to=read("scale_to", parse_size),
        backs_are=chosen.pop("backs_are"),
        mirrored=chosen.pop("backs_mirrored"),
        cards=chosen.pop("cards"),
        bleed=chosen["has_bleed"],
        pages=pages.get("pages", ()),
        fronts=pages.get("fronts", ()),
        backs=pages.get("backs", ()),
    )


def _write_table(request: "ImposeRequest") -> bool:
    from generator.language.plurals import count_noun
    from generator.pipeline.imposing import write_table

    target, rows = write_table(request)
    print_line(f"{target}: {count_noun(rows, 'row')}; edit copies, backs and sizes, and impose the folder again")
    return True


def _preview_pdfs(request: "ImposeRequest", target: Path) -> bool:
    from generator.pipeline.imposing import bind_sheets, preview_pdfs

    with bind_sheets(request) as bound:
        lines, picture = preview_pdfs(bound)
    target.write_bytes(picture)
    print_lines([*lines, f"{target} shows what was found: fronts in red, backs in blue, blank places in gray"])
    return True


def _read_option(option: str, text: _S, read: Callable[[_S], _T]) -> _T:
    try:
        return read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def _split_option(option: str, texts: Sequence[str], read: Callable[[str], _T]) -> dict[str, _T]:
    """Return the values of `VALUE` and `PART=VALUE` by part; that of all parts is ""."""
    from generator.pipeline.imposing import spell_id

    found = {}
    for text in texts:
        part, _, value = text.rpartition("=")
        found[spell_id(part) or part.strip()] = _read_option(option, value, read)
    return found


def _impose_sources(
    request: "ImposeRequest", options: "Options", keep: Path | None, since: str | None, quiet: bool
) -> bool:
    from generator.pipeline.imposing import bind_sheets, plan_deck

    with bind_sheets(request) as bound:
        return _impose_deck(plan_deck(bound), options, keep, since, quiet=quiet)


def _impose_deck(deck: "ArtDeck", options: "Options", keep: Path | None, since: str | None, *, quiet: bool) -> bool:
    from generator.cli.summaries import build_games, print_findings
    from generator.pipeline.imposing import open_deck, retell_findings

    if not quiet:
        print_lines(deck.told)
        if "svg" in options.formats and any(name.lower().endswith(".pdf") for name, _ in deck.images):
            print_lines(["the SVG sheets hold pages of PDFs as images of 300 dpi; the PDF holds them as they are"])
        print_findings(deck.notes)
    with open_deck(deck, keep) as folder:
        retell = None if keep else partial(retell_findings, deck, folder)
        make = build_games if since is None else partial(reprint_games, since)
        succeeded = make([str(folder)], options, quiet, retell=retell)
    if keep and not quiet:
        print_line(f"{keep}/ is the game: change its tables and templates, and build it with `gutterfold build {keep}`")
    return succeeded
