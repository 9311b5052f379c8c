"""Pack runs of pieces on sheets: full grids first, then small blocks on shelves that share sheets."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from generator.geometry.tolerances import ROUNDING
from generator.impose.grid import SPACING, Field, Fold, Margins, PieceCopy, PieceRun, SlotGrid
from generator.model.game import Part
from generator.model.stock import find_common_stock


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


class PackedSheet(NamedTuple):
    """The blocks of fronts on a sheet, and the fold beyond which their backs lie, if they do not lie behind them.

    If the sheet `has_grid`, its first block is one of a run that takes several sheets.
    """

    blocks: Sequence[Block]
    fold: Fold = "none"
    has_grid: bool = False

    @property
    def is_tight(self) -> bool:
        """Return whether rulers and labels give way above and below the pieces."""
        return any(block.cell.ends for block in self.blocks)

    @property
    def is_narrow(self) -> bool:
        """Return whether the ruler gives way beside the pieces."""
        return any(block.cell.sides for block in self.blocks)


class _Sheet(Struct):
    """A sheet being filled: an optional full grid at the top, then shelves."""

    grid: Block | None = None
    shelves: list[list[Block]] = []


def pack_sheets(all_runs: Sequence[PieceRun], field: Field) -> list[PackedSheet]:
    """Return the placed blocks of each sheet; small blocks keep their order unless tallest first saves a sheet.

    Parts of different stock share no sheet; those that one paper serves share one only if that saves a sheet.
    """
    sheets, small = _split_runs(all_runs, field)
    orders = [small, sorted(small, key=lambda block: -block.height)]
    ways = (True, False) if len(_list_stocks(small)) > 1 else (False,)
    fewest = min((_fill_shelves(sheets, order, field, apart) for apart in ways for order in orders), key=len)
    return [PackedSheet(_place_blocks(sheet, field), field.fold, sheet.grid is not None) for sheet in fewest]


def sort_sheets(sheets: Sequence[PackedSheet], parts: Sequence[Part]) -> list[PackedSheet]:
    """Return the sheets in the order of their first pieces; for a sheet with a grid these are those of the grid."""
    names = [(part.id, design.id) for part in parts for design in part.designs]
    order = {name: at for at, name in enumerate(names)}

    def find_first(sheet: PackedSheet) -> int:
        blocks = sheet.blocks[:1] if sheet.has_grid else sheet.blocks
        return min(order[block.pieces[0].part.id, block.pieces[0].design.id] for block in blocks)

    return sorted(sheets, key=find_first)


def _split_runs(all_runs: Sequence[PieceRun], field: Field) -> tuple[list[_Sheet], list[Block]]:
    """Return the sheets of runs that need several, with one grid for all, and the blocks of all other runs."""
    sheets: list[_Sheet] = []
    small: list[Block] = []
    for run in all_runs:
        columns, rows = run.cell.count_columns(field), run.cell.count_rows(field)
        if len(run.pieces) <= columns * rows:
            small.append(_compact_block(run, columns))
            continue
        x, y = _find_corner(run.cell, columns, rows, field)
        for start in range(0, len(run.pieces), columns * rows):
            sheets.append(_Sheet(Block(run.cell, columns, run.pieces[start : start + columns * rows], x, y)))
    return sheets, small


def _find_corner(cell: SlotGrid, columns: int, rows: int, field: Field) -> tuple[float, float]:
    """Return the top left of a grid that fills a sheet."""
    margins = cell.margins
    return field.find_left(margins, cell.total_width(columns)), field.find_top(margins, cell.total_height(rows))


def _compact_block(run: PieceRun, most: int) -> Block:
    """Return a block of at most `most` columns with rows as even as possible."""
    rows = -(-len(run.pieces) // most)
    return Block(run.cell, -(-len(run.pieces) // rows), run.pieces)


def _fill_shelves(begun: Sequence[_Sheet], blocks: Sequence[Block], field: Field, apart: bool) -> list[_Sheet]:
    """Put each block on the first sheet with room and of its stock, or on a new one.

    If `apart`, stocks are told apart even where one paper serves both.
    """
    sheets = [_Sheet(sheet.grid) for sheet in begun]
    stocks = [_list_stocks([sheet.grid] if sheet.grid else []) for sheet in sheets]
    for block in blocks:
        own = _list_stocks([block])
        for sheet, stock in zip(sheets, stocks, strict=True):
            serves = stock == own if apart else find_common_stock(stock | own) is not None
            if serves and _put_block(sheet, block, field):
                stock |= own
                break
        else:
            sheets.append(_Sheet(shelves=[[block]]))
            stocks.append(own)
    return sheets


def _list_stocks(blocks: Sequence[Block]) -> set[str]:
    """Return the stocks of the parts on these blocks, as the game names them."""
    return {piece.part.stock for block in blocks for piece in block.pieces}


def _put_block(sheet: _Sheet, block: Block, field: Field) -> bool:
    """Put the block on a shelf that is tall enough, or on a new one below; return False if the sheet has no room."""
    for index, shelf in enumerate(sheet.shelves):
        longer = [*sheet.shelves[:index], [*shelf, block], *sheet.shelves[index + 1 :]]
        if block.height <= _shelf_height(shelf) and _all_fit(sheet.grid, longer, field):
            sheet.shelves = longer
            return True
    if _all_fit(sheet.grid, [*sheet.shelves, [block]], field):
        sheet.shelves.append([block])
        return True
    return False


def _all_fit(grid: Block | None, shelves: Sequence[Sequence[Block]], field: Field) -> bool:
    """Return whether all shelves fit within the margins of their blocks."""
    top = _first_top(grid, shelves, field)
    return (
        all(_is_narrow_enough(shelf, field) for shelf in shelves)
        and (grid is not None or top >= _shelf_margins(shelves[0]).end - ROUNDING)
        and top + _stack_height(shelves) <= field.find_bottom(_shelf_margins(shelves[-1])) + ROUNDING
    )


def _is_narrow_enough(shelf: Sequence[Block], field: Field) -> bool:
    margins = _shelf_margins(shelf)
    return _shelf_width(shelf) <= field.find_right(margins) - margins.side + ROUNDING


def _first_top(grid: Block | None, shelves: Sequence[Sequence[Block]], field: Field) -> float:
    """Return the top of the first shelf: below the grid, or where the field has its stack."""
    if grid is None:
        return field.find_top(_shelf_margins(shelves[-1]), _stack_height(shelves))
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


def _shelf_margins(shelf: Sequence[Block]) -> Margins:
    return Margins(*map(max, zip(*(block.cell.margins for block in shelf), strict=True)))


def _stack_height(shelves: Sequence[Sequence[Block]]) -> float:
    gaps = sum(SPACING + _shelf_bleed(one) + _shelf_bleed(other) for one, other in pairwise(shelves))
    return sum(map(_shelf_height, shelves)) + gaps


def _place_blocks(sheet: _Sheet, field: Field) -> list[Block]:
    """Place each shelf across the field, and center each block in the height of its shelf."""
    out = [sheet.grid] if sheet.grid else []
    y = _first_top(sheet.grid, sheet.shelves, field) if sheet.shelves else 0.0
    for index, shelf in enumerate(sheet.shelves):
        x = field.find_left(_shelf_margins(shelf), _shelf_width(shelf))
        for at, block in enumerate(shelf):
            out.append(block._replace(x=x, y=y + (_shelf_height(shelf) - block.height) / 2))
            if at + 1 < len(shelf):
                x += block.width + _block_gap(block, shelf[at + 1])
        if index + 1 < len(sheet.shelves):
            y += _shelf_height(shelf) + SPACING + _shelf_bleed(shelf) + _shelf_bleed(sheet.shelves[index + 1])
    return out
