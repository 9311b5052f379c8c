"""Rectangular tiles."""

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
