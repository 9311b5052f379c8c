"""Resolve lists of cells in the data of a board, and collect findings for what they get wrong."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generator.language.suggestions import did_you_mean
from generator.model.board import Cell, Join
from generator.model.cell_ranges import CellId, CellPattern, CellRange, explain_run, find_cell_id, parse_cells
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place, refuse

MOST_LOOK_UPS = 5_000_000  # of cells by the lists of one board, which take a few seconds
IndexedCell = tuple[int, str]
_CHESS_NAME = re.compile(r"[A-Za-z]{1,2}[0-9]{1,3}")


class BoardDraft(NamedTuple):
    """A board under construction: cells by id, joins by their two cells, and findings so far.

    `gone` says why cells were removed, as in "is blocked". `at` finds the place of a value of the part, such as
    at("routes", "south", 3). `look_ups` holds the number of cells that lists have looked up. `names` leads from other
    names of cells to their ids.
    """

    cells: dict[str, Cell]
    joins: dict[frozenset[str], Join]
    gone: dict[str, str]
    at: Callable[..., Place]
    findings: list[Finding]
    look_ups: list[int]
    names: dict[str, str]

    def find_id(self, name: str) -> str:
        """Return the id of a cell by any of its names; the name itself if there is no such cell."""
        return find_cell_id(name, self.cells, self.names)

    def add_finding(self, code: str, message: str, *path: str | int) -> None:
        """Add a finding at the place of a value; raise them all once they are too many."""
        self.findings.append(Finding(code, self.at(*path), message))
        if len(self.findings) > MOST_FINDINGS:
            raise DataError(self.findings)

    def count_look_ups(self, count: int, *path: str | int) -> None:
        """Count the cells that the lists of the board have looked up, and refuse far too many (GF006)."""
        self.look_ups[0] += count
        if self.look_ups[0] > MOST_LOOK_UPS:
            message = f"the lists of cells up to here look up {self.look_ups[0]:,} cells; at most {MOST_LOOK_UPS:,} are"
            raise refuse("GF006", self.at(*path), message)


def remove_cells(draft: BoardDraft, names: Iterable[str], why: str) -> None:
    """Remove cells with their joins; `why` is a predicate such as "is blocked"."""
    drop_cells(draft, names, why)
    remove_loose_joins(draft)


def drop_cells(draft: BoardDraft, names: Iterable[str], why: str) -> None:
    """Remove cells, but not their joins: `unjoin` then removes those of all such cells at once."""
    gone = {*names}
    draft.gone.update(dict.fromkeys(gone, why))
    for name in gone:
        del draft.cells[name]


def remove_loose_joins(draft: BoardDraft) -> None:
    """Remove the joins of removed cells."""
    for pair in [pair for pair in draft.joins if not pair <= draft.cells.keys()]:
        del draft.joins[pair]


def require_cell(draft: BoardDraft, name: str, *path: str | int) -> bool:
    """Return whether a cell exists; report it at its place if not (GF008)."""
    if (cell := draft.find_id(name)) in draft.cells:
        return True
    name = cell if cell in draft.gone else name
    draft.add_finding("GF008", f"there is no cell {name!r}{_hint_at_name(draft, name)}", *path)
    return False


def _hint_at_name(draft: BoardDraft, name: str) -> str:
    """Return what leads on from a cell that does not exist."""
    if name in draft.gone:
        return f"; it {draft.gone[name]}"
    if hint := explain_run(name):
        return hint
    if _CHESS_NAME.fullmatch(name) and "r0c0" in (*draft.cells, *draft.gone):
        names = "`names: chess`, `names: spreadsheet` or `names: rows`"
        return f"; cells of a grid are r0c0, r0c1 and so on, unless the board says {names}"
    faces = [draft.find_id(part) for part in name.split("+")]
    if len(faces) in (2, 3) and all(each in draft.cells for each in faces):
        beside = {each: _list_neighbors(draft, each) for each in faces}
        for one, other in combinations(faces, 2):
            if other not in beside[one]:
                those = ", ".join(map(repr, beside[one])) or "no other"
                return f"; {one!r} and {other!r} do not touch: {one!r} touches {those}"
    return did_you_mean(name, draft.cells) or _name_some(draft)


def _list_neighbors(draft: BoardDraft, name: str) -> list[str]:
    """Return the cells that a cell is joined to, without its edges and corners."""
    pairs = (join for join in draft.joins.values() if name in (join.one, join.other))
    others = (join.other if join.one == name else join.one for join in pairs)
    return [other for other in others if not draft.cells[other].border]


def _name_some(draft: BoardDraft) -> str:
    """Return a hint that names the first cell and the last, so that readers see how cells are called."""
    names = [*draft.cells]
    return f"; the first of the {len(names)} cells is {names[0]!r}, the last {names[-1]!r}" if len(names) > 1 else ""


def select_route_cells(draft: BoardDraft, items: Iterable[str], *path: str | int) -> Iterator[IndexedCell]:
    """Yield the cells of a list of ids and runs in order, each with the index of its item."""
    for number, item in enumerate(items):
        entry = parse_cells(item)
        if isinstance(entry, CellPattern):
            draft.add_finding("GF006", f"{item!r} has no order, so it cannot be part of a route", *path, number)
        else:
            yield from ((number, name) for name in resolve_item(draft, entry, *path, number))


def select_cells(draft: BoardDraft, items: Iterable[str], *path: str | int) -> list[IndexedCell]:
    """Return the cells of a list, each with the index of its item; report a cell that is listed twice (GF006)."""
    found: dict[str, int] = {}
    for number, item in enumerate(items):
        names = resolve_item(draft, parse_cells(item), *path, number)
        again = [name for name in names if name in found]
        if again:
            message = f"{describe_cells(again)} is already in the list, as item {found[again[0]] + 1}"
            draft.add_finding("GF006", message, *path, number)
        found |= {name: number for name in names if name not in found}
    return [(number, name) for name, number in found.items()]


def resolve_item(draft: BoardDraft, entry: CellId | CellRange | CellPattern, *path: str | int) -> list[str]:
    """Return the cells of an item; report a cell that does not exist, and then select none (GF008)."""
    names, missing = entry.select(draft.cells, draft.names)
    looked_up = len(draft.cells) + len(draft.names) if isinstance(entry, CellPattern) else len(names)
    draft.count_look_ups(looked_up, *path)
    match entry:
        case CellPattern() if not names:
            draft.add_finding("GF008", f"the pattern {entry.text!r} matches no cell{_name_some(draft)}", *path)
        case CellRange() if missing is not None:
            why = draft.gone.get(missing, "does not exist")
            hint = "" if missing in draft.gone or names else _hint_at_name(draft, missing)
            draft.add_finding("GF008", f"the run {entry.text!r} needs the cell {missing!r}, which {why}{hint}", *path)
        case CellId():
            require_cell(draft, entry.text, *path)
    return [] if missing is not None else names


def assign_cells(draft: BoardDraft, key: str, sets: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the name of the set of each cell; report a cell that is in two sets (GF006)."""
    owner: dict[str, str] = {}
    for name, items in sets.items():
        taken: dict[int, list[str]] = {}
        for number, cell in select_cells(draft, items, key, name):
            if cell in owner:
                taken.setdefault(number, []).append(cell)
            owner.setdefault(cell, name)
        for number, cells in taken.items():
            draft.add_finding(
                "GF006", f"{describe_cells(cells)} is already in {key}.{owner[cells[0]]}", key, name, number
            )
    return owner


def describe_cells(cells: Sequence[str]) -> str:
    """Return text that names the first of some cells and counts the others."""
    more = f" (and {len(cells) - 1} more)" if len(cells) > 1 else ""
    return f"the cell {cells[0]!r}{more}"
