"""Sample boards for tests, built from the data of one board."""

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


def make_board(**data: Any) -> Board:
    """Build a board from its data; the places of findings are key paths such as `routes.south.3`."""
    return build_board(msgspec.convert({"front": "a", "copies": 1, **data}, Data), path_place)


def path_place(*path: str | int) -> Place:
    """Return a key path as a place."""
    return Place(".".join(map(str, path)))


def count_join_kinds(board: Board) -> dict[str, int]:
    """Count the joins of each kind."""
    kinds = [join.kind for join in board.joins]
    return {kind: kinds.count(kind) for kind in kinds}
