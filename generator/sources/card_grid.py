"""Grids of cards, and the pages on which they are looked for."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import NamedTuple

from PIL import Image

from generator.geometry.types import Box
from generator.model.card_sizes import CARD_SIZES
from generator.pdf.raster import render_region
from generator.pdf.source_file import PdfPageArt
from generator.sources.page_marks import PageMark, read_marks

BY_CROP_MARKS = "by its crop marks"
BY_FOLD = "by crop marks on one side of a fold"
WIDEST_GAP = 30.0  # mm, between two cards
_SHRUNK = (0.88, 0.985)  # that a page of one paper fills of another
_ALIKE = 0.002  # the shapes of sizes that are a scale apart
NEAR = 0.35  # mm: what is nearer is in one place
UNEVEN = 1.0  # mm: by how much cards between gutters may differ, whose art need not reach their edges
DPI = 110.0  # at which white gutters are looked for: a pixel is a quarter of a millimeter
WHITE = 246  # of 255
_LEAST_BLEED = 1.0  # mm, that is worth its place
_USUAL_STEP = 0.5  # mm, of which most bleeds are a multiple
_FAINT = 0.15  # mm: what pixels may miss at the ends of a bleed, and pages are not whole pixels wide
_BESIDE = 5.0  # mm: bleed and crop marks around a card
_SHARE_BESIDE = 0.5  # of a card: so much ink beside all cards is no header
_WIDEST_LINE = 1.0  # mm, to cut along


class CardRun(NamedTuple):
    """Equal pieces of one side of a page: where the first starts, their size, their pitch and their number.

    `fold` is how much wider the gap in the middle is.
    """

    start: float
    size: float
    pitch: float
    times: int
    fold: float = 0.0

    @property
    def end(self) -> float:
        """Return where the last ends."""
        return self.list_starts()[-1] + self.size

    def list_starts(self) -> list[float]:
        """Return where each starts."""
        half = self.times / 2
        return [self.start + at * self.pitch + (self.fold if at >= half else 0.0) for at in range(self.times)]

    def list_cuts(self) -> list[float]:
        """Return where each starts and ends."""
        return [start + more for start in self.list_starts() for more in (0.0, self.size)]


class CardGrid(NamedTuple):
    """Places for cards on a page, in mm from its top left: the first one, the pitch, and how they were found.

    Where the page is to be folded, there may be a wider gap in the middle, by `fold_x` or `fold_y`.
    """

    x: float
    y: float
    width: float
    height: float
    pitch_x: float
    pitch_y: float
    columns: int
    rows: int
    found_by: str = "as given"
    fold_x: float = 0.0
    fold_y: float = 0.0

    @property
    def across(self) -> "CardRun":
        """Return the columns."""
        return CardRun(self.x, self.width, self.pitch_x, self.columns, self.fold_x)

    @property
    def down(self) -> "CardRun":
        """Return the rows."""
        return CardRun(self.y, self.height, self.pitch_y, self.rows, self.fold_y)

    @property
    def span(self) -> tuple[float, float]:
        """Return the width and height of all."""
        return self.across.end - self.x, self.down.end - self.y

    def list_cells(self) -> list[Box]:
        """Return the places as x, y, width and height, row by row."""
        return [(x, y, self.width, self.height) for y in self.down.list_starts() for x in self.across.list_starts()]

    def surrounds(self, other: "CardGrid") -> bool:
        """Return whether cards stand in the places of another grid and are larger, by a bleed."""
        for axis, pitch in (("x", "pitch_x"), ("y", "pitch_y")):
            side = "width" if axis == "x" else "height"
            mine, its = (getattr(grid, axis) + getattr(grid, side) / 2 for grid in (self, other))
            step = getattr(other, pitch)
            off = abs(mine - its - round((mine - its) / step) * step)
            more = getattr(self, side) - getattr(other, side)
            if off > UNEVEN or abs(getattr(self, pitch) - step) > UNEVEN or not 0 < more <= WIDEST_GAP:
                return False
        return True

    def has_size_of(self, other: "CardGrid") -> bool:
        """Return whether the cards of two grids are of one size."""
        return abs(self.width - other.width) < UNEVEN and abs(self.height - other.height) < UNEVEN


def name_size(width: float, height: float) -> str:
    """Return the trade name of a size, upright or sideways; empty if it has none."""
    for name, (wide, high) in CARD_SIZES.items():
        for size in ((wide, high), (high, wide)):
            if abs(size[0] - width) < NEAR and abs(size[1] - height) < NEAR:
                return name
    return ""


def name_shrunk_size(width: float, height: float) -> str:
    """Return the trade name of a size that was printed a little smaller, "fit to page", with its share; or empty."""
    for name, size in CARD_SIZES.items():
        across, down = (own / full for own, full in zip(sorted((width, height)), size, strict=True))
        if _SHRUNK[0] <= down <= _SHRUNK[1] and abs(across / down - 1) <= _ALIKE:
            return f"{name} at {down:.0%}"
    return ""


@lru_cache(maxsize=2)
def _render_page(art: PdfPageArt) -> Image.Image:
    """Return a page in RGB on white paper."""
    clear = render_region(art.data, (0.0, 0.0, art.width, art.height), DPI)
    white = Image.new("RGBA", clear.size, "white")
    white.alpha_composite(clear)
    return white.convert("RGB")


@lru_cache(maxsize=2)
def _read_page_marks(art: PdfPageArt) -> list[PageMark]:
    """Return the marks that lie on a page."""
    return [
        mark
        for mark in read_marks(art.data)
        if min(mark.box[:2]) >= -UNEVEN and mark.box[2] <= art.width + UNEVEN and mark.box[3] <= art.height + UNEVEN
    ]


class SourcePage(NamedTuple):
    """A page of a PDF: its number, and what it shows."""

    number: int
    art: PdfPageArt

    @property
    def marks(self) -> list[PageMark]:
        """Return its lines and boxes."""
        return _read_page_marks(self.art)

    @property
    def image(self) -> Image.Image:
        """Return what it shows, at 110 dpi."""
        return _render_page(self.art)

    def crop(self, cell: Box, inset: float = 0.0) -> Image.Image:
        """Return what is shown in a cell, without a stripe along its edges."""
        x, y, width, height = cell
        scale = DPI / 25.4
        box = (x + inset, y + inset, x + width - inset, y + height - inset)
        left, top, right, bottom = (round(each * scale) for each in box)
        return self.image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))

    def is_blank(self, cell: Box) -> bool:
        """Return whether there is nothing in a cell but a line along its edges."""
        return is_white(self.crop(cell, min(2.0, cell[2] / 8)))


def is_white_between(page: SourcePage, grid: CardGrid) -> bool:
    """Return whether nothing is drawn along the cuts of a grid, nor beside it."""
    (left, top), (wide, high), half = (grid.x, grid.y), grid.span, UNEVEN / 2
    cuts = [(x - half, top, UNEVEN, high) for x in grid.across.list_cuts()]
    cuts += [(left, y - half, wide, UNEVEN) for y in grid.down.list_cuts()]
    beside = (0.0, 0.0, page.art.width, top), (0.0, top + high, page.art.width, page.art.height - top - high)
    sides = (0.0, 0.0, left, page.art.height), (left + wide, 0.0, page.art.width - left - wide, page.art.height)
    return all(is_white(page.crop(box)) for box in (*cuts, *beside, *sides) if min(box[2:]) > half)


def unfold_grid(grid: CardGrid, pages: Sequence[SourcePage]) -> CardGrid:
    """Return a grid with its mirror image in the middle of the pages, if all cards have something there: their backs.

    Only the fronts of sheets that are folded have crop marks.
    """
    if grid.found_by != BY_CROP_MARKS:
        return grid
    page = pages[0].art
    across, down = _double_run(grid.across, page.width), _double_run(grid.down, page.height)
    for wider, is_upright in (
        (across and grid._replace(pitch_x=across.pitch, columns=across.times, fold_x=across.fold), True),
        (down and grid._replace(pitch_y=down.pitch, rows=down.times, fold_y=down.fold), False),
    ):
        if wider and all(_has_backs(each, grid, is_upright) for each in pages):
            return wider._replace(found_by=BY_FOLD)
    return grid


def _double_run(run: CardRun, length: float) -> CardRun | None:
    """Return a run together with its mirror image in the middle of a page; None if it reaches over the middle."""
    if run.end > length / 2:
        return None
    pitch = run.pitch if run.times > 1 else run.size
    return run._replace(pitch=pitch, times=2 * run.times, fold=length - run.end - run.list_starts()[-1] - pitch)


def _has_backs(page: SourcePage, grid: CardGrid, is_upright: bool) -> bool:
    """Return whether each card that is on a page has something in the place beyond a fold in the middle of it."""
    for x, y, wide, high in grid.list_cells():
        beyond = (page.art.width - x - wide, y) if is_upright else (x, page.art.height - y - high)
        if not page.is_blank((x, y, wide, high)) and page.is_blank((*beyond, wide, high)):
            return False
    return True


def measure_bleed(page: SourcePage, grid: CardGrid) -> float:
    """Return how far the art of all cards of a page runs on beyond all their edges, at most 5 mm; 0 below 1 mm."""
    runs = grid.across, grid.down
    gaps = [later - start - run.size for run in runs for start, later in pairwise(run.list_starts())]
    far = min([_BESIDE, *(gap / 2 for gap in gaps)])
    cells = [cell for cell in grid.list_cells() if not page.is_blank(cell)]
    most = min((_measure_art_beyond(page, cell, far) for cell in cells), default=0.0)
    least = most - 25.4 / DPI  # a pixel is art as soon as a part of it is
    usual = floor((most + _FAINT) / _USUAL_STEP) * _USUAL_STEP
    found = usual if usual >= least else floor(least * 10) / 10
    return found if found >= _LEAST_BLEED else 0.0


def _measure_art_beyond(page: SourcePage, cell: Box, far: float) -> float:
    """Return how far art runs on beyond the middle of each edge of a cell, at most so `far` and to the page's edge."""
    x, y, wide, high = cell
    far = min(far, x, y, page.art.width - x - wide, page.art.height - y - high)
    if far < _LEAST_BLEED:
        return 0.0
    turns, scale = Image.Transpose, DPI / 25.4
    deep = far + 2 / scale
    before = (
        (page.crop((x + wide / 4, y - deep, wide / 2, deep)).transpose(turns.ROTATE_270), y),
        (page.crop((x - deep, y + high / 4, deep, high / 2)).transpose(turns.FLIP_LEFT_RIGHT), x),
    )
    after = (
        (page.crop((x + wide / 4, y + high, wide / 2, deep)).transpose(turns.ROTATE_90), y + high),
        (page.crop((x + wide, y + high / 4, deep, high / 2)), x + wide),
    )  # with the edges, which lie within a pixel
    found = [_count_inked_columns(strip) + edge * scale - round(edge * scale) for strip, edge in before]
    found += [_count_inked_columns(strip) - edge * scale + round(edge * scale) for strip, edge in after]
    return min(far, *(each / scale for each in found))


def _count_inked_columns(strip: Image.Image) -> int:
    """Return in how many columns from the left there is art, without a gap."""
    columns = (strip.crop((at, 0, at + 1, strip.height)) for at in range(strip.width))
    return next((at for at, column in enumerate(columns) if is_white(column)), strip.width)


def is_white(image: Image.Image) -> bool:
    """Return whether an image is white paper."""
    darkest: Sequence[tuple[int, int]] = image.getextrema()  # type: ignore[assignment]
    return min(low for low, _ in darkest) >= WHITE


def has_card_at(page: SourcePage, grid: CardGrid) -> bool:
    """Return whether something stands in a place of a grid, with lines or sides of boxes along all of its edges."""
    xs = merge_places(place for mark in page.marks for place in mark.box[0::2])
    ys = merge_places(place for mark in page.marks for place in mark.box[1::2])
    return any(
        all((has_place(xs, x), has_place(xs, x + width), has_place(ys, y), has_place(ys, y + height)))
        and not page.is_blank((x, y, width, height))
        for x, y, width, height in grid.list_cells()
    )


def measure_cut_lines(page: SourcePage, grid: CardGrid) -> float:
    """Return the width of lines that are drawn along the edges of cards, to cut along; 0 if there are none, mm."""
    xs, ys = grid.across.list_cuts(), grid.down.list_cuts()
    widths = [0.0]
    for mark in page.marks:
        left, top, right, bottom = mark.box
        if not 0 < mark.stroke < _WIDEST_LINE or max(mark.size) < min(grid.width, grid.height) / 2:
            continue
        if mark.is_line:
            cuts, place = (xs, (left + right) / 2) if mark.is_upright else (ys, (top + bottom) / 2)
            widths += [mark.stroke] if has_place(cuts, place) else []
        elif all((has_place(xs, left), has_place(xs, right), has_place(ys, top), has_place(ys, bottom))):
            widths.append(mark.stroke)
    return max(widths)


def has_more_beside(page: SourcePage, grid: CardGrid) -> bool:
    """Return whether art as large as a card lies beside the places of a grid."""
    scale, image = DPI / 25.4, page.image.convert("L").point([0] * WHITE + [255] * (256 - WHITE))
    for x, y, width, height in grid.list_cells():
        box = (x - _BESIDE, y - _BESIDE, x + width + _BESIDE, y + height + _BESIDE)
        left, top, right, bottom = (round(each * scale) for each in box)
        image.paste(255, (left, top, right, bottom))
    ink = image.histogram()[0] / scale**2
    return ink > _SHARE_BESIDE * grid.width * grid.height


def has_place(places: Sequence[float], sought: float) -> bool:
    """Return whether one of some places is nearly at another."""
    return any(abs(each - sought) < NEAR for each in places)


def merge_places(found: Iterable[float]) -> list[float]:
    """Return places with those that are nearly equal as one, in order."""
    merged: list[list[float]] = []
    for each in sorted(found):
        if merged and each - merged[-1][-1] < NEAR:
            merged[-1].append(each)
        else:
            merged.append([each])
    return [sum(each) / len(each) for each in merged]
