"""The shapes and named groups of a picture, each with its address, and pictures without some of them."""

from collections.abc import Collection, Iterator, Sequence, Set
from functools import cached_property, lru_cache
from itertools import takewhile
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from generator.fonts.shaping import text_run_corners
from generator.geometry.bounds import point_bounds, segment_bounds, transformed_box_bounds, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import rectangle_segments
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Box
from generator.model.picture import Group, Image, Paint, Path, Picture, Shape, Text

Address = tuple[int, ...]  # the index of a shape in the picture, then in each group down to it
DIE_LINES = frozenset({"cut", "mountain", "valley", "glue", "align"})  # drawn by the program, not by templates


class DrawnShape(NamedTuple):
    """A path, text or image of a picture; `box` is its ink within its clips, None if they leave nothing.

    `matrix` leads from its coordinates to the picture, and `opacity` is that of its groups together.
    """

    address: Address
    shape: Path | Text | Image
    matrix: Matrix
    opacity: float
    whole: Box | None
    box: Box | None

    @property
    def is_whole(self) -> bool:
        """Return whether no clip cuts more off it than can be seen."""
        if self.box is None or self.whole is None:
            return self.box is self.whole
        return all(abs(own - uncut) < VISIBLE for own, uncut in zip(self.box, self.whole, strict=True))


class NamedGroup(NamedTuple):
    """A named group of a picture, and the range of its shapes among all; `inside` are the names of groups around it."""

    address: Address
    name: str
    matrix: Matrix
    first: int
    end: int
    inside: tuple[str, ...]


class Drawing:
    """A picture taken apart: its shapes in the order in which they are painted, and its named groups.

    What the program draws itself, such as cut lines, is left out. `letter_paints` are the numbers of the shapes
    that are seen through the letters of a text beside them, such as its gradient.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.shapes: list[DrawnShape] = []
        self.groups: list[NamedGroup] = []
        self.letter_paints: set[int] = set()
        self._walk(picture.shapes, (), IDENTITY, 1.0, None, names=())

    def _walk(
        self,
        shapes: Sequence[Shape],
        address: Address,
        matrix: Matrix,
        opacity: float,
        within: Box | None,
        names: tuple[str, ...],
    ) -> None:
        for index, shape in enumerate(shapes):
            here = (*address, index)
            if not isinstance(shape, Group):
                whole = _measure_ink(shape, matrix)
                self.shapes.append(DrawnShape(here, shape, matrix, opacity, whole, box=intersect_boxes(whole, within)))
            elif shape.name not in DIE_LINES:
                first = len(self.shapes)
                self._walk_group(shape, here, matrix, opacity, within, names=names)
                if shape.mask is not None and _are_letters(shape.mask.shapes, shapes):
                    self.letter_paints.update(range(first, len(self.shapes)))

    def _walk_group(
        self, group: Group, address: Address, matrix: Matrix, opacity: float, within: Box | None, names: tuple[str, ...]
    ) -> None:
        matrix, first = multiply_matrices(matrix, group.matrix), len(self.shapes)
        if group.clip is not None:
            edge = segment_bounds(group.clip.segments, matrix)
            within = edge if within is None else intersect_boxes(edge, within) or _NOTHING
        place = len(self.groups)
        inner = (*names, group.name) if group.name else names
        self._walk(group.shapes, address, matrix, opacity * group.opacity, within, names=inner)
        if group.name:
            self.groups.insert(place, NamedGroup(address, group.name, matrix, first, len(self.shapes), inside=names))

    @cached_property
    def texts(self) -> Sequence[int]:
        """Return the numbers of the texts among the shapes."""
        return [number for number, each in enumerate(self.shapes) if _is_inked_text(each.shape)]

    def has_text(self, group: NamedGroup) -> bool:
        """Return whether a group draws a text."""
        return any(isinstance(each.shape, Text) for each in self.shapes[group.first : group.end])

    @cached_property
    def judged_texts(self) -> Sequence[int]:
        """Return the numbers of the texts that are there to be read.

        An outline or a shadow is not, if its text is drawn soon after, nor is a huge letter in no named group.
        """
        texts = [self.shapes[number] for number in self.texts]
        return [
            number
            for at, number in enumerate(self.texts)
            if not any(is_same_text(texts[at], other) for other in texts[at + 1 : at + 1 + _MOST_BETWEEN])
            and (number in self.named_shapes or not _is_huge(texts[at]))
        ]

    def list_with_paint(self, number: int) -> Sequence[int]:
        """Return the number of a text, and those of what is painted through its letters right after it."""
        paints = takewhile(self.letter_paints.__contains__, range(number + 1, len(self.shapes)))
        return [number, *paints]

    def find_outlines(self, number: int) -> Sequence[DrawnShape]:
        """Return the texts soon before a text that are the same, as its outline or shadow."""
        at = self.texts.index(number)
        before = (self.shapes[other] for other in self.texts[max(0, at - _MOST_BETWEEN) : at])
        return [other for other in before if is_same_text(other, self.shapes[number])]

    @cached_property
    def named_shapes(self) -> Set[int]:
        """Return the numbers of the shapes in named groups."""
        return {number for group in self.groups for number in range(group.first, group.end)}

    def box_of(self, group: NamedGroup) -> Box | None:
        """Return the box of the ink of a group within its clips, None if they leave nothing."""
        boxes = [each.box for each in self.shapes[group.first : group.end] if each.box is not None]
        return union_boxes(boxes) if boxes else None

    def without(self, numbers: Collection[int]) -> Picture:
        """Return the picture without some of its shapes."""
        return self._filter({self.shapes[number].address for number in numbers}, keep=False)

    def only(self, numbers: Collection[int]) -> Picture:
        """Return the picture of some of its shapes alone."""
        return self._filter({self.shapes[number].address for number in numbers}, keep=True)

    def texts_in_black(self) -> Picture:
        """Return the picture of its texts alone, unclipped, opaque and black."""
        return self.in_black([self.shapes[number] for number in self.judged_texts])

    def in_black(self, shapes: Sequence[DrawnShape]) -> Picture:
        """Return a picture of some shapes alone, unclipped, opaque and black."""
        return replace(self.picture, shapes=tuple(_blacken(each) for each in shapes))

    def _filter(self, addresses: set[Address], keep: bool) -> Picture:
        touched = {address[:length] for address in addresses for length in range(1, len(address))}
        shapes = tuple(_filter_shapes(self.picture.shapes, (), addresses, touched, keep))
        return replace(self.picture, shapes=shapes)


_MOST_BETWEEN = 4  # texts after which an outline or a shadow is followed by its text
_NEAR_EM = 0.25  # em by which a shadow may be off its text
_HUGE = 25.4  # mm per em, 72 points: larger letters are a part of the drawing unless a group names them
_NOTHING: Box = (0.0, 0.0, -1.0, -1.0)
_KEPT_PATHS = 4096  # that are known with their boxes: cards of a deck share most of theirs


def _are_letters(mask: Sequence[Shape], beside: Sequence[Shape]) -> bool:
    """Return whether a mask is made of texts that are also beside the masked group."""
    texts = {(each.text, each.x, each.y, each.size) for each in beside if isinstance(each, Text)}
    return all(isinstance(each, Text) and (each.text, each.x, each.y, each.size) in texts for each in mask)


def walk_matrices(shapes: Sequence[Shape], address: Address) -> Iterator[tuple[int, Matrix, Matrix]]:
    """Yield the depth of each group on the way to an address, and the matrices outside and inside of it."""
    matrix = IDENTITY
    for depth, index in enumerate(address, 1):
        shape = shapes[index]
        if not isinstance(shape, Group):
            return
        inner = multiply_matrices(matrix, shape.matrix)
        yield depth, matrix, inner
        matrix, shapes = inner, shape.shapes


def _filter_shapes(
    shapes: Sequence[Shape], address: Address, addresses: set[Address], touched: set[Address], keep: bool
) -> Iterator[Shape]:
    for index, shape in enumerate(shapes):
        here = (*address, index)
        if here in touched:
            assert isinstance(shape, Group)
            inner = tuple(_filter_shapes(shape.shapes, here, addresses, touched, keep))
            if inner:
                yield replace(shape, shapes=inner)
        elif (here in addresses) is keep:
            yield shape


def _blacken(each: DrawnShape) -> Group:
    """Return a shape as it would be in opaque black."""
    shape = each.shape
    if isinstance(shape, Image):
        shape = Path(rectangle_segments(shape.x, shape.y, shape.width, shape.height), Paint())
    else:
        paint = shape.paint
        fill, stroke = (
            "#000000" if ink is not None and alpha > 0 else None
            for ink, alpha in ((paint.fill, paint.fill_opacity), (paint.stroke, paint.stroke_opacity))
        )
        shape = replace(shape, paint=replace(paint, fill=fill, stroke=stroke, fill_opacity=1.0, stroke_opacity=1.0))
    return Group((shape,), each.matrix)


def _is_inked_text(shape: Shape) -> bool:
    return isinstance(shape, Text) and bool(shape.text.strip()) and is_painted(shape.paint)


def _is_huge(each: DrawnShape) -> bool:
    return isinstance(each.shape, Text) and each.shape.size * measure_scale(each.matrix) > _HUGE


def is_same_text(one: DrawnShape, other: DrawnShape) -> bool:
    """Return whether a text is drawn again where it is, as for an outline or a shadow."""
    if one.whole is None or other.whole is None:
        return False
    first, second = one.shape, other.shape
    if not isinstance(first, Text) or not isinstance(second, Text) or first.text != second.text:
        return False
    return max(abs(a - b) for a, b in zip(one.whole, other.whole, strict=True)) < _NEAR_EM * first.size


def is_painted(paint: Paint) -> bool:
    """Return whether a paint leaves anything on paper."""
    filled = paint.fill is not None and paint.fill_opacity > 0
    return filled or (paint.stroke is not None and paint.stroke_opacity > 0)


def _measure_ink(shape: Path | Text | Image, matrix: Matrix) -> Box | None:
    """Return the box of a shape with its stroke, None if it has no ink."""
    if isinstance(shape, Image):
        return transformed_box_bounds(shape.x, shape.y, shape.width, shape.height, matrix)
    if not is_painted(shape.paint):
        return None
    if isinstance(shape, Text):
        if not shape.text.strip():
            return None
        box: Box | None = point_bounds(text_run_corners(shape, matrix))
    else:
        box = _measure_path(shape, matrix)
    if box is None or shape.paint.stroke is None:
        return box
    reach = shape.paint.width / 2 * measure_scale(matrix)
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


@lru_cache(_KEPT_PATHS)
def _measure_path(path: Path, matrix: Matrix) -> Box | None:
    return segment_bounds(path.segments, matrix)


def measure_scale(matrix: Matrix) -> float:
    """Return by how much a matrix enlarges lengths, the most in any direction of its axes."""
    return max(hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3]))


def intersect_boxes(one: Box | None, other: Box | None) -> Box | None:
    """Return what two boxes share, None if nothing; without a second box, the first."""
    if one is None or other is None:
        return one
    box = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return box if box[0] < box[2] and box[1] < box[3] else None
