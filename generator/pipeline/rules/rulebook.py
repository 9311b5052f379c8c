"""Typeset the rules of a game in all their forms."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import chain, product
from typing import TYPE_CHECKING, TypeVar, get_args

from msgspec.structs import replace

from generator.booklet.blocks import BookContent, Imprint, find_icons, find_thumbnails
from generator.fonts.font_book import bundled_code_font
from generator.geometry.matrix import Matrix
from generator.language.direction import is_right_to_left
from generator.language.typography import set_text
from generator.model.color import relative_luminance
from generator.model.figure import Figure, SvgDrawing, find_embedded_figures
from generator.model.finding import DataError, DrawingError, Finding, Place, refuse
from generator.model.game import GameData
from generator.model.language import Language, Terms
from generator.model.paper import Paper, Side, booklet_page, get_paper, list_rule_papers
from generator.model.picture import Font, Group, Paint, Path, Picture
from generator.model.printer import PrinterProfile
from generator.model.stock import split_finish
from generator.pipeline.options import Options
from generator.pipeline.rules.cache import Rulebook, RulesCache, SetRules, ShownPicture
from generator.pipeline.rules.page_art import RARE_ART, render_page_art
from generator.program.identity import find_resources
from generator.program.parallel import RULES_THRESHOLD, share_work
from generator.proof.figure_pictures import render_figures
from generator.proof.kit import Kit
from generator.render.faces import FaceRenderer
from generator.render.fault_sources import SHOWN_IMAGE
from generator.safety.limits import WorkClock
from generator.safety.timers import OutOfTimeError

if TYPE_CHECKING:
    from generator.write.pdf.booklet_sheets import PdfFigures

_FACES = {
    "serif": ("serif", 400, False),
    "serif-bold": ("serif", 700, False),
    "serif-italic": ("serif", 400, True),
    "serif-bolditalic": ("serif", 700, True),
    "sans": ("sans-serif", 400, False),
    "sans-bold": ("sans-serif", 700, False),
}
_CELL = (20.0, 15.0)  # mm: about the space for a small picture in a table
_LINE = 0.2  # mm: the width of its outline
_IMAGE = "image:"  # what begins the reference of an image of the game's folder
_WIDEST_IMAGE = 400.0  # mm, before it is fitted to a column
_IMAGE_IN_LINE = 1.25  # the height of an image in a line of text, in font sizes
_PAGES_OF_A_SHEET = 4  # of a booklet, which is folded once
_BOLD = 600  # the least weight of headings: a title is large, and may be light
_LIGHT = 0.4  # the relative luminance from which words need a dark ground
_RULES_SECONDS = 3.0  # of processor time for reading the rules, and for each form of them, set up to five times

FigureSource = Callable[[], Mapping[str, Picture]]
T = TypeVar("T")
_RulesFile = tuple[str, SetRules]  # a file with its name, and what was noted when it was set
_FileMaker = Callable[[], Iterator[_RulesFile]]


def print_rules(
    kit: Kit, options: Options, notes: list[Finding], figures: FigureSource | None = None, share: bool = True
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file of the rules; DataError for faults in them or in a figure.

    Without PDF among the formats there is the web page only. Findings that stop nothing are added to `notes`.
    `figures` returns the figures in the first language; unless given, they are rendered here. Long rules are shared
    with a second process, if `share`.
    """
    from generator.load.languages import choose_languages

    for language in choose_languages(kit.game, options.languages):
        tag = "" if language is kit.game.first else f"-{language.tag}"
        book = read_book(kit, language, figures)
        notes.extend(book.notes)
        name = f"{kit.game.id}-rules{tag}"
        forms = _list_file_makers(kit, book, name, options)
        told = dict[tuple[int, str], None]()
        for path, made in _make_files(book.file, forms, share and len(language.rules) > RULES_THRESHOLD):
            notes += _report_other_paper(path, name, kit.press.paper, book.file)
            told |= dict.fromkeys(made.notes)
            yield path, made.file
        notes += (Finding("GF361", Place(book.file, line), says, "note") for line, says in told)


def _report_other_paper(path: str, name: str, paper: Paper, file: str) -> Iterator[Finding]:
    """Yield GF324 for pages or sheets of rules that are set on another paper than a kit is printed on."""
    before, _, its = path.removesuffix(".pdf").rpartition("-")
    is_booklet, pages = before == f"{name}-booklet", [booklet_page(each) for each in list_rule_papers(paper)]
    is_page = before == name and its not in [page.name for page in pages if page]
    if path.endswith(".pdf") and its != paper.name and (is_booklet or is_page):
        what = "the booklet is" if is_booklet else "the rules are"
        yield Finding("GF324", Place(file), f"{what} set on {its} paper, as {paper.name} paper does not fit", "warning")


def _make_files(file: str, forms: Sequence[_FileMaker], pays: bool) -> Iterator[_RulesFile]:
    def make(number: int) -> list[_RulesFile]:
        return _work_in_time(file, lambda: list(forms[number]()))

    yield from chain.from_iterable(share_work(len(forms), make, pays, lambda begun: None))


def _work_in_time(file: str, work: Callable[[], T]) -> T:
    """Return the result of some work on the rules in a file; DataError (GF301) if it takes too long."""
    try:
        return WorkClock(_RULES_SECONDS, 0).run(work)
    except OutOfTimeError:
        says = (
            f"the rules take more than {_RULES_SECONDS:g} s of processor time; shorten them, or their longest paragraph"
        )
        raise refuse("GF301", Place(file, 1, 1), says) from None


def _list_file_makers(kit: Kit, book: Rulebook, name: str, options: Options) -> list[_FileMaker]:
    """Return functions that make the files: a booklet, unless its pages are too small, loose pages, and a web page."""
    home = find_resources("templates")
    style, rare = ((home / f"{name}.css").read_text("utf-8") for name in ("booklet", "booklet-rare"))
    papers = list_rule_papers(get_paper(kit.press.paper.name))
    figures = cache(partial(_draw_figures, kit, book))
    kept = RulesCache(book)

    def set_booklet(paper: Paper) -> SetRules:
        page = booklet_page(paper)
        assert page is not None
        return kept.find(f"booklet {page}", lambda book: _typeset_pages(book, figures(), page, folded=True))

    def make_booklet() -> Iterator[_RulesFile]:
        paper, made = _choose_paper(papers, set_booklet)
        page = booklet_page(paper)
        assert page is not None
        yield f"{name}-{page.name}.pdf", made
        yield f"{name}-booklet-{paper.name}.pdf", SetRules(_impose_booklet(kit, book, made, paper, options))

    def set_pages(paper: Paper) -> SetRules:
        return kept.find(f"pages {paper}", lambda book: _typeset_pages(book, figures(), paper, folded=False))

    def make_pages() -> Iterator[_RulesFile]:
        paper, made = _choose_paper(papers, set_pages)
        if paper == papers[0] or paper != booklet_page(papers[0]):  # whose pages stand already
            yield f"{name}-{paper.name}.pdf", made

    def make_web_page() -> Iterator[_RulesFile]:
        yield f"{name}.html", kept.find(f"web page {style}{rare}", lambda book: _format_web_page(book, style, rare))

    def set_sheet(paper: Paper) -> SetRules:
        return kept.find(f"sheet {paper}", lambda book: _typeset_sheet(book, figures(), paper))

    def make_sheet() -> Iterator[_RulesFile]:
        paper, made = _choose_paper(papers, set_sheet)
        yield f"{name}-{paper.name}.pdf", made

    if "pdf" not in options.formats:
        return [make_web_page]
    if book.is_sheet:
        return [make_sheet, make_web_page]
    return [*([make_booklet] if booklet_page(papers[0]) else []), make_pages, make_web_page]


def _choose_paper(papers: Sequence[Paper], make: Callable[[Paper], SetRules]) -> tuple[Paper, SetRules]:
    """Return the first paper that holds a form of the rules, and the form; GF301 as for the first if none does."""
    refused: list[DataError] = []
    for paper in papers:
        try:
            return paper, make(paper)
        except DataError as error:
            if {each.code for each in error.findings} != {"GF301"}:
                raise
            refused.append(error)
    raise refused[0]


def read_book(kit: Kit, language: Language, figures: FigureSource | None = None) -> Rulebook:
    """Read the rules in a language, and render what they show; DataError lists all faults."""
    from generator.booklet.typesetting import read_rules

    data, imprint = kit.game.data, compose_imprint(kit, language)
    fonts = find_rule_fonts(kit)
    first, faces = language is kit.game.first, kit.faces.for_language(language)
    drawn = figures() if first and figures else render_figures(kit, faces, _find_shown_figures(kit, language))
    read = partial(
        read_rules,
        language.rules,
        place_file=language.file,
        fonts=fonts,
        figures={name: kit.game.place("figures", name) if first else Place(language.file) for name in data.figures},
        part=lambda reference, place: _render_thumbnail(kit, faces, language, reference, place).alt,
        terms=imprint.terms,
        language=imprint.language,
        marked=language.marked,
        icons=data.icons,
        apart=[*data.figures] if language.covers else find_embedded_figures(data.figures, data.cover_figures),
    )
    told: list[Finding] = []
    blocks = _work_in_time(language.file, lambda: read(notes=told))
    shown = {f"figure:{name}": _show_figure(kit, language, name, picture) for name, picture in drawn.items()}
    shown |= {f"icon:{name}": _render_icon(kit, faces, name) for name in find_icons(blocks)}
    if imprint.ornament:
        shown["icon:ornament"] = _render_icon(kit, faces, imprint.ornament, "#FFFFFF")
    shown |= render_page_art(kit, faces, imprint, blocks)
    for name in find_thumbnails(blocks):
        if name not in shown:
            shown[name] = _render_thumbnail(kit, faces, language, name, Place(kit.game.file))
    unused, form = _check_unused_translations(kit, language, faces), data.rulebook.form if data.rulebook else ""
    return Rulebook(blocks, imprint, language.file, fonts, shown, notes=(*unused, *told), is_sheet=form == "sheet")


def _show_figure(kit: Kit, language: Language, name: str, picture: Picture) -> ShownPicture:
    figure = kit.game.data.figures[name]
    place, alt = kit.game.place("figures", name), language.alts.get(name, figure.alt)
    return ShownPicture(picture, alt, place, figure.in_true_size)


def _check_unused_translations(kit: Kit, language: Language, faces: FaceRenderer) -> tuple[Finding, ...]:
    """Return a finding for each text of a translation that no drawing says; all figures are rendered by now."""
    if language is kit.game.first:
        return ()
    from generator.check.translations.drawn_texts import check_unused_words

    stocks = {part.stock for part in kit.all_parts}
    other = {*map(str, kit.game.data.shared_terms.values()), *stocks, *chain.from_iterable(map(split_finish, stocks))}
    other |= {section.title for part in kit.all_parts if part.board for section in part.board.sections}
    found = tuple(check_unused_words(language, {*faces.used_texts, *other}))
    if found:  # the pieces may say what no figure does
        for part in kit.all_parts:
            sides: tuple[Side, ...] = ("front", "back") if part.back else ("front",)
            for design, side in product(part.designs, sides):
                faces.draw_face(part, design, side)
        found = tuple(check_unused_words(language, {*faces.used_texts, *other}))
    return found


def _draw_figures(kit: Kit, book: Rulebook) -> dict[str, Figure]:
    """Return what the rules show by its references, drawn for any document of theirs."""
    plates = _start_figures(kit, book.fonts)
    made, drawn = dict[tuple[int, str], Figure](), dict[str, Figure]()  # what looks alike is one form
    for number, (name, shown) in enumerate(book.shown.items()):
        form, look = f"image.{number}" if _IMAGE in name else name, (id(shown.picture), shown.alt)
        drawn[name] = made[look] = made.get(look) or plates.make_figure(form, *shown, is_rare=name.startswith(RARE_ART))
    return drawn


def _typeset_sheet(book: Rulebook, made: Mapping[str, Figure], paper: Paper) -> SetRules:
    from generator.booklet.typesetting import typeset_sheet

    content = _fill_book(book, made)
    return SetRules(typeset_sheet(content, paper), notes=_list_notes(content))


def _fill_book(book: Rulebook, made: Mapping[str, Figure]) -> BookContent:
    """Return what rules are typeset from: figures are known by their ids, and pictures by their references."""
    figures = {name.removeprefix("figure:"): each for name, each in made.items() if name.startswith("figure:")}
    return BookContent(
        book.blocks, book.imprint, book.fonts, file=book.file, figures=figures, thumbnails=made, notes=[]
    )


def _typeset_pages(book: Rulebook, made: Mapping[str, Figure], paper: Paper, *, folded: bool) -> SetRules:
    from generator.booklet.typesetting import typeset_rules

    columns, multiple = 1 if folded else 2, _PAGES_OF_A_SHEET if folded else 1
    content = _fill_book(book, made)
    pages = typeset_rules(content, paper, folded=folded, columns=columns, multiple=multiple)
    return SetRules(*pages, notes=_list_notes(content))


def _list_notes(content: BookContent) -> tuple[tuple[int, str], ...]:
    """Return what was noted while rules were set, without duplicates: lines of the source, and words."""
    return tuple(dict.fromkeys((each.place.line or 1, each.message) for each in content.notes or ()))


def _impose_booklet(kit: Kit, book: Rulebook, made: SetRules, paper: Paper, options: Options) -> bytes:
    """Return the sheets of the booklet, to be printed on both sides, folded and stapled.

    GF301 if the paper is so thick that creep would move text over the fold.
    """
    from generator.impose.booklet import greatest_thickness, impose_spreads, order_pages
    from generator.write.pdf.booklet_sheets import impose_booklet

    terms, imprint = book.imprint.terms, book.imprint
    page, thickness, printer = booklet_page(paper), options.thickness, options.printer
    assert page is not None
    at_right = is_right_to_left(imprint.language)
    sheets = order_pages(made.pages, made.back_cover, at_right)
    if thickness > (most := greatest_thickness(len(sheets), made.inner)):
        message = f"{len(sheets)} sheets of {thickness:g} mm would push text over the fold; use at most {most:g} mm"
        raise refuse("GF301", Place("--paper-thickness"), message)
    says = kit.build if printer is None else f"{kit.build}, printer {printer.name}"
    says = f"{terms.binding}, {says}" if at_right else says
    sides = impose_spreads(sheets, paper, page, thickness, terms, build=says, font=book.fonts["sans"])
    corrections = _find_corrections(printer, paper)
    return impose_booklet(
        made.file,
        tuple(sides),
        paper,
        imprint.title,
        imprint.language,
        find=kit.fonts.find_font,
        corrections=corrections,
    )


def _find_corrections(printer: PrinterProfile | None, paper: Paper) -> tuple[Matrix, Matrix] | None:
    """Return the matrices of outer and inner sides, which are flipped on the short edge; None without a printer."""
    if printer is None:
        return None
    from generator.impose.printer_correction import correct_page

    outer, inner = (correct_page(printer, paper, "short-edge", side) for side in get_args(Side))
    return outer, inner


def _format_web_page(book: Rulebook, style: str, rare: str) -> SetRules:
    from generator.booklet.web_page import render_page
    from generator.write.svg.sheets import SvgFigures

    writer = SvgFigures()
    svgs = {
        name: SvgDrawing(writer.draw_figure(each), each.width + 2 * each.x, each.height + 2 * each.y, alt)
        for name, (each, alt, *_) in book.shown.items()
        if not name.startswith("art:")
    }
    return SetRules(render_page(book.blocks, book.imprint, svgs, style=style, fonts=book.fonts, rare_style=rare))


def compose_imprint(kit: Kit, language: Language | None) -> Imprint:
    """Return what the title page and the last page say of the game; no language if it has no rules."""
    from generator.model.color import choose_accents

    data, terms = kit.game.data, language.terms if language else Terms()
    texts = language or data
    rules = data.rulebook
    role, jacket = (rules.headings, rules.jacket) if rules else (None, None)
    tag = language.tag if language else data.language
    return Imprint(
        title=set_text(texts.title, tag),
        about=set_text(texts.about, tag),
        facts=tuple(_list_facts(data, terms)),
        signs=("players", *([f"{data.age}+"] if data.age is not None else []), *(["clock"] if data.duration else [])),
        designers=data.designers,
        jacket=jacket,
        jacket_paint=_choose_jacket_paint(kit, jacket.paint if jacket else ""),
        has_display=bool(rules and rules.display),
        ornament=rules.ornament if rules else "",
        accents=choose_accents(kit.game.colors.values(), role),
        tint=kit.game.colors[rules.tint].paint if rules and rules.tint else "",
        version=data.version,
        language=tag,
        terms=terms,
        credits=tuple(set_text(each, tag) for each in texts.credits),
        notice=set_text(texts.notice, tag),
        build=kit.build,
        cover=data.cover,
        places=_find_imprint_places(kit, language) if language else {},
    )


def _choose_jacket_paint(kit: Kit, role: str) -> str:
    """Return the paint of the words on a jacket: black where little ink leaves no dark ground for light ones."""
    paint = kit.game.colors[role].paint if role else "#FFFFFF"
    has_dark_grounds = kit.faces.print_paint("#000000") == "#000000"
    return paint if has_dark_grounds or relative_luminance(paint) < _LIGHT else "#000000"


def _list_facts(data: GameData, terms: Terms) -> Iterator[str]:
    """Yield what the title page says of players, their age and the length of a game."""
    least, most = data.players
    yield (terms.players_alike if least == most else terms.players).format(least=least, most=most)
    if data.age is not None:
        yield terms.age.format(age=data.age)
    if data.duration:
        yield _format_duration(*data.duration, terms)


def _format_duration(least: int, most: int, terms: Terms) -> str:
    """Return the length of a game: in hours if both ends are whole hours, and more than one."""
    if most > 60 and least % 60 == most % 60 == 0:
        return (terms.hours_alike if least == most else terms.hours).format(least=least // 60, most=most // 60)
    return (terms.minutes_alike if least == most else terms.minutes).format(least=least, most=most)


def find_rule_fonts(kit: Kit) -> Mapping[str, Font]:
    """Return the fonts of the rules by the names that booklets have for them."""
    found = {**{name: _find_font(kit, *face) for name, face in _FACES.items()}, "mono": _find_code_font(kit)}
    found["heading"] = found["sans-bold"]
    display = kit.game.data.rulebook.display if kit.game.data.rulebook else None
    if display:
        place = kit.game.place("rules", "display", "font")
        try:
            found["display"] = found["heading"] = kit.fonts.find_font(display.font, display.weight, display.italic)
        except DrawingError as error:
            raise refuse(error.code, place, f"rules.display: {error.message}") from None
        if display.weight < _BOLD:
            with suppress(DrawingError):  # a family may have no heavier face
                found["heading"] = kit.fonts.find_font(display.font, _BOLD, display.italic)
    return found


def _find_code_font(kit: Kit) -> Font:
    """Return the font that the game has for `monospace`, or the one that comes along."""
    try:
        return kit.fonts.find_font("monospace", 400, False)
    except DrawingError:
        return replace(bundled_code_font(), signs=kit.fonts.signs)


def _find_font(kit: Kit, family: str, weight: int, italic: bool) -> Font:
    """Return a font of the rules; the bold one where a family, as most of Hebrew and Arabic, has no italics."""
    try:
        return kit.fonts.find_font(family, weight, italic)
    except DrawingError:
        if not italic:
            raise
    return kit.fonts.find_font(family, 700, False)


def _find_imprint_places(kit: Kit, language: Language) -> dict[str, Place]:
    """Return the places of the texts of the imprint, for messages."""
    find = kit.game.place if language is kit.game.first else language.place
    found = {getattr(language, key): find(key) for key in ("title", "about", "notice")}
    found.update({line: find("credits", number) for number, line in enumerate(language.credits)})
    return {kit.game.data.version: kit.game.place("version"), **found}


def _render_thumbnail(kit: Kit, faces: FaceRenderer, language: Language, reference: str, place: Place) -> ShownPicture:
    """Return a face with an outline, by a reference such as part:hand.red.3.back; GF008 if there is none.

    Also an image of the game's folder, by a reference such as image:images/map.png.
    """
    if reference.startswith(_IMAGE):
        return _render_image(faces, reference, place)
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


def _render_image(faces: FaceRenderer, reference: str, place: Place, height: float | None = None) -> ShownPicture:
    """Return an image in its own size, in a width in pixels that stands behind it (`|200`), or in a height, mm.

    DataError for one that cannot be drawn; for one that is not there, with a warning, since its words can be set.
    """
    name, _, pixels = reference.removeprefix(_IMAGE).partition("|")
    try:
        wide, high = faces.measure_image(name)
        wanted = int(pixels) * 25.4 / 96 if pixels else wide
        scale = height / high if height else min(max(wanted, 1.0), _WIDEST_IMAGE) / wide
        values = {"href": name, "paint": "#000000", "is_image": True}
        size = wide * scale, high * scale
        return ShownPicture(faces.draw_page(SHOWN_IMAGE, values, *size, name, place=place), name, place)
    except DrawingError as error:
        if error.code != "GF206" or not error.names:
            raise refuse(error.code, place, error.message) from None
        what, _, advice = error.message.partition("; ")
        if not name.startswith("images/"):  # rules have theirs anywhere
            what, advice = f"there is no image {name!r} in the game's folder", "put it there"
        says = f"{what}, so its words are set as text; {advice}"
        raise DataError([Finding("GF361", place, says, "warning")]) from None


def _render_icon(kit: Kit, faces: FaceRenderer, name: str, paint: str = "") -> ShownPicture:
    """Return an icon of the game, or an image, at a font size of 10 mm; in a paint, or its own one."""
    from generator.booklet.icons import ICON_EM

    if name.startswith(_IMAGE):
        return _render_image(faces, name, Place(kit.game.file), ICON_EM * _IMAGE_IN_LINE)
    place = kit.game.place("icons", name)
    icon = faces.find_icon(name)
    width, height = icon.width * ICON_EM, icon.height * ICON_EM
    values = {"href": icon.href, "paint": paint or icon.paint or "#000000", "is_image": icon.href.startswith("images/")}
    return ShownPicture(faces.draw_page(SHOWN_IMAGE, values, width, height, f"icon {name}", place=place), name, place)


def _start_figures(kit: Kit, fonts: Mapping[str, Font]) -> "PdfFigures":
    from reportlab.pdfbase.pdfmetrics import getFont

    from generator.booklet.compositor import register_fonts
    from generator.write.pdf.booklet_sheets import PdfFigures

    known = {fonts[name].data: getFont(registered) for name, registered in register_fonts(fonts).items()}
    return PdfFigures(kit.press.paper, kit.fonts.find_font, lambda font: known.get(font.data))


def _find_shown_figures(kit: Kit, language: Language) -> set[str]:
    """Return the figures that the rules in a language show; all of them unless these cover a part alone."""
    figures = kit.game.data.figures
    if not language.covers:
        return {*figures}
    named = {name for name in figures if f"](figure:{name})" in language.rules or name in kit.game.data.cover_figures}
    return named | {step.figure for name in named for step in figures[name].steps or ()}
