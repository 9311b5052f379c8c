"""Parse an item of a list of cells: an id (r0c1), a run (r0c1..3) or a pattern (r0*)."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

# No cell has a longer number; a run with a longer one is reported as a cell that does not exist.
_NUMBER = r"(0|[1-9][0-9]{0,8})"
_RANGE = re.compile(rf"(.*?){_NUMBER}\.\.{_NUMBER}")


class Selection(NamedTuple):
    """The existing cells that an item names, in order, up to the first that does not exist (`missing`)."""

    names: list[str]
    missing: str | None = None


class CellId(NamedTuple):
    """One cell, by its id."""

    text: str

    def covers(self, name: str) -> bool:
        """Tell whether this is the cell."""
        return name == self.text

    def select(self, cells: Collection[str]) -> Selection:
        """Return the cell, if it exists."""
        return Selection([self.text]) if self.text in cells else Selection([], self.text)


class CellRange(NamedTuple):
    """A run of cells whose ids differ in their last number, which may count down: south.3.8..1."""

    text: str
    prefix: str
    first: int
    last: int

    def covers(self, name: str) -> bool:
        """Tell whether the run includes the cell."""
        number = name.removeprefix(self.prefix)
        if not name.startswith(self.prefix) or re.fullmatch(_NUMBER, number) is None:
            return False
        return min(self.first, self.last) <= int(number) <= max(self.first, self.last)

    def iterate_names(self) -> Iterator[str]:
        """Yield the ids in the order of the run, which may be longer than any board."""
        step = 1 if self.first <= self.last else -1
        return (f"{self.prefix}{number}" for number in range(self.first, self.last + step, step))

    def select(self, cells: Collection[str]) -> Selection:
        """Return the cells of the run, up to the first that does not exist."""
        names: list[str] = []
        for name in self.iterate_names():
            if name not in cells:
                return Selection(names, name)
            names.append(name)
        return Selection(names)


class CellPattern(NamedTuple):
    """A pattern in which each star stands for any characters; it has no order of its own."""

    text: str

    def covers(self, name: str) -> bool:
        """Tell whether the cell matches.

        The words between the stars must occur in order, the first at the start and the last at the end. The first
        occurrence of a word leaves the most room for those after it, so none is tried twice.
        """
        first, *middle, last = self.text.split("*")
        if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
            return False
        at, end = len(first), len(name) - len(last)
        for word in middle:
            at = name.find(word, at, end)
            if at < 0:
                return False
            at += len(word)
        return True

    def select(self, cells: Collection[str]) -> Selection:
        """Return the cells that match, in the order of the board."""
        return Selection([name for name in cells if self.covers(name)])


def parse_cells(item: str) -> CellId | CellRange | CellPattern:
    """Return an item of a list of cells as a record."""
    if "*" in item:
        return CellPattern(item)
    if (match := _RANGE.fullmatch(item)) is not None:
        return CellRange(item, match[1], int(match[2]), int(match[3]))
    return CellId(item)
