"""A cell of a board goes in; the place where the data name it comes out, or that of the generator which makes it."""

from collections.abc import Iterator
from typing import Any

from generator.model.game import Game, Part
from generator.model.place import Place
from generator.model.runs import RUN, matches

_GENERATORS = ("grid", "cross", "rings")


def place_of_cell(game: Game, part: Part, cell: str) -> Place:
    """Return where a cell stands by its id, else in a run or a pattern, else its generator's place.

    What is said of the cell by itself comes first, then its kind, its color, and the joins that it has or lacks.
    """
    named = list(_lists(game.parts[part.id]))
    for wanted in (str.__eq__, covers):
        for path, item in named:
            if wanted(item, cell):
                return game.place("parts", part.id, *path)
    made = (("parts", part.id, name) for name in _GENERATORS)
    return game.place(*next((path for path in made if path in game.places), ("parts", part.id)))


def covers(item: str, cell: str) -> bool:
    """Tell whether an item of a list of cells, a run such as `r0c1..3` or a pattern such as `r0*`, holds a cell."""
    if "*" in item:
        return matches(cell, item.split("*"))
    if (run := RUN.fullmatch(item)) is None or not (number := cell.removeprefix(run[1])).isdecimal():
        return False
    first, last = sorted((int(run[2]), int(run[3])))
    return cell.startswith(run[1]) and first <= int(number) <= last


def _lists(data: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the path of each word of a board's data that names cells, and the word."""
    for key in ("cells", "pockets", "slots"):
        yield from (((key, name), name) for name in getattr(data, key, {}))
    for key in ("kinds", "colors"):
        for name, items in getattr(data, key, {}).items():
            yield from (((key, name, number), item) for number, item in enumerate(items))
    for key in ("cuts", "joins"):
        for number, pair in enumerate(getattr(data, key, ())):
            yield from (((key, number, end), item) for end, item in enumerate(pair[:2]))
