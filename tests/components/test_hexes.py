"""Boards of hexagons and triangles, with edges and corners as cells."""

from typing import Any

import pytest

from generator.model.finding import DataError
from tests.components.boards import count_join_kinds, make_board
from tests.components.test_board_faults import read_refusal
from tests.samples import for_each


def test_hexagon_of_pointy_hexes() -> None:
    board = make_board(hex={"radius": 2, "cell": 20})
    assert (len(board.cells), count_join_kinds(board)) == (19, {"side": 42})
    assert board.width == 100
    assert board.height == pytest.approx(20 / 3**0.5 * 8, abs=1e-5)
    assert list(board.cells)[:4] == ["q0r-2", "q1r-2", "q2r-2", "q-1r-1"]
    middle, right, below = (board.cells[name] for name in ("q0r0", "q1r0", "q0r1"))
    assert (round(right.x - middle.x, 4), round(right.y - middle.y, 4)) == (20, 0)
    assert (round(below.x - middle.x, 4), round(below.y - middle.y, 4)) == (10, 17.3205)


def test_rectangle_of_flat_hexes() -> None:
    board = make_board(hex={"columns": 4, "rows": 3, "cell": 20, "top": "flat"})
    assert {name: name in board.cells for name in ("q0r0", "q1r0", "q2r-1", "q3r1", "q3r2")} == {
        **dict.fromkeys(["q0r0", "q1r0", "q2r-1", "q3r1"], True),
        "q3r2": False,
    }
    assert (board.height, len(board.cells), count_join_kinds(board)) == (70, 12, {"side": 23})


def test_listed_hexes_touch_as_their_coordinates_say() -> None:
    board = make_board(hex={"hexes": [[0, 0], [1, 0], [1, -1], [3, 0]], "cell": 10})
    pairs = {frozenset(join[:2]) for join in board.joins}
    assert pairs == {frozenset(pair) for pair in (("q0r0", "q1r0"), ("q0r0", "q1r-1"), ("q1r0", "q1r-1"))}


@for_each([({"columns": 5, "rows": 2}, 10, 11), ({"side": 4}, 16, 18), ({"radius": 2}, 24, 30)])
def test_triangles(shape: dict[str, int], cells: int, sides: int) -> None:
    board = make_board(triangles={**shape, "cell": 12})
    assert (len(board.cells), count_join_kinds(board)) == (cells, {"side": sides})


def test_each_edge_and_corner_is_one_cell() -> None:
    board = make_board(hex={"radius": 1, "cell": 30, "edges": 3, "corners": 8, "touch": True})
    kinds = [cell.kind for cell in board.cells.values()]
    assert (kinds.count("plain"), kinds.count("edge"), kinds.count("corner")) == (7, 30, 24)
    assert count_join_kinds(board) == {"side": 12, "end": 60, "touch": 7 * 12}
    assert ("corner.q0r-1.n" in board.cells, "edge.q0r0.e" in board.cells) == (True, False)
    edge = board.cells["q0r0+q1r0"]
    assert (edge.border, edge.names) == ("edge", ("edge.q0r0.e", "edge.q1r0.w"))
    assert (round(edge.x - board.cells["q0r0"].x, 4), edge.y) == (15, board.cells["q0r0"].y)


def test_corners_alone_are_joined_along_the_edges() -> None:
    board = make_board(triangles={"side": 3, "cell": 20, "corners": 6, "faces": False})
    assert (len(board.cells), count_join_kinds(board)) == (10, {"side": 18})
    assert board.width == 66


def test_edges_alone_are_joined_where_they_meet() -> None:
    board = make_board(hex={"hexes": [[0, 0]], "cell": 20, "edges": 2, "faces": False})
    assert (len(board.cells), count_join_kinds(board)) == (6, {"side": 6})


def test_edges_that_only_blocked_cells_have_are_not_there() -> None:
    board = make_board(hex={"radius": 1, "cell": 30, "edges": 3, "blocked": ["q1*"]})
    plain = [cell.id for cell in board.cells.values() if not cell.border]
    assert sorted(plain) == ["q-1r0", "q-1r1", "q0r-1", "q0r0", "q0r1"]
    assert sum(cell.kind == "edge" for cell in board.cells.values()) == 23


def test_runs_of_hexes_go_through_zero() -> None:
    board = make_board(hex={"radius": 2, "cell": 20}, routes={"row": ["q0r-2..2"], "line": ["q2r0..q-2r0"]})
    assert board.routes["row"] == ("q0r-2", "q0r-1", "q0r0", "q0r1", "q0r2")
    assert board.routes["line"] == ("q2r0", "q1r0", "q0r0", "q-1r0", "q-2r0")


@for_each(
    [
        ({"radius": 1, "columns": 2, "rows": 2}, "`columns` `rows` `radius` `hexes` `$.hex`"),
        ({"columns": 2}, "`rows` `$.hex`"),
        ({}, "`columns` `rows` `radius` `hexes` `$.hex`"),
        ({"hexes": [[0, 0], [0, 0]]}, "`hexes` 0 0 `$.hex`"),
        ({"radius": 1, "corners": 12}, "12 11.55 `$.hex`"),
        ({"radius": 1, "corners": 8, "edges": 11}, "11 11.55 8 `$.hex`"),
        ({"radius": 1, "faces": False}, "`faces: false` `edges` `corners` `$.hex`"),
        ({"radius": 1, "touch": True}, "`touch` `edges` `corners` `$.hex`"),
    ]
)
def test_hexes_that_do_not_fit_together_are_refused(data: dict[str, Any], expected: str) -> None:
    assert read_refusal(hex={"cell": 20, **data}) == expected


BORDERED = {"columns": 3, "rows": 3, "cell": 30, "edges": 3, "corners": 8}


@for_each(
    [
        ("A2+B1", ["A2+B1"]),
        ("B1+A2", ["A2+B1"]),
        ("edge.B1.nw", ["A2+B1"]),
        ("B2+A2+B1", ["A2+B1+B2"]),
        ("corner.A2.se", ["A2+B1+B2"]),
        ("A1+*", ["A1+A2", "A1+B1"]),
        ("*+A1+*", ["A1+A2+B1"]),
        ("A*", ["A1", "A2", "A3"]),
    ]
)
def test_cells_that_share_an_edge_or_a_corner_name_it_in_any_order(name: str, expected: list[str]) -> None:
    board = make_board(hex=BORDERED, names="chess", areas={"here": [name]}, joins=[["B1+A2", "C3", "gate"]])
    assert sorted(board.areas["here"]) == expected
    assert board.joins[-1][:3] == ("A2+B1", "C3", "gate")


def test_names_do_not_depend_on_the_order_of_a_list() -> None:
    spots = [[0, 0], [1, 0], [0, 1]]
    named = [{*make_board(hex={"hexes": each, "cell": 30, "corners": 6}).cells} for each in (spots, spots[::-1])]
    assert all("q0r0+q0r1+q1r0" in names for names in named)


def test_only_some_edges_and_corners() -> None:
    data = {
        **BORDERED,
        "edges": {"width": 3, "only": ["B2+A2", "A1+*"]},
        "corners": {"diameter": 8, "only": ["B2+B1+A2"]},
    }
    board = make_board(hex=data, names="chess", cells={"*+B2": {"kind": "ford"}, "B2+A2": {"kind": "bridge"}})
    assert {name: cell.kind for name, cell in board.cells.items() if cell.border} == {
        "A2+B1+B2": "corner",
        "A2+B2": "bridge",
        "A1+A2": "edge",
        "A1+B1": "edge",
    }
    with pytest.raises(DataError) as error:
        make_board(hex=data, names="chess", areas={"a": ["B1+B2"]})
    (finding,) = error.value.findings
    assert (finding.code, "it is not in `only` of the edges" in finding.message) == ("GF008", True)


def test_a_pattern_amends_all_cells_that_it_selects() -> None:
    board = make_board(hex=BORDERED, names="chess", cells={"edge.*": {"blocked": True}, "A1": {"label": "x"}})
    assert {cell.border for cell in board.cells.values()} == {"", "corner"}
    with pytest.raises(DataError, match="'B1\\+A1' is another name of 'A1\\+B1'"):
        make_board(hex=BORDERED, names="chess", cells={"A1+B1": {"label": "x"}, "B1+A1": {"label": "y"}})


@for_each([["q2r0", "q2r1", "q1r2"], ["C3", "C1..2"]])
def test_blocked_hexes_take_no_room(blocked: list[str]) -> None:
    board = make_board(hex={"columns": 3, "rows": 3, "cell": 30, "blocked": blocked}, names="chess")
    assert (board.width, len(board.cells)) == (75, 6)


def test_names_of_a_spreadsheet_count_from_the_top() -> None:
    board = make_board(hex=BORDERED, names="spreadsheet")
    assert [*board.cells][:4] == ["A1", "B1", "C1", "A2"]


@for_each(
    [
        ({}, 90 + 8),  # four hexes and half a one, and half a corner on each side
        ({"cells": {"D*": {"blocked": True}}}, 70 + 8),
        ({"cells": {"corner.*": {"blocked": True}}}, 90),
        ({"corners": {"diameter": 8, "only": ["B1+A2+A1"]}}, 90),
        ({"corners": {"diameter": 8, "only": ["corner.A1.nw"]}}, 90 + 4),
    ]
)
def test_what_is_not_there_takes_no_room(more: dict[str, Any], width: float) -> None:
    data = {"columns": 4, "rows": 3, "cell": 20, "corners": more.get("corners", 8)}
    board = make_board(hex=data, names="spreadsheet", cells=more.get("cells", {}))
    assert board.width == width
    assert min(cell.box[0] for cell in board.cells.values()) == 0


def test_edges_are_joined_past_a_corner_that_is_not_kept() -> None:
    data = {"columns": 2, "rows": 2, "cell": 20, "edges": 3, "corners": {"diameter": 6, "only": ["A1+A2+B1"]}}
    board = make_board(hex=data, names="spreadsheet")
    ends = {frozenset(join[:2]) for join in board.joins if join.kind == "end"}
    assert ends == {frozenset((edge, "A1+A2+B1")) for edge in ("A1+B1", "A1+A2", "A2+B1")}
    assert {join.kind for join in board.joins if {join.one, join.other} == {"A1+B1", "edge.B1.nw"}} == {"side"}


def test_names_of_a_list_pick_edges_and_corners_before_the_board_is_measured() -> None:
    data = {"columns": 3, "rows": 3, "cell": 30, "corners": {"diameter": 11, "only": ["A2+A3+B3"]}}
    listed = make_board(hex=data, names=["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"])
    spelled = make_board(hex=data, names="spreadsheet")
    assert (listed.width, listed.height) == (spelled.width, spelled.height)
    assert (listed.width, round(listed.height, 4)) == (105.0, 86.6025)


@for_each([(["A", "B", "C"], ["names"]), (["A", "B", "B", "D"], ["names.2"])])
def test_a_wrong_list_of_names_is_one_finding(names: list[str], told: list[str]) -> None:
    data = {"columns": 2, "rows": 2, "cell": 30, "edges": {"width": 4, "only": ["A+B"]}}
    with pytest.raises(DataError) as error:
        make_board(hex=data, names=names, areas={"north": ["A", "B"]})
    assert [str(each.place).split(":")[0] for each in error.value.findings] == told


def test_an_edge_of_cells_that_do_not_touch_is_told_what_they_touch() -> None:
    with pytest.raises(DataError) as error:
        make_board(hex=BORDERED, names="spreadsheet", areas={"here": ["A1+C1"]})
    (finding,) = error.value.findings
    assert "'A1' and 'C1' do not touch: 'A1' touches 'B1', 'A2'" in finding.message
