"""Name the cells of a generated board as people do: A1 as in chess or in a spreadsheet, by rows, or by a list."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from generator.components.boards.borders import rename_border
from generator.components.boards.cell_lists import BoardDraft
from generator.components.boards.lattice import CellNames
from generator.model.board import Join

CellNaming = Literal["chess", "spreadsheet", "rows"] | Annotated[CellNames, Meta(min_length=1)]


def name_cells(draft: BoardDraft, naming: CellNaming, spots: Mapping[str, tuple[int, int]]) -> None:
    """Rename the cells of a draft; their old names are remembered, so that a list that uses one is told the new.

    GF006 for a list that is too short, too long, or has a name twice, and for a board without rows and columns.
    """
    plain = [name for name, cell in draft.cells.items() if not cell.border]
    if isinstance(naming, str):
        if not all(name in spots for name in plain) or not spots:
            message = f"`names: {naming}` needs a board in rows and columns; give a list of names, one for each cell"
            draft.add_finding("GF006", message, "names")
            return
        new = spell_spots(naming, spots)
    else:
        _check_list(draft, naming, plain)  # where a name is lost or twice, the others are still found
        new = {name: name for name in plain}
        new |= {
            one: name
            for number, (one, name) in enumerate(zip(plain, naming, strict=False))
            if name not in naming[:number]
        }
    _apply_names(draft, new)


def spell_spots(naming: str, spots: Mapping[str, tuple[int, int]]) -> dict[str, str]:
    """Return the names of cells by their rows and columns.

    `chess`: a letter for the column and a number for the row, which counts from the bottom; in a `spreadsheet`, from
    the top. `rows`: a letter for the row, from the top, and a number for the column.
    """
    if naming == "spreadsheet":
        return {name: f"{_spell_letters(column)}{row + 1}" for name, (row, column) in spots.items()}
    last = max((row for row, _ in spots.values()), default=0)
    if naming == "chess":
        return {name: f"{_spell_letters(column)}{last - row + 1}" for name, (row, column) in spots.items()}
    return {name: f"{_spell_letters(row)}{column + 1}" for name, (row, column) in spots.items()}


def _spell_letters(number: int) -> str:
    """Return A to Z, AA, AB and so on, as in spreadsheets."""
    rest, letter = divmod(number, 26)
    return (_spell_letters(rest - 1) if rest else "") + chr(ord("A") + letter)


def _check_list(draft: BoardDraft, names: Sequence[str], cells: Sequence[str]) -> None:
    """Report a list that does not have a different name for each cell (GF006)."""
    if len(names) != len(cells):
        says = f"`names` lists {len(names)} names, and the board has {len(cells)} cells"
        says += f"; the first without one is {cells[len(names)]!r}" if len(names) < len(cells) else ""
        draft.add_finding("GF006", says, "names")
    elif (again := next((n for n, name in enumerate(names) if name in names[:n]), None)) is not None:
        draft.add_finding("GF006", f"{names[again]!r} is already the name of a cell", "names", again)


def _apply_names(draft: BoardDraft, new: Mapping[str, str]) -> None:
    """Give the cells of a draft, and those of its joins, their new names."""
    old = list(draft.cells.values())
    cells = [rename_border(cell, new) if cell.border else replace(cell, id=new[cell.id]) for cell in old]
    named = {cell.id: renamed.id for cell, renamed in zip(old, cells, strict=True)}
    draft.cells.clear()
    draft.cells.update({cell.id: cell for cell in cells})
    joins = [
        Join(named[join.one], named[join.other], join.kind, join.one_way)
        for join in draft.joins.values()
        if join.one in named and join.other in named
    ]
    draft.joins.clear()
    draft.joins.update({frozenset(join[:2]): join for join in joins})
    for cell, renamed in zip(old, cells, strict=True):
        pairs = zip((cell.id, *cell.names), (renamed.id, *renamed.names), strict=True)
        draft.gone.update({one: f"is named {other!r}" for one, other in pairs if one != other})
    for other in named.values():
        draft.gone.pop(other, None)
