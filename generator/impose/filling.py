"""Fill sheets with blocks that straight cuts take apart, where shelves would need a sheet more; mm.

Each block lies in the corner of a rectangle and leaves two more, cut right across, which are filled in turn. Which
block goes where is tried in many ways, always the same ones, so that equal parts make equal sheets.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, sqrt
from random import Random
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.geometry.tolerances import ROUNDING
from generator.impose.crop_marks import CLEAR, LENGTH, OFFSET, SHORT, UNMARKED
from generator.impose.finishes import divide_finishes, find_finish
from generator.impose.grid import Field, PieceRun, SlotGrid
from generator.impose.packing import Block, PackedSheet
from generator.model.stock import ANY_STOCK, PaperStock, find_common_paper, find_common_stock, join_stocks, split_finish
from generator.safety.memory import open_memory

Found = TypeVar("Found")
_BEST, _NONE = "best", -1  # the number of the best try, and that of none
_MEMORY_VERSION = "2"  # raise it when the same search tries other things


def search_once(
    key: str, attempt: Callable[[int], Found | None], search: Callable[[], tuple[int, Found] | None]
) -> Found | None:
    """Return what a search finds; one that was made before is not made again.

    `key` is all that the tries depend on. `attempt` makes the try of a number alone, and `search` makes them all: it
    returns the best with its number, or None if none succeeds.
    """
    memory = open_memory("search", _MEMORY_VERSION, key)
    known = memory.find(_BEST)
    if known == _NONE:
        return None
    if isinstance(known, int) and known >= 0 and (again := attempt(known)) is not None:
        return again
    best = search()
    memory.add(_BEST, best[0] if best else _NONE)
    memory.save()
    return best[1] if best else None


_TRIES = 150  # ways to fill the sheets
_FIRST_TRIES = 15  # after these, it is given up if all of them left too much
_MORE_TRIES = 40  # after the first that saves a sheet: one with fewer blocks is easier to cut
_CLOSE = 0.1  # of a sheet: what may be left by a way that makes others worth trying
_MANY = 100  # pieces that take a sheet each: no more of these are tried in other ways
_MOST_GRIDS = 12  # full sheets whose margins are filled too
_MARKED = CLEAR + LENGTH  # from a bleed to the end of the block's own rectangle: crop marks lie between
_MARKED_CLOSELY = OFFSET + SHORT  # the same where marks are short, so that blocks lie closer


class _Room(NamedTuple):
    """A rectangle to fill; its sides are those of the field, or cuts. Nothing but pieces of its finish lie there."""

    left: float
    top: float
    right: float
    bottom: float
    finish: str | None = None

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)


class _Frame(NamedTuple):
    """A slot as it may lie, where its trims begin and end at the sides of the field, and its distance from cuts."""

    slot: SlotGrid
    left: float
    top: float
    right: float
    bottom: float
    clear: float


class _Supply(NamedTuple):
    """The pieces of a run that fill no sheet of their own: the area of each with its gap, and what is done to them."""

    number: int
    run: PieceRun
    start: int
    frames: tuple[_Frame, ...]
    stock: PaperStock
    total: int
    area: float
    finish: str


class _Choice(NamedTuple):
    """A block that fits in a rectangle: pieces of a supply, and the left and top of their trims."""

    supply: int
    frame: _Frame
    columns: int
    amount: int
    left: float
    top: float


class _Filled(Struct):
    """A sheet being filled: its blocks, what is left of it, its stock, its runs, and that of its grid if it has one."""

    blocks: list[Block]
    rooms: list[_Room]
    stock: PaperStock
    runs: set[int]
    grid: int | None = None


def fill_sheets(
    runs: Sequence[PieceRun], field: Field, fewer_than: int, shares_paper: bool = False, closely: bool = False
) -> list[PackedSheet] | None:
    """Return the sheets of all runs if they are fewer than asked, otherwise None.

    If it `shares_paper`, pieces share a sheet that are printed on one paper but finished in different ways, such as
    glued on card or folded: straight cuts part them first. Blocks lie `closely` if short crop marks do between them.
    """
    marked = _MARKED_CLOSELY if closely else _MARKED
    grids, supplies = _split_supplies(runs, field, find_common_paper if shares_paper else find_common_stock, marked)
    kept, begun = grids[:-_MOST_GRIDS], grids[-_MOST_GRIDS:]
    best: list[_Filled] | None = None
    most = fewer_than - 1 - len(kept)
    least = len(begun) + _count_least(begun, supplies)
    while most >= least:
        found = _search(begun, supplies, field, most)
        if found is None and shares_paper:
            found = _search(begun, supplies, field, most, in_strips=True)
        if found is None:
            break
        best, most = found, len(found) - 1
    if best and (whole := _search(begun, supplies, field, len(best), whole=True)):
        best = min(best, whole, key=_measure_effort)
    if best is None or any(_breaks_grid(sheet, runs, field) for sheet in best):
        return None
    return _center_sheets([_restore_grid(sheet, runs, field) for sheet in (*kept, *best)], field)


def _split_supplies(
    runs: Sequence[PieceRun],
    field: Field,
    find_stock: Callable[[Iterable[str]], PaperStock | None],
    marked: float,
) -> tuple[list[_Filled], list[_Supply]]:
    """Return the sheets that runs of several fill with full grids, and the other pieces."""
    grids, supplies = list[_Filled](), list[_Supply]()
    for number, run in enumerate(runs):
        stock = find_stock(piece.part.stock for piece in run.pieces)
        assert stock is not None, "runs have one stock"
        full = run.cell.count_slots(field)
        whole = len(run.pieces) // full if 1 < full < len(run.pieces) or (full == 1 and len(run.pieces) > _MANY) else 0
        for start in range(0, whole * full, full):
            grids.append(_begin_grid(number, run, start, full, stock, field=field, marked=marked))
        if whole * full < len(run.pieces):
            frames = tuple(_frame_slot(slot, field, marked) for slot in _list_slots(run.cell))
            area = (run.cell.total_width(1) + run.cell.gap) * (run.cell.total_height(1) + run.cell.gap_down)
            count = len(run.pieces) - whole * full
            finish = split_finish(run.pieces[0].part.stock)[1]
            supplies.append(_Supply(number, run, whole * full, frames, stock, total=count, area=area, finish=finish))
    return grids, supplies


def _begin_grid(
    number: int, run: PieceRun, start: int, full: int, stock: PaperStock, field: Field, marked: float
) -> _Filled:
    sheet = _Filled([], [_whole_room(field)], stock, {number}, number)
    cell, columns = run.cell, run.cell.count_columns(field)
    rows, room, frame = full // columns, sheet.rooms.pop(), _frame_slot(cell, field, marked)
    width, height = cell.total_width(columns), cell.total_height(rows)
    sheet.blocks.append(Block(cell, columns, run.pieces[start : start + full], frame.left, frame.top))
    sheet.rooms += _split_room(room, frame, frame.left + width, frame.top + height, across=True)
    return sheet


def _list_slots(cell: SlotGrid) -> Iterator[SlotGrid]:
    """Yield the slot upright and turned; a section's caption above or beside it, where its name has as much room."""

    def caption_room(slot: SlotGrid) -> float:
        return slot.height if slot.beside else slot.width

    turned = replace(cell, width=cell.height, height=cell.width, turned=not cell.turned)
    ways = [cell] if cell.width == cell.height else [cell, turned]
    caption = cell.head + cell.beside
    if caption:
        ways = [replace(way, head=head, beside=caption - head) for way in ways for head in (cell.head, cell.beside)]
    yield from (way for way in ways if not caption or caption_room(way) >= caption_room(cell) - ROUNDING)


def _whole_room(field: Field) -> _Room:
    wide, high = field.paper.width, field.paper.height
    return _Room(0, 0, wide / 2 if field.fold == "vertical" else wide, high / 2 if field.fold == "horizontal" else high)


def _frame_slot(slot: SlotGrid, field: Field, marked: float) -> _Frame:
    bleed = slot.bleed if marked == _MARKED else max(slot.bleed, slot.reach)
    margins, clear = slot.margins, bleed + max(marked if slot.has_marks else UNMARKED, max(slot.apart) / 2)
    return _Frame(slot, margins.side, margins.end, field.find_right(margins), field.find_bottom(margins), clear=clear)


def _usable_area(supplies: Sequence[_Supply]) -> float:
    """Return the area of a field within the least margins, with a gap more as each piece has its own."""
    frames = [frame for supply in supplies for frame in supply.frames]
    gap = max(max(frame.slot.gap, frame.slot.gap_down) for frame in frames)
    wide = max(frame.right for frame in frames) - min(frame.left for frame in frames) + gap
    return wide * (max(frame.bottom for frame in frames) - min(frame.top for frame in frames) + gap)


def _count_least(begun: Sequence[_Filled], supplies: Sequence[_Supply]) -> int:
    """Return the least number of sheets beyond those begun, by area alone; what shares no stock shares no sheet."""
    usable = _usable_area(supplies) if supplies else 1.0
    groups = list[tuple[PaperStock, float]]()
    for each in supplies:
        group = next((n for n, (stock, _) in enumerate(groups) if join_stocks(stock, each.stock)), None)
        if group is None:
            groups.append((each.stock, each.total * each.area))
        else:
            groups[group] = groups[group][0], groups[group][1] + each.total * each.area
    left = [
        area - sum(room.area for sheet in begun if join_stocks(sheet.stock, stock) for room in sheet.rooms)
        for stock, area in groups
    ]
    return sum(max(0, ceil(area / usable - ROUNDING)) for area in left)


def _search(
    begun: Sequence[_Filled],
    supplies: Sequence[_Supply],
    field: Field,
    most: int,
    in_strips: bool = False,
    whole: bool = False,
) -> list[_Filled] | None:
    """Return at most so many sheets with all pieces on them; of several ways, one with few blocks.

    If `in_strips`, sheets are divided into strips of one finish each before they are filled. If `whole`, all pieces of
    a supply lie in one block.
    """

    def fill(number: int) -> tuple[list[_Filled], float]:
        return _Filling(supplies, field, number, whole).fill(begun, most, in_strips)

    def attempt(number: int) -> list[_Filled] | None:
        sheets, left = fill(number)
        return None if left or not all(divide_finishes(sheet.blocks) for sheet in sheets) else sheets

    close = _CLOSE * (_usable_area(supplies) if supplies else 0.0)
    key = repr((_list_traits(begun, supplies), field, most, in_strips, whole))
    return search_once(key, attempt, lambda: _try_all(fill, close, _TRIES if whole else _FIRST_TRIES))


def _list_traits(begun: Sequence[_Filled], supplies: Sequence[_Supply]) -> tuple[list[object], ...]:
    """Return all of the sheets and supplies that decides how the sheets can be filled."""
    sheets = [(each.rooms, each.stock, each.runs, each.grid, len(each.blocks)) for each in begun]
    blocks = [
        (find_finish(block), block.x, block.y, block.width, block.height) for each in begun for block in each.blocks
    ]
    return [*sheets], [*blocks], [(each.run.cell, *each[3:]) for each in supplies]


def _try_all(
    fill: Callable[[int], tuple[list[_Filled], float]], close: float, last: int
) -> tuple[int, list[_Filled]] | None:
    """Try `last` ways, or more; return the number of the best, and its sheets; None if none succeeds.

    A way that leaves no more than the area `close` makes others worth trying.
    """
    found: list[tuple[int, list[_Filled]]] = []
    is_close = False
    for number in range(_TRIES):
        if number >= last:
            break
        sheets, left = fill(number)
        if left <= close and not is_close:
            is_close, last = True, _TRIES
        if not left and all(divide_finishes(sheet.blocks) for sheet in sheets):
            found.append((number, sheets))
            if not _measure_effort(sheets)[1]:
                last = min(last, number + _MORE_TRIES)
    return min(found, key=lambda each: _measure_effort(each[1]), default=None)


def _measure_effort(sheets: Sequence[_Filled]) -> tuple[int, int, int]:
    """Return the number of sheets, of those with more than a grid on them, and of blocks."""
    shared = sum(sheet.grid is not None and len(sheet.blocks) > 1 for sheet in sheets)
    return len(sheets), shared, sum(len(sheet.blocks) for sheet in sheets)


class _Filling:
    """Fills sheets in one of many ways, which its number decides; knows how much of each supply is used."""

    def __init__(self, supplies: Sequence[_Supply], field: Field, number: int, whole: bool) -> None:
        self._supplies, self._field, self._random, self._whole = supplies, field, Random(number), whole
        self._used = [0] * len(supplies)

    def fill(self, begun: Sequence[_Filled], most: int, in_strips: bool) -> tuple[list[_Filled], float]:
        """Return the sheets, and the area of all pieces that are left over."""
        sheets = [replace(each, blocks=[*each.blocks], rooms=[*each.rooms], runs={*each.runs}) for each in begun]
        sheets += [_Filled([], [_whole_room(self._field)], ANY_STOCK, set()) for _ in range(most - len(begun))]
        for sheet in (*sheets[len(begun) :], *sheets[: len(begun)]):  # what lies beside a grid spoils its stack
            if in_strips and not sheet.blocks:
                self._begin_strips(sheet)
            self._fill_sheet(sheet)
        left = sum((each.total - taken) * each.area for each, taken in zip(self._supplies, self._used, strict=True))
        return [each for each in sheets if each.blocks], left

    def _fill_sheet(self, sheet: _Filled) -> None:
        """Put blocks on a sheet until nothing more fits."""
        while sheet.rooms:
            room = sheet.rooms.pop()
            if (frame := self._put_block(sheet, room)) is not None:
                block = sheet.blocks[-1]
                right, bottom = block.x + block.width, block.y + block.height
                sheet.rooms += _split_room(room, frame, right, bottom, across=self._random.random() < 0.5)

    def _begin_strips(self, sheet: _Filled) -> None:
        """Put a block of one finish on an empty sheet, in a strip right across it, and leave the rest to another."""
        left = [each.finish for each, taken in zip(self._supplies, self._used, strict=True) if taken < each.total]
        finishes = list(dict.fromkeys(left))
        if len(finishes) < 2:
            return
        first, rest = self._random.sample(finishes, 2)
        room = sheet.rooms.pop()._replace(finish=first)
        frame = self._put_block(sheet, room)
        if frame is None:
            sheet.rooms.append(room._replace(finish=rest))
            return
        block = sheet.blocks[-1]
        across = self._random.random() < 0.5
        parts = _split_room(room, frame, block.x + block.width, block.y + block.height, across)
        beyond = [each for each in parts if (each.top if across else each.left) > 0]
        sheet.rooms += [each._replace(finish=rest) if each in beyond else each for each in parts]

    def _put_block(self, sheet: _Filled, room: _Room) -> _Frame | None:
        """Put a block in the corner of a rectangle, and return its frame; None if nothing fits.

        Large pieces are wanted first, and many of them.
        """
        choices = list(self._list_choices(sheet, room))
        if not choices:
            return None
        areas = [each.frame.slot.width * each.frame.slot.height * sqrt(each.amount) for each in choices]
        rates = [area * self._random.uniform(0.4, 1.0) for area in areas]
        chosen = choices[rates.index(max(rates))]
        supply = self._supplies[chosen.supply]
        start = supply.start + self._used[chosen.supply]
        pieces = supply.run.pieces[start : start + chosen.amount]
        sheet.blocks.append(Block(chosen.frame.slot, chosen.columns, pieces, chosen.left, chosen.top))
        sheet.runs.add(supply.number)
        self._used[chosen.supply] += chosen.amount
        sheet.stock = join_stocks(sheet.stock, supply.stock) or sheet.stock
        return chosen.frame

    def _list_choices(self, sheet: _Filled, room: _Room) -> Iterator[_Choice]:
        """Yield blocks for a rectangle: as wide or as high as fits, one row, and one column."""
        whole = _whole_room(self._field)
        for number, (supply, taken) in enumerate(zip(self._supplies, self._used, strict=True)):
            count = supply.total - taken
            if not count or room.finish not in (None, supply.finish) or join_stocks(sheet.stock, supply.stock) is None:
                continue
            for frame in supply.frames:
                slot, clear = frame.slot, frame.clear
                left = max(frame.left, room.left + clear) if room.left else frame.left
                top = max(frame.top, room.top + clear) if room.top else frame.top
                right = frame.right if room.right == whole.right else min(frame.right, room.right - clear)
                bottom = frame.bottom if room.bottom == whole.bottom else min(frame.bottom, room.bottom - clear)
                columns = slot.fit_columns(right - left)
                rows = columns and slot.fit_rows(bottom - top)
                if not rows:
                    continue
                columns, rows = min(columns, count), min(rows, count)
                narrow = min(columns, -(-count // rows))
                for wide, high in dict.fromkeys([(columns, rows), (narrow, rows), (columns, 1), (1, rows)]):
                    if self._whole and wide * high < count:
                        continue
                    yield _Choice(number, frame, wide, min(count, wide * high), left, top=top)


def _split_room(room: _Room, frame: _Frame, right: float, bottom: float, across: bool) -> list[_Room]:
    """Return what a block in the corner leaves of a rectangle, the smaller part last; `across`: one cut is level."""
    right, bottom = right + frame.clear, bottom + frame.clear
    if across:
        parts = room._replace(left=right, bottom=bottom), room._replace(top=bottom)
    else:
        parts = room._replace(left=right), room._replace(top=bottom, right=right)
    sound = [each for each in parts if each.left < each.right and each.top < each.bottom]
    return sorted(sound, key=lambda each: -each.area)


def _breaks_grid(sheet: _Filled, runs: Sequence[PieceRun], field: Field) -> bool:
    """Return whether a sheet holds more of a single run than its grid, which all its sheets have in common."""
    full = runs[min(sheet.runs)].cell.count_slots(field)
    return len(sheet.runs) == 1 and sum(len(block.pieces) for block in sheet.blocks) > full


def _restore_grid(sheet: _Filled, runs: Sequence[PieceRun], field: Field) -> _Filled:
    """Return a sheet; if it holds only a part of one run, with the grid that all sheets of the run have."""
    if len(sheet.runs) > 1 or sheet.grid is not None:
        return sheet
    number = min(sheet.runs)
    run, pieces = runs[number], [piece for block in sheet.blocks for piece in block.pieces]
    full = run.cell.count_slots(field)
    if not len(pieces) <= full < len(run.pieces):
        return sheet
    margins = run.cell.margins
    grid = Block(run.cell, run.cell.count_columns(field), pieces, margins.side, margins.end)
    return replace(sheet, blocks=[grid], grid=number)


def _center_sheets(sheets: Sequence[_Filled], field: Field) -> list[PackedSheet]:
    """Return the sheets with their blocks in the middle, or beside the fold; all grids of a run lie alike."""
    moves: dict[int, tuple[float, float]] = {}
    out = []
    for at, sheet in enumerate(sheets):
        key = -1 - at if sheet.grid is None else sheet.grid
        if key not in moves:
            alike = [each for each in sheets if each is sheet or (each.grid is not None and each.grid == sheet.grid)]
            moves[key] = _find_move([block for each in alike for block in each.blocks], field)
        across, down = moves[key]
        blocks = [block._replace(x=block.x + across, y=block.y + down) for block in sheet.blocks]
        out.append(PackedSheet(blocks, field.fold, sheet.grid is not None))
    return out


def _find_move(blocks: Sequence[Block], field: Field) -> tuple[float, float]:
    """Return how far to move blocks to the right and down."""
    margins = [block.cell.margins for block in blocks]
    left = min(block.x - each.side for block, each in zip(blocks, margins, strict=True))
    top = min(block.y - each.end for block, each in zip(blocks, margins, strict=True))
    right = min(field.find_right(each) - block.x - block.width for block, each in zip(blocks, margins, strict=True))
    bottom = min(field.find_bottom(each) - block.y - block.height for block, each in zip(blocks, margins, strict=True))
    across = right if field.fold == "vertical" else (right - left) / 2
    return across, bottom if field.fold == "horizontal" else (bottom - top) / 2
