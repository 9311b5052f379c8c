"""A sheet of a booklet: two pages on each side, folded in the middle."""

from typing import NamedTuple

Pair = tuple[int | None, int | None]


class Folio(NamedTuple):
    """The pages left and right of the fold on the outer side and on the inner side; None is a blank page.

    Pages are counted from 1, in reading order.
    """

    outer: Pair
    inner: Pair
