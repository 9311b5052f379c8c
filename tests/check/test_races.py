"""race(): compared with a search that knows each player, and with the rules of Psycle."""

from itertools import combinations, product
from typing import Any

import pytest

from generator.check.claims.context import ClaimContext
from generator.check.claims.evaluation import bind_functions
from generator.language.expressions import ExpressionError
from tests.check.kit import GAME, refusal_facts
from tests.samples import for_each


def call_race(*given: Any) -> dict[str, int | None]:
    """Return the result of race(), and assert that the call is recorded as independent of the game."""
    world = ClaimContext("data", GAME, (), None, frozenset())
    found = bind_functions(world)["race"](*given)
    assert [(call.result, call.asks) for call in world.calls] == [(found, False)]
    return dict(found)


def search_races(players: int, goal: int, winners: tuple[int, ...], held: tuple[int, ...] = ()) -> tuple[int, int]:
    """Return the most rounds and tokens, found by handing tokens to players one by one."""
    held = held or (0,) * players
    if goal in held:
        return 0, 0
    ends = []
    for number in winners:
        for names in combinations(range(players), number):
            rounds, tokens = search_races(players, goal, winners, tuple(n + (k in names) for k, n in enumerate(held)))
            ends.append((rounds + 1, tokens + number))
    return max(rounds for rounds, _ in ends), max(tokens for _, tokens in ends)


@for_each(product([1, 2, 3, 4], [1, 2, 3], [(1,), (1, 2), (2,), (1, 3), (1, 2, 3, 4)]))
def test_race_agrees_with_a_search_over_players(players: int, goal: int, winners: tuple[int, ...]) -> None:
    if max(winners) > players or (players, goal, len(winners)) == (4, 3, 4):
        return
    rounds, tokens = search_races(players, goal, winners)
    assert call_race(players, goal, list(winners)) == {"rounds": rounds, "tokens": tokens}


def test_the_victory_tiles_of_psycle() -> None:
    assert call_race(2, 2, [0, 1]) == {"rounds": None, "tokens": 3}
    assert call_race(3, 2, [1, 2, 3]) == {"rounds": 4, "tokens": 6}
    assert call_race(4, 2, [1, 2, 3, 4]) == {"rounds": 5, "tokens": 8}


def test_a_single_number_of_winners() -> None:
    assert call_race(5, 3, 1) == call_race(5, 3, [1]) == {"rounds": 11, "tokens": 11}


@for_each(
    [
        ((0, 2, [1]), "race() 1 as players 0"),
        ((2, "2", [1]), "race() 1 as goal '2'"),
        ((2, 2, [1, -1]), "race() 0 as winners -1"),
        ((2, 2, [True]), "race() 0 as winners not true"),
        ((2, 2, []), "race() 2 as winners 0"),
        ((2, 2, [0]), "race() 2 as winners 0"),
        ((2, 2, [3]), "race() 2 as winners 0"),
        ((20, 20, 1), "20 20 too many"),
    ]
)
def test_refused_races(given: tuple[Any, ...], expected: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        call_race(*given)
    assert refusal_facts(caught.value) == expected
