"""Tables, steps, icons, lists of names and times in rules: the odd one is reported, and real rules get nothing."""

import re

import pytest

from tests.check.test_rules_words import Kit, check_words, read_kit

GAME = """\
title: Moss
version: "1"
about: One riddle, one minute, and a prize.
players: [2, 4]
minutes: 20
icons: {pan: a.svg.j2#pan, hill: a.svg.j2#hill}
parts:
  picture:
    kind: card
    title: Pictures
    size: standard
    front: a.svg.j2
    rows:
      - {id: hail, name: hail, sky: storm, copies: 1}
      - {id: fog, name: fog, sky: storm, copies: 1}
      - {id: gale, name: gale, sky: storm, copies: 1}
      - {id: sleet, name: sleet, sky: storm, copies: 1}
      - {id: sun, name: sun, sky: fair, copies: 1}
      - {id: moon, name: moon, sky: fair, copies: 1}
      - {id: bow, name: rainbow, sky: fair, copies: 1}
  chess:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 4, rows: 4, cell: 20}
    names: chess
    kinds: {dark: [A1, C1, B2, D2, A3, C3, B4, D4]}
rules: rules.md
"""
STEPS = (
    "1. Score along each dashed line.\n2. Cut around the net.\n3. Fold along every scored line.\n"
    "4. Spread glue on the long tab, bend the strip into a ring and press the tab against the inside.\n"
)
TABLE = "| Marked sides | Move |\n|---|---|\n| 1 | 1 square |\n| 2 | 2 squares |\n| 3 | 3 squares |\n| 4 | %s |"
SIGNS = (
    "| Sign | Effect |\n|---|---|\n| stack | put your top piece onto any other tower |\n"
    "| take | take your top piece back from a tower |\n| swap | %s |\n| pass | do nothing at all in this turn |"
)


@pytest.fixture(scope="module")
def moss(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "moss", GAME)


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (TABLE % "5 squares", ["GF168 6:7 note"]),
        (TABLE % "4 squares", []),
        (TABLE % "6 squares, 2 of them free", []),  # two numbers: who knows which of them counts
        ("| a | b |\n|---|---|\n| 2 | 2 |\n| 3 | 4 |\n| 4 | 6 |\n| 5 | 5 |", []),  # two rows agree by chance
        (SIGNS % "put your top piece onto any other tower", ["GF168 5:10 note"]),
        (SIGNS % "let two top pieces trade their places", []),
        (f"{STEPS}\nFor the die, in step 3, bend the strip into a ring and glue the tab inside.", ["GF166 6:22 note"]),
        (f"{STEPS}\nFor the die, in step 4, bend the strip into a ring and glue the tab inside.", []),
        (f"{STEPS}\nIn step 3, take your time.", []),
        ("Score 2 for each salt pan {hill} of yours.", ["GF168 1:28 warning"]),
        ("Score 2 for each salt pan {pan}, and 1 for each hill {hill}.", []),
        ("Look here {hill}.", []),
        ("Leave out the hail, the fog, the gale and the moon.", ["GF160 1:47 note"]),
        ("Leave out the hail, the fog, the gale and the sleet.", []),
        ("Leave out the hail, the fog and the moon.", []),
        ("The pictures lie on the dark squares A1, C1, B2 and B1.", ["GF160 1:53 note"]),
        ("The pictures lie on the dark squares A1, C1, B2 and D2.", []),
        ("The pictures lie on A1, C1, B2 and B1.", []),
        ("There are perch (P), trout (T) and pike (P).", ["GF168 1:42 note"]),
        ("There are perch (P), trout (T) and pike (K).", []),
        ("There are trout (T) and tench (T).", []),
        ("You have three minutes.", ["GF168 1:10 note"]),
        ("You have a minute.", []),
        ("You have a minute, or three minutes in a large group.", []),
        ("A game takes 20 minutes.", []),
        ("Glue the boxes and let them dry for ten minutes.", []),
    ],
)
def test_the_odd_one_is_reported(moss: Kit, rules: str, found: list[str]) -> None:
    codes = ("GF160", "GF166", "GF168")
    faults = [each for each in check_words(moss, rules) if each.code in codes]
    assert [f"{each.code} {each.place.line}:{each.place.column} {each.level}" for each in faults] == found


@pytest.mark.parametrize(
    "rules",
    [
        # versions, circled and raised numbers are no numbers
        "This is version 1.0.2 of the rules: ① read them, ② play. The table takes 2 m².",
        # headings with a number of their own level
        "## 3. Turns\n\n### 3.1 First turn\n\nPlay.\n\n### 3.2 Second turn\n\nPlay.\n\n## 4. End\n\nStop.",
        # steps that are paragraphs
        "1. Read.\n\nStep 2: sort the pictures.\n\nStep 3: play.\n\nGo back to step 2.",
        # numbers of what is drawn, paid or scored, before a list of something else
        "If you cannot play any of your 8 cards:\n\n- draw one\n- pass",
        "The first player to reach 10 points wins:\n\n- alone\n- or with others",
        "- 3 players: each receives and passes cards.",
        "Take 2 actions from the following:\n\n- move\n- draw\n- rest",
        # what a number of players changes, and what a detail forbids
        "## A\n\nWith 3 players, mossy towers may stand on any edge of a field.\n\n## B\n\nWith 4 players, they cannot stand there.",
        "## A\n\nYou may move sheep of any color.\n\n## B\n\nYou cannot move sheep into a free field without a gate.",
        # the contents and what is dealt
        "## Contents\n\n- 12 secret pictures\n\n## Setup\n\nShuffle and deal 2 secret pictures to each player.",
        # a token may pass either way
        "Turns go clockwise. Then pass the pile to the player on your left or right, as its arrow says.",
        # plurals of a name
        "The Warden sleeps. The Warden wakes. The Warden eats. Two Wardens never meet.",
    ],
)
def test_what_real_rules_say_is_not_reported(moss: Kit, rules: str) -> None:
    codes = ("GF161", "GF162", "GF166", "GF168")
    found = [f"{each}" for each in check_words(moss, rules) if each.code in codes or "only once" in each.message]
    assert found == []


NEVER = "## Aid\n\nThe ghost moves too, but never takes a path or enters a start."


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("All move the ghost. It takes no path, and it may enter any start.", True),
        ("All move the ghost. It never takes a path, and it may enter any start.", True),
        ("All move the ghost. It never takes a path, and it never enters a start.", False),
        ("All move the pawn. It may enter any start.", False),
        ("The pawn may enter any start.", False),
        ("The ghost may enter any goal.", False),
        ("The ghost may enter any start if it stands on a star.", False),
        ("In this variant the ghost may enter any start.", False),
    ],
)
def test_what_a_piece_never_does_is_not_allowed(moss: Kit, said: str, is_told: bool) -> None:
    found = [each for each in check_words(moss, f"## A\n\n{said}\n\n{NEVER}") if "the rules allow" in each.message]
    quoted = "the rules allow this in {!r}, but forbid it in {!r} ({}); correct one of them"
    sentences = said.split(". ")[-1], NEVER.partition("\n\n")[2]
    place = found[0].place._replace(line=7, column=48) if found else ""
    assert [each.message for each in found] == [quoted.format(*sentences, place)] * is_told


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("> Ben holds a king, a 5 and an ace: {{ claim(3, '3') }} + 4 + {{ claim(1, '1') }} = 8 points.", ["a 5"]),
        ("> Ben holds a king, a 4 and an ace: {{ claim(3, '3') }} + 4 + {{ claim(1, '1') }} = 8 points.", []),
        ("> Ben has a row of 3: 2 + 4 + 1 = 7 points.", []),
    ],
)
def test_a_sum_adds_what_the_words_name(moss: Kit, rules: str, found: list[str]) -> None:
    messages = [each.message for each in check_words(moss, rules) if "does not add" in each.message]
    assert [message.split("name ")[1].split(",")[0] for message in messages] == found


def test_players_are_known_by_what_they_do(moss: Kit) -> None:
    rules = "> Ben still holds a king: 3 + 12 = 15 points. Cleo holds two 7s, which are 14 points. Cleo has more points than Ben."
    assert [each.code for each in check_words(moss, rules) if each.code == "GF164"] == ["GF164"]
    assert not [each for each in check_words(moss, rules.replace("has more", "has fewer")) if each.code == "GF164"]


SAYS = "the rules say {!r} here, but the numbers of {!r} in the table (rules.md:3:{}) are {} times those of {!r}"
COSTS = "| Pawn | Straight | Diagonal | Points |\n|---|---|---|---|\n| Small | 1 | 2 | 3 |\n| Tall | 2 | 4 | 6 |\n| Huge | 3 | 6 | 9 |\n\n"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("On a diagonal a step costs half as many gems.", SAYS.format("half as many", "Diagonal", 20, 2, "Straight")),
        (
            "A diagonal step costs three times as much.",
            SAYS.format("three times as much", "Diagonal", 20, 2, "Straight"),
        ),
        ("A step that is straight costs twice as much.", SAYS.format("twice as much", "Straight", 9, 0.5, "Diagonal")),
        ("On a diagonal a step costs twice as many gems.", ""),
        ("A straight step costs half as much.", ""),
        ("A straight step costs half as much as a diagonal one.", ""),
        ("If it rains, a diagonal step costs four times as much.", ""),  # a special case
        ("Whoever is last scores twice as many points.", ""),  # counts them, and does not speak of the column
    ],
)
def test_a_factor_is_that_of_the_columns(moss: Kit, said: str, told: str) -> None:
    found = [each.message for each in check_words(moss, f"# Moss\n\n{COSTS}{said}\n") if each.code == "GF168"]
    assert [re.sub(r"[^\s(]+/rules", "rules", message) for message in found] == (
        [f"{told}; correct one of them"] if told else []
    )
