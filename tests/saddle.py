"""Simulate the folding of a saddle-stitched booklet from its printed sheets."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def read_through(sides: Sequence[tuple[T, T]], at_right: bool = False) -> list[tuple[T, int]]:
    """Return what a reader sees, page by page, with the number of its sheet, 0 for the outermost.

    `sides` are what lies left and right of the fold on each printed side, as the printer takes them: front, back, front,
    back. Its sheets turn on the short edge, so that the back of a right half is a left half. They fall on one another
    front down, the first at the bottom; the pile is folded, its left halves over its right ones, and read from there.
    Bound `at_right`, it is read from the other cover.
    """
    fronts, backs = sides[0::2], sides[1::2]
    assert len(fronts) == len(backs), "a sheet has two sides"
    left_pile = [[(front[1], n), (back[0], n)] for n, (front, back) in enumerate(zip(fronts, backs, strict=True))]
    right_pile = [[(front[0], n), (back[1], n)] for n, (front, back) in enumerate(zip(fronts, backs, strict=True))]
    # each pile from its bottom up, and of each half the face that looks down, then the one that looks up: the left pile
    # is turned over by the fold, so that its lowest face is on top; the right one stays as it lies
    book = [face for half in left_pile for face in half]
    book += [face for half in reversed(right_pile) for face in reversed(half)]
    return book[::-1] if at_right else book
