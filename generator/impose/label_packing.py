"""Put pieces on sheets of labels, each in the middle of one, whose places never depend on what is printed; mm."""

from collections.abc import Iterator, Sequence

from generator.geometry.tolerances import ROUNDING
from generator.impose.folding import SizedBatch
from generator.impose.grid import PieceCopy, SlotGrid
from generator.impose.packing import Block, PackedSheet
from generator.model.finding import Finding
from generator.model.printer import PageMargins
from generator.model.sheet import LabelSheet


def pack_labels(batches: Sequence[SizedBatch], labels: LabelSheet, start: int, inset: PageMargins) -> list[PackedSheet]:
    """Return the sheets; the first has no pieces before the label `start`, counted from 1.

    `inset` is by how much the part of the paper that is imposed on begins within its edges.
    """
    sheets: list[list[Block]] = []
    for at, (slot, piece) in enumerate(_list_pieces(batches, labels), start - 1):
        sheet, number = divmod(at, labels.slots)
        if sheet == len(sheets):
            sheets.append([])
        x, y = labels.find_middle(number)
        left, top = x - slot.width / 2 - inset.left, y - slot.height / 2 - inset.top
        sheets[sheet].append(Block(slot, 1, [piece], left, top))
    return [PackedSheet(blocks) for blocks in sheets]


def _list_pieces(batches: Sequence[SizedBatch], labels: LabelSheet) -> Iterator[tuple[SlotGrid, PieceCopy]]:
    for each in batches:
        slot = _choose_slot(each, labels)
        assert slot is not None, "what does not fit is refused before"
        for design in each.batch.designs:
            yield from ((slot, PieceCopy(each.batch.part, design, copy)) for copy in range(1, design.copies + 1))


def _choose_slot(each: SizedBatch, labels: LabelSheet) -> SlotGrid | None:
    """Return the slot of a piece on a label, turned if it fits no other way; None if it does not fit at all.

    It bleeds as far as the middle between two labels.
    """
    trim, look = each.batch.outline, each.look
    for wide, high, turned in ((trim.width, trim.height, False), (trim.height, trim.width, True)):
        if wide <= labels.size[0] + ROUNDING and high <= labels.size[1] + ROUNDING:
            reach = labels.gap / 2 + min(labels.size[0] - wide, labels.size[1] - high) / 2
            return SlotGrid(
                wide,
                high,
                0.0,
                turned=turned,
                front=min(look.front_bleed, reach),
                back=min(look.back_bleed, reach),
                round=trim.shape != "rect",
                reach=reach,
                touches=True,
            )
    return None


def report_large_pieces(batches: Sequence[SizedBatch], labels: LabelSheet) -> Iterator[Finding]:
    """Report what is larger than a label (GF304)."""
    for each in batches:
        if _choose_slot(each, labels) is None:
            part, trim = each.batch.part, each.batch.outline
            size = f"the part {part.id!r} ({trim.width:g} x {trim.height:g} mm)"
            says = f"{size} does not fit on a label of {labels.size[0]:g} x {labels.size[1]:g} mm"
            yield Finding("GF304", part.place, f"{says}; choose other labels, or print the rest with --only")
