"""Typeset the rules of a kit, with figures that are rendered and written like the sheets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.model.figure import SvgDrawing, find_embedded_figures
from generator.model.finding import DrawingError, Finding, Place, refuse
from generator.model.language import Language
from generator.model.paper import Paper, booklet_page
from generator.model.picture import Font, Group, Paint, Path, Picture
from generator.pipeline.figures import render_figures
from generator.pipeline.kit import Kit
from generator.pipeline.options import Options
from generator.pipeline.parallel import share_work
from generator.pipeline.resources import find_resources
from generator.pipeline.verification import FigureSource
from generator.render.faces import FaceRenderer

if TYPE_CHECKING:
    from generator.booklet.blocks import Block, Imprint
    from generator.booklet.typesetting import TypesetBooklet
    from generator.write.pdf.document import PdfFigures

_FACES = {
    "serif": ("Source Serif Pro", 400, False),
    "serif-bold": ("Source Serif Pro", 700, False),
    "serif-italic": ("Source Serif Pro", 400, True),
    "serif-bolditalic": ("Source Serif Pro", 700, True),
    "sans": ("Source Sans Pro", 400, False),
    "sans-bold": ("Source Sans Pro", 700, False),
}
_CELL = (20.0, 15.0)  # mm: about the space for a small picture in a table
_LINE = 0.2  # mm: the width of its outline
_PARALLEL_THRESHOLD = 2000  # characters of rules from which a second process is worth its start

_FileMaker = Callable[[], Iterator[tuple[str, bytes]]]


class Rulebook(NamedTuple):
    """The rules in one language as blocks, and the pictures that they show by their references."""

    blocks: "tuple[Block, ...]"
    imprint: "Imprint"
    file: str
    fonts: Mapping[str, Font]
    shown: Mapping[str, "ShownPicture"]
    notes: tuple[Finding, ...] = ()


class ShownPicture(NamedTuple):
    """A picture in the rules, its alternative text, and its place in the data."""

    picture: Picture
    alt: str
    place: Place


def print_rules(
    kit: Kit, options: Options, notes: list[Finding], figures: FigureSource | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file of the rules; DataError for faults in them or in a figure.

    Without PDF among the formats there is the web page only. Findings that stop nothing are added to `notes`.
    `figures` returns the figures in the first language; unless given, they are rendered here.
    """
    from generator.load.languages import choose_languages

    for language in choose_languages(kit.game, options.languages):
        tag = "" if language is kit.game.first else f"-{language.tag}"
        book = read_book(kit, language, figures)
        notes.extend(book.notes)
        yield from _make_files(
            _list_file_makers(kit, book, f"{kit.game.id}-rules{tag}", options),
            len(language.rules) > _PARALLEL_THRESHOLD,
        )


def _make_files(forms: Sequence[_FileMaker], pays: bool) -> Iterator[tuple[str, bytes]]:
    for files in share_work(len(forms), lambda n: list(forms[n]()), pays, lambda begun: None):
        yield from files


def _list_file_makers(kit: Kit, book: Rulebook, name: str, options: Options) -> list[_FileMaker]:
    """Return functions that make the files: a booklet, unless its pages are too small, loose pages, and a web page."""
    paper = kit.press.paper
    page = booklet_page(paper)

    def make_booklet(page: Paper) -> Iterator[tuple[str, bytes]]:
        made = _typeset_pages(kit, book, page, folded=True)
        yield f"{name}-{page.name}.pdf", made.pdf
        yield f"{name}-booklet-{paper.name}.pdf", _impose_booklet(kit, book, made, options.thickness)

    def make_pages() -> Iterator[tuple[str, bytes]]:
        yield f"{name}-{paper.name}.pdf", _typeset_pages(kit, book, paper, folded=False).pdf

    def make_web_page() -> Iterator[tuple[str, bytes]]:
        yield f"{name}.html", _format_web_page(book)

    if "pdf" not in options.formats:
        return [make_web_page]
    return [lambda: make_booklet(page), make_pages, make_web_page] if page else [make_pages, make_web_page]


def read_book(kit: Kit, language: Language, figures: FigureSource | None = None) -> Rulebook:
    """Read the rules in a language, and render what they show; DataError lists all faults."""
    from generator.booklet.blocks import find_thumbnails
    from generator.booklet.typesetting import read_rules

    data, imprint = kit.game.data, _compose_imprint(kit, language)
    fonts = {name: kit.fonts.find_font(*face) for name, face in _FACES.items()}
    first = language is kit.game.first
    faces = kit.faces if first else kit.faces.for_language(language)
    drawn = figures() if first and figures else render_figures(kit, faces)
    blocks = read_rules(
        language.rules,
        place_file=language.file,
        fonts=fonts,
        figures={name: kit.game.place("figures", name) if first else Place(language.file) for name in data.figures},
        part=lambda reference, place: _render_thumbnail(kit, faces, language, reference, place).alt,
        terms=imprint.terms,
        language=imprint.language,
        marked=language.marked,
        apart=find_embedded_figures(data.figures, data.cover),
    )
    shown = {
        f"figure:{name}": ShownPicture(
            picture, language.alts.get(name, data.figures[name].alt), kit.game.place("figures", name)
        )
        for name, picture in drawn.items()
    }
    for name in find_thumbnails(blocks):
        if name not in shown:
            shown[name] = _render_thumbnail(kit, faces, language, name, Place(kit.game.file))
    return Rulebook(blocks, imprint, language.file, fonts, shown, _check_unused_translations(kit, language, faces))


def _check_unused_translations(kit: Kit, language: Language, faces: FaceRenderer) -> tuple[Finding, ...]:
    """Return a finding for each text of a translation that no figure has used; all figures are rendered by now."""
    if language is kit.game.first:
        return ()
    from generator.check.prose.translations import check_unused_words

    return tuple(check_unused_words(language, faces.used_texts))


def _typeset_pages(kit: Kit, book: Rulebook, paper: Paper, *, folded: bool) -> "TypesetBooklet":
    from generator.booklet.typesetting import typeset_rules

    plates = _start_figures(kit, book.fonts)
    made = {name: plates.make_figure(name, *drawn) for name, drawn in book.shown.items()}
    figures = {name.removeprefix("figure:"): each for name, each in made.items() if name.startswith("figure:")}
    return typeset_rules(book.blocks, book.imprint, paper, book.fonts, book.file, figures, made, folded=folded)


def _impose_booklet(kit: Kit, book: Rulebook, made: "TypesetBooklet", thickness: float) -> bytes:
    """Return the sheets of the booklet, to be printed on both sides, folded and stapled.

    GF301 if the paper, `thickness` mm, is so thick that creep would move text over the fold.
    """
    from generator.impose.booklet import greatest_thickness, impose_spreads, order_pages
    from generator.write.pdf.booklet_sheets import impose_booklet

    paper, terms, imprint = kit.press.paper, book.imprint.terms, book.imprint
    page = booklet_page(paper)
    assert page is not None
    sheets = order_pages(made.pages, made.back_cover)
    if thickness > (most := greatest_thickness(len(sheets), made.inner)):
        message = f"{len(sheets)} sheets of {thickness:g} mm would push text over the fold; use at most {most:g} mm"
        raise refuse("GF301", Place("--paper-thickness"), message)
    sides = impose_spreads(sheets, paper, page, thickness, terms, kit.build, book.fonts["sans"])
    return impose_booklet(made.pdf, tuple(sides), paper, imprint.title, imprint.language, kit.fonts.find_font)


def _format_web_page(book: Rulebook) -> bytes:
    from generator.booklet.web_page import render_page
    from generator.write.svg.sheets import SvgFigures

    writer = SvgFigures()
    svgs = {
        name: SvgDrawing(writer.draw_figure(each), each.width + 2 * each.x, each.height + 2 * each.y, alt)
        for name, (each, alt, _) in book.shown.items()
    }
    return render_page(
        book.blocks, book.imprint, svgs, (find_resources("templates") / "booklet.css").read_text("utf-8")
    )


def _compose_imprint(kit: Kit, language: Language) -> "Imprint":
    from generator.booklet.blocks import Imprint

    data, terms = kit.game.data, language.terms
    least, most = data.players
    players = terms.players_alike if least == most else terms.players
    return Imprint(
        title=language.title,
        about=language.about,
        players=players.format(least=least, most=most),
        version=data.version,
        language=language.tag,
        terms=terms,
        credits=language.credits,
        notice=language.notice,
        build=kit.build,
        cover=data.cover,
    )


def _render_thumbnail(kit: Kit, faces: FaceRenderer, language: Language, reference: str, place: Place) -> ShownPicture:
    """Return a face with an outline, by a reference such as part:hand.red.3.back; GF008 if there is none."""
    try:
        face = faces.trimmed_face(reference.removeprefix("part:"))
    except DrawingError as error:
        raise refuse(error.code, place, error.message) from None
    x, y, width, height = face.box
    line = Paint(fill=None, stroke="#808080", width=_LINE * max(width / _CELL[0], height / _CELL[1]))
    moved = Group((face.group, Path(face.edge, line)), (1.0, 0.0, 0.0, 1.0, -x, -y))
    part = next(part for part in kit.all_parts if part.id == reference.removeprefix("part:").partition(".")[0])
    names = language.parts.get(part.id, ())
    title = part.title if language is kit.game.first or not names else names[1] if part.count > 1 else names[0]
    return ShownPicture(Picture(0.0, 0.0, width, height, (moved,)), title, place)


def _start_figures(kit: Kit, fonts: Mapping[str, Font]) -> "PdfFigures":
    from reportlab.pdfbase.pdfmetrics import getFont

    from generator.booklet.compositor import register_fonts
    from generator.write.pdf.document import PdfFigures

    known = {fonts[name].data: getFont(registered) for name, registered in register_fonts(fonts).items()}
    return PdfFigures(kit.press.paper, kit.fonts.find_font, lambda font: known.get(font.data))
