"""Compare two pictures shape by shape: where their pixels may differ, and whether only place or words do."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box
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
