"""Single edits of a figure's data: another value, two values exchanged, an item less, a path that goes on.

If claims about a figure fail, one of them may be what the person meant to write.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from generator.components.facts.repairs import (
    DataSpot,
    Repair,
    RepairHints,
    change_inside,
    drop_missing,
    find_siblings,
    list_close,
    list_inside,
    list_wanted,
    spell_value,
    take_turns,
)
from generator.model.figure import FigureData
from generator.model.game import Game

_CLAIMED = frozenset({"design", "side", "highlight", "paths", "pieces", "things", "steps", "values", "show"})
_MOST_SPOTS = 300  # values of a figure
_MOST_VALUES = 12  # that are tried in place of one


def list_figure_repairs(game: Game, name: str, hints: RepairHints) -> Iterator[Repair]:
    """Yield the edits of a figure, likely ones first: of values that claims do not expect, to those they ask for."""
    data: Any = drop_missing(msgspec.to_builtins(game.data.figures[name]))
    inside = [
        spot
        for key, value in data.items()
        if key in _CLAIMED
        for spot in list_inside((key,), value, lambda path: game.place("figures", name, *path))
    ]
    spots = sorted(inside, key=lambda spot: spot.value not in hints.wrong)[:_MOST_SPOTS]
    yield from take_turns(
        [
            _replace_values(game, name, data, spots, hints),
            _exchange_values(game, name, data, spots),
            _drop_items(game, name, data, spots),
            _extend_paths(game, name, data),
        ]
    )


def _replace_values(
    game: Game, name: str, data: Any, spots: Sequence[DataSpot], hints: RepairHints
) -> Iterator[Repair]:
    """Yield the edits that replace a value: by what claims ask for, by one of its siblings', or by the next number."""
    for spot in spots:
        known = [each.value for each in find_siblings(spot, spots)]
        others = dict.fromkeys([*list_wanted(spot, spots, hints), *known, *list_close(spot, spots, hints)])
        alike = [value for value in others if type(value) is type(spot.value) and value != spot.value]
        for value in alike[:_MOST_VALUES]:
            made = _edit(game, name, change_inside(data, spot.path, value))
            if made is not None:
                usual = value in known and spot.value not in known
                says = f"with {spell_value(value)} in place of {spell_value(spot.value)}"
                yield Repair(f"figure {name}", spot.place, says, made, usual)


def _exchange_values(game: Game, name: str, data: Any, spots: Sequence[DataSpot]) -> Iterator[Repair]:
    """Yield the edits that exchange a value with that of a sibling."""
    for number, spot in enumerate(spots):
        for other in find_siblings(spot, spots[number + 1 :]):
            if type(other.value) is type(spot.value) and other.value != spot.value:
                first, second = sorted((spot, other), key=lambda each: each.place)
                changed = change_inside(change_inside(data, spot.path, other.value), other.path, spot.value)
                made = _edit(game, name, changed)
                if made is not None:
                    says = f"with {first.value!r} exchanged for the {second.value!r} at {second.place}"
                    yield Repair(f"figure {name}", first.place, says, made)


def _drop_items(game: Game, name: str, data: Any, spots: Sequence[DataSpot]) -> Iterator[Repair]:
    """Yield the edits that remove an item from a list."""
    done = set[tuple[str | int, ...]]()
    for spot in spots:
        at = next((number for number, key in enumerate(spot.path) if isinstance(key, int)), None)
        if at is None or spot.path[: at + 1] in done:
            continue
        done.add(spot.path[: at + 1])
        items: Any = data
        for key in spot.path[:at]:
            items = items[key]
        index = int(spot.path[at])
        made = _edit(game, name, change_inside(data, spot.path[:at], [*items[:index], *items[index + 1 :]]))
        if made is not None:
            place = game.place("figures", name, *spot.path[: at + 1])
            yield Repair(f"figure {name}", place, "without this", made)


def _extend_paths(game: Game, name: str, data: Any) -> Iterator[Repair]:
    """Yield the edits that let a path go on to a cell which a label names."""
    labels = dict.fromkeys(label["at"] for label in data.get("labels", ()) if isinstance(label["at"], str))
    for number, way in enumerate(data.get("paths", ())):
        cells = way.get("cells", ())
        for cell in (each for each in labels if cells and each not in cells):
            made = _edit(game, name, change_inside(data, ("paths", number, "cells"), [*cells, cell]))
            if made is not None:
                place = game.place("figures", name, "paths", number)
                yield Repair(f"figure {name}", place, f"with {cell!r} added to the end of this path", made)


def _edit(game: Game, name: str, data: Any) -> Game | None:
    """Return the game with other data of a figure; None if a figure cannot have them."""
    try:
        made = msgspec.convert(data, FigureData)
    except msgspec.ValidationError:
        return None
    return replace(game, data=replace(game.data, figures={**game.data.figures, name: made}))
