"""Find the cards of finished PDFs: where they are on the pages, and which are backs of which."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import DrawingError, Place, refuse
from generator.pdf.source_file import PdfSource
from generator.safety.files import MAX_PDF_BYTES, UnsafeFileError, read_regular_file
from generator.sources import card_grid
from generator.sources.card_backs import CardPage, CardPlace, Pairing, pair_backs, pair_pages, read_page_cells
from generator.sources.card_grid import CardGrid, SourcePage
from generator.sources.choices import PdfOptions, SheetPicture, Size, SourceCard, SourceFile, choose_cards, name_region
from generator.sources.grid_search import find_grids

_SIDE = re.compile(r"(?P<of>.+?)[-_ ]*(?P<side>backs?|fronts?|faces?)")
_MOST_CARDS = 10_000
_STEP = 0.01  # mm, to which places are rounded
_CLEAR = 0.1  # mm, that is kept free of lines along the cuts, which renderers make wider than they are


_NO_SHEETS: Mapping[str, SheetPicture] = MappingProxyType({})


class FoundPage(NamedTuple):
    """A page with its cards, for a picture of what was found."""

    file: str
    page: SourcePage
    grid: CardGrid
    fronts: tuple[tuple[int, CardPlace], ...]  # with the numbers of the cards
    backs: tuple[CardPlace, ...]


class PdfDeck(NamedTuple):
    """The cards of some PDFs, one line for each file about what was found, and the pages."""

    cards: tuple[SourceCard, ...]
    notes: tuple[str, ...]
    pages: tuple[FoundPage, ...]
    bleed: float = 0.0  # mm, around all cards


def find_cards(
    files: Sequence[SourceFile], options: PdfOptions, sheets: Mapping[str, SheetPicture] = _NO_SHEETS
) -> PdfDeck:
    """Return the cards of PDFs as one deck; DataError (GF380) for what cannot be read, and where no cards are found.

    `sheets` are the PDFs, by name, that were pictures.
    """
    cards: list[SourceCard] = []
    notes, pages = list[str](), list[FoundPage]()
    behind = match_backs(files)
    if options.bleed is None:
        sought = [file for file in files if file.name not in sheets]
        options = replace(options, bleed=min((_measure_bleed(each, options) for each in sought), default=0.0))
    for file in files:
        if file in behind.values():
            continue
        path, own = sheets.get(file.name, SheetPicture(file.path, options))
        try:
            front, back = _read_file(file, own), None
            if its := behind.get(file):
                back = _read_file(its, sheets[its.name].options if its.name in sheets else options)
            found, note, seen = _find_cards_of(front, back, own, len(cards))
        except DrawingError as error:
            says = error.message.replace("this PDF", "this picture") if file.name in sheets else error.message
            raise refuse("GF380", Place(str(path)), says) from None
        cards += found
        notes.append(f"{path.name}: {note}" if file.name in sheets else f"{file.name}: {note}")
        pages += seen
        if len(cards) > _MOST_CARDS:
            says = f"this PDF and those before it have more than {_MOST_CARDS:,} cards"
            raise refuse("GF380", Place(str(file.path)), says)
    return PdfDeck(tuple(choose_cards(cards, options.cards)), tuple(notes), tuple(pages), options.bleed or 0.0)


def _measure_bleed(file: SourceFile, options: PdfOptions) -> float:
    """Return the bleed that all cards of a PDF have; 0 where lines along the cuts are in it."""
    with suppress(DrawingError):
        placed = _read_file(file, options).placed
        if not any(card_grid.measure_cut_lines(*each) for each in placed):
            return min(card_grid.measure_bleed(*each) for each in placed)
    return 0.0


def match_backs(files: Sequence[SourceFile]) -> dict[SourceFile, SourceFile]:
    """Return which PDF holds the backs of which: `deck-back.pdf` those of `deck.pdf` or of `deck-front.pdf`."""
    fronts: dict[str, SourceFile] = {}
    backs: dict[str, SourceFile] = {}
    for file in files:
        stem = PurePosixPath(file.name).with_suffix("").as_posix().casefold()
        found = _SIDE.fullmatch(stem)
        (backs if found and found["side"].startswith("back") else fronts)[found["of"] if found else stem] = file
    return {fronts[name]: file for name, file in backs.items() if name in fronts}


class _ReadFile(NamedTuple):
    """A PDF with its pages, those that have a grid, and what is in their places."""

    name: str
    source: PdfSource
    placed: list[tuple[SourcePage, CardGrid]]
    filled: list[CardPage]


def _read_file(file: SourceFile, options: PdfOptions) -> _ReadFile:
    try:
        source = PdfSource(read_regular_file(file.path, MAX_PDF_BYTES), "this PDF")
    except UnsafeFileError as error:
        raise DrawingError(f"this {error.why}") from None
    except OSError as error:
        raise DrawingError(f"this PDF cannot be read: {error.strerror}") from None
    wanted = options.pages or options.fronts + options.backs or tuple(range(1, source.page_count + 1))
    pages = [SourcePage(number, source.read_page(number)) for number in dict.fromkeys(wanted)]
    placed = [(page, grid) for page, grid in _place_grids(source, pages, options) if grid is not None]
    filled = [page for page in (read_page_cells(*each) for each in placed) if page.looks]
    if not filled:
        raise DrawingError(f"this PDF shows nothing where its cards should be; say where they are: {_SAY}")
    return _ReadFile(file.name, source, placed, filled)


def _find_cards_of(
    front: _ReadFile, behind: _ReadFile | None, options: PdfOptions, before: int
) -> tuple[list[SourceCard], str, list[FoundPage]]:
    """Return the cards of a file, with the file that holds their backs; the line about it, and its pages with cards."""
    back = behind or front
    pairing = _pair(front.filled, options) if behind is None else _pair_files(front, back, options)
    stem, digits = PurePosixPath(front.name).stem, len(str(len(pairing.spots)))
    placed = front.placed if behind is None else front.placed + back.placed
    lines = max(card_grid.measure_cut_lines(*each) for each in placed)
    beyond = options.bleed or (-lines / 2 - _CLEAR if lines else 0.0)
    names = front.name, back.name
    cards = [
        _make_card(names, each, f"{stem} {number:0{digits}}", options, beyond)
        for number, each in enumerate(pairing.spots, 1)
    ]
    seen = [_find_page(names, page, grid, pairing, before) for page, grid in front.placed]
    if behind is not None:
        seen += [_find_page(names, page, grid, pairing, None) for page, grid in back.placed]
    is_more = any(card_grid.has_more_beside(*each) for each in placed)
    return cards, _describe(front.source, front.filled, pairing, options=options, lines=lines, is_more=is_more), seen


def _pair_files(front: _ReadFile, back: _ReadFile, options: PdfOptions) -> Pairing:
    backs = back.filled * len(front.filled) if len(back.filled) == 1 else back.filled
    if len(backs) != len(front.filled):
        pages = f"{len(front.filled)} pages with cards, and {back.name} {len(backs)} with backs"
        raise DrawingError(f"this PDF has {pages}; one for each is needed, or one for all")
    pairing = pair_pages(front.filled, backs, options.mirrored)
    return pairing._replace(says=f"{pairing.says.replace('backs on', f'backs in {back.name} on')}")


def _pair(pages: Sequence[CardPage], options: PdfOptions) -> Pairing:
    if not options.fronts and not options.backs:
        is_folded = options.backs_are == "found" and pages[0].grid.found_by == card_grid.BY_FOLD
        return pair_backs(pages, "folded" if is_folded else options.backs_are, options.mirrored)
    by_number = {page.number: page for page in pages}
    left = [each for each in by_number if each not in options.backs]
    fronts = [by_number[each] for each in options.fronts or left if each in by_number]
    backs = [by_number[each] for each in options.backs if each in by_number]
    if not backs:
        return pair_backs(fronts, options.backs_are, options.mirrored)
    if len(backs) == 1:
        backs *= len(fronts)
    if len(fronts) != len(backs):
        raise DrawingError(f"{len(fronts)} pages of fronts and {len(backs)} of backs do not pair; name as many of both")
    return pair_pages(fronts, backs, options.mirrored)


_BOARD_CELLS = 36  # that touch on a page: cards are larger
_SAY = "--source-grid 3x3 --size 63x88, and --at X,Y and --pitch X,Y if need be"


def _place_grids(
    source: PdfSource, pages: Sequence[SourcePage], options: PdfOptions
) -> Iterator[tuple[SourcePage, CardGrid | None]]:
    """Yield the pages with their grids; None for a page without cards."""
    if options.grid and options.size:
        yield from ((page, _give_grid(page, options.grid, options.size, options)) for page in pages)
        return
    found = {page.number: [grid for grid in find_grids(page) if _agrees(grid, options)] for page in pages}
    best = _choose_grid(found.values())
    if best is None and (grid := _find_white_grid(pages, options)):
        yield from ((page, grid) for page in pages)
        return
    if best is None:
        raise DrawingError(f"no grid of cards was found in this PDF; say where they are: {_SAY}")
    homes = [page for page in pages if any(grid.has_size_of(best) for grid in found[page.number])]
    best = card_grid.unfold_grid(best, homes)
    widths = {page.number: page.art.width for page in pages}
    home = homes[0].number
    must = {*options.pages, *options.fronts, *options.backs}
    for page in pages:
        grid = next((grid for grid in found[page.number] if grid.has_size_of(best)), None)
        if grid is None and any(grid.surrounds(best) for grid in found[page.number]):
            grid = best
        is_like_home = abs(page.art.width - widths[home]) < 1
        if is_like_home and (grid is not None or page.number in must or card_grid.has_card_at(page, best)):
            grid = _align(grid, best, page.art.width)
        yield page, grid


def _find_white_grid(pages: Sequence[SourcePage], options: PdfOptions) -> CardGrid | None:
    """Return the largest grid of the size or of the columns and rows that were said between whose cards all is white.

    Its cards touch, and it is in the middle of the pages; of several that fit, it is the one with the largest cards.
    """
    if not (options.size or options.grid) or len({(page.art.width, page.art.height) for page in pages}) > 1:
        return None
    room = pages[0].art.width, pages[0].art.height
    sizes = [options.size] if options.size else [each for size in CARD_SIZES.values() for each in (size, size[::-1])]
    for size in sorted(sizes, key=lambda each: -each[0] * each[1]):
        columns, rows = options.grid or (int(room[0] // size[0]), int(room[1] // size[1]))
        if columns * rows and columns * size[0] <= room[0] and rows * size[1] <= room[1]:
            grid = _give_grid(pages[0], (columns, rows), size, options)
            says = "by white between its cards" + ("" if options.size else " (add --size if theirs is another)")
            if all(card_grid.is_white_between(page, grid) for page in pages):
                return grid._replace(found_by=says)
    return None


def _give_grid(page: SourcePage, grid: tuple[int, int], size: Size, options: PdfOptions) -> CardGrid:
    """Return the grid that a person says; in the middle of the page unless told where."""
    pitch = options.pitch or size
    made = CardGrid(0.0, 0.0, *size, *pitch, *grid)
    wide, high = made.span
    x, y = options.at or ((page.art.width - wide) / 2, (page.art.height - high) / 2)
    if x < -1 or y < -1 or x + wide > page.art.width + 1 or y + high > page.art.height + 1:
        told = f"{grid[0]} x {grid[1]} cards of {size[0]:g} x {size[1]:g} mm"
        raise DrawingError(f"{told} do not fit on page {page.number}: {page.art.width:.0f} x {page.art.height:.0f} mm")
    return made._replace(x=x, y=y)


def _agrees(grid: CardGrid, options: PdfOptions) -> bool:
    """Return whether a grid that was found is what a person says about it."""
    if options.size and max(abs(grid.width - options.size[0]), abs(grid.height - options.size[1])) > 1:
        return False
    return options.grid is None or (grid.columns <= options.grid[0] and grid.rows <= options.grid[1])


def _choose_grid(found: Iterable[Sequence[CardGrid]]) -> CardGrid | None:
    """Return the fullest grid of the size of card that most pages have, each by its surest evidence."""
    first = [grids[0] for grids in found if grids]
    if not first:
        return None
    votes: Counter[tuple[int, int]] = Counter()
    for grid in first:
        votes[round(grid.width), round(grid.height)] += 2 if grid.found_by == card_grid.BY_CROP_MARKS else 1
    most = max(votes.values())
    usual = [grid for grid in first if votes[round(grid.width), round(grid.height)] == most]
    marked = [grid for grid in usual if grid.found_by == card_grid.BY_CROP_MARKS] or usual
    return max(marked, key=lambda grid: (grid.columns * grid.rows, grid.width * grid.height))


def _align(grid: CardGrid | None, best: CardGrid, width: float) -> CardGrid:
    """Return the fullest grid, or its mirror image, if a page has cards in some of its places; else its own."""
    mirrored = best._replace(x=width - best.x - best.span[0])
    for each in (best, mirrored):
        if grid is None:
            return each
        steps = (((grid.x - each.x) / each.pitch_x, each.pitch_x), ((grid.y - each.y) / each.pitch_y, each.pitch_y))
        if all(abs(count - round(count)) * pitch < 1.0 for count, pitch in steps):
            return each
    return grid or best


def _make_card(
    files: tuple[str, str],
    sides: tuple[CardPlace, CardPlace | None],
    name: str,
    options: PdfOptions,
    beyond: float,
) -> SourceCard:
    """Return a card; its sides show so much `beyond` their cut, or less if lines are drawn there to cut along."""
    front, back = sides
    size = options.scale_to or (_round(front.box[2]), _round(front.box[3]))
    behind = None if back is None else _name_spot(files[1], back, beyond)
    return SourceCard(_name_spot(files[0], front, beyond), behind, name=name, size=size)


def _name_spot(file: str, spot: CardPlace, bleed: float) -> str:
    x, y, width, height = spot.box
    at, size = (_round(x - bleed), _round(y - bleed)), (_round(width + 2 * bleed), _round(height + 2 * bleed))
    return name_region(file, spot.page, at, size, spot.turn)


def _round(length: float) -> float:
    return round(round(length / _STEP) * _STEP, 2)


def _find_page(
    files: tuple[str, str], page: SourcePage, grid: CardGrid, pairing: Pairing, before: int | None
) -> FoundPage:
    """Return what is on a page; without a number of cards `before`, it is one of a file with backs alone."""
    numbered = enumerate(pairing.spots, 1) if before is not None else ()
    fronts = [((before or 0) + at, spot) for at, (spot, _) in numbered if spot.page == page.number]
    has_backs = before is None or files[0] == files[1]
    backs = [spot for _, spot in pairing.spots if has_backs and spot is not None and spot.page == page.number]
    return FoundPage(files[before is None], page, grid, tuple(fronts), tuple(dict.fromkeys(backs)))


def _describe(
    source: PdfSource,
    pages: Sequence[CardPage],
    pairing: Pairing,
    options: PdfOptions,
    lines: float,
    is_more: bool,
) -> str:
    """Return the line about what was found in a file, without its name."""
    grid = max((page.grid for page in pages), key=lambda each: each.columns * each.rows)
    name = card_grid.name_size(grid.width, grid.height)
    wide, high = (options.scale_to if options.grid else None) or (grid.width, grid.height)
    size = f"{wide:.4g} x {high:.4g} mm" + (f" ({name})" if name else "")
    if not name and not options.scale_to and (shrunk := card_grid.name_shrunk_size(grid.width, grid.height)):
        size += f", the shape of {shrunk}, which --scale-to {shrunk.partition(' ')[0]} prints in full"
    count = len(pairing.spots)
    gaps = [round(pitch - side, 1) for pitch, side in ((grid.pitch_x, grid.width), (grid.pitch_y, grid.height))]
    between = "without gaps" if max(gaps) < 0.35 else f"{gaps[0]:g} and {gaps[1]:g} mm apart"
    if fold := max(grid.fold_x, grid.fold_y):
        between += f" and {fold:.2g} mm more in the middle"
    held = {page.number for page in pages}
    rest = [number for number in range(1, source.page_count + 1) if number not in held]
    told = f"{count} card{'s' * (count != 1)} of {size}, {grid.columns} x {grid.rows} a page {between}, "
    told += f"found {grid.found_by}" if grid.found_by != "as given" else "as given"
    told += f"; {pairing.says}"
    if is_more:
        told += "; more is drawn beside them, so look at it with --preview"
    if grid.columns * grid.rows >= _BOARD_CELLS and max(gaps) < 0.35 and not options.grid:
        wide, high = (getattr(source.read_page(pages[0].number), side) for side in ("width", "height"))
        told += f"; if they are the spaces of a board, say --source-grid 1x1 --size {wide:.0f}x{high:.0f}"
    if options.bleed:
        told += f"; {options.bleed:g} mm of bleed around each"
    if lines:
        told += f"; lines of {lines:.2g} mm along the cuts are left out"
    if rest and not options.pages + options.fronts + options.backs:
        shown = ", ".join(map(str, rest[:6])) + (" ..." if len(rest) > 6 else "")
        told += f"; no cards on page{'s' * (len(rest) > 1)} {shown}"
    return told
