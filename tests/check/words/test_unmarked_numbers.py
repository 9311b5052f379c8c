"""Numbers of pieces without a claim: each is reported with the claim to write, and a short rule says which are errors."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.words.unmarked_numbers import check_unmarked_numbers
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.braces import read_rules
from generator.load.game import read_game
from generator.load.vocabulary import make_plain_vocabulary
from generator.model.game import Game, Part
from generator.model.paper import PAPERS
from tests.samples import examples

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
PIECES = 24 + 4 + 50 + 2 + 6 + 1 + 3 + 5 + 7 + 6 + 2  # in the whole box
BOX = "## What is in the box\n\n"
TABLE = BOX + "| Piece | How many | For |\n|---|---:|---|\n"

Kit = tuple[Game, tuple[Part, ...]]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    folder = tmp_path_factory.mktemp("games") / "wren"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rules.md").write_text("# Wren\n", encoding="utf-8")
    game = read_game(folder, KINDS, words=WORDS)
    return game, expand_parts(game, KINDS)


def make_context(game: Game, parts: tuple[Part, ...]) -> CheckContext:
    """Return the context of checks without finished files."""
    return CheckContext(game, parts, parts, PAPERS["a4"])


def find_faults(kit: Kit, text: str) -> list[str]:
    """Return the findings on rules: line, column, code, level, and what the message quotes."""
    game, parts = kit
    assert game.first is not None
    rules = read_rules(text, "rules.md", make_plain_vocabulary(game.colors))
    first = replace(game.first, rules=rules.text, inline=rules.claims, marked=rules.marked)
    findings = list(check_unmarked_numbers(make_context(replace(game, rules=rules.text, first=first), parts)))
    assert {each.place.file for each in findings} <= {game.first.file}
    return [
        f"{each.place.line}:{each.place.column} {each.code} {each.level} {quoted_part(each.message)}"
        for each in findings
    ]


def quoted_part(message: str) -> str:
    """Return the claim that a message offers, otherwise the number that the data declares."""
    claim = re.search(r"\{\{ .* \}\}", message)
    declared = re.search(r"declares (.*) \(", message)
    return claim[0] if claim else declared[1] if declared else message


def expect_note(at: str, claim: str) -> str:
    """Return a note as find_faults shows it."""
    return f"{at} GF108 note {{{{ claim({claim}) }}}}"


def expect_error(at: str, declared: str) -> str:
    """Return an error as find_faults shows it."""
    return f"{at} GF107 error {declared}"


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        # digits and words, for one and for several, on one line and on two
        ("24 hand cards", "24, 'hand'"),
        ("twenty-four\nHand  cards", "'twenty-four', 'hand'"),
        ("half a dozen cowries", "'half a dozen', 'shell'"),
        ("all **2** _dice_", "2, 'die'"),
        ("![All 50 gems](figure:x)", "50, 'gem'"),
        ("| 50 gems |", "50, 'gem'"),
        ("> 50\n> gems", "50, 'gem'"),
        ("three ferrymen", "'three', 'ferry'"),
        ("50 gems makes a win", "50, 'gem'"),
        # a color or a word of a row picks; so does the claim
        ("12 red hand cards", "12, 'hand', player='red'"),
        ("8 low hand cards", "8, 'hand', id='low'"),
        ("4 low red hand cards", "4, 'hand', id='low', player='red'"),
        ("four big pyramids", "'four', 'pyramid', id='big'"),
        # a board is counted whole, its pieces with count()
        ("two boards", "'two', \"count('board')\""),
        # other words may stand before the name if the count is right
        ("50 large round gems", "50, 'gem'"),
        # of any other number the claim is offered that holds
        ("You have 25 gems.", "50, 'gem'"),
        ("There are two gems.", "50, 'gem'"),
        ("all 49 gems", "50, 'gem'"),
        ("Win 60 gems.", "50, 'gem'"),
        ("Draw all 50 gems.", "50, 'gem'"),
        ("Take 60 gems.", "50, 'gem'"),
        ("You take. 30 gems are there.", "50, 'gem'"),
        ("11 red hand cards", "12, 'hand', player='red'"),
    ],
)
def test_a_number_beside_a_name_is_reported_with_the_claim_to_write(kit: Kit, text: str, claim: str) -> None:
    (found,) = find_faults(kit, text)
    assert found.endswith(f"GF108 note {{{{ claim({claim}) }}}}")


def test_the_place_is_that_of_the_number(kit: Kit) -> None:
    assert find_faults(kit, "{{ claim(50, 'gem') }} gems\nand\n 50 gems") == [expect_note("3:2", "50, 'gem'")]
    assert find_faults(kit, "{{ claim(50, 'gem') }}, and 50 gems") == [expect_note("1:29", "50, 'gem'")]


def test_equal_phrases_are_reported_once(kit: Kit) -> None:
    game, parts = kit
    assert game.first is not None
    text = "Lose 30 gems. 30 gems are won,\nand 30\ngems lost; 40 gems not."
    found = list(check_unmarked_numbers(make_context(replace(game, first=replace(game.first, rules=text)), parts)))
    assert [(each.place.line, each.place.column, "(and 2 more times)" in each.message) for each in found] == [
        (1, 6, True),
        (3, 12, False),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a `50 gems` [50 gems](#x) <b>50</b> gems\n\n# 50 gems\n\n```\n50 gems\n```\n\n50 gems\n---\n",
        "{{ claim(50, 'gem') }} gems and {{ claim('two', 'die') }} dice",
        "50 mm, 50 players, 50 of our many gems, 50 gem icons, one gem, a gem",
        "50-gem boxes, 50th gems, 50.5 gems, 50. Gems, 50, gems, 2/50 gems, -50 gems, +50 gems, #50 gems, 9-50 gems",
        "50. gems",
        "50\n\ngems",
        "- 50\n- gems",
        "| 50 | gems |",
        "49 large round gems",  # nobody knows of what these are some
        "50 cards",  # no title
        "50 gem boxes, 50 gems Deluxe, 50 gems card, 24 hand card sleeves",  # other nouns
        "Draw two gems. She takes the 3 gems, and gets the 49 gems.",  # nobody counts them all
        "The dealer turns up the top two hand cards.",
        "You have 24 gems.",  # less than half of them
    ],
)
def test_texts_that_are_not_reported(kit: Kit, text: str) -> None:
    assert find_faults(kit, text) == []


# The rule: an error is a plain entry in the list of contents that is no count and no even share; nothing else is.


@pytest.mark.parametrize(
    ("item", "found"),
    [
        ("- 24 hand cards", expect_note("3:3", "24, 'hand'")),
        ("- 23 hand cards", expect_error("3:3", "24 of count('hand')")),
        ("- 25 hand cards", expect_error("3:3", "24 of count('hand')")),
        ("- **23** *hand cards*", expect_error("3:5", "24 of count('hand')")),
        ("- twenty-three hand cards", expect_error("3:3", "24 of count('hand')")),
        ("- this:\n  - 23 hand cards", expect_error("4:5", "24 of count('hand')")),
        ("- 11 red hand cards", expect_error("3:3", "12 of count('hand', player='red')")),
        ("- 49 x gems", expect_error("3:3", "50 of count('gem')")),
        ("- Hand cards: 23", expect_error("3:15", "24 of count('hand')")),
        ("- Gems (49)", expect_error("3:9", "50 of count('gem')")),
        ("- Gems: 50, of glass", expect_note("3:9", "50, 'gem'")),
        ("- three boards", expect_error("3:3", "2 of count('board')")),
        ("- one board", expect_note("3:3", "'one', 'board'")),
        ("- one psycho", expect_note("3:3", "'one', 'psycho'")),
        ("- 0 dice", expect_error("3:3", "2 of count('die')")),
        # shares of 24 cards: of each of 4 players, 2 colors, 2 rows, 4 designs; those of the designs are 8 and 4
        ("- 6 hand cards each", expect_note("3:3", "24, 'hand'")),
        ("- 12 hand cards for each color", expect_note("3:3", "24, 'hand'")),
        ("- 8 hand cards", expect_note("3:3", "24, 'hand'")),
        ("- 9 hand cards", expect_error("3:3", "24 of count('hand')")),
        ("### Cards\n\n- 23 hand cards", expect_error("5:3", "24 of count('hand')")),
        ("| Hand cards | 24 | x |", expect_note("5:16", "24, 'hand'")),
        ("| Hand cards | 23 | x |", expect_error("5:16", "24 of count('hand')")),
        ("| ![](part:hand) | **Hand cards** | 23 | x |", expect_error("5:37", "24 of count('hand')")),
        ("| Big pyramids | 5 | |", expect_error("5:18", "4 of count('pyramid', id='big')")),
        ("| 23 hand cards | | x |", expect_error("5:3", "24 of count('hand')")),
        ("| 49 | gems |", expect_error("5:3", "50 of count('gem')")),
        ("| Dice | three | x |", expect_error("5:10", "2 of count('die')")),
        ("| Dice | 2 pieces | x |", expect_note("5:10", "2, 'die'")),
    ],
)
def test_the_head_of_an_entry_in_the_contents_is_the_count(kit: Kit, item: str, found: str) -> None:
    assert find_faults(kit, (TABLE if item[0] == "|" else BOX) + item) == [found]


@pytest.mark.parametrize(
    "item",
    [
        "23 hand cards",
        "- 3 packs of this:\n  - 23 hand cards",
        "- {{ claim(3, 'x') }} packs of this:\n  - 23 hand cards",
        "1. 23 hand cards",  # steps
        "1. this:\n   - 23 hand cards",
        "- 24 hand cards, 5 gems",
        "- a deck of 23 hand cards",
        "## Next\n\n- 23 hand cards",
        "# Next\n\n- 23 hand cards",
        "- {{ claim(24, 'hand') }} hand cards and 3 gems",
        "- 23 loose hand cards",
        "- 2 to 4 gems, 2-4 gems",
        "| x | y |\n|---|---|\n| Hand cards | 23 each |",
        "| Hand cards | 23 |\n|---|---|",
    ],
)
def test_other_numbers_in_the_contents_are_no_error(kit: Kit, item: str) -> None:
    assert [each for each in find_faults(kit, BOX + item) if "error" in each] == []


@pytest.mark.parametrize(
    "item",
    [
        "- 23 hand cards (the first edition had 20)",
        "- 60 gems, more than you need",
        "- 30 gems\n- 21 gems",
        "- 11 red hand cards\n- 14 blue hand cards",
        "For two players you need:\n\n- 23 hand cards",
        "The old edition had these pieces:\n\n- 23 hand cards",
        "### The first edition\n\n- 23 hand cards",
        "| Piece | First edition |\n|---|---|\n| Hand cards | 23 |",
        "| Piece | Old | New |\n|---|---|---|\n| Hand cards | 23 | 24 |",
        "- 28 hand cards",  # with the player aids, which are cards too
    ],
)
def test_entries_that_may_count_something_else_are_no_error(kit: Kit, item: str) -> None:
    assert {each.split()[1:3][1] for each in find_faults(kit, BOX + item)} == {"warning"}


@pytest.mark.parametrize(
    "items",
    [
        "- 30 gems\n- 20 gems (large)",
        "- 1 gem\n\n### Of the dealer\n\n- 49 gems",
        "- 13 red hand cards\n- 11 blue hand cards",
        "- {{ claim(50, 'gem') }} gems\n- 49 gems",
        "- {{ claim('50', 'gem') }} gems\n- 49 gems",
    ],
)
def test_entries_of_a_part_that_has_its_count_in_the_list_are_its_shares(kit: Kit, items: str) -> None:
    assert find_faults(kit, BOX + items) == []
    assert (
        find_faults(kit, BOX + items.replace("49", "48").replace("30", "31").replace("13", "14").replace("50", "48"))
        != []
    )


def test_a_total_and_its_shares_are_no_contradiction(kit: Kit) -> None:
    assert find_faults(kit, BOX + "- 50 gems\n\n### Of the dealer\n\n- 49 gems\n") == [expect_note("3:3", "50, 'gem'")]


@pytest.mark.parametrize("text", ["Win {} gems.", "Draw {} gems.", "All {} red hand cards"])
def test_more_than_all_pieces_in_the_box_is_a_note(kit: Kit, text: str) -> None:
    assert sum(part.count for part in kit[1]) == PIECES
    (found,) = find_faults(kit, text.format(PIECES + 1))
    assert "GF108 note" in found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("There are 60 gems.", "GF107 warning"),
        ("The box contains 60 gems, of glass.", "GF107 warning"),
        ("There are 40 gems.", "GF108 note"),  # on the table, perhaps
        ("If there are 60 gems, you win.", "GF108 note"),
    ],
)
def test_what_there_is_cannot_be_more_than_the_data_have(kit: Kit, text: str, code: str) -> None:
    (found,) = find_faults(kit, text)
    assert code in found


@pytest.mark.parametrize("text", ["In the second edition there are 60 gems.", "An earlier version had six gems."])
def test_numbers_of_another_edition_are_left_alone(kit: Kit, text: str) -> None:
    assert find_faults(kit, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The first to win 60 gems wins.",
        "Pay 60 gems to win; whoever has 90 gems begins.",
        "Some editions have three dice.",
        "Each player takes 9 gems.",
        "There are 40 gems in all.",
        "After all 60 gems are won",
        "999 points for gems",
    ],
)
def test_nothing_else_is_an_error(kit: Kit, text: str) -> None:
    assert [each for each in find_faults(kit, text) if "note" not in each] == []


@pytest.mark.parametrize(
    ("heading", "lists"),
    [
        ("## Components", True),
        ("## Parts", True),
        ("## 2. Pieces", True),
        ("Equipment\n---", True),
        ("## The parts of the game", True),
        ("## Parts and pieces", True),
        ("## List of parts", True),
        ("## Contents", True),
        ("# Contents", False),  # a title
        ("Material\n---", True),
        ("## 1. What\u2019s in", True),
        ("> ## In the box", True),
        ("## Moving pieces", False),
        ("## The pieces", False),  # how each of them moves
        ("## Parts of a turn", False),
        ("# The Box", False),  # the title of the game
        ("## The boxer", False),
        ("# Box\n# Turn", False),
        ("```\n# Box\n```", False),
    ],
)
def test_headings_of_a_list_of_contents(kit: Kit, heading: str, lists: bool) -> None:
    (found,) = find_faults(kit, f"{heading}\n\n- 23 hand cards\n")
    assert ("GF107 error" in found) == lists


NO = "the list of contents has"


@pytest.mark.parametrize(
    ("item", "found"),
    [
        ("- a button for a meeple", []),  # from the household
        ("- 5 gem cases", []),
        ("- 5 meeples", [f"3:3 GF109 note {NO} 'meeples', but no part is called that"]),
        ("- {{ claim(50, 'gem') }} gems:\n  - 5 rubies", []),
        ("- 5 meeples\n- 2 flags", [f"3:3 GF109 note {NO} 'meeples', 'flags', but no parts are called that"]),
        ("- 5 meeples\n- 2 flags\n- 1 pen\n- 4 mugs\n- 6 pads",
         [f"3:3 GF109 note {NO} 'meeples', 'flags', 'pen' and 2 more, but no parts are called that"]),
        ("- {{ claim(50, 'gem') }} gems:\n  - 5 gmes", [f"4:5 GF109 warning {NO} 'gmes', but no part is called that; did you mean 'gems'?"]),
        ("- 5 wooden gmes", [f"3:3 GF109 warning {NO} 'wooden gmes', but no part is called that; did you mean 'gems'?"]),
        ("- Cowreis: 6", [f"3:12 GF109 warning {NO} 'Cowreis', but no part is called that; did you mean 'cowries'?"]),
        ("- 24 cards", []),
        ("- a pencil", []),
        ("- {{ claim(50, 'gem') }} gems and stones", []),
        ("- {{ claim(50, 'gem') }}", []),
        ("- {{ claim(24, 'hand') }} cards", []),
        ("- {{ claim(12, 'hand', player='red') }} wands", []),
        ("- {{ claim(2, 'players()|min') }} meeples", []),
        ("- {{ claim(50, 'gem') }} meeples", [f"3:3 GF109 warning {NO} 'meeples' where the claim counts 'gem'; write 'gems'"]),
        ("- {{ claim(50, 'gem') }} glass drops, called gems", []),
        ("- {{ claim(50, 'gem') }} glass drops, called marbles", [f"3:3 GF109 warning {NO} 'glass drops' where the claim counts 'gem'; write 'gems'"]),
        ("- {{ claim(50, 'gem') }} dice, to throw at gems", [f"3:3 GF109 warning {NO} 'dice' where the claim counts 'gem'; write 'gems'"]),
        ("- {{ claim(1, 'gem') }} meeple", [f"3:3 GF109 warning {NO} 'meeple' where the claim counts 'gem'; write 'gem'"]),
        ("- {{ claim(50, 'gem') }} red dice", [f"3:3 GF109 warning {NO} 'red dice' where the claim counts 'gem'; write 'gems'"]),
        ("- Dice: {{ claim(50, 'gem') }}", [f"3:9 GF109 warning {NO} 'Dice' where the claim counts 'gem'; write 'gems'"]),
        ("- {{ claim(12, 'hand', player='red') }} gems", [
            f"3:3 GF109 warning {NO} 'gems' where the claim counts 'hand'; write 'hand cards'"]),
        ("| Part | Number |\n|---|---|\n| Meeples | {{ claim(50, 'gem') }} |", [
            f"5:13 GF109 warning {NO} 'Meeples' where the claim counts 'gem'; write 'gems'"]),
        ("| | Part | Number |\n|---|---|---|\n| ![](part:gem) | Gems | {{ claim(50, 'gem') }} |", []),
    ],
)  # fmt: skip
def test_names_in_the_contents(kit: Kit, item: str, found: list[str]) -> None:
    assert find_faults(kit, BOX + item) == found


def test_an_example_has_some_of_the_pieces(kit: Kit) -> None:
    assert find_faults(kit, "Only 40 gems were never used.") != []
    assert find_faults(kit, "> Only 40 gems were never used.") == []
    assert [each[:16] for each in find_faults(kit, "> All 50 gems were used.")] == ["1:7 GF108 note {"]


def test_places_of_the_data_are_named(kit: Kit) -> None:
    game, parts = kit
    assert game.first is not None
    (finding,) = check_unmarked_numbers(
        make_context(replace(game, first=replace(game.first, rules=f"{BOX}- 49 gems")), parts)
    )
    line = next(n for n, text in enumerate(GAME.splitlines(), 1) if "title: Gems" in text)
    assert f"({game.file}:{line}:" in finding.message


def test_without_rules_nothing_is_reported(kit: Kit) -> None:
    assert list(check_unmarked_numbers(make_context(kit[0], kit[1]))) == []
    assert list(check_unmarked_numbers(make_context(replace(kit[0], rules=None, first=None), kit[1]))) == []


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


@settings(max_examples=examples(300))
@given(HEADINGS, st.lists(st.tuples(FRAMES, NUMBERS, NOUNS), min_size=1, max_size=4))
def test_a_marked_number_is_never_judged(kit: Kit, heading: str, lines: list[tuple[str, str, str]]) -> None:
    text = "\n".join(frame.format(f"{{{{ claim({number}, 'x') }}}}", noun) for frame, number, noun in lines)
    assert [each for each in find_faults(kit, f"{heading}\n{text}\n") if "GF109" not in each] == []


ROOT = Path(__file__).parents[3]
WORDS = ROOT / "templates" / "words"
GAMES = [*sorted(path.parent for path in (ROOT / "layouts").glob("*/game.yaml")), ROOT / "tests/specimen"]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_games_get_no_warning(folder: Path) -> None:
    game = read_game(folder, KINDS, words=WORDS)
    assert [
        each for each in check_unmarked_numbers(make_context(game, expand_parts(game, KINDS))) if each.level != "note"
    ] == []


def list_contents_claims() -> list[re.Match[str]]:
    """Return the claims in the column `How many` of the contents of Psycle."""
    text = (ROOT / "layouts/psycle/rules.md").read_text("utf-8")
    return list(re.finditer(r"^\| !\[[^|]+\| [A-Z][^|]+ \| (\{\{ claim\((\d+), '\w+'\) \}\}) \|", text, re.MULTILINE))


@pytest.mark.parametrize("claim", list_contents_claims(), ids=lambda claim: claim[0].split("|")[2].strip())
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_each_number_of_a_contents_list_is_found(claim: re.Match[str], by: int) -> None:
    game = read_game(ROOT / "layouts/psycle", KINDS, words=WORDS)
    assert game.first is not None
    number = str(int(claim[2]) + by)
    changed = f"{claim.string[: claim.start(1)]}{number}{claim.string[claim.end(1) :]}"
    rules = read_rules(changed, "rules.md", make_plain_vocabulary(game.colors))
    parts = expand_parts(game, KINDS)
    first = replace(game.first, rules=rules.text, inline=rules.claims, marked=rules.marked)
    line = claim.string.count("\n", 0, claim.start(1)) + 1
    column = claim.start(1) - claim.string.rfind("\n", 0, claim.start(1))
    found = check_unmarked_numbers(make_context(replace(game, first=first), parts))
    (finding,) = [each for each in found if each.place.line == line]
    assert (finding.code, *finding.place[1:]) == ("GF107" if by else "GF108", line, column)
    assert claim[1] in finding.message if not by else f"declares {claim[2]} of" in finding.message


def test_the_contents_of_psycle_are_all_mutated() -> None:
    assert len(list_contents_claims()) == 8


@pytest.mark.parametrize("called", ["", "dark gray", "brown"])
def test_a_color_in_braces_selects_pieces_under_any_name(kit: Kit, called: str) -> None:
    red = replace(kit[0].colors["player.red"], renamed=called)
    painted = replace(kit[0], colors={**kit[0].colors, "player.red": red}), kit[1]
    item = "- {} {{{{ color('player.red') }}}} hand cards\n"
    assert find_faults(painted, BOX + item.format(12)) == [expect_note("3:3", "12, 'hand', player='red'")]
    assert find_faults(painted, BOX + item.format(13)) == [expect_error("3:3", "12 of count('hand', player='red')")]
