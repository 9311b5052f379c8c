"""Boards for tests: what `game.yaml` says of one goes in, the graph comes out."""

from typing import Any

import msgspec

from generator.components.boards.board import BoardData as Data
from generator.components.boards.builder import build_board
from generator.model.board import Board
from generator.model.finding import Place

PHARAOH: dict[str, Any] = {
    "grid": {"columns": 5, "rows": 5, "cell": 37, "blocked": ["r0c0", "r0c4", "r4c0", "r4c4"], "diagonal": True}
}
ARMS = ["south", "east", "north", "west"]
CROSS: dict[str, Any] = {"arms": ARMS, "length": 8, "width": 3, "cell": 24, "corners": True}
OTHERS = [item for arm in ARMS[1:] for item in (f"{arm}.1.1..8", f"{arm}.2.8", f"{arm}.3.8..1")]
SOUTH = ["center", "south.2.1..8", "south.3.8..1", *OTHERS, "south.1.1..8", "south.2.8..1", "center"]
PACHISI: dict[str, Any] = {
    "cross": CROSS,
    "kinds": {"castle": ["*.2.8", "*.1.5", "*.3.5"]},
    "routes": {"south": SOUTH},
    "sections": {"center": ["center"], **{arm: [f"{arm}.*"] for arm in ARMS}},
}


def made(**data: Any) -> Board:
    """Return the graph of a board; the places of its findings are paths, such as `routes.south.3`."""
    return build_board(msgspec.convert({"front": "a", "copies": 1, **data}, Data), place)


def place(*path: str | int) -> Place:
    """Return a path as the place of what stands there."""
    return Place(".".join(map(str, path)))


def kinds_of_joins(board: Board) -> dict[str, int]:
    """Return how many joins there are of each kind."""
    kinds = [join.kind for join in board.joins]
    return {kind: kinds.count(kind) for kind in kinds}
