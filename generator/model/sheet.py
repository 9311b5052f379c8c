"""Sheets of pieces and of booklets: what lies where on each side, mm from the top left of the paper."""

from math import inf
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.model.game import Design, Part
from generator.model.paper import MarkStyle, Side
from generator.model.picture import Picture, Shape


class ArtTraits(NamedTuple):
    """What imposition needs to know of a part's art: its bleeds in mm, and whether neighbors look alike.

    Rectangles that `touch` share their cuts, whatever they look like, and have a bleed only where no neighbor is.
    """

    front_bleed: float
    back_bleed: float
    fronts_alike: bool
    backs_alike: bool
    touches: bool = False

    @property
    def bleed(self) -> float:
        """Return the larger bleed of the two sides."""
        return max(self.front_bleed, self.back_bleed)

    def follow(self, cutting: "CutStyle") -> "ArtTraits":
        """Return the traits with bleeds of at most what is cut by, and touching if pieces shall."""
        front, back = min(self.front_bleed, cutting.bleed), min(self.back_bleed, cutting.bleed)
        return self._replace(front_bleed=front, back_bleed=back, touches=cutting.touch)


class CutStyle(NamedTuple):
    """What pieces are cut by: the style of marks, the most bleed that is printed, the radius of corners; mm.

    Pieces that `touch` share their cuts.
    """

    marks: MarkStyle = "corners"
    bleed: float = inf
    corners: float = 0.0
    touch: bool = False


AS_DRAWN = CutStyle()


class Placement(NamedTuple):
    """One face of one copy in its slot: its trim on the paper, and its rotation in degrees clockwise.

    `clip` is how far art may reach beyond the trim to the left, top, right and bottom on the paper, mm.
    """

    part: Part
    design: Design
    copy: int
    side: Side
    x: float
    y: float
    width: float
    height: float
    rotation: Literal[0, 90, 180, 270]
    clip: tuple[float, float, float, float]

    @property
    def id(self) -> str:
        """Return its name in the finished files, part.design.cN.side, which is an XML name."""
        return f"{self.part.id}.{self.design.id}.c{self.copy}.{self.side}"


class Page(Struct, frozen=True, eq=False):
    """One side of one sheet; sheets count from 1, and `of` is their number.

    `guides` are drawn over the pieces, `furniture` and `label` beside them.
    """

    sheet: int
    of: int
    side: Side
    parts: tuple[Part, ...]
    placements: tuple[Placement, ...]
    furniture: tuple[Shape, ...]
    label: tuple[Shape, ...]
    guides: tuple[Shape, ...] = ()


PagePair = tuple[int | None, int | None]


class BookletSheet(NamedTuple):
    """The page numbers left and right of the fold on the outer and on the inner side; None is a blank page.

    Pages count from 1 in reading order.
    """

    outer: PagePair
    inner: PagePair


class PlacedPage(NamedTuple):
    """A page of a booklet on its sheet: its number, its box, and `room`, the range of x to which it is clipped; mm."""

    number: int
    x: float
    y: float
    width: float
    height: float
    room: tuple[float, float]


class BookletSide(NamedTuple):
    """One side of a landscape sheet: its pages, without blank ones, and the marks in and beside the fold."""

    leaves: tuple[PlacedPage, ...]
    furniture: Picture
