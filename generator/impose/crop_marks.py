"""Draw crop marks: where each cut begins and ends, clear of the pieces and of what else is printed; mm."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from generator.geometry.tolerances import FILE_STEP, ROUNDING
from generator.geometry.types import Box, Segment
from generator.impose.grid import BARE_MARGIN, INKABLE, Field
from generator.impose.marks import BARE_EDGE, EDGE, MARK, SIDE
from generator.impose.packing import Block
from generator.model.picture import Group, Path

OFFSET = 0.5  # from the bleed to a crop mark
CLEAR = 2.0  # from the trim to a crop mark of pieces that share no cut, where there is room for it
LENGTH = 3.0  # of a crop mark
LEAST = BARE_MARGIN - INKABLE - OFFSET  # of one where nothing stands between it and where printers end
SHORT = 1.5  # of one between blocks that lie close to one another
UNMARKED = 1.0  # from the bleed of round pieces, which have no marks, to what else is printed
CROP = "crop"  # name of the group of crop marks in the finished files
_SAYS_ROOM, _UNIT_ROOM = 25.0, 13.0  # beyond the ends of a ruler, for its words and for its length


class MarkLimits(NamedTuple):
    """Where marks on one line may begin and end, `first` and `last`; and, if they must, `least` and `most`; mm."""

    first: float
    last: float
    least: float
    most: float


class Slug(NamedTuple):
    """The margin of a sheet in which marks stand: clear of rulers, labels and legend, and before the fold; mm.

    On a `tight` sheet the label stands at the right, and nothing above and below; on a `narrow` one no ruler stands at
    the left. `legend` is the legend's length.
    """

    field: Field
    tight: bool = False
    legend: float = 0.0
    narrow: bool = False

    def limit_upright(self, x: float) -> MarkLimits:
        """Return where marks at x may stand above and below the pieces."""
        paper = self.field.paper
        label = not self.tight and SIDE - 1 < x < paper.width - SIDE + 1
        ruler = not self.tight and -_SAYS_ROOM < x - (paper.width - 100) / 2 < 100 + _UNIT_ROOM
        fold = paper.height / 2 if self.field.fold == "horizontal" else None
        return _limit_marks(paper.height, BARE_EDGE if self.tight else EDGE, label, ruler, fold)

    def limit_lying(self, y: float) -> MarkLimits:
        """Return where marks at y may stand left and right of the pieces."""
        paper = self.field.paper
        ruler = not self.narrow and -_UNIT_ROOM < y - (paper.height - 100) / 2 < 100 + (_SAYS_ROOM if self.tight else 1)
        legend = self.legend and abs(y - paper.height / 2) < self.legend / 2 + 1
        label = legend or (self.tight and SIDE - 1 < y < paper.height - SIDE + 1)
        fold = paper.width / 2 if self.field.fold == "vertical" else None
        return _limit_marks(paper.width, BARE_EDGE if self.narrow else EDGE, ruler, bool(label), fold)


def _limit_marks(length: float, edge: float, before: bool, after: bool, fold: float | None) -> MarkLimits:
    """Return the limits on a line across the paper with something printed `before` or `after` the pieces."""
    least, most = (EDGE if before else BARE_EDGE), length - (EDGE if after else BARE_EDGE)
    return MarkLimits(edge, length - edge, least, most) if fold is None else MarkLimits(edge, fold, least, fold)


def draw_crop_marks(blocks: Iterable[Block], slug: Slug) -> tuple[Group, ...]:
    """Return the crop marks of all blocks with straight cuts as one named group, outside the bleeds of the fronts."""
    segments: list[Segment] = []
    every = list(blocks)
    rooms = list_close_rooms(every)
    for number, block in enumerate(every):
        if block.cell.has_marks:
            segments += _block_marks(block, slug, [*rooms[:number], *rooms[number + 1 :]])
    return (Group((Path(tuple(segments), MARK),), name=CROP),) if segments else ()


def _cut_positions(start: float, size: float, gap: float, count: int) -> list[float]:
    """Return the positions of cuts: two between neighbors with a gap, otherwise one."""
    both = [at for k in range(count) for at in (start + k * (size + gap), start + k * (size + gap) + size)]
    return sorted({round(at, 4) for at in both})


class BlockCut(NamedTuple):
    """A straight cut at x (`upright`) or y, from the first trim on it to the last; mm."""

    at: float
    upright: bool
    start: float
    end: float


def list_cuts(block: Block) -> Iterator[BlockCut]:
    """Yield the cuts of a block; those beyond a last row that is not full, and beyond its bleed, are shorter."""
    cell, art = block.cell, max(block.cell.front, block.cell.reach)
    full, rest = divmod(len(block.pieces), block.columns)
    left, top = block.x + cell.beside, block.y + cell.head
    right, bottom = block.x + block.width, block.y + block.height
    for x in _cut_positions(left, cell.width, cell.beside + cell.gap, min(block.columns, len(block.pieces))):
        short = rest and full and x > left + cell.total_width(rest) + art + FILE_STEP
        yield BlockCut(x, True, top, block.y + cell.total_height(full) if short else bottom)
    for y in _cut_positions(top, cell.height, cell.head + cell.gap, block.rows):
        short = rest and full and y > block.y + cell.total_height(full) + art + FILE_STEP
        yield BlockCut(y, False, left, left + cell.total_width(rest) if short else right)


def list_close_rooms(blocks: Sequence[Block]) -> list[Box]:
    """Return the room of each block with its bleed and its marks, if blocks lie so close that any two overlap."""
    rooms = [_find_room(block) for block in blocks]
    return rooms if any(_overlap(*two) for two in combinations(rooms, 2)) else []


def _find_room(block: Block) -> Box:
    cell = block.cell
    marks = max(cell.bleed + CLEAR, cell.front + OFFSET, cell.reach + OFFSET) + LENGTH
    away = marks if cell.has_marks else cell.bleed + UNMARKED
    return block.x - away, block.y - away, block.x + block.width + away, block.y + block.height + away


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > ROUNDING and min(one[3], other[3]) - max(one[1], other[1]) > ROUNDING


def _block_marks(block: Block, slug: Slug, others: Sequence[Box]) -> list[Segment]:
    cell, art = block.cell, max(block.cell.front, block.cell.reach)
    shared = cell.gap == 0 and len(block.pieces) > 1
    offsets = art + OFFSET, art + OFFSET if shared else max(CLEAR, art + OFFSET)
    out: list[Segment] = []
    for at, upright, start, end in list_cuts(block):
        limits = slug.limit_upright(at) if upright else slug.limit_lying(at)
        for one, other in _place_marks(start, end, limits, offsets):
            if any(enters_room(at, upright, one, other, box) for box in others):
                one, other = _shorten(one, other, start, end, offsets[0])
            out += [("M", at, one), ("L", at, other)] if upright else [("M", one, at), ("L", other, at)]
    return out


def _place_marks(
    start: float, end: float, limits: MarkLimits, offsets: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield the ends of the marks before the `start` and after the `end` of a cut.

    They keep the greater of two `offsets` from the trim if that leaves room for a millimeter of mark, else the lesser.
    Where nothing else stands, a shorter one may begin where printers reach.
    """
    first, last, least, most = limits
    near, wide = offsets
    for edge, rooms, way in ((start, (start - first, start - least), -1), (end, (last - end, most - end), 1)):
        bare = near, rooms[1] + BARE_EDGE - INKABLE, LEAST
        for off, room, need in ((wide, rooms[0], 1.0), (near, rooms[0], 1.0), (near, rooms[1], 1.0), bare):
            if room - off >= need - ROUNDING:
                one, other = edge + way * off, edge + way * (off + min(LENGTH, room - off))
                yield min(one, other), max(one, other)
                break


def enters_room(at: float, upright: bool, one: float, other: float, box: Box) -> bool:
    """Return whether a mark at x (`upright`) or y enters a box."""
    left, top, right, bottom = box if upright else (box[1], box[0], box[3], box[2])
    return left < at < right and top < other - ROUNDING and one + ROUNDING < bottom


def _shorten(one: float, other: float, start: float, end: float, offset: float) -> tuple[float, float]:
    """Return the ends of a short mark near the `start` or the `end` of its cut."""
    if other <= start:
        return max(one, start - offset - SHORT), start - offset
    return end + offset, min(other, end + offset + SHORT)
