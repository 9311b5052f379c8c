"""A net whose faces all stand in their place passes; a face that is gone, moved or looks like another is find_faults out."""

from collections.abc import Sequence
from types import SimpleNamespace

from generator.check.faces.nets import check_nets
from generator.geometry.matrix import Matrix, multiply_matrices
from generator.geometry.types import Outline
from generator.model.finding import Place
from generator.model.game import Design, Part
from generator.model.net import Net, Panel
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import facts_with, find_in_format, lines
from tests.samples import for_each

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
WORDS = "missing|twice|no face|from its place|rotated|scaled|same|more"  # what tells the faults of a net apart
FACES = tuple(
    Mark(f"face.{panel.id}", multiply_matrices(PAPER, panel.matrix), str(panel.value).encode()) for panel in PANELS
)


def find_faults(*faces: Mark, more: Sequence[ReadPiece] = ()) -> list[str]:
    """Return the facts of each finding about a die that shows these faces."""
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), faces)
    head = "wren/game.yaml:9:3: GF120 die.1.c1.front in wren.pdf, page 3: "
    faults = lines(find_in_format(check_nets, [CARD, DIE], [seen, *more]))
    assert all(line.startswith(head) and line.endswith(" (templates/f)") for line in faults)
    return [facts_with(line.removeprefix(head).removesuffix(" (templates/f)"), WORDS) for line in faults]


def test_a_number_and_the_same_text_are_different_values() -> None:
    net = Net(40, 10, (PANELS[0], Panel("b", SQUARE, PANELS[1].matrix, "1"), *PANELS[2:]), (), (), ())
    design = Design("1", {}, 2, PLACE, net=net)
    die = Part("die", "Die", "die", Outline(40, 10), 0, None, "f", None, {}, (design,), "", PLACE)
    marks = tuple(mark._replace(look=b"1") if mark.name == "face.b" else mark for mark in FACES)
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), marks)
    (line,) = lines(find_in_format(check_nets, [die], [seen]))
    assert facts_with(line, WORDS).endswith(" 3 'a' 'b' same 1 '1'")


@for_each([(("icon.ink", "icon.swap"), "icon.turn"), (("icon.ink", "icon.turn"), "face.b")])
def test_faces_that_look_alike_are_told_at_what_has_another_name(names: Sequence[str], mark: str) -> None:
    first = [FACES[0]._replace(inside=2), *(Mark(name, PAPER, b"i") for name in names)]
    other = [
        FACES[1]._replace(look=FACES[0].look, inside=2),
        *(Mark(name, PAPER, b"i") for name in ("icon.ink", "icon.turn")),
    ]
    marks = (*first, *other, *FACES[2:])
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), marks)
    case, shown = SimpleNamespace(translated_words={}), SimpleNamespace(find_faces=lambda _part: [seen])
    assert [each.mark for each in check_nets(case, DIE, shown)] == [mark]  # type: ignore[arg-type]


def test_a_sound_net() -> None:
    card = ReadPiece("card.1.c1.front", "card", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297))
    other = Mark("cut", PAPER, b"1")
    assert find_faults(*FACES, other, more=[card]) == []


A, B, C, FOOT = FACES


@for_each([
        ((A, B, C), "'foot' missing"),
        ((A, A, B, C, FOOT), "'a' twice"),
        ((*FACES, A._replace(name="face.d")), "no face 'd' 'a' 'b' 'c' 'foot'"),
        ((A, B, C._replace(matrix=A.matrix), FOOT), "'c' 20 from its place"),
        ((A, B._replace(matrix=(*A.matrix[:4], *B.matrix[4:])), C, FOOT), "'b' rotated 90 180"),
        ((A, B, C, FOOT._replace(matrix=(*(0.5, 0, 0, 0.5), *FOOT.matrix[4:]))), "'foot' scaled"),
        ((A, B._replace(look=A.look), C, FOOT), "'a' 'b' same 1 6"),
        ((A._replace(look=B.look), B, C, FOOT), "'a' 'b' same 1 6 1 more"),
        ((A, B, C._replace(look=b"7"), FOOT._replace(look=A.look)), ""),
        ((A._replace(matrix=B.matrix), B._replace(matrix=A.matrix), C, FOOT), "'a' 10 from its place 1 more"),
    ])  # fmt: skip
def test_a_fault_of_a_net(faces: tuple[Mark, ...], expected: str) -> None:
    assert find_faults(*faces) == ([expected] if expected else [])


def test_a_face_shows_its_value() -> None:
    expected = "'a' 1 '2'"
    assert find_faults(A._replace(text="1"), B._replace(text="6"), C, FOOT._replace(text="7")) == []
    assert find_faults(A._replace(text="2"), B, C, FOOT) == [expected]
    assert find_faults(A._replace(text="2"), B._replace(text="1"), C, FOOT) == [f"{expected} 1 more"]


@for_each([("1", True), ("black", True), ("Black 1", True), ("1 switch", True), ("", True), ("2", False), ("1 black", False), ("1 1", False), ("blac", False)])  # fmt: skip
def test_a_face_may_show_some_words_of_its_value(text: str, is_sound: bool) -> None:
    net = Net(40, 10, (Panel("a", SQUARE, PANELS[0].matrix, "black 1 switch"), *PANELS[1:]), (), (), ())
    design = Design("1", {}, 2, PLACE, net=net)
    die = Part("die", "Die", "die", Outline(40, 10), 0, None, "f", None, {}, (design,), "", PLACE)
    marks = (A._replace(text=text), *FACES[1:])
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), marks)
    faults = [
        facts_with(line.partition("page 3: ")[2], WORDS) for line in lines(find_in_format(check_nets, [die], [seen]))
    ]
    assert faults == ([] if is_sound else [f"'a' 'black 1 switch' {text!r}"])


def test_a_foot_may_be_blank_but_not_in_the_wrong_place() -> None:
    net = Net(40, 10, (*PANELS[:3], Panel("foot", SQUARE, PANELS[3].matrix, may_be_blank=True)), (), (), ())
    design = Design("1", {}, 2, PLACE, net=net)
    die = Part("die", "Die", "die", Outline(40, 10), 0, None, "f", None, {}, (design,), "", PLACE)
    seen = ReadPiece("die.1.c1.front", "die", "1", 1, "front", "wren.pdf", 3, PAPER, b"", None, (210, 297), (A, B, C))
    assert find_in_format(check_nets, [die], [seen]) == []
    moved = seen._replace(marks=(A, B, C, FOOT._replace(matrix=A.matrix)))
    (line,) = lines(find_in_format(check_nets, [die], [moved]))
    assert facts_with(line.partition("page 3: ")[2], WORDS).endswith("'foot' 30 from its place")
