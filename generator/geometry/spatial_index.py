"""Boxes on a board go in by name; those that may meet another box come out, without a look at each of them; mm."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import floor, sqrt

from generator.geometry.bounds import Box


class Mesh:
    """Squares over the plane, each with the boxes that reach into it: about as many squares as boxes lie side by side.

    So what it costs to put all boxes in and to ask for each once grows as their number does.
    """

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        areas = [(right - left) * (bottom - top) for left, top, right, bottom in boxes.values()]
        self.side = max(1.0, sqrt(sum(areas) / max(1, len(areas))))
        self.names: list[str] = []
        self.squares: dict[tuple[int, int], list[int]] = {}
        for name, box in boxes.items():
            self.add(name, box)

    def add(self, name: str, box: Box) -> None:
        """Put in one more box."""
        for square in self._squares(box):
            self.squares.setdefault(square, []).append(len(self.names))
        self.names.append(name)

    def near(self, box: Box) -> list[str]:
        """Return the names of all boxes that reach into a square of this one's, in the order in which they came in."""
        found = {number for square in self._squares(box) for number in self.squares.get(square, ())}
        return [self.names[number] for number in sorted(found)]

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (floor(edge / self.side) for edge in box)
        return product(range(left, right + 1), range(top, bottom + 1))
