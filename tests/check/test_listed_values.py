"""What the rules list, number and give by name is compared with the data; what is right gets nothing."""

from pathlib import Path

import pytest

from tests.check.test_rules_words import Kit, check_words, read_kit

REPORTED = ("GF160", "GF163", "GF165", "GF166", "GF168")
GAME = """\
title: Fen
version: "1"
players: [2, 4]
colors:
  floor.cellar: {paint: "#D55E00"}
  floor.hall: {paint: "#0072b2"}
  floor.attic: {paint: "#009E73"}
icons: {sun: a.svg#sun, rain: a.svg#rain}
parts:
  prompt:
    kind: card
    title: Prompts
    size: standard
    front: a.svg.j2
    rows:
      - {id: p1, kind: draw, copies: 1}
      - {id: p2, kind: say, copies: 1}
      - {id: p3, kind: act, copies: 1}
      - {id: p4, kind: say, copies: 1}
  beast:
    kind: card
    title: Beasts
    size: mini-usa
    front: a.svg.j2
    rows:
      - {id: dragon, strength: 6, points: 8, pace: slow, copies: 1}
      - {id: rat, strength: 1, points: 3, pace: quick, copies: 1}
      - {id: owl, strength: 2, points: 5, pace: quick, copies: 1}
  gold: {kind: token, title: Gold, diameter: 15, front: a.svg.j2, copies: 20}
  die: {kind: die, title: Die, size: 16, faces: [sun, rain, sun, rain, frost, wind], front: a.svg.j2, copies: 1}
  bed:
    kind: mat
    title: Beds
    size: [180, 120]
    tracks: {week: {from: 1, to: 10, cell: 14, at: [20, 106], by: [15.5, 0]}}
    front: a.svg.j2
    copies: 4
  map:
    kind: board
    title: Map
    front: a.svg.j2
    copies: 1
    grid: {columns: 4, rows: 3, cell: 20}
    kinds: {chest: [r0c0, r0c3, r2c1]}
setup:
  - {part: gold, table: 10}
  - {part: prompt, each: 1}
rules: rules.md
"""


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "fen", GAME)


@pytest.mark.parametrize(
    ("text", "column", "code", "words"),
    [
        ("A prompt lets you draw, sing or act.", 25, "GF160", "list 'sing', but 'kind' of prompt have 'say'"),
        ("There are three floors: cellar, kitchen and attic.", 33, "GF160", "have 'hall'"),
        ("- **Sun**: one.\n- **Rain**: two.\n- **Storm**: pass.\n- **Frost**: stop.", 5, "GF160", "have 'wind'"),
        ("Everybody begins at week 0.", 26, "GF165", "'week 0', but the track runs from 1 to 10"),
        ("After week 12 the frost comes.", 12, "GF165", "'week 12'"),
        ("Deal two prompts to each player.", 6, "GF165", "the setup has 1"),
        ("Put gold on each of the six chests, face up.", 25, "GF165", "the board has 3"),
        ("The dragon, with its strength of 7, sleeps.", 34, "GF165", "'strength of 7', but the data has 6"),
        ("A rat is worth 4.", 16, "GF165", "the data has 3"),
        ("You win if you carry 7 of the 12 gold home.", 31, "GF165", "'12 gold'"),
        ("Roll both dice.", 6, "GF165", "'both dice', but the data has 1"),
        (
            "| Beast |\n| --- |\n| Dragon |\n| Rat |\n| Hen |",
            3,
            "GF160",
            "list 'hen', but the rows of 'beast' have 'owl'",
        ),
        ("The *fast* beasts bite, and the *slow* ones wait.", 6, "GF160", "list 'fast'"),
        ("- {sun}: one.\n- {rain}: two.\n- {sun}: three.", 4, "GF168", "two items of this list begin with {sun}"),
        (
            "| Floor | Card |\n| --- | --- |\n| Hall | ![](part:door.attic.1) |",
            24,
            "GF165",
            "'hall', but its picture shows 'attic'",
        ),
        ("Deal 3 to each of two players, or 2 to each of six.", 48, "GF165", "'six', but the game is for 2 to 4"),
        ("The numbers from 0 to 6 are strong.", 23, "GF165", "'numbers from 0 to 6'"),
        ("Meet the dragon (7) at dawn.", 18, "GF165", "'dragon (7'"),
        ("The rat has 2, so a roll of 5 wins.", 13, "GF165", "'rat has 2', but the data has 1"),
        ("A 5 and a 4 make 8.", 18, "GF163", "but that gives 9"),
        ("The rat has 1, so a roll of 5 makes 7.", 37, "GF163", "add up to 6"),
        ("Ann has 5 pairs, Ben has 5 and Cleo has 3: together that is 12.", 61, "GF163", "add up to 13"),
        ("See [section 3](#2-the-end).", 14, "GF166", "the link says 3, but leads to section 2"),
    ],
)
def test_a_mistake_is_reported_at_its_place(fen: Kit, text: str, column: int, code: str, words: str) -> None:
    found = [each for each in check_words(fen, f"# Fen\n\n## 2 The end\n\n{text}\n") if words in each.message]
    assert [(each.code, each.place.column) for each in found] == [(code, column)]


@pytest.mark.parametrize(
    "text",
    [
        "A prompt lets you draw, say or act.",
        "A prompt lets you say, act or draw.",
        "Bring paper, pencils and tape.",  # nothing of the game
        "Draw, sing, dance or act.",  # more than there are
        "The attic, the hall and the cellar are floors.",
        "- Sun: one.\n- Rain: two.\n- Frost: three.\n- Wind: four.",
        "Start at week 1 and end after week 10.",
        "A game that goes beyond week 10 or past week 12 is long.",
        "Put gold on each of the three chests, face up.",
        "The dragon has a strength of 6, the rat a strength of 1.",
        "A rat is worth 3. The dragon is worth 8.",
        "You win if you carry 7 of the 10 gold, or 3 of the 20 gold.",
        "Turn both prompts over.",  # of four
        "| Beast |\n| --- |\n| Dragon |\n| Rat |\n| Owl |",
        "The *quick* beasts bite, and the *slow* ones wait.",
        "- {sun}: one.\n- {rain}: two.",
        "| Floor | Card |\n| --- | --- |\n| Hall | ![](part:door.hall.1) |",
        "Deal 3 to each of two players, or 2 to each of four.",
        "The numbers from 1 to 6 are strong.",
        "Meet the dragon (6) at dawn. It has 8 points.",
        "The rat has 1, so a roll of 5 makes 6.",
        "With 2 + 1 stamps and a set that makes 8.",
        "Ann has 5 pairs, Ben has 4 and Cleo has 3: together that is 12.",
        "See [section 2](#2-the-end).",
        "Deal one prompt to each player.",
    ],
)
def test_what_is_right_is_not_reported(fen: Kit, text: str) -> None:
    assert [str(each) for each in check_words(fen, f"# Fen\n\n## 2 The end\n\n{text}\n") if each.code in REPORTED] == []


@pytest.mark.parametrize(
    ("text", "code", "is_told"),
    [
        ("The map has 12 hexagons.", "GF160", False),
        ("Draw the 12 coins.", "GF160", True),
        (
            "## Setup\n\nTake your prompts, shuffle them and put them down as your deck. Draw three prompts.",
            "GF165",
            False,
        ),
        ("## Setup\n\nShuffle the prompts. Deal three prompts to each player.", "GF165", True),
        ("## Setup\n\nTake three prompts.", "GF165", True),
    ],
)
def test_cells_have_the_name_of_their_shape_and_hands_come_from_a_deck(
    tmp_path_factory: pytest.TempPathFactory, text: str, code: str, is_told: bool
) -> None:
    game = GAME.replace("grid: {columns: 4, rows: 3, cell: 20}", "hex: {columns: 4, rows: 3, cell: 20}")
    kit = read_kit(
        tmp_path_factory,
        "fen",
        game.replace("part: prompt, each: 1", "part: prompt, each: 4").replace(
            "kinds: {chest: [r0c0, r0c3, r2c1]}", ""
        ),
    )
    assert (code in [each.code for each in check_words(kit, f"# Fen\n\n{text}\n")]) == is_told


def test_the_game_of_these_tests_has_a_track(fen: Kit, tmp_path: Path) -> None:
    _, parts = fen
    (bed,) = (part for part in parts if part.id == "bed")
    assert bed.board is not None
    assert [cell.label for cell in bed.board.cells.values()] == [str(number) for number in range(1, 11)]
