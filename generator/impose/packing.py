"""Pack runs of pieces on sheets: full grids first, then small blocks on shelves that share sheets."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from generator.geometry.tolerances import ROUNDING
from generator.impose.grid import SPACING, PieceCopy, PieceRun, SlotGrid
from generator.model.paper import Paper


class Block(NamedTuple):
    """Pieces in rows of `columns`, with the top left of the first head at x, y (mm)."""

    cell: SlotGrid
    columns: int
    pieces: Sequence[PieceCopy]
    x: float = 0.0
    y: float = 0.0

    @property
    def rows(self) -> int:
        """Return the number of rows, the last of which may not be full."""
        return -(-len(self.pieces) // self.columns)

    @property
    def width(self) -> float:
        """Return the width of the trims."""
        return self.cell.total_width(min(self.columns, len(self.pieces)))

    @property
    def height(self) -> float:
        """Return the height of the trims."""
        return self.cell.total_height(self.rows)


class _Sheet(Struct):
    """A sheet being filled: an optional full grid at the top, then shelves."""

    grid: Block | None = None
    shelves: list[list[Block]] = []


def pack_sheets(all_runs: Sequence[PieceRun], paper: Paper) -> list[list[Block]]:
    """Return the placed blocks of each sheet; small blocks keep their order unless tallest first saves a sheet.

    Parts on different paper stock share a sheet only if that saves one. Sheets are ordered by their first pieces; for a
    sheet with a grid these are the pieces of the grid.
    """
    sheets, small = _split_runs(all_runs, paper)
    orders = [small, sorted(small, key=lambda block: -block.height)]
    ways = (True, False) if len(_paper_stocks(small)) > 1 else (False,)
    fewest = min((_fill_shelves(sheets, order, paper, apart) for apart in ways for order in orders), key=len)
    parts = {piece.part.id: piece.part for run in all_runs for piece in run.pieces}
    names = [(part.id, design.id) for part in parts.values() for design in part.designs]
    order = {name: at for at, name in enumerate(names)}

    def first(sheet: _Sheet) -> int:
        blocks = [sheet.grid] if sheet.grid else [block for shelf in sheet.shelves for block in shelf]
        return min(order[block.pieces[0].part.id, block.pieces[0].design.id] for block in blocks)

    return [_place_blocks(sheet, paper) for sheet in sorted(fewest, key=first)]


def _split_runs(all_runs: Sequence[PieceRun], paper: Paper) -> tuple[list[_Sheet], list[Block]]:
    """Return the sheets of runs that need several, with one grid for all, and the blocks of all other runs."""
    sheets: list[_Sheet] = []
    small: list[Block] = []
    for run in all_runs:
        columns, rows = run.cell.count_columns(paper), run.cell.count_rows(paper)
        if len(run.pieces) <= columns * rows:
            small.append(_compact_block(run, columns))
            continue
        x, y = (paper.width - run.cell.total_width(columns)) / 2, (paper.height - run.cell.total_height(rows)) / 2
        for start in range(0, len(run.pieces), columns * rows):
            sheets.append(_Sheet(Block(run.cell, columns, run.pieces[start : start + columns * rows], x, y)))
    return sheets, small


def _compact_block(run: PieceRun, most: int) -> Block:
    """Return a block of at most `most` columns with rows as even as possible."""
    rows = -(-len(run.pieces) // most)
    return Block(run.cell, -(-len(run.pieces) // rows), run.pieces)


def _fill_shelves(begun: Sequence[_Sheet], blocks: Sequence[Block], paper: Paper, apart: bool) -> list[_Sheet]:
    """Put each block on the first sheet with room, or on a new one; if `apart`, only with blocks of the same stock."""
    sheets = [_Sheet(sheet.grid) for sheet in begun]
    stocks = [_paper_stocks([sheet.grid] if sheet.grid else []) for sheet in sheets]
    for block in blocks:
        own = _paper_stocks([block])
        fit = (sheet for sheet, stock in zip(sheets, stocks, strict=True) if not apart or stock == own)
        if not any(_put_block(sheet, block, paper) for sheet in fit):
            sheets.append(_Sheet(shelves=[[block]]))
            stocks.append(own)
    return sheets


def _paper_stocks(blocks: Sequence[Block]) -> set[str]:
    """Return the paper stocks of the parts on these blocks."""
    return {piece.part.stock for block in blocks for piece in block.pieces}


def _put_block(sheet: _Sheet, block: Block, paper: Paper) -> bool:
    """Put the block on a shelf that is tall enough, or on a new one below; return False if the sheet has no room."""
    for index, shelf in enumerate(sheet.shelves):
        longer = [*sheet.shelves[:index], [*shelf, block], *sheet.shelves[index + 1 :]]
        if block.height <= _shelf_height(shelf) and _all_fit(sheet.grid, longer, paper):
            sheet.shelves = longer
            return True
    if _all_fit(sheet.grid, [*sheet.shelves, [block]], paper):
        sheet.shelves.append([block])
        return True
    return False


def _all_fit(grid: Block | None, shelves: Sequence[Sequence[Block]], paper: Paper) -> bool:
    """Tell whether all shelves fit within the margins of their blocks."""
    top = _first_top(grid, shelves, paper)
    return (
        all(_shelf_width(shelf) <= paper.width - 2 * _shelf_margin(shelf) + ROUNDING for shelf in shelves)
        and (grid is not None or top >= _shelf_margin(shelves[0]) - ROUNDING)
        and top + _stack_height(shelves) <= paper.height - _shelf_margin(shelves[-1]) + ROUNDING
    )


def _first_top(grid: Block | None, shelves: Sequence[Sequence[Block]], paper: Paper) -> float:
    """Return the top of the first shelf: below the grid, or such that the stack is centered."""
    if grid is None:
        return (paper.height - _stack_height(shelves)) / 2
    return grid.y + grid.height + SPACING + grid.cell.bleed + _shelf_bleed(shelves[0])


def _shelf_height(shelf: Sequence[Block]) -> float:
    return max(block.height for block in shelf)


def _block_gap(one: Block, other: Block) -> float:
    return SPACING + one.cell.bleed + other.cell.bleed


def _shelf_width(shelf: Sequence[Block]) -> float:
    gaps = sum(_block_gap(one, other) for one, other in pairwise(shelf))
    return sum(block.width for block in shelf) + gaps


def _shelf_bleed(shelf: Sequence[Block]) -> float:
    return max(block.cell.bleed for block in shelf)


def _shelf_margin(shelf: Sequence[Block]) -> float:
    return max(block.cell.margin for block in shelf)


def _stack_height(shelves: Sequence[Sequence[Block]]) -> float:
    gaps = sum(SPACING + _shelf_bleed(one) + _shelf_bleed(other) for one, other in pairwise(shelves))
    return sum(map(_shelf_height, shelves)) + gaps


def _place_blocks(sheet: _Sheet, paper: Paper) -> list[Block]:
    """Center each shelf across the sheet, and each block in the height of its shelf."""
    out = [sheet.grid] if sheet.grid else []
    y = _first_top(sheet.grid, sheet.shelves, paper) if sheet.shelves else 0.0
    for index, shelf in enumerate(sheet.shelves):
        x = (paper.width - _shelf_width(shelf)) / 2
        for at, block in enumerate(shelf):
            out.append(block._replace(x=x, y=y + (_shelf_height(shelf) - block.height) / 2))
            if at + 1 < len(shelf):
                x += block.width + _block_gap(block, shelf[at + 1])
        if index + 1 < len(sheet.shelves):
            y += _shelf_height(shelf) + SPACING + _shelf_bleed(shelf) + _shelf_bleed(sheet.shelves[index + 1])
    return out
