"""Picture each folded part as it stands when it is finished; mm."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from generator.model.game import Part
from generator.model.net import Net
from generator.render.figures.folding_figure import draw_leaves

_MOST_PICTURES = 6  # of parts, in a row
_SIZE = 24.0, 18.0  # of the box of one


class FoldedPicture(NamedTuple):
    """A finished piece: the title of its part, the size of the picture, and its faces from back to front."""

    title: str
    width: float
    height: float
    leaves: list[dict[str, str]]


def list_folded_pictures(parts: Sequence[Part], say: Callable[[str], str]) -> list[FoldedPicture]:
    """Return a picture of the largest piece of each folded part, the first few; `say` translates the titles."""
    found = []
    for part in parts:
        nets = [(design.net_piece.whole.net if design.net_piece else design.net) for design in part.designs]
        if whole := [net for net in nets if net and net.folds]:
            largest: Any = max(whole, key=_measure_area)
            leaves = list(draw_leaves(largest, _SIZE, 1.0, part.traits.foot))
            found.append(FoldedPicture(say(part.title), *_SIZE, leaves))
    return found[:_MOST_PICTURES]


def _measure_area(net: Net) -> float:
    return net.width * net.height
