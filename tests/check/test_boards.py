"""A board whose pieces show all cells where the data has them passes; one that is short of a cell, or bent, is found out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize(("off", "sound"), [(0.03, True), (-0.03, True), (0.04, False), (-0.04, False)])
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


@pytest.mark.parametrize(("seam", "must"), [(27.4, True), (27.6, False)])
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


# -- looks -----------------------------------------------------------------------------------------------------------


def look(name: str, look: bytes) -> dict[str, Any]:
    return {name: marks([name])[0]._replace(look=look)}


def test_cells_of_one_kind_that_look_different() -> None:
    assert found(WHOLE, piece("1", marks([*CELLS], **look("r1c1", b"odd")))) == [
        "GF119 warning: `board.1.c1.front` `wren.pdf` 1 'r1c1' `different` 'r0c2' `plain`"
    ]


@pytest.mark.parametrize(
    ("looks", "odd"),
    [
        ("abababababab", 0),  # a checkerboard
        ("abcdefghijkl", 0),  # each has a drawing of its own
        ("aaaaaaaabbbb", 0),
        ("aaaaaaaaabbb", 3),
        ("aaaaaaaaaaab", 1),
    ],
)
def test_looks_that_many_cells_share_are_meant(looks: str, odd: int) -> None:
    cells = {f"c{n}": Cell(f"c{n}", 5.0 + 10 * n, 5.0, SQUARE) for n in range(len(looks))}
    board = Board(10.0 * len(looks), 10, cells, (), {}, {})
    drawn = [
        Mark(f"cell.c{n}", multiply_matrices(PAPER, (1, 0, 0, 1, 5.0 + 10 * n, 5.0)), each.encode())
        for n, each in enumerate(looks)
    ]
    seen = piece("1", drawn)
    told = [each for each in find_in_format(check_boards, [part(board, 1)], [seen]) if each.code == "GF119"]
    assert [each.level for each in told] == ["warning"] * bool(odd)
    assert not odd or f"{odd - 1} more" in told[0].message or odd == 1


def test_cells_whose_words_alone_differ_look_the_same() -> None:
    odd = piece("1", marks([*CELLS], **look("r1c1", b"odd")))
    for is_equal, count in ((True, 0), (False, 1)):
        found = find_in_format(
            check_boards, [part(WHOLE, 1)], [odd], compare=lambda _part, *_groups, same=is_equal: same
        )
        assert [finding.code for finding in found] == ["GF119"] * count


def test_a_cell_that_is_there_twice_does_not_look_other_than_itself() -> None:
    twice = (*marks([*CELLS]), *(mark._replace(look=b"odd") for mark in marks(["r0c2"])))
    says = "GF118 `board.1.c1.front` `wren.pdf` 1 'r0c2' `twice`"
    assert found(WHOLE, piece("1", twice)) == [says]


def test_cells_of_two_kinds_that_look_the_same() -> None:
    assert found(WHOLE, piece("1", marks([*CELLS], **look("r0c1", b"plain "), **look("r1c2", b"plain ")))) == [
        "GF119 `board.1.c1.front` `wren.pdf` 1 'r0c2' `same` 'r0c1' `plain` `castle` 2"
    ]


def test_colors_labels_and_outlines_have_looks_of_their_own() -> None:
    cells = {
        "a": Cell("a", 5, 5, SQUARE, "castle", "player.red", "8"),
        "b": Cell("b", 15, 5, SQUARE, "castle", "player.red", "8"),
        "c": Cell("c", 25, 5, SQUARE, "castle", "player.red", "9"),
        "d": Cell("d", 5, 15, SQUARE, "castle", "player.blue", "8"),
        "e": Cell("e", 15, 15, SQUARE[:3], "castle", "player.red", "8"),
    }
    board = Board(30, 20, cells, (), {}, {})
    looks = {"a": b"1", "b": b"1", "c": b"2", "d": b"3", "e": b"4"}

    def shown(**more: bytes) -> list[str]:
        at = {name: multiply_matrices(PAPER, (1, 0, 0, 1, cell.x, cell.y)) for name, cell in cells.items()}
        return found(board, piece("1", [Mark(f"cell.{name}", at[name], (looks | more)[name]) for name in cells]))

    assert shown() == []
    assert shown(b=b"9") == [
        "GF119 warning: `board.1.c1.front` `wren.pdf` 1 'b' `different` 'a' `castle` `player.red` '8'"
    ]


def test_spaces_of_two_tracks_may_look_different() -> None:
    names = "heat.0", "heat.1", "food.0", "food.1"
    cells = {name: Cell(name, 5 + 10 * n, 5, SQUARE, "space") for n, name in enumerate(names)}
    board = Board(40, 10, cells, (), {"heat": names[:2], "food": names[2:]}, {})

    def shown(looks: str, board: Board = board) -> list[str]:
        at = {name: multiply_matrices(PAPER, (1, 0, 0, 1, cell.x, cell.y)) for name, cell in cells.items()}
        marks = [Mark(f"cell.{name}", at[name], look.encode()) for name, look in zip(names, looks, strict=True)]
        return found(board, piece("1", marks))

    assert shown("1122") == []
    assert shown("1111") == []
    assert shown("1123") == ["GF119 warning: `board.1.c1.front` `wren.pdf` 1 'food.1' `different` 'food.0'"]
    assert shown("1122", Board(40, 10, cells, (), {}, {})) != []  # no tracks


Seat = tuple[str, str, str]


def seated(looks: str, *seats: Seat, unlabeled: Sequence[str] = ()) -> list[str]:
    """Return what is said of cells a, b, c ... in a row, each with its kind, color and label, and with its look."""
    cells = {
        name: Cell(name, 5 + 10 * k, 5, SQUARE, *seat) for k, (name, seat) in enumerate(zip("abcd", seats, strict=True))
    }
    at = {name: multiply_matrices(PAPER, (1, 0, 0, 1, cell.x, cell.y)) for name, cell in cells.items()}
    shown = [Mark(f"cell.{name}", at[name], look.encode()) for name, look in zip(cells, looks, strict=True)]
    said = found(Board(40, 10, cells, (), {}, {}), piece("1", shown), unlabeled=unlabeled)
    return [line.replace("`board.1.c1.front` `wren.pdf` 1 ", "") for line in said]


def test_colors_that_the_template_forgets() -> None:
    """Two roles with one paint need not differ."""
    seats = ("castle", "player.red", "8"), ("castle", "player.blue", "8"), ("castle", "enemy", "8"), ("castle", "", "")
    assert seated("1213", *seats) == []
    said = "GF119 'b' `same` 'a' `player.blue` `player.red`"
    assert seated("1123", *seats) == [said]
    said = "GF119 'd' `same` 'a' `without a color` `player.red`"
    assert seated("1231", *seats) == [said]


def test_labels_that_the_template_forgets() -> None:
    """That is a warning, for it may be meant so."""
    seats = ("castle", "player.red", "8"), ("castle", "enemy", "9"), ("castle", "enemy", ""), ("castle", "", "")
    assert seated("1234", *seats) == []
    said = "GF119 warning: 'b' `same` 'a' `labeled` '9' `labeled` '8'"
    assert seated("1124", *seats) == [said]
    said = "GF119 warning: 'c' `same` 'a' `without a label` `labeled` '8'"
    assert seated("1214", *seats) == [said]
    assert seated("1214", *seats, unlabeled=["board"]) == []  # it declares `hidden: [labels]`


def test_a_kind_that_shows_no_labels_is_not_compared_by_them() -> None:
    """Boxes to write in are empty on purpose."""
    boxes = ("box", "", "1"), ("box", "", "2"), ("castle", "", "1"), ("castle", "", "2")
    assert seated("1122", *boxes) == []
    assert seated("1123", *boxes) == []
    said = "GF119 warning: 'b' `same` 'a' `labeled` '2' `labeled` '1'"
    assert seated("1123", boxes[0], boxes[1], ("box", "", "3"), boxes[2]) == [said]


def test_looks_are_compared_from_piece_to_piece() -> None:
    left = [name for name in CELLS if name[-1] != "2"]
    right = [name for name in CELLS if name[-1] == "2"]
    odd = [mark._replace(look=b"odd") if mark.name == "cell.r0c2" else mark for mark in marks(right, 20)]
    assert found(HALVES, piece("left", marks(left)), piece("right", odd, page=3)) == [
        "GF119 warning: `board.right.c1.front` `wren.pdf` 3 'r0c2' `different` 'r1c0' `wren.pdf` 1 `plain`"
    ]


def test_kinds_are_told_apart_from_piece_to_piece() -> None:
    left = [name for name in CELLS if name[-1] != "2"]
    right = [mark._replace(look=b"plain ") for mark in marks(["r0c2", "r1c2"], 20)]
    left_only = [mark for mark in marks(left) if mark.look != b"castle "]
    (missing, alike) = found(HALVES, piece("left", left_only), piece("right", right))
    assert missing.endswith("'r0c1' `missing`")
    assert alike == ("GF119 `board.right.c1.front` `wren.pdf` 1 'r1c2' `same` 'r1c0' `wren.pdf` 1 `castle` `plain`")


def test_an_outline_is_compared_as_it_is_drawn() -> None:
    """A long cell that lies on its side is the same drawing, turned."""
    tall: Points = ((-3, -5), (3, -5), (3, 5), (-3, 5))
    flat: Points = ((-5, -3), (5, -3), (5, 3), (-5, 3))
    cells = {"a": Cell("a", 5, 5, tall), "b": Cell("b", 15, 5, flat, turn=90), "c": Cell("c", 25, 5, flat)}
    board = Board(30, 20, cells, (), {}, {})
    turned = {"a": (1, 0, 0, 1), "b": (0, 1, -1, 0), "c": (1, 0, 0, 1)}
    at = {name: multiply_matrices(PAPER, (*turned[name], cell.x, cell.y)) for name, cell in cells.items()}
    assert (
        found(board, piece("1", [Mark(f"cell.{name}", at[name], b"c" if name == "c" else b"1") for name in cells]))
        == []
    )
    said = found(board, piece("1", [Mark(f"cell.{name}", at[name], b"ab"[name == "b" :][:1]) for name in cells]))
    assert [line.partition(" 1 ")[2] for line in said] == ["'b' `different` 'a' `plain`"]


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


@pytest.mark.parametrize("turn", [0, 90])
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
