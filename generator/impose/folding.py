"""Choose which pieces lie beside their backs, across which fold, so that the kit takes the fewest sheets."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from generator.geometry.types import Outline
from generator.impose.filling import fill_sheets
from generator.impose.finishes import may_share_paper
from generator.impose.grid import DesignBatch, Field, Fold, GiveWay, PieceRun, SlotGrid, choose_slot, join_runs
from generator.impose.packing import PackedSheet, pack_sheets
from generator.model.paper import Paper
from generator.model.sheet import ArtTraits

_FOLDS: tuple[Fold, ...] = ("vertical", "horizontal")
_GIVING_WAY: tuple[GiveWay, ...] = ("none", "ends", "sides")  # a sheet keeps its label at its ends or at its side
_NARROW_FIRST: tuple[GiveWay, ...] = ("sides", "none", "ends")  # of pieces that bleed at the edges of their block alone
_MOST_CHOICES = 64  # ways to fold the parts that are tried one by one


class SizedBatch(NamedTuple):
    """A batch of designs, the traits of its art, and how many pieces of the kit have the same outline and stock."""

    batch: DesignBatch
    look: ArtTraits
    alike: int

    def choose_slot(self, field: Field, give_way: GiveWay = "any") -> SlotGrid | None:
        """Return the slot in a field; None if the piece does not fit."""
        return choose_slot(self.batch, self.look, field, self.alike, give_way)


def size_batches(batches: Sequence[DesignBatch], looks: Sequence[ArtTraits]) -> list[SizedBatch]:
    """Return each batch with its traits, and the number of pieces of its outline and stock."""
    alike: Counter[tuple[Outline, str]] = Counter()
    for batch in batches:
        alike[batch.outline, batch.part.stock] += batch.count
    return [
        SizedBatch(batch, look, alike[batch.outline, batch.part.stock])
        for batch, look in zip(batches, looks, strict=True)
    ]


def pack_field(batches: Sequence[SizedBatch], field: Field, thoroughly: bool = True) -> list[PackedSheet]:
    """Return the sheets of batches that all fit in a field; furniture gives way only if that saves a sheet.

    Shelves are left for other layouts only if that saves a sheet, and if those are wanted. Only if that saves one more,
    what is printed on one paper shares a sheet although it is finished in different ways, or blocks lie closer.
    """
    ways: list[list[PieceRun]] = []
    known: list[list[SlotGrid | None]] = []
    for give_way in _NARROW_FIRST if any(each.look.touches and each.look.bleed for each in batches) else _GIVING_WAY:
        slots = [each.choose_slot(field, give_way) or each.choose_slot(field) for each in batches]
        if slots not in known:
            known.append(slots)
            ways.append(_list_runs(batches, slots))
    sheets = min((pack_sheets(runs, field) for runs in ways), key=len)
    for runs in ways if thoroughly else ():
        sheets = fill_sheets(runs, field, len(sheets)) or sheets
    for runs in ways if thoroughly and may_share_paper(ways[0]) else ():
        sheets = fill_sheets(runs, field, len(sheets), shares_paper=True) or sheets
    for runs in ways if thoroughly else ():
        sheets = fill_sheets(runs, field, len(sheets), closely=True) or sheets
    return sheets


def _list_runs(batches: Sequence[SizedBatch], slots: Sequence[SlotGrid | None]) -> list[PieceRun]:
    cells = [slot for slot in slots if slot is not None]
    assert len(cells) == len(batches), "what does not fit is refused before"
    return join_runs([each.batch for each in batches], cells, [each.look for each in batches])


def pack_folded(batches: Sequence[SizedBatch], paper: Paper) -> tuple[list[PackedSheet], list[SizedBatch]]:
    """Return the sheets on which fronts and backs lie on either side of a fold, and the batches that fit on none.

    All ways to fold the batches are tried if there are few of them, otherwise only some; the fewest sheets win.
    """
    folds = [[fold for fold in _FOLDS if each.choose_slot(Field(paper, fold))] for each in batches]
    fitting = [each for each, some in zip(batches, folds, strict=True) if some]
    ways = _list_ways([some for some in folds if some], fitting, paper)
    best = min(ways, key=lambda way: len(pack_ways(fitting, paper, way)))
    return pack_ways(fitting, paper, best, True), [each for each, some in zip(batches, folds, strict=True) if not some]


def pack_ways(
    batches: Sequence[SizedBatch], paper: Paper, folds: Sequence[Fold], thoroughly: bool = False
) -> list[PackedSheet]:
    """Return the sheets of batches, each of which is folded as asked."""
    sheets: list[PackedSheet] = []
    for fold in _FOLDS:
        some = [each for each, its in zip(batches, folds, strict=True) if its == fold]
        sheets += pack_field(some, Field(paper, fold), thoroughly) if some else []
    return sheets


def _list_ways(
    folds: Sequence[Sequence[Fold]], batches: Sequence[SizedBatch], paper: Paper
) -> Iterator[tuple[Fold, ...]]:
    """Yield ways to fold the batches: all, or one direction where it fits, and each as most pieces fit on a sheet."""
    if 2 ** len(folds) <= _MOST_CHOICES:
        yield from product(*folds)
        return
    for wanted in _FOLDS:
        yield tuple(wanted if wanted in some else some[0] for some in folds)

    def count(each: SizedBatch, fold: Fold) -> int:
        field = Field(paper, fold)
        slot = each.choose_slot(field)
        return slot.count_slots(field) if slot else 0

    yield tuple(max(some, key=lambda fold: count(each, fold)) for each, some in zip(batches, folds, strict=True))
