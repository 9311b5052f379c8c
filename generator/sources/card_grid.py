"""Find the grid of cards on a page: by crop marks, equal boxes, lines, white gutters, or a standard size."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import NamedTuple

from PIL import Image, ImageChops

from generator.geometry.types import Box
from generator.model.card_sizes import CARD_SIZES
from generator.pdf.raster import render_region
from generator.pdf.source_file import PdfPageArt
from generator.sources.page_marks import PageMark, read_marks

BY_CROP_MARKS = "by its crop marks"
_SMALLEST, _LARGEST = 18.0, 250.0  # mm, a side of a card
_WIDEST_GAP = 30.0  # mm, between two cards
_NEAR = 0.35  # mm: what is nearer is in one place
_LONGEST_MARK = 12.0  # mm: a longer line is a line to cut along, or a part of a drawing
_REACH = 14.0  # mm: how far from a card its crop marks end
_MOST_PLACES = 60  # cuts along one side that are tried
_FULL = 0.4  # of the places of a grid: if fewer hold a box, the boxes are no cards
_USUAL = 1.3  # how much better a grid of cards of a standard size is
_DPI = 110.0  # at which white gutters are looked for: a pixel is a quarter of a millimeter
_WHITE = 246  # of 255
_GUTTER = 0.8  # mm: a narrower white stripe may be a part of the art
_UNEVEN = 1.0  # mm: by how much cards between gutters may differ, whose art need not reach their edges
_WIDEST_FRAME = 12.0  # mm, of two cards that touch, around boxes of one size
_WIDEST_LINE = 1.0  # mm, to cut along
_BLEEDS = (0.0, 3.0, 3.175)  # mm, of the outer edges of a block of cards
_ONE_CARD = 150.0  # mm: a smaller page is one card


class CardGrid(NamedTuple):
    """Places for cards on a page, in mm from its top left: the first one, the pitch, and how they were found."""

    x: float
    y: float
    width: float
    height: float
    pitch_x: float
    pitch_y: float
    columns: int
    rows: int
    found_by: str = "as given"

    @property
    def span(self) -> tuple[float, float]:
        """Return the width and height of all."""
        return (self.columns - 1) * self.pitch_x + self.width, (self.rows - 1) * self.pitch_y + self.height

    def list_cells(self) -> list[Box]:
        """Return the places as x, y, width and height, row by row."""
        return [
            (self.x + column * self.pitch_x, self.y + row * self.pitch_y, self.width, self.height)
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def surrounds(self, other: "CardGrid") -> bool:
        """Return whether cards stand in the places of another grid and are larger, by a bleed."""
        for axis, pitch in (("x", "pitch_x"), ("y", "pitch_y")):
            side = "width" if axis == "x" else "height"
            mine, its = (getattr(grid, axis) + getattr(grid, side) / 2 for grid in (self, other))
            step = getattr(other, pitch)
            off = abs(mine - its - round((mine - its) / step) * step)
            more = getattr(self, side) - getattr(other, side)
            if off > _UNEVEN or abs(getattr(self, pitch) - step) > _UNEVEN or not 0 < more <= _WIDEST_GAP:
                return False
        return True

    def has_size_of(self, other: "CardGrid") -> bool:
        """Return whether the cards of two grids are of one size."""
        return abs(self.width - other.width) < _UNEVEN and abs(self.height - other.height) < _UNEVEN


def name_size(width: float, height: float) -> str:
    """Return the trade name of a size, upright or sideways; empty if it has none."""
    for name, (wide, high) in CARD_SIZES.items():
        for size in ((wide, high), (high, wide)):
            if abs(size[0] - width) < _NEAR and abs(size[1] - height) < _NEAR:
                return name
    return ""


@lru_cache(maxsize=2)
def _render_page(art: PdfPageArt) -> Image.Image:
    """Return a page in RGB on white paper."""
    clear = render_region(art.data, (0.0, 0.0, art.width, art.height), _DPI)
    white = Image.new("RGBA", clear.size, "white")
    white.alpha_composite(clear)
    return white.convert("RGB")


@lru_cache(maxsize=2)
def _read_page_marks(art: PdfPageArt) -> list[PageMark]:
    """Return the marks that lie on a page."""
    return [
        mark
        for mark in read_marks(art.data)
        if min(mark.box[:2]) >= -_UNEVEN and mark.box[2] <= art.width + _UNEVEN and mark.box[3] <= art.height + _UNEVEN
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
        scale = _DPI / 25.4
        box = (x + inset, y + inset, x + width - inset, y + height - inset)
        left, top, right, bottom = (round(each * scale) for each in box)
        return self.image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))

    def is_blank(self, cell: Box) -> bool:
        """Return whether there is nothing in a cell but a line along its edges."""
        return is_white(self.crop(cell, min(2.0, cell[2] / 8)))


def is_white(image: Image.Image) -> bool:
    """Return whether an image is white paper."""
    darkest: Sequence[tuple[int, int]] = image.getextrema()  # type: ignore[assignment]
    return min(low for low, _ in darkest) >= _WHITE


def find_grids(page: SourcePage) -> Iterator[CardGrid]:
    """Yield the grids that a page may have, the surest first."""
    for search in (
        _find_by_crop_marks,
        _find_by_boxes,
        _find_by_lines,
        _find_by_gutters,
        _find_by_size,
        _find_one_card,
    ):
        found = search(page)
        if found is not None:
            yield snap_size(fill_pitch(found))


def has_card_at(page: SourcePage, grid: CardGrid) -> bool:
    """Return whether something stands in a place of a grid, with lines or sides of boxes along all of its edges."""
    xs = _merge_places(place for mark in page.marks for place in mark.box[0::2])
    ys = _merge_places(place for mark in page.marks for place in mark.box[1::2])
    return any(
        all((_has(xs, x), _has(xs, x + width), _has(ys, y), _has(ys, y + height)))
        and not page.is_blank((x, y, width, height))
        for x, y, width, height in grid.list_cells()
    )


def measure_cut_lines(page: SourcePage, grid: CardGrid) -> float:
    """Return the width of lines that are drawn along the edges of cards, to cut along; 0 if there are none, mm."""
    xs, ys = ([start + more for start in starts for more in (0.0, size)] for starts, size in _list_edges(grid))
    widths = [0.0]
    for mark in page.marks:
        left, top, right, bottom = mark.box
        if not 0 < mark.stroke < _WIDEST_LINE or max(mark.size) < min(grid.width, grid.height) / 2:
            continue
        if mark.is_line:
            cuts, place = (xs, (left + right) / 2) if mark.is_upright else (ys, (top + bottom) / 2)
            widths += [mark.stroke] if _has(cuts, place) else []
        elif all((_has(xs, left), _has(xs, right), _has(ys, top), _has(ys, bottom))):
            widths.append(mark.stroke)
    return max(widths)


def _list_edges(grid: CardGrid) -> tuple[tuple[list[float], float], tuple[list[float], float]]:
    """Return where columns start and how wide they are, and the same of rows."""
    across = [grid.x + column * grid.pitch_x for column in range(grid.columns)]
    down = [grid.y + row * grid.pitch_y for row in range(grid.rows)]
    return (across, grid.width), (down, grid.height)


def fill_pitch(grid: CardGrid) -> CardGrid:
    """Return a grid of touching cards, if boxes of no standard size stand as far apart as cards of one would."""
    if name_size(grid.width, grid.height) or not name_size(grid.pitch_x, grid.pitch_y):
        return grid
    across, down = grid.pitch_x - grid.width, grid.pitch_y - grid.height
    if grid.found_by == BY_CROP_MARKS or max(across, down) > _WIDEST_FRAME:
        return grid
    x, y = grid.x - across / 2, grid.y - down / 2
    return grid._replace(x=x, y=y, width=grid.pitch_x, height=grid.pitch_y)


def snap_size(grid: CardGrid) -> CardGrid:
    """Return a grid whose cards have a standard size, if theirs differs from it by the width of a line."""
    for size in CARD_SIZES.values():
        for width, height in (size, size[::-1]):
            across, down = grid.width - width, grid.height - height
            if max(abs(across), abs(down)) < _NEAR:
                return grid._replace(x=grid.x + across / 2, y=grid.y + down / 2, width=width, height=height)
    return grid


class _Run(NamedTuple):
    """Equal pieces of one side of a page: where the first starts, their size, their pitch and their number."""

    start: float
    size: float
    pitch: float
    times: int


def _find_runs(places: Sequence[float]) -> Iterator[_Run]:
    """Yield runs of pieces that start and end at known places; of equal ones, the longest."""
    known = sorted(places)[:_MOST_PLACES]
    for at, start in enumerate(known):
        for end in known[at + 1 :]:
            size = end - start
            if not _SMALLEST <= size <= _LARGEST:
                continue
            pitches = [size, *(next_ - start for next_ in known if _NEAR < next_ - end <= _WIDEST_GAP)]
            for pitch in pitches:
                count = 1
                while _has(known, start + count * pitch) and _has(known, start + count * pitch + size):
                    count += 1
                if count > 1 or pitch == size:
                    yield _Run(start, size, pitch, count)


def _has(places: Sequence[float], sought: float) -> bool:
    return any(abs(each - sought) < _NEAR for each in places)


def _merge_places(found: Iterable[float]) -> list[float]:
    """Return places with those that are nearly equal as one, in order."""
    merged: list[list[float]] = []
    for each in sorted(found):
        if merged and each - merged[-1][-1] < _NEAR:
            merged[-1].append(each)
        else:
            merged.append([each])
    return [sum(each) / len(each) for each in merged]


def _join_runs(across: _Run, down: _Run, found_by: str) -> CardGrid:
    return CardGrid(
        across.start,
        down.start,
        across.size,
        down.size,
        across.pitch,
        down.pitch,
        across.times,
        down.times,
        found_by=found_by,
    )


def _score(grid: CardGrid) -> float:
    """Return how good a grid is: what it covers, better for a standard size and a little for many cards."""
    area = grid.width * grid.height * grid.columns * grid.rows
    usual = _USUAL if name_size(grid.width, grid.height) else 1.0
    return area * usual * (1 + 0.1 * log(grid.columns * grid.rows))


def _choose(grids: Iterable[CardGrid]) -> CardGrid | None:
    """Return the best grid of two cards or more."""
    return max((each for each in grids if each.columns * each.rows > 1), key=_score, default=None)


def _find_by_crop_marks(page: SourcePage) -> CardGrid | None:
    """Find cards at whose every cut a short line stands outside the block, in both directions."""
    short = [each for each in page.marks if each.is_line and max(each.size) <= _LONGEST_MARK]
    upright, level = ([each.box for each in short if each.is_upright is is_] for is_ in (True, False))
    xs = _merge_places((box[0] + box[2]) / 2 for box in upright)
    ys = _merge_places((box[1] + box[3]) / 2 for box in level)
    if len(xs) > _MOST_PLACES or len(ys) > _MOST_PLACES:
        return None
    tops = [(box[1], box[3], (box[0] + box[2]) / 2) for box in upright]
    sides = [(box[0], box[2], (box[1] + box[3]) / 2) for box in level]
    runs_x, runs_y = _keep_longest(_find_runs(xs)), _keep_longest(_find_runs(ys))
    fitting = [
        (_count_cuts(across, xs) + _count_cuts(down, ys), _join_runs(across, down, BY_CROP_MARKS))
        for across in runs_x
        for down in runs_y
        if _are_marked(across, down, tops) and _are_marked(down, across, sides)
    ]
    most = max((count for count, _ in fitting), default=0)
    return _choose(grid for count, grid in fitting if count == most)


def _list_cuts(run: _Run) -> list[float]:
    return [run.start + number * run.pitch + more for number in range(run.times) for more in (0.0, run.size)]


def _count_cuts(run: _Run, places: Sequence[float]) -> int:
    """Return how many of the places are cuts of a run."""
    cuts = _list_cuts(run)
    return sum(_has(cuts, each) for each in places)


def _keep_longest(runs: Iterable[_Run]) -> list[_Run]:
    """Return one run of those that differ in their number alone, and the first hundred by what they cover."""
    best: dict[tuple[float, ...], _Run] = {}
    for run in runs:
        key = round(run.start % run.pitch, 0), round(run.size, 0), round(run.pitch, 0)
        if key not in best or best[key].times < run.times:
            best[key] = run
    return sorted(best.values(), key=lambda run: -run.size * run.times)[:100]


def _are_marked(run: _Run, other: _Run, marks: Sequence[tuple[float, float, float]]) -> bool:
    """Return whether each cut of a run has a mark before or behind the block, which lies along `other`."""
    first, last = other.start, other.start + (other.times - 1) * other.pitch + other.size
    outside = [
        place
        for start, end, place in marks
        if (first - _REACH <= start < first - _NEAR and end <= first + _REACH)
        or (last - _REACH <= start and last + _NEAR < end <= last + _REACH)
    ]
    return all(_has(outside, cut) for cut in _list_cuts(run))


def _find_by_boxes(page: SourcePage) -> CardGrid | None:
    """Find boxes of one size in even rows and columns."""
    groups: dict[tuple[int, int], list[Box]] = defaultdict(list)
    for mark in page.marks:
        wide, high = mark.size
        if not mark.is_line and all(_SMALLEST <= side <= _LARGEST for side in (wide, high)):
            groups[round(wide / _NEAR), round(high / _NEAR)].append(mark.box)
    return _choose(filter(None, map(_fit_boxes, groups.values())))


def _fit_boxes(boxes: Sequence[Box]) -> CardGrid | None:
    """Return the grid in which boxes of one size stand, None if they do not."""
    width, height = boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]
    xs, ys = _merge_places(box[0] for box in boxes), _merge_places(box[1] for box in boxes)
    across, down = _fit_places(xs, width), _fit_places(ys, height)
    if across is None or down is None:
        return None
    spots = {(round((box[0] - xs[0]) / across.pitch), round((box[1] - ys[0]) / down.pitch)) for box in boxes}
    if len(spots) < _FULL * across.times * down.times:
        return None
    return _join_runs(across, down, "by boxes of one size")


def _fit_places(places: Sequence[float], size: float) -> _Run | None:
    """Return the run of pieces that start at all of these places, with or without some between them."""
    if len(places) == 1:
        return _Run(places[0], size, size, 1)
    pitch = min(later - earlier for earlier, later in pairwise(places))
    steps = [(each - places[0]) / pitch for each in places]
    if pitch < size - _NEAR or pitch > size + _WIDEST_GAP or any(abs(step - round(step)) * pitch > 1 for step in steps):
        return None
    count = round(steps[-1]) + 1
    return _Run(places[0], size, (places[-1] - places[0]) / (count - 1), count)


def _find_by_lines(page: SourcePage) -> CardGrid | None:
    """Find cards between lines that run along whole blocks of them, alone or end to end."""
    reach: dict[tuple[bool, int], float] = defaultdict(float)
    where: dict[tuple[bool, int], list[float]] = defaultdict(list)
    for mark in page.marks:
        if mark.is_line and max(mark.size) > _LONGEST_MARK:
            place = sum(mark.box[0::2] if mark.is_upright else mark.box[1::2]) / 2
            reach[mark.is_upright, round(place)] += max(mark.size)
            where[mark.is_upright, round(place)].append(place)
    runs = []
    for is_upright in (True, False):
        long = [key for key in reach if key[0] is is_upright]
        most = max((reach[key] for key in long), default=0.0)
        places = _merge_places(place for key in long if reach[key] >= 0.6 * most for place in where[key])
        best = max(_find_runs(places), key=lambda run: (run.times, run.size), default=None)
        if best is None:
            return None
        runs.append(best)
    return _choose([_join_runs(runs[0], runs[1], "by its lines")])


def _find_stripes(image: Image.Image, is_level: bool) -> list[tuple[float, float]]:
    """Return where an image shows something along one side, from where to where in mm, between white gutters."""
    ink = ImageChops.invert(image.convert("L")).point([0] * (255 - _WHITE + 1) + [255] * _WHITE)
    seen = ink.reduce((ink.width, 1) if is_level else (1, ink.height)).tobytes()
    stripes, scale = list[list[float]](), 25.4 / _DPI
    for at, is_seen in enumerate(seen):  # the average of a row or a column: a few thin lines across it do not count
        if is_seen and stripes and at * scale - stripes[-1][1] < _GUTTER:
            stripes[-1][1] = (at + 1) * scale
        elif is_seen:
            stripes.append([at * scale, (at + 1) * scale])
    return [(start, end) for start, end in stripes]


def _find_blocks(page: SourcePage) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the stripes of a page across and down that are large enough for cards, without headers and marks."""
    high = [each for each in _find_stripes(page.image, is_level=True) if each[1] - each[0] >= _SMALLEST]
    scale = _DPI / 25.4
    wide: list[tuple[float, float]] = []
    for top, bottom in high:
        band = page.image.crop((0, round(top * scale), page.image.width, round(bottom * scale)))
        wide += [each for each in _find_stripes(band, is_level=False) if each[1] - each[0] >= _SMALLEST]
    return sorted(set(wide)), high


def _find_by_gutters(page: SourcePage) -> CardGrid | None:
    """Find blocks of one size between white gutters."""
    runs = []
    for stripes in _find_blocks(page):
        if not stripes:
            return None
        sizes = [end - start for start, end in stripes]
        if max(sizes) - min(sizes) > _UNEVEN:
            return None
        middles = _merge_middles([(start + end) / 2 for start, end in stripes])
        size = max(sizes)
        run = _fit_places([middle - size / 2 for middle in middles], size)
        if run is None:
            return None
        runs.append(run)
    return _choose([_join_runs(runs[0], runs[1], "by the white between them")])


def _merge_middles(middles: Iterable[float]) -> list[float]:
    found: list[float] = []
    for each in sorted(middles):
        if not found or each - found[-1] > _SMALLEST / 2:
            found.append(each)
    return found


def _find_by_size(page: SourcePage) -> CardGrid | None:
    """Find a block without gutters that cards of a standard size fill."""
    wide, high = _find_blocks(page)
    if len(high) != 1 or not wide:
        return None
    left, right = min(start for start, _ in wide), max(end for _, end in wide)
    top, bottom = high[0]
    fitting = []
    for size in CARD_SIZES.values():
        for width, height in (size, size[::-1]):
            for bleed in _BLEEDS:
                across, down = (right - left - 2 * bleed) / width, (bottom - top - 2 * bleed) / height
                columns, rows = round(across), round(down)
                off = max(abs(across - columns) * width, abs(down - rows) * height)
                if columns * rows > 1 and off < _UNEVEN:
                    x, y = (left + right - columns * width) / 2, (top + bottom - rows * height) / 2
                    grid = CardGrid(x, y, width, height, width, height, columns, rows, found_by="by a standard size")
                    fitting.append((off, bleed, grid))
    return min(fitting)[2] if fitting else None


def _find_one_card(page: SourcePage) -> CardGrid | None:
    """Take a page as small as a card for one."""
    width, height = page.art.width, page.art.height
    if max(width, height) > _ONE_CARD:
        return None
    return CardGrid(0.0, 0.0, width, height, width, height, 1, 1, found_by="one to a page")


_SEARCHES = _find_by_crop_marks, _find_by_boxes, _find_by_lines, _find_by_gutters, _find_by_size, _find_one_card
