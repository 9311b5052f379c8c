"""Test means, quantiles, intervals and the test of fairness against figures of their textbooks."""

from collections import Counter

import pytest

from generator.play.engine import Record, Seat
from generator.play.statistics import (
    check_fairness,
    chi_square_tail,
    describe_histogram,
    find_quantile,
    wilson_interval,
)
from generator.play.summary import sum_up
from generator.play.tally import Tally, merge_tallies
from tests.samples import for_each


def test_a_histogram_is_described() -> None:
    shown = describe_histogram(Counter([1, 2, 3, 4, 10]))
    assert (shown.mean, shown.median, shown.p95, shown.least, shown.most) == (4.0, 3.0, 10, 1, 10)
    assert shown.se == pytest.approx((50 / 4 / 5) ** 0.5, abs=1e-6)
    assert describe_histogram(Counter([1, 2, 3, 4])).median == 2.5
    assert describe_histogram({}).mean == 0.0
    assert find_quantile(Counter(range(1, 101)), 100, 0.95) == 95


@for_each([(3.841459, 1, 0.05), (5.991465, 2, 0.05), (7.814728, 3, 0.05), (11.344867, 3, 0.01), (15.086272, 5, 0.01)])
def test_the_tail_of_chi_square(chi2: float, df: int, p: float) -> None:
    assert chi_square_tail(chi2, df) == pytest.approx(p, rel=1e-5)


def test_fairness_is_tested() -> None:
    assert check_fairness([50, 50]).p == 1.0
    unfair = check_fairness([130, 70])
    assert (unfair.chi2, unfair.df, unfair.is_fair) == (18.0, 1, False)
    assert check_fairness([]).is_fair


def test_the_interval_of_a_share() -> None:
    assert wilson_interval(10, 100) == pytest.approx((0.0552, 0.1744), abs=1e-4)
    assert wilson_interval(0, 0) == (0.0, 1.0)


SEATS = [
    Seat("south", "player.a", 0),
    Seat("east", "player.b", 1),
    Seat("north", "player.c", 0),
    Seat("west", "player.d", 1),
]


def test_partners_share_their_wins() -> None:
    tally = Tally()
    tally.add(0, Record(1, (0, 2), 30, "home", {"captures": 3}))
    tally.add(1, Record(0, (1, 3), 50, "home", {"captures": 1}))
    tally.add(2, Record(2, (0, 2), 40, "home", {"captures": 2}))
    tally.add(3, Record(3, (), 90, "unfinished", {"captures": 0}, True))
    shown = sum_up(4, "random", SEATS, tally)
    assert shown["wins_by_side"] == {"south and north": 0.5, "east and west": 0.25}
    assert shown["wins_by_color"] == {"player.a": 0.25, "player.b": 0.125, "player.c": 0.25, "player.d": 0.125}
    assert shown["wins_by_order"] == [0.125, 0.25, 0.125, 0.25]
    assert (shown["draws"], shown["unfinished"], tally.first_unfinished) == (0.25, 1, 3)
    assert (shown["turns"]["mean"], shown["measures"]["captures"]["max"]) == (52.5, 3)
    assert shown["fair"]["seat"]["wins"] == 3
    assert shown["fair"]["order"]["chi2"] == pytest.approx(1 / 3, abs=1e-5)


def test_tallies_add_up_in_any_order() -> None:
    records = [Record(n % 2, (n % 3 % 2,), 10 + n, "line", {"captures": n}, n == 4) for n in range(9)]
    whole = Tally()
    parts = []
    for number, record in enumerate(records):
        whole.add(number, record)
        part = Tally()
        part.add(number, record)
        parts.append(part)
    assert merge_tallies(parts) == merge_tallies(reversed(parts)) == whole
