"""A net whose faces all stand in their place passes; a face that is gone, moved or looks like another is found out."""

from collections.abc import Sequence

import pytest

from generator.check.faces.nets import check_nets
from generator.geometry.matrix import Matrix, multiply_matrices
from generator.geometry.types import Outline
from generator.model.finding import Place
from generator.model.game import Design, Part
from generator.model.net import Net, Panel
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import lines

PLACE = Place("wren/game.yaml", 9, 3)
SQUARE = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))
PAPER: Matrix = (0.0, 1.0, -1.0, 0.0, 100.0, 50.0)
# a strip of three faces with values, the second turned, and a foot without one
PANELS = (
    Panel("a", SQUARE, (1, 0, 0, 1, 5, 5), 1),
    Panel("b", SQUARE, (0, 1, -1, 0, 15, 5), 6),
    Panel("c", SQUARE, (1, 0, 0, 1, 25, 5), 6),
    Panel("foot", SQUARE, (1, 0, 0, 1, 35, 5)),
)
NET = Net(40, 10, PANELS, (), (), ())
DIE = Part(
    "die", "Die", "die", Outline(40, 10), 0, None, "f", None, {}, (Design("1", {}, 2, PLACE, net=NET),), "", PLACE
)
CARD = Part("card", "", "card", Outline(40, 10), 0, None, "f", None, {}, (Design("1", {}, 2, PLACE),), "", PLACE)
FACES = tuple(
    Mark(f"face.{panel.id}", multiply_matrices(PAPER, panel.matrix), str(panel.value).encode()) for panel in PANELS
)


def found(*faces: Mark, more: Sequence[ReadPiece] = ()) -> list[str]:
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), faces)
    head = "wren/game.yaml:9:3: GF120 die.1.c1.front in wren.pdf, page 3: "
    said = lines(list(check_nets([CARD, DIE], [seen, *more])))
    assert all(line.startswith(head) and line.endswith(" (templates/f)") for line in said)
    return [line.removeprefix(head).removesuffix(" (templates/f)") for line in said]


def test_values_are_told_from_texts() -> None:
    net = Net(40, 10, (PANELS[0], Panel("b", SQUARE, PANELS[1].matrix, "1"), *PANELS[2:]), (), (), ())
    design = Design("1", {}, 2, PLACE, net=net)
    die = Part("die", "Die", "die", Outline(40, 10), 0, None, "f", None, {}, (design,), "", PLACE)
    marks = tuple(mark._replace(look=b"1") if mark.name == "face.b" else mark for mark in FACES)
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), marks)
    (line,) = lines(list(check_nets([die], [seen])))
    assert line.endswith("the faces 'a' and 'b' look the same, and stand for 1 and '1' (templates/f)")


def test_a_sound_net() -> None:
    card = ReadPiece("card.1.c1.front", "card", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297))
    other = Mark("cut", PAPER, b"1")
    assert found(*FACES, other, more=[card]) == []


A, B, C, FOOT = FACES


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ((A, B, C), "the face 'foot' is missing"),
        ((A, A, B, C, FOOT), "the face 'a' is there twice"),
        ((*FACES, A._replace(name="face.d")), "there is no face 'd'; there is 'a', 'b', 'c', 'foot'"),
        ((A, B, C._replace(matrix=A.matrix), FOOT), "the face 'c' lies 20 mm from its place"),
        ((A, B._replace(matrix=(*A.matrix[:4], *B.matrix[4:])), C, FOOT), "the face 'b' is turned by 90 and not by 180 degrees"),
        ((A, B, C, FOOT._replace(matrix=(*(0.5, 0, 0, 0.5), *FOOT.matrix[4:]))), "the face 'foot' stands at its place, but scaled, skewed or mirrored"),
        ((A, B._replace(look=A.look), C, FOOT), "the faces 'a' and 'b' look the same, and stand for 1 and 6"),
        ((A._replace(look=B.look), B, C, FOOT), "the faces 'a' and 'b' look the same, and stand for 1 and 6, and 1 more such fault"),
        ((A, B, C._replace(look=b"7"), FOOT._replace(look=A.look)), ""),
        ((A._replace(matrix=B.matrix), B._replace(matrix=A.matrix), C, FOOT), "the face 'a' lies 10 mm from its place, and 1 more such fault"),
    ],
)  # fmt: skip
def test_a_fault_of_a_net(faces: tuple[Mark, ...], says: str) -> None:
    assert found(*faces) == ([says] if says else [])


def test_a_face_says_its_value() -> None:
    says = "the face 'a' stands for 1, and says '2'"
    assert found(A._replace(text="1"), B._replace(text="6"), C, FOOT._replace(text="7")) == []
    assert found(A._replace(text="2"), B, C, FOOT) == [says]
    assert found(A._replace(text="2"), B._replace(text="1"), C, FOOT) == [f"{says}, and 1 more such fault"]


@pytest.mark.parametrize(
    ("text", "sound"),
    [("1", True), ("black", True), ("Black 1", True), ("1 switch", True), ("", True), ("2", False), ("1 black", False), ("1 1", False), ("blac", False)],
)  # fmt: skip
def test_a_face_says_some_words_of_its_value(text: str, sound: bool) -> None:
    net = Net(40, 10, (Panel("a", SQUARE, PANELS[0].matrix, "black 1 switch"), *PANELS[1:]), (), (), ())
    design = Design("1", {}, 2, PLACE, net=net)
    die = Part("die", "Die", "die", Outline(40, 10), 0, None, "f", None, {}, (design,), "", PLACE)
    marks = (A._replace(text=text), *FACES[1:])
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), marks)
    said = [line.partition("page 3: ")[2] for line in lines(list(check_nets([die], [seen])))]
    assert said == ([] if sound else [f"the face 'a' stands for 'black 1 switch', and says {text!r} (templates/f)"])
