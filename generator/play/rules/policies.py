"""Ways to play by rules in `play.yaml`: at random, and one choice ahead by the score that the rules name."""

from math import trunc
from random import Random
from typing import Any

from generator.play.engine import Stream
from generator.play.rules.position import RulePosition


def choose_randomly(state: RulePosition, chance: Stream) -> Any:
    """Choose anything that can be done, and do nothing only if nothing else can be done."""
    legal = state.legal
    return legal[0] if len(legal) == 1 else legal[trunc(chance.random() * len(legal))]


def play_greedily(state: RulePosition, chance: Stream) -> Any:
    """Choose what leads to the best score right afterwards: that of the own side less that of the others, on average.

    Chance on the way is drawn anew, so that nobody looks into the deck. Among equals, chance decides; doing nothing is
    chosen only if it is better.
    """
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    own = Random(chance.random())
    values = [_look_ahead(state, action, own) for action in legal]
    best = max(values)
    found = [action for action, value in zip(legal, values, strict=True) if value == best]
    active = [action for action in found if action != state.passing] or found
    return active[trunc(chance.random() * len(active))]


def _look_ahead(state: RulePosition, action: Any, chance: Random) -> float:
    seat, seats = state.player, state.program.seats
    after = state.copy(chance)
    after.apply(action)
    if after.ending:
        return float("inf") if seat in after.winners else float("-inf")
    values = after.standing()
    own = [value for value, each in zip(values, seats, strict=True) if each.side == seats[seat].side]
    others = [value for value, each in zip(values, seats, strict=True) if each.side != seats[seat].side]
    return sum(own) / len(own) - (sum(others) / len(others) if others else 0.0)
