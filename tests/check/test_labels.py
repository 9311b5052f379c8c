"""Cells that are printed with their labels pass, as do boards that print none; a wrong, missing or strange one does not."""

from collections.abc import Mapping

from msgspec.structs import replace

from generator.check.analysis.value_text import text_contains
from generator.check.faces.values import check_cell_labels
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Outline, Points
from generator.model.board import Board, Cell, Section
from generator.model.color import Color
from generator.model.finding import Place
from generator.model.game import Design, Part
from generator.model.printed import Mark, ReadPiece
from tests.check.facts import keep_facts
from tests.check.kit import GAME, find_in_format, lines
from tests.samples import for_each

WORDS = "no words|no label|no letter|label|letter|templates/f"
PLACE = Place("wren/game.yaml", 9, 3)
SQUARE: Points = ((-5, -5), (5, -5), (5, 5), (-5, 5))
LABELS = {"place.1": "5", "place.2": "4", "place.3": "3", "place.4": "", "r0c0": "", "r0c1": "3", "mill": "Old Mill"}
KINDS = {"mill": "house"}
COLORS = {
    "player.red": Color("player.red", "red", "#aa0000", letter="R"),
    "player.blue": Color("player.blue", "blue", "#0000aa", letter="B"),
    "ink": Color("ink", "ink", "#000000"),
}
TINTS = {"r1c0": "player.red", "r1c1": "player.blue", "r1c2": "ink"}
CELLS = {
    name: Cell(name, 5, 5, SQUARE, KINDS.get(name, "place" if name.startswith("place") else "plain"), label=label)
    for name, label in LABELS.items()
} | {name: Cell(name, 5, 5, SQUARE, "start", color) for name, color in TINTS.items()}
HALVES = tuple(Section(name, name, (0, 0, 9, 9), (0, 0, 9, 9)) for name in ("left", "right"))


def found(
    *prints: Mapping[str, str],
    sections: bool = False,
    says: Mapping[str, str] | None = None,
    cells: Mapping[str, Cell] = CELLS,
) -> list[str]:
    """Return what is wrong with copies of a board, or with sections of one copy, in whose cells these words stand."""
    names = [each.id for each in HALVES] if sections else ["1"]
    designs = tuple(
        Design(name, {}, 1, PLACE, section=section)
        for name, section in zip(names, HALVES if sections else [None], strict=True)
    )
    board = Board(30, 20, cells, (), {}, {})
    part = Part("board", "Board", "board", Outline(30, 20), 0, None, "f", None, {}, designs, "", PLACE, board)
    faces = []
    for number, words in enumerate(prints):
        design, copy = (names[number], 1) if sections else ("1", number + 1)
        marks = tuple(Mark(f"cell.{name}", IDENTITY, b"", (), text) for name, text in words.items())
        name = f"board.{design}.c{copy}.front"
        faces.append(
            ReadPiece(name, "board", design, copy, "front", "a.pdf", 1, IDENTITY, b"", None, (210, 297), marks)
        )
    head = "wren/game.yaml:9:3: GF126 "
    return [
        keep_facts(line.removeprefix(head).replace(" in a.pdf, page 1", ""), WORDS)
        for line in lines(find_in_format(check_cell_labels, [part], faces, replace(GAME, colors=COLORS), says))
    ]


SOUND = {
    "place.1": "5",
    "place.2": "4 points",
    "place.3": "3",
    "place.4": "",
    "mill": "Old Mill",
    "r0c0": "",
    "strange": "5",
}


def test_labels_that_are_printed_or_not() -> None:
    assert found(SOUND, SOUND) == []
    assert found(dict.fromkeys(LABELS, "")) == []
    # words that are no labels, in cells whose labels are not printed
    assert found({"r0c0": "3 m", "r0c1": "4 m", "mill": "inn"}) == []


def test_labels_may_be_translated_on_sheets_in_another_language() -> None:
    german = {"mill": "Alte Mühle"}
    assert found(german, says={"Old Mill": "Alte Mühle"}) == []
    assert found({"mill": "Neue Mühle"}, german, says={"Old Mill": "Alte Mühle"}) != []


@for_each(
    [
        (
            {"place.1": "3", "place.3": "5"},
            "'place.1' `label` '5' '3' 1",
        ),
        ({"place.2": ""}, "'place.2' `label` '4' `no words`"),
        ({"place.2": "45"}, "'place.2' `label` '4' '45'"),
        ({"place.4": "5"}, "'place.4' `no label` '5'"),
        ({"mill": "Old"}, ""),
    ]
)
def test_a_wrong_label(words: Mapping[str, str], says: str) -> None:
    assert found({**SOUND, **words}) == ([f"`board.1.c1.front` {says} `templates/f`"] if says else [])
    if says:
        assert found(SOUND, {**SOUND, **words})[0].startswith("`board.1.c2.front`")


def test_labels_in_the_wrong_order_of_which_none_is_right() -> None:
    says = "'place.1' `label` '5' '4' 1"
    assert found({"place.1": "4", "place.2": "5"}) == [f"`board.1.c1.front` {says} `templates/f`"]


def test_a_cell_across_a_seam_shows_its_label_on_one_of_its_sections() -> None:
    assert found(SOUND, {"place.1": ""}, sections=True) == []
    (said,) = found({**SOUND, "place.1": "4"}, {"place.1": "3"}, sections=True)
    assert said == "`board.left.c1.front` 'place.1' `label` '5' '4' '3' `templates/f`"


@for_each(
    [
        ({"r1c0": "R", "r1c1": "to B", "r1c2": "x"}, ""),
        ({"r1c0": "", "r1c1": "", "r1c2": ""}, ""),
        ({"r1c0": "1", "r1c1": "2"}, ""),
        ({"r1c0": "R", "r1c1": "R"}, "'r1c1' `letter` 'B' 'R'"),
        ({"r1c0": "R", "r1c1": ""}, "'r1c1' `letter` 'B' `no words`"),
        ({"r1c0": "R", "r1c2": "B"}, "'r1c2' `no letter` 'B'"),
        ({"r1c0": "B", "r1c1": "R"}, "'r1c0' `letter` 'R' 'B' 1"),
    ]
)
def test_letters_of_colors(words: Mapping[str, str], says: str) -> None:
    assert found(words) == ([f"`board.1.c1.front` {says} `templates/f`"] if says else [])


@for_each([("\u22121", "-1"), ("-1", "\u22121"), ("\u22121", "\u22121")])
def test_a_minus_may_be_a_hyphen(text: str, label: str) -> None:
    assert text_contains(text, label)
    assert not text_contains(text, "1")


def test_a_board_whose_cells_show_names_shows_each_its_own() -> None:
    plain = {name: replace(cell, label="") for name, cell in CELLS.items() if not cell.color}
    own = {name: name for name in plain}
    shifted = dict(zip(plain, [*list(plain)[1:], next(iter(plain))], strict=True))
    assert found(own, cells=plain) == []
    assert found({**own, "mill": "r0c1"}, cells=plain) == ["`board.1.c1.front` 'mill' 'r0c1' `templates/f`"]
    assert found(shifted, cells=plain)[0].startswith("`board.1.c1.front` 'place.1' 'place.2' 6 ")
    assert (
        found({**dict.fromkeys(plain, "Inn"), "mill": "r0c1"}, cells=plain) == []
    )  # where few show names, one may show another's
