"""Find the boxes near a box without looking at all of them, mm."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import floor, sqrt

from generator.geometry.types import Box


class SpatialIndex:
    """A grid of squares about as large as the boxes, each square with the boxes that reach into it.

    Building it and asking for each box once takes time in proportion to their number.
    """

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        areas = [(right - left) * (bottom - top) for left, top, right, bottom in boxes.values()]
        self.side = max(1.0, sqrt(sum(areas) / max(1, len(areas))))
        self.names: list[str] = []
        self.squares: dict[tuple[int, int], list[int]] = {}
        for name, box in boxes.items():
            self.add(name, box)

    def add(self, name: str, box: Box) -> None:
        """Add a named box."""
        for square in self._covered_squares(box):
            self.squares.setdefault(square, []).append(len(self.names))
        self.names.append(name)

    def find_near(self, box: Box) -> list[str]:
        """Return the names of all boxes that share a square with this one, in the order in which they were added."""
        found = {number for square in self._covered_squares(box) for number in self.squares.get(square, ())}
        return [self.names[number] for number in sorted(found)]

    def _covered_squares(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (floor(edge / self.side) for edge in box)
        return product(range(left, right + 1), range(top, bottom + 1))
