"""Dividers for a box of cards, with an index tab that stands out at the top."""

from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta

from generator.components.nets.assembly import FOLDED_KIND, make_net
from generator.model.data_types import Positive, Value, WidthHeight
from generator.model.finding import KeyedError, Place, refuse
from generator.model.game import PartData
from generator.model.net import Net, Panel

_MOST_TABS = 20


class DividerData(PartData, frozen=True, kw_only=True):
    """A divider; its index tab stands at one of so many `places` along the top, which a column `place` counts."""

    size: Annotated[WidthHeight, Meta(description="[width, height] without the index tab, mm")]
    tab: Annotated[Positive, Meta(description="height of the index tab, mm")] = 10.0
    places: Annotated[int, Meta(description="how many index tabs stand side by side", ge=1, le=_MOST_TABS)] = 1

    def __post_init__(self) -> None:
        """Refuse index tabs too narrow to be cut and read (KeyedError)."""
        if (wide := self.size[0] / self.places) < 10:
            raise KeyedError("places", f"{self.places} index tabs side by side are {wide:.3g} mm wide; at least 10 mm")


def cut_divider(divider: DividerData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the divider as one panel without a fold; DataError for a place that there is not (GF006)."""
    (width, height), up = divider.size, divider.tab
    place = row.get("place", 1)
    if type(place) is not int or not 1 <= place <= divider.places:
        raise refuse("GF006", at("place"), f"`place` counts the index tabs, from 1 to {divider.places}, not {place!r}")
    wide = width / divider.places
    left, right, top = (place - 1) * wide - width / 2, place * wide - width / 2, -height / 2
    slant = min(2.0, up / 3)
    corners = (
        (-width / 2, top),
        *(((left, top),) if place > 1 else ()),
        (left + slant, top - up),
        (right - slant, top - up),
        *(((right, top),) if place < divider.places else ()),
        (width / 2, top),
        (width / 2, height / 2),
        (-width / 2, height / 2),
    )
    panel = Panel("front", corners, (1, 0, 0, 1, 0, 0))
    facts = {
        "width": width,
        "height": height,
        "tab": up,
        "tab_x": (left + right) / 2,
        "tab_y": top - up / 2,
        "tab_width": wide,
    }
    return make_net([panel], [], [], facts)


def turn_divider(divider: DividerData, row: Mapping[str, Value]) -> dict[str, Value]:
    """Return the row of the divider whose index tab stands where this one's is seen from behind."""
    place = row.get("place", 1)
    assert isinstance(place, int)
    return {**row, "place": divider.places + 1 - place}


DIVIDER = FOLDED_KIND._replace(data=DividerData, net=cut_divider, turn_over=turn_divider)
