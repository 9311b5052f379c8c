"""Test that a plain simulator of Psycle plays the same game as its engine."""

from random import Random

from generator.play.runner import play_games
from generator.play.statistics import describe_histogram
from tests.bench.plain_psycle import play_psycle
from tests.play.tables import make_table
from tests.samples import for_each

GAMES = 300


@for_each([2, 4])
def test_a_plain_simulator_takes_as_many_turns(players: int) -> None:
    turns = describe_histogram(play_games(make_table("psycle", players), range(GAMES)).spreads["turns"])
    plain = [play_psycle(players, Random(number))[0] for number in range(GAMES)]
    assert abs(sum(plain) / GAMES - turns.mean) < 3 * turns.se * 2**0.5
