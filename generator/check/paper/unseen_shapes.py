"""Find shapes without names that change nothing on any face of their part (GF150)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import groupby
from typing import NamedTuple

from PIL import ImageOps

from generator.check.analysis.drawing import DrawnShape, is_painted
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, LookAt, PageFault, count_marked, find_changes
from generator.geometry.types import Box
from generator.model.picture import Image, Path

_PLACES = ("cell.", "space.", "face.")
_MOST_SHAPES = 400  # of a face
_PAPER = "#ffffff"  # a background that lets nothing shine through
_LEAST = 1.5  # mm: a smaller shape is a detail of a drawing
_LARGEST = 0.5  # of the area of a face: a larger shape is a background
_OPAQUE = 0.99  # what is less opaque lets something shine through
_ROUNDED = 0.05  # mm, to which boxes are known
_ALIKE = 0.3  # mm: a shape drawn again, as with a gradient over a plain fill
_CHANGED = 64  # of 255: the pixels along an edge differ by less
_CHANGED_ON_ITS_COLOR = 12  # of 255: with more, something else lies between a shape and the ground of its color
_MOST_CHANGED = 0.05  # of the pixels of a shape
_INKED = [0] * 128 + [255] * 128
_FORMS = 2  # that cannot be seen on one thing: it is at fault rather than they
_FEWEST_VISIBLE = 3  # shapes of a paint that are seen on a face: those that are not may belong to a pattern
_MOST_LOOKS, _MOST_RENDERED = 12, 6  # of a part, and shapes of one look

_Look = tuple[int, float, float]  # segments, width and height


class _Unseen(NamedTuple):
    """A shape that may not be seen on its face, the one that may be why, and whether that has its color."""

    face: Face
    number: int
    other: int
    is_same: bool


def find_unseen_shapes(pages: KitPages) -> Iterator[LocatedFault]:
    """Report each shape that is covered by a later one, or lies in an earlier one of its color (GF150).

    It must be so wherever a shape of that size and paint is on the faces of the part. Boards and folded pieces are left
    out for shapes that are covered: they are looked at one by one.
    """
    for _, some in groupby(pages.faces, key=lambda face: (face.part.id, face.side)):
        faces = [face for face in some if len(face.drawing.shapes) <= _MOST_SHAPES]
        found = _list_suspects(faces)
        numbers = {(id(each.face), each.number) for suspects in found for each in suspects}
        unseen = [
            suspects[0]
            for suspects in found[:_MOST_LOOKS]
            if not _is_whole_group(suspects[0], numbers)
            and all(_changes_nothing(pages.look, each) for each in suspects[:_MOST_RENDERED])
        ]
        hiding = set(_list_hiding_grounds(unseen))
        for ground in sorted(hiding):
            first = next(each for each in unseen if _ground_look(each) == ground)
            yield first.face, _describe_ground(first)
        for each in unseen:
            if _ground_look(each) not in hiding and not _is_on_paper(each):
                yield each.face, _describe(each)


def _is_on_paper(each: _Unseen) -> bool:
    """Return whether a white shape lies on another one, as paper does: only drawings of several forms tell a fault."""
    return each.is_same and _path_of(each.face.drawing.shapes[each.other]).paint.fill == _PAPER


def _list_hiding_grounds(unseen: Sequence[_Unseen]) -> Iterator[_Look]:
    """Yield the looks of the shapes on which drawings of several forms cannot be seen, such as stripes and dots."""
    forms: dict[_Look, set[int]] = defaultdict(set)
    for each in unseen:
        ground = _ground_look(each)
        if ground is not None:
            forms[ground].add(len(_path_of(each.face.drawing.shapes[each.number]).segments))
            if len(forms[ground]) == _FORMS:
                yield ground


def _ground_look(each: _Unseen) -> _Look | None:
    """Return the look of what a drawing of the same color lies on; None if it does not lie on such a thing."""
    return _look_of(each.face.drawing.shapes[each.other]) if each.is_same and each.other < each.number else None


def _path_of(each: DrawnShape) -> Path:
    assert isinstance(each.shape, Path)
    return each.shape


def _list_suspects(faces: Sequence[Face]) -> list[list[_Unseen]]:
    """Return the shapes that may not be seen, by their looks; none of a look that is seen anywhere."""
    suspects: dict[_Look, list[_Unseen]] = defaultdict(list)
    seen: set[_Look] = set()
    for face in faces:
        shapes, here = face.drawing.shapes, Counter[object]()
        covers = [number for number, each in enumerate(shapes) if _is_cover(each)]
        for number, each in enumerate(shapes):
            look = _look_of(each)
            if look is None:
                continue
            found = None if look in seen else _find_suspect(face, number, covers)
            if found is None:
                seen.add(look)
                here[_paint_of(each)] += 1
            else:
                suspects[look].append(found)
        for look, some in suspects.items():
            if here[_paint_of(some[0].face.drawing.shapes[some[0].number])] >= _FEWEST_VISIBLE:
                seen.add(look)
    return [some for look, some in suspects.items() if look not in seen]


def _look_of(each: DrawnShape) -> _Look | None:
    """Return what shapes drawn by one tag have in common; None for a shape that is not judged."""
    if not isinstance(each.shape, Path) or each.box is None or each.whole is None or not is_painted(each.shape.paint):
        return None
    left, top, right, bottom = each.whole
    return len(each.shape.segments), round(right - left, 1), round(bottom - top, 1)


def _paint_of(each: DrawnShape) -> object:
    return isinstance(each.shape, Path) and (len(each.shape.segments), each.shape.paint.fill, each.shape.paint.stroke)


def _is_cover(each: DrawnShape) -> bool:
    if each.box is None or each.opacity < _OPAQUE:
        return False
    if isinstance(each.shape, Path):
        return isinstance(each.shape.paint.fill, str) and each.shape.paint.fill_opacity >= _OPAQUE
    return isinstance(each.shape, Image)


def _find_suspect(face: Face, number: int, covers: Sequence[int]) -> _Unseen | None:
    """Return a shape if a later one may cover it or an earlier one has its color."""
    shape = face.drawing.shapes[number]
    box = shape.box
    assert box is not None
    outline = face.part.trim_of(face.designs[0])
    if max(box[2] - box[0], box[3] - box[1]) < _LEAST or _area(box) > _LARGEST * outline.width * outline.height:
        return None
    is_folded = face.designs[0].net is not None or face.part.board is not None or face.part.kind == "track"
    for at in reversed(covers):
        other = face.drawing.shapes[at]
        assert other.box is not None
        if at == number or not _contains(other.box, box) or (_is_outlined(shape) and not other.is_whole):
            continue  # a line around something clipped is seen beside it
        is_same = _has_color_of(shape, other) and (at < number or _path_of(other).paint.fill != _PAPER)
        if is_same or (at > number and not is_folded):
            return _Unseen(face, number, at, is_same)
    return None


def _is_outlined(each: DrawnShape) -> bool:
    return isinstance(each.shape, Path) and None not in (each.shape.paint.fill, each.shape.paint.stroke)


def _contains(outer: Box, inner: Box) -> bool:
    """Return whether a box contains another that is smaller than it."""
    is_in = all(outer[n] - _ROUNDED <= inner[n] and inner[n + 2] <= outer[n + 2] + _ROUNDED for n in (0, 1))
    return is_in and any(abs(a - b) > _ALIKE for a, b in zip(outer, inner, strict=True))


def _has_color_of(each: DrawnShape, ground: DrawnShape) -> bool:
    if not isinstance(each.shape, Path) or not isinstance(ground.shape, Path):
        return False
    own = {ink for ink in (each.shape.paint.fill, each.shape.paint.stroke) if ink is not None}
    return own == {ground.shape.paint.fill}


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _changes_nothing(look: LookAt, each: _Unseen) -> bool:
    drawing = each.face.drawing
    pictures = drawing.picture, drawing.without([each.number]), drawing.in_black([drawing.shapes[each.number]])
    whole, without, alone = look(pictures)
    ink = count_marked(ImageOps.invert(alone.convert("L")).point(_INKED))
    on_its_color = each.is_same and each.other < each.number
    changed = _CHANGED_ON_ITS_COLOR if on_its_color else _CHANGED
    return count_marked(find_changes(whole, without, changed)) <= _MOST_CHANGED * ink


def _is_whole_group(each: _Unseen, numbers: Set[tuple[int, int]]) -> bool:
    """Return whether nothing of a named group around a shape may be seen: it is looked at as a whole."""
    around = [
        group
        for group in each.face.drawing.groups
        if group.first <= each.number < group.end and not group.name.startswith(_PLACES)
    ]
    return any(all((id(each.face), at) in numbers for at in range(group.first, group.end)) for group in around)


def _describe_ground(each: _Unseen) -> PageFault:
    address = each.face.drawing.shapes[each.other].address
    says = "drawings of several forms cannot be seen on this: it has their color; change its color, or theirs"
    return PageFault("GF150", "hides drawings", says, address, "note", where="use")


def _describe(each: _Unseen) -> PageFault:
    address = each.face.drawing.shapes[each.number].address
    if each.is_same:
        how = "is covered by" if each.other > each.number else "lies on"
        says = f"this drawing cannot be seen: it {how} something of its own color; move it, or change its color"
        return PageFault("GF150", "unseen in its color", says, address, "note", where="use")
    says = "this drawing cannot be seen: it is covered by something drawn later; draw it after that, or move it"
    return PageFault("GF150", "covered shape", says, address, "warning", where="use")
