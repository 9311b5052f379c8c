"""Ways to play Hypnosia."""

from collections.abc import Sequence as Values

from generator.play.engine import Stream
from generator.play.hypnosia.position import HypnosiaState, Sequence
from generator.play.policies import pick_best

_CAPTURED, _POINT = 20, 10  # tenths that a captured pawn and a point in the center are worth; a step is worth one
_RISK, _MOST_RISK = 6, 20  # tenths that one way, and all ways, for opponents to take a pawn are worth


def choose_randomly(state: HypnosiaState, chance: Stream) -> Sequence:
    """Choose any turn that uses as many dice as can be used."""
    return state.draw_turn(chance)


def seek(state: HypnosiaState, chance: Stream) -> Sequence:
    """Choose the turn with most captures, points in the center and steps toward it."""
    sequences = state.legal_actions()
    return pick_best(sequences, [judge_sequence(state, each) for each in sequences], chance)


def play_greedily(state: HypnosiaState, chance: Stream) -> Sequence:
    """Choose as `seek` does, and keep pawns from spaces where opponents can take them."""
    sequences = state.legal_actions()
    singles, stacks = _count_threats(state)
    values = [judge_sequence(state, each) - _judge_risk(state, each, singles, stacks) for each in sequences]
    return pick_best(sequences, values, chance)


def judge_sequence(state: HypnosiaState, moves: Sequence) -> int:
    """Return in tenths what a turn brings: 2 a captured pawn, the points of places, and 0.1 a step to the center."""
    engine, own = state.engine, state.player
    value, entered = 0, 0
    targets = set()
    for _, cell, pawns, target in moves:
        count = pawns
        if target == engine.center:
            count = min(pawns, len(engine.points) - len(state.placed) - entered)
            first = len(state.placed) + entered
            value += _POINT * sum(engine.points[first : first + count])
            entered += count
        elif target not in targets:
            targets.add(target)
            code = state.at[target]
            if code and (code - 1) // 2 != own:
                value += _CAPTURED * (2 - (code & 1))
        value += count * (engine.far[cell] - engine.far[target])
    return value


def _count_threats(state: HypnosiaState) -> tuple[list[int], list[int]]:
    """Return by cells in how many ways one die takes an opponent's pawns there, and their stacks among them."""
    engine = state.engine
    pawns, stacks = [0] * len(engine.cells), [0] * len(engine.cells)
    for seat, spots in enumerate(state.spots):
        if seat == state.player:
            continue
        for cell in spots:
            pair = not state.at[cell] & 1
            for table in engine.ways.values():
                for way in table[cell]:
                    pawns[way.target] += 1
                    stacks[way.target] += pair
    return pawns, stacks


def _judge_risk(state: HypnosiaState, moves: Sequence, pawns: Values[int], stacks: Values[int]) -> int:
    """Return in tenths how much more the moved pawns can be lost than before; starts and center are safe."""
    engine, own = state.engine, 2 * state.player + 1
    at = {move.cell: state.at[move.cell] for move in moves}
    at |= {move.target: state.at[move.target] for move in moves}
    before = sum(_price(code, cell, own, pawns, stacks) for cell, code in at.items())
    for _, cell, count, target in moves:
        at[cell] = own if at[cell] - own == count else 0
        at[target] = own + 1 if at[target] == own else own + count - 1
    at.pop(engine.center, 0)
    return sum(_price(code, cell, own, pawns, stacks) for cell, code in at.items()) - before


def _price(code: int, cell: int, own: int, pawns: Values[int], stacks: Values[int]) -> int:
    """Return in tenths what own pawns on a cell stand to lose."""
    if code == own:
        return min(_MOST_RISK, _RISK * pawns[cell])
    return 2 * min(_MOST_RISK, _RISK * stacks[cell]) if code == own + 1 else 0
