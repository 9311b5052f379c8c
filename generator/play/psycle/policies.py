"""Ways to play Psycle."""

from math import trunc

from generator.play.engine import Stream
from generator.play.psycle.position import PsycleState


def choose_randomly(state: PsycleState, chance: Stream) -> int:
    """Choose any card that can be paid for."""
    return trunc(chance.random() * state.engine.affordable[state.hands[state.player]])


_GEM = 0.35  # points that a gem is worth while rounds are left to spend it in


def play_greedily(state: PsycleState, chance: Stream) -> int:
    """Choose mostly what brings most against others who play anything they can pay for.

    The weight of a card is the cube of its value, as a card that everybody expects is worth less.
    """
    engine, seat = state.engine, state.player
    counts = [engine.affordable[gems] for other, gems in enumerate(state.hands) if other != seat]
    target, bonus = state.targets[state.round], state.bonuses[state.round]
    last = state.round == engine.length - 1
    price = -1.0 if last else _GEM
    weights = []
    for index in state.legal_actions():
        card = engine.cards[index]
        chances = [sum(engine.cards[other].number in card.beats for other in range(count)) / count for count in counts]
        misses = 1.0
        for each in chances:
            misses *= 1 - each
        value = card.stars * sum(chances) + (bonus * (1 - misses) if card.number == target else 0.0)
        gain = max(counts) - 1 if not card.number else -card.cost
        weights.append(max(0.05, value + 2 + price * gain) ** 3)
    chosen = chance.random() * sum(weights)
    for index, weight in enumerate(weights):
        chosen -= weight
        if chosen < 0:
            return index
    return len(weights) - 1
