"""Find the signs of a picture: the groups that have coordinates of their own, such as what a `use` draws."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.check.analysis.drawing import Address, Drawing
from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box
from generator.model.picture import Group, Image, Path, Picture, Shape, Text


class Sign(NamedTuple):
    """A shape or group on a face: its position, its look without paints, and its paints."""

    slot: tuple[float, ...]
    look: Any
    paints: frozenset[str]
    address: Address


def list_signs(picture: Picture) -> Iterator[Sign]:
    """Yield the signs of a picture that hold no text."""
    return _walk_signs(picture.shapes, IDENTITY, ())


def _walk_signs(shapes: Sequence[Shape], matrix: Matrix, address: Address) -> Iterator[Sign]:
    for index, shape in enumerate(shapes):
        if not isinstance(shape, Group):
            continue
        here, inner = (*address, index), multiply_matrices(matrix, shape.matrix)
        if shape.matrix != IDENTITY:
            look, paints = _describe(shape.shapes)
            if look:
                yield Sign(tuple(round(value, 1) for value in inner), look, frozenset(paints), here)
        yield from _walk_signs(shape.shapes, inner, here)


def list_rooms(drawing: Drawing, address: Address) -> Iterator[Box]:
    """Yield the boxes of the symbols in the group at an address, and of the ink that is in none of them."""
    matrix, shape = IDENTITY, Group(drawing.picture.shapes)
    for index in address:
        inner = shape.shapes[index]
        if not isinstance(inner, Group):
            return
        matrix, shape = multiply_matrices(matrix, inner.matrix), inner
    yield from _walk_rooms(drawing, shape, matrix, address)


def _walk_rooms(drawing: Drawing, group: Group, matrix: Matrix, address: Address) -> Iterator[Box]:
    if group.clip is not None:  # what a symbol shows is clipped to its box
        box = segment_bounds(group.clip.segments, matrix)
        if box is not None:
            yield box
        return
    for index, shape in enumerate(group.shapes):
        here = (*address, index)
        if isinstance(shape, Group):
            yield from _walk_rooms(drawing, shape, multiply_matrices(matrix, shape.matrix), here)
        else:
            yield from (each.whole for each in drawing.list_below(here) if each.whole is not None)


def _describe(shapes: Sequence[Shape]) -> tuple[tuple[Any, ...], list[str]]:
    """Return what shapes look like without their paints, and these; nothing for texts, whose words differ."""
    looks: list[Any] = []
    paints: list[str] = []
    for shape in shapes:
        match shape:
            case Path(segments=segments, paint=paint):
                looks.append(segments)
                paints += [ink for ink in (paint.fill, paint.stroke) if isinstance(ink, str)]
            case Image(key=key):
                looks.append(key)
            case Text():
                return (), []
            case Group(shapes=inner, matrix=matrix):
                look, some = _describe(inner)
                looks.append((matrix, look))
                paints += some
    return tuple(looks), paints
