"""A sheet of a booklet: two pages on each side, folded in the middle; and such a side as it is printed, in mm."""

from typing import NamedTuple

from generator.model.picture import Picture

Pair = tuple[int | None, int | None]


class Folio(NamedTuple):
    """The pages left and right of the fold on the outer side and on the inner side; None is a blank page.

    Pages are counted from 1, in reading order.
    """

    outer: Pair
    inner: Pair


class Leaf(NamedTuple):
    """A page in its place: its number, its box on the sheet, and between which x it shows; mm from the top left."""

    number: int
    x: float
    y: float
    width: float
    height: float
    room: tuple[float, float]


class Spread(NamedTuple):
    """One side of a sheet, lying: the pages on it, none for blank ones, and what is drawn in and beside the fold."""

    leaves: tuple[Leaf, ...]
    furniture: Picture
