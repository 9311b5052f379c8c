"""Shares, rates, bids, exchanged words and orders of lists that two places tell differently; what is right gets nothing."""

import pytest

from tests.check.test_rules_words import Kit, check_words, read_kit

GAME = """\
title: Mill
version: "1"
players: [2, 4]
icons: {coin: a.svg#coin}
parts:
  sack: {kind: token, title: Sacks, diameter: 15, front: a.svg.j2, copies: 20}
  board:
    kind: board
    title: Mill
    front: a.svg.j2
    copies: 1
    grid: {columns: 4, rows: 4, cell: 20}
    values:
      names: [orchard, cellar, press, market, inn]
setup:
  - {part: sack, table: 10}
rules: rules.md
"""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "mill", GAME)


RATE = "| What | Points |\n|---|---|\n| every 3{coin} | 1 |\n| every 2 eggs | 5 |\n\n> "
WORTH = "You score 1 point for every 3 coins.\n\n> "
BID = "You score 3 points more if you won exactly as many tricks as you bid.\n\n> "
FOLD = "Fold lines of dashes and dots {} the printed side, and plain dashes {} it.\n\nFolding: dashes and dots away from the print, dashes toward it."
PLACES = "| Place | Seats |\n|---|---|\n| {} | 2 |\n| The {} | 1 |\n| {} | 3 |\n| Market | 2 |\n| Old Inn | 4 |"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        # groups
        ("There are 27 tickets (nine per line).", []),
        ("There are 27 tickets (eight per line).", ["GF163 1:23"]),
        ("There are 24 eggs, 5 in each nest.", ["GF163 1:20"]),
        ("There are 24 eggs, 6 in each nest.", []),
        ("There are 27 tickets (five per player).", []),
        ("There are 500 tickets (six words per ticket).", []),
        ("Put 3 cubes in Troy, 2 in each other town.", []),
        # players
        ("Everyone tells two tales. So there are 6 tales with three players, 8 with four.", []),
        ("Everyone tells two tales. So there are 6 tales with three players, 9 with four.", ["GF168 1:68"]),
        ("Each player tells two tales. There are 5 tales with three players, 8 with four.", ["GF168 1:40"]),
        ("Everyone tells two tales. There are 5 songs with three players.", []),
        # setup
        ("Put two sacks on each of the five hills.", []),
        ("Put three sacks on each of the five hills.", ["GF168 1:5"]),
        ("Put one sack on each of the five hills.", []),
        ("Bring 10 sacks, 2 for each of five hills.", []),
        ("Bring 10 sacks for each of five hills.", ["GF168 1:7"]),
        ("Put one sack on each of the five hills. Bring 7 of the 10 sacks home.", ["GF168 1:5"]),
        # rates
        (f"{RATE}Ben has 7{{coin}}, which brings 2.", []),
        (f"{RATE}Ben has 5{{coin}}, which brings 2.", ["GF168 6:11"]),
        (f"{RATE}Ben has 6 eggs, which score 15.", []),
        (f"{RATE}Ben has 6 eggs, which score 10.", ["GF168 6:11"]),
        (f"{WORTH}Ben has 6 coins, which brings 3.", ["GF168 3:11"]),
        (f"{WORTH}Ben has 6 coins, which brings 2.", []),
        (f"{WORTH}Ben has 6 coins and scores 9 points.", []),
        # bids
        (f"{BID}Ann bid 2 and won 2 tricks: 4 + 3 = 7.", []),
        (f"{BID}Ann bid 3 and won 2 tricks: 4 + 3 = 7.", ["GF168 3:11"]),
        (f"{BID}Ann bid 3 and won 2 tricks: 4 - 2 = 2.", []),
        # opposites
        (FOLD.format("away from", "toward"), []),
        (FOLD.format("toward", "away from"), ["GF168 1:31"]),
        ("Green walls go on vertical edges and block horizontal movement.\n\nBlue walls go on horizontal edges and block vertical movement.", []),
        # orders
        (PLACES.format("Orchard", "Press", "Cellar"), ["GF165 14:14"]),
        (PLACES.format("Orchard", "Cellar", "Press"), []),
        (PLACES.format("Cellar", "Press", "Orchard"), []),
        ("- Orchard: go\n- Press: pay\n- Cellar: eat\n- Market: sell\n- Inn: rest", ["GF165 14:14"]),
        ("- Orchard: go\n- Press: pay\n- Cellar: eat\n- Market: sell", []),
    ],
)  # fmt: skip
def test_what_does_not_add_up_or_changed_places(mill: Kit, rules: str, told: list[str]) -> None:
    found = [each for each in check_words(mill, rules) if each.code in ("GF163", "GF165", "GF168")]
    assert [f"{each.code} {each.place.line}:{each.place.column}" for each in found] == told


STEPS = """\
1. **Reveal.** Turn all cards over.
2. **Pay, then collect.** Everybody pays for the card, and then collects.
3. **Score.** Count your points.
4. **Pass.** Hand the dice on.

"""


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("In short: reveal the cards; pay; collect; score.", None),
        ("In short: reveal the cards; collect; pay; score.", ("collect", "pay", 6, 29)),
        ("In short: reveal the cards; pay; score; collect.", ("score", "collect", 6, 34)),
        ("In short: reveal, pay, collect, score, pass.", None),
        ("In short: reveal, pay, score, collect, pass.", ("score", "collect", 6, 24)),
        ("You need: cards, dice, points to score, a card to collect.", None),  # things, not steps
        ("Reveal, pay, score, collect.", None),  # not announced
    ],
)
def test_steps_in_one_sentence_are_in_the_order_of_the_list(
    mill: Kit, said: str, told: tuple[str, str, int, int] | None
) -> None:
    found = [each for each in check_words(mill, f"{STEPS}{said}") if each.code == "GF167"]
    notes = [each for each in found if each.level == "note"]
    assert [each.message for each in notes] == [
        f"this list has {other!r} before {one!r}, but {found[0].place} puts them in the other order; correct one of them"
        for one, other, *_ in ([told] if told else [])
    ]
    assert all(each.place.line in (2, 3) for each in notes)
    assert [(each.message, each.place.line, each.place.column) for each in found if each not in notes] == [
        (
            f"the rules put {one!r} before {other!r} here, but a numbered list has these steps in the other order;"
            " correct one of them",
            line,
            column,
        )
        for one, other, line, column in ([told] if told else [])
    ]
