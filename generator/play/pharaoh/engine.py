"""The engine of Pharaoh, and ways to play it."""

from itertools import product
from random import Random
from typing import Any

from generator.play.engine import Policy, Record, Stream
from generator.play.material import Material
from generator.play.pharaoh.position import PharaohState
from generator.play.pharaoh.quick import play_quickly
from generator.play.pharaoh.tables import STOP, PharaohTables, Step
from generator.play.played_state import pick, pick_best


def choose_randomly(state: PharaohState, chance: Stream) -> Step:
    """Choose any step that can be paid, and stop only when there is none."""
    steps = state.legal_steps()
    return pick(steps, chance) if steps else STOP


def seek(state: PharaohState, chance: Stream) -> Step:
    """Take the step that brings most: the fall of the own cost, and the rise of that of a captured player."""
    steps = state.legal_steps()
    if not steps:
        return STOP
    values = [_judge_step(state, step) for step in steps]
    best = pick_best(steps, values, chance)
    if max(values) > 0:
        return best
    return STOP if chance.random() < 0.5 else pick(steps, chance)


_RISK = 0.1  # where a neighbor could capture the pyramid: it decides between steps that bring as much


def play_greedily(state: PharaohState, chance: Stream) -> Step:
    """Take the step that brings most, less what stands in reach of an equal or larger neighbor.

    If none helps, stop or take any step, so that two do not wait for each other forever.
    """
    steps = state.legal_steps()
    if not steps:
        return STOP
    values = [_judge_step(state, step) - _find_risk(state, step) for step in steps]
    best = pick_best(steps, values, chance)
    if max(values) >= 1 - _RISK:
        return best
    return STOP if chance.random() < 0.5 else pick(steps, chance)


def _judge_step(state: PharaohState, step: Step) -> int:
    piece, target, _ = step
    where = state.where
    index = state.player * state.count + piece
    before, cell = state.cost(state.player), where[index]
    where[index] = target
    value = before - state.cost(state.player)
    where[index] = cell
    captured = state.at[target]
    if captured >= 0:
        owner = captured // state.count
        before = state.cost(owner)
        where[captured] = state.home[owner]
        value += state.cost(owner) - before
        where[captured] = target
    return value


def _find_risk(state: PharaohState, step: Step) -> float:
    """Return the price of a space beside an opponent that could capture there."""
    engine, rank = state.engine, state.engine.rank[step.piece]
    beside = (state.at[cell] for cell in engine.neighbors[1][step.target])
    enemies = [other for other in beside if other >= 0 and other // state.count != state.player]
    return _RISK * any(engine.rank[other % state.count] >= rank for other in enemies)


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

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        return play_quickly(self, players, chance, limit)

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
