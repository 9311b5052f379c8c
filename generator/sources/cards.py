"""The cards of finished art: what the readers of pictures and of PDFs hand on."""

from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

Size = tuple[float, float]  # width and height, mm


class SourceFile(NamedTuple):
    """A picture or a PDF: its name below the game's `images/`, with slashes, and where it is now."""

    name: str
    path: Path


class SourceCard(Struct, frozen=True):
    """One card, or `copies` equal ones.

    `front` and `back` are what a template's `href` says, below the game's folder and not percent-encoded:
    `images/fox #2.png`, or a region of a PDF's page, see `name_region`. `size` is None where the part's size holds.
    """

    front: str
    back: str | None = None
    name: str = ""
    part: str = "card"
    copies: int = 1
    size: Size | None = None


def name_image(name: str) -> str:
    """Return the href of a picture of that name."""
    return f"images/{name}"


def name_region(name: str, page: int, at: tuple[float, float], size: Size, turn: int = 0) -> str:
    """Return the href of a region of a PDF: `at` is its top left corner, mm on the page as it is shown.

    `page` counts from 1. `turn` is how far the region is turned clockwise to stand upright: 0, 90, 180 or 270.
    """
    numbers = f"page={page}&at={at[0]:g},{at[1]:g}&size={size[0]:g},{size[1]:g}"
    return f"images/{name}#{numbers}" + (f"&turn={turn}" if turn else "")
