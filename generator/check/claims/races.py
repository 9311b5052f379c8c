"""A number of players who collect tokens round by round go in; how long that can last, and what it takes, come out."""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from math import comb
from typing import Any

from generator.check.claims.calls import written
from generator.check.claims.context import World
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence.spelling import spelled

_MOST = 5_000  # positions that are looked at
Held = tuple[int, ...]  # how many players hold no token, one, two ... of those who need one more at the least


def race(world: World, players: int, goal: int, winners: Any, /) -> dict[str, int | None]:
    """Return the most `rounds` of a race to so many tokens, none where it need not end, and the most `tokens` it takes.

    In each round so many players get a token as one of the numbers `winners` says, 0 for nobody; which ones, nobody
    knows. It ends with the round in which somebody has the goal. Found by a walk over all ways to hand them out.
    """
    numbers = winners if isinstance(winners, list | tuple) else [winners]
    for name, value, least in (("players", players, 1), ("goal", goal, 1), *(("winners", each, 0) for each in numbers)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ExpressionError(f"race() needs whole numbers of at least {least} as {name}, not {spelled(value)}")
    if not any(numbers) or max(numbers) > players:
        raise ExpressionError(f"race() needs as winners numbers up to {players}, not all of them 0")
    if comb(players + goal - 1, players) > _MOST:
        raise ExpressionError(f"a race of {players} players to {goal} tokens has too many positions to look at")
    rounds, tokens = _longest((players, *[0] * (goal - 1)), frozenset(numbers))
    found = {"rounds": None if 0 in numbers else rounds, "tokens": tokens}
    return world.note(written("race", players, goal, winners), found, list, asks=False)


def _longest(start: Held, winners: Collection[int]) -> tuple[int, int]:
    """Return the most rounds from a position to the end, and the most tokens that are handed out on a way there."""

    @cache
    def longest(held: Held) -> tuple[int, int]:
        if sum(held) < sum(start):
            return 0, 0
        ways = [(longest(_after(held, gets)), sum(gets)) for gets in _rounds(held, winners)]
        return 1 + max(rounds for (rounds, _), _ in ways), max(tokens + given for (_, tokens), given in ways)

    return longest(start)


def _rounds(held: Held, winners: Collection[int]) -> Iterator[Held]:
    """Yield how many of each sort of players get a token, in all ways of a round in which anybody does."""
    every = product(*(range(count + 1) for count in held))
    return (gets for gets in every if sum(gets) and sum(gets) in winners)


def _after(held: Held, gets: Held) -> Held:
    """Return who holds how many after a round; whoever has the goal is counted no more."""
    return tuple(held[n] - gets[n] + (gets[n - 1] if n else 0) for n in range(len(held)))


FUNCTIONS = (race,)
