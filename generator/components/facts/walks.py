"""The facts of routes and areas of boards, and the boards with one of them changed."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from generator.components.facts.spots import change_board
from generator.components.facts.variants import Variant
from generator.model.board import Board
from generator.model.facts import Fact, FactKind
from generator.model.game import Game, Part

_SORTS: tuple[tuple[str, FactKind], ...] = (("routes", "route"), ("areas", "area"))


def list_walk_facts(game: Game, part: Part, board: Board) -> Iterator[tuple[str, str, Fact]]:
    """Yield each route and area of a board: the key that templates read, its name and the fact."""
    for key, kind in _SORTS:
        for name, cells in getattr(board, key).items():
            place = game.place("parts", part.id, key, name)
            group = f"route.{name}" if kind == "route" else ""
            yield key, name, Fact(part.id, "", kind, kind, f"{len(cells)} cells", place, group, (), name)


def vary_walk(part: Part, board: Board, key: str, name: str, fact: Fact) -> Iterator[Variant]:
    """Yield the board with a route or an area without a cell, and in the other direction."""
    sets: Any = getattr(board, key)
    cells = sets[name]
    middle = len(cells) // 2
    changed = [("without its last cell", cells[:-1]), ("without a cell", cells[:middle] + cells[middle + 1 :])]
    changed += [("reversed", cells[::-1])] if key == "routes" else []
    for tried, made in changed:
        other = change_board(part, replace(board, **{key: {**sets, name: made}}))
        yield Variant((fact,), tried, other, part.designs[0])
