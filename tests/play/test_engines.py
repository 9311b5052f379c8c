"""Test the engines: their rules at positions that are set up, and that both ways to play come to the same."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.play.faults import RuleFaultError
from generator.play.psycle.engine import search_most_gems
from generator.play.rules.position import REST
from generator.play.runner import play_game
from tests.bench.plain_play import ROADS
from tests.play.tables import make_changed_engine, make_table
from tests.samples import for_each

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


def choose_middle(state: Any) -> Any:
    return state.legal_actions()[len(state.legal_actions()) // 2]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_copy_plays_on_alone(game: str, players: int) -> None:
    engine = make_table(game, players).engine
    state: Any = engine.start(players, Random(5))
    for _ in range(11):
        state.apply(choose_middle(state))
    before = state.describe(), list(state.legal_actions())
    other = state.copy(Random(6))
    for _ in range(8):
        other.apply(choose_middle(other))
    assert (state.describe(), list(state.legal_actions())) == before
    assert other.describe() != state.describe()


def make_pharaoh(points: int, **places: tuple[int, str]) -> Any:
    """Return a position of two players in which pyramids (seat, cell) stand; the first one has so many points."""
    state: Any = make_table("pharaoh", 2).engine.start(2, Random(0))
    (field,), (flips, spread) = state.program.graphs, find_bits(state)
    state.player, state.own[0][0] = 0, points
    for name, (seat, cell) in places.items():
        piece, at = 3 * seat + ("small", "medium", "large").index(name.rstrip("2")), field.cells.index(cell)
        state.where0[piece], state.at0[at] = at, piece
        state.mask0[seat] |= 1 << at
        state.blk0 ^= flips[piece][at]
        state.team0[seat] ^= spread[at]
    return offer(state)


def find_bits(state: Any) -> list[Any]:
    """Return what each piece on each cell changes in `blk0`, and each cell in `team0`."""
    names = re.search(r"s.blk0 \^= (k\d+)\[other\][^$]*?\] \^= (k\d+)\[cell\]", state.program.source)
    assert names is not None
    return [state.program.constants[name] for name in names.groups()]


def offer(state: Any) -> Any:
    """Return the position with what can be done in it."""
    state.at = next(iter(state.program.decisions))
    state.advance(state.at)
    return state


def list_steps(state: Any) -> list[str]:
    return [state.program.describe_action(step) for step in state.legal]


def do(state: Any, step: str) -> None:
    state.apply(state.legal[list_steps(state).index(step)])


def test_pyramids_enter_straight_at_their_own_edge() -> None:
    steps = [f"red.small to r4c{column} for 1" for column in (1, 2, 3)]
    assert list_steps(make_pharaoh(1)) == steps
    assert len(list_steps(make_pharaoh(6))) == 9


def test_diagonal_steps_cost_twice_and_larger_pyramids_are_safe() -> None:
    pieces = {"medium": (0, "r2c2"), "small": (0, "r2c1"), "large2": (1, "r1c2"), "medium2": (1, "r2c3")}
    steps = [step for step in list_steps(make_pharaoh(2, **pieces)) if step.startswith("red.medium")]
    assert steps == ["red.medium to r2c3 for 2", "red.medium to r3c2 for 2"]
    steps = [step for step in list_steps(make_pharaoh(4, **pieces)) if step.startswith("red.medium")]
    assert "red.medium to r1c1 for 4" in steps
    assert "red.medium to r1c2 for 2" not in steps


def test_a_captured_pyramid_goes_back_beside_its_edge() -> None:
    state = make_pharaoh(2, medium=(0, "r2c2"), small2=(1, "r2c3"))
    do(state, "red.medium to r2c3 for 2")
    assert state.pieces() == {"r2c3": [("pyramid", "red.medium")]}
    assert (state.measures["captures"], state.own[0][0], state.find_fault()) == (1, 0, None)


def test_a_full_line_wins_at_once() -> None:
    state = make_pharaoh(6, large=(0, "r2c1"), medium=(0, "r2c2"), small=(0, "r3c3"))
    do(state, "red.small to r2c3 for 1")
    assert state.is_over()
    assert (state.outcome().winners, state.outcome().ending) == ((0,), "line")


def test_a_game_in_which_nobody_moves_is_a_draw() -> None:
    state = make_pharaoh(1)
    for _ in range(4):
        assert not state.is_over()
        state.apply(state.passing)
    assert (state.outcome().winners, state.outcome().ending) == ((), "nobody moves")


def test_a_fault_in_pharaoh_is_found() -> None:
    state = make_pharaoh(1, small=(0, "r2c2"))
    state.where0[1] = state.where0[0]
    assert state.find_fault() == "two pieces stand on r2c2"
    state.where0[1] = -1
    state.at0[0] = 1
    assert state.find_fault() == "a piece stands where another one is noted"


@for_each(
    [("small", "r2c1", 10 + 8 - 3), ("large", "r4c2", 18 - 3), ("large", "r2c2", 18 - 9), ("small", "r0c1", 18 - 1)]
)
def test_what_is_missing_to_a_line_is_counted(piece: str, cell: str, short: int) -> None:
    """Each pip has three steps to go to the middle row: 18 points for all, off the board."""
    assert make_pharaoh(1, **{piece: (0, cell)}).standing() == [-short, -18]


def test_seek_takes_what_brings_most_and_waits_half_of_the_time_if_nothing_does() -> None:
    seek = make_table("pharaoh", 2, "seek").choose
    state = make_pharaoh(2, medium=(0, "r2c2"), small=(0, "r2c1"), small2=(1, "r2c3"))
    assert {state.program.describe_action(seek(state, Random(n))) for n in range(20)} == {"red.medium to r2c3 for 2"}
    state = make_pharaoh(1, small=(0, "r2c1"), medium=(0, "r2c2"))
    assert [state.program.describe_action(seek(state, Random(n))) for n in range(400)].count("stop") in range(160, 241)


@for_each([("r1c2", 1), ("r1c1", 1), ("r0c2", 0)])
def test_greedy_minds_pyramids_that_a_neighbor_could_capture(cell: str, exposed: int) -> None:
    state = make_pharaoh(1, medium=(0, "r2c2"), large2=(1, cell), small2=(1, "r2c3"))
    own, other = state.standing()
    assert state.program.functions["worth1"](state, 0) == 10 * (own - other) - exposed


def make_pachisi(throws: list[int], *spots: dict[int, int]) -> Any:
    """Return a position in which the player at the south arm has thrown; `spots` are steps and pieces by seats."""
    state: Any = make_table("pachisi", 4).engine.start(4, Random(0))
    (field,) = state.program.routes
    state.player, state.throws0 = 0, throws
    for seat, given in enumerate(spots):
        state.spots0[seat] = given | {0: 4 - sum(given.values())}
        state.own[seat][0] = 1
        for step, count in given.items():
            cell = field.roads[seat][step]
            state.on0[seat % 2][cell] += count
            state.all0[cell] += count
    return offer(state)


def list_units(state: Any) -> list[tuple[int, ...]]:
    """Return throws with steps, pieces and where they come to, and a partner's pieces; go around again is below zero."""
    return [
        (throw * (1 - 2 * number), step, count, to, *((mstep, along, mto) if along else ()))
        for number, throw, step, count, to, _mate, mstep, along, mto in (each for each in state.legal if each != REST)
    ]


def test_the_roads_of_the_data_are_those_written_out_by_hand() -> None:
    (field,) = make_table("pachisi", 4).engine.programs[4].routes  # type: ignore[attr-defined]
    for road, plain in zip(field.roads, ROADS, strict=True):
        assert [road.index(cell) for cell in road] == [plain.index(cell) for cell in plain]
    shared = [[ROADS[0].index(cell) if cell in ROADS[0] else -1 for cell in road] for road in ROADS]
    assert [[field.roads[0].index(c) if c in field.roads[0] else -1 for c in road] for road in field.roads] == shared


def test_later_pieces_set_out_with_a_grace_alone() -> None:
    assert list_units(make_pachisi([3], {9: 1})) == [(3, 9, 1, 12)]
    assert list_units(make_pachisi([6], {9: 1})) == [(6, 9, 1, 15), (6, 0, 1, 6)]


def test_no_piece_stops_on_the_barred_step_or_goes_beyond_home() -> None:
    assert list_units(make_pachisi([4], {79: 1})) == []
    assert list_units(make_pachisi([5], {79: 1})) == [(5, 79, 1, 84)]
    assert list_units(make_pachisi([6], {79: 1})) == [(6, 0, 1, 6)]


def test_an_enemy_is_safe_on_a_castle_and_in_a_double() -> None:
    cell_of_east = {step: step - 17 for step in range(26, 60)}  # the roads of neighbors differ by an arm
    single = make_pachisi([3], {30: 1}, {cell_of_east[33]: 1})
    assert list_units(single) == [(3, 30, 1, 33)]
    assert list_units(make_pachisi([3], {30: 1}, {cell_of_east[33]: 2})) == []
    assert list_units(make_pachisi([3], {30: 2}, {cell_of_east[33]: 2})) == [(3, 30, 2, 33)]
    assert list_units(make_pachisi([3], {26: 1}, {cell_of_east[29]: 1})) == []  # 29 is a castle


def test_a_capture_sends_all_pieces_back_and_wins_a_turn() -> None:
    state = make_pachisi([3], {30: 2}, {16: 2})
    state.apply(state.legal[0])
    assert state.spots0[1] == {0: 4}
    counts = state.measures["captures"], state.measures["extra turns"]
    assert (state.player, counts, state.find_fault()) == (0, (1, 1), None)


def test_partners_move_together_until_their_roads_part() -> None:
    (field,) = make_pachisi([3]).program.routes
    assert field.roads[0][44] == field.roads[2][10]
    assert list_units(make_pachisi([3], {44: 1}, {}, {10: 1})) == [(3, 44, 1, 47), (3, 44, 1, 47, 10, 1, 13)]
    assert list_units(make_pachisi([6], {74: 1}, {}, {40: 1}))[:2] == [(6, 74, 1, 80), (6, 0, 1, 6)]


def test_a_piece_turns_in_or_goes_round_again_at_its_tip() -> None:
    state = make_pachisi([5], {74: 1})
    assert list_units(state) == [(5, 74, 1, 79), (-5, 74, 1, 11)]
    assert state.program.describe_action(state.legal[1]) == "go around again: 5: piece from 74 to 11"
    state.apply(state.legal[1])
    assert state.spots0[0] == {0: 3, 11: 1}
    assert state.find_fault() is None


def test_a_partners_piece_that_comes_along_turns_in_or_goes_round_again_at_its_tip() -> None:
    rounds = [unit for unit in list_units(make_pachisi([2], {40: 2}, {}, {74: 1})) if unit[0] < 0]
    assert rounds == [(-2, 40, 1, 42, 74, 1, 8), (-2, 40, 2, 42, 74, 1, 8)]
    state = make_pachisi([3], {40: 1}, {}, {74: 1})
    assert list_units(state) == [(3, 40, 1, 43), (-3, 40, 1, 43, 74, 1, 9)]
    state.apply(state.legal[1])
    assert (state.spots0[0], state.spots0[2]) == ({0: 3, 43: 1}, {0: 3, 9: 1})
    assert state.find_fault() is None
    assert list_units(make_pachisi([2], {40: 1}, {25: 1}, {74: 1})) == []  # an enemy on the castle
    rounds = [unit for unit in list_units(make_pachisi([2], {74: 1}, {}, {40: 1})) if unit[0] < 0]
    assert rounds == [(-2, 74, 1, 8), (-2, 74, 1, 8, 40, 1, 42)]


@for_each(
    [
        ({30: 1}, 30 - 3 * (7 + 1)),
        ({30: 2}, 60 - 3 * 6),
        ({29: 1}, 29 - 3 * 7),
        ({5: 1}, 5 - 3 * 7),
        ({80: 1}, 80 - 21),
    ]
)
def test_greedy_minds_pieces_that_enemies_could_capture(spots: dict[int, int], worth: int) -> None:
    """A single piece can be captured, but none of a double, on a castle or on the own column."""
    state = make_pachisi([2], spots)
    assert state.program.functions["worth3"](state, 0) == worth


@for_each([("random", False), ("greedy", False), ("random-rounds", True)])
def test_only_one_policy_goes_around_again(policy: str, goes: bool) -> None:
    state, choose = make_pachisi([5], {74: 1}), make_table("pachisi", 4, policy).choose
    chosen = {choose(state, Random(number)) for number in range(30)}
    assert chosen == {*state.legal[: 1 + goes]}


@for_each(
    [
        ((0, 5, 20, 1, 22, 0, 0, 0, 0), "each throw moves its pieces by its full score"),
        ((0, 5, 28, 1, 33, 0, 0, 0, 0), "no double taken by a single piece"),
        ((0, 5, 78, 1, 83, 0, 0, 0, 0), "no piece on a barred step"),
        ((0, 5, 40, 1, 45, 2, 40, 1, 45), "pieces that move together arrive together"),
    ]
)
def test_what_a_move_must_never_do_is_noticed(action: tuple[int, ...], says: str) -> None:
    state = make_pachisi([5], {20: 1, 28: 1, 78: 1, 40: 1}, {16: 2}, {40: 1})
    with pytest.raises(RuleFaultError, match=says):
        state.apply(action)


def test_a_piece_that_is_lost_in_pachisi_is_noticed() -> None:
    state = make_pachisi([5], {20: 1})
    state.on0[0][3] = 1
    assert state.find_fault() == "pieces stand where others are noted"
    state.spots0[0][20] = 2
    assert state.find_fault() == "south has another number of pieces than before"


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


@for_each([(2, [20, 20, 20, 20, 20]), (3, [35, 40, 45, 50, 55]), (4, [50, 60, 70, 80, 90])])
def test_the_least_supply_is_searched(players: int, most: list[int]) -> None:
    engine: Any = make_table("psycle", players).engine
    assert [search_most_gems(engine, players, length) for length in range(1, 6)] == most


def test_what_is_worked_out_of_pharaoh_and_pachisi(tmp_path: Path) -> None:
    sizes = ["large", "medium", "small"]
    pairs = [[one, other] for number, one in enumerate(sizes) for other in sizes[number:]]
    assert make_table("pharaoh", 2).engine.exact() == {"captures": pairs}  # type: ignore[attr-defined]
    assert make_table("pachisi", 4).engine.exact() == {"squares without a way home": []}  # type: ignore[attr-defined]
    stuck: Any = make_changed_engine("pachisi", tmp_path, ("barred: [83]", "barred: [82]"))
    assert stuck.exact() == {"squares without a way home": [83]}
