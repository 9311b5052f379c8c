"""Test the engine of Hypnosia: its moves at positions that are set up, against a plain simulator, and with other data."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.model.finding import DataError
from generator.play.policies import find_policy
from generator.play.runner import play_game
from tests.bench.plain_hypnosia import list_turns
from tests.play.tables import make_changed_engine, make_table
from tests.samples import for_each

PLAIN_COLORS = ["red", "yellow", "green", "blue", "black", "purple"]


def make_changed(folder: Path, *changes: tuple[str, str]) -> Any:
    """Return the engine of the game with changes in the text of its data."""
    return make_changed_engine("hypnosia", folder, *changes)


def make_position(dice: tuple[int, ...], engine: Any = None, placed: int = 0, **pawns: str) -> Any:
    """Return a position of two players, red to move; `pawns` are cells by color, twice for a stack."""
    engine = engine or make_table("hypnosia", 2).engine
    state = engine.start(2, Random(0))
    names = [seat.name for seat in engine.seats(2)]
    state.at = [0] * len(engine.cells)
    for seat, name in enumerate(names):
        cells = [engine.cells.index(cell) for cell in pawns.get(name, "").split()]
        state.spots[seat] = sorted(set(cells))
        state.outside[seat] = len(cells)
        for cell in set(cells):
            state.at[cell] = 2 * seat + cells.count(cell)
        state.lost[seat] = engine.each - len(cells)
        state.taken[1 - seat] = engine.each - len(cells)
    state.player, state.dice = names.index("red"), dice
    for _ in range(placed):
        state.placed.append(1 - state.player)
        state.lost[1 - state.player] -= 1
        state.taken[state.player] -= 1
    return state


def list_moves(state: Any, die: int) -> list[str]:
    cells = state.engine.cells
    return [f"{move.pawns} {cells[move.cell]} {cells[move.target]}" for move in state.list_moves(die)]


def list_turns_in_words(state: Any) -> list[str]:
    return [state.engine.describe_action(action) for action in state.legal_actions()]


@for_each([2, 3, 4, 5, 6])
def test_whole_games_are_played_as_action_by_action(players: int) -> None:
    table = make_table("hypnosia", players)
    engine: Any = table.engine
    slow, seen = play_game(table, 1)
    assert engine.play_randomly(players, table.stream(1), table.limit) == slow
    assert not slow.unfinished
    assert sum(seen["choices"].values()) == slow.turns


def test_a_copy_plays_on_alone() -> None:
    state: Any = make_table("hypnosia", 4).engine.start(4, Random(5))
    for _ in range(11):
        state.apply(state.legal_actions()[-1])
    before = state.describe(), list(state.legal_actions())
    other = state.copy(Random(6))
    for _ in range(8):
        other.apply(other.legal_actions()[-1])
    assert (state.describe(), list(state.legal_actions())) == before
    assert other.describe() != state.describe()


def test_the_turns_are_those_of_a_plain_simulator() -> None:
    engine: Any = make_table("hypnosia", 4).engine
    names = [seat.name for seat in engine.seats(4)]
    chance = Random(3)
    state = engine.start(4, chance)
    checked = 0
    while not state.is_over():
        board = {
            name_plainly(engine.cells[cell]): [PLAIN_COLORS.index(names[seat])] * (2 - (state.at[cell] & 1))
            for seat, spots in enumerate(state.spots)
            for cell in spots
        }
        game = {"board": board, "center": list(state.placed), "score": dict.fromkeys(range(6), 0)}
        plain = list_turns(game, PLAIN_COLORS.index(names[state.player]), list(state.dice))
        ours = [
            tuple(
                (move.die, name_plainly(engine.cells[move.cell]), move.pawns, name_plainly(engine.cells[move.target]))
                for move in action
            )
            for action in state.list_sequences()
        ]
        assert Counter(ours) == Counter(map(tuple, plain))
        checked += len(ours)
        state.apply(state.draw_turn(chance))
        assert state.find_fault() is None
    assert checked > 500


def name_plainly(cell: str) -> Any:
    if cell == "center":
        return "center"
    ring, _, space = cell.partition(".")
    if ring.startswith("start"):
        return ("start", int(ring[5:]) - 1, int(space))
    return (int(ring[4:]) - 1, int(space))


def test_turns_are_drawn_alike() -> None:
    state = make_position((1, 2), red="ring1.2 ring1.1 ring1.1 start1.2", blue="ring1.4 ring1.4")
    legal = state.legal_actions()
    chance = Random(1)
    drawn = Counter(state.draw_turn(chance) for _ in range(100 * len(legal)))
    assert set(drawn) == set(legal)
    assert sum((count - 100) ** 2 / 100 for count in drawn.values()) < 2 * len(legal)


def test_pawns_leave_the_queue_by_their_number_or_more() -> None:
    state = make_position((1, 1), red="start1.1 start1.2 start1.3 start1.4")
    assert list_moves(state, 1) == ["1 start1.1 ring1.0"]
    assert list_moves(state, 3) == ["1 start1.1 ring1.2", "1 start1.2 ring1.1", "1 start1.3 ring1.0"]
    assert len(list_moves(state, 4)) == 4


def test_a_bridge_is_crossed_with_the_first_step_alone() -> None:
    assert list_moves(make_position((1, 1), red="ring1.2"), 3) == ["1 ring1.2 ring1.5", "1 ring1.2 ring2.4"]
    assert list_moves(make_position((1, 1), red="ring1.1"), 3) == ["1 ring1.1 ring1.4"]


def test_a_one_alone_opens_the_center() -> None:
    state = make_position((1, 1), red="ring4.3 ring4.3")
    assert list_moves(state, 2) == ["2 ring4.3 ring4.5", "1 ring4.3 ring4.5"]
    assert list_moves(state, 1)[2:] == ["2 ring4.3 center", "1 ring4.3 center"]


def test_no_single_pawn_comes_onto_a_stack_and_no_stack_onto_own_pawns() -> None:
    state = make_position((1, 1), red="ring1.7 ring2.3 ring2.3 ring2.4", blue="ring1.8 ring1.8 ring2.5")
    assert list_moves(state, 1) == ["1 ring1.7 ring2.6", "1 ring2.3 ring2.4", "1 ring2.4 ring2.5"]
    state = make_position((2, 2), red="ring1.0 ring1.0", blue="ring1.2 ring1.2")
    assert list_moves(state, 2) == ["2 ring1.0 ring1.2"]


def test_a_captured_stack_leaves_the_game_and_points_add_up() -> None:
    state = make_position((2, 1), red="ring1.0 ring1.0 ring4.3 ring4.0", blue="ring1.2 ring1.2 start4.1 start4.2")
    assert state.find_fault() is None
    state.apply(next(each for each in state.legal_actions() if [move.pawns for move in each] == [2, 1]))
    red, blue = (state.engine.seats(2)[seat].name == "red" for seat in (0, 1))
    assert (red, blue) == (False, True)
    assert (state.lost, state.captures, state.standing()[0], state.find_fault()) == ([2, 0], 1, -2, None)


def test_both_dice_are_used_if_there_is_a_way() -> None:
    state = make_position((1, 5), red="start1.4")
    assert list_turns_in_words(state) == [
        "5: from start1.4 to ring1.1; 1: from ring1.1 to ring1.2",
    ]
    assert list_turns_in_words(make_position((1, 2), red="start1.4")) == ["no die can be used"]
    assert list_turns_in_words(make_position((1, 2), red="start1.2", blue="ring1.1 ring1.1")) == [
        "2: from start1.2 to ring1.0",
    ]


def test_a_double_counts_once() -> None:
    assert list_turns_in_words(make_position((3, 3), red="ring1.0")) == [
        "3: from ring1.0 to ring1.3; 3: from ring1.3 to ring1.6"
    ]


def test_a_stack_that_finds_one_place_sends_one_pawn_and_ends_the_game() -> None:
    state = make_position((1, 3), placed=4, red="ring4.3 ring4.3")
    words = list_turns_in_words(state)
    assert "1: two from ring4.3 to center" in words
    state.apply(state.legal_actions()[words.index("1: two from ring4.3 to center")])
    red = state.player
    assert (state.ending, state.placed[-1], state.outside[red]) == ("center full", red, 1)
    assert state.outcome().scores[red] == 1 + state.taken[red] - state.lost[red]
    assert state.find_fault() is None


def test_the_game_ends_when_nobody_is_outside() -> None:
    state = make_position((1, 6), red="ring4.3")
    action = next(each for each in state.legal_actions() if each[-1].target == state.engine.center and len(each) == 1)
    state.apply(action)
    assert state.ending == "nobody outside"


def test_a_tie_goes_to_the_highest_place_or_is_shared() -> None:
    state = make_position((1, 1), red="ring4.3", blue="ring4.5")
    state.taken, state.lost, state.placed = [0, 0], [0, 0], []
    assert state.outcome().winners == (0, 1)
    state.placed, state.lost = [1, 0], [0, 1]
    assert state.outcome() == ((1,), "", (4.0, 4.0))


def test_players_without_pawns_outside_are_passed_over() -> None:
    engine: Any = make_table("hypnosia", 3).engine
    state = engine.start(3, Random(0))
    state.player = 0
    state.outside[1] = 0
    state.apply(())
    assert (state.player, state.unused) == (2, 2)


def test_play_goes_round_clockwise() -> None:
    engine: Any = make_table("hypnosia", 4).engine
    assert [seat.name for seat in engine.seats(4)] == ["black", "blue", "yellow", "red"]


def test_faults_are_found() -> None:
    state = make_position((1, 1), red="ring1.0", blue="ring1.1 ring1.1")
    move = state.list_moves(2)[0]._replace(die=1, target=state.engine.cells.index("ring1.1"))
    state.move(move)
    assert state.find_fault() == "a single pawn comes onto a stack on ring1.1"
    state = make_position((1, 1), red="ring1.0")
    state.outside[state.player] = 2
    assert state.find_fault() == f"seat {state.player} has another number of pawns than before"
    state = make_position((1, 1), red="ring1.0", blue="ring1.3")
    state.taken[0] += 1
    assert state.find_fault() == "the points of all are not those of the places taken"
    state = make_position((1, 1), red="ring1.0")
    state.ending = "center full"
    assert state.find_fault() == "the game goes on when it should end, or the other way round"


@for_each(["seek", "greedy"])
def test_purposeful_players_come_in_sooner_than_random_ones(policy: str) -> None:
    table = make_table("hypnosia", 2, policy)
    turns = [play_game(table, number)[0].turns for number in range(4)]
    assert max(turns) < 75


def test_seek_takes_what_is_worth_most() -> None:
    seek: Any = find_policy(make_table("hypnosia", 2).engine, "seek")
    state = make_position((1, 2), red="ring4.3 ring1.0", blue="ring1.2")
    words = state.engine.describe_action(seek(state, Random(0)))
    assert sorted(words.split("; ")) == ["1: from ring4.3 to center", "2: from ring1.0 to ring1.2"]


def test_greedy_keeps_away_from_opponents() -> None:
    greedy: Any = find_policy(make_table("hypnosia", 2).engine, "greedy")
    state = make_position((4, 4), red="ring1.10 ring2.20", blue="ring1.12 ring1.13 start4.1")
    move = greedy(state, Random(0))
    assert {state.engine.cells[each.cell] for each in move} <= {"ring2.20", "ring3.18", "ring2.0"}


def test_other_dice_are_rolled(tmp_path: Path) -> None:
    engine = make_changed(
        tmp_path, ("faces: [1, 6, 2, 5, 3, 4]\n    copies: 2", "faces: [1, 1, 1, 1, 1, 1]\n    copies: 3")
    )
    state = engine.start(2, Random(0))
    assert state.dice == (1, 1, 1)
    assert {len(each) for each in state.legal_actions()} == {3}
    assert state.draw_turn(Random(0)) in state.legal_actions()
    assert engine.exact()["throws with a number"] == {"1": [216, 216]}


def test_other_bridges_and_points_are_played(tmp_path: Path) -> None:
    changes = ("{ring: 1, from: 2, to: 2}", "{ring: 1, from: 3, to: 2}"), ("capture: 1", "capture: 2")
    engine = make_changed(tmp_path, *changes)
    assert list_moves(make_position((1, 1), engine, red="ring1.2"), 3) == ["1 ring1.2 ring1.5"]
    assert list_moves(make_position((1, 1), engine, red="ring1.3"), 3) == ["1 ring1.3 ring1.6", "1 ring1.3 ring2.4"]
    state = make_position((1, 2), engine, red="ring1.0", blue="ring1.1")
    before = sum(state.standing())
    state.apply(next(each for each in state.legal_actions() if each[0].die == 1))
    assert sum(state.standing()) == before + 1
    assert state.find_fault() is None
    assert "bring more than they cost" in engine.always[0]


@for_each(
    [
        ("seats2: [red, blue]", "seats2: [red, red]", "seats2 needs 2 different colors"),
        ("points: [5, 4, 3, 2, 1]  # of", "points: [5, 4, 3, 2]  # of", "there are 4 points for 5 places"),
        ("faces: [1, 6, 2, 5, 3, 4]", "faces: [0, 6, 2, 5, 3, 4]", "a face of the die is less than 1"),
        ("faces: [1, 6, 2, 5, 3, 4]", "faces: [1, 6, 2, 5, 3, 12]", "once round the smallest ring"),
        ("{part: pawn, each: 4, own: true}", "{part: pawn, each: 3, own: true}", "a queue needs 3 start spaces"),
    ]
)
def test_data_that_cannot_be_played_are_refused(tmp_path: Path, before: str, after: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        make_changed(tmp_path, (before, after))


def test_the_exact_facts_of_hypnosia() -> None:
    exact = make_table("hypnosia", 2).engine.exact()  # type: ignore[attr-defined]
    assert exact["fewest steps to the center"]["red"] == [13, 14, 15, 16]
    assert exact["throws with a number"]["1"] == [11, 36]
