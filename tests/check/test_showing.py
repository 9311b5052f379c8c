"""Faces that show the values of their rows pass; a wrong, missing or misnamed one is found out, and so are look-alikes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.check.faces.values import check_values
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Outline
from generator.model.board import Section
from generator.model.color import Color
from generator.model.finding import Place
from generator.model.game import Design, Game, GameData, Part, Row
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import facts_with, lines

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
# what tells the findings apart: the faces, and what is wrong with a value
WORDS = r"\b(?:hand\.)?(?:red\.|blue\.)?\d\.c\d\.(?:front|back)|(?:templates/|in )\w+|its design|not shown|not a list|\bno\b|same|different|more|\[[\d, ]+\]|true|false"


def part(*ids: str) -> Part:
    """Return a part with these designs of a row each, such as red.1: of a color too."""
    designs = tuple(Design(name, values(name), 1, PLACE) for name in ids)
    outline = Outline(60, 80)
    return Part("hand", "Hand", "card", outline, 3.0, None, "front", "back", VALUES, designs, "", PLACE)


def values(name: str) -> Mapping[str, Any]:
    color, _, row = name.rpartition(".")
    return {"row": ROWS[row], **({"player": COLORS[f"player.{color}"]} if color else {})}


def face(
    design: str, *marks: tuple[str, str] | tuple[str, str, bytes], side: Any = "front", copy: int = 1
) -> ReadPiece:
    shown = tuple(Mark(each[0], IDENTITY, each[2] if len(each) > 2 else b"", (), each[1]) for each in marks)
    name = f"hand.{design}.c{copy}.{side}"
    return ReadPiece(name, "hand", design, copy, side, "wren.pdf", 3, IDENTITY, b"", None, (210, 297), shown)


def found(*faces: ReadPiece, of: Part | None = None) -> list[str]:
    designs = dict.fromkeys(each.design for each in faces)
    said = lines(list(check_values(GAME, [of or part(*designs)], faces)))
    assert all(line.startswith(HEAD) for line in said)
    bare = [line.removeprefix(HEAD).replace(" in wren.pdf, page 3", "") for line in said]
    return [facts_with(line.removesuffix(" (templates/front)"), WORDS) for line in bare]


SOUND = (
    face("1", ("row.number", "1"), ("row.beats", "0 5"), ("row.number", "1"), ("row.says", "Row on"), ("title", "9")),
    face("2", ("row.number", "2"), ("row.number", "2")),
    face("3", ("row.number", "3"), ("row.beats", "2"), ("row.says", "Stay"), ("row.rare", "7")),
)


def test_values_that_are_shown() -> None:
    assert found(*SOUND) == []


def test_every_copy_is_read_and_both_sides() -> None:
    right = [face("1", ("row.number", "1"), copy=copy, side=side) for copy in (1, 2) for side in ("front", "back")]
    assert found(*right) == []
    assert found(*right[:2], face("1", ("row.number", "2"), copy=2)) == [
        "1.c2.front 'row.number' '2' 1 wren/cards.csv:2:1"
    ]
    assert found(*right[:3], face("1", ("row.number", "11"), copy=2, side="back")) == [
        "1.c2.back 'row.number' '11' 1 wren/cards.csv:2:1 templates/back"
    ]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
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
    ],
)  # fmt: skip
def test_a_wrong_value(wrong: tuple[str, str], expected: str) -> None:
    said = found(face("red.1", ("row.number", "1"), wrong))
    assert said[0] == f"red.1.c1.front {expected}"
    assert len(said) == (2 if wrong[0].startswith("row.beats.") else 1)


def test_what_is_right_beside_them() -> None:
    right = (
        ("values.oars", "2"),
        ("player.letter", "R"),
        ("player.name", "Ruby"),
        ("color.player.blue", "blue"),
        ("color.gold", "Silver"),
    )
    items = ("values.tolls.0", "4"), ("values.tolls.1", "0"), ("row.beats.0", "0"), ("row.beats.1", "5")
    assert found(face("red.1", *right, *items)) == []


def test_a_list_of_which_an_item_is_left_away() -> None:
    assert found(face("1", ("values.tolls.0", "4"))) == ["1.c1.front 'values.tolls.1' not shown 0"]
    assert found(face("1", ("row.beats.1", "5"))) == ["1.c1.front 'row.beats.0' not shown 0"]


def test_a_value_that_other_designs_show() -> None:
    rest = face("3", ("row.number", "3"))
    assert found(*SOUND[:2], rest) == [
        "3.c1.front 'row.beats' not shown 2",
        "3.c1.front 'row.says' not shown 'Stay'",
    ]
    section = Section("left", "left", (0, 0, 9, 9), (0, 0, 9, 9))
    whole = part("1", "2", "3")
    cut = replace(whole, designs=tuple(design._replace(section=section) for design in whole.designs))
    assert found(*SOUND[:2], rest, of=cut) == []


def drawn(design: str, *looks: bytes, name: str = "row.stars") -> ReadPiece:
    return face(design, *((name, "", look) for look in looks))


def test_values_that_are_drawn() -> None:
    assert found(drawn("1", b"***"), drawn("2", b"***"), face("3", ("title", ""))) == []
    colors = [drawn(f"{color}.{row}", color.encode() * row) for color in ("red", "blue") for row in (1, 2)]
    assert found(*colors) == ["red.2.c1.front 'row.stars' different hand.red.1.c1.front 3 1 more"]  # fmt: skip
    told = [drawn(f"{color}.{row}", color.encode()) for color in ("red", "blue") for row in (1, 2)]
    assert found(*told) == []
    assert found(drawn("red.1", b"***"), drawn("blue.3", b"***")) == []


def test_drawings_that_differ_or_do_not() -> None:
    assert found(drawn("1", b"***"), drawn("2", b"**")) == ["2.c1.front 'row.stars' different hand.1.c1.front 3"]
    assert found(drawn("1", b"***"), drawn("3", b"***")) == ["3.c1.front 'row.stars' same hand.1.c1.front 0 3"]
    assert found(drawn("1", b"***"), drawn("2", b"***", b"***")) == [
        "2.c1.front 'row.stars' different hand.1.c1.front 3"
    ]
    # a design that draws nothing shows something all the same
    assert found(drawn("1", b"***"), drawn("3")) == []
    assert found(drawn("1"), drawn("3"), drawn("2", b"***")) == [
        "3.c1.front 'row.stars' same hand.1.c1.front 0 3",
        "2.c1.front 'row.stars' different hand.1.c1.front 3",
    ]


def stars(design: str, *inner: tuple[str, int], name: str = "row.stars", text: str = "") -> ReadPiece:
    """Return a face with a group that holds these marks, each with how many marks lie in it, and an icon behind it."""
    look = f"{design.rpartition('.')[2]} {inner}".encode()
    group = Mark(name, IDENTITY, look, text=text, inside=len(inner))
    held = [Mark(each, IDENTITY, b"", inside=inside) for each, inside in inner]
    return face(design)._replace(marks=(group, *held, Mark("icon.star", IDENTITY, b"")))


def test_icons_are_counted() -> None:
    star = ("icon.star", 0)
    assert found(stars("1", star, star, star), drawn("3", b"none")) == []
    assert found(stars("1", star, star)) == ["1.c1.front 'row.stars' 2 'icon.star' 3 wren/cards.csv:2:1"]
    assert found(stars("1", star, star, ("icon.star", 1), star)) == []  # one that lies in another is a part of it
    assert found(stars("1", *[star] * 4, name="values.oars")) == [
        "1.c1.front 'values.oars' 4 'icon.star' 2 wren/game.yaml:12:20"
    ]
    assert found(stars("1", *[star] * 3, name="values.tolls.0")) == ["1.c1.front 'values.tolls.0' 3 'icon.star' 4"]


def test_icons_that_are_no_count() -> None:
    star = ("icon.star", 0)
    assert found(stars("1", star, ("icon.gem", 0))) == []  # of two names
    assert found(stars("1", ("cell.a", 0), ("cell.b", 0))) == []
    assert found(stars("1", star, text="3")) == []  # beside the number in words
    assert found(stars("3", star)) == []  # a sign for none
    assert found(stars("2", star, star, name="row.last")) == []  # true


def test_what_stands_for_true_and_false_is_compared_by_what_it_says() -> None:
    stays = [face("1"), face("2", ("row.last", "stays")), face("3", ("row.last", "stays"))]
    assert found(*stays) == []
    assert found(*stays[:2], face("3", ("row.last", "goes"))) == [
        "3.c1.front 'row.last' different hand.2.c1.front true"
    ]
    assert found(face("1", ("row.last", "stays")), *stays[1:])[0].endswith(" same hand.1.c1.front true false 1 more")


def test_true_is_not_1() -> None:
    assert found(drawn("2", b"x", name="row.last"), drawn("4", b"x", name="row.last")) == [
        "4.c1.front 'row.last' same hand.2.c1.front 1 true"
    ]


def test_figures_and_stars_of_one_value() -> None:
    both = [face(row, ("row.number", row), ("row.number", "", b"*" * int(row))) for row in "123"]
    assert found(*both) == []
    assert found(*both[:2], face("3", ("row.number", "3"), ("row.number", "", b"**"))) == [
        "3.c1.front 'row.number' same hand.2.c1.front 3 2"
    ]
