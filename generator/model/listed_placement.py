"""A row of a kit's manifest: where a piece lies, and how it looks."""

from functools import cache
from typing import Annotated

from msgspec import Meta, Struct, defstruct

from generator.model.paper import Side

_MOST = 100_000.0  # mm, far beyond any paper: sums and differences of such numbers stay finite

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Length = Annotated[float, Meta(ge=-_MOST, le=_MOST)]
Size = Annotated[float, Meta(gt=0, le=_MOST)]


class ListedPlacement(Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One face on the sheets: its trim box in mm from the paper's top left, and its clockwise turn in degrees.

    `pdf_page` and `svg` say where it is in each format that was written; pieces of equal `look` look the same.
    `pdf_file` is the file with its picture where several kits are merged.
    """

    part: str
    design: str
    copy: Count
    side: Side
    id: str
    pdf_page: Count | None
    svg: str | None
    sheet: Count
    x: Length
    y: Length
    w: Size
    h: Size
    rotation: Annotated[int, Meta(ge=-360, le=360)]
    look: str | None = None
    pdf_file: str | None = None


@cache
def extend_row(keys: tuple[str, ...]) -> type[ListedPlacement]:
    """Return the class of rows that also say where a piece is in other formats, under these keys.

    They are written to a manifest, but not read from one.
    """
    if not keys:
        return ListedPlacement
    fields = [(key, str | int | None) for key in keys]
    made = defstruct("ListedPlacement", fields, bases=(ListedPlacement,), frozen=True, kw_only=True)
    assert issubclass(made, ListedPlacement)
    return made
