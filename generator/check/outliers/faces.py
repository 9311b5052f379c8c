"""Find what a face draws unlike all other faces of its part, and a cell unlike all others of its board (GF144)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from generator.check.analysis.drawing import Address, Drawing
from generator.check.limits.dice import read_amount
from generator.check.outliers.face_features import (
    DrawnThing,
    FeatureReader,
    describe_layout,
    find_group,
    make_features,
)
from generator.check.outliers.feature_table import SAME_RULE, Feature, FeatureTable, Oddity, collapse
from generator.geometry.matrix import IDENTITY
from generator.model.board import Board, Cell
from generator.model.color import Color
from generator.model.game import Design, Part
from generator.model.net import Panel
from generator.model.paper import Side

_FEWEST_FACES = 4
_MOST_SHAPES = 400  # of a face: boards are no cards
_PANELS = 3  # others whose signs lie evenly around one point: pips are typed one by one
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
    """What is odd on a face, by its number: the sort of feature, the sentence, and the shape or group, None if none.

    `entry` is the value of the panel that is odd.
    """

    face: int
    sort: str
    text: str
    address: Address | None
    entry: str = ""


def find_odd_drawings(faces: Sequence[ComparedFace], colors: Mapping[str, Color]) -> Iterator[OddDrawing]:
    """Yield what a face draws unlike all others of its side of a part, and what a cell does unlike all of its board."""
    for _, some in groupby(range(len(faces)), key=lambda number: (faces[number].part.id, faces[number].side)):
        numbers = list(some)
        own = [faces[number] for number in numbers]
        if len(own) >= _FEWEST_FACES and all(len(face.drawing.shapes) <= _MOST_SHAPES for face in own):
            yield from (each._replace(face=numbers[each.face]) for each in _compare_faces(own, colors))
        if own[0].side == "front" and own[0].designs[0].net:
            yield from (each._replace(face=numbers[each.face]) for each in _compare_panels(own, colors))
    for number, face in enumerate(faces):
        if face.part.board and face.side == "front":
            yield from (each._replace(face=number) for each in _compare_cells(face, face.part.board, colors))


def _compare_faces(faces: Sequence[ComparedFace], colors: Mapping[str, Color]) -> Iterator[OddDrawing]:
    things = [DrawnThing(face.drawing.picture.shapes) for face in faces]
    columns = collect_columns(faces, colors)
    yield from _compare_things(things, columns, [face.designs[0].id for face in faces])


def _compare_cells(face: ComparedFace, board: Board, colors: Mapping[str, Color]) -> Iterator[OddDrawing]:
    """Yield what the group of a cell draws unlike all other cells, in the coordinates of the group or of its cell."""
    cells = {f"cell.{cell.id}": cell for cell in board.cells.values()}
    groups = [group for group in face.drawing.groups if group.name in cells and not group.inside]
    things, own = list[DrawnThing](), list[Cell]()
    for group in groups:
        drawn, cell = find_group(face.drawing.picture.shapes, group.address), cells[group.name]
        is_moved = group.matrix != IDENTITY
        matrix = IDENTITY if is_moved else (1.0, 0.0, 0.0, 1.0, -cell.x, -cell.y)
        things.append(DrawnThing(drawn.shapes, matrix, group.address))
        own.append(cell)
    columns: dict[str, list[Any]] = {
        "kind": [cell.kind for cell in own],
        "color": [cell.color for cell in own],
        "color paint": [colors[cell.color].paint if cell.color in colors else "" for cell in own],
        "label": [cell.label for cell in own],
        "shape": [cell.points for cell in own],
        "name": [cell.id.rpartition(".")[2] for cell in own],
    }
    for odd in _compare_things(things, columns, [cell.id for cell in own]) if things else ():
        yield odd._replace(text=f"in the cell {own[odd.face].id!r}, {odd.text}")


def _compare_panels(faces: Sequence[ComparedFace], colors: Mapping[str, Color]) -> Iterator[OddDrawing]:
    """Yield what the panel of a net draws unlike all other panels of its part, in the coordinates of the panel."""
    things, owners, panels, layouts = list[DrawnThing](), list[int](), list[Panel](), list[Any]()
    for number, face in enumerate(faces):
        net = face.designs[0].net
        by_name = {f"face.{panel.id}": panel for panel in net.panels} if net else {}
        for group in face.drawing.groups:
            if group.name in by_name and not group.inside:
                shapes = find_group(face.drawing.picture.shapes, group.address).shapes
                things.append(DrawnThing(shapes, IDENTITY, group.address))
                owners.append(number)
                panels.append(by_name[group.name])
                value = by_name[group.name].value
                is_first = value not in (panel.value for panel in panels[:-1])
                layouts.append(describe_layout(face.drawing, group, read_amount(value)) if is_first else None)
    given = {key: [values[owner] for owner in owners] for key, values in collect_columns(faces, colors).items()}
    columns = {"face": [panel.id for panel in panels], "value": [panel.value for panel in panels], **given}
    layout = Feature(
        "the middle of its signs, in mm,", layouts, (SAME_RULE,), spell=str, least=_PANELS, is_certain=True
    )
    names = [f"{faces[owner].designs[0].id} {panel.id}" for owner, panel in zip(owners, panels, strict=True)]
    for odd in _compare_things(things, columns, names, {("panel",): layout}):
        panel = panels[odd.face]
        address = odd.address or things[odd.face].address
        text = f"on the face {panel.id!r}, {odd.text}"
        yield OddDrawing(owners[odd.face], odd.sort, text, address, str(panel.value))


def _compare_things(
    things: Sequence[DrawnThing],
    columns: Mapping[str, Sequence[Any]],
    names: Sequence[str],
    more: Mapping[Any, Feature] | None = None,
) -> Iterator[OddDrawing]:
    reader = FeatureReader()
    seen = [reader.read(thing) for thing in things]
    items = [name for name in columns if name.endswith("]")]  # where the first of a list is depends on its length
    table = FeatureTable(columns, {**make_features(seen), **(more or {})}, lambda number: repr(names[number]), items)
    for number, odd in _find_odd(table):
        found = seen[number].get(odd.feature)
        sort, entry = odd.feature[0], ""
        if sort in ("pips", "layout"):  # the places of pips are in a table, by their number
            amounts = {str(values[number]) for values in columns.values() if type(values[number]) is int}
            entry = amounts.pop() if len(amounts) == 1 else ""
        yield OddDrawing(number, sort, odd.text, found.address if found else None, entry)


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
