"""Ways to play that work with any engine: random, and a search by playing on."""

from collections.abc import Callable, Mapping
from math import trunc
from random import Random
from typing import Any

from generator.play.engine import Action, Engine, Policy, Stream

SEARCH_GAMES = 40  # that the search plays on from a decision, unless `search:N` says another number
_SEARCH_TURNS = 400  # after which a game that is played on is judged by its standing


def choose_uniformly(state: Any, chance: Stream) -> Action:
    """Choose any legal action."""
    legal = state.legal_actions()
    return legal[trunc(chance.random() * len(legal))]  # type: ignore[no-any-return]


def list_policies(engine: Engine) -> dict[str, Policy]:
    """Return the policies of an engine by name: its own ones, and those that work with all."""
    own: Mapping[str, Policy] = getattr(engine, "policies", {})
    return {"random": choose_uniformly, **own, "search": make_search(engine, SEARCH_GAMES)}


def find_policy(engine: Engine, name: str) -> Policy | None:
    """Return the policy of a name, such as `greedy` or `search:200`; None if there is none."""
    kind, colon, number = name.partition(":")
    if kind == "search" and colon:
        return make_search(engine, int(number)) if number.isdecimal() and 0 < int(number) <= 100_000 else None
    return list_policies(engine).get(name)


def make_search(engine: Engine, games: int) -> Policy:
    """Return flat Monte Carlo: play so many games on at random from here, shared out among the actions, and compare.

    Half of the games go to all actions alike, the others to the better half of them.
    """
    policy = getattr(engine, "policies", {}).get("random", choose_uniformly)

    def search(state: Any, chance: Stream) -> Action:
        legal = list(state.legal_actions())
        if len(legal) == 1:
            return legal[0]  # type: ignore[no-any-return]
        own = Random(chance.random())  # what is played on takes nothing more from the game's own stream
        seat, sides = state.player, _list_sides(engine, state)
        totals = dict.fromkeys(range(len(legal)), 0.0)
        counts = dict.fromkeys(range(len(legal)), 0)
        tried = list(totals)
        for share in (games // 2, games - games // 2):
            for _ in range(max(1, share // len(tried))):
                for index in tried:
                    totals[index] += _play_on(state, legal[index], seat, side=sides, policy=policy, chance=own)
                    counts[index] += 1
            tried.sort(key=lambda index: -totals[index] / counts[index])
            tried = tried[: max(1, len(tried) // 2)]
        best = max(tried, key=lambda index: totals[index] / counts[index])
        return legal[best]  # type: ignore[no-any-return]

    return search


def _list_sides(engine: Engine, state: Any) -> Callable[[int], int]:
    """Return a function from a seat to its side."""
    named = getattr(engine, "seats", None)
    players = getattr(state, "players", None)
    if named is None or players is None:
        return lambda seat: seat
    sides = [seat.side for seat in named(players)]
    return lambda seat: sides[seat]


def _play_on(
    state: Any, action: Action, seat: int, side: Callable[[int], int], policy: Policy, chance: Random
) -> float:
    """Return 1 for a game won from here, 0 for one lost, and what lies between for one that is shared or given up."""
    stream = Random(chance.random())
    played = state.copy(stream)
    played.apply(action)
    actions = 0
    while not played.is_over() and actions < _SEARCH_TURNS:
        played.apply(policy(played, stream))
        actions += 1
    if played.is_over():
        winners = played.outcome().winners
        return any(side(each) == side(seat) for each in winners) / max(1, len({side(each) for each in winners}))
    measure = getattr(played, "standing", None)
    if measure is None:
        return 0.5
    values = measure()
    return float(0.25 + 0.5 * sum(values[seat] > value for value in values) / max(1, len(values) - 1))
