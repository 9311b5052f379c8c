"""What is said of a figure is held against what it shows (GF182)."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.check.figures.figure_checks import check_figures
from generator.check.figures.scene import read_scenes
from generator.components import KINDS
from generator.components.designs import expand_parts
from tests.check.figures import wren
from tests.check.figures.wren import board, find_drawn_faults, find_faults, read_messages, table

PAWNS = "[{part: pawn, design: red, at: r0c0}, {part: pawn, design: blue, at: r0c2}]"
CARDS = ("part: card, design: red.1, at: [20, 20]", "part: card, design: red.2, at: [60, 20]")
WAY = "[{cells: [r0c0..2], says: '2'}]"


@pytest.mark.parametrize(
    "alt",
    [
        "A red and a blue pawn.",
        "Two pawns, one red and one blue.",
        "Each player has a pawn, not a green pawn.",
        "A red pawn two squares behind a blue one.",
        "A red pawn goes two squares to the right, marked 2.",
        "A red pawn in the upper left corner.",
    ],
)
def test_words_that_fit_a_board(tmp_path: Path, alt: str) -> None:
    alt = alt if "blue" in alt or "Each" in alt else alt.replace(".", ", and a blue one.")
    assert find_faults(tmp_path, board(alt=alt, pieces=PAWNS, paths=WAY)) == []


@pytest.mark.parametrize(
    ("alt", "found"),
    [
        ("A red and a green pawn.", "6:72: GF182 warning: 'a green pawn' 'pawn.red' 'pawn.blue'"),
        ("Three red pawns and a blue one.", "GF182 warning: 'Three red pawns' 1"),
        ("A red pawn three squares behind a blue one.", "GF182 warning: 'three squares behind' 2"),
        ("A red pawn goes three squares to the right to a blue one.", "GF182 warning: 'three squares to the right' 2"),
        ("A red pawn goes to the left, to a blue one.", "GF182 warning: 'goes to the left'"),
        ("A red pawn goes 3 to a blue one.", "7:38: GF182 warning: 3"),
        ("A red pawn on a goal, and a blue one.", "GF182 warning: 'on a goal' 'r0c0' 'r0c2'"),
        ("A red and a blue pawn at the lower edge.", "GF182 warning: 'lower edge'"),
        ("A red and a blue pawn in the middle.", "GF182 warning: 'in the middle'"),
        ("A red pawn goes diagonally to a blue one.", "GF182 warning: 'diagonal'"),
        ("Three arrows lead a red pawn to a blue one.", "GF182 warning: 'Three arrows' 1"),
    ],
)
def test_words_that_do_not(tmp_path: Path, alt: str, found: str) -> None:
    figure = board(alt=alt, pieces=PAWNS, paths=WAY)
    told = find_faults(tmp_path, figure)
    place = "" if found[0].isdigit() else "2:10: "  # of the piece that no words mean, or of the text
    assert f"game.yaml:{place}{found}" in told
    assert all("GF182" in each for each in told)


@pytest.mark.parametrize(
    ("red", "blue", "found"),
    [
        ("r2c0", "r2c4", []),
        ("r2c0", "r0c4", ["6:82: GF182 warning: 'pawns on their nests' 'r0c4'"]),  # on a goal
        ("r2c4", "r2c0", ["6:44: GF182 warning: 'pawns on their nests' 'r2c4' 'r2c0'"]),  # each on the other's
    ],
)
def test_all_pieces_are_on_their_cells(tmp_path: Path, red: str, blue: str, found: list[str]) -> None:
    pieces = f"[{{part: pawn, design: red, at: {red}}}, {{part: pawn, design: blue, at: {blue}}}]"
    figure = board(alt="The red and the blue pawns. Both pawns on their nests.", pieces=pieces)
    assert [each for each in find_faults(tmp_path, figure) if "nests" in each] == [
        f"game.yaml:{each}" for each in found
    ]


def test_a_color_that_is_not_named_is_told_at_the_piece(tmp_path: Path) -> None:
    figure = board(alt="A red pawn and another piece", pieces=PAWNS)
    assert find_faults(tmp_path, figure) == []
    figure = board(alt="A red pawn stands there.", pieces=PAWNS)
    assert find_faults(tmp_path, figure) == ["game.yaml:6:72: GF182 warning: 'pawn.blue'"]


def test_a_thing_that_is_not_named_is_no_color(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        wren, "GAME", wren.GAME.replace("player.", "sort.").replace("for_each: player", "for_each: sort")
    )
    says = "the figure also shows 'blue', but the alt text names only 'red'; add 'blue', or name none of them"
    assert wren.read_messages(tmp_path, board(alt="The red pawn goes.", pieces=PAWNS)) == [says]


def test_captions_are_read_where_they_stand(tmp_path: Path) -> None:
    figure = board(alt="Two pawns.", pieces=PAWNS)
    assert find_faults(tmp_path, figure, "![A red pawn.](figure:move)\n") == []
    told = find_faults(tmp_path, figure, "![Here a green pawn stands.](figure:move)\n")
    assert told == ["rules.md:3:8: GF182 warning: 'a green pawn' 'pawn.red' 'pawn.blue'"]


@pytest.mark.parametrize(
    ("alt", "found"),
    [
        ("A small red card 1 and a large card 2.", []),
        (
            "A small red card 1 and a large card 3.",
            ["game.yaml:7:30: GF182 warning: 'a large card 3' 'card.red.1' 'card.red.2'"],
        ),
        ("A huge card and a small one.", ["game.yaml:7:30: GF182 warning: 'A huge card' 'card.red.1' 'card.red.2'"]),
        ("From the left, a card 1 and a card 2.", []),
        ("From the left, a card 2 and a card 1.", ["game.yaml:2:10: GF182 warning: 1 2"]),
        ("Two cards, face down.", ["game.yaml:6:9: GF182 warning: 'face down' 'card.red.1'"]),
    ],
)
def test_words_about_a_table(tmp_path: Path, alt: str, found: list[str]) -> None:
    told = find_faults(tmp_path, table(*CARDS, alt=alt))
    assert told[: len(found)] == found
    assert bool(told) == bool(found)


def test_the_number_of_a_row_is_not_on_a_piece_that_has_others(tmp_path: Path) -> None:
    bid = table("part: bill, design: red.2, at: [9, 9], says: '12'", alt="Red bids 12.")
    assert find_faults(tmp_path, bid) == []
    assert find_faults(tmp_path, bid.replace("bill", "card")) == ["game.yaml:6:30: GF182 warning: 'card.red.2'"]


def test_cards_may_be_those_of_several_parts(tmp_path: Path) -> None:
    lot = "part: lot, at: [60, 40]"
    assert find_faults(tmp_path, table(CARDS[0], lot, alt="Two cards lie here.")) == []
    assert find_faults(tmp_path, table(CARDS[0], alt="Two cards lie here.")) == [
        "game.yaml:2:10: GF182 warning: 'Two cards' 1"
    ]


def test_the_number_of_a_named_thing(tmp_path: Path) -> None:
    things = (f"{CARDS[0]}, says: Ann", f"{CARDS[1]}, says: Ben")
    assert find_faults(tmp_path, table(*things, alt="Ann's 1 and Ben's 2.")) == []
    assert find_faults(tmp_path, table(*things, alt="Ann's 1 and Ben's 1.")) == [
        "game.yaml:7:30: GF182 warning: 'card.red.2'"
    ]
    assert find_faults(tmp_path, table(things[0], CARDS[1] + ", says: Ann")) == ["game.yaml:7:57: GF182 warning: 'Ann'"]


@pytest.mark.parametrize(
    ("design", "alt", "found"),
    [
        ("red.3", "A huge card beside card 2.", []),
        ("red.3", "A card beside card 2.", ["game.yaml:6:30: GF182 warning: 'card.red.3'"]),
        ("red.3", "A red card beside card 2.", ["game.yaml:6:30: GF182 warning: 'card.red.3'"]),
        ("red.3", "Red card 2 and another large card.", ["game.yaml:6:30: GF182 warning: 'card.red.3'"]),
    ],
)
def test_a_word_of_its_row_names_a_piece_as_its_number_does(
    tmp_path: Path, design: str, alt: str, found: list[str]
) -> None:
    things = (f"part: card, design: {design}, at: [20, 20]", CARDS[1])
    assert [each for each in find_faults(tmp_path, table(*things, alt=alt)) if "'card.red." in each] == found


@pytest.mark.parametrize(("side", "year", "is_told"), [("back", 7, False), ("front", 7, False), ("back", 8, True)])
def test_a_number_of_a_row_that_the_figure_prints(tmp_path: Path, side: str, year: int, is_told: bool) -> None:
    bills = (f"part: bill, design: red.{n}, side: {side}, at: [{20 * n}, 9]" for n in (1, 2))
    game = wren.read_wren(tmp_path, table(*bills), f"![What comes after {year}.](figure:laid)\n")
    printed = {"laid": frozenset({7, 8})}
    assert bool(check_figures(game, read_scenes(game, expand_parts(game, KINDS)), printed, {})) is is_told


def test_a_heap_is_counted(tmp_path: Path) -> None:
    eggs = [f"part: egg, at: [{x}, 20], width: 5" for x in (20, 26, 32)]
    assert find_faults(tmp_path, table(*eggs[:2], f"{eggs[2]}, says: 3 eggs")) == []
    assert find_faults(tmp_path, table(*eggs[:2], f"{eggs[2]}, says: 4 eggs")) == [
        "game.yaml:8:51: GF182 warning: '4 eggs' 3"
    ]


def test_the_odd_one(tmp_path: Path) -> None:
    eggs = [f"part: egg, at: [{x}, 20], width: 5" for x in (20, 30, 40)]
    assert find_faults(tmp_path, table(*eggs, "part: egg, at: [50, 20], width: 5")) == []
    assert find_faults(tmp_path, table(*eggs, "part: egg, at: [50, 20], width: 7")) == [
        "game.yaml:9:42: GF182 warning: 'egg' 7.0 3 5.0"
    ]


@pytest.mark.parametrize(
    ("says", "is_told"),
    [(("", "", "", ", says: where?"), False), (("", "", "", ""), True), ((", says: me", "", "", ", says: you"), True)],
)
def test_a_thing_with_words_of_its_own_may_lie_on_its_other_side(
    tmp_path: Path, says: Sequence[str], is_told: bool
) -> None:
    sides = ("back", "back", "back", "front")
    lots = [f"part: lot, at: [{20 * n}, 20], side: {sides[n]}{says[n]}" for n in range(4)]
    told = "'lot' is face up, but all 3 others like it are face down; turn it over, or, if that is meant, give it words of its own (`says`)"
    assert (told in read_messages(tmp_path, table(*lots))) is is_told


def test_one_card_is_turned_up_to_show_which_it_is(tmp_path: Path) -> None:
    downs = [f"part: plot, at: [{20 * n}, 20], side: back" for n in range(3)]
    named = [f"{each}, design: pond" for each in downs]
    up = "part: plot, design: pond, at: [60, 20]"
    assert find_faults(tmp_path, table(*downs, up)) == []
    assert [each for each in find_faults(tmp_path, table(*named, up)) if "'plot.pond' 3" in each]


@pytest.mark.parametrize(("deck", "is_told"), [("r0c4", False), ("r0c3", True)])  # a goal, and a plain square
def test_a_stack_lies_face_down_on_a_place_of_its_own(tmp_path: Path, deck: str, is_told: bool) -> None:
    pawns = ", ".join(f"{{part: pawn, design: red, at: r0c{n}}}" for n in range(3))
    stack = f"{{part: pawn, design: red, side: back, at: {deck}}}"
    assert bool(find_faults(tmp_path, board(pieces=f"[{pawns}, {stack}]", alt="Three red pawns lie here."))) is is_told


def test_numbers_on_arrows(tmp_path: Path) -> None:
    ways = "[{cells: [r0c0..2], says: '2'}, {cells: [r0c2, r1c2], says: '1'}, {cells: [r1c2, r2c2], says: '%s'}]"
    pieces = "[{part: pawn, design: red, at: r0c0}]"
    assert find_faults(tmp_path, board(paths=ways % 1, pieces=pieces)) == []
    assert find_faults(tmp_path, board(paths=ways % 2, pieces=pieces)) == ["game.yaml:6:106: GF182 warning: '2' 1"]


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("{at: r0c4, says: the goal}", []),
        ("{at: r0c3, says: the goal}", ["game.yaml:7:19: GF182 warning: 'the goal' 'r0c3'"]),
        ("{at: r0c0, says: a pawn}", []),
        ("{at: r0c1, says: a pawn}", ["game.yaml:7:19: GF182 warning: 'a pawn' 'r0c1'"]),
    ],
)
def test_labels(tmp_path: Path, label: str, found: list[str]) -> None:
    pieces = "[{part: pawn, design: red, at: r0c0}]"
    assert find_faults(tmp_path, board(pieces=pieces, labels=f"[{label}]")) == found


def test_the_turn_of_a_way(tmp_path: Path) -> None:
    figure = "  move:\n    alt: It goes %s.\n    kind: board\n    part: track\n    size: [90, 90]\n    paths: [{route: round}]\n"
    assert find_faults(tmp_path, figure % "clockwise") == []
    assert find_faults(tmp_path, figure % "counterclockwise") == ["game.yaml:2:10: GF182 warning: 'counterclockwise'"]


def cards(*designs: str, more: str = "") -> list[str]:
    """Return cards in a row, 15 mm apart."""
    return [f"part: card, design: {name}, at: [{10 + 15 * at}, 20]{more}" for at, name in enumerate(designs)]


@pytest.mark.parametrize(
    ("figure", "found"),
    [
        (table(*cards("red.1", "red.2", "red.3", "red.1", "blue.2")), ["game.yaml:10:30: GF182 warning: 'card.blue.2' 4 'card'"]),
        (
            table(*cards("red.1", "red.2", "blue.1", "blue.2", "green.1", "green.3")),
            ["game.yaml:10:9: GF182 warning: 'card'"],
        ),
        (
            table(*cards("red.1", "blue.1"), *(f"part: pawn, design: {name}, at: [9, 50]" for name in ("red",)),
                  "part: pawn, design: green, at: [30, 50]"),
            ["game.yaml:7:30: GF182 warning: 'card.blue.1' 'pawn'"],
        ),
        (
            table(*cards("red.1", "blue.1"), alt="A table for three players.")
            + "      - {part: pawn, design: red, at: [9, 50]}\n      - {part: pawn, design: blue, at: [20, 50]}\n",
            ["game.yaml:6:9: GF182 warning: 3 'card' 2"],
        ),
        (table(*cards("red.1", "red.1"), alt="One side and, on the other, the back."), ["game.yaml:7:9: GF182 warning: 'front'"]),
        (
            table("part: card, design: red.1, at: [9, 9]", "part: card, design: red.2, at: [9, 9]"),
            ["game.yaml:7:41: GF183 warning: 'card.red.2' 'card.red.1'"],
        ),
        (
            board(highlight="[{cells: [r0c0..2]}]", pieces="[{part: egg, at: r0c0}, {part: egg, at: r0c1}]"),
            ["game.yaml:6:25: GF182 warning: 'r0c2'"],
        ),
        (
            board(pieces="[{part: card, design: red.1, at: rack}, {part: card, design: red.2, at: rack}]"),
            ["game.yaml:6:85: GF183 warning: 'card' 'rack'"],
        ),
        (
            board(alt="A field with three of its cells named.", labels="[{at: r0c0, says: here}, {at: r0c1, says: there}]"),
            ["game.yaml:2:10: GF182 warning: 'three of its cells named' 2"],
        ),
        (
            board(alt="A pawn leads on, a goal, and a nest.", labels="[{at: r0c4, says: goal}, {at: r2c0, says: nest}, {at: r0c0, says: 7 eggs}]"),
            ["game.yaml:6:79: GF182 note: '7 eggs'"],
        ),
        (
            board(alt="A red pawn leads to a blue pawn.", pieces=PAWNS, paths="[{cells: [r0c0..1]}]"),
            ["game.yaml:6:82: GF182 warning: 'to a blue pawn' 'r0c2'"],
        ),
    ],
    ids=["color", "share", "colors", "players", "sides", "heaped", "highlight", "slot", "labels", "label", "led to"],
)  # fmt: skip
def test_pieces_that_differ_from_the_others(tmp_path: Path, figure: str, found: list[str]) -> None:
    assert find_faults(tmp_path, figure) == found


def test_values_of_a_template_are_counted(tmp_path: Path) -> None:
    figure = "  heap:\n    alt: Two eggs.\n    template: heap.svg\n    size: [20, 20]\n    values: {eggs: %s}\n"
    assert find_faults(tmp_path, figure % 2) == []
    assert find_faults(tmp_path, figure % 3) == ["game.yaml:5:20: GF182 warning: 'Two eggs' 'eggs' 3"]


def test_a_color_named_twice_in_a_list(tmp_path: Path) -> None:
    figure = "  row:\n    alt: A row.\n    template: row.svg\n    size: [20, 20]\n    values: {of: [player.red, player.blue, %s]}\n"
    assert find_faults(tmp_path, figure % "player.green") == []
    assert find_faults(tmp_path, figure % "player.red") == ["game.yaml:5:44: GF182 warning: 'player.red'"]


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        (["red, plain", "blue, striped", "green, dotted"], []),
        (["red, plain", "blue, striped", "green, striped"], ["game.yaml:6:98: GF182 warning: 'green, striped' 'striped' 'green'"]),
        (["red, striped", "blue, plain", "green, dotted"], [
            "game.yaml:6:31: GF182 warning: 'red, striped' 'striped' 'red'",
            "game.yaml:6:65: GF182 warning: 'blue, plain' 'plain' 'blue'",
        ]),
    ],
)  # fmt: skip
def test_labels_of_two_words_are_those_that_the_text_joins(tmp_path: Path, labels: list[str], found: list[str]) -> None:
    named = ", ".join(f"{{at: r0c{n}, says: '{label}'}}" for n, label in enumerate(labels))
    alt = "Pawns of red with a plain hat, of blue with a striped one, and of green with a dotted one."
    told = find_drawn_faults(tmp_path, board(alt=alt, labels=f"[{named}]"), [])
    assert told == found


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["filled: it beats these", "open: these beat it"], []),
        (["4 bright suns"], ["GF182 warning: '4 bright suns'"]),
        (["3 bright suns"], []),
        (["eggs: what they cost"], []),
        (["eggs: what they earn"], ["GF182 warning: 'eggs: what they earn' 'eggs'"]),
    ],
)
def test_words_that_a_template_types(tmp_path: Path, texts: list[str], found: list[str]) -> None:
    rules = "# R\n\nEggs cost 2 coins. All eggs are in a nest.\n\n![Here.](figure:move)\n"
    told = find_drawn_faults(tmp_path, board(alt="A field with 3 suns."), texts, rules)
    assert told == [f"a.svg:1:1: {each}" for each in found]


def test_words_typed_twice_are_told_at_both_places(tmp_path: Path) -> None:
    texts = ["one here", "two there", "three above", "four below", "one here"]
    told = find_drawn_faults(tmp_path, board(), texts)
    assert told == [f"a.svg:{line}:1: GF182 warning: 'one here' {other}" for line, other in ((1, 5), (5, 1))]
    assert find_drawn_faults(tmp_path, board(), texts[:4]) == []


EGGS = [f"part: egg, at: [{10 * n}, 10]" for n in range(1, 5)]


@pytest.mark.parametrize(
    ("alt", "is_told"),
    [
        ("Two eggs on the left and two more on the right.", False),
        ("Two eggs in a row.", True),
        ("Two eggs in a row. There and two of them stay.", True),
        ("Three eggs in a row. A fourth lies ready.", False),
        ("Two eggs in a row, then a third and a fourth egg.", False),
        ("Two eggs in a row. A third lies ready.", True),
        ("Three eggs in a row. A fifth lies ready.", True),
    ],
)
def test_numbers_that_add_up(tmp_path: Path, alt: str, is_told: bool) -> None:
    assert bool(find_faults(tmp_path, table(*EGGS, alt=alt))) == is_told


@pytest.mark.parametrize(("others", "is_told"), [(("blue", "blue"), False), (("blue",), True), (("red", "red"), True)])
def test_a_number_may_count_the_pawns_of_each_color(tmp_path: Path, others: Sequence[str], is_told: bool) -> None:
    pawns = [f"part: pawn, design: {each}, at: [{9 * n}, 9]" for n, each in enumerate(("red", "red", *others), 1)]
    alt = "Two pawns on the left. The right half mirrors it."
    assert any("'Two pawns'" in each for each in find_faults(tmp_path, table(*pawns, alt=alt))) is is_told


@pytest.mark.parametrize(
    ("tag", "alt", "is_told"),
    [
        ("de", "Drei Eier nebeneinander. Ein viertes liegt bereit.", False),
        ("de", "Drei Eier nebeneinander, ein Viertel davon rot.", True),
        ("fr", "Trois Eier en ligne. Un quatrième attend.", False),
        ("fr", "Trois Eier en ligne. Un troisième attend.", True),
    ],
)
def test_ordinals_of_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str, alt: str, is_told: bool
) -> None:
    monkeypatch.setattr(wren, "GAME", f"language: {tag}\n{wren.GAME.replace('title: Eggs', 'title: Eier')}")
    assert bool(find_faults(tmp_path, table(*EGGS, alt=alt))) == is_told


@pytest.mark.parametrize(
    ("tag", "alt", "found"),
    [
        ("en", "Four of the nine eggs.", []),
        ("en", "One of the four eggs is new.", []),
        ("en", "Three of the nine eggs.", ["game.yaml:2:10: GF182 warning: 'Three of the nine eggs' 4"]),
        ("en", "Three eggs that shine, and one that is dull.", []),
        ("en", "Two eggs that shine, and one that is dull.", ["game.yaml:2:10: GF182 warning: 'Two eggs' 4"]),
        ("de", "Vier der neun Eier.", []),
        ("de", "Zwei Eier, die leuchten, und zwei, die matt sind.", []),
        ("de", "Zwei Eier, die leuchten, und eins, das matt ist.", ["game.yaml:2:10: GF182 warning: 'Zwei Eier' 4"]),
        ("fr", "Quatre des neuf Eier.", []),
        ("fr", "Deux Eier qui brillent et deux qui sont mats.", []),
        ("fr", "Deux Eier qui brillent.", ["game.yaml:2:10: GF182 warning: 'Deux Eier' 4"]),
    ],
)
def test_shares_and_relative_clauses_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str, alt: str, found: list[str]
) -> None:
    title = "Eggs" if tag == "en" else "Eier"
    monkeypatch.setattr(wren, "GAME", f"language: {tag}\n{wren.GAME.replace('title: Eggs', f'title: {title}')}")
    monkeypatch.setattr(wren, "FIRST", wren.FIRST + 1)
    assert find_faults(tmp_path, table(*EGGS, alt=alt)) == found


@pytest.mark.parametrize(
    ("alt", "is_told"),
    [
        ("Ann's two eggs are on the left; Ben's are on the right.", False),
        ("Two eggs of Ann, and those of Ben.", False),
        ("Ann's three eggs are on the left; Ben's are on the right.", True),
        ("Ann's one egg is on the left; Ben's is on the right.", True),
        ("Two eggs, one of them Ann's.", True),
    ],
)
def test_a_number_with_an_owner_counts_theirs_alone(tmp_path: Path, alt: str, is_told: bool) -> None:
    eggs = [f"{egg}{says}" for egg, says in zip(EGGS, (", says: Ann", "", ", says: Ben", ""), strict=True)]
    assert bool(find_faults(tmp_path, table(*eggs, alt=alt))) == is_told


SIDES = [
    f"part: card, design: red.1, side: {side}, at: [{at}, 10]"
    for side, at in (("front", 10), ("back", 30), ("back", 60))
]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("dry", "wet", "wet"), []),
        (("wet", "wet", "wet"), ["GF182 warning: 'wet'", "GF182 warning: 'wet'"]),
        (("wet", "dry", "wet"), ["GF182 warning: 'wet'"]),
    ],
)
def test_words_may_go_with_a_look(tmp_path: Path, words: Sequence[str], found: list[str]) -> None:
    things = [f"{side}, says: {says}" for side, says in zip(SIDES, words, strict=True)]
    told = find_faults(tmp_path, table(*things))
    assert [each.split(": ", 1)[1] for each in told] == found


def test_things_of_one_part_may_be_labeled_with_its_name(tmp_path: Path) -> None:
    assert find_faults(tmp_path, table(*(f"{each}, says: eggs" for each in EGGS[:2]))) == []
    assert find_faults(tmp_path, table(f"{EGGS[0]}, says: eggs", f"{CARDS[0]}, says: eggs")) != []


@pytest.mark.parametrize(
    ("alt", "found"),
    [
        ("Two plots, a long meadow, a stone plot and a field of mud.", []),
        ("A stone plot, and the sand plot.", ["GF182 warning: 'the sand plot' 'plot.stone' 'plot.p7'"]),
        ("A stone plot and plot 7.", []),
        ("A stone plot and plot 8.", ["GF182 warning: 8"]),
    ],
)
def test_pieces_are_named_as_in_their_rows(tmp_path: Path, alt: str, found: list[str]) -> None:
    old = (
        "      - {id: bend, north: brook, east: brook, south: heath, west: heath, price: 3, copies: 1}\n"
        "      - {id: pond, north: heath, east: heath, south: heath, west: brook, price: 5, copies: 1}\n"
    )
    new = (
        "      - {id: stone, name: stone plot, of: mud, copies: 1}\n"
        "      - {id: p7, name: long meadow, of: mud, copies: 1}\n"
        "      - {id: dune, name: dune, of: sand, copies: 1}\n"
    )
    things = "      - {part: plot, design: stone, at: [20, 20]}\n      - {part: plot, design: p7, at: [60, 20]}\n"
    figure = f"  laid:\n    alt: {alt}\n    kind: table\n    size: [90, 60]\n    things:\n{things}"
    assert old in wren.GAME
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wren, "GAME", wren.GAME.replace(old, new))
        assert [each.partition(": ")[2] for each in find_faults(tmp_path, figure)] == found
