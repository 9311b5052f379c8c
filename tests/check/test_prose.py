"""Numbers in the prose of rules are held against the data: right ones are noted, wrong ones refused, the rest passed."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.check.prose.numbers import unmarked
from generator.load.game import read_game
from generator.load.rules import read_rules
from generator.model.game import Game, Part
from generator.model.nearest import did_you_mean
from generator.parts import KINDS
from generator.parts.expand import expand

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


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    folder = tmp_path_factory.mktemp("games") / "wren"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rules.md").write_text("# Wren\n", encoding="utf-8")
    game = read_game(folder, KINDS)
    return game, expand(game, KINDS)


def found(kit: Kit, text: str) -> list[str]:
    """Return what is said of rules: line, column, code and message, with the places in the data by their lines."""
    rules = read_rules(text, "rules.md", kit[0].colors)
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


def unknown(at: str, said: str, name: str, meant: str = "") -> list[str]:
    hint = f"; did you mean {meant!r}?" if meant else did_you_mean("", TITLES)
    return [f"{at} GF109 the rules list {said!r}, but no part is called {name!r}{hint}"]


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
    ("- {{ claim(5, 'gem') }} meeples\n- {{ claim('five', 'gem') }} gems", []),
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
    ("| Gems | 40 each | |\n| Gems | 4 per player | |\n| Gems | 4 sets | |\n| Gems | 60 mm | |\n| Gems | 2 to 9 | |\n| Players | 4 | |\n| Gems | | 4 |", []),
])  # fmt: skip
def test_tables_of_contents(kit: Kit, row: str, said: list[str]) -> None:
    assert found(kit, TABLE + row) == said


@pytest.mark.parametrize(("heading", "judged"), [
    ("## Components", True),
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
    ["- {} {}", "{} {}", "| {1} | {0} |", "- {1}: {0}", "> {} *{}*", "![{} {}](figure:x)", "* **{}** {}, x"]
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
GAMES = [*sorted(path.parent for path in (ROOT / "layouts").glob("*/game.yaml")), ROOT / "tests/specimen"]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_number_of_our_games_is_left_to_mark(folder: Path) -> None:
    game = read_game(folder, KINDS)
    assert list(unmarked(game, expand(game, KINDS))) == []


def listed() -> list[re.Match[str]]:
    """Return the claims in the column `How many` of the contents of Psycle."""
    text = (ROOT / "layouts/psycle/rules.md").read_text("utf-8")
    return list(re.finditer(r"^\| [A-Z][^|]+ \| (\{\{ claim\((\d+), '\w+'\) \}\}) \|", text, re.MULTILINE))


@pytest.mark.parametrize("claim", listed(), ids=lambda claim: claim[0].split("|")[1].strip())
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_each_number_of_a_contents_list_is_found(claim: re.Match[str], by: int) -> None:
    game = read_game(ROOT / "layouts/psycle", KINDS)
    number = str(int(claim[2]) + by)
    changed = f"{claim.string[: claim.start(1)]}{number}{claim.string[claim.end(1) :]}"
    rules = read_rules(changed, "rules.md", game.colors)
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
