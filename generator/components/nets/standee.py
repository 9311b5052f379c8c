"""Standees: nets of five panels in a strip that stands when folded."""

from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta

from generator.components.nets.assembly import FOLDED_KIND, make_fold, make_net
from generator.geometry.polygon import rectangle_points
from generator.model.data_types import Positive, Value, WidthHeight
from generator.model.finding import Place, refuse
from generator.model.game import KindTraits, PartData
from generator.model.net import Net, Panel

TOP, BOTTOM = 0, 2
_LEAST_FOOT = 2.0  # mm: less cannot be folded, and nothing stands on it


class StandeeData(PartData, frozen=True, kw_only=True):
    """A figure that stands; `size` is [width, height] of its front in mm, `foot` how far a foot reaches out."""

    size: Annotated[WidthHeight, Meta(description="[width, height] of front and back, mm")]
    foot: Annotated[Positive, Meta(description="depth of each of the two feet, mm")] = 8.0


def unfold_standee(standee: StandeeData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net: front and back share the top edge, where they are folded flat against each other.

    Both feet are folded outward, the printed side up. The sole continues the front foot, is folded under it and glued
    under both feet, so that they cannot spread, and the net stays one straight strip. GF006.
    """
    (width, height), foot = standee.size, standee.foot
    if foot < _LEAST_FOOT:
        raise refuse("GF006", at("foot"), f"foot must be at least {_LEAST_FOOT:g} mm deep to stand on, not {foot:g}")
    back_foot = _make_panel("back-foot", width, foot, -height - foot / 2, over=True, may_be_blank=True)
    back = _make_panel("back", width, height, -height / 2, over=True)
    front = _make_panel("front", width, height, height / 2)
    front_foot = _make_panel("front-foot", width, foot, height + foot / 2, may_be_blank=True)
    sole = _make_panel("sole", width, 2 * foot, height + 2 * foot, may_be_blank=True)
    folds = [
        make_fold(back, BOTTOM, back_foot, "valley", 90.0),
        make_fold(front, TOP, back, "mountain", 180.0),
        make_fold(front, BOTTOM, front_foot, "valley", 90.0),
        make_fold(front_foot, BOTTOM, sole, "mountain", 180.0),
    ]
    facts = {"width": width, "height": height, "foot": foot}
    return make_net([front, back, front_foot, back_foot, sole], folds, [], facts)


def _make_panel(
    name: str, width: float, height: float, y: float, over: bool = False, may_be_blank: bool = False
) -> Panel:
    """Return a panel with its middle at y below the top fold, upside down if it is folded over."""
    turn = -1.0 if over else 1.0
    matrix = (turn, 0, 0, turn, 0, y)
    return Panel(name, rectangle_points(width, height), matrix, may_be_blank=may_be_blank)


STANDEE = FOLDED_KIND._replace(
    data=StandeeData, net=unfold_standee, traits=KindTraits(stacks=False, stands=True, foot="sole")
)
