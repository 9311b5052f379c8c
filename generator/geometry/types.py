"""The plain values of plane geometry; lengths in mm, y downwards."""

from typing import Literal

import msgspec

Point = tuple[float, float]
Edge = tuple[Point, Point]
Quad = tuple[Point, Point, Point, Point]


class Outline(msgspec.Struct, frozen=True):
    """The trim of a piece, mm, its box's top left at 0,0. `points` is empty for a rectangle and for a disc."""

    width: float
    height: float
    shape: Literal["rect", "disc", "polygon"] = "rect"
    points: tuple[tuple[float, float], ...] = ()


Segment = tuple[str, *tuple[float, ...]]


Points = tuple[Point, ...]


Box = tuple[float, float, float, float]
