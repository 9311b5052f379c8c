"""Choose the slots of pieces on a paper: their size, gaps, margins and rotation; mm."""

from collections.abc import Sequence
from math import sqrt
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Outline
from generator.model.game import Design, Part
from generator.model.paper import Paper
from generator.model.sheet import ArtTraits
from generator.model.stock import find_common_stock

TIGHT_MARGIN = 7.6  # the same where rulers and labels give way: crop marks of 2 mm, and 5 for the printer
BARE_MARGIN = 6.3  # where marks are as short as can be: 0.8 of mark, 0.5 offset, and 5 for the printer
TRIM_MARGIN = 10.0  # least distance from the trim to the edge of the paper: printers keep up to 6.7 mm white
INKABLE = 5.0  # from the edge of the paper to what printers reach
INKED = 7.5  # from the bleed to the edge of the paper; rulers and labels stand in it
MARKED = 9.5  # from a front's bleed to the edge if it has crop marks: 8 for rulers and labels, 1 of mark, 0.5 offset
SPACING = 10.0  # between the bleeds of two blocks on a sheet: room for the crop marks of both
ROUND_GAP = 2.0  # between round pieces, which share no cut unless the data say otherwise
CAPTION_HEIGHT = 9.0  # above each section of a board, for its caption
FOLD_MARKED = 2.0  # from a front's bleed to the fold if it has crop marks: 1.5 of mark, 0.5 offset
FOLD_CLEAR = 2.0  # least distance from a trim to the fold: glued paper is cut there, not folded
UNINKED = 1.0  # from a bleed to the fold, so that its marks stand on white
Fold = Literal["none", "vertical", "horizontal"]
GiveWay = Literal["none", "ends", "sides", "any"]  # where rulers and labels may give way


class PieceCopy(NamedTuple):
    """One copy of one design, counted from 1."""

    part: Part
    design: Design
    copy: int


class DesignBatch(Struct, frozen=True, eq=False):
    """The designs of a part that share one outline."""

    part: Part
    outline: Outline
    designs: Sequence[Design]

    @property
    def count(self) -> int:
        """Return the number of pieces."""
        return sum(design.copies for design in self.designs)


def group_designs(parts: Sequence[Part]) -> list[DesignBatch]:
    """Group the designs of each part by outline, in the order in which the outlines appear."""
    found: list[DesignBatch] = []
    for part in parts:
        grouped: dict[Outline, list[Design]] = {}
        for design in part.designs:
            grouped.setdefault(part.trim_of(design), []).append(design)
        found += [DesignBatch(part, outline, designs) for outline, designs in grouped.items()]
    return found


class SlotGrid(Struct, frozen=True):
    """A slot: its trim as it lies on the paper, the gap to the next, and whether it is turned a quarter clockwise.

    `down` is the gap to the next below, unless it is as wide. Other blocks lie `apart` so much across and down. A
    `grid` is how many columns and rows each sheet has, however few pieces there are. Every second column is `shifted`
    down by half a slot: hexagons that touch at their corners so have their edges in lines.

    `front` and `back` are the bleeds of the two sides; only the front has crop marks. `reach` is a bleed that takes no
    room from the margins, that of a section, or of pieces that touch and have a bleed at the edge of their block alone.
    `head` is the room above each trim for its caption, and `beside` the room left of it. Where rulers and labels give
    way, `ends` is the least distance of a trim from the upper and lower edge of the paper, or `sides` from the others;
    mm, 0 where they stay.
    """

    width: float
    height: float
    gap: float
    turned: bool
    front: float
    back: float
    round: bool
    head: float = 0.0
    beside: float = 0.0
    ends: float = 0.0
    sides: float = 0.0
    reach: float = 0.0
    touches: bool = False
    down: float | None = None
    apart: tuple[float, float] = (0.0, 0.0)
    grid: tuple[int, int] | None = None
    shifted: bool = False

    @property
    def shift(self) -> float:
        """Return how far every second column is moved down, mm."""
        return self.height / 2 if self.shifted else 0.0

    @property
    def gap_down(self) -> float:
        """Return the gap to the next slot below."""
        return self.gap if self.down is None else self.down

    @property
    def bleed(self) -> float:
        """Return the larger bleed of the two sides."""
        return max(self.front, self.back)

    @property
    def margins(self) -> "Margins":
        """Return the least distances from the trim to the edges of the paper, and to a fold."""
        edge = max(TRIM_MARGIN, self.front + (INKED if self.round else MARKED), self.back + INKED)
        side = max(self.sides, self.front + self.sides) if self.sides else edge
        end = max(self.ends, self.front + min(self.ends, INKED)) if self.ends else edge
        return Margins(
            side, end, max(FOLD_CLEAR, self.front + (UNINKED if self.round else FOLD_MARKED), self.back + UNINKED)
        )

    def total_width(self, count: int) -> float:
        """Return the width of `count` slots side by side, each with the room beside it."""
        return count * (self.beside + self.width) + max(0, count - 1) * self.gap

    def total_height(self, count: int) -> float:
        """Return the height of `count` slots one below the other, each with its head."""
        return count * (self.head + self.height) + max(0, count - 1) * self.gap_down + self.shift

    @property
    def has_marks(self) -> bool:
        """Return whether crop marks show its cuts; round pieces without a gap are cut apart along their boxes."""
        return not self.round or self.gap == self.gap_down == 0

    def fit_columns(self, room: float) -> int:
        """Return how many slots fit side by side in a room, mm."""
        return _count_fitting(room, self.beside + self.width, self.gap)

    def fit_rows(self, room: float) -> int:
        """Return how many slots fit one below the other in a room, mm."""
        return _count_fitting(room - self.shift, self.head + self.height, self.gap_down)

    def count_columns(self, field: "Field") -> int:
        """Return how many slots fit side by side on a field."""
        found = self.fit_columns(field.find_right(self.margins) - self.margins.side)
        return found if self.grid is None else self.grid[0] * (found >= self.grid[0])

    def count_rows(self, field: "Field") -> int:
        """Return how many slots fit one below the other on a field."""
        found = self.fit_rows(field.find_bottom(self.margins) - self.margins.end)
        return found if self.grid is None else self.grid[1] * (found >= self.grid[1])

    def measure_lost_reach(self, field: "Field") -> float:
        """Return how much of the bleed of touching pieces a full grid leaves no room for, mm."""
        if not self.touches:
            return 0.0
        wide, high = self.total_width(self.count_columns(field)), self.total_height(self.count_rows(field))
        sides, ends = find_kept(bool(self.sides), bool(self.ends))
        room = min((field.paper.width - wide) / 2 - sides, (field.paper.height - high) / 2 - ends)
        return max(0.0, self.reach - max(0.0, room))

    def count_slots(self, field: "Field") -> int:
        """Return how many slots fit."""
        return self.count_columns(field) * self.count_rows(field)


def find_kept(is_narrow: bool, is_tight: bool) -> tuple[float, float]:
    """Return what touching pieces keep free between bleed and paper, at the sides and at the ends of a sheet; mm."""
    return BARE_MARGIN if is_narrow else MARKED, BARE_MARGIN if is_tight else MARKED


class Margins(NamedTuple):
    """The least distances from a trim to the sides of the paper, to its upper and lower end, and to a fold; mm."""

    side: float
    end: float
    fold: float


class Field(NamedTuple):
    """Where fronts lie on a side of the paper: all over it, or left of a vertical or above a horizontal fold.

    A fold runs through the middle of the paper; the backs lie beyond it.
    """

    paper: Paper
    fold: Fold = "none"

    def find_right(self, margins: Margins) -> float:
        """Return the largest x that a trim may reach, mm."""
        if self.fold == "vertical":
            return self.paper.width / 2 - margins.fold
        return self.paper.width - margins.side

    def find_bottom(self, margins: Margins) -> float:
        """Return the largest y that a trim may reach, mm."""
        if self.fold == "horizontal":
            return self.paper.height / 2 - margins.fold
        return self.paper.height - margins.end

    def find_left(self, margins: Margins, width: float) -> float:
        """Return the left of trims that are `width` mm wide together: in the middle, or as near the fold as can be."""
        if self.fold == "vertical":
            return self.find_right(margins) - width
        return (self.paper.width - width) / 2

    def find_top(self, margins: Margins, height: float) -> float:
        """Return the top of trims that are `height` mm high together: in the middle, or as near the fold as can be."""
        if self.fold == "horizontal":
            return self.find_bottom(margins) - height
        return (self.paper.height - height) / 2


def _count_fitting(room: float, size: float, gap: float) -> int:
    return max(0, int((room + gap + ROUNDING) // (size + gap)))


def choose_slot(
    batch: DesignBatch, look: ArtTraits, field: Field, count: int, give_way: GiveWay = "any"
) -> SlotGrid | None:
    """Return the slot, turned if that saves sheets for `count` pieces; None if the piece is larger than the field.

    Rulers and labels give way where that saves sheets too: at the `ends` of the paper, at its `sides` or at `any`.
    """
    fitting = [each for each in _list_slots(batch, look, give_way) if each.count_slots(field)]

    def rate(slot: SlotGrid) -> tuple[int, float, bool]:
        return -(-count // slot.count_slots(field)), slot.measure_lost_reach(field), slot.touches and slot.turned

    return min(fitting, key=rate, default=None)


def largest_trim(batch: DesignBatch, look: ArtTraits, paper: Paper) -> tuple[float, float]:
    """Return the width and height of the largest trim that fits on the paper."""
    slot = _list_slots(batch, look, "any")[-1]
    margins = slot.margins
    return paper.width - 2 * margins.side - slot.beside, paper.height - 2 * margins.end - slot.head


def _list_slots(batch: DesignBatch, look: ArtTraits, give_way: GiveWay) -> list[SlotGrid]:
    """Return the slots of a batch, those first for which little gives way."""
    tight = _tight_slots(batch, look) if give_way in ("ends", "any") else []
    return [*_both_slots(batch, look), *tight, *_bare_slots(batch, look, give_way)]


def _both_slots(batch: DesignBatch, look: ArtTraits) -> list[SlotGrid]:
    """Return the upright and the turned slots of a batch; sections lie as near as pieces that share a cut if need be.

    A section's bleed lies in the margins, so that it never takes a sheet more.
    """
    outline = batch.outline
    section = batch.designs[0].section is not None
    tabbed = section and batch.designs[0].net is None
    # a section with glue tabs is a polygon, but most of its edges are straight cuts right across the sheet
    bleeds, rounded = (look.front_bleed, look.back_bleed), outline.shape != "rect" and not tabbed
    head = CAPTION_HEIGHT if section else 0.0
    own, gaps, reach = _find_own_gaps(batch.part, look) or (0.0, 0.0), [_choose_gaps(batch, look)], 0.0
    shifted = look.touches and _is_hexagon(outline)
    touches = look.touches and not section and (not rounded or shifted)
    if section:
        gaps, reach, bleeds = list(dict.fromkeys((gaps[0], own))), look.bleed, (0.0, 0.0)
    elif touches:
        gaps, reach, bleeds = [own], look.bleed, (0.0, 0.0)
    sizes = [(outline.width, outline.height, False), (outline.height, outline.width, True)][: 1 if shifted else 2]
    return [
        SlotGrid(
            wide,
            high,
            across,
            turned=turned,
            front=bleeds[0],
            back=bleeds[1],
            round=rounded,
            head=head,
            reach=reach,
            touches=touches,
            down=None if down == across else down,
            apart=look.gap or (0.0, 0.0),
            shifted=shifted,
            grid=None if batch.part.board or batch.designs[0].net else look.grid,
        )
        for across, down in gaps
        for wide, high, turned in sizes
    ]


def _is_hexagon(outline: Outline) -> bool:
    """Return whether an outline is a regular hexagon with a corner at the top."""
    at_top = any(y < ROUNDING and abs(x - outline.width / 2) < ROUNDING for x, y in outline.points)
    return len(outline.points) == 6 and at_top and abs(outline.width - sqrt(0.75) * outline.height) < ROUNDING


def _tight_slots(batch: DesignBatch, look: ArtTraits) -> list[SlotGrid]:
    """Return the slots for which furniture gives way above and below; the sheet's label moves to the side.

    The caption of a section moves beside it. Nets keep their legend, and so the margins for it.
    """
    both = _both_slots(batch, look)
    if batch.designs[0].section is not None:
        return [replace(each, head=0.0, beside=each.head, ends=TIGHT_MARGIN) for each in both]
    if batch.designs[0].net is not None:
        return []
    return [replace(each, ends=TIGHT_MARGIN) for each in both]


def _bare_slots(batch: DesignBatch, look: ArtTraits, give_way: GiveWay) -> list[SlotGrid]:
    """Return the slots at whose sides or ends nothing stands but short crop marks; sections and nets have none."""
    if batch.designs[0].section is not None or batch.designs[0].net is not None:
        return []
    both = _both_slots(batch, look)
    narrow = [replace(each, sides=BARE_MARGIN) for each in both] if give_way in ("sides", "any") else []
    short = [replace(each, ends=BARE_MARGIN) for each in both] if give_way in ("ends", "any") else []
    return narrow + short


def _find_own_gaps(part: Part, look: ArtTraits) -> tuple[float, float] | None:
    """Return the gaps across and down as asked for, or as the game has them; None if neither says anything."""
    return look.gap or (None if part.gap is None else (part.gap, part.gap))


def _choose_gaps(batch: DesignBatch, look: ArtTraits) -> tuple[float, float]:
    """Return the gaps across and down.

    Pieces share a cut if their edges are blank or alike; otherwise both bleeds lie between.
    """
    own = _find_own_gaps(batch.part, look)
    if batch.outline.shape != "rect" and batch.designs[0].section is None:
        across, down = own or (ROUND_GAP, ROUND_GAP)
        return 2 * look.bleed + across, 2 * look.bleed + down
    across, down = own or (0.0, 0.0)
    fronts = 0.0 if look.fronts_alike else look.front_bleed
    backs = 0.0 if look.backs_alike else look.back_bleed
    return across + 2 * max(fronts, backs), down + 2 * max(fronts, backs)


class PieceRun(Struct, frozen=True, eq=False):
    """Consecutive pieces that share one kind of slot."""

    cell: SlotGrid
    pieces: Sequence[PieceCopy]


def join_runs(
    all_batches: Sequence[DesignBatch], cells: Sequence[SlotGrid], looks: Sequence[ArtTraits]
) -> list[PieceRun]:
    """Return the runs: consecutive batches share one if slot and stock are the same and their bleeds do not collide."""
    out: list[PieceRun] = []
    sharing: list[tuple[Part, ArtTraits]] = []
    for batch, each, look in zip(all_batches, cells, looks, strict=True):
        part = batch.part
        pieces = [PieceCopy(part, design, copy) for design in batch.designs for copy in range(1, design.copies + 1)]
        # any two parts of a run can meet in a column, not only consecutive ones
        if (
            out
            and replace(out[-1].cell, front=0.0, back=0.0) == replace(each, front=0.0, back=0.0)
            and find_common_stock([part.stock, *(one.stock for one, _ in sharing)])
            and all(_bleeds_apart(one, (part, look), min(each.gap, each.gap_down)) for one in sharing)
        ):
            cell = out[-1].cell
            cell = replace(cell, front=max(cell.front, each.front), back=max(cell.back, each.back))
            out[-1] = PieceRun(cell, [*out[-1].pieces, *pieces])
            sharing.append((part, look))
        else:
            out.append(PieceRun(each, pieces))
            sharing = [(part, look)]
    return out


def _bleeds_apart(one: tuple[Part, ArtTraits], other: tuple[Part, ArtTraits], gap: float) -> bool:
    """Return whether two parts may lie side by side: on neither side does the bleed of one reach the other."""
    if one[1].touches and other[1].touches:
        return True
    fronts = max(one[1].front_bleed, other[1].front_bleed)
    backs = max(one[1].back_bleed, other[1].back_bleed) if one[0].back and other[0].back else 0.0
    return gap >= 2 * max(fronts, backs)
