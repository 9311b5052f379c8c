"""Hold the rules of Pharaoh and Pachisi in play.yaml beside their engines: equal choices, and equal figures."""

from functools import cache
from math import sqrt
from typing import Any

import pytest

from generator.load.play_files import read_play_file
from generator.play.engines import make_rule_engine
from generator.play.material import Material
from generator.play.policies import choose_uniformly
from generator.play.runner import GameTable, play_game, play_games
from generator.play.statistics import describe_histogram
from generator.play.summary import share_wins
from tests.kits import GAMES
from tests.play.tables import load, make_table

TABLES = [("pharaoh", 2), ("pharaoh", 3), ("pharaoh", 4), ("pachisi", 4)]
_TURNS = {"pharaoh": 150, "pachisi": 400}  # of a game whose positions are compared


@cache
def make_rule_table(game: str, players: int) -> GameTable:
    engine = make_rule_engine(read_play_file(GAMES[game] / "play.yaml"), Material(*load(game)))
    return GameTable(engine, players, "random", engine.policies["random"], "1")  # type: ignore[attr-defined]


def list_pharaoh(own: Any, rules: Any) -> tuple[set[Any], set[Any]]:
    """Put the position of the engine into that of the rules; return what both can do."""
    rules.player, rules.own = own.player, [[0] for _ in rules.own]
    rules.own[own.player][0] = own.points
    rules.where0, rules.at0 = [-1] * len(own.where), [-1] * len(rules.at0)
    rules.mask0, rules.blk0 = [0] * own.players, 0
    flips = next(
        each for name, each in rules.program.constants.items() if f"flip = {name}[piece]" in rules.program.source
    )
    for piece, cell in enumerate(own.where):
        if cell < len(own.at):
            rules.where0[piece], rules.at0[cell] = cell, piece
            rules.mask0[piece // own.count] |= 1 << cell
            rules.blk0 ^= flips[piece][cell]
    rules.legal, decision = [], next(iter(rules.program.decisions))
    rules.program.blocks[decision](rules)
    told = {(piece + own.player * own.count, cell, cost) for piece, cell, cost in own.legal_steps()}
    return told, {action[1:] for action in rules.legal}


def list_pachisi(own: Any, rules: Any) -> tuple[set[Any], set[Any]]:
    """Put the position of the engine into that of the rules; return what both can do."""
    rules.player, rules.throws0 = own.player, own.throws[:]
    rules.own = [[int(out)] for out in own.out]
    rules.spots0, rules.home0 = [dict(spots) for spots in own.spots], own.homes[:]
    rules.on0 = [each[:] for each in own.on]
    rules.all0 = [sum(counts) for counts in zip(*own.on, strict=True)]
    rules.legal, decision = [], next(iter(rules.program.decisions))
    rules.program.blocks[decision](rules)
    told = {(u.throw, u.step, u.own, u.to, u.mates_step, u.mates, u.mates_to) for u in own.list_units()}
    return told, {(a[1], a[2], a[3], a[4], a[6], a[7], a[8]) for a in rules.legal}


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_can_be_done_in_all_positions_of_a_game(game: str, players: int) -> None:
    table, rules = make_table(game, players), make_rule_table(game, players)
    compare = {"pharaoh": list_pharaoh, "pachisi": list_pachisi}[game]
    own: Any = table.engine.start(players, table.stream(5))
    other: Any = rules.engine.start(players, rules.stream(5))
    chance, looked, several = rules.stream(6), 0, 0
    while not own.is_over() and own.turns < _TURNS[game]:
        told, found = compare(own, other)
        assert told == found
        looked, several = looked + 1, several + (len(told) > 3)
        own.apply(choose_uniformly(own, chance))
    assert looked > _TURNS[game] / 2
    assert several > 20


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_rules_come_to_what_the_engine_comes_to(game: str, players: int) -> None:
    """Compare 60 games a side; 10,000 a side were compared when the rules were written."""
    numbers = range(100, 160)
    one, other = (play_games(table, numbers) for table in (make_table(game, players), make_rule_table(game, players)))
    for name in ("turns", "captures"):
        a, b = describe_histogram(one.spreads[name]), describe_histogram(other.spreads[name])
        assert abs(a.mean - b.mean) < 3 * sqrt(a.se**2 + b.se**2), name
    first = [share_wins(players, tally)[0][0] / len(numbers) for tally in (one, other)]
    pooled = sum(first) / 2
    assert abs(first[0] - first[1]) < 3 * sqrt(2 * pooled * (1 - pooled) / len(numbers))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_whole_games_by_rules_are_played_as_action_by_action(game: str, players: int) -> None:
    table = make_rule_table(game, players)
    engine: Any = table.engine
    assert engine.play_randomly(players, table.stream(3), table.limit) == play_game(table, 3)[0]
