"""Figures of the rules: their data, and the drawings that the booklet shows."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from generator.model.place import Place


class Figure(Struct, frozen=True, eq=False):
    """A drawing of `width` x `height` mm with its alternative text; `place` is where the figure is defined.

    `draw` gets a ReportLab canvas and draws in the canvas's units from 0, 0 to width, height, y downwards.
    """

    width: float
    height: float
    alt: str
    place: Place
    draw: Callable[[Any], None]


class Svg(Struct, frozen=True):
    """A drawing of `width` x `height` mm as an SVG document, with its alternative text."""

    markup: str
    width: float
    height: float
    alt: str
