"""Board graphs: cells, joins, routes, amendments and the values that templates receive."""

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from generator.components.boards.board import board_values
from generator.model.board import Cell, Join
from tests.components.boards import ARMS, CROSS, PACHISI, PHARAOH, count_join_kinds, make_board
from tests.samples import for_each


def test_pharaoh() -> None:
    board = make_board(**PHARAOH)
    assert (board.width, board.height, len(board.cells)) == (185, 185, 21)
    assert count_join_kinds(board) == {"side": 32, "corner": 28}
    assert list(board.cells)[:4] == ["r0c1", "r0c2", "r0c3", "r1c0"]


def test_pachisi() -> None:
    board = make_board(**PACHISI)
    assert (board.width, board.height, len(board.cells)) == (456, 456, 97)
    assert count_join_kinds(board) == {"side": 160, "corner": 4}
    assert Counter(cell.kind for cell in board.cells.values()) == {"plain": 84, "castle": 12, "center": 1}
    assert board.cells["center"] == Cell("center", 228, 228, ((-36, -36), (36, -36), (36, 36), (-36, 36)), "center")


def test_pachisi_route() -> None:
    board = make_board(**PACHISI)
    route = board.routes["south"]
    assert (len(route), route[0], route[84], len(set(route))) == (85, "center", "center", 76)
    assert [route[step] for step in (1, 8, 9, 16, 17, 24, 25, 26, 33, 34, 67, 68, 75, 76, 77, 83)] == [
        *("south.2.1", "south.2.8", "south.3.8", "south.3.1", "east.1.1", "east.1.8", "east.2.8", "east.3.8"),
        *("east.3.1", "north.1.1", "west.3.1", "south.1.1", "south.1.8", "south.2.8", "south.2.7", "south.2.1"),
    ]
    kinds = {frozenset(join[:2]): join.kind for join in board.joins}
    steps = [kinds[frozenset(step)] for step in pairwise(route)]
    assert [number for number, kind in enumerate(steps, 1) if kind == "corner"] == [17, 34, 51, 68]
    castles = [number for number, cell in enumerate(route) if board.cells[cell].kind == "castle"]
    assert castles == [8, 12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72, 76]  # FACTS of the game: 4b


def test_cross_arms_run_counterclockwise_and_number_columns_from_their_players_left() -> None:
    board = make_board(cross={**CROSS, "length": 2, "cell": 10})
    at = {name: (cell.x, cell.y) for name, cell in board.cells.items()}
    assert at["center"] == (35, 35)
    assert [at[f"south.{column}.1"] for column in (1, 2, 3)] == [(25, 55), (35, 55), (45, 55)]
    assert [at[f"east.{column}.2"] for column in (1, 2, 3)] == [(65, 45), (65, 35), (65, 25)]
    assert [at[f"north.{column}.1"] for column in (1, 2, 3)] == [(45, 15), (35, 15), (25, 15)]
    assert [at[f"west.{column}.2"] for column in (1, 2, 3)] == [(5, 25), (5, 35), (5, 45)]


@given(st.integers(1, 6), st.integers(1, 5), st.booleans())
def test_cross_has_fourfold_symmetry(length: int, width: int, corners: bool) -> None:
    board = make_board(cross={**CROSS, "length": length, "width": width, "cell": 10, "corners": corners})
    assert len(board.cells) == 4 * length * width + 1
    spots = {(cell.x, cell.y): name for name, cell in board.cells.items()}
    assert len(spots) == len(board.cells)
    turned = {name: spots[board.height - cell.y, cell.x] for name, cell in board.cells.items()}
    joins = {(frozenset(join[:2]), join.kind) for join in board.joins}
    assert {(frozenset(turned[name] for name in pair), kind) for pair, kind in joins} == joins
    assert count_join_kinds(board).get("corner", 0) == 4 * corners


@st.composite
def grids(draw: st.DrawFn) -> dict[str, Any]:
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    every = [f"r{row}c{column}" for row in range(rows) for column in range(columns)]
    blocked = draw(st.lists(st.sampled_from(every), unique=True, max_size=len(every) - 1))
    return {"columns": columns, "rows": rows, "cell": 10, "blocked": blocked, "diagonal": draw(st.booleans())}


@given(grids())
def test_grid_keeps_all_cells_and_joins_only_neighbors(grid: dict[str, Any]) -> None:
    board = make_board(grid=grid)
    every = [f"r{row}c{column}" for row in range(grid["rows"]) for column in range(grid["columns"])]
    assert list(board.cells) == [name for name in every if name not in grid["blocked"]]
    far = {
        frozenset((a, b)): sorted((abs(one.x - other.x), abs(one.y - other.y)))
        for a, one in board.cells.items()
        for b, other in board.cells.items()
        if a != b
    }
    sides = {pair for pair, gap in far.items() if gap == [0, 10]}
    corners = {pair for pair, gap in far.items() if gap == [10, 10] and grid["diagonal"]}
    assert sorted(map(sorted, (join[:2] for join in board.joins))) == sorted(map(sorted, sides | corners))
    assert {frozenset(join[:2]) for join in board.joins if join.kind == "corner"} == corners


def test_a_board_of_a_thousand_cells() -> None:
    board = make_board(grid={"columns": 40, "rows": 25, "cell": 5, "diagonal": True}, kinds={"all": ["*"]})
    assert (len(board.cells), len(board.joins)) == (1000, 39 * 25 + 40 * 24 + 2 * 39 * 24)


def test_amendments_apply_in_order() -> None:
    board = make_board(
        grid={"columns": 3, "rows": 2, "cell": 10},
        border=4,
        kinds={"dry": ["r0c0..2"], "wet": ["r1*"]},
        colors={"player.red": ["r0c2..1"]},
        cells={"r0c1": {"kind": "dock", "color": "lamp", "label": "D"}, "r1c1": {"blocked": True}},
        joins=[["r0c0", "r1c2"], ["r0c1", "r1c0", "corner"], ["r0c1", "r0c0", "ladder", "one-way"]],
        cuts=[["r0c2", "r0c1"]],
        areas={"all": ["*"], "top": ["r0c2", "r0c0..1"]},
    )
    assert (board.width, board.height, list(board.cells)) == (38, 28, ["r0c0", "r0c1", "r0c2", "r1c0", "r1c2"])
    square = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))
    assert board.cells["r0c1"] == Cell("r0c1", 19, 9, square, "dock", "lamp", "D")
    assert board.cells["r0c2"] == Cell("r0c2", 29, 9, square, "dry", "player.red")
    assert board.cells["r1c0"].kind == "wet"
    assert set(board.joins) == {
        Join("r0c0", "r1c0"),
        Join("r0c2", "r1c2"),
        Join("r0c0", "r1c2"),
        Join("r0c1", "r1c0", "corner"),
        Join("r0c1", "r0c0", "ladder", True),
    }
    assert board.areas == {"all": ("r0c0", "r0c1", "r0c2", "r1c0", "r1c2"), "top": ("r0c2", "r0c0", "r0c1")}


def test_cuts_apply_after_joins() -> None:
    board = make_board(grid={"columns": 2, "rows": 2, "cell": 9}, joins=[["r0c0", "r1c1"]], cuts=[["r1c1", "r0c0"]])
    assert count_join_kinds(board) == {"side": 4}
    assert Join("r0c0", "r1c1") not in board.joins


def test_a_one_way_join_is_walked_one_way() -> None:
    ladder = {"grid": {"columns": 2, "rows": 2, "cell": 9}, "joins": [["r0c0", "r1c1", "one-way"]]}
    board = make_board(**ladder, routes={"up": ["r0c0", "r1c1", "r1c0"]})
    assert board.joins[-1] == Join("r0c0", "r1c1", "side", True)
    assert board.routes["up"] == ("r0c0", "r1c1", "r1c0")


@for_each(
    [
        (3, 3, [0, 180, 0, 90, 0, 270, 0, 0, 0]),
        (2, 4, [0, 0, 90, 270, 90, 270, 0, 0]),
        (1, 2, [0, 0]),
        (5, 2, [0, 180, 180, 180, 0, 0, 0, 0, 0, 0]),
    ]
)
def test_cells_of_a_grid_face_the_nearest_side(columns: int, rows: int, turns: list[int]) -> None:
    grid = {"columns": columns, "rows": rows, "cell": 10}
    assert [cell.turn for cell in make_board(grid=grid, turn="outward").cells.values()] == turns
    assert {cell.turn for cell in make_board(grid=grid).cells.values()} == {0}


def test_cells_of_a_cross_face_the_player_of_their_arm() -> None:
    board = make_board(cross=CROSS, turn="outward")
    assert {name.partition(".")[0]: cell.turn for name, cell in board.cells.items()} == {
        "center": 0, "south": 0, "east": 270, "north": 180, "west": 90
    }  # fmt: skip
    assert {cell.turn for cell in make_board(cross=CROSS).cells.values()} == {0}


def test_template_values() -> None:
    board = make_board(
        cross={**CROSS, "length": 1, "width": 2, "cell": 10},
        border=0.5,
        turn="outward",
        cells={"east.2.1": {"kind": "gate", "color": "lamp", "label": "E"}},
        routes={"short": ["east.1.1", "east.2.1"]},
        areas={"gates": ["east.2.1"]},
    )
    values = board_values(board)
    assert [cell["id"] for cell in values["cells"]] == ["center", *(f"{arm}.{n}.1" for arm in ARMS for n in (1, 2))]
    gate = {
        "id": "east.2.1", "mark": "cell.east.2.1", "kind": "gate", "color": "lamp", "label": "E",
        "x": 35.5, "y": 15.5, "at": "translate(35.5 15.5) rotate(270)",
        "points": "-5.0000,-5.0000 5.0000,-5.0000 5.0000,5.0000 -5.0000,5.0000", "width": 10, "height": 10, "turn": 270,
        "path": "", "from_board": "", "border": "", "angle": 0, "names": [],
    }  # fmt: skip
    assert values["areas"] == {"gates": [gate]}
    assert [cell["id"] for cell in values["routes"]["short"]] == ["east.1.1", "east.2.1"]
    assert values["routes"]["short"][1] is values["areas"]["gates"][0]
    center = values["cells"][0]
    assert (center["at"], center["width"], center["turn"]) == ("translate(20.5 20.5)", 20, 0)


def test_template_outline_is_in_cell_coordinates() -> None:
    board = make_board(grid={"columns": 1, "rows": 1, "cell": 10})
    slab = msgspec.structs.replace(board.cells["r0c0"], points=((-3, -1), (3, -1), (3, 1), (-3, 1)), turn=90.0)
    (given,) = board_values(msgspec.structs.replace(board, cells={"r0c0": slab}))["cells"]
    assert given["points"] == "-1.0000,-3.0000 1.0000,-3.0000 1.0000,3.0000 -1.0000,3.0000"
    assert (given["width"], given["height"]) == (2, 6)
