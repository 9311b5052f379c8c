"""The pages that a face or a figure is judged by: as it prints, without some of it, and in flat colors.

The rows of the table that take views are run on them; what is certain is judged in builds too.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageChops

from generator.check.analysis.drawing import Drawing, NamedGroup
from generator.check.analysis.face_pages import Face, LookAt, PageFault, count_marked, find_changes, share_of
from generator.check.hide.flat import Color, color_of, count_colors, flatten_drawing
from generator.check.table import list_functions
from generator.geometry.bounds import SpatialIndex, box_area, boxes_overlap, segment_bounds
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Box
from generator.model.picture import Group, Picture, Shape

Crop = tuple[int, int, int, int]  # pixels: left, top, right, bottom
LEGIBLE_SHARE = 0.8  # of the ink of a text: with less, letters are missing
FEWEST_PIXELS = 12  # ink on fewer is not judged
CHANGED = 24  # of 255: what differs by less is not told apart on paper
_HALF_INKED = 128  # of 255: pixels that a black text covers for the most part
_TEXT_CHANGED = 10  # of 255: a pale text on white differs by so little where it covers half a pixel
_APART = -0.3  # mm between groups that are hidden at a time, more than a pixel: what changes belongs to one of them
_PAPER: Color = (255, 255, 255)


class Subject(NamedTuple):
    """What is looked at: a face of a part, or a figure of the rules, which has no `face`.

    `pieces` of a figure are faces, each as one shape that covers all within its clip. `stacked` are those that are
    judged, which may lie on one another, with the least share of each that must be seen.
    """

    drawing: Drawing
    face: Face | None = None
    pieces: Sequence[NamedGroup] = ()
    stacked: Sequence[tuple[NamedGroup, float]] = ()


class PagePlan(NamedTuple):
    """The pictures to render of a subject, `smooth` as they print and `flat` in the colors of the shapes.

    `layers` are groups that do not touch, hidden one layer at a time.
    """

    subject: Subject
    layers: tuple[tuple[NamedGroup, ...], ...]
    smooth: tuple[Picture, ...]
    flat: tuple[Picture, ...]


def plan_pages(subject: Subject, hides_groups: bool) -> PagePlan:
    """Return the pictures that a subject is judged by; with each layer of groups hidden if `hides_groups`."""
    drawing = subject.drawing
    layers = tuple(_layer_groups(drawing))
    flat, smooth = [flatten_drawing(drawing, None, subject.pieces)], [drawing.picture]
    if drawing.texts:
        letters = [*drawing.texts, *drawing.letter_paints]
        smooth += [drawing.without(letters), drawing.texts_in_black()]
        flat.append(flatten_drawing(drawing, letters))
    flat += [flatten_drawing(drawing, _numbers_of(layer)) for layer in layers]
    smooth += [drawing.without(_numbers_of(layer)) for layer in layers] if hides_groups else []
    return PagePlan(subject, layers, tuple(smooth), tuple(flat))


def _numbers_of(groups: Sequence[NamedGroup]) -> list[int]:
    return [number for group in groups for number in range(group.first, group.end)]


def _layer_groups(drawing: Drawing) -> Iterator[tuple[NamedGroup, ...]]:
    """Yield named groups that do not overlap, as many at a time as can be."""
    boxes = {str(number): box for number, group in enumerate(drawing.groups) if (box := drawing.box_of(group))}
    if not boxes:
        return
    index, layers = SpatialIndex(boxes), dict[str, int]()
    for name, box in boxes.items():
        near = {
            layers[other]
            for other in index.find_near(box)
            if other in layers and boxes_overlap(box, boxes[other], _APART)
        }
        layers[name] = next(number for number in range(len(near) + 1) if number not in near)
    for layer in range(max(layers.values()) + 1):
        yield tuple(drawing.groups[int(name)] for name, number in layers.items() if number == layer)


class PageViews:
    """The rendered pages of a subject; `look` renders further pictures when something is in doubt."""

    def __init__(
        self, plan: PagePlan, smooth: Sequence[Image.Image], flat: Sequence[Image.Image], dpi: float, look: LookAt
    ) -> None:
        self.subject, self.layers, self.dpi, self.look = plan.subject, plan.layers, dpi, look
        self.drawing, self.face = plan.subject.drawing, plan.subject.face
        self.whole, rest = smooth[0], iter(flat)
        self.textless, self.texts = (smooth[1], smooth[2]) if self.drawing.texts else (self.whole, self.whole)
        self.seen = next(rest)
        self._lone_texts = next(rest) if self.drawing.texts else self.seen
        self._lone_groups = list(rest)
        self._hidden = dict(enumerate(smooth[3 if self.drawing.texts else 1 :]))
        self._covered: dict[int, int | None] = {}

    @cached_property
    def seen_colors(self) -> Mapping[Color, int]:
        """Return the number of pixels on which each color is seen."""
        return count_colors(self.seen)

    @cached_property
    def text_ink(self) -> Image.Image:
        """Return the mask of the pixels that texts in black cover for the most part."""
        return self.texts.convert("L").point([255] * _HALF_INKED + [0] * (256 - _HALF_INKED))

    @cached_property
    def text_changes(self) -> Image.Image:
        """Return the mask of the pixels that differ without the texts."""
        return find_changes(self.whole, self.textless, _TEXT_CHANGED)

    def hidden(self, layer: int) -> Image.Image:
        """Return the page without the groups of a layer."""
        if layer not in self._hidden:
            self._hidden[layer] = self.look([self.drawing.without(_numbers_of(self.layers[layer]))])[0]
        return self._hidden[layer]

    def find_text_cover(self, number: int) -> int | None:
        """Return the number of the shape that covers a text, None if it can be read; it is remembered."""
        if number not in self._covered:
            self._covered[number] = self._find_text_cover(number)
        return self._covered[number]

    def _find_text_cover(self, number: int) -> int | None:
        own, whole = self.drawing.list_with_paint(number), self.drawing.shapes[number].whole
        assert whole is not None
        crop = self.crop_of(whole)
        if self.measure_seen(own, self._lone_texts, crop) >= LEGIBLE_SHARE:
            return None
        ink = self.text_ink.crop(crop)
        if count_marked(ink) < FEWEST_PIXELS or share_of(self.text_changes.crop(crop), ink) >= LEGIBLE_SHARE:
            return None  # what lies over it is no more than a veil
        return self.find_cover(own, self._lone_texts, crop)

    def measure_seen(self, numbers: Collection[int], lone: Image.Image, crop: Crop) -> float:
        """Return which share of some shapes is seen, of what `lone` shows of them; 1 if that is too little to tell."""
        alone, seen = count_colors(lone.crop(crop)), count_colors(self.seen.crop(crop))
        colors = {color_of(number) for number in numbers}
        whole = sum(alone.get(color, 0) for color in colors)
        return sum(seen.get(color, 0) for color in colors) / whole if whole >= FEWEST_PIXELS else 1.0

    def measure_group(self, layer: int, group: NamedGroup) -> float:
        """Return which share of a group is not covered."""
        box = self.drawing.box_of(group)
        assert box is not None
        return self.measure_seen(range(group.first, group.end), self._lone_groups[layer], self.crop_of(box))

    def measure_piece(self, group: NamedGroup) -> float:
        """Return which share of a piece of a figure is seen, of all within its clip."""
        shape: Shape = Group(self.drawing.picture.shapes)
        for index in group.address:
            assert isinstance(shape, Group)
            shape = shape.shapes[index]
        assert isinstance(shape, Group)
        box = segment_bounds(shape.clip.segments, IDENTITY) if shape.clip else None
        a, b, c, d, _, _ = group.matrix
        area = abs(a * d - b * c) * (box_area(box) if box else 0.0) * (self.dpi / 25.4) ** 2
        return self.seen_colors.get(color_of(group.first), 0) / max(area, 1.0)

    def ink_of_group(self, layer: int, group: NamedGroup) -> Image.Image:
        """Return the mask of the ink of a group in the crop of its box."""
        box = self.drawing.box_of(group)
        assert box is not None
        return _mark_ink(self._lone_groups[layer].crop(self.crop_of(box)))

    def find_group_cover(self, layer: int, group: NamedGroup) -> int | None:
        """Return the number of the shape that covers most of a group; None if none of a later one does."""
        box = self.drawing.box_of(group)
        assert box is not None
        return self.find_cover(range(group.first, group.end), self._lone_groups[layer], self.crop_of(box))

    def find_cover(self, numbers: Sequence[int], lone: Image.Image, crop: Crop) -> int | None:
        """Return the number of the later shape that is seen in place of most of some shapes."""
        seen = self.seen.crop(crop)
        seen.paste(_PAPER, mask=ImageChops.invert(_mark_ink(lone.crop(crop))))
        counts = count_colors(seen)
        later = range(max(numbers) + 1, len(self.drawing.shapes))
        return (
            max(later, key=lambda number: counts.get(color_of(number), 0), default=None)
            if any(counts.get(color_of(number), 0) for number in later)
            else None
        )

    def crop_of(self, box: Box) -> Crop:
        """Return the pixels of a box (mm), within the page."""
        picture, scale = self.drawing.picture, self.dpi / 25.4
        left, top = floor((box[0] - picture.x) * scale), floor((box[1] - picture.y) * scale)
        right, bottom = ceil((box[2] - picture.x) * scale), ceil((box[3] - picture.y) * scale)
        width, height = self.whole.size
        left, top = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
        return left, top, min(max(right, left + 1), width), min(max(bottom, top + 1), height)


def _mark_ink(flat: Image.Image) -> Image.Image:
    """Return the mask of the pixels of a flat image that are not paper."""
    return find_changes(flat, Image.new("RGB", flat.size, _PAPER), 1)


def judge_figure(views: PageViews) -> Iterator[PageFault]:
    """Yield, as warnings, what is wrong with a figure, as its pages show it."""
    for find in list_functions("views", of_figures=True):
        yield from (each._replace(level="warning") for each in find(views))


def judge_face(views: PageViews, in_builds: bool = False) -> Iterator[PageFault]:
    """Yield what is wrong with a face by its drawing and its pages; only what is certain if it stops a build."""
    for find in list_functions("face", in_builds=in_builds):
        yield from find(views.face)
    for find in list_functions("views", in_builds=in_builds):
        yield from find(views)


def judge_for_build(views: PageViews) -> Iterator[PageFault]:
    """Yield the errors of a face that are certain."""
    return (each for each in judge_face(views, in_builds=True) if each.level == "error")


def judge_drawing(face: Face) -> Iterator[PageFault]:
    """Yield those errors of a face that its drawing alone tells, without rendering it."""
    found = (each for find in list_functions("face", in_builds=True) for each in find(face))
    return (each for each in found if each.level == "error")
