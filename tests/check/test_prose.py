"""Numbers in the prose of rules are held against the data: right ones are noted, wrong ones refused, the rest passed."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.check.prose.numbers import unmarked
from generator.components import KINDS
from generator.components.designs import expand
from generator.language.suggestions import did_you_mean
from generator.load.game import read_game
from generator.load.rules import read_rules
from generator.load.vocabulary import plain_words
from generator.model.game import Game, Part

GAME = """\
title: The Box
version: "1.0"
players: [1, 4]
colors:
  player.red: {paint: "#D55E00"}
  player.blue: {paint: "#0072b2"}
parts:
  hand:
    kind: card
    title: Hand cards
    size: standard
    front: a.svg.j2
    for_each: player
    rows: [{id: low, n: 1, copies: 4}, {id: high, n: 2, copies: 8}]
  aid: {kind: card, title: Player aids, size: standard, front: a.svg.j2, copies: 4}
  gem: {kind: token, title: Gems, diameter: 14, front: a.svg.j2, copies: 50}
  die: {kind: die, title: Dice, size: 16, faces: [1, 6, 2, 5, 3, 4], front: a.svg.j2, copies: 2}
  shell: {kind: token, title: Cowries, diameter: 14, front: a.svg.j2, copies: 6}
  psycho: {kind: token, title: The psycho, diameter: 14, front: a.svg.j2, copies: 1}
  ferry: {kind: token, title: Ferryman, diameter: 14, front: a.svg.j2, copies: 3}
  small: {kind: tile, title: Target tiles, size: [20, 20], front: a.svg.j2, copies: 5}
  large: {kind: tile, title: Bonus tiles, size: [20, 20], front: a.svg.j2, copies: 7}
  pyramid:
    kind: pyramid
    title: Pyramids
    front: a.svg.j2
    for_each: player
    rows:
      - {id: little, base: 14.29, height: 25.4, copies: 1}
      - {id: big, base: 19.84, height: 34.93, copies: 2}
  board:
    kind: board
    title: Board
    grid: {columns: 2, rows: 1, cell: 20}
    sections: {one: [r0c0], two: [r0c1]}
    front: a.svg.j2
    copies: 1
rules: rules.md
"""
BOX = "## What is in the box\n\n"
TITLES = re.findall(r"title: ([^,\n]+)", GAME)[1:]
TABLE = BOX + "| Piece | How many | For |\n|---|---:|---|\n"


Kit = tuple[Game, tuple[Part, ...]]


SETUP = """\
setup:
  - {part: gem, each: 10}
  - {part: shell, each: 1}
  - {part: shell, each: 1}
  - {part: aid, each: 1, players: [2]}
  - {part: hand, each: 6, own: true}
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    folder = tmp_path_factory.mktemp("games") / "wren"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rules.md").write_text("# Wren\n", encoding="utf-8")
    game = read_game(folder, KINDS)
    return game, expand(game, KINDS)


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the same game with a setup."""
    folder = tmp_path_factory.mktemp("dealt") / "wren"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME + SETUP, encoding="utf-8")
    (folder / "rules.md").write_text("# Wren\n", encoding="utf-8")
    game = read_game(folder, KINDS)
    return game, expand(game, KINDS)


def found(kit: Kit, text: str) -> list[str]:
    """Return what is said of rules: line, column, code and message, with the places in the data by their lines."""
    rules = read_rules(text, "rules.md", plain_words(kit[0].colors))
    game = replace(kit[0], rules=rules.text, inline=rules.claims, marked=rules.marked)
    said = list(unmarked(game, kit[1]))
    with patch("generator.check.prose.numbers._suspicious", return_value=True):
        assert list(unmarked(game, kit[1])) == said  # the short way leaves nothing out
    home = str(Path(game.file).parent)
    assert {each.place.file for each in said} <= {f"{home}/rules.md"}
    assert {(each.code, each.level) for each in said} <= {("GF107", "error"), ("GF108", "note"), ("GF109", "warning")}
    lines = [f"{each.place.line}:{each.place.column} {each.code} {each.message}" for each in said]
    return [re.sub(rf" \({re.escape(home)}/game\.yaml:[\d:, ]+\)", "", line) for line in lines]


def right(at: str, said: str, claim: str) -> list[str]:
    return [
        f"{at} GF108 unmarked number: {said!r} agrees with the data; mark it as {{{{ claim({claim}) }}}} so that it stays so"
    ]


def wrong(at: str, said: str, count: int, of: str) -> list[str]:
    return [f"{at} GF107 the rules say {said!r}; the data declares {count} of {of}"]


@pytest.mark.parametrize(("text", "said"), [
    # digits and words, singular and plural, titles, ids and last words
    ("There are 24 hand cards.", right("1:11", "24 hand cards", "24, 'hand'")),
    ("There are 25 hand cards.", wrong("1:11", "25 hand cards", 24, "'hand'")),
    ("Take twenty-four hands.", right("1:6", "twenty-four hands", "'twenty-four', 'hand'")),
    ("Thirty cards", wrong("1:1", "Thirty cards", 28, "'hand' and 'aid'")),
    ("24 cards", right("1:1", "24 cards", "24, 'hand'")),
    ("the 28 cards", right("1:5", "28 cards", "28, \"count('hand') + count('aid')\"")),
    ("12 tiles", right("1:1", "12 tiles", "12, \"count('small') + count('large')\"")),
    ("13 tiles", wrong("1:1", "13 tiles", 12, "'small' and 'large'")),
    ("2 dice", right("1:1", "2 dice", "2, 'die'")),
    ("three dice", wrong("1:1", "three dice", 2, "'die'")),
    ("half a dozen cowries", right("1:1", "half a dozen cowries", "'half a dozen', 'shell'")),
    ("A dozen cowries", wrong("1:1", "A dozen cowries", 6, "'shell'")),
    ("four ferrymen", wrong("1:1", "four ferrymen", 3, "'ferry'")),
    ("two psychos", wrong("1:1", "two psychos", 1, "'psycho'")),
    ("four player aids", right("1:1", "four player aids", "'four', 'aid'")),
    ("five player aids", wrong("1:1", "five player aids", 4, "'aid'")),
    ("1,000 gems", wrong("1:1", "1,000 gems", 50, "'gem'")),
    ("a hundred and six gems", wrong("1:1", "a hundred and six gems", 50, "'gem'")),
    ("two boards", right("1:1", "two boards", "'two', 'board'")),
    ("three boards", wrong("1:1", "three boards", 2, "'board'")),
    ("60 gem tokens", wrong("1:1", "60 gem tokens", 50, "'gem'")),
    # adjectives: colors and rows pick
    ("12 red cards", right("1:1", "12 red cards", "12, 'hand', player='red'")),
    ("13 Blue hand cards", wrong("1:1", "13 Blue hand cards", 12, "'hand' (player blue)")),
    ("11 red cards", []),
    ("8 low cards", right("1:1", "8 low cards", "8, 'hand', id='low'")),
    ("5 low red cards", wrong("1:1", "5 low red cards", 4, "'hand' (id low, player red)")),
    ("five big pyramids", wrong("1:1", "five big pyramids", 4, "'pyramid' (id big)")),
    ("60 large round gems", wrong("1:1", "60 large round gems", 50, "'gem'")),
    ("60 very large round gems", []),
    # what is smaller may be some of them, and what is no number of things is none
    ("Draw two cards, a gem and one die; 49 gems.", []),
    ("60 mm, 60 players, 60 minutes, 60 points, 60 of the gems, 60 pairs of gems, 60 gem icons, 60 moves gems", []),
    ("up to 60 gems, more than 60 gems, 60 gems or more, 20 to 60 gems, 30 or 60 gems, a 60 gems, 63 x 88 gems", []),
    ("60-gem boxes, 60th gems, 60.5 gems, 60. Gems, 60, gems, 2/60 gems, -60 gems, +60 gems, #60 gems", []),
    ("50 gems each", []),
    ("60 gems each", wrong("1:1", "60 gems", 50, "'gem'")),
    # Markdown
    ("a `60 gems` [60 gems](#x) <b>60</b> gems\n\n# 60 gems\n\n```\n60 gems\n```\n\n    60 gems\n", []),
    ("all **60** _gems_", wrong("1:7", "60 gems", 50, "'gem'")),
    ("![All 60 gems](figure:x)", wrong("1:7", "60 gems", 50, "'gem'")),
    ("> - y\n>   60\n>   gems", wrong("2:5", "60 gems", 50, "'gem'")),
    ("60. gems", []),
    ("| 60 gems | 60 | gems |\n|---|---:|---|\n| x | y 60 gems | 60 |", wrong("3:9", "60 gems", 50, "'gem'")),
    ("{{ claim(50, 'gem') }}, and 60 gems", wrong("1:29", "60 gems", 50, "'gem'")),
    ("{{ claim(50, 'gem') }} gems\nand\n 60 gems", wrong("3:2", "60 gems", 50, "'gem'")),
])  # fmt: skip
def test_prose(kit: Kit, text: str, said: list[str]) -> None:
    assert found(kit, text) == said


@pytest.mark.parametrize("text", [
    "The first to win 60 gems wins.", "Pay 60 gems to win.", "Draw 60 cards in all over a game.",
    "After 60 cards have been played, the game ends.", "Roll three dice at once by rolling twice.",
    "It costs 60 gems.", "Spend 60 gems.", "She earns 60 gems.", "Score 60 gems, 70 cards and 80 cowries.",
    "Once you reach 60 gems you stop.", "Collect 60 gems.", "Throw three dice.", "Play 60 cards.",
    "Until 60 cards lie there, go on.", "A game of over 60 gems.", "Whoever has 60 gems begins.",
    "60 gems win the game.", "If there are 60 gems in the pot, stop.", "You may not hold 60 gems.",
    "A tower takes 60 gems.", "She has taken 60 gems.", "He holds 60 gems.", "Give back 60 gems.", "You have 60 gems.",
    "Having 60 gems is enough.", "Take three dice of another game.", "The goal is 60 gems.", "60 cards are drawn in a long game.",
])  # fmt: skip
def test_what_is_won_paid_or_drawn_may_be_more_than_there_is(kit: Kit, text: str) -> None:
    assert found(kit, text) == []


@pytest.mark.parametrize(("text", "said", "count", "of"), [
    ("The deck has 25 hand cards", "25 hand cards", 24, "'hand'"),
    ("Shuffle all thirteen cowries", "thirteen cowries", 6, "'shell'"),
    ("After all 60 gems are won", "60 gems", 50, "'gem'"),
    ("60 gems, 3 aids", "60 gems", 50, "'gem'"),
    ("To play, shuffle the 60 gems", "60 gems", 50, "'gem'"),
    ("The draw pile has 25 hand cards", "25 hand cards", 24, "'hand'"),
    ("There are 60 gems to play with", "60 gems", 50, "'gem'"),
    ("The box holds 60 gems", "60 gems", 50, "'gem'"),
    ("Take the 60 gems", "60 gems", 50, "'gem'"),
    ("You win. There are 60 gems", "60 gems", 50, "'gem'"),
    # smaller ones that are said to be the total
    ("There are 40 gems in the box", "40 gems", 50, "'gem'"),
    ("There are forty gems in all", "forty gems", 50, "'gem'"),
    ("The game has forty gems", "forty gems", 50, "'gem'"),
    ("Shuffle all forty gems", "forty gems", 50, "'gem'"),
    ("Forty gems, altogether", "Forty gems", 50, "'gem'"),
    ("In the box are 40 gems", "40 gems", 50, "'gem'"),
    ("There are 40 gems\nin total", "40 gems", 50, "'gem'"),
    ("The game has 11 red hand cards", "11 red hand cards", 12, "'hand' (player red)"),
])  # fmt: skip
def test_what_is_said_to_be_there_is_the_count(kit: Kit, text: str, said: str, count: int, of: str) -> None:
    column = text.index(said) + 1
    assert found(kit, text) == wrong(f"1:{column}", said, count, of)


@pytest.mark.parametrize("text", [
    "There are 40 gems.", "There are 40 gems left in the box.", "The game has three large gems.",
    "Each player has 40 gems in all.", "Shuffle all six hand cards of your color.", "Turn all ten hand cards over.",
    "Lay out 40 gems in all.", "With two players there are 40 gems in the game.", "In all, 40 gems.", "After all, 40 gems.",
    "There are 5 hand cards in the box that win.", "The game has two hand cards, in two colors.",
    "The game has 4 hand cards.", "Draw 40 gems in all.", "All 40 gems on the table.",
    "Pay all 40 gems.", "There are 40 gems in the box with holes.",
])  # fmt: skip
def test_a_smaller_number_that_may_be_of_some_is_passed_over(kit: Kit, text: str) -> None:
    assert found(kit, text) == []


@pytest.mark.parametrize(("text", "column"), [
    ("Each player takes 9 gems.", 19),
    ("Each player gets a card, a die and 11 gems.", 36),
    ("Every player receives 9 gems.", 23),
    ("## Turn\n\nEach player starts with 9 gems.", 25),
    ("## Turn\n\nEach player begins the game with 9 gems.", 34),
    ("## 3. Setting up\n\nEach player takes 9 gems.", 19),
    ("## Preparation\n\nEach player takes 9 gems.", 19),
])  # fmt: skip
def test_what_each_player_begins_with_is_held_against_the_setup(dealt: Kit, text: str, column: int) -> None:
    (said,) = found(dealt, text)
    number = text[: -len(" gems.")].split()[-1]
    at = f"{text.count(chr(10)) + 1}:{column}"
    assert said == f"{at} GF107 the rules give each player '{number} gems'; `setup` gives 10 of 'gem'"


def test_the_line_of_the_setup_is_named(dealt: Kit) -> None:
    (finding,) = unmarked(replace(dealt[0], rules="Each player takes 9 gems."), dealt[1])
    line = next(n for n, text in enumerate((GAME + SETUP).splitlines(), 1) if "each: 10" in text)
    assert finding.message.endswith(f" ({dealt[0].file}:{line}:23)")


@pytest.mark.parametrize("text", [
    "Each player takes 10 gems.", "Each player takes 3 gems each round.", "## Turn\n\nEach player takes 3 gems.",
    "Each player takes 2 cowries.", "Each player takes 2 gems for each card.", "Each player takes 2 gems more.",
    "A player takes 9 gems.", "Each player puts 9 gems down.", "Each player takes a die and pays 9 gems.",
    "Each player takes 5 red hand cards.", "Each player takes five cards.", "Each player takes 9 meeples.",
    "Each player takes 3 player aids.",
])  # fmt: skip
def test_what_else_a_player_is_given_is_not(dealt: Kit, text: str) -> None:
    assert found(dealt, text) == []


def unknown(at: str, said: str, name: str, meant: str = "") -> list[str]:
    hint = f"; did you mean {meant!r}?" if meant else did_you_mean("", TITLES)
    return [f"{at} GF109 the rules list {said!r}, but no part is called {name!r}{hint}"]


def other(at: str, name: str, sheets: str, also: str) -> list[str]:
    called = f"the rules call it {name!r}, the sheets {sheets!r}"
    return [f"{at} GF109 {called}; {also!r} on the sheets is something else"]


@pytest.mark.parametrize(("item", "said"), [
    ("- 24 hand cards", right("3:3", "24 hand cards", "24, 'hand'")),
    ("- 23 hand cards", wrong("3:3", "23 hand cards", 24, "'hand'")),
    ("- **23** *hand cards*", wrong("3:5", "23 hand cards", 24, "'hand'")),
    ("1. 23 hand cards", wrong("3:4", "23 hand cards", 24, "'hand'")),
    ("- 11 red hand cards", wrong("3:3", "11 red hand cards", 12, "'hand' (player red)")),
    ("- 20 cards, 50 gems and 3 dice", wrong("3:3", "20 cards", 24, "'hand'") + right("3:13", "50 gems", "50, 'gem'") + wrong("3:25", "3 dice", 2, "'die'")),
    ("- 23 cards: 11 of them red", wrong("3:3", "23 cards", 24, "'hand'")),
    ("- 24 cards: 12 cards are red", right("3:3", "24 cards", "24, 'hand'")),
    ("- 5 tiles", []),
    ("- 6 tiles", wrong("3:3", "6 tiles", 12, "'small' and 'large'")),
    ("- a board", []),
    ("- one board", []),
    ("- a gem", wrong("3:3", "a gem", 50, "'gem'")),
    ("- one gem", wrong("3:3", "one gem", 50, "'gem'")),
    ("- one psycho", right("3:3", "one psycho", "'one', 'psycho'")),
    ("- 6 cards in each color", []),
    ("- 24 cards, 6 cards in each color", []),
    ("- 24 cards, 12 cards with stars, 5 meeples", right("3:3", "24 cards", "24, 'hand'")),
    ("- 24 cards, 5 meeples and 3 dice", right("3:3", "24 cards", "24, 'hand'") + wrong("3:27", "3 dice", 2, "'die'")),
    ("- a deck of 23 hand cards", wrong("3:13", "23 hand cards", 24, "'hand'")),
    ("- 4 sets of 6 hand cards", []),
    ("- 49 x gems", wrong("3:3", "49 x gems", 50, "'gem'")),
    ("- Hand cards: 23", wrong("3:15", "Hand cards: 23", 24, "'hand'")),
    ("- Gems (49)", wrong("3:9", "Gems: 49", 50, "'gem'")),
    ("- Gems: 50, of glass", right("3:9", "Gems: 50", "50, 'gem'")),
    ("- 5 meeples", unknown("3:3", "5 meeples", "meeples")),
    ("- 5 wooden gmes", unknown("3:3", "5 wooden gmes", "wooden gmes", "Gems")),
    ("- Cowreis: 6", unknown("3:12", "Cowreis: 6", "Cowreis", "Cowries")),
    ("- 2 to 4 players, 30 minutes\n- 30 minutes\n- Players: 4\n- a pencil\n- 1 rulebook\n- 3 or more\n- 2-4 gems", []),
    ("- {{ claim(5, 'gem') }} stones and gems\n- {{ claim('five', 'gem') }} gems", []),
    ("- {{ claim(5, 'gem') }} meeples for all", ["3:3 GF109 the rules call it 'meeples', the sheets 'Gems'"]),
    ("- a bag of {{ claim(50, 'gem') }} cowries", other("3:12", "cowries", "Gems", "Cowries")),
    ("- Aids: {{ claim(50, 'gem') }}", other("3:9", "Aids", "Gems", "Player aids")),
    ("- {{ claim(24, 'hand') }} small red cards, {{ claim(50, 'gem') }} cowries", []),
    ("- this\n  - 23 hand cards", []),
    ("23 hand cards", []),
    ("For each player:\n\n- 6 cards", []),
    ("## Next\n\n- 23 hand cards", []),
    ("### Cards\n\n- 23 hand cards", wrong("5:3", "23 hand cards", 24, "'hand'")),
    ("### Per player\n\n- 6 hand cards", []),
])  # fmt: skip
def test_lists_of_contents(kit: Kit, item: str, said: list[str]) -> None:
    assert found(kit, BOX + item) == said


@pytest.mark.parametrize(("row", "said"), [
    ("| Hand cards | 24 | one card, two gems |", right("5:16", "Hand cards: 24", "24, 'hand'")),
    ("| Hand cards | 23 | one card, 60 gems |", wrong("5:16", "Hand cards: 23", 24, "'hand'") + wrong("5:31", "60 gems", 50, "'gem'")),
    ("| **Player aids** | three | one card |", wrong("5:21", "Player aids: three", 4, "'aid'")),
    ("| Big pyramids | 5 | |", wrong("5:18", "Big pyramids: 5", 4, "'pyramid' (id big)")),
    ("| 23 hand cards | | x |", wrong("5:3", "23 hand cards", 24, "'hand'")),
    ("| Board | 1 | |", []),
    ("| Board | 2, in two | |", right("5:11", "Board: 2", "2, 'board'")),
    ("| Board | 3 pieces | |", wrong("5:11", "Board: 3", 2, "'board'")),
    ("| Gems | one | x |", wrong("5:10", "Gems: one", 50, "'gem'")),
    ("| Meeples | 5 | |", unknown("5:13", "Meeples: 5", "Meeples")),
    ("| Dice | {{ claim(2, 'die') }} | 1 die |", []),
    ("| Gems | {{ claim(4, 'hand', player='red') }} | |", other("5:10", "Gems", "Hand cards", "Gems")),
    ("| Meeples | {{ claim(50, 'gem') }} | gems |", ["5:13 GF109 the rules call it 'Meeples', the sheets 'Gems'"]),
    ("| Meeples | {{ claim(50, \"count('gem')\") }} | |", ["5:13 GF109 the rules call it 'Meeples', the sheets 'Gems'"]),
    ("| {{ claim(50, 'gem') }} aids | | x |", other("5:3", "aids", "Gems", "Player aids")),
    ("| Rounds | {{ claim(4, \"count('gem') + 1\") }} | |\n| Board | {{ claim(1, \"boards('board')\") }} | {{ claim(50, 'gem') }} gems |", []),
    ("| Total | {{ claim(50, 'gem') }} | |\n| Red ones | {{ claim(12, 'hand', player='red') }} | |\n| Low ones | {{ claim(8, 'hand') }} | |", []),
    ("| Wands | {{ claim(12, 'hand', player='red') }} | |", []),
    ("| Gems | 40 each | |\n| Gems | 4 per player | |\n| Gems | 4 sets | |\n| Gems | 60 mm | |\n| Gems | 2 to 9 | |\n| Players | 4 | |\n| Gems | | 4 |", []),
])  # fmt: skip
def test_tables_of_contents(kit: Kit, row: str, said: list[str]) -> None:
    assert found(kit, TABLE + row) == said


@pytest.mark.parametrize(("heading", "judged"), [
    ("## Components", True),
    ("## Parts", True),
    ("## 2. Pieces", True),
    ("Equipment\n---", True),
    ("## The parts of the game", True),
    ("## Parts and pieces", True),
    ("## List of parts", True),
    ("## Moving pieces", False),
    ("## The pieces", False),  # how each of them moves
    ("## Parts of a turn", False),
    ("## Equipment of a hero", False),
    ("# Contents", True),
    ("Material\n---", True),
    ("## 1. What\u2019s in", True),
    ("> ## In the box", True),
    ("# The Box", False),  # the title of the game
    ("## The boxer", False),
    ("# Box\n# Turn", False),
    ("```\n# Box\n```", False),
])  # fmt: skip
def test_headings_of_contents(kit: Kit, heading: str, judged: bool) -> None:
    assert [line.split()[1] for line in found(kit, f"{heading}\n\n- 23 hand cards\n")] == ["GF107"] * judged


def test_a_table_may_begin_with_its_numbers(kit: Kit) -> None:
    assert found(kit, BOX + "| a | b |\n|---|---|\n| 49 | gems |") == wrong("5:3", "gems: 49", 50, "'gem'")


def test_places_of_the_data_are_named(kit: Kit) -> None:
    game = replace(kit[0], rules="60 gems")
    (finding,) = unmarked(game, kit[1])
    line = next(n for n, text in enumerate(GAME.splitlines(), 1) if "title: Gems" in text)
    assert f"({game.file}:{line}:" in finding.message


def test_without_rules_nothing_is_said(kit: Kit) -> None:
    assert list(unmarked(kit[0], kit[1])) == []
    assert list(unmarked(replace(kit[0], rules=None), kit[1])) == []


HEADINGS = st.sampled_from(["# The Box", BOX, "## Turn", TABLE.rstrip("\n")])
FRAMES = st.sampled_from(
    [
        "- {} {}",
        "{} {}",
        "| {1} | {0} |",
        "| ![](part:x) | {1} | {0} |",
        "- {1}: {0}",
        "> {} *{}*",
        "![{} {}](figure:x)",
        "* **{}** {}, x",
    ]
)
NUMBERS = st.sampled_from(["1", "24", "'two'", "'a dozen'", "999", "'One'", "1.5", "'a | b'", "'*'"])
NOUNS = st.sampled_from(
    ["hand cards", "gems", "meeples", "red dice", "players", "board", "mm", "the psycho", "tiles or more"]
)


@settings(max_examples=300)
@given(HEADINGS, st.lists(st.tuples(FRAMES, NUMBERS, NOUNS), min_size=1, max_size=4))
def test_a_marked_number_is_never_judged(kit: Kit, heading: str, lines: list[tuple[str, str, str]]) -> None:
    text = "\n".join(frame.format(f"{{{{ claim({number}, 'x') }}}}", noun) for frame, number, noun in lines)
    assert found(kit, f"{heading}\n{text}\n") == []


ROOT = Path(__file__).parents[2]
WORDS = ROOT / "templates" / "words"
GAMES = [*sorted(path.parent for path in (ROOT / "layouts").glob("*/game.yaml")), ROOT / "tests/specimen"]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_number_of_our_games_is_left_to_mark(folder: Path) -> None:
    game = read_game(folder, KINDS, words=WORDS)
    assert list(unmarked(game, expand(game, KINDS))) == []


def listed() -> list[re.Match[str]]:
    """Return the claims in the column `How many` of the contents of Psycle."""
    text = (ROOT / "layouts/psycle/rules.md").read_text("utf-8")
    return list(re.finditer(r"^\| !\[[^|]+\| [A-Z][^|]+ \| (\{\{ claim\((\d+), '\w+'\) \}\}) \|", text, re.MULTILINE))


@pytest.mark.parametrize("claim", listed(), ids=lambda claim: claim[0].split("|")[2].strip())
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_each_number_of_a_contents_list_is_found(claim: re.Match[str], by: int) -> None:
    game = read_game(ROOT / "layouts/psycle", KINDS)
    number = str(int(claim[2]) + by)
    changed = f"{claim.string[: claim.start(1)]}{number}{claim.string[claim.end(1) :]}"
    rules = read_rules(changed, "rules.md", plain_words(game.colors))
    parts = expand(game, KINDS)
    (finding,) = unmarked(replace(game, rules=rules.text, inline=rules.claims, marked=rules.marked), parts)
    line = claim.string.count("\n", 0, claim.start(1)) + 1
    column = claim.start(1) - claim.string.rfind("\n", 0, claim.start(1))
    assert (finding.code, *finding.place[1:]) == ("GF107" if by else "GF108", line, column)
    assert claim[1] in finding.message if not by else f"declares {claim[2]} of" in finding.message


def test_the_contents_of_psycle_are_all_mutated() -> None:
    assert len(listed()) == 8


@pytest.mark.parametrize("called", ["", "dark gray", "brown"])
def test_a_color_in_braces_picks_among_pieces_whatever_it_is_called(kit: Kit, called: str) -> None:
    red = replace(kit[0].colors["player.red"], renamed=called)
    painted = replace(kit[0], colors={**kit[0].colors, "player.red": red}), kit[1]
    text = BOX + "- 12 {{ color('player.red') }} hand cards\n- 13 {{ color('player.red') }} hand cards\n"
    claim = "{{ claim(12, 'hand', player='red') }}"
    assert found(painted, text) == [
        f"3:3 GF108 unmarked number: '12 red hand cards' agrees with the data; mark it as {claim} so that it stays so",
        "4:3 GF107 the rules say '13 red hand cards'; the data declares 12 of 'hand' (player red)",
    ]
