"""The facts of the faces of dice, and the dice with one of them changed."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from generator.components.designs import expand_part
from generator.components.facts.rows import UNFIT
from generator.components.facts.variants import FactWork, Variant, other_items, rough_items
from generator.geometry.matrix import transform_point
from generator.geometry.types import Points
from generator.model.data_types import Value
from generator.model.facts import Fact, Witnesses
from generator.model.game import ComponentKind, Game, Part


def list_face_works(game: Game, part: Part, kind: ComponentKind, _witnesses: Witnesses) -> Iterator[FactWork]:
    """Yield the faces that the data of a die list for all its designs, each with its panel."""
    for number, value in enumerate(_given_faces(game, part)):
        place = game.place("parts", part.id, "faces", number)
        areas = tuple(_find_areas(part, number))
        fact = Fact(part.id, "", "face", f"faces[{number}]", str(value), place=place, areas=areas, of=str(value))
        vary = partial(_vary_face, game, kind, part, fact, number)
        yield FactWork(fact, part, part.designs[0], (), vary, sides=("front",))


def _given_faces(game: Game, part: Part) -> Sequence[Value]:
    data: Any = game.parts[part.id]
    faces = getattr(data, "faces", None)
    return faces if isinstance(faces, list) else ()  # a net of the game's own names its faces


def _find_areas(part: Part, number: int) -> Iterator[Points]:
    """Yield the outlines of the panels that show a value: one, or three of a die of four."""
    net = part.designs[0].net
    assert net is not None
    for index, panel in enumerate(net.panels):
        if any(corner.number == number for corner in panel.corners) or (index == number and not panel.corners):
            yield find_panel(part, index)


def find_panel(part: Part, number: int) -> Points:
    """Return the outline of a panel of the first design's net, on the face."""
    net = part.designs[0].net
    assert net is not None
    panel = net.panels[number]
    return tuple(transform_point(panel.matrix, x, y) for x, y in panel.points)


def _vary_face(game: Game, kind: ComponentKind, part: Part, fact: Fact, number: int) -> Iterator[Variant]:
    """Yield the die with another value on a face, one after the other."""
    given = list(_given_faces(game, part))
    for values in (*other_items(given, number, given), *rough_items(given, number)):
        if len(values) != len(given):
            continue
        data: Any = game.parts[part.id]
        try:
            made = expand_part(game, part.id, replace(data, faces=values), part.kind, kind)
        except UNFIT:
            continue
        is_rough = sum(one != other for one, other in zip(given, values, strict=True)) > 1
        yield Variant((fact,), repr(values), made, made.designs[0], {}, is_rough=is_rough)
