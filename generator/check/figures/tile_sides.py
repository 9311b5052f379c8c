"""Compare the sides of tiles that touch in a figure of a table (GF186)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from generator.check.figures.scene import FigureScene, Path
from generator.geometry.types import Box, Outline
from generator.model.figure import ThingData
from generator.model.finding import Finding

_NAMES = (  # columns that name the sides of a tile, clockwise from the top
    ("north", "east", "south", "west"),
    ("n", "e", "s", "w"),
    ("top", "right", "bottom", "left"),
    ("up", "right", "down", "left"),
    ("nord", "ost", "süd", "west"),
    ("oben", "rechts", "unten", "links"),
    ("nord", "est", "sud", "ouest"),
    ("haut", "droite", "bas", "gauche"),
)
_LISTS = ("sides", "edges")  # columns of four values, clockwise from the top
_TOUCHING = 1.5  # mm between two tiles that lie side by side
_SHARED = 0.6  # of a side that the other tile must touch
_DENIALS = re.compile(
    r"\b(?:not|never|no|cannot|wrong|illegal|forbidden|n[o']t|nicht|kein|falsch|verboten|pas|jamais|aucune?|interdite?s?|except)\b",
    re.IGNORECASE,
)


class _Tile(NamedTuple):
    """A tile in a figure: its name, its box, and the column and value of each side, clockwise from the top."""

    name: str
    box: Box
    sides: Sequence[tuple[str, object]]
    path: Path


def check_tile_sides(scene: FigureScene, captions: Sequence[str]) -> Iterator[Finding]:
    """Report two tiles side by side whose rows give different values for the sides that touch (GF186)."""
    if any(_DENIALS.search(text) for text in (scene.data.alt, *captions, *scene.words)):
        return
    for one, other in combinations(_list_tiles(scene), 2):
        for number in _list_touching(one.box, other.box):
            (column, value), (its_column, its_value) = one.sides[number], other.sides[(number + 2) % 4]
            if value != its_value:
                says = (
                    f"the side {column!r} of {one.name!r} is {value!r}, but meets the side {its_column!r} of "
                    f"{other.name!r}, which is {its_value!r}"
                )
                place = scene.place(*_find_odd_one(one, other).path)
                message = f"{says}; turn or replace one of them (figure {scene.name})"
                yield Finding("GF186", place, message, "warning")
                return


def _list_touching(one: Box, other: Box) -> Iterator[int]:
    """Yield the sides of one box that the other touches, as numbers clockwise from the top."""
    left, top, right, bottom = one
    x1, y1, x2, y2 = other
    wide, high = min(right, x2) - max(left, x1), min(bottom, y2) - max(top, y1)
    across = high > _SHARED * min(bottom - top, y2 - y1)
    down = wide > _SHARED * min(right - left, x2 - x1)
    gaps = (down, top - y2), (across, x1 - right), (down, y1 - bottom), (across, left - x2)
    yield from (number for number, (beside, gap) in enumerate(gaps) if beside and abs(gap) < _TOUCHING)


def _find_odd_one(one: _Tile, other: _Tile) -> _Tile:
    """Return the one of two tiles that is turned, if only one is; else the second."""
    return one if one.path[-1] == "turn" and other.path[-1] != "turn" else other


def _list_tiles(scene: FigureScene) -> Iterator[_Tile]:
    for number, thing in enumerate(scene.data.things or () if scene.data.kind == "table" else ()):
        part = scene.parts.get(thing.part)
        if part is None or thing.side == "back" or thing.turn % 90:
            continue
        design = next((each for each in part.designs if each.id == thing.design), part.designs[0])
        row = design.values.get("row")
        if isinstance(row, Mapping) and (sides := _read_sides(row)):
            shift = int(thing.turn // 90) % 4
            turned = [*sides[-shift:], *sides[:-shift]] if shift else sides
            path: Path = ("things", number, "turn" if shift else "design")
            yield _Tile(f"{part.id}.{design.id}", _find_box(part.trim_of(design), thing, shift), turned, path)


def _find_box(trim: Outline, thing: ThingData, shift: int) -> Box:
    """Return the box of a thing in its figure."""
    scale = (thing.width or trim.width) / trim.width / 2
    across, down = trim.width * scale, trim.height * scale
    across, down = (down, across) if shift % 2 else (across, down)
    x, y = thing.at
    return x - across, y - down, x + across, y + down


def _read_sides(row: Mapping[str, Any]) -> Sequence[tuple[str, object]]:
    """Return the columns and values of the four sides of a tile, clockwise from the top; empty if it has none."""
    columns = {name.casefold(): name for name in row}
    for names in _NAMES:
        if all(name in columns for name in names):
            return [(columns[name], row[columns[name]]) for name in names]
    for name in _LISTS:
        value = row.get(name)
        if isinstance(value, list) and len(value) == 4:
            return [(f"{name}[{number}]", item) for number, item in enumerate(value)]
    return ()
