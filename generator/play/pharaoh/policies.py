"""Ways to play Pharaoh."""

from generator.play.engine import Stream
from generator.play.pharaoh.position import PharaohState
from generator.play.pharaoh.tables import STOP, Step
from generator.play.policies import pick_any, pick_best


def choose_randomly(state: PharaohState, chance: Stream) -> Step:
    """Choose any step that can be paid, and stop only when there is none."""
    steps = state.legal_steps()
    return pick_any(steps, chance) if steps else STOP


def seek(state: PharaohState, chance: Stream) -> Step:
    """Take the step that brings most: the fall of the own cost, and the rise of that of a captured player."""
    steps = state.legal_steps()
    if not steps:
        return STOP
    values = [_judge_step(state, step) for step in steps]
    best = pick_best(steps, values, chance)
    if max(values) > 0:
        return best
    return STOP if chance.random() < 0.5 else pick_any(steps, chance)


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
    return STOP if chance.random() < 0.5 else pick_any(steps, chance)


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
