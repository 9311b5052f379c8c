"""A figure of the rules as what is looked at: its own texts and groups, and the faces of the kit in it as pieces."""

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from generator.check.analysis.drawing import Drawing
from generator.model.picture import Group, Paint, Path, Picture, Shape

_PIECE = "piece"


class FigureDrawing(Drawing):
    """A figure taken apart; `pieces` are the faces of the kit in it, each a single shape of which nothing is judged."""

    def __init__(self, picture: Picture, faces: Collection[Shape]) -> None:
        super().__init__(replace(picture, shapes=tuple(_fill_pieces(picture.shapes, faces))))
        self.picture = picture  # shapes stand at the same addresses in it
        self.pieces = [group for group in self.groups if group.name == _PIECE]
        self.groups = [group for group in self.groups if group.name != _PIECE]


def _fill_pieces(shapes: Sequence[Shape], faces: Collection[Shape]) -> Iterator[Shape]:
    """Yield shapes with each face as one shape within its clip."""
    for shape in shapes:
        if not isinstance(shape, Group):
            yield shape
        elif shape in faces:
            segments = shape.clip.segments if shape.clip else ()
            yield Group((Path(segments, Paint()),), shape.matrix, name=_PIECE)
        else:
            yield replace(shape, shapes=tuple(_fill_pieces(shape.shapes, faces)))
