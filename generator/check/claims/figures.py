"""A world and what a claim asks of the figures of the rules go in; the answer comes out, and is noted.

What a figure shows is said by the data alone, so both worlds give the same.
"""

import re
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from generator.check.claims.calls import items, written
from generator.check.claims.sandbox import ExpressionError
from generator.check.claims.worlds import World
from generator.model.figure_data import FigureData
from generator.model.nearest import did_you_mean
from generator.model.place import Place

_SHOWN = re.compile(r"^[\s>*+\d.-]*!\[(?:[^\]\\]|\\.)*\]\(figure:([^)\s]*)\)", re.MULTILINE)


def figure(world: World, figure: str, name: str, /) -> Any:
    """Return an entry of the figure's `values`, or a key of its kind, such as its `things`; lengths in mm."""
    data = _figure(world, figure)
    said = {key: getattr(data, key) for key in data.keys_of_kind}
    values = {key: value for key, value in said.items() if value is not None} | data.values
    if name not in values:
        raise ExpressionError(f"the figure {figure!r} has no value {name!r}{did_you_mean(str(name), values)}")
    path = (figure, "values", name) if name in data.values else (figure, name)
    places = lambda: items(world.game, "figures", *path)  # noqa: E731  read when it fails
    return world.note(written("figure", figure, name), to_builtins(values[name]), places)


def numbered(world: World, figure: str, /) -> int:
    """Return the number that the rules print for a figure: figures count in the order in which they are shown."""
    _figure(world, figure)
    text = world.game.rules or ""
    shown = list(_SHOWN.finditer(text))
    number = next((number for number, each in enumerate(shown, 1) if each[1] == figure), None)
    if number is None:
        raise ExpressionError(f"the rules do not show the figure {figure!r}")
    file = str(Path(world.game.file).parent / (world.game.data.rules or ""))
    place = Place(file, text.count("\n", 0, shown[number - 1].start(1)) + 1)
    return world.note(written("numbered", figure), number, lambda: [place])


def _figure(world: World, name: str) -> FigureData:
    figures = world.game.data.figures
    if name not in figures:
        raise ExpressionError(f"there is no figure {name!r}{did_you_mean(str(name), figures)}")
    return figures[name]


FUNCTIONS = (figure, numbered)
