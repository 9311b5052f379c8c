"""A slot seen from the front goes in, the slot of its back on the turned sheet comes out (portrait paper, mm)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from generator.geometry.outline import Outline
from generator.impose import marks
from generator.impose.grid import HEAD, Batch, Cell, batches, cell, room, runs
from generator.impose.packing import Block, pack
from generator.model.finding import DataError, Finding
from generator.model.game import Design, Part
from generator.model.paper import Backs, Paper, Side
from generator.model.picture import Font, Shape
from generator.model.place import Place
from generator.model.sheet import Look, Page, Placement

_LONG: dict[int, Literal[0, 90, 180, 270]] = {0: 0, 90: 270, 180: 180, 270: 90}
_SHORT: dict[int, Literal[0, 90, 180, 270]] = {0: 180, 90: 90, 180: 0, 270: 270}


def turned(slot: Placement, paper: Paper, flip: Backs) -> Placement:
    """Return the slot mirrored; the artwork is never mirrored, it is only turned with the paper.

    Long edge: x' = W - x - w. Short edge: y' = H - y - h, and the back stands on its head.
    """
    left, top, right, bottom = slot.clip
    if flip == "long-edge":
        x = paper.width - slot.x - slot.width
        return slot._replace(x=x, rotation=_LONG[slot.rotation], clip=(right, top, left, bottom))
    y = paper.height - slot.y - slot.height
    return slot._replace(y=y, rotation=_SHORT[slot.rotation], clip=(left, bottom, right, top))


class Press:
    """The plan of all sheets of a game on one paper; DataError for what has no room there.

    That is a piece larger than the paper (GF304), or a section too narrow for its name (GF202); `where` finds the place
    of a design that is a section.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        look: Callable[[Part], Look],
        paper: Paper,
        flip: Backs,
        font: Font,
        head: str,
        build: str,
        where: Callable[[Part, Design], Place] = lambda part, design: part.place,
    ) -> None:
        all_batches = batches(parts)
        seen = {part.id: look(part) for part in parts}
        looks = [seen[batch.part.id] for batch in all_batches]
        alike: Counter[Outline] = Counter()
        for batch in all_batches:
            alike[batch.outline] += batch.count
        cells = [cell(each, its, paper, alike[each.outline]) for each, its in zip(all_batches, looks, strict=True)]
        wrong: dict[Finding, None] = {}
        for batch, slot in zip(all_batches, cells, strict=True):
            faults = (
                _unnamed(batch, slot, font, where) if slot else _too_large(batch, seen[batch.part.id], paper, where)
            )
            wrong |= dict.fromkeys(faults)
        if wrong:
            raise DataError(sorted(wrong, key=lambda finding: finding.place))
        self.paper = paper
        self.flip: Backs = flip if any(part.back for part in parts) else "none"
        self._front_bleed = {name: each.front_bleed for name, each in seen.items()}
        self._back_bleed = {name: each.back_bleed for name, each in seen.items()}
        self.sheets = pack(runs(all_batches, [each for each in cells if each is not None], looks), paper)
        self._font, self._head, self._build = font, head, build
        self._always: tuple[Shape, ...] = (*marks.rulers(paper), *marks.scale_line(paper, font))
        self._marks: dict[tuple[object, ...], tuple[Shape, ...]] = {}

    def leaf(self, number: int) -> list[Page]:
        """Return the pages of a sheet, counted from 1: its front and, in a duplex kit, its back, blank if need be."""
        blocks = self.sheets[number - 1]
        fronts = tuple(slot for block in blocks for slot in slots(block, "front", self._front_bleed))
        front = self._page(number, "front", fronts, (*self._always, *self._crop(blocks), *self._told(fronts)), "")
        if self.flip == "none":
            return [front]
        seen = (slot for block in blocks for slot in slots(block, "back", self._back_bleed))
        backs = tuple(turned(slot, self.paper, self.flip) for slot in seen)
        return [front, self._page(number, "back", backs, (), "" if backs else " (stays blank)")]

    def pages(self) -> Iterator[Page]:
        """Yield the pages of all sheets in the order of the printer."""
        for number in range(1, len(self.sheets) + 1):
            yield from self.leaf(number)

    def _page(
        self, number: int, side: Side, placements: tuple[Placement, ...], furniture: tuple[Shape, ...], note: str
    ) -> Page:
        parts = tuple({placement.part.id: placement.part for placement in placements}.values())
        titles = [marks.drawable(part.title, self._font) for part in parts]
        what = f", {side}{note}" if self.flip != "none" else ""
        tail = f"sheet {number} of {len(self.sheets)}{what}  build {self._build}"
        line = marks.label(self.paper, self._font, marks.drawable(self._head, self._font), titles, tail)
        return Page(number, len(self.sheets), side, parts, placements, furniture, line)

    def _told(self, fronts: Sequence[Placement]) -> Iterator[Shape]:
        """Yield the captions of sections and the legend of lines; most games have neither."""
        if any(each.design.section for each in fronts):
            from generator.impose.captions import captions

            yield from captions(fronts, self._font)
        if any(each.design.section or each.design.net for each in fronts):
            from generator.impose.marks import kinds, legend

            yield from legend(kinds(fronts), self.paper, self._font)

    def _crop(self, blocks: Sequence[Block]) -> tuple[Shape, ...]:
        key = tuple((block.cell, block.columns, len(block.pieces), block.x, block.y) for block in blocks)
        if key not in self._marks:
            self._marks[key] = marks.crop_marks(blocks, self.paper)
        return self._marks[key]


def _too_large(batch: Batch, look: Look, paper: Paper, where: Callable[[Part, Design], Place]) -> Iterator[Finding]:
    """Yield what is larger than the paper: the part, the design, or each section by its name."""
    part, design, outline = batch.part, batch.designs[0], batch.outline
    wide, high = room(batch, look, paper)
    inside = f"the {wide:g} x {high:g} mm inside the margins of {paper.name} paper"
    size = f"{outline.width:g} x {outline.height:g} mm"
    if design.section is not None:
        label = f"{HEAD:g} mm are kept for its label"
        for each in batch.designs:
            assert each.section is not None
            what = f"the section {each.section.title!r} of the part {part.id!r}"
            its = f"{size} with its glue tabs" if each.section.tabs else size
            yield Finding("GF304", where(part, each), f"{what} ({its}) is larger than {inside} ({label})")
        return
    whole = len(batch.designs) == len(part.designs)
    what = f"the part {part.id!r}" if whole else f"the piece '{part.id}.{design.id}'"
    bleeds = f", with its bleed of {look.bleed:g} mm" if look.bleed else ""
    place = part.place if whole else design.place
    yield Finding("GF304", place, f"{what} ({size}) is larger than {inside}{bleeds}")


def _unnamed(batch: Batch, slot: Cell, font: Font, where: Callable[[Part, Design], Place]) -> Iterator[Finding]:
    """Yield the sections that not even their names have room above."""
    for design in batch.designs:
        if design.section is None:
            return
        from generator.impose.captions import words

        if words(batch.part, design.section, slot.width, slot.turned, font) is None:
            name = design.section.title
            need = f"the name {name!r} of a section takes {marks.wide(marks.drawable(name, font), font):.3g} mm"
            yield Finding("GF202", where(batch.part, design), f"{need}; above it {slot.width:g} mm is there")


def slots(block: Block, side: Side, bleed: dict[str, float]) -> Iterator[Placement]:
    """Yield the placements of a side as seen from the front; `bleed` is that of the side, by part id."""
    cell = block.cell
    for index, piece in enumerate(block.pieces):
        if side == "back" and piece.part.back is None:
            continue
        row, column = divmod(index, block.columns)
        x = block.x + column * (cell.width + cell.gap)
        y = block.y + cell.head + row * (cell.head + cell.height + cell.gap)
        clip = _room(block, index, side, bleed[piece.part.id])
        yield Placement(*piece, side, x, y, cell.width, cell.height, 90 if cell.turned else 0, clip)


def _room(block: Block, index: int, side: Side, bleed: float) -> tuple[float, float, float, float]:
    """Return how far art may reach beyond the trim, left, top, right, bottom: half the gap to a neighbor."""
    row, column = divmod(index, block.columns)
    half = min(bleed, block.cell.gap / 2)

    def room(to_row: int, to_column: int) -> float:
        at = to_row * block.columns + to_column
        if to_row < 0 or not 0 <= to_column < block.columns or at >= len(block.pieces):
            return bleed
        return half if side == "front" or block.pieces[at].part.back is not None else bleed

    return room(row, column - 1), room(row - 1, column), room(row, column + 1), room(row + 1, column)
