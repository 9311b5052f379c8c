"""Vary the values that a figure's template gets, to find those that the figure does not show (GF180)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from generator.components.facts.variants import other_values
from generator.model.figure import FigureData
from generator.model.finding import Finding
from generator.proof.figure_scene import FigureScene, Path, walk_values

_MOST_VALUES = 200  # of a figure are varied: each takes some milliseconds
_MOST_OTHERS = 2  # values that draw the same, from which one is certainly not seen
Draw = Callable[[FigureData], object]  # what a figure with other data would draw; None if that cannot be drawn


def check_values_seen(scene: FigureScene, draw: Draw) -> Iterator[Finding]:
    """Report each value of a template's figure that draws the same if it is another one (GF180).

    Values that claims ask for with `figure()` may be for the claims alone.
    """
    if scene.data.template is None:
        return
    asked = re.compile(rf"\bfigure\(\s*['\"]{re.escape(scene.name)}['\"]\s*,\s*['\"]([\w-]+)")
    checks = [claim.check for claim in scene.game.claims] + [claim.what for claim in scene.game.inline]
    claimed = {name for check in checks for name in asked.findall(check)}
    usual, groups = draw(scene.data), [*_list_groups(scene)]
    for path, value in islice(walk_values(scene.data.values, ()), _MOST_VALUES):
        others = [] if not path or str(path[0]) in claimed else _find_others(value, groups)
        made = (replace(scene.data, values=_set_value(scene.data.values, path, other)) for other in others)
        if others and all(draw(data) == usual for data in made):
            says = f"the value {value!r} cannot be seen in the figure: {others[0]!r} draws the same"
            message = f"{says}; use it in {scene.data.template}, or remove it (figure {scene.name})"
            yield Finding("GF180", scene.place("values", *path), message, "warning")


def _find_others(value: Any, groups: Sequence[Sequence[str]]) -> list[Any]:
    """Return values that may stand in place of one; none for a word that is no name, which templates may compare."""
    is_word = isinstance(value, str) and " " not in value.strip()
    if is_word and not any(value in names for names in groups):
        return []
    return [*islice(other_values(value, (), groups), _MOST_OTHERS)]


def _list_groups(scene: FigureScene) -> Iterator[Sequence[str]]:
    """Yield names that may stand for one another: colors of a group, cells of a kind, areas, routes, slots, designs."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for role in scene.game.colors:
        groups["color", role.partition(".")[0]].append(role)
    if scene.board:
        for cell in scene.board.cells.values():
            groups["cell", cell.kind].insert(0, cell.id)  # the last is seldom beside the one that is shown
        yield from map(list, (scene.board.areas, scene.board.routes, scene.board.slots))
    yield from groups.values()
    for part in scene.data.shown:
        designs = scene.parts[part].designs
        yield [design.id for design in designs]
        rows = [design.values.get("row") for design in designs]
        yield list(dict.fromkeys(str(row["id"]) for row in rows if isinstance(row, Mapping) and "id" in row))


def _set_value(values: Any, path: Path, value: object) -> Any:
    """Return nested values with another value at a path."""
    if not path:
        return value
    head, *rest = path
    if isinstance(values, Mapping):
        return {**values, str(head): _set_value(values[str(head)], tuple(rest), value)}
    assert isinstance(head, int)
    return [*values[:head], _set_value(values[head], tuple(rest), value), *values[head + 1 :]]
