"""A figure of the rules as the booklet sees it: its size, its words, and how it is drawn on a page or on a screen."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from generator.model.place import Place


class Figure(Struct, frozen=True, eq=False):
    """A drawing `width` by `height` mm; `alt` is for those who cannot see it, `place` is where it is defined.

    `draw` is given a canvas of ReportLab's, and draws in its units from 0, 0 to width, height, y downwards.
    """

    width: float
    height: float
    alt: str
    place: Place
    draw: Callable[[Any], None]


class Svg(Struct, frozen=True):
    """A drawing `width` by `height` mm as one SVG document; `alt` is for those who cannot see it."""

    markup: str
    width: float
    height: float
    alt: str
