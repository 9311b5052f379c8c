"""Test the engines: their rules at positions that are set up, and that both ways to play come to the same."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from generator.play.pachisi.engine import expect_throws
from generator.play.pachisi.tables import STOP, Unit
from generator.play.pharaoh.tables import Step
from generator.play.psycle.engine import search_most_gems
from generator.play.runner import play_game
from tests.bench.plain_play import ROADS
from tests.play.tables import make_table

TABLES = [("pharaoh", 2), ("pharaoh", 3), ("pharaoh", 4), ("pachisi", 4), ("psycle", 2), ("psycle", 3), ("psycle", 4)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_whole_games_are_played_as_action_by_action(game: str, players: int) -> None:
    table = make_table(game, players)
    engine: Any = table.engine
    for number in range(2):
        slow, seen = play_game(table, number)
        assert engine.play_randomly(players, table.stream(number), table.limit) == slow
        assert not slow.unfinished
        assert sum(seen["choices"].values()) >= slow.turns


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_copy_plays_on_alone(game: str, players: int) -> None:
    engine = make_table(game, players).engine
    state: Any = engine.start(players, Random(5))
    for _ in range(11):
        state.apply(state.legal_actions()[-1])
    before = state.describe(), list(state.legal_actions())
    other = state.copy(Random(6))
    for _ in range(8):
        other.apply(other.legal_actions()[-1])
    assert (state.describe(), list(state.legal_actions())) == before
    assert other.describe() != state.describe()


def make_pharaoh(points: int, **places: tuple[int, str]) -> Any:
    """Return a position of two players in which pyramids (seat, cell) stand; the first one has so many points."""
    engine: Any = make_table("pharaoh", 2).engine
    state = engine.start(2, Random(0))
    state.player, state.points = 0, points
    for name, (seat, cell) in places.items():
        state.place(3 * seat + ("small", "medium", "large").index(name.rstrip("2")), engine.cells.index(cell))
    return state


def list_steps(state: Any) -> list[str]:
    return [state.engine.describe_action(step) for step in state.legal_steps()]


def test_pyramids_enter_straight_at_their_own_edge() -> None:
    assert list_steps(make_pharaoh(1)) == ["small to r4c1 for 1", "small to r4c2 for 1", "small to r4c3 for 1"]
    assert len(list_steps(make_pharaoh(6))) == 9


def test_diagonal_steps_cost_twice_and_larger_pyramids_are_safe() -> None:
    state = make_pharaoh(2, medium=(0, "r2c2"), small=(0, "r2c1"), large2=(1, "r1c2"), medium2=(1, "r2c3"))
    steps = [step for step in list_steps(state) if step.startswith("medium")]
    assert steps == ["medium to r2c3 for 2", "medium to r3c2 for 2"]
    state.points = 4
    steps = [step for step in list_steps(state) if step.startswith("medium")]
    assert "medium to r1c1 for 4" in steps
    assert "medium to r1c2 for 2" not in steps


def test_a_captured_pyramid_goes_back_beside_its_edge() -> None:
    state = make_pharaoh(2, medium=(0, "r2c2"), small2=(1, "r2c3"))
    state.apply(Step(1, state.engine.cells.index("r2c3"), 2))
    assert state.where[3] == state.home[1] == len(state.engine.cells) + state.engine.edges.index("north")
    assert (state.captures, state.points, state.find_fault()) == (1, 0, None)


def test_a_full_line_wins_at_once() -> None:
    state = make_pharaoh(6, large=(0, "r2c1"), medium=(0, "r2c2"), small=(0, "r3c3"))
    state.apply(Step(0, state.engine.cells.index("r2c3"), 1))
    assert state.is_over()
    assert state.outcome() == ((0,), "line", ())


def test_a_game_in_which_nobody_moves_is_a_draw() -> None:
    state = make_pharaoh(1)
    for _ in range(4):
        assert not state.is_over()
        state.apply(Step(-1, -1, 0))
    assert state.outcome() == ((), "nobody moves", ())


def test_a_fault_in_pharaoh_is_found() -> None:
    state = make_pharaoh(1, small=(0, "r2c2"))
    state.where[1] = state.where[0]
    assert state.find_fault() == "two pyramids stand on one space"


def make_pachisi(throws: list[int], *spots: dict[int, int]) -> Any:
    """Return a position in which the player at the south arm has thrown; `spots` are steps and pieces by seats."""
    engine: Any = make_table("pachisi", 4).engine
    state = engine.start(4, Random(0))
    state.player, state.throws = 0, throws
    for seat, given in enumerate(spots):
        state.spots[seat] = given | {0: 4 - sum(given.values())}
        state.out[seat] = True
        for step, count in given.items():
            state.on[seat % 2][engine.roads[seat][step]] += count
    return state


def test_the_roads_of_the_data_are_those_written_out_by_hand() -> None:
    engine: Any = make_table("pachisi", 4).engine
    for road, plain in zip(engine.roads, ROADS, strict=True):
        assert [road.index(cell) for cell in road] == [plain.index(cell) for cell in plain]
    shared = [[ROADS[0].index(cell) if cell in ROADS[0] else -1 for cell in road] for road in ROADS]
    assert [
        [engine.roads[0].index(cell) if cell in engine.roads[0] else -1 for cell in road] for road in engine.roads
    ] == shared
    assert (engine.home, engine.tip, engine.lap) == (84, 8, 68)


def test_later_pieces_set_out_with_a_grace_alone() -> None:
    assert make_pachisi([3], {9: 1}).list_units() == [Unit(3, 9, 1, 12)]
    assert make_pachisi([6], {9: 1}).list_units() == [Unit(6, 9, 1, 15), Unit(6, 0, 1, 6)]


def test_no_piece_stops_on_the_barred_step_or_goes_beyond_home() -> None:
    assert make_pachisi([4], {79: 1}).list_units() == []
    assert make_pachisi([5], {79: 1}).list_units() == [Unit(5, 79, 1, 84)]
    assert make_pachisi([6], {79: 1}).list_units() == [Unit(6, 0, 1, 6)]


def test_an_enemy_is_safe_on_a_castle_and_in_a_double() -> None:
    cell_of_east = {step: step - 17 for step in range(26, 60)}  # the roads of neighbors differ by an arm
    single = make_pachisi([3], {30: 1}, {cell_of_east[33]: 1})
    assert single.list_units() == [Unit(3, 30, 1, 33)]
    assert make_pachisi([3], {30: 1}, {cell_of_east[33]: 2}).list_units() == []
    assert make_pachisi([3], {30: 2}, {cell_of_east[33]: 2}).list_units() == [Unit(3, 30, 2, 33)]
    assert make_pachisi([3], {26: 1}, {cell_of_east[29]: 1}).list_units() == []  # 29 is a castle


def test_a_capture_sends_all_pieces_back_and_wins_a_turn() -> None:
    state = make_pachisi([3], {30: 2}, {16: 2})
    state.apply(Unit(3, 30, 2, 33))
    assert state.spots[1] == {0: 4}
    assert (state.player, state.captures, state.extra, state.find_fault()) == (0, 1, 1, None)


def test_partners_move_together_until_their_roads_part() -> None:
    state = make_pachisi([3], {40: 1}, {}, {6: 1})
    state.spots[2] = {6: 1, 0: 3}
    assert state.engine.roads[2][6] != state.engine.roads[0][40]
    state = make_pachisi([3], {44: 1}, {}, {10: 1})
    assert state.engine.roads[0][44] == state.engine.roads[2][10]
    assert state.list_units() == [Unit(3, 44, 1, 47), Unit(3, 44, 1, 47, 10, 1, 13)]
    assert make_pachisi([6], {74: 1}, {}, {40: 1}).list_units()[:2] == [Unit(6, 74, 1, 80), Unit(6, 0, 1, 6)]


def test_a_piece_turns_in_or_goes_round_again_at_its_tip() -> None:
    state = make_pachisi([5], {74: 1})
    assert state.legal_actions() == [STOP, Unit(5, 74, 1, 79), Unit(5, 74, 1, 11)]
    state.apply(Unit(5, 74, 1, 11))
    assert state.spots[0] == {0: 3, 11: 1}
    assert state.find_fault() is None


def test_a_partners_piece_that_comes_along_turns_in_or_goes_round_again_at_its_tip() -> None:
    assert make_pachisi([2], {40: 2}, {}, {74: 1}).list_rounds() == [
        Unit(2, 40, 1, 42, 74, 1, 8),
        Unit(2, 40, 2, 42, 74, 1, 8),
    ]
    state = make_pachisi([3], {40: 1}, {}, {74: 1})
    assert state.legal_actions() == [STOP, Unit(3, 40, 1, 43), Unit(3, 40, 1, 43, 74, 1, 9)]
    state.apply(Unit(3, 40, 1, 43, 74, 1, 9))
    assert (state.spots[0], state.spots[2]) == ({0: 3, 43: 1}, {0: 3, 9: 1})
    assert state.find_fault() is None
    assert make_pachisi([2], {40: 1}, {25: 1}, {74: 1}).list_rounds() == []  # an enemy on the castle
    assert make_pachisi([2], {74: 1}, {}, {40: 1}).list_rounds() == [Unit(2, 74, 1, 8), Unit(2, 74, 1, 8, 40, 1, 42)]


def test_a_throw_that_is_divided_is_noticed() -> None:
    state = make_pachisi([5], {20: 1})
    state.apply(Unit(5, 20, 1, 22))
    assert state.find_fault() == "a throw of 5 moves a piece from step 20 to step 22"


def test_a_single_piece_that_takes_a_double_is_noticed() -> None:
    state = make_pachisi([3], {30: 1}, {16: 2})
    state.apply(Unit(3, 30, 1, 33))
    assert state.find_fault() == f"a single piece takes a double on {state.engine.cells[state.engine.roads[0][33]]}"


def play_psycle(players: int, target: int, bonus: int, laid: list[int]) -> Any:
    state: Any = make_table("psycle", players).engine.start(players, Random(0))
    state.targets[0], state.bonuses[0] = target, bonus
    for card in laid:
        state.apply(card)
    return state


def test_the_examples_of_the_rules_of_psycle_come_out() -> None:
    state = play_psycle(4, 2, 1, [1, 0, 2, 4])
    assert (state.points, state.hands, state.supply) == ([3, 0, 7, 3], [9, 14, 8, 6], 13)
    assert play_psycle(2, 3, 2, [3, 1]).points == [4, 0]
    assert play_psycle(3, 5, 1, [0, 0, 0]).hands == [10, 10, 10]


def test_a_short_supply_is_shared_rounded_down() -> None:
    state = play_psycle(4, 1, 1, [])
    state.supply, state.hands = 1, [5, 15, 15, 14]
    for card in (5, 0, 0, 0):
        state.apply(card)
    assert (state.hands, state.supply, state.short, state.find_fault()) == ([0, 17, 17, 16], 0, 1, None)


def test_a_gem_that_is_lost_is_noticed() -> None:
    state = play_psycle(2, 1, 1, [])
    state.hands[0] -= 1
    assert state.find_fault() == "supply and hands hold 49 gems, and there are 50"


@pytest.mark.parametrize(
    ("players", "most"), [(2, [20, 20, 20, 20, 20]), (3, [35, 40, 45, 50, 55]), (4, [50, 60, 70, 80, 90])]
)
def test_the_least_supply_is_searched(players: int, most: list[int]) -> None:
    engine: Any = make_table("psycle", players).engine
    assert [search_most_gems(engine, players, length) for length in range(1, 6)] == most


def test_the_throws_of_a_race_are_expected_exactly() -> None:
    die = [(value, Fraction(1, 6)) for value in range(1, 7)]
    assert expect_throws(2, die) == [Fraction(6), Fraction(6), 0]  # from 0: 1 + (E1 + 4 E0) / 6
    assert expect_throws(3, [(2, Fraction(1))]) == [None, Fraction(1), None, 0]
    throws: Any = make_table("pachisi", 4).engine
    ways = [(value, Fraction(throws.throws.count(value), 64)) for value in sorted(set(throws.throws))]
    far = expect_throws(84, ways)
    assert far[83] is None
    far = expect_throws(84, ways, {83})
    assert far[82] == Fraction(64, 15)
    assert [step for step, value in enumerate(far) if value is None] == [83]


def test_the_exact_facts_of_pharaoh() -> None:
    engine: Any = make_table("pharaoh", 2).engine
    assert engine.exact() == {
        "captures": [[1, 1], [2, 1], [2, 2], [3, 1], [3, 2], [3, 3]],
        "lines that fewer pyramids fill": 0,
    }
