"""Test that counts merge to the same whatever came first, and that policies are held side by side."""

import pickle
from collections import Counter
from typing import Any

from generator.pipeline.playtest.plots import format_error
from generator.play.comparison import compare_policies
from generator.play.engine import Record
from generator.play.faults import PlayError
from generator.play.runner import list_seats, play_games
from generator.play.summary import sum_up
from generator.play.tally import Tally, merge_tallies, round_down, round_value
from tests.play.tables import make_table
from tests.samples import for_each


@for_each(["psycle", "pharaoh"])
def test_counts_add_up_in_any_order(game: str) -> None:
    table = make_table(game, 2)
    whole = play_games(table, range(60, 70))
    one, other = play_games(table, range(60, 64)), play_games(table, range(64, 70))
    assert merge_tallies([one, other]) == merge_tallies([other, one]) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert whole.watched == 1


def test_supplies_are_noted_before_each_turn() -> None:
    table = make_table("psycle", 2)
    tally = play_games(table, [0])
    gems = tally.supplies["gems in the supply"]
    assert (gems[1].count, gems[1].total, gems[1].least, gems[1].most) == (1, 30, 30, 30)
    assert set(gems) == set(range(1, max(gems) + 1))
    shown = sum_up(2, "random", list_seats(table.engine, 2), tally)["supplies"]["victory tiles left"]
    assert shown[0] == {"turn": 1, "games": 1, "mean": 6.0, "min": 6, "max": 6}


def test_levels_of_several_games_are_their_least_and_most() -> None:
    one, other = Tally(), Tally()
    for tally, values in ((one, (5, 9)), (other, (2,))):
        for value in values:
            tally.note_supplies(130, {"gems": value})
    one.merge(other)
    (level,) = one.supplies["gems"].values()
    assert (level.count, level.total, level.least, level.most) == (3, 16, 2, 9)
    assert list(one.supplies["gems"]) == [128]  # turns are noted to six binary digits


@for_each([(7, 7), (-16_383, -16_383), (16_385, 16_386), (100_003, 100_000), (-100_003, -100_000)])
def test_large_numbers_are_kept_to_fourteen_digits(value: int, kept: int) -> None:
    assert round_value(value) == kept


@for_each([(63, 63), (64, 64), (65, 64), (131, 128), (1_000_003, 999_424)])
def test_turns_are_noted_more_coarsely_as_they_go_on(number: int, kept: int) -> None:
    assert round_down(number, 6) == kept


def test_histograms_stay_small() -> None:
    tally = Tally()
    for number in range(40_000):
        tally.add(number, Record(0, (0,), 1, "end", {"points": 1_000_000 + number}))
    assert len(tally.spreads["points"]) < 700
    assert tally.spreads["turns"] == Counter({1: 40_000})


def make_result(policy: str, mean: float, first: float, seats: tuple[float, float] = (0.5, 0.5)) -> dict[str, Any]:
    return {
        "players": 2,
        "policy": policy,
        "games": 1000,
        "turns": {"mean": mean, "se": 0.5},
        "wins_by_order": [first, 1 - first],
        "wins_by_seat": {"red": seats[0], "blue": seats[1]},
        "fair": {"order": {"fair": first == 0.5}, "seat": {"fair": True}},
    }


def test_policies_are_held_side_by_side() -> None:
    (same,) = compare_policies([make_result("random", 20, 0.5), make_result("greedy", 21.5, 0.54)])
    assert same["differ"] == []
    assert same["turns"] == {"random": 20, "greedy": 21.5}
    assert same["first_wins"] == {"random": 0.5, "greedy": 0.54}
    assert same["order_fair"] == {"random": True, "greedy": False}
    (other,) = compare_policies([make_result("random", 20, 0.5), make_result("greedy", 22.5, 0.6, (0.6, 0.4))])
    assert other["differ"] == ["turns", "wins_by_order", "wins_by_seat"]
    assert compare_policies([make_result("random", 20, 0.5)]) == []


def test_an_error_of_a_game_is_sent_whole() -> None:
    error = pickle.loads(pickle.dumps(PlayError("it breaks", 3, "random", "7", 12, 80)))
    assert (error.message, error.players, error.policy, error.seed, error.number, error.actions) == (
        ("it breaks", 3, "random", "7", 12, 80)
    )


@for_each([(0.1234, "0.12"), (12.34, "12"), (99.4, "99"), (132.6, "133")])
def test_errors_are_shown_without_exponents(error: float, shown: str) -> None:
    assert format_error(error) == shown
