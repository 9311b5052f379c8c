"""Compare two pictures shape by shape: where their pixels may differ, and whether only place or words do."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Box, Point, Segment
from generator.model.picture import Group, Image, Path, Picture, Shape, Text
from generator.render.sections import BoxedShape, box_shapes

_MOST_ALIGNED = 400  # shapes side by side; beyond, a search for the equal ones among them takes too long


def find_changed_boxes(one: Picture, other: Picture) -> list[Box]:
    """Return the bounding boxes (mm) of the shapes that only one of two pictures has; empty if they are equal."""
    return [each.box for each in find_changed_shapes(one, other)]


def find_changed_shapes(one: Picture, other: Picture) -> list[BoxedShape]:
    """Return the shapes that only one of two pictures has."""
    return [*_compare_shapes(one.shapes, other.shapes, IDENTITY)]


def _compare_shapes(one: Sequence[Shape], other: Sequence[Shape], matrix: Matrix) -> Iterator[BoxedShape]:
    """Yield the shapes that differ, in order."""
    start, shorter = 0, min(len(one), len(other))
    while start < shorter and same_shape(one[start], other[start]):
        start += 1
    end = 0
    while end < shorter - start and same_shape(one[-1 - end], other[-1 - end]):
        end += 1
    here, there = one[start : len(one) - end], other[start : len(other) - end]
    if len(here) == len(there):
        for old, new in zip(here, there, strict=True):
            yield from _compare_pair(old, new, matrix)
    elif len(here) + len(there) > _MOST_ALIGNED:
        yield from box_shapes((*here, *there), matrix)
    else:
        yield from _align_shapes(here, there, matrix)


def _align_shapes(one: Sequence[Shape], other: Sequence[Shape], matrix: Matrix) -> Iterator[BoxedShape]:
    aligned = SequenceMatcher(None, [*map(shape_key, one)], [*map(shape_key, other)], autojunk=False)
    for tag, i1, i2, j1, j2 in aligned.get_opcodes():
        if tag == "equal":
            continue
        if i2 - i1 == j2 - j1:
            for old, new in zip(one[i1:i2], other[j1:j2], strict=True):
                yield from _compare_pair(old, new, matrix)
        else:
            yield from box_shapes((*one[i1:i2], *other[j1:j2]), matrix)


def _compare_pair(old: Shape, new: Shape, matrix: Matrix) -> Iterator[BoxedShape]:
    if same_shape(old, new):
        return
    if isinstance(old, Group) and isinstance(new, Group) and _group_frame(old) == _group_frame(new):
        yield from _compare_shapes(old.shapes, new.shapes, multiply_matrices(matrix, old.matrix))
    else:
        yield from box_shapes((old, new), matrix)


def _group_frame(group: Group) -> tuple[Any, ...]:
    mask = group.mask and (group.mask.alpha, tuple(map(shape_key, group.mask.shapes)))
    return group.matrix, group.clip, group.opacity, group.blend, mask


def same_shape(one: Shape, other: Shape) -> bool:
    """Return whether two shapes draw the same, whatever the names of their groups."""
    if one is other:
        return True
    match one, other:
        case Path(), Path():
            return one.segments == other.segments and one.paint == other.paint
        case Text(), Text():
            return _text_key(one) == _text_key(other)
        case Group(), Group():
            return (
                len(one.shapes) == len(other.shapes)
                and _group_frame(one) == _group_frame(other)
                and all(map(same_shape, one.shapes, other.shapes))
            )
        case Image(), Image():
            return _image_key(one) == _image_key(other)
    return False


def shape_key(shape: Shape) -> tuple[Any, ...]:
    """Return a hashable value that is equal for shapes that draw the same."""
    match shape:
        case Path():
            return "path", shape.segments, shape.paint
        case Text():
            return _text_key(shape)
        case Image():
            return _image_key(shape)
        case Group():
            return "group", _group_frame(shape), tuple(map(shape_key, shape.shapes))


def _text_key(text: Text) -> tuple[Any, ...]:
    return text.text, text.x, text.y, text.size, text.font.name, text.paint


def _image_key(image: Image) -> tuple[Any, ...]:
    return image.key, image.x, image.y, image.width, image.height


def collect_groups(name: str, shapes: Sequence[Shape]) -> tuple[tuple[Any, ...], ...]:
    """Return the looks of all groups of a name in their own coordinates, in the order in which they are drawn."""
    found: list[tuple[Any, ...]] = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += [shape_key(shape)] if shape.name == name else collect_groups(name, shape.shapes)
    return tuple(found)


class _Leaf(NamedTuple):
    """A path, text, image or clip: how it looks, apart from the points (mm) that say where it is."""

    look: tuple[Any, ...]
    points: tuple[Point, ...]


def drawings_differ_only_in(
    difference: Literal["place", "words"], one: Sequence[Shape], other: Sequence[Shape]
) -> bool:
    """Return whether two drawings are equal but for their place as a whole, or for the words of their texts."""
    here, there = (list(_list_leaves(shapes, IDENTITY, difference == "words")) for shapes in (one, other))
    if [leaf.look for leaf in here] != [leaf.look for leaf in there]:
        return False
    shifts = [
        (to[0] - at[0], to[1] - at[1])
        for mine, theirs in zip(here, there, strict=True)
        for at, to in zip(mine.points, theirs.points, strict=True)
    ]
    first = shifts[0] if shifts and difference == "place" else (0.0, 0.0)
    return all(abs(x - first[0]) < VISIBLE and abs(y - first[1]) < VISIBLE for x, y in shifts)


def _list_leaves(shapes: Sequence[Shape], matrix: Matrix, any_words: bool) -> Iterator[_Leaf]:
    turned = tuple(round(each, 6) for each in matrix[:4])
    for shape in shapes:
        match shape:
            case Path():
                yield _read_path("path", shape.segments, (shape.paint, turned), matrix)
            case Text() if any_words:
                at = 0.0, transform_point(matrix, 0.0, shape.y)[1]  # a centered text begins elsewhere
                yield _Leaf(("text", shape.size, shape.font.name, shape.paint, turned), (at,))
            case Text():
                look = "text", shape.text, shape.size, shape.font.name, shape.paint, turned
                yield _Leaf(look, (transform_point(matrix, shape.x, shape.y),))
            case Image():
                size = shape.width, shape.height
                yield _Leaf(("image", shape.key, *size, turned), (transform_point(matrix, shape.x, shape.y),))
            case Group():
                own = multiply_matrices(matrix, shape.matrix)
                if shape.clip:
                    yield _read_path("clip", shape.clip.segments, (shape.clip.even_odd,), own)
                yield _Leaf(("group", shape.opacity, shape.blend, shape.isolated, shape.mask and shape.mask.alpha), ())
                if shape.mask:
                    yield from _list_leaves(shape.mask.shapes, own, any_words)
                yield from _list_leaves(shape.shapes, own, any_words)
                yield _Leaf(("end",), ())


def _read_path(kind: str, segments: Sequence[Segment], look: tuple[Any, ...], matrix: Matrix) -> _Leaf:
    flats = (segment[1:] for segment in segments)
    points = tuple(transform_point(matrix, x, y) for flat in flats for x, y in zip(flat[::2], flat[1::2], strict=True))
    return _Leaf((kind, *(segment[0] for segment in segments), *look), points)
