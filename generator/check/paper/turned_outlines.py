"""Check that the outline of a cell is drawn as the cell lies, not turned or mirrored (GF153)."""

from collections.abc import Callable, Iterator, Sequence
from math import dist

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.cell_art import find_mover
from generator.check.paper.drawn_places import DrawnPlace, corners_of, list_drawn_places
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.matrix import invert_matrix
from generator.geometry.types import Point
from generator.model.picture import Path

_SAME = 0.4  # mm between corners that are the same
_MOVES: dict[str, Callable[[Point], Point]] = {
    "upside down": lambda at: (-at[0], -at[1]),
    "rotated by a quarter turn": lambda at: (-at[1], at[0]),
    "rotated by three quarter turns": lambda at: (at[1], -at[0]),
    "mirrored left to right": lambda at: (-at[0], at[1]),
    "mirrored top to bottom": lambda at: (at[0], -at[1]),
}


def find_turned_outlines(face: Face) -> Iterator[PageFault]:
    """Report each cell whose outline is drawn turned or mirrored, and does not cover the cell (GF153)."""
    for place in list_drawn_places(face):
        if place.declared.noun != "cell":
            continue
        for each in place.shapes:
            how = _describe_turn(place, each)
            if how:
                text = (
                    f"the outline of {place.declared.label} is drawn {how}: its corners do not match those of the cell"
                )
                address = find_mover(face, each, len(place.group.address))
                yield PageFault("GF153", "outline", text, address, "warning", where="use")
                break


def _describe_turn(place: DrawnPlace, each: DrawnShape) -> str:
    """Return how a shape would have to be moved to be the outline of its cell; empty if it is that, or never is."""
    own = place.declared.own
    if not isinstance(each.shape, Path) or not len(own) <= len(each.shape.segments) <= len(own) + 2:
        return ""
    corners = list(corners_of(each, invert_matrix(place.group.matrix)))
    if len(corners) == len(own) + 1 and dist(corners[0], corners[-1]) < _SAME:
        corners.pop()
    if len(corners) != len(own) or _are_same(corners, own):
        return ""
    return next((how for how, move in _MOVES.items() if _are_same([move(at) for at in corners], own)), "")


def _are_same(some: Sequence[Point], others: Sequence[Point]) -> bool:
    """Return whether each point is one of the others."""
    return all(any(dist(one, other) < _SAME for other in others) for one in some)
