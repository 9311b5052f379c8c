"""Place the pieces of a block on the paper."""

from collections.abc import Iterator, Mapping

from generator.impose.packing import Block
from generator.model.paper import Side
from generator.model.sheet import Placement


def place_block(block: Block, side: Side, bleed: Mapping[str, float]) -> Iterator[Placement]:
    """Yield the placements of a block as seen from the front; `bleed` is the bleed of that side by part id."""
    cell = block.cell
    for index, piece in enumerate(block.pieces):
        if side == "back" and piece.part.back is None:
            continue
        row, column = divmod(index, block.columns)
        x = block.x + cell.beside + column * (cell.beside + cell.width + cell.gap)
        y = block.y + cell.head + row * (cell.head + cell.height + cell.gap)
        clip = _clip_margins(block, index, side, bleed[piece.part.id])
        yield Placement(*piece, side, x, y, cell.width, cell.height, 90 if cell.turned else 0, clip)


def _clip_margins(block: Block, index: int, side: Side, bleed: float) -> tuple[float, float, float, float]:
    """Return how far art may reach beyond the trim (left, top, right, bottom): at most half the gap to a neighbor."""
    row, column = divmod(index, block.columns)
    half = min(bleed, block.cell.gap / 2)

    def room(to_row: int, to_column: int) -> float:
        at = to_row * block.columns + to_column
        if to_row < 0 or not 0 <= to_column < block.columns or at >= len(block.pieces):
            return bleed
        return half if side == "front" or block.pieces[at].part.back is not None else bleed

    return room(row, column - 1), room(row - 1, column), room(row, column + 1), room(row + 1, column)
