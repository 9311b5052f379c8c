"""Arrows that go as their joins go pass; one that is missing, doubled, misnamed, astray or the wrong way round is found."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.check.faces.boards import check_arrows, list_board_pieces
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.types import Outline, Points
from generator.model.board import Board, Cell, Join, Section
from generator.model.finding import DataError, Place
from generator.model.game import Design
from generator.model.picture import Paint
from generator.model.picture import Path as Drawn
from generator.model.printed import Mark, ReadPiece
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.check.facts import keep_facts
from tests.readback.test_marks import LEAP, named, printed
from tests.samples import for_each

# what tells the faults of an arrow apart
WORDS = "missing|twice|times|no line|begins|ends|backward|against|one way|not joined"
LAYOUTS = Path(__file__).parents[2] / "layouts"
SQUARE: Points = ((-5, -5), (5, -5), (5, 5), (-5, 5))
PAPER: Matrix = (0.0, 1.0, -1.0, 0.0, 100.0, 50.0)  # a quarter-turn: x goes down, y to the left
CELLS = {f"a.{k}": Cell(f"a.{k}", 5 + 10 * k, 5, SQUARE) for k in range(4)}
JOINS = (
    Join("a.0", "a.1", "ferry", True),
    Join("a.1", "a.2", "ferry", True),
    Join("a.2", "a.3"),
    Join("a.3", "a.0", "ferry"),
)
ROUTES = {"home": ("a.3", "a.2")}
LEFT = Section("left", "left", (0, 0, 20, 10), (0, 0, 28, 10))
RIGHT = Section("right", "right", (20, 0, 40, 10), (20, 0, 40, 10))
WHOLE = Board(40, 10, CELLS, JOINS, ROUTES, {})
HALVES = Board(40, 10, CELLS, JOINS, ROUTES, {}, "tab", (LEFT, RIGHT))


def arrow(name: str, *points: tuple[float, float], left: float = 0) -> Mark:
    return Mark(name, PAPER, b"", tuple(transform_point(PAPER, x - left, y) for x, y in points))


def piece(design: str, *marks: Mark, copy: int = 1) -> ReadPiece:
    name = f"board.{design}.c{copy}.front"
    return ReadPiece(name, "board", design, copy, "front", "wren.pdf", 1, PAPER, b"", None, (210, 297), marks)


def told(board: Board, *faces: ReadPiece) -> list[tuple[str, str]]:
    sections: Sequence[Section | None] = board.sections or (None,)
    made = (Design(each.id if each else "1", {}, 2, Place("x"), Outline(40, 10), each) for each in sections)
    return [
        (fault.kind, keep_facts(fault.text, WORDS))
        for fault in check_arrows(board, list_board_pieces(board, {each.id: each for each in made}, faces))
    ]


OVER = arrow("join.a.0.a.1", (6, 5), (14, 5), (12, 4))
ON = arrow("join.a.1.a.2", (16, 5), (24, 5))
BACK = arrow("join.a.3.a.2", (32, 5), (28, 5))
# an arrow head between two cells, drawn from its rear
HEAD = arrow("join.a.3.a.2", (31, 4), (29, 5), (31, 6))


@pytest.mark.parametrize(
    "marks",
    [
        (),
        (BACK,),  # of joins both ways, any may be drawn
        (HEAD, OVER, ON),
        (OVER, ON, arrow("join.a.0.a.3", (5, 5), (35, 5)), arrow("join.a.3.a.0", (35, 5), (5, 5))),
        (arrow("join.a.0.a.1", (7.6, 5), (12.4, 5)), ON),
        (arrow("join.a.0.a.1", (-2.4, 5), (10, 5)), ON),
        (Mark("cell.a.0", PAPER, b""), Mark("route.join.a", PAPER, b"")),
    ],
)
def test_arrows_that_go_as_they_should(marks: tuple[Mark, ...]) -> None:
    assert told(WHOLE, piece("1", *marks), piece("1", *marks, copy=2)) == []


@for_each([
        # too few, too many
        ((OVER,), [("lacking", "'join.a.1.a.2' `missing` 'ferry'")]),
        ((OVER, ON, OVER), [("doubled", "'join.a.0.a.1' `twice`")]),
        ((HEAD, HEAD, HEAD), [("doubled", "'join.a.3.a.2' 3 `times`")]),
        # misnamed
        (
            (arrow("join.a.3.a.4", (35, 5), (39, 5)),),
            [("strange", "'join.a.3.a.4' 'join.a.3.a.2'")],
        ),
        (
            (arrow("join.x.a.0", (5, 5), (25, 5)),),
            [("strange", "'join.x.a.0' 'join.a.3.a.0'")],
        ),
        (
            (arrow("join.a.0.a.2", (5, 5), (25, 5)),),
            [("strange", "'join.a.0.a.2' 'a.0' 'a.2' `not joined`")],
        ),
        (
            (arrow("join.a.1.a.0", (15, 5), (5, 5)),),
            [("strange", "'join.a.1.a.0' 'a.1' 'a.0' `one way` 'a.0'")],
        ),
        # out of place
        ((arrow("join.a.0.a.1", (-2.6, 5), (12, 5)), ON), [("astray", "'join.a.0.a.1' `begins` 2.6 'a.0'")]),
        ((arrow("join.a.0.a.1", (5, 5), (7, 5)), ON), [("astray", "'join.a.0.a.1' `ends` 3 'a.1'")]),
        ((arrow("join.a.0.a.1", (5, 5), (15, 14)), ON), [("astray", "'join.a.0.a.1' `ends` 4 'a.1'")]),
        ((Mark("join.a.3.a.2", PAPER, b""),), [("astray", "'join.a.3.a.2' `no line`")]),
        # the wrong way round
        (
            (arrow("join.a.3.a.2", (29, 4), (31, 5), (29, 6)),),
            [("astray", "'join.a.3.a.2' `backward` 'a.2' 'a.3'")],
        ),
        ((arrow("join.a.0.a.1", (14, 5), (6, 5)), ON), [("astray", "'join.a.0.a.1' `begins` 4 'a.0'")]),
        (
            (arrow("join.a.2.a.3", (28, 5), (32, 5)),),
            [("astray", "'join.a.2.a.3' `against`")],
        ),
    ])  # fmt: skip
def test_arrows_that_do_not(marks: tuple[Mark, ...], faults: list[tuple[str, str]]) -> None:
    assert told(WHOLE, piece("1", *marks)) == faults


def test_each_copy_has_its_arrows() -> None:
    sound, short = piece("1", OVER, ON), piece("1", OVER, copy=2)
    assert told(WHOLE, sound, short) == [("lacking", "'join.a.1.a.2' `missing` 'ferry'")]


def test_of_a_board_in_sections_each_copy_has_its_arrows() -> None:
    across = arrow("join.a.1.a.2", (16, 5), (24, 5), left=20)
    left, right = piece("left", OVER, ON), piece("right", across)
    assert told(HALVES, left, right) == []
    assert told(HALVES, left, right, piece("left", OVER, copy=2), piece("right", across, copy=2)) == []
    assert told(HALVES, left) == []
    assert told(HALVES, right) == []  # the cells that the other arrows leave are on no piece that is here
    assert told(HALVES, piece("left", ON)) == [("lacking", "'join.a.0.a.1' `missing` 'ferry'")]
    # where a piece shows one of the two cells, the arrow is held to that one
    far = arrow("join.a.1.a.2", (0, 5), (9, 5), left=20)
    assert told(HALVES, piece("left", OVER, arrow("join.a.1.a.2", (16, 5), (17, 5)))) == []
    assert told(HALVES, piece("right", far)) == [("astray", "'join.a.1.a.2' `ends` 11 'a.2'")]
    assert told(HALVES, piece("left", OVER, arrow("join.a.1.a.2", (5, 5), (25, 5)))) == [
        ("astray", "'join.a.1.a.2' `begins` 5 'a.1'")
    ]


def test_the_ends_of_an_arrow_are_read_from_both_formats(tmp_path: Path) -> None:
    line = Drawn((("M", 1.0, 2.0), ("L", 4.0, 2.0), ("C", 5, 2, 6, 2, 7, 3)), Paint(None, stroke="#000000"))
    for seen in printed(tmp_path, [named("join.a.b", line, at=LEAP), named("other", line)]):
        home = seen[0].matrix[4:]
        points = [(round(x - home[0], 3), round(y - home[1], 3)) for x, y in seen[0].marks[0].points]
        assert points == [(31, 42), (34, 42), (37, 43)]
        assert seen[0].marks[1].points == ()


def test_a_board_that_is_drawn_for_another_turn_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "hypnosia"
    home.mkdir()
    data = (LAYOUTS / "hypnosia" / "game.yaml").read_text("utf-8").replace("turn: outward", "turn: upright")
    data = data.replace("front: hypnosia/board.svg.j2", "front: hypnosia/board.svg.j2\n    safe: 0", 1)  # turned texts
    (home / "game.yaml").write_text(data, encoding="utf-8")
    (home / "rules.md").write_text((LAYOUTS / "hypnosia" / "rules.md").read_text("utf-8"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        build_kit(home, Options(tmp_path / "out", formats=frozenset({"svg"}), sheets_only=True))
    said = [finding.message for finding in caught.value.findings if finding.code == "GF118"]
    assert len(said) == 1
    assert "'join.ring1.2.ring2.2' `ends` 3.5 'ring2.2' 23" in keep_facts(said[0], WORDS)
