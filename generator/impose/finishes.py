"""Divide a sheet into strips of what is finished alike, such as glued on card, and tell which runs may share paper."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from generator.geometry.tolerances import ROUNDING
from generator.impose.grid import PieceRun
from generator.impose.packing import Block
from generator.model.stock import find_common_paper, find_common_stock, split_finish


class FinishStrips(NamedTuple):
    """The finishes of a sheet in the order of their strips along an axis (0: from the left, 1: from the top)."""

    axis: int
    finishes: tuple[str, ...]


def find_finish(block: Block) -> str:
    """Return what is done to the pieces of a block once they are printed; it is the same for all of them."""
    return split_finish(block.pieces[0].part.stock)[1]


def divide_finishes(blocks: Sequence[Block]) -> FinishStrips | None:
    """Return the strips of a sheet, each of one finish, that straight cuts right across it part; None if none do."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        found.setdefault(find_finish(block), []).append(block)
    if len(found) == 1:
        return FinishStrips(1, tuple(found))
    for axis in (1, 0):
        spans = sorted((*_measure_span(some, axis), finish) for finish, some in found.items())
        if all(one[1] <= other[0] + ROUNDING for one, other in pairwise(spans)):
            return FinishStrips(axis, tuple(finish for *_, finish in spans))
    return None


def _measure_span(blocks: Iterable[Block], axis: int) -> tuple[float, float]:
    """Return where the blocks begin and end along an axis."""
    ends = [(each.y, each.y + each.height) if axis else (each.x, each.x + each.width) for each in blocks]
    return min(start for start, _ in ends), max(end for _, end in ends)


def may_share_paper(runs: Iterable[PieceRun]) -> bool:
    """Return whether any runs differ in their finish alone, so that one sheet of paper could hold both."""
    stocks = {run.pieces[0].part.stock for run in runs}
    return any(not find_common_stock(two) and find_common_paper(two) for two in combinations(sorted(stocks), 2))
