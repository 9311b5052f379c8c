"""Find out why a drawn fact is invisible: off the piece, faint, covered or in its background's color."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from msgspec.structs import replace

from generator.components.facts.variants import FactWork
from generator.fonts.font_book import FontBook
from generator.geometry.bounds import boxes_overlap
from generator.geometry.types import Box
from generator.model.facts import UnseenCause
from generator.model.finding import DataError, DrawingError, Place
from generator.model.paper import Side
from generator.model.picture import Group, Picture, Shape
from generator.proof.vary.trials import ChangedSide, DrawnVariant, FaceTester, least_ink
from generator.render.faces import FaceRenderer
from generator.render.fault_places import locate_place
from generator.render.picture_changes import find_changed_shapes
from generator.render.sections import filter_shapes

_MOST_COVERS = 80  # shapes drawn later that are left out one at a time, to find the one that covers a fact


class _MarkedPair(NamedTuple):
    """A side before and after a change, with the places of its shapes, and the ink by which it is seen."""

    side: Side
    before: Picture
    after: Picture
    places: Mapping[Shape, str]
    least: float


class CauseFinder:
    """Draws faces again with the places of their shapes, and leaves some of the shapes out."""

    def __init__(self, faces: FaceRenderer, fonts: FontBook) -> None:
        self._faces = faces
        self._tester = FaceTester(faces, fonts)

    def explain(self, work: FactWork, own: Box | None = None) -> UnseenCause | None:
        """Return why a change of a fact is not seen; None if no change of it can be drawn.

        With `own`, the place is that of a shape outside this box, if one changes there.
        """
        for variant in work.vary():
            for side in work.sides:
                try:
                    before, places = self._faces.draw_marked(self._faces.request_face(work.part, work.design, side))
                    request = self._faces.request_face(variant.part, variant.design, side, variant.values)
                    after, more = self._faces.draw_marked(request)
                except (DrawingError, DataError):
                    continue
                if find_changed_shapes(before, after):
                    pair = _MarkedPair(side, before, after, {**places, **more}, least_ink(work.fact))
                    outline = work.part.outline if work.design.section else work.part.trim_of(work.design)
                    return self._find_cause(pair, (0.0, 0.0, outline.width, outline.height), own)
        return None

    def _find_cause(self, pair: _MarkedPair, trim: Box, own: Box | None) -> UnseenCause:
        changed = find_changed_shapes(pair.before, pair.after)
        ids = {id(leaf) for each in changed for leaf, _ in walk_leaves((each.shape,), pair.places)}
        beyond = [each.shape for each in changed if own is not None and not boxes_overlap(own, each.box)]
        at = self._find_place(pair, {id(leaf) for leaf, _ in walk_leaves(beyond, pair.places)} or ids)
        if all(_is_outside(each.box, trim) for each in changed):
            return UnseenCause("off", at)
        counted = [_count_after(picture, ids) for picture in (pair.before, pair.after)]
        tail = min((each for each in counted if each is not None), default=0)
        if self._is_visible(pair, lambda number, _leaf: number > tail):  # on its ground, as white art is not on paper
            return UnseenCause("covered", at, self._find_cover(pair, tail))
        is_visible = self._is_visible(pair, lambda _number, leaf: id(leaf) in ids)
        return UnseenCause("same" if is_visible else "faint", at)

    def _find_place(self, pair: _MarkedPair, ids: Set[int]) -> Place | None:
        for picture in (pair.before, pair.after):
            for leaf, at in walk_leaves(picture.shapes, pair.places):
                if id(leaf) in ids and at:
                    return locate_place(at)
        return None

    def _find_cover(self, pair: _MarkedPair, tail: int) -> Place | None:
        """Return the place of the shape that hides a change: without it, the change is seen."""
        leaves = [*walk_leaves(pair.before.shapes, pair.places)]
        for number in range(1, min(tail, _MOST_COVERS) + 1):
            if self._is_visible(pair, lambda each, _leaf, left_out=number: each != left_out):  # type: ignore[misc]
                at = leaves[-number][1]
                return locate_place(at) if at else None
        return None

    def _is_visible(self, pair: _MarkedPair, keeps: Callable[[int, Shape], bool]) -> bool:
        """Return whether a change is seen if only some of the shapes are painted."""
        before, after = _select(pair.before, keeps), _select(pair.after, keeps)
        boxes = [each.box for each in find_changed_shapes(before, after)]
        if not boxes:
            return False
        made = DrawnVariant(None, [ChangedSide(pair.side, before, after, boxes)])
        return self._tester.measure([made])[0][0].ink >= pair.least


def walk_leaves(shapes: Sequence[Shape], places: Mapping[Shape, str], at: str = "") -> Iterator[tuple[Shape, str]]:
    """Yield each shape that is no group, in the order in which they are painted, with its place in a template."""
    for shape in shapes:
        here = places.get(shape, at)
        if isinstance(shape, Group):
            yield from walk_leaves(shape.shapes, places, here)
        else:
            yield shape, here


def _is_outside(box: Box, trim: Box) -> bool:
    return box[2] <= trim[0] or box[3] <= trim[1] or box[0] >= trim[2] or box[1] >= trim[3]


def _count_after(picture: Picture, ids: Set[int]) -> int | None:
    """Return how many shapes are painted after the last of some; None if it has none of them."""
    leaves = [id(leaf) for leaf, _ in walk_leaves(picture.shapes, {})]
    return next((number for number, each in enumerate(reversed(leaves)) if each in ids), None)


def _select(picture: Picture, keeps: Callable[[int, Shape], bool]) -> Picture:
    """Return a picture with some of its shapes; `keeps` gets each, with its number counted from the last painted, 1."""
    leaves = [leaf for leaf, _ in walk_leaves(picture.shapes, {})]
    kept = iter([keeps(len(leaves) - number, leaf) for number, leaf in enumerate(leaves)])
    return replace(picture, shapes=filter_shapes(picture.shapes, lambda each: isinstance(each, Group) or next(kept)))
