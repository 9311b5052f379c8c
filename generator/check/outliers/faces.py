"""Find what a face draws unlike all other faces of its part (GF144)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from generator.check.analysis.drawing import Address, Drawing
from generator.check.outliers.face_features import DrawnThing, FeatureReader, make_features
from generator.check.outliers.feature_table import FeatureTable, Oddity, collapse
from generator.model.color import Color
from generator.model.game import Design, Part
from generator.model.paper import Side

_FEWEST_FACES = 4
_MOST_SHAPES = 400  # of a face: boards are no cards
_NOT_SHOWN = frozenset({"id", "copies"})


class ComparedFace(Protocol):
    """A distinct face of a part: its designs that look so, and the drawing of a side."""

    @property
    def part(self) -> Part:
        """Return its part."""

    @property
    def designs(self) -> Sequence[Design]:
        """Return its designs."""

    @property
    def side(self) -> Side:
        """Return its side."""

    @property
    def drawing(self) -> Drawing:
        """Return its drawing."""


class OddDrawing(NamedTuple):
    """What is odd on a face, by its number: the sort of feature, the sentence, and the shape or group, None if none."""

    face: int
    sort: str
    text: str
    address: Address | None


def find_odd_drawings(faces: Sequence[ComparedFace], colors: Mapping[str, Color]) -> Iterator[OddDrawing]:
    """Yield what a face draws unlike all other faces of its side of a part."""
    for _, some in groupby(range(len(faces)), key=lambda number: (faces[number].part.id, faces[number].side)):
        numbers = list(some)
        own = [faces[number] for number in numbers]
        if len(own) >= _FEWEST_FACES and all(len(face.drawing.shapes) <= _MOST_SHAPES for face in own):
            yield from (each._replace(face=numbers[each.face]) for each in _compare_faces(own, colors))


def _compare_faces(faces: Sequence[ComparedFace], colors: Mapping[str, Color]) -> Iterator[OddDrawing]:
    reader = FeatureReader()
    things = [reader.read(DrawnThing(face.drawing.picture.shapes)) for face in faces]
    columns = collect_columns(faces, colors)
    table = FeatureTable(columns, make_features(things), lambda number: repr(faces[number].designs[0].id))
    for number, odd in _find_odd(table):
        seen = things[number].get(odd.feature)
        yield OddDrawing(number, odd.feature[0], odd.text, seen.address if seen else None)


def _find_odd(table: FeatureTable) -> Iterator[tuple[int, Oddity]]:
    """Yield odd things with their numbers; if there are none, the first of an odd class of them."""
    single = [(odd.thing, odd) for odd in table.find_odd()]
    yield from single
    for category in table.categories if not single else ():
        classes, firsts = collapse(table, category)
        if found := [(firsts[odd.thing], odd) for odd in classes.find_odd()]:
            yield from found
            return


def collect_columns(faces: Sequence[ComparedFace], colors: Mapping[str, Color]) -> dict[str, list[Any]]:
    """Return what the data give to each face, by columns; None for a face without a value.

    Fields of colors are columns, items of lists too, and the paints of a column all of whose values are colors.
    """
    rows = [dict(_list_values(face)) for face in faces]
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    paints = {word: color.paint for color in colors.values() for word in (color.name, color.role)}
    of_colors = {
        f"{name} color": [paints.get(value, "") if isinstance(value, str) else "" for value in values]
        for name, values in columns.items()
    }
    return columns | {name: values for name, values in of_colors.items() if all(values)}


def _list_values(face: ComparedFace) -> Iterator[tuple[str, Any]]:
    for key, value in face.designs[0].values.items():
        if isinstance(value, Color):
            yield key, value.role
            for field in ("letter", "mark", "called", "paint"):
                yield f"{key}.{field}", getattr(value, field)
        elif key == "row":
            for column, cell in value.items():
                if column not in _NOT_SHOWN:
                    items = enumerate(cell) if isinstance(cell, list) else ()
                    yield from ((f"{column}[{number}]", item) for number, item in items)
                    yield column, cell
