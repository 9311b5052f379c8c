"""Hold the results of policies side by side, and say in what they differ beyond chance."""

from collections.abc import Mapping, Sequence
from itertools import combinations, groupby
from math import sqrt
from typing import Any

_ERRORS = 3.0  # standard errors of a difference beyond which it is not taken for chance


def compare_policies(results: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return for each number of players what its policies came to, and the names of what differs between two of them.

    Lengths, shares of wins by order and by seat differ by more than three standard errors of the difference.
    """
    found = []
    for players, group in groupby(results, key=lambda result: result["players"]):
        tables = list(group)
        if len(tables) < 2:
            continue
        found.append(
            {
                "players": players,
                "turns": {table["policy"]: table["turns"]["mean"] for table in tables},
                "first_wins": {table["policy"]: table["wins_by_order"][0] for table in tables},
                "order_fair": {table["policy"]: table["fair"]["order"]["fair"] for table in tables},
                "seat_fair": {table["policy"]: table["fair"]["seat"]["fair"] for table in tables},
                "differ": [name for name, differs in _TESTS if any(differs(*pair) for pair in combinations(tables, 2))],
            }
        )
    return found


def differ_beyond_chance(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return the names of what differs between two results by more than three standard errors."""
    return [name for name, differs in _TESTS if differs(one, other)]


def _differ_in_turns(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    error = sqrt(one["turns"]["se"] ** 2 + other["turns"]["se"] ** 2)
    return bool(abs(one["turns"]["mean"] - other["turns"]["mean"]) > _ERRORS * error)


def _differ_in_order(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    pairs = zip(one["wins_by_order"], other["wins_by_order"], strict=True)
    return any(_differ_in_share(*pair, one["games"], other["games"]) for pair in pairs)


def _differ_in_seat(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    pairs = zip(one["wins_by_seat"].values(), other["wins_by_seat"].values(), strict=True)
    return any(_differ_in_share(*pair, one["games"], other["games"]) for pair in pairs)


def _differ_in_share(one: float, other: float, games: int, other_games: int) -> bool:
    """Tell whether two shares differ, by the error of their pooled share."""
    pooled = (one * games + other * other_games) / (games + other_games)
    error = sqrt(pooled * (1 - pooled) * (1 / games + 1 / other_games))
    return abs(one - other) > _ERRORS * error


_TESTS = (("turns", _differ_in_turns), ("wins_by_order", _differ_in_order), ("wins_by_seat", _differ_in_seat))
