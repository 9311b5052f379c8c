"""Impose all parts of a game on sheets, fronts and backs in register (mm).

A fold in the middle of the paper brings a back where flipping the sheet on that axis would, so one mirror serves both.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from generator.impose import marks
from generator.impose.folding import SizedBatch, pack_field, pack_folded, size_batches
from generator.impose.furniture import Furniture
from generator.impose.grid import CAPTION_HEIGHT, DesignBatch, Field, SlotGrid, choose_slot, group_designs, largest_trim
from generator.impose.packing import PackedSheet, sort_sheets
from generator.impose.placing import limit_reach, place_block
from generator.impose.printer_correction import PrintArea, measure_print_area
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Design, Part
from generator.model.paper import BackLayout, Paper, Side
from generator.model.picture import Font, Group, Picture, Shape
from generator.model.printer import PageMargins, PrinterProfile
from generator.model.sheet import AS_DRAWN, ArtTraits, CutStyle, LabelSheet, Page, Placement

MOST_SHEETS = 4000  # eight reams of paper: three of the largest decks
Flip = Literal["long-edge", "short-edge"]
_LONG: dict[int, Literal[0, 90, 180, 270]] = {0: 0, 90: 270, 180: 180, 270: 90}
_SHORT: dict[int, Literal[0, 90, 180, 270]] = {0: 180, 90: 90, 180: 0, 270: 270}


def mirror_slot(slot: Placement, paper: Paper, flip: Flip) -> Placement:
    """Return the slot on the back of the sheet; the artwork itself is only rotated, never mirrored.

    What is folded along the middle of the paper comes to lie where it would if the paper were flipped on that axis.
    Long edge, or a vertical fold: x' = W - x - w. Short edge, or a horizontal fold: y' = H - y - h, and the back is
    upside down.
    """
    left, top, right, bottom = slot.clip
    if flip == "long-edge":
        x = paper.width - slot.x - slot.width
        return slot._replace(x=x, rotation=_LONG[slot.rotation], clip=(right, top, left, bottom))
    y = paper.height - slot.y - slot.height
    return slot._replace(y=y, rotation=_SHORT[slot.rotation], clip=(left, bottom, right, top))


class Imposition:
    """The imposition of all parts of a game on one paper; `unfolded` is what was to be folded and is too large for it.

    Raise DataError for a piece larger than the paper (GF304), for a section too narrow for its name (GF202) and for far
    too many sheets (GF006); `where` returns the place of a design that is a section. A `printer` narrows the paper to
    what it can print, and is named in the label of each sheet; `margins` do, too. The `overlay` is printed across each
    front.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        look: Callable[[Part], ArtTraits],
        paper: Paper,
        backs: BackLayout,
        font: Font,
        head: str,
        build: str,
        where: Callable[[Part, Design], Place] = lambda part, design: part.place,
        printer: PrinterProfile | None = None,
        cutting: CutStyle = AS_DRAWN,
        say: Callable[[str], str] = str,
        overlay: str = "",
        margins: PageMargins | None = None,
    ) -> None:
        if cutting.corners:
            from generator.impose.guides import refuse_wide_corners

            refuse_wide_corners(parts, cutting.corners)
        self.cutting, self._say, self._overlay = cutting, say, overlay
        all_batches = group_designs(parts)
        seen = {part.id: look(part) for part in parts}
        sized = size_batches(all_batches, [seen[batch.part.id] for batch in all_batches])
        self.paper = paper
        self.backs: BackLayout = backs if any(part.back for part in parts) else "none"
        self._flip = paper.find_flip(self.backs)
        self.area = measure_print_area(printer, paper, self.backs, margins)
        self._field = self.area.shrink(paper)
        if cutting.labels:
            _check_labels(sized, cutting.labels)
        else:
            _SizeCheck(font, where, printer, say).check(sized, Field(self._field))
        self._front_bleed = {name: each.front_bleed for name, each in seen.items()}
        self._back_bleed = {name: each.back_bleed for name, each in seen.items()}
        if cutting.labels:
            from generator.impose.label_packing import pack_labels

            self.sheets = pack_labels(sized, cutting.labels, cutting.start_at, self.area.inset)
            self.unfolded: list[SizedBatch] = []
        else:
            sheets, self.unfolded = _pack_kit(sized, self._field, self.backs)
            self.sheets = [limit_reach(sheet, self._field) for sheet in sort_sheets(sheets, parts)]
        if len(self.sheets) > MOST_SHEETS:
            raise _refuse_sheets(len(self.sheets), all_batches, paper)
        counts = [2 if self.has_back_page(sheet) else 1 for sheet in self.sheets]
        self._first_sides = list(accumulate(counts[:-1], initial=1))
        says = build if printer is None else f"{build}  {say('printer')} {printer.name}"
        self._furniture = Furniture(self._field, font, head, says, cutting, say=say)
        self._back_furniture = self._furniture
        if self.area.label != self.area.inset:
            self._back_furniture = Furniture(self.area.shrink_for_label(paper), font, head, says, cutting, say=say)

    def impose_sheet(self, number: int) -> list[Page]:
        """Return the pages of a sheet, counted from 1: its front and, in a duplex kit, its back, which may be blank."""
        sheet = self.sheets[number - 1]
        fronts = tuple(slot for block in sheet.blocks for slot in place_block(block, "front", self._front_bleed))
        seen = (slot for block in sheet.blocks for slot in place_block(block, "back", self._back_bleed))
        backs = tuple(mirror_slot(slot, self._field, self._find_flip(sheet)) for slot in seen)
        if sheet.is_tight or sheet.is_narrow:
            backs = tuple(_shorten_bleed(slot, self._field, self.area, sheet) for slot in backs)
        furniture = () if self.cutting.labels else self._furniture.draw_sheet(sheet, fronts)
        guides = (*self._furniture.draw_overlays(self._overlay, fronts), *self._furniture.draw_guides(sheet, fronts))
        if sheet.fold != "none":
            return [self._make_page(number, "front", fronts + backs, furniture, "to fold", guides=guides)]
        if not self.has_back_page(sheet):
            return [self._make_page(number, "front", fronts, furniture, "", guides=guides)]
        glue = self._draw_glue(sheet, fronts)
        crops, lines = (self._turn_over(sheet, each) for each in self._furniture.draw_back_marks(sheet, fronts))
        blank = "back (glue what is hatched)" if glue else "back" if backs else "back (stays blank)"
        return [
            self._make_page(number, "front", fronts, furniture, "front", guides=guides),
            self._make_page(number, "back", backs, glue + crops, blank, guides=lines),
        ]

    def _draw_glue(self, sheet: PackedSheet, fronts: Sequence[Placement]) -> tuple[Shape, ...]:
        """Return hatching behind the folded pieces of a sheet, on the blank sides that are glued to one another."""
        if not any(slot.design.net for slot in fronts):
            return ()
        from generator.impose.glue import draw_glue_areas  # few games have such pieces

        return self._turn_over(sheet, draw_glue_areas(fronts))

    def _turn_over(self, sheet: PackedSheet, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Return shapes that lie on the front of a sheet as they are seen from behind."""
        paper = self._field
        upright = self._find_flip(sheet) == "short-edge"
        over = (1.0, 0.0, 0.0, -1.0, 0.0, paper.height) if upright else (-1.0, 0.0, 0.0, 1.0, paper.width, 0.0)
        return (Group(shapes, over),) if shapes else ()

    def draw_blank_page(self) -> Picture:
        """Return the page behind the instructions, which has nothing but its label."""
        line = self._back_furniture.draw_label((), self._say("stays blank"))
        return Picture(0.0, 0.0, self.paper.width, self.paper.height, _shift_shapes(line, self.area.label))

    def first_side(self, number: int) -> int:
        """Return the number of the first printed side of a sheet, counted from 1 through all sheets."""
        return self._first_sides[number - 1]

    def has_back_page(self, sheet: PackedSheet) -> bool:
        """Return whether a sheet has a page of backs: each in a duplex kit, and what is too large to be folded."""
        if self.backs == "fold":
            pieces = (piece for block in sheet.blocks for piece in block.pieces)
            return sheet.fold == "none" and any(piece.part.back for piece in pieces)
        return self.backs != "none"

    def _find_flip(self, sheet: PackedSheet) -> Flip:
        if self._flip == "short-edge" or sheet.fold == "horizontal":
            return "short-edge"
        return "long-edge"

    def pages(self) -> Iterator[Page]:
        """Yield the pages of all sheets in printing order."""
        for number in range(1, len(self.sheets) + 1):
            yield from self.impose_sheet(number)

    def _make_page(
        self,
        number: int,
        side: Side,
        placements: tuple[Placement, ...],
        furniture: tuple[Shape, ...],
        note: str,
        guides: tuple[Shape, ...] = (),
    ) -> Page:
        parts = tuple({placement.part.id: placement.part for placement in placements}.values())
        side_note = f", {self._say(note)}" if note else ""
        tail = self._say("sheet {number} of {sheets}").format(number=number, sheets=len(self.sheets)) + side_note
        sheet = self.sheets[number - 1]
        drawer, inset = self._furniture, self.area.inset
        if side == "back":
            drawer, inset = self._back_furniture, self.area.label
        line = _shift_shapes(
            drawer.draw_label([self._say(part.title) for part in parts], tail, placements if sheet.is_tight else None),
            inset,
        )
        if self.cutting.labels:
            line = ()
        placed, shapes = self._shift_placements(placements), _shift_shapes(furniture, self.area.inset)
        return Page(
            number,
            len(self.sheets),
            side,
            parts,
            placed,
            furniture=shapes,
            label=line,
            guides=_shift_shapes(guides, self.area.inset),
        )

    def _shift_placements(self, placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Return placements on the paper, given those on the part of it that is imposed on."""
        x, y = self.area.inset.left, self.area.inset.top
        if not x and not y:
            return placements
        return tuple(slot._replace(x=slot.x + x, y=slot.y + y) for slot in placements)


def _shorten_bleed(slot: Placement, paper: Paper, area: PrintArea, sheet: PackedSheet) -> Placement:
    """Return the slot of a back whose bleed ends where printers do not reach, and at the label of a tight sheet."""
    above, after, below, before = (reach - inset for reach, inset in zip(area.reach, area.inset, strict=True))
    if sheet.is_tight:
        after = marks.SIDE_LABEL
    rooms = slot.x - before, slot.y - above, paper.width - slot.x - slot.width - after
    left, top, right, bottom = map(min, slot.clip, (*rooms, paper.height - slot.y - slot.height - below))
    return slot._replace(clip=(left, top, right, bottom))


def _shift_shapes(shapes: tuple[Shape, ...], inset: PageMargins) -> tuple[Shape, ...]:
    """Return shapes on the paper, given those on the part of it within some margins."""
    if not shapes or (not inset.left and not inset.top):
        return shapes
    return (Group(shapes, (1.0, 0.0, 0.0, 1.0, inset.left, inset.top)),)


def _pack_kit(
    sized: Sequence[SizedBatch], paper: Paper, backs: BackLayout
) -> tuple[list[PackedSheet], list[SizedBatch]]:
    """Return the sheets, and what was to be folded but is too large for it."""
    if backs != "fold":
        return pack_field(sized, Field(paper)), []
    sheets, unfolded = pack_folded([each for each in sized if each.batch.part.back], paper)
    plain = [each for each in sized if not each.batch.part.back]
    for some in (plain, unfolded):
        sheets += pack_field(some, Field(paper)) if some else []
    return sheets, unfolded


def _check_labels(sized: Sequence[SizedBatch], labels: LabelSheet) -> None:
    """Raise DataError for pieces larger than a label."""
    from generator.impose.label_packing import report_large_pieces

    if wrong := dict.fromkeys(report_large_pieces(sized, labels)):
        raise DataError([*wrong])


class _SizeCheck(NamedTuple):
    """Holds pieces to the size of the paper, in the `printer`'s margins, and the names of sections to their width."""

    font: Font
    where: Callable[[Part, Design], Place]
    printer: PrinterProfile | None
    say: Callable[[str], str]

    def check(self, sized: Sequence[SizedBatch], field: Field) -> None:
        """Raise DataError for pieces larger than the paper, and for sections too narrow for their names."""
        wrong: dict[Finding, None] = {}
        for batch, look, slot in ((each.batch, each.look, each.choose_slot(field)) for each in sized):
            faults = self._report_narrow(batch, slot) if slot else self._report_oversize(batch, look, field.paper)
            wrong |= dict.fromkeys(faults)
        if wrong:
            raise DataError(sorted(wrong, key=lambda finding: finding.place))

    def _report_oversize(self, batch: DesignBatch, look: ArtTraits, paper: Paper) -> Iterator[Finding]:
        """Report what is larger than the paper: the part, the design, or each section by name (GF304)."""
        part, design, outline = batch.part, batch.designs[0], batch.outline
        if look.grid and choose_slot(batch, look._replace(grid=None), Field(paper), 1):
            columns, rows = look.grid
            says = (
                f"{columns} columns and {rows} rows of the part {part.id!r} ({outline.width:g} x {outline.height:g} mm)"
            )
            yield Finding("GF304", part.place, f"{says} do not fit on {paper.name} paper; ask for a smaller --grid")
            return
        wide, high = largest_trim(batch, look, paper)
        whose = f" and those of the printer {self.printer.name!r}" if self.printer else ""
        inside = f"the {wide:.4g} x {high:.4g} mm within the margins of {paper.name} paper{whose}"
        size = f"{outline.width:g} x {outline.height:g} mm"
        advice = "make it smaller, or choose a larger paper or a printer with narrower margins"
        advice = advice if self.printer else "make it smaller or choose a larger paper"
        if design.section is not None:
            label = f"{CAPTION_HEIGHT:g} mm are reserved for its label"
            for each in batch.designs:
                assert each.section is not None
                what = f"the section {each.section.title!r} of the part {part.id!r}"
                its = f"{size} with its glue tabs" if each.section.tabs else size
                yield Finding(
                    "GF304", self.where(part, each), f"{what} ({its}) does not fit in {inside} ({label}); {advice}"
                )
            return
        whole = len(batch.designs) == len(part.designs)
        what = f"the part {part.id!r}" if whole else f"the piece '{part.id}.{design.id}'"
        bleeds = f" (its bleed is {look.bleed:g} mm)" if look.bleed else ""
        place = part.place if whole else design.place
        yield Finding("GF304", place, f"{what} ({size}) does not fit in {inside}{bleeds}; {advice}")

    def _report_narrow(self, batch: DesignBatch, slot: SlotGrid) -> Iterator[Finding]:
        """Report sections too narrow for their names (GF202)."""
        for design in batch.designs:
            if design.section is None:
                return
            room = slot.height if slot.beside else slot.width
            if marks.fit_caption(batch.part, design.section, room, slot.turned, self.font, say=self.say) is None:
                name = self.say(design.section.title)
                wide = marks.small_print_width(self.font.replace_missing(name), self.font)
                need = f"the section name {name!r} takes {wide:.3g} mm"
                yield Finding(
                    "GF202",
                    self.where(batch.part, design),
                    f"{need}, but its section is only {slot.width:g} mm wide; shorten the name",
                )


def _refuse_sheets(count: int, batches: Sequence[DesignBatch], paper: Paper) -> DataError:
    """Return the error for far too many sheets, at the copies of what takes the most room."""
    most = max(batches, key=lambda batch: batch.count * batch.outline.width * batch.outline.height)
    message = f"the kit would fill {count:,} sheets of {paper.name} paper; at most {MOST_SHEETS:,} are printed"
    return refuse("GF006", most.designs[0].place, message)
