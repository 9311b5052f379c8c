"""The words of the rules: what they name, count, add up, refer to and repeat, each mistake at its place; no false error."""

# ruff: noqa: RUF001  signs of sums as people write them

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.check.prose.directions import find_sense
from generator.check.prose.printed_words import check_printed_words, read_texts
from generator.check.prose.repeated_statements import read_rule_statements
from generator.check.prose.rules_prose import RulesProse
from generator.check.prose.rules_words import check_rules_words
from generator.check.prose.unmarked_numbers import check_unmarked_numbers
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.matrix import IDENTITY
from generator.load.braces import read_rules
from generator.load.game import read_game
from generator.load.vocabulary import Vocabulary
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.printed import ReadPiece, TextRun
from generator.model.rules import MarkedText
from tests.mistakes.rows import HOSTS

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "templates" / "words"
LAYOUTS = sorted(path.parent for path in (ROOT / "layouts").glob("*/game.yaml"))

GAME = """\
title: Orchard
version: "1"
players: [2, 5]
colors:
  player.red: {paint: "#D55E00", mark: disc}
  player.blue: {paint: "#0072b2", mark: square}
  player.green: {paint: "#009E73", mark: cross}
parts:
  tree:
    kind: card
    title: Tree cards
    size: standard
    front: a.svg.j2
    rows:
      - {id: apple, number: 3, points: 3, beats: [1, 2], copies: 12}
      - {id: pear, number: 2, points: 2, beats: [1], copies: 12}
      - {id: plum, number: 1, points: 1, beats: [], copies: 16}
  basket: {kind: tile, title: Basket tiles, size: [40, 40], front: a.svg.j2, for_each: player, copies: 2}
  cherry: {kind: token, title: Cherries, diameter: 15, sides: 6, front: a.svg.j2, copies: 60}
  die: {kind: die, title: Dice, size: 16, faces: [1, 6, 2, 5, 3, 4], front: a.svg.j2, copies: 2}
  track: {kind: track, title: Score track, from: 0, to: 50, columns: 17, cell: 10, front: a.svg.j2, copies: 1}
  board:
    kind: board
    title: Garden
    front: a.svg.j2
    copies: 1
    grid: {columns: 4, rows: 3, cell: 20}
    kinds: {gate: [r0c0, r0c3], well: [r1c1]}
    routes: {round: [r0c0..3, r1c3, r2c3..0, r1c0, r0c0]}
setup:
  - {part: cherry, each: 6}
  - {part: tree, each: 4}
rules: rules.md
"""

Kit = tuple[Game, tuple[Part, ...]]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "orchard", GAME)


def read_kit(home: pytest.TempPathFactory, name: str, data: str) -> Kit:
    """Return a game of these data, whose rules are a title alone, and its parts."""
    folder = home.mktemp("games") / name
    folder.mkdir()
    (folder / "game.yaml").write_text(data, encoding="utf-8")
    (folder / "rules.md").write_text(f"# {name.capitalize()}\n", encoding="utf-8")
    game = read_game(folder, KINDS, words=WORDS)
    return game, expand_parts(game, KINDS)


def put_rules(kit: Kit, text: str, tag: str = "") -> Kit:
    """Return the game with other rules, in its first language or in a translation."""
    game, parts = kit
    old = next(each for each in game.languages if each.tag == (tag or game.data.language))
    icons = frozenset(game.data.icons)
    words = Vocabulary(game.colors, game.colors, old.parts, articles=not tag, decimal=old.terms.decimal, icons=icons)
    rules = read_rules(text, old.file, words)
    new = replace(old, rules=rules.text, inline=rules.claims, marked=rules.marked)
    if tag:
        return replace(game, translations=tuple(new if each is old else each for each in game.translations)), parts
    return replace(game, rules=rules.text, inline=rules.claims, marked=rules.marked, first=new), parts


def check_words(kit: Kit, text: str, tag: str = "") -> list[Finding]:
    """Return the findings on rules."""
    game, parts = put_rules(kit, text, tag)
    return [*check_rules_words(game, parts, ())]


def find_faults(kit: Kit, text: str) -> list[str]:
    """Return line, column, code and level of the findings on rules."""
    return [f"{each.place.line}:{each.place.column} {each.code} {each.level}" for each in check_words(kit, text)]


LIST = "\n\n- one\n- two\n- three\n"
HIGH = "The most points win.\n\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # names
        ("Shuffle the three gold meeples.", "1:24 GF160 note"),
        ("Draw a coin.", "1:8 GF160 note"),
        ("Take the purple cherries.", "1:10 GF160 warning"),
        ("Turn up the weather cards.", "1:13 GF160 note"),
        ("Flip the basket cards.", "1:10 GF160 note"),
        ('Play the card "Storm".', '1:15 GF160 note'),
        ("Roll a 13 to win.", "1:8 GF160 note"),
        ("A roll of 5 and 7 is rare.", "1:17 GF160 warning"),
        # directions
        ("Gardeners walk counterclockwise round the garden.", "1:16 GF161 warning"),
        ("Turns go clockwise. Then pass the dice to the player on your right.", "1:62 GF161 note"),
        ("The player to the right of the dealer bids first. The others follow clockwise, if they can.", "1:69 GF161 note"),
        # lists
        (f"Do four things:{LIST}", "1:4 GF162 warning"),
        (f"Four steps follow.{LIST}", "1:1 GF162 note"),
        ("Two things end the game: rain, snow and hail.", "1:1 GF162 note"),
        ("There are four kinds, apple, pear and plum.", "1:11 GF162 note"),
        ("Nine things: two kings, three queens and five aces.", "1:1 GF162 note"),
        ("Nine things:\n\n- two kings\n- three queens\n- five aces\n", "1:1 GF162 warning"),
        # sums
        ("So 3 x 4 = 13.", "1:12 GF163 error"),
        ("That is 3 × 2 + 1 = 8.", "1:21 GF163 error"),
        ("That is 3 − 2 = 2.", "1:17 GF163 error"),
        ("She gets 3 + 4 cherries = 8 cherries.", "1:27 GF163 warning"),
        ("7 plus 5 is 11.", "1:13 GF163 warning"),
        ("A 2 and a 3, that is all. 2 and 3 make 6.", "1:40 GF163 warning"),
        ("| x | n |\n|---|---|\n| a | 2 |\n| b | 3 |\n| Total | 6 |", "5:11 GF163 warning"),
        # winners
        (f"{HIGH}Ann has 12 points, Bo has 15: Ann wins.", "3:31 GF164 warning"),
        (f"{HIGH}Ann has 12 points. Bo has 15. Ann wins by 3 points.", "3:31 GF164 warning"),
        (f"{HIGH}Ann has 12 points, Bo has 15. Ann leads by 3.", "3:31 GF164 warning"),
        (f"{HIGH}Ann has 12 points, Bo has 15. Ann leads.", "3:31 GF164 warning"),
        (f"{HIGH}Ann has 12 points, Bo has 15. Ann leads the race.", "3:31 GF164 warning"),
        ("Two things follow: rain, which falls, and hail, and snow, which costs 3.", "1:1 GF162 note"),
        ("Take the crown of the king.", "1:10 GF160 note"),
        ("Take {{ claim(16, 'tree', id='plum') }} coins.", "1:41 GF160 note"),
        # numbers of the data
        ("| Card | Points |\n|---|---|\n| Apple | 3 |\n| Pear | 3 |", "4:10 GF165 warning"),
        ("| Tree | Copies |\n|---|---|\n| Apple | 13 |", "3:11 GF165 warning"),
        ("## Setup\n\nEach player takes 7 cherries.", "3:19 GF165 warning"),
        ("A game for 2 to 6 players.", "1:17 GF165 warning"),
        ("The baskets come in four colors.", "1:21 GF165 note"),
        ("Walk through the four gates.", "1:18 GF165 warning"),
        ("Cards are numbered 1 to 7.", "1:25 GF165 note"),
        ("Stop on space 60.", "1:15 GF165 warning"),
        ("The 2 beats the 3.", "1:17 GF165 warning"),
        ("The 3 beats nothing.", "1:13 GF165 warning"),
        ("{{ Color('player.red') }} has a square.", "1:33 GF165 warning"),
        ("The garden has four rows of four.", "1:16 GF165 note"),
        ("Put your three basket tiles down.", "1:10 GF165 note"),
        # references
        ("## 1. One\n\nSee section 3.\n\n## 2. Two\n", "3:13 GF166 warning"),
        ("## 1. One\n\nSee sections 1 to 4.\n\n## 2. Two\n", "3:19 GF166 warning"),
        ("1. one\n2. two\n\nGo back to step 3.", "4:17 GF166 warning"),
        ('## One\n\nSee section "Three".', "3:14 GF166 warning"),
        ("## 1. One\n\n## 3. Three\n", "3:1 GF166 warning"),
        ("> **1.** One.\n>\n> **3.** Three.", "3:5 GF166 warning"),
        ("## A. Eggs\n\nLay ripe plums down.\n\n## B. Rain\n\nIt rains.\n\n## C. Nests\n\nEggs fall ([](#b-rain)).", "11:16 GF166 warning"),
        ("## A\n\nRead [](#c) to [](#b).\n\n## B\n\n## C\n", "3:10 GF166 warning"),
        # numbers of examples
        ("Ann has two plums and a pear: 3 × 1 + 2 = 5 points.", "1:31 GF163 warning"),
        ('She reads "3 × 9". The result is 24.', "1:34 GF163 warning"),
        ("Bo stops on space 7. Then she rolls a 3 and comes to space 11. She rolls a 1 and goes to space 11.", "1:60 GF163 note"),
        ("The army holds Marrow and Tarn and has two bands: 3 × 3 + 2 = 11 points.", "1:51 GF163 warning"),
        ("The garden has four gates.", "1:16 GF165 warning"),
        ("Take the next of the 9 cherries.", "1:22 GF165 note"),
        ("An apple and a lamp fall.", "1:16 GF160 note"),
        ("Bo holds two 3s, which are 7 points.", "1:28 GF163 warning"),
        ("A run is in order, such as 5, 6 and 8.", "1:28 GF163 note"),
        ("With a 3 the pawn comes to the fourth square.", "1:32 GF163 note"),
        ("From square 8, five short of home, roll on.", "1:16 GF163 note"),
        ("Lay the cherries in 4 rows of 8.", "1:21 GF163 note"),
        ("Ann gets 6 points, Bo gets 2 points. Bo has more.", "1:45 GF164 warning"),
        # what claims ask for
        ("The pear brings {{ claim(3, \"one('tree', id='apple').points\") }} points.", "1:5 GF165 warning"),
        ("Plant {{ claim(12, 'tree', id='apple') }} pears.", "1:43 GF165 warning"),
        ("Ann is on 11 and has 5 cherries left: {{ claim(7, '11 - 4') }} points.", "1:22 GF163 warning"),
        (
            "Ann has two apples and a plum: {{ claim(6, \"2 * one('tree', id='apple').points\") }} +"
            " {{ claim(2, \"one('tree', id='pear').points\") }} points.",
            "1:26 GF165 warning",
        ),
        # names
        ("Ann digs. Ben and Ann dig. Then Anna rests.", "1:33 GF160 note"),
        # permissions
        ("## A\n\nNobody can enter a shed.\n\n## B\n\nYou may enter a shed.", "7:5 GF168 note"),
        ("## A\n\nYou can go to a shed with a goat.\n\n## B\n\nYou cannot go to a shed with an old goat.", "3:5 GF168 note"),
        ("Turn the golden crown.", "1:17 GF160 note"),
        # single things of the data
        ("Roll the five-sided die.", "1:10 GF165 warning"),
        ("The dice have five sides.", "1:15 GF165 warning"),
        ("The dice have two sides.", "1:15 GF165 warning"),
        ("The cherries have five sides.", "1:19 GF165 warning"),
        ("Keep 17 trees of the same points.", "1:6 GF165 warning"),
        ("Cut it in three halves.", "1:11 GF165 note"),
        ("No card points 3.", "1:16 GF165 warning"),
        ("Gardens touch: gardeners walk over corners.", "1:36 GF161 note"),
        ("A step leads across a corner, **never** over a side.", "1:23 GF161 note"),
        ("A step leads across a corner, **never** over a side.", "1:48 GF161 note"),
        ("Then put the bridge down.", "1:14 GF160 note"),
        ("A plum or a volcano falls.", "1:13 GF160 note"),
        ("Gather chreries. Cherries fall. Pick cherries.", "1:8 GF160 note"),
        ("| n | m |\n|---|---|\n| 0 | a |\n| 1 | b |\n| 2 | c |\n| 4 | d |", "6:3 GF166 note"),
        ("| n | m |\n|---|---|\n| 1 | a |\n| 2 | b |\n| 2 | c |\n| 4 | d |", "5:3 GF166 note"),
        ("| n | m |\n|---|---|\n| 1 | a |\n| 3 | b |\n| 2 | c |\n| 4 | d |", "4:3 GF166 note"),
        # contradictions
        ("| One | takes a pear |\n|---|---|\n| Boy | no |\n\nA boy takes a pear.", "3:9 GF168 warning"),
        ("## A\n\nRed trees shed leaves in autumn storms.\n\n## B\n\nBlue trees shed leaves in autumn storms.", "7:1 GF168 note"),
        ("## A\n\nEvery ripe plum costs 2 coins.\n\n## B\n\nEvery ripe plum costs 1 coin.", "3:23 GF168 note"),
        ("1. Reveal weather.\n2. Plant trees.\n3. Pick cherries.\n\nIn short: reveal weather; pick cherries; plant trees.", "5:27 GF167 warning"),
        ("## One\n\nThe player with the highest total wins.\n\n## Two\n\nThe player with the lowest total wins.", "7:21 GF168 note"),
        ("## One\n\nA ripe apple falls after two storms.\n\n## Two\n\nA ripe apple falls after three storms.", "3:26 GF168 note"),
    ],
)  # fmt: skip
def test_each_mistake_is_told_at_its_place(kit: Kit, text: str, found: str) -> None:
    assert found in find_faults(kit, text)


@pytest.mark.parametrize(
    "text",
    [
        "Shuffle the three cherries. Draw a card. Take the red basket. Turn up the tree cards.",
        "A step leads across a side, **never** over a corner. Nothing moves over the side of the board. If you like, walk over a fallen log.",
        "Follow the road over the bridge to the tower.",
        "You also want a cup for each player. Everybody shakes their cup and rolls the dice.",
        "Take 60 cherries (glass beads or tokens).",
        "Roll a 12 to win. A roll of 5 and 6 is rare.",
        "Gardeners walk clockwise round the garden.",
        "Turns go clockwise. Then pass the dice to the player on your left.",
        "The player to the left of the dealer bids first. If you roll a 6, the others follow counterclockwise.",
        f"Do three things:{LIST}\nThree steps follow.{LIST}\nTwo or three things:{LIST}",
        "Two things end the game: rain and hail. There are three kinds, apple, pear and plum.",
        "Nine things: two kings, three queens and four aces.",
        "Nine things:\n\n- two kings\n- three queens\n- four aces\n",
        "Roll: 1\u20132 = 1 round. So 3 x 4 = 12, 3 × 2 + 1 = 7 and 3 − 2 = 1. 1 wood + 1 brick = 1 road. 7 plus 5 is 12. 2 and 3 make 5.",
        "| x | n |\n|---|---|\n| a | 2 |\n| b | 3 |\n| Total | 5 |",
        "| n | m |\n|---|---|\n| 1 | a |\n| 2 | b |\n| 5 | c |\n| 9 | d |",
        "| n | m |\n|---|---|\n| 1 | a |\n| 2 | b |\n| 3 | c |\n| 5+ | d |",
        "Gather cherries. Cherries ripen. Then cherish the baskets, and carry no burdens.",
        f"{HIGH}Ann has 12 points, Bo has 15: Bo wins.",
        f"{HIGH}Ann has 12 points. Bo has 15. Bo wins, by 15 − 12 = 3 points.",
        f"{HIGH}Ann leads the 12 of plums, and Bo plays the 15. Ann leads pears: she has 12, Bo has 15.",
        f"{HIGH}Ann has 12 points, Bo has 15. Now Ann leads a card.",
        "Two things follow: rain, which costs 1, and hail, which costs 3.",
        "Use the clock of a phone.",
        f"{HIGH}Ann has 12 points for Apple 15. Bo has 7 points. Ann wins.",
        "| Card | Points |\n|---|---|\n| Apple | 3 |\n| Pear | 2 |",
        "## Setup\n\nEach player takes 6 cherries.\n\nA game for 2 to 5 players, best with 3 to 4 players.",
        "The baskets come in three colors. Walk through the two gates. Cards are numbered 1 to 3. Stop on space 50.",
        "The 3 beats the 1 and the 2. The 1 beats nothing. {{ Color('player.red') }} has a disc.",
        "The garden has three rows of four. Put your two basket tiles down.",
        "## 1. One\n\nSee sections 1 to 2, and step 2.\n\n1. one\n2. two\n\n## 2. Two\n",
        "## One\n\nThe player with the highest total wins.\n\n## Two\n\nThe player with the most points wins.",
        "## A. Eggs\n\nLay ripe plums.\n\n## B. Rain\n\nIt rains.\n\n## C. Nests\n\nEggs fall ([](#a-eggs)), [](#a-eggs) to [](#b-rain).",
        'Ann has three plums and a pear: 3 × 1 + 2 = 5 points. She reads "3 × 8". The result is 24.',
        "Bo holds two 3s, which are 6 points. A run is in order, such as 5, 6 and 7. With a 3 the pawn comes to the third square.",
        "From square 8, two short of home, roll on.",
        "Bo stops on space 7. Then she rolls a 3 and comes to space 10. She rolls a 1 and goes to space 11.",
        "Bo stops on space 7. She rolls a 3, two more for the egg, and comes to space 12. A ladder is on space 9.",
        "On space 7, Bo rolls a 3. If she had stayed on space 6, she would come to space 9.",
        "The army holds Marrow, Tarn and Quill and has two bands: 3 × 3 + 2 = 11 points.",
        "She has 3 + 4 = 7 plums in all. Her total is 59 + 2 = 61.",
        "She has four gates. Take the next of the 9 cherries that lie face up.",
        "## Setup\n\nIf you play alone, each player takes 7 cherries.",
        "An apple and a lamp fall. Lamps fall.",
        "Ann gets 6 points, Bo gets 2 points. Ann has more. Bo has fewer points than Ann.",
        "Roll the six-sided die. The dice have six sides. The cherries have two sides and six sides. Cut it in two halves. No card points 4. Take 16 trees of the same points.",
        "The pear brings {{ claim(2, \"one('tree', id='pear').points\") }} points, the apple {{ claim(3, \"one('tree', id='apple').points\") }}.",
        "Plant {{ claim(12, 'tree', id='apple') }} apples, {{ claim(12, 'tree', id='pear') }} pears and {{ claim(16, 'tree', id='plum') }} plums.",
        "Ann has two apples and a plum: {{ claim(6, \"2 * one('tree', id='apple').points\") }} + {{ claim(1, \"one('tree', id='plum').points\") }} points.",
        "Ann has an apple, a pear and a plum: {{ claim(3, \"one('tree', id='apple').points\") }} points for the first.",
        "Ann is on 11 and has 4 cherries left: {{ claim(7, '11 - 4') }} points. On 11, Ann plants 5 plums for {{ claim(9, '4 + 5') }}.",
        "Ann digs. Ben and Ann dig. Then Dan rests, and Ten rest.",
        "One side is plain, the other, with the golden crown, is rich.",
        "## A\n\nYou can go to a shed with a young goat, yours or not.\n\n## B\n\nYou cannot go to a shed with an old goat.",
        "Ann wins, and the plum gets a place by the window.",
        "The older tree is the one with the rings. Take the one with the crown.",
        "## A\n\nNobody can enter a shed.\n\n## B\n\nYou may enter a field. Only you may enter a shed.",
        "A plum or a pear falls.\n\n| One | takes a pear |\n|---|---|\n| Boy | yes |\n\nA boy takes a pear.",
        "## A\n\nRed trees shed leaves in autumn storms.\n\n## B\n\nBlue trees keep leaves in autumn storms.",
        "1. Reveal weather.\n2. Plant trees.\n3. Pick cherries.\n\nIn short: reveal weather; plant trees; pick cherries.",
    ],
)  # fmt: skip
def test_what_is_right_is_not_told(kit: Kit, text: str) -> None:
    assert find_faults(kit, text) == []


@pytest.mark.parametrize(
    ("typed", "found"), [("Spearman", []), ("Speaman", ["2:3 GF160 note"]), ("Spearmen", []), ("Lancer", [])]
)
def test_a_name_that_only_the_rules_spell_right_is_told_at_its_row(
    tmp_path: Path, typed: str, found: list[str]
) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    head = 'title: Wren\nversion: "1"\nplayers: [2, 4]\nrules: rules.md\n'
    part = "parts:\n  unit: {kind: card, size: poker, front: a.svg, rows: u.csv}\n"
    (home / "game.yaml").write_text(head + part, "utf-8")
    (home / "u.csv").write_text(f"id,name,copies\na,{typed},1\nb,Archer,1\n", "utf-8")
    (home / "rules.md").write_text("# Wren\n\nA spearman attacks an archer.\n", "utf-8")
    game, parts = read_layout(home)
    findings = [each for each in check_rules_words(game, parts, ()) if Path(each.place.file).name == "u.csv"]
    assert [f"{each.place.line}:{each.place.column} {each.code} {each.level}" for each in findings] == found


def test_a_message_names_both_places(kit: Kit) -> None:
    (finding,) = check_words(kit, "## Setup\n\nEach player takes 7 cherries.")
    assert f"'7 cherries', but the setup has 6 ({kit[0].file}:" in finding.message


def test_the_word_that_tells_the_winner_is_quoted(kit: Kit) -> None:
    (finding,) = check_words(kit, f"{HIGH}Ann has 12 points, Bo has 15: so **Ann leads**.")
    assert finding.message == "the example says 'Ann leads', but by its numbers (Ann 12, Bo 15) 'Bo' wins"


def test_items_are_quoted_without_blanks_before_commas(kit: Kit) -> None:
    (finding,) = check_words(kit, "Two things follow: *rain*, which falls, *hail*, and *snow*.")
    says = (
        "the rules say 'Two' things, but 3 follow: 'rain, which falls, hail, and snow'; correct the number or the list"
    )
    assert finding.message == says


HARMLESS = """\
The second edition had 44 cubes.
In the original there were 60 gems, 8 dice and 3 boards.
If you own the expansion, shuffle in its 12 event tiles.
The first to collect 300 gems wins a variant that we never liked.
Chess has 32 pieces and 64 squares; this game has neither.
Another game of ours uses 110 cards and a timer.
Up to 500 pieces may be in play at once, it seems.
It costs 4 points per card, so 12 cards cost 48 points.
The 3rd player takes the 3rd card from the left.
See page 14 of the published rules for an older way.
The deluxe box, at 59 dollars, came with 90 wooden pawns.
On 24 December 1987 someone played 31 games in a row.
More than 200 cards would be too many to shuffle.
With fewer than 3 players, leave out the third die.
"Take 99 gems," says the card in the cartoon.
"Roll a 9!" she cried, and everybody laughed.
A roll of 7 is impossible with one die.
Nobody can roll a 13 with two dice.
In chess, a pawn that reaches the last row becomes a queen.
A coin will do as a marker.
Use a cup or a bag to shake the dice.
Three things matter: patience, luck and a large table.
There are two kinds of players: those who plan.
There are three reasons to pass: one is fear, another is greed, and the third nobody knows.
Some say clockwise, some counterclockwise; we say neither matters.
If you play clockwise by mistake, just go on.
In the previous edition play went counterclockwise.
2 × 3 = 6, and 6 + 6 = 12.
1 wood + 1 brick = 1 road.
6 + 6 = 20 points, for a double six counts more.
If you play on a clock, 11 + 3 = 2.
10 / 4 = 2, rounded down.
1 = 5 points.
A 2 and a 3 make a pair of neighbors.
It is 3 to 4 hours by train.
Ann has 12 points, Ben has 15; Ann has won before.
Ann has 12 points and Ben 15, but Ann would win if she had the crown.
Section 4 of the tournament rules does not apply.
See figure 3 in the book of the author.
Step 9 of the recipe is to let it cool.
The 5 steps of grief are not in this box.
Scores of 100 and more are rare.
Play to 50 points, or 100, or as you like.
Six of one, half a dozen of the other.
In 1995 there were 4,000 copies.
Ages 8 and up, for about 30 to 45 minutes.
For 5 or 6 players you need two copies of the game.
With 7 players, form teams.
The winner of 3 games out of 5 wins the match.
The purple pawn of the big box is missing here.
The "Golden Rule" of games: have fun.
The section "Frequently asked questions" is on our web site.
A 10-sided die shows 0 to 9.
The 2-player game of the same name has 40 cards.
The ratio is 3:4, the score was 3:2.
All 400 cards of the publisher's older games fit in one drawer.
There are 90 cards in a canasta set, and 4 jokers.
Once there were 12 boards like this one in the museum.
The fewest points win in golf, the most in tennis.
A friend of ours owns 77 gems and 9 boards.
Imagine 1,000 dice: 1,000 × 6 = 6,000 pips at most.
"""
QUIET = """\
Nan, a friend of Ann's, once won with nothing but luck.
Nobody can know what the others plan.
You can know it later.
You may talk about the weather.
No player can talk a die into a six.
A small joke may help; a large one never hurts.
The red of autumn is not the red of a fire engine.
Blue moods pass.
Yellow is the color of lemons, and green that of limes.
If you like, you can stand up while you play.
You can't stand up on a chair, though.
Bill Bull built a bell.
We played it 40 times, 11 of them in the rain.
On 3 of 7 evenings somebody laughed.
Half a turn of the wrist is enough.
A quarter of the players never read the rules.
Left alone, the game waits.
Right you are.
There is more to it, or less.
May the best player win.
Can you keep a secret? Ben can.
Cats may sit on the board, but no cat may win.
Turn the page.
Two wrongs don't make a right.
First come, first served; the last is not lost.
The middle of the night is a good time to stop.
Opposite views are welcome.
Those who sit across from one another can see each other's faces.
Both 2s and 5s are prime, and 0s are round.
It takes 1 to begin and 2 to play.
"""
HARMLESS_GERMAN = """\
Die zweite Auflage hatte 44 Steine.
In der Erstausgabe gab es 60 Muscheln und 3 Würfel.
Wenn ihr die Erweiterung besitzt, mischt ihre 12 Karten ein.
Ein anderes Spiel von uns hat 110 Karten und eine Sanduhr.
Bis zu 500 Steine wären zu viel.
Der 3. Spieler nimmt die 3. Muschel von links.
Auf Seite 14 des Originals steht es anders.
Am 24. Dezember 1987 spielten wir 31 Partien.
Mehr als 200 Steine kann niemand tragen.
„Nimm 99 Steine“, sagte sie.
Eine Münze tut es auch.
Drei Dinge zählen: Geduld, Glück und ein großer Tisch.
Früher ging es im Uhrzeigersinn weiter, heute nicht mehr.
2 × 3 = 6 und 6 + 6 = 12.
6 + 6 = 20 Punkte, denn ein Pasch zählt mehr.
Ann hat 12 Punkte, Ben hat 15; Ann hat früher einmal gewonnen.
Für 5 oder 6 Spieler braucht ihr zwei Spiele.
Zu siebt spielt man in Teams.
Die lila Steine der großen Ausgabe fehlen hier.
Spielt bis 50 Punkte oder bis 100, wie ihr mögt.
Ab 8 Jahren, etwa 30 bis 45 Minuten.
Im Schach gibt es 32 Figuren und 64 Felder.
10 / 4 = 2, abgerundet.
Jeder kennt jemanden, der 77 Muscheln besitzt.
"""


def read_layout(folder: Path) -> Kit:
    """Return one of the games."""
    game = read_game(folder, KINDS, words=WORDS)
    return game, expand_parts(game, KINDS)


def find_harmless_cases() -> Iterator[tuple[Path, str, str]]:
    """Yield each game with the harmless sentences of each of its languages."""
    for folder in LAYOUTS:
        yield folder, "", HARMLESS
    yield ROOT / "layouts/pachisi", "de", HARMLESS_GERMAN


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("folder", "tag", "lines"), [*find_harmless_cases()])
def test_harmless_sentences_are_no_errors(folder: Path, tag: str, lines: str) -> None:
    kit = read_layout(folder)
    rules = (folder / (f"rules.{tag}.md" if tag else "rules.md")).read_text("utf-8")
    assert len(lines.splitlines()) > (20 if tag else 60)
    middle = rules.index("\n## ", len(rules) // 3)
    for at in (middle, len(rules)):
        text = rules[:at] + "\n\n" + "\n\n".join(lines.splitlines()) + "\n\n" + rules[at:]
        game, parts = put_rules(kit, text, tag)
        found = [*check_rules_words(game, parts, ()), *check_unmarked_numbers(game, parts)]
        assert [str(each) for each in found if each.level == "error"] == []


@pytest.mark.parametrize("folder", LAYOUTS, ids=lambda folder: folder.name)
def test_harmless_sentences_get_no_warning(folder: Path) -> None:
    rules = (folder / "rules.md").read_text("utf-8")
    assert len(QUIET.splitlines()) == 30
    game, parts = put_rules(read_layout(folder), f"{rules}\n\n## Chatter\n\n" + "\n\n".join(QUIET.splitlines()))
    found = [*check_rules_words(game, parts, ()), *check_unmarked_numbers(game, parts)]
    assert [str(each) for each in found if each.level != "note"] == []
    assert [str(each) for each in found if each.code in ("GF160", "GF163", "GF165", "GF168")] == []


@pytest.mark.parametrize("folder", LAYOUTS, ids=lambda folder: folder.name)
def test_the_games_have_nothing_to_report(folder: Path) -> None:
    game, parts = read_layout(folder)
    assert [*check_rules_words(game, parts, ())] == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("game", "old", "new", "found"),
    [
        ("psycle", "Read sections 2 to 5 aloud", "Read sections 2 to 15 aloud", "GF166 warning"),
        ("psycle", "Ben takes the victory tile", "Ann takes the victory tile", "GF164 warning"),
        ("psycle", "still scores less than Cleo", "still scores more than Cleo", "GF164 warning"),
        ("psycle", "the 1 beats the 5.*", "the 1 beats the 4.*", "GF165 warning"),
        ("psycle", "{{ color('player.blue') }} a disc", "{{ color('player.blue') }} a square", "GF165 warning"),
        ("hypnosia", "All pawns run counterclockwise.", "All pawns run clockwise.", "GF161 warning"),
        ("hypnosia", "to the player on your left.", "to the player on your right.", "GF161 warning"),
        ("pachisi", "Here are three other ways to make", "Here are four other ways to make", "GF162 warning"),
        ("psychopaths", "Four things prevent it:", "Three things prevent it:", "GF162 warning"),
        ("pharaoh", "In step 4, bend", "In step 8, bend", "GF166 warning"),
        (
            "pharaoh",
            "the player on your left goes next.[^custom]",
            "the player on your right goes next.[^custom]",
            "GF161 warning",
        ),
    ],
)
def test_mistakes_in_the_games_are_told(game: str, old: str, new: str, found: str) -> None:
    folder = ROOT / "layouts" / game
    text = (folder / "rules.md").read_text("utf-8")
    assert text.count(old) == 1
    line = text[: text.index(old)].count("\n") + 1
    findings = check_words(read_layout(folder), text.replace(old, new))
    assert (line, *found.split()) in {(each.place.line, each.code, each.level) for each in findings}


def test_the_sense_of_a_board_is_that_of_its_routes_and_one_way_joins(kit: Kit) -> None:
    boards = {part.id: part.board for part in kit[1] if part.board}
    assert find_sense(boards["board"]) is True
    hypnosia = {part.id: part.board for part in read_layout(ROOT / "layouts/hypnosia")[1] if part.board}
    assert find_sense(hypnosia["board"]) is False
    pharaoh = {part.id: part.board for part in read_layout(ROOT / "layouts/pharaoh")[1] if part.board}
    assert find_sense(pharaoh["board"]) is None


@pytest.mark.parametrize(
    ("word", "found"),
    [("letzte", 0), ("nächste", 0), ("dritte", 0), ("übrige", 0), ("silbrige", 1)],
)
def test_which_card_of_a_deck_is_no_name(word: str, found: int) -> None:
    folder = HOSTS / "deichwache"
    text = (folder / "rules.md").read_text("utf-8").replace("die letzte Ereigniskarte", f"die {word} Ereigniskarte")
    told = [each for each in check_words(read_layout(folder), text) if f"{word} Ereigniskarte" in each.message]
    assert [each.code for each in told] == ["GF160"] * found


@pytest.mark.parametrize(
    ("tag", "color", "text", "found"),
    [
        ("de", "blau", "Ihre blaue Dohle fliegt.", []),
        ("de", "blaue", "Sie fliegt mit der blauen Dohle.", []),
        ("de", "blau", "Ihre gelbe Dohle fliegt.", ["1:6 GF160 warning"]),
        ("fr", "bleu", "Prenez une bleue Dohle.", []),
        ("fr", "blanc", "Prenez une blanche Dohle.", []),
        ("fr", "blanc", "Prenez une verte Dohle.", ["1:12 GF160 warning"]),
    ],
)
def test_a_color_may_have_an_ending(
    tmp_path_factory: pytest.TempPathFactory, tag: str, color: str, text: str, found: list[str]
) -> None:
    data = GAME.replace("title: Orchard", f"title: Orchard\nlanguage: {tag}").replace("title: Cherries", "title: Dohle")
    kit = read_kit(tmp_path_factory, "daws", data.replace("mark: square", f"mark: square, name: {color}"))
    assert find_faults(kit, text) == found


STEPS = "1. Reveal the weather.\n2. Plant a tree.\n3. Pick ripe cherries.\n\nYou get 2 points for a ripe plum.\n"


def print_words(kit: Kit, rules: str, *lines: str) -> list[str]:
    """Return the code and the level of what is said of lines on a piece."""
    game, parts = put_rules(kit, rules)
    assert game.first is not None
    runs = tuple(TextRun(line, "", 3, (1, 0, 0, 1, 5, 10 * n)) for n, line in enumerate(lines))
    face = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs)
    prose = RulesProse(game, game.first)
    assert prose.words is not None
    statements = read_rule_statements(prose, prose.words)
    return [f"{each.code} {each.level}" for each in check_printed_words(prose, statements, game, parts, [face])]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["Reveal weather", "Plant a tree", "Pick cherries"], []),
        (["Reveal weather", "Pick cherries", "Plant a tree"], ["GF167 warning"]),
        (["Reveal weather", "Plant a tree", "Pick from the tree that you plant"], []),
        (["Plant a tree", "Reveal weather", "Pick from the tree that you plant"], ["GF167 warning"]),
        (["2 points for each ripe plum"], []),
        (["3 points for each ripe plum"], ["GF167 note"]),
        (["+3 for a ripe plum"], ["GF167 warning"]),
        (["only 3 points for each ripe plum"], []),  # an exception to the rules
    ],
)
def test_words_on_pieces_are_compared_with_the_rules(kit: Kit, lines: list[str], found: list[str]) -> None:
    assert print_words(kit, STEPS, *lines) == found


@pytest.mark.parametrize(
    ("design", "rules", "found"),
    [
        ("pear", "> Three trees near the apple: the ripe plum takes 5 coins.", []),
        ("apple", "> Three trees near the apple: the ripe plum takes 5 coins.", ["GF167 note"]),
        ("pear", "Three trees near the apple: the ripe plum takes 5 coins.", ["GF167 note"]),
        ("pear", "> All the ripe cherries take 5 + 1 = 6 coins.", []),
        ("pear", "> All the ripe cherries take 6 coins.", ["GF167 note"]),
    ],
)
def test_an_example_about_one_card_is_not_held_against_another(
    kit: Kit, design: str, rules: str, found: list[str]
) -> None:
    game, parts = put_rules(kit, rules)
    assert game.first is not None
    line = "ripe plum takes 4 coins" if "plum" in rules else "ripe cherries take 4 coins"
    runs = (TextRun(line, "", 3, (1, 0, 0, 1, 5, 10)),)
    face = ReadPiece(
        f"tree.{design}.c1.front", "tree", design, 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs
    )
    prose = RulesProse(game, game.first)
    assert prose.words is not None
    told = check_printed_words(prose, read_rule_statements(prose, prose.words), game, parts, [face])
    assert [f"{each.code} {each.level}" for each in told] == found


TRICK = (
    "The highest plum wins the trick. The winner takes the cards and leads the next trick. The smallest basket is"
    " yours.\n\nA basket: at least three cherries in a row.\n\nThere are the apple, the pear and two cherry plums.\n\n"
    "The plums of the orchard and its pears ran at a loss for thirty-one years.\n"
)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("or the highest plum", []),
        ("or the lowest plum", ["GF167 note"]),
        ("the smallest basket", []),
        ("the lowest cherry", []),
        ("The winner leads the next trick", []),
        ("The loser leads the next trick", ["GF167 note"]),
        ("A basket: at least three cherries in a row", []),
        ("A basket: three or more cherries in a row", []),  # that is the same
        ("A basket: at most three cherries in a row", ["GF167 note"]),
        ("plum 5, cherry 3, apple 4.", []),  # what each is worth
        ("Orchard of plums and pears, 1911", []),
    ],
)
def test_opposites_on_pieces_are_compared_with_the_rules(kit: Kit, line: str, found: list[str]) -> None:
    assert print_words(kit, TRICK, line) == found


def test_a_title_on_a_piece_belongs_to_the_text_below_it(kit: Kit) -> None:
    rules = "A ripe plum at the gate leaves with the number on its stone or less.\n"
    game, parts = put_rules(kit, rules)
    assert game.first is not None
    prose = RulesProse(game, game.first)
    assert prose.words is not None
    for below, found in (("with its number or more", ["GF167 note"]), ("with its number or less", [])):
        runs = (
            TextRun("Leave the gate", "", 4, (1, 0, 0, 1, 5, 10)),
            TextRun(below, "", 3, (1, 0, 0, 1, 5, 14)),
        )
        face = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs)
        statements = read_rule_statements(prose, prose.words)
        told = check_printed_words(prose, statements, game, parts, [face])
        assert [f"{each.code} {each.level}" for each in told] == found


def test_lines_below_one_another_are_one_text() -> None:
    runs = [TextRun(text, "", 3, (1, 0, 0, 1, x, y)) for text, x, y in [("one", 5, 5), ("two", 5, 9), ("three", 5, 30)]]
    assert [each.text for each in read_texts(runs)] == ["one two", "three"]


def test_places_are_those_of_marked_text(kit: Kit) -> None:
    game, _ = put_rules(
        kit, "# A\n\n{{ color('player.red') }} and {{ claim(40, 'tree') }}\nthen {{ claim(60, 'cherry') }} x\n\ny"
    )
    assert game.first is not None
    prose, text = RulesProse(game, game.first), MarkedText(game.first.rules, game.first.marked)
    places = [prose.place(at) for at in range(len(text.text))]
    assert places == [text.place(at, game.first.file) for at in range(len(text.text))]
    assert places[-1].line == 6


MONEY = """\
title: Money
version: "1"
players: [2, 5]
parts:
  coin:
    kind: token
    title: Shillings
    diameter: 15
    front: a.svg.j2
    rows: [{value: 1, copies: 30}, {value: 5, copies: 20}]
  line:
    kind: board
    title: Line
    front: a.svg.j2
    copies: 1
    cells: {top: {at: [20, 20], diameter: 20}, foot: {at: [20, 90], diameter: 20}}
    size: [60, 120]
    joins: [[top, foot, incline, one-way]]
setup:
  - {part: coin, each: 3, where: {value: 1}}
  - {part: coin, each: 1, where: {value: 5}}
rules: rules.md
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Money\n\n## Setup\n\nEach player takes one five and three ones: 8 shillings.", []),
        ("# Money\n\n## Setup\n\nEach player takes one five and three ones: 9 shillings.", ["5:44 GF165 warning"]),
        ("The engine climbs the incline.", ["1:12 GF161 note"]),
        ("The engine is unable to climb the incline.", []),
    ],
)
def test_what_coins_are_worth_together(tmp_path_factory: pytest.TempPathFactory, text: str, found: list[str]) -> None:
    assert find_faults(read_kit(tmp_path_factory, "money", MONEY), text) == found


def test_words_that_join_names_are_no_sort(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = GAME.replace('version: "1"', 'version: "1"\nlanguage: fr').replace(
        "title: Cherries", "title: Cubes de vache"
    )
    folder = tmp_path_factory.mktemp("games") / "vaches"
    folder.mkdir()
    (folder / "game.yaml").write_text(data, encoding="utf-8")
    (folder / "rules.md").write_text("# Vaches\n", encoding="utf-8")
    game = read_game(folder, KINDS, words=ROOT / "templates/words")
    kit = game, expand_parts(game, KINDS)
    assert find_faults(kit, "Odile a trois vaches\u00a0; la troisi\u00e8me vache attendra.") == []
