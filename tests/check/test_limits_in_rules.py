"""Ties, seats, limits, ranges and places that two sentences tell differently are reported; what is right gets nothing."""

import shutil
from pathlib import Path

import pytest

from generator.check.prose.printed_words import read_texts
from generator.check.prose.rules_words import check_rules_words
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.matrix import IDENTITY
from generator.load.game import read_game
from generator.model.printed import ReadPiece, TextRun
from tests.check.test_rules_words import Kit, check_words, put_rules, read_kit
from tests.mistakes.rows import EXAMPLES

GAME = """\
title: Fen
version: "1"
players: [2, 4]
icons: {swap: a.svg#swap}
parts:
  tile:
    kind: tile
    title: Tiles
    size: [40, 40]
    front: a.svg.j2
    stock: "card, 200 to 250 gsm"
    rows:
      - {id: bend, west: river, north: field, east: wood, south: river, copies: 6}
      - {id: way, west: river, north: field, east: river, south: field, copies: 6}
  bead: {kind: token, title: Beads, diameter: 15, front: a.svg.j2, copies: 9}
  die: {kind: die, title: Die, size: 16, faces: [1, 6, 2, 5, 3, 4], front: a.svg.j2, copies: 1}
  marsh:
    kind: board
    title: Marsh
    front: a.svg.j2
    copies: 1
    grid: {columns: 4, rows: 4, cell: 20}
    kinds: {hill: [r0c0, r3c3], pool: [r1c1]}
    routes: {heron: [r0c1..3], crane: [r1c2..3], stork: [r2c0..2]}
rules: rules.md
"""


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "fen", GAME)


END = "The most points win. "
TIES = "## End\n\nThe most points win. A tie goes to the player with a token on the highest place.\n\n## In short\n\n"
TILES = "Draw a tile. Lay the tile down. Turn the tile. Keep the tile. Pass a tile. Hide the tile. "
BANDS = "| Points | Rank |\n|---|---|\n| 1 to 9 | a |\n| 10 to 19 | b |\n| {} to 29 | c |\n| 30 to 39 | d |"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        # ties
        (f"{TIES}{END}In a tie, the highest place wins.", []),
        (f"{TIES}{END}In a tie, the lowest place wins.", ["GF168 7:36"]),
        (f"{TIES}{END}In a tie, the most captures win.", ["GF168 7:36"]),
        (f"{TIES}{END}In a tie, share the win.", []),
        (f"{TIES}Ties for the highest bid: the highest roll wins.", []),
        (f"{TIES}## Variants\n\n{END}In a tie, the most captures win.", []),
        # seats
        ("Ann sits at the lower edge, Bo at the left edge and Cy at the left edge.", ["GF161 1:63"]),
        ("Clockwise, Ann sits at the lower edge, Bo at the left edge and Cy at the upper edge.", []),
        ("Clockwise, Ann sits at the lower edge, Bo at the right edge and Cy at the upper edge.", ["GF161 1:75"]),
        ("Ann sits at the lower edge, Bo at the right edge and Cy at the upper edge.", []),
        ("Glue the left edge to the left edge of the left side.", []),
        # ordinals
        ("A nest never holds more than two: a third egg breaks it.", []),
        ("A nest never holds more than three: a third egg breaks it.", ["GF163 1:30"]),
        ("She moves three squares. She could have gone a fourth square, but stops.", []),
        ("She moves two squares. She could have gone a fourth square, but stops.", ["GF163 1:11"]),
        ("She moves two squares and gets a third of the points.", []),
        ("She moves two squares. On a fifth feather she rests.", []),
        ("A hen moves up to four squares.\n\n> She could have gone a fourth square.", []),
        ("A hen moves up to three squares.\n\n> She could have gone a fourth square.", ["GF166 3:25"]),
        # ranges
        ("Play against 25 points. With 20 to 24 you nearly made it.", []),
        ("Play against 25 points. With 20 to 29 you nearly made it.", ["GF168 1:30"]),
        ("Play to 3 points. With 2 to 4 players, play faster.", []),
        (BANDS.format(20), []),
        (BANDS.format(19), ["GF168 5:3"]),
        (BANDS.format(21), ["GF168 5:3"]),
        (BANDS.format(25), []),
        # places
        ("Nobody can build on a hill. A nest on a hill is worth 2 points.", ["GF168 1:23"]),
        ("Nobody can build on a pool. A nest on a hill is worth 2 points.", []),
        ("Nests on a hill can't be robbed. A nest on a hill is worth 2 points.", []),
        ("Nobody can build on a hill, except the heron. A nest on a hill is worth 2 points.", []),
        ("Nobody can build on a hill. There are no points for a nest on a hill.", []),
        ("Squares that share a corner are neighbors.", ["GF161 1:22"]),
        ("Squares that share a side are neighbors.", []),
        ("Squares that share only a corner are not neighbors.", []),
        # counts
        ("Lay a tile down. Mix the other 11 tiles.", []),
        ("Lay a tile down. Mix the other 10 tiles.", ["GF165 1:32"]),
        ("Lay two tiles down. Mix the other 10 tiles.", []),
        ("Deal 3 to each. Mix the other 4 tiles.", []),
        ("Roll the die of six.", []),
        ("Roll the die of eight.", ["GF165 1:17"]),
        ("Roll one die of eight colors.", []),
        # words and papers
        (TILES + "Turn up the top tile.", []),
        (TILES + "Turn up the top mat.", []),
        (TILES + "Turn up the top card.", ["GF160 1:107"]),
        (TILES + "Turn up the top card, and lay the card down.", []),
        (TILES.replace("ile", "ead").replace("T", "B").replace(" t", " b") + "Move the stone.", ["GF160 1:100"]),
        (TILES + "Move the stone.", []),  # the rules never say bead
        ("Build a tower on a hill.", ["GF160 1:9"]),
        ("Tiles need card of 160 to 200 gsm.", []),
        ("Tiles need card of 120 to 160 gsm.", ["GF165 1:20"]),
        ("Tiles need card of 250-300 gsm.", []),
        ("Tiles need card of 300 gsm.", ["GF165 1:20"]),
        ("Dice need card of 300 gsm.", []),
        ("| Piece | Paper |\n|---|---|\n| Die | 120 gsm, glued to a tile |\n| Tile | 120 gsm |", ["GF165 4:10"]),
        # lists
        ("Lay river to river, field to field, wood to wood.", []),
        ("Lay river to river, field to field, stone to stone.", ["GF160 1:37"]),
        ("| Bird | Song |\n|---|---|\n| Heron | a |\n| Crane | b |\n| Stork | c |", []),
        ("| Bird | Song |\n|---|---|\n| Heron | a |\n| Goose | b |\n| Stork | c |", ["GF160 4:3"]),
    ],
)  # fmt: skip
def test_what_two_sentences_tell_differently(fen: Kit, rules: str, told: list[str]) -> None:
    codes = ("GF160", "GF161", "GF163", "GF165", "GF166", "GF168")
    found = [each for each in check_words(fen, rules) if each.code in codes]
    assert [f"{each.code} {each.place.line}:{each.place.column}" for each in found] == told


def test_the_name_of_a_track_is_no_route_in_a_list(tmp_path: Path) -> None:
    folder = tmp_path / "night-sky"
    shutil.copytree(EXAMPLES / "night-sky", folder)
    text = (folder / "rules.md").read_text("utf-8")
    for name, found in (("Kite", []), ("Cart", ["GF160 14"])):
        (folder / "rules.md").write_text(text.replace("| Kite |", f"| {name} |"), "utf-8")
        game = read_game(folder, KINDS)
        told = check_rules_words(game, expand_parts(game, KINDS), ())
        assert [f"{each.code} {each.place.line}" for each in told if each.code == "GF160"] == found


SWAP = "- {swap}: later, you and the player on your left give each other one card."


@pytest.mark.parametrize(
    ("rules", "line", "told"),
    [
        (SWAP, "Swap one card with the player on your right.", ["GF167 note"]),
        (SWAP, "Swap one card with the player on your left.", []),
        (SWAP, "Pay the player on your right.", []),
        ("If the bid is met, you get 3 points more; if not, 2 points less.", "Bid missed: +2 points", ["GF167 note"]),
        ("If the bid is met, you get 3 points more; if not, 2 points less.", "Bid missed: -2 points", []),
        ("If the bid is met, you get 3 points more; if not, 2 points less.", "Bid met: -3 points", ["GF167 note"]),
        ("You lose 2 points, or get 2 points more.", "Bid missed: +2 points", []),
        ("If it is missed, you lose 2 points.", "Missed: +2 coins", []),
        ("| Four different nests | +6 |\n|---|---|\n| x | y |", "+6 for four different nests", []),
        (f"{SWAP}\n- {{swap}}: one card goes to the player on your right.", "Swap one card: on your right.", []),
    ],
)
def test_a_piece_says_the_opposite_of_the_rules(fen: Kit, rules: str, line: str, told: list[str]) -> None:
    game, parts = put_rules(fen, rules)
    runs = (TextRun(line, "", 3, (1, 0, 0, 1, 5, 10)),)
    face = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs)
    found = [each for each in check_rules_words(game, parts, [face]) if each.code == "GF167"]
    assert [f"{each.code} {each.level}" for each in found] == told


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("a heron flies only over a stork", True),
        ("only a heron flies over a stork", False),
        ("a heron flies over a stork", False),  # says less
        ("a crane flies only over a stork", False),  # says something else
        ("only a heron flies; over a stork, too", False),
    ],
)
def test_only_stands_before_what_the_rules_limit(fen: Kit, line: str, is_told: bool) -> None:
    game, parts = put_rules(fen, "Note that only a heron flies over a stork, and only once.")
    runs = (TextRun(line, "", 3, (1, 0, 0, 1, 5, 10)),)
    face = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs)
    found = [each.message for each in check_rules_words(game, parts, [face]) if each.code == "GF167"]
    says = "die.1.c1.front prints {!r}, but the rules say 'Note that only a heron flies over a stork, and only once.'"
    assert [each.partition(" (")[0] for each in found] == ([says.format(line)] if is_told else [])
    assert all(each.endswith("rules.md:1:1); correct one of them") for each in found)


def test_bold_words_are_part_of_their_line() -> None:
    """A bold word in a line, a comma behind it, and an icon that cuts the next line in two."""
    texts = (("When you", 5.0, 10.0), ("rest", 12.0, 10.0), (", another", 14.1, 10.0), ("gains 1.", 5.0, 14.0))
    cut = (("Then you", 5.0, 30.0), ("rises.", 15.0, 30.0), ("No more.", 5.0, 34.0))
    widths = {"When you": 2.2, "rest": 0.7, ", another": 2.0, "Then you": 2.2}
    runs = [TextRun(text, "", 3, (1, 0, 0, 1, x, y), widths.get(text, 1.0)) for text, x, y in (*texts, *cut)]
    told = [each.text for each in read_texts(runs)]
    assert told == ["When you rest, another gains 1.", "Then you", "rises.", "No more."]


@pytest.mark.parametrize(
    ("heads", "told"),
    [
        (("Forest", "Market", "Harbor"), ["take 2", "take 3", "draw 2"]),
        (("1", "2", "3"), ["take 2", "take 3", "draw 2"]),
        (("Forest", "and so", "it goes"), ["take 2 take 3 draw 2"]),  # two columns of text
        (("Forest", "", ""), ["take 2 take 3 draw 2"]),
    ],
)
def test_cells_of_a_table_are_texts_of_their_own(heads: tuple[str, ...], told: list[str]) -> None:
    rows = enumerate(zip(heads, ("take 2", "take 3", "draw 2"), strict=True))
    texts = [(text, x, 10.0 + 5 * n) for n, (head, cell) in rows for text, x in ((head, 5.0), (cell, 30.0))]
    runs = [TextRun(text, "", 3, (1, 0, 0, 1, x, y), 1.0) for text, x, y in texts]
    assert [each.text for each in read_texts(runs) if each.x > 20] == told


@pytest.mark.parametrize(("last", "told"), [("is tossed, too.", []), ("The bead is tossed, too.", ["GF167"])])
def test_the_end_of_a_sentence_is_no_step(fen: Kit, last: str, told: list[str]) -> None:
    game, parts = put_rules(
        fen, "1. Lay a tile down.\n2. The bead is tossed.\n3. Roll the die again.\n4. Pass it on.\n"
    )
    lines = ("Lay a tile down.", "Roll the die again.", last)
    runs = tuple(TextRun(text, "", 3, (1, 0, 0, 1, 5, 10 + 9 * n)) for n, text in enumerate(lines))
    face = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs)
    assert [each.code for each in check_rules_words(game, parts, [face]) if each.code == "GF167"] == told


@pytest.mark.parametrize(("text", "told"), [("3 coins {swap}", []), ("3 coins", ["GF160"])])
def test_a_claimed_number_before_an_icon_counts_what_a_board_shows(fen: Kit, text: str, told: list[str]) -> None:
    claim = "{{ claim(3, \"routes('marsh', 'heron')|length\") }}"
    found = check_words(fen, f"Walk past {text.replace('3', claim)} and rest.")
    assert [each.code for each in found if each.code == "GF160"] == told


@pytest.mark.parametrize(("sign", "told"), [("+", ["GF167"]), ("\u2212", [])])
def test_a_number_in_bold_goes_on_with_its_sign(fen: Kit, sign: str, told: list[str]) -> None:
    game, parts = put_rules(fen, "Whoever misses the bid gets 2 points less.")
    texts = (("Bid missed:", 5.0), (sign, 30.0), ("2", 31.5), ("points", 33.2), ("9", 50.0))
    runs = tuple(TextRun(text, "", 3, (1, 0, 0, 1, x, 10)) for text, x in texts)
    face = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs)
    found = [each for each in check_rules_words(game, parts, [face]) if each.code == "GF167"]
    assert [each.code for each in found] == told
    assert all("'Bid missed: +2 points'" in each.message for each in found)


NEVER = "A heron never moves diagonally. A crane moves one square, but never backward.\n\n"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Each step takes the heron forward, sideways or diagonally.", ("forward, sideways or diagonally", 3, 48, 21)),
        ("Cranes move forward or backward.", ("move forward or backward", 3, 24, 69)),
        ("The crane moves diagonally.", None),  # another piece
        ("Each step takes the heron forward or sideways, not diagonally.", None),
        ("If it has flown, a heron can move diagonally.", None),  # a special case
        ("> The heron moves diagonally, which is wrong.", None),  # an example
        ("Ein Reiher zieht nie schräg. Der Reiher zieht schräg.", None),  # other words than those of the language
    ],
)
def test_a_way_to_move_is_allowed_and_forbidden(fen: Kit, said: str, told: tuple[str, int, int, int] | None) -> None:
    found = [each for each in check_words(fen, f"{NEVER}{said}") if each.code == "GF168"]
    assert [
        (each.message.replace(str(each.place.file), "rules.md"), each.place.line, each.place.column) for each in found
    ] == [
        (
            f"the rules allow a move {shown!r} here, but forbid it at rules.md:1:{there}; correct one of them",
            line,
            column,
        )
        for shown, line, column, there in ([told] if told else [])
    ]
