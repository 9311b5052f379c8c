"""The facts of routes and areas of boards, and the boards with one of them changed."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from generator.components.facts.spots import change_board
from generator.components.facts.variants import FactWork, Variant
from generator.model.facts import Fact, FactKind, Witnesses
from generator.model.game import ComponentKind, Game, Part

_SORTS: tuple[tuple[str, FactKind], ...] = (("routes", "route"), ("areas", "area"))


def list_walk_works(game: Game, part: Part, _kind: ComponentKind, _witnesses: Witnesses) -> Iterator[FactWork]:
    """Yield each route and area of a board."""
    for key, kind in _SORTS if part.board is not None else ():
        for name, cells in getattr(part.board, key).items():
            place = game.place("parts", part.id, key, name)
            fact = Fact(part.id, "", kind, kind, f"{len(cells)} cells", place=place, areas=(), of=name)
            yield FactWork(fact, part, part.designs[0], (key,), partial(_vary_walk, part, key, name, fact))


def _vary_walk(part: Part, key: str, name: str, fact: Fact) -> Iterator[Variant]:
    """Yield the board with a route or an area without a cell, and in the other direction."""
    board: Any = part.board
    sets = getattr(board, key)
    cells = sets[name]
    middle = len(cells) // 2
    changed = [("without its last cell", cells[:-1]), ("without a cell", cells[:middle] + cells[middle + 1 :])]
    changed += [("reversed", cells[::-1])] if key == "routes" else []
    for tried, made in changed:
        other = change_board(part, replace(board, **{key: {**sets, name: made}}))
        yield Variant((fact,), tried, other, part.designs[0])
