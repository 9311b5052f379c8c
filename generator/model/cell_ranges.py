"""Parse an item of a list of cells: an id (r0c1, A2+B1), a run (r0c1..3, A1..A4, A1..D1) or a pattern (r0*)."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import permutations
from typing import NamedTuple

# No cell has a longer number; a run with a longer one is reported as a cell that does not exist.
_NUMBER = r"(0|[1-9][0-9]{0,8})"
_RANGE = re.compile(rf"(.*?){_NUMBER}\.\.{_NUMBER}")
# In the ids of hexes, q-1r2, a minus is a sign and not a hyphen.
_SIGNED = r"(0|-?[1-9][0-9]{0,8})"
_AXIAL_RANGE = re.compile(rf"((?:.*\.)?q{_SIGNED}r){_SIGNED}\.\.{_SIGNED}")
# as in A4-A1: the letters before a number, and those before the number behind a dash
_DASHED = re.compile(r"(?<![A-Za-z])([A-Za-z]++)[0-9]++(?= *+[-:] *+([A-Za-z]*+)[0-9])")
_TOKEN = re.compile(r"(?<=[qr])-?[0-9]+|[0-9]+|[A-Za-z]+|[^A-Za-z0-9]+")
_SUM = "+"  # between the cells that share an edge or a corner, by which it is named


def join_cell_names(names: Iterable[str]) -> str:
    """Return the name of what cells share, which does not depend on their order: A2+A10+B2."""
    return _SUM.join(sorted(names, key=_order_name))


def order_group_name(name: str) -> str:
    """Return a group's name with the cells that share an edge or a corner in the order of its id: cell.A2+B1."""
    head, dot, rest = name.partition(".")
    return f"{head}{dot}{join_cell_names(rest.split(_SUM))}" if _SUM in rest else name


def _order_name(name: str) -> list[tuple[bool, int, str]]:
    return [(not re.fullmatch(_SIGNED, token), *_read_token(token)) for token in _TOKEN.findall(name)]


def _read_token(token: str) -> tuple[int, str]:
    return (int(token), "") if re.fullmatch(_SIGNED, token) else (0, token)


def find_cell_id(name: str, cells: Collection[str], names: Mapping[str, str]) -> str:
    """Return the id of a cell by any of its names; the name itself if there is no such cell."""
    return name if name in cells else names.get(name) or join_cell_names(name.split(_SUM))


class Selection(NamedTuple):
    """The existing cells that an item names, in order, up to the first that does not exist (`missing`)."""

    names: list[str]
    missing: str | None = None


class CellId(NamedTuple):
    """One cell, by its id."""

    text: str

    def covers(self, name: str) -> bool:
        """Return whether this is the cell, which A2+B1 and B1+A2 are both."""
        return name in (self.text, join_cell_names(self.text.split(_SUM)))

    def select(self, cells: Collection[str], names: Mapping[str, str]) -> Selection:
        """Return the cell, if it exists."""
        name = find_cell_id(self.text, cells, names)
        return Selection([name]) if name in cells else Selection([], self.text)


class CellRange(NamedTuple):
    """A run of cells whose ids differ in one number or one letter, which may count down: south.3.8..1, A4..A1, A1..D1.

    `letters` says that `first` and `last` are code points of letters.
    """

    text: str
    prefix: str
    first: int
    last: int
    suffix: str = ""
    letters: bool = False

    def covers(self, name: str) -> bool:
        """Return whether the run includes the cell."""
        if not (name.startswith(self.prefix) and name.endswith(self.suffix)):
            return False
        inner = name[len(self.prefix) : len(name) - len(self.suffix)]
        if self.letters:
            number = ord(inner) if len(inner) == 1 else -1
        else:
            number = int(inner) if re.fullmatch(_SIGNED, inner) else min(self.first, self.last) - 1
        return min(self.first, self.last) <= number <= max(self.first, self.last)

    def iterate_names(self) -> Iterator[str]:
        """Yield the ids in the order of the run, which may be longer than any board."""
        step = 1 if self.first <= self.last else -1
        spell = chr if self.letters else str
        return (f"{self.prefix}{spell(number)}{self.suffix}" for number in range(self.first, self.last + step, step))

    def select(self, cells: Collection[str], names: Mapping[str, str]) -> Selection:
        """Return the cells of the run, up to the first that does not exist."""
        found: list[str] = []
        for name in self.iterate_names():
            if (cell := find_cell_id(name, cells, names)) not in cells:
                return Selection(found, name)
            found.append(cell)
        return Selection(found)


class CellPattern(NamedTuple):
    """A pattern in which each star stands for any characters but +; it has no order of its own."""

    text: str

    def covers(self, name: str) -> bool:
        """Return whether the cell matches; A1+* is an edge of A1, whichever cell is named first."""
        parts, words = name.split(_SUM), self.text.split(_SUM)
        if len(parts) != len(words):
            return False
        return any(all(map(_matches_word, words, order)) for order in permutations(parts))

    def select(self, cells: Collection[str], names: Mapping[str, str]) -> Selection:
        """Return the cells of which a name matches, in the order of the board."""
        others = {names[name] for name in names if self.covers(name)}
        return Selection([name for name in cells if name in others or self.covers(name)])


def _matches_word(pattern: str, name: str) -> bool:
    """Return whether a name matches a pattern.

    The words between the stars must occur in order, the first at the start and the last at the end. The first
    occurrence of a word leaves the most room for those after it, so none is tried twice.
    """
    if "*" not in pattern:
        return name == pattern
    first, *middle, last = pattern.split("*")
    if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
        return False
    at, end = len(first), len(name) - len(last)
    for word in middle:
        at = name.find(word, at, end)
        if at < 0:
            return False
        at += len(word)
    return True


def parse_cells(item: str) -> CellId | CellRange | CellPattern:
    """Return an item of a list of cells as a record."""
    if "*" in item:
        return CellPattern(item)
    if (match := _AXIAL_RANGE.fullmatch(item)) is not None:
        return CellRange(item, match[1], int(match[3]), int(match[4]))
    if (match := _RANGE.fullmatch(item)) is not None:
        return CellRange(item, match[1], int(match[2]), int(match[3]))
    if (found := _parse_run_of_ids(item)) is not None:
        return found
    return CellId(item)


def _parse_run_of_ids(item: str) -> CellRange | None:
    """Return a run between two whole ids that differ in one number or one letter, such as A4..A1; None for others."""
    one, dots, other = item.partition("..")
    starts, ends = _TOKEN.findall(one), _TOKEN.findall(other)
    if not dots or len(starts) != len(ends):
        return None
    differ = [number for number, pair in enumerate(zip(starts, ends, strict=True)) if pair[0] != pair[1]]
    if len(differ) != 1:
        return None
    at = differ[0]
    first, last, prefix, suffix = starts[at], ends[at], "".join(starts[:at]), "".join(starts[at + 1 :])
    if all(re.fullmatch(_SIGNED, each) for each in (first, last)):
        return CellRange(item, prefix, int(first), int(last), suffix)
    if all(len(each) == 1 and each.isalpha() for each in (first, last)) and first.isupper() == last.isupper():
        return CellRange(item, prefix, ord(first), ord(last), suffix, letters=True)
    return None


def explain_run(item: str) -> str:
    """Return a hint for an item that looks like a run of cells and is none; empty for others."""
    alike = any(one.endswith(other) for one, other in _DASHED.findall(item))
    if not alike and ".." not in item and " to " not in item:
        return ""
    return "; a run changes one number or one letter, such as r0c1..3, A4..A1 or A1..D1; list other cells one by one"
