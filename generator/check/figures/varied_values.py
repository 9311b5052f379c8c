"""Vary the values that a figure's template gets, to find those that the figure does not show (GF180)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from generator.check.figures.scene import FigureScene, Path, walk_values
from generator.model.figure import FigureData
from generator.model.finding import Finding

_MOST_VALUES = 200  # of a figure are varied: each takes some milliseconds
Draw = Callable[[FigureData], object]  # what a figure with other data would draw; None if that cannot be drawn


def check_values_seen(scene: FigureScene, draw: Draw) -> Iterator[Finding]:
    """Report each value of a template's figure that draws the same if it is another one (GF180)."""
    if scene.data.template is None:
        return
    usual, claims = draw(scene.data), _list_claimed(scene)
    for path, value in islice(walk_values(scene.data.values, ()), _MOST_VALUES):
        if not path or str(path[0]) in claims:
            continue
        others = list(_find_others(scene, value))[:2]
        if others and all(_draw_varied(scene.data, path, other, draw) == usual for other in others):
            says = f"the value {value!r} cannot be seen in the figure: {others[0]!r} draws the same"
            message = f"{says}; use it in {scene.data.template}, or remove it (figure {scene.name})"
            yield Finding("GF180", scene.place("values", *path), message, "warning")


def _list_claimed(scene: FigureScene) -> set[str]:
    """Return the values of the figure that claims ask for; these may be for the claims alone."""
    asked = re.compile(rf"\bfigure\(\s*['\"]{re.escape(scene.name)}['\"]\s*,\s*['\"]([\w-]+)")
    checks = [claim.check for claim in scene.game.claims] + [claim.what for claim in scene.game.inline]
    return {name for check in checks for name in asked.findall(check)}


def _draw_varied(data: FigureData, path: Path, value: object, draw: Draw) -> object:
    return draw(replace(data, values=set_value(data.values, path, value)))


def set_value(values: Any, path: Path, value: object) -> Any:
    """Return nested values with another value at a path."""
    if not path:
        return value
    head, *rest = path
    if isinstance(values, Mapping):
        return {**values, str(head): set_value(values[str(head)], tuple(rest), value)}
    assert isinstance(head, int)
    return [*values[:head], set_value(values[head], tuple(rest), value), *values[head + 1 :]]


def _find_others(scene: FigureScene, value: object) -> Iterator[object]:
    """Yield values that may stand in place of one: of the same kind, the nearest first."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        for names in _list_namesakes(scene, value):
            yield from (name for name in names if name != value)
        if not value or " " in value:
            yield f"{value} x".strip()


def _list_namesakes(scene: FigureScene, value: str) -> Iterator[Sequence[str]]:
    """Yield the lists of names in which a value is: colors, cells, areas, routes and designs."""
    board, game = scene.board, scene.game
    if value in game.colors:
        yield [role for role in game.colors if role.partition(".")[0] == value.partition(".")[0]]
    if board is not None:
        if value in board.cells:
            kind = board.cells[value].kind
            yield [cell.id for cell in board.cells.values() if cell.kind == kind][::-1]
        yield from (list(names) for names in (board.areas, board.routes, board.slots) if value in names)
    for part in scene.data.shown:
        ids = [design.id for design in scene.parts[part].designs]
        if value in ids:
            yield ids
        rows = [design.values.get("row") for design in scene.parts[part].designs]
        facts = [row.get("id") for row in rows if isinstance(row, Mapping)]
        if value in facts:
            yield [str(fact) for fact in dict.fromkeys(facts)]
