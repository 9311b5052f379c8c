"""Compare two drawings that may differ in one respect: where they stand, or what their texts say."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Point, Segment
from generator.model.picture import Group, Image, Path, Shape, Text


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
