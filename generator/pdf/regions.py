"""Regions of pages as a template names them: `deck.pdf#page=3&at=12,20&size=63,88&turn=90`."""

import re
from typing import NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.types import Box
from generator.model.finding import DrawingError

_PDF = re.compile(r"(?P<file>.+?\.pdf)(?:#(?P<told>[^#]*))?", re.IGNORECASE | re.DOTALL)
_NUMBER = r"(\d{1,5}(?:\.\d{1,6})?)"
_ENTRIES = {
    "page": re.compile(r"([1-9]\d{0,5})"),
    "at": re.compile(r"(-?\d{1,5}(?:\.\d{1,6})?),(-?\d{1,5}(?:\.\d{1,6})?)"),
    "size": re.compile(f"{_NUMBER},{_NUMBER}"),
    "turn": re.compile(r"(0|90|180|270)"),
}
_EXAMPLE = "write it as deck.pdf#page=3&at=12,20&size=63,88"


class PageRegion(NamedTuple):
    """A region of a page as it is shown: its top left corner and its size in mm, and its turn clockwise in degrees.

    Without a `size`, it is the whole page.
    """

    file: str
    page: int = 1
    at: tuple[float, float] = (0.0, 0.0)
    size: tuple[float, float] | None = None
    turn: int = 0

    def find_box(self, width: float, height: float) -> Box:
        """Return x, y, width and height on a page of this size; DrawingError for what lies off the page."""
        x, y = self.at
        wide, high = self.size or (width - x, height - y)
        if wide <= 0 or high <= 0 or min(x + wide, width) <= max(x, 0) or min(y + high, height) <= max(y, 0):
            size = f"{width:g} x {height:g} mm"
            raise DrawingError(f"{self.file!r} shows nothing there: its page {self.page} has {size}")
        return x, y, wide, high


def parse_region(href: str) -> PageRegion | None:
    """Return the region that an href names, None if it is no PDF; DrawingError for one that is not written so."""
    found = _PDF.fullmatch(href)
    if found is None or href.startswith("data:"):
        return None
    entries: dict[str, tuple[float, ...]] = {}
    for part in (found["told"] or "").split("&") if found["told"] else ():
        name, _, value = part.partition("=")
        told = _ENTRIES[name].fullmatch(value) if name in _ENTRIES and name not in entries else None
        if told is None:
            raise DrawingError(f"{part[:40]!r} names no region of {found['file']!r}; {_EXAMPLE}")
        entries[name] = tuple(map(float, told.groups()))
    size = entries.get("size")
    if size is not None and not all(size):
        raise DrawingError(f"a region of {found['file']!r} has no size; {_EXAMPLE}")
    x, y = entries.get("at", (0.0, 0.0))
    page, turn = (int(entries.get(name, (usual,))[0]) for name, usual in (("page", 1), ("turn", 0)))
    return PageRegion(found["file"], page, (x, y), None if size is None else (size[0], size[1]), turn)


def turn_matrix(turn: int, width: float, height: float) -> Matrix:
    """Return the matrix that turns a box of this size clockwise and puts its top left corner at 0, 0 again."""
    turns: dict[int, Matrix] = {
        90: (0.0, 1.0, -1.0, 0.0, height, 0.0),
        180: (-1.0, 0.0, 0.0, -1.0, width, height),
        270: (0.0, -1.0, 1.0, 0.0, 0.0, width),
    }
    return turns.get(turn, IDENTITY)
