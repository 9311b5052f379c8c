"""Runs of pieces go in, sheets of blocks come out: full grids first, then small blocks on shelves that share sheets."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from generator.geometry.tolerances import ROUNDING
from generator.impose.grid import SPACING, Cell, Piece, Run
from generator.model.paper import Paper


class Block(NamedTuple):
    """Pieces in rows of `columns`, the trim's top left at x, y (mm)."""

    cell: Cell
    columns: int
    pieces: Sequence[Piece]
    x: float = 0.0
    y: float = 0.0

    @property
    def rows(self) -> int:
        """Return how many rows the pieces fill or begin."""
        return -(-len(self.pieces) // self.columns)

    @property
    def width(self) -> float:
        """Return the width of the trims."""
        return self.cell.across(min(self.columns, len(self.pieces)))

    @property
    def height(self) -> float:
        """Return the height of the trims."""
        return self.cell.down(self.rows)


class _Sheet(Struct):
    """A sheet being filled: a block of a full grid at the top, or none, then shelves."""

    grid: Block | None = None
    shelves: list[list[Block]] = []


def pack(all_runs: Sequence[Run], paper: Paper) -> list[list[Block]]:
    """Return the blocks of each sheet, placed; small blocks keep their order unless tallest first saves a sheet.

    What is to be printed on different paper shares a sheet only where that saves one. Sheets come in the order of the
    first pieces that lie on them; what fills up a grid's sheet moves it nowhere.
    """
    sheets, small = _large(all_runs, paper)
    orders = [small, sorted(small, key=lambda block: -block.height)]
    ways = (True, False) if len(_stocks(small)) > 1 else (False,)
    fewest = min((_shelve(sheets, order, paper, apart) for apart in ways for order in orders), key=len)
    parts = {piece.part.id: piece.part for run in all_runs for piece in run.pieces}
    names = [(part.id, design.id) for part in parts.values() for design in part.designs]
    order = {name: at for at, name in enumerate(names)}

    def first(sheet: _Sheet) -> int:
        blocks = [sheet.grid] if sheet.grid else [block for shelf in sheet.shelves for block in shelf]
        return min(order[block.pieces[0].part.id, block.pieces[0].design.id] for block in blocks)

    return [_placed(sheet, paper) for sheet in sorted(fewest, key=first)]


def _large(all_runs: Sequence[Run], paper: Paper) -> tuple[list[_Sheet], list[Block]]:
    """Lay out the runs that need several sheets, the same grid on each; return them and the blocks of all others."""
    sheets: list[_Sheet] = []
    small: list[Block] = []
    for run in all_runs:
        columns, rows = run.cell.columns(paper), run.cell.rows(paper)
        if len(run.pieces) <= columns * rows:
            small.append(_compact(run, columns))
            continue
        x, y = (paper.width - run.cell.across(columns)) / 2, (paper.height - run.cell.down(rows)) / 2
        for start in range(0, len(run.pieces), columns * rows):
            sheets.append(_Sheet(Block(run.cell, columns, run.pieces[start : start + columns * rows], x, y)))
    return sheets, small


def _compact(run: Run, most: int) -> Block:
    """Return a block with rows as even as they can be."""
    rows = -(-len(run.pieces) // most)
    return Block(run.cell, -(-len(run.pieces) // rows), run.pieces)


def _shelve(begun: Sequence[_Sheet], blocks: Sequence[Block], paper: Paper, apart: bool) -> list[_Sheet]:
    """Put each block on the first sheet with room for it, or on one of its own; if `apart`, of its own paper alone."""
    sheets = [_Sheet(sheet.grid) for sheet in begun]
    stocks = [_stocks([sheet.grid] if sheet.grid else []) for sheet in sheets]
    for block in blocks:
        own = _stocks([block])
        fit = (sheet for sheet, stock in zip(sheets, stocks, strict=True) if not apart or stock == own)
        if not any(_put(sheet, block, paper) for sheet in fit):
            sheets.append(_Sheet(shelves=[[block]]))
            stocks.append(own)
    return sheets


def _stocks(blocks: Sequence[Block]) -> set[str]:
    """Return the papers that the parts on some blocks are to be printed on."""
    return {piece.part.stock for block in blocks for piece in block.pieces}


def _put(sheet: _Sheet, block: Block, paper: Paper) -> bool:
    """Put the block on a shelf that is as tall, or on a new one below; False when the sheet has no room."""
    for index, shelf in enumerate(sheet.shelves):
        longer = [*sheet.shelves[:index], [*shelf, block], *sheet.shelves[index + 1 :]]
        if block.height <= _tall(shelf) and _fits(sheet.grid, longer, paper):
            sheet.shelves = longer
            return True
    if _fits(sheet.grid, [*sheet.shelves, [block]], paper):
        sheet.shelves.append([block])
        return True
    return False


def _fits(grid: Block | None, shelves: Sequence[Sequence[Block]], paper: Paper) -> bool:
    """Tell whether every shelf keeps its blocks' margins; a sheet is filled from the top."""
    top = _top(grid, shelves, paper)
    return (
        all(_wide(shelf) <= paper.width - 2 * _margin(shelf) + ROUNDING for shelf in shelves)
        and (grid is not None or top >= _margin(shelves[0]) - ROUNDING)
        and top + _stack(shelves) <= paper.height - _margin(shelves[-1]) + ROUNDING
    )


def _top(grid: Block | None, shelves: Sequence[Sequence[Block]], paper: Paper) -> float:
    """Return where the trims of the first shelf begin: below the grid, or so that the stack is centered."""
    if grid is None:
        return (paper.height - _stack(shelves)) / 2
    return grid.y + grid.height + SPACING + grid.cell.bleed + _bleed(shelves[0])


def _tall(shelf: Sequence[Block]) -> float:
    return max(block.height for block in shelf)


def _between(one: Block, other: Block) -> float:
    return SPACING + one.cell.bleed + other.cell.bleed


def _wide(shelf: Sequence[Block]) -> float:
    gaps = sum(_between(one, other) for one, other in pairwise(shelf))
    return sum(block.width for block in shelf) + gaps


def _bleed(shelf: Sequence[Block]) -> float:
    return max(block.cell.bleed for block in shelf)


def _margin(shelf: Sequence[Block]) -> float:
    return max(block.cell.margin for block in shelf)


def _stack(shelves: Sequence[Sequence[Block]]) -> float:
    gaps = sum(SPACING + _bleed(one) + _bleed(other) for one, other in pairwise(shelves))
    return sum(map(_tall, shelves)) + gaps


def _placed(sheet: _Sheet, paper: Paper) -> list[Block]:
    """Center each shelf across the sheet, and each block in the height of its shelf."""
    out = [sheet.grid] if sheet.grid else []
    y = _top(sheet.grid, sheet.shelves, paper) if sheet.shelves else 0.0
    for index, shelf in enumerate(sheet.shelves):
        x = (paper.width - _wide(shelf)) / 2
        for at, block in enumerate(shelf):
            out.append(block._replace(x=x, y=y + (_tall(shelf) - block.height) / 2))
            if at + 1 < len(shelf):
                x += block.width + _between(block, shelf[at + 1])
        if index + 1 < len(sheet.shelves):
            y += _tall(shelf) + SPACING + _bleed(shelf) + _bleed(sheet.shelves[index + 1])
    return out
