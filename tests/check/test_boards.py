"""A board whose pieces show all cells where the data has them passes; one that is short of a cell, or bent, is found out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.check.faces.boards import check_boards
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Outline, Points, Segment
from generator.model.board import Board, Cell, Section
from generator.model.finding import Place
from generator.model.game import Design, Part
from generator.model.picture import Group, Paint, Shape
from generator.model.picture import Path as Drawn
from generator.model.printed import Mark, ReadPiece
from tests.check.facts import keep_facts
from tests.check.kit import find_in_format, hold, lines, paint_game
from tests.readback.test_marks import printed
from tests.samples import for_each

# what tells the faults of a cell apart, and what a cell is
WORDS = "missing|twice|from its place|rotated|scaled|pass|passes|same|different|another|plain|castle|without a color|without a label|labeled"
PLACE = Place("wren/game.yaml", 9, 3)
SQUARE: Points = ((-5, -5), (5, -5), (5, 5), (-5, 5))
KINDS = {"r0c1": "castle", "r1c2": "castle"}
COLORS = {"r0c0": "player.red"}
# three columns and two rows of 10 mm; the right column is turned to the player who sits there
CELLS = {
    name: Cell(name, 5 + 10 * c, 5 + 10 * r, SQUARE, KINDS.get(name, "plain"), COLORS.get(name, ""), "", 270 * (c == 2))
    for r in range(2)
    for c in range(3)
    for name in [f"r{r}c{c}"]
}
ROUTES = {"row": ("r0c0", "r0c1", "r0c2"), "loop": ("r1c0", "r1c1", "r0c1", "r1c1", "r1c2")}
LEFT = Section("left", "left", (0, 0, 20, 20), (0, 0, 28, 20))
RIGHT = Section("right", "right", (20, 0, 30, 20), (20, 0, 30, 20))
WHOLE = Board(30, 20, CELLS, (), ROUTES, {})
HALVES = Board(30, 20, CELLS, (), ROUTES, {}, "tab", (LEFT, RIGHT))
PAINTS = {"player.red": "#aa0000", "player.blue": "#0000aa", "enemy": "#aa0000"}
PAPER: Matrix = (0.0, 1.0, -1.0, 0.0, 100.0, 50.0)  # a quarter-turn: x goes down, y to the left


def part(board: Board, copies: int = 1) -> Part:
    sections: Sequence[Section | None] = board.sections or (None,)
    designs = tuple(
        Design(
            each.id if each else "1",
            {},
            copies,
            PLACE,
            Outline(each.window[2] - each.window[0], 20) if each else None,
            each,
        )
        for each in sections
    )
    return Part("board", "Board", "board", Outline(30, 20), 0, None, "f", None, {}, designs, "", PLACE, board)


def marks(names: Sequence[str], left: float = 0, **more: Any) -> tuple[Mark, ...]:
    """Return the marks of these cells with a look for each kind, turned with the paper; `more` replaces some."""
    out = []
    for name in names:
        cell = CELLS[name]
        turned = (0, -1, 1, 0) if cell.turn else (1, 0, 0, 1)
        at = multiply_matrices(PAPER, (*turned, cell.x - left, cell.y))
        out.append(more.get(name, Mark(f"cell.{name}", at, f"{cell.kind} {cell.color}".encode())))
    return tuple(mark for mark in out if mark)


def piece(design: str, marks: Sequence[Mark], copy: int = 1, page: int = 1) -> ReadPiece:
    name = f"board.{design}.c{copy}.front"
    return ReadPiece(name, "board", design, copy, "front", "wren.pdf", page, PAPER, b"", None, (210, 297), tuple(marks))


def route(name: str, *points: tuple[float, float], left: float = 0) -> Mark:
    return Mark(f"route.{name}", PAPER, b"", tuple((100 - y, 50 + x - left) for x, y in points))


def found(board: Board, *pieces: ReadPiece, copies: int = 1, unlabeled: Sequence[str] = ()) -> list[str]:
    head = "wren/game.yaml:9:3: "
    said = lines(find_in_format(check_boards, [part(board, copies)], pieces, paint_game(PAINTS, unlabeled)))
    assert all(line.startswith(head) and line.endswith(" (templates/f)") for line in said)
    return [keep_facts(line.removeprefix(head).removesuffix(" (templates/f)"), WORDS) for line in said]


ROW = route("row", (5, 5), (15, 5), (25, 5))


def test_a_sound_board() -> None:
    assert found(WHOLE, piece("1", (*marks([*CELLS]), ROW))) == []


def test_a_sound_board_in_sections_and_copies() -> None:
    left = [name for name in CELLS if name[-1] != "2"]
    right = [name for name in CELLS if name[-1] == "2"]
    loop = route("loop", (5, 15), (15, 15), (15, 5), (15, 15), (25, 15), left=20)
    pieces = [
        piece(design, shown, copy)
        for copy in (1, 2)
        for design, shown in (("left", (*marks(left), ROW)), ("right", (*marks(right, 20), loop)))
    ]
    assert found(HALVES, *pieces, copies=2) == []
    short = route("row", (5, 5), (15, 5), (20, 5))
    assert found(HALVES, piece("left", (*marks(left), short))) == []
    (line,) = found(HALVES, piece("left", (*marks(left), route("row", (5, 5), (20, 5)))))
    assert line.endswith("'row' `pass` 'r0c1'")


def test_a_board_of_which_no_piece_is_there_is_the_fault_of_another_check() -> None:
    assert found(WHOLE) == []


def moved(name: str, dx: float = 0.0, turn: tuple[float, float, float, float] | None = None) -> Mark:
    (mark,) = marks([name])
    *straight, e, f = mark.matrix
    a, b, c, d = turn or straight
    return mark._replace(matrix=(a, b, c, d, e + dx, f))


FAULTS: dict[str, tuple[Mapping[str, Any], Sequence[Mark], str]] = {
    "missing": ({"r0c1": None, "r1c1": None}, [], "'r0c1' `missing` 1"),
    "all but one missing": (dict.fromkeys([*CELLS][1:]), [], "'r0c1' `missing` 4"),
    "doubled": ({}, marks(["r0c1"]), "'r0c1' `twice`"),
    "trebled": ({}, marks(["r0c1"]) * 2, "'r0c1' 3"),
    "strange": ({}, [Mark("cell.r0c7", PAPER, b"")], "'r0c7' 'r0c2'"),
    "displaced": ({"r1c0": moved("r1c0", 0.06)}, [], "'r1c0' 0.06 `from its place`"),
    "turned": (
        {"r1c0": moved("r1c0", turn=(1.0, 0.0, 0.0, 1.0))},
        [],
        "'r1c0' `rotated` 0 90",
    ),
    "upright that should look outward": (
        {"r0c2": moved("r0c2", turn=(0.0, 1.0, -1.0, 0.0))},
        [],
        "'r0c2' `rotated` 90 0",
    ),
    "scaled": (
        {"r1c0": moved("r1c0", turn=(0.0, 1.1, -1.1, 0.0))},
        [],
        "'r1c0' `scaled`",
    ),
    "mirrored": (
        {"r1c0": moved("r1c0", turn=(0.0, 1.0, 1.0, 0.0))},
        [],
        "'r1c0' `scaled`",
    ),
    "a route that there is not": ({}, [route("rwo")], "'rwo' 'row'"),
    "a route that is cut off": (
        {},
        [route("row", (5, 5), (15, 5))],
        "'row' `pass` 'r0c2'",
    ),
    "a route that is off by a little": (
        {},
        [route("row", (5, 5), (15, 5.06), (25, 5))],
        "'row' `pass` 'r0c1'",
    ),
    "a route in the wrong order": (
        {},
        [route("row", (5, 5), (25, 5), (15, 5))],
        "'row' `pass` 'r0c2'",
    ),
    "a route that goes somewhere else too": (
        {},
        [route("row", (5, 5), (15, 5), (15, 15), (15, 5), (25, 5))],
        "'row' `passes` 'r1c1'",
    ),
    "a route that comes to a cell once too seldom": (
        {},
        [route("loop", (5, 15), (15, 15), (15, 5), (25, 15))],
        "'loop' `pass` 'r1c1'",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_board(fault: str) -> None:
    change, more, says = FAULTS[fault]
    (line,) = found(WHOLE, piece("1", (*marks([*CELLS], **change), *more), page=3))
    assert line == f"GF118 `board.1.c1.front` `wren.pdf` 3 {says}"


def test_what_a_route_may_be() -> None:
    free = route("row", (5, 5), (6, 7), (15, 5.04), (15, 5), (25, 5), (26, 4), (25, 5))
    assert found(WHOLE, piece("1", (*marks([*CELLS]), free, ROW))) == []


@for_each([(0.03, True), (-0.03, True), (0.04, False), (-0.04, False)])
def test_a_route_may_miss_a_middle_by_a_twentieth_of_a_millimeter(off: float, sound: bool) -> None:
    cells = {"a": Cell("a", 5.5, 5.5, SQUARE)}
    board = Board(11, 11, cells, (), {"a": ("a",)}, {})
    at = multiply_matrices(PAPER, (1, 0, 0, 1, 5.5, 5.5))
    line = found(board, piece("1", [Mark("cell.a", at, b""), route("a", (5.5 + off, 5.5 + off))]))
    assert (line == []) == sound


def test_one_finding_for_each_kind_of_fault() -> None:
    shown = marks([*CELLS], r0c0=None, r0c1=moved("r0c1", 1), r0c2=moved("r0c2", 2))
    assert found(WHOLE, piece("1", shown), piece("1", shown, 2), copies=2) == [
        "GF118 `board.1.c1.front` `wren.pdf` 1 'r0c0' `missing` 1",
        "GF118 `board.1.c1.front` `wren.pdf` 1 'r0c1' 1 `from its place` 3",
    ]


def test_a_section_without_a_cell_of_its_own_and_with_one_of_another() -> None:
    far = Board(300, 20, {"a": Cell("a", 5, 5, SQUARE), "b": Cell("b", 295, 5, SQUARE)}, (), {}, {}, "butt", ())
    sections = (
        Section("one", "one", (0, 0, 150, 20), (0, 0, 150, 20)),
        Section("two", "", (150, 0, 300, 20), (150, 0, 300, 20)),
    )
    board = Board(300, 20, far.cells, (), {}, {}, "butt", sections)
    at = multiply_matrices(PAPER, (1, 0, 0, 1, 5, 5))
    assert found(board, piece("one", [Mark("cell.b", at, b"")])) == [
        "GF118 `board.one.c1.front` `wren.pdf` 1 'a' `missing`",
        "GF118 `board.one.c1.front` `wren.pdf` 1 'b' `another`",
    ]


@for_each([(27.4, True), (27.6, False)])
def test_a_cell_that_is_cut_belongs_to_each_piece_that_shows_a_quarter_of_it(seam: float, must: bool) -> None:
    one, two = (
        Section("one", "", (0, 0, seam, 20), (0, 0, seam, 20)),
        Section("two", "", (seam, 0, 30, 20), (seam, 0, 30, 20)),
    )
    board = Board(30, 20, CELLS, (), {}, {}, "butt", (one, two))
    right = [name for name in CELLS if name[-1] == "2"]
    assert found(board, piece("one", marks([*CELLS])), piece("two", marks(right, seam))) == []
    short = found(board, piece("one", marks([*CELLS])), piece("two", marks(right[:1], seam)))
    says = "GF118 `board.two.c1.front` `wren.pdf` 1 'r1c2' `missing`"
    assert short == ([says] if must else [])


def test_a_section_stands_where_its_window_begins() -> None:
    right = [name for name in CELLS if name[-1] == "2"]
    shifted = Section("right", "", RIGHT.box, (12, 0, 30, 20))
    board = Board(30, 20, CELLS, (), {}, {}, "tab", (LEFT, shifted))
    assert found(board, piece("right", marks(right, 12))) == []
    (line,) = found(board, piece("right", marks(right, 20)))
    assert line.endswith("'r0c2' 8 `from its place` 1")


def test_a_cell_that_is_there_twice_does_not_look_other_than_itself() -> None:
    twice = (*marks([*CELLS]), *(mark._replace(look=b"odd") for mark in marks(["r0c2"])))
    says = "GF118 `board.1.c1.front` `wren.pdf` 1 'r0c2' `twice`"
    assert found(WHOLE, piece("1", twice)) == [says]


# -- from finished files ---------------------------------------------------------------------------------------------


def drawn(*leave: str, bend: float = 0.0) -> list[Shape]:
    """Draw the board as a template would, without some of its cells and with its route bent."""
    paint = {"plain": Paint("#ffffff", stroke="#000000"), "castle": Paint("#000000")}
    outline: tuple[Segment, ...] = (*(("L" if k else "M", *point) for k, point in enumerate(SQUARE)), ("Z",))
    turns = {0: IDENTITY, 270: (0, -1, 1, 0, 0, 0)}
    out: list[Shape] = []
    for cell in CELLS.values():
        fill = Paint("#ff0000") if cell.color else paint[cell.kind]
        at = multiply_matrices((1, 0, 0, 1, cell.x, cell.y), turns[int(cell.turn)])
        if cell.id not in leave:
            out.append(Group((Drawn(outline, fill),), at, name=f"cell.{cell.id}"))
    line: tuple[Segment, ...] = (("M", 5.0, 5.0), ("L", 15.0, 5.0 + bend), ("L", 25.0, 5.0))
    return [*out, Group((Drawn(line, Paint(None, stroke="#000000")),), name="route.row")]


@for_each([0, 90])
def test_cells_are_counted_in_both_formats(tmp_path: Path, turn: int) -> None:
    board = part(WHOLE, 2)
    assert lines(hold([board], *printed(tmp_path, drawn(), turn), None)) == []
    assert [
        keep_facts(line.partition(": ")[2].removesuffix(" (templates/f)"), WORDS)
        for line in lines(hold([board], *printed(tmp_path, drawn("r0c1"), turn), None))
    ] == [
        "GF118 `board.1.c1.front` `a.pdf` 1 'r0c1' `missing` 1",
        "GF118 `board.1.c1.front` `a.svg` 'r0c1' `missing` 1",
    ]
    assert [
        keep_facts(line.partition(": ")[2].removesuffix(" (templates/f)"), WORDS)
        for line in lines(hold([board], *printed(tmp_path, drawn(bend=10), turn), None))
    ] == [
        f"GF118 `board.1.c1.front` {file} 'row' {says} 1"
        for file in ("`a.pdf` 1", "`a.svg`")
        for says in ("`pass` 'r0c1'", "`passes` 'r1c1'")
    ]


def test_a_cell_drawn_under_another_of_its_names_is_told_its_name() -> None:
    board = replace(WHOLE, names={"corner.top": "r0c0"})
    shown = [
        Mark("cell.corner.top", mark.matrix, b"") if mark.name == "cell.r0c0" else mark for mark in marks([*CELLS])
    ]
    assert found(board, piece("1", (*shown, ROW)))[1].endswith("'corner.top' 'r0c0'")
