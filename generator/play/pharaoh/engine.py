"""The engine of Pharaoh."""

from itertools import product
from random import Random
from typing import Any

from generator.play.engine import Policy, Stream
from generator.play.material import Material
from generator.play.pharaoh.policies import choose_randomly, play_greedily, seek
from generator.play.pharaoh.position import PharaohState
from generator.play.pharaoh.tables import STOP, PharaohTables, Step

MOST_TURNS = 20_000


class Pharaoh(PharaohTables):
    """The rules of Pharaoh on the board, the lines, the die and the pyramids of the data."""

    limit = MOST_TURNS
    always = ("no two pyramids on one space", "nobody has more pyramids than before", "no larger pyramid is captured")

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self.policies: dict[str, Policy] = {"random": choose_randomly, "seek": seek, "greedy": play_greedily}

    def start(self, players: int, chance: Stream) -> PharaohState:
        """Return the empty board after the first roll of a player chosen by chance."""
        return PharaohState(self, players, chance)

    def describe_action(self, action: Step) -> str:
        """Return an action in words."""
        if action == STOP:
            return "stop"
        return f"{self.pieces[action.piece][0]} to {self.cells[action.target]} for {action.cost}"

    def exact(self) -> dict[str, Any]:
        """Return which pyramids capture which, by their pips (R15), and lines that fewer pyramids could fill (R17)."""
        pairs = [[one, other] for one, other in product(sorted(set(self.pips)), repeat=2) if self._captures(one, other)]
        short = sum(len(set(line)) < len(self.pips) for lines in self.lines.values() for line in lines)
        return {"captures": pairs, "lines that fewer pyramids fill": short}

    def _captures(self, pips: int, other: int) -> bool:
        """Tell whether a pyramid beside another can step onto it, with as many points as it takes."""
        state = PharaohState(self, min(self.players), Random(0))
        near = next(cell for cell, each in enumerate(self.neighbors[0][: len(self.cells)]) if each)
        target = self.neighbors[0][near][0]
        mine, theirs = self.pips.index(pips), self.pips.index(other)
        state.player, state.points = 0, pips
        state.place(mine, near)
        state.place(state.count + theirs, target)
        return Step(mine, target, pips) in state.legal_steps()
