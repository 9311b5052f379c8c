"""Ready-made layouts: what a layout offers, how a part uses it, and what its template gets."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from generator.model.data_types import ID, Length, Strict, Title

MM_PER_POINT = 25.4 / 72
LAYOUT_FOLDER = "card-layouts"
LAYOUT_BACKS = ("checks", "diamonds", "rings", "stripes", "suns", "waves")  # files of LAYOUT_FOLDER/backs
# columns that crop the picture of a card, percent: what of it shows, from left and top, and how large
CROP_COLUMNS: Mapping[str, tuple[float, float]] = {"art_x": (0, 100), "art_y": (0, 100), "art_zoom": (100, 1000)}
_Points = Annotated[float, Meta(ge=4, le=72)]


class FrameData(Strict, frozen=True, kw_only=True):
    """What gives a piece its color: a column of the rows, or one color for all."""

    by: Annotated[str, Meta(description="column whose words name the colors")] = ""
    color: Annotated[str, Meta(description="color role or #rrggbb of all pieces")] = ""


class FitData(Strict, frozen=True, kw_only=True):
    """The sizes of running text in points: the one to begin with and the least."""

    largest: Annotated[_Points, Meta(description="points")] = msgspec.field(default=9.5, name="from")
    least: Annotated[_Points, Meta(description="points; 7.7 has capitals of 1.8 mm")] = msgspec.field(
        default=7.7, name="to"
    )


class LayoutFontsData(Strict, frozen=True, kw_only=True):
    """The families of titles, of text and of large numbers."""

    title: Title = "Source Serif Pro"
    text: Title = "Source Sans Pro"
    number: Title = "Source Sans Pro"


class LayoutStyle(Strict, frozen=True, kw_only=True):
    """How a layout looks, as far as a part may change it."""

    frame: str | FrameData | None = None
    fit: FitData = FitData()
    fonts: LayoutFontsData = LayoutFontsData()
    corner: Annotated[Length, Meta(description="radius of frames, mm")] = 2.5
    picture: Annotated[
        Literal["auto", "cover", "contain"],
        Meta(description="how a picture fills its place; auto: SVG lies in it, and others cover it"),
    ] = "auto"
    back: Annotated[str | None, Meta(description="one of the backs that come with gutterfold")] = None
    template: Annotated[str, Meta(description="template to use instead of the layout's own")] = ""


STYLE_KEYS = tuple(field.encode_name for field in msgspec.structs.fields(LayoutStyle))


class SlotData(Strict, frozen=True, kw_only=True):
    """A slot of a layout: what it is for, and how it takes the columns of a table."""

    about: Annotated[str, Meta(description="what stands there")]
    needed: bool = False
    many: Annotated[int, Meta(ge=1, le=12, description="the most columns that it shows side by side")] = 1
    names: Annotated[str, Meta(description="usual names to take instead of those of the slot's own name")] = ""


class LayoutFile(Strict, frozen=True, kw_only=True):
    """A layout that comes with gutterfold, as the file beside its template describes it."""

    title: Title
    about: str
    kinds: Annotated[list[str], Meta(min_length=1)]
    example: Annotated[dict[str, Any], Meta(description="keys of a part that shows it")]
    slots: dict[Annotated[str, Meta(pattern=ID)], SlotData]
    usual: Annotated[int, Meta(ge=0, le=9, description="of layouts that suit a table, the most usual is taken")] = 0
    style: Mapping[str, str] = MappingProxyType({})


class Layout(msgspec.Struct, frozen=True):
    """A layout as a part uses it; `columns` are those that fill each slot, in the order in which they are tried.

    `slots` are all of the layout with the most columns each shows, `icons` what is drawn for each point of a slot,
    and `roles` the color roles of the words in the column `by`; other pieces have the color `role`.
    """

    name: str
    slots: Mapping[str, int]
    columns: Mapping[str, tuple[str, ...]]
    style: LayoutStyle
    icons: Mapping[str, str]
    by: str
    roles: Mapping[str, str]
    role: str
