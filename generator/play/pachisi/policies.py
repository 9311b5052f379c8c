"""Ways to play Pachisi."""

from generator.play.engine import Stream
from generator.play.pachisi.position import PachisiState
from generator.play.pachisi.tables import STOP, PachisiTables, Unit
from generator.play.policies import pick_any, pick_best


def choose_randomly(state: PachisiState, chance: Stream) -> Unit:
    """Choose any throw and what it can move, as long as one can be used; pieces turn in at their tip."""
    units = state.list_units()
    return pick_any(units, chance) if units else STOP


def choose_rounds(state: PachisiState, chance: Stream) -> Unit:
    """Choose as `random` does, with a further circuit as one more way to go on at the tip."""
    units = [*state.list_units(), *state.list_rounds()]
    return pick_any(units, chance) if units else STOP


_SHELTER, _HOME = 6, 12  # steps that a safe square and a piece at home are worth


def play_greedily(state: PachisiState, chance: Stream) -> Unit:
    """Choose what gains most: own steps, steps that a capture costs the enemies, shelter, and pieces at home."""
    units = state.list_units()
    if not units:
        return STOP
    return pick_best(units, [_judge(state, unit) for unit in units], chance)


def _judge(state: PachisiState, unit: Unit) -> float:
    engine, player = state.engine, state.player
    road, moved = engine.roads[player], unit.own + unit.mates
    if unit.to == engine.home:
        return unit.throw * moved + _HOME * moved
    cell, value = road[unit.to], float(unit.throw * moved)
    for seat in range(state.players):
        if seat % state.half != player % state.half:
            value += sum(step * state.spots[seat].get(step, 0) for step in engine.steps_at[seat][cell])
    stays = state.on[player % state.half][cell] + moved > 1 or engine.castles[cell]
    value += _SHELTER * (stays or _is_private(engine, unit.to))
    if unit.step:
        left = road[unit.step]
        safe = engine.castles[left] or _is_private(engine, unit.step)
        value -= _SHELTER * (safe or state.on[player % state.half][left] > 1)
    return value


def _is_private(engine: PachisiTables, step: int) -> bool:
    """Tell whether a step lies on the own column, where no enemy comes."""
    return step < engine.tip or step > engine.tip + engine.lap
