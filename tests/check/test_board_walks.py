"""Step numbers, routes that must be drawn, entries and exits, as boards print them."""

import pytest

from generator.check.faces.boards import check_arrows, check_walks, list_board_pieces
from generator.geometry.matrix import Matrix, multiply_matrices
from generator.geometry.types import Outline, Points
from generator.model.board import Board, Cell, Join
from generator.model.finding import DataError, Place
from generator.model.game import Design
from generator.model.printed import Mark, ReadPiece
from tests.components.boards import make_board
from tests.samples import for_each

SQUARE: Points = ((-5, -5), (5, -5), (5, 5), (-5, 5))
CELLS = {f"a{k}": Cell(f"a{k}", 5 + 10 * k, 5, SQUARE) for k in range(3)}
JOINS = (Join("a0", "a1"), Join("a1", "a2"))
BOARD = Board(30, 10, CELLS, JOINS, {"way": ("a0", "a1", "a2")}, {}, gates=(("a0", "in"), ("a2", "out")))
PAPER: Matrix = (1.0, 0.0, 0.0, 1.0, 20.0, 30.0)


def step(number: int, cell: str, text: str | None = None, dx: float = 0) -> Mark:
    place = multiply_matrices(PAPER, (1, 0, 0, 1, CELLS[cell].x + dx, CELLS[cell].y))
    return Mark(f"step.way.{number}", place, b"", text=str(number) if text is None else text)


def arrow(name: str, *points: tuple[float, float]) -> Mark:
    return Mark(name, PAPER, b"", tuple((x + 20, y + 30) for x, y in points))


def told(board: Board, *marks: Mark) -> list[tuple[str, str]]:
    face = ReadPiece("b.1.c1.front", "b", "1", 1, "front", "x.pdf", 1, PAPER, b"", None, (210, 297), marks)
    designs = {"1": Design("1", {}, 1, Place("x"), Outline(30, 10))}
    copies = list_board_pieces(board, designs, [face])
    found = [*check_walks(board, copies), *check_arrows(board, copies)]
    return [(fault.kind, fault.mark) for fault in found]


STEPS = step(1, "a0"), step(2, "a1"), step(3, "a2")
GATES = arrow("join.in.a0", (-6, 5), (1, 5)), arrow("join.a2.out", (27, 5), (36, 5))


def numbered(first: int) -> Board:
    return Board(30, 10, CELLS, JOINS, BOARD.routes, {}, numbered={"way": first}, drawn=frozenset({"way"}))


def test_sound_boards_pass() -> None:
    assert told(BOARD) == []
    assert told(BOARD, *STEPS, *GATES) == []
    assert told(numbered(1), *STEPS, arrow("route.way", (5, 5), (25, 5))) == []


@for_each(
    [
        (STEPS[:2], [("missing", "step.way.3")]),
        ((*STEPS[:2], step(3, "a2", "4")), [("number", "step.way.3")]),
        ((*STEPS[:2], step(3, "a2", "")), [("number", "step.way.3")]),
        ((*STEPS[:2], step(3, "a1")), [("is", "step.way.3")]),
        ((*STEPS, step(4, "a2")), [("strange", "step.way.4")]),
    ]
)
def test_wrong_step_numbers(marks: tuple[Mark, ...], expected: list[tuple[str, str]]) -> None:
    assert told(BOARD, *marks) == expected


def test_numbers_and_lines_that_must_be_there() -> None:
    missing = [("missing", f"step.way.{number}") for number in (0, 1, 2)]
    assert told(numbered(0)) == [*missing, ("undrawn", "route.way")]


@for_each(
    [
        (GATES[:1], [("missing arrow", "join.a2.out")]),
        ((GATES[0], arrow("join.a2.out", (36, 5), (27, 5))), [("astray", "join.a2.out")]),
        ((arrow("join.in.a0", (1, 5), (-6, 5)), GATES[1]), [("astray", "join.in.a0")]),
        ((arrow("join.in.a0", (-16, 5), (-6, 5)), GATES[1]), [("astray", "join.in.a0")]),
        ((*GATES, arrow("join.in.a1", (15, -6), (15, 2))), [("strange", "join.in.a1")]),
    ]
)
def test_wrong_entries_and_exits(marks: tuple[Mark, ...], expected: list[tuple[str, str]]) -> None:
    assert told(BOARD, *marks) == expected


GRID = {"columns": 3, "rows": 1, "cell": 10}


def test_entries_and_exits_are_joins_of_one_cell() -> None:
    board = make_board(grid=GRID, joins=[["in", "r0c0"], ["r0c2", "out"]], routes={"way": ["r0c0..2"]}, drawn=["way"])
    assert list(board.gates) == [("r0c0", "in"), ("r0c2", "out")]
    assert (len(board.joins), set(board.drawn)) == (2, {"way"})


@for_each(
    [
        ({"joins": [["in", "r0c9"]]}, "joins.0.1"),
        ({"joins": [["in", "r0c0"], ["in", "r0c0"]]}, "joins.1"),
        ({"routes": {"way": ["r0c0..2"]}, "drawn": ["wey"]}, "drawn.0"),
        ({"routes": {"way": ["r0c0..2"]}, "numbered": {"wey": 1}}, "numbered.wey"),
    ]
)
def test_what_is_not_there(data: dict[str, object], place: str) -> None:
    with pytest.raises(DataError) as error:
        make_board(grid=GRID, **data)
    assert [str(finding.place) for finding in error.value.findings] == [place]
