"""The sheets of a booklet, folded in the middle; mm."""

from typing import NamedTuple

from generator.model.picture import Picture

Pair = tuple[int | None, int | None]


class Folio(NamedTuple):
    """The page numbers left and right of the fold on the outer and on the inner side; None is a blank page.

    Pages count from 1 in reading order.
    """

    outer: Pair
    inner: Pair


class Leaf(NamedTuple):
    """A page of a booklet on its sheet: its number, its box, and `room`, the range of x to which it is clipped; mm."""

    number: int
    x: float
    y: float
    width: float
    height: float
    room: tuple[float, float]


class Spread(NamedTuple):
    """One side of a landscape sheet: its pages, without blank ones, and the marks in and beside the fold."""

    leaves: tuple[Leaf, ...]
    furniture: Picture
