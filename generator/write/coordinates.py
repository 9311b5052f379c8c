"""A number goes in, the shortest text that is right to a ten-thousandth of a millimeter comes out."""

from functools import lru_cache
from typing import NamedTuple

from generator.geometry.matrix import Matrix
from generator.model.sheet import Placement


@lru_cache(maxsize=16_384)
def digits(value: float) -> str:
    """Return a decimal without exponent, as PDF and SVG both read it; up to 100,000,000."""
    return f"{round(value, 4) + 0.0:.12g}"  # no -0: what is drawn the same is spelled the same


def matrix(values: tuple[float, ...]) -> str:
    """Return six numbers; the four that turn and scale keep six decimals, because they multiply a page's width."""
    return " ".join(map(_six, values))


def _six(value: float) -> str:
    """Return six decimals without exponent: a small angle's sine is below what `g` writes as a decimal."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


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
