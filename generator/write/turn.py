"""A placement goes in, the matrix from its face to the paper and its clip in the face's coordinates come out; mm."""

from typing import NamedTuple

from generator.model.picture import Matrix
from generator.model.sheet import Placement


class Placed(NamedTuple):
    """`clip` is x, y, width, height in the face's coordinates, whose origin is the trim's top left."""

    matrix: Matrix
    clip: tuple[float, float, float, float]


def placed(p: Placement) -> Placed:
    """Return where a face lies: turned clockwise, its trim filling the slot."""
    left, top, right, bottom = p.clip
    match p.rotation:
        case 90:  # the face's top looks to the right of the paper
            to: Matrix = (0.0, 1.0, -1.0, 0.0, p.x + p.width, p.y)
            width, height, room = p.height, p.width, (top, right, bottom, left)
        case 180:
            to = (-1.0, 0.0, 0.0, -1.0, p.x + p.width, p.y + p.height)
            width, height, room = p.width, p.height, (right, bottom, left, top)
        case 270:
            to = (0.0, -1.0, 1.0, 0.0, p.x, p.y + p.height)
            width, height, room = p.height, p.width, (bottom, left, top, right)
        case _:
            to = (1.0, 0.0, 0.0, 1.0, p.x, p.y)
            width, height, room = p.width, p.height, (left, top, right, bottom)
    return Placed(to, (-room[0], -room[1], width + room[0] + room[2], height + room[1] + room[3]))
