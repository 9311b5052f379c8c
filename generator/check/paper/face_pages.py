"""The pages that a face is judged by: whole, without its texts, without its named groups, and these alone."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import ceil, floor
from typing import Literal, NamedTuple

from PIL import Image, ImageChops

from generator.check.analysis.drawing import Address, Drawing, NamedGroup
from generator.geometry.bounds import SpatialIndex, boxes_overlap
from generator.geometry.types import Box
from generator.model.finding import Level
from generator.model.game import Design, Game, Part
from generator.model.paper import Side
from generator.model.picture import Picture

EVERYWHERE = "kit: "  # begins the kinds of faults that are one in a kit, whatever the templates
LookAt = Callable[[Sequence[Picture]], Sequence[Image.Image]]  # renders pictures, all at one resolution
Pixels = tuple[int, int, int, int]  # left, top, right, bottom
SEEN_SHARE = 0.5  # of the ink of a group: with less, it is taken to be covered
LEGIBLE_SHARE = 0.8  # of the ink of a text: with less, letters are missing
_HALO_SHARE = 0.5  # of the ink of a text: an outline around it that changes as much paper makes it seen
FEWEST_PIXELS = 12  # ink on fewer is not judged
_HALF_INKED = 128  # of 255: pixels that a black text covers for the most part
_TEXT_CHANGED = 10  # of 255: a pale text on white differs by so little where it covers half a pixel
_APART = -0.3  # mm between groups that are hidden at a time, more than a pixel: what changes belongs to one of them


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
    address, `entry` is the key of the part in the data that is the place, such as numbered.river.
    """

    code: str
    kind: str
    text: str
    address: Address | None = None
    level: Level = "error"
    where: Literal["shape", "use", "symbol", "paint"] = "shape"
    entry: str = ""


LocatedFault = tuple[Face, PageFault]


class KitPages(NamedTuple):
    """All distinct faces of a kit, and its game; `look` renders pictures."""

    game: Game
    faces: Sequence[Face]
    look: LookAt


class FacePlan(NamedTuple):
    """The pictures to render of a face: `layers` are groups that do not touch, hidden one layer at a time."""

    face: Face
    layers: tuple[tuple[NamedGroup, ...], ...]
    pictures: tuple[Picture, ...]


class FaceViews:
    """The rendered pages of a face; `look` renders further pictures, when the cause of a fault is searched for.

    `covers` are the shapes that were found to cover something on faces alike, counted from the end of the drawing.
    """

    def __init__(
        self, plan: FacePlan, images: Sequence[Image.Image], dpi: float, look: LookAt, covers: list[int]
    ) -> None:
        self.face, self.layers, self.dpi, self.look, self.covers = plan.face, plan.layers, dpi, look, covers
        self._seen_texts: dict[int, bool] = {}
        self.unseen = 0  # things of which nothing was found that covers them
        rest = iter(images)
        self.whole = next(rest)
        self.textless, self.texts = (next(rest), next(rest)) if plan.face.drawing.texts else (self.whole, self.whole)
        self.hidden = [(next(rest), next(rest)) for _ in plan.layers]

    @cached_property
    def text_ink(self) -> Image.Image:
        """Return the mask of the pixels that texts in black cover for the most part."""
        return self.texts.convert("L").point([255] * _HALF_INKED + [0] * (256 - _HALF_INKED))

    @cached_property
    def text_changes(self) -> Image.Image:
        """Return the mask of the pixels that differ without the texts."""
        return find_changes(self.whole, self.textless, _TEXT_CHANGED)

    def is_text_seen(self, number: int) -> bool:
        """Return whether a text changes most of the paper under its ink; a text of a few pixels counts as seen."""
        if number not in self._seen_texts:
            self._seen_texts[number] = self._see_text(number)
        return self._seen_texts[number]

    def _see_text(self, number: int) -> bool:
        whole = self.face.drawing.shapes[number].whole
        assert whole is not None
        pixels = self.pixels_of(whole)
        own, changed = self.text_ink.crop(pixels), self.text_changes.crop(pixels)
        inked = count_marked(own)
        if inked < FEWEST_PIXELS or share_of(changed, own) >= LEGIBLE_SHARE:
            return True
        if not self.face.drawing.find_outlines(number):
            return False
        return count_marked(ImageChops.subtract(changed, own)) >= _HALO_SHARE * inked

    def pixels_of(self, box: Box) -> Pixels:
        """Return the pixels of a box (mm) of the face, within the page."""
        picture, scale = self.face.drawing.picture, self.dpi / 25.4
        left, top = floor((box[0] - picture.x) * scale), floor((box[1] - picture.y) * scale)
        right, bottom = ceil((box[2] - picture.x) * scale), ceil((box[3] - picture.y) * scale)
        width, height = self.whole.size
        left, top = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        return left, top, min(max(right, left + 1), width), min(max(bottom, top + 1), height)


def plan_face(face: Face) -> FacePlan:
    """Return the pictures that a face is judged by."""
    drawing = face.drawing
    pictures = [drawing.picture]
    if drawing.texts:
        pictures += [drawing.without([*drawing.texts, *drawing.letter_paints]), drawing.texts_in_black()]
    layers = tuple(_layer_groups(drawing))
    for layer in layers:
        numbers = [number for group in layer for number in range(group.first, group.end)]
        pictures += [drawing.without(numbers), drawing.only(numbers)]
    return FacePlan(face, layers, tuple(pictures))


def _layer_groups(drawing: Drawing) -> Iterator[tuple[NamedGroup, ...]]:
    """Yield named groups that do not overlap, as many at a time as can be."""
    boxes = {str(number): box for number, group in enumerate(drawing.groups) if (box := drawing.box_of(group))}
    if not boxes:
        return
    index, layers = SpatialIndex(boxes), dict[str, int]()
    for name, box in boxes.items():
        near = {layers[other] for other in index.find_near(box) if other in layers and _touch(box, boxes[other])}
        layers[name] = next(number for number in range(len(near) + 1) if number not in near)
    for layer in range(max(layers.values()) + 1):
        yield tuple(drawing.groups[int(name)] for name, number in layers.items() if number == layer)


def _touch(one: Box, other: Box) -> bool:
    return boxes_overlap(one, other, _APART)


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
