"""A figure of the rules as what is looked at: its own texts and groups, and the faces of the kit in it as pieces."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from generator.check.analysis.drawing import Address, Drawing, NamedGroup
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.model.picture import Group, Picture, Shape


class FigureDrawing(Drawing):
    """A figure taken apart; `pieces` are the faces of the kit in it, of which no text and no group is judged."""

    def __init__(self, picture: Picture, faces: Collection[Shape]) -> None:
        super().__init__(picture)
        self.pieces = list(self._find_pieces(picture.shapes, (), IDENTITY, faces))
        self.groups = [group for group in self.groups if not self._is_in_piece(group.first)]

    def _find_pieces(
        self, shapes: Sequence[Shape], address: Address, matrix: Matrix, faces: Collection[Shape]
    ) -> Iterator[NamedGroup]:
        addresses = [each.address for each in self.shapes]
        for index, shape in enumerate(shapes):
            if not isinstance(shape, Group):
                continue
            here, inner = (*address, index), multiply_matrices(matrix, shape.matrix)
            if shape in faces:
                first, end = bisect_left(addresses, here), bisect_left(addresses, (*address, index + 1))
                yield NamedGroup(here, "piece", inner, first, end, ())
            else:
                yield from self._find_pieces(shape.shapes, here, inner, faces)

    def _is_in_piece(self, number: int) -> bool:
        return any(piece.first <= number < piece.end for piece in self.pieces)

    @cached_property
    def judged_texts(self) -> Sequence[int]:
        """Return the numbers of the figure's own texts that are there to be read."""
        return [number for number in super().judged_texts if not self._is_in_piece(number)]
