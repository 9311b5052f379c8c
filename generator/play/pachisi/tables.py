"""What Pachisi reads from the data: roads, castles, shells and what a throw can lead to."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.play.material import Material, index_cells

_MOST_SHELLS = 12  # whose throws are counted one by one


class Unit(NamedTuple):
    """Pieces that one throw moves: `own` from a step of the road, and `mates` of the partner's from a step of theirs.

    `to` and `mates_to` are the steps where they arrive; a throw of 0 leaves what is left of the turn unused.
    """

    throw: int
    step: int = 0
    own: int = 0
    to: int = 0
    mates_step: int = 0
    mates: int = 0
    mates_to: int = 0


STOP = Unit(0)


class PachisiTables:
    """Roads, castles, shells and pieces of the data, as tables that are made once."""

    def __init__(self, material: Material) -> None:
        self.players = material.players
        board = material.find_board("board")
        self.colors = material.colors("player")
        self.names = [color.rpartition(".")[2] for color in self.colors]
        if set(self.players) != {len(self.colors)} or len(self.colors) % 2:
            material.refuse("it is played by two partnerships, all colors of the group player at a time", "players")
        self.count = material.each("piece") or material.refuse("nobody gets a piece in the setup", "setup")
        number = index_cells(board.cells)
        self.cells = tuple(board.cells)
        self.roads = [[number[cell] for cell in material.route("board", name)] for name in self.names]
        self.home = len(self.roads[0]) - 1
        if any(len(road) != self.home + 1 for road in self.roads):
            material.refuse("the roads are not of one length", "parts", "board", "routes")
        self.castles = [board.cells[cell].kind == "castle" for cell in self.cells]
        self.barred = frozenset(material.numbers("board", "barred") if material.value("board", "barred") else ())
        self._read_shells(material)
        self.tip = _find_tip(self.roads[0])
        self.lap = self.home - 2 * self.tip
        self.reach = self._list_reach()
        self.steps_at = [[_list_steps(road, cell) for cell in range(len(self.cells))] for road in self.roads]

    def _read_shells(self, material: Material) -> None:
        """Read what throws score; every way for the shells to fall counts once (C5, C6)."""
        scores = material.numbers("cowrie", "scores")
        shells = len(scores) - 1
        if not 1 <= shells <= _MOST_SHELLS or shells != material.copies("cowrie"):
            material.refuse("scores need one more number than there are shells", "parts", "cowrie", "values", "scores")
        self.throws = [scores[bin(fallen).count("1")] for fallen in range(2**shells)]
        self.stops = frozenset(material.numbers("cowrie", "stop"))
        self.entry = frozenset(material.numbers("cowrie", "entry"))
        if not self.stops & set(scores):
            material.refuse("no score ends the throwing", "parts", "cowrie", "values", "stop")
        if min(scores) < 1:
            material.refuse("a score is less than 1", "parts", "cowrie", "values", "scores")

    def _list_reach(self) -> list[dict[int, list[int]]]:
        """Return the cell where each throw leads from each step of each road; -1 where no piece may stop."""
        values = sorted(set(self.throws))

        def lead(road: Sequence[int], to: int) -> int:
            return -1 if to > self.home or to in self.barred else road[to]

        return [
            {value: [lead(road, step + value) for step in range(self.home + 1)] for value in values}
            for road in self.roads
        ]


def _find_tip(road: Sequence[int]) -> int:
    """Return the last step on the way out that is passed again on the way home: the tip of the own arm."""
    tip = 0
    while tip + 1 < len(road) - 2 - tip and road[tip + 1] == road[len(road) - 2 - tip]:
        tip += 1
    return tip


def _list_steps(road: Sequence[int], cell: int) -> tuple[int, ...]:
    """Return the steps of a road that lead over a cell, without its ends."""
    return tuple(step for step, each in enumerate(road) if each == cell and 0 < step < len(road) - 1)
