"""Place the pieces of a block on the paper."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from generator.impose.grid import FOLD_MARKED, find_kept
from generator.impose.packing import Block, PackedSheet
from generator.model.paper import Paper, Side
from generator.model.sheet import Placement

_LEAST_BLEED = 0.5  # mm; less helps nobody who cuts


def limit_reach(sheet: PackedSheet, paper: Paper) -> PackedSheet:
    """Return a sheet whose touching pieces bleed no further than leaves room for their marks, rulers and label."""
    if not any(block.cell.touches for block in sheet.blocks):
        return sheet
    sides, ends = find_kept(sheet.is_narrow, sheet.is_tight)
    right = paper.width / 2 - FOLD_MARKED if sheet.fold == "vertical" else paper.width - sides
    bottom = paper.height / 2 - FOLD_MARKED if sheet.fold == "horizontal" else paper.height - ends

    def limit(block: Block) -> Block:
        after, below = right - block.x - block.width, bottom - block.y - block.height
        room = min(block.x - sides, block.y - ends, after, below)
        reach = room if room >= _LEAST_BLEED else 0.0
        return block._replace(cell=replace(block.cell, reach=min(block.cell.reach, reach)))

    return sheet._replace(blocks=[limit(block) if block.cell.touches else block for block in sheet.blocks])


def place_block(block: Block, side: Side, bleed: Mapping[str, float]) -> Iterator[Placement]:
    """Yield the placements of a block as seen from the front; `bleed` is the bleed of that side by part id."""
    cell = block.cell
    for index, piece in enumerate(block.pieces):
        if side == "back" and piece.part.back is None:
            continue
        row, column = divmod(index, block.columns)
        x = block.x + cell.beside + column * (cell.beside + cell.width + cell.gap)
        y = block.y + cell.head + row * (cell.head + cell.height + cell.gap_down) + column % 2 * cell.shift
        clip = _clip_margins(block, index, side, bleed[piece.part.id])
        yield Placement(
            *piece, side, x, y, width=cell.width, height=cell.height, rotation=90 if cell.turned else 0, clip=clip
        )


def _clip_margins(block: Block, index: int, side: Side, bleed: float) -> tuple[float, float, float, float]:
    """Return how far art may reach beyond the trim (left, top, right, bottom): at most half the gap to a neighbor."""
    if bleed <= 0:  # as in most large decks
        return bleed, bleed, bleed, bleed
    row, column = divmod(index, block.columns)
    bleed = min(bleed, block.cell.reach) if block.cell.touches else bleed
    across, down = (min(bleed, gap / 2) for gap in (block.cell.gap, block.cell.gap_down))

    def room(to_row: int, to_column: int) -> float:
        at = to_row * block.columns + to_column
        if to_row < 0 or not 0 <= to_column < block.columns or at >= len(block.pieces):
            return bleed
        half = down if to_column == column else across
        return half if side == "front" or block.pieces[at].part.back is not None else bleed

    beside = [row, row + (1 if column % 2 else -1)] if block.cell.shifted else [row]  # rows that reach this one
    left, right = (min(room(each, column + step) for each in beside) for step in (-1, 1))
    return left, room(row - 1, column), right, room(row + 1, column)
