"""A list of cells as it stands in the data goes in, the cells that it means come out; what is wrong joins findings."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.language.suggestions import did_you_mean
from generator.model.board import Cell, Join
from generator.model.cell_ranges import RUN, matches
from generator.model.finding import Finding
from generator.model.place import Place

Item = tuple[int, str]


class Draft(NamedTuple):
    """A board in the making: cells by id, joins by their two cells, why cells are gone, and what is wrong so far.

    `at` finds the place of a value of the part, such as at("routes", "south", 3).
    """

    cells: dict[str, Cell]
    joins: dict[frozenset[str], Join]
    gone: dict[str, str]
    at: Callable[..., Place]
    findings: list[Finding]

    def refuse(self, code: str, message: str, *path: str | int) -> None:
        """Add a finding at the place of a value."""
        self.findings.append(Finding(code, self.at(*path), message))


def take(draft: Draft, names: Iterable[str], why: str) -> None:
    """Take cells away, with all joins that they have; `why` goes on from `it`, such as `is blocked`."""
    drop(draft, names, why)
    unjoin(draft)


def drop(draft: Draft, names: Iterable[str], why: str) -> None:
    """Take cells away, but not their joins, which `unjoin` takes from all such cells at once."""
    gone = {*names}
    draft.gone.update(dict.fromkeys(gone, why))
    for name in gone:
        del draft.cells[name]


def unjoin(draft: Draft) -> None:
    """Take away the joins of cells that are gone."""
    for pair in [pair for pair in draft.joins if not pair <= draft.cells.keys()]:
        del draft.joins[pair]


def known(draft: Draft, name: str, *path: str | int) -> bool:
    """Tell whether there is such a cell; otherwise it is said at the place (GF008)."""
    if name in draft.cells:
        return True
    hint = f"; it {draft.gone[name]}" if name in draft.gone else did_you_mean(name, draft.cells)
    draft.refuse("GF008", f"there is no cell {name!r}{hint}", *path)
    return False


def walk(draft: Draft, items: Iterable[str], *path: str | int) -> Iterator[Item]:
    """Yield the cells of a list of ids and runs in their order, each with the number of its item."""
    for number, item in enumerate(items):
        if "*" in item:
            draft.refuse("GF006", f"{item!r} has no order, so it can not stand in a route", *path, number)
        elif (run := RUN.fullmatch(item)) is not None:
            yield from ((number, name) for name in _run(draft, item, run, *path, number))
        elif known(draft, item, *path, number):
            yield number, item


def _run(draft: Draft, item: str, run: re.Match[str], *path: str | int) -> list[str]:
    """Return the cells of a run such as south.3.8..1; none where one of them is not there."""
    first, last = int(run[2]), int(run[3])
    found: list[str] = []
    for number in range(first, last + 1) if first <= last else range(first, last - 1, -1):
        name = f"{run[1]}{number}"
        if name not in draft.cells:
            why = draft.gone.get(name, "does not exist")
            hint = "" if name in draft.gone or found else did_you_mean(name, draft.cells)
            draft.refuse("GF008", f"the run {item!r} needs the cell {name!r}, which {why}{hint}", *path)
            return []
        found.append(name)
    return found


def chosen(draft: Draft, items: Iterable[str], *path: str | int) -> list[Item]:
    """Return the cells of a list of ids, runs and patterns, each with its item; one that comes twice is refused."""
    found: dict[str, int] = {}
    for number, item in enumerate(items):
        names = list(_meant(draft, item, *path, number))
        again = [name for name in names if name in found]
        if again:
            message = f"{some(again)} stands in the list already: item {found[again[0]] + 1}"
            draft.refuse("GF006", message, *path, number)
        found |= {name: number for name in names if name not in found}
    return [(number, name) for name, number in found.items()]


def _meant(draft: Draft, item: str, *path: str | int) -> Iterable[str]:
    if "*" in item:
        words = item.split("*")
        names = [name for name in draft.cells if matches(name, words)]
        if not names:
            draft.refuse("GF008", f"the pattern {item!r} matches no cell", *path)
        return names
    if (run := RUN.fullmatch(item)) is not None:
        return _run(draft, item, run, *path)
    return [item] if known(draft, item, *path) else []


def owners(draft: Draft, key: str, sets: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the set that each cell is in, of sets of which a cell may be in one only."""
    owner: dict[str, str] = {}
    for name, items in sets.items():
        taken: dict[int, list[str]] = {}
        for number, cell in chosen(draft, items, key, name):
            if cell in owner:
                taken.setdefault(number, []).append(cell)
            owner.setdefault(cell, name)
        for number, cells in taken.items():
            draft.refuse("GF006", f"{some(cells)} is in {key}.{owner[cells[0]]} already", key, name, number)
    return owner


def some(cells: Sequence[str]) -> str:
    """Return the first of some cells, and how many more there are, for people."""
    more = f" (and {len(cells) - 1} more)" if len(cells) > 1 else ""
    return f"the cell {cells[0]!r}{more}"
