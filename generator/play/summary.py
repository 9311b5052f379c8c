"""Sum up what games came to: lengths, endings, shares of wins with intervals, and all that engines measure."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.play.engine import Seat
from generator.play.statistics import check_fairness, describe_histogram, wilson_interval
from generator.play.tally import Level, Tally


def sum_up(players: int, policy: str, seats: Sequence[Seat], tally: Tally) -> dict[str, Any]:
    """Return the result of the games of one table, as documents hold it; a turn is one player's.

    A win that several share is divided among them, and a draw is nobody's, so shares add up to the games that were won.
    """
    by_order, by_seat = share_wins(players, tally)
    games = max(1, tally.games)
    sides = sorted({seat.side for seat in seats})
    order_wins, seat_wins = count_clear_wins(players, seats, tally)
    spreads = dict(tally.spreads)
    turns = describe_histogram(spreads.pop("turns", {}))
    watched = {name: spreads.pop(name) for name in ("choices", "decisions a turn", "lead changes") if name in spreads}
    result: dict[str, Any] = {
        "players": players,
        "policy": policy,
        "games": tally.games,
        "turns": turns.list_values(),
        "wins_by_order": [_round(won / games) for won in by_order],
        "wins_by_order_interval": [_round_pair(wilson_interval(won, tally.games)) for won in by_order],
        "wins_by_color": _name_shares([seat.color or seat.name for seat in seats], by_seat, games),
        "wins_by_seat": _name_shares([seat.name for seat in seats], by_seat, games),
        "wins_by_seat_interval": {
            seat.name: _round_pair(wilson_interval(won, tally.games)) for seat, won in zip(seats, by_seat, strict=True)
        },
        "draws": _round(sum(count for (_, winners), count in tally.wins.items() if not winners) / games),
        "fair": {"order": check_fairness(order_wins).list_values(), "seat": check_fairness(seat_wins).list_values()},
        "endings": dict(sorted(tally.endings.items())),
        "unfinished": tally.unfinished,
        "watched": tally.watched,
        "measures": {name: describe_histogram(counts).list_values() for name, counts in sorted(spreads.items())},
    }
    result |= {name.replace(" ", "_"): describe_histogram(counts).list_values() for name, counts in watched.items()}
    if tally.supplies:
        result["supplies"] = {name: list_levels(levels) for name, levels in sorted(tally.supplies.items())}
    if len(sides) < players:
        result["wins_by_side"] = {
            " and ".join(seat.name for seat in seats if seat.side == side): _round(
                sum(won for seat, won in zip(seats, by_seat, strict=True) if seat.side == side) / games
            )
            for side in sides
        }
    return result


def list_levels(levels: Mapping[int, Level]) -> list[dict[str, Any]]:
    """Return what was in supply by turns: in how many games, the mean, the least and the most."""
    return [
        {
            "turn": turn,
            "games": level.count,
            "mean": _round(level.total / level.count),
            "min": level.least,
            "max": level.most,
        }
        for turn, level in sorted(levels.items())
    ]


def share_wins(players: int, tally: Tally) -> tuple[list[float], list[float]]:
    """Return the games won by the order of play, from the seat that began on, and by seat; shared wins are divided."""
    by_order, by_seat = [0.0] * players, [0.0] * players
    for (first, winners), count in sorted(tally.wins.items()):
        for seat in winners:
            by_order[(seat - first) % players] += count / len(winners)
            by_seat[seat] += count / len(winners)
    return by_order, by_seat


def count_clear_wins(players: int, seats: Sequence[Seat], tally: Tally) -> tuple[list[int], list[int]]:
    """Return the games that one side alone won, by its first place in the order of play, and by side."""
    sides = sorted({seat.side for seat in seats})
    members = {side: [number for number, seat in enumerate(seats) if seat.side == side] for side in sides}
    by_order: dict[int, int] = dict.fromkeys(range(len(sides)), 0)
    by_side = dict.fromkeys(sides, 0)
    for (first, winners), count in tally.wins.items():
        won = {seats[seat].side for seat in winners}
        if len(won) == 1:
            side = won.pop()
            by_side[side] += count
            order = sorted(sides, key=lambda each: min((seat - first) % players for seat in members[each]))
            by_order[order.index(side)] += count
    return list(by_order.values()), list(by_side.values())


def _round(number: float) -> float:
    return float(f"{number:.6g}")


def _round_pair(pair: tuple[float, float]) -> list[float]:
    return [round(number, 4) for number in pair]


def _name_shares(names: Sequence[str], wins: Sequence[float], games: int) -> Mapping[str, float]:
    shares: dict[str, float] = {}
    for name, won in zip(names, wins, strict=True):
        shares[name] = shares.get(name, 0.0) + won
    return {name: _round(won / games) for name, won in shares.items()}
