"""Impose finished pictures and PDFs: write the folder of a game that prints them, and build it."""

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from math import cos, pi
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.load.files import display_path, read_bytes_inside
from generator.load.tables import read_table
from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import DataError, DrawingError, Finding, Place, refuse
from generator.model.game import Row
from generator.pdf.regions import parse_region
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.image_files import MAX_IMAGE_BYTES
from generator.sources import measuring
from generator.sources.art_table import apply_table, compose_table
from generator.sources.choices import BLEED as BLEED
from generator.sources.choices import ROUNDED as ROUNDED
from generator.sources.choices import ArtChoices as ArtChoices
from generator.sources.choices import PdfOptions as PdfOptions
from generator.sources.choices import SheetPicture, Size, SourceCard, SourceFile, name_image
from generator.sources.choices import parse_bleed as parse_bleed
from generator.sources.choices import parse_card_size as parse_card_size
from generator.sources.choices import parse_grid as parse_grid
from generator.sources.choices import parse_lengths as parse_lengths
from generator.sources.choices import parse_pages as parse_pages
from generator.sources.choices import parse_shape as parse_shape
from generator.sources.choices import parse_size as parse_size
from generator.sources.game_folder import PlannedCard, PlannedSide, compose_game, is_board
from generator.sources.pictures import (
    MAIN_PART,
    TABLE_NAMES,
    SourceFiles,
    find_picture,
    find_sources,
    names_all_backs,
    pair_pictures,
)
from generator.sources.pictures import spell_id as spell_id
from generator.write.temporary_output import TemporaryOutput

if TYPE_CHECKING:
    from generator.sources.pdf_deck import PdfDeck


class ImposeRequest(Struct, frozen=True):
    """What finished art is to be made into pieces, and how; `backs` are pictures by part, or for all ("").

    `sheets` are the PDFs among the sources, by name, that were pictures of whole sheets of cards.
    """

    sources: tuple[Path, ...]
    choices: ArtChoices = ArtChoices()
    backs: Mapping[str, Path] = {}
    copies: int = 1
    pdf: PdfOptions = PdfOptions()
    sheets: Mapping[str, SheetPicture] = {}


class ArtDeck(NamedTuple):
    """The game of finished art: its id, the texts of its files, its pictures, and what is told of it.

    `origins` are the files that pictures were made of, by name.
    """

    id: str
    files: Mapping[str, str]
    images: Sequence[SourceFile]
    notes: Sequence[Finding]
    told: Sequence[str]
    origins: Mapping[str, Path]


def holds_art(folder: Path) -> bool:
    """Return whether a folder holds pictures or PDFs."""
    try:
        return bool(find_sources((folder,)).list_files())
    except DataError:
        return False


@contextmanager
def bind_sheets(request: ImposeRequest) -> Iterator[ImposeRequest]:
    """Yield a request in which pictures of whole sheets of cards are pages of PDFs, for as long as it is open; GF380.

    Pictures are such sheets if columns and rows were said; but for `back.*`, which is the back of all.
    """
    grid = request.pdf.grid
    sources = find_sources(request.sources) if grid else None
    if grid is None or sources is None or not sources.pictures:
        yield request
        return
    with TemporaryOutput() as home:
        backs, sheets, folder = dict(request.backs), dict[str, SheetPicture](), home / sources.title
        folder.mkdir()
        for each in sources.pdfs:
            _link_file(each.path, folder / each.path.name)
        for file in (file for files in sources.pictures.values() for file in files):
            if names_all_backs(file):
                backs.setdefault("", file.path)
            elif file.path.resolve() not in {path.resolve() for path in request.backs.values()}:
                path = folder / f"{file.path.stem}.pdf"
                path = path.with_stem(file.path.name) if path.exists() else path
                sheets[path.name], data = _bind_sheet(file.path, grid, request)
                path.write_bytes(data)
        yield replace(request, sources=(folder,), backs=backs, sheets=sheets)


def _bind_sheet(path: Path, grid: tuple[int, int], request: ImposeRequest) -> tuple[SheetPicture, bytes]:
    """Return a picture as a page on which each of its cards is as large as one of the size that was chosen, or more."""
    from generator.fonts.font_book import FontBook
    from generator.model.picture import Picture
    from generator.render.svg.images import ImageLoader, place_image
    from generator.write.pdf.picture_pages import write_picture_pages

    choices, facts = request.choices, _measure_source(path)
    if facts is None or path.suffix.lower() == ".svg":
        raise refuse("GF380", Place(display_path(path)), "cards are not cut out of this picture; save it as PNG")
    cell = measuring.PictureFacts(facts.width / grid[0], facts.height / grid[1])
    chosen = request.pdf.scale_to or choices.sizes.get(MAIN_PART, choices.sizes.get(""))
    size = chosen or measuring.guess_size([cell], choices.has_bleed)
    if size is None:
        says = f"its cards ({cell.width:.0f} x {cell.height:.0f} pixels) have the shape of no standard card"
        raise refuse("GF380", Place(display_path(path)), f"{says}; give their size, such as --size 50x75")
    wide, high = (side + 2 * choices.has_bleed for side in size)
    scale = max(wide / (cell.width - 1), high / (cell.height - 1))  # half a pixel is left out: it blends with neighbors
    pitch = cell.width * scale, cell.height * scale
    page = grid[0] * pitch[0], grid[1] * pitch[1]
    try:
        loaded = ImageLoader(lambda _: b"", lambda _: None).load_bytes(read_regular_file(path, MAX_IMAGE_BYTES))
    except UnsafeFileError as error:
        raise refuse("GF380", Place(display_path(path)), f"this {error.why}") from None
    except DrawingError as error:
        raise refuse("GF380", Place(display_path(path)), error.message) from None
    art = place_image(loaded, (0.0, 0.0, *page), "none")
    assert art is not None
    edge = scale / 2 + choices.has_bleed
    own = pitch[0] - 2 * edge, pitch[1] - 2 * edge
    found = replace(request.pdf, size=own, scale_to=size, pitch=pitch, at=(edge, edge), bleed=choices.has_bleed)
    return SheetPicture(path, found), write_picture_pages([Picture(0.0, 0.0, *page, (art,))], FontBook({}).find_font)


def plan_deck(request: ImposeRequest) -> ArtDeck:
    """Return the game that prints the sources; DataError (GF380)."""
    sources = find_sources(request.sources)
    _check_pdf_options(sources, request.pdf)
    paired = pair_pictures(sources, request.backs, request.copies, request.pdf.backs_are)
    deck = _find_pdf_cards(sources, request) if sources.pdfs else None
    if deck and deck.bleed:
        request = replace(request, choices=replace(request.choices, has_bleed=deck.bleed))
    cards: Sequence[SourceCard] = [*paired.cards, *(deck.cards if deck else ())]
    backs = [find_picture(sources, path) for path in request.backs.values()]
    images = [*dict.fromkeys([*sources.list_files(), *backs])]
    notes = [*paired.notes]
    if sources.table is not None:
        inside = "" if sources.is_one_folder else f"{sources.table.parent.resolve().name}/"
        names = [file.name for file in sources.list_files()]
        cards, left_out = apply_table(_read_table(sources.table), cards, names, inside)
        notes += left_out
    _check_parts(cards, request)
    origins = {name: sheet.path for name, sheet in request.sheets.items()}
    paths = {f"images/{name}": origins.get(name, path) for name, path in images}
    facts = {f"images/{name}": _measure_source(path) for name, path in images}
    facts |= dict(_measure_regions(cards))
    held = _find_held_bleed(cards, request, facts)
    if held:
        request = replace(request, choices=replace(request.choices, has_bleed=held))
    sizes = _choose_sizes(cards, request, facts)
    planned = [_plan_card(card, sizes, request.choices, facts) for card in cards]
    notes += _find_losses(planned, request.choices, facts, paths)
    notes += _find_dense(planned, request.choices, facts, paths)
    files = compose_game(sources.title, planned, request.choices)
    pictures = {card.part for card in paired.cards}
    parts = [part for part in sizes if part in pictures]
    told = [*(deck.notes if deck else ()), *(_describe_part(each, planned, sizes, request) for each in parts)]
    if any(is_board(each, request.choices) for each in planned):
        told.append("a picture larger than A4 is a board: it is cut into sections that fit the paper")
    if held:
        told.append(
            f"bleed: {held:g} mm around each card, which the pictures hold by their pixels; --has-bleed 0 if not"
        )
    if request.choices.tells_bleed:
        told.append(f"bleed: {BLEED:g} mm on all sides; --touch lets neighbors share a cut, and more fit on a page")
    shown = [*map(_show_place, notes)]
    return ArtDeck(spell_id(sources.title) or "pictures", files, images, notes=shown, told=told, origins=origins)


def _check_pdf_options(sources: SourceFiles, pdf: PdfOptions) -> None:
    """Refuse options about the pages of PDFs where there are only pictures (GF380)."""
    given = {"--at": pdf.at, "--pitch": pdf.pitch, "--pages": pdf.pages + pdf.fronts + pdf.backs, "--cards": pdf.cards}
    given |= {"--scale-to": pdf.scale_to, "--backs-mirrored": pdf.mirrored}
    findings = [
        Finding(
            "GF380", Place(option), "this is said of a PDF, or of a picture with --source-grid; here are only pictures"
        )
        for option, value in given.items()
        if value and not sources.pdfs
    ]
    if findings:
        raise DataError(findings)


def _show_place(finding: Finding) -> Finding:
    """Return a finding whose file is named from the current folder."""
    return finding._replace(place=finding.place._replace(file=display_path(Path(finding.place.file))))


def _measure_source(path: Path) -> measuring.PictureFacts | None:
    """Return what is known of a picture; a drawing is as large as its width and height say, or its viewBox."""
    if path.suffix.lower() != ".svg":
        return measuring.measure_picture(path)
    with suppress(OSError, UnsafeFileError, UnicodeDecodeError, DrawingError):
        return measuring.PictureFacts(*measure_drawing(read_regular_file(path, MAX_IMAGE_BYTES)))
    return None


def measure_drawing(data: bytes) -> tuple[float, float]:
    """Return how large a drawing is, as its width and height say, or its viewBox; DrawingError if it cannot be read."""
    from generator.render.drawings.rewriting import size_image_root
    from generator.render.svg.elements import SvgParser
    from generator.render.svg.images import read_drawing

    root = SvgParser().read(read_drawing(data))
    sides = size_image_root(root, root).attributes
    return float(sides["width"]), float(sides["height"])


def _measure_regions(cards: Iterable[SourceCard]) -> Iterator[tuple[str, measuring.PictureFacts]]:
    """Yield how large the regions of PDFs are that cards show; only their shape counts."""
    for href in (href for card in cards for href in (card.front, card.back or "")):
        region = parse_region(href)
        if region is not None and region.size is not None:
            yield href, measuring.PictureFacts(*(region.size if region.turn % 180 == 0 else region.size[::-1]))


def _read_table(table: Path) -> Sequence[Row]:
    shown, place = display_path(table), Place(display_path(table))
    return read_table(
        read_bytes_inside(table.parent, table.name, place), shown, "", names=("cards",), place=place, notes=[]
    )


def write_table(request: ImposeRequest) -> tuple[Path, int]:
    """Write the table of the pictures in a folder, to be edited; return its path and its rows. DataError (GF380)."""
    sources = find_sources(request.sources)
    folder = next((path for path in request.sources if path.is_dir()), None)
    if folder is None or not sources.is_one_folder or sources.pdfs:
        raise refuse("GF380", Place("--write-table"), "name one folder of pictures; the table is written into it")
    target = folder / TABLE_NAMES[0]
    if sources.table is not None:
        raise refuse("GF380", Place(display_path(sources.table)), "this table is there already; edit it, or remove it")
    cards = pair_pictures(sources, request.backs, request.copies, request.pdf.backs_are).cards
    target.write_text(compose_table(cards), encoding="utf-8", newline="\n")
    return target, len(cards)


def preview_pdfs(request: ImposeRequest) -> tuple[Sequence[str], bytes]:
    """Return what was found in the PDFs among the sources, in lines and as a PNG; DataError (GF380)."""
    sources = find_sources(request.sources)
    if not sources.pdfs:
        raise refuse("GF380", Place("--preview"), "this draws what was found in PDFs, and there is none")
    from generator.sources.grid_preview import draw_preview

    deck = _find_pdf_cards(sources, request)
    return deck.notes, draw_preview(deck.pages)


def _find_pdf_cards(sources: SourceFiles, request: ImposeRequest) -> "PdfDeck":
    """Return the cards of the PDFs among the sources; DataError (GF380)."""
    from generator.sources.pdf_deck import find_cards  # pikepdf and PDFium are only needed for PDFs

    choices = request.choices
    size = request.pdf.size or choices.sizes.get(MAIN_PART, choices.sizes.get(""))
    bleed = choices.has_bleed if sources.pictures else request.pdf.bleed  # pictures have no other than the one said
    try:
        deck = find_cards(sources.pdfs, replace(request.pdf, size=size, bleed=bleed), request.sheets)
    except DataError as error:
        raise DataError(map(_show_place, error.findings)) from None
    given = request.backs.get(MAIN_PART, request.backs.get(""))
    back = name_image(find_picture(sources, given).name) if given else None
    cards = (replace(card, copies=request.copies, back=card.back or back) for card in deck.cards)
    return deck._replace(cards=tuple(cards))


def _check_parts(cards: Sequence[SourceCard], request: ImposeRequest) -> None:
    """Refuse choices for parts that are not there (GF380)."""
    known = dict.fromkeys(card.part for card in cards)
    given = (("--size", request.choices.sizes), ("--shape", request.choices.shapes), ("--back", request.backs))
    findings = [
        Finding("GF380", Place(option), f"there is no part {part!r}{did_you_mean(part, known)}")
        for option, chosen in given
        for part in chosen
        if part and part not in known
    ]
    if findings:
        raise DataError(findings)


def _choose_sizes(
    cards: Sequence[SourceCard], request: ImposeRequest, facts: Mapping[str, measuring.PictureFacts | None]
) -> dict[str, Size]:
    """Return the size of each part: as chosen, or the standard size nearest in shape."""
    choices = request.choices
    found: dict[str, Size] = {}
    for part in dict.fromkeys(card.part for card in cards):
        rows = [card for card in cards if card.part == part]
        own = [facts.get(card.front) for card in rows if card.size is None]
        if not own:
            found[part] = rows[0].size or CARD_SIZES["poker"]
            continue
        size = choices.sizes.get(part, choices.sizes.get("")) or measuring.guess_size(own, choices.has_bleed)
        if size is None:
            one = next(each for each in own if each)
            says = (
                f"the pictures of {part!r} ({one.width:g} x {one.height:g} pixels) have the shape of no standard card"
            )
            raise refuse("GF380", Place("--size"), f"{says}; give their size, such as --size {part}=50x75")
        found[part] = size
    return found


def _find_held_bleed(
    cards: Sequence[SourceCard], request: ImposeRequest, facts: Mapping[str, measuring.PictureFacts | None]
) -> float:
    """Return the bleed that the pictures of all cards hold, if nothing was said and their pixels tell; 0 if not."""
    choices, hrefs = request.choices, {href for card in cards for href in (card.front, card.back) if href}
    if request.pdf.bleed is not None or any(card.size or parse_region(card.front) for card in cards):
        return 0.0
    found = measuring.find_held_bleed(facts.get(href) for href in hrefs if not href.lower().endswith(".svg"))
    if found is None or any(sorted(size) != sorted(found[0]) for size in choices.sizes.values()):
        return 0.0
    return found[1]


def _plan_card(
    card: SourceCard,
    sizes: Mapping[str, Size],
    choices: ArtChoices,
    facts: Mapping[str, measuring.PictureFacts | None],
) -> PlannedCard:
    size = card.size or sizes[card.part]
    box = _find_box(card, size, choices)
    return PlannedCard(card, size, *(_plan_side(facts.get(href or ""), box) for href in (card.front, card.back)))


def _find_box(card: SourceCard, size: Size, choices: ArtChoices) -> Size:
    """Return how wide and high a piece is: a hexagon, which stands on a corner, is less wide than its diameter."""
    shape = choices.shapes.get(card.part, choices.shapes.get(""))
    return (size[0] * cos(pi / 6), size[1]) if shape == "hexagon" else size


def _plan_side(facts: measuring.PictureFacts | None, size: Size) -> PlannedSide:
    """Return what a picture needs on a piece: one that is wider than high, on a piece that is not, is turned."""
    if facts is None:
        return PlannedSide()
    lies = (facts.width - facts.height) * (size[0] - size[1]) < 0
    return PlannedSide(facts.behind, 90 if lies else 0)


def _find_losses(
    planned: Sequence[PlannedCard],
    choices: ArtChoices,
    facts: Mapping[str, measuring.PictureFacts | None],
    paths: Mapping[str, Path],
) -> Iterator[Finding]:
    if choices.fit == "contain":
        return
    lost = dict[Path, float]()
    for each in planned:
        for href, side in ((each.card.front, each.front), (each.card.back or "", each.back)):
            box = _find_box(each.card, each.size, choices)
            size = box[::-1] if side.turn else box
            if known := facts.get(href):
                path, loss = paths[href.partition("#page=")[0]], measuring.measure_loss(known, size, choices.has_bleed)
                lost[path] = max(loss, lost.get(path, 0.0))
    if note := measuring.report_losses(list(lost.items()), choices.fit):
        yield note


def _find_dense(
    planned: Sequence[PlannedCard],
    choices: ArtChoices,
    facts: Mapping[str, measuring.PictureFacts | None],
    paths: Mapping[str, Path],
) -> Iterator[Finding]:
    """Yield a warning for each part of one picture, of which nobody said how large it is, that has too many pixels."""
    for part in dict.fromkeys(each.card.part for each in planned):
        rows = [each for each in planned if each.card.part == part]
        known = facts.get(rows[0].card.front)
        if len(rows) != 1 or known is None or {"", part} & choices.sizes.keys() or rows[0].card.front not in paths:
            continue
        if note := measuring.report_dense(paths[rows[0].card.front], known, rows[0].size):
            yield note


def _describe_part(part: str, planned: Sequence[PlannedCard], sizes: Mapping[str, Size], request: ImposeRequest) -> str:
    rows = [each.card for each in planned if each.card.part == part]
    pieces = sum(card.copies for card in rows)
    backs = len({card.back for card in rows if card.back})
    behind = "no backs" if not backs else "one back" if backs == 1 else f"{backs} backs"
    chosen = {"", part} & request.choices.sizes.keys()
    how = "" if chosen else "; the standard size nearest in shape, --size changes it"
    counts = f"{count_noun(len(rows), 'picture')}, {count_noun(pieces, 'piece')}"
    return f"{part}: {counts}, {behind}, {measuring.name_size(sizes[part])}{how}"


def write_deck(deck: ArtDeck, folder: Path, put: Callable[[Path, Path], object] = shutil.copyfile) -> None:
    """Write the folder of a deck: its texts, and its pictures, each of which `put` copies or links."""
    for name, text in deck.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    for name, source in deck.images:
        path = folder / "images" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        put(source, path)


def _link_file(source: Path, target: Path) -> None:
    """Link a file where the disk allows it. Only for a short time: editing a link would change the original."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


@contextmanager
def open_deck(deck: ArtDeck, keep: Path | None) -> Iterator[Path]:
    """Yield the folder of a deck: the one to keep, which must not exist yet, or one that is removed at the end."""
    if keep is not None:
        _make_kept(keep)
        write_deck(deck, keep)
        yield keep
        return
    with TemporaryOutput() as home:
        folder = home / deck.id
        folder.mkdir()
        write_deck(deck, folder, _link_file)
        yield folder


def _make_kept(keep: Path) -> None:
    try:
        keep.mkdir(parents=True)
    except FileExistsError:
        says = "this exists already and is not overwritten; choose another folder"
        raise refuse("GF380", Place(str(keep)), says) from None


_RESOLUTION = "GF323"
_IMAGE = re.compile(r"'images/((?:[^'\\]|\\.){1,1000}+)'")  # bounded, so that many open quotes take no time


def retell_findings(deck: ArtDeck, folder: Path, findings: Sequence[Finding]) -> list[Finding]:
    """Return findings about a deck's game in terms of the pictures it was made of; notes only of their resolution."""
    paths = {**dict(deck.images), **deck.origins}
    told = (each for each in findings if each.level != "note" or each.code == _RESOLUTION)
    return [_retell(each, paths, folder) for each in told]


def _retell(finding: Finding, paths: Mapping[str, Path], folder: Path) -> Finding:
    named, place = _IMAGE.search(finding.message), Path(finding.place.file)
    inside = place.relative_to(folder / "images").as_posix() if place.is_relative_to(folder / "images") else ""
    path = paths.get(named[1] if named else inside)
    message = finding.message.replace("'images/", "'")
    if path is not None:
        return finding._replace(place=Place(display_path(path)), message=message)
    if place.is_relative_to(folder):
        return finding._replace(place=Place(folder.name), message=message)
    return finding
