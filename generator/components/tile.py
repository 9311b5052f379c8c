"""Tiles: a width and a height in mm go in, a rectangle comes out."""

from typing import Any

from generator.components.card import Pair
from generator.geometry.outline import Outline
from generator.model.game import PartData


class Tile(PartData, frozen=True, kw_only=True):
    """A rectangular tile; `size` is [width, height] in mm."""

    size: Pair


def outline(tile: Tile) -> Outline:
    """Return the trim of the tile."""
    width, height = tile.size
    return Outline(width, height)


def values(tile: Tile) -> dict[str, Any]:
    """Return nothing more: a tile's template knows its size already."""
    return {}
