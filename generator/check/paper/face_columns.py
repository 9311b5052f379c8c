"""What the data give to each design of a part, as columns: the values of its row and the fields of its colors."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.check.paper.face_pages import Face
from generator.model.color import Color
from generator.model.data_types import Value

_NOT_SHOWN = frozenset({"id", "copies"})
_FEWEST_FACES = 4  # of which most must agree before one is odd
_MOST_SHAPES = 400  # of a face: boards are not compared


class FaceValues(NamedTuple):
    """A face, and the values of its first design by the names of their columns."""

    face: Face
    values: Mapping[str, Value]


def gather_faces(faces: Sequence[Face]) -> Iterator[list[FaceValues]]:
    """Yield the faces of each side of a part, if there are enough to establish what is usual."""
    for _, some in groupby(faces, key=lambda face: (face.part.id, face.side)):
        found = [FaceValues(face, dict(_list_values(face))) for face in some]
        if len(found) >= _FEWEST_FACES and all(len(each.face.drawing.shapes) <= _MOST_SHAPES for each in found):
            yield found


def _list_values(face: Face) -> Iterator[tuple[str, Value]]:
    for key, value in face.designs[0].values.items():
        if isinstance(value, Color):
            yield key, value.role
            for field in ("letter", "mark", "called"):
                if found := getattr(value, field):
                    yield f"{key}.{field}", found
        elif key == "row":
            yield from _list_row(value)


def _list_row(row: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    for column, value in row.items():
        if column in _NOT_SHOWN:
            continue
        if isinstance(value, list):
            for number, item in enumerate(value):
                yield f"{column}[{number}]", item
        elif value is not None and value != "":
            yield column, value


def collect_columns(faces: Sequence[FaceValues]) -> dict[str, list[tuple[int, Value]]]:
    """Return the columns with the numbers of the faces that have a value in them, and the values."""
    columns: dict[str, list[tuple[int, Value]]] = defaultdict(list)
    for number, each in enumerate(faces):
        for name, value in each.values.items():
            columns[name].append((number, value))
    return columns
