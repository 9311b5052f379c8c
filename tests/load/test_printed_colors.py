"""Color names in the rules, game.yaml and rows are printed as the palette has them, with the right article."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.load.braces import read_rules
from generator.load.game import read_game
from generator.load.palette import apply_palette
from generator.load.vocabulary import make_plain_vocabulary
from generator.model.color import Color
from generator.model.finding import DataError, Place
from generator.model.game import Game
from generator.model.rules import InlineClaim, MarkedText
from tests.messages import facts_of
from tests.samples import for_each

RED = Color("player.red", "red", "#d55e00")
NOW = Color("player.red", "red", "#ff8800", renamed="orange")
AMBER = Color("amber", "amber", "#00f", renamed="blue")
Faults = Callable[..., list[str]]


def print_rules(text: str, *colors: Color) -> str:
    """Return the text that rules print in these colors."""
    return read_rules(text, "rules.md", make_plain_vocabulary({color.role: color for color in colors})).text


@for_each([
    ("the {{ color('player.red') }} pawn", "the red pawn", "the orange pawn"),
    ("{{Color( \"player.red\" )}} wins", "Red wins", "Orange wins"),
    ("A {{ color('player.red') }} pawn", "A red pawn", "An orange pawn"),
    ("takes a\n{{ color('player.red') }} line", "takes a\nred line", "takes an\norange line"),
    ("on A. {{ Color('player.red') }} next", "on A. Red next", "on A. Orange next"),
    ("an {{ color('player.red') }} pawn", "an red pawn", "an orange pawn"),  # a wrong article stays wrong
    ("pa {{ color('player.red') }}", "pa red", "pa orange"),
])  # fmt: skip
def test_a_color_is_printed_by_its_current_name(text: str, before: str, after: str) -> None:
    assert print_rules(text, RED) == before
    assert print_rules(text, NOW) == after


def test_an_becomes_a() -> None:
    assert print_rules("An {{ color('amber') }} lamp, an {{ color('amber') }} one", AMBER) == "A blue lamp, a blue one"


def test_printed_braces_keep_place_and_role() -> None:
    rules = read_rules("A {{ color('player.red') }} b {{ claim(24, 'x') }}\nc {{ color('amber') }}d", "r.md", make_plain_vocabulary({
        "player.red": NOW, "amber": AMBER,
    }))  # fmt: skip
    prose = MarkedText(rules.text, rules.marked)
    assert prose.text == "An orange b 24\nc blued"
    assert [(rules.text[each.start : each.end], each.color) for each in rules.marked] == [
        ("orange", "player.red"), ("24", ""), ("blue", "amber"),
    ]  # fmt: skip
    assert [prose.place(prose.text.index(word), "r.md") for word in (" b", "\nc", "d")] == [
        Place("r.md", 1, 28), Place("r.md", 1, 51), Place("r.md", 2, 23),
    ]  # fmt: skip


def test_braces_are_masked_or_show_the_own_color_names() -> None:
    rules = read_rules(
        "b {{ color('player.red') }} b {{ claim(24, 'x') }} c", "r.md", make_plain_vocabulary({"player.red": NOW})
    )
    prose = MarkedText(rules.text, rules.marked)
    assert prose.mask_braces("#").text == "b ###### b ## c"
    own = prose.mask_braces("#", {"player.red": NOW})
    assert own.text == "b red b ## c"
    assert own.place(own.text.index("c"), "r.md") == prose.place(prose.text.index("c"), "r.md") == Place("r.md", 1, 52)


def test_a_color_with_an_expression_claims_its_own_name() -> None:
    rules = read_rules(
        "{{ color('player.red', \"value('board', 'first')\") }}", "r.md", make_plain_vocabulary({"player.red": NOW})
    )
    assert rules.text == "orange"
    assert rules.claims == (InlineClaim("red", "value('board', 'first')", {}, Place("r.md", 1, 1)),)


ROLE = " 'player.red'"
HOLDS = " 'player.red' 'hand' 3"  # what braces can hold


@for_each([
    ("{{ color('player.rde') }}", "GF008 'player.rde' 'player.red'"),
    ("{{ Color('red') }}", "GF008 'red' 'player.red'"),
    ("{{ color() }}", "GF009" + ROLE),
    ("{{ color(3) }}", "GF009" + ROLE),
    ("{{ color('player.red', '') }}", "GF009" + ROLE),
    ("{{ color('player.red', 'x', 'y') }}", "GF009" + ROLE),
    ("{{ color('player.red', n=1) }}", "GF009" + ROLE),
    ("{{ colour('player.red') }}", "GF009 'player.red' 24 'part' 'player.red' 'hand' 3 'hand-limit'"),
])  # fmt: skip
def test_invalid_braces_in_rules_are_refused(text: str, expected: str) -> None:
    with pytest.raises(DataError) as error:
        print_rules(f"a\nb {text}", RED)
    assert facts_of(error.value.findings) == [f"rules.md:2:3: {expected}"]


def replace_text(folder: Path, file: str, old: str, new: str) -> None:
    """Replace a text that occurs once in a file."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def test_texts_and_rows_print_color_names(wren: Path, read_wren: Callable[[], Game], kinds: object) -> None:
    replace_text(wren, "game.yaml", "says: two sets", "says: two sets, a {{ color('player.red') }} one among them,")
    replace_text(
        wren,
        "game.yaml",
        "check: count('hand') == 6",
        "check: >-\n      count('hand') == 6 and {'a': {'b': 1}} != {} and '{{' != ''",
    )
    replace_text(wren, "game.yaml", "copies: 50", "copies: 50\n    values: {motto: [\"{{ Color('gem') }}!\", x], n: 3}")
    replace_text(wren, "slips.csv", "3,one,", "3,a {{ color('player.blue') }} one,")
    game = read_wren()
    assert game.claims[0].says == "two sets, a red one among them, of three slips"
    assert game.claims[0].check == "count('hand') == 6 and {'a': {'b': 1}} != {} and '{{' != ''"
    assert game.parts["coin"].values == {"motto": ["Gem!", "x"], "n": 3}
    assert [row.values["text"] for row in game.rows["hand"]] == ["a blue one", "two", "three, or 3"]
    assert {path: [each.color for each in marks] for path, marks in game.spoken.items()} == {
        ("claims", 0, "says"): ["player.red"],
        ("parts", "coin", "values", "motto", 0): ["gem"],
    }
    painted = ["player.red=#f80", "player.blue=#aa5500"]
    game = read_game(wren, kinds, (), lambda colors: apply_palette(colors, None, painted))  # type: ignore[arg-type]
    assert game.claims[0].says == "two sets, an orange one among them, of three slips"
    assert game.rows["hand"][0].values["text"] == "a brown one"
    assert (game.colors["player.red"].name, game.colors["player.red"].called) == ("red", "orange")


@pytest.mark.parametrize(("file", "old", "new", "expected"), [
    ("game.yaml", "says: two sets", "says: two {{ color('player.gren') }} sets",
        "game.yaml:23:11: GF008 'player.gren' 'player.red'"),
    ("game.yaml", "says: two sets", "says: two {{ claim(2, 'hand') }} sets",
        "game.yaml:23:11: GF009 2 'hand'" + HOLDS),
    ("game.yaml", "says: two sets", "says: two {{ sets",
        "game.yaml:23:11: GF009 'player.red'"),
    ("game.yaml", "says: two sets", "says: two {{ color('player.red', 'x') }} sets",
        "game.yaml:23:11: GF009 'player.red'"),
    ("game.yaml", "says: two sets", "says: two {{ color(red) }} sets",
        "game.yaml:23:11: GF009 'player.red'"),
    ("slips.csv", "2,3,two,1", "2,3,{{ color('gme') }},1",
        "slips.csv:3:5: GF008 'gme' 'gem'"),
    ("slips.csv", "1,2 3,one", "1,2 }},one", "slips.csv:2:3: GF009 '}}'" + HOLDS),
    ("rules.md", "Take", "{{ color('gme') }}", "rules.md:3:1: GF008 'gme' 'gem'"),
])  # fmt: skip
def test_invalid_braces_in_data_are_reported_at_their_place(
    find_faults: Faults, file: str, old: str, new: str, expected: str
) -> None:
    assert find_faults(old, new, file) == [expected]


def test_roles_of_invalid_colors_are_known(find_faults: Faults, wren: Path) -> None:
    replace_text(wren, "rules.md", "Take", "{{ color('player.red') }} {{ color('lamp') }} take")
    assert find_faults('gem: {paint: "#0a3"}', 'gem: {paint: "green"}') == [
        "game.yaml:7:16: GF006 'green' '\"#008000\"'",
        "rules.md:3:27: GF008 'lamp' 'gem' 'player.blue' 'player.red'",
    ]


def test_faults_of_palette_and_game_are_reported_together(wren: Path, kinds: object) -> None:
    replace_text(wren, "rules.md", "Take", "{{ color('gme') }}")
    with pytest.raises(DataError) as error:
        read_game(wren, kinds, (), lambda colors: apply_palette(colors, None, ["lamp=#fff"]))  # type: ignore[arg-type]
    assert [line[:line.index(" '")] for line in facts_of(error.value.findings)] == [
        "--color: GF008", "rules.md:3:1: GF008",
    ]  # fmt: skip
