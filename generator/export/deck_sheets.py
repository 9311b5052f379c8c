"""Sheets of card images for virtual tables: how many cards lie on each, and how large they are; pixels."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import NamedTuple, TypeVar

MOST_COLUMNS, MOST_ROWS = 10, 7
MOST_CARDS = MOST_COLUMNS * MOST_ROWS - 1  # the last place of a full sheet is the image of hidden cards
MOST_SIDE = 4096
MOST_BYTES = 10 * 1024 * 1024
T = TypeVar("T")


class SheetGrid(NamedTuple):
    """A grid of equal cards on a sheet, each as many pixels wide and high."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the sheet."""
        return self.columns * self.width, self.rows * self.height

    def locate(self, number: int) -> tuple[int, int]:
        """Return the top left of a card, counted from 0."""
        row, column = divmod(number, self.columns)
        return column * self.width, row * self.height


def plan_grid(count: int, width: int, height: int) -> SheetGrid:
    """Return the grid for at most 69 cards of so many pixels, scaled down so that no side of the sheet is too long."""
    columns = min(MOST_COLUMNS, max(1, ceil(sqrt(count * height / width)), ceil(count / MOST_ROWS)), count)
    rows = ceil(count / columns)
    scale = min(1.0, MOST_SIDE / (columns * width), MOST_SIDE / (rows * height))
    return SheetGrid(columns, rows, max(1, int(width * scale)), max(1, int(height * scale)))


def split_cards(cards: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the cards of each sheet."""
    for start in range(0, len(cards), MOST_CARDS):
        yield cards[start : start + MOST_CARDS]
