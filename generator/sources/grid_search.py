"""Find the grid of cards on a page: by crop marks, equal boxes, lines, white gutters, or a standard size."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log

from PIL import Image, ImageChops

from generator.geometry.types import Box
from generator.model.card_sizes import CARD_SIZES
from generator.sources.card_grid import (
    BY_CROP_MARKS,
    DPI,
    NEAR,
    UNEVEN,
    WHITE,
    WIDEST_GAP,
    CardGrid,
    CardRun,
    SourcePage,
    has_place,
    merge_places,
    name_size,
)

_SMALLEST, _LARGEST = 18.0, 250.0  # mm, a side of a card
_LONGEST_MARK = 12.0  # mm: a longer line is a line to cut along, or a part of a drawing
_REACH = 14.0  # mm: how far from a card its crop marks end
_MOST_PLACES = 60  # cuts along one side that are tried
_FULL = 0.4  # of the places of a grid: if fewer hold a box, the boxes are no cards
_USUAL = 2.0  # how much better a grid of cards of a standard size is
_GUTTER = 0.8  # mm: a narrower white stripe may be a part of the art
_WIDEST_FRAME = 12.0  # mm, of two cards that touch, around boxes of one size
_WIDEST_FOLD = 40.0  # mm, more than the gap between two cards
_BLEEDS = (0.0, 3.0, 3.175)  # mm, of the outer edges of a block of cards
_ONE_CARD = 150.0  # mm: a smaller page is one card


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
            if max(abs(across), abs(down)) < NEAR:
                return grid._replace(x=grid.x + across / 2, y=grid.y + down / 2, width=width, height=height)
    return grid


def _find_runs(places: Sequence[float]) -> Iterator[CardRun]:
    """Yield runs of pieces that start and end at known places; of equal ones, the longest."""
    known = sorted(places)[:_MOST_PLACES]
    for at, start in enumerate(known):
        for end in known[at + 1 :]:
            size = end - start
            if not _SMALLEST <= size <= _LARGEST:
                continue
            pitches = [size, *(next_ - start for next_ in known if NEAR < next_ - end <= WIDEST_GAP)]
            for pitch in pitches:
                count = 1
                while has_place(known, start + count * pitch) and has_place(known, start + count * pitch + size):
                    count += 1
                if count > 1 or pitch == size:
                    yield CardRun(start, size, pitch, count)


def _join_runs(across: CardRun, down: CardRun, found_by: str) -> CardGrid:
    return CardGrid(
        across.start,
        down.start,
        across.size,
        height=down.size,
        pitch_x=across.pitch,
        pitch_y=down.pitch,
        columns=across.times,
        rows=down.times,
        found_by=found_by,
        fold_x=across.fold,
        fold_y=down.fold,
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
    xs = merge_places((box[0] + box[2]) / 2 for box in upright)
    ys = merge_places((box[1] + box[3]) / 2 for box in level)
    if len(xs) > _MOST_PLACES or len(ys) > _MOST_PLACES:
        return None
    tops = [(box[1], box[3], (box[0] + box[2]) / 2) for box in upright]
    sides = [(box[0], box[2], (box[1] + box[3]) / 2) for box in level]
    runs_x, runs_y = (list(_add_folded(_keep_longest(_find_runs(places)), places)) for places in (xs, ys))
    fitting = [
        (_count_cuts(across, xs) + _count_cuts(down, ys), _join_runs(across, down, BY_CROP_MARKS))
        for across in runs_x
        for down in runs_y
        if _are_marked(across, down, tops) and _are_marked(down, across, sides)
    ]
    most = max((count for count, _ in fitting), default=0)
    return _choose(grid for count, grid in fitting if count == most)


def _count_cuts(run: CardRun, places: Sequence[float]) -> int:
    """Return how many of the places are cuts of a run."""
    cuts = run.list_cuts()
    return sum(has_place(cuts, each) for each in places)


def _keep_longest(runs: Iterable[CardRun]) -> list[CardRun]:
    """Return one run of those that differ in their number alone, and the first hundred by what they cover."""
    best: dict[tuple[float, ...], CardRun] = {}
    for run in runs:
        key = round(run.start % run.pitch, 0), round(run.size, 0), round(run.pitch, 0)
        if key not in best or best[key].times < run.times:
            best[key] = run
    return sorted(best.values(), key=lambda run: -run.size * run.times)[:100]


def _add_folded(runs: Sequence[CardRun], places: Sequence[float]) -> Iterator[CardRun]:
    """Yield runs, and pairs of equal ones with a wider gap between them, for a fold."""
    yield from runs
    for run in runs:
        step = run.pitch * run.times
        for place in places:
            fold = place - run.start - step
            if UNEVEN < fold <= _WIDEST_FOLD and all(has_place(places, cut + step + fold) for cut in run.list_cuts()):
                yield run._replace(times=2 * run.times, fold=fold)


def _are_marked(run: CardRun, other: CardRun, marks: Sequence[tuple[float, float, float]]) -> bool:
    """Return whether each cut of a run has a mark before or behind the block, which lies along `other`."""
    first, last = other.start, other.end
    outside = [
        place
        for start, end, place in marks
        if (first - _REACH <= start < first - NEAR and end <= first + _REACH)
        or (last - _REACH <= start and last + NEAR < end <= last + _REACH)
    ]
    return all(has_place(outside, cut) for cut in run.list_cuts())


def _find_by_boxes(page: SourcePage) -> CardGrid | None:
    """Find boxes of one size in even rows and columns."""
    groups: dict[tuple[int, int], list[Box]] = defaultdict(list)
    for mark in page.marks:
        wide, high = mark.size
        if not mark.is_line and all(_SMALLEST <= side <= _LARGEST for side in (wide, high)):
            groups[round(wide / NEAR), round(high / NEAR)].append(mark.box)
    return _choose(filter(None, map(_fit_boxes, groups.values())))


def _fit_boxes(boxes: Sequence[Box]) -> CardGrid | None:
    """Return the grid in which boxes of one size stand, None if they do not."""
    width, height = boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]
    xs, ys = merge_places(box[0] for box in boxes), merge_places(box[1] for box in boxes)
    across, down = _fit_places(xs, width), _fit_places(ys, height)
    if across is None or down is None:
        return None
    spots = {(_find_nearest(across.list_starts(), box[0]), _find_nearest(down.list_starts(), box[1])) for box in boxes}
    if len(spots) < _FULL * across.times * down.times:
        return None
    return _join_runs(across, down, "by boxes of one size")


def _find_nearest(places: Sequence[float], sought: float) -> int:
    return min(range(len(places)), key=lambda at: abs(places[at] - sought))


def _fit_places(places: Sequence[float], size: float) -> CardRun | None:
    """Return the run of pieces that start at all of these places, with or without some between them."""
    if len(places) == 1:
        return CardRun(places[0], size, size, 1)
    gaps = [later - earlier for earlier, later in pairwise(places)]
    pitch = min(gaps)
    if not size - NEAR <= pitch <= size + WIDEST_GAP:
        return None
    steps = [(each - places[0]) / pitch for each in places]
    if all(abs(step - round(step)) * pitch <= 1 for step in steps):
        count = round(steps[-1]) + 1
        return CardRun(places[0], size, (places[-1] - places[0]) / (count - 1), count)
    half, odd = divmod(len(places), 2)
    fold = gaps.pop(half - 1) - pitch
    if odd or max(gaps) - pitch > UNEVEN or fold > _WIDEST_FOLD:
        return None
    return CardRun(places[0], size, pitch, len(places), fold)


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
        places = merge_places(place for key in long if reach[key] >= 0.6 * most for place in where[key])
        best = max(_find_runs(places), key=lambda run: (run.times, run.size), default=None)
        if best is None:
            return None
        runs.append(best)
    return _choose([_join_runs(runs[0], runs[1], "by its lines")])


def _find_stripes(image: Image.Image, is_level: bool) -> list[tuple[float, float]]:
    """Return where an image shows something along one side, from where to where in mm, between white gutters."""
    ink = ImageChops.invert(image.convert("L")).point([0] * (255 - WHITE + 1) + [255] * WHITE)
    seen = ink.reduce((ink.width, 1) if is_level else (1, ink.height)).tobytes()
    stripes, scale = list[list[float]](), 25.4 / DPI
    for at, is_seen in enumerate(seen):  # the average of a row or a column: a few thin lines across it do not count
        if is_seen and stripes and at * scale - stripes[-1][1] < _GUTTER:
            stripes[-1][1] = (at + 1) * scale
        elif is_seen:
            stripes.append([at * scale, (at + 1) * scale])
    return [(start, end) for start, end in stripes]


def _find_blocks(page: SourcePage) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the stripes of a page across and down that are large enough for cards, without headers and marks."""
    high = [each for each in _find_stripes(page.image, is_level=True) if each[1] - each[0] >= _SMALLEST]
    scale = DPI / 25.4
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
        if max(sizes) - min(sizes) > UNEVEN:
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
                if columns * rows > 1 and off < UNEVEN:
                    x, y = (left + right - columns * width) / 2, (top + bottom - rows * height) / 2
                    grid = CardGrid(
                        x,
                        y,
                        width,
                        height=height,
                        pitch_x=width,
                        pitch_y=height,
                        columns=columns,
                        rows=rows,
                        found_by="by a standard size",
                    )
                    fitting.append((off, bleed, grid))
    return min(fitting)[2] if fitting else None


def _find_one_card(page: SourcePage) -> CardGrid | None:
    """Take a page as small as a card for one, with the bleed by which it is larger than a standard size."""
    width, height = page.art.width, page.art.height
    if max(width, height) > _ONE_CARD:
        return None
    whole = CardGrid(
        0.0, 0.0, width, height=height, pitch_x=width, pitch_y=height, columns=1, rows=1, found_by="one to a page"
    )
    if name_size(width, height):
        return whole
    for bleed in _BLEEDS[1:]:
        wide, high = width - 2 * bleed, height - 2 * bleed
        if name_size(wide, high):
            return CardGrid(
                bleed, bleed, wide, height=high, pitch_x=wide, pitch_y=high, columns=1, rows=1, found_by="one to a page"
            )
    return whole
