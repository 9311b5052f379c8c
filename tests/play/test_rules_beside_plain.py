"""Hold the rules of Pharaoh and Pachisi in play.yaml beside plain players of them: equal choices, and equal figures."""

from math import sqrt
from random import Random
from typing import Any

import pytest

from generator.play.policies import choose_uniformly
from generator.play.runner import play_games
from generator.play.statistics import describe_histogram
from generator.play.summary import share_wins
from tests.bench.plain_play import SEATS, list_steps, list_units, play_pachisi, play_pharaoh
from tests.play.tables import make_table
from tests.samples import WHOLE

TABLES = [("pharaoh", 2), ("pharaoh", 3), ("pharaoh", 4), ("pachisi", 4)]
_TURNS = {"pharaoh": 150, "pachisi": 400}  # of a game whose positions are compared


def list_pharaoh(state: Any) -> tuple[set[Any], set[Any]]:
    """Return what the rules offer in a position, and what a plain player would."""
    seats, (field,) = SEATS[state.players], state.program.graphs
    pyramids = [(seats[number // 3], {"small": 1, "medium": 2, "large": 3}[design.partition(".")[2]])
                for number, (_, design) in enumerate(field.pieces)]  # fmt: skip
    cells = [(int(name[1]), int(name[3])) for name in field.cells]
    where = {each: cells[cell] if cell >= 0 else None for each, cell in zip(pyramids, state.where0, strict=True)}
    board = {cell: each for each, cell in where.items() if cell is not None}
    told = {(pyramids[piece][1], cells[to], cost) for _, piece, to, cost, *_ in state.legal}
    return told, set(list_steps(where, board, seats[state.player], state.own[state.player][0]))


def list_pachisi(state: Any) -> tuple[set[Any], set[Any]]:
    """Return what the rules offer in a position where nobody goes around again, and what a plain player would."""
    spots = zip(state.spots0, state.home0, strict=True)
    pieces = [[step for step, count in steps.items() for _ in range(count)] + [84] * home for steps, home in spots]
    player, begun = state.player, [bool(own[0]) for own in state.own]
    partner = pieces[(player + 2) % 4]
    plain = {
        (throw, pieces[player][own[0]], len(own), partner[mates[0]] if mates else 0, len(mates))
        for throw, own, mates, _ in list_units(pieces, player, state.throws0, begun)
    }
    told = {
        (throw, step, count, mstep, along)
        for number, throw, step, count, _to, _mate, mstep, along, _mto in state.legal
        if not number
    }
    return told, plain


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_can_be_done_in_all_positions_of_a_game(game: str, players: int) -> None:
    table, compare = make_table(game, players), {"pharaoh": list_pharaoh, "pachisi": list_pachisi}[game]
    state: Any = table.engine.start(players, table.stream(5))
    chance, looked, several = table.stream(6), 0, 0
    while not state.is_over() and state.turns < _TURNS[game]:
        if state.at:
            told, plain = compare(state)
            assert told == plain
            looked, several = looked + 1, several + (len(told) > 3)
        state.apply(table.choose(state, chance) if looked % 5 else choose_uniformly(state, chance))
    assert looked > _TURNS[game] / 2
    assert several > 20


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_rules_come_to_what_a_plain_player_comes_to(game: str, players: int) -> None:
    numbers = range(100, 160 if WHOLE else 130)
    tally = play_games(make_table(game, players), numbers)
    seats = SEATS.get(players, []) if game == "pharaoh" else []
    turns: dict[int, int] = {}
    captures: dict[int, int] = {}
    won = 0
    for number in numbers:
        if game == "pharaoh":
            length, first, winner = play_pharaoh(players, Random(number))
            won += first == winner
        else:
            length, began, side, taken = play_pachisi(Random(number))
            won += began % 2 == side
            captures[taken] = captures.get(taken, 0) + 1
        turns[length] = turns.get(length, 0) + 1
    compared = {"turns": turns, **({"captures": captures} if captures else {})}
    for name, counts in compared.items():
        a, b = describe_histogram(tally.spreads[name]), describe_histogram(counts)
        assert abs(a.mean - b.mean) < 3 * sqrt(a.se**2 + b.se**2), name
    share = share_wins(players, tally)[0][0] * (1 if seats else 2)
    pooled = (share + won) / 2 / len(numbers)
    assert abs(share - won) / len(numbers) < 3 * sqrt(2 * pooled * (1 - pooled) / len(numbers))
