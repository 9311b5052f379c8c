"""Test the engine of Psychopaths: walks and paths against a plain simulator, its rules at positions, and other data."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.model.finding import DataError
from generator.play.policies import find_policy
from generator.play.psychopaths.moves import DRAW, CardChange, DieUse
from generator.play.psychopaths.tables import DieFace
from generator.play.runner import play_game
from tests.bench.plain_psychopaths import SLOTS, PlainGame, make_deck
from tests.play.tables import make_changed_engine, make_table
from tests.samples import for_each

WHITE = [DieFace(True, number) for number in range(5)]
BLACK = [DieFace(False, number) for number in range(5)]


def make_position(faces: list[DieFace], psycho: str = "r5c5", engine: Any = None, **pawns: str) -> Any:
    """Return a position of red and blue, red to move, with the first four cards unturned; `pawns` are cells by color."""
    engine = engine or make_table("psychopaths", 2).engine
    state = engine.start(2, Random(0))
    while state.phase == "setup":
        state.drawn = max(state.stack)
        state.apply(CardChange("lay", state.laid.index(-1), 0))
    state.laid = [4 * card for card in range(4)]
    state.stack, state.discard = list(range(4, len(engine.designs))), []
    state.reached, state.across = [{} for _ in engine.colors], [None] * 4
    for seat, color in enumerate(("red", "blue")):
        for pawn, cell in enumerate(pawns.get(color, "").split()):
            state.where[2 * seat + pawn] = engine.cells.index(cell)
            state.home[seat] += cell.startswith("goal")
    state.psycho = engine.cells.index(psycho)
    starts = {cell for cells in engine.starts for cell in cells}
    state.occupied = 1 << state.psycho | sum(1 << cell for cell in state.where if cell not in starts)
    state.player = state.mover = 0
    state.rolled, state.left, state.turns = faces, list(range(len(faces))), 1
    return state


def name_targets(state: Any, pawn: int, steps: int) -> set[str]:
    mask = state.list_targets(pawn, steps)
    return {name for number, name in enumerate(state.engine.cells) if mask >> number & 1}


def use(state: Any, die: int, kind: str, subject: int = -1, target: str = "") -> None:
    state.apply(DieUse(die, kind, subject, state.engine.cells.index(target) if target else -1))


@for_each([2, 3, 4])
def test_whole_games_are_played_as_action_by_action(players: int) -> None:
    table = make_table("psychopaths", players)
    engine: Any = table.engine
    number = {2: 7, 3: 12, 4: 8}[players]
    slow, seen = play_game(table, number)
    assert engine.play_randomly(players, table.stream(number), table.limit) == slow
    assert not slow.unfinished
    assert sum(seen["choices"].values()) > 2 * slow.turns


def test_a_copy_plays_on_alone() -> None:
    state: Any = make_table("psychopaths", 3).engine.start(3, Random(5))
    choose: Any = make_table("psychopaths", 3).choose
    chance = Random(8)
    for _ in range(60):
        state.apply(choose(state, chance))
    before = state.describe(), list(state.legal_actions()), dict(state.measures)
    other = state.copy(Random(6))
    for _ in range(60):
        other.apply(choose(other, chance))
    assert (state.describe(), list(state.legal_actions()), dict(state.measures)) == before
    assert other.describe() != state.describe()


def test_the_outcomes_are_those_of_a_plain_simulator() -> None:
    table = make_table("psychopaths", 4)
    engine: Any = table.engine
    chance = Random(11)
    state = engine.start(4, chance)
    checked = 0
    while checked < 250 and not state.is_over():
        if state.phase == "dice":
            die = state.left[0]
            plain = copy_to_plain(state)
            face = state.rolled[die]
            color = "RYBG"[state.player]
            word = f"{'w' if face.white else 'b'}{face.number}{face.arrow[:1]}"
            assert sorted(name_use(state, each) for each in state.list_uses(die)) == sorted(
                name_outcome(each) for each in plain.list_outcomes(color, word)
            )
            assert state.draw_use(die, chance) in [*state.list_uses(die), DieUse(die, "decline")]
            checked += 1
        state.apply(table.choose(state, chance))
        assert state.find_fault() is None
    assert checked == 250


def copy_to_plain(state: Any) -> PlainGame:
    plain = PlainGame(4, Random(0))
    deck = make_deck()
    assert state.engine.designs[:5] == ["a-0", "a-1", "a-2", "a-3", "b-0"]
    plain.cards = {slot: (deck[card // 4], card % 4) for slot, card in zip(SLOTS, state.laid, strict=True)}
    for pawn, cell in enumerate(state.where):
        plain.pawns["RYBG"[pawn // 2], pawn % 2] = name_plainly(state.engine.cells[cell])
    plain.psycho = name_plainly(state.engine.cells[state.psycho])
    return plain


def name_plainly(cell: str) -> Any:
    if "." in cell:
        kind, _, number = cell.split(".")
        return (kind, int(number) - 1)
    row, column = cell[1:].split("c")
    return (int(row), int(column))


def name_use(state: Any, action: DieUse) -> str:
    _, kind, subject, target = action
    if kind == "rotate":
        return str((kind, SLOTS[subject], target))
    pawn = ("RYBG"[subject // 2], subject % 2)
    if kind == "switch":
        return str((kind, pawn))
    to = name_plainly(state.engine.cells[target])
    return str((kind, pawn, to) if kind == "pawn" else (kind, to))


def name_outcome(outcome: Any) -> str:
    return str(tuple(outcome))


def test_the_first_step_leaves_the_start() -> None:
    state = make_position([WHITE[1]])
    assert name_targets(state, 0, 1) == {"r10c1"}
    assert name_targets(state, 0, 2) >= {"r10c0", "r10c2"}
    assert "r10c1" not in name_targets(state, 0, 2)


def test_a_line_of_the_own_color_is_one_step() -> None:
    state = make_position([WHITE[1]], red="r0c1 r10c10")  # the red line of the first card joins its ports 0 and 2
    assert state.engine.designs[0] == "a-0"
    assert name_targets(state, 0, 1) == {"r0c0", "r0c2", "r1c4"}
    state = make_position([WHITE[1]], red="r10c10", blue="r0c1")
    assert name_targets(state, 2, 1) == {"r0c0", "r0c2"}
    state.apply(DieUse(0, "rotate", 0, 1))
    assert state.laid[0] == 1


def test_a_move_passes_over_pieces_and_ends_where_none_stands() -> None:
    state = make_position([WHITE[2]], "r0c10", red="r5c0 r10c10", blue="r4c0 r10c9")
    assert "r4c0" not in name_targets(state, 0, 1)
    assert {"r3c0", "r5c0"} <= name_targets(state, 0, 2)
    assert "r10c8" in name_targets(state, 1, 2)


def test_a_goal_is_entered_with_the_last_step_of_a_free_one() -> None:
    state = make_position([WHITE[1]], red="r0c3 goal.red.2")
    assert "goal.red.1" in name_targets(state, 0, 1)
    assert "goal.red.1" not in name_targets(state, 0, 2)
    assert "goal.red.1" in name_targets(state, 0, 3)
    assert state.list_pawns_out(0) == [0]
    assert "goal.red.2" not in name_targets(make_position([WHITE[1]], red="r0c7 goal.red.2"), 0, 1)
    use(state, 0, "pawn", 0, "goal.red.1")
    assert (state.ending, state.outcome().winners, state.find_fault()) == ("home", (0,), None)


def test_the_psycho_takes_squares_alone() -> None:
    state = make_position([BLACK[1]], "r0c1", red="r0c2 r10c0")
    assert [state.engine.cells[each.target] for each in state.list_uses(0)] == ["r0c0"]
    use(state, 0, "psycho", -1, "r0c0")
    assert state.find_fault() is None
    assert state.occupied >> state.engine.cells.index("r0c0") & 1


def test_nothing_is_switched_in_the_zone_in_pockets_or_while_the_psycho_is_in_its_zone() -> None:
    switch = DieFace(False, 1, "switch")
    state = make_position([switch], "r0c5", red="r5c4 goal.red.1", blue="r7c0 start.blue.2")
    assert state.list_switches() == [2]
    assert make_position([switch], "r4c4", blue="r7c0 r0c5").list_switches() == []
    state.list_uses(0)
    use(state, 0, "switch", 0, "r0c5")
    assert state.find_fault() == "a switch from r0c5 to r5c4"


def test_a_pawn_that_lands_on_a_star_changes_the_cards_at_once() -> None:
    state = make_position([WHITE[1], BLACK[1]], red="r0c1 r10c10")
    use(state, 0, "pawn", 0, "r0c0")
    assert (state.phase, state.player) == ("star", 0)
    assert len(state.legal_actions()) == 1 + 6 * 16
    state.apply(DRAW)
    drawn = state.drawn
    assert (state.phase, len(state.legal_actions())) == ("replace", 16)
    state.apply(CardChange("lay", 2, 3))
    assert (state.laid[2], state.discard, state.phase, state.left) == (4 * drawn + 3, [2], "dice", [1])
    assert state.find_fault() is None


def test_a_swap_trades_two_cards_and_turns_them() -> None:
    state = make_position([WHITE[1]], red="r0c1 r10c10")
    use(state, 0, "pawn", 0, "r0c0")
    state.apply(CardChange("swap", 0, 1, 3, 0))
    assert state.laid == [13, 4, 8, 0]
    assert (state.turns, state.player) == (2, 1)


def test_an_empty_stack_is_refilled_from_the_discard_pile() -> None:
    state = make_position([WHITE[1]], red="r0c1 r10c10")
    use(state, 0, "pawn", 0, "r0c0")
    state.discard, state.stack = state.stack, []
    state.apply(DRAW)
    assert (len(state.stack), state.discard, state.measures["stack refilled"]) == (19, [], 1)
    state = make_position([WHITE[1]], red="r0c1 r10c10")
    use(state, 0, "pawn", 0, "r0c0")
    state.stack = []
    assert DRAW not in state.legal_actions()


def test_owners_of_switched_pawns_act_after_the_turn_in_the_order_of_turns() -> None:
    state = make_position([DieFace(False, 1, "switch"), BLACK[1]], "r0c0", red="r9c0 r10c8", blue="r7c0 start.blue.2")
    use(state, 0, "switch", 2, "r0c0")
    assert (state.phase, state.owing) == ("dice", [2])
    use(state, 1, "psycho", -1, "r8c0")
    assert (state.phase, state.player, state.mover) == ("star", 1, 0)
    assert state.find_fault() is None
    state.apply(CardChange("swap", 0, 0, 1, 0))
    assert (state.phase, state.player, state.turns) == ("dice", 1, 2)


def test_owners_act_from_the_player_whose_turn_it_was_on() -> None:
    switch = DieFace(False, 1, "switch")
    state = make_position([switch, BLACK[2], switch], "r0c0", red="r2c10 r10c8", blue="r7c0 start.blue.2")
    state.player = state.mover = 1
    use(state, 0, "switch", 0, "r0c0")
    use(state, 1, "psycho", -1, "r0c10")
    use(state, 2, "switch", 2, "r0c10")
    assert (state.player, state.due) == (1, [0, 2])
    state.apply(CardChange("swap", 0, 0, 1, 0))
    assert (state.phase, state.player, state.find_fault()) == ("star", 0, None)
    state.apply(CardChange("swap", 0, 0, 1, 0))
    assert (state.phase, state.player, state.turns) == ("dice", 0, 2)


def test_the_pieces_are_told_by_cells() -> None:
    pieces = make_position([WHITE[1]], red="r0c1 goal.red.2").pieces()
    assert len(pieces) == 5
    assert (pieces["r5c5"][0], pieces["goal.red.2"], pieces["start.blue.1"]) == (
        "psycho",
        ("pawn", "red"),
        ("pawn", "blue"),
    )


def test_nothing_is_owed_for_a_pawn_that_left_its_star() -> None:
    switch = DieFace(False, 1, "switch")
    state = make_position([switch, WHITE[1]], "r0c0", red="r7c0 r10c8")
    use(state, 0, "switch", 0, "r0c0")
    use(state, 1, "pawn", 0, "r0c1")
    assert (state.owing, state.phase, state.turns, state.counts["stars left"]) == ([], "dice", 2, 1)
    assert state.find_fault() is None
    state = make_position([switch, switch], "r0c0", red="r7c0 r10c8", blue="r5c10 r10c9")
    use(state, 0, "switch", 0, "r0c0")
    use(state, 1, "switch", 0, "r7c0")
    assert (state.owing, state.turns) == ([], 2)


def test_cards_are_laid_by_the_players_in_turn() -> None:
    engine: Any = make_table("psychopaths", 3).engine
    state = engine.start(3, Random(4))
    first, seats = state.player, []
    while state.phase == "setup":
        seats.append((state.player - first) % 3)
        assert len(state.legal_actions()) == 4 * state.laid.count(-1)
        state.apply(state.legal_actions()[0])
    assert (seats, state.player, state.turns) == ([0, 1, 2, 0], first, 1)


def test_play_goes_round_counterclockwise() -> None:
    engine: Any = make_table("psychopaths", 2).engine
    assert [seat.name for seat in engine.seats(4)] == ["red", "yellow", "blue", "green"]
    assert [seat.name for seat in engine.seats(3)] == ["red", "yellow", "blue"]
    assert [seat.name for seat in engine.seats(2)] == ["red", "blue"]


def test_faults_are_found() -> None:
    state = make_position([WHITE[1]], red="r0c1 r10c10")
    state.where[1] = state.where[0]
    assert state.find_fault() == "two pieces stand on one square"
    state = make_position([WHITE[1]], red="r0c1 r10c10")
    state.where[1] = state.engine.cells.index("r5c0")
    assert state.find_fault() == "a piece stands where none is noted"
    state = make_position([WHITE[1]], red="r0c1 nw")
    assert state.find_fault() == "a piece stands where no piece can stand"
    state = make_position([WHITE[1]], red="r0c1 r10c10")
    state.stack.pop()
    assert state.find_fault() == "a card is lost, or lies in two places"
    state = make_position([WHITE[1]], red="r0c1 r10c10")
    state.counts["stars"] += 1
    assert state.find_fault() == "the cards are changed more or less often than pawns land on stars"
    state = make_position([WHITE[1]], red="goal.red.1 goal.red.2")
    assert state.find_fault() == "the game goes on when somebody is home"


@for_each(["seek", "greedy"])
def test_purposeful_players_come_home_in_a_few_rounds(policy: str) -> None:
    table = make_table("psychopaths", 2, policy)
    assert max(play_game(table, number)[0].turns for number in range(3)) < 40


def test_seek_goes_home_and_declines_what_does_not_help() -> None:
    seek: Any = find_policy(make_table("psychopaths", 2).engine, "seek")
    state = make_position([WHITE[1]], red="r0c3 goal.red.2")
    assert state.engine.describe_action(seek(state, Random(0))) == "pawn 1 to goal.red.1"
    state = make_position([WHITE[2]], red="r0c3 goal.red.2")
    assert seek(state, Random(0)) == DieUse(0, "decline")
    state = make_position([BLACK[2]], red="r0c3 goal.red.2")
    assert seek(state, Random(0)).kind == "psycho"


@for_each(["rotate", "switch"])
def test_seek_does_anything_with_a_black_die_that_does_not_help(arrow: str) -> None:
    table = make_table("psychopaths", 2, "seek")
    state = make_position([DieFace(False, 1, arrow)], "r5c0", red="r0c3 goal.red.2", blue="r8c10 r10c9")
    uses = state.list_uses(0)
    assert {use.kind for use in uses} == {"psycho", arrow}
    chance = Random(0)
    assert {table.choose(state, chance) for _ in range(400)} == {*uses}


def test_greedy_switches_to_its_goal() -> None:
    greedy: Any = find_policy(make_table("psychopaths", 2).engine, "greedy")
    state = make_position([DieFace(False, 1, "switch")], "r0c3", red="r10c8 goal.red.2")
    assert state.engine.describe_action(greedy(state, Random(0))) == "switch pawn 1 to r0c3"


def test_other_dice_cards_and_roads_are_played(tmp_path: Path) -> None:
    changes = (
        ("faces: [white 1 switch, white 1 rotate, white 2,", "faces: [white 6 switch, white 1 rotate, white 2,"),
        ("{id: a, lines: [0-2, 1-3, 4-7, 5-6]", "{id: a, lines: [0-4, 1-3, 2-7, 5-6]"),
        ("psycho: r5c5 ", "psycho: r0c5 "),
        ("goal.red.1: {door: r0c3,", "goal.red.1: {door: r0c5,"),
    )
    engine = make_changed_engine("psychopaths", tmp_path, *changes)
    assert DieFace(True, 6, "switch") in engine.dice[0]  # type: ignore[attr-defined]
    state = make_position([WHITE[1]], "r0c4", engine, red="r0c1 r0c5")
    assert name_targets(state, 0, 1) == {"r0c0", "r0c2", "r4c3"}
    assert "goal.red.1" in name_targets(state, 1, 1)
    begun: Any = engine.start(2, Random(0))
    assert "psycho r0c5" in begun.describe()


@for_each(
    [
        (
            "faces: [black 1 switch, black 1 rotate,",
            "faces: [black 1 switch, black rotate 1,",
            "a face 'black rotate 1'",
        ),
        ("placed3: [2, 1, 1]", "placed3: [2, 1, 2]", "does not share 4 cards among 3 players"),
        ("psycho: r5c5 ", "psycho: nw ", "the psycho begins on nw"),
        (
            "{part: pawn, each: 2, own: true}",
            "{part: pawn, each: 1, own: true}",
            "needs a start beside a square for each",
        ),
    ]
)
def test_data_that_cannot_be_played_are_refused(tmp_path: Path, before: str, after: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        make_changed_engine("psychopaths", tmp_path, (before, after))


def test_the_exact_facts_of_psychopaths() -> None:
    exact = make_table("psychopaths", 2).engine.exact()  # type: ignore[attr-defined]
    assert exact["steps from starts to goals without cards"]["green"] == [16, 16, 18, 18]
    assert exact["throws with an arrow"] == {"switch": [91, 216], "rotate": [91, 216]}
