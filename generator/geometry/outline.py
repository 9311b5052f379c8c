"""The outline of a piece."""

from typing import Literal

import msgspec


class Outline(msgspec.Struct, frozen=True):
    """The trim of a piece, mm, its box's top left at 0,0. `points` is empty for a rectangle and for a disc."""

    width: float
    height: float
    shape: Literal["rect", "disc", "polygon"] = "rect"
    points: tuple[tuple[float, float], ...] = ()
