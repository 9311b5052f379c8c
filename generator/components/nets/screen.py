"""Screens of three panels behind which a player hides things."""

from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta

from generator.components.nets.assembly import FOLDED_KIND, make_fold, make_net
from generator.geometry.polygon import rectangle_points
from generator.model.data_types import Positive, Value, WidthHeight
from generator.model.finding import Place
from generator.model.game import KindTraits, PartData
from generator.model.net import Net, Panel

RIGHT, LEFT = 1, 3


class ScreenData(PartData, frozen=True, kw_only=True):
    """A screen that stands; `size` is that of its middle panel, `wing` the width of the two beside it, mm."""

    size: Annotated[WidthHeight, Meta(description="[width, height] of the middle panel, mm")]
    wing: Annotated[Positive, Meta(description="width of each of the two panels beside it, mm")]
    angle: Annotated[float, Meta(description="degrees by which a wing is bent back", gt=0, lt=180)] = 60.0


def unfold_screen(screen: ScreenData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net: three panels in a row, printed on the side that the others see."""
    (width, height), wing = screen.size, screen.wing
    middle = Panel("middle", rectangle_points(width, height), (1, 0, 0, 1, 0, 0))
    left, right = (
        Panel(name, rectangle_points(wing, height), (1, 0, 0, 1, side * (width + wing) / 2, 0))
        for name, side in (("left", -1), ("right", 1))
    )
    folds = [
        make_fold(middle, LEFT, left, "mountain", screen.angle),
        make_fold(middle, RIGHT, right, "mountain", screen.angle),
    ]
    return make_net([middle, left, right], folds, [], {"width": width, "height": height, "wing": wing})


SCREEN = FOLDED_KIND._replace(data=ScreenData, net=unfold_screen, traits=KindTraits(stacks=False, divided=True))
