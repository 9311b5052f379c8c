"""A slot seen from the front goes in, the slot of its back on the turned sheet comes out (portrait paper, mm)."""

from typing import Literal

from generator.model.paper import Backs, Paper
from generator.model.sheet import Placement

_LONG: dict[int, Literal[0, 90, 180, 270]] = {0: 0, 90: 270, 180: 180, 270: 90}
_SHORT: dict[int, Literal[0, 90, 180, 270]] = {0: 180, 90: 90, 180: 0, 270: 270}


def turned(slot: Placement, paper: Paper, flip: Backs) -> Placement:
    """Return the slot mirrored; the artwork is never mirrored, it is only turned with the paper.

    Long edge: x' = W - x - w. Short edge: y' = H - y - h, and the back stands on its head.
    """
    left, top, right, bottom = slot.clip
    if flip == "long-edge":
        x = paper.width - slot.x - slot.width
        return slot._replace(x=x, rotation=_LONG[slot.rotation], clip=(right, top, left, bottom))
    y = paper.height - slot.y - slot.height
    return slot._replace(y=y, rotation=_SHORT[slot.rotation], clip=(left, bottom, right, top))
