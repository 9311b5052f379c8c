"""Test rules in play.yaml: what sentences, steps and moves do, on games that are as small as can be."""

import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.model.finding import DataError
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from generator.pipeline.playtest.runs import Playtest, PlaytestOptions, play_tables, prepare_playtest
from generator.pipeline.playtest.sharing import share_here
from generator.play.engines import find_engine
from generator.play.faults import PlayError
from generator.play.material import Material
from generator.play.policies import find_policy
from generator.play.probe import probe_engine
from generator.play.remote import pack_table, play_packed
from generator.play.runner import GameTable, play_game, play_games
from tests.samples import for_each

GAME = """
title: Tiny
version: "1"
players: [2, 2]
colors:
  player.red: {paint: "#B3261E"}
  player.blue: {paint: "#1F5FA8"}
  good.peat: {paint: "#7A4A21"}
  good.oil: {paint: "#C98A00"}
parts:
  board:
    kind: board
    print: false
    copies: 1
    grid: {columns: 4, rows: 1, cell: 20}
    kinds: {mud: [r0c1]}
    colors: {player.red: [r0c0], player.blue: [r0c3]}
    joins: [[r0c1, r0c3, rope, one-way]]
    routes: {way: [r0c0..3], pair: [r0c0..1]}
  pawn: {kind: token, print: false, diameter: 10, for_each: player, copies: 2}
  cube: {kind: token, print: false, diameter: 10, for_each: good, copies: 5}
  die: {kind: die, front: die.svg.j2, size: 16, copies: 1, faces: [1, 1, 1, 1, 1, 1]}
  card:
    kind: card
    print: false
    size: poker
    rows:
      - {name: Rain, price: 1 peat, effect: "take 2 peat, others take 1 oil", points: 2, copies: 2}
      - {name: Sun, price: "", effect: "", points: 1, copies: 2}
setup:
  - {part: cube, each: 1, where: {good: peat}}
"""


def make_engine(folder: Path, play: str, game: str = GAME) -> Any:
    """Return the engine of the tiny game with some rules."""
    home = folder / "tiny"
    home.mkdir(exist_ok=True)
    (home / "game.yaml").write_text(game, "utf-8")
    (home / "play.yaml").write_text(play, "utf-8")
    loaded, parts = load_game(home, Options())
    return find_engine(loaded, Material(loaded, parts))


def start(folder: Path, play: str, game: str = GAME) -> Any:
    """Return the first position of the tiny game; its first player is red."""
    state = make_engine(folder, play, game).start(2, Random(1))
    if state.player:
        state = make_engine(folder, play, game).start(2, Random(2))
    assert state.player == 0
    return state


def name(state: Any) -> list[str]:
    """Return what can be chosen, in words."""
    return [state.program.describe_action(action) for action in state.legal_actions()]


def choose(state: Any, what: str) -> None:
    """Do what is called so."""
    state.apply(state.legal_actions()[name(state).index(what)])


def read(state: Any, seat: int = 0) -> dict[str, int]:
    """Return what a player has."""
    return dict(zip(state.program.own_names, state.own[seat], strict=True))


CHOICE = """
tracks: {coins: 3}
table: {fire: 0}
turn:
  - choose: {%s}
    may: pass
end: [{when: fire > 9, wins: nobody}]
"""


@for_each(
    [
        ("go: take 2 peat", {"coins": 3, "peat": 3}, {"peat": 1}, {"coins": 3, "peat": 1}),
        ("go: take 9 peat", {"coins": 3, "peat": 4}, {"peat": 0}, {"coins": 3, "peat": 1}),
        ("go: pay 1 peat", {"coins": 3, "peat": 0}, {"peat": 4}, {"coins": 3, "peat": 1}),
        ('go: "pay 1 peat, take 2 coins"', {"coins": 5, "peat": 0}, {"peat": 4}, {"coins": 3, "peat": 1}),
        ("go: lose 3 peat", {"coins": 3, "peat": 0}, {"peat": 4}, {"coins": 3, "peat": 1}),
        ("go: give peat to left", {"coins": 3, "peat": 0}, {"peat": 3}, {"coins": 3, "peat": 2}),
        ("go: everyone take 1 peat", {"coins": 3, "peat": 2}, {"peat": 1}, {"coins": 3, "peat": 2}),
        ("go: others lose 1 peat", {"coins": 3, "peat": 1}, {"peat": 4}, {"coins": 3, "peat": 0}),
        ("go: set coins to (coins * 2 + peat)", {"coins": 7, "peat": 1}, {"peat": 3}, {"coins": 3, "peat": 1}),
        ("go: take coins peat if coins == 3", {"coins": 3, "peat": 4}, {"peat": 0}, {"coins": 3, "peat": 1}),
        ("go: take 1 peat if others(peat) > 1", {"coins": 3, "peat": 1}, {"peat": 3}, {"coins": 3, "peat": 1}),
        ("go: {pay: 2 coins, do: [take 1 peat]}", {"coins": 1, "peat": 2}, {"peat": 2}, {"coins": 3, "peat": 1}),
    ]
)
def test_a_sentence_does_what_it_says(
    option: str, own: dict[str, int], supply: dict[str, int], other: dict[str, int], tmp_path: Path
) -> None:
    state = start(tmp_path, CHOICE % option)
    choose(state, "go")
    assert (read(state), read(state, 1), state.find_fault()) == (own, other, None)
    assert {key: value for key, value in state.supplies().items() if key in supply} == supply
    assert state.player == 1


def test_what_nobody_can_pay_is_not_offered(tmp_path: Path) -> None:
    state = start(
        tmp_path, CHOICE % 'dear: pay 4 coins, twice: "pay 2 coins, pay 2 coins", free: {if: peat > 1, do: take 1 peat}'
    )
    assert name(state) == ["nothing can be done"]
    assert name(start(tmp_path, CHOICE % "cheap: pay 3 coins")) == ["cheap", "pass"]


def test_a_step_is_done_so_often_and_then_the_next_one(tmp_path: Path) -> None:
    play = "tracks: {a: 0, b: 0}\nturn:\n  - choose: {x: take 1 a}\n    times: 2\n  - take 1 b\nend: [{when: b > 2, wins: player}]"
    state = start(tmp_path, play)
    seen = []
    while not state.is_over():
        seen.append((state.turns, state.player, *state.own[state.player]))
        choose(state, "x")
    assert seen == [(1, 0, 0, 0), (1, 0, 1, 0), (2, 1, 0, 0), (2, 1, 1, 0), (3, 0, 2, 1), (3, 0, 3, 1), (4, 1, 2, 1), (4, 1, 3, 1), (5, 0, 4, 2), (5, 0, 5, 2)]  # fmt: skip
    assert (state.outcome(), state.turns) == (((0,), "b > 2", ()), 5)


def test_a_step_under_do_follows_a_choice(tmp_path: Path) -> None:
    play = "tracks: {a: 0}\nturn:\n  - choose:\n      go: [take 1 a, {choose: {one: take 10 a, two: take 20 a}}]\n    times: 2\n"
    state = start(tmp_path, play + "end: [{when: a > 99, wins: player}]")
    for what in ("go", "two", "go", "one"):
        assert state.player == 0
        choose(state, what)
    assert (read(state), state.player) == ({"a": 32}, 1)


@for_each(
    [
        ("{when: a == 2, wins: player}", 3, "first"),
        ("{when: a == 2, wins: 'most a'}", 3, "first"),
        ("{when: a == 2, after: round, wins: 'most a'}", 4, "both"),
        ("{when: a == 2, after: round, wins: 'least b, a'}", 4, "first"),
        ("{when: turn == 6, wins: nobody}", 6, "none"),
        ("{when: round == 3, wins: player}", 5, "first"),
    ]
)
def test_the_game_ends_when_it_says(end: str, turns: int, winners: str, tmp_path: Path) -> None:
    play = f"tracks: {{a: 0, b: 0}}\nturn:\n  - choose: {{x: 'take 1 a, take turn b'}}\nend: [{end}]"
    record, _ = play_game(make_table(make_engine(tmp_path, play)), 0)
    assert record.turns == turns
    assert record.winners == {"first": (record.first,), "both": (0, 1), "none": ()}[winners]


def make_table(engine: Any, policy: str = "random", players: int = 2) -> GameTable:
    """Return a table of an engine."""
    chosen = find_policy(engine, policy)
    assert chosen is not None
    return GameTable(engine, players, policy, chosen, "3")


CARDS = """
market: {card: 2}
turn:
  - choose:
      buy: {pick: card, pay: card.price, do: [card.effect, take card.points fame]}
  - draw 1 card if fame > 9
tracks: {fame: 0}
end: [{when: market('card') == 0, wins: 'most fame'}]
"""


def test_a_row_is_picked_paid_for_and_does_what_its_column_says(tmp_path: Path) -> None:
    state = start(tmp_path, CARDS)
    state.markets[0][:] = [0, 1]
    assert name(state) != []
    state.advance(state.program.first)
    assert name(state) == ["buy: Rain", "buy: Sun"]
    choose(state, "buy: Rain")
    assert (read(state), read(state, 1)) == ({"fame": 2, "peat": 2, "oil": 0}, {"fame": 0, "peat": 1, "oil": 1})
    assert (state.kept[0][0], len(state.markets[0]), len(state.decks[0])) == ([0], 2, 1)
    assert state.measures["Rain played"] == 1


def test_a_deck_runs_out_and_discards_are_shuffled(tmp_path: Path) -> None:
    play = "turn:\n  - draw 2 card\n  - {pick: card, to: discards}\n  - discard all card if turn > 3\nend: [{when: turn > 20, wins: nobody}]"
    state = make_engine(tmp_path, play).start(2, Random(4))
    while not state.is_over():
        held = [*state.decks[0], *state.discards[0], *(row for hand in state.hands[0] for row in hand)]
        assert sorted(held) == [0, 0, 1, 1]
        state.apply(state.legal_actions()[0])


PLACES = """
start: place pawn on own
turn:
  - place: pawn
    if: near > 0 and to.kind != 'mud'
end:
  - when: idle >= players
    wins: most on('board')
"""


def test_pieces_are_placed_on_empty_cells_beside_their_own(tmp_path: Path) -> None:
    state = start(tmp_path, PLACES)
    assert state.pieces() == {"r0c0": [("pawn", "red")], "r0c3": [("pawn", "blue")]}
    assert name(state) == ["nothing can be done"]
    choose(state, "nothing can be done")
    assert name(state) == ["pawn on r0c1", "pawn on r0c2"][1:]
    choose(state, "pawn on r0c2")
    assert state.pieces()["r0c2"] == [("pawn", "blue")]
    choose(state, "nothing can be done")
    choose(state, "nothing can be done")
    assert state.outcome().winners == (1,)


ROUTE = """
turn:
  - roll die
  - {move: pawn, along: way, by: die, %s}
end: [{when: home('pawn') == 2, wins: player}]
"""


@for_each(
    [("exact: true", 1, 1), ("follow: rope", 1, 3), ("if: to.kind != 'mud'", 1, 0), ("if: to.step > from.step", 1, 1)]
)
def test_a_piece_goes_along_its_route(keys: str, steps: int, to: int, tmp_path: Path) -> None:
    state = start(tmp_path, ROUTE % keys)
    state.apply(state.legal_actions()[0])
    where = {step for step, count in state.spots0[0].items() if step and count} | ({3} if state.home0[0] else set())
    assert where == ({to} if to else set())


def test_a_piece_captures_on_its_route(tmp_path: Path) -> None:
    state = start(tmp_path, ROUTE % "capture: true, do: [again if captured]")
    for _ in range(2):
        state.apply(state.legal_actions()[0])
    assert (state.player, state.spots0, state.measures["captures"]) == (1, [{0: 2}, {0: 1, 1: 1}], 1)


MISTAKES = [
    (CHOICE % "go: take 2 peet", 'play.yaml:5:18: GF008 there is nothing called \'peet\'; did you mean \'peat\'?'),
    (CHOICE % "go: tale 2 peat", "play.yaml:5:18: GF006 'tale 2 peat' does not begin with a verb; did you mean 'take'?"),
    (CHOICE % "go: take peat 2", "play.yaml:5:18: GF008 there is nothing called '2'"),
    (CHOICE % "go: take (coins / 2) peat", "play.yaml:5:18: GF006 expressions of play have no `/`; `//` divides and rounds down"),
    (CHOICE % "go: {pay: 2 oyl}", "play.yaml:5:24: GF008 there is nothing called 'oyl'; did you mean 'oil'?"),
    (CHOICE % "go: {times: 2, do: take 1 oil}", "play.yaml:5:26: GF006 'times' cannot stand in an option"),
    (CHOICE % "go: {if: coins = 3, do: take 1 oil}", "play.yaml:5:23: GF006 'coins = 3': to compare, write == instead of ="),
    (CHOICE % "go: {if: coins.__class__, do: take 1 oil}", "play.yaml:5:23: GF008 nothing here is called 'coins'"),
    (CHOICE % "go: {if: total(total(coins)) > 3, do: take 1 oil}", "play.yaml:5:23: GF006 total(), most(), left() and"),
    (CHOICE % f"go: {{if: {'(' * 90}1{')' * 90}, do: take 1 oil}}", "play.yaml:5:23: GF006 '((((("),
    (CHOICE % "go: {if: 'coins > \"3\"', do: take 1 oil}", "play.yaml:5:23: GF006 `>` cannot compare a number with a text"),
    (CHOICE % "go: {if: 'home(board) > 1', do: take 1 oil}", "play.yaml:5:23: GF008 there is no 'board' here; put the name of a part in quotes: 'board'"),
    (CHOICE % "go: {move: pawn, over: side, by: 3}", "play.yaml:5:47: GF006 'by' does not go with 'over'"),
    (CHOICE % "go: {move: pawn, along: wey, by: 3}", "play.yaml:5:38: GF008 the board has no route 'wey'; did you mean 'way'?"),
    (CHOICE % "go: {move: pawn, over: sid}", "play.yaml:5:37: GF008 the board has no joins of the kind 'sid'; did you mean 'side'?"),
    (CHOICE % "go: {pick: card}", "play.yaml:5:25: GF005 nobody ever has a card in hand; draw some, or lay some out with `market: {card: 3}`"),
    (CARDS.replace("card.price", "card.prise"), "play.yaml:5:30: GF008 the rows of card have no column 'prise'; did you mean 'price'?"),
    (PLACES.replace("near", "neer"), "play.yaml:5:9: GF008 there is no 'neer' here; did you mean"),
    (PLACES.replace("most on('board')", "mist on('board')"), "play.yaml:8:11: GF006"),
    (CHOICE % "go: take 1 oil" + "policies: {random: {worth: fire}}", "play.yaml:8:28: GF006 random chooses anything, so nothing has a worth to it"),
    (CHOICE % "go: take 1 oil" + "policies: {shy: {without: [gone]}}", "play.yaml:8:28: GF008 no choice is called 'gone'; there are 'go' and 'pass'"),
    (CHOICE % "go: take 1 oil" + "measures: {a: counted('go chosn')}", "play.yaml:8:15: GF008 the program does not count 'go chosn'; did you mean 'go chosen'?"),
    (CHOICE % "go: {if: short('way') > 1, do: take 1 oil}", "play.yaml:5:23: GF008 no board with pieces has a route 'way'"),
    (CHOICE % "go: {if: short('way') > 1, move: pawn, over: side}", "play.yaml:5:23: GF006 short() takes routes of one board that the pieces of each player, at most 6, can fill"),
    (CHOICE % "go: {if: exposed('pawn') > 1, move: pawn, over: side}", "play.yaml:5:23: GF006 exposed() asks what moves can do, so it stands in score, policies, measures or always"),
    (ROUTE % "loop: {round: [3, 1]}", "play.yaml:4:53: GF006 a loop leads from a square of the route to an earlier one, and not to 3 from 1"),
    (PLACES + "skep: idle", "play.yaml:9:1: GF004 unknown key 'skep'; did you mean 'skip'?"),
]  # fmt: skip


@pytest.mark.parametrize(("play", "says"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_one_line_with_its_place(play: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        make_engine(tmp_path, play)
    (finding,) = error.value.findings
    assert str(finding).rpartition("tiny/")[2].startswith(says)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        make_engine(tmp_path, CHOICE.replace("fire > 9", "fyre > 9") % "go: take 2 peet, come: take 2 oyl")
    assert [finding.place.line for finding in error.value.findings] == [5, 5, 7]


def test_a_cell_of_a_card_has_its_place(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        make_engine(tmp_path, CARDS, GAME.replace("take 2 peat, others", "take 2 peet, others"))
    (finding,) = error.value.findings
    assert (finding.code, Path(finding.place.file).name, finding.place.line) == ("GF008", "game.yaml", 28)


@for_each([
        (CHOICE % "go: take 2 peat" + "start: pay 3 peat", (8, 8), "peat falls below zero: what must be paid is 3, and there is 1"),
        (CHOICE.replace("may: pass", "times: any") % "go: take 1 fire if 1 > 2", (5, 5), "a turn has taken 1,000 choices and goes on: this step never ends"),
        (CHOICE % "go: set coins to (coins // fire)", (5, 18), "this cannot be worked out: integer division or modulo by zero"),
        (CHOICE % "go: set coins to (coins * coins * coins)", (5, 18), "coins goes beyond 1,000,000,000"),
        (CHOICE % "go: take 1 coins" + "always: {never rich: coins < 5}", (8, 22), "this must always be, and is not: never rich"),
    ])  # fmt: skip
def test_what_goes_wrong_in_play_has_the_place_of_its_rule(
    play: str, place: tuple[int, int], says: str, tmp_path: Path
) -> None:
    with pytest.raises(PlayError) as error:
        play_games(make_table(make_engine(tmp_path, play)), range(3))
    assert error.value.place is not None
    assert (error.value.place[1:], error.value.message[: len(says)]) == (place, says)


def test_a_supply_below_zero_at_the_beginning_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the supply of peat is below zero: 2 players begin with 3 peat each"):
        make_engine(tmp_path, CHOICE % "go: take 1 peat", GAME.replace("each: 1, where", "each: 3, where"))


def test_too_many_players_and_pieces_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="at most 12 players"):
        make_engine(tmp_path, CHOICE % "go: take 1 peat", GAME.replace("players: [2, 2]", "players: [2, 99]"))
    many = GAME.replace("for_each: player, copies: 2", "for_each: player, copies: 9000")
    with pytest.raises(DataError, match="at most 50 of a part can play on a board"):
        make_engine(tmp_path, PLACES, many)


@pytest.mark.parametrize("play", [CARDS, PLACES, ROUTE % "capture: true", CHOICE % "go: take 1 peat"])
def test_whole_games_copies_and_packed_tables_come_to_the_same(play: str, tmp_path: Path) -> None:
    engine = make_engine(tmp_path, play + "\nscore: peat" * ("fire" in play))
    table = make_table(engine)._replace(most_turns=60)
    for number in range(5):
        assert engine.play_randomly(2, table.stream(number), 60) == play_game(table, number)[0]
    probe_engine(table)
    played = play_packed(pack_table(table), 0, 70)
    assert (played.mismatch, played.tally) == ("", play_games(table, range(70)))
    assert pickle.loads(pickle.dumps(engine.programs[2])).source == engine.programs[2].source


def test_greedy_looks_one_choice_ahead(tmp_path: Path) -> None:
    play = CHOICE % "less: take 1 coins, more: take 2 coins, harm: others lose 3 coins" + "score: coins"
    state = start(tmp_path, play)
    engine = make_engine(tmp_path, play)
    assert state.program.describe_action(engine.policies["greedy"](state, Random(1))) == "harm"


OVER = """
turn:
  - choose:
      go: {move: pawn, over: side, enter: way, capture: true}
      stay: {do: []}
    may: pass
end: [{when: turn > 9, wins: nobody}]
score: -short('pair')
policies:
  bold: {worth: score, waits: 1}
  shy: {worth: 0 - exposed('pawn'), without: [stay]}
  idle: {without: [go, stay]}
  random: {without: [stay]}
"""


def test_policies_choose_by_worth_wait_and_leave_out(tmp_path: Path) -> None:
    state, engine = start(tmp_path, OVER), make_engine(tmp_path, OVER)

    def ask(policy: str) -> set[str]:
        return {state.program.describe_action(engine.policies[policy](state, Random(n))) for n in range(40)}

    pair = {"go: red to r0c0", "go: red to r0c1"}
    for short in (2, 1):
        assert state.standing() == [-short, -2]
        assert ask("bold") <= pair
        state.apply(engine.policies["bold"](state, Random(1)))
        choose(state, "pass")
    assert (state.standing(), ask("bold"), ask("idle")) == ([0, -2], {"pass"}, {"pass"})
    assert "stay" not in ask("shy")
    table = make_table(engine)
    for number in range(5):
        record, _ = play_game(table, number)
        assert engine.play_randomly(2, table.stream(number), table.limit) == record
        assert (record.measures["stay chosen"], record.measures["go chosen"]) == (0, 10)


def play_text(folder: Path, play: str) -> Any:
    """Return the results of 200 random games of the tiny game."""
    make_engine(folder, play)
    options = PlaytestOptions(games=200, policies=("random",))
    playtest: Playtest = prepare_playtest(folder / "tiny", options)
    (result,) = play_tables(playtest, options, share_here(1), lambda *_: None)
    return result.summary


def test_one_word_changes_the_answer(tmp_path: Path) -> None:
    play = CHOICE.replace("fire > 9", "turn > 8") % "go: take 1 oil"
    one, two = play_text(tmp_path, play), play_text(tmp_path, play.replace("take 1 oil", "take 2 oil"))
    assert [each["measures"]["oil runs out"]["mean"] for each in (one, two)] == [1.0, 1.0]
    assert [each["supplies"]["oil"][3]["mean"] for each in (one, two)] == [2.0, 0.0]


def test_expressions_have_no_way_out(tmp_path: Path) -> None:
    engine = make_engine(
        tmp_path, CHOICE % "go: {if: 'peat in [1, 2] and (3 if coins > 1 else 4) == 3', do: take 1 peat}"
    )
    assert not re.search(r"__|import|getattr", engine.programs[2].source)
    assert set(engine.programs[2].functions["__builtins__"]) == {
        "sum", "min", "max", "len", "abs", "range", "dict", "str", "enumerate", "tuple",
    }  # fmt: skip
