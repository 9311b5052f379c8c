"""check_values: faces that show their values pass; wrong, missing and misnamed values and look-alikes are reported (GF126)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from generator.check.claims.context import read_entry, read_printed_rows
from generator.check.faces.values import check_values
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Outline
from generator.model.board import Section
from generator.model.color import Color
from generator.model.finding import Place
from generator.model.game import Design, Game, GameData, Part, Row
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import facts_with, find_in_format, lines
from tests.samples import for_each

PLACE = Place("wren/game.yaml", 9, 3)
COLORS = {
    "player.red": Color("player.red", "ruby", "#aa0000", "disc", "R"),
    "player.blue": Color("player.blue", "blue", "#0000aa", "ring", "B"),
    "gold": Color("gold", "gold", "#aaaaaa", renamed="silver"),
}
ROWS: dict[str, dict[str, Any]] = {
    "1": {"number": 1, "beats": [0, 5], "stars": 3, "says": "Row on", "last": False},
    "2": {"number": 2, "beats": [], "stars": 3, "says": "", "last": True},
    "3": {"number": 3, "beats": [2], "stars": 0, "says": "Stay", "last": True, "rare": 7},
    "4": {"last": 1},
}
VALUES = {"values": {"oars": 2, "tolls": [4, 0, ""]}}
DATA = GameData(title="Wren", version="1", players=[1, 2], parts={"hand": {}})
CARDS = tuple(Row(row, "wren/cards.csv", line) for line, row in enumerate(ROWS.values(), 2))
PLACES: dict[tuple[str | int, ...], Place] = {("parts", "hand", "values", "oars"): Place("wren/game.yaml", 12, 20)}
GAME = Game("wren", Path("wren"), "wren/game.yaml", DATA, {}, {"hand": CARDS}, COLORS, (), (), None, PLACES)
HEAD = "wren/game.yaml:9:3: GF126 hand."
WARNING = HEAD.replace("hand.", "warning: hand.")
# what tells the findings apart: the faces, and what is wrong with a value
WORDS = r"warning:|\b(?:hand\.)?(?:red\.|blue\.)?\d\.c\d\.(?:front|back)|(?:templates/|in )\w+|its design|not shown|not a list|\bno\b|same|different|more|\[[\d, ]+\]|true|false"


def make_part(*ids: str) -> Part:
    """Return a part with these designs of a row each, such as red.1: of a color too."""
    designs = tuple(Design(name, row_values(name), 1, PLACE) for name in ids)
    outline = Outline(60, 80)
    return Part("hand", "Hand", "card", outline, 3.0, None, "front", "back", VALUES, designs, "", PLACE)


def row_values(name: str) -> Mapping[str, Any]:
    """Return the template values of a design: its row and, for `red.1`, its player."""
    color, _, row = name.rpartition(".")
    return {"row": ROWS[row], **({"player": COLORS[f"player.{color}"]} if color else {})}


def make_face(
    design: str, *marks: tuple[str, str] | tuple[str, str, bytes], side: Any = "front", copy: int = 1
) -> ReadPiece:
    """Return a printed face with these groups: name, text and look of each."""
    shown = tuple(Mark(each[0], IDENTITY, each[2] if len(each) > 2 else b"", (), each[1]) for each in marks)
    name = f"hand.{design}.c{copy}.{side}"
    return ReadPiece(name, "hand", design, copy, side, "wren.pdf", 3, IDENTITY, b"", None, (210, 297), shown)


def find_faults(*faces: ReadPiece, of: Part | None = None) -> list[str]:
    """Return the facts of what check_values reports of these faces."""
    designs = dict.fromkeys(each.design for each in faces)
    found = [
        each.replace(WARNING, HEAD + "warning: ")
        for each in lines(find_in_format(check_values, [of or make_part(*designs)], faces, GAME))
    ]
    assert all(line.startswith(HEAD) for line in found)
    bare = [line.removeprefix(HEAD).replace(" in wren.pdf, page 3", "") for line in found]
    return [facts_with(line.removesuffix(" (templates/front)"), WORDS) for line in bare]


SOUND = (
    make_face(
        "1", ("row.number", "1"), ("row.beats", "0 5"), ("row.number", "1"), ("row.says", "Row on"), ("title", "9")
    ),
    make_face("2", ("row.number", "2"), ("row.number", "2")),
    make_face("3", ("row.number", "3"), ("row.beats", "2"), ("row.says", "Stay"), ("row.rare", "7")),
)


def test_values_that_are_shown() -> None:
    assert find_faults(*SOUND) == []


def test_every_copy_is_read_and_both_sides() -> None:
    right = [make_face("1", ("row.number", "1"), copy=copy, side=side) for copy in (1, 2) for side in ("front", "back")]
    assert find_faults(*right) == []
    assert find_faults(*right[:2], make_face("1", ("row.number", "2"), copy=2)) == [
        "1.c2.front 'row.number' '2' 1 wren/cards.csv:2:1"
    ]
    assert find_faults(*right[:3], make_face("1", ("row.number", "11"), copy=2, side="back")) == [
        "1.c2.back 'row.number' '11' 1 wren/cards.csv:2:1 templates/back"
    ]


@for_each([
        (("row.number", "4"), "'row.number' '4' 1 wren/cards.csv:2:1"),
        (("row.beats", "0"), "'row.beats' '0' 0 5 wren/cards.csv:2:1"),
        (("row.beats", "0 5 5"), "'row.beats' '0 5 5' 0 5 wren/cards.csv:2:1"),
        (("row.beats", "5 0"), "'row.beats' '5 0' 0 5 wren/cards.csv:2:1"),
        (("row.beats.1", "0"), "'row.beats.1' '0' 5 wren/cards.csv:2:1"),
        (("row.says", "Row off"), "'row.says' 'Row off' 'Row on' wren/cards.csv:2:1"),
        (("row.numbr", "1"), "'row.numbr' its design no 'numbr' 'number'"),
        (("row.rare", "7"), "'row.rare' its design no 'rare' 'beats' 'last' 'number' 'says' 'stars'"),
        (("row.number.0", "1"), "'row.number.0' its design 'number' not a list 1"),
        (("row.beats.2", "1"), "'row.beats.2' its design 'beats' 2 0"),
        (("values.oars", "3"), "'values.oars' '3' 2 wren/game.yaml:12:20"),
        (("values.oar", "2"), "'values.oar' its design no 'oar' 'oars'"),
        (("player.letter", "B"), "'player.letter' 'B' 'R'"),
        (("player.name", "red"), "'player.name' 'red' 'ruby'"),
        (("player.leter", "R"), "'player.leter' its design no 'leter' 'letter'"),
        (("color.player.blue", "R"), "'color.player.blue' 'R' 'B' 'blue'"),
        (("color.gold", "gold"), "'color.gold' 'gold' 'silver'"),
        (("color.player.green", "G"), "'color.player.green' its design no 'player.green' 'player.red'"),
    ])  # fmt: skip
def test_a_wrong_value(wrong: tuple[str, str], expected: str) -> None:
    found = find_faults(make_face("red.1", ("row.number", "1"), wrong))
    assert found[0] == f"red.1.c1.front {expected}"
    assert len(found) == (2 if wrong[0].startswith("row.beats.") else 1)


@for_each([("\u22121", "; keep the sign outside of the group"), ("\u22122", "")])
def test_a_sign_before_a_value_is_to_stand_outside(text: str, hint: str) -> None:
    (found,) = find_in_format(check_values, [make_part("1")], [make_face("1", ("row.number", text))], GAME)
    says = f"'row.number' shows {text!r}, but its value is 1 (wren/cards.csv:2:1){hint} (templates/front)"
    assert found.message.endswith(says)


def test_right_values() -> None:
    right = (
        ("values.oars", "2"),
        ("player.letter", "R"),
        ("player.name", "Ruby"),
        ("color.player.blue", "blue"),
        ("color.gold", "Silver"),
    )
    items = ("values.tolls.0", "4"), ("values.tolls.1", "0"), ("row.beats.0", "0"), ("row.beats.1", "5")
    assert find_faults(make_face("red.1", *right, *items)) == []


def test_a_missing_item_of_a_list() -> None:
    assert find_faults(make_face("1", ("values.tolls.0", "4"))) == ["1.c1.front 'values.tolls.1' not shown 0"]
    assert find_faults(make_face("1", ("row.beats.1", "5"))) == ["1.c1.front 'row.beats.0' not shown 0"]


def test_an_unshown_zero_is_a_note_unless_another_face_shows_its_zero() -> None:
    faces = make_face("1", ("row.stars", "3")), make_face("3", ("title", "9"))
    (found,) = find_in_format(check_values, [make_part("1", "3")], faces, GAME)
    assert (found.level, "'row.stars' is not shown, but its value is 0" in found.message) == ("note", True)
    shown = make_face("3", ("row.stars", "0"))._replace(id="3.c2.front")
    (found,) = find_in_format(check_values, [make_part("1", "3")], (*faces, shown), GAME)
    assert found.level == "warning"


def test_a_value_that_only_other_designs_show() -> None:
    rest = make_face("3", ("row.number", "3"))
    assert find_faults(*SOUND[:2], rest) == [
        "warning: 3.c1.front 'row.beats' not shown 2",
        "warning: 3.c1.front 'row.says' not shown 'Stay'",
    ]
    section = Section("left", "left", (0, 0, 9, 9), (0, 0, 9, 9))
    whole = make_part("1", "2", "3")
    cut = replace(whole, designs=tuple(design._replace(section=section) for design in whole.designs))
    assert find_faults(*SOUND[:2], rest, of=cut) == []


def make_drawn_face(design: str, *looks: bytes, name: str = "row.stars") -> ReadPiece:
    """Return a face with a drawn value, one group for each look."""
    return make_face(design, *((name, "", look) for look in looks))


def make_icon_face(design: str, *inner: tuple[str, int], name: str = "row.stars", text: str = "") -> ReadPiece:
    """Return a face with a group that holds these marks, each with how many marks lie in it, and an icon behind it."""
    look = f"{design.rpartition('.')[2]} {inner}".encode()
    group = Mark(name, IDENTITY, look, text=text, inside=len(inner))
    held = [Mark(each, IDENTITY, b"", inside=inside) for each, inside in inner]
    return make_face(design)._replace(marks=(group, *held, Mark("icon.star", IDENTITY, b"")))


def test_icons_are_counted() -> None:
    star = ("icon.star", 0)
    assert find_faults(make_icon_face("1", star, star, star), make_drawn_face("3", b"none")) == []
    assert find_faults(make_icon_face("1", star, star)) == ["1.c1.front 'row.stars' 2 'icon.star' 3 wren/cards.csv:2:1"]
    assert (
        find_faults(make_icon_face("1", star, star, ("icon.star", 1), star)) == []
    )  # one that lies in another is a part of it
    assert find_faults(make_icon_face("1", *[star] * 4, name="values.oars")) == [
        "1.c1.front 'values.oars' 4 'icon.star' 2 wren/game.yaml:12:20"
    ]
    assert find_faults(make_icon_face("1", *[star] * 3, name="values.tolls.0")) == [
        "1.c1.front 'values.tolls.0' 3 'icon.star' 4"
    ]


def test_an_icon_that_is_named_like_another_column() -> None:
    def find(*inner: str, icons: tuple[str, ...] = ("star", "rare", "gem")) -> list[str]:
        game = replace(GAME, data=replace(DATA, icons=dict.fromkeys(icons, "a.svg")))
        face = make_icon_face("3", *[(each, 0) for each in inner])
        return [
            each.message
            for each in find_in_format(check_values, [make_part("3")], [face], game)
            if "column" in each.message
        ]

    says = "'row.stars' shows 'icon.rare', which is named like another column; draw the icon of this one"
    assert find("icon.rare") == [f"hand.3.c1.front in wren.pdf, page 3: {says} (templates/front)"]
    assert find("icon.star") == find("icon.gem") == find("icon.star", "icon.rare") == find() == []
    assert find("icon.rare", icons=("rare",)) == []  # the column has no icon of its own


def test_icons_that_are_not_counted() -> None:
    star = ("icon.star", 0)
    assert find_faults(make_icon_face("1", star, ("icon.gem", 0))) == []  # of two names
    assert find_faults(make_icon_face("1", ("cell.a", 0), ("cell.b", 0))) == []
    assert find_faults(make_icon_face("1", star, text="3")) == []  # beside the number in words
    assert find_faults(make_icon_face("3", star)) == []  # a sign for none
    assert find_faults(make_icon_face("2", star, star, name="row.last")) == []  # true


@for_each(
    [
        (["gem", "owl", "gem"], []),
        (["gem", "owl"], ["1.c1.front", "'row.says'", "1", "'gem'", "1", "'owl'"]),
        ([], ["no"]),
    ]
)
def test_the_icons_of_a_text_are_counted(icons: list[str], told: list[str]) -> None:
    text = "{gem}{gem}: **take** {owl}."
    row = Row({"says": text}, "wren/cards.csv", 2)
    part = replace(make_part(), designs=(Design("1", {"row": row.values}, 1, PLACE),))
    game = replace(GAME, data=replace(DATA, icons={"gem": "a.svg", "owl": "b.svg"}), rows={"hand": (row,)})
    marks = tuple(Mark(f"icon.{name}", IDENTITY, b"") for name in icons)
    whole = Mark("row.says", IDENTITY, b"", (), ": take .", (), len(marks))
    face = ReadPiece(
        "hand.1.c1.front", "hand", "1", 1, "front", "wren.pdf", 3, IDENTITY, b"", None, (210, 297), (whole, *marks)
    )
    found = [str(each) for each in find_in_format(check_values, [part], [face], game)]
    assert len(found) == bool(told)
    assert all(word in line for line in found for word in told)


GERMAN = {"Row on": "Rudere 2{gem} weiter", "Stay": "Bleib", "oar": "Ruder", "mast": "Mast"}


@for_each(
    [
        ("Rudere 2 weiter", ["gem"], True),
        ("Row on", [], True),  # a template that leaves it untranslated
        ("Rudere 2 weiter", ["owl"], False),
        ("Bleib", [], False),  # the translation of another text
        ("Rudere 2 heim", ["gem"], False),
    ]
)
def test_a_text_may_be_translated_on_sheets_in_another_language(text: str, icons: list[str], is_sound: bool) -> None:
    game = replace(GAME, data=replace(DATA, icons={"gem": "a.svg", "owl": "b.svg"}))
    marks = tuple(Mark(f"icon.{name}", IDENTITY, b"") for name in icons)
    face = make_face("1", ("row.says", text))
    face = face._replace(marks=(face.marks[0]._replace(inside=len(marks)), *marks))
    found = find_in_format(check_values, [make_part("1")], [face], game, GERMAN)
    assert [each.code for each in found] == ([] if is_sound else ["GF126"])


def test_the_items_of_a_list_may_be_translated() -> None:
    part = replace(make_part("1"), values={"values": {"tools": ["oar", "mast"]}})
    sound = make_face("1", ("values.tools", "Ruder, Mast"), ("values.tools.0", "Ruder"), ("values.tools.1", "Mast"))
    wrong = make_face("1", ("values.tools.0", "Mast"), ("values.tools.1", "Mast"))
    assert find_in_format(check_values, [part], [sound], GAME, GERMAN) == []
    assert len(find_in_format(check_values, [part], [wrong], GAME, GERMAN)) == 1
    assert find_in_format(check_values, [part], [sound], GAME) != []


def test_claims_read_a_translation_as_the_value_of_the_data() -> None:
    face = make_face("1", ("row.says", "Rudere 2 weiter"), ("values.oars", "Ruder"))
    read = read_printed_rows(make_part("1"), CARDS, [face], GERMAN)
    assert (read.rows[0].values["says"], "says" in read.columns) == ("Row on", True)
    assert read_entry("oars", {"oars": "oar"}, [face], GERMAN) == ("oar", True)
    assert read_entry("oars", {"oars": "mast"}, [face], GERMAN) == ("Ruder", True)


@for_each([((0,), "range"), ((1,), "range"), ((0, 2), "group")])
def test_items_that_a_loop_leaves_out_are_sought_at_the_loop(shown: tuple[int, ...], aspect: str) -> None:
    values = {"values": {"tolls": [4, 5, 6][: len(shown) + 1]}}
    part = replace(make_part("1"), values=values)
    asked: list[str] = []

    def locate(part: Part, face: ReadPiece, name: str, how: str, number: int) -> None:
        asked.append(how)

    face = make_face("1", *[(f"values.tolls.{number}", str(4 + number)) for number in shown])
    assert len(find_in_format(check_values, [part], [face], GAME, locate=locate)) == 1
    assert asked == [aspect]


@for_each([(b"ring", False), (b"disc", True)])
def test_the_marks_of_two_colors_do_not_look_the_same(look: bytes, is_told: bool) -> None:
    faces = make_face("red.1", ("player.mark", "", b"disc")), make_face("blue.1", ("player.mark", "", look))
    found = find_faults(*faces)
    assert found == (["blue.1.c1.front 'player.mark' same hand.red.1.c1.front 'ring' 'disc'"] if is_told else [])


@for_each(
    [
        ("row.stars", {"1": b"***", "2": b"***"}, []),
        ("row.stars", {"1": b"***", "3": b"***"}, ["3.c1.front 'row.stars' same hand.1.c1.front 0 3"]),
        ("row.stars", {"1": b"***", "3": b""}, []),
        ("row.stars", {"red.1": b"***", "blue.3": b"***"}, []),
        ("row.last", {"2": b"x", "4": b"x"}, ["4.c1.front 'row.last' same hand.2.c1.front 1 true"]),
    ]
)
def test_different_values_do_not_look_the_same(name: str, looks: dict[str, bytes], expected: list[str]) -> None:
    assert find_faults(*(make_face(design, (name, "", look)) for design, look in looks.items())) == expected


def test_a_design_that_draws_nothing_shows_something_all_the_same() -> None:
    blank = make_face("1"), make_face("3"), make_face("2", ("row.stars", "", b"***"))
    assert find_faults(*blank) == ["3.c1.front 'row.stars' same hand.1.c1.front 0 3"]
