"""The distinct faces of a kit, what is wrong on their pages, and how rendered pages are compared."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from PIL import Image, ImageChops

from generator.check.analysis.drawing import Address, Drawing
from generator.model.finding import Level
from generator.model.game import Design, Game, Part
from generator.model.paper import Side
from generator.model.picture import Picture

EVERYWHERE = "kit: "  # begins the kinds of faults that are one in a kit, whatever the templates
LookAt = Callable[[Sequence[Picture]], Sequence[Image.Image]]  # renders pictures, all at one resolution


class Face(NamedTuple):
    """A distinct face of a part: its designs that look so, the side, and the drawing."""

    part: Part
    designs: tuple[Design, ...]
    side: Side
    drawing: Drawing

    @property
    def label(self) -> str:
        """Return its name in messages, such as hand.red.3 front."""
        return f"{self.part.id}.{self.designs[0].id} {self.side}"


class PageFault(NamedTuple):
    """A fault on a page: `text` describes the first of its `kind`; `address` is the shape or group to edit first.

    An empty address is the drawing as a whole, and None is the place in the data that names its template. Faults of one
    code and kind whose shapes come from one line of a template have one cause. `where` tells which tag is to be edited:
    that of the shape, the `use` that draws it, what that takes from its file, or what sets the fill. If that template
    has a table with an `entry` of this name, such as where the pips of a 6 are, the entry is the place. Without an
    address, `entry` is the key of the part in the data that is the place, such as numbered.river. A group that is
    `hidden` is the place if one tag draws both what is in it and what covers it. What may be wrong `instead` is told as
    well, as a note: its address, and what it says before the place of the fault.
    """

    code: str
    kind: str
    text: str
    address: Address | None = None
    level: Level = "error"
    where: Literal["shape", "use", "paint"] = "shape"
    entry: str = ""
    hidden: Address | None = None
    instead: tuple[Address, str] | None = None


LocatedFault = tuple[Face, PageFault]


class KitPages(NamedTuple):
    """All distinct faces of a kit, and its game; `look` renders pictures."""

    game: Game
    faces: Sequence[Face]
    look: LookAt


def find_changes(one: Image.Image, other: Image.Image, least: int) -> Image.Image:
    """Return a mask of the pixels in which some channel of two images differs by `least` of 255."""
    return mark_levels(find_differences(one, other), least)


def find_differences(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return for each pixel by how much the channel of two images differs that differs most."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def mark_levels(levels: Image.Image, least: int) -> Image.Image:
    """Return a mask of the pixels that are `least` of 255 or more."""
    return levels.point([0] * least + [255] * (256 - least))


def count_marked(mask: Image.Image) -> int:
    """Return the number of pixels that are 255 in a mask."""
    return mask.histogram()[255]


def share_of(part: Image.Image, whole: Image.Image) -> float:
    """Return which share of one mask lies in another, 1 for an empty mask."""
    count = count_marked(whole)
    return count_marked(ImageChops.multiply(part, whole)) / count if count else 1.0
