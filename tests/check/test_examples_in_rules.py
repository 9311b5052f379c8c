"""Turns, rolls and relations that rules tell are compared with one another and with the data; prose gets nothing."""

import pytest

from generator.check.prose.turn_names import find_odd_turn
from tests.check.test_rules_words import Kit, check_words, read_kit

GAME = """\
title: Fen
version: "1"
players: [2, 4]
parts:
  hand:
    kind: card
    title: Hand cards
    size: standard
    front: a.svg.j2
    rows:
      - {id: c1, number: 1, beats: [5], copies: 1}
      - {id: c3, number: 3, beats: [1], copies: 1}
      - {id: c5, number: 5, beats: [1, 3], copies: 1}
  slope:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 3, rows: 3, cell: 20}
    joins: [[r2c0, r0c0, ladder, one-way], [r2c2, r1c2, ladder, one-way], [r0c1, r1c1, slide, one-way], [r0c2, r1c0, path]]
  hedge: {kind: tile, title: Hedges, size: [40, 40], front: a.svg.j2, copies: 9}
rules: rules.md
"""
CODES = ("GF160", "GF161", "GF165", "GF166", "GF168")


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "fen", GAME)


def tell(fen: Kit, rules: str) -> list[str]:
    """Return the line and the beginning of each finding."""
    found = [each for each in check_words(fen, rules) if each.code in CODES]
    return [
        f"{each.code} {each.place.line}:{each.place.column} {each.message.split(',')[0].split(';')[0]}"
        for each in found
    ]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("Ann's 1 beats Ben's 3.", ['GF165 1:21 the rules say "1 beats Ben\'s 3"']),
        ("Ann's 5 beats Ben's 1 and Cleo's 3.", []),
        ("The 3 beats the 1 and the 5.", ["GF165 1:17 the rules say '3 beats the 1 and the 5'"]),
        ("A 3 beats a 5 only in spring.", ["GF165 1:13 the rules say '3 beats a 5'"]),
        ("The 3 beats the 1 in round 5.", []),
        ("A 3 does not beat a 5.", []),
        ("The 5 beats one other card.", []),
        ("A roll of 6 beats a 5.", []),  # no card has a 6
        ("The 3 beats at least 5 others.", []),
    ],
)
def test_what_beats_what_is_as_the_rows_say(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules) == told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("With two players, all is fair. With three or four, some seats are better.", []),
        ("With two players, all is fair. With two or four, some seats are better.", ["GF168 1:6 2 players appear in two cases here"]),
        ("- with **two or three players**, nobody does;\n- with **three players**, all do.", ["GF168 1:17 3 players appear in two cases here"]),
        ("With 2 to 4 players, deal six. With two players, deal six more.", []),
        ("With two players, deal six.\n\nWith two or four players, deal five.", []),  # two rules
        ("With two hedges, it is easier. With two or four hedges, you win.", []),
        ("With two players, deal two. With two hedges or four cards, deal four.", []),
    ],
)  # fmt: skip
def test_each_number_of_players_has_one_case(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules) == told


@pytest.mark.parametrize(
    ("example", "told"),
    [
        ("Ann moves four squares and stops.", []),
        ("Ann moves five squares and stops.", ["GF166 3:13 the example has 'five' here"]),
        ("Ann sees five squares and stops.", []),
        ("Ann moves five steps and stops.", []),
        ("If Ann moves five squares, she is too late.", []),
    ],
)
def test_an_example_keeps_to_the_limit(fen: Kit, example: str, told: list[str]) -> None:
    rule = "A hero may move up to four squares."
    assert tell(fen, f"{rule}\n\n> {example}") == told
    assert tell(fen, f"{rule} A witch may move six squares.\n\n> {example}") == []
    assert tell(fen, f"{rule}\n\n{example}") == []  # no example


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("Go up the ladder to its tip.", []),
        ("If you end on a ladder, go down to its foot.", ["GF161 1:28 the rules say 'down'"]),
        ("A slide leads up.", ["GF161 1:15 the rules say 'up'"]),
        ("Put the card face down beside the ladder.", []),
        ("Go up or down the ladder.", []),
        ("Go down the path.", []),  # leads both ways
    ],
)
def test_ladders_lead_as_on_the_board(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules) == told


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Ash Beech Cedar Larch", []),
        ("Ash Beech Cedar Beech", ["GF166 6:3 two rows of this table have the name 'Beech'"]),
        ("Ash Beech Beech", []),  # too few rows
        ("Ash Ash Beech Beech", []),  # rows of a group
        ("Ash Ash Ash Beech Cedar", []),
        ("7 8 9 8", []),
    ],
)
def test_rows_of_a_table_have_their_own_names(fen: Kit, names: str, told: list[str]) -> None:
    rows = "".join(f"| {name} | it grows |\n" for name in names.split())
    assert tell(fen, f"| Tree | What |\n|---|---|\n{rows}") == told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("There are three odd hand cards.", []),
        ("There are two odd and one even hand cards.", ["GF165 1:11 the rules say 'two odd'", "GF165 1:23 the rules say 'one even'"]),
        ("Two odd hedges stand here.", []),  # without numbers
        ("Two odd things happen.", []),
    ],
)  # fmt: skip
def test_cards_with_odd_numbers(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules) == told


def write_turns(*names: str) -> str:
    return "## A game\n\n" + "".join(f"{n}. **{name}: 4.** Moves on.\n" for n, name in enumerate(names, 1))


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Ann Ben Ann Ben Ann", []),
        ("Ben Ann Ben Ann Ann", ["GF166 7:6 this is Ann's turn"]),
        ("Ann Ben Cleo Ann Ben Cleo Ann Ben Ben", ["GF166 11:6 this is Ben's turn"]),
        ("Ann Ben Cleo Ann Ben Ben", []),  # one round does not tell
        ("Ann Ben Ann Ann", []),  # too few to see an order
        ("Ann Ann Ben Ben Ann Ann", []),  # another order
    ],
)
def test_players_take_turns(fen: Kit, names: str, told: list[str]) -> None:
    assert tell(fen, write_turns(*names.split())) == told


def test_a_figure_may_divide_the_turns(fen: Kit) -> None:
    divided = write_turns("Ben", "Ann", "Ben", "Ann", "Ann").replace("3. ", "\nThey go on.\n\n3. ")
    assert tell(fen, divided) == ["GF166 10:6 this is Ann's turn"]


def test_a_turn_between_two_others_is_not_judged_by_one() -> None:
    assert find_odd_turn(["Ann", "Ben", "Cleo", "Dan", "Ann"]) is None
    assert find_odd_turn(["Ann", "Ben", "Ann", "Ben", "Ben", "Ben"]) == 4


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("**A roll of 5 and 4.** With the 5 she goes on, and the 4 brings in a piece.", []),
        (
            "**A roll of 5 and 3.** With the 5 she goes on, and the 4 brings in a piece.",
            ["GF166 1:19 the 4 is used here"],
        ),
        (
            "**A roll of 6 and 4.** With the 5 she goes on, and the 4 brings in a piece.",
            ["GF166 1:13 the 5 is used here"],
        ),
        ("Ben rolled a 2 and a 6. The 2 comes first, the one of hearts lies there, and the 6 is last.", []),
        ("1. **Ann: 4 and 2.** With the 4 she crosses; with the 3 she stops.", ["GF166 1:17 the 3 is used here"]),
        ("**A roll of 5 and 5.** With the 5 she goes on, and the 3 is blocked.", []),
        ("Ann rolled a 3 and a 5 and adds them; the 8 is enough.", []),
    ],
)
def test_dice_are_used_as_they_were_rolled(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules) == told


TILES = "Draw a tile. Lay the tile beside another tile. "


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (TILES + "Put a token on it.", ["GF160 1:54 'token' appears only here"]),
        (TILES + "Take the top cube.", ["GF160 1:61 'cube' appears only here"]),
        (TILES + "Put a token on it. Take the token back.", []),  # said twice: brought from elsewhere
        (TILES + "Use a coin of your own as a mark.", []),
        (TILES + "Draw a card.", []),
        ("Put a token on a tile.", []),  # the rules hardly name what the game has
    ],
)
def test_pieces_that_no_part_is_are_told(fen: Kit, rules: str, told: list[str]) -> None:
    assert [each for each in tell(fen, rules) if "appears only here" in each] == told


WEIGHTS = "A brook scores 1 point for each tile, and 2 for each stone.\n\n> Four tiles and three stones: "
AUCTION = "Each bid must be higher than the last.\n\n> Ruth bids 3. Ben says £4. Chipo {} and wins."


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (f"{WEIGHTS}4 x 1 + 3 x 2 = 10.", []),
        (f"{WEIGHTS}4 x 2 + 3 x 1 = 11.", ["2 for each 'tile'", "1 for each 'stone'"]),
        (f"{WEIGHTS}2 x 4 = 8.", ["2 for each 'tile'"]),
        (f"{WEIGHTS}5 x 3 = 15.", ["5 for each 'stone'"]),
        (f"{WEIGHTS}5 x 2 = 10.", []),  # of neither
        ("Score 1 point for each tile. In winter, score 2 points for each tile.\n\n> Four tiles: 4 x 3 = 12.", []),
        ("Pay 2 coins per stone.\n\n> Three stones: 3 x 1 = 3.", ["1 for each 'stone'"]),
    ],
)
def test_an_example_multiplies_by_what_the_rules_give(fen: Kit, rules: str, told: list[str]) -> None:
    found = [each.message for each in check_words(fen, rules) if "counts" in each.message]
    assert [message.split("counts ")[1].split(",")[0] for message in found] == told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (AUCTION.format("bids 5"), []),
        (AUCTION.format("bids 2"), ["this bid of 2 comes after one of 4"]),
        (AUCTION.format("offers 4"), ["this bid of 4 comes after one of 4"]),
        (AUCTION.format("bids 2").replace("must", "is made in secret and must"), []),
        (AUCTION.format("bids 2").replace("higher", "fairer"), []),
        (AUCTION.format("passes").replace("\n\n", "\n\n> Ann bids 9.\n\n"), []),  # of another lot
    ],
)
def test_bids_of_an_example_rise(fen: Kit, rules: str, told: list[str]) -> None:
    found = [each.message for each in check_words(fen, rules) if each.message.startswith("this bid")]
    assert [message.split(",")[0] for message in found] == told


@pytest.mark.parametrize(
    ("rules", "is_told"),
    [
        ("Shuffle the hedges and stack them face up.\n\nTurn up the top hedge.", True),
        ("Shuffle the hedges and stack them face down.\n\nTurn up the top hedge.", False),
        ("Stack the hedges face up.\n\nTake the top hedge.", False),
        ("Lay a hedge face up beside the stack.\n\nTurn up the top hedge.", False),
        ("Stack the prompts face up.\n\nTurn up the top hedge.", False),
        ("Turn up the top hedge.\n\nThen stack the hedges face up.", False),
    ],
)
def test_a_pile_whose_top_is_turned_up_lies_face_down(fen: Kit, rules: str, is_told: bool) -> None:
    assert any("did you mean `face down`" in each.message for each in check_words(fen, rules)) == is_told
