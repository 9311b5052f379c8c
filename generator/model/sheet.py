"""Sheets of pieces, of booklets and of labels: what lies where on each side, mm from the top left of the paper."""

import re
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from generator.model.paper import MarkedSides, MarkStyle, Side

if TYPE_CHECKING:
    from generator.model.game import Design, Part
    from generator.model.picture import Picture, Shape

_LENGTH = r"\d{1,4}(?:\.\d{1,5})?"
_PAIR = rf"({_LENGTH})x({_LENGTH})"
_LABELS = re.compile(rf"([1-9]\d?)x([1-9]\d?),{_PAIR},{_PAIR},{_PAIR}")
_LARGEST = 1600.0


class LabelSheet(NamedTuple):
    """Labels in columns and rows: their size, the pitch from one to the next, and the top left of the first."""

    columns: int
    rows: int
    size: tuple[float, float]
    pitch: tuple[float, float]
    first: tuple[float, float]

    @property
    def slots(self) -> int:
        """Return the number of labels on a sheet."""
        return self.columns * self.rows

    @property
    def gap(self) -> float:
        """Return the least distance between neighbors."""
        return min(max(0.0, pitch - size) for pitch, size in zip(self.pitch, self.size, strict=True))

    def find_middle(self, number: int) -> tuple[float, float]:
        """Return the middle of a label, which are counted from 0 in reading order."""
        row, column = divmod(number, self.columns)
        x, y = self.first[0] + column * self.pitch[0], self.first[1] + row * self.pitch[1]
        return x + self.size[0] / 2, y + self.size[1] / 2


def find_labels(text: str) -> LabelSheet | None:
    """Return the labels from a text such as 3x7,63.5x38.1,66x38.1,7.2x15.1; None if they are none, or overlap.

    It names columns and rows, then size, pitch and place of the first one.
    """
    if (found := _LABELS.fullmatch(text)) is None:
        return None
    wide, high, across, down, left, top = map(float, found.groups()[2:])
    made = LabelSheet(int(found[1]), int(found[2]), (wide, high), (across, down), (left, top))
    is_sound = 1 <= wide <= across + 0.001 and 1 <= high <= down + 0.001 and max(across, down) <= _LARGEST
    return made if is_sound else None


class ArtTraits(NamedTuple):
    """What imposition needs to know of a part's art: its bleeds in mm, and whether neighbors look alike.

    Rectangles that `touch` share their cuts, whatever they look like, and have a bleed only where no neighbor is. `gap`
    is what lies between pieces across and down, beyond their bleeds, if that is not left to the game. A `grid` is how
    many columns and rows each sheet has.
    """

    front_bleed: float
    back_bleed: float
    fronts_alike: bool
    backs_alike: bool
    touches: bool = False
    gap: tuple[float, float] | None = None
    grid: tuple[int, int] | None = None

    @property
    def bleed(self) -> float:
        """Return the larger bleed of the two sides."""
        return max(self.front_bleed, self.back_bleed)

    def follow(self, cutting: "CutStyle") -> "ArtTraits":
        """Return the traits with bleeds of at most what is cut by, and touching and apart if pieces shall be."""
        front, back = min(self.front_bleed, cutting.bleed), min(self.back_bleed, cutting.bleed)
        return self._replace(
            front_bleed=front, back_bleed=back, touches=cutting.touch, gap=cutting.gap, grid=cutting.grid
        )


class CutStyle(NamedTuple):
    """What pieces are cut by: the style of marks, the most bleed that is printed, the radius of corners; mm.

    Pieces that `touch` share their cuts. `gap` is what lies between them across and down, None for what the game says.
    Marks stand on some sides of the sheets. A `grid` is how many columns and rows each sheet has, None for what fits.
    Pieces on `labels` begin with that at which to start, counted from 1.
    """

    marks: MarkStyle = "corners"
    bleed: float = inf
    corners: float = 0.0
    touch: bool = False
    gap: tuple[float, float] | None = None
    marks_on: MarkedSides = "front"
    grid: tuple[int, int] | None = None
    labels: LabelSheet | None = None
    start_at: int = 1

    def is_marked(self, side: Side) -> bool:
        """Return whether marks stand on a side of the sheets."""
        return self.marks != "none" and self.marks_on in (side, "both")


AS_DRAWN = CutStyle()


class Placement(NamedTuple):
    """One face of one copy in its slot: its trim on the paper, and its rotation in degrees clockwise.

    `clip` is how far art may reach beyond the trim to the left, top, right and bottom on the paper, mm.
    """

    part: "Part"
    design: "Design"
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
    parts: "tuple[Part, ...]"
    placements: tuple[Placement, ...]
    furniture: "tuple[Shape, ...]"
    label: "tuple[Shape, ...]"
    guides: "tuple[Shape, ...]" = ()


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
    furniture: "Picture"
