"""An outline and a paper go in, the grid of its slots comes out: columns, rows, pitch and turn; lengths in mm."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.geometry.outline import Outline
from generator.geometry.tolerances import ROUNDING
from generator.model.game import Design, Part
from generator.model.paper import Paper
from generator.model.sheet import Look

MARGIN = 10.0  # at least this between the trim and the edge of the paper: printers keep up to 6.7 mm
INKED = 7.5  # between the bleed and the edge of the paper; rulers and labels stand outside it
MARKED = 9.5  # between a front's bleed and the edge where crop marks stand: 8 mm of rulers and labels, 1 of mark, 0.5
SPACING = 10.0  # between the bleeds of two blocks on one sheet: room for the crop marks of both
ROUND_GAP = 2.0  # between round pieces, which share no cut
HEAD = 9.0  # above each section of a board: its label and a map of 6 mm


class Piece(NamedTuple):
    """One copy of one design, counted from 1."""

    part: Part
    design: Design
    copy: int


class Batch(Struct, frozen=True, eq=False):
    """The designs of a part that are cut to one outline."""

    part: Part
    outline: Outline
    designs: Sequence[Design]

    @property
    def count(self) -> int:
        """Return how many pieces there are."""
        return sum(design.copies for design in self.designs)


def batches(parts: Sequence[Part]) -> list[Batch]:
    """Return the designs of each part by their outlines, in the order in which these are met."""
    found: list[Batch] = []
    for part in parts:
        grouped: dict[Outline, list[Design]] = {}
        for design in part.designs:
            grouped.setdefault(part.trim(design), []).append(design)
        found += [Batch(part, outline, designs) for outline, designs in grouped.items()]
    return found


class Cell(Struct, frozen=True):
    """A slot's trim as it lies on the paper, the gap to the next, and whether it is turned a quarter clockwise.

    `front` and `back` are the bleeds of the two sides; crop marks stand on the front alone, and not round a disc.
    `head` is the room above each trim, for what is said of it.
    """

    width: float
    height: float
    gap: float
    turned: bool
    front: float
    back: float
    round: bool
    head: float = 0.0

    @property
    def bleed(self) -> float:
        """Return the larger bleed of the two sides."""
        return max(self.front, self.back)

    @property
    def margin(self) -> float:
        """Return how far the trim must keep from the edge of the paper."""
        return max(MARGIN, self.front + (INKED if self.round else MARKED), self.back + INKED)

    def across(self, count: int) -> float:
        """Return the width of so many slots side by side."""
        return count * self.width + max(0, count - 1) * self.gap

    def down(self, count: int) -> float:
        """Return the height of so many slots one below the other, each with its head."""
        return count * (self.head + self.height) + max(0, count - 1) * self.gap

    def columns(self, paper: Paper) -> int:
        """Return how many fit side by side."""
        return _most(paper.width - 2 * self.margin, self.width, self.gap)

    def rows(self, paper: Paper) -> int:
        """Return how many fit one below the other."""
        return _most(paper.height - 2 * self.margin, self.head + self.height, self.gap)


def _most(room: float, size: float, gap: float) -> int:
    return max(0, int((room + gap + ROUNDING) // (size + gap)))


def cell(batch: Batch, look: Look, paper: Paper, count: int) -> Cell | None:
    """Return the slot, turned when that saves a sheet for so many; None when it is larger than the paper."""
    both = _slots(batch, look)
    fitting = [each for each in both if each.columns(paper) and each.rows(paper)]
    return min(fitting, key=lambda each: -(-count // (each.columns(paper) * each.rows(paper))), default=None)


def room(batch: Batch, look: Look, paper: Paper) -> tuple[float, float]:
    """Return the width and the height of the largest trim that the paper has room for."""
    slot, _ = _slots(batch, look)
    return paper.width - 2 * slot.margin, paper.height - 2 * slot.margin - slot.head


def _slots(batch: Batch, look: Look) -> tuple[Cell, Cell]:
    """Return the slot of a batch, upright and turned."""
    outline = batch.outline
    section = batch.designs[0].section is not None
    # a section with glue tabs is a polygon, but most of its edges are straight cuts that run through
    bleeds, rounded = (look.front_bleed, look.back_bleed), outline.shape != "rect" and not section
    head = HEAD if section else 0.0
    upright = Cell(outline.width, outline.height, _gap(batch, look), False, *bleeds, rounded, head)
    return upright, Cell(outline.height, outline.width, upright.gap, True, *bleeds, rounded, head)


def _gap(batch: Batch, look: Look) -> float:
    """Neighbors whose edges are paper, or that look alike, share a cut; those whose art bleeds and differs get two."""
    part = batch.part
    if batch.outline.shape != "rect" and batch.designs[0].section is None:
        return 2 * look.bleed + (ROUND_GAP if part.gap is None else part.gap)
    fronts = look.front_bleed == 0 or look.fronts_alike
    backs = look.back_bleed == 0 or look.backs_alike
    return (part.gap or 0.0) + (0.0 if fronts and backs else 2 * look.bleed)


class Run(Struct, frozen=True, eq=False):
    """Pieces that follow one another through slots of one kind."""

    cell: Cell
    pieces: Sequence[Piece]


def runs(all_batches: Sequence[Batch], cells: Sequence[Cell], looks: Sequence[Look]) -> list[Run]:
    """Return the runs: those that follow one another share one where their slots are the same and no bleeds collide."""
    out: list[Run] = []
    sharing: list[tuple[Part, Look]] = []
    for batch, each, look in zip(all_batches, cells, looks, strict=True):
        part = batch.part
        pieces = [Piece(part, design, copy) for design in batch.designs for copy in range(1, design.copies + 1)]
        # any two parts of a run can meet in a column, not only those that follow one another
        if out and _same(out[-1].cell, each) and all(_apart(one, (part, look), each.gap) for one in sharing):
            out[-1] = Run(_wider(out[-1].cell, each), [*out[-1].pieces, *pieces])
            sharing.append((part, look))
        else:
            out.append(Run(each, pieces))
            sharing = [(part, look)]
    return out


def _wider(one: Cell, other: Cell) -> Cell:
    return replace(one, front=max(one.front, other.front), back=max(one.back, other.back))


def _same(one: Cell, other: Cell) -> bool:
    return replace(one, front=0.0, back=0.0) == replace(other, front=0.0, back=0.0)


def _apart(one: tuple[Part, Look], other: tuple[Part, Look], gap: float) -> bool:
    """Tell whether two parts may lie side by side: on neither side does one's bleed reach the other's art."""
    fronts = max(one[1].front_bleed, other[1].front_bleed)
    backs = max(one[1].back_bleed, other[1].back_bleed) if one[0].back and other[0].back else 0.0
    return gap >= 2 * max(fronts, backs)
