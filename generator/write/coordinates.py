"""Format numbers and matrices, and place faces on the paper."""

from functools import lru_cache
from typing import NamedTuple

from generator.geometry.matrix import Matrix
from generator.model.sheet import Placement


@lru_cache(maxsize=16_384)
def format_number(value: float) -> str:
    """Return a number to four decimals and without exponent, as PDF and SVG need it; up to 100,000,000."""
    return f"{round(value, 4) + 0.0:.12g}"  # no -0


@lru_cache(maxsize=4096)
def format_matrix(values: tuple[float, ...]) -> str:
    """Return the six numbers of a matrix, to six decimals: four of them multiply coordinates as large as a page."""
    return " ".join(map(_format_six_decimals, values))


def _format_six_decimals(value: float) -> str:
    """Return a number without exponent, which the format `g` would use for the sine of a small angle."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class PlacedFace(NamedTuple):
    """A matrix from the face to the paper, and a clip: x, y, width, height from the top left of the face's trim."""

    matrix: Matrix
    clip: tuple[float, float, float, float]


def locate_face(p: Placement) -> PlacedFace:
    """Return where a face lies, turned clockwise with its trim filling the slot."""
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
    return PlacedFace(to, (-room[0], -room[1], width + room[0] + room[2], height + room[1] + room[3]))
