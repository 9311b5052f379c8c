"""What rows, boards and examples say is what the rules say in the same words (GF163, GF165, GF167, GF168)."""

from pathlib import Path

import pytest

from generator.check.prose.rules_prose import RulesProse
from tests.check.test_rules_words import Kit, check_words, put_rules, read_kit

GAME = """\
title: Fen
version: "1"
players: [2, 4]
icons: {coin: {draw: icons.svg#coin}}
parts:
  room:
    kind: card
    title: Rooms
    size: standard
    front: a.svg.j2
    rows:
      - {id: hall, name: The Hall, fee: 4, day: "The miller pays 2{coin}.", night: "The miller pays 5{coin}.", copies: 1}
      - {id: barn, name: Barn, fee: 6, day: "The owl steals 3{coin}.", night: "The owl steals 1{coin}.", copies: 1}
      - {id: well, name: Deep well, fee: 2, day: "A walk costs 6{coin}.", night: "A walk costs 8{coin}.", copies: 1}
      - {id: loft, name: Loft, fee: 5, day: "The cat brings 7{coin}.", night: "The cat brings 9{coin}.", copies: 1}
  aid:
    kind: card
    title: Aids
    size: standard
    front: a.svg.j2
    values: {texts: ["Sell up to 2 eggs for 4{coin} each.", "Draw 3 cards."]}
    copies: 1
rules: rules.md
"""
TABLE = """\
| Room | Day | Night |
| --- | --- | --- |
| Hall | the miller pays 2{coin} | the miller pays 5{coin} |
| Barn | the owl steals 3{coin} | the owl steals 1{coin} |
| Deep well | a walk costs 6{coin} | a walk costs 8{coin} |
| Loft | the cat brings 7{coin} | the cat brings 9{coin} |
"""


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "fen", GAME)


def tell(fen: Kit, rules: str, code: str) -> list[str]:
    """Return the lines and levels of the findings of a code."""
    return [
        f"{Path(each.place.file).name}:{each.place.line} {each.level}"
        for each in check_words(fen, rules)
        if each.code == code
    ]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("At the inn you sell up to 2 eggs for 4{coin} each.", []),
        ("At the inn you sell up to 2 eggs for 3{coin} each.", ["game.yaml:21 note"]),
        ("Sell up to three eggs for 4{coin} each.", ["game.yaml:21 note"]),
        ("Sell up to 3 eggs for 5{coin} each.", []),  # another rule
        ("Sell up to 3 eggs for 4{coin} each. In the fair, sell up to 2 eggs for 4{coin} each.", []),
        ("Sell up to 3 hens for 4{coin} each.", []),
        ("Draw 4 cards.", []),  # too few words
        ("## Variants\n\nSell up to 2 eggs for 3{coin} each.", []),
        (TABLE, []),
        (TABLE.replace("costs 6", "costs 7"), ["game.yaml:14 note"]),
        (TABLE.replace("pays 2", "pays x").replace("pays 5", "pays 2").replace("pays x", "pays 5"), ["game.yaml:12 note"] * 2),
        (TABLE.replace("Day | Night", "Night | Day"), []),
    ],
)  # fmt: skip
def test_texts_of_the_data(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules, "GF167") == told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("He has a barn (6), a deep well (2) and the hall (4).", []),
        ("He has a barn (7).", ["rules.md:1 note"]),
        ("He has a deep well (3).", ["rules.md:1 note"]),
        ("He has a deep hole (3).", []),
    ],
)
def test_values_behind_names(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules, "GF165") == told


@pytest.mark.parametrize(
    ("number", "told"),
    [("14 in coins, which makes 4 more", []), ("16 in coins, which makes 4 more", ["rules.md:3 note"])],
)
def test_rates_of_examples(fen: Kit, number: str, told: list[str]) -> None:
    assert tell(fen, f"1 point for every 3 coins.\n\n> Jo has mills worth 17, and {number}.", "GF168") == told


STATIONS = """\
title: Rail
version: "1"
players: [2, 4]
parts:
  map:
    kind: board
    front: a.svg.j2
    copies: 1
    cells:
      one: {at: [20, 20], label: Skell}
      two: {at: [60, 20], label: Wendle}
      three: {at: [100, 20], label: Bray Moor}
    joins: [[one, two, incline, one-way], [two, three, track]]
rules: rules.md
"""


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("An incline leads from Skell down to Wendle.", []),
        ("An incline leads from Wendle to Skell.", ["rules.md:1 warning"]),
        ("There is an incline. It leads from Wendle to\nSkell.", ["rules.md:1 warning"]),
        ("She runs from Wendle to Skell.", []),  # by another way
        ("An incline leads from Wendle to Bray Moor.", []),
    ],
)
def test_ways_in_one_direction(tmp_path_factory: pytest.TempPathFactory, rules: str, told: list[str]) -> None:
    assert tell(read_kit(tmp_path_factory, "rail", STATIONS), rules, "GF161") == told


HIGH = "Go to the highest place. Each pawn goes to the highest free place. In a tie, the highest place wins."


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (HIGH, []),
        (f"{HIGH}\n\nTwo pawns go to the lowest place then free.", ["rules.md:3 note"]),
        (f"{HIGH}\n\nThe lowest place is the last. Nobody wants the lowest place.", []),  # twice
        (f"{HIGH}\n\nPlaces lie between the lowest place and the highest place.", []),
        (f"{HIGH}\n\nThe lowest card is led.", []),
        (f"{HIGH.rpartition(' In')[0]}\n\nTwo pawns go to the lowest place.", []),  # too few others
    ],
)
def test_a_superlative_that_stands_alone(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules, "GF168") == told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("> Ann takes 9 coins and pays 3 back. Six coins are left.", []),
        ("> Ann takes 9 coins and pays 3 back. Seven coins are left.", ["rules.md:1 note"]),
        ("> Ann takes 9 coins. She pays 3 back. Seven coins are left.", ["rules.md:1 note"]),
        ("> Ann takes 9 coins and pays 3 back. Twelve cards are left.", []),  # something else
        ("> Ann takes 9 coins and pays 3 back, then 2. Seven coins go on.", []),
        ("> Ann takes 9 coins and pays 3 back. She gives 1 to Ben. Six coins are left.", []),
    ],
)
def test_what_is_left(fen: Kit, rules: str, told: list[str]) -> None:
    assert tell(fen, rules, "GF163") == told


def test_messages_quote_icons_as_they_are_typed(fen: Kit) -> None:
    game, _ = put_rules(fen, "Pay 2{coin} for `this` or go on.")
    assert game.first is not None
    prose = RulesProse(game, game.first)
    assert prose.quote(0, len(prose.plain)) == "Pay 2{coin} for or go on."
