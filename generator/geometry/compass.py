"""Directions of the compass on the paper; n is up."""

from math import atan2, degrees

COMPASS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")


def compass_point(dx: float, dy: float) -> str:
    """Return the nearest of the eight directions; y points down."""
    return COMPASS[round(degrees(atan2(dy, dx)) / 45) % 8]
